//! What is said behind the table of C: what is not covered, and what the solver was asked.

use crate::verdicts::{self, Known, Open};
use c::produce::{Product, Project};
use c::units::source_name;
use coverage::{GoalId, UnitId};
use generate::Answers;
use serde_json::{Value, json};
use std::fmt::Write as _;

fn open(project: &Project, product: &Product, units: &[UnitId]) -> Vec<Open> {
    let known = Known {
        goals: &project.goals,
        coverage: &product.coverage,
        found: &product.found,
        died: &product.died,
        criteria: product.criteria,
        end: &|function| product.ends.get(&function).copied(),
        place: &|span| verdicts::place(&project.program, span),
        name: &|function| source_name(&project.program, function).to_owned(),
    };
    verdicts::open(&known, |goal| units.contains(&project.goals.goals[goal].unit))
}

/// Where a goal stands.
pub fn place(project: &Project, goal: GoalId) -> String {
    let span = project.goals.goals[goal].span;
    span.map(|span| verdicts::place(&project.program, span)).unwrap_or_default()
}

/// The lines of the report.
pub fn lines(project: &Project, product: &Product, units: &[UnitId]) -> String {
    let mut text = verdicts::lines(&open(project, product, units), product.criteria);
    let Answers { solved, unsatisfiable, unknown, diverged, paths, irrelevant } =
        product.statistics.answers;
    if paths > 0 {
        let _ = writeln!(
            text,
            "{} executions, {paths} paths; solver: {solved} solved, {unsatisfiable} unsatisfiable, \
             {unknown} unknown; {diverged} diverged, {irrelevant} not worth asking",
            product.statistics.executions
        );
    }
    let bounded = product.statistics.bounded.iter();
    let bounded: Vec<&str> =
        bounded.map(|function| source_name(&project.program, *function)).collect();
    if !bounded.is_empty() {
        let _ = writeln!(
            text,
            "too many paths to follow all, so the fitness is less exact: {}",
            bounded.join(", ")
        );
    }
    text
}

/// The same for machines.
pub fn json(project: &Project, product: &Product, units: &[UnitId]) -> (Value, Value) {
    let open = verdicts::json(&open(project, product, units));
    let answers = product.statistics.answers;
    let layers: serde_json::Map<String, Value> = product
        .statistics
        .layers
        .iter()
        .map(|(layer, answered)| ((*layer).to_owned(), json!(answered)))
        .collect();
    let solver = json!({
        "paths": answers.paths,
        "solved": answers.solved,
        "unsatisfiable": answers.unsatisfiable,
        "unknown": answers.unknown,
        "diverged": answers.diverged,
        "irrelevant": answers.irrelevant,
        "layers": layers,
    });
    (open, solver)
}
