//! The parser: recursive descent over the tokens, one file per part of the grammar.
//!
//! A first look at the text finds the names of everything that can be referred to before it is
//! defined; ids are in the order of the text. The grammar does not nest, so neither does the parser.

mod body;
mod catalogue;
mod instruction;
mod item;
mod operand;
mod terminator;

pub(super) use instruction::check_name;

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::ParseError;
use super::error::nearest;
use super::lexer::{self, Token, TokenKind};
use super::literal;
use super::syntax::PROGRAM;
use crate::catalogue::ApiTypeId;
use crate::{ClassId, FileId, FuncId, GlobalId, Program, SelectorId, Span, Type};

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a program from its text.
///
/// # Errors
///
/// The first thing that is wrong with the text. A program that parses can still be ill-formed;
/// [`verify`](crate::verify::verify) tells.
pub fn parse(source: &str) -> Result<Program> {
    let mut parser = Parser {
        source,
        tokens: lexer::tokens(source, &PROGRAM)?,
        at: 0,
        program: Program::default(),
        names: Names::default(),
    };
    parser.collect_names()?;
    while parser.peek().kind != TokenKind::End {
        parser.item()?;
    }
    parser.check_all_names_defined()?;
    Ok(parser.program)
}

/// What `@name` means.
#[derive(Clone, Copy)]
enum Symbol {
    Global(GlobalId),
    Function(FuncId),
}

/// Names of the whole text.
#[derive(Default)]
struct Names<'s> {
    symbols: FxHashMap<Cow<'s, str>, Symbol>,
    classes: FxHashMap<Cow<'s, str>, ClassId>,
    selectors: FxHashMap<Cow<'s, str>, SelectorId>,
    types: FxHashMap<Cow<'s, str>, ApiTypeId>,
    globals: u32,
    functions: u32,
}

struct Parser<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    at: usize,
    program: Program,
    names: Names<'s>,
}

impl<'s> Parser<'s> {
    /// The next token.
    fn peek(&self) -> Token {
        self.tokens[self.at]
    }

    /// The token after the next.
    fn peek_second(&self) -> Token {
        self.tokens[(self.at + 1).min(self.tokens.len() - 1)]
    }

    /// Takes the next token; the last one stays for ever.
    fn take(&mut self) -> Token {
        let token = self.tokens[self.at];
        if self.at + 1 < self.tokens.len() {
            self.at += 1;
        }
        token
    }

    /// Takes the next token if it is of that kind.
    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().kind == kind;
        if found {
            self.take();
        }
        found
    }

    /// Takes the next token, which must be of that kind.
    fn expect(&mut self, kind: TokenKind) -> Result<Token> {
        if self.peek().kind == kind { Ok(self.take()) } else { Err(self.expected(kind.describe())) }
    }

    /// Takes the next token if it is that word.
    fn accept_word(&mut self, word: &str) -> bool {
        let found = self.is_word(self.peek(), word);
        if found {
            self.take();
        }
        found
    }

    /// Takes the next token, which must be that word.
    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.accept_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    fn is_word(&self, token: Token, word: &str) -> bool {
        token.kind == TokenKind::Word && self.text(token) == word
    }

    fn text(&self, token: Token) -> &'s str {
        token.text(self.source)
    }

    /// An error at a token.
    fn error(&self, token: Token, message: impl Into<String>) -> ParseError {
        ParseError::at(self.source, token.start(), token.end(), message)
    }

    /// The next token is not what the grammar wants.
    fn expected(&self, what: &str) -> ParseError {
        let token = self.peek();
        if token.kind == TokenKind::End {
            return self.error(token, format!("expected {what}, but the text ends here"));
        }
        self.error(token, format!("expected {what}, found {}", self.shown(token)))
    }

    fn shown(&self, token: Token) -> String {
        let mut text: String = self.text(token).chars().take(40).collect();
        if text.len() < self.text(token).len() {
            text.push('…');
        }
        format!("`{text}`")
    }

    /// An error about a name that nothing has, with the nearest one that something has.
    fn unknown<'c>(
        &self,
        token: Token,
        what: &str,
        sigil: &str,
        name: &str,
        candidates: impl IntoIterator<Item = &'c str>,
    ) -> ParseError {
        let error = self.error(token, format!("{what} `{sigil}{name}` is not defined"));
        match nearest(name, candidates) {
            Some(near) => error.with_help(format!("did you mean `{sigil}{near}`?")),
            None => error,
        }
    }

    /// The text inside the quotes of a token that has some.
    fn inside_quotes(&self, token: Token) -> Option<&'s str> {
        let text = self.text(token).trim_start_matches(['@', '%']);
        text.strip_prefix('"')?.strip_suffix('"')
    }

    /// The name that a word, string, symbol or register stands for.
    fn name_of(&self, token: Token) -> Result<Cow<'s, str>> {
        let Some(inside) = self.inside_quotes(token) else {
            let sigil = usize::from(matches!(token.kind, TokenKind::Symbol | TokenKind::Register));
            return Ok(Cow::Borrowed(&self.text(token)[sigil..]));
        };
        if !inside.contains('\\') {
            return Ok(Cow::Borrowed(inside));
        }
        match String::from_utf8(PROGRAM.escapes.unescape(inside).into_owned()) {
            Ok(name) => Ok(Cow::Owned(name)),
            Err(_) => Err(self.error(token, "a name must be UTF-8")),
        }
    }

    /// Takes a name: a word or a string.
    fn name(&mut self, what: &str) -> Result<(Token, Cow<'s, str>)> {
        let token = self.peek();
        if !matches!(token.kind, TokenKind::Word | TokenKind::Quoted) {
            return Err(self.expected(what));
        }
        self.take();
        Ok((token, self.name_of(token)?))
    }

    /// Takes `@name` and says what it is.
    fn symbol(&mut self) -> Result<(Token, Symbol)> {
        let token = self.expect(TokenKind::Symbol)?;
        let name = self.name_of(token)?;
        match self.names.symbols.get(&name) {
            Some(symbol) => Ok((token, *symbol)),
            None => {
                let known = self.names.symbols.keys().map(AsRef::as_ref);
                Err(self.unknown(token, "function or global", "@", &name, known))
            }
        }
    }

    /// Takes the `@name` of a function.
    fn function_name(&mut self) -> Result<FuncId> {
        match self.symbol()? {
            (_, Symbol::Function(id)) => Ok(id),
            (token, Symbol::Global(_)) => {
                Err(self
                    .error(token, format!("`{}` is a global, not a function", self.text(token))))
            }
        }
    }

    /// Takes the `@name` of a global.
    fn global_name(&mut self) -> Result<GlobalId> {
        match self.symbol()? {
            (_, Symbol::Global(id)) => Ok(id),
            (token, Symbol::Function(_)) => {
                Err(self
                    .error(token, format!("`{}` is a function, not a global", self.text(token))))
            }
        }
    }

    /// Takes the name of a class.
    fn class_name(&mut self) -> Result<ClassId> {
        let (token, name) = self.name("the name of a class")?;
        match self.names.classes.get(&name) {
            Some(class) => Ok(*class),
            None => {
                let known = self.names.classes.keys().map(AsRef::as_ref);
                Err(self.unknown(token, "class", "", &name, known))
            }
        }
    }

    /// Takes the name of a virtual method; new ones are numbered as they come.
    fn selector(&mut self) -> Result<SelectorId> {
        let (_, name) = self.name("the name of a method")?;
        if let Some(selector) = self.names.selectors.get(&name) {
            return Ok(*selector);
        }
        let selector = self.program.selectors.push(name.to_string());
        self.names.selectors.insert(name, selector);
        Ok(selector)
    }

    /// Takes a type.
    fn ty(&mut self) -> Result<Type> {
        let token = self.peek();
        if token.kind != TokenKind::Word {
            return Err(self.expected("a type like `i32`, `f64` or `ptr`"));
        }
        let word = self.text(token);
        let ty = match word {
            "f32" => Type::F32,
            "f64" => Type::F64,
            "ptr" => Type::Ptr,
            _ => match word.strip_prefix('i').filter(|digits| !digits.starts_with('0')) {
                Some(digits) => match digits.parse::<u8>() {
                    Ok(bits @ (1..=64 | 128)) => Type::Int(bits),
                    Ok(_) => {
                        let message = format!("there is no type `{word}`");
                        let help = "integers have 1 to 64 or 128 bits";
                        return Err(self.error(token, message).with_help(help));
                    }
                    Err(_) => return Err(self.no_type(token)),
                },
                None => return Err(self.no_type(token)),
            },
        };
        self.take();
        Ok(ty)
    }

    fn no_type(&self, token: Token) -> ParseError {
        let error = self.expected("a type like `i32`, `f64` or `ptr`");
        match self.text(token) {
            "int" => error.with_help("C's `int` is `i32`"),
            "float" => error.with_help("it is called `f32`"),
            "double" => error.with_help("it is called `f64`"),
            "bool" => error.with_help("it is called `i1`"),
            _ => error,
        }
    }

    /// Takes a number that must lie in `0..=limit`.
    fn count(&mut self, what: &str, limit: u64) -> Result<u64> {
        let token = self.peek();
        if token.kind != TokenKind::Number {
            return Err(self.expected(what));
        }
        self.take();
        match literal::integer(self.text(token)) {
            Some(value) if value <= limit.into() => Ok(value as u64),
            Some(_) => Err(self.error(token, format!("{what} is at most {limit}"))),
            None => Err(self.error(token, format!("expected {what}, found {}", self.shown(token)))),
        }
    }

    fn count_u32(&mut self, what: &str) -> Result<u32> {
        Ok(self.count(what, u32::MAX.into())? as u32)
    }

    fn count_u8(&mut self, what: &str) -> Result<u8> {
        Ok(self.count(what, u8::MAX.into())? as u8)
    }

    /// Takes `+ 4` or `- 4`, if it is there; zero otherwise.
    fn offset(&mut self, least: i64, most: i64) -> Result<i64> {
        let negative = match self.peek().kind {
            TokenKind::Plus => false,
            TokenKind::Minus => true,
            _ => return Ok(0),
        };
        self.take();
        let token = self.expect(TokenKind::Number)?;
        let magnitude = literal::integer(self.text(token))
            .ok_or_else(|| self.error(token, "an offset is a whole number of bytes"))?;
        let value = i128::try_from(magnitude).map(|value| if negative { -value } else { value });
        match value {
            Ok(value) if (least.into()..=most.into()).contains(&value) => Ok(value as i64),
            _ => Err(self.error(token, format!("an offset lies in {least}..={most}"))),
        }
    }

    /// Takes a source location, if there is one.
    fn span(&mut self) -> Result<Option<Span>> {
        let token = self.peek();
        if token.kind != TokenKind::Span {
            return Ok(None);
        }
        self.take();
        match read_span(&self.text(token)[1..]) {
            Some(span) => Ok(Some(span)),
            None => Err(self.error(token, "this is not a source location").with_help(
                "write file:line:column-column or file:line:column-line:column, as in `!0:3:7-13`",
            )),
        }
    }

    /// The numbers of `d0`, `c1`, `h2`: a letter and a number without leading zeros.
    fn numbered(&self, text: &str, letter: char) -> Option<u32> {
        let digits = text.strip_prefix(letter)?;
        let plain = digits == "0" || !digits.starts_with(['0', '+']);
        if plain { digits.parse().ok() } else { None }
    }

    /// The list `(item, item)`; a comma may follow the last.
    fn list(
        &mut self,
        open: TokenKind,
        close: TokenKind,
        mut item: impl FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.expect(open)?;
        while !self.accept(close) {
            item(self)?;
            if !self.accept(TokenKind::Comma) && self.peek().kind != close {
                return Err(self.expected(&format!("`,` or {}", close.describe())));
            }
        }
        Ok(())
    }
}

/// Reads `file:line:column-column` or `file:line:column-line:column`.
fn read_span(text: &str) -> Option<Span> {
    let (start, end) = text.split_once('-')?;
    let mut start = start.split(':').map(|number| number.parse::<u32>().ok());
    let (file, line, column) = (start.next()??, start.next()??, start.next()??);
    if start.next().is_some() {
        return None;
    }
    let (end_line, end_column) = match end.split_once(':') {
        Some((line, column)) => (line.parse().ok()?, column.parse().ok()?),
        None => (line, end.parse().ok()?),
    };
    Some(Span { file: FileId(file), line, column, end_line, end_column })
}
