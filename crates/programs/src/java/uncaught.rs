//! How runs of a Java program end: the exceptions that nobody catches, of each cause the smallest input.

use jvm::run::Prepared;
use scenario::{Scenario, Statement};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use trace::{Force, Mode, Outcome, Probe, RunError, Runner, Trace, Watch};

/// An exception that came out of a program: its class, and the innermost method of the program's own that was open, with
/// its line.
pub type Cause = (String, Option<(String, u32)>);

/// Exceptions that came out of a program.
#[derive(Default)]
pub struct Uncaught(Mutex<BTreeMap<Cause, Scenario>>);

impl Uncaught {
    fn note(&self, cause: Cause, scenario: &Scenario) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Which of several comes first depends on threads; which of them is kept does not.
        match all.get_mut(&cause) {
            Some(known) if rank(scenario) < rank(known) => *known = scenario.clone(),
            Some(_) => {}
            None => {
                all.insert(cause, scenario.clone());
            }
        }
    }

    /// All of them.
    pub fn all(&self) -> BTreeMap<Cause, Scenario> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// By what the smallest of several is found.
fn rank(scenario: &Scenario) -> (u128, Vec<u128>) {
    let mut bits = Vec::new();
    for statement in &scenario.statements {
        match statement {
            Statement::Value { bits: own, .. } => bits.push(*own),
            Statement::Array { array, .. } => bits.extend(&array.elements),
            Statement::Stream { values, .. } => bits.extend(values),
            _ => {}
        }
    }
    (bits.iter().fold(0, |sum: u128, bits| sum.saturating_add(*bits)), bits)
}

/// What ended a run that threw.
pub fn cause(prepared: &Prepared, trace: &Trace) -> Option<Cause> {
    let Outcome::Threw { class, .. } = trace.outcome else { return None };
    let class = prepared.machine.program().classes[class].name.clone();
    Some((class, prepared.place_thrown(trace)))
}

/// A machine for a search that notes what runs throw. A run that ended with what tells of the machine is unusable.
pub struct WatchedRunner {
    prepared: Prepared,
    uncaught: Arc<Uncaught>,
}

impl WatchedRunner {
    /// A machine that notes it there.
    pub fn new(prepared: Prepared, uncaught: Arc<Uncaught>) -> Self {
        Self { prepared, uncaught }
    }

    fn judge(&self, scenario: &Scenario, trace: &mut Trace) {
        let Some(cause) = cause(&self.prepared, trace) else { return };
        match java::project::may_throw(&cause.0) {
            true => self.uncaught.note(cause, scenario),
            false => {
                let ended = std::mem::take(&mut trace.outcome);
                trace.outcome = Outcome::Unusable(Box::new(ended));
            }
        }
    }
}

impl Runner for WatchedRunner {
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        self.prepared.machine.run(scenario, mode, trace)?;
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
