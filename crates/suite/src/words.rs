//! Values in words that can stand in the name of a test.

use crate::layout::resolve;
use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};

/// A value in words, such as `minus_1`, `true`, `null`, `red` or `letter_a`; none where no short word
/// says it.
pub fn words(catalogue: &Catalogue, ty: ApiTypeId, bits: u128) -> Option<String> {
    match resolve(catalogue, ty) {
        ApiType::Bool => Some(if bits & 0xff == 0 { "false" } else { "true" }.to_owned()),
        ApiType::Int { bits: width, signed } => Some(integer(value(bits, *width, *signed))),
        ApiType::Char { bits: width, signed } => Some(character(value(bits, *width, *signed))),
        ApiType::Enum { bits: width, signed, enumerators, .. } => {
            let value = value(bits, *width, *signed);
            let name = enumerators.iter().find(|(_, known)| *known == value);
            Some(name.map_or_else(|| integer(value), |(name, _)| name.to_lowercase()))
        }
        ApiType::F32 => Some(float(f64::from(f32::from_bits(bits as u32)))),
        ApiType::F64 => Some(float(f64::from_bits(bits as u64))),
        ApiType::Pointer(_) | ApiType::Class(_) | ApiType::Managed { .. } if bits == 0 => {
            Some("null".to_owned())
        }
        _ => None,
    }
}

/// A text in words: its letters and digits, or the names of its marks where it has few of them; none where no short
/// word says it.
pub fn text_words(text: &[u8]) -> Option<String> {
    if text.is_empty() {
        return Some("empty".to_owned());
    }
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
    if text.len() <= 3 && !text.iter().all(is_word) {
        let marks: Vec<String> = text
            .iter()
            .map(|byte| match byte {
                byte if is_word(byte) => char::from(*byte).to_string(),
                byte => character((*byte).into()),
            })
            .collect();
        return Some(marks.join("_"));
    }
    let mut word = String::new();
    for letter in text.iter().map(|byte| char::from(*byte)) {
        match letter {
            _ if letter.is_ascii_alphanumeric() => word.push(letter),
            _ if word.ends_with('_') || word.is_empty() => {}
            _ => word.push('_'),
        }
    }
    let short: String = word.chars().take(LONGEST_TEXT).collect();
    let short = short.trim_end_matches('_');
    (!short.is_empty()).then(|| short.to_owned())
}

/// Letters of a text that stand in a name.
const LONGEST_TEXT: usize = 20;

/// An integer of a width, with its sign.
pub fn value(bits: u128, width: u8, signed: bool) -> i128 {
    let shift = 128 - u32::from(width.clamp(1, 128));
    if signed { ((bits << shift) as i128) >> shift } else { ((bits << shift) >> shift) as i128 }
}

fn integer(value: i128) -> String {
    let limits = [
        (i128::from(i32::MIN), "int_min"),
        (i128::from(i32::MAX), "int_max"),
        (i128::from(u32::MAX), "uint_max"),
        (i128::from(i64::MIN), "long_min"),
        (i128::from(i64::MAX), "long_max"),
        (i128::from(u64::MAX), "ulong_max"),
    ];
    match limits.iter().find(|(limit, _)| *limit == value) {
        Some((_, name)) => (*name).to_owned(),
        None if value < 0 => format!("minus_{}", value.unsigned_abs()),
        None => value.to_string(),
    }
}

/// Characters that have a name.
const MARKS: [(char, &str); 36] = [
    ('\0', "nul"),
    ('\t', "tab"),
    ('\n', "newline"),
    ('\r', "return"),
    (' ', "space"),
    ('!', "exclamation_mark"),
    ('"', "quote"),
    ('#', "hash"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('\'', "apostrophe"),
    ('(', "opening_parenthesis"),
    (')', "closing_parenthesis"),
    ('*', "star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "dash"),
    ('.', "dot"),
    ('/', "slash"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less_sign"),
    ('=', "equals_sign"),
    ('>', "greater_sign"),
    ('?', "question_mark"),
    ('@', "at_sign"),
    ('[', "opening_bracket"),
    ('\\', "backslash"),
    (']', "closing_bracket"),
    ('^', "caret"),
    ('_', "underscore"),
    ('`', "backtick"),
    ('{', "opening_brace"),
    ('|', "bar"),
    ('}', "closing_brace"),
];

/// What a character that is no letter and no digit is called.
pub fn mark(letter: char) -> Option<&'static str> {
    MARKS.iter().find(|(mark, _)| *mark == letter).map(|(_, name)| *name)
}

fn character(value: i128) -> String {
    match u8::try_from(value).map(char::from) {
        Ok(letter) if letter.is_ascii_lowercase() => format!("letter_{letter}"),
        Ok(letter) if letter.is_ascii_uppercase() => {
            format!("capital_{}", letter.to_ascii_lowercase())
        }
        Ok(digit) if digit.is_ascii_digit() => format!("digit_{digit}"),
        Ok(letter) => {
            mark(letter).map_or_else(|| format!("char_{}", integer(value)), str::to_owned)
        }
        _ => format!("char_{}", integer(value)),
    }
}

fn float(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    let sign = if value.is_sign_negative() { "minus_" } else { "" };
    let magnitude = value.abs();
    if magnitude.is_infinite() {
        return format!("{sign}infinity");
    }
    let text = format!("{magnitude}");
    // A long row of digits helps nobody.
    let size = match text.len() {
        0..=8 => text.replace('.', "_point_"),
        _ if magnitude < 0.005 => "a_tiny_number".to_owned(),
        _ if magnitude < 1.0 => format!("about_{magnitude:.2}").replace('.', "_point_"),
        _ if magnitude > 1e6 => "a_huge_number".to_owned(),
        _ => format!("about_{magnitude:.0}"),
    };
    format!("{sign}{size}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::IdVec;

    fn spoken(ty: ApiType, bits: u128) -> String {
        let mut types = IdVec::new();
        let id = types.push(ty);
        let catalogue = Catalogue { types, items: Vec::new() };
        words(&catalogue, id, bits).unwrap_or_else(|| "?".to_owned())
    }

    #[test]
    fn texts_become_words() {
        let shown = |text: &str| text_words(text.as_bytes()).unwrap_or_else(|| "?".to_owned());
        assert_eq!(shown(""), "empty");
        assert_eq!(shown("else"), "else");
        assert_eq!(shown("+"), "plus");
        assert_eq!(shown("-1"), "dash_1");
        assert_eq!(shown("key = value"), "key_value");
        assert_eq!(shown("++++"), "?");
    }

    #[test]
    fn values_become_words() {
        let int = || ApiType::Int { bits: 32, signed: true };
        let colours = vec![("RED".to_owned(), 0), ("GREEN".to_owned(), -1)];
        let colour =
            ApiType::Enum { name: "c".into(), bits: 32, signed: true, enumerators: colours };
        let shown = [
            spoken(int(), 7),
            spoken(int(), 0xffff_ffff),
            spoken(int(), 0x8000_0000),
            spoken(ApiType::Int { bits: 8, signed: false }, 255),
            spoken(ApiType::Bool, 1),
            spoken(ApiType::Char { bits: 8, signed: true }, u128::from(b'a')),
            spoken(ApiType::Char { bits: 8, signed: true }, 0xff),
            spoken(colour, 0xffff_ffff),
            spoken(ApiType::F64, (-0.5f64).to_bits().into()),
            spoken(ApiType::F64, 1e300f64.to_bits().into()),
            spoken(ApiType::Pointer(ApiTypeId(0)), 0),
            spoken(ApiType::Pointer(ApiTypeId(0)), 8),
        ];
        let expected = [
            "7",
            "minus_1",
            "int_min",
            "255",
            "true",
            "letter_a",
            "char_minus_1",
            "green",
            "minus_0_point_5",
            "a_huge_number",
            "null",
            "?",
        ];
        assert_eq!(shown, expected);
    }
}
