//! Running tests of a class that were written before, without making any.

use crate::referee::trial::{self, Trials, Tried};
use crate::write::{Junit, Written, WrittenMethod};
use language::{Broken, BrokenKind, Error, Verified};
use std::path::{Path, PathBuf};

/// Compiles files of tests and runs them once on the real JVM. A file that is not there is left out.
///
/// # Errors
///
/// When the compiler or the JVM cannot be started.
pub(crate) fn verify(
    trials: &Trials,
    class_path: &[PathBuf],
    out: &Path,
    files: &[String],
) -> Result<Verified, Error> {
    let mut verified = Verified::default();
    for file in files {
        let Ok(text) = std::fs::read_to_string(out.join(file)) else { continue };
        let written = read(file, text);
        verified.tests += written.tests.len();
        let tried = trials.verify(class_path, junit(&written.text), &written);
        verified.broken.extend(broken(&written, tried.map_err(Error::new)?));
    }
    Ok(verified)
}

/// The framework that a file is written for.
fn junit(text: &str) -> Junit {
    match (text.contains("org.testng"), text.contains("org.junit.jupiter")) {
        (true, _) => Junit::Testng,
        (_, true) => Junit::Five,
        _ => Junit::Four,
    }
}

/// A file of tests that was written before, as one that is written now.
fn read(path: &str, text: String) -> Written {
    let (mut tests, mut methods) = (Vec::new(), Vec::new());
    let (mut nested, mut annotation) = (String::new(), None);
    for line in text.lines() {
        if line == "    }" {
            nested.clear();
        }
        let class = line.strip_prefix("    class ").and_then(|rest| rest.strip_suffix(" {"));
        if let Some(class) = class {
            nested = format!("{class}.");
        }
        match line.trim() {
            "" => annotation = None,
            "@Test" => annotation = Some(false),
            "@ParameterizedTest" => annotation = Some(true),
            _ => {}
        }
        let head = line.split_once("void ").and_then(|(_, rest)| rest.split_once('('));
        if let Some((name, parameterised)) =
            head.map(|(name, _)| name).zip(annotation.take_if(|_| head.is_some()))
        {
            let name = format!("{nested}{name}");
            tests.push(name.clone());
            // Rows have no names here, so that the runner's words for them are taken.
            if !parameterised {
                methods.push(WrittenMethod { tests: vec![name.clone()], name, parameterised });
            }
        }
    }
    let class = path.trim_end_matches(".java").replace('/', ".");
    let path = path.to_owned();
    Written { path, class, text, tests, methods, left_out: Vec::new() }
}

fn broken(written: &Written, tried: Tried) -> Vec<Broken> {
    let file = || written.path.clone();
    match tried {
        Tried::Failed(failed) => failed
            .into_iter()
            .map(|(test, why)| {
                let (text, line) = place(&why.to_string());
                Broken { test, file: file(), line, kind: BrokenKind::Changed, text }
            })
            .collect(),
        Tried::NotCompiled { said, tests } => {
            let kind = BrokenKind::NotCompiled;
            let broken = |test: String, text: String| {
                let line = line_of(&said, &written.path, &text);
                Broken { test, file: file(), line, kind, text }
            };
            if tests.is_empty() {
                let first = said.lines().find_map(|line| line.split_once("error: "));
                let first = first.map_or("it does not compile", |(_, mistake)| mistake);
                return vec![broken(String::new(), first.to_owned())];
            }
            tests.into_iter().map(|(test, text)| broken(test, text)).collect()
        }
    }
}

/// What a test said, and the line that it said it in.
fn place(said: &str) -> (String, Option<u32>) {
    let (text, line) = match said.rsplit_once(trial::AT_LINE) {
        Some((text, line)) => (text, line.parse().ok()),
        None => (said, None),
    };
    let text = text.trim_start_matches("java.lang.AssertionError: ");
    (text.trim_start_matches("java.lang.AssertionError").trim().to_owned(), line)
}

/// The line of a file that a compiler says something of.
fn line_of(said: &str, path: &str, message: &str) -> Option<u32> {
    let line = said.lines().find(|line| line.contains(path) && line.ends_with(message))?;
    line.split_once(&format!("{path}:"))?.1.split(':').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_found_in_the_text_of_a_file() {
        let text = "import org.junit.jupiter.api.Test;\nclass ATest {\n    @Test\n    void one() {\n    }\n\n    \
                    static void helper() {\n    }\n\n    @Nested\n    class AddTests {\n        @Test\n        \
                    void two() {\n        }\n    }\n}\n";
        let written = read("demo/ATest.java", text.to_owned());
        assert_eq!(written.class, "demo.ATest");
        assert_eq!(written.tests, ["one", "AddTests.two"]);
        assert_eq!(junit(&written.text), Junit::Five);
    }

    #[test]
    fn what_a_test_says_is_told_from_its_line() {
        let said = "java.lang.AssertionError: expected 1, but it was 2 at line 14";
        assert_eq!(place(said), ("expected 1, but it was 2".to_owned(), Some(14)));
        assert_eq!(place("it ends the JVM"), ("it ends the JVM".to_owned(), None));
    }
}
