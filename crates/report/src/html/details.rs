//! What a click on a line tells, as data for the page's script.

use super::facts::{Facts, State};
use super::marks::condition_text;
use super::why;
use super::words::{state, symbol};
use crate::{Condition, Line, Verdict};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Values that are kept once and named by their numbers: neighbouring lines are reached by the same tests, and what stands in
/// the way of one stands in the way of others.
struct Table<T> {
    known: BTreeMap<T, usize>,
    values: Vec<T>,
}

impl<T: Ord + Clone> Table<T> {
    fn new() -> Self {
        Self { known: BTreeMap::new(), values: Vec::new() }
    }

    fn number(&mut self, value: T) -> usize {
        if let Some(number) = self.known.get(&value) {
            return *number;
        }
        self.known.insert(value.clone(), self.values.len());
        self.values.push(value);
        self.values.len() - 1
    }
}

/// What lines share.
struct Shared {
    tests: Table<Vec<u32>>,
    texts: Table<String>,
}

/// What is known about each line of the unit's files.
pub fn details(facts: &Facts<'_>) -> Value {
    let mut shared = Shared { tests: Table::new(), texts: Table::new() };
    let mut files = Vec::new();
    for (index, file) in facts.files.iter().enumerate() {
        let text = file.lines();
        let mut lines = Map::new();
        for line in &file.source.lines {
            let own = text.get(line.number.saturating_sub(1) as usize).copied().unwrap_or_default();
            lines.insert(line.number.to_string(), one(facts, index, line, own, &mut shared));
        }
        files.push(Value::Object(lines));
    }
    let names: Vec<&str> = facts.unit.tests.iter().map(|test| test.name.as_str()).collect();
    json!({ "files": files, "sets": shared.tests.values, "texts": shared.texts.values, "tests": names, "unit": why::unit(facts.unit) })
}

fn one(facts: &Facts<'_>, file: usize, line: &Line, text: &str, shared: &mut Shared) -> Value {
    let own = &facts.files[file];
    let shown = facts.state(&own.source.file, line);
    let mut value = Map::new();
    value.insert("s".to_owned(), shown.words().into());
    value.insert("t".to_owned(), shared.tests.number(line.tests.clone()).into());
    if let Some(count) = line.count.filter(|count| *count > 0) {
        value.insert("n".to_owned(), count.into());
    }
    let mut why: Vec<String> = Vec::new();
    if !line.is_reached() {
        why.extend(why::line(facts, file, line));
    }
    if matches!(shown, State::Partly | State::Missed) {
        why.extend(
            facts
                .member(&own.source.file, line.number)
                .into_iter()
                .flat_map(|own| own.hints.clone()),
        );
    }
    if !why.is_empty() {
        let numbers: Vec<usize> = why.into_iter().map(|why| shared.texts.number(why)).collect();
        value.insert("w".to_owned(), numbers.into());
    }
    let mut branches = Vec::new();
    for mark in facts.marks(file, line) {
        let first = mark.outcomes.first();
        let condition =
            first.and_then(|first| condition_text(text, line.number, first.column?, first.end?));
        let mut outcomes = Vec::new();
        for branch in &mark.outcomes {
            let mut told = json!({
                "n": branch.branch,
                "o": branch.outcome,
                "v": format!("{} {}", symbol(&branch.verdict), state(&branch.verdict)),
            });
            if branch.covered {
                if let Some(tests) = branch.goal.and_then(|goal| facts.tests_of(goal)) {
                    told["t"] = shared.tests.number(tests.to_vec()).into();
                }
            } else {
                told["w"] = shared.texts.number(why::branch(facts.unit, line, branch)).into();
            }
            outcomes.push(told);
        }
        let mut told = json!({ "k": mark.number, "o": outcomes });
        if let Some(condition) = condition {
            told["c"] = condition.into();
        }
        if let Some((decision, condition)) = mark.condition {
            told["d"] = format!("d{file}-{decision}").into();
            told["i"] = independence(condition).into();
        }
        branches.push(told);
    }
    if !branches.is_empty() {
        value.insert("b".to_owned(), branches.into());
    }
    let mutants = own.survivors.get(&line.number).into_iter().flatten();
    let mutants: Vec<String> =
        mutants.map(|own| format!("{}: {}", own.text, own.survival.text())).collect();
    if !mutants.is_empty() {
        value.insert("m".to_owned(), mutants.into());
    }
    let findings = own.findings.get(&line.number).into_iter().flatten();
    let findings: Vec<String> =
        findings.map(|own| format!("{}: {} {}", own.kind.label(), own.member, own.what)).collect();
    if !findings.is_empty() {
        value.insert("f".to_owned(), findings.into());
    }
    Value::Object(value)
}

fn independence(condition: &Condition) -> String {
    match (&condition.verdict, condition.pair) {
        (None, _) => "The condition is constant.".to_owned(),
        (Some(Verdict::Covered), Some((a, b))) => {
            format!("✓ The condition decides alone: evaluations {} and {}.", a + 1, b + 1)
        }
        (Some(verdict), _) => format!(
            "{} It is not shown that the condition decides alone: {}.",
            symbol(verdict),
            state(verdict)
        ),
    }
}
