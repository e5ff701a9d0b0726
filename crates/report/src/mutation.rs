//! What the tests notice of small mistakes in the code.

use crate::{Place, Share};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many mutants the tests kill, and which they do not.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Mutation {
    /// Mutants that are killed, of all.
    pub killed: Share,
    /// Mutants in code that tests run.
    pub reached: u32,
    /// Those among the survivors that no test can notice: proven.
    #[serde(default)]
    pub equivalent: u32,
    /// Mutants in code that tests run which were not tried on all of these tests, since that would have taken too long:
    /// neither killed nor survivors.
    #[serde(default)]
    pub not_tried: u32,
    /// Mutants that are killed, of those that were tried, by the name of the operator.
    #[serde(default)]
    pub operators: BTreeMap<String, Share>,
    /// Those that tests run without noticing them.
    pub survivors: Vec<Survivor>,
}

impl Mutation {
    /// Mutants that are killed, of those that were tried. One that no test runs needs no trial: nothing kills it.
    pub fn tried(&self) -> Share {
        let total = self.killed.total.saturating_sub(self.not_tried);
        Share { covered: self.killed.covered, total }
    }

    /// Mutants in code that no test runs.
    pub fn unreached(&self) -> u32 {
        self.killed.total.saturating_sub(self.reached)
    }
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
    /// How far the mistake got without being noticed.
    #[serde(default)]
    pub survival: Survival,
}

/// How far a mistake got without being noticed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Survival {
    /// Runs came by, and the state was never seen to differ right behind the mistake.
    #[default]
    Reached,
    /// The state differed right behind the mistake, and the run went on as without it.
    Infected,
    /// The run went another way, and ended as without the mistake.
    Propagated,
    /// A run notices it that no test was made of.
    Untested,
    /// No inputs make a difference: proven.
    Equivalent,
    /// On no path within these bounds do inputs make a difference.
    Bounded(String),
}

impl Survival {
    /// A sentence's end for people.
    pub fn text(&self) -> String {
        match self {
            Self::Reached => "reached, not seen to infect".to_owned(),
            Self::Infected => "infected, not seen to propagate".to_owned(),
            Self::Propagated => "propagated, not observed".to_owned(),
            Self::Untested => "killed only by a run that is not among the tests".to_owned(),
            Self::Equivalent => "equivalent".to_owned(),
            Self::Bounded(bounds) => format!("equivalent within bounds: {bounds}"),
        }
    }
}
