//! Running scenarios and tests of a project: for a search, and for good.

use super::thrown::Thrown;
use super::{MAX_STEPS, Project, may_end};
use crate::run::{Captured, Error, Prepared};
use crate::write::{JavaTest, Subject};
use machine::Config;
use program::Program;
use scenario::{Argument, Scenario, Statement};
use std::sync::Arc;
use suite::assemble::Rehearsal;
use trace::{Force, Limit, Mode, Outcome, Probe, RunError, Runner, Trace, Watch};

/// A machine for a search: what no test may end with ends a run as a limit does.
///
/// Where runs end at all they mostly end soon, and those that do not would take nearly all of the time. So a run that
/// takes many steps is given up, but for one in so many scenarios.
pub(super) struct JavaRunner {
    prepared: Prepared,
    thrown: Arc<Thrown>,
    /// Steps of most runs, and of those that are run on.
    steps: (u64, u64),
}

/// Steps after which most runs are given up.
const FEW_STEPS: u64 = 100_000;

/// One in so many scenarios is run on.
const PATIENT: u64 = 8;

/// Whether a scenario is run on: always the same ones, and any of them may be.
fn is_patient(scenario: &Scenario) -> bool {
    let mut sum = scenario.statements.len() as u64;
    let mut add = |bits: u128| {
        let folded = (bits ^ (bits >> 64)) as u64;
        sum = (sum ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    };
    for statement in &scenario.statements {
        match statement {
            Statement::Value { bits, .. } => add(*bits),
            Statement::Array { array, .. } => array.elements.iter().for_each(|bits| add(*bits)),
            Statement::Call { function, .. } => add(u128::from(function.0)),
            _ => {}
        }
    }
    sum.is_multiple_of(PATIENT)
}

impl JavaRunner {
    /// A machine whose runs may need so many steps for a start, and may be given so many beyond.
    pub fn new(prepared: Prepared, thrown: Arc<Thrown>, (start, most): (u64, Option<u64>)) -> Self {
        let within = |steps: u64| start + most.map_or(steps, |most| most.min(steps));
        let steps = (within(FEW_STEPS), start + most.unwrap_or(MAX_STEPS));
        Self { prepared, thrown, steps }
    }

    fn judge(&self, scenario: &Scenario, trace: &mut Trace) {
        self.thrown.note(self.prepared.machine.program(), scenario, trace);
        if let Outcome::Threw { .. } = trace.outcome
            && !may_end(self.prepared.machine.program(), &trace.outcome)
        {
            trace.outcome = Outcome::Exhausted(Limit::Depth);
        }
    }
}

impl Runner for JavaRunner {
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        let machine = &mut self.prepared.machine;
        let (few, most) = self.steps;
        machine.set_max_steps(few);
        machine.run(scenario, mode, trace)?;
        if most > few && trace.outcome == Outcome::Exhausted(Limit::Steps) && is_patient(scenario) {
            machine.set_max_steps(most);
            machine.run(scenario, mode, trace)?;
        }
        self.judge(scenario, trace);
        Ok(())
    }

    fn run_forced(
        &mut self,
        scenario: &Scenario,
        force: Force,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        let forced = self.prepared.machine.run_forced(scenario, force, trace)?;
        self.judge(scenario, trace);
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
        let config = Config { record_decisions: true, ..Project::config(project.start) };
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

    /// Whether a test asks for what lies outside of its process.
    pub(super) fn goes_outside(&mut self, test: &JavaTest) -> Result<bool, RunError> {
        self.prepared.take_outside();
        self.run_test(test, &mut Trace::default())?;
        Ok(self.prepared.take_outside())
    }

    /// Runs a test with all that its checks call.
    fn run_test(&mut self, test: &JavaTest, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = self.whole(test);
        self.prepared.machine.run(&scenario, Mode::Concrete, trace)
    }

    /// The same where the test before has left off: in a JVM too they all see the same static fields.
    pub(super) fn run_next(&mut self, test: &JavaTest, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = self.whole(test);
        self.prepared.run_on(&scenario, trace)
    }

    /// A test as a scenario.
    fn whole(&self, test: &JavaTest) -> Scenario {
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
        scenario
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
