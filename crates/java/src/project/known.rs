//! What tests that are there already show: it need not be shown again.

use super::{Project, Stage, limits};
use crate::existing::{self, Existing, Use};
use coverage::{Coverage, PairRule};
use fastrand::Rng;
use jvm::transcript::Interface;
use scenario::Scenario;
use scenario::make::{Maker, Pool, replay};
use std::sync::Arc;
use suite::footprint::Footprint;
use trace::{Outcome, RunError, Trace};

/// What became of the tests that were there already.
#[derive(Clone, Debug, Default)]
pub struct Rerun {
    /// Those that passed in the machine.
    pub passed: Vec<Existing>,
    /// Whether what they cover counts.
    pub counts: bool,
    /// How many scenarios do what some of them do, for others to start from.
    pub seeds: usize,
    /// Those that did not, and what they threw or why else they ended.
    pub failed: Vec<(Existing, String)>,
}

/// What they show.
pub(super) struct Known {
    pub rerun: Rerun,
    pub coverage: Coverage,
    pub footprint: Footprint,
    /// Scenarios that do what those do that were the first to cover something.
    pub seeds: Vec<Scenario>,
}

impl Project {
    /// What tests may do with the classes under test.
    fn interface(&self) -> Interface {
        let world = self.mould.world();
        let own = self.class_ids(world);
        existing::interface(world, &self.program, &self.api, &own, &self.tests)
    }
}

impl Stage<'_> {
    /// Runs the tests that are there already.
    pub(super) fn rerun(&mut self, rule: PairRule) -> Result<Known, RunError> {
        let goals = &self.project.goals;
        let mut known = Known {
            rerun: Rerun::default(),
            coverage: Coverage::new(Arc::clone(goals), rule),
            footprint: Footprint::default(),
            seeds: Vec::new(),
        };
        if self.project.existing.is_empty() {
            return Ok(known);
        }
        let interface = Arc::new(self.project.interface());
        let program = Arc::clone(&self.project.program);
        let maker = Maker::new(&program, self.project.callables(), Pool::default(), limits());
        let mut random = Rng::with_seed(0);
        let mut trace = Trace::default();
        for test in &self.project.existing {
            let steps = self.prepared.transcribe(&test.run, &interface, &mut trace)?;
            let why = match &trace.outcome {
                Outcome::Returned => {
                    if !known.coverage.update(&trace).is_empty() {
                        known.seeds.extend(replay(&maker, &mut random, &steps));
                    }
                    let Footprint { goals, evaluations, .. } = Footprint::of(goals, &trace);
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
        match self.project.existing_use {
            Use::Both => {}
            Use::Covered => known.seeds.clear(),
            Use::Start => {
                known.coverage = Coverage::new(Arc::clone(goals), rule);
                known.footprint = Footprint::default();
            }
        }
        known.rerun.counts = self.project.existing_use != Use::Start;
        known.rerun.seeds = known.seeds.len();
        Ok(known)
    }
}
