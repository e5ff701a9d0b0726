//! From characters to tokens: places in the text and kinds.

use program::text::ParseError;

/// A token: its kind and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// Whether it is the first of its line: outside brackets, a statement ends with its line.
    pub first: bool,
    pub start: usize,
    pub end: usize,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A name or keyword, without dots.
    Word,
    /// `"…"`.
    Quoted,
    /// `'…'`.
    Character,
    /// `@name`, dots allowed, or `@"…"`.
    Symbol,
    /// A number without its sign.
    Number,
    /// One of `: = + - . , ( ) [ ] |`.
    Mark(u8),
    End,
}

impl Kind {
    /// How messages call it.
    pub fn describe(self) -> String {
        match self {
            Kind::Word => "a name".into(),
            Kind::Quoted => "a string".into(),
            Kind::Character => "a character".into(),
            Kind::Symbol => "a name like `@name`".into(),
            Kind::Number => "a number".into(),
            Kind::Mark(mark) => format!("`{}`", char::from(mark)),
            Kind::End => "the end of the text".into(),
        }
    }
}

/// Whether a name can stand without quotes.
pub(super) fn is_word(name: &str) -> bool {
    name.bytes().next().is_some_and(starts_word) && name.bytes().all(continues_word)
}

/// Whether a name can stand without quotes behind `@`.
pub(super) fn is_symbol(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(continues_symbol)
}

fn starts_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

fn continues_word(byte: u8) -> bool {
    starts_word(byte) || byte.is_ascii_digit()
}

fn continues_symbol(byte: u8) -> bool {
    continues_word(byte) || byte == b'.'
}

/// All tokens of a text, with a [`Kind::End`] last.
pub(super) fn tokens(source: &str) -> Result<Vec<Token>, ParseError> {
    let mut lexer = Lexer { source, bytes: source.as_bytes(), at: 0 };
    let mut tokens = Vec::new();
    loop {
        let first = lexer.skip_blank() || tokens.is_empty();
        let start = lexer.at;
        let kind = lexer.token()?;
        tokens.push(Token { kind, first, start, end: lexer.at });
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
            self.skip_while(continues_word);
            return Ok(Kind::Word);
        }
        let point = byte == b'.' && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
        if byte.is_ascii_digit() || point {
            self.number();
            return Ok(Kind::Number);
        }
        self.at += 1;
        match byte {
            b'"' => self.quoted(start, b'"').map(|()| Kind::Quoted),
            b'\'' => self.quoted(start, b'\'').map(|()| Kind::Character),
            b'@' => {
                if self.bytes.get(self.at) == Some(&b'"') {
                    self.at += 1;
                    self.quoted(start, b'"')?;
                } else {
                    self.skip_while(continues_symbol);
                }
                if self.at == start + 1 {
                    let message = "a name is missing behind `@`";
                    return Err(ParseError::at(self.source, start, self.at, message));
                }
                Ok(Kind::Symbol)
            }
            b':' | b'=' | b'+' | b'-' | b'.' | b',' | b'(' | b')' | b'[' | b']' | b'|' => {
                Ok(Kind::Mark(byte))
            }
            _ => Err(self.stray(start)),
        }
    }

    fn stray(&self, start: usize) -> ParseError {
        let character = self.source[start..].chars().next().unwrap_or('\u{fffd}');
        let end = start + character.len_utf8();
        let message = format!("`{}` does not belong here", character.escape_debug());
        let error = ParseError::at(self.source, start, end, message);
        match character {
            '#' | '/' => error.with_help("a comment begins with `;`"),
            '%' => error.with_help("variables of a scenario are written without `%`"),
            '{' | '}' => error.with_help("the elements of an array stand in `[` and `]`"),
            _ if character.is_alphabetic() => {
                error.with_help("names beyond ASCII letters, digits, `_` and `$` are quoted")
            }
            _ => error,
        }
    }

    /// Digits, letters and points; a sign behind an exponent's letter.
    fn number(&mut self) {
        let hex = matches!(self.bytes.get(self.at + 1), Some(b'x' | b'X'));
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
                    return Err(error.with_help("write `\\n` for a line feed"));
                }
            }
        }
    }

    fn escape(&mut self) -> Result<(), ParseError> {
        self.at += match self.bytes[self.at + 1..] {
            [b'0' | b'n' | b't' | b'r' | b'\\' | b'"' | b'\'', ..] => 2,
            [b'x', high, low, ..] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => 4,
            _ => {
                let message = "unknown escape";
                let error = ParseError::at(self.source, self.at, self.at + 1, message);
                let known = "`\\0`, `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"`, `\\'` and `\\x` with two hex digits";
                return Err(error.with_help(format!("known are {known}")));
            }
        };
        Ok(())
    }
}

/// The bytes that the inside of a string stands for; the lexer has seen that every escape is known.
pub(super) fn unescape(inside: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(inside.len());
    let mut rest = inside.as_bytes();
    while let [byte, tail @ ..] = rest {
        let (decoded, tail) = match (byte, tail) {
            (b'\\', [b'x', high, low, tail @ ..]) => {
                (hex_digit(*high) << 4 | hex_digit(*low), tail)
            }
            (b'\\', [b'0', tail @ ..]) => (0, tail),
            (b'\\', [b'n', tail @ ..]) => (b'\n', tail),
            (b'\\', [b't', tail @ ..]) => (b'\t', tail),
            (b'\\', [b'r', tail @ ..]) => (b'\r', tail),
            (b'\\', [escaped, tail @ ..]) => (*escaped, tail),
            (byte, tail) => (*byte, tail),
        };
        bytes.push(decoded);
        rest = tail;
    }
    bytes
}

fn hex_digit(byte: u8) -> u8 {
    char::from(byte).to_digit(16).unwrap_or(0) as u8
}

/// Writes bytes between quotes.
pub(super) fn push_quoted(out: &mut String, bytes: &[u8], quote: char) {
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
                _ => character
                    .encode_utf8(&mut [0; 4])
                    .bytes()
                    .for_each(|byte| push_escape(out, byte)),
            }
        }
        chunk.invalid().iter().for_each(|byte| push_escape(out, *byte));
    }
    out.push(quote);
}

fn push_escape(out: &mut String, byte: u8) {
    let digit = |nibble: u8| char::from_digit(u32::from(nibble), 16).unwrap_or('0');
    out.extend(['\\', 'x', digit(byte >> 4), digit(byte & 15)]);
}
