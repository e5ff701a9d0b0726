//! Escapes inside quotes: which there are, what they stand for, how a byte is written as one.

use std::borrow::Cow;

/// How bytes are escaped inside quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Escapes {
    /// A byte is two hex digits behind the backslash: `\00`.
    Bare,
    /// A byte is two hex digits behind `\x`; `\0` and `\'` are known too.
    Marked,
}

impl Escapes {
    /// The byte that an escape stands for and the length of the escape, given the text behind its
    /// backslash.
    pub(super) fn decode(self, rest: &[u8]) -> Option<(u8, usize)> {
        match (self, rest) {
            (_, [b'n', ..]) => Some((b'\n', 1)),
            (_, [b't', ..]) => Some((b'\t', 1)),
            (_, [b'r', ..]) => Some((b'\r', 1)),
            (_, [same @ (b'\\' | b'"'), ..]) => Some((*same, 1)),
            (Escapes::Bare, [high, low, ..]) => Some((hex(*high)? << 4 | hex(*low)?, 2)),
            (Escapes::Marked, [b'0', ..]) => Some((0, 1)),
            (Escapes::Marked, [b'\'', ..]) => Some((b'\'', 1)),
            (Escapes::Marked, [b'x', high, low, ..]) => Some((hex(*high)? << 4 | hex(*low)?, 3)),
            _ => None,
        }
    }

    /// The help for an escape that is not known.
    pub(super) fn help(self) -> &'static str {
        match self {
            Escapes::Bare => {
                "known are `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"` and two hex digits as in `\\00`"
            }
            Escapes::Marked => {
                "known are `\\0`, `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"`, `\\'` and `\\x` with two hex digits"
            }
        }
    }

    /// The bytes that the text between quotes stands for; the lexer has seen that every escape is known.
    pub fn unescape(self, inside: &str) -> Cow<'_, [u8]> {
        if !inside.contains('\\') {
            return Cow::Borrowed(inside.as_bytes());
        }
        let mut bytes = Vec::with_capacity(inside.len());
        let mut rest = inside.as_bytes();
        while let [byte, tail @ ..] = rest {
            let escape = if *byte == b'\\' { self.decode(tail) } else { None };
            let (decoded, length) = escape.unwrap_or((*byte, 0));
            bytes.push(decoded);
            rest = &tail[length..];
        }
        Cow::Owned(bytes)
    }

    /// Writes a byte as hex digits.
    pub fn push_hex(self, out: &mut String, byte: u8) {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        out.push_str(match self {
            Escapes::Bare => "\\",
            Escapes::Marked => "\\x",
        });
        out.push(char::from(DIGITS[usize::from(byte >> 4)]));
        out.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8)
}

#[cfg(test)]
mod tests {
    use super::Escapes;

    #[test]
    fn what_is_written_as_hex_reads_back() {
        for escapes in [Escapes::Bare, Escapes::Marked] {
            for byte in 0..=u8::MAX {
                let mut text = "a".to_owned();
                escapes.push_hex(&mut text, byte);
                assert_eq!(escapes.unescape(&text), [b'a', byte].as_slice(), "{text}");
            }
        }
    }

    #[test]
    fn known_escapes_differ_by_form() {
        let decode = |escapes: Escapes, text: &str| escapes.decode(text.as_bytes());
        for escapes in [Escapes::Bare, Escapes::Marked] {
            assert_eq!(decode(escapes, "n1"), Some((b'\n', 1)));
            assert_eq!(decode(escapes, "\""), Some((b'"', 1)));
            assert_eq!(decode(escapes, "q"), None);
            assert_eq!(decode(escapes, ""), None);
        }
        assert_eq!(decode(Escapes::Bare, "0f"), Some((0x0f, 2)));
        assert_eq!(decode(Escapes::Bare, "0"), None);
        assert_eq!(decode(Escapes::Bare, "x00"), None);
        assert_eq!(decode(Escapes::Bare, "'"), None);
        assert_eq!(decode(Escapes::Marked, "0f"), Some((0, 1)));
        assert_eq!(decode(Escapes::Marked, "x0f"), Some((0x0f, 3)));
        assert_eq!(decode(Escapes::Marked, "x0"), None);
        assert_eq!(decode(Escapes::Marked, "'"), Some((b'\'', 1)));
    }
}
