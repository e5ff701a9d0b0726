//! One row of the table that is printed: how much of what is covered.

use std::fmt;
use std::ops::AddAssign;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Covered.
    pub covered: u32,
    /// In all.
    pub total: u32,
}

impl Share {
    /// Counts one more.
    pub fn add(&mut self, covered: bool) {
        self.total += 1;
        self.covered += u32::from(covered);
    }

    /// Whether nothing is left.
    pub fn is_full(self) -> bool {
        self.covered == self.total
    }
}

impl Share {
    /// The larger of both numbers.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self { covered: self.covered.max(other.covered), total: self.total.max(other.total) }
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

/// What is covered of a unit, by the referee's rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// Regions of code.
    pub regions: Share,
    /// Both ways of all branches.
    pub branches: Share,
    /// The same, by the edges really taken.
    pub edges: Share,
    /// Both ways of all decisions.
    pub decisions: Share,
    /// Both ways of all conditions.
    pub conditions: Share,
    /// Independence pairs.
    pub mcdc: Share,
    /// Checks that failed.
    pub checks: Share,
}

impl Row {
    /// The larger of all numbers.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self {
            regions: self.regions.most(other.regions),
            branches: self.branches.most(other.branches),
            edges: self.edges.most(other.edges),
            decisions: self.decisions.most(other.decisions),
            conditions: self.conditions.most(other.conditions),
            mcdc: self.mcdc.most(other.mcdc),
            checks: self.checks.most(other.checks),
        }
    }
}

impl AddAssign for Row {
    fn add_assign(&mut self, other: Self) {
        self.regions += other.regions;
        self.branches += other.branches;
        self.edges += other.edges;
        self.decisions += other.decisions;
        self.conditions += other.conditions;
        self.mcdc += other.mcdc;
        self.checks += other.checks;
    }
}
