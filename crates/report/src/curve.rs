//! Coverage while the search went on.

use serde::{Deserialize, Serialize};

/// How many goals were covered after so many executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Step {
    /// Executions so far.
    pub executions: u64,
    /// Goals that were covered by then.
    pub goals: u64,
}
