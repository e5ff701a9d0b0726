//! What the tests notice of small mistakes in the code.

use crate::{Place, Share};
use serde::{Deserialize, Serialize};

/// How many mutants the tests kill, and which they do not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Mutation {
    /// Mutants that are killed, of all.
    pub killed: Share,
    /// Mutants in code that tests run.
    pub reached: u32,
    /// Those that tests run without noticing them.
    pub survivors: Vec<Survivor>,
}

/// A mutant that tests run without noticing it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Survivor {
    /// The function or method.
    pub member: String,
    /// Where the mistake is.
    pub place: Place,
    /// The mutation operator.
    pub operator: String,
    /// The mistake in words.
    pub text: String,
}
