//! IEEE arithmetic on bit patterns, with one NaN.

use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::sort::{Sort, mask};

/// The two formats differ in nothing but their types.
macro_rules! arithmetic {
    ($float:ident, $bits:ident, $sign:literal, $nan:ident, $canonical:ident, $unary:ident, $binary:ident) => {
        /// The quiet NaN that every operation gives.
        pub(crate) const $nan: $bits = $float::NAN.to_bits() & !$sign;

        #[inline]
        pub(crate) fn $canonical(x: $float) -> $bits {
            if x.is_nan() { $nan } else { x.to_bits() }
        }

        #[inline]
        pub(crate) fn $unary(op: UnaryOp, a: $bits) -> $bits {
            let x = $float::from_bits(a);
            $canonical(match op {
                UnaryOp::FNeg => return a ^ $sign,
                UnaryOp::FAbs => return a & !$sign,
                UnaryOp::FSqrt => x.sqrt(),
                UnaryOp::FFloor => x.floor(),
                UnaryOp::FCeil => x.ceil(),
                UnaryOp::FTrunc => x.trunc(),
                UnaryOp::FNearest => x.round_ties_even(),
                UnaryOp::FRound => x.round(),
                _ => {
                    debug_assert!(false, "{op} of a float");
                    x
                }
            })
        }

        #[inline]
        pub(crate) fn $binary(op: BinaryOp, a: $bits, b: $bits) -> $bits {
            let (x, y) = ($float::from_bits(a), $float::from_bits(b));
            $canonical(match op {
                BinaryOp::FAdd => x + y,
                BinaryOp::FSub => x - y,
                BinaryOp::FMul => x * y,
                BinaryOp::FDiv => x / y,
                BinaryOp::FRem => x % y,
                BinaryOp::FMinNum if x.is_nan() => y,
                BinaryOp::FMinNum if y.is_nan() => x,
                BinaryOp::FMaxNum if x.is_nan() => y,
                BinaryOp::FMaxNum if y.is_nan() => x,
                BinaryOp::FMin | BinaryOp::FMax if x.is_nan() || y.is_nan() => $float::NAN,
                // Equal numbers differ at most in the sign of zero.
                BinaryOp::FMinNum | BinaryOp::FMaxNum if x == y => x,
                BinaryOp::FMin if x == y => $float::from_bits(a | b),
                BinaryOp::FMax if x == y => $float::from_bits(a & b),
                BinaryOp::FMin | BinaryOp::FMinNum => {
                    if x < y {
                        x
                    } else {
                        y
                    }
                }
                BinaryOp::FMax | BinaryOp::FMaxNum => {
                    if x > y {
                        x
                    } else {
                        y
                    }
                }
                _ => {
                    debug_assert!(false, "{op} of floats");
                    x
                }
            })
        }
    };
}

arithmetic!(f32, u32, 0x8000_0000, NAN_F32, canonical_f32, unary_f32, binary_f32);
arithmetic!(f64, u64, 0x8000_0000_0000_0000, NAN_F64, canonical_f64, unary_f64, binary_f64);

/// `a * b + c` of a float sort, rounded once.
#[inline]
pub fn fma(sort: Sort, a: u128, b: u128, c: u128) -> u128 {
    match sort {
        Sort::F32 => {
            let [a, b, c] = [a, b, c].map(|raw| f32::from_bits(raw as u32));
            canonical_f32(a.mul_add(b, c)).into()
        }
        _ => {
            let [a, b, c] = [a, b, c].map(|raw| f64::from_bits(raw as u64));
            canonical_f64(a.mul_add(b, c)).into()
        }
    }
}

/// The number as an f64, which is exact for both sorts.
#[inline]
pub(crate) fn to_f64(sort: Sort, raw: u128) -> f64 {
    match sort {
        Sort::F32 => f32::from_bits(raw as u32).into(),
        _ => f64::from_bits(raw as u64),
    }
}

#[inline]
pub(crate) fn compare(op: CompareOp, x: f64, y: f64) -> bool {
    let unordered = x.is_nan() || y.is_nan();
    match op {
        CompareOp::FOeq => x == y,
        CompareOp::FOne => x != y && !unordered,
        CompareOp::FOlt => x < y,
        CompareOp::FOle => x <= y,
        CompareOp::FOgt => x > y,
        CompareOp::FOge => x >= y,
        CompareOp::FOrd => !unordered,
        CompareOp::FUeq => x == y || unordered,
        CompareOp::FUne => x != y,
        CompareOp::FUlt => x < y || unordered,
        CompareOp::FUle => x <= y || unordered,
        CompareOp::FUgt => x > y || unordered,
        CompareOp::FUge => x >= y || unordered,
        CompareOp::FUno => unordered,
        _ => {
            debug_assert!(false, "{op} of floats");
            false
        }
    }
}

#[inline]
pub(crate) fn of_signed(to: Sort, number: i128) -> u128 {
    match to {
        Sort::F32 => (number as f32).to_bits().into(),
        _ => (number as f64).to_bits().into(),
    }
}

#[inline]
pub(crate) fn of_unsigned(to: Sort, number: u128) -> u128 {
    match to {
        Sort::F32 => (number as f32).to_bits().into(),
        _ => (number as f64).to_bits().into(),
    }
}

#[inline]
pub(crate) fn resize(from: Sort, to: Sort, raw: u128) -> u128 {
    let x = to_f64(from, raw);
    match to {
        Sort::F32 => canonical_f32(x as f32).into(),
        _ => canonical_f64(x).into(),
    }
}

/// `x` toward zero as `width` bits, as the conversion `op` says.
#[inline]
pub(crate) fn to_bits(op: ConvertOp, x: f64, width: u8) -> u128 {
    let number = match op {
        ConvertOp::FToS if width <= 32 => hardware_signed(x, 32),
        ConvertOp::FToS if width <= 64 => hardware_signed(x, 64),
        ConvertOp::FToS => hardware_signed(x, 128),
        ConvertOp::FToU if width <= 32 => hardware_signed(x, 64),
        ConvertOp::FToU if width <= 64 => {
            let small = hardware_signed(x, 64);
            let large = hardware_signed(x - TWO_63, 64);
            small | (large & (small >> 63))
        }
        // Rust's casts saturate and take NaN to zero, which is what is asked for at 128 bits.
        ConvertOp::FToU => x as u128 as i128,
        ConvertOp::FToUSat => (x as u128).min(mask(width)) as i128,
        _ => {
            let most = (mask(width) >> 1) as i128;
            (x as i128).clamp(-most - 1, most)
        }
    };
    number as u128 & mask(width)
}

const TWO_63: f64 = (1u64 << 63) as f64;

/// Toward zero as a signed number of 32, 64 or 128 bits; what does not fit gives the least value.
fn hardware_signed(x: f64, bits: u32) -> i128 {
    let least = i128::MIN >> (128 - bits);
    let whole = x.trunc();
    // Both bounds are powers of two, hence exact; a NaN fails both.
    if whole >= least as f64 && whole < -(least as f64) { whole as i128 } else { least }
}
