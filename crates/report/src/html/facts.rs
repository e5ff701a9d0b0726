//! What is known about a unit's lines and branches, put together from all over the report.

use super::Texts;
use super::marks::{Mark, marks};
use super::why::{self, Member};
use crate::locate::source_path;
use crate::{Branch, Finding, Line, LineState, Place, Report, Source, Survivor, Unit, Verdict};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How a line is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// All of it is covered.
    Covered,
    /// What is missing is proven infeasible.
    Infeasible,
    /// Some of it is covered.
    Partly,
    /// Nothing of it is.
    Missed,
}

impl State {
    /// The class of its element.
    pub fn class(self) -> &'static str {
        match self {
            Self::Covered => "c",
            Self::Infeasible => "i",
            Self::Partly => "p",
            Self::Missed => "m",
        }
    }

    /// Its symbol.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Covered => "✓",
            Self::Infeasible => "∅",
            Self::Partly => "◐",
            Self::Missed => "✗",
        }
    }

    /// Its name.
    pub fn words(self) -> &'static str {
        match self {
            Self::Covered => "covered",
            Self::Infeasible => "the rest is infeasible",
            Self::Partly => "partly covered",
            Self::Missed => "not covered",
        }
    }
}

/// What is known about a unit, by line.
pub struct Facts<'u> {
    /// The unit.
    pub unit: &'u Unit,
    /// Its source files.
    pub files: Vec<FileFacts<'u>>,
    /// The tests that cover a goal, for goals that were asked for.
    by_goal: BTreeMap<u32, Vec<u32>>,
    /// The goals that were asked for.
    listed: BTreeSet<u32>,
    members: Vec<Member<'u>>,
    /// Whether conditions are to show that they decide alone.
    pub mcdc: bool,
}

/// What is known about a source file.
pub struct FileFacts<'u> {
    /// Its path, as far as the report knows it.
    pub path: String,
    /// Its text, if it was found.
    pub text: Option<String>,
    /// What the referee counts in it.
    pub source: &'u Source,
    /// Mutants that survive, by line.
    pub survivors: BTreeMap<u32, Vec<&'u Survivor>>,
    /// Findings by line.
    pub findings: BTreeMap<u32, Vec<&'u Finding>>,
}

impl<'u> Facts<'u> {
    /// Puts together what is known about a unit.
    pub fn new(report: &Report, unit: &'u Unit, texts: &dyn Texts) -> Self {
        let words = &report.vocabulary;
        let mut by_goal: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (index, test) in unit.tests.iter().enumerate() {
            for goal in &test.covers {
                by_goal.entry(*goal).or_default().push(index as u32);
            }
        }
        let file = |source: &'u Source| {
            let place = Place { file: source.file.clone(), line: None, column: None };
            let here = |place: &Place| place.file == source.file;
            let mut survivors: BTreeMap<u32, Vec<&Survivor>> = BTreeMap::new();
            for own in unit.mutation.iter().flat_map(|mutation| &mutation.survivors) {
                if let Some(line) = own.place.line.filter(|_| here(&own.place)) {
                    survivors.entry(line).or_default().push(own);
                }
            }
            let mut findings: BTreeMap<u32, Vec<&Finding>> = BTreeMap::new();
            for own in unit.findings.iter().filter(|own| own.kind.is_reportable()) {
                let place = own.place.as_ref().filter(|place| here(place));
                if let Some(line) = place.and_then(|place| place.line) {
                    findings.entry(line).or_default().push(own);
                }
            }
            let path = source_path(words, unit, &place);
            FileFacts { text: texts.source(&path), path, source, survivors, findings }
        };
        let mut files: Vec<FileFacts<'_>> = unit.sources.iter().map(file).collect();
        // Headers come after the file that includes them.
        files.sort_by_key(|file| (file.path != unit.name, Reverse(file.source.lines.len())));
        Self {
            unit,
            files,
            by_goal,
            listed: unit.goals.iter().map(|goal| goal.id).collect(),
            members: why::members(unit),
            mcdc: report.settings.has("mcdc"),
        }
    }

    /// The function or method that a line belongs to.
    pub fn member(&self, file: &str, line: u32) -> Option<&Member<'u>> {
        let own = self.members.iter().filter(|own| own.file == file && own.line <= line);
        own.max_by_key(|own| own.line)
    }

    /// How a line is shown.
    pub fn state(&self, file: &str, line: &Line) -> State {
        let left = |branch: &&Branch| !branch.covered;
        let infeasible = |branch: &Branch| branch.verdict == Verdict::Infeasible;
        match line.state() {
            LineState::Covered => State::Covered,
            LineState::Partly => {
                let mut left = line.branches.iter().filter(left).peekable();
                match left.peek().is_some() && left.all(infeasible) {
                    true => State::Infeasible,
                    false => State::Partly,
                }
            }
            LineState::Missed => match self.member(file, line.number) {
                Some(member) if member.explored => State::Infeasible,
                _ => State::Missed,
            },
        }
    }

    /// The tests that cover a goal; nothing is known of goals that were not asked for.
    pub fn tests_of(&self, goal: u32) -> Option<&[u32]> {
        let tests = self.by_goal.get(&goal).map_or(&[][..], Vec::as_slice);
        self.listed.contains(&goal).then_some(tests)
    }

    /// The marks of a line. Independence is marked only where it was asked for.
    pub fn marks<'l>(&'l self, file: usize, line: &'l Line) -> Vec<Mark<'l>> {
        let decisions = &self.files[file].source.decisions;
        marks(if self.mcdc { decisions } else { &[] }, line)
    }

    /// The position of the file that a place is in.
    pub fn file_of(&self, place: &Place) -> Option<usize> {
        self.files.iter().position(|file| file.source.file == place.file)
    }

    /// Where a link to a place leads on the page; a line that is not shown has none.
    pub fn anchor(&self, place: &Place) -> Option<String> {
        let file = self.file_of(place)?;
        let line = place.line.filter(|line| self.files[file].shows(*line))?;
        Some(anchor(file, line))
    }

    /// The lines of each file that a test reaches.
    pub fn lines_of(&self, test: u32) -> Vec<(usize, Vec<u32>)> {
        let lines = |(index, file): (usize, &FileFacts<'_>)| {
            let reached = file.source.lines.iter().filter(|line| line.tests.contains(&test));
            let numbers: Vec<u32> = reached.map(|line| line.number).collect();
            (!numbers.is_empty()).then_some((index, numbers))
        };
        self.files.iter().enumerate().filter_map(lines).collect()
    }
}

impl FileFacts<'_> {
    /// Its lines, none if its text was not found.
    pub fn lines(&self) -> Vec<&str> {
        self.text.iter().flat_map(|text| text.lines()).collect()
    }

    fn shows(&self, line: u32) -> bool {
        match &self.text {
            Some(text) => (1..=text.lines().count()).contains(&(line as usize)),
            None => self.source.lines.iter().any(|own| own.number == line),
        }
    }
}

/// The id of a line's element.
pub fn anchor(file: usize, line: u32) -> String {
    match file {
        0 => format!("L{line}"),
        _ => format!("f{file}L{line}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tests::NoTexts;
    use crate::sample;

    #[test]
    fn a_line_whose_missing_branch_is_infeasible_is_shown_so() {
        let report = sample::program();
        let facts = Facts::new(&report, &report.units[0], &NoTexts);
        let states: Vec<(u32, State)> = facts.files[0]
            .source
            .lines
            .iter()
            .map(|line| (line.number, facts.state("a.c", line)))
            .collect();
        assert_eq!(states[1], (2, State::Infeasible));
        assert_eq!(states[0], (1, State::Covered));
        assert_eq!(states[5], (9, State::Missed));
    }

    #[test]
    fn a_goal_that_was_not_asked_for_has_no_known_tests() {
        let report = sample::program();
        let facts = Facts::new(&report, &report.units[0], &NoTexts);
        assert_eq!(facts.tests_of(0), Some(&[0, 1][..]));
        assert_eq!(facts.tests_of(6), None);
        assert_eq!(facts.lines_of(1), [(0, vec![1, 2, 3, 5])]);
    }
}
