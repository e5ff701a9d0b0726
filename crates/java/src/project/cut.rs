//! Texts cut short: code that reads texts is tried with parts of those that it could read.
//!
//! A search ends when all goals are covered, and that a text ends too soon is often none of them.

use super::thrown::Thrown;
use super::{Project, Stage};
use generate::Budget;
use generate::clock::Deadline;
use scenario::{Scenario, Statement};
use std::collections::BTreeSet;
use trace::{Mode, RunError, Runner, Trace};

/// Runs for this, at most.
const RUNS: u64 = 400;
/// Steps of all of them.
const STEPS: u64 = 40_000_000;
/// The share of a budget's time that this may take beyond it.
const SHARE: f64 = 0.02;
/// The share of its executions.
const EXECUTIONS: f64 = 0.1;

impl Project {
    /// Runs scenarios with parts of their texts, and notes what they throw.
    pub(super) fn cut_texts(
        &self,
        stage: &mut Stage<'_>,
        kept: &[Scenario],
        thrown: &Thrown,
        budget: &Budget,
    ) -> Result<(), RunError> {
        let deadline = budget.beyond(SHARE);
        let own = |executions: u64| (executions as f64 * EXECUTIONS) as u64;
        let mut runs = budget.executions.map_or(RUNS, |executions| own(executions).min(RUNS));
        let mut steps = STEPS;
        for scenario in kept {
            for cut in self.cut(scenario) {
                if runs == 0 || steps == 0 || deadline.as_ref().is_some_and(Deadline::is_over) {
                    return Ok(());
                }
                let mut trace = Trace::default();
                stage.prepared.machine.run(&cut, Mode::Concrete, &mut trace)?;
                (runs, steps) = (runs - 1, steps.saturating_sub(trace.steps));
                let program = stage.prepared.machine.program();
                thrown.note(program, &cut, &trace, || stage.prepared.place_thrown(&trace));
            }
        }
        Ok(())
    }

    /// A scenario with the beginnings and the ends of each of its texts in turn.
    fn cut(&self, scenario: &Scenario) -> Vec<Scenario> {
        let mut all = Vec::new();
        for (index, statement) in scenario.statements.iter().enumerate() {
            let Statement::Array { variable, array } = statement else { continue };
            if !self.is_text(scenario, *variable) {
                continue;
            }
            let whole = array.length;
            let begins = [1, whole / 2, whole.saturating_sub(2), whole.saturating_sub(1)];
            let begins: BTreeSet<u32> =
                begins.into_iter().filter(|length| (1..whole).contains(length)).collect();
            let ends = (whole > 2).then(|| (1, whole - 1));
            let parts = begins.into_iter().map(|length| (0, length)).chain(ends);
            for (first, length) in parts {
                let mut cut = scenario.clone();
                if let Statement::Array { array, .. } = &mut cut.statements[index] {
                    array.elements.rotate_left(first);
                    array.length = length;
                }
                all.push(cut);
            }
        }
        all
    }
}
