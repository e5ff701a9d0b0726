//! Floating-point constants as the machine holds them.

use crate::ll::ast::FloatBits;

/// The bits of a constant in the machine's type for it: C's `long double` is held as a double.
pub(super) fn bits(float: FloatBits) -> Option<u128> {
    match float {
        FloatBits::Single(bits) => Some(bits.into()),
        FloatBits::Double(bits) => Some(bits.into()),
        FloatBits::X86Fp80(bits) => Some(to_double(bits).to_bits().into()),
        FloatBits::Half(_)
        | FloatBits::BFloat(_)
        | FloatBits::Fp128(_)
        | FloatBits::PpcFp128(_) => None,
    }
}

/// The double nearest to an 80-bit number, ties to even.
fn to_double(bits: u128) -> f64 {
    let negative = bits >> 79 & 1 == 1;
    let exponent = (bits >> 64) as i32 & 0x7fff;
    let significand = bits as u64;
    let magnitude = if exponent == 0x7fff {
        if significand << 1 == 0 { f64::INFINITY } else { f64::NAN }
    } else {
        scale(significand, exponent - 16383 - 63)
    };
    if negative { -magnitude } else { magnitude }
}

/// `significand * 2^exponent`, rounded once.
fn scale(significand: u64, exponent: i32) -> f64 {
    if significand == 0 {
        return 0.0;
    }
    // The place of the highest bit decides how many bits below it a double keeps.
    let top = 63 - significand.leading_zeros() as i32 + exponent;
    if top > 1023 {
        return f64::INFINITY;
    }
    let lowest = (top - 52).max(-1074);
    let drop = lowest - exponent;
    let kept = if drop <= 0 {
        (significand as u128) << -drop
    } else if drop > 64 {
        0
    } else {
        let wide = u128::from(significand);
        let (kept, rest, half) = (wide >> drop, wide & ((1 << drop) - 1), 1u128 << (drop - 1));
        kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
    };
    // At most 2^53, so the conversion and both products are exact, or overflow to infinity as they should.
    let step = lowest.max(-1022);
    kept as f64 * power_of_two(step) * power_of_two(lowest - step)
}

/// `2^exponent` for exponents of normal numbers and for those that a second factor makes up for.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn extended(sign: u128, exponent: u128, significand: u64) -> f64 {
        to_double(sign << 79 | exponent << 64 | u128::from(significand))
    }

    #[test]
    fn numbers_that_a_double_holds_come_out_exactly() {
        assert_eq!(extended(0, 0x3fff, 1 << 63), 1.0);
        assert_eq!(extended(1, 0x4000, 0xc << 60), -3.0);
        assert_eq!(extended(0, 0x3fff - 1074, 1 << 63), f64::from_bits(1));
        assert_eq!(extended(0, 0x3fff + 1023, 0xffff_ffff_ffff_f800), f64::MAX);
        assert_eq!(extended(0, 0, 0).to_bits(), 0);
        assert_eq!(extended(1, 0, 0).to_bits(), 1 << 63);
        assert!(extended(0, 0x7fff, 0xc << 60).is_nan());
        assert_eq!(extended(1, 0x7fff, 1 << 63), f64::NEG_INFINITY);
    }

    #[test]
    fn other_numbers_are_rounded_to_nearest_even() {
        // The long double nearest to 0.1 and the double nearest to it.
        assert_eq!(extended(0, 0x3ffb, 0xcccc_cccc_cccc_cccd), 0.1);
        let one_and_half_step = 1 << 63 | 1 << 10;
        assert_eq!(extended(0, 0x3fff, one_and_half_step), 1.0);
        assert_eq!(extended(0, 0x3fff, one_and_half_step | 1), 1.0 + f64::EPSILON);
        assert_eq!(extended(0, 0x3fff, one_and_half_step | 1 << 11), 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(extended(0, 0x3fff + 1023, u64::MAX), f64::INFINITY);
        assert_eq!(extended(0, 0x3fff - 1075, 1 << 63), 0.0);
        assert_eq!(extended(0, 0x3fff - 1075, 1 << 63 | 1), f64::from_bits(1));
    }
}
