//! Our own units by dynamic symbolic execution: every goal is covered, or said to be infeasible beforehand.

use super::referee::differences;
use super::room::{Made, Room, make_by, subjects};
use coverage::Criterion;
use generate::{Budget, Dse, Settings};
use std::path::{Path, PathBuf};

/// Executions that each unit gets.
const EXECUTIONS: u64 = 12_000;

/// Units that are measured by llvm-cov every time; `FERRET_FULL=1` takes all of them.
const ALWAYS: &[&str] = &["calculator", "hash_map", "isbn", "stack"];

fn explored(source: &Path, criterion: Criterion, jobs: usize) -> Made {
    let settings = Settings {
        criteria: criterion.into(),
        jobs,
        budget: Budget::executions(EXECUTIONS),
        ..Settings::default()
    };
    make_by(source, &Dse::default(), &settings)
}

fn units() -> Vec<PathBuf> {
    let mut units: Vec<_> = std::fs::read_dir(subjects())
        .expect("the subjects are there")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "c"))
        .collect();
    units.sort();
    units
}

/// Lines that a comment before them calls infeasible: a statement and what it guards.
fn infeasible(source: &Path) -> Vec<u32> {
    let text = std::fs::read_to_string(source).expect("a source can be read");
    let said = text.lines().zip(1..).filter(|(line, _)| line.contains("/* infeasible:"));
    said.flat_map(|(_, line)| [line + 1, line + 2]).collect()
}

/// Goals of a criterion that are neither covered nor called infeasible.
fn missed(source: &Path, criterion: Criterion) -> String {
    let made = explored(source, criterion, 1);
    let goals = &made.project.goals;
    let said = infeasible(source);
    let mut missed = String::new();
    for goal in made.product.coverage.open(criterion) {
        let goal = &goals.goals[goal];
        let line = goal.span.map_or(0, |span| span.line);
        if !said.contains(&line) {
            let name = source.file_name().unwrap_or_default().to_string_lossy();
            missed += &format!("{name}:{line} {:?}\n", goal.kind);
        }
    }
    missed
}

#[test]
fn every_branch_of_our_units_is_covered_or_called_infeasible() {
    let missed: String = units().iter().map(|unit| missed(unit, Criterion::Branch)).collect();
    assert!(missed.is_empty(), "{missed}");
}

#[test]
fn every_goal_of_mcdc_of_our_units_is_covered_or_called_infeasible() {
    let missed: String = units().iter().map(|unit| missed(unit, Criterion::Mcdc)).collect();
    assert!(missed.is_empty(), "{missed}");
}

#[test]
fn explored_tests_cover_what_is_printed() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let mut found = String::new();
    for unit in units() {
        let name = unit.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !full && !ALWAYS.contains(&name.as_str()) {
            continue;
        }
        let made = explored(&unit, Criterion::Mcdc, 1);
        let (room, text) = (Room::new(), made.tests());
        room.write("test.c", &text);
        found += &room.warnings("clang-19", "test.c", "by-clang");
        room.succeed("./by-clang", &[]);
        found += &differences(&room, &made);
    }
    assert!(found.is_empty(), "{found}");
}

#[test]
fn the_same_tests_come_out_for_any_number_of_threads() {
    for name in ["tokens.c", "stack.c"] {
        let source = subjects().join(name);
        let [one, two] = [1, 2].map(|jobs| explored(&source, Criterion::Branch, jobs).tests());
        assert!(one == two, "{name}");
    }
}
