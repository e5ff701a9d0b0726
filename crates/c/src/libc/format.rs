//! Floating-point numbers as `printf` writes them: exact, for any precision.

/// A conversion such as `%-12.3e`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// One of `a`, `e`, `f`, `g` or their capitals.
    pub conversion: u8,
    /// The sum of the flags' values.
    pub flags: u32,
    /// The least number of characters.
    pub width: usize,
    /// The precision, if one is given.
    pub precision: Option<usize>,
}

impl Field {
    /// `-`: the field is filled up on the right.
    pub const LEFT: u32 = 1;
    /// `+`: a sign stands before positive numbers too.
    pub const PLUS: u32 = 2;
    /// A blank stands before positive numbers.
    pub const SPACE: u32 = 4;
    /// `#`: there is always a point.
    pub const ALTERNATE: u32 = 8;
    /// `0`: the field is filled up with zeros.
    pub const ZERO: u32 = 16;

    fn has(self, flag: u32) -> bool {
        self.flags & flag != 0
    }
}

/// Digits behind the point that a double can have; all beyond are zeros.
const MOST_DIGITS: usize = 1100;

/// Writes a number into a field.
pub fn format_double(value: f64, field: Field) -> String {
    let sign = if value.is_sign_negative() {
        "-"
    } else if field.has(Field::PLUS) {
        "+"
    } else if field.has(Field::SPACE) {
        " "
    } else {
        ""
    };
    let size = value.abs();
    let lower = field.conversion.to_ascii_lowercase();
    let (mut prefix, mut body) = match lower {
        _ if size.is_nan() => ("", "nan".to_owned()),
        _ if size.is_infinite() => ("", "inf".to_owned()),
        b'a' => ("0x", hexadecimal(size, field)),
        b'e' => ("", scientific(size, field.precision.unwrap_or(6), field)),
        b'g' => ("", general(size, field)),
        _ => ("", fixed(size, field.precision.unwrap_or(6), field)),
    };
    if field.conversion.is_ascii_uppercase() {
        body.make_ascii_uppercase();
        prefix = if prefix.is_empty() { "" } else { "0X" };
    }
    let missing = field.width.saturating_sub(sign.len() + prefix.len() + body.len());
    if field.has(Field::LEFT) {
        format!("{sign}{prefix}{body}{}", " ".repeat(missing))
    } else if field.has(Field::ZERO) && value.is_finite() {
        format!("{sign}{prefix}{}{body}", "0".repeat(missing))
    } else {
        format!("{}{sign}{prefix}{body}", " ".repeat(missing))
    }
}

fn fixed(size: f64, precision: usize, field: Field) -> String {
    let exact = precision.min(MOST_DIGITS);
    let mut text = format!("{size:.exact$}");
    text.push_str(&"0".repeat(precision - exact));
    if precision == 0 && field.has(Field::ALTERNATE) {
        text.push('.');
    }
    text
}

/// The digits of a number, a point behind the first, and its exponent.
fn digits_and_exponent(size: f64, precision: usize) -> (String, i32) {
    let exact = precision.min(MOST_DIGITS);
    let text = format!("{size:.exact$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let zeros = "0".repeat(precision - exact);
    (format!("{digits}{zeros}"), exponent.parse().unwrap_or(0))
}

fn with_exponent(mut digits: String, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    digits.push_str(&format!("e{sign}{:02}", exponent.unsigned_abs()));
    digits
}

fn scientific(size: f64, precision: usize, field: Field) -> String {
    let (mut digits, exponent) = digits_and_exponent(size, precision);
    if precision == 0 && field.has(Field::ALTERNATE) {
        digits.push('.');
    }
    with_exponent(digits, exponent)
}

/// `%g`: the shorter of both, with as many digits as the precision says and no zeros at the end.
fn general(size: f64, field: Field) -> String {
    let precision = field.precision.unwrap_or(6).max(1);
    let (digits, exponent) = digits_and_exponent(size, precision - 1);
    let in_range = exponent >= -4 && i64::from(exponent) < precision as i64;
    let mut digits = if in_range {
        fixed(size, (precision as i64 - 1 - i64::from(exponent)) as usize, field)
    } else {
        digits
    };
    if field.has(Field::ALTERNATE) {
        if !digits.contains('.') {
            digits.push('.');
        }
    } else if digits.contains('.') {
        digits.truncate(digits.trim_end_matches('0').trim_end_matches('.').len());
    }
    if in_range { digits } else { with_exponent(digits, exponent) }
}

/// `%a` behind its `0x`.
fn hexadecimal(size: f64, field: Field) -> String {
    let bits = size.to_bits();
    let (raw, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    let (mut lead, exponent) = match (raw, fraction) {
        (0, 0) => (0, 0),
        (0, _) => (0, -1022),
        _ => (1u64, raw - 1023),
    };
    let mut fraction = fraction;
    let mut places = 13;
    if let Some(precision) = field.precision.filter(|precision| *precision < 13) {
        // Half goes to the even neighbour, of which the leading digit is part.
        let dropped = 4 * (13 - precision);
        let whole = (lead << 52) | fraction;
        let (kept, rest) = (whole >> dropped, whole & ((1 << dropped) - 1));
        let half = 1u64 << (dropped - 1);
        let up = rest > half || (rest == half && kept & 1 == 1);
        let rounded = (kept + u64::from(up)) << dropped;
        (lead, fraction) = (rounded >> 52, rounded & ((1 << 52) - 1));
        places = precision;
    }
    let mut digits = format!("{fraction:013x}");
    digits.truncate(places);
    match field.precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) => digits.push_str(&"0".repeat(precision.saturating_sub(13))),
    }
    let point = if digits.is_empty() && !field.has(Field::ALTERNATE) { "" } else { "." };
    format!("{lead}{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(value: f64, conversion: u8, precision: Option<usize>, expected: &str) {
        let field = Field { conversion, flags: 0, width: 0, precision };
        assert_eq!(format_double(value, field), expected);
    }

    #[test]
    fn halves_are_rounded_to_even_on_the_exact_value() {
        check(0.5, b'f', Some(0), "0");
        check(1.5, b'f', Some(0), "2");
        check(2.5, b'f', Some(0), "2");
        check(0.125, b'f', Some(2), "0.12");
        check(1.005, b'f', Some(2), "1.00");
    }

    #[test]
    fn general_form_takes_the_exponent_after_rounding() {
        check(999_999.5, b'g', None, "1e+06");
        check(100_000.0, b'g', None, "100000");
        check(0.0001, b'g', None, "0.0001");
        check(0.000_01, b'G', None, "1E-05");
        check(0.0, b'g', None, "0");
    }

    #[test]
    fn hexadecimal_form_carries_into_the_leading_digit() {
        check(1.0, b'a', None, "0x1p+0");
        check(1.5, b'a', Some(0), "0x2p+0");
        check(0.1, b'a', Some(3), "0x1.99ap-4");
        check(5e-324, b'a', None, "0x0.0000000000001p-1022");
        check(-0.0, b'A', None, "-0X0P+0");
    }

    #[test]
    fn precision_beyond_the_digits_gives_zeros() {
        let field = Field { conversion: b'f', flags: 0, width: 0, precision: Some(70_000) };
        let text = format_double(0.1, field);
        assert_eq!(text.len(), 70_002);
        assert!(text.starts_with("0.1000000000000000055511151231257827"));
    }

    #[test]
    fn zeros_fill_finite_numbers_only() {
        let field = Field { conversion: b'f', flags: Field::ZERO, width: 8, precision: Some(1) };
        assert_eq!(format_double(-1.0, field), "-00001.0");
        assert_eq!(format_double(f64::NEG_INFINITY, field), "    -inf");
    }
}
