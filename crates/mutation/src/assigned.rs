//! Which variables have a value before an instruction.

use program::analysis::{Cfg, Dominators};
use program::{BlockId, Function, Id, RegId};
use std::collections::BTreeMap;

/// Which registers have a value wherever a run gets to, as far as instructions and parameters tell.
pub struct Assigned {
    params: usize,
    /// The instructions that assign each register.
    by_register: BTreeMap<RegId, Vec<(BlockId, usize)>>,
    dominators: Dominators,
}

impl Assigned {
    pub fn new(function: &Function, cfg: &Cfg) -> Self {
        let mut by_register: BTreeMap<RegId, Vec<(BlockId, usize)>> = BTreeMap::new();
        for (block, body) in function.blocks.iter() {
            for (index, instruction) in body.instructions.iter().enumerate() {
                if let Some(register) = instruction.node.destination() {
                    by_register.entry(register).or_default().push((block, index));
                }
            }
        }
        Self { params: function.params as usize, by_register, dominators: Dominators::new(cfg) }
    }

    /// Whether a register has a value in front of an instruction, whichever way a run came.
    pub fn before(&self, register: RegId, block: BlockId, index: usize) -> bool {
        let earlier = |(other, at): &(BlockId, usize)| {
            (*other == block && *at < index) || self.dominators.strictly_dominates(*other, block)
        };
        register.index() < self.params
            || self.by_register.get(&register).is_some_and(|known| known.iter().any(earlier))
    }
}
