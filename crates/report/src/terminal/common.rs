//! What both layouts have in common.

use super::open::missing;
use crate::{Goal, Member, Report, Share, Survival, Survivor, TestFileKind, Unit, Verdict};
use std::fmt::Write as _;

/// Goals of several units that are listed; the rest is counted. Of one unit all are.
const LISTED: usize = 12;

/// Longest line of a list; the whole of it is in the JSON.
const WIDTH: usize = 110;

/// What is not covered, and what is known about it.
pub fn not_covered<'r>(report: &Report, units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let most = if units.clone().count() == 1 { usize::MAX } else { LISTED };
    let goals = units.flat_map(|unit| unit.goals.iter().map(move |goal| (unit, goal)));
    // Mutants that survive have a list of their own.
    let is_open = |goal: &&Goal| {
        !matches!(goal.verdict, Verdict::Covered | Verdict::Survives(_) | Verdict::NotTried)
    };
    let open: Vec<(&Unit, &Goal)> = goals.filter(|(_, goal)| is_open(goal)).collect();
    if open.is_empty() {
        return String::new();
    }
    let count =
        |is: fn(&Verdict) -> bool| open.iter().filter(|(_, goal)| is(&goal.verdict)).count();
    let mut text = format!(
        "\nnot covered ({}): {} proven infeasible, {} not reached within bounds, {} reached but not \
         tested, {} open\n",
        report.settings.criteria.join(","),
        count(|verdict| *verdict == Verdict::Infeasible),
        count(|verdict| matches!(verdict, Verdict::Bounded(_))),
        count(|verdict| matches!(verdict, Verdict::Dies | Verdict::TakenOut)),
        count(|verdict| *verdict == Verdict::Open),
    );
    for (unit, goal) in open.iter().take(most) {
        let place = goal.place.as_ref().map(|place| format!("{place} ")).unwrap_or_default();
        let (member, missing, verdict) = (&goal.member, missing(unit, goal), goal.verdict.text());
        let _ = writeln!(text, "  {place}{member}: {missing}: {verdict}");
    }
    if open.len() > most {
        let _ = writeln!(text, "  and {} more: see --json", open.len() - most);
    }
    text
}

/// Survivors of several units that are listed; the rest is counted. Of one unit all are.
const SURVIVORS: usize = 8;

/// How many mutants are killed, and those that survive.
pub fn mutants<'r>(units: impl Iterator<Item = &'r Unit> + Clone) -> String {
    let most = if units.clone().count() == 1 { usize::MAX } else { SURVIVORS };
    killed_mutants(units.clone()) + &survivors(units, most, "see --json")
}

/// The mutants that survive, so many at most; `more` says how to see the rest.
pub fn survivors<'r>(units: impl Iterator<Item = &'r Unit>, most: usize, more: &str) -> String {
    let mut text = String::new();
    let mutations = units.filter_map(|unit| unit.mutation.as_ref());
    let mut survivors: Vec<&Survivor> = mutations.flat_map(|own| &own.survivors).collect();
    // What nobody can kill comes last.
    survivors.sort_by_key(|own| own.survival == Survival::Equivalent);
    for Survivor { member, place, text: what, survival, .. } in survivors.iter().take(most) {
        let line = format!("{place} {member}: {what}: {}", survival.text());
        let _ = writeln!(text, "  {}", shortened(&line));
    }
    if survivors.len() > most {
        let _ = writeln!(text, "  and {} more: {more}", survivors.len() - most);
    }
    text
}

/// How many mutants are killed, in a line.
pub fn killed_mutants<'r>(units: impl Iterator<Item = &'r Unit>) -> String {
    let (mut killed, mut unreached, mut survivors) = (Share::default(), 0, 0);
    let (mut equivalent, mut not_tried) = (0, 0);
    for mutation in units.filter_map(|unit| unit.mutation.as_ref()) {
        killed += mutation.tried();
        unreached += mutation.unreached();
        equivalent += mutation.equivalent;
        not_tried += mutation.not_tried;
        survivors += mutation.survivors.len();
    }
    if killed.total + not_tried == 0 {
        return String::new();
    }
    let percent = 100 * u64::from(killed.covered) / u64::from(killed.total.max(1));
    let survive = if survivors == 1 { "survives" } else { "survive" };
    let mut text = format!(
        "\nmutants: {} of {} killed ({percent} %), {survivors} {survive}",
        killed.covered, killed.total,
    );
    if equivalent > 0 {
        let _ = write!(text, " ({equivalent} proven equivalent)");
    }
    if unreached > 0 {
        let _ = write!(text, ", {unreached} not reached by any test");
    }
    if not_tried > 0 {
        let _ = write!(text, "; {not_tried} more not tried for lack of time");
    }
    text + "\n"
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

/// What the row of a member says: of several of one name the line as well, and words for what has no name in the source.
pub fn row_name(members: &[Member], member: &Member) -> String {
    let is_number = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
    let name = match member.name.as_str() {
        "<clinit>" => "static initialiser".to_owned(),
        name if is_number(name) => format!("anonymous class {name}"),
        name => name.to_owned(),
    };
    let is_overloaded = members.iter().filter(|other| other.name == member.name).count() > 1;
    match member.place.as_ref().and_then(|place| place.line).filter(|_| is_overloaded) {
        Some(line) => format!("{name} (line {line})"),
        None => name,
    }
}

/// A number of things: `1 run`, `2 runs`.
pub fn counted(count: usize, thing: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{plural}")
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
    use crate::{Mutation, Place};

    #[test]
    fn rows_tell_overloads_apart_and_have_words_for_what_has_no_name() {
        let mut unit = crate::sample::program().units.remove(0);
        let place =
            |line| Some(Place { file: "A.java".to_owned(), line: Some(line), column: None });
        for (member, line) in unit.members.iter_mut().zip([3, 7]) {
            (member.name, member.place) = ("of".to_owned(), place(line));
        }
        let clinit = Member { name: "<clinit>".to_owned(), ..unit.members[0].clone() };
        let inner = Member { name: "2".to_owned(), ..unit.members[0].clone() };
        unit.members.extend([clinit, inner]);
        let names: Vec<String> =
            unit.members.iter().map(|member| row_name(&unit.members, member)).collect();
        assert_eq!(
            names,
            ["of (line 3)", "of (line 7)", "static initialiser", "anonymous class 2"]
        );
    }

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
            "\nmutants: 6 of 10 killed (60 %), 0 survive, 2 not reached by any test; 2 more not tried for lack of \
             time\n"
        );
    }
}
