//! What the tests of a class no longer need once they have chosen what they assert.

use super::Stage;
use super::candidate::facts;
use crate::write::{Expected, JavaCheck, JavaTest, Subject};
use scenario::{Scenario, VarId};
use std::collections::BTreeSet;
use suite::Beginning;
use suite::idle::{Measure, Settled, drop_idle};
use suite::tries::Tries;
use trace::RunError;

impl Stage<'_> {
    /// Drops calls that tests make for nothing, and tests without anything of their own. Tests that were there before stay
    /// as they are.
    pub(super) fn drop_idle(
        &mut self,
        measure: Measure<'_>,
        beginning: &Beginning,
        tests: &mut Vec<JavaTest>,
        tries: &mut Tries,
    ) -> Result<(), RunError> {
        let settled = tests.iter().map(|JavaTest { scenario, ending, checks, .. }| Settled {
            scenario: scenario.clone(),
            facts: facts(ending, checks),
            held: checks.iter().flat_map(held).collect(),
            tried: tries.of(scenario),
            is_fixed: beginning.test(scenario).is_some(),
        });
        let mut settled: Vec<Settled> = settled.collect();
        let kept = drop_idle(self, measure, &mut settled)?;
        let mut left = Vec::with_capacity(kept.len());
        for (place, (mut test, own)) in std::mem::take(tests).into_iter().zip(settled).enumerate() {
            if !kept.contains(&place) {
                continue;
            }
            if test.scenario != own.scenario {
                test.scenario = pruned(own.scenario, &own.held);
                tries.note(test.scenario.clone(), own.tried);
            }
            left.push(test);
        }
        *tests = left;
        Ok(())
    }
}

/// The variables that a check speaks of.
fn held(check: &JavaCheck) -> Vec<VarId> {
    let mut held: Vec<VarId> = match &check.subject {
        Subject::Call { arguments, .. } => arguments.clone(),
        subject => subject.variable().into_iter().collect(),
    };
    if let Expected::Same(other) | Expected::Equal(other) = &check.expected {
        held.push(*other);
    }
    held
}

/// A scenario without what nothing uses any more; what checks speak of stays.
fn pruned(mut scenario: Scenario, held: &BTreeSet<VarId>) -> Scenario {
    let is_used = |scenario: &Scenario, variable: VarId| {
        let mut is_used = held.contains(&variable);
        for statement in &scenario.statements {
            statement.uses(|own| is_used |= own == variable);
        }
        is_used
    };
    loop {
        let idle = scenario.statements.iter().position(|statement| {
            let is_call = matches!(statement, scenario::Statement::Call { .. });
            let made = statement.made().filter(|_| !is_call);
            made.is_some_and(|made| !is_used(&scenario, made))
        });
        match idle {
            Some(idle) => drop(scenario.statements.remove(idle)),
            None => return scenario,
        }
    }
}
