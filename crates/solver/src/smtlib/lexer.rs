//! From characters to the tokens of SMT-LIB 2.6.

use super::error::Mistake;

/// A token and the bytes it stands at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'text> {
    pub kind: TokenKind<'text>,
    pub span: (usize, usize),
}

/// What a token is; text without its marks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind<'text> {
    Open,
    Close,
    Symbol(&'text str),
    Keyword(&'text str),
    Numeral(&'text str),
    Decimal(&'text str),
    Hexadecimal(&'text str),
    Binary(&'text str),
    String(&'text str),
}

/// The place in a text up to which tokens were taken.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'text> {
    text: &'text str,
    at: usize,
}

impl<'text> Lexer<'text> {
    pub fn new(text: &'text str) -> Lexer<'text> {
        Lexer { text, at: 0 }
    }

    pub fn text(&self) -> &'text str {
        self.text
    }

    /// The next token; none at the end.
    pub fn next(&mut self) -> Result<Option<Token<'text>>, Mistake> {
        self.skip_blanks();
        let start = self.at;
        let Some(first) = self.text[start..].chars().next() else { return Ok(None) };
        let rest = &self.text[start..];
        let (kind, length) = match first {
            '(' => (TokenKind::Open, 1),
            ')' => (TokenKind::Close, 1),
            '|' => {
                let Some(length) = rest[1..].find('|') else {
                    return Err(Mistake::new((start, start + 1), "this `|` has no partner"));
                };
                (TokenKind::Symbol(&rest[1..=length]), length + 2)
            }
            '"' => {
                let length = string_length(rest).ok_or_else(|| {
                    Mistake::new((start, start + 1), "this string has no closing quote")
                })?;
                (TokenKind::String(&rest[1..length - 1]), length)
            }
            _ => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if length == 0 {
                    let end = start + first.len_utf8();
                    return Err(Mistake::new(
                        (start, end),
                        format!("`{}` does not belong here", first.escape_debug()),
                    ));
                }
                (word(&rest[..length], (start, start + length))?, length)
            }
        };
        self.at = start + length;
        Ok(Some(Token { kind, span: (start, self.at) }))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches([' ', '\t', '\r', '\n']);
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with(';') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }
}

/// The length of the string literal at the start, quotes included; a doubled quote is part of it.
fn string_length(text: &str) -> Option<usize> {
    let mut at = 1;
    loop {
        at += text[at..].find('"')? + 1;
        if !text[at..].starts_with('"') {
            return Some(at);
        }
        at += 1;
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/:#".contains(c)
}

fn word(text: &str, span: (usize, usize)) -> Result<TokenKind<'_>, Mistake> {
    let all = |digits: &str, is: fn(char) -> bool| !digits.is_empty() && digits.chars().all(is);
    if let Some(digits) = text.strip_prefix("#x") {
        if all(digits, |c| c.is_ascii_hexdigit()) {
            return Ok(TokenKind::Hexadecimal(digits));
        }
    } else if let Some(digits) = text.strip_prefix("#b") {
        if all(digits, |c| matches!(c, '0' | '1')) {
            return Ok(TokenKind::Binary(digits));
        }
    } else if let Some(name) = text.strip_prefix(':') {
        if all(name, |c| c != ':' && c != '#') {
            return Ok(TokenKind::Keyword(name));
        }
    } else if text.starts_with(|c: char| c.is_ascii_digit()) {
        let digit = |c: char| c.is_ascii_digit();
        match text.split_once('.') {
            None if all(text, digit) => return Ok(TokenKind::Numeral(text)),
            Some((whole, part)) if all(whole, digit) && all(part, digit) => {
                return Ok(TokenKind::Decimal(text));
            }
            _ => {}
        }
    } else if !text.contains([':', '#']) {
        return Ok(TokenKind::Symbol(text));
    }
    Err(Mistake::new(span, format!("`{text}` is neither a number nor a symbol")))
}
