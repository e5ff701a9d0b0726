//! How scenarios are spelt: the dialect of their text, and bytes in quotes.

use program::text::lexer::{Dialect, Escapes, TokenKind};

/// The dialect of the text form of scenarios.
pub(super) const SCENARIO: Dialect = Dialect {
    kinds: &[
        TokenKind::Quoted,
        TokenKind::Character,
        TokenKind::Symbol,
        TokenKind::Colon,
        TokenKind::Equals,
        TokenKind::Plus,
        TokenKind::Minus,
        TokenKind::Dot,
        TokenKind::Comma,
        TokenKind::OpenParen,
        TokenKind::CloseParen,
        TokenKind::OpenSquare,
        TokenKind::CloseSquare,
        TokenKind::Bar,
    ],
    dotted_words: false,
    leading_point: true,
    escapes: Escapes::Marked,
    line_feed_help: "write `\\n` for a line feed",
    unknown_escape: "unknown escape",
    stray_help,
};

fn stray_help(character: char) -> Option<&'static str> {
    match character {
        '%' => Some("variables of a scenario are written without `%`"),
        '{' | '}' => Some("the elements of an array stand in `[` and `]`"),
        _ if character.is_alphabetic() => {
            Some("names beyond ASCII letters, digits, `_` and `$` are quoted")
        }
        _ => None,
    }
}

/// Writes bytes between quotes.
pub(super) fn push_quoted(out: &mut String, bytes: &[u8], quote: char) {
    let push_hex = |out: &mut String, byte: u8| SCENARIO.escapes.push_hex(out, byte);
    out.push(quote);
    for chunk in bytes.utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                '\0' => out.push_str("\\0"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                '\\' => out.push_str("\\\\"),
                _ if character == quote => out.extend(['\\', quote]),
                // Marks that a terminal would hide or reorder are not letters, so they are escaped.
                ' '..='~' => out.push(character),
                _ if character.is_alphanumeric() => out.push(character),
                _ => {
                    let mut buffer = [0; 4];
                    character.encode_utf8(&mut buffer).bytes().for_each(|byte| push_hex(out, byte));
                }
            }
        }
        chunk.invalid().iter().for_each(|byte| push_hex(out, *byte));
    }
    out.push(quote);
}
