//! Floating-point constants: from LLVM's notations to bits.

use super::ast::{FloatBits, Type};

/// The bits of a constant of a floating-point type; `None` if it is not written as LLVM does.
///
/// `half`, `float` and `double` are written as decimal or as the 16 digits of the double with the
/// same value (`half` also as `0xH`); the others in hexadecimal digits of their own format.
pub(super) fn float(written: &str, ty: &Type) -> Option<FloatBits> {
    let Some(digits) = written.strip_prefix("0x") else {
        let value: f64 = written.parse().ok()?;
        return match ty {
            Type::Double => Some(FloatBits::Double(value.to_bits())),
            Type::Float => Some(FloatBits::Single((value as f32).to_bits())),
            Type::Half => half(value.to_bits()).map(FloatBits::Half),
            _ => None,
        };
    };
    match (digits.chars().next()?, ty) {
        ('H', Type::Half) => Some(FloatBits::Half(u16::from_str_radix(&digits[1..], 16).ok()?)),
        ('R', Type::BFloat) => Some(FloatBits::BFloat(u16::from_str_radix(&digits[1..], 16).ok()?)),
        ('K', Type::X86Fp80) => {
            let bits = u128::from_str_radix(&digits[1..], 16).ok()?;
            (bits >> 80 == 0).then_some(FloatBits::X86Fp80(bits))
        }
        ('L', Type::Fp128) => Some(FloatBits::Fp128(halves(&digits[1..])?)),
        ('M', Type::PpcFp128) => Some(FloatBits::PpcFp128(halves(&digits[1..])?)),
        (_, Type::Double) => Some(FloatBits::Double(u64::from_str_radix(digits, 16).ok()?)),
        (_, Type::Float) => {
            let bits = u64::from_str_radix(digits, 16).ok()?;
            Some(FloatBits::Single(single(bits)))
        }
        (_, Type::Half) => half(u64::from_str_radix(digits, 16).ok()?).map(FloatBits::Half),
        _ => None,
    }
}

/// LLVM writes the less significant half of 128 bits first.
fn halves(digits: &str) -> Option<u128> {
    if digits.len() != 32 {
        return None;
    }
    let low = u64::from_str_radix(digits.get(..16)?, 16).ok()?;
    let high = u64::from_str_radix(digits.get(16..)?, 16).ok()?;
    Some(u128::from(high) << 64 | u128::from(low))
}

/// The bits of the float with the value of a double; the payload of a NaN, which a conversion may
/// change, is kept bit by bit.
fn single(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if !value.is_nan() {
        return (value as f32).to_bits();
    }
    let sign = (bits >> 63) as u32;
    let payload = (bits >> 29) as u32 & 0x7f_ffff;
    // A NaN whose payload lies in the lost bits would become an infinity.
    sign << 31 | 0xff << 23 | if payload == 0 { 1 << 22 } else { payload }
}

/// The bits of the half with the value of a double, if there is one.
fn half(bits: u64) -> Option<u16> {
    let sign = ((bits >> 63) as u16) << 15;
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1023;
    let fraction = bits & ((1 << 52) - 1);
    let narrow =
        |fraction: u64| (fraction.trailing_zeros() >= 42).then_some((fraction >> 42) as u16);
    match exponent {
        1024 => Some(sign | 0x1f << 10 | narrow(fraction)?),
        -14..=15 => Some(sign | ((exponent + 15) as u16) << 10 | narrow(fraction)?),
        -24..=-15 => {
            let shift = (-14 - exponent) as u32;
            let significand = fraction | 1 << 52;
            let lost = significand & ((1 << (42 + shift)) - 1);
            (lost == 0).then_some(sign | (significand >> (42 + shift)) as u16)
        }
        -1023 if fraction == 0 => Some(sign),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_and_hexadecimal_doubles_give_their_bits() {
        let bits = |text| float(text, &Type::Double);
        assert_eq!(bits("1.000000e+00"), Some(FloatBits::Double(1f64.to_bits())));
        assert_eq!(bits("-0.000000e+00"), Some(FloatBits::Double((-0f64).to_bits())));
        assert_eq!(bits("0x3FB999999999999A"), Some(FloatBits::Double(0.1f64.to_bits())));
        assert_eq!(bits("0x7FF0000000000001"), Some(FloatBits::Double(0x7FF0_0000_0000_0001)));
    }

    #[test]
    fn floats_are_written_as_the_double_of_the_same_value() {
        let bits = |text| float(text, &Type::Float);
        assert_eq!(bits("0x3FB99999A0000000"), Some(FloatBits::Single(0.1f32.to_bits())));
        assert_eq!(bits("0x36A0000000000000"), Some(FloatBits::Single(1)));
        assert_eq!(bits("0x7FF8000000000000"), Some(FloatBits::Single(0x7fc0_0000)));
        assert_eq!(bits("0xFFF4000000000000"), Some(FloatBits::Single(0xffa0_0000)));
    }

    #[test]
    fn every_half_is_found_again_from_its_double() {
        for half_bits in 0..=u16::MAX {
            let (exponent, fraction) = (i32::from(half_bits >> 10 & 0x1f), half_bits & 0x3ff);
            let magnitude = match exponent {
                0 => f64::from(fraction) * 2f64.powi(-24),
                0x1f => continue,
                _ => f64::from(fraction | 0x400) * 2f64.powi(exponent - 25),
            };
            let value = if half_bits >> 15 == 1 { -magnitude } else { magnitude };
            assert_eq!(half(value.to_bits()), Some(half_bits));
        }
        assert_eq!(half(f64::INFINITY.to_bits()), Some(0x7c00));
        assert_eq!(half(0.1f64.to_bits()), None);
        assert_eq!(half(65536f64.to_bits()), None);
    }

    #[test]
    fn wide_formats_are_their_own_digits() {
        let one = float("0xK3FFF8000000000000000", &Type::X86Fp80);
        assert_eq!(one, Some(FloatBits::X86Fp80(0x3fff << 64 | 1 << 63)));
        let one = float("0xL00000000000000003FFF000000000000", &Type::Fp128);
        assert_eq!(one, Some(FloatBits::Fp128(0x3fff << 112)));
        assert_eq!(float("0xK3FFF8000000000000000", &Type::Double), None);
        assert_eq!(float("0x", &Type::Double), None);
        assert_eq!(float("0xH3C00", &Type::Half), Some(FloatBits::Half(0x3c00)));
        assert_eq!(float("0xR3F80", &Type::BFloat), Some(FloatBits::BFloat(0x3f80)));
    }
}
