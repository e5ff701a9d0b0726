//! Values as a person writes them in C.

use super::types::declare;
use program::Catalogue;
use program::catalogue::{ApiType, ApiTypeId};
use suite::layout::resolve;
use suite::words::value;

/// A scalar as C text; none for what is no scalar, and for addresses where objects can lie.
pub fn literal(catalogue: &Catalogue, ty: ApiTypeId, bits: u128) -> Option<String> {
    Some(match resolve(catalogue, ty) {
        ApiType::Bool => if bits & 0xff == 0 { "0" } else { "1" }.to_owned(),
        ApiType::Int { bits: width, signed } => {
            integer(value(bits, *width, *signed), *width, *signed)
        }
        ApiType::Char { bits: 8, signed } => {
            let value = value(bits, 8, *signed);
            let is_letter = u8::try_from(value).is_ok_and(|byte| byte.is_ascii_graphic());
            // An unsigned one is a number as often as a character.
            if *signed || is_letter { character(value) } else { value.to_string() }
        }
        ApiType::Char { bits: width, signed } => {
            integer(value(bits, *width, *signed), *width, *signed)
        }
        ApiType::Enum { bits: width, signed, enumerators, .. } => {
            let value = value(bits, *width, *signed);
            match enumerators.iter().find(|(_, known)| *known == value) {
                Some((name, _)) => name.clone(),
                None => {
                    flags(enumerators, value).unwrap_or_else(|| integer(value, *width, *signed))
                }
            }
        }
        ApiType::F32 => float(f64::from(f32::from_bits(bits as u32)), true),
        ApiType::F64 => float(f64::from_bits(bits as u64), false),
        // A parameter that is an array is a pointer.
        ApiType::Pointer(_) | ApiType::Array { .. } if bits == 0 => "NULL".to_owned(),
        ApiType::Pointer(_) => {
            let mark = value(bits, 64, true);
            let nowhere = -PAGE < mark && mark < PAGE;
            format!("({}){}", declare(catalogue, ty, "").filter(|_| nowhere)?, mark)
        }
        _ => return None,
    })
}

/// No object lies in the first or the last bytes of the address space, so that programs use such addresses as marks.
const PAGE: i128 = 4096;

/// A scalar where C converts it to its type: a small number needs no suffix there.
pub fn converted(catalogue: &Catalogue, ty: ApiTypeId, bits: u128) -> Option<String> {
    let text = literal(catalogue, ty, bits)?;
    let is_int = matches!(resolve(catalogue, ty), ApiType::Int { bits: 32 | 64, .. });
    let number = text.trim_end_matches(['U', 'L']);
    let small = match number.strip_prefix("0x") {
        Some(digits) => i32::from_str_radix(digits, 16).is_ok(),
        None => number.parse::<i32>().is_ok(),
    };
    Some(if is_int && small { number.to_owned() } else { text })
}

/// Enumerators that are bits of a mask, joined.
fn flags(enumerators: &[(String, i128)], value: i128) -> Option<String> {
    let bits: Vec<_> = enumerators
        .iter()
        .filter(|(_, bit)| *bit > 0 && (*bit as u128).is_power_of_two())
        .collect();
    if value <= 0 || bits.len() * 2 < enumerators.len() || bits.len() < 2 {
        return None;
    }
    let mut left = value;
    let mut names = Vec::new();
    for (name, bit) in bits {
        if left & bit != 0 {
            names.push(name.as_str());
            left &= !bit;
        }
    }
    // The sum has the type of an integer, which C converts.
    (left == 0).then(|| names.join(" | "))
}

/// An integer of a type, with the suffix that keeps comparisons free of warnings.
pub fn integer(value: i128, width: u8, signed: bool) -> String {
    let named = match (width, signed) {
        (32, true) => match i32::try_from(value) {
            Ok(i32::MIN) => Some("INT_MIN"),
            Ok(i32::MAX) => Some("INT_MAX"),
            _ => None,
        },
        (64, true) => match i64::try_from(value) {
            Ok(i64::MIN) => Some("LONG_MIN"),
            Ok(i64::MAX) => Some("LONG_MAX"),
            _ => None,
        },
        (32, false) if value == i128::from(u32::MAX) => Some("UINT_MAX"),
        (64, false) if value == i128::from(u64::MAX) => Some("ULONG_MAX"),
        _ => None,
    };
    if let Some(name) = named {
        return name.to_owned();
    }
    if width > 64 {
        return wide(value as u128, signed);
    }
    let suffix = match (width, signed) {
        (64, true) if i32::try_from(value).is_err() => "L",
        (64, false) => "UL",
        (32, false) => "U",
        _ => "",
    };
    // Masks are read in hexadecimal; so is what is too long to count digits of.
    let hexadecimal = !signed && value > 0xffff || !signed && width >= 32 && is_mask(value);
    if hexadecimal { format!("{value:#x}{suffix}") } else { format!("{value}{suffix}") }
}

/// Whether a number is a row of ones, or one such row shifted, and above a byte.
fn is_mask(value: i128) -> bool {
    if value <= 0xff {
        return false;
    }
    let shifted = (value as u128) >> (value as u128).trailing_zeros();
    (shifted + 1).is_power_of_two() && shifted > 1
}

/// C has no literals of 128 bits.
fn wide(bits: u128, signed: bool) -> String {
    let (high, low) = ((bits >> 64) as u64, bits as u64);
    let ty = if signed { "__int128" } else { "unsigned __int128" };
    match high {
        0 => format!("({ty}){low:#x}UL"),
        _ => format!("(({ty})(((unsigned __int128){high:#x}UL << 64) | {low:#x}UL))"),
    }
}

fn character(value: i128) -> String {
    match u8::try_from(value) {
        Ok(byte @ (b'\'' | b'\\')) => format!("'\\{}'", char::from(byte)),
        Ok(b'\n') => "'\\n'".to_owned(),
        Ok(b'\t') => "'\\t'".to_owned(),
        Ok(b'\r') => "'\\r'".to_owned(),
        Ok(0) => "'\\0'".to_owned(),
        Ok(byte) if byte.is_ascii_graphic() || byte == b' ' => format!("'{}'", char::from(byte)),
        _ => value.to_string(),
    }
}

/// A float, exactly: the shortest digits that read back as the same number.
fn float(value: f64, single: bool) -> String {
    let suffix = if single { "f" } else { "" };
    if value.is_nan() {
        return "NAN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned();
    }
    let text = if single { format!("{:?}", value as f32) } else { format!("{value:?}") };
    let text = if text.contains(['.', 'e']) { text } else { format!("{text}.0") };
    // `1e16` is a float in C too.
    format!("{text}{suffix}")
}

/// Bytes as a string literal; a hexadecimal escape never swallows the letter behind it.
pub fn text(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for (index, byte) in bytes.iter().enumerate() {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(char::from(*byte));
            }
            b'\n' => text += "\\n",
            b'\t' => text += "\\t",
            b'\r' => text += "\\r",
            // Two question marks may begin a trigraph.
            b'?' if index > 0 && bytes[index - 1] == b'?' => text += "\\?",
            byte if byte.is_ascii_graphic() || *byte == b' ' => text.push(char::from(*byte)),
            byte => text += &format!("\\{byte:03o}"),
        }
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::IdVec;

    fn shown(ty: ApiType, bits: u128) -> String {
        let mut types = IdVec::new();
        let id = types.push(ty);
        literal(&Catalogue { types, items: Vec::new() }, id, bits).unwrap_or_default()
    }

    #[test]
    fn integers_carry_the_suffix_of_their_type() {
        let int = |bits, signed| ApiType::Int { bits, signed };
        assert_eq!(shown(int(32, true), 0xffff_ffff), "-1");
        assert_eq!(shown(int(32, true), 0x8000_0000), "INT_MIN");
        assert_eq!(shown(int(32, false), 7), "7U");
        assert_eq!(shown(int(32, false), 0xff00), "0xff00U");
        assert_eq!(shown(int(64, false), 70_000), "0x11170UL");
        assert_eq!(shown(int(64, true), 1 << 40), "1099511627776L");
        assert_eq!(shown(int(8, false), 200), "200");
        assert_eq!(shown(int(128, false), 5), "(unsigned __int128)0x5UL");
    }

    #[test]
    fn small_numbers_need_no_suffix_where_they_are_converted() {
        let shown = |bits, value| {
            let mut types = IdVec::new();
            let id = types.push(ApiType::Int { bits, signed: false });
            converted(&Catalogue { types, items: Vec::new() }, id, value).unwrap_or_default()
        };
        assert_eq!(shown(64, 7), "7");
        assert_eq!(shown(32, 0xff00), "0xff00");
        assert_eq!(shown(64, 1 << 31), "0x80000000UL");
        assert_eq!(shown(64, u64::MAX.into()), "ULONG_MAX");
    }

    #[test]
    fn characters_floats_and_texts_are_written_as_people_do() {
        let char = || ApiType::Char { bits: 8, signed: true };
        assert_eq!(shown(char(), u128::from(b'a')), "'a'");
        assert_eq!(shown(char(), 0), "'\\0'");
        assert_eq!(shown(char(), 0xff), "-1");
        assert_eq!(shown(ApiType::F64, 0.1f64.to_bits().into()), "0.1");
        assert_eq!(shown(ApiType::F64, 1e300f64.to_bits().into()), "1e300");
        assert_eq!(shown(ApiType::F32, 2.5f32.to_bits().into()), "2.5f");
        assert_eq!(shown(ApiType::F64, f64::NAN.to_bits().into()), "NAN");
        assert_eq!(text(b"a\"b\n\x01f??"), "\"a\\\"b\\n\\001f?\\?\"");
    }

    #[test]
    fn enumerators_go_by_name_and_masks_of_them_too() {
        let kind = |names: &[(&str, i128)]| ApiType::Enum {
            name: "e".into(),
            bits: 32,
            signed: false,
            enumerators: names.iter().map(|(name, value)| ((*name).into(), *value)).collect(),
        };
        let flags = [("NONE", 0), ("READ", 1), ("WRITE", 2), ("RUN", 4)];
        assert_eq!(shown(kind(&flags), 2), "WRITE");
        assert_eq!(shown(kind(&flags), 5), "READ | RUN");
        assert_eq!(shown(kind(&flags), 8), "8U");
        assert_eq!(shown(kind(&[("A", 0), ("B", 1)]), 3), "3U");
    }
}
