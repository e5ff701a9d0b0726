//! Tests, and the files they are in.

use serde::{Deserialize, Serialize};

/// A test that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Test {
    /// Its name in the file.
    pub name: String,
    /// The function or method it is about.
    pub member: String,
    /// The goals it covers, by their numbers; a pair that shows independence counts for the test that completes it.
    pub covers: Vec<u32>,
    /// Whether it sets the inside of objects that only the code under test creates.
    pub fabricated: bool,
}

/// A file of the output folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestFile {
    /// Its path below the output folder.
    pub path: String,
    /// What is in it.
    pub kind: TestFileKind,
    /// Whether it was written. One that somebody else wrote or edited is left as it is.
    pub written: bool,
}

/// What is in a file of the output folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestFileKind {
    /// Tests.
    Tests,
    /// Inputs that show findings.
    Findings,
    /// What builds the tests.
    Build,
}
