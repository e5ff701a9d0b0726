//! Reports, their units, and what was done for each.

use crate::{
    Coverage, Exception, ExistingTests, Exits, Finding, Flaky, Goal, LeftOut, Mutation, NonNull,
    Note, Place, Settings, Share, Skipped, Source, SourceDecisions, Step, Test, TestFile, Untested,
    VERSION, Vocabulary,
};
use serde::{Deserialize, Serialize};

/// What came of making tests for some units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Report {
    /// The version of the model.
    pub version: u32,
    /// The words of the language.
    pub vocabulary: Vocabulary,
    /// How tests were made.
    pub settings: Settings,
    /// The units.
    pub units: Vec<Unit>,
    /// Units without a result.
    pub skipped: Vec<Skipped>,
}

impl Report {
    /// A report without units.
    pub fn new(vocabulary: Vocabulary, settings: Settings) -> Self {
        Self { version: VERSION, vocabulary, settings, units: Vec::new(), skipped: Vec::new() }
    }
}

/// What came of one unit: a program of C functions, or a class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// The words of its language; a ledger has units without a report around them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vocabulary: Option<Vocabulary>,
    /// How its tests were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settings: Option<Settings>,
    /// What the tests cover.
    pub coverage: Coverage,
    /// Its functions or methods.
    pub members: Vec<Member>,
    /// What the referee counts, by source file and line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// The goals that the criteria ask for.
    pub goals: Vec<Goal>,
    /// The tests.
    pub tests: Vec<Test>,
    /// The files of the output folder.
    pub files: Vec<TestFile>,
    /// What looks like a defect.
    pub findings: Vec<Finding>,
    /// Parameters that must not be null.
    pub non_null: Vec<NonNull>,
    /// Tests that are not in the files.
    pub left_out: Vec<LeftOut>,
    /// What did not repeat.
    pub flaky: Flaky,
    /// Exceptions that were seen.
    pub exceptions: Vec<Exception>,
    /// Runs that ended the process.
    pub exits: Vec<Exits>,
    /// Tests that were there already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub existing_tests: Option<ExistingTests>,
    /// What the source says of decisions, where it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_decisions: Option<SourceDecisions>,
    /// What the tests notice of mistakes, where mutants were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutation: Option<Mutation>,
    /// What was done.
    pub effort: Effort,
    /// What else there is to say.
    pub notes: Vec<Note>,
}

impl Unit {
    /// How many lines of its source files the tests reach, as the referee counts lines.
    pub fn lines(&self) -> Share {
        let mut lines = Share::default();
        self.sources.iter().for_each(|source| lines += source.line_share());
        lines
    }
}

/// A function or a method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Where it begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What the tests cover of it.
    pub coverage: Coverage,
    /// Conditions that are constant: no goals, though the referee may list them.
    pub constant_conditions: u32,
    /// Its mutants that are killed, of those that were tried, where some were made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mutants: Option<Share>,
    /// How many tests are about it.
    pub tests: u32,
    /// Why there is none, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub untested: Option<Untested>,
    /// Time that was spent on it.
    pub seconds: f64,
}

/// What was done for a unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Effort {
    /// Executions of scenarios.
    pub executions: u64,
    /// Seconds of the search.
    pub search_seconds: f64,
    /// Seconds in all: to prepare, search, write, run for real and measure.
    pub seconds: f64,
    /// What each way to work did, where the technique has several.
    pub arms: Vec<Arm>,
    /// How goals were covered while the search went on; of many steps, some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<Step>,
    /// What the solver was asked.
    pub solver: Solver,
    /// Members with too many paths to a target to follow all, so that their fitness is less exact.
    pub bounded_paths: Vec<String>,
}

/// What one of several ways to work did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Arm {
    /// Its name.
    pub name: String,
    /// Executions.
    pub executions: u64,
    /// Goals that were covered while it worked.
    pub goals: u64,
    /// Seconds.
    pub seconds: f64,
}

/// What became of queries to the solver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Solver {
    /// Different paths that were run.
    pub paths: u64,
    /// Queries with a solution.
    pub solved: u64,
    /// Queries without one.
    pub unsatisfiable: u64,
    /// Queries that were given up.
    pub unknown: u64,
    /// Solutions whose run went another way.
    pub diverged: u64,
    /// Queries that nothing uncovered lies behind, so that they were not asked.
    pub irrelevant: u64,
    /// Queries that each layer answered, in their order.
    pub layers: Vec<Layer>,
}

/// What a layer of the solver did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Queries it answered.
    pub answered: u64,
}
