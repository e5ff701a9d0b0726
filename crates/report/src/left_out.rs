//! What is not there, and why: every reason has a kind for programs and a text for people.

use serde::{Deserialize, Serialize};

/// A test that is not in the files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Its name.
    pub test: String,
    /// The function or method it was about, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// Why.
    pub kind: LeftOutKind,
    /// Why, in words.
    pub text: String,
    /// The class that the real run did not find, if that is the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing_class: Option<String>,
}

impl LeftOut {
    /// Why, without what stands behind a colon, which is about this test alone: a line, a name.
    pub fn reason(&self) -> &str {
        self.text.split(": ").next().unwrap_or_default()
    }
}

/// Why a test is not in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LeftOutKind {
    /// The source language cannot express it.
    NotExpressible,
    /// It does not compile, which is a defect of Ferret's.
    NotCompiled,
    /// It does not pass when it is run for real.
    NotPassed,
}

/// What depended on something that no test may rely on: the clock, hash codes, randomness, the order of threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Flaky {
    /// Scenarios that ended differently or covered something else in a second run.
    pub scenarios: u32,
    /// Assertions that did not hold in a second run.
    pub assertions: u32,
}

/// A unit without tests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Skipped {
    /// The unit.
    pub unit: String,
    /// Why.
    pub kind: SkippedKind,
    /// Why, in words.
    pub text: String,
}

/// Why a unit was not tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SkippedKind {
    /// It could not be read, linked or made ready.
    NotPrepared,
    /// A test can call nothing of it.
    NothingToCall,
    /// There is no coverage goal in it.
    NothingToCover,
    /// The work was stopped before its turn.
    Stopped,
    /// Making its tests failed.
    Failed,
}

/// Why a function that was to be tested has no test of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Untested {
    /// Why.
    pub kind: UntestedKind,
    /// Why, in words.
    pub text: String,
}

/// Why a function has no test of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum UntestedKind {
    /// No input can be made for it.
    NoInput,
    /// Tests of other functions cover it.
    CoveredByOthers,
    /// The source language cannot express its tests.
    NotExpressible,
    /// Its tests do not pass when they are run for real.
    NotPassed,
    /// Only tests that were left out, or that died natively, reach it.
    OnlyLeftOut,
    /// Two runs of its test did not agree.
    Flaky,
    /// It needs an object that nothing in the program makes.
    NeedsObject,
    /// The budget was spent on others.
    NoExecutions,
    /// Its runs ended well, but none reached a goal that was new.
    NothingNew,
    /// Every run crashed, or reached a limit.
    Crashes,
    /// Every run reached a limit of steps, memory or depth.
    Limits,
}

/// Something else that a reader should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Note {
    /// What it is about.
    pub kind: NoteKind,
    /// What there is to say.
    pub text: String,
}

impl Note {
    /// A note of some kind.
    pub fn new(kind: NoteKind, text: impl Into<String>) -> Self {
        Self { kind, text: text.into() }
    }
}

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NoteKind {
    /// The work was stopped before its time.
    Stopped,
    /// The tests were not run for real, or could not be.
    NotRun,
    /// Tests were left out because they reach outside of their process.
    ReachesOutside,
    /// A whole file of tests does not compile.
    NotCompiled,
    /// No tests were left that pass each time.
    NotSettled,
    /// No run ended in a way that a test can show.
    NoCleanRun,
    /// Some findings did not show in a run for real.
    NotConfirmed,
    /// Code of other files could not be linked, and stubs stand in for it.
    NotLinked,
    /// Whether a line that was asked for is reached.
    Target,
}
