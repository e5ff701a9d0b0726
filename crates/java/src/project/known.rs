//! What tests that are there already show: it need not be shown again.

use super::Stage;
use crate::existing::Existing;
use coverage::{Coverage, PairRule};
use std::sync::Arc;
use suite::footprint::Footprint;
use trace::{Outcome, RunError, Trace};

/// What became of the tests that were there already.
#[derive(Clone, Debug, Default)]
pub struct Rerun {
    /// Those that passed in the machine.
    pub passed: Vec<Existing>,
    /// Those that did not, and what they threw or why else they ended.
    pub failed: Vec<(Existing, String)>,
}

/// What they show.
pub(super) struct Known {
    pub rerun: Rerun,
    pub coverage: Coverage,
    pub footprint: Footprint,
}

impl Stage<'_> {
    /// Runs the tests that are there already.
    pub(super) fn rerun(&mut self, rule: PairRule) -> Result<Known, RunError> {
        let goals = &self.project.goals;
        let mut known = Known {
            rerun: Rerun::default(),
            coverage: Coverage::new(Arc::clone(goals), rule),
            footprint: Footprint::default(),
        };
        let mut trace = Trace::default();
        for test in &self.project.existing {
            self.prepared.run_existing(test, &mut trace)?;
            let why = match &trace.outcome {
                Outcome::Returned => {
                    known.coverage.update(&trace);
                    let Footprint { goals, evaluations } = Footprint::of(goals, &trace);
                    known.footprint.goals.extend(goals);
                    known.footprint.evaluations.extend(evaluations);
                    known.rerun.passed.push(test.clone());
                    continue;
                }
                Outcome::Threw { class, .. } => {
                    let program = self.prepared.machine.program();
                    program.classes[*class].name.replace('/', ".")
                }
                Outcome::Trapped(trap) => trap.kind.to_string(),
                Outcome::Exhausted(_) => "it takes too long".to_owned(),
                _ => "it ends the program".to_owned(),
            };
            known.rerun.failed.push((test.clone(), why));
        }
        Ok(known)
    }
}
