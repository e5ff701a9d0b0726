//! What one test covers by itself.

use coverage::{Coverage, GoalId, GoalKind, Goals, PairRule, UnitId, Vector};
use mutation::MutantId;
use program::ClassId;
use std::collections::BTreeSet;
use std::sync::Arc;
use trace::{Outcome, Trace};

/// The goals that one run covers, and the evaluations of decisions that independence is shown with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footprint {
    /// Goals, without those of independence, which take two evaluations.
    pub goals: BTreeSet<GoalId>,
    /// Evaluations: unit, number of the decision in the unit, vector.
    pub evaluations: BTreeSet<(UnitId, u32, Vector)>,
    /// The class of what it ended by throwing.
    pub thrown: Option<ClassId>,
    /// Mutants that it kills, as far as that was asked.
    pub kills: BTreeSet<MutantId>,
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
        let thrown = match trace.outcome {
            Outcome::Threw { class, .. } => Some(class),
            _ => None,
        };
        Self { goals: covered, evaluations, thrown, kills: BTreeSet::new() }
    }

    /// Whether it has everything that another one has, but for mutants.
    pub fn includes(&self, other: &Self) -> bool {
        self.goals.is_superset(&other.goals)
            && self.evaluations.is_superset(&other.evaluations)
            && (other.thrown.is_none() || self.thrown == other.thrown)
    }

    /// What it has and another one has not.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self {
            goals: self.goals.difference(&other.goals).copied().collect(),
            evaluations: self.evaluations.difference(&other.evaluations).cloned().collect(),
            thrown: self.thrown.filter(|_| self.thrown != other.thrown),
            kills: self.kills.difference(&other.kills).copied().collect(),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.goals.is_empty()
            && self.evaluations.is_empty()
            && self.thrown.is_none()
            && self.kills.is_empty()
    }
}
