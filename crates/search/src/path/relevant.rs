//! The registers that still matter: those that conditions on the way to the target are computed from.
//!
//! Two paths that meet with equal values in these are one from there on.

use crate::terrain::Terrain;
use program::analysis::BitSet;
use program::{
    BlockId, Edge, FuncId, Function, Id, Instruction, Operand, RegId, Terminator, Test, operands,
};
use std::collections::BTreeMap;

/// By block: what matters at its end, and what of it computes that.
#[derive(Debug)]
pub struct Relevant {
    at_end: Vec<Option<BitSet>>,
    /// The places of the instructions that something ahead needs, ascending.
    needed: Vec<Vec<u32>>,
    memory: usize,
}

/// A select that a path is to end with: its block and its place there.
pub type Within = (BlockId, u32);

impl Relevant {
    /// Looks back from the conditions of all ways between `blocks`; `ways` gives the edges of a block that
    /// stay between them.
    pub fn new<'f>(
        terrain: &Terrain<'_>,
        function: FuncId,
        blocks: &[BlockId],
        ways: impl Fn(BlockId) -> Vec<(&'f Edge, Option<BlockId>)>,
        within: &[Within],
    ) -> Self {
        let function = &terrain.program().functions[function];
        let memory = function.registers.len();
        let looker = Looker { terrain, function, memory };
        let empty = || BitSet::new(memory + 1);
        let mut starts: BTreeMap<BlockId, BitSet> = BTreeMap::new();
        for &(block, index) in within {
            let mut set = empty();
            let instructions = &function.blocks[block].instructions;
            if let Some(Instruction::Select { test, .. }) =
                instructions.get(index as usize).map(|select| &select.node)
            {
                looker.test(test, &mut set);
            }
            looker.back(block, index as usize, &mut set);
            starts.entry(block).or_insert_with(empty).union_with(&set);
        }
        let mut at_end: BTreeMap<BlockId, BitSet> =
            blocks.iter().map(|block| (*block, empty())).collect();
        loop {
            let mut changed = false;
            for &block in blocks.iter().rev() {
                let mut end = empty();
                looker.terminator(&function.blocks[block].terminator.node, &mut end);
                for (edge, to) in ways(block) {
                    let Some(after) = to.and_then(|to| starts.get(&to)) else { continue };
                    let mut before = after.clone();
                    for (register, _) in &edge.moves {
                        before.remove(register.index());
                    }
                    for (register, value) in &edge.moves {
                        if after.contains(register.index()) {
                            looker.operand(*value, &mut before);
                        }
                    }
                    end.union_with(&before);
                }
                let mut start = end.clone();
                changed |= at_end.entry(block).or_insert_with(empty).union_with(&end);
                looker.back(block, function.blocks[block].instructions.len(), &mut start);
                changed |= starts.entry(block).or_insert_with(empty).union_with(&start);
            }
            if !changed {
                break;
            }
        }
        let mut needed = vec![Vec::new(); function.blocks.len()];
        for (block, end) in &at_end {
            let count = function.blocks[*block].instructions.len();
            needed[block.index()] = looker.back(*block, count, &mut end.clone());
            needed[block.index()].reverse();
        }
        let mut dense = vec![None; function.blocks.len()];
        at_end.into_iter().for_each(|(block, end)| dense[block.index()] = Some(end));
        Self { at_end: dense, needed, memory }
    }

    /// Keeps the registers that matter at the end of a block; gives whether memory does.
    pub fn restrict<T>(&self, block: BlockId, registers: &mut Vec<(RegId, T)>) -> bool {
        let Some(end) = &self.at_end[block.index()] else {
            registers.clear();
            return false;
        };
        registers.retain(|(register, _)| end.contains(register.index()));
        end.contains(self.memory)
    }

    /// The places of the instructions of a block that something ahead needs.
    pub fn needed(&self, block: BlockId) -> &[u32] {
        &self.needed[block.index()]
    }

    /// Whether memory matters at the end of a block.
    pub fn memory(&self, block: BlockId) -> bool {
        self.at_end[block.index()].as_ref().is_some_and(|set| set.contains(self.memory))
    }

    /// The registers that matter at the end of a block.
    pub fn registers(&self, block: BlockId) -> impl Iterator<Item = RegId> + '_ {
        let set = self.at_end[block.index()].iter().flat_map(BitSet::iter);
        set.filter(|number| *number < self.memory).map(RegId::new)
    }
}

struct Looker<'a, 'p> {
    terrain: &'a Terrain<'p>,
    function: &'a Function,
    memory: usize,
}

impl Looker<'_, '_> {
    fn operand(&self, operand: Operand, set: &mut BitSet) {
        if let Operand::Register(register) = operand {
            set.insert(register.index());
        }
    }

    fn test(&self, test: &Test, set: &mut BitSet) {
        operands::of_test(test, &mut |operand| self.operand(operand, set));
    }

    fn terminator(&self, terminator: &Terminator, set: &mut BitSet) {
        match terminator {
            Terminator::Branch { test, .. } => self.test(test, set),
            Terminator::Switch { value, .. } => self.operand(*value, set),
            _ => {}
        }
    }

    /// Goes back over the first instructions of a block, and gives the places of those that are needed, the last first.
    fn back(&self, block: BlockId, count: usize, set: &mut BitSet) -> Vec<u32> {
        let mut needed = Vec::new();
        let instructions = self.function.blocks[block].instructions[..count].iter();
        for (place, instruction) in instructions.enumerate().rev() {
            let instruction = &instruction.node;
            let writes = self.terrain.may_write(instruction) && set.contains(self.memory);
            let wanted = match instruction {
                Instruction::Store { .. } => set.contains(self.memory),
                _ => instruction.destination().is_some_and(|to| set.remove(to.index())),
            };
            if wanted || writes {
                needed.push(place as u32);
            }
            if wanted && !is_opaque(instruction) {
                operands::of_instruction(instruction, |operand| self.operand(operand, set));
                if matches!(instruction, Instruction::Load { .. }) {
                    set.insert(self.memory);
                }
            }
            if self.terrain.may_write(instruction) {
                set.remove(self.memory);
            }
        }
        needed
    }
}

/// Whether nothing is known of the result of an instruction.
pub fn is_opaque(instruction: &Instruction) -> bool {
    !matches!(
        instruction,
        Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Compare { .. }
            | Instruction::Convert { .. }
            | Instruction::Fma { .. }
            | Instruction::Select { .. }
            | Instruction::Load { .. }
            | Instruction::Store { .. }
            | Instruction::Address { .. }
    )
}
