//! Numbers as people write them, and the bits they stand for.

use std::fmt::Write;

use crate::Type;

/// Decimal up to here; larger magnitudes are masks, hashes or addresses and read better in hex.
const LARGEST_DECIMAL: u128 = 1_000_000_000_000;

/// The value of an unsigned integer, decimal or hex, with underscores between digits if one likes.
pub(super) fn integer(text: &str) -> Option<u128> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(digits) => (digits, 16),
        None => (text, 10),
    };
    let mut value: u128 = 0;
    let mut seen = false;
    for byte in digits.bytes().filter(|byte| *byte != b'_') {
        let digit = (byte as char).to_digit(radix)?;
        value = value.checked_mul(radix.into())?.checked_add(digit.into())?;
        seen = true;
    }
    seen.then_some(value)
}

/// The bits of an integer of `bits` width, written signed or unsigned; `None` if it does not fit.
pub(super) fn fit(negative: bool, magnitude: u128, bits: u8) -> Option<u128> {
    let mask = u128::MAX >> (128 - u32::from(bits));
    if negative {
        (magnitude <= 1 << (bits - 1)).then_some(magnitude.wrapping_neg() & mask)
    } else {
        (magnitude <= mask).then_some(magnitude)
    }
}

/// The bits of a finite float, decimal or hex; an `Err` says why not.
pub(super) fn float(text: &str, negative: bool, ty: Type) -> Result<u128, &'static str> {
    let bits = if text.starts_with("0x") { hex_float(text, ty)? } else { decimal_float(text, ty)? };
    Ok(if negative { bits | 1 << (ty.bits() - 1) } else { bits })
}

fn decimal_float(text: &str, ty: Type) -> Result<u128, &'static str> {
    const MALFORMED: &str = "this is not a number";
    let cleaned;
    let text = if text.contains('_') {
        cleaned = text.replace('_', "");
        &cleaned
    } else {
        text
    };
    let (bits, infinite) = if ty == Type::F32 {
        let value: f32 = text.parse().map_err(|_| MALFORMED)?;
        (u128::from(value.to_bits()), value.is_infinite())
    } else {
        let value: f64 = text.parse().map_err(|_| MALFORMED)?;
        (u128::from(value.to_bits()), value.is_infinite())
    };
    if infinite { Err("this number is too large for its type") } else { Ok(bits) }
}

/// `0x1.8p3`: must be exact, since whoever writes hex means those very bits.
fn hex_float(text: &str, ty: Type) -> Result<u128, &'static str> {
    const MALFORMED: &str = "a hex float is written like `0x1.8p3`";
    let (digits, exponent) = text[2..].split_once(['p', 'P']).ok_or(MALFORMED)?;
    let mut exponent: i32 = exponent.parse().map_err(|_| MALFORMED)?;
    if exponent.unsigned_abs() > 100_000 || digits.len() > 30 {
        return Err("this number is too long or its exponent too large");
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut mantissa: u128 = 0;
    for byte in whole.bytes().chain(fraction.bytes()) {
        let digit = (byte as char).to_digit(16).ok_or(MALFORMED)?;
        mantissa = mantissa << 4 | u128::from(digit);
    }
    if whole.is_empty() && fraction.is_empty() {
        return Err(MALFORMED);
    }
    if mantissa == 0 {
        return Ok(0);
    }
    exponent -= 4 * fraction.len() as i32;
    let (precision, least, bias): (i32, i32, i32) =
        if ty == Type::F32 { (24, -149, 127) } else { (53, -1074, 1023) };
    exponent += mantissa.trailing_zeros() as i32;
    mantissa >>= mantissa.trailing_zeros();
    let length = 128 - mantissa.leading_zeros() as i32;
    let top = exponent + length - 1;
    if length > precision || exponent < least || top > bias {
        return Err("this number is not exactly a value of its type");
    }
    if top < 1 - bias {
        return Ok(mantissa << (exponent - least));
    }
    let fraction = (mantissa << (precision - length)) & ((1 << (precision - 1)) - 1);
    Ok((((top + bias) as u128) << (precision - 1)) | fraction)
}

/// The bit pattern of positive infinity and of the NaN that is written `nan`.
pub(super) fn special(word: &str, ty: Type) -> Option<u128> {
    Some(match (word, ty) {
        ("inf", Type::F32) => f32::INFINITY.to_bits().into(),
        ("inf", Type::F64) => f64::INFINITY.to_bits().into(),
        ("nan", Type::F32) => 0x7fc0_0000,
        ("nan", Type::F64) => 0x7ff8_0000_0000_0000,
        _ => return None,
    })
}

/// Writes a constant of a type; bits that the type does not have show as hex.
pub(super) fn push_bits(out: &mut String, ty: Type, bits: u128) {
    let known = match ty {
        Type::Int(width) => width <= 128 && (width == 128 || bits >> width == 0),
        Type::F32 => bits >> 32 == 0,
        Type::F64 | Type::Ptr => bits >> 64 == 0,
    };
    // Writing into a string cannot fail.
    let _ = match ty {
        _ if !known => write!(out, "{bits:#x}"),
        Type::Int(1) => write!(out, "{}", bits == 1),
        Type::Int(width) => push_integer(out, width, bits),
        Type::F32 => push_float(out, f32::from_bits(bits as u32).into(), bits, ty),
        Type::F64 => push_float(out, f64::from_bits(bits as u64), bits, ty),
        Type::Ptr if bits == 0 => write!(out, "null"),
        Type::Ptr => write!(out, "{bits:#x}"),
    };
}

fn push_integer(out: &mut String, width: u8, bits: u128) -> std::fmt::Result {
    let shift = 128 - u32::from(width);
    let signed = if width == 0 { 0 } else { (bits << shift) as i128 >> shift };
    if signed.unsigned_abs() <= LARGEST_DECIMAL {
        write!(out, "{signed}")
    } else {
        write!(out, "{bits:#x}")
    }
}

fn push_float(out: &mut String, value: f64, bits: u128, ty: Type) -> std::fmt::Result {
    if value.is_nan() {
        if special("nan", ty) == Some(bits) {
            return out.write_str("nan");
        }
        return write!(out, "nan:{bits:#x}");
    }
    if value.is_infinite() {
        return out.write_str(if value > 0.0 { "inf" } else { "-inf" });
    }
    // The shortest digits that parse back to the same value; for `f32` fewer are needed.
    if ty == Type::F32 { write!(out, "{:?}", value as f32) } else { write!(out, "{value:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(ty: Type, bits: u128) -> String {
        let mut out = String::new();
        push_bits(&mut out, ty, bits);
        out
    }

    #[test]
    fn signed_and_unsigned_spellings_of_an_integer_are_the_same_bits() {
        assert_eq!(fit(true, 1, 32), Some(0xffff_ffff));
        assert_eq!(fit(false, 0xffff_ffff, 32), Some(0xffff_ffff));
        assert_eq!(fit(true, 128, 8), Some(0x80));
        assert_eq!(fit(true, 129, 8), None);
        assert_eq!(fit(false, 256, 8), None);
        assert_eq!(fit(true, 1 << 127, 128), Some(1 << 127));
        assert_eq!(fit(true, 0, 1), Some(0));
    }

    #[test]
    fn integers_are_read_in_decimal_and_hex_and_never_overflow() {
        assert_eq!(integer("1_000"), Some(1000));
        assert_eq!(integer("0xff"), Some(255));
        assert_eq!(integer(&"9".repeat(60)), None);
        assert_eq!(integer("0x"), None);
        assert_eq!(integer("12ab"), None);
    }

    #[test]
    fn hex_floats_are_exact_or_refused() {
        let f64_of = |text| float(text, false, Type::F64).map(|bits| f64::from_bits(bits as u64));
        let f32_of = |text| float(text, false, Type::F32).map(|bits| f32::from_bits(bits as u32));
        assert_eq!(f64_of("0x1.8p3"), Ok(12.0));
        assert_eq!(f64_of("0x0.0000000000001p-1022"), Ok(f64::from_bits(1)));
        assert_eq!(f64_of("0x1p-1022"), Ok(f64::MIN_POSITIVE));
        assert_eq!(f64_of("0x1.fffffffffffffp1023"), Ok(f64::MAX));
        assert_eq!(f32_of("0x1.fffffep127"), Ok(f32::MAX));
        assert_eq!(f32_of("0x1p-149"), Ok(f32::from_bits(1)));
        assert!(f32_of("0x1.ffffffp127").is_err());
        assert!(f64_of("0x1p1024").is_err());
        assert!(f64_of("0x1p-1075").is_err());
        assert!(f64_of("0xp3").is_err());
    }

    #[test]
    fn random_floats_survive_writing_and_reading() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..20_000 {
            for ty in [Type::F32, Type::F64] {
                let bits = u128::from(random.u64(..)) & ty.mask();
                let text = written(ty, bits);
                let (digits, negative) = match text.strip_prefix('-') {
                    Some(digits) => (digits, true),
                    None => (text.as_str(), false),
                };
                if digits.starts_with(|first: char| first.is_ascii_digit()) {
                    assert_eq!(float(digits, negative, ty), Ok(bits), "{text}");
                }
            }
        }
    }

    #[test]
    fn constants_are_written_as_people_would() {
        assert_eq!(written(Type::I32, 0xffff_ffff), "-1");
        assert_eq!(written(Type::I64, 0x1234_5678_9abc_def0), "0x123456789abcdef0");
        assert_eq!(written(Type::BOOL, 1), "true");
        assert_eq!(written(Type::Ptr, 0), "null");
        assert_eq!(written(Type::F64, 1.5f64.to_bits().into()), "1.5");
        assert_eq!(written(Type::F64, (-0.0f64).to_bits().into()), "-0.0");
        assert_eq!(written(Type::F32, 0.1f32.to_bits().into()), "0.1");
        assert_eq!(written(Type::F64, 0x7ff8_0000_0000_0001), "nan:0x7ff8000000000001");
        assert_eq!(written(Type::F64, f64::NEG_INFINITY.to_bits().into()), "-inf");
        assert_eq!(written(Type::I8, 0x100), "0x100");
    }
}
