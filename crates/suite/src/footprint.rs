//! What one test covers by itself.

use coverage::{Coverage, GoalId, GoalKind, Goals, PairRule, UnitId, Vector};
use std::collections::BTreeSet;
use std::sync::Arc;
use trace::Trace;

/// The goals that one run covers, and the evaluations of decisions that independence is shown with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprint {
    /// Goals, without those of independence, which take two evaluations.
    pub goals: BTreeSet<GoalId>,
    /// Evaluations: unit, number of the decision in the unit, vector.
    pub evaluations: BTreeSet<(UnitId, u32, Vector)>,
}

impl Footprint {
    /// What a run covers; its events of conditions and decisions must have been kept.
    pub fn of(goals: &Arc<Goals>, trace: &Trace) -> Self {
        let mut coverage = Coverage::new(Arc::clone(goals), PairRule::default());
        let covered = coverage.update(trace).iter().copied();
        let alone =
            |goal: &GoalId| !matches!(goals.goals[*goal].kind, GoalKind::Independence { .. });
        let covered: BTreeSet<GoalId> = covered.filter(alone).collect();
        let mut evaluations = BTreeSet::new();
        for (unit, described) in goals.units.iter() {
            for decision in 0..described.decisions.len() as u32 {
                for vector in coverage.vectors(unit, decision) {
                    evaluations.insert((unit, decision, vector.clone()));
                }
            }
        }
        Self { goals: covered, evaluations }
    }

    /// Whether it has everything that another one has.
    pub fn includes(&self, other: &Self) -> bool {
        self.goals.is_superset(&other.goals) && self.evaluations.is_superset(&other.evaluations)
    }

    /// What it has and another one has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            goals: self.goals.difference(&other.goals).copied().collect(),
            evaluations: self.evaluations.difference(&other.evaluations).cloned().collect(),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty() && self.evaluations.is_empty()
    }
}
