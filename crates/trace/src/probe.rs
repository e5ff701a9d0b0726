//! Probes: how far a run is from what lies ahead, looked at whenever it leaves a block.

use program::{BlockId, FuncId, GlobalId, RegId, Type};
use term::distance::CompiledPaths;
use term::{Compiled, VarId};

/// Paths over the registers of a function and the memory that they lead to, graded whenever a graded run
/// reaches the end of a block. The trace keeps the least sum.
#[derive(Clone, Debug)]
pub struct Probe {
    /// The function.
    pub function: FuncId,
    /// The block.
    pub block: BlockId,
    /// The paths; their variables stand for what is known at the end of the block.
    pub paths: CompiledPaths,
    /// What each variable stands for; an address is computed from variables before it.
    pub inputs: Vec<(VarId, Known)>,
}

/// What a probe knows.
#[derive(Clone, Debug)]
pub enum Known {
    /// The value of a register.
    Register(RegId),
    /// The address of a global.
    Global(GlobalId),
    /// What lies in memory.
    Memory {
        /// Computes the address.
        address: Box<Compiled>,
        /// Type of the value.
        ty: Type,
    },
}
