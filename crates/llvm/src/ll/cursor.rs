//! From characters to tokens, one ahead: places in the text and kinds, no strings.

use std::borrow::Cow;

use super::error::{Failure, Parse};

/// Deeper nesting of types, constants or metadata is refused, so that no text overflows the stack.
pub(super) const DEEPEST: u32 = 200;

/// A token: its kind and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Whether it is the first of its line.
    pub first: bool,
    pub start: u32,
    pub end: u32,
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    /// A keyword, a type or the like.
    Word,
    /// `name:`, also quoted or a number: a block's label or a field of metadata.
    Label,
    /// `@name`.
    Global,
    /// `%name`.
    Local,
    /// `$name`.
    Comdat,
    /// `!12`.
    Node,
    /// `!dbg`, `!DILocation`.
    MetadataName,
    /// `!` before a string or brace.
    Bang,
    /// `#12`.
    Group,
    /// `#dbg_declare`.
    Directive,
    /// `"…"`.
    Text,
    /// `c"…"`.
    Bytes,
    /// `-12`.
    Integer,
    /// `1.0e+00`, `0x3FF…`, `0xK…`.
    Float,
    /// One of `, = ( ) [ ] { } < > | *`.
    Mark(u8),
    /// `...`.
    Ellipsis,
    /// A character that begins nothing, or a string without its end.
    Stray,
    End,
}

/// A place in a text with the token that begins there.
#[derive(Clone)]
pub(super) struct Cursor<'a> {
    pub text: &'a str,
    /// Where the token after the current one is looked for.
    next: usize,
    /// Where the text to read ends.
    end: usize,
    pub token: Token,
    /// Where the token before the current one begins.
    previous: u32,
    /// How deep the reader is inside nested types, constants or metadata.
    pub depth: u32,
}

impl<'a> Cursor<'a> {
    /// A cursor at the first token of `text[start..end]`.
    pub fn new(text: &'a str, start: usize, end: usize) -> Self {
        let token = Token { kind: TokenKind::End, first: true, start: 0, end: 0 };
        let mut cursor = Cursor { text, next: start, end, token, previous: start as u32, depth: 0 };
        cursor.advance();
        cursor
    }

    /// Goes to the next token.
    pub fn advance(&mut self) {
        self.previous = self.token.start;
        let bytes = &self.text.as_bytes()[..self.end];
        let first = self.skip_blank(bytes);
        let start = self.next;
        let kind = self.lex(bytes);
        self.token = Token { kind, first, start: start as u32, end: self.next as u32 };
    }

    /// Goes to the first token at or behind an offset.
    pub fn jump(&mut self, offset: usize) {
        self.next = offset;
        self.advance();
    }

    /// The token as written.
    pub fn written(&self) -> &'a str {
        self.slice(self.token.start, self.token.end)
    }

    /// A part of the text; empty if it would cut a character in two.
    pub fn slice(&self, start: u32, end: u32) -> &'a str {
        self.text.get(start as usize..end as usize).unwrap_or("")
    }

    /// Whether the token is that word.
    pub fn is_word(&self, word: &str) -> bool {
        self.token.kind == TokenKind::Word && self.written() == word
    }

    /// Whether the token is that punctuation.
    pub fn is_mark(&self, mark: u8) -> bool {
        self.token.kind == TokenKind::Mark(mark)
    }

    /// Goes past a word, if it is there.
    pub fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past punctuation, if it is there.
    pub fn accept(&mut self, mark: u8) -> bool {
        let found = self.is_mark(mark);
        if found {
            self.advance();
        }
        found
    }

    /// Goes past punctuation that must be there.
    pub fn expect(&mut self, mark: u8) -> Parse<()> {
        if self.accept(mark) { Ok(()) } else { self.expected(&format!("`{}`", mark as char)) }
    }

    /// Goes past a word that must be there.
    pub fn expect_word(&mut self, word: &str) -> Parse<()> {
        if self.accept_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    /// The failure to find something at the current token.
    pub fn expected<T>(&self, what: &str) -> Parse<T> {
        let found = match self.token.kind {
            TokenKind::End => "the end of the text".to_owned(),
            TokenKind::Stray if self.written().starts_with(['"', '@', '%', '$', 'c']) => {
                "a string without its end".to_owned()
            }
            _ => format!("`{}`", shortened(self.written())),
        };
        self.fail(format!("expected {what}, found {found}"))
    }

    /// A failure at the current token.
    pub fn fail<T>(&self, message: impl Into<String>) -> Parse<T> {
        Failure::at(self.token.start as usize, message)
    }

    /// A failure at what ends before the current token: the token itself may stand on the next line.
    pub fn fail_before<T>(&self, message: impl Into<String>) -> Parse<T> {
        Failure::at(self.previous as usize, message)
    }

    /// Refuses nesting that is too deep; every call is paired with [`Self::leave`] on success.
    pub fn enter(&mut self) -> Parse<()> {
        if self.depth >= DEEPEST {
            return self.fail("this is nested too deeply");
        }
        self.depth += 1;
        Ok(())
    }

    /// The way back from [`Self::enter`].
    pub fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The name in a token: without sigil, quotes and the colon of a label, escapes as written.
    pub fn name(&self) -> &'a str {
        let written = self.written();
        let name = match self.token.kind {
            TokenKind::Global | TokenKind::Local | TokenKind::Comdat | TokenKind::Bytes => {
                &written[1..]
            }
            TokenKind::Node | TokenKind::MetadataName | TokenKind::Group | TokenKind::Directive => {
                &written[1..]
            }
            TokenKind::Label => &written[..written.len() - 1],
            _ => written,
        };
        name.strip_prefix('"').and_then(|name| name.strip_suffix('"')).unwrap_or(name)
    }

    /// The number in a token like `!12`, `#12` or `12`.
    pub fn number(&self) -> Parse<u32> {
        match self.name().parse() {
            Ok(number) => Ok(number),
            Err(_) => self.fail(format!("`{}` is too large", shortened(self.written()))),
        }
    }

    /// Reads an unsigned number.
    pub fn unsigned<N: std::str::FromStr>(&mut self) -> Parse<N> {
        match self.written().parse() {
            Ok(number) if self.token.kind == TokenKind::Integer => {
                self.advance();
                Ok(number)
            }
            _ => self.expected("a number"),
        }
    }

    /// Reads a string, escapes resolved.
    pub fn string(&mut self) -> Parse<Cow<'a, str>> {
        if self.token.kind != TokenKind::Text {
            return self.expected("a string");
        }
        let string = unescape(self.name());
        self.advance();
        Ok(string)
    }

    /// Reads over balanced parentheses, brackets and braces and gives what stands between the outer ones.
    pub fn balanced(&mut self) -> Parse<&'a str> {
        let start = self.token.end;
        let mut depth = 0u32;
        loop {
            match self.token.kind {
                TokenKind::Mark(b'(' | b'[' | b'{' | b'<') => depth += 1,
                TokenKind::Mark(b')' | b']' | b'}' | b'>') => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        let inside = self.slice(start, self.token.start);
                        self.advance();
                        return Ok(inside);
                    }
                }
                TokenKind::End | TokenKind::Stray => return self.expected("a closing bracket"),
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips to the end of the line on which the current token begins.
    pub fn skip_line(&mut self) {
        self.jump(self.line_end());
    }

    /// Where the line of the current token ends.
    pub fn line_end(&self) -> usize {
        let start = self.token.start as usize;
        let rest = self.text.get(start..self.end).unwrap_or("");
        rest.find('\n').map_or(self.end, |length| start + length)
    }

    /// Skips blanks and comments; tells whether a line ended.
    fn skip_blank(&mut self, bytes: &[u8]) -> bool {
        let mut newline = self.next == 0;
        while let Some(&byte) = bytes.get(self.next) {
            match byte {
                b' ' | b'\t' | b'\r' => self.next += 1,
                b'\n' => {
                    newline = true;
                    self.next += 1;
                }
                b';' => {
                    let rest = &bytes[self.next..];
                    self.next += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len());
                }
                _ => break,
            }
        }
        newline
    }

    fn lex(&mut self, bytes: &[u8]) -> TokenKind {
        let Some(&byte) = bytes.get(self.next) else { return TokenKind::End };
        self.next += 1;
        match byte {
            b',' | b'=' | b'(' | b')' | b'[' | b']' | b'{' | b'}' | b'<' | b'>' | b'|' | b'*' => {
                TokenKind::Mark(byte)
            }
            b'%' => self.sigil(bytes, TokenKind::Local),
            b'@' => self.sigil(bytes, TokenKind::Global),
            b'$' => self.sigil(bytes, TokenKind::Comdat),
            b'!' => match bytes.get(self.next) {
                Some(byte) if byte.is_ascii_digit() => {
                    self.skip_while(bytes, |byte| byte.is_ascii_digit());
                    TokenKind::Node
                }
                Some(&byte) if continues_name(byte) || byte == b'\\' => {
                    self.skip_while(bytes, |byte| continues_name(byte) || byte == b'\\');
                    TokenKind::MetadataName
                }
                _ => TokenKind::Bang,
            },
            b'#' => match bytes.get(self.next) {
                Some(byte) if byte.is_ascii_digit() => {
                    self.skip_while(bytes, |byte| byte.is_ascii_digit());
                    TokenKind::Group
                }
                Some(&byte) if continues_name(byte) => {
                    self.skip_while(bytes, continues_name);
                    TokenKind::Directive
                }
                _ => TokenKind::Stray,
            },
            b'"' => {
                if !self.skip_quoted(bytes) {
                    return TokenKind::Stray;
                }
                self.label_or(bytes, TokenKind::Text)
            }
            b'c' if bytes.get(self.next) == Some(&b'"') => {
                self.next += 1;
                if self.skip_quoted(bytes) { TokenKind::Bytes } else { TokenKind::Stray }
            }
            b'.' if bytes[self.next..].starts_with(b"..") => {
                self.next += 2;
                TokenKind::Ellipsis
            }
            b'0'..=b'9' => self.lex_number(bytes),
            b'-' if bytes.get(self.next).is_some_and(u8::is_ascii_digit) => self.lex_number(bytes),
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'-' => {
                self.skip_while(bytes, continues_name);
                self.label_or(bytes, TokenKind::Word)
            }
            _ => {
                // The rest of a character of several bytes belongs to it.
                self.skip_while(bytes, |byte| byte & 0xc0 == 0x80);
                TokenKind::Stray
            }
        }
    }

    fn skip_while(&mut self, bytes: &[u8], keep: impl Fn(u8) -> bool) {
        while bytes.get(self.next).is_some_and(|byte| keep(*byte)) {
            self.next += 1;
        }
    }

    /// Skips the rest of a string; tells whether it has an end.
    fn skip_quoted(&mut self, bytes: &[u8]) -> bool {
        self.skip_while(bytes, |byte| byte != b'"');
        let closed = self.next < bytes.len();
        self.next += usize::from(closed);
        closed
    }

    fn sigil(&mut self, bytes: &[u8], kind: TokenKind) -> TokenKind {
        let start = self.next;
        if bytes.get(start) == Some(&b'"') {
            self.next += 1;
            return if self.skip_quoted(bytes) { kind } else { TokenKind::Stray };
        }
        self.skip_while(bytes, continues_name);
        // A word may begin with `$` too, but nothing that LLVM writes does.
        if self.next == start { TokenKind::Stray } else { kind }
    }

    fn label_or(&mut self, bytes: &[u8], kind: TokenKind) -> TokenKind {
        if bytes.get(self.next) == Some(&b':') {
            self.next += 1;
            TokenKind::Label
        } else {
            kind
        }
    }

    fn lex_number(&mut self, bytes: &[u8]) -> TokenKind {
        let digits = self.next - 1;
        if bytes[digits] == b'0' && bytes.get(self.next) == Some(&b'x') {
            self.skip_while(bytes, |byte| byte.is_ascii_alphanumeric());
            return TokenKind::Float;
        }
        self.skip_while(bytes, |byte| byte.is_ascii_digit());
        if bytes.get(self.next) != Some(&b'.') {
            return self.label_or(bytes, TokenKind::Integer);
        }
        self.next += 1;
        self.skip_while(bytes, |byte| byte.is_ascii_digit());
        if matches!(bytes.get(self.next), Some(b'e' | b'E')) {
            self.next += 1;
            self.next += usize::from(matches!(bytes.get(self.next), Some(b'+' | b'-')));
            self.skip_while(bytes, |byte| byte.is_ascii_digit());
        }
        TokenKind::Float
    }
}

/// Resolves `\xx` escapes. A name of bytes that are not UTF-8 stays as written, which keeps it unique.
pub(super) fn unescape(written: &str) -> Cow<'_, str> {
    match unescape_bytes(written) {
        Cow::Borrowed(_) => Cow::Borrowed(written),
        Cow::Owned(bytes) => String::from_utf8(bytes).map_or(Cow::Borrowed(written), Cow::Owned),
    }
}

/// Resolves `\xx` escapes to bytes.
pub(super) fn unescape_bytes(written: &str) -> Cow<'_, [u8]> {
    let bytes = written.as_bytes();
    if !bytes.contains(&b'\\') {
        return Cow::Borrowed(bytes);
    }
    let mut resolved = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let digit = |index: usize| bytes.get(index).and_then(|byte| (*byte as char).to_digit(16));
        let (value, length) = match (byte, digit(at + 1), digit(at + 2)) {
            (b'\\', Some(high), Some(low)) => ((high * 16 + low) as u8, 3),
            (b'\\', ..) if bytes.get(at + 1) == Some(&b'\\') => (b'\\', 2),
            _ => (byte, 1),
        };
        resolved.push(value);
        at += length;
    }
    Cow::Owned(resolved)
}

/// The beginning of a long text, for messages.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'$')
}
