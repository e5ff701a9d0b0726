//! What is known about code that no test covers, in sentences.

use super::facts::{Facts, FileFacts};
use super::marks::condition_text;
use super::words::counted;
use crate::{Branch, Line, Nearest, Unit, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// Reasons why tests were left out that are told at a line; the list of what was left out has all.
const REASONS: usize = 2;

/// A function or method, and what stands in the way of its tests.
pub struct Member<'u> {
    /// The file it is in.
    pub file: &'u str,
    /// The line where it begins.
    pub line: u32,
    /// Whether all of its paths were explored, without any bound, and are in tests: what they do not reach is infeasible.
    pub explored: bool,
    /// What is known to prevent it, in sentences.
    pub hints: Vec<String>,
}

/// The functions or methods of a unit whose places are known.
pub fn members(unit: &Unit) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for member in &unit.members {
        let Some(place) = &member.place else { continue };
        let Some(line) = place.line else { continue };
        let own = unit.goals.iter().filter(|goal| goal.member == member.name);
        let verdicts: Vec<&Verdict> = own.map(|goal| &goal.verdict).collect();
        let is_lost = |own: &&&Verdict| matches!(own, Verdict::Dies | Verdict::TakenOut);
        members.push(Member {
            file: &place.file,
            line,
            explored: verdicts.contains(&&Verdict::Infeasible)
                && !verdicts.iter().any(|own| is_lost(&own)),
            hints: hints(unit, &member.name),
        });
    }
    members
}

/// What is known to prevent tests for a function or method.
fn hints(unit: &Unit, member: &str) -> Vec<String> {
    let mut hints = Vec::new();
    // Methods are named without their parameters where runs are counted.
    let plain = member.split('(').next().unwrap_or(member);
    let is_it = |name: &str| name == member || name == plain;
    let row = unit.members.iter().find(|own| own.name == member);
    if let Some(untested) = row.and_then(|own| own.untested.as_ref()) {
        hints.push(format!("{member} has no test of its own: {}.", untested.text));
    }
    for exits in unit.exits.iter().filter(|own| is_it(&own.member)) {
        let runs = exits.runs;
        hints.push(format!(
            "{runs} runs of {plain} ended the whole process, which no test survives."
        ));
    }
    let thrown = unit.exceptions.iter().filter(|own| is_it(&own.member));
    let thrown: Vec<&str> = thrown.map(|own| own.thrown.as_str()).collect();
    if !thrown.is_empty() {
        hints.push(format!("Runs of {plain} ended with {}.", thrown.join(", ")));
    }
    for left in &unit.left_out {
        if left.member.as_deref().is_some_and(is_it) {
            hints.push(format!("The test {} was left out: {}.", left.test, left.text));
        }
    }
    if unit.effort.bounded_paths.iter().any(|own| is_it(own)) {
        hints.push(format!("{plain} has too many paths to follow all of them."));
    }
    hints
}

/// What is known to prevent tests for the whole unit.
pub fn unit(unit: &Unit) -> Vec<String> {
    let mut hints: Vec<String> = unit.notes.iter().map(|note| format!("{}.", note.text)).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for left in unit.left_out.iter().filter(|left| left.member.is_none()) {
        *reasons.entry(&left.text).or_default() += 1;
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, count)| Reverse(*count));
    for (reason, count) in reasons.into_iter().take(REASONS) {
        hints.push(format!("{} left out: {reason}.", counted(count, "test")));
    }
    hints.extend(missing_classes(std::iter::once(unit)));
    hints
}

/// What to do about classes that were not found when tests were run for real.
pub fn missing_classes<'u>(units: impl Iterator<Item = &'u Unit>) -> Vec<String> {
    let left = units.flat_map(|unit| &unit.left_out);
    let missing: BTreeSet<&str> = left.filter_map(|left| left.missing_class.as_deref()).collect();
    let advice = |class: &str| {
        format!(
            "{class} is on no class path, and without it these tests cannot run: name its jar by --classpath."
        )
    };
    missing.into_iter().map(advice).collect()
}

/// What a verdict means.
pub fn verdict(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Covered => "Covered.".to_owned(),
        Verdict::Infeasible => {
            "Proven infeasible: all paths were explored, and none leads here.".to_owned()
        }
        Verdict::Bounded(bounds) => {
            format!("Not reached within the bounds of the exploration: {bounds}.")
        }
        Verdict::Dies => "Reached, but every run that gets here crashes.".to_owned(),
        Verdict::TakenOut => "Reached, but the test that did so was left out.".to_owned(),
        Verdict::Survives(survival) => format!("The mutant survives: {}.", survival.text()),
        Verdict::NotTried => "The mutant was not tried on all tests.".to_owned(),
        Verdict::Open => "Open: not reached so far, and not proven infeasible.".to_owned(),
    }
}

/// Why an outcome of a branch is not covered.
pub fn branch(unit: &Unit, line: &Line, branch: &Branch) -> String {
    let others = line.branches.iter().filter(|own| own.branch == branch.branch);
    let is_evaluated = others.into_iter().any(|own| own.covered);
    let mut text = verdict(&branch.verdict);
    if branch.verdict != Verdict::Infeasible {
        text += match (line.is_reached(), is_evaluated) {
            (true, true) => " Tests get here, but only the other way.",
            (true, false) => " Tests reach the line, but not this condition.",
            (false, _) => "",
        };
    }
    text += &nearest(unit, branch).unwrap_or_default();
    text + &asked(unit, branch)
}

/// What the solver was asked for inputs that take an outcome.
fn asked(unit: &Unit, branch: &Branch) -> String {
    match &branch.asked {
        Some(asked) => format!(" Symbolic execution: {}.", asked.text()),
        None if unit.effort.solver.paths > 0 && branch.verdict != Verdict::Infeasible => {
            " Symbolic execution did not try this branch.".to_owned()
        }
        None => String::new(),
    }
}

/// How near the best run came to an outcome that no test has.
fn nearest(unit: &Unit, branch: &Branch) -> Option<String> {
    let Nearest { distance, compared, test } = branch.nearest.as_ref()?;
    let test = test.and_then(|test| unit.tests.get(test as usize));
    let test = test
        .map_or("A run of which no test was kept".to_owned(), |test| format!("`{}`", test.name));
    Some(match compared {
        Some((a, b)) => {
            format!(" {test} came nearest: it compared `{a}` with `{b}`, distance {distance}.")
        }
        None => format!(" {test} came nearest, at distance {distance}."),
    })
}

/// Why a line is not reached.
pub fn line(facts: &Facts<'_>, file: usize, line: &Line) -> Vec<String> {
    let source = facts.files[file].source;
    let member = facts.member(&source.file, line.number);
    let mut why = Vec::new();
    let own = facts.unit.goals.iter().filter(|goal| goal.goal == "executed");
    let mut own = own.filter(|goal| {
        let place = goal.place.as_ref().filter(|place| place.file == source.file);
        place.and_then(|place| place.line) == Some(line.number)
    });
    match own.find(|goal| goal.verdict != Verdict::Covered) {
        Some(goal) => why.push(verdict(&goal.verdict)),
        None if member.is_some_and(|member| member.explored) => {
            why.push(verdict(&Verdict::Infeasible));
        }
        None => why.push("No test reaches this line.".to_owned()),
    }
    why.extend(above(facts, file, line.number));
    why
}

/// The nearest branch above a line, in the same function, that tests reach and do not take one way: there they turn away.
fn above(facts: &Facts<'_>, file: usize, line: u32) -> Option<String> {
    let FileFacts { source, .. } = &facts.files[file];
    let starts = source.functions.iter().filter_map(|function| function.line);
    let first = starts.filter(|start| *start <= line).max().unwrap_or(0);
    let before = source.lines.iter().rev().filter(|own| (first..line).contains(&own.number));
    let mut missing =
        before.flat_map(|own| own.branches.iter().rev().map(move |branch| (own, branch)));
    let (own, branch) = missing.find(|(own, branch)| {
        let of_it = own.branches.iter().filter(|other| other.branch == branch.branch);
        !branch.covered && of_it.into_iter().any(|other| other.covered)
    })?;
    let number = own.number;
    let lines = facts.files[file].lines();
    let text = lines.get(number.saturating_sub(1) as usize).copied().unwrap_or_default();
    let text = branch
        .column
        .zip(branch.end)
        .and_then(|(column, end)| condition_text(text, number, column, end));
    let what = text.map_or("a branch".to_owned(), |text| format!("`{}`", text.replace('`', "'")));
    let outcome = match branch.outcome.as_str() {
        "taken" => "is never taken",
        "true" => "is never true",
        _ => "is never false",
    };
    Some(format!(
        "Above it, tests reach line {number}, where {what} {outcome}: {}.",
        branch.verdict.text()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tests::NoTexts;
    use crate::{Asked, sample};

    #[test]
    fn a_line_that_is_not_reached_tells_what_stands_in_the_way() {
        let report = sample::program();
        let facts = Facts::new(&report, &report.units[0], &NoTexts);
        let ninth = &facts.files[0].source.lines[5];
        assert_eq!(line(&facts, 0, ninth), ["No test reaches this line."]);
        let third = Line { number: 3, count: Some(0), ..Line::default() };
        assert_eq!(
            line(&facts, 0, &third)[1],
            "Above it, tests reach line 2, where a branch is never false: infeasible."
        );
        let second = &facts.files[0].source.lines[1];
        let unit = &report.units[0];
        let text = branch(unit, second, &second.branches[1]);
        assert_eq!(text, "Proven infeasible: all paths were explored, and none leads here.");
        let (distance, compared) = ("3".to_owned(), Some(("4".to_owned(), "7".to_owned())));
        let mut open = Branch { verdict: Verdict::Open, ..second.branches[1].clone() };
        open.nearest = Some(Nearest { distance, compared, test: Some(1) });
        assert_eq!(
            branch(unit, second, &open),
            "Open: not reached so far, and not proven infeasible. Tests get here, but only the other way. `f_2` came nearest: it \
             compared `4` with `7`, distance 3. Symbolic execution did not try this branch."
        );
        open.asked = Some(Asked { solved: 0, unsatisfiable: 2, unknown: 1, diverged: 0 });
        assert!(branch(unit, second, &open).ends_with(
            " Symbolic execution: tried 3 times: 0 solved, 2 without a solution, 1 given up."
        ));
        let hints = hints(&report.units[0], "g");
        assert_eq!(
            hints,
            ["g has no test of its own: all 7 runs trapped: division by zero at a.c:9:7."]
        );
    }
}
