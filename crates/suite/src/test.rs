//! A test as it is written down in the end.

use crate::checks::Check;
use crate::kill::Tried;
use coverage::GoalId;
use mutation::MutantId;
use program::FuncId;
use scenario::{Scenario, VarId};
use std::collections::BTreeSet;
use trace::Outcome;

/// A test, ready to be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// Its name: an identifier, different from all others of the suite.
    pub name: String,
    /// The function it is a test of.
    pub function: FuncId,
    /// What it does.
    pub scenario: Scenario,
    /// Variables whose memory must be a block of the heap: it is given back, or must not touch any other.
    pub heap: Vec<VarId>,
    /// What must hold.
    pub checks: Vec<Check>,
    /// What was printed.
    pub output: Vec<u8>,
    /// How it ends.
    pub outcome: Outcome,
    /// The wanted goals it covers by itself.
    pub goals: Vec<GoalId>,
    /// Mutants that it kills and no test before it does, as far as that was asked.
    pub kills: BTreeSet<MutantId>,
    /// What came of the mutants that it was tried on.
    pub tried: Tried,
}
