//! Check of prose: phrases that we no longer write, and lines that are too wide for a screen.

use proc_macro2::{TokenStream, TokenTree};

use crate::finding::Finding;

/// The phrases, one on a line with what to write instead.
const PHRASES: &str = include_str!("phrases.txt");

/// The widest line of prose. Tables and code may be wider.
const WIDTH: usize = 120;

/// Documents whose lines are not wrapped yet: they are being extended.
const NOT_WRAPPED: &[&str] = &[
    "docs/lab/findings-java.md",
    "docs/lab/findings.md",
    "docs/lab/mutation.md",
    "docs/lab/projects.md",
];

/// No document has a phrase of the list.
pub fn documents(path: &str, text: &str) -> Vec<Finding> {
    let lines = prose(text).map(|(number, line)| (number, line.to_owned()));
    find(path, lines)
}

/// No text that a program prints has a phrase of the list: no string in the code of a crate.
pub fn strings(path: &str, text: &str) -> Vec<Finding> {
    let Ok(stream) = text.parse() else { return Vec::new() };
    let mut strings = Vec::new();
    literals(stream, &mut strings);
    find(path, strings.into_iter())
}

/// No comment in the code has a phrase of the list.
pub fn comments(path: &str, text: &str) -> Vec<Finding> {
    let is_comment = |line: &&str| line.trim_start().starts_with("//");
    let numbered = text.lines().enumerate().filter(|(_, line)| is_comment(line));
    find(path, numbered.map(|(index, line)| (index + 1, line.to_owned())))
}

/// No line of prose is too wide.
pub fn width(path: &str, text: &str) -> Vec<Finding> {
    let wide = prose(text).filter(|(_, line)| {
        // A link may be longer than a line.
        line.chars().count() > WIDTH && !line.starts_with('|') && line.split(' ').count() > 3
    });
    let finding = |(number, _)| Finding::new(path, number, format!("wider than {WIDTH} columns"));
    match NOT_WRAPPED.contains(&path) {
        true => Vec::new(),
        false => wide.map(finding).collect(),
    }
}

/// The lines of a document outside of code blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_code = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
            return None;
        }
        (!in_code).then_some((index + 1, line))
    })
}

/// The strings of a file with their lines, documentation aside.
fn literals(stream: TokenStream, strings: &mut Vec<(usize, String)>) {
    let mut last_words = [String::new(), String::new()];
    for token in stream {
        match &token {
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                let documents = last_words == ["doc", "="];
                if text.starts_with(['"', 'r']) && !documents {
                    strings.push((literal.span().start().line, text));
                }
            }
            TokenTree::Group(group) => literals(group.stream(), strings),
            _ => {}
        }
        last_words.rotate_left(1);
        last_words[1] = token.to_string();
    }
}

fn find(path: &str, lines: impl Iterator<Item = (usize, String)>) -> Vec<Finding> {
    let phrases: Vec<(&str, &str)> = PHRASES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" | "))
        .collect();
    let mut findings = Vec::new();
    for (number, line) in lines {
        let line = line.to_lowercase();
        for (phrase, instead) in phrases.iter().filter(|(phrase, _)| has(&line, phrase)) {
            let message = format!("`{phrase}`: write `{instead}`");
            findings.push(Finding::new(path, number, message));
        }
    }
    findings
}

/// Whether a line has a phrase as whole words.
fn has(line: &str, phrase: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let phrase = phrase.to_lowercase();
    line.match_indices(&phrase).any(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + phrase.len()..]);
        !is_letter(before.chars().next_back()) && !is_letter(behind.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::finding::lines;

    #[test]
    fn a_phrase_of_the_list_is_found_in_prose_and_not_in_code() {
        let text =
            "It is Held against clang.\n```text\nheld against\n```\nwithheld against, checked\n";
        expect![[r#"
            a.md:1: `held against`: write `checked against`
        "#]]
        .assert_eq(&lines(&documents("a.md", text)));
    }

    #[test]
    fn a_phrase_of_the_list_is_found_in_strings_and_in_comments() {
        let text = "/// What it is held against.\nfn f() {\n    // held against\n    g(\"held against x\");\n}\n";
        expect![[r#"
            a.rs:4: `held against`: write `checked against`
        "#]]
        .assert_eq(&lines(&strings("a.rs", text)));
        expect![[r#"
            a.rs:1: `held against`: write `checked against`
            a.rs:3: `held against`: write `checked against`
        "#]]
        .assert_eq(&lines(&comments("a.rs", text)));
    }

    #[test]
    fn wide_prose_is_found_and_wide_tables_and_links_are_not() {
        let wide = "word ".repeat(25);
        let link = format!("- [x](https://example.org/{})", "x".repeat(120));
        let text = format!("{wide}\n| {wide} |\n{link}\n```text\n{wide}\n```\n");
        expect![[r#"
            a.md:1: wider than 120 columns
        "#]]
        .assert_eq(&lines(&width("a.md", &text)));
    }
}
