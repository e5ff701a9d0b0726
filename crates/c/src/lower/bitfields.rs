//! Local variables whose bit-fields are written.
//!
//! clang writes a bit-field by reading the bytes around it, which nobody has written yet when it is the
//! first field of a new structure. That is no mistake of the program's, so the memory of such a
//! variable begins as zeros.

use super::facts::Source;
use crate::ll::ast::{BlockId, InstructionKind, LocalId, Operand};
use program::IdVec;
use rustc_hash::FxHashSet;

/// How clang names what it puts back.
const NAME: &str = "bf.set";

/// The allocas that bit-fields are written in.
pub(super) fn written(
    source: Source<'_, '_>,
    definitions: &IdVec<LocalId, Option<(BlockId, u32)>>,
) -> FxHashSet<LocalId> {
    let mut written = FxHashSet::default();
    for instruction in source.blocks.values().flat_map(|block| &block.instructions) {
        if let InstructionKind::Store { value: Operand::Local(value), pointer, .. } =
            &instruction.kind
            && source.locals[*value].name.starts_with(NAME)
        {
            written.extend(variable(source, definitions, *pointer));
        }
    }
    written
}

/// The alloca that an address lies in.
fn variable(
    source: Source<'_, '_>,
    definitions: &IdVec<LocalId, Option<(BlockId, u32)>>,
    address: Operand,
) -> Option<LocalId> {
    let mut address = address;
    // A chain of definitions that goes in circles is not followed for ever.
    for _ in 0..source.locals.len() {
        let Operand::Local(local) = address else { return None };
        let (block, index) = definitions[local]?;
        match &source.blocks[block].instructions[index as usize].kind {
            InstructionKind::Alloca { .. } => return Some(local),
            InstructionKind::GetElementPointer { base, .. } => address = *base,
            _ => return None,
        }
    }
    None
}
