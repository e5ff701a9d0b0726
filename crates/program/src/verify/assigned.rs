//! Every register has a value before it is read, on every path.
//!
//! A forward data flow over sets of registers that surely have a value; where paths meet, the sets are
//! intersected. Into a handler flows what held when the covered block was entered, since anything in
//! the block may throw before it assigns; the handler's register has a value in addition. Only
//! registers that some block reads before it assigns them take part: for all others the block itself
//! is the proof.

use std::collections::VecDeque;

use super::function::Inside;
use crate::operands;
use crate::{Block, BlockId, Function, IdVec, Operand, RegId};

/// A set of the registers that take part, as bits.
#[derive(Clone, PartialEq)]
struct Set(Vec<u64>);

impl Set {
    fn insert(&mut self, index: u32) {
        self.0[index as usize / 64] |= 1 << (index % 64);
    }

    fn contains(&self, index: u32) -> bool {
        self.0[index as usize / 64] & 1 << (index % 64) != 0
    }

    /// Keeps what is also in another set; tells whether anything went.
    fn intersect(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *word & !other != 0;
            *word &= other;
        }
        changed
    }
}

impl Inside<'_, '_> {
    /// Reports registers that are read before they have a value. All ids are known to be good.
    pub(super) fn assigned(&mut self) {
        let function = self.function;
        let numbers = exposed(function);
        let participants = numbers.values().flatten().count();
        if participants == 0 {
            return;
        }
        let at_entry = solve(function, &numbers, participants);
        for (id, block) in function.blocks.iter() {
            // A block without a set is never reached.
            if let Some(state) = &at_entry[id] {
                self.reads(id, block, &numbers, state.clone());
            }
        }
    }

    fn reads(
        &mut self,
        id: BlockId,
        block: &Block,
        numbers: &IdVec<RegId, Option<u32>>,
        mut state: Set,
    ) {
        let mut missing: Vec<RegId> = Vec::new();
        for (index, instruction) in block.instructions.iter().enumerate() {
            operands::of_instruction(&instruction.node, |operand| {
                collect_missing(numbers, &mut state, operand, &mut missing);
            });
            self.stand_at(id, index as u32);
            self.report(&mut missing);
            if let Some(number) = instruction.node.destination().and_then(|dst| numbers[dst]) {
                state.insert(number);
            }
        }
        operands::of_terminator(&block.terminator.node, |operand| {
            collect_missing(numbers, &mut state, operand, &mut missing);
        });
        self.stand_at(id, block.instructions.len() as u32);
        self.report(&mut missing);
    }

    fn report(&mut self, missing: &mut Vec<RegId>) {
        for register in missing.drain(..) {
            let name = &self.function.registers[register].name;
            self.problem(format!("`%{name}` may have no value here"));
        }
    }
}

/// Notes a register that is read without a value, once in a block.
fn collect_missing(
    numbers: &IdVec<RegId, Option<u32>>,
    state: &mut Set,
    operand: Operand,
    missing: &mut Vec<RegId>,
) {
    if let Operand::Register(register) = operand
        && let Some(number) = numbers[register]
        && !state.contains(number)
    {
        state.insert(number);
        missing.push(register);
    }
}

/// Numbers the registers that some block reads before it assigns them, parameters left out.
fn exposed(function: &Function) -> IdVec<RegId, Option<u32>> {
    let mut numbers = IdVec::filled(None, function.registers.len());
    // The last block that assigned a register, so that no set has to be cleared for each block.
    let mut assigned_in: IdVec<RegId, Option<BlockId>> =
        IdVec::filled(None, function.registers.len());
    let mut next = 0;
    for (id, block) in function.blocks.iter() {
        let mut read = |assigned_in: &IdVec<RegId, Option<BlockId>>, operand: Operand| {
            if let Operand::Register(register) = operand
                && register.0 >= function.params
                && assigned_in[register] != Some(id)
                && numbers[register].is_none()
            {
                numbers[register] = Some(next);
                next += 1;
            }
        };
        for instruction in &block.instructions {
            operands::of_instruction(&instruction.node, |operand| read(&assigned_in, operand));
            if let Some(dst) = instruction.node.destination() {
                assigned_in[dst] = Some(id);
            }
        }
        operands::of_terminator(&block.terminator.node, |operand| read(&assigned_in, operand));
    }
    numbers
}

/// The sets at the entries of all blocks that can be reached.
fn solve(
    function: &Function,
    numbers: &IdVec<RegId, Option<u32>>,
    participants: usize,
) -> IdVec<BlockId, Option<Set>> {
    let mut at_entry: IdVec<BlockId, Option<Set>> = IdVec::filled(None, function.blocks.len());
    let mut queue = VecDeque::from([Function::ENTRY]);
    let mut queued = IdVec::filled(false, function.blocks.len());
    at_entry[Function::ENTRY] = Some(Set(vec![0; participants.div_ceil(64)]));
    while let Some(id) = queue.pop_front() {
        queued[id] = false;
        let Some(entry) = at_entry[id].clone() else { continue };
        let block = &function.blocks[id];
        let mut flow = |target: BlockId, state: &Set| {
            let changed = match &mut at_entry[target] {
                Some(known) => known.intersect(state),
                unknown @ None => {
                    *unknown = Some(state.clone());
                    true
                }
            };
            if changed && !std::mem::replace(&mut queued[target], true) {
                queue.push_back(target);
            }
        };
        if let Some(table) = block.handlers {
            for handler in &function.handlers[table].handlers {
                let mut state = entry.clone();
                assign(numbers, &mut state, handler.register);
                flow(handler.target, &state);
            }
        }
        let mut exit = entry;
        for instruction in &block.instructions {
            if let Some(dst) = instruction.node.destination() {
                assign(numbers, &mut exit, dst);
            }
        }
        for edge in block.terminator.node.edges() {
            if edge.moves.is_empty() {
                flow(edge.target, &exit);
                continue;
            }
            let mut state = exit.clone();
            for (register, _) in &edge.moves {
                assign(numbers, &mut state, *register);
            }
            flow(edge.target, &state);
        }
    }
    at_entry
}

fn assign(numbers: &IdVec<RegId, Option<u32>>, state: &mut Set, register: RegId) {
    if let Some(number) = numbers[register] {
        state.insert(number);
    }
}
