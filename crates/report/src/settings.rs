//! What a result depends on, and the words of its language.

use serde::{Deserialize, Serialize};

/// How tests were made: with the same settings, the same code and a budget in executions, the result is the same.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Settings {
    /// What all random choices came from.
    pub seed: u64,
    /// The technique.
    pub technique: String,
    /// The criteria, by name.
    pub criteria: Vec<String>,
    /// When two evaluations show the independence of a condition.
    pub mcdc: String,
    /// The limit of executions for a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub executions: Option<u64>,
    /// The limit of seconds for a unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The share of the goals that was enough.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// The limit of instructions for a run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_steps: Option<u64>,
    /// The share of the budget that was kept for mutants, from 0 to 1; none are made without.
    #[serde(default)]
    pub mutation: f64,
}

impl Settings {
    /// Whether a criterion was asked for.
    pub fn has(&self, criterion: &str) -> bool {
        self.criteria.iter().any(|own| own == criterion)
    }
}

/// The words of a language for what every language has; renderers use them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Vocabulary {
    /// The language.
    pub language: String,
    /// What a unit is, as a column is headed: `class`.
    pub unit: String,
    /// What a member of a unit is: `function`, `method`.
    pub member: String,
    /// What the referee counts as statements: `regions`, `lines`.
    pub statements: String,
    /// Whether members are what a reader thinks of, each with tests of its own, and the unit only holds them.
    pub by_member: bool,
}
