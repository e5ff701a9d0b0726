//! The classes of characters that `\p{…}` names; those of Unicode as near as Rust's own predicates come.

use crate::set::Set;

/// The set of a name, if it is known.
pub fn named(name: &str) -> Option<Set> {
    let (key, value) = name.split_once('=').unwrap_or(("", name));
    let value = value.strip_prefix("Is").filter(|_| key.is_empty()).unwrap_or(value);
    Some(match value {
        "Lower" => Set::chars(&[('a', 'z')]),
        "Upper" => Set::chars(&[('A', 'Z')]),
        "ASCII" => Set::chars(&[('\0', '\x7f')]),
        "Alpha" => Set::chars(&[('A', 'Z'), ('a', 'z')]),
        "Digit" => Set::chars(&[('0', '9')]),
        "Alnum" => Set::chars(&[('0', '9'), ('A', 'Z'), ('a', 'z')]),
        "Punct" | "P" | "Punctuation" => {
            Set::chars(&[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')])
        }
        "Graph" => Set::chars(&[('!', '~')]),
        "Print" => Set::chars(&[(' ', '~')]),
        "Blank" => Set::chars(&[(' ', ' '), ('\t', '\t')]),
        "Cntrl" | "Cc" | "Control" => Set::chars(&[('\0', '\x1f'), ('\x7f', '\x7f')]),
        "XDigit" | "HexDigit" | "Hex_Digit" => Set::chars(&[('0', '9'), ('A', 'F'), ('a', 'f')]),
        "Space" => Set::chars(&[('\t', '\r'), (' ', ' ')]),
        "L" | "Letter" | "Alphabetic" | "javaLetter" | "javaAlphabetic" => {
            Set::where_true(char::is_alphabetic)
        }
        "Lu" | "Uppercase" | "javaUpperCase" => Set::where_true(char::is_uppercase),
        "Ll" | "Lowercase" | "javaLowerCase" => Set::where_true(char::is_lowercase),
        "N" | "Nd" | "javaDigit" => Set::where_true(char::is_numeric),
        "javaLetterOrDigit" | "javaJavaIdentifierPart" => {
            Set::where_true(|char| char.is_alphanumeric() || char == '_')
        }
        "javaJavaIdentifierStart" => Set::where_true(|char| char.is_alphabetic() || char == '_'),
        "Z" | "Zs" | "White_Space" | "WhiteSpace" | "javaWhitespace" | "javaSpaceChar" => {
            Set::where_true(char::is_whitespace)
        }
        "Sc" => Set::chars(&[('$', '$'), ('¢', '¥'), ('\u{20a0}', '\u{20c0}')]),
        "S" | "Sm" => Set::chars(&[('+', '+'), ('<', '>'), ('|', '|'), ('~', '~'), ('±', '±')]),
        "M" | "Mn" | "InCombiningDiacriticalMarks" | "InCOMBINING_DIACRITICAL_MARKS" => {
            Set::chars(&[('\u{300}', '\u{36f}')])
        }
        "Latin" | "LATIN" => {
            Set::chars(&[('A', 'Z'), ('a', 'z'), ('À', 'Ö'), ('Ø', 'ö'), ('ø', '\u{24f}')])
        }
        "Greek" | "GREEK" | "InGreek" | "InGREEK" => Set::chars(&[('\u{370}', '\u{3ff}')]),
        "Cyrillic" | "CYRILLIC" | "InCyrillic" => Set::chars(&[('\u{400}', '\u{4ff}')]),
        "Han" | "HAN" | "Ideographic" => Set::chars(&[('\u{4e00}', '\u{9fff}')]),
        "Hiragana" | "HIRAGANA" => Set::chars(&[('\u{3041}', '\u{309f}')]),
        "Katakana" | "KATAKANA" => Set::chars(&[('\u{30a0}', '\u{30ff}')]),
        _ => return None,
    })
}
