//! Where inputs of a whole program are run with everything noted that a test is told by.

use super::{Answer, Whole, markers::Answers};
use crate::libc::Captured;
use generate::Settings;
use machine::{Config, Machine};
use scenario::Scenario;
use std::sync::Arc;
use trace::{Mode, RunError, Runner, Trace};

/// Runs inputs of a whole program.
pub(super) struct Stage {
    machine: Machine,
    output: Arc<Captured>,
    answers: Arc<Answers>,
}

impl Stage {
    pub fn new(whole: &Whole, settings: &Settings) -> Result<Self, RunError> {
        let (output, answers) = (Arc::new(Captured::default()), Arc::new(Answers::default()));
        let models = whole.models(Arc::clone(&output) as _, Arc::clone(&answers));
        let config = Config { record_decisions: true, ..whole.config(settings, false) };
        Ok(Self { machine: whole.machine(config, models)?, output, answers })
    }

    /// Runs a scenario. Gives what it wrote to standard output, and what it asked for itself.
    pub fn run(
        &mut self,
        scenario: &Scenario,
        trace: &mut Trace,
    ) -> Result<(Vec<u8>, Vec<Answer>), RunError> {
        self.output.take();
        self.answers.take();
        self.machine.run(scenario, Mode::Concrete, trace)?;
        Ok((self.output.take().0, self.answers.take()))
    }
}
