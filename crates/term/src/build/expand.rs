//! Bit counts and reversals, written out in basic operations.

use crate::node::TermId;
use crate::op::{BinaryOp, ConvertOp, UnaryOp};
use crate::pool::Pool;
use crate::sort::Sort;

impl Pool {
    /// Sums neighbouring fields of 1, 2, 4, … bits in parallel (Warren, Hacker's Delight, 5-1).
    pub(super) fn expand_count_ones(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        // A byte at least, so that the sum has room in the widest field.
        let padded = Sort::Bits(sort.width().next_power_of_two().max(8));
        let mut sum = self.convert(ConvertOp::ZExt, padded, a);
        let mut field = 1;
        while field < padded.width() {
            let low = self.constant(padded, low_fields(field));
            let shifted = self.shifted_right(sum, field);
            let (even, odd) =
                (self.binary(BinaryOp::And, sum, low), self.binary(BinaryOp::And, shifted, low));
            sum = self.binary(BinaryOp::Add, even, odd);
            field *= 2;
        }
        self.convert(ConvertOp::Trunc, sort, sum)
    }

    /// Ones smeared downward from the highest; what stays zero is counted.
    pub(super) fn expand_leading_zeros(&mut self, a: TermId) -> TermId {
        let mut smeared = a;
        let mut distance = 1;
        while distance < self.sort(a).width() {
            let shifted = self.shifted_right(smeared, distance);
            smeared = self.binary(BinaryOp::Or, smeared, shifted);
            distance = distance.saturating_mul(2);
        }
        let zeros = self.unary(UnaryOp::Not, smeared);
        self.unary(UnaryOp::CountOnes, zeros)
    }

    /// `!a & (a - 1)` has ones exactly where the trailing zeros are.
    pub(super) fn expand_trailing_zeros(&mut self, a: TermId) -> TermId {
        let ones = self.constant(self.sort(a), u128::MAX);
        let less = self.binary(BinaryOp::Add, a, ones);
        let not = self.unary(UnaryOp::Not, a);
        let zeros = self.binary(BinaryOp::And, not, less);
        self.unary(UnaryOp::CountOnes, zeros)
    }

    pub(super) fn expand_byte_swap(&mut self, a: TermId) -> TermId {
        let width = self.sort(a).width();
        debug_assert!(width.is_multiple_of(8), "byteswap of i{width}");
        let mut swapped = self.extract(a, 0, 8.min(width));
        for low in (8..width).step_by(8) {
            let byte = self.extract(a, low, 8);
            swapped = self.concat(swapped, byte);
        }
        swapped
    }

    /// Swaps neighbouring fields of 1, 2, 4, … bits.
    pub(super) fn expand_bit_reverse(&mut self, a: TermId) -> TermId {
        let width = self.sort(a).width();
        let padded = Sort::Bits(width.next_power_of_two());
        let mut reversed = self.convert(ConvertOp::ZExt, padded, a);
        let mut field = 1;
        while field < padded.width() {
            let low = self.constant(padded, low_fields(field));
            let amount = self.constant(padded, field.into());
            let down = self.shifted_right(reversed, field);
            let down = self.binary(BinaryOp::And, down, low);
            let up = self.binary(BinaryOp::And, reversed, low);
            let up = self.binary(BinaryOp::Shl, up, amount);
            reversed = self.binary(BinaryOp::Or, up, down);
            field *= 2;
        }
        self.extract(reversed, padded.width() - width, width)
    }
}

/// Ones in every other field of this many bits, the lowest included.
fn low_fields(field: u8) -> u128 {
    // A number of `2 * field` ones divided by `field` ones is `1 + 2^field`.
    if field == 64 { u64::MAX.into() } else { u128::MAX / ((1 << field) + 1) }
}
