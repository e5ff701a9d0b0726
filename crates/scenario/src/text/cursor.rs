//! Walks over the tokens of a text and reads names and values.

use std::borrow::Cow;

use program::Type;
use program::text::lexer::{Token, TokenKind, tokens};
use program::text::{ParseError, nearest};

use super::literal::{self, Mistake};
use super::syntax::SCENARIO;

/// Elements of an input array may not be more: each of them becomes a variable of its own.
pub(super) const MAX_CAPACITY: u32 = 1 << 20;

/// A place in a list of tokens.
pub(super) struct Cursor<'s> {
    pub source: &'s str,
    tokens: Vec<Token>,
    at: usize,
}

/// The elements of an array as they are written.
pub(super) struct Elements {
    /// How many stand before the bar.
    pub length: u32,
    /// All of them.
    pub values: Vec<u128>,
    /// Where they stand.
    pub place: (usize, usize),
}

impl<'s> Cursor<'s> {
    pub fn new(source: &'s str) -> Result<Self, ParseError> {
        Ok(Self { source, tokens: tokens(source, &SCENARIO)?, at: 0 })
    }

    pub fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    /// The token after the next one.
    pub fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    pub fn next(&mut self) -> Token {
        let token = self.peek();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub fn text(&self, token: Token) -> &'s str {
        token.text(self.source)
    }

    /// The end of the token before the next one.
    pub fn end(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |at| self.tokens[at].end())
    }

    pub fn is(&self, mark: TokenKind) -> bool {
        self.peek().kind == mark
    }

    pub fn eat(&mut self, mark: TokenKind) -> bool {
        let found = self.is(mark);
        if found {
            self.next();
        }
        found
    }

    pub fn eat_word(&mut self, word: &str) -> bool {
        let token = self.peek();
        let found = token.kind == TokenKind::Word && self.text(token) == word;
        if found {
            self.next();
        }
        found
    }

    pub fn expect(&mut self, mark: TokenKind) -> Result<Token, ParseError> {
        if self.is(mark) {
            return Ok(self.next());
        }
        Err(self.unexpected(mark.describe()))
    }

    pub fn error(&self, token: Token, message: impl Into<String>) -> ParseError {
        ParseError::at(self.source, token.start(), token.end(), message)
    }

    /// Something else stands here than what is needed. A line that ends too early is pointed at behind
    /// its last token, not at the beginning of the next line.
    pub fn unexpected(&self, needed: &str) -> ParseError {
        let token = self.peek();
        if self.at > 0 && (token.first || token.kind == TokenKind::End) {
            let message = format!("{needed} is missing");
            return ParseError::at(self.source, self.end(), self.end(), message);
        }
        let found = match token.kind {
            TokenKind::Word | TokenKind::Number | TokenKind::Symbol => {
                format!("`{}`", self.text(token))
            }
            kind => kind.describe().into(),
        };
        self.error(token, format!("{needed} is needed here, not {found}"))
    }

    fn mistake(&self, start: usize, mistake: Mistake) -> ParseError {
        let error = ParseError::at(self.source, start, self.end(), mistake.message);
        match mistake.help {
            Some(help) => error.with_help(help),
            None => error,
        }
    }

    /// A bare or quoted name.
    pub fn name(&mut self, what: &str) -> Result<(Cow<'s, str>, Token), ParseError> {
        let token = self.peek();
        match token.kind {
            TokenKind::Word => {
                self.next();
                Ok((Cow::Borrowed(self.text(token)), token))
            }
            TokenKind::Quoted => match String::from_utf8(self.string(what)?) {
                Ok(name) => Ok((Cow::Owned(name), token)),
                Err(_) => Err(self.error(token, "a name must be UTF-8")),
            },
            _ => Err(self.unexpected(what)),
        }
    }

    /// The bytes of a string.
    pub fn string(&mut self, what: &str) -> Result<Vec<u8>, ParseError> {
        if self.peek().kind != TokenKind::Quoted {
            return Err(self.unexpected(what));
        }
        let token = self.next();
        let text = token.text(self.source);
        Ok(SCENARIO.escapes.unescape(&text[1..text.len() - 1]).into_owned())
    }

    /// The name behind an `@`.
    pub fn symbol(&mut self, what: &str) -> Result<(Cow<'s, str>, Token), ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Symbol {
            return Err(self.unexpected(what));
        }
        self.next();
        let name = &self.text(token)[1..];
        match name.strip_prefix('"') {
            None => Ok((Cow::Borrowed(name), token)),
            Some(rest) => {
                let bytes = SCENARIO.escapes.unescape(&rest[..rest.len() - 1]);
                match String::from_utf8(bytes.into_owned()) {
                    Ok(name) => Ok((Cow::Owned(name), token)),
                    Err(_) => Err(self.error(token, "a name must be UTF-8")),
                }
            }
        }
    }

    /// The name of a type.
    pub fn ty(&mut self) -> Result<Type, ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return Err(self.unexpected("a type"));
        }
        self.next();
        let name = self.text(token);
        literal::type_named(name).ok_or_else(|| {
            let error = self.error(token, format!("there is no type `{name}`"));
            let known = match name {
                "int" => Some("i32"),
                "char" | "byte" => Some("i8"),
                "short" => Some("i16"),
                "long" => Some("i64"),
                "float" => Some("f32"),
                "double" => Some("f64"),
                "bool" | "boolean" => Some("i1"),
                _ => nearest(name, ["i8", "i16", "i32", "i64", "f32", "f64", "ptr"]),
            };
            error.with_help(match known {
                Some(known) => format!("did you mean `{known}`?"),
                None => "types are i1 to i64, i128, f32, f64 and ptr".into(),
            })
        })
    }

    /// A number of bytes or elements that is not negative.
    pub fn count(&mut self, what: &str, most: u32) -> Result<u32, ParseError> {
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return Err(self.unexpected(what));
        }
        self.next();
        match literal::number(Type::I128, false, self.text(token)) {
            Ok(number) if number <= u128::from(most) => Ok(number as u32),
            Ok(_) => Err(self.error(token, format!("{what} may be at most {most}"))),
            Err(mistake) => Err(self.mistake(token.start(), mistake)),
        }
    }

    /// Whether a literal stands here, and not a variable or something else.
    pub fn at_literal(&self) -> bool {
        let token = self.peek();
        match token.kind {
            TokenKind::Number | TokenKind::Character => true,
            TokenKind::Word => literal::named(Type::Ptr, false, self.text(token)).is_some(),
            kind => kind == TokenKind::Minus,
        }
    }

    /// A value of a type.
    pub fn literal(&mut self, ty: Type) -> Result<u128, ParseError> {
        let start = self.peek().start();
        let negative = self.eat(TokenKind::Minus);
        let token = self.peek();
        let text = self.text(token);
        let bits = match token.kind {
            TokenKind::Number => {
                self.next();
                literal::number(ty, negative, text)
            }
            TokenKind::Character if !negative => {
                self.next();
                literal::character(ty, &SCENARIO.escapes.unescape(&text[1..text.len() - 1]))
            }
            TokenKind::Word => {
                self.next();
                // `nan:0x…` is one literal: no blank may stand inside.
                if text == "nan"
                    && !negative
                    && self.is(TokenKind::Colon)
                    && self.peek().start() == token.end()
                {
                    self.next();
                    if self.peek().kind != TokenKind::Number {
                        return Err(self.unexpected("the NaN's bits"));
                    }
                    let digits = self.next();
                    literal::nan_bits(ty, self.text(digits))
                } else {
                    literal::named(ty, negative, text).unwrap_or_else(|| {
                        Err(Mistake::new(format!("`{text}` is not a value of type {ty}")))
                    })
                }
            }
            _ => return Err(self.unexpected(&format!("a value of type {ty}"))),
        };
        bits.map_err(|mistake| self.mistake(start, mistake))
    }

    /// `[1, 2 | 3]` or a string, for bytes.
    pub fn elements(&mut self, ty: Type) -> Result<Elements, ParseError> {
        let open = self.peek();
        if open.kind == TokenKind::Quoted {
            if ty != Type::I8 {
                let message =
                    format!("a string is an array of i8, elements of type {ty} are needed");
                return Err(self.error(open, message));
            }
            let values: Vec<u128> = self.string("a string")?.into_iter().map(u128::from).collect();
            return self.limited(Elements {
                length: values.len() as u32,
                values,
                place: (open.start(), open.end()),
            });
        }
        if !self.eat(TokenKind::OpenSquare) {
            return Err(self.unexpected(match ty {
                Type::I8 => "an array like `[1, 2]` or a string",
                _ => "an array like `[1, 2]`",
            }));
        }
        let mut length = None;
        let mut values = Vec::new();
        while !self.is(TokenKind::CloseSquare) {
            if length.is_none() && self.eat(TokenKind::Bar) {
                length = Some(values.len());
                continue;
            }
            values.push(self.literal(ty)?);
            if !self.eat(TokenKind::Comma)
                && !self.is(TokenKind::CloseSquare)
                && (length.is_some() || !self.is(TokenKind::Bar))
            {
                return Err(self.unexpected("`,` or `]`"));
            }
        }
        self.next();
        let length = length.unwrap_or(values.len()) as u32;
        self.limited(Elements { length, values, place: (open.start(), self.end()) })
    }

    fn limited(&self, elements: Elements) -> Result<Elements, ParseError> {
        if elements.values.len() > MAX_CAPACITY as usize {
            let (start, end) = elements.place;
            let message = format!("an array may have at most {MAX_CAPACITY} elements");
            return Err(ParseError::at(self.source, start, end, message));
        }
        Ok(elements)
    }
}
