//! From characters to tokens: places in the text and kinds, no strings.

use std::borrow::Cow;

use super::ParseError;

/// A token: its kind and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// Whether it is the first of its line: instructions end where the next line begins.
    pub first: bool,
    pub start: u32,
    pub end: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A bare name or keyword; dots may stand inside.
    Word,
    /// `"…"`.
    Quoted,
    /// `@name` or `@"…"`.
    Symbol,
    /// `%name` or `%"…"`.
    Register,
    /// A number without its sign, whatever its form.
    Number,
    /// `nan:0x…`.
    NanBits,
    /// `!0:3:7-13`.
    Span,
    Open,
    Close,
    OpenParen,
    CloseParen,
    OpenSquare,
    CloseSquare,
    Comma,
    Colon,
    Equals,
    Plus,
    Minus,
    Star,
    Question,
    Arrow,
    Ellipsis,
    End,
}

impl Kind {
    /// How messages call it.
    pub fn describe(self) -> &'static str {
        match self {
            Kind::Word => "a word",
            Kind::Quoted => "a string",
            Kind::Symbol => "a function's or global's name like `@name`",
            Kind::Register => "a register like `%name`",
            Kind::Number | Kind::NanBits => "a number",
            Kind::Span => "a source location like `!0:3:7-13`",
            Kind::Open => "`{`",
            Kind::Close => "`}`",
            Kind::OpenParen => "`(`",
            Kind::CloseParen => "`)`",
            Kind::OpenSquare => "`[`",
            Kind::CloseSquare => "`]`",
            Kind::Comma => "`,`",
            Kind::Colon => "`:`",
            Kind::Equals => "`=`",
            Kind::Plus => "`+`",
            Kind::Minus => "`-`",
            Kind::Star => "`*`",
            Kind::Question => "`?`",
            Kind::Arrow => "`->`",
            Kind::Ellipsis => "`...`",
            Kind::End => "the end of the text",
        }
    }
}

/// Whether a name can stand without quotes as a keyword-like word.
pub(super) fn is_word(name: &str) -> bool {
    let bytes = name.as_bytes();
    bytes.first().is_some_and(|byte| starts_word(*byte))
        && bytes.iter().all(|byte| continues(*byte))
}

/// Whether a name can stand without quotes behind `@` or `%`.
pub(super) fn is_bare(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(continues)
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

fn continues(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.')
}

/// All tokens of a text, with an [`Kind::End`] last.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, ParseError> {
    if u32::try_from(source.len()).is_err() {
        return Err(ParseError::at(source, 0, 0, "the text is longer than 4 GiB"));
    }
    let mut lexer = Lexer { source, bytes: source.as_bytes(), at: 0 };
    let mut tokens = Vec::with_capacity(source.len() / 4 + 1);
    loop {
        let first = lexer.skip_blank() || tokens.is_empty();
        let start = lexer.at;
        let kind = lexer.token()?;
        tokens.push(Token { kind, first, start: start as u32, end: lexer.at as u32 });
        if kind == Kind::End {
            return Ok(tokens);
        }
    }
}

struct Lexer<'s> {
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

    fn token(&mut self) -> Result<Kind, ParseError> {
        let Some(&byte) = self.bytes.get(self.at) else { return Ok(Kind::End) };
        let start = self.at;
        if starts_word(byte) {
            self.skip_while(continues);
            if &self.bytes[start..self.at] == b"nan" && self.bytes[self.at..].starts_with(b":0x") {
                self.at += 3;
                self.skip_while(|byte| byte.is_ascii_alphanumeric());
                return Ok(Kind::NanBits);
            }
            return Ok(Kind::Word);
        }
        if byte.is_ascii_digit() {
            self.number();
            return Ok(Kind::Number);
        }
        self.at += 1;
        Ok(match byte {
            b'"' => {
                self.quoted(start)?;
                Kind::Quoted
            }
            b'@' => self.sigil(start, Kind::Symbol)?,
            b'%' => self.sigil(start, Kind::Register)?,
            b'!' => {
                self.skip_while(|byte| byte.is_ascii_digit() || matches!(byte, b':' | b'-'));
                Kind::Span
            }
            b'{' => Kind::Open,
            b'}' => Kind::Close,
            b'(' => Kind::OpenParen,
            b')' => Kind::CloseParen,
            b'[' => Kind::OpenSquare,
            b']' => Kind::CloseSquare,
            b',' => Kind::Comma,
            b':' => Kind::Colon,
            b'=' => Kind::Equals,
            b'+' => Kind::Plus,
            b'*' => Kind::Star,
            b'?' => Kind::Question,
            b'-' if self.bytes.get(self.at) == Some(&b'>') => {
                self.at += 1;
                Kind::Arrow
            }
            b'-' => Kind::Minus,
            b'.' if self.bytes[self.at..].starts_with(b"..") => {
                self.at += 2;
                Kind::Ellipsis
            }
            _ => return Err(self.stray(start)),
        })
    }

    fn stray(&self, start: usize) -> ParseError {
        let character = self.source[start..].chars().next().unwrap_or('\u{fffd}');
        let end = start + character.len_utf8();
        let shown = character.escape_debug();
        let error =
            ParseError::at(self.source, start, end, format!("`{shown}` does not belong here"));
        match character {
            '#' | '/' => error.with_help("a comment begins with `;`"),
            '\'' => error.with_help("strings stand in double quotes"),
            _ if character.is_alphabetic() => {
                error.with_help("names beyond ASCII letters, digits, `_`, `$` and `.` are quoted")
            }
            _ => error,
        }
    }

    /// Digits, letters and points; a sign behind an exponent's letter.
    fn number(&mut self) {
        let hex = self.bytes[self.at..].starts_with(b"0x");
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

    fn sigil(&mut self, start: usize, kind: Kind) -> Result<Kind, ParseError> {
        if self.bytes.get(self.at) == Some(&b'"') {
            self.at += 1;
            self.quoted(start)?;
            return Ok(kind);
        }
        self.skip_while(continues);
        if self.at == start + 1 {
            let sigil = &self.source[start..self.at];
            let message = format!("a name is missing behind `{sigil}`");
            return Err(ParseError::at(self.source, start, self.at, message));
        }
        Ok(kind)
    }

    /// The rest of a string whose opening quote has been read.
    fn quoted(&mut self, start: usize) -> Result<(), ParseError> {
        loop {
            self.skip_while(|byte| !matches!(byte, b'"' | b'\\' | b'\n'));
            match self.bytes.get(self.at) {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.escape()?,
                _ => {
                    let message = "this string has no end";
                    let error = ParseError::at(self.source, start, self.at, message);
                    return Err(error.with_help("write `\\n` for a line feed inside a string"));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<(), ParseError> {
        let rest = &self.bytes[self.at + 1..];
        self.at += match rest {
            [b'n' | b't' | b'r' | b'\\' | b'"', ..] => 2,
            [high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 3,
            _ => {
                let error =
                    ParseError::at(self.source, self.at, self.at + 1, "unknown escape in a string");
                return Err(error.with_help(
                    "known are `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"` and two hex digits as in `\\00`",
                ));
            }
        };
        Ok(())
    }
}

/// The bytes that a string's inside stands for; the lexer has seen that every escape is known.
pub(super) fn unescape(inside: &str) -> Cow<'_, [u8]> {
    if !inside.contains('\\') {
        return Cow::Borrowed(inside.as_bytes());
    }
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside.as_bytes();
    while let [byte, tail @ ..] = rest {
        let (decoded, tail) = match (byte, tail) {
            (b'\\', [b'n', tail @ ..]) => (b'\n', tail),
            (b'\\', [b't', tail @ ..]) => (b'\t', tail),
            (b'\\', [b'r', tail @ ..]) => (b'\r', tail),
            (b'\\', [escaped @ (b'\\' | b'"'), tail @ ..]) => (*escaped, tail),
            (b'\\', [high, low, tail @ ..]) => (hex_digit(*high) << 4 | hex_digit(*low), tail),
            (byte, tail) => (*byte, tail),
        };
        bytes.push(decoded);
        rest = tail;
    }
    Cow::Owned(bytes)
}

fn hex_digit(byte: u8) -> u8 {
    (byte as char).to_digit(16).unwrap_or(0) as u8
}

/// Writes a name, quoted if it must be.
pub(super) fn push_name(out: &mut String, name: &str, bare: fn(&str) -> bool) {
    if bare(name) {
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
                    push_escape(out, byte);
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
            _ => push_escape(out, byte),
        }
    }
    out.push('"');
}

fn push_escape(out: &mut String, byte: u8) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    out.push('\\');
    out.push(DIGITS[usize::from(byte >> 4)] as char);
    out.push(DIGITS[usize::from(byte & 15)] as char);
}
