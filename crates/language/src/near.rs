//! What is known of branches that no test takes: how near runs came, and what a solver said.

use coverage::{Coverage, GoalId, GoalKind, Goals};
use generate::Statistics;
use program::{OutcomeId, Type};
use report::Asked;
use std::collections::{BTreeMap, BTreeSet};
use term::distance::Distance;
use trace::{Operands, Trace};

/// Branch goals that no test covers, with the outcomes of the program that would.
#[derive(Clone, Debug, Default)]
pub struct OpenBranches(Vec<(GoalId, Vec<OutcomeId>)>);

impl OpenBranches {
    /// The branches that are open.
    pub fn new(goals: &Goals, coverage: &Coverage) -> Self {
        let open = goals.goals.iter().filter(|(goal, _)| !coverage.is_covered(*goal));
        let branches = open.filter_map(|(goal, own)| {
            let GoalKind::Branch { branch, way, .. } = own.kind else { return None };
            let outcomes = &goals.units[own.unit].branches[branch as usize].outcomes;
            Some((goal, outcomes[usize::from(!way)].clone()))
        });
        Self(branches.filter(|(_, outcomes)| !outcomes.is_empty()).collect())
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// How near a test came to a branch.
#[derive(Clone, Debug)]
struct Approach {
    distance: Distance,
    operands: Option<Operands>,
    /// The test; none if it is a run that was not kept.
    test: Option<String>,
}

/// How near runs came to branches that no test takes, and what a solver was asked for them.
#[derive(Clone, Debug, Default)]
pub struct Near {
    approaches: BTreeMap<GoalId, Approach>,
    asked: BTreeMap<GoalId, Asked>,
}

impl Near {
    /// Looks at a graded run of a test.
    pub fn add(&mut self, open: &OpenBranches, test: &str, trace: &Trace) {
        let touched: BTreeSet<OutcomeId> = trace.tally.touched().iter().copied().collect();
        for (goal, outcomes) in &open.0 {
            for outcome in outcomes.iter().filter(|outcome| touched.contains(outcome)) {
                let distance = trace.tally.get(*outcome).nearest;
                let operands = trace.tally.operands(*outcome);
                self.approach(*goal, Approach { distance, operands, test: Some(test.to_owned()) });
            }
        }
    }

    /// Adds what the search noted of all of its runs: where one came nearer than the tests, and what a solver said.
    pub fn add_search(&mut self, open: &OpenBranches, statistics: &Statistics) {
        for (goal, outcomes) in &open.0 {
            for outcome in outcomes {
                if let Some((distance, operands)) = statistics.approached.of(*outcome) {
                    self.approach(*goal, Approach { distance, operands, test: None });
                }
            }
            if let Some(asked) = statistics.asked.of(outcomes) {
                let explore::Asked { solved, unsatisfiable, unknown, diverged } = asked;
                self.asked.insert(*goal, Asked { solved, unsatisfiable, unknown, diverged });
            }
        }
    }

    fn approach(&mut self, goal: GoalId, approach: Approach) {
        let known = self.approaches.get(&goal);
        if known.is_none_or(|known| approach.distance < known.distance) {
            self.approaches.insert(goal, approach);
        }
    }

    /// What a solver was asked for inputs that cover a goal.
    pub fn asked(&self, goal: GoalId) -> Option<Asked> {
        self.asked.get(&goal).copied()
    }

    /// How near the best run came to a goal; `number` gives the places of tests by their names.
    pub fn of(
        &self,
        goal: GoalId,
        number: &dyn Fn(&str) -> Option<u32>,
    ) -> Option<report::Nearest> {
        let Approach { distance, operands, test } = self.approaches.get(&goal)?;
        let compared = operands.map(|Operands { ty, sides: [a, b] }| (shown(ty, a), shown(ty, b)));
        let test = test.as_deref().and_then(number);
        Some(report::Nearest { distance: distance.to_string(), compared, test })
    }
}

/// A number as people write it; integers as if they had a sign.
fn shown(ty: Type, bits: u64) -> String {
    match ty {
        Type::Int(width @ 2..64) => {
            let unused = 64 - u32::from(width);
            (((bits << unused) as i64) >> unused).to_string()
        }
        Type::Int(_) => (bits as i64).to_string(),
        Type::F32 => f32::from_bits(bits as u32).to_string(),
        Type::F64 => f64::from_bits(bits).to_string(),
        Type::Ptr => format!("{bits:#x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shown_with_their_sign() {
        assert_eq!(shown(Type::I8, 0xff), "-1");
        assert_eq!(shown(Type::Int(32), 7), "7");
        assert_eq!(shown(Type::Int(64), u64::MAX), "-1");
        assert_eq!(shown(Type::F64, 1.5f64.to_bits()), "1.5");
    }
}
