//! What an arm is: a way to work that is given slices of the budget.

use super::population::Population;
use crate::technique::Session;

/// The name of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArmId {
    /// Random testing.
    Random,
    /// Tests that evolve toward all open goals.
    Evolution,
    /// A climb from the test that is nearest to a goal.
    LocalSearch,
    /// Dynamic symbolic execution.
    Exploration,
    /// Calls that bring objects into a state that a path needs.
    SequenceSearch,
}

impl ArmId {
    /// What reports call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Evolution => "evolution",
            Self::LocalSearch => "local search",
            Self::Exploration => "exploration",
            Self::SequenceSearch => "sequence search",
        }
    }
}

/// A way to work.
pub(super) trait Arm<'s> {
    /// Its name.
    fn id(&self) -> ArmId;

    /// Prepares a slice of work.
    fn prepare(&mut self, _: &Session<'_, 's>, _: &Population<'_, 's>) {}

    /// Works on a slice for not many more than `most` executions. Gives whether there was anything to do.
    fn step(
        &mut self,
        session: &mut Session<'_, 's>,
        population: &mut Population<'_, 's>,
        most: u64,
    ) -> bool;

    /// Questions that it has asked the solver so far; none if it never asks.
    fn questions(&self) -> Option<u64> {
        None
    }

    /// Whether it has shown that nothing more can be covered.
    fn is_complete(&self, _: &Session<'_, 's>) -> bool {
        false
    }

    /// Does what is left when all slices are done, and tells the session what it did.
    fn finish(self: Box<Self>, _: &mut Session<'_, 's>) {}
}
