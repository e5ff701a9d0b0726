//! What each operation means on concrete values: pure functions over raw bit patterns.
//!
//! Values are carried in the low bits of a `u128`, the bits above the width zero; floats as their IEEE
//! pattern. Arithmetic that gives a NaN gives the one canonical quiet NaN, so that a result never
//! depends on the host; only `FNeg`, `FAbs` and `BitCast` keep a NaN's own bits.

mod float;
#[cfg(test)]
mod tests;

use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::sort::{Sort, mask, signed};

pub use float::fma;
pub(crate) use float::{canonical_f32, canonical_f64, to_f64};

/// The value of `op` on `a` of `sort`.
#[inline]
pub fn unary(op: UnaryOp, sort: Sort, a: u128) -> u128 {
    match sort {
        Sort::F32 => float::unary_f32(op, a as u32).into(),
        Sort::F64 => float::unary_f64(op, a as u64).into(),
        Sort::Bits(width) | Sort::Bytes { index_bits: width } => bits_unary(op, width, a),
    }
}

fn bits_unary(op: UnaryOp, width: u8, a: u128) -> u128 {
    // Bits moved to the top of the word, so that counts from the top need no correction.
    let spare = 128 - u32::from(width);
    match op {
        UnaryOp::Not => !a & mask(width),
        UnaryOp::Neg => a.wrapping_neg() & mask(width),
        // A count is at most the width, and `width < 2^width`: it always fits.
        UnaryOp::CountOnes => a.count_ones().into(),
        UnaryOp::LeadingZeros => (a.leading_zeros() - spare).into(),
        UnaryOp::TrailingZeros => a.trailing_zeros().min(width.into()).into(),
        UnaryOp::ByteSwap => {
            debug_assert!(width.is_multiple_of(8), "byteswap of i{width}");
            a.swap_bytes() >> spare
        }
        UnaryOp::BitReverse => a.reverse_bits() >> spare,
        _ => {
            debug_assert!(false, "{op} of i{width}");
            a
        }
    }
}

/// The value of `op` on `a` and `b`, both of `sort`.
#[inline]
pub fn binary(op: BinaryOp, sort: Sort, a: u128, b: u128) -> u128 {
    match sort {
        Sort::F32 => float::binary_f32(op, a as u32, b as u32).into(),
        Sort::F64 => float::binary_f64(op, a as u64, b as u64).into(),
        Sort::Bits(width) | Sort::Bytes { index_bits: width } => bits_binary(op, width, a, b),
    }
}

fn bits_binary(op: BinaryOp, width: u8, a: u128, b: u128) -> u128 {
    let all = mask(width);
    let (sa, sb) = (signed(width, a), signed(width, b));
    let shift = u32::try_from(b).ok().filter(|&shift| shift < u32::from(width));
    let wide = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b).unwrap_or(all),
        BinaryOp::URem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::SDiv if sb == 0 => {
            if sa < 0 {
                1
            } else {
                all
            }
        }
        BinaryOp::SDiv => sa.wrapping_div(sb) as u128,
        BinaryOp::SRem if sb == 0 => a,
        BinaryOp::SRem => sa.wrapping_rem(sb) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl => shift.map_or(0, |shift| a << shift),
        BinaryOp::LShr => shift.map_or(0, |shift| a >> shift),
        BinaryOp::AShr => (sa >> shift.unwrap_or(127)) as u128,
        _ => {
            debug_assert!(false, "{op} of i{width}");
            a
        }
    };
    wide & all
}

/// Whether `op` holds between `a` and `b`, both of `sort`.
#[inline]
pub fn compare(op: CompareOp, sort: Sort, a: u128, b: u128) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => signed(sort.width(), a) < signed(sort.width(), b),
        CompareOp::Sle => signed(sort.width(), a) <= signed(sort.width(), b),
        CompareOp::Sgt => signed(sort.width(), a) > signed(sort.width(), b),
        CompareOp::Sge => signed(sort.width(), a) >= signed(sort.width(), b),
        // Widening f32 to f64 is exact and keeps order and NaN.
        _ => float::compare(op, to_f64(sort, a), to_f64(sort, b)),
    }
}

/// The value of `a` of sort `from`, converted to sort `to`.
#[inline]
pub fn convert(op: ConvertOp, from: Sort, to: Sort, a: u128) -> u128 {
    match op {
        ConvertOp::Trunc => a & to.mask(),
        ConvertOp::ZExt | ConvertOp::BitCast => a,
        ConvertOp::SExt => signed(from.width(), a) as u128 & to.mask(),
        ConvertOp::SToF => float::of_signed(to, signed(from.width(), a)),
        ConvertOp::UToF => float::of_unsigned(to, a),
        ConvertOp::FToF => float::resize(from, to, a),
        ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat => {
            float::to_bits(op, to_f64(from, a), to.width())
        }
    }
}

/// Whether `a` of a float sort is a NaN.
#[inline]
pub fn is_nan(sort: Sort, a: u128) -> bool {
    match sort {
        Sort::F32 => f32::from_bits(a as u32).is_nan(),
        _ => f64::from_bits(a as u64).is_nan(),
    }
}
