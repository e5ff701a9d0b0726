//! Coverage goals and what is known about each.

use crate::{Place, Survival};
use serde::{Deserialize, Serialize};

/// A coverage goal that the chosen criteria ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Goal {
    /// Its number in the unit; tests name the goals they cover by it.
    pub id: u32,
    /// The function or method it belongs to.
    pub member: String,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// What has to happen there: `true`, `false`, `executed`, `independence`, ….
    pub goal: String,
    /// What is known about it.
    pub verdict: Verdict,
}

/// What is known about a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A test covers it.
    Covered,
    /// No input covers it: proven.
    Infeasible,
    /// Exploration ended within these bounds without reaching it.
    Bounded(String),
    /// Reached, but every such run crashes there or later.
    Dies,
    /// Reached by a test that was taken out.
    TakenOut,
    /// A mutant that tests run without noticing it.
    Survives(Survival),
    /// A mutant that was not tried on all tests that run it, since that would have taken too long.
    NotTried,
    /// Not reached so far.
    Open,
}

impl Verdict {
    /// A sentence's end for people.
    pub fn text(&self) -> String {
        match self {
            Self::Covered => "covered".to_owned(),
            Self::Infeasible => "infeasible".to_owned(),
            Self::Bounded(bounds) => format!("not reached within bounds: {bounds}"),
            Self::Dies => "reached, but every such run crashes".to_owned(),
            Self::TakenOut => "reached, but its test was dropped".to_owned(),
            Self::Survives(survival) => survival.text(),
            Self::NotTried => "not tried".to_owned(),
            Self::Open => "open".to_owned(),
        }
    }
}
