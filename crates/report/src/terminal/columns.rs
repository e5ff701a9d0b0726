//! The table of the short reports: lines, branches, what else was asked for, tests, findings and time, within a width.

use crate::{Coverage, Mutation, Report, Share, Unit};
use std::fmt::Write as _;

/// What a name may take at most, and what it keeps in a narrow window.
const NAME: (usize, usize) = (48, 12);

/// What the table looks like.
pub struct Columns {
    /// What the rows are: classes, programs, modules.
    first: String,
    width: usize,
    units: bool,
    /// Whether some rows lack the results of units, so that they say of how many.
    lacking: bool,
    mcdc: bool,
    checks: bool,
    mutants: bool,
    /// Whether shares are percentages alone.
    narrow: bool,
    findings: bool,
    time: bool,
}

/// A column behind the names.
#[derive(Clone, Copy)]
enum Column {
    Units,
    Lines,
    Branches,
    Mcdc,
    Checks,
    Mutants,
    Tests,
    Findings,
    Time,
}

/// A line of the table.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// How many units it is about.
    pub units: usize,
    /// Units that there is no result of.
    pub lacking: usize,
    /// Lines, as the referee counts them.
    pub lines: Share,
    /// Branches and more.
    pub coverage: Coverage,
    /// Mutants.
    pub killed: Share,
    /// Tests.
    pub tests: usize,
    /// Findings that are worth reporting.
    pub findings: usize,
    /// Time.
    pub seconds: f64,
}

impl Columns {
    /// The columns for rows with these names. In a narrow window names are cut, then numbers left out.
    pub fn new<'n>(
        report: &Report,
        first: &str,
        names: impl Iterator<Item = &'n str>,
        window: Option<usize>,
    ) -> Self {
        let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
        let mut columns = Self {
            first: first.to_owned(),
            width: longest.clamp(first.chars().count().max(8), NAME.0),
            units: first == "module",
            lacking: false,
            mcdc: report.settings.has("mcdc"),
            checks: report.settings.has("check"),
            mutants: report.units.iter().any(|unit| unit.mutation.is_some()),
            narrow: false,
            findings: true,
            time: true,
        };
        columns.fit(window.unwrap_or(usize::MAX));
        columns
    }

    /// The same columns where rows lack the results of units.
    pub fn lacking(mut self, window: Option<usize>) -> Self {
        self.lacking = true;
        self.fit(window.unwrap_or(usize::MAX));
        self
    }

    fn fit(&mut self, window: usize) {
        let narrower: [fn(&mut Self); 7] = [
            |_| {},
            |own| own.narrow = true,
            |own| own.time = false,
            |own| own.units = false,
            |own| own.findings = false,
            |own| (own.checks, own.mutants) = (false, false),
            |own| own.mcdc = false,
        ];
        for step in narrower {
            step(self);
            let others = self.header().trim_end().chars().count() - self.width;
            let room = window.saturating_sub(others);
            if room >= self.width.min(NAME.1) {
                self.width = self.width.min(room);
                return;
            }
        }
    }

    /// The columns behind the names, with what stands above them and their widths.
    fn shown(&self) -> impl Iterator<Item = (Column, &'static str, usize)> {
        let (wide, plain) = if self.narrow { (5, 5) } else { (11, 9) };
        let all = [
            (self.units, Column::Units, "units", if self.lacking { 8 } else { 5 }),
            (true, Column::Lines, "lines", wide),
            (true, Column::Branches, "branches", wide),
            (self.mcdc, Column::Mcdc, "MC/DC", plain),
            (self.checks, Column::Checks, "checks", plain),
            (self.mutants, Column::Mutants, "mutants", plain),
            (true, Column::Tests, "tests", 5),
            (self.findings, Column::Findings, "findings", 8),
            (self.time, Column::Time, "time", 7),
        ];
        let shown = all.into_iter().filter(|(shown, ..)| *shown);
        shown.map(|(_, column, name, width)| (column, name, width.max(name.len())))
    }

    fn share(&self, share: Share, with_percent: bool) -> String {
        match (self.narrow, with_percent) {
            (true, _) => percent(share),
            (_, true) => both(share),
            _ => share.to_string(),
        }
    }

    /// The line above the rows.
    pub fn header(&self) -> String {
        let mut text = format!("{:width$}", self.first, width = self.width);
        for (_, name, width) in self.shown() {
            let _ = write!(text, "  {name:>width$}");
        }
        text + "\n"
    }

    /// A row; members of a unit that have no tests of their own end before the tests.
    pub fn line(&self, name: &str, row: &Row, whole: bool) -> String {
        let mut text = format!("{:width$}", tail(name, self.width), width = self.width);
        for (column, _, width) in self.shown() {
            let value = match column {
                Column::Units if row.lacking > 0 => {
                    format!("{} of {}", row.units, row.units + row.lacking)
                }
                Column::Units => row.units.to_string(),
                Column::Lines => self.share(row.lines, true),
                Column::Branches => self.share(row.coverage.branch, true),
                Column::Mcdc => self.share(row.coverage.mcdc, false),
                Column::Checks => self.share(row.coverage.check.unwrap_or_default(), false),
                Column::Mutants => self.share(row.killed, false),
                _ if !whole => break,
                Column::Tests => row.tests.to_string(),
                Column::Findings => row.findings.to_string(),
                Column::Time => format!("{:.1}s", row.seconds),
            };
            let _ = write!(text, "  {value:>width$}");
        }
        text + "\n"
    }
}

impl Row {
    /// What came of a unit.
    pub fn of(unit: &Unit) -> Self {
        let found = unit.findings.iter().filter(|finding| finding.kind.is_reportable());
        Self {
            units: 1,
            lacking: 0,
            lines: unit.lines(),
            coverage: unit.coverage,
            killed: unit.mutation.as_ref().map(Mutation::tried).unwrap_or_default(),
            tests: unit.tests.len(),
            findings: found.count(),
            seconds: unit.effort.seconds,
        }
    }

    /// Adds another row.
    pub fn add(&mut self, other: &Self) {
        self.units += other.units;
        self.lacking += other.lacking;
        self.lines += other.lines;
        self.coverage += other.coverage;
        self.killed += other.killed;
        self.tests += other.tests;
        self.findings += other.findings;
        self.seconds += other.seconds;
    }
}

/// The end of a name that is too long: the beginning is what names have in common.
fn tail(name: &str, width: usize) -> String {
    let count = name.chars().count();
    match count > width {
        true => format!("…{}", name.chars().skip(count - width + 1).collect::<String>()),
        false => name.to_owned(),
    }
}

fn percent(share: Share) -> String {
    match share.total {
        0 => "-".to_owned(),
        total => format!("{} %", u64::from(share.covered) * 100 / u64::from(total)),
    }
}

fn both(share: Share) -> String {
    match share.total {
        0 => "-".to_owned(),
        _ => format!("{share} {:>5}", percent(share)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    fn table(window: usize) -> String {
        let report = sample::classes();
        let name = "org.apache.commons.lang3.builder.ReflectionToStringBuilder";
        let columns = Columns::new(&report, "class", [name].into_iter(), Some(window));
        columns.header() + &columns.line(name, &Row::of(&report.units[0]), true)
    }

    #[test]
    fn a_table_fits_its_window() {
        for window in 36..200 {
            for line in table(window).lines() {
                assert!(line.chars().count() <= window, "{window}: {line}");
            }
        }
        expect![[r#"
            class             lines  branches  tests
            …ToStringBuilder   66 %      75 %      1
        "#]]
        .assert_eq(&table(40));
        expect![[r#"
            class                               lines     branches  tests  findings     time
            …r.ReflectionToStringBuilder    2/3  66 %    3/4  75 %      1         1     1.5s
        "#]]
        .assert_eq(&table(80));
        expect![[r#"
            class                                                   lines     branches  tests  findings     time
            …commons.lang3.builder.ReflectionToStringBuilder    2/3  66 %    3/4  75 %      1         1     1.5s
        "#]]
        .assert_eq(&table(200));
    }
}
