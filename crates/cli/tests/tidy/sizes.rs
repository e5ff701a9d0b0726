//! Checks of sizes: how long crates and files are, and how much functions and structs take in.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::Delimiter;

use crate::finding::Finding;
use crate::sources::{Crate, Source};
use crate::tokens::{Token, each_level};

/// The most lines that a crate has in `src`.
const MOST_LINES: usize = 16_000;

/// The most lines that half of all files have.
const MEDIAN_LINES: usize = 158;

/// The most parameters that a function has, its receiver among them.
const MOST_PARAMETERS: usize = 7;

/// The most fields that a struct has.
const MOST_FIELDS: usize = 20;

/// Crates that are longer than they should be, and why.
///
/// `c` holds the judging of findings (`produce/causes.rs` and what it uses), which is to become a room of its own.
pub const LONG_CRATES: &[&str] = &["c"];

/// Structs with more fields than they should have, as `crate::Struct`, and why.
pub const WIDE_STRUCTS: &[&str] = &[];

/// No crate is longer than a person can know, but for those listed. The files come with their paths
/// and texts.
pub fn crates<'a>(files: &[(&'a str, &str)], long: &[&str]) -> Vec<Finding> {
    let mut lines: BTreeMap<&'a str, usize> = BTreeMap::new();
    for (path, text) in files {
        *lines.entry(room(path)).or_default() += text.lines().count();
    }
    let mut findings = Vec::new();
    for (name, lines) in &lines {
        if *lines > MOST_LINES && !long.contains(name) {
            let message = format!("{lines} lines are more than {MOST_LINES}: split the crate");
            findings.push(Finding::new(&format!("crates/{name}/Cargo.toml"), 1, message));
        }
    }
    for name in long {
        if lines.get(name).is_none_or(|lines| *lines <= MOST_LINES) {
            findings.push(unused(&format!("crates/{name}/Cargo.toml"), name));
        }
    }
    findings
}

/// Half of all files are short.
pub fn median(files: &[(&str, &str)]) -> Vec<Finding> {
    let mut lines: Vec<usize> = files.iter().map(|(_, text)| text.lines().count()).collect();
    lines.sort_unstable();
    match lines.get(lines.len() / 2) {
        Some(median) if *median > MEDIAN_LINES => {
            let message = format!("the median file has {median} lines, more than {MEDIAN_LINES}");
            vec![Finding::new("crates", 1, message)]
        }
        _ => Vec::new(),
    }
}

/// No function has more parameters than one keeps apart.
pub fn parameters(file: &Source) -> Vec<Finding> {
    let mut findings = Vec::new();
    each_level(&file.tokens, &mut |tokens| {
        for at in 0..tokens.len() {
            if let Some((name, parameters)) = function(&tokens[at..])
                && parameters > MOST_PARAMETERS
            {
                let message =
                    format!("`{name}` has {parameters} parameters, {MOST_PARAMETERS} are enough");
                findings.push(Finding::new(&file.path, tokens[at].line, message));
            }
        }
    });
    findings.sort_by_key(|finding| finding.line);
    findings
}

/// No struct has more fields than one keeps apart, but for those listed and the machine's.
pub fn fields(crates: &[Crate], wide: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut found: BTreeSet<String> = BTreeSet::new();
    // The machine's core is one state that every step touches.
    for known in crates.iter().filter(|known| known.name != "machine") {
        for file in &known.files {
            each_level(&file.tokens, &mut |tokens| {
                for at in 0..tokens.len() {
                    let Some((name, fields)) = structure(&tokens[at..]) else { continue };
                    if fields > MOST_FIELDS {
                        let name = format!("{}::{name}", known.name);
                        if !wide.contains(&&*name) {
                            let message =
                                format!("`{name}` has {fields} fields, {MOST_FIELDS} are enough");
                            findings.push(Finding::new(&file.path, tokens[at].line, message));
                        }
                        found.insert(name);
                    }
                }
            });
        }
    }
    for name in wide.iter().filter(|name| !found.contains(**name)) {
        findings.push(unused(
            &format!("crates/{}/Cargo.toml", name.split("::").next().unwrap_or(name)),
            name,
        ));
    }
    findings
}

fn unused(path: &str, name: &str) -> Finding {
    Finding::new(path, 1, format!("`{name}` needs no exception any more: take it off the list"))
}

/// The crate that a path is in.
fn room(path: &str) -> &str {
    path.split('/').nth(1).unwrap_or(path)
}

/// The name and the number of parameters of a function that begins here.
fn function(tokens: &[Token]) -> Option<(&str, usize)> {
    let [keyword, name, ..] = tokens else { return None };
    let name = name.word().filter(|_| keyword.is_word("fn"))?;
    let mut depth = 0_usize;
    for at in 2..tokens.len() {
        if tokens[at].is_mark('<') {
            depth += 1;
        } else if tokens[at].is_mark('>') && !tokens[at - 1].is_mark('-') {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            return tokens[at].group(Delimiter::Parenthesis).map(|list| (name, entries(list)));
        }
    }
    None
}

/// The name and the number of fields of a struct with named fields that begins here.
fn structure(tokens: &[Token]) -> Option<(&str, usize)> {
    let [keyword, name, ..] = tokens else { return None };
    let name = name.word().filter(|_| keyword.is_word("struct"))?;
    let end = tokens
        .iter()
        .position(|token| token.is_mark(';') || token.group(Delimiter::Brace).is_some())?;
    Some((name, entries(tokens[end].group(Delimiter::Brace)?)))
}

/// How many entries a list has that commas separate; those between angle brackets do not.
fn entries(tokens: &[Token]) -> usize {
    let mut entries = 0;
    let mut depth = 0_usize;
    let mut empty = true;
    for (at, token) in tokens.iter().enumerate() {
        let arrow = at > 0 && tokens[at - 1].is_mark('-');
        if token.is_mark('<') {
            depth += 1;
        } else if token.is_mark('>') && !arrow {
            depth = depth.saturating_sub(1);
        }
        let separates = token.is_mark(',') && depth == 0;
        entries += usize::from(empty && !separates);
        empty = separates;
    }
    entries
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    fn crate_of(name: &str, text: &str) -> Crate {
        let path = format!("crates/{name}/src/lib.rs");
        Crate::read(name, &BTreeMap::from([(&*path, text)])).expect("Rust")
    }

    #[track_caller]
    fn finds(findings: Vec<Finding>, expected: Expect) {
        expected.assert_eq(&lines(&findings));
    }

    #[test]
    fn a_crate_may_have_as_many_lines_as_a_person_can_know() {
        let (long, short) = ("\n".repeat(MOST_LINES - 9), "\n".repeat(10));
        let files = [
            ("crates/a/src/b.rs", &*long),
            ("crates/a/src/c.rs", &*short),
            ("crates/d/src/e.rs", "\n"),
        ];
        finds(crates(&[files[0], files[2]], &[]), expect![""]);
        finds(crates(&files, &["a"]), expect![""]);
        finds(
            crates(&files, &["d", "e"]),
            expect![[r#"
                crates/a/Cargo.toml:1: 16001 lines are more than 16000: split the crate
                crates/d/Cargo.toml:1: `d` needs no exception any more: take it off the list
                crates/e/Cargo.toml:1: `e` needs no exception any more: take it off the list
            "#]],
        );
    }

    #[test]
    fn half_of_all_files_are_short() {
        let (long, short) = ("\n".repeat(MEDIAN_LINES + 1), "\n".repeat(MEDIAN_LINES));
        finds(median(&[("a", &long), ("b", &short), ("c", &short)]), expect![""]);
        finds(
            median(&[("a", &long), ("b", &short), ("c", &long)]),
            expect![[r#"
                crates:1: the median file has 159 lines, more than 158
            "#]],
        );
    }

    #[test]
    fn parameters_are_counted_and_commas_inside_them_are_not() {
        let list = |text: &str| parameters(&crate_of("a", text).files[0]);
        let fine = "fn f<A, B: Fn(A) -> A>(&self, b: u8, c: M<A, fn(A, B) -> B>, d: [u8; 2], e: (u8, u8), f: u8, g: u8,) {}
                    type F = fn(u8, u8, u8, u8, u8, u8, u8, u8);";
        finds(list(fine), expect![""]);
        finds(
            list("trait T {\n fn f(a: A, b: B, c: C, d: D, e: E, f: F, g: G, h: H); }"),
            expect![[r#"
                crates/a/src/lib.rs:2: `f` has 8 parameters, 7 are enough
            "#]],
        );
    }

    #[test]
    fn fields_are_counted_but_in_the_machine() {
        let text = |fields: usize| {
            let fields: Vec<String> =
                (0..fields).map(|index| format!("f{index}: M<A, B>")).collect();
            format!("struct U(u8); struct S<A, B> where A: B, B: A {{ {} }}", fields.join(", "))
        };
        finds(
            fields(&[crate_of("a", &text(20)), crate_of("machine", &text(21))], &[]),
            expect![""],
        );
        finds(fields(&[crate_of("a", &text(21))], &["a::S"]), expect![""]);
        finds(
            fields(&[crate_of("a", &text(21))], &["a::T"]),
            expect![[r#"
                crates/a/src/lib.rs:1: `a::S` has 21 fields, 20 are enough
                crates/a/Cargo.toml:1: `a::T` needs no exception any more: take it off the list
            "#]],
        );
    }
}
