//! Tests, the files they are in, and what looks like a defect.

use crate::Place;
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

/// Something that looks like a defect of the code under test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// The function or method that was called.
    pub member: String,
    /// What happens.
    pub what: String,
    /// Where, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The name of the test that shows it, where one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
    /// The statements that show it, where they are short enough to be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reproduction: Option<String>,
}

/// Parameters that a function or method dereferences without a null check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NonNull {
    /// The function or method.
    pub member: String,
    /// Its parameters.
    pub parameters: Vec<String>,
}
