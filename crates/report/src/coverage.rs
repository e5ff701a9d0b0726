//! How much is covered, by criterion, counted by the referee's rule.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::AddAssign;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Share {
    /// Covered.
    pub covered: u32,
    /// In all.
    pub total: u32,
}

impl Share {
    /// One more, covered or not.
    pub fn add(&mut self, covered: bool) {
        self.total += 1;
        self.covered += u32::from(covered);
    }

    /// Whether nothing is missing.
    pub fn is_whole(self) -> bool {
        self.covered == self.total
    }

    /// How many are not covered.
    pub fn missed(self) -> u32 {
        self.total - self.covered
    }
}

impl AddAssign for Share {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}", self.covered, self.total))
    }
}

/// What is covered, by criterion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Coverage {
    /// Regions of code in C, lines in Java.
    pub statement: Share,
    /// Both ways of every branch that the referee counts.
    pub branch: Share,
    /// The same, by the edges that runs really took.
    pub edge: Share,
    /// Both outcomes of every decision.
    pub decision: Share,
    /// Both outcomes of every condition.
    pub condition: Share,
    /// Independence pairs.
    pub mcdc: Share,
    /// Failing checks, where these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Share>,
}

impl AddAssign for Coverage {
    fn add_assign(&mut self, other: Self) {
        self.statement += other.statement;
        self.branch += other.branch;
        self.edge += other.edge;
        self.decision += other.decision;
        self.condition += other.condition;
        self.mcdc += other.mcdc;
        if let Some(check) = other.check {
            *self.check.get_or_insert_default() += check;
        }
    }
}
