//! The evaluations of decisions that are still worth seeing: what MC/DC aims at.

use super::Map;
use crate::{Coverage, GoalId, GoalKind, UnitId, Vector};
use program::{ConditionRef, OutcomeId};

/// The evaluations of one decision that would bring something.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    pub unit: UnitId,
    /// The decision's number in the unit.
    pub decision: u32,
    /// Its open goals.
    pub open: Vec<GoalId>,
    /// Evaluations that would cover a goal at once.
    pub completing: Vec<Vector>,
    /// Those that would, with another that has not been seen either.
    pub preparing: Vec<Vector>,
    /// Whether there are more evaluations than can be listed, so that any may be wanted.
    pub any: bool,
    /// How many evaluations had been seen when this was found.
    pub seen: usize,
    /// The outcomes of conditions that are part of such evaluations, ascending.
    pub outcomes: Vec<OutcomeId>,
}

impl Aim {
    /// Nothing to aim at.
    pub fn nothing(unit: UnitId, decision: u32) -> Self {
        Self {
            unit,
            decision,
            open: Vec::new(),
            completing: Vec::new(),
            preparing: Vec::new(),
            any: false,
            seen: 0,
            outcomes: Vec::new(),
        }
    }

    /// What there is to aim at; `open` are the open goals of the decision.
    pub fn new(
        map: &Map,
        coverage: &Coverage,
        (unit, decision): (UnitId, u32),
        open: Vec<GoalId>,
    ) -> Self {
        let seen = coverage.vectors(unit, decision).len();
        let mut aim = Self { open, seen, ..Self::nothing(unit, decision) };
        if aim.open.is_empty() {
            return aim;
        }
        let goals = map.goals();
        for &goal in &aim.open {
            match goals.goals[goal].kind {
                GoalKind::Decision { way, .. } => match coverage.unseen(unit, decision, way) {
                    Some(vectors) => aim.completing.extend(vectors),
                    None => aim.any = true,
                },
                GoalKind::Independence { condition, .. } => {
                    match coverage.wanted(unit, decision, condition) {
                        Some(wanted) => {
                            aim.completing.extend(wanted.completing);
                            aim.preparing.extend(wanted.preparing);
                        }
                        None => aim.any = true,
                    }
                }
                _ => {}
            }
        }
        for list in [&mut aim.completing, &mut aim.preparing] {
            list.sort_unstable();
            list.dedup();
        }
        aim.outcomes = aim.outcomes(map);
        aim
    }

    fn outcomes(&self, map: &Map) -> Vec<OutcomeId> {
        let wanted = |condition: u32, value: bool| {
            let mut vectors = self.completing.iter().chain(&self.preparing);
            self.any || vectors.any(|vector| vector.conditions[condition as usize] == Some(value))
        };
        let all = map.outcomes_of(self.unit, self.decision).iter();
        all.filter(|(_, condition, value)| wanted(*condition, *value))
            .map(|(outcome, ..)| *outcome)
            .collect()
    }

    /// Whether an evaluation that went so far, and on with a value of a condition, can become one that
    /// covers a goal at once.
    pub fn completes(&self, so_far: &[(ConditionRef, bool)], next: (ConditionRef, bool)) -> bool {
        self.completing.iter().any(|vector| fits(vector, so_far, next))
    }

    /// Whether such an evaluation can become one that brings a goal nearer.
    pub fn prepares(&self, so_far: &[(ConditionRef, bool)], next: (ConditionRef, bool)) -> bool {
        self.any || self.preparing.iter().any(|vector| fits(vector, so_far, next))
    }
}

/// Whether an evaluation has these values.
fn fits(vector: &Vector, so_far: &[(ConditionRef, bool)], next: (ConditionRef, bool)) -> bool {
    let here = so_far.iter().filter(|(condition, _)| condition.decision == next.0.decision);
    here.chain([&next]).all(|(condition, value)| {
        vector.conditions.get(condition.index as usize) == Some(&Some(*value))
    })
}
