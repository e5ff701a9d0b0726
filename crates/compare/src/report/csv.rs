//! Figures as comma-separated values, a row for each subject and variant.

use crate::figures::{Figures, Row, Subject};

/// The figures as CSV.
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

fn cells(subject: &Subject, variant: &str, row: &Row) -> Vec<String> {
    let maybe = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let versus = row.versus.as_ref();
    let count = |count: Option<usize>| count.map_or_else(String::new, |count| count.to_string());
    let mut cells = vec![subject.name.clone(), variant.to_owned()];
    cells.extend([row.runs.to_string(), subject.goals.to_string()]);
    cells.extend(row.covered.iter().map(f64::to_string));
    cells.extend([maybe(row.deviation), subject.target.to_string(), maybe(row.target_at)]);
    let means = [row.executions, row.solved, row.unsatisfiable, row.unknown, row.seconds];
    cells.extend(means.map(|mean| mean.to_string()));
    cells.extend([maybe(versus.map(|versus| versus.effect)), maybe(versus.map(|versus| versus.p))]);
    cells.push(count(versus.map(|versus| versus.only.len())));
    cells.push(count(versus.map(|versus| versus.only_baseline.len())));
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
