//! The short form: one table, what is not covered by its cause, what looks wrong, and where the tests are.

use super::common::{kept, killed_mutants, shortened, test_files};
use super::findings::{count_preconditions, reportable_findings};
use crate::{Coverage, Goal, Member, Report, Share, Unit, Verdict};
use std::fmt::Write as _;
use std::path::Path;

/// Members of a unit that stands alone that have a row of their own; of more there is only the unit's row.
const MEMBERS: usize = 20;

/// Places that are named for each cause; the rest is counted.
const NAMED: usize = 3;

/// Members without tests that are listed; the rest is counted.
const LISTED: usize = 5;

/// The short report; `out` is the folder that tests went to.
pub fn short(report: &Report, out: &str) -> String {
    let units = || report.units.iter();
    let mut text = Table::new(report).print(report);
    text += &not_covered(report);
    text += &killed_mutants(units());
    text += &reportable_findings(units());
    text += &count_preconditions(units());
    text += &without_tests(report);
    text += &left_out(report);
    for unit in units() {
        let name = if report.units.len() > 1 { format!("{}: ", unit.name) } else { String::new() };
        for note in &unit.notes {
            let _ = writeln!(text, "note: {name}{}", note.text);
        }
        let fabricated = unit.tests.iter().filter(|test| test.fabricated).count();
        if fabricated > 0 {
            let _ = writeln!(
                text,
                "note: {name}{fabricated} tests set private fields directly; none do with --no-fabricated"
            );
        }
        text += &kept(unit);
    }
    text + &tests(report, out)
}

/// The columns that are shown beside those that always are.
struct Table {
    width: usize,
    mcdc: bool,
    checks: bool,
    mutants: bool,
}

/// A line of the table.
#[derive(Default)]
struct Row {
    lines: Share,
    coverage: Coverage,
    killed: Share,
    tests: u32,
    findings: usize,
    seconds: f64,
}

impl Table {
    fn new(report: &Report) -> Self {
        let names = report.units.iter().map(|unit| unit.name.chars().count());
        let members = members(report).iter().map(|member| member.name.chars().count() + 2);
        Self {
            width: names.chain(members).max().unwrap_or(0).clamp(8, 48),
            mcdc: report.settings.has("mcdc"),
            checks: report.settings.has("check"),
            mutants: report.units.iter().any(|unit| unit.mutation.is_some()),
        }
    }

    fn print(&self, report: &Report) -> String {
        let mut text = self.header(report);
        let words = &report.vocabulary;
        for member in members(report) {
            let Some(unit) = report.units.first() else { continue };
            let row = of_member(unit, member);
            let name = format!("  {}", member.name);
            // Only functions that stand alone have tests, and a time, of their own.
            text += &self.line(&name, &row, words.by_member);
        }
        let mut all = Row::default();
        for unit in &report.units {
            let row = of_unit(unit);
            text += &self.line(&unit.name, &row, true);
            all.lines += row.lines;
            all.coverage += row.coverage;
            all.killed += row.killed;
            all.tests += row.tests;
            all.findings += row.findings;
            all.seconds += row.seconds;
        }
        if report.units.len() > 1 {
            text += &self.line("all", &all, true);
        }
        text
    }

    fn header(&self, report: &Report) -> String {
        let width = self.width;
        let mut text =
            format!("{:width$}  {:>11}  {:>11}", report.vocabulary.unit, "lines", "branches");
        let more = [(self.mcdc, "MC/DC"), (self.checks, "checks"), (self.mutants, "mutants")];
        for (_, name) in more.iter().filter(|(shown, _)| *shown) {
            let _ = write!(text, "  {name:>9}");
        }
        text + &format!("  {:>5}  {:>8}  {:>6}\n", "tests", "findings", "time")
    }

    fn line(&self, name: &str, row: &Row, whole: bool) -> String {
        let width = self.width;
        let (lines, branches) = (percent(row.lines), percent(row.coverage.branch));
        let mut text = format!("{name:width$}  {lines:>11}  {branches:>11}");
        let check = row.coverage.check.unwrap_or_default();
        let more =
            [(self.mcdc, row.coverage.mcdc), (self.checks, check), (self.mutants, row.killed)];
        for (_, share) in more.iter().filter(|(shown, _)| *shown) {
            let _ = write!(text, "  {share:>9}");
        }
        if whole {
            let Row { tests, findings, seconds, .. } = row;
            let _ = write!(text, "  {tests:>5}  {findings:>8}  {seconds:>5.1}s");
        }
        text + "\n"
    }
}

/// The members that have rows: those of a unit that stands alone, if they are not many.
fn members(report: &Report) -> &[Member] {
    match report.units.as_slice() {
        [only] if (2..=MEMBERS).contains(&only.members.len()) => &only.members,
        _ => &[],
    }
}

fn of_unit(unit: &Unit) -> Row {
    let found = unit.findings.iter().filter(|finding| finding.kind.is_reportable());
    let mut lines = Share::default();
    unit.sources.iter().for_each(|source| lines += source.line_share());
    Row {
        lines,
        coverage: unit.coverage,
        killed: unit.mutation.as_ref().map(|mutation| mutation.killed).unwrap_or_default(),
        tests: unit.tests.len() as u32,
        findings: found.count(),
        seconds: unit.effort.seconds,
    }
}

fn of_member(unit: &Unit, member: &Member) -> Row {
    let found = unit.findings.iter().filter(|finding| finding.kind.is_reportable());
    let line = member.place.as_ref().and_then(|place| place.line);
    let mut functions = unit.sources.iter().flat_map(|source| &source.functions);
    let own = functions.find(|own| own.name == member.name && own.line == line);
    Row {
        lines: own.map_or(member.coverage.statement, |own| own.lines),
        coverage: member.coverage,
        killed: member.mutants.unwrap_or_default(),
        tests: member.tests,
        findings: found.filter(|finding| finding.member == member.name).count(),
        seconds: member.seconds,
    }
}

fn percent(share: Share) -> String {
    match share.total {
        0 => "-".to_owned(),
        total => {
            let percent = u64::from(share.covered) * 100 / u64::from(total);
            format!("{share} {percent:>3} %")
        }
    }
}

/// What is not covered, by its cause: what more work could reach comes first.
fn not_covered(report: &Report) -> String {
    let is_open = |goal: &&Goal| {
        !matches!(goal.verdict, Verdict::Covered | Verdict::Survives(_) | Verdict::NotTried)
    };
    let open: Vec<&Goal> =
        report.units.iter().flat_map(|unit| &unit.goals).filter(is_open).collect();
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
        true => "; --verbose lists them",
        false => "",
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

/// Units and functions without tests.
fn without_tests(report: &Report) -> String {
    let skipped = report.skipped.iter().map(|skipped| (&skipped.unit, &skipped.text));
    let members = report.units.iter().flat_map(|unit| &unit.members);
    let untested =
        members.filter_map(|member| Some((&member.name, &member.untested.as_ref()?.text)));
    let all: Vec<(&String, &String)> = skipped.chain(untested).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut text = format!("\nnot tested directly: {}\n", all.len());
    for (name, why) in all.iter().take(LISTED) {
        let _ = writeln!(text, "  {}", shortened(&format!("{name}: {why}")));
    }
    if all.len() > LISTED {
        let _ = writeln!(text, "  and {} more", all.len() - LISTED);
    }
    text
}

/// How many tests were left out, by their reasons.
fn left_out(report: &Report) -> String {
    let all = || report.units.iter().flat_map(|unit| &unit.left_out);
    let mut reasons: Vec<(&str, usize)> = Vec::new();
    for left in all() {
        // What stands behind a colon is about one test.
        let reason = left.text.split(": ").next().unwrap_or_default();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let reasons: Vec<String> =
        reasons.iter().map(|(reason, count)| format!("{count} ({reason})")).collect();
    let mut text = format!("tests left out: {}\n", reasons.join(", "));
    let missing = all().filter_map(|left| left.missing_class.as_deref());
    let missing: std::collections::BTreeSet<&str> = missing.collect();
    for class in missing {
        let _ = writeln!(text, "`{class}` is on no class path: name its jar by --classpath");
    }
    text
}

fn tests(report: &Report, out: &str) -> String {
    let tests: usize = report.units.iter().map(|unit| unit.tests.len()).sum();
    let path = |file: &str| match report.vocabulary.by_member {
        true => file.to_owned(),
        false => Path::new(out).join(file).display().to_string(),
    };
    match test_files(report.units.iter()).as_slice() {
        [] => "no tests\n".to_owned(),
        [file] => format!("tests: {tests} in {}\n", path(file)),
        files if report.vocabulary.by_member && files.len() <= NAMED => {
            format!("tests: {tests} in {}\n", files.join(", "))
        }
        files => format!("tests: {tests} in {} files below {out}\n", files.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn a_program_is_a_table_causes_and_findings() {
        expect![[r#"
            program         lines     branches  tests  findings    time
              f         4/4 100 %    3/4  75 %      2         0    0.2s
              g         0/4   0 %    0/4   0 %      0         2    0.2s
            a.c         4/6  66 %    3/4  75 %      2         2    1.5s

            not covered (branch): 4
                 1  open: g true
                 1  reached, but every such run crashes: a.c:9:7 true
                 1  not reached within bounds: steps of a run: a.c:4:9 true
                 1  infeasible: a.c:3:9 true

            findings: 2
              undefined behaviour: g division by zero at a.c:9:7 (g_dies)
                  `n` is checked at a.c:8:7
              undefined behaviour: g division by zero at a.c:11:7 (g_dies_2)
                  `n` is checked at a.c:8:7
            broken preconditions, not counted as findings: 1 unchecked null argument, 1 use after release

            not tested directly: 1
              g: all 7 runs trapped: division by zero at a.c:9:7
            tests left out: 1 (it does not pass natively)
            note: interrupted by Ctrl-C; tests found so far are kept
            note: 1 tests set private fields directly; none do with --no-fabricated
            note: `Makefile` was not written: the existing file is not Ferret's
            tests: 2 in test_a.c
        "#]].assert_eq(&short(&sample::program(), "out"));
    }

    #[test]
    fn classes_have_a_row_each() {
        let mut report = sample::classes();
        report.settings.criteria.push("mcdc".to_owned());
        report.units.push(report.units[0].clone());
        expect![[r#"
            class            lines     branches      MC/DC  tests  findings    time
            acme.Iban    2/3  66 %    3/4  75 %        0/0      1         1    1.5s
            acme.Iban    2/3  66 %    3/4  75 %        0/0      1         1    1.5s
            all          4/6  66 %    6/8  75 %        0/0      2         2    3.0s

            not covered (branch,exception,mcdc): 2
                 2  open: Iban.java:2 true, Iban.java:2 true

            findings: 1
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");

            not tested directly: 1
              acme.Log: nothing that a test can call
            tests left out: 6 (it does not pass on the JVM)
            `acme.Log` is on no class path: name its jar by --classpath
            tests: 2 in 2 files below out
        "#]]
        .assert_eq(&short(&report, "out"));
    }
}
