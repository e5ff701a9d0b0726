//! What runs showed beside coverage: exceptions, exits, existing tests, and decisions as the source has them.

use serde::{Deserialize, Serialize};

/// An exception that a method was seen to throw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Exception {
    /// The method.
    pub member: String,
    /// The class of the exception.
    pub thrown: String,
    /// Whether a test shows it.
    pub tested: bool,
}

/// Runs that ended the whole process, which no test survives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Exits {
    /// The method that was called.
    pub member: String,
    /// How many runs ended so.
    pub runs: u64,
}

/// What became of tests that were there already.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExistingTests {
    /// Whether what they cover counts.
    pub count: bool,
    /// How many scenarios the search started from.
    pub seeds: u32,
    /// Those that passed.
    pub passed: Vec<String>,
    /// Those that did not.
    pub failed: Vec<FailedTest>,
}

/// An existing test that did not pass in the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FailedTest {
    /// Its name.
    pub test: String,
    /// Why.
    pub text: String,
}

/// Decisions of several conditions, rebuilt from compiled code and compared with the source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SourceDecisions {
    /// The source file.
    pub file: String,
    /// How many are written in the source as they were rebuilt.
    pub confirmed: u32,
    /// Those that are not.
    pub others: Vec<OtherDecision>,
}

/// A decision that the source does not have as it was rebuilt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct OtherDecision {
    /// Its first line.
    pub line: u32,
    /// Its conditions in compiled code.
    pub compiled: u32,
    /// The conditions of what is written there, if there is such an expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written: Option<u32>,
}
