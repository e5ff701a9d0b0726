//! The tests of a unit with their code.

use super::Texts;
use super::facts::{Facts, anchor};
use super::markup::{Markup, put};
use super::snippet::snippet;
use super::words::{counted, ranges};
use crate::{TestFileKind, Unit};

/// The texts of a unit's files, with their paths.
pub fn files(unit: &Unit, texts: &dyn Texts, kind: TestFileKind) -> Vec<(String, String)> {
    let own = unit.files.iter().filter(|file| file.kind == kind);
    own.filter_map(|file| Some((file.path.clone(), texts.test(&unit.name, &file.path)?))).collect()
}

/// The code of a test, from whichever file has it. A test that shows a finding is named with its class.
pub fn code<'f>(files: &'f [(String, String)], name: &str) -> Option<(&'f str, String)> {
    let name = name.rsplit('.').next().unwrap_or(name);
    files.iter().find_map(|(path, text)| Some((path.as_str(), snippet(text, name)?)))
}

/// The tests of a unit; nothing if there are none.
pub fn tests(facts: &Facts<'_>, texts: &dyn Texts) -> Markup {
    let mut out = Markup::default();
    let unit = facts.unit;
    if unit.tests.is_empty() {
        return out;
    }
    let files = files(unit, texts, TestFileKind::Tests);
    for path in unit.files.iter().filter(|file| file.kind == TestFileKind::Tests) {
        put!(
            out,
            "<p>In <code>{}</code>{}.</p>\n",
            path.path,
            if path.written {
                ""
            } else {
                ", which was not written because the one that is there is not Ferret’s"
            }
        );
    }
    for (index, test) in unit.tests.iter().enumerate() {
        put!(
            out,
            "<details class=test id=t{}><summary><code>{}</code> <span class=of>{}",
            index,
            test.name,
            test.member
        );
        if test.fabricated {
            put!(out, " · sets private fields");
        }
        put!(out, "</span></summary>\n");
        match code(&files, &test.name) {
            Some((_, code)) => put!(out, "<pre tabindex=0><code>{}</code></pre>\n", code),
            None => put!(out, "<p class=note>Its code was not found.</p>\n"),
        }
        let lines = facts.lines_of(index as u32);
        if !lines.is_empty() {
            let one = lines.iter().map(|(_, numbers)| numbers.len()).sum::<usize>() == 1;
            put!(out, "<p>Reaches {}", if one { "line" } else { "lines" });
            for (file, numbers) in &lines {
                if facts.files.len() > 1 {
                    put!(out, " of <code>{}</code>", facts.files[*file].path);
                }
                for (first, last) in ranges(numbers) {
                    put!(out, " <a href=\"#{}\">{}", anchor(*file, first), first);
                    if last > first {
                        put!(out, "–{}", last);
                    }
                    put!(out, "</a>");
                }
            }
            put!(out, "</p>\n");
        }
        if !test.covers.is_empty() {
            put!(out, "<p>Covers {}.</p>\n", counted(test.covers.len(), "goal"));
        }
        put!(out, "</details>\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_that_is_named_with_its_class_is_found() {
        let files = [("A.java".to_owned(), "class A {\n    void f() {\n    }\n}\n".to_owned())];
        assert_eq!(code(&files, "A.f"), Some(("A.java", "void f() {\n}".to_owned())));
        assert_eq!(code(&files, "g"), None);
    }
}
