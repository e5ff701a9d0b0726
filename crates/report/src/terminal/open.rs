//! What is not covered, by its cause.

use crate::{Branch, Goal, Line, Report, Unit, Verdict};
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
    let goals = units.flat_map(|unit| unit.goals.iter().map(move |goal| (unit, goal)));
    let open: Vec<(&Unit, &Goal)> = goals.filter(|(_, goal)| is_open(goal)).collect();
    if open.is_empty() {
        return String::new();
    }
    let mut causes: Vec<(&Verdict, Vec<(&Unit, &Goal)>)> = Vec::new();
    for (unit, goal) in open.iter().copied() {
        match causes.iter_mut().find(|(verdict, _)| **verdict == goal.verdict) {
            Some((_, goals)) => goals.push((unit, goal)),
            None => causes.push((&goal.verdict, vec![(unit, goal)])),
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
        let named: Vec<String> =
            goals.iter().take(NAMED).map(|(unit, goal)| name(unit, goal)).collect();
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

fn name(unit: &Unit, goal: &Goal) -> String {
    match &goal.place {
        Some(place) => format!("{place} {}", missing(unit, goal)),
        None => format!("{} {}", goal.member, missing(unit, goal)),
    }
}

/// What does not happen at the place of a goal: `true`, `condition 2 true`, `entry`.
pub fn missing(unit: &Unit, goal: &Goal) -> String {
    match goal.goal.as_str() {
        "executed" => return "execution".to_owned(),
        "entered" => return "entry".to_owned(),
        "left here" => return "exit".to_owned(),
        _ => {}
    }
    let lines = unit.sources.iter().flat_map(|source| &source.lines);
    let mut outcomes = lines.flat_map(|line| line.branches.iter().map(move |own| (line, own)));
    let own = outcomes.find(|(_, branch)| branch.goal == Some(goal.id));
    numbered(own.and_then(|(line, branch)| line.condition_of(branch)), &goal.goal)
}

/// An outcome of a branch, with the number of its condition where the line has several.
pub fn outcome(line: &Line, branch: &Branch) -> String {
    numbered(line.condition_of(branch), &branch.outcome)
}

fn numbered(condition: Option<usize>, outcome: &str) -> String {
    match condition {
        Some(number) => format!("condition {number} {outcome}"),
        None => outcome.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn conditions_of_one_line_are_numbered_where_no_column_tells_them_apart() {
        let mut unit = sample::program().units.remove(0);
        let goal = unit.goals[0].clone();
        assert_eq!(name(&unit, &goal), "a.c:2:9 true");
        let line = &mut unit.sources[0].lines[1];
        line.branches.iter_mut().for_each(|branch| branch.column = None);
        line.branches[0].goal = None;
        line.branches[2].goal = Some(goal.id);
        assert_eq!(name(&unit, &goal), "a.c:2:9 condition 2 true");
    }

    #[test]
    fn a_function_that_is_not_entered_lacks_its_entry() {
        let unit = sample::program().units.remove(0);
        let entry = Goal { goal: "entered".to_owned(), ..unit.goals[0].clone() };
        assert_eq!(name(&unit, &entry), "a.c:2:9 entry");
    }
}
