//! Which variables may be read before they are written.
//!
//! A forward data flow over the sets of variables that surely have a value, as the verifier of programs
//! does it for registers. Only variables that some block reads before it writes them take part.

use super::facts::{Facts, Source, VarId};
use super::operands;
use super::roles::Role;
use crate::ll::ast::{BlockId, InstructionKind};
use program::{Id, IdVec};
use rustc_hash::FxHashSet;

/// Reads that may find a variable without a value, by block and instruction.
pub(super) type OpenReads = FxHashSet<(BlockId, u32)>;

/// A step of a block that concerns a variable.
#[derive(Clone, Copy)]
struct Step {
    index: u32,
    variable: VarId,
    write: bool,
}

/// Finds the reads of variables that may come before any write.
pub(super) fn open_reads(source: Source<'_, '_>, facts: &Facts) -> OpenReads {
    let steps: IdVec<BlockId, Vec<Step>> =
        source.blocks.ids().map(|block| steps(source, facts, block)).collect();
    let exposed = exposed(facts, &steps);
    let width = exposed.values().flatten().count();
    if width == 0 {
        return OpenReads::default();
    }
    let words = width.div_ceil(64);
    let mut at_entry: IdVec<BlockId, Option<Vec<u64>>> = IdVec::filled(None, source.blocks.len());
    at_entry[BlockId(0)] = Some(vec![0; words]);
    let mut changed = true;
    while changed {
        changed = false;
        for block in &facts.order {
            let Some(mut state) = at_entry[*block].clone() else { continue };
            for step in steps[*block].iter().filter(|step| step.write) {
                if let Some(bit) = exposed[step.variable] {
                    state[bit / 64] |= 1 << (bit % 64);
                }
            }
            let terminator = &source.blocks[*block].terminator.kind;
            for next in operands::successors(source.module, terminator) {
                match &mut at_entry[next] {
                    unknown @ None => {
                        *unknown = Some(state.clone());
                        changed = true;
                    }
                    Some(known) => {
                        for (word, other) in known.iter_mut().zip(&state) {
                            changed |= *word & !other != 0;
                            *word &= other;
                        }
                    }
                }
            }
        }
    }
    let mut open = OpenReads::default();
    for (block, steps) in steps.iter() {
        let Some(mut state) = at_entry[block].clone() else { continue };
        for step in steps {
            let Some(bit) = exposed[step.variable] else { continue };
            if step.write {
                state[bit / 64] |= 1 << (bit % 64);
            } else if state[bit / 64] & 1 << (bit % 64) == 0 {
                open.insert((block, step.index));
            }
        }
    }
    open
}

fn steps(source: Source<'_, '_>, facts: &Facts, block: BlockId) -> Vec<Step> {
    let mut steps = Vec::new();
    for (index, instruction) in source.blocks[block].instructions.iter().enumerate() {
        if facts.roles[block][index] != Role::Code {
            continue;
        }
        let (pointer, write) = match &instruction.kind {
            InstructionKind::Load { pointer, .. } => (*pointer, false),
            InstructionKind::Store { pointer, .. } => (*pointer, true),
            _ => continue,
        };
        if let Some(variable) = facts.variable(pointer) {
            steps.push(Step { index: index as u32, variable, write });
        }
    }
    steps
}

/// Numbers the variables that a block reads before it writes them; parameters have a value anyway.
fn exposed(facts: &Facts, steps: &IdVec<BlockId, Vec<Step>>) -> IdVec<VarId, Option<usize>> {
    let mut numbers = IdVec::filled(None, facts.variables.len());
    let mut written_in: IdVec<VarId, Option<BlockId>> = IdVec::filled(None, facts.variables.len());
    let mut next = 0;
    for (block, steps) in steps.iter() {
        for step in steps {
            let variable = step.variable;
            if step.write {
                written_in[variable] = Some(block);
            } else if written_in[variable] != Some(block)
                && facts.variables[variable].parameter.is_none()
                && numbers[variable].is_none()
            {
                numbers[variable] = Some(next);
                next += 1;
            }
        }
    }
    debug_assert!(next <= facts.variables.ids().map(|id| id.index() + 1).max().unwrap_or(0));
    numbers
}
