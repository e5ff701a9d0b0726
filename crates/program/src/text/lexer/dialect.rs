//! What differs between the text forms that one lexer reads.

use super::{Escapes, TokenKind};

/// The tokens of a text form, and the help that its mistakes get.
pub struct Dialect {
    /// The tokens there are, beside words, numbers and the end.
    pub kinds: &'static [TokenKind],
    /// Whether dots may stand inside words, as in `add.checked`; inside symbols they may.
    pub dotted_words: bool,
    /// Whether a number may begin with its point.
    pub leading_point: bool,
    /// The escapes inside quotes.
    pub escapes: Escapes,
    /// What to do about quotes that are not closed on their line.
    pub line_feed_help: &'static str,
    /// The message for an escape that is not known.
    pub unknown_escape: &'static str,
    /// What to do about a character that begins no token, where a likely slip is known.
    pub stray_help: fn(char) -> Option<&'static str>,
}

impl Dialect {
    /// Whether a name can stand without quotes as a word.
    pub fn is_word(&self, name: &str) -> bool {
        name.bytes().next().is_some_and(starts_word)
            && name.bytes().all(|byte| self.continues_word(byte))
    }

    /// Whether a name can stand without quotes behind a sigil.
    pub fn is_symbol(&self, name: &str) -> bool {
        !name.is_empty() && name.bytes().all(continues_symbol)
    }

    /// Whether there are such tokens.
    pub(super) fn has(&self, kind: TokenKind) -> bool {
        self.kinds.contains(&kind)
    }

    pub(super) fn continues_word(&self, byte: u8) -> bool {
        starts_word(byte) || byte.is_ascii_digit() || byte == b'.' && self.dotted_words
    }
}

pub(super) fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

pub(super) fn continues_symbol(byte: u8) -> bool {
    starts_word(byte) || byte.is_ascii_digit() || byte == b'.'
}
