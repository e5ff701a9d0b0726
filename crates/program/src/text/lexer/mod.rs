//! From characters to tokens, for the text forms of programs and of scenarios.
//!
//! One lexer reads both; what differs between them is a [`Dialect`]: which tokens there are, how words
//! and escapes look, and what a mistake's help says.

mod dialect;
mod escapes;
mod token;

pub use dialect::Dialect;
pub use escapes::Escapes;
pub use token::{Token, TokenKind};

use super::ParseError;

/// All tokens of a text, with a [`TokenKind::End`] last.
///
/// # Errors
///
/// The first place where no token of the dialect begins or where one has no end.
pub fn tokens(source: &str, dialect: &Dialect) -> Result<Vec<Token>, ParseError> {
    if u32::try_from(source.len()).is_err() {
        return Err(ParseError::at(source, 0, 0, "the text is longer than 4 GiB"));
    }
    let mut lexer = Lexer { dialect, source, bytes: source.as_bytes(), at: 0 };
    let mut tokens = Vec::with_capacity(source.len() / 4 + 1);
    loop {
        let first = lexer.skip_blank() || tokens.is_empty();
        let start = lexer.at;
        let kind = lexer.token()?;
        tokens.push(Token::new(kind, first, start, lexer.at));
        if kind == TokenKind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'s> {
    dialect: &'s Dialect,
    source: &'s str,
    bytes: &'s [u8],
    at: usize,
}

impl Lexer<'_> {
    /// Skips blanks and comments; tells whether a line ended.
    fn skip_blank(&mut self) -> bool {
        let mut newline = false;
        while let Some(&byte) = self.bytes.get(self.at) {
            match byte {
                b'\n' => newline = true,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.skip_while(|byte| byte != b'\n');
                    continue;
                }
                _ => break,
            }
            self.at += 1;
        }
        newline
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.bytes.get(self.at).is_some_and(|byte| keep(*byte)) {
            self.at += 1;
        }
    }

    fn token(&mut self) -> Result<TokenKind, ParseError> {
        let dialect = self.dialect;
        let Some(&byte) = self.bytes.get(self.at) else { return Ok(TokenKind::End) };
        let start = self.at;
        if dialect::starts_word(byte) {
            self.skip_while(|byte| dialect.continues_word(byte));
            if dialect.has(TokenKind::NanBits)
                && &self.bytes[start..self.at] == b"nan"
                && self.bytes[self.at..].starts_with(b":0x")
            {
                self.at += 3;
                self.skip_while(|byte| byte.is_ascii_alphanumeric());
                return Ok(TokenKind::NanBits);
            }
            return Ok(TokenKind::Word);
        }
        let point = dialect.leading_point
            && byte == b'.'
            && self.bytes.get(start + 1).is_some_and(u8::is_ascii_digit);
        if byte.is_ascii_digit() || point {
            self.number();
            return Ok(TokenKind::Number);
        }
        let kind = self.kind(byte).filter(|kind| dialect.has(*kind));
        let Some(kind) = kind else { return Err(self.stray(start)) };
        self.at += 1;
        match kind {
            TokenKind::Quoted | TokenKind::Character => self.quoted(start, byte)?,
            TokenKind::Symbol | TokenKind::Register => self.sigil(start)?,
            TokenKind::Span => {
                self.skip_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'-'));
            }
            TokenKind::Arrow => self.at += 1,
            TokenKind::Ellipsis => self.at += 2,
            _ => {}
        }
        Ok(kind)
    }

    /// What begins with a byte that begins neither a word nor a number.
    fn kind(&self, byte: u8) -> Option<TokenKind> {
        let follows = |text: &[u8]| self.bytes[self.at + 1..].starts_with(text);
        Some(match byte {
            b'"' => TokenKind::Quoted,
            b'\'' => TokenKind::Character,
            b'@' => TokenKind::Symbol,
            b'%' => TokenKind::Register,
            b'!' => TokenKind::Span,
            b'{' => TokenKind::Open,
            b'}' => TokenKind::Close,
            b'(' => TokenKind::OpenParen,
            b')' => TokenKind::CloseParen,
            b'[' => TokenKind::OpenSquare,
            b']' => TokenKind::CloseSquare,
            b',' => TokenKind::Comma,
            b':' => TokenKind::Colon,
            b'=' => TokenKind::Equals,
            b'+' => TokenKind::Plus,
            b'*' => TokenKind::Star,
            b'?' => TokenKind::Question,
            b'|' => TokenKind::Bar,
            b'-' if self.dialect.has(TokenKind::Arrow) && follows(b">") => TokenKind::Arrow,
            b'-' => TokenKind::Minus,
            b'.' if self.dialect.has(TokenKind::Ellipsis) && follows(b"..") => TokenKind::Ellipsis,
            b'.' => TokenKind::Dot,
            _ => return None,
        })
    }

    fn stray(&self, start: usize) -> ParseError {
        let character = self.source[start..].chars().next().unwrap_or('\u{fffd}');
        let end = start + character.len_utf8();
        let message = format!("`{}` does not belong here", character.escape_debug());
        let error = ParseError::at(self.source, start, end, message);
        let help = match character {
            '#' | '/' => Some("a comment begins with `;`"),
            _ => (self.dialect.stray_help)(character),
        };
        match help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    /// Digits, letters and points; a sign behind an exponent's letter.
    fn number(&mut self) {
        let rest = &self.bytes[self.at..];
        let hex = rest.starts_with(b"0x") || rest.starts_with(b"0X");
        let exponent = if hex { b'p' } else { b'e' };
        let mut previous = 0;
        while let Some(&byte) = self.bytes.get(self.at) {
            let sign = matches!(byte, b'+' | b'-') && previous == exponent;
            if !(byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_' || sign) {
                break;
            }
            previous = byte.to_ascii_lowercase();
            self.at += 1;
        }
    }

    /// The rest of a name whose sigil has been read.
    fn sigil(&mut self, start: usize) -> Result<(), ParseError> {
        if self.bytes.get(self.at) == Some(&b'"') {
            self.at += 1;
            return self.quoted(start, b'"');
        }
        self.skip_while(dialect::continues_symbol);
        if self.at == start + 1 {
            let sigil = &self.source[start..self.at];
            let message = format!("a name is missing behind `{sigil}`");
            return Err(ParseError::at(self.source, start, self.at, message));
        }
        Ok(())
    }

    /// The rest of a string or character whose opening quote has been read.
    fn quoted(&mut self, start: usize, quote: u8) -> Result<(), ParseError> {
        loop {
            self.skip_while(|byte| byte != quote && byte != b'\\' && byte != b'\n');
            match self.bytes.get(self.at) {
                Some(b'\\') => self.escape()?,
                Some(byte) if *byte == quote => {
                    self.at += 1;
                    return Ok(());
                }
                _ => {
                    let what = if quote == b'"' { "string" } else { "character" };
                    let message = format!("this {what} has no end");
                    let error = ParseError::at(self.source, start, self.at, message);
                    return Err(error.with_help(self.dialect.line_feed_help));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<(), ParseError> {
        match self.dialect.escapes.decode(&self.bytes[self.at + 1..]) {
            Some((_, length)) => {
                self.at += 1 + length;
                Ok(())
            }
            None => {
                let message = self.dialect.unknown_escape;
                let error = ParseError::at(self.source, self.at, self.at + 1, message);
                Err(error.with_help(self.dialect.escapes.help()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;

    const SMALL: Dialect = Dialect {
        kinds: &[TokenKind::Quoted, TokenKind::Minus, TokenKind::Dot, TokenKind::Symbol],
        dotted_words: false,
        leading_point: true,
        escapes: Escapes::Marked,
        line_feed_help: "one line",
        unknown_escape: "unknown escape",
        stray_help: |character| (character == '%').then_some("no registers"),
    };

    const LARGE: Dialect = Dialect {
        kinds: &[
            TokenKind::Quoted,
            TokenKind::Minus,
            TokenKind::Arrow,
            TokenKind::Ellipsis,
            TokenKind::NanBits,
            TokenKind::Register,
            TokenKind::Span,
        ],
        dotted_words: true,
        leading_point: false,
        escapes: Escapes::Bare,
        ..SMALL
    };

    #[track_caller]
    fn lexes(source: &str, dialect: &Dialect, expected: Expect) {
        let shown = match tokens(source, dialect) {
            Ok(tokens) => tokens
                .iter()
                .map(|token| {
                    format!("{:?} {}", token.kind, token.text(source)).trim_end().to_owned() + "\n"
                })
                .collect(),
            Err(error) => error.render("text", source),
        };
        expected.assert_eq(&shown);
    }

    #[test]
    fn each_dialect_splits_the_same_text_in_its_own_way() {
        lexes(
            "add.x .5 - @a.b \"\\x00\"",
            &SMALL,
            expect![[r#"
                Word add
                Dot .
                Word x
                Number .5
                Minus -
                Symbol @a.b
                Quoted "\x00"
                End
            "#]],
        );
        lexes(
            "add.x -> ... nan:0x7 %\"a b\" !0:1:2-3 \"\\00\"",
            &LARGE,
            expect![[r#"
                Word add.x
                Arrow ->
                Ellipsis ...
                NanBits nan:0x7
                Register %"a b"
                Span !0:1:2-3
                Quoted "\00"
                End
            "#]],
        );
    }

    #[test]
    fn a_token_of_another_dialect_does_not_belong_here() {
        lexes(
            "a %b",
            &SMALL,
            expect![[r#"
                error: `%` does not belong here
                 --> text:1:3
                  |
                1 | a %b
                  |   ^
                  = help: no registers
            "#]],
        );
        lexes(
            "a 'b'",
            &LARGE,
            expect![[r#"
                error: `\'` does not belong here
                 --> text:1:3
                  |
                1 | a 'b'
                  |   ^
            "#]],
        );
        lexes(
            "\"\\x00\"",
            &LARGE,
            expect![[r#"
                error: unknown escape
                 --> text:1:2
                  |
                1 | "\x00"
                  |  ^
                  = help: known are `\n`, `\t`, `\r`, `\\`, `\"` and two hex digits as in `\00`
            "#]],
        );
    }
}
