//! Floating-point numbers from text, rounded once to the nearest.

/// The double nearest to a number as C writes it: decimal, hexadecimal, `inf` or `nan`.
pub fn parse_double(text: &str) -> f64 {
    match hexadecimal(text) {
        Some((negative, number)) => {
            let size = f64::from_bits(number.round(53, -1022, 1023).into_bits(52, 1023));
            if negative { -size } else { size }
        }
        None => without_payload(text).parse().unwrap_or(0.0),
    }
}

/// The float nearest to a number as C writes it.
pub fn parse_float(text: &str) -> f32 {
    match hexadecimal(text) {
        Some((negative, number)) => {
            let bits = number.round(24, -126, 127).into_bits(23, 127);
            let size = f32::from_bits(bits as u32);
            if negative { -size } else { size }
        }
        None => without_payload(text).parse().unwrap_or(0.0),
    }
}

/// `nan(payload)` is a plain NaN.
fn without_payload(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

/// `mantissa * 2^exponent`; the lowest bit also stands for all that lies below it.
struct Number {
    mantissa: u64,
    exponent: i64,
}

/// A number that fits its format: `significand * 2^exponent`, or infinite.
enum Rounded {
    Infinite,
    Finite { significand: u64, exponent: i64, least: i64 },
}

fn hexadecimal(text: &str) -> Option<(bool, Number)> {
    let (negative, text) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let text = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let (digits, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let mut number = Number { mantissa: 0, exponent: parse_exponent(exponent) };
    let mut behind_point = false;
    for c in digits.chars() {
        let Some(digit) = c.to_digit(16) else {
            behind_point = true;
            continue;
        };
        if number.mantissa >> 60 == 0 {
            number.mantissa = number.mantissa << 4 | u64::from(digit);
            number.exponent -= if behind_point { 4 } else { 0 };
        } else {
            number.mantissa |= u64::from(digit != 0);
            number.exponent += if behind_point { 0 } else { 4 };
        }
    }
    Some((negative, number))
}

/// An exponent of any number of digits, cut off where all numbers are zero or infinite anyway.
fn parse_exponent(text: &str) -> i64 {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.trim_start_matches('+')),
    };
    let size = digits.parse::<i64>().unwrap_or(i64::MAX).min(1 << 40);
    if negative { -size } else { size }
}

impl Number {
    /// Rounds to a format of `precision` bits with these exponents of the leading bit.
    fn round(self, precision: i64, least: i64, most: i64) -> Rounded {
        let lowest = least - (precision - 1);
        if self.mantissa == 0 {
            return Rounded::Finite { significand: 0, exponent: lowest, least };
        }
        let leading = 63 - i64::from(self.mantissa.leading_zeros()) + self.exponent;
        let unit = (leading - (precision - 1)).max(lowest);
        let dropped = unit - self.exponent;
        let mut significand = match dropped {
            ..=0 => self.mantissa << -dropped,
            1..=64 => {
                let wide = u128::from(self.mantissa);
                let (kept, rest) = (wide >> dropped, wide & ((1 << dropped) - 1));
                let half = 1 << (dropped - 1);
                let up = rest > half || (rest == half && kept & 1 == 1);
                kept as u64 + u64::from(up)
            }
            _ => 0,
        };
        let mut exponent = unit;
        if significand >> precision != 0 {
            significand >>= 1;
            exponent += 1;
        }
        if exponent + precision - 1 > most && significand >> (precision - 1) != 0 {
            return Rounded::Infinite;
        }
        Rounded::Finite { significand, exponent, least }
    }
}

impl Rounded {
    /// The bit pattern with a fraction of so many bits and this bias.
    fn into_bits(self, fraction: u32, bias: i64) -> u64 {
        match self {
            Rounded::Infinite => ((2 * bias + 1) as u64) << fraction,
            Rounded::Finite { significand, exponent, least } => {
                if significand >> fraction == 0 {
                    return significand;
                }
                let leading = (exponent + i64::from(fraction)).max(least);
                (((leading + bias) as u64) << fraction) | (significand & ((1 << fraction) - 1))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexadecimal_numbers_are_exact() {
        assert_eq!(parse_double("0x1.8p+1"), 3.0);
        assert_eq!(parse_double("-0xA.8"), -10.5);
        assert_eq!(parse_double("0x.1p4"), 1.0);
        assert_eq!(parse_double("0x1p-1074"), 5e-324);
        assert_eq!(parse_double("0x0.8p-1074"), 0.0);
        assert_eq!(parse_double("0x0.80000000000000000001p-1074"), 5e-324);
        assert_eq!(parse_double("0x1.fffffffffffff8p1023"), f64::INFINITY);
        assert_eq!(parse_double("0x1.fffffffffffff7p1023"), f64::MAX);
        assert_eq!(parse_double("0x1p99999999999999999999"), f64::INFINITY);
        assert_eq!(parse_float("0x1.fffffep127"), f32::MAX);
        assert_eq!(parse_float("0x1p-149"), f32::from_bits(1));
    }

    #[test]
    fn hexadecimal_text_comes_back_from_its_bits() {
        use crate::libc::{Field, format_double};
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..10_000 {
            let value = f64::from_bits(rng.u64(..) & !(1 << 63));
            if value.is_finite() {
                let field = Field { conversion: b'a', flags: 0, width: 0, precision: None };
                assert_eq!(parse_double(&format_double(value, field)).to_bits(), value.to_bits());
            }
        }
    }

    #[test]
    fn words_are_read_in_any_case() {
        assert_eq!(parse_double("-INF"), f64::NEG_INFINITY);
        assert_eq!(parse_double("Infinity"), f64::INFINITY);
        assert!(parse_double("nan(123)").is_nan());
        assert_eq!(parse_float("1e-46"), 0.0);
    }
}
