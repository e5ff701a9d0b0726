//! What can go wrong between a target and its tests.

use report::SkippedKind;
use std::fmt;

/// Why a target has no result: a sentence, and what may help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// What is wrong.
    pub message: String,
    /// What the user can do, if we know.
    pub help: Option<String>,
}

impl Error {
    /// An error told in one sentence.
    pub fn new(message: impl fmt::Display) -> Self {
        Self { message: message.to_string(), help: None }
    }

    /// The same error with advice.
    #[must_use]
    pub fn help(self, help: impl fmt::Display) -> Self {
        Self { help: Some(help.to_string()), ..self }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

/// Why a unit cannot be tested; other units can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unready {
    /// Why.
    pub kind: SkippedKind,
    /// Why, in words.
    pub text: String,
}

impl Unready {
    /// A reason of some kind.
    pub fn new(kind: SkippedKind, text: impl fmt::Display) -> Self {
        Self { kind, text: text.to_string() }
    }
}
