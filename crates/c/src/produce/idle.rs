//! What tests no longer need once they have chosen what they assert: calls made for nothing, and tests without anything
//! of their own.

use super::Stage;
use scenario::{Scenario, VarId};
use std::collections::{BTreeMap, BTreeSet};
use suite::Beginning;
use suite::assemble::Test;
use suite::checks::{Check, Expected, Target};
use suite::idle::{Measure, Settled, drop_idle};
use suite::kill::{Kill, Tried, number};
use suite::tries::Tries;
use trace::RunError;

impl Stage<'_> {
    /// Drops such calls and tests; those that were there before stay as they are.
    pub(super) fn drop_idle(
        &mut self,
        measure: Measure<'_>,
        beginning: &Beginning,
        tests: &mut Vec<Test>,
        tries: &mut Tries,
    ) -> Result<(), RunError> {
        let settled = tests.iter().map(|test| {
            let (plain, behind) = numbers(&test.scenario, &test.checks);
            let named = plain.into_iter().zip(behind.iter().copied()).collect();
            Settled {
                scenario: test.scenario.clone(),
                facts: behind,
                held: test.checks.iter().flat_map(held).collect(),
                tried: renamed(tries.of(&test.scenario), &named),
                is_fixed: beginning.test(&test.scenario).is_some(),
            }
        });
        let mut settled: Vec<Settled> = settled.collect();
        self.counts_back = true;
        let kept = drop_idle(self, measure, &mut settled);
        self.counts_back = false;
        let kept = kept?;
        let mut left = Vec::with_capacity(kept.len());
        for (place, (mut test, own)) in std::mem::take(tests).into_iter().zip(settled).enumerate() {
            if !kept.contains(&place) {
                continue;
            }
            // What only the calls needed that are gone is not written.
            let gone = test.scenario.statements.len() - own.scenario.statements.len();
            if gone > 0 {
                test.checks.iter_mut().for_each(|check| check.statement -= gone);
                test.scenario = own.scenario;
                let (plain, behind) = numbers(&test.scenario, &test.checks);
                let named = behind.into_iter().zip(plain).collect();
                tries.note(test.scenario.clone(), renamed(own.tried, &named));
            }
            left.push(test);
        }
        *tests = left;
        Ok(())
    }
}

/// A check as a number that stays the same when calls before it go: its call is counted from the end.
pub(super) fn counted_back(scenario: &Scenario, check: &Check) -> u64 {
    let statement = scenario.statements.len() - check.statement;
    number(&Check { statement, ..check.clone() })
}

/// Checks as numbers, with their calls counted from the beginning, and from the end.
fn numbers(scenario: &Scenario, checks: &[Check]) -> (Vec<u64>, Vec<u64>) {
    checks.iter().map(|check| (number(check), counted_back(scenario, check))).unzip()
}

/// What is known of mutants, with other numbers for the facts that notice them; facts without one are forgotten.
fn renamed(tried: Tried, named: &BTreeMap<u64, u64>) -> Tried {
    let renamed = tried.into_iter().map(|(mutant, kill)| {
        let kill = kill.map(|kill| match kill {
            Kill::Facts(facts) => {
                Kill::Facts(facts.iter().filter_map(|fact| named.get(fact).copied()).collect())
            }
            ending => ending,
        });
        (mutant, kill)
    });
    renamed.collect()
}

/// The variables that a check speaks of.
fn held(check: &Check) -> BTreeSet<VarId> {
    let mut held = BTreeSet::new();
    if let Target::Variable(variable) = check.target {
        held.insert(variable);
    }
    if let Expected::At(variable, _) = check.expected {
        held.insert(variable);
    }
    held
}
