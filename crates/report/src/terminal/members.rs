//! The layout for languages whose functions stand alone: one row for each function.

use super::common::{counted, kept, mutants, not_covered, shortened, test_files};
use super::findings::findings;
use crate::{Coverage, LeftOut, Report, Share, Solver, Unit};
use std::fmt::{self, Write as _};
use std::path::Path;

/// The report, function by function; `out` is the folder that tests went to.
pub fn print(report: &Report, out: &str) -> String {
    let units = || report.units.iter();
    let mut text = table(report);
    text += &not_covered(report, units());
    text += &mutants(units());
    for unit in units() {
        text += &effort(unit);
    }
    text += &findings(units());
    text += &untested(report);
    text += &left_out(report);
    for unit in units() {
        text += &notes(unit);
    }
    let files = test_files(units());
    match files.is_empty() {
        true => text += "no tests\n",
        false => {
            let tests: usize = units().map(|unit| unit.tests.len()).sum();
            let path = |file: &&str| Path::new(out).join(file).display().to_string();
            let files: Vec<String> = files.iter().map(path).collect();
            let _ = writeln!(text, "tests: {tests} in {}", files.join(", "));
        }
    }
    text
}

fn table(report: &Report) -> String {
    let members: Vec<_> = report.units.iter().flat_map(|unit| &unit.members).collect();
    let width = members.iter().map(|member| member.name.len()).max().unwrap_or(0).clamp(8, 40);
    let words = &report.vocabulary;
    let mutated = members.iter().any(|member| member.mutants.is_some());
    let mutants = |killed: &dyn fmt::Display| match mutated {
        true => format!("  {killed:>9}"),
        false => String::new(),
    };
    let mut text = format!(
        "{:width$}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}{}  {:>5}  {:>6}\n",
        words.member,
        words.statements,
        "branches",
        "decisions",
        "conditions",
        "MC/DC",
        mutants(&"mutants"),
        "tests",
        "time"
    );
    let mut line = |name: &str, row: &Coverage, killed: Share, tests: u32, seconds: f64| {
        let killed = mutants(&killed);
        let Coverage { statement, branch, decision, condition, mcdc, .. } = row;
        let _ = writeln!(
            text,
            "{name:width$}  {statement:>9}  {branch:>9}  {decision:>9}  {condition:>10}  {mcdc:>9}{killed}  \
             {tests:>5}  {seconds:>5.1}s",
        );
    };
    let (mut all, mut tests, mut seconds) = (Coverage::default(), 0, 0.0);
    let mut killed = Share::default();
    for member in &members {
        let own = member.mutants.unwrap_or_default();
        line(&member.name, &member.coverage, own, member.tests, member.seconds);
        all += member.coverage;
        killed += own;
        tests += member.tests;
        seconds += member.seconds;
    }
    if members.len() > 1 {
        line("all", &all, killed, tests, seconds);
    }
    text
}

/// What the solver was asked, and where paths were too many.
fn effort(unit: &Unit) -> String {
    let mut text = String::new();
    let Solver { paths, solved, unsatisfiable, unknown, diverged, irrelevant, .. } =
        unit.effort.solver;
    if paths > 0 {
        let _ = writeln!(
            text,
            "{} executions, {paths} paths; solver: {solved} solved, {unsatisfiable} unsatisfiable, \
             {unknown} unknown; {diverged} diverged, {irrelevant} filtered",
            unit.effort.executions
        );
    }
    let bounded = &unit.effort.bounded_paths;
    if !bounded.is_empty() {
        let _ =
            writeln!(text, "too many paths, so the fitness is approximate: {}", bounded.join(", "));
    }
    text
}

fn untested(report: &Report) -> String {
    let members = report.units.iter().flat_map(|unit| &unit.members);
    let untested: Vec<(&str, &str)> = members
        .filter_map(|member| Some((member.name.as_str(), member.untested.as_ref()?.text.as_str())))
        .collect();
    if untested.is_empty() {
        return String::new();
    }
    let mut text = format!("\nnot tested directly: {}\n", untested.len());
    for (name, reason) in untested {
        let _ = writeln!(text, "  {}", shortened(&format!("{name}: {reason}")));
    }
    text
}

/// Tests that are left out for one reason and named by themselves; of more, so many are named together.
const SHOWN: usize = 3;

fn left_out(report: &Report) -> String {
    let all = || report.units.iter().flat_map(|unit| &unit.left_out);
    let mut text = String::new();
    if all().next().is_some() {
        let _ = writeln!(text, "\ntests left out: {}", all().count());
    }
    let mut groups: Vec<(&str, Vec<&LeftOut>)> = Vec::new();
    for left in all() {
        let reason = left.reason();
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, group)) => group.push(left),
            None => groups.push((reason, vec![left])),
        }
    }
    for (reason, group) in groups {
        if group.len() <= SHOWN {
            for left in group {
                let _ = writeln!(text, "  {}: {}", left.test, left.text);
            }
            continue;
        }
        let shown: Vec<&str> = group.iter().take(SHOWN).map(|left| left.test.as_str()).collect();
        let more = group.len() - SHOWN;
        let _ = writeln!(text, "  {}: {reason}: {} and {more} more", group.len(), shown.join(", "));
    }
    text
}

fn notes(unit: &Unit) -> String {
    let mut text = String::new();
    if unit.flaky.scenarios > 0 {
        let were = if unit.flaky.scenarios == 1 { "was" } else { "were" };
        let scenarios = counted(unit.flaky.scenarios as usize, "scenario");
        let _ = writeln!(text, "left out {scenarios} that {were} not repeatable");
    }
    for note in &unit.notes {
        let _ = writeln!(text, "note: {}", note.text);
    }
    let fabricated = unit.tests.iter().filter(|test| test.fabricated);
    let fabricated: Vec<&str> = fabricated.map(|test| test.name.as_str()).collect();
    if !fabricated.is_empty() {
        let _ = writeln!(
            text,
            "note: these tests set private fields directly: {}; --no-fabricated prevents it",
            fabricated.join(", ")
        );
    }
    text + &kept(unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LeftOutKind;

    #[test]
    fn tests_that_are_left_out_for_one_reason_are_counted_in_one_line() {
        let left = |test: &str, text: &str| LeftOut {
            test: test.to_owned(),
            member: None,
            kind: LeftOutKind::NotPassed,
            text: text.to_owned(),
            missing_class: None,
        };
        let mut left_out_tests = vec![left("one", "it does not compile: no such name")];
        for test in ["a", "b", "c", "d", "e"] {
            left_out_tests.push(left(test, &format!("it does not pass natively: x.c:{test}")));
        }
        let mut report = crate::sample::program();
        report.units.truncate(1);
        report.units[0].left_out = left_out_tests;
        assert_eq!(
            left_out(&report),
            "\ntests left out: 6\n  one: it does not compile: no such name\n  \
             5: it does not pass natively: a, b, c and 2 more\n"
        );
    }
}
