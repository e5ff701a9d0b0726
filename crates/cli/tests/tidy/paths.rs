//! The paths that Rust code mentions: in `use` declarations, one by one, and wherever they stand.

use proc_macro2::Delimiter;

use crate::tokens::{Token, Tree};

/// A path and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    pub line: usize,
    /// The modules inside the file that it stands in.
    pub inside: Vec<String>,
    /// Its segments; the last is `*` for all that a module has.
    pub segments: Vec<String>,
    /// The name by which a `use` declaration makes it known.
    pub name: Option<String>,
}

impl Mention {
    /// The segments from the root of the crate, if the path begins at a module of the crate.
    pub fn absolute(&self, file: &[String]) -> Option<Vec<String>> {
        let mut module: Vec<String> = file.iter().chain(&self.inside).cloned().collect();
        let mut rest = &self.segments[..];
        match rest.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &rest[1..];
            }
            "self" => rest = &rest[1..],
            "super" => {}
            _ => return None,
        }
        while rest.first().is_some_and(|segment| segment == "super") {
            module.pop()?;
            rest = &rest[1..];
        }
        module.extend_from_slice(rest);
        Some(module)
    }
}

/// All imports of code, and all paths of two segments or more.
pub fn mentions(tokens: &[Token]) -> Vec<Mention> {
    let mut reader = Reader { inside: Vec::new(), mentions: Vec::new() };
    reader.read(tokens);
    reader.mentions
}

struct Reader {
    inside: Vec<String>,
    mentions: Vec<Mention>,
}

impl Reader {
    fn read(&mut self, tokens: &[Token]) {
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            match &token.tree {
                Tree::Word(word) if word == "use" && !is(tokens, at + 1, '<') => {
                    let length = tokens[at..].iter().position(|token| token.is_mark(';'));
                    let end = length.map_or(tokens.len(), |length| at + length);
                    self.import(&tokens[at + 1..end], &[]);
                    at = end;
                }
                Tree::Word(word) if word == "mod" => {
                    let name = tokens.get(at + 1).and_then(Token::word);
                    let body = tokens.get(at + 2).and_then(|token| token.group(Delimiter::Brace));
                    if let (Some(name), Some(body)) = (name, body) {
                        self.inside.push(name.to_owned());
                        self.read(body);
                        self.inside.pop();
                        at += 2;
                    }
                }
                Tree::Word(_) if begins_path(tokens, at) => {
                    let mut segments = Vec::new();
                    while let Some(word) = tokens.get(at).and_then(Token::word) {
                        segments.push(word.to_owned());
                        if !is(tokens, at + 1, ':') || !is(tokens, at + 2, ':') {
                            break;
                        }
                        at += 3;
                    }
                    if segments.len() > 1 {
                        self.add(token.line, segments, None);
                    }
                    // What stopped a path behind `::`, as in `Vec::<u8>`, is read next.
                    if tokens.get(at).is_none_or(|token| token.word().is_none()) {
                        continue;
                    }
                }
                Tree::Group(_, inside) => self.read(inside),
                _ => {}
            }
            at += 1;
        }
    }

    /// Reads the rest of a `use` declaration behind a prefix.
    fn import(&mut self, tree: &[Token], prefix: &[String]) {
        let mut segments = prefix.to_vec();
        for (at, token) in tree.iter().enumerate() {
            match &token.tree {
                Tree::Word(word) if word == "as" => {
                    let name = tree.get(at + 1).and_then(Token::word).map(str::to_owned);
                    self.add(token.line, segments, name);
                    return;
                }
                Tree::Word(word) if word == "self" && !segments.is_empty() => {}
                Tree::Word(word) => segments.push(word.clone()),
                Tree::Mark('*') => segments.push("*".to_owned()),
                Tree::Group(Delimiter::Brace, inside) => {
                    for tree in inside.split(|token| token.is_mark(',')) {
                        if !tree.is_empty() {
                            self.import(tree, &segments);
                        }
                    }
                    return;
                }
                _ => {}
            }
        }
        if let Some(first) = tree.first() {
            let name = segments.last().cloned();
            self.add(first.line, segments, name);
        }
    }

    fn add(&mut self, line: usize, segments: Vec<String>, name: Option<String>) {
        self.mentions.push(Mention { line, inside: self.inside.clone(), segments, name });
    }
}

fn is(tokens: &[Token], at: usize, mark: char) -> bool {
    tokens.get(at).is_some_and(|token| token.is_mark(mark))
}

/// Whether a word is neither a field, a method, a macro's variable nor the middle of a path.
fn begins_path(tokens: &[Token], at: usize) -> bool {
    let before = |distance: usize, mark| at >= distance && is(tokens, at - distance, mark);
    let continues = before(1, ':') && before(2, ':') && !before(3, ':');
    let variable = before(1, '$') && !tokens[at].is_word("crate");
    // A range like `0..a::B` ends in two points.
    let member = before(1, '.') && !before(2, '.');
    let rooted = continues && (at < 3 || tokens[at - 3].word().is_none() && !before(3, '>'));
    !variable && !member && (!continues || rooted)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::tokens::production;

    #[track_caller]
    fn finds(text: &str, expected: Expect) {
        let tokens = production("a.rs", text).expect("Rust");
        let lines = mentions(&tokens).into_iter().map(|mention| {
            let absolute = mention.absolute(&["a".into(), "b".into()]);
            let absolute = absolute.map_or("elsewhere".into(), |path| path.join("::"));
            let name = mention.name.map_or(String::new(), |name| format!(" as {name}"));
            format!("{}{name} = {absolute}\n", mention.segments.join("::"))
        });
        expected.assert_eq(&lines.collect::<String>());
    }

    #[test]
    fn imports_are_listed_one_by_one() {
        finds(
            "pub use crate::{x::{self, Y as Z}, super_x::*}; use super::c; use ::std::fs;",
            expect![[r#"
                crate::x as x = x
                crate::x::Y as Z = x::Y
                crate::super_x::* as * = super_x::*
                super::c as c = a::c
                std::fs as fs = elsewhere
            "#]],
        );
    }

    #[test]
    fn paths_are_found_in_types_expressions_macros_and_modules() {
        finds(
            "fn f(x: super::super::T) -> impl Iterator + use<'_> { m!(crate::g(x.y, 0..io::LAST)) }
             mod inner { use super::x; use self::y; fn h() { Vec::<crate::V>::new(); <T as crate::W>::w() } }
             macro_rules! n { ($a:ident) => { $a::b($crate::c) } }
             fn g(a: ::std::fs::File) {}",
            expect![[r#"
                super::super::T = T
                crate::g = g
                io::LAST = elsewhere
                super::x as x = a::b::x
                self::y as y = a::b::inner::y
                crate::V = V
                crate::W = W
                crate::c = c
                std::fs::File = elsewhere
            "#]],
        );
    }
}
