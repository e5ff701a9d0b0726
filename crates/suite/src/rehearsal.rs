//! The seam between a suite and the machine that its scenarios run on.

use crate::plain::Usual;
use coverage::Goals;
use program::{BlockId, Edit, FuncId, GlobalId, Program, SiteId};
use scenario::Scenario;
use std::sync::Arc;
use trace::{Outcome, RunError, Runner, Trace};

/// Runs scenarios for good: what a rehearsal shows is what the written test will assert.
pub trait Rehearsal {
    /// The program.
    fn program(&self) -> &Program;

    /// Runs a scenario, keeping the events of conditions and decisions and looking at memory, and gives
    /// what it printed.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError>;

    /// Runs a scenario once more, and tells whether a test may rely on what the first run showed. What lasts is
    /// `Rehearsal`'s to say: where starting states differ, the second run is from another one.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    fn agrees(
        &mut self,
        _goals: &Arc<Goals>,
        scenario: &Scenario,
        first: &Trace,
        output: &[u8],
    ) -> Result<bool, RunError> {
        let mut second = Trace::default();
        let again = self.run(scenario, &mut second)?;
        Ok(output == again
            && first.outcome == second.outcome
            && first.observations == second.observations)
    }

    /// Lets the program run with a mistake from now on, or as it is. Gives whether that can be done.
    fn mutate(&mut self, edit: Option<&Edit>) -> bool {
        edit.is_none()
    }

    /// Runs a scenario for so many steps at most, and gives what a test could see of it.
    ///
    /// # Errors
    ///
    /// When the scenario does not fit the program.
    fn sight(&mut self, _scenario: &Scenario, _steps: Option<u64>) -> Result<Sight, RunError> {
        Ok(Sight::default())
    }

    /// What runs scenarios symbolically, as the program is by now, and the site of the checks that probes add.
    fn symbolic(&mut self) -> Option<(&mut dyn Runner, Option<SiteId>)> {
        None
    }

    /// Whether the run that was seen last came by a block.
    fn came_by(&self, _function: FuncId, _block: BlockId) -> bool {
        false
    }

    /// A number for the way through the code under test that the run took which was seen last: another one where it
    /// went elsewhere.
    fn way(&self) -> u64 {
        0
    }

    /// Whether a test may end so.
    fn may_end(&self, outcome: &Outcome) -> bool {
        matches!(outcome, Outcome::Returned | Outcome::Exited(_))
    }

    /// Whether what the last call gave in a run tells little, so that another run is preferred. Where zero says that all
    /// went well it does not.
    fn is_blank(&self, _scenario: &Scenario, _trace: &Trace) -> bool {
        false
    }

    /// Whether tests are taken apart once more when they are small: what no longer hangs together then is not about
    /// one thing.
    fn takes_apart(&self) -> bool {
        false
    }

    /// Whether the time for this is up: tests stay as large as they are, and mutants that were not tried stay untried.
    fn is_late(&self) -> bool {
        false
    }

    /// The numbers that a person would pass where any will do.
    fn usual(&self) -> Arc<Usual> {
        Arc::default()
    }

    /// The function or global that begins at an address.
    fn known_at(&self, _address: u64) -> Option<Known> {
        None
    }
}

/// What has an address of its own in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A function.
    Function(FuncId),
    /// A variable with static storage.
    Global(GlobalId),
}

/// What a test could see of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// How it ended, as far as a test notices: another number where it ended otherwise.
    pub ending: u64,
    /// Whether a test may end so.
    pub is_fine: bool,
    /// What can be asserted, each a number that is another where the assertion would be another.
    pub facts: Vec<u64>,
    /// Whether it was cut off for its number of steps.
    pub is_cut: bool,
    /// Steps it took.
    pub steps: u64,
}
