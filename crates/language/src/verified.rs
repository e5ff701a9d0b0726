//! What came of running tests that were written before.

use serde::{Deserialize, Serialize};

/// What came of running the tests of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// How many tests there are.
    pub tests: usize,
    /// Those that do not pass.
    pub broken: Vec<Broken>,
    /// Why they were only compiled, if they were not run.
    pub not_run: Option<String>,
}

/// A test that does not pass any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Broken {
    /// Its name; empty if the mistake lies outside of all tests.
    pub test: String,
    /// The file, below the folder of tests.
    pub file: String,
    /// The line that failed, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What is wrong with it.
    pub kind: BrokenKind,
    /// What was expected and what came, or what the compiler said.
    pub text: String,
}

/// What is wrong with a test that does not pass any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BrokenKind {
    /// The code does something else than it did.
    Changed,
    /// It does not compile: what it uses is gone or has another type.
    NotCompiled,
}
