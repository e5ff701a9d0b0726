//! What one run of a variant on a subject gave.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A run of a variant on a subject and what it gave.
pub type Record = campaign::Record<Measurement>;

/// The runs that there are.
pub type Ledger = campaign::Ledger<Measurement>;

/// A goal, and when it was covered first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(u64, f64, u32)", into = "(u64, f64, u32)")]
pub struct Reached {
    /// The execution that covered it, the first being 1.
    pub execution: u64,
    /// The time since the start when it was known to be covered.
    pub seconds: f64,
    /// Its number among the subject's goals.
    pub goal: u32,
}

impl Reached {
    /// Where on the axis it was covered.
    pub fn along(&self, axis: Axis) -> f64 {
        match axis {
            Axis::Executions => self.execution as f64,
            Axis::Seconds => self.seconds,
        }
    }
}

impl From<(u64, f64, u32)> for Reached {
    fn from((execution, seconds, goal): (u64, f64, u32)) -> Self {
        Self { execution, seconds, goal }
    }
}

impl From<Reached> for (u64, f64, u32) {
    fn from(reached: Reached) -> Self {
        (reached.execution, reached.seconds, reached.goal)
    }
}

/// What was measured in a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// How many goals there are.
    pub goals: u32,
    /// Executions.
    pub executions: u64,
    /// Questions that the solver answered by a solution.
    pub solved: u64,
    /// Questions that have no solution.
    pub unsatisfiable: u64,
    /// Questions that stayed open.
    pub unknown: u64,
    /// Executions for candidates that a strategy of exploration chose.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub chosen: u64,
    /// Time in all.
    pub seconds: f64,
    /// The goals covered, in the order in which they were.
    pub reached: Vec<Reached>,
    /// What came of the search for each goal, where each had one of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<Searched>,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// What came of the search for a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u64, bool)", into = "(u32, u64, bool)")]
pub struct Searched {
    /// Its number among the subject's goals.
    pub goal: u32,
    /// What it took, or all that was allowed if it was not covered.
    pub evaluations: u64,
    /// Whether it was covered.
    pub covered: bool,
}

impl From<(u32, u64, bool)> for Searched {
    fn from((goal, evaluations, covered): (u32, u64, bool)) -> Self {
        Self { goal, evaluations, covered }
    }
}

impl From<Searched> for (u32, u64, bool) {
    fn from(searched: Searched) -> Self {
        (searched.goal, searched.evaluations, searched.covered)
    }
}

/// What progress is measured along.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axis {
    /// Executions: the same on every machine.
    #[default]
    Executions,
    /// Time.
    Seconds,
}

impl Axis {
    /// What stands beside the axis.
    pub fn name(self) -> &'static str {
        match self {
            Self::Executions => "executions",
            Self::Seconds => "seconds",
        }
    }
}

impl Measurement {
    /// Where on the axis each goal was covered, in order.
    pub fn steps(&self, axis: Axis) -> Vec<f64> {
        let mut steps: Vec<f64> = self.reached.iter().map(|goal| goal.along(axis)).collect();
        steps.sort_by(f64::total_cmp);
        steps
    }

    /// How many goals were covered by then.
    pub fn covered_by(&self, axis: Axis, at: f64) -> usize {
        self.steps(axis).partition_point(|step| *step <= at)
    }

    /// The goals covered.
    pub fn covered(&self) -> BTreeSet<u32> {
        self.reached.iter().map(|reached| reached.goal).collect()
    }
}
