//! A token: what it is, and where it stands in the text.

/// A token: its kind and its place. It holds no text of its own.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Whether it is the first of its line: instructions and statements end where the next line begins.
    pub first: bool,
    start: u32,
    end: u32,
}

impl Token {
    /// A token at the bytes `start..end` of a text that is not longer than 4 GiB.
    pub(super) fn new(kind: TokenKind, first: bool, start: usize, end: usize) -> Self {
        Self { kind, first, start: start as u32, end: end as u32 }
    }

    /// The byte at which it begins.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The byte behind its last.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// How it is spelt.
    pub fn text(self, source: &str) -> &str {
        &source[self.start()..self.end()]
    }

    /// A token of the same kind that runs on to the end of a later one.
    pub fn up_to(self, last: Token) -> Self {
        Self { end: last.end, ..self }
    }
}

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// A bare name or keyword.
    Word,
    /// `"…"`.
    Quoted,
    /// `'…'`.
    Character,
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
    /// `{`.
    Open,
    /// `}`.
    Close,
    /// `(`.
    OpenParen,
    /// `)`.
    CloseParen,
    /// `[`.
    OpenSquare,
    /// `]`.
    CloseSquare,
    /// `,`.
    Comma,
    /// `:`.
    Colon,
    /// `=`.
    Equals,
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `*`.
    Star,
    /// `?`.
    Question,
    /// `|`.
    Bar,
    /// `.`.
    Dot,
    /// `->`.
    Arrow,
    /// `...`.
    Ellipsis,
    /// Behind the last token.
    End,
}

impl TokenKind {
    /// How messages call it.
    pub fn describe(self) -> &'static str {
        match self {
            TokenKind::Word => "a word",
            TokenKind::Quoted => "a string",
            TokenKind::Character => "a character",
            TokenKind::Symbol => "a function's or global's name like `@name`",
            TokenKind::Register => "a register like `%name`",
            TokenKind::Number | TokenKind::NanBits => "a number",
            TokenKind::Span => "a source location like `!0:3:7-13`",
            TokenKind::Open => "`{`",
            TokenKind::Close => "`}`",
            TokenKind::OpenParen => "`(`",
            TokenKind::CloseParen => "`)`",
            TokenKind::OpenSquare => "`[`",
            TokenKind::CloseSquare => "`]`",
            TokenKind::Comma => "`,`",
            TokenKind::Colon => "`:`",
            TokenKind::Equals => "`=`",
            TokenKind::Plus => "`+`",
            TokenKind::Minus => "`-`",
            TokenKind::Star => "`*`",
            TokenKind::Question => "`?`",
            TokenKind::Bar => "`|`",
            TokenKind::Dot => "`.`",
            TokenKind::Arrow => "`->`",
            TokenKind::Ellipsis => "`...`",
            TokenKind::End => "the end of the text",
        }
    }
}
