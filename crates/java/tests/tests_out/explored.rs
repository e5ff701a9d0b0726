//! Numeric and textual classes by dynamic symbolic execution: every branch is covered, or said to be infeasible
//! beforehand.

use super::{library, project};
use coverage::Criterion;
use generate::{Budget, Dse, Settings};
use std::path::Path;

/// Executions that each class gets.
const EXECUTIONS: u64 = 4_000;

/// Classes that are explored every time, and those that `FERRET_FULL=1` takes too.
const ALWAYS: [&str; 3] = ["Packed", "Roman", "Same"];
const FULL: [&str; 6] = ["Calculator", "Calendar", "Luhn", "Numbers", "Roots", "Triangle"];

/// Lines that a comment before them calls infeasible: a statement and what it guards.
fn infeasible(name: &str) -> Vec<u32> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/units");
    let text = std::fs::read_to_string(folder.join(format!("{name}.java"))).expect("a source");
    let said = text.lines().zip(1..).filter(|(line, _)| line.contains("/* infeasible:"));
    said.flat_map(|(_, line)| [line + 1, line + 2]).collect()
}

#[test]
fn every_branch_of_numeric_and_textual_classes_is_explored_or_called_infeasible() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let only = std::env::var("FERRET_ONLY").ok();
    let all = ALWAYS.into_iter().chain(FULL.into_iter().filter(|_| full || only.is_some()));
    let library = library();
    let mut missed = String::new();
    for name in all.filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let project = project(&library, name);
        let settings =
            Settings { budget: Budget::executions(EXECUTIONS), jobs: 2, ..Settings::default() };
        let product = project.produce(&Dse::default(), &settings, &mut |_| {});
        let product = product.expect("tests can be made");
        let said = infeasible(name);
        for goal in product.coverage.open(Criterion::Branch) {
            let goal = &project.goals.goals[goal];
            let line = goal.span.map_or(0, |span| span.line);
            if !said.contains(&line) {
                missed += &format!("{name}.java:{line} {:?}\n", goal.kind);
            }
        }
    }
    assert!(missed.is_empty(), "{missed}");
}
