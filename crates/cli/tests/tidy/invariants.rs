//! Check of the invariants that a document states: each names tests that hold it, and they exist.

use std::collections::BTreeSet;

use crate::finding::Finding;

/// How a paragraph begins that states an invariant.
const OPENING: &str = "**Architecture invariant:**";

/// What stands before the names of the tests at the end of such a paragraph.
const HELD_BY: &str = "Held by ";

/// Every invariant ends with the tests that hold it.
pub fn invariants(path: &str, text: &str, tests: &BTreeSet<String>) -> Vec<Finding> {
    let lines: Vec<&str> = text.lines().collect();
    let mut findings = Vec::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| line.contains(OPENING)) {
        let paragraph: Vec<&str> =
            lines[index..].iter().take_while(|line| !line.trim().is_empty()).copied().collect();
        let paragraph = paragraph.join(" ");
        let Some((_, named)) = paragraph.rsplit_once(HELD_BY) else {
            let message =
                "an invariant that no test holds: name one behind `Held by`, or make no claim";
            findings.push(Finding::new(path, index + 1, message));
            continue;
        };
        let names: Vec<&str> = named.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            findings.push(Finding::new(path, index + 1, "`Held by` names no test"));
        }
        for name in names.into_iter().filter(|name| !tests.contains(*name)) {
            findings.push(Finding::new(path, index + 1, format!("there is no test `{name}`")));
        }
    }
    findings
}

/// The names of the test functions of a Rust file.
pub fn tests(text: &str) -> impl Iterator<Item = &str> {
    let mut marked = false;
    text.lines().filter_map(move |line| {
        let line = line.trim();
        if line == "#[test]" {
            marked = true;
        } else if let Some(rest) = line.strip_prefix("fn ") {
            return std::mem::take(&mut marked).then(|| rest.split('(').next().unwrap_or(rest));
        }
        None
    })
}

#[cfg(test)]
mod unit {
    use expect_test::expect;

    use super::*;
    use crate::finding::lines;

    #[test]
    fn an_invariant_with_tests_that_exist_is_fine() {
        let known = ["a", "b"].map(str::to_owned).into();
        let text = "Prose.\n\n**Architecture invariant:** so it is,\nalways. Held by `a`\nand `b`.\n\nProse.\n";
        assert_eq!(invariants("a.md", text, &known), []);
    }

    #[test]
    fn an_invariant_that_no_test_holds_is_found() {
        let known = ["a"].map(str::to_owned).into();
        let text = "**Architecture invariant:** one.\n\n**Architecture invariant:** two. Held by `c`.\n\n\
                    **Architecture invariant:** three. Held by care.\n";
        expect![[r#"
            a.md:1: an invariant that no test holds: name one behind `Held by`, or make no claim
            a.md:3: there is no test `c`
            a.md:5: `Held by` names no test
        "#]]
        .assert_eq(&lines(&invariants("a.md", text, &known)));
    }

    #[test]
    fn tests_are_told_from_other_functions() {
        let text = "#[test]\n#[should_panic]\nfn a() {}\nfn b() {}\nmod m {\n    #[test]\n    fn c() {}\n}\n";
        assert_eq!(tests(text).collect::<Vec<_>>(), ["a", "c"]);
    }
}
