//! Running scenarios and tests of a project: for a search, and for good.

use super::{Project, may_end};
use crate::run::{Captured, Error, Prepared};
use crate::write::{JavaTest, Subject};
use machine::Config;
use program::Program;
use scenario::{Argument, Scenario, Statement};
use std::sync::Arc;
use suite::assemble::Rehearsal;
use trace::{Force, Limit, Mode, Outcome, Probe, RunError, Runner, Trace, Watch};

/// A machine for a search: what no test may end with ends a run as a limit does.
pub(super) struct JavaRunner {
    prepared: Prepared,
}

impl JavaRunner {
    pub fn new(prepared: Prepared) -> Self {
        Self { prepared }
    }

    fn judge(&self, trace: &mut Trace) {
        if let Outcome::Threw { .. } = trace.outcome
            && !may_end(self.prepared.machine.program(), &trace.outcome)
        {
            trace.outcome = Outcome::Exhausted(Limit::Depth);
        }
    }
}

impl Runner for JavaRunner {
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        self.prepared.machine.run(scenario, mode, trace)?;
        self.judge(trace);
        Ok(())
    }

    fn run_forced(
        &mut self,
        scenario: &Scenario,
        force: Force,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        let forced = self.prepared.machine.run_forced(scenario, force, trace)?;
        self.judge(trace);
        Ok(forced)
    }

    fn set_probes(&mut self, probes: &[Arc<Probe>]) {
        self.prepared.machine.set_probes(probes);
    }

    fn set_watch(&mut self, watch: Option<Watch>) {
        self.prepared.machine.set_watch(watch);
    }

    fn pool(&self) -> &term::Pool {
        self.prepared.machine.pool()
    }
}

/// A machine for tests: decisions are kept, and what is printed.
pub struct Stage<'p> {
    pub(super) project: &'p Project,
    pub(super) prepared: Prepared,
    output: Arc<Captured>,
}

impl<'p> Stage<'p> {
    /// A machine of its own.
    ///
    /// # Errors
    ///
    /// When the library does not come up again.
    pub fn new(project: &'p Project) -> Result<Self, Error> {
        let output = Arc::new(Captured::default());
        let config = Config { record_decisions: true, ..Project::config() };
        let prepared = project.mould.cast(config, Arc::clone(&output) as _)?;
        Ok(Self { project, prepared, output })
    }

    /// A scenario without what comes behind an exception.
    pub(super) fn ended(&mut self, scenario: &Scenario) -> Result<Scenario, RunError> {
        let mut trace = Trace::default();
        self.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
        let mut scenario = scenario.clone();
        if let Outcome::Threw { .. } = trace.outcome {
            scenario.statements.truncate(trace.statement + 1);
            scenario.prune();
        }
        Ok(scenario)
    }

    /// Runs a test with all that its checks call.
    pub(super) fn run_test(&mut self, test: &JavaTest, trace: &mut Trace) -> Result<(), RunError> {
        let mut scenario = test.scenario.clone();
        for check in &test.checks {
            let (function, arguments) = match &check.subject {
                Subject::Call { function, arguments } => {
                    (*function, arguments.iter().map(|own| Argument::Variable(*own)).collect())
                }
                Subject::Text(variable) => {
                    (self.prepared.entries().text, vec![Argument::Variable(*variable)])
                }
                Subject::Variable(_) | Subject::Element(..) | Subject::Length(_) => continue,
            };
            scenario.statements.push(Statement::Call { result: None, function, arguments });
        }
        self.prepared.machine.run(&scenario, Mode::Concrete, trace)
    }
}

impl Rehearsal for Stage<'_> {
    fn program(&self) -> &Program {
        &self.project.program
    }

    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
        self.output.take();
        self.prepared.machine.run(scenario, Mode::Concrete, trace)?;
        Ok(self.output.take().0)
    }

    fn may_end(&self, outcome: &Outcome) -> bool {
        may_end(self.prepared.machine.program(), outcome)
    }
}
