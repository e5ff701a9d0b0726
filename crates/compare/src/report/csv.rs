//! Figures as comma-separated values.

use crate::figures::{Figures, Row, Subject};
use crate::goals::Goal;
use campaign::Plan;

/// The figures as CSV, a row for each subject and variant.
pub fn csv(figures: &Figures) -> String {
    let mut text = String::new();
    let mut head: Vec<String> = ["subject", "variant", "runs", "goals"].map(str::to_owned).into();
    head.extend(figures.questions.at.iter().map(|at| format!("covered_at_{at}")));
    let rest = [
        "deviation",
        "target",
        "target_at",
        "executions",
        "solved",
        "unsatisfiable",
        "unknown",
        "chosen",
        "seconds",
        "a12",
        "p",
        "only_variant",
        "only_baseline",
    ];
    head.extend(rest.map(str::to_owned));
    line(&mut text, head);
    for subject in &figures.subjects {
        for (variant, row) in figures.variants.iter().zip(&subject.rows) {
            if let Some(row) = row {
                line(&mut text, cells(subject, variant, row));
            }
        }
    }
    text
}

/// The figures of goals as CSV, a row for each goal and variant; `name` tells what a goal of a subject is called.
pub fn goals_csv(plan: &Plan, goals: &[Goal], name: &dyn Fn(usize, u32) -> String) -> String {
    let mut text = String::new();
    let head = [
        "subject",
        "goal",
        "variant",
        "runs",
        "covered",
        "mean_effort",
        "pairs",
        "p_cheaper",
        "p_dearer",
    ];
    line(&mut text, head.map(str::to_owned).into());
    for Goal { subject, goal, rows } in goals {
        for (variant, row) in plan.variants.iter().zip(rows) {
            let paired = row.paired.as_ref();
            line(
                &mut text,
                vec![
                    plan.subjects[*subject].name.clone(),
                    name(*subject, *goal),
                    variant.name.clone(),
                    row.runs.to_string(),
                    row.covered.to_string(),
                    maybe(row.effort),
                    maybe(paired.map(|paired| paired.pairs)),
                    maybe(paired.map(|paired| paired.cheaper)),
                    maybe(paired.map(|paired| paired.dearer)),
                ],
            );
        }
    }
    text
}

/// A value, or nothing.
fn maybe(value: Option<impl ToString>) -> String {
    value.map_or_else(String::new, |value| value.to_string())
}

fn cells(subject: &Subject, variant: &str, row: &Row) -> Vec<String> {
    let versus = row.versus.as_ref();
    let mut cells = vec![subject.name.clone(), variant.to_owned()];
    cells.extend([row.runs.to_string(), subject.goals.to_string()]);
    cells.extend(row.covered.iter().map(f64::to_string));
    cells.extend([maybe(row.deviation), subject.target.to_string(), maybe(row.target_at)]);
    let means =
        [row.executions, row.solved, row.unsatisfiable, row.unknown, row.chosen, row.seconds];
    cells.extend(means.map(|mean| mean.to_string()));
    cells.extend([maybe(versus.map(|versus| versus.effect)), maybe(versus.map(|versus| versus.p))]);
    cells.push(maybe(versus.map(|versus| versus.only.len())));
    cells.push(maybe(versus.map(|versus| versus.only_baseline.len())));
    cells
}

fn line(text: &mut String, cells: Vec<String>) {
    let quoted = |cell: String| match cell.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell,
    };
    *text += &cells.into_iter().map(quoted).collect::<Vec<_>>().join(",");
    text.push('\n');
}
