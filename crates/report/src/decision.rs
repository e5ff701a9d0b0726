//! Decisions of several conditions, and how tests evaluated them.

use crate::Verdict;
use serde::{Deserialize, Serialize};

/// A decision of several conditions: its truth table as far as tests showed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Decision {
    /// The function or method it belongs to.
    pub member: String,
    /// The line where it begins.
    pub line: u32,
    /// The column where it begins, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Where it ends, where that is known: the line, and the column after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<(u32, u32)>,
    /// Its conditions.
    pub conditions: Vec<Condition>,
    /// The different evaluations that tests showed.
    pub evaluations: Vec<Evaluation>,
}

/// A condition of a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Condition {
    /// The line where it begins, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The column where it begins, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// Where it ends, where that is known: the line, and the column after the last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<(u32, u32)>,
    /// The number of its goal of independence; none if it is a constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<u32>,
    /// What is known about its independence; none if it is a constant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Two evaluations that show its independence, by their places in the decision's list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<(u32, u32)>,
}

/// An evaluation of a decision that a test showed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// The value of each condition; none for one that was not evaluated.
    pub values: Vec<Option<bool>>,
    /// How the decision came out.
    pub outcome: bool,
    /// The first test that showed it, by its place in the unit's list; none if an existing test did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<u32>,
}
