//! What the referee counts in a source file, line by line.

use crate::{Decision, Share, Verdict};
use serde::{Deserialize, Serialize};

/// A source file of a unit, with the lines and functions that the referee counts in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Source {
    /// The file, as places name it.
    pub file: String,
    /// Its lines that hold code, ascending.
    pub lines: Vec<Line>,
    /// Its functions or methods, in the order of the compiler.
    pub functions: Vec<Function>,
    /// Its classes, in languages that have some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<Class>,
    /// Its decisions of several conditions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<Decision>,
}

/// A line that holds code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Line {
    /// Its number, the first being 1.
    pub number: u32,
    /// How often all tests together execute it, where the referee counts executions (C).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// How many of its instructions the tests execute, where the referee counts instructions (Java).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Share>,
    /// Its branches: one entry for each outcome.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// The tests that reach it, by their places in the unit's list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<u32>,
}

/// One outcome of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Branch {
    /// The number of its goal in the unit: goals and tests name it so, if the criteria ask for branches. None if nothing
    /// can aim at it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u32>,
    /// Which outcome: `true`, `false`, or `taken` for one way of several.
    pub outcome: String,
    /// Which branch of its function it belongs to: the outcomes of one condition have the same number.
    pub branch: u32,
    /// The column where it begins, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Where it ends, where that is known: the line, and the column after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<(u32, u32)>,
    /// How often the tests take it, where the referee counts executions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Whether the tests take it.
    pub covered: bool,
    /// What is known about it.
    pub verdict: Verdict,
    /// How near runs came, where no test takes it and some run evaluates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// What the solver was asked for inputs that take it, where no test does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Asked>,
}

/// What became of the queries for inputs that take one branch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Asked {
    /// Those with a solution.
    pub solved: u64,
    /// Those that have none.
    pub unsatisfiable: u64,
    /// Those that were given up.
    pub unknown: u64,
    /// Solutions whose run went another way.
    pub diverged: u64,
}

impl Asked {
    /// How often symbolic execution tried, and what the solver said.
    pub fn text(&self) -> String {
        let Self { solved, unsatisfiable, unknown, diverged } = self;
        let all = solved + unsatisfiable + unknown;
        let times = if all == 1 { "once".to_owned() } else { format!("{all} times") };
        let mut text = format!(
            "tried {times}: {solved} solved, {unsatisfiable} without a solution, {unknown} given up"
        );
        if *diverged > 0 {
            text += &format!("; {diverged} of the solutions took another path when run");
        }
        text
    }
}

/// How near runs came to a branch that no test takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Nearest {
    /// The least branch distance: how far what was compared is from coming out the other way.
    pub distance: String,
    /// What was compared then, where they are numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compared: Option<(String, String)>,
    /// The test, by its place in the unit's list; none if a run came as near that was not kept as a test.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<u32>,
}

/// How much of a line the tests execute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    /// All of its instructions and branches.
    Covered,
    /// Some of them.
    Partly,
    /// Nothing.
    Missed,
}

impl Line {
    /// Whether the tests reach it, as the referee counts lines.
    pub fn is_reached(&self) -> bool {
        self.count.is_some_and(|count| count > 0)
            || self.instructions.is_some_and(|share| share.covered > 0)
    }

    /// How many of its branches are covered.
    pub fn branch_share(&self) -> Share {
        let mut share = Share::default();
        self.branches.iter().for_each(|branch| share.add(branch.covered));
        share
    }

    /// Which condition of the line an outcome belongs to, the first being 1, where the line has several and no column tells
    /// them apart.
    pub fn condition_of(&self, branch: &Branch) -> Option<usize> {
        let mut all: Vec<u32> = self.branches.iter().map(|own| own.branch).collect();
        all.dedup();
        let place = all.iter().position(|own| *own == branch.branch)?;
        (branch.column.is_none() && all.len() > 1).then_some(place + 1)
    }

    /// How much of it the tests execute.
    pub fn state(&self) -> LineState {
        let branches = self.branch_share();
        let whole = self.instructions.is_none_or(Share::is_whole) && branches.is_whole();
        match (self.is_reached(), whole) {
            (true, true) => LineState::Covered,
            (true, false) => LineState::Partly,
            (false, _) if branches.covered > 0 => LineState::Partly,
            (false, _) => LineState::Missed,
        }
    }
}

impl Source {
    /// How many of its lines the tests reach.
    pub fn line_share(&self) -> Share {
        let mut share = Share::default();
        self.lines.iter().for_each(|line| share.add(line.is_reached()));
        share
    }

    /// How many of its branches are covered.
    pub fn branch_share(&self) -> Share {
        let mut share = Share::default();
        self.lines.iter().for_each(|line| share += line.branch_share());
        share
    }

    /// How many of its functions the tests enter.
    pub fn function_share(&self) -> Share {
        let mut share = Share::default();
        self.functions.iter().for_each(|function| share.add(function.is_entered()));
        share
    }
}

/// A function or method, as the referee counts it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Function {
    /// Its name: that of the source in C, that of the class file in Java.
    pub name: String,
    /// Its class, as the class file names it: `acme/Iban$Part`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// Its descriptor in the class file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub descriptor: Option<String>,
    /// The line where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// How often it is entered, where the referee counts executions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Its lines that tests reach.
    pub lines: Share,
    /// Its branches that tests take.
    pub branches: Share,
    /// Its regions of code that tests execute, where the referee counts regions (C).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Share>,
    /// Its instructions that tests execute, where the referee counts instructions (Java).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<Share>,
    /// Its cyclomatic complexity as JaCoCo shares it out: paths that tests take, of all that a basis has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub complexity: Option<Share>,
}

impl Function {
    /// Whether tests enter it, as the referee counts functions.
    pub fn is_entered(&self) -> bool {
        self.count.is_some_and(|count| count > 0)
            || self.instructions.is_some_and(|share| share.covered > 0)
    }
}

/// A class, as the referee counts it; its other counters are the sums over its methods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Class {
    /// Its name in the class file.
    pub name: String,
    /// Its lines that tests reach; one that several methods share counts once.
    pub lines: Share,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(covered: bool) -> Branch {
        let verdict = if covered { Verdict::Covered } else { Verdict::Open };
        let outcome = "true".to_owned();
        Branch {
            goal: None,
            outcome,
            branch: 0,
            column: None,
            end: None,
            count: None,
            covered,
            verdict,
            nearest: None,
            asked: None,
        }
    }

    #[test]
    fn a_line_is_partly_covered_when_an_instruction_or_a_branch_is_missing() {
        let line = |count, branches: &[bool]| Line {
            count: Some(count),
            branches: branches.iter().map(|covered| branch(*covered)).collect(),
            ..Line::default()
        };
        assert_eq!(line(0, &[false]).state(), LineState::Missed);
        assert_eq!(line(2, &[]).state(), LineState::Covered);
        assert_eq!(line(2, &[true, true]).state(), LineState::Covered);
        assert_eq!(line(2, &[true, false]).state(), LineState::Partly);
        let of = |covered, total| Line {
            instructions: Some(Share { covered, total }),
            ..Line::default()
        };
        assert_eq!(of(0, 3).state(), LineState::Missed);
        assert_eq!(of(2, 3).state(), LineState::Partly);
        assert_eq!(of(3, 3).state(), LineState::Covered);
    }
}
