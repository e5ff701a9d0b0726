//! What is not covered, by its cause.

use crate::{Goal, Report, Unit, Verdict};
use std::fmt::Write as _;

/// Places that are named for each cause; the rest is counted.
const NAMED: usize = 3;

/// What is not covered, by its cause: what more work could reach comes first. `more` says how to see the rest.
pub fn not_covered<'r>(
    report: &Report,
    units: impl Iterator<Item = &'r Unit>,
    more: &str,
) -> String {
    let is_open = |goal: &&Goal| {
        !matches!(goal.verdict, Verdict::Covered | Verdict::Survives(_) | Verdict::NotTried)
    };
    let open: Vec<&Goal> = units.flat_map(|unit| &unit.goals).filter(is_open).collect();
    if open.is_empty() {
        return String::new();
    }
    let mut causes: Vec<(&Verdict, Vec<&Goal>)> = Vec::new();
    for goal in &open {
        match causes.iter_mut().find(|(verdict, _)| **verdict == goal.verdict) {
            Some((_, goals)) => goals.push(goal),
            None => causes.push((&goal.verdict, vec![goal])),
        }
    }
    causes.sort_by_key(|(verdict, _)| rank(verdict));
    let criteria = report.settings.criteria.join(",");
    let hint = match causes.iter().any(|(_, goals)| goals.len() > NAMED) {
        true => format!("; {more}"),
        false => String::new(),
    };
    let mut text = format!("\nnot covered ({criteria}): {}{hint}\n", open.len());
    for (verdict, goals) in causes {
        let named: Vec<String> = goals.iter().take(NAMED).map(|goal| name(goal)).collect();
        let more = match goals.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let _ =
            writeln!(text, "  {:>4}  {}: {}{more}", goals.len(), verdict.text(), named.join(", "));
    }
    text
}

/// The order of causes.
fn rank(verdict: &Verdict) -> u8 {
    match verdict {
        Verdict::Open => 0,
        Verdict::Dies => 1,
        Verdict::TakenOut => 2,
        Verdict::Bounded(_) => 3,
        _ => 4,
    }
}

fn name(goal: &Goal) -> String {
    match &goal.place {
        Some(place) => format!("{place} {}", goal.goal),
        None => format!("{} {}", goal.member, goal.goal),
    }
}
