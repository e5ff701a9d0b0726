//! Texts that the code matches, parses or compares are found within few executions.

use super::{library, project};
use coverage::Criterion;
use generate::{Auto, Budget, Evolution, Settings, Technique};

/// Branches that stay open after so many executions, by line.
fn open(name: &str, technique: &dyn Technique, executions: u64) -> Vec<u32> {
    let project = project(&library(), name);
    let settings =
        Settings { budget: Budget::executions(executions), jobs: 2, ..Settings::default() };
    let product = project.produce(technique, &settings, &mut |_| {}).expect("tests can be made");
    let open = product.coverage.open(Criterion::Branch);
    let mut lines: Vec<u32> =
        open.map(|goal| project.goals.goals[goal].span.map_or(0, |span| span.line)).collect();
    lines.sort_unstable();
    lines
}

#[test]
fn texts_that_match_expressions_are_found() {
    let [auto, evolution]: [&dyn Technique; 2] = [&Auto::default(), &Evolution::default()];
    for technique in [auto, evolution] {
        let open = open("Addresses", technique, 2_000);
        assert!(open.is_empty(), "{}: {open:?}", technique.name());
    }
}

#[test]
fn what_groups_of_a_match_hold_is_found() {
    let open = open("LogLine", &Auto::default(), 4_000);
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn texts_that_the_library_reads_are_found() {
    let open = open("Reservation", &Evolution::default(), 3_000);
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn keywords_and_separators_are_put_where_they_are_looked_for() {
    let open = open("Command", &Auto::default(), 5_000);
    assert!(open.is_empty(), "{open:?}");
}
