//! The table that a person reads: a block for each subject, and one for all together.

use super::table::Table;
use super::{probability, short};
use crate::figures::{Figures, Overall, OverallVersus, Row, Subject, Tendency, Versus};

/// The figures as text.
pub fn text(figures: &Figures) -> String {
    let mut text = String::new();
    for subject in &figures.subjects {
        text += &block(figures, subject);
        text.push('\n');
    }
    if figures.subjects.len() > 1 {
        text += &all(figures);
        text.push('\n');
    }
    text + &relative(figures) + &legend(figures)
}

fn headings(figures: &Figures, comparison: &[&str]) -> Vec<String> {
    let mut headings = vec!["variant".to_owned(), "runs".to_owned()];
    headings.extend(figures.questions.at.iter().map(|at| format!("@{}", short(*at))));
    let rest = ["sd", "to target", "executions", "chosen", "solved", "unsat", "unknown", "time"];
    headings.extend(rest.iter().chain(comparison).map(|name| (*name).to_owned()));
    headings
}

fn block(figures: &Figures, subject: &Subject) -> String {
    let Subject { name, goals, target, .. } = subject;
    let mut table = Table::default();
    table.row(headings(figures, &["Â12", "p", "only it", "only base"]));
    for (variant, row) in figures.variants.iter().zip(&subject.rows) {
        table.row(match row {
            Some(row) => cells(variant, row),
            None => vec![variant.clone(), "0".to_owned()],
        });
    }
    format!("{name}: {goals} goals, target {}\n{}", short(*target), table.text())
}

fn cells(variant: &str, row: &Row) -> Vec<String> {
    let mut cells = vec![variant.to_owned(), row.runs.to_string()];
    cells.extend(row.covered.iter().map(|covered| format!("{covered:.1}")));
    cells.push(row.deviation.map_or_else(String::new, |sd| format!("{sd:.1}")));
    cells.push(row.target_at.map_or_else(|| "never".to_owned(), short));
    cells.push(short(row.executions));
    cells.push(share(row.chosen, row.executions));
    cells.extend(answers([row.solved, row.unsatisfiable, row.unknown]));
    cells.push(format!("{:.1}s", row.seconds));
    if let Some(Versus { effect, p, only, only_baseline }) = &row.versus {
        cells.extend([format!("{effect:.2}"), probability(*p)]);
        cells.extend([only.len().to_string(), only_baseline.len().to_string()]);
    }
    cells
}

/// The part of executions that a strategy chose; nothing of a technique that has none.
fn share(chosen: f64, executions: f64) -> String {
    if chosen > 0.0 { format!("{:.0}%", 100.0 * chosen / executions) } else { String::new() }
}

/// What a solver answered; nothing of a technique that has none.
fn answers(counts: [f64; 3]) -> [String; 3] {
    let asked = counts.iter().any(|count| *count > 0.0);
    counts.map(|count| if asked { short(count) } else { String::new() })
}

fn all(figures: &Figures) -> String {
    let mut table = Table::default();
    let comparison = ["Â12", "better", "worse", "symmetry p", "only it", "only base"];
    table.row(headings(figures, &comparison));
    for (variant, all) in figures.variants.iter().zip(&figures.all) {
        table.row(match all {
            Some(all) => total(variant, all),
            None => vec![variant.clone()],
        });
    }
    let goals = figures.all.iter().flatten().map(|all| all.goals).max().unwrap_or(0);
    format!("all {} subjects: {goals} goals\n{}", figures.subjects.len(), table.text())
}

fn total(variant: &str, all: &Overall) -> Vec<String> {
    let share = |covered: &f64| match all.goals {
        0 => String::new(),
        goals => format!("{:.1}%", 100.0 * covered / f64::from(goals)),
    };
    let mut cells = vec![variant.to_owned(), String::new()];
    cells.extend(all.covered.iter().map(share));
    cells.push(String::new());
    cells.push(all.target_at.map_or_else(|| "never".to_owned(), short));
    cells.push(short(all.executions));
    cells.push(self::share(all.chosen, all.executions));
    cells.extend(answers([all.solved, all.unsatisfiable, all.unknown]));
    cells.push(format!("{:.1}s", all.seconds));
    if let Some(versus) = &all.versus {
        cells.extend(overall(versus));
    }
    cells
}

fn overall(versus: &OverallVersus) -> [String; 6] {
    let tendency = |Tendency { subjects, significant }| format!("{subjects} ({significant})");
    [
        format!("{:.2}", versus.effect),
        tendency(versus.better),
        tendency(versus.worse),
        versus.symmetry.map_or_else(|| "-".to_owned(), |test| probability(test.p)),
        versus.only.to_string(),
        versus.only_baseline.to_string(),
    ]
}

/// By how much each variant differs from the baseline on all subjects.
fn relative(figures: &Figures) -> String {
    let base = figures.questions.baseline;
    let Some(baseline) = &figures.all[base] else { return String::new() };
    let mut table = Table::default();
    let heading = format!("against `{}`", figures.variants[base]);
    let columns = ["covered", "to target", "executions", "solved", "unsat"].map(str::to_owned);
    table.row([heading].into_iter().chain(columns).collect());
    // Sums over other subjects could not be compared.
    let alike = |all: &&Overall| all.subjects == baseline.subjects;
    for (variant, name) in figures.variants.iter().enumerate() {
        let Some(all) = figures.all[variant].as_ref().filter(alike) else { continue };
        if variant == base {
            continue;
        }
        let last = |all: &Overall| all.covered.last().copied();
        table.row(vec![
            name.clone(),
            change(last(all), last(baseline)),
            change(all.target_at, baseline.target_at),
            change(Some(all.executions), Some(baseline.executions)),
            change(Some(all.solved), Some(baseline.solved)),
            change(Some(all.unsatisfiable), Some(baseline.unsatisfiable)),
        ]);
    }
    if table.is_empty() { String::new() } else { table.text() + "\n" }
}

/// A change in percent; nothing where there is nothing to compare with.
fn change(now: Option<f64>, before: Option<f64>) -> String {
    match (now, before) {
        (Some(now), Some(before)) if before > 0.0 => {
            format!("{:+.1}%", 100.0 * (now - before) / before)
        }
        _ => String::new(),
    }
}

/// What the columns mean.
fn legend(figures: &Figures) -> String {
    let axis = figures.questions.axis.name();
    let base = &figures.variants[figures.questions.baseline];
    let several = figures.subjects.len() > 1;
    let mut text = format!(
        "@N: mean goals covered after N {axis}; sd: standard deviation at the last N; to target: {axis} until the mean \
         reaches the target\n\
         chosen: executions for what the strategy chose; others were starts, repairs and checks made to fail\n"
    );
    text += &format!(
        "against `{base}`: Â12 how likely more goals are covered, p by Mann-Whitney's U test; goals that only it or only \
         the base ever covered\n"
    );
    if several {
        text += "better, worse: subjects with Â12 above and below 0.5 (significant at 0.05); symmetry: of Â12 around 0.5, \
                 by Wilcoxon's signed-rank test\n";
    }
    text
}
