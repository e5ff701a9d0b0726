//! Beginnings of scenarios that end with a method which covers something there: behind it a test can look at what it did.

use super::Stage;
use super::stage::last_call;
use program::FuncId;
use scenario::{Scenario, Statement};
use std::collections::BTreeSet;
use suite::Rehearsal;
use suite::assemble::subject_of;
use suite::footprint::Footprint;
use trace::{RunError, Trace};

/// Beginnings that are tried.
const MOST: usize = 400;

impl Stage<'_> {
    /// The beginnings of some scenarios that end with a call of a method under test and cover what no scenario covers of
    /// the method that it ends with itself.
    pub(super) fn beginnings(&mut self, scenarios: &[Scenario]) -> Result<Vec<Scenario>, RunError> {
        let mut covered = BTreeSet::new();
        for scenario in scenarios {
            covered.extend(self.own_goals(scenario)?.unwrap_or_default());
        }
        let (mut found, mut tried) = (Vec::new(), 0);
        for scenario in scenarios {
            let last = last_call(scenario).unwrap_or(0);
            for (index, statement) in scenario.statements[..last].iter().enumerate() {
                let Statement::Call { function, .. } = statement else { continue };
                if !self.project.is_own_entry(*function) || tried >= MOST {
                    continue;
                }
                tried += 1;
                let mut beginning = scenario.clone();
                beginning.statements.truncate(index + 1);
                beginning.prune();
                let goals = self.own_goals(&beginning)?.unwrap_or_default();
                if !goals.is_subset(&covered) {
                    covered.extend(goals);
                    found.push(beginning);
                }
            }
        }
        Ok(found)
    }

    /// The goals that a scenario covers of the method that it ends with; none if no test may end as it does.
    fn own_goals(
        &mut self,
        scenario: &Scenario,
    ) -> Result<Option<BTreeSet<coverage::GoalId>>, RunError> {
        let mut trace = Trace::default();
        self.run(scenario, &mut trace)?;
        if !self.may_end(&trace.outcome) {
            return Ok(None);
        }
        let goals = &self.project.goals;
        let entered = |function: FuncId| self.project.program.catalogue.entered_by(function);
        let unit = subject_of(scenario).and_then(|function| goals.unit_of(entered(function)));
        let mut covered = Footprint::of(goals, &trace).goals;
        covered.retain(|goal| Some(goals.goals[*goal].unit) == unit);
        Ok(Some(covered))
    }
}
