//! The constructors of terms: sorts checked, constants folded, then each family's own rules.
//!
//! Rules look at a bounded number of nodes, so a term costs the same however large its operands are.
//! They are exact to the bit, NaNs included: a simplified term has the value that `fold` gives.

mod arithmetic;
mod array;
mod bitwise;
mod compare;
mod division;
mod expand;
mod float;
mod ite;
mod slices;

use crate::fold;
use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::Sort;

impl Pool {
    /// `op` of one operand.
    #[inline]
    pub fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(!sort.is_bytes() && op.is_float() == sort.is_float(), "{op} of {sort}");
        if let Some(raw) = self.as_constant(a) {
            return self.constant(sort, fold::unary(op, sort, raw));
        }
        match op {
            UnaryOp::Not => self.build_not(a),
            UnaryOp::Neg => self.build_neg(a),
            UnaryOp::CountOnes => self.expand_count_ones(a),
            UnaryOp::LeadingZeros => self.expand_leading_zeros(a),
            UnaryOp::TrailingZeros => self.expand_trailing_zeros(a),
            UnaryOp::ByteSwap => self.expand_byte_swap(a),
            UnaryOp::BitReverse => self.expand_bit_reverse(a),
            _ => self.build_float_unary(op, a),
        }
    }

    /// `op` of two operands of one sort.
    #[inline]
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(
            sort == self.sort(b) && !sort.is_bytes() && op.is_float() == sort.is_float(),
            "{op} of {sort} and {}",
            self.sort(b)
        );
        if let Some(y) = self.as_constant(b)
            && let Some(x) = self.as_constant(a)
        {
            return self.constant(sort, fold::binary(op, sort, x, y));
        }
        match op {
            BinaryOp::Add => self.build_add(a, b),
            BinaryOp::Sub => self.build_sub(a, b),
            BinaryOp::Mul => self.build_mul(a, b),
            BinaryOp::UDiv => self.build_udiv(a, b),
            BinaryOp::SDiv => self.build_sdiv(a, b),
            BinaryOp::URem => self.build_urem(a, b),
            BinaryOp::SRem => self.build_srem(a, b),
            BinaryOp::And => self.build_and(a, b),
            BinaryOp::Or => self.build_or(a, b),
            BinaryOp::Xor => self.build_xor(a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => self.build_shift(op, a, b),
            _ => self.build_float_binary(op, a, b),
        }
    }

    /// The condition that `op` holds between two operands of one scalar sort.
    #[inline]
    pub fn compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(
            sort == self.sort(b) && !sort.is_bytes() && op.is_float() == sort.is_float(),
            "{op} of {sort} and {}",
            self.sort(b)
        );
        if let Some(y) = self.as_constant(b)
            && let Some(x) = self.as_constant(a)
        {
            return self.bool(fold::compare(op, sort, x, y));
        }
        if op.is_float() {
            self.build_float_compare(op, a, b)
        } else {
            self.build_compare(op, a, b)
        }
    }

    /// `a` converted to sort `to`.
    #[inline]
    pub fn convert(&mut self, op: ConvertOp, to: Sort, a: TermId) -> TermId {
        let from = self.sort(a);
        debug_assert!(conversion_is_legal(op, from, to), "{op} of {from} to {to}");
        if let Some(raw) = self.as_constant(a) {
            return self.constant(to, fold::convert(op, from, to, raw));
        }
        match op {
            ConvertOp::Trunc => self.extract(a, 0, to.width()),
            ConvertOp::ZExt => self.build_zext(a, to.width()),
            ConvertOp::SExt => self.build_sext(a, to.width()),
            _ => self.build_float_convert(op, to, a),
        }
    }

    /// `a * b + c` of one float sort, rounded once.
    pub fn fma(&mut self, a: TermId, b: TermId, c: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(
            sort.is_float() && sort == self.sort(b) && sort == self.sort(c),
            "fma {sort}"
        );
        if let (Some(x), Some(y), Some(z)) =
            (self.as_constant(a), self.as_constant(b), self.as_constant(c))
        {
            return self.constant(sort, fold::fma(sort, x, y, z));
        }
        let (a, b) = self.ordered(a, b);
        self.make3(Op::Fma, sort, a, b, c)
    }

    /// Whether a float is a NaN.
    pub fn is_nan(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        debug_assert!(sort.is_float(), "isnan of {sort}");
        match self.as_constant(a) {
            Some(raw) => self.bool(fold::is_nan(sort, raw)),
            None => self.build_is_nan(a),
        }
    }

    /// `a` if the condition holds, otherwise `b`; of any sort.
    #[inline]
    pub fn ite(&mut self, condition: TermId, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(condition), Sort::BOOL, "condition of ite");
        debug_assert_eq!(self.sort(a), self.sort(b), "arms of ite");
        self.build_ite(condition, a, b)
    }

    /// The condition that `a` does not hold.
    #[inline]
    pub fn not(&mut self, a: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::BOOL, "operand of not");
        self.unary(UnaryOp::Not, a)
    }

    /// The condition that both hold.
    #[inline]
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::BOOL, "operand of and");
        self.binary(BinaryOp::And, a, b)
    }

    /// The condition that at least one holds.
    #[inline]
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        debug_assert_eq!(self.sort(a), Sort::BOOL, "operand of or");
        self.binary(BinaryOp::Or, a, b)
    }

    /// The `width` bits of `a` from bit `low` upward.
    #[inline]
    pub fn extract(&mut self, a: TermId, low: u8, width: u8) -> TermId {
        let sort = self.sort(a);
        debug_assert!(
            sort.is_bits()
                && width >= 1
                && u16::from(low) + u16::from(width) <= sort.width().into(),
            "extract of {width} bits from {low} of {sort}"
        );
        match self.as_constant(a) {
            Some(raw) => self.bits(width, raw >> low),
            None => self.build_extract(a, low, width),
        }
    }

    /// The bits of `high` above those of `low`; at most 128 in all.
    #[inline]
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (h, l) = (self.sort(high), self.sort(low));
        debug_assert!(
            h.is_bits() && l.is_bits() && u16::from(h.width()) + u16::from(l.width()) <= 128,
            "concat of {h} and {l}"
        );
        self.build_concat(high, low)
    }

    /// Whether every NaN that `a` can be is the canonical one.
    fn has_canonical_nan(&self, a: TermId) -> bool {
        match self.node(a) {
            Node::Constant(raw) => !fold::is_nan(self.sort(a), raw),
            Node::Unary(op, _) => !matches!(op, UnaryOp::FNeg | UnaryOp::FAbs),
            Node::Convert(op, _) => op != ConvertOp::BitCast,
            Node::Binary(..) | Node::Fma(..) => true,
            _ => false,
        }
    }
}

fn conversion_is_legal(op: ConvertOp, from: Sort, to: Sort) -> bool {
    let scalar = !from.is_bytes() && to.is_valid() && !to.is_bytes();
    scalar
        && match op {
            ConvertOp::Trunc => from.is_bits() && to.is_bits() && to.width() <= from.width(),
            ConvertOp::ZExt | ConvertOp::SExt => {
                from.is_bits() && to.is_bits() && from.width() <= to.width()
            }
            ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat => {
                from.is_float() && to.is_bits()
            }
            ConvertOp::SToF | ConvertOp::UToF => from.is_bits() && to.is_float(),
            ConvertOp::FToF => from.is_float() && to.is_float(),
            ConvertOp::BitCast => from.width() == to.width(),
        }
}
