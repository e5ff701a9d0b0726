//! How near tests came to branches that none of them takes.

use coverage::{Coverage, GoalId, GoalKind, Goals};
use program::{OutcomeId, Type};
use std::collections::{BTreeMap, BTreeSet};
use trace::{Operands, TallyEntry, Trace};

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
    entry: TallyEntry,
    operands: Option<Operands>,
    test: String,
}

/// How near tests came to branches that none of them takes.
#[derive(Clone, Debug, Default)]
pub struct Near(BTreeMap<GoalId, Approach>);

impl Near {
    /// Looks at a graded run of a test.
    pub fn add(&mut self, open: &OpenBranches, test: &str, trace: &Trace) {
        let touched: BTreeSet<OutcomeId> = trace.tally.touched().iter().copied().collect();
        for (goal, outcomes) in &open.0 {
            for outcome in outcomes.iter().filter(|outcome| touched.contains(outcome)) {
                let entry = trace.tally.get(*outcome);
                let known = self.0.get(goal);
                if known.is_none_or(|known| entry.nearest < known.entry.nearest) {
                    let operands = trace.tally.operands(*outcome);
                    self.0.insert(*goal, Approach { entry, operands, test: test.to_owned() });
                }
            }
        }
    }

    /// How near the best test came to a goal; `number` gives the places of tests by their names.
    pub fn of(
        &self,
        goal: GoalId,
        number: &dyn Fn(&str) -> Option<u32>,
    ) -> Option<report::Nearest> {
        let Approach { entry, operands, test } = self.0.get(&goal)?;
        let compared = operands.map(|Operands { ty, sides: [a, b] }| (shown(ty, a), shown(ty, b)));
        Some(report::Nearest { distance: entry.nearest.to_string(), compared, test: number(test) })
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
