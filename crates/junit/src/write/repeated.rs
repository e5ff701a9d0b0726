//! Tests that another one says all of.

use super::body::body;
use super::context::Context;
use super::{Ending, JavaTest, Subject, Unit};
use crate::api::Member;
use scenario::{Argument, Statement};
use std::collections::BTreeSet;

/// A test by its lines: what it does, and what it asserts then.
#[derive(PartialEq, Eq)]
struct Lines {
    does: Vec<String>,
    asserts: Vec<String>,
}

/// Leaves out assertions on the characters that a text is made of: nothing can change them.
pub(super) fn drop_pointless(unit: &Unit<'_>, tests: &mut [JavaTest]) {
    for test in tests {
        let mut texts = BTreeSet::new();
        for statement in &test.scenario.statements {
            if let Statement::Call { function, arguments, .. } = statement
                && unit.api.members.get(function) == Some(&Member::Text)
            {
                texts.extend(arguments.iter().filter_map(Argument::variable));
            }
        }
        test.checks.retain(|check| match check.subject {
            Subject::Variable(variable) | Subject::Length(variable) => !texts.contains(&variable),
            _ => true,
        });
    }
}

/// Leaves out tests that do the same as another one and assert nothing that it does not, those that assert nothing and
/// are the beginning of another, and those that end with the same exception as another with the same text.
pub(super) fn drop_repeated(unit: &Unit<'_>, tests: &mut Vec<JavaTest>) {
    let context = Context::new(unit);
    let written: Vec<(&Ending, Option<Lines>)> = tests
        .iter()
        .map(|test| (&test.ending, body(&context, test).ok().map(|body| lines(body.lines))))
        .collect();
    let mut gone = repeated(&written).into_iter();
    tests.retain(|_| gone.next() != Some(true));
}

/// Which of some tests another one says all of.
fn repeated(tests: &[(&Ending, Option<Lines>)]) -> Vec<bool> {
    let mut gone = vec![false; tests.len()];
    for index in 0..tests.len() {
        let (ending, Some(own)) = &tests[index] else { continue };
        gone[index] = tests.iter().enumerate().any(|(other, (end, whole))| {
            let whole = whole.as_ref().filter(|_| other != index && !gone[other] && end == ending);
            whole.is_some_and(|whole| match ending {
                Ending::Returns => own.is_in(whole),
                _ => own == whole,
            })
        });
    }
    gone
}

/// A statement without the assertion that it throws nothing.
pub(super) fn plain(line: &str) -> String {
    let call = line.strip_prefix("assertDoesNotThrow(() -> ");
    let call = call.and_then(|call| call.strip_suffix(");"));
    call.map_or_else(|| line.to_owned(), |call| format!("{call};"))
}

/// Where a line is an assertion, so are all that follow. That nothing is thrown says no more than the call itself.
fn lines(mut lines: Vec<String>) -> Lines {
    lines.retain(|line| !line.is_empty());
    for line in &mut lines {
        *line = plain(line.trim());
    }
    let first = lines.iter().position(|line| line.starts_with("assert"));
    let asserts = lines.split_off(first.unwrap_or(lines.len()));
    Lines { does: lines, asserts }
}

impl Lines {
    /// Whether another one says all that this one does.
    fn is_in(&self, whole: &Self) -> bool {
        if self.asserts.is_empty() {
            return begins(&whole.does, &self.does);
        }
        self.does == whole.does && self.asserts.iter().all(|line| whole.asserts.contains(line))
    }
}

/// Whether lines begin with what others do; what these leave alone may get a name there.
fn begins(whole: &[String], start: &[String]) -> bool {
    let is_same = |(whole, start): (&String, &String)| {
        let rest = whole.strip_suffix(start.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("= "))
    };
    whole.len() >= start.len() && whole.iter().zip(start).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &[&str]) -> Lines {
        lines(text.iter().map(|line| (*line).to_owned()).collect())
    }

    #[test]
    fn a_test_is_in_another_that_asserts_the_same_and_more_of_the_same() {
        let (form, extends) = ("Form form = new Form();", "assertNull(form.getExtends());");
        let name = "assertNull(form.getName());";
        assert!(of(&[form, name]).is_in(&of(&[form, extends, name])));
        assert!(!of(&[form, extends, name]).is_in(&of(&[form, name])));
        assert!(!of(&[form, name]).is_in(&of(&[form, "form.close();", name])));
    }

    #[test]
    fn of_tests_with_one_text_and_one_exception_one_stays() {
        let throws =
            |class: &str| Ending::Throws { class: class.to_owned(), message: None, cause: None };
        let text = ["assertThrows(Bad.class, () -> parse(\"x\"));"];
        let (bad, worse) = (throws("Bad"), throws("Worse"));
        let other = of(&["assertThrows(Bad.class, () -> parse(\"y\"));"]);
        let tests = [
            (&bad, Some(of(&text))),
            (&bad, Some(of(&text))),
            (&worse, Some(of(&text))),
            (&bad, Some(other)),
        ];
        assert_eq!(repeated(&tests), [true, false, false, false]);
    }

    #[test]
    fn a_test_without_assertions_is_in_another_that_begins_with_it() {
        let whole =
            of(&["Form form = new Form();", "form.close();", "assertTrue(form.isClosed());"]);
        assert!(of(&["new Form();"]).is_in(&whole));
        assert!(of(&["assertDoesNotThrow(() -> new Form());"]).is_in(&whole));
        assert!(of(&["Form form = new Form();", "form.close();"]).is_in(&whole));
        assert!(!of(&["new Form(1);"]).is_in(&whole));
        assert!(!of(&["Form form = new Form();", "form.open();"]).is_in(&whole));
    }
}
