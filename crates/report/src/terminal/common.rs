//! What both layouts have in common.

use crate::{Goal, Report, Share, Survival, Survivor, TestFileKind, Unit, Verdict};
use std::fmt::Write as _;
use std::path::Path;

/// Goals that are listed; the rest is counted.
const LISTED: usize = 12;

/// Longest line of a list; the whole of it is in the JSON.
const WIDTH: usize = 110;

/// What is not covered, and what is known about it.
pub fn not_covered<'r>(report: &Report, units: impl Iterator<Item = &'r Unit>) -> String {
    let goals = units.flat_map(|unit| &unit.goals);
    // Mutants that survive have a list of their own.
    let is_open = |goal: &&Goal| {
        !matches!(goal.verdict, Verdict::Covered | Verdict::Survives(_) | Verdict::NotTried)
    };
    let open: Vec<&Goal> = goals.filter(is_open).collect();
    if open.is_empty() {
        return String::new();
    }
    let count = |is: fn(&Verdict) -> bool| open.iter().filter(|goal| is(&goal.verdict)).count();
    let mut text = format!(
        "\nnot covered ({}): {} proven infeasible, {} not reached within bounds, {} reached but not \
         tested, {} open\n",
        report.settings.criteria.join(","),
        count(|verdict| *verdict == Verdict::Infeasible),
        count(|verdict| matches!(verdict, Verdict::Bounded(_))),
        count(|verdict| matches!(verdict, Verdict::Dies | Verdict::TakenOut)),
        count(|verdict| *verdict == Verdict::Open),
    );
    for Goal { member, place, goal, verdict, .. } in open.iter().take(LISTED) {
        let place = place.as_ref().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  {place} {member}: {goal}: {}", verdict.text());
    }
    if open.len() > LISTED {
        let _ = writeln!(text, "  and {} more, see --json", open.len() - LISTED);
    }
    text
}

/// Survivors that are listed; the rest is counted.
const SURVIVORS: usize = 8;

/// How many mutants are killed, and those that survive.
pub fn mutants<'r>(units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let mut text = killed_mutants(units.clone());
    let mutations = units.filter_map(|unit| unit.mutation.as_ref());
    let mut survivors: Vec<&Survivor> = mutations.flat_map(|own| &own.survivors).collect();
    // What nobody can kill comes last.
    survivors.sort_by_key(|own| own.survival == Survival::Equivalent);
    for Survivor { member, place, text: what, survival, .. } in survivors.iter().take(SURVIVORS) {
        let _ = writeln!(text, "  {place} {member}: {what}: {}", survival.text());
    }
    if survivors.len() > SURVIVORS {
        let _ = writeln!(text, "  and {} more, see --json", survivors.len() - SURVIVORS);
    }
    text
}

/// How many mutants are killed, in a line.
pub fn killed_mutants<'r>(units: impl Iterator<Item = &'r Unit>) -> String {
    let (mut killed, mut reached, mut survivors) = (Share::default(), 0, 0);
    let (mut equivalent, mut not_tried) = (0, 0);
    for mutation in units.filter_map(|unit| unit.mutation.as_ref()) {
        killed += mutation.killed;
        reached += mutation.reached;
        equivalent += mutation.equivalent;
        not_tried += mutation.not_tried;
        survivors += mutation.survivors.len();
    }
    if killed.total == 0 {
        return String::new();
    }
    let percent = |part: u32, of: u32| 100 * u64::from(part) / u64::from(of.max(1));
    format!(
        "\nmutants: {} of {} killed ({} %), {} % of those that tests run{}; {survivors} survive{}{}\n",
        killed.covered,
        killed.total,
        percent(killed.covered, killed.total),
        percent(killed.covered, reached - not_tried),
        if not_tried > 0 { " and that were tried" } else { "" },
        match equivalent {
            0 => String::new(),
            some => format!(", {some} of them proven equivalent"),
        },
        match not_tried {
            0 => String::new(),
            some => format!("; {some} not tried"),
        }
    )
}

/// Files that are somebody else's and were left as they are.
pub fn kept(unit: &Unit) -> String {
    let mut text = String::new();
    for file in unit.files.iter().filter(|file| !file.written) {
        let name = &file.path;
        let _ = writeln!(text, "note: `{name}` was not written: the existing file is not Ferret's");
    }
    text
}

/// The files of tests that were written.
pub fn test_files<'r>(units: impl Iterator<Item = &'r Unit>) -> Vec<&'r str> {
    let files = units.flat_map(|unit| &unit.files);
    let files = files.filter(|file| file.written && file.kind == TestFileKind::Tests);
    files.map(|file| file.path.as_str()).collect()
}

/// What is told of a file of tests: the name of a file says enough, that of a folder, as the corpus of a program, does not.
pub fn member_file(file: &str, out: &str) -> String {
    match Path::new(file).extension() {
        None if !out.is_empty() => Path::new(out).join(file).display().to_string(),
        _ => file.to_owned(),
    }
}

/// A line that fits into a window.
pub fn shortened(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;

    #[test]
    fn mutants_that_were_not_tried_are_counted_apart_from_survivors() {
        let mut report = crate::sample::program();
        let mutation = Mutation {
            killed: Share { covered: 6, total: 12 },
            reached: 10,
            not_tried: 2,
            ..Mutation::default()
        };
        report.units[0].mutation = Some(mutation);
        assert_eq!(
            mutants(report.units.iter()),
            "\nmutants: 6 of 12 killed (50 %), 75 % of those that tests run and that were tried; 0 survive; 2 not \
             tried\n"
        );
    }
}
