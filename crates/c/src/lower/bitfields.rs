//! Reads of the bits around a bit-field that is written.
//!
//! clang writes a bit-field by reading the bytes that it lies in, replacing its bits and writing them back.
//! Nobody has written those bytes yet when it is the first field of a new structure. That is no mistake
//! of the program's, so such a read takes what was never written for zeros.

use super::facts::Source;
use crate::ll::ast::{BinaryOp, BlockId, InstructionKind, LocalId, Operand};
use program::IdVec;
use rustc_hash::FxHashSet;

/// The loads that are made only to put back what surrounds a bit-field: `load`, `and` with a mask
/// (`bf.clear`), `or` with the new bits (`bf.set`).
pub(super) fn reads_around(
    source: Source<'_, '_>,
    definitions: &IdVec<LocalId, Option<(BlockId, u32)>>,
) -> FxHashSet<LocalId> {
    let kind = |local: LocalId| {
        let (block, index) = definitions[local]?;
        Some(&source.blocks[block].instructions[index as usize].kind)
    };
    let is_named = |local: LocalId, name: &str| source.locals[local].name.starts_with(name);
    let mut reads = FxHashSet::default();
    for instruction in source.blocks.values().flat_map(|block| &block.instructions) {
        let InstructionKind::Binary { op: BinaryOp::Or, left: Operand::Local(cleared), .. } =
            instruction.kind
        else {
            continue;
        };
        if instruction.result.is_some_and(|result| is_named(result, "bf.set"))
            && is_named(cleared, "bf.clear")
            && let Some(InstructionKind::Binary {
                op: BinaryOp::And,
                left: Operand::Local(read),
                ..
            }) = kind(cleared)
            && matches!(kind(*read), Some(InstructionKind::Load { .. }))
        {
            reads.insert(*read);
        }
    }
    reads
}
