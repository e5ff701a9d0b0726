//! Probes: conditions over registers that are graded whenever a run leaves a block.

use program::{BlockId, FuncId, RegId};
use term::distance::CompiledDistance;
use term::{Assignment, Scratch, VarId};

/// A condition over the registers of a function, graded whenever a graded run reaches the end of a block.
/// The trace keeps the least distance.
pub struct Probe {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The condition; its variables stand for registers.
    pub condition: CompiledDistance,
    /// Which register each variable stands for.
    pub registers: Vec<(VarId, RegId)>,
}

/// Room to evaluate probes in.
#[derive(Default)]
pub(crate) struct ProbeRoom {
    pub assignment: Assignment,
    pub scratch: Scratch,
}
