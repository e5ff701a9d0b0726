//! What is not covered, by cause.

use super::facts::Facts;
use super::markup::{Markup, put};
use super::why;
use super::words::{counted, state, symbol};
use crate::{Goal, Unit, Verdict};
use std::collections::BTreeMap;

/// The rank of a cause: what somebody can do something about comes first.
fn cause(verdict: &Verdict) -> Option<usize> {
    match verdict {
        Verdict::Open => Some(0),
        Verdict::Bounded(_) => Some(1),
        Verdict::Dies => Some(2),
        Verdict::TakenOut => Some(3),
        Verdict::Infeasible => Some(4),
        // Mutants have a list of their own.
        Verdict::Covered | Verdict::Survives(_) | Verdict::NotTried => None,
    }
}

/// The uncovered goals of units, by cause.
pub fn by_cause<'u>(units: impl Iterator<Item = &'u Unit>) -> Vec<(&'u Verdict, Vec<&'u Goal>)> {
    let mut groups: BTreeMap<(usize, String), (&Verdict, Vec<&Goal>)> = BTreeMap::new();
    for goal in units.flat_map(|unit| &unit.goals) {
        if let Some(cause) = cause(&goal.verdict) {
            let group = groups.entry((cause, goal.verdict.text()));
            group.or_insert((&goal.verdict, Vec::new())).1.push(goal);
        }
    }
    groups.into_values().collect()
}

/// Goals that are proven infeasible, of those that count as branches.
pub fn infeasible_branches(unit: &Unit) -> u32 {
    let lines = unit.sources.iter().flat_map(|source| &source.lines);
    let branches = lines.flat_map(|line| &line.branches);
    let infeasible =
        branches.filter(|branch| !branch.covered && branch.verdict == Verdict::Infeasible);
    infeasible.count() as u32
}

/// The goals of a unit that no test covers, and what is known of each; nothing if there are none.
pub fn open(facts: &Facts<'_>) -> Markup {
    let mut out = Markup::default();
    for (verdict, goals) in by_cause(std::iter::once(facts.unit)) {
        put!(
            out,
            "<h3>{} {}: {}</h3>\n<p>{}</p>\n<ul class=goals>\n",
            symbol(verdict),
            state(verdict),
            counted(goals.len(), "goal"),
            why::verdict(verdict)
        );
        for goal in goals {
            put!(out, "<li>");
            match goal.place.as_ref().and_then(|place| facts.anchor(place)) {
                Some(anchor) => {
                    let line = goal.place.as_ref().and_then(|place| place.line).unwrap_or_default();
                    put!(out, "<a href=\"#{}\">line {}</a>", anchor, line);
                }
                None => {
                    if let Some(place) = &goal.place {
                        put!(out, "{}", place);
                    }
                }
            }
            put!(out, " <code>{}</code>: {}</li>\n", goal.member, wish(&goal.goal));
        }
        put!(out, "</ul>\n");
    }
    out
}

/// What no test makes happen.
fn wish(goal: &str) -> String {
    match goal {
        "true" | "false" => format!("condition is never {goal}"),
        "executed" | "entered" | "left here" => format!("never {goal}"),
        "decision true" => "decision is never true".to_owned(),
        "decision false" => "decision is never false".to_owned(),
        "independence" => "condition is not shown to decide alone".to_owned(),
        "check fails" => "check never fails".to_owned(),
        other => other.to_owned(),
    }
}
