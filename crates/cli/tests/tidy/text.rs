//! Checks of any text: length, white space, and places that only one machine has.

use crate::finding::Finding;

/// The longest file that is still read in one sitting.
const MOST_LINES: usize = 900;

/// Places that only one machine has. Written in two parts, so that this file does not name them.
const PLACES: &[(&str, &str)] = &[
    ("/wo", "rk/"),
    ("/ro", "ot/"),
    ("/ho", "me/"),
    ("/tmp/", "target"),
    ("arti", "factory"),
    ("deb.de", "bian.org"),
    ("index.cra", "tes.io"),
    ("static.cra", "tes.io"),
    ("proxy.go", "lang.org"),
    ("pypi.", "org"),
    ("registry.np", "mjs.org"),
    ("repo.ma", "ven.apache.org"),
    ("repo1.ma", "ven.org"),
];

/// The file is short enough.
pub fn length(path: &str, text: &str) -> Vec<Finding> {
    let lines = text.lines().count();
    if lines <= MOST_LINES {
        return Vec::new();
    }
    vec![Finding::new(
        path,
        lines,
        format!("{lines} lines are more than {MOST_LINES}: split the file"),
    )]
}

/// No tabs (but in a Makefile, which needs them), no blanks at the end of a line, and a last line
/// that ends.
pub fn whitespace(path: &str, text: &str) -> Vec<Finding> {
    let tabs_needed = path.rsplit('/').next() == Some("Makefile");
    let mut findings = Vec::new();
    for (index, line) in text.split('\n').enumerate() {
        if line.ends_with([' ', '\t', '\r']) {
            findings.push(Finding::new(path, index + 1, "white space at the end of the line"));
        } else if line.contains('\t') && !tabs_needed {
            findings.push(Finding::new(path, index + 1, "a tab: use spaces"));
        }
    }
    if !text.is_empty() && !text.ends_with('\n') {
        findings.push(Finding::new(path, text.lines().count(), "the last line does not end"));
    }
    findings
}

/// No path of one machine and no host of a package registry.
pub fn places(path: &str, text: &str) -> Vec<Finding> {
    let places: Vec<String> = PLACES.iter().map(|(first, rest)| format!("{first}{rest}")).collect();
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        for place in places.iter().filter(|place| names(line, place)) {
            findings.push(Finding::new(
                path,
                index + 1,
                format!("`{place}` exists on one machine only"),
            ));
        }
    }
    findings
}

/// Whether a line names a place, which a longer path with the same letters does not.
fn names(line: &str, place: &str) -> bool {
    line.match_indices(place).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
    })
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;
    use crate::finding::lines;

    #[test]
    fn a_file_of_900_lines_is_short_enough_and_one_of_901_is_not() {
        assert_eq!(length("a.rs", &"x\n".repeat(900)), []);
        expect![[r#"
            a.rs:901: 901 lines are more than 900: split the file
        "#]]
        .assert_eq(&lines(&length("a.rs", &"x\n".repeat(901))));
    }

    #[test]
    fn white_space_is_found_where_it_should_not_be() {
        assert_eq!(whitespace("a.rs", "fn main() {\n    1\n}\n"), []);
        assert_eq!(whitespace("Makefile", "test:\n\tcargo test\n"), []);
        assert_eq!(whitespace("a.md", ""), []);
        expect![[r#"
            a.rs:1: white space at the end of the line
            a.rs:2: a tab: use spaces
            a.rs:3: white space at the end of the line
            a.rs:4: the last line does not end
        "#]]
        .assert_eq(&lines(&whitespace("a.rs", "one \n\ttwo\nthree\r\nfour")));
    }

    #[test]
    fn a_place_of_one_machine_is_found_and_a_path_of_ours_is_not() {
        let path = format!("cd {}{}main", PLACES[0].0, PLACES[0].1);
        let host = format!("from https://{}{}/x", PLACES[6].0, PLACES[6].1);
        let ours = format!("crates{}{}x and crates.io", PLACES[0].0, PLACES[0].1);
        let findings = places("a.md", &format!("{path}\n{host}\n{ours}\n"));
        assert_eq!(findings.iter().map(|finding| finding.line).collect::<Vec<_>>(), [1, 2]);
    }
}
