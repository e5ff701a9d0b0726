//! How programs are spelt: the dialect of their text, and names and bytes in quotes.

use super::lexer::{Dialect, Escapes, TokenKind};

/// The dialect of the text form of programs.
pub(super) const PROGRAM: Dialect = Dialect {
    kinds: &[
        TokenKind::Quoted,
        TokenKind::Symbol,
        TokenKind::Register,
        TokenKind::NanBits,
        TokenKind::Span,
        TokenKind::Open,
        TokenKind::Close,
        TokenKind::OpenParen,
        TokenKind::CloseParen,
        TokenKind::OpenSquare,
        TokenKind::CloseSquare,
        TokenKind::Comma,
        TokenKind::Colon,
        TokenKind::Equals,
        TokenKind::Plus,
        TokenKind::Minus,
        TokenKind::Star,
        TokenKind::Question,
        TokenKind::Arrow,
        TokenKind::Ellipsis,
    ],
    dotted_words: true,
    leading_point: false,
    escapes: Escapes::Bare,
    line_feed_help: "write `\\n` for a line feed inside a string",
    unknown_escape: "unknown escape in a string",
    stray_help,
};

fn stray_help(character: char) -> Option<&'static str> {
    match character {
        '\'' => Some("strings stand in double quotes"),
        _ if character.is_alphabetic() => {
            Some("names beyond ASCII letters, digits, `_`, `$` and `.` are quoted")
        }
        _ => None,
    }
}

/// Writes a name, quoted if it cannot stand bare.
pub(super) fn push_name(out: &mut String, name: &str, bare: bool) {
    if bare {
        out.push_str(name);
        return;
    }
    out.push('"');
    for character in name.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ if character.is_control() => {
                for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                    PROGRAM.escapes.push_hex(out, byte);
                }
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// Writes bytes as a string.
pub(super) fn push_bytes(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte as char]),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            b'\r' => out.push_str("\\r"),
            b' '..=b'~' => out.push(byte as char),
            _ => PROGRAM.escapes.push_hex(out, byte),
        }
    }
    out.push('"');
}
