//! The short form: one table, what is not covered by its cause, what looks wrong, and where the tests are.

use super::columns::{Columns, Row};
use super::common::{kept, killed_mutants, row_name, shortened, survivors, test_files};
use super::findings::{count_preconditions, reportable_findings};
use super::open::not_covered;
use crate::{Member, Report, Skipped, SkippedKind, Unit};
use std::fmt::Write as _;
use std::path::Path;

/// Members of a unit that stands alone that have a row of their own; of more there is only the unit's row.
const MEMBERS: usize = 20;

/// Places that are named for each cause; the rest is counted.
const NAMED: usize = 3;

/// Members without tests that are listed, and survivors of a unit that stands alone; the rest is counted.
const LISTED: usize = 5;

/// The short report; `out` is the folder that tests went to. The table is no wider than the window.
pub fn short(report: &Report, out: &str, window: Option<usize>) -> String {
    let units = || report.units.iter();
    let mut text = table(report, window);
    text += &not_covered(report, units(), "--verbose lists them");
    text += &killed_mutants(units());
    if report.units.len() == 1 {
        text += &survivors(units(), LISTED, "--verbose lists them");
    }
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
            let set = if fabricated == 1 { "test sets" } else { "tests set" };
            let _ = writeln!(
                text,
                "note: {name}{fabricated} {set} private fields directly; none do with --no-fabricated"
            );
        }
        text += &kept(unit);
    }
    text + &tests(report, out)
}

fn table(report: &Report, window: Option<usize>) -> String {
    let members = members(report);
    let inset: Vec<String> =
        members.iter().map(|member| format!("  {}", row_name(members, member))).collect();
    let names = report.units.iter().map(|unit| unit.name.as_str());
    let names = names.chain(inset.iter().map(String::as_str));
    let columns = Columns::new(report, &report.vocabulary.unit, names, window);
    let mut text = columns.header();
    if let Some(unit) = report.units.first() {
        for (member, name) in members.iter().zip(&inset) {
            // Only functions that stand alone have tests, and a time, of their own.
            text += &columns.line(name, &of_member(unit, member), report.vocabulary.by_member);
        }
    }
    let mut all = Row::default();
    for unit in &report.units {
        let row = Row::of(unit);
        text += &columns.line(&unit.name, &row, true);
        all.add(&row);
    }
    if report.units.len() > 1 {
        text += &columns.line("all", &all, true);
    }
    text
}

/// The members that have rows: those of a unit that stands alone, if they are not many.
fn members(report: &Report) -> &[Member] {
    match report.units.as_slice() {
        [only] if (2..=MEMBERS).contains(&only.members.len()) => &only.members,
        _ => &[],
    }
}

fn of_member(unit: &Unit, member: &Member) -> Row {
    let found = unit.findings.iter().filter(|finding| finding.kind.is_reportable());
    let line = member.place.as_ref().and_then(|place| place.line);
    let mut functions = unit.sources.iter().flat_map(|source| &source.functions);
    let own = functions.find(|own| own.name == member.name && own.line == line);
    Row {
        units: 1,
        lacking: 0,
        lines: own.map_or(member.coverage.statement, |own| own.lines),
        coverage: member.coverage,
        killed: member.mutants.unwrap_or_default(),
        tests: member.tests as usize,
        findings: found.filter(|finding| finding.member == member.name).count(),
        seconds: member.seconds,
    }
}

/// Units and functions without tests.
fn without_tests(report: &Report) -> String {
    let stopped = |skipped: &&Skipped| skipped.kind == SkippedKind::Stopped;
    let interrupted = match report.skipped.iter().filter(stopped).count() {
        0 => String::new(),
        count => format!("\nnot tested: {count} (interrupted)\n"),
    };
    let skipped = report.skipped.iter().filter(|skipped| !stopped(skipped));
    let skipped = skipped.map(|skipped| (&skipped.unit, &skipped.text));
    let members = report.units.iter().flat_map(|unit| &unit.members);
    let untested =
        members.filter_map(|member| Some((&member.name, &member.untested.as_ref()?.text)));
    let all: Vec<(&String, &String)> = skipped.chain(untested).collect();
    if all.is_empty() {
        return interrupted;
    }
    let mut text = format!("{interrupted}\nnot tested directly: {}\n", all.len());
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
        let reason = left.reason();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, count)) => *count += 1,
            None => reasons.push((reason, 1)),
        }
    }
    if reasons.is_empty() {
        return String::new();
    }
    let reasons: Vec<String> = reasons
        .iter()
        .map(|(reason, count)| format!("{count} ({})", of_tests(reason, *count)))
        .collect();
    let mut text = format!("tests left out: {}\n", reasons.join(", "));
    let missing = all().filter_map(|left| left.missing_class.as_deref());
    let missing: std::collections::BTreeSet<&str> = missing.collect();
    for class in missing {
        let _ = writeln!(text, "`{class}` is on no class path: name its jar by --classpath");
    }
    text
}

/// A reason, which is told of one test, as one of so many.
fn of_tests(reason: &str, count: usize) -> String {
    match (reason.strip_prefix("it does not "), count) {
        (None, _) => reason.to_owned(),
        (Some(rest), 1) => format!("does not {rest}"),
        (Some(rest), _) => format!("do not {rest}"),
    }
}

fn tests(report: &Report, out: &str) -> String {
    let tests: usize = report.units.iter().map(|unit| unit.tests.len()).sum();
    let path = |file: &str| Path::new(out).join(file).display().to_string();
    match test_files(report.units.iter()).as_slice() {
        [] => "no tests\n".to_owned(),
        [file] => format!("tests: {tests} in {}\n", path(file)),
        files if report.vocabulary.by_member && files.len() <= NAMED => {
            let files: Vec<String> = files.iter().map(|file| path(file)).collect();
            format!("tests: {tests} in {}\n", files.join(", "))
        }
        files => format!("tests: {tests} in {} files below {out}\n", files.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Mutation, Place, Share, Survival, Survivor, sample};
    use expect_test::expect;

    #[test]
    fn a_program_is_a_table_causes_and_findings() {
        expect![[r#"
            program         lines     branches  tests  findings     time
              f         4/4 100 %    3/4  75 %      2         0     0.2s
              g         0/4   0 %    0/4   0 %      0         2     0.2s
            a.c         4/6  66 %    3/4  75 %      2         2     1.5s

            not covered (branch): 4
                 1  open: g true
                 1  reached, but every such run crashes: a.c:9:7 true
                 1  not reached within bounds: steps of a run: a.c:4:9 true
                 1  infeasible: a.c:3:9 true

            findings: 1 (2 before similar ones are grouped)
              undefined behaviour: g division by zero at a.c:9:7 (g_dies)
                  `n` is checked at a.c:8:7
                  1 similar: g at a.c:11:7
            broken preconditions, not counted as findings: 1 unchecked null argument, 1 use after release

            not tested directly: 1
              g: all 7 runs trapped: division by zero at a.c:9:7
            tests left out: 1 (does not pass natively)
            note: interrupted; tests found so far are kept
            note: 1 test sets private fields directly; none do with --no-fabricated
            note: `Makefile` was not written: the existing file is not Ferret's
            tests: 2 in out/test_a.c
        "#]].assert_eq(&short(&sample::program(), "out", None));
    }

    #[test]
    fn units_that_were_not_reached_before_an_interruption_are_counted() {
        let mut report = sample::classes();
        report.skipped[0].kind = SkippedKind::Stopped;
        assert_eq!(without_tests(&report), "\nnot tested: 1 (interrupted)\n");
    }

    #[test]
    fn of_a_unit_alone_some_survivors_are_listed() {
        let mut report = sample::program();
        let survivor = |line| Survivor {
            member: "f".to_owned(),
            place: Place { file: "a.c".to_owned(), line: Some(line), column: None },
            operator: "relation".to_owned(),
            text: "`<` instead of `<=`".to_owned(),
            survival: Survival::Infected,
        };
        let mutation = Mutation {
            killed: Share { covered: 4, total: 10 },
            reached: 10,
            survivors: (1..7).map(survivor).collect(),
            ..Mutation::default()
        };
        report.units[0].mutation = Some(mutation);
        let text = short(&report, "out", None);
        let (_, listed) = text.split_once("mutants: ").unwrap_or_default();
        let listed: Vec<&str> = listed.lines().take(7).collect();
        assert_eq!(listed[0], "4 of 10 killed (40 %), 6 survive");
        assert_eq!(listed[5], "  a.c:5 f: `<` instead of `<=`: infected, not seen to propagate");
        assert_eq!(listed[6], "  and 1 more: --verbose lists them");
    }

    #[test]
    fn classes_have_a_row_each() {
        let mut report = sample::classes();
        report.settings.criteria.push("mcdc".to_owned());
        report.units.push(report.units[0].clone());
        expect![[r#"
            class            lines     branches      MC/DC  tests  findings     time
            acme.Iban    2/3  66 %    3/4  75 %        0/0      1         1     1.5s
            acme.Iban    2/3  66 %    3/4  75 %        0/0      1         1     1.5s
            all          4/6  66 %    6/8  75 %        0/0      2         2     3.0s

            not covered (branch,exception,mcdc): 2
                 2  open: Iban.java:2 true, Iban.java:2 true

            findings: 1 (2 before similar ones are grouped)
              crash: Iban.check throws ArithmeticException at Iban.java:7
                  new Iban().check("");

            not tested directly: 1
              acme.Log: nothing that a test can call
            tests left out: 6 (do not pass on the JVM)
            `acme.Log` is on no class path: name its jar by --classpath
            tests: 2 in 2 files below out
        "#]]
        .assert_eq(&short(&report, "out", None));
    }
}
