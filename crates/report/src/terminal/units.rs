//! The layout for languages whose units are classes: one row for each class, and its methods if there is only one.

use super::common::{counted, kept, mutants, not_covered, row_name, test_files};
use super::findings::findings;
use crate::{Coverage, LeftOut, Mutation, Report, Settings, Share, Unit, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

/// What the lines of a table have in common.
#[derive(Clone, Copy)]
struct Layout {
    /// Characters of the first column.
    width: usize,
    /// Whether there is a column for checks.
    checks: bool,
    /// Whether there is a column for mutants.
    mutants: bool,
}

impl Layout {
    fn header(self, words: &Vocabulary) -> String {
        let width = self.width;
        let column = |shown: bool, name: &str| match shown {
            true => format!("  {name:>9}"),
            false => String::new(),
        };
        let (checks, mutants) = (column(self.checks, "checks"), column(self.mutants, "mutants"));
        format!(
            "{:width$}  {:>9}  {:>9}  {:>9}  {:>9}  {:>10}  {:>9}{checks}{mutants}  {:>5}  {:>6}",
            words.unit,
            words.statements,
            "branches",
            "edges",
            "decisions",
            "conditions",
            "MC/DC",
            "tests",
            "time"
        )
    }

    fn shares(self, name: &str, row: &Coverage, killed: Option<Share>) -> String {
        let width = self.width;
        let Coverage { statement, branch, edge, decision, condition, mcdc, check } = row;
        let checks = match self.checks {
            true => format!("  {:>9}", check.unwrap_or_default()),
            false => String::new(),
        };
        let mutants = match self.mutants {
            true => format!("  {:>9}", killed.unwrap_or_default()),
            false => String::new(),
        };
        format!(
            "{name:width$}  {statement:>9}  {branch:>9}  {edge:>9}  {decision:>9}  {condition:>10}  \
             {mcdc:>9}{checks}{mutants}",
        )
    }

    fn line(self, unit: &Unit) -> String {
        let killed = unit.mutation.as_ref().map(Mutation::tried);
        let shares = self.shares(&unit.name, &unit.coverage, killed);
        format!("{shares}  {:>5}  {:>5.1}s", unit.tests.len(), unit.effort.seconds)
    }
}

fn has_checks(settings: &Settings) -> bool {
    settings.has("check")
}

/// The report, class by class.
pub fn print(report: &Report, out: &str) -> String {
    let units = || report.units.iter();
    let mut text = table(report);
    if let [only] = report.units.as_slice() {
        text += &not_covered(report, std::iter::once(only));
    }
    text += &mutants(units());
    if !report.skipped.is_empty() {
        let _ = writeln!(text, "\nwithout tests: {}", report.skipped.len());
        for skipped in &report.skipped {
            let _ = writeln!(text, "  {}: {}", skipped.unit, skipped.text);
        }
    }
    text += &left_out(report);
    text += &exceptions(report);
    text += &flaky(report);
    for exits in units().flat_map(|unit| &unit.exits) {
        let (member, runs) = (&exits.member, counted(exits.runs as usize, "run"));
        let _ = writeln!(text, "\n{member} ends the JVM, so there is no test: {runs} left out");
    }
    text += &source_decisions(report);
    text += &existing_tests(report);
    text += &findings(units());
    for unit in units() {
        for note in &unit.notes {
            let _ = writeln!(text, "note: {}: {}", unit.name, note.text);
        }
        text += &kept(unit);
    }
    let tests: usize = units().map(|unit| unit.tests.len()).sum();
    match test_files(units()).as_slice() {
        [] => text += "no tests\n",
        [file] => {
            let _ = writeln!(text, "tests: {tests} in {}", Path::new(out).join(file).display());
        }
        files => {
            let _ = writeln!(text, "tests: {tests} in {} files below {out}", files.len());
        }
    }
    text
}

fn table(report: &Report) -> String {
    let mut names: Vec<usize> = report.units.iter().map(|unit| unit.name.len()).collect();
    if let [only] = report.units.as_slice() {
        let rows = only.members.iter().map(|member| 2 + row_name(&only.members, member).len());
        names.extend(rows);
    }
    let layout = Layout {
        width: names.into_iter().max().unwrap_or(0).clamp(8, 48),
        checks: has_checks(&report.settings),
        mutants: report.units.iter().any(|unit| unit.mutation.is_some()),
    };
    let mut text = layout.header(&report.vocabulary) + "\n";
    let (mut all, mut tests, mut seconds) = (Coverage::default(), 0, 0.0);
    let mut killed = Share::default();
    for unit in &report.units {
        if report.units.len() == 1 {
            for member in &unit.members {
                let name = format!("  {}", row_name(&unit.members, member));
                let _ =
                    writeln!(text, "{}", layout.shares(&name, &member.coverage, member.mutants));
            }
        }
        let _ = writeln!(text, "{}", layout.line(unit));
        all += unit.coverage;
        killed += unit.mutation.as_ref().map(Mutation::tried).unwrap_or_default();
        tests += unit.tests.len();
        seconds += unit.effort.seconds;
    }
    if report.units.len() > 1 {
        let shares = layout.shares("all", &all, Some(killed));
        let _ = writeln!(text, "{shares}  {tests:>5}  {seconds:>5.1}s");
    }
    text
}

/// Tests that are not in the files, those of a class for one reason together, and what would help.
fn left_out(report: &Report) -> String {
    let count: usize = report.units.iter().map(|unit| unit.left_out.len()).sum();
    if count == 0 {
        return String::new();
    }
    let mut text = format!("\ntests left out: {count}\n");
    let mut missing = BTreeSet::new();
    for unit in &report.units {
        let mut reasons: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for LeftOut { test, text, missing_class, .. } in &unit.left_out {
            reasons.entry(text).or_default().push(test);
            missing.extend(missing_class);
        }
        for (reason, tests) in reasons {
            let others = match tests.len() - 1 {
                0 => String::new(),
                1 => " and 1 other".to_owned(),
                others => format!(" and {others} others"),
            };
            let _ = writeln!(text, "  {} {}{others}: {reason}", unit.name, tests[0]);
        }
    }
    for class in missing {
        let _ = writeln!(
            text,
            "`{class}` is not on the class path, and these tests need it: add its jar with --classpath"
        );
    }
    text
}

/// Which methods threw what; one by one where that was asked for.
fn exceptions(report: &Report) -> String {
    let all = || report.units.iter().flat_map(|unit| &unit.exceptions);
    let seen = all().count();
    if seen == 0 {
        return String::new();
    }
    let plural = if seen == 1 { "" } else { "s" };
    let mut text = format!("{seen} distinct exception{plural}");
    let each = report.settings.has("exception");
    if each {
        let tested = all().filter(|exception| exception.tested).count();
        let have = if tested == 1 { "has" } else { "have" };
        let _ = write!(text, "; {tested} {have} a test");
    }
    text.push('\n');
    for exception in all().filter(|_| each) {
        let without = if exception.tested { "" } else { ", without a test" };
        let _ = writeln!(text, "  {} throws {}{without}", exception.member, exception.thrown);
    }
    text
}

/// What was not the same from another starting state.
fn flaky(report: &Report) -> String {
    let scenarios: u32 = report.units.iter().map(|unit| unit.flaky.scenarios).sum();
    let assertions: u32 = report.units.iter().map(|unit| unit.flaky.assertions).sum();
    if scenarios + assertions == 0 {
        return String::new();
    }
    format!(
        "\ndropped, because they depend on the clock, hash codes, randomness, locale, environment or thread \
         order:\n  {} with another outcome or other coverage, {}\n",
        counted(scenarios as usize, "scenario"),
        counted(assertions as usize, "assertion")
    )
}

/// What sources say of decisions of several conditions.
fn source_decisions(report: &Report) -> String {
    let told: Vec<_> =
        report.units.iter().filter_map(|unit| unit.source_decisions.as_ref()).collect();
    let good: usize = told.iter().map(|told| told.confirmed as usize).sum();
    let others: usize = told.iter().map(|told| told.others.len()).sum();
    if good + others == 0 {
        return String::new();
    }
    let mut text = format!(
        "\ndecisions with several conditions: {good} of {} match the source\n",
        good + others
    );
    for told in told {
        for other in &told.others {
            let instead = match other.written {
                Some(conditions) => format!("{conditions} in the source"),
                None => "none in the source".to_owned(),
            };
            let (file, line, conditions) = (&told.file, other.line, other.compiled);
            let _ =
                writeln!(text, "  {file}:{line}: {conditions} conditions in bytecode, {instead}");
        }
    }
    text
}

/// What became of the tests that were there already.
fn existing_tests(report: &Report) -> String {
    let known: Vec<_> =
        report.units.iter().filter_map(|unit| unit.existing_tests.as_ref()).collect();
    let passed: usize = known.iter().map(|tests| tests.passed.len()).sum();
    let failed: Vec<_> = known.iter().flat_map(|tests| &tests.failed).collect();
    if passed + failed.len() == 0 {
        return String::new();
    }
    let mut text = format!("\nexisting tests: {passed} of {} pass", passed + failed.len());
    if known.iter().any(|tests| tests.count) {
        text += " and count";
    }
    match known.iter().map(|tests| tests.seeds).sum() {
        0u32 => {}
        1 => text += "; the search starts from 1 scenario derived from them",
        count => {
            let _ = write!(text, "; the search starts from {count} scenarios derived from them");
        }
    }
    text.push('\n');
    for failed in failed {
        let _ =
            writeln!(text, "  {} does not pass in the interpreter: {}", failed.test, failed.text);
    }
    text
}
