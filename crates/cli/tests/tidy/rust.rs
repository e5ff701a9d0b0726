//! Checks of Rust files: how they open, what they must not hold, and what they say about lints.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

use crate::finding::Finding;

/// Macros that finished code does not call.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];

/// The file opens with a `//!` sentence that says what lives there.
pub fn opening(path: &str, text: &str) -> Vec<Finding> {
    let sentence: Vec<&str> = text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    match sentence.last() {
        None => vec![Finding::new(path, 1, "the file does not open with a `//!` sentence")],
        Some(last) if !last.ends_with('.') => {
            vec![Finding::new(path, sentence.len(), "the opening sentence has no full stop")]
        }
        Some(_) => Vec::new(),
    }
}

/// No unfinished code and no debugging aids; in comments and strings they may be spoken of.
pub fn macros(path: &str, text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let lexed = each_stream(path, text, &mut |tokens| {
        for pair in tokens.windows(2) {
            if let [TokenTree::Ident(name), TokenTree::Punct(mark)] = pair
                && mark.as_char() == '!'
                && mark.spacing() == Spacing::Alone
                && UNFINISHED.contains(&name.to_string().as_str())
            {
                let line = name.span().start().line;
                findings.push(Finding::new(path, line, format!("`{name}!` is left in the code")));
            }
        }
    });
    findings.sort_by_key(|finding| finding.line);
    lexed.err().into_iter().chain(findings).collect()
}

/// Every `allow` and `expect` of a lint says why: in its `reason`, or in a comment on the same line or
/// the one above.
pub fn allowances(path: &str, text: &str) -> Vec<Finding> {
    let source: Vec<&str> = text.lines().collect();
    let is_comment = |line: &str| {
        let line = line.trim_start();
        line.starts_with("//") && !line.starts_with("///") && !line.starts_with("//!")
    };
    with_allowances(path, text, |allowance| {
        let above = allowance.first_line.checked_sub(2).and_then(|index| source.get(index));
        let beside = source.get(allowance.last_line - 1).and_then(|line| line.rsplit_once(']'));
        let explained = allowance.has_reason
            || above.is_some_and(|line| is_comment(line))
            || beside.is_some_and(|(_, rest)| is_comment(rest));
        (!explained).then(|| format!("`{}` without a reason beside it", allowance.lints))
    })
}

/// Nobody switches `missing_docs` off, alone or with all warnings.
pub fn undocumented(path: &str, text: &str) -> Vec<Finding> {
    with_allowances(path, text, |allowance| {
        let mut lints = allowance.lints.split(|c: char| !c.is_alphanumeric() && c != '_');
        lints
            .find(|lint| matches!(*lint, "missing_docs" | "warnings"))
            .map(|lint| format!("`{lint}` is allowed: document the public items instead"))
    })
}

/// One `allow(...)` or `expect(...)` inside an attribute.
struct Allowance {
    first_line: usize,
    last_line: usize,
    lints: String,
    has_reason: bool,
}

/// Findings from the allowances of a file.
fn with_allowances(
    path: &str,
    text: &str,
    judge: impl Fn(&Allowance) -> Option<String>,
) -> Vec<Finding> {
    if !may_have_allowances(text) {
        return Vec::new();
    }
    let mut allowances = Vec::new();
    let lexed = each_stream(path, text, &mut |tokens| {
        for index in 0..tokens.len() {
            if is_punct(tokens.get(index), '#') {
                let inner = usize::from(is_punct(tokens.get(index + 1), '!'));
                if let Some(TokenTree::Group(attribute)) = tokens.get(index + 1 + inner)
                    && attribute.delimiter() == Delimiter::Bracket
                {
                    collect_allowances(attribute.stream(), &mut allowances);
                }
            }
        }
    });
    allowances.sort_by_key(|allowance| allowance.first_line);
    let findings = allowances.iter().filter_map(|allowance| {
        judge(allowance).map(|message| Finding::new(path, allowance.first_line, message))
    });
    lexed.err().into_iter().chain(findings).collect()
}

/// Whether `allow (` or `expect (` stands in a text other than as a method; most files are not worth
/// the tokens.
fn may_have_allowances(text: &str) -> bool {
    ["allow", "expect"].iter().any(|name| {
        text.match_indices(name).any(|(start, _)| {
            !text[..start].ends_with('.')
                && text[start + name.len()..].trim_start().starts_with('(')
        })
    })
}

/// The allowances of an attribute, also those inside a `cfg_attr`.
fn collect_allowances(attribute: TokenStream, allowances: &mut Vec<Allowance>) {
    let tokens: Vec<TokenTree> = attribute.into_iter().collect();
    for (index, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let name = match index.checked_sub(1).map(|before| &tokens[before]) {
            Some(TokenTree::Ident(name)) => name.to_string(),
            _ => String::new(),
        };
        if name == "allow" || name == "expect" {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let has_reason = inside.windows(2).any(|pair| {
                matches!(&pair[0], TokenTree::Ident(ident) if ident == "reason")
                    && is_punct(pair.get(1), '=')
            });
            allowances.push(Allowance {
                first_line: tokens[index - 1].span().start().line,
                last_line: group.span_close().end().line,
                lints: group.stream().to_string().replace(" :: ", "::"),
                has_reason,
            });
        } else {
            collect_allowances(group.stream(), allowances);
        }
    }
}

/// Calls `visit` with the tokens of the file and of every group in it.
fn each_stream(path: &str, text: &str, visit: &mut dyn FnMut(&[TokenTree])) -> Result<(), Finding> {
    let stream: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        Finding::new(path, error.span().start().line, "this is not Rust")
    })?;
    let mut streams = vec![stream];
    while let Some(stream) = streams.pop() {
        let tokens: Vec<TokenTree> = stream.into_iter().collect();
        visit(&tokens);
        streams.extend(tokens.iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        }));
    }
    Ok(())
}

fn is_punct(token: Option<&TokenTree>, char: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == char)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::finding::lines;

    #[track_caller]
    fn finds(check: fn(&str, &str) -> Vec<Finding>, text: &str, expected: Expect) {
        expected.assert_eq(&lines(&check("a.rs", text)));
    }

    #[test]
    fn a_file_opens_with_a_sentence_of_one_or_more_lines() {
        finds(opening, "//! What lives here.\n\nfn main() {}\n", expect![""]);
        finds(opening, "//! What lives\n//! here.\n//!\n//! More of it\n", expect![""]);
    }

    #[test]
    fn a_file_without_an_opening_sentence_is_found() {
        let missing = expect![[r#"
            a.rs:1: the file does not open with a `//!` sentence
        "#]];
        missing.assert_eq(&lines(&opening("a.rs", "fn main() {}\n")));
        missing.assert_eq(&lines(&opening("a.rs", "")));
        missing.assert_eq(&lines(&opening("a.rs", "\n//! Too late.\n")));
        missing.assert_eq(&lines(&opening("a.rs", "//!\n//! Too late.\n")));
        finds(
            opening,
            "//! What lives\n//! here\n//!\n//! More.\n",
            expect![[r#"
                a.rs:2: the opening sentence has no full stop
            "#]],
        );
    }

    #[test]
    fn an_unfinished_macro_is_found_in_code_only() {
        finds(
            macros,
            "/// `todo!()`\nfn f() { let todo = \"dbg!(1)\"; } // todo!()\n",
            expect![""],
        );
        finds(macros, "fn f() -> bool { let dbg = 1; dbg != 2 }\n", expect![""]);
        finds(
            macros,
            "fn f() {\n    if true {\n        todo!()\n    }\n}\n",
            expect![[r#"
                a.rs:3: `todo!` is left in the code
            "#]],
        );
        finds(
            macros,
            "fn f() {\n    dbg!(1);\n}\nfn g() {\n    std::unimplemented!();\n}\n",
            expect![[r#"
                a.rs:2: `dbg!` is left in the code
                a.rs:5: `unimplemented!` is left in the code
            "#]],
        );
    }

    #[test]
    fn a_file_that_is_not_rust_is_found() {
        finds(
            macros,
            "fn f() {\n    (]\n}\n",
            expect![[r#"
                a.rs:2: this is not Rust
            "#]],
        );
    }

    #[test]
    fn an_allowed_lint_with_a_reason_is_fine() {
        finds(
            allowances,
            "#[expect(dead_code, reason = \"read by hand\")]\nfn f() {}\n",
            expect![""],
        );
        finds(allowances, "// Read by hand.\n#[allow(dead_code)]\nfn f() {}\n", expect![""]);
        finds(allowances, "#[allow(dead_code)] // read by hand\nfn f() {}\n", expect![""]);
        finds(allowances, "fn f() { x.expect(\"a value\"); allow(1); }\n", expect![""]);
        finds(allowances, "const S: &str = \"#[allow(dead_code)]\";\n", expect![""]);
    }

    #[test]
    fn an_allowed_lint_without_a_reason_is_found() {
        finds(
            allowances,
            "#![allow(clippy::all)]\n\n/// No reason.\n#[allow(dead_code)]\nfn f() {}\n",
            expect![[r#"
                a.rs:1: `clippy::all` without a reason beside it
                a.rs:4: `dead_code` without a reason beside it
            "#]],
        );
        finds(
            allowances,
            "#[cfg_attr(test, expect(unused))]\nfn f() { #[allow(unused)] let reason = 1; }\n",
            expect![[r#"
                a.rs:1: `unused` without a reason beside it
                a.rs:2: `unused` without a reason beside it
            "#]],
        );
    }

    #[test]
    fn public_items_cannot_be_left_undocumented_even_with_a_reason() {
        finds(undocumented, "#[allow(dead_code)]\nfn missing_docs() {}\n", expect![""]);
        finds(
            undocumented,
            "#![allow(missing_docs, reason = \"later\")]\n// Not now.\n#[allow(warnings)]\nfn f() {}\n",
            expect![[r#"
                a.rs:1: `missing_docs` is allowed: document the public items instead
                a.rs:3: `warnings` is allowed: document the public items instead
            "#]],
        );
    }
}
