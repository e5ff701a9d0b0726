//! A Rust file as trees of tokens, without its tests.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::finding::Finding;

/// A token and its line, counted from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Token {
    pub line: usize,
    pub tree: Tree,
}

/// What a token is.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// An identifier or keyword.
    Word(String),
    /// One character of punctuation.
    Mark(char),
    /// A literal or a lifetime.
    Other,
    /// Tokens in brackets.
    Group(Delimiter, Vec<Token>),
}

impl Token {
    /// The identifier or keyword that this is.
    pub fn word(&self) -> Option<&str> {
        match &self.tree {
            Tree::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub fn is_mark(&self, mark: char) -> bool {
        self.tree == Tree::Mark(mark)
    }

    /// What stands inside brackets of this kind.
    pub fn group(&self, brackets: Delimiter) -> Option<&[Token]> {
        match &self.tree {
            Tree::Group(delimiter, inside) if *delimiter == brackets => Some(inside),
            _ => None,
        }
    }
}

/// The tokens of a file that are compiled when no tests are.
pub fn production(path: &str, text: &str) -> Result<Vec<Token>, Finding> {
    let stream: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        Finding::new(path, error.span().start().line, "this is not Rust")
    })?;
    Ok(without_tests(trees(stream)))
}

/// Calls `visit` with the tokens of a file and of every group in it.
pub fn each_level(tokens: &[Token], visit: &mut dyn FnMut(&[Token])) {
    visit(tokens);
    for token in tokens {
        if let Tree::Group(_, inside) = &token.tree {
            each_level(inside, visit);
        }
    }
}

fn trees(stream: TokenStream) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut stream = stream.into_iter();
    while let Some(token) = stream.next() {
        let line = token.span().start().line;
        let tree = match token {
            TokenTree::Ident(word) => Tree::Word(word.to_string()),
            TokenTree::Punct(mark) if mark.as_char() == '\'' => {
                // A lifetime: its name follows.
                stream.next();
                Tree::Other
            }
            TokenTree::Punct(mark) => Tree::Mark(mark.as_char()),
            TokenTree::Literal(_) => Tree::Other,
            TokenTree::Group(group) => Tree::Group(group.delimiter(), trees(group.stream())),
        };
        tokens.push(Token { line, tree });
    }
    tokens
}

/// Leaves out whatever an attribute says is for tests only, at every depth.
fn without_tests(tokens: Vec<Token>) -> Vec<Token> {
    let mut left_out = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let inner = tokens[at].is_mark('#') && tokens.get(at + 1).is_some_and(|t| t.is_mark('!'));
        if inner && tokens.get(at + 2).and_then(attribute).is_some_and(is_for_tests) {
            return Vec::new();
        }
        let attributes = attributes(&tokens[at..]);
        let (marked, rest) = tokens[at..].split_at(attributes);
        let start = at;
        at += attributes;
        if marked.iter().filter_map(attribute).any(is_for_tests) {
            at += item(rest);
            left_out[start..at].fill(true);
        } else if attributes == 0 {
            at += 1;
        }
    }
    let kept = tokens.into_iter().zip(left_out).filter(|(_, left_out)| !left_out);
    kept.map(|(token, _)| match token.tree {
        Tree::Group(delimiter, inside) => {
            Token { tree: Tree::Group(delimiter, without_tests(inside)), ..token }
        }
        _ => token,
    })
    .collect()
}

/// How many of the first tokens are outer attributes.
fn attributes(tokens: &[Token]) -> usize {
    let pairs = tokens.chunks_exact(2);
    2 * pairs.take_while(|pair| pair[0].is_mark('#') && attribute(&pair[1]).is_some()).count()
}

fn attribute(token: &Token) -> Option<&[Token]> {
    token.group(Delimiter::Bracket)
}

/// Whether an attribute is `test`, or a `cfg` that only holds in tests.
fn is_for_tests(attribute: &[Token]) -> bool {
    match attribute {
        [test] => test.is_word("test"),
        [cfg, condition] if cfg.is_word("cfg") => {
            condition.group(Delimiter::Parenthesis).is_some_and(needs_tests)
        }
        _ => false,
    }
}

/// Whether a condition, or one of several that must all hold, is `test`.
fn needs_tests(condition: &[Token]) -> bool {
    match condition {
        [all, conditions] if all.is_word("all") => {
            conditions.group(Delimiter::Parenthesis).is_some_and(|conditions| {
                conditions.split(|token| token.is_mark(',')).any(needs_tests)
            })
        }
        [test] => test.is_word("test"),
        _ => false,
    }
}

/// How many of the first tokens are one item, statement, field or arm.
fn item(tokens: &[Token]) -> usize {
    let visible = match tokens {
        [public, scope, ..]
            if public.is_word("pub") && scope.group(Delimiter::Parenthesis).is_some() =>
        {
            2
        }
        [public, ..] if public.is_word("pub") => 1,
        _ => 0,
    };
    let keyword = tokens.get(visible).and_then(Token::word).unwrap_or_default();
    let function = tokens.get(visible + 1).is_some_and(|token| token.is_word("fn"));
    let ends = |token: &Token| match keyword {
        "use" | "static" | "type" | "let" => token.is_mark(';'),
        "const" if !function => token.is_mark(';'),
        "fn" | "mod" | "struct" | "enum" | "union" | "trait" | "impl" | "const" | "async"
        | "unsafe" | "extern" | "macro_rules" => {
            token.is_mark(';') || token.group(Delimiter::Brace).is_some()
        }
        _ => token.is_mark(';') || token.is_mark(',') || token.group(Delimiter::Brace).is_some(),
    };
    tokens.iter().position(ends).map_or(tokens.len(), |last| last + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words that are left of a text.
    fn words(text: &str) -> String {
        let mut words = Vec::new();
        each_level(&production("a.rs", text).expect("Rust"), &mut |tokens| {
            words.extend(tokens.iter().filter_map(Token::word).map(str::to_owned));
        });
        words.join(" ")
    }

    #[test]
    fn code_without_tests_is_kept() {
        assert_eq!(words("use a; fn f<'x>(y: &'x str) { g(1, \"h\") }"), "use a fn f y str g");
        assert_eq!(words("#[cfg(not(test))] fn f() {}"), "fn f cfg not test");
        assert_eq!(words("#[cfg(any(test, unix))] use a;"), "use a cfg any test unix");
    }

    #[test]
    fn whatever_is_for_tests_is_left_out() {
        assert_eq!(words("#![cfg(test)] fn f() {}"), "");
        assert_eq!(words("#[cfg(test)] mod tests { fn f() {} } fn g() {}"), "fn g");
        assert_eq!(words("#[cfg(test)] mod tests; fn g() {}"), "fn g");
        assert_eq!(words("#[cfg(test)] use a::{b, c}; use d;"), "use d");
        assert_eq!(words("#[cfg(test)] const A: S = S { a: 1 }; use d;"), "use d");
        assert_eq!(words("#[cfg(all(test, unix))] #[inline] pub(crate) fn f() {} use d;"), "use d");
        assert_eq!(words("#[test] fn f<A, B>() where A: B, B: A {} use d;"), "use d");
        assert_eq!(words("struct S { #[cfg(test)] a: u8, b: u8 }"), "struct S b u8");
        assert_eq!(words("fn f() { #[cfg(test)] let a = g { b }; h() }"), "fn f h");
    }

    #[test]
    fn a_file_that_does_not_lex_is_found() {
        assert_eq!(production("a.rs", "fn f( {").unwrap_err().message, "this is not Rust");
    }
}
