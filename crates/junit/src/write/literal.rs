//! Values as people write them in Java.

use super::mention;
use classfile::descriptor::JType;
use std::fmt::Write;

/// A primitive whose type the text shows by itself: `5`, `5L`, `(byte) 5`, `'a'`, `0.5f`.
pub(super) fn typed(ty: JType, bits: u64) -> String {
    match ty {
        JType::Byte | JType::Short => {
            let text = plain(ty, bits);
            if text.ends_with("_VALUE") { text } else { format!("({}) {text}", keyword(ty)) }
        }
        JType::Long => {
            let text = plain(ty, bits);
            if text.ends_with(|last: char| last.is_ascii_digit()) { text + "L" } else { text }
        }
        _ => plain(ty, bits),
    }
}

/// A primitive where its type is given already, as in a declaration or among the elements of an array.
pub(super) fn plain(ty: JType, bits: u64) -> String {
    match ty {
        JType::Boolean => if bits & 1 == 0 { "false" } else { "true" }.to_owned(),
        JType::Byte => integer(ty, i64::from(bits as i8), i8::MIN.into(), i8::MAX.into()),
        JType::Short => integer(ty, i64::from(bits as i16), i16::MIN.into(), i16::MAX.into()),
        JType::Int => integer(ty, i64::from(bits as i32), i32::MIN.into(), i32::MAX.into()),
        JType::Long => integer(ty, bits as i64, i64::MIN, i64::MAX),
        JType::Char => character(bits as u16),
        JType::Float => float(f32::from_bits(bits as u32)),
        JType::Double => double(f64::from_bits(bits)),
        JType::Reference | JType::Void => "null".to_owned(),
    }
}

/// A whole number with its sign.
pub(super) fn signed(ty: JType, bits: u64) -> i64 {
    match ty {
        JType::Byte => i64::from(bits as i8),
        JType::Short => i64::from(bits as i16),
        JType::Int => i64::from(bits as i32),
        _ => bits as i64,
    }
}

/// A string literal.
pub(super) fn string(units: &[u16]) -> String {
    let mut text = String::with_capacity(units.len() + 2);
    text.push('"');
    for unit in units {
        if *unit == u16::from(b'\'') { text.push('\'') } else { escape(&mut text, *unit) }
    }
    text.push('"');
    text
}

/// A string as an expression: a long one that mostly repeats a character says so, as in `"a" + "b".repeat(300)`.
///
/// Before Java 11 there is no such method, and a list of copies is joined.
pub(super) fn repeated(units: &[u16], release: u16) -> Option<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut plain: Vec<u16> = Vec::new();
    for run in units.chunk_by(|one, other| one == other) {
        if run.len() < LONG_RUN {
            plain.extend(run);
            continue;
        }
        if !plain.is_empty() {
            pieces.push(string(&plain));
            plain.clear();
        }
        let (one, count) = (string(&run[..1]), run.len());
        pieces.push(match release {
            11.. => format!("{one}.repeat({count})"),
            _ => {
                let collections = mention::class("java/util/Collections");
                format!("{}.join(\"\", {collections}.nCopies({count}, {one}))", lang("String"))
            }
        });
    }
    if pieces.is_empty() {
        return None;
    }
    if !plain.is_empty() {
        pieces.push(string(&plain));
    }
    Some(pieces.join(" + "))
}

/// How often a character has to stand in a row to be counted.
const LONG_RUN: usize = 24;

/// How many bytes a class file needs for a string; it has room for [`u16::MAX`] of them.
pub(super) fn stored_size(units: &[u16]) -> usize {
    let size = |unit: &u16| match unit {
        1..=0x7f => 1,
        0 | 0x80..=0x7ff => 2,
        _ => 3,
    };
    units.iter().map(size).sum()
}

fn keyword(ty: JType) -> &'static str {
    ty.keyword().unwrap_or("Object")
}

fn integer(ty: JType, value: i64, least: i64, greatest: i64) -> String {
    let class = match ty {
        JType::Byte => "Byte",
        JType::Short => "Short",
        JType::Int => "Integer",
        _ => "Long",
    };
    match value {
        _ if value == least => format!("{}.MIN_VALUE", lang(class)),
        _ if value == greatest => format!("{}.MAX_VALUE", lang(class)),
        // No literal of an `int` is that large.
        _ if i32::try_from(value).is_err() => format!("{value}L"),
        _ => value.to_string(),
    }
}

fn character(unit: u16) -> String {
    let mut text = String::from("'");
    match unit {
        0x22 => text.push('"'),
        _ => escape(&mut text, unit),
    }
    text.push('\'');
    text
}

/// Only ASCII is written as it is: nobody knows in which encoding a compiler reads the rest.
fn escape(text: &mut String, unit: u16) {
    match u8::try_from(unit) {
        Ok(b'\n') => text.push_str("\\n"),
        Ok(b'\r') => text.push_str("\\r"),
        Ok(b'\t') => text.push_str("\\t"),
        Ok(0x08) => text.push_str("\\b"),
        Ok(0x0c) => text.push_str("\\f"),
        Ok(letter @ (b'"' | b'\'' | b'\\')) => {
            text.push('\\');
            text.push(char::from(letter));
        }
        Ok(letter @ b' '..=b'~') => text.push(char::from(letter)),
        _ => {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
}

fn float(value: f32) -> String {
    let class = lang("Float");
    match value {
        _ if value.to_bits() == 0x7fc0_0000 => format!("{class}.NaN"),
        _ if value.is_nan() => format!("{class}.intBitsToFloat(0x{:x})", value.to_bits()),
        f32::INFINITY => format!("{class}.POSITIVE_INFINITY"),
        f32::NEG_INFINITY => format!("{class}.NEGATIVE_INFINITY"),
        f32::MAX => format!("{class}.MAX_VALUE"),
        _ if value.to_bits() == 1 => format!("{class}.MIN_VALUE"),
        _ => format!("{value:?}f"),
    }
}

fn double(value: f64) -> String {
    let class = lang("Double");
    match value {
        _ if value.to_bits() == 0x7ff8_0000_0000_0000 => format!("{class}.NaN"),
        _ if value.is_nan() => format!("{class}.longBitsToDouble(0x{:x}L)", value.to_bits()),
        f64::INFINITY => format!("{class}.POSITIVE_INFINITY"),
        f64::NEG_INFINITY => format!("{class}.NEGATIVE_INFINITY"),
        f64::MAX => format!("{class}.MAX_VALUE"),
        _ if value.to_bits() == 1 => format!("{class}.MIN_VALUE"),
        _ => format!("{value:?}"),
    }
}

/// A floating-point number that something is compared with: its literal, without digits that nobody looks at, and how
/// far off a result may be; no distance where only the very same will do, as for NaN, infinity and minus zero.
pub(super) fn compared(ty: JType, bits: u64) -> (String, Option<String>) {
    let Some(value) = magnitude(ty, bits) else { return (typed(ty, bits), None) };
    let power = tolerated(ty, value);
    let (value, digits) = match ty {
        JType::Float => (f64::from(f32::from_bits(bits as u32)), FLOAT_DIGITS),
        _ => (f64::from_bits(bits), DOUBLE_DIGITS),
    };
    let rounded: f64 = format!("{value:.digits$e}").parse().unwrap_or(value);
    let shown = match ty {
        JType::Float => float(rounded as f32),
        _ => double(rounded),
    };
    (shown, Some(distance(ty, power)))
}

/// How far off the elements of an array of floating-point numbers may be, by the smallest of them.
pub(super) fn compared_all(ty: JType, elements: &[u64]) -> Option<String> {
    let mut powers = Vec::new();
    for bits in elements {
        if let Some(value) = magnitude(ty, *bits) {
            powers.push((value == 0.0, tolerated(ty, value)));
        }
    }
    powers.sort_unstable();
    powers.first().map(|(_, power)| distance(ty, *power))
}

/// The size of a number near which others are as good; none for what is no number, or a limit of its type.
fn magnitude(ty: JType, bits: u64) -> Option<f64> {
    let (value, least, greatest) = match ty {
        JType::Float => {
            let value = f32::from_bits(bits as u32);
            (f64::from(value), f64::from(f32::MIN_POSITIVE) * 1e10, f64::from(f32::MAX))
        }
        _ => (f64::from_bits(bits), f64::MIN_POSITIVE * 1e20, f64::MAX),
    };
    let is_minus_zero = value == 0.0 && value.is_sign_negative();
    let size = value.abs();
    let is_usual = size == 0.0 || size >= least && size < greatest;
    (is_usual && !is_minus_zero).then_some(size)
}

/// Digits of a `double` behind the first that are compared.
const DOUBLE_DIGITS: usize = 9;
/// Digits of a `float` behind the first that are compared.
const FLOAT_DIGITS: usize = 5;

/// The power of ten that a result may be off by.
fn tolerated(ty: JType, size: f64) -> i32 {
    let digits = if ty == JType::Float { FLOAT_DIGITS } else { DOUBLE_DIGITS } as i32;
    let shown = format!("{size:e}");
    let power = shown.split_once('e').and_then(|(_, power)| power.parse::<i32>().ok());
    power.filter(|_| size != 0.0).unwrap_or(0) - digits
}

fn distance(ty: JType, power: i32) -> String {
    format!("1e{power}{}", if ty == JType::Float { "f" } else { "" })
}

fn lang(class: &str) -> String {
    mention::class(&format!("java/lang/{class}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::write::mention;

    fn shown(ty: JType, bits: u64) -> String {
        mention::simple(&typed(ty, bits))
    }

    #[test]
    fn integers_show_their_type_and_limits_their_names() {
        let all = [
            shown(JType::Int, 0xffff_ffff),
            shown(JType::Int, 0x7fff_ffff),
            shown(JType::Long, u64::MAX),
            shown(JType::Long, 1 << 63),
            shown(JType::Byte, 0xfd),
            shown(JType::Byte, 0x80),
            shown(JType::Short, 7),
            plain(JType::Short, 7),
            plain(JType::Long, 7),
            plain(JType::Long, 1 << 40),
            shown(JType::Boolean, 1),
        ];
        let expected = [
            "-1",
            "Integer.MAX_VALUE",
            "-1L",
            "Long.MIN_VALUE",
            "(byte) -3",
            "Byte.MIN_VALUE",
            "(short) 7",
            "7",
            "7",
            "1099511627776L",
            "true",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn floats_are_exact() {
        let all = [
            shown(JType::Double, 0.5f64.to_bits()),
            shown(JType::Double, 3f64.to_bits()),
            shown(JType::Double, (-0.0f64).to_bits()),
            shown(JType::Double, 1e300f64.to_bits()),
            shown(JType::Double, 1),
            shown(JType::Double, 0x7ff8_0000_0000_0000),
            shown(JType::Double, 0xfff8_0000_0000_0001),
            shown(JType::Float, u64::from(0.1f32.to_bits())),
            shown(JType::Float, u64::from(f32::NEG_INFINITY.to_bits())),
        ];
        let expected = [
            "0.5",
            "3.0",
            "-0.0",
            "1e300",
            "Double.MIN_VALUE",
            "Double.NaN",
            "Double.longBitsToDouble(0xfff8000000000001L)",
            "0.1f",
            "Float.NEGATIVE_INFINITY",
        ];
        assert_eq!(all, expected);
    }

    #[test]
    fn a_long_row_of_one_character_is_counted() {
        let shown = |text: &str| repeated(&text.encode_utf16().collect::<Vec<u16>>(), 11);
        assert_eq!(shown(&"a".repeat(300)).as_deref(), Some("\"a\".repeat(300)"));
        let text = format!("x{}\n{}y", " ".repeat(40), "\n".repeat(30));
        let expected = r#""x" + " ".repeat(40) + "\n".repeat(31) + "y""#;
        assert_eq!(shown(&text).as_deref(), Some(expected));
        assert_eq!(shown("abc"), None);
        let old = repeated(&[0x61; 300], 8).map(|text| mention::simple(&text));
        let expected = r#"String.join("", Collections.nCopies(300, "a"))"#;
        assert_eq!(old.as_deref(), Some(expected));
    }

    #[test]
    fn what_is_compared_has_a_distance_that_goes_with_its_size() {
        let double = |value: f64| {
            let (text, distance) = compared(JType::Double, value.to_bits());
            let text = mention::simple(&text);
            distance.map_or(text.clone(), |distance| format!("{text}, {distance}"))
        };
        let all = [
            0.5,
            0.1 + 0.2,
            -1234.5,
            2.0 / 3.0,
            0.0,
            -0.0,
            1e300,
            f64::NAN,
            f64::INFINITY,
            f64::MIN_POSITIVE,
        ];
        let expected = [
            "0.5, 1e-10",
            "0.3, 1e-10",
            "-1234.5, 1e-6",
            "0.6666666667, 1e-10",
            "0.0, 1e-9",
            "-0.0",
            "1e300, 1e291",
            "Double.NaN",
            "Double.POSITIVE_INFINITY",
            "2.2250738585072014e-308",
        ];
        assert_eq!(all.map(double), expected);
        let (text, distance) = compared(JType::Float, u64::from(0.1f32.to_bits()));
        assert_eq!((text.as_str(), distance.as_deref()), ("0.1f", Some("1e-6f")));
        let array = [1000.0f64, 0.0, 0.5].map(f64::to_bits);
        assert_eq!(compared_all(JType::Double, &array).as_deref(), Some("1e-10"));
        assert_eq!(compared_all(JType::Double, &[f64::NAN.to_bits()]), None);
    }

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        let text: Vec<u16> = "it's \"a\\u\"\n\u{0}\u{7f}é".encode_utf16().collect();
        assert_eq!(string(&text), r#""it's \"a\\u\"\n\u0000\u007f\u00e9""#);
        assert_eq!(shown(JType::Char, 0x27), r"'\''");
        assert_eq!(shown(JType::Char, 0x22), "'\"'");
        assert_eq!(shown(JType::Char, 0xd800), r"'\ud800'");
        assert_eq!(stored_size(&[0, 0x41, 0x7ff, 0x800]), 2 + 1 + 2 + 3);
    }
}
