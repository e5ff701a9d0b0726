//! The algorithms: each changes the genes of scenarios until a problem says that it is solved.

pub mod avm;
pub mod population;
pub mod random;
pub mod wegener_ga;

pub use avm::{Avm, avm};
pub use random::random;
pub use wegener_ga::{WegenerGa, wegener_ga};

use crate::fitness::Score;
use fastrand::Rng;
use program::Program;
use scenario::Scenario;

/// What a search is to solve.
pub trait Problem {
    /// Executes a scenario and tells how far it was from the target.
    ///
    /// # Errors
    ///
    /// When the target is covered, or nothing more may be executed.
    fn evaluate(&mut self, random: &mut Rng, scenario: &mut Scenario) -> Result<Evaluation, Stop>;

    /// A scenario to start from.
    fn fresh(&mut self, random: &mut Rng) -> Scenario;

    /// A scenario of another shape, made from one; none if there is nothing but numbers to change.
    fn reshape(&mut self, random: &mut Rng, scenario: &Scenario) -> Option<Scenario>;

    /// By how many guides scores are given.
    fn guides(&self) -> usize;

    /// The program, whose catalogue knows the domains of inputs.
    fn program(&self) -> &Program;

    /// Elements that there is room for in an input of open length.
    fn room(&self) -> u32;
}

/// What came of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// How far it was from the target.
    pub score: Score,
    /// Whether what was known before does not count any more: the scenario was given more inputs on the way
    /// (an array grew, a question was answered), or the target is another.
    pub reshaped: bool,
}

/// Why a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The target is covered.
    Covered,
    /// Nothing more may be executed.
    Spent,
}
