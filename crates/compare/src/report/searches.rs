//! Searches that each have one goal, as a table.

use super::table::Table;
use super::{probability, short};
use crate::searches::{Row, SIGNIFICANT, Searches};
use campaign::Plan;

/// The searches as text; `name` tells what a goal of a subject is called.
pub fn searches(
    plan: &Plan,
    searches: &Searches,
    baseline: usize,
    name: &dyn Fn(usize, u32) -> String,
) -> String {
    let mut table = Table::default();
    let heads = ["goals", "covered", "success", "evaluations", "of base", "p cheaper", "p dearer"];
    let counts = ["cheaper on", "dearer on"];
    let mut row = vec!["searches".to_owned(), "variant".to_owned()];
    row.extend(heads.iter().chain(&counts).map(|head| (*head).to_owned()));
    table.row(row);
    let mut add = |subject: &str, goals: usize, rows: &[Option<Row>]| {
        for (variant, row) in plan.variants.iter().zip(rows) {
            if let Some(row) = row {
                let mut cells = vec![subject.to_owned(), variant.name.clone(), goals.to_string()];
                cells.extend(figures(row));
                table.row(cells);
            }
        }
    };
    for subject in &searches.subjects {
        add(&plan.subjects[subject.subject].name, subject.goals, &subject.rows);
    }
    if searches.subjects.len() > 1 {
        let goals = searches.subjects.iter().map(|subject| subject.goals).sum();
        add("all", goals, &searches.all);
    }
    for (variant, share) in plan.variants.iter().zip(&searches.mean_share) {
        if let Some(share) = share.filter(|_| searches.subjects.len() > 1) {
            let mut cells = vec!["mean of shares".to_owned(), variant.name.clone()];
            cells.extend([const { String::new() }; 4]);
            cells.push(percent(share));
            table.row(cells);
        }
    }
    let base = &plan.variants[baseline].name;
    let mut text = table.text();
    text += &different(plan, searches, name);
    text + &format!(
        "a search for every goal that some search covered; one that fails counts with all its evaluations\n\
         mean of shares: of the subjects, whatever their size, as in Table III of Baars et al.\n\
         of base: evaluations as a share of `{base}`; p: one-sided Wilcoxon signed-rank test of pairs with the same goal and seed\n\
         cheaper on, dearer on: goals on whose pairs alone that test has p < {SIGNIFICANT}\n"
    )
}

fn figures(row: &Row) -> Vec<String> {
    let mut cells = vec![row.covered.to_string(), percent(row.success), short(row.evaluations)];
    if let Some(versus) = &row.versus {
        cells.push(percent(versus.share));
        cells.extend([probability(versus.cheaper), probability(versus.dearer)]);
        cells.extend([versus.goals.0.to_string(), versus.goals.1.to_string()]);
    }
    cells
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// The goals whose success rates differ.
fn different(plan: &Plan, searches: &Searches, name: &dyn Fn(usize, u32) -> String) -> String {
    let mut table = Table::default();
    let mut row = vec!["success by goal".to_owned()];
    row.extend(plan.variants.iter().map(|variant| variant.name.clone()));
    table.row(row);
    for subject in &searches.subjects {
        for (goal, rates) in &subject.different {
            let mut cells = vec![name(subject.subject, *goal)];
            cells.extend(rates.iter().map(|rate| rate.map_or_else(String::new, percent)));
            table.row(cells);
        }
    }
    if table.is_empty() { String::new() } else { format!("\n{}\n", table.text()) }
}
