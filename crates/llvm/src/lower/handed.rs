//! Loads that only hand bytes on.
//!
//! Not every byte that a program moves has to be written: the bytes around a bit-field that is the first to
//! be written, the padding of a structure that is passed in registers, a field that is copied before
//! anybody looks at it. A load for no other purpose takes what was never written for zeros. Where bytes are
//! copied to another place in memory, those that were never written stay so.

use super::facts::{Source, Uses, VarId};
use crate::ll::ast::{BinaryOp, BlockId, InstructionKind, LocalId, Operand, Type};
use program::{Access, IdVec};
use rustc_hash::FxHashMap;

/// What has been found out about the function so far.
#[derive(Clone, Copy)]
pub(super) struct Known<'f> {
    pub definitions: &'f IdVec<LocalId, Option<(BlockId, u32)>>,
    pub uses: &'f IdVec<LocalId, Uses>,
    pub variable_of: &'f IdVec<LocalId, Option<VarId>>,
}

/// The loads of a function that only hand bytes on, each with the access it makes.
pub(super) fn handed_on(source: Source<'_, '_>, known: Known<'_>) -> FxHashMap<LocalId, Access> {
    let mut loads = FxHashMap::default();
    for (id, block) in source.blocks.iter() {
        for instruction in &block.instructions {
            let Some(result) = instruction.result else { continue };
            match &instruction.kind {
                InstructionKind::Load { pointer, .. }
                    if !is_variable(known, *pointer) && is_copied(source, known, id, result) =>
                {
                    loads.insert(result, Access::Copied);
                }
                InstructionKind::Load { pointer, .. }
                    if is_passed(source, known, id, result)
                        && is_coerced(source, known, *pointer) =>
                {
                    loads.insert(result, Access::Zeros);
                }
                InstructionKind::Binary { op: BinaryOp::Or, left, .. } => {
                    let load = read_around(source, known, result, *left);
                    loads.extend(load.map(|load| (load, Access::Zeros)));
                }
                _ => {}
            }
        }
    }
    loads
}

fn kind<'m, 'a>(
    source: Source<'m, 'a>,
    known: Known<'_>,
    local: LocalId,
) -> Option<&'m InstructionKind<'a>> {
    let (block, index) = known.definitions[local]?;
    Some(&source.blocks[block].instructions[index as usize].kind)
}

/// Whether an address is that of a variable, which lives in a register.
fn is_variable(known: Known<'_>, pointer: Operand) -> bool {
    matches!(pointer, Operand::Local(to) if known.variable_of[to].is_some())
}

/// Whether all that is done with a value is to store it somewhere else in memory.
fn is_copied(source: Source<'_, '_>, known: Known<'_>, block: BlockId, value: LocalId) -> bool {
    let uses = known.uses[value];
    let user = source.blocks[block].instructions.get(uses.user as usize);
    uses.local
        && uses.count == 1
        && user.is_some_and(|user| match user.kind {
            InstructionKind::Store { value: stored, pointer, .. } => {
                stored == Operand::Local(value) && !is_variable(known, pointer)
            }
            _ => false,
        })
}

/// Whether all that is done with a value is to return it or to give it to a call.
fn is_passed(source: Source<'_, '_>, known: Known<'_>, block: BlockId, value: LocalId) -> bool {
    let uses = known.uses[value];
    let user = source.blocks[block].instructions.get(uses.user as usize);
    let is_call = |kind: &InstructionKind<'_>| matches!(kind, InstructionKind::Call { .. });
    uses.local && uses.count == 1 && user.is_none_or(|user| is_call(&user.kind))
}

/// Whether a load takes a structure, or a part of it, for the scalars that it is passed as: clang then
/// reads a whole variable, or one of the fields of a structure that has no name.
fn is_coerced(source: Source<'_, '_>, known: Known<'_>, pointer: Operand) -> bool {
    let Operand::Local(pointer) = pointer else { return false };
    match kind(source, known, pointer) {
        Some(InstructionKind::Alloca { ty, count: None, .. }) => {
            matches!(
                source.module.types[*ty],
                Type::Struct { .. } | Type::Named(_) | Type::Array { .. }
            )
        }
        Some(InstructionKind::GetElementPointer { element, .. }) => {
            source.locals[pointer].name.starts_with("coerce.dive")
                || matches!(source.module.types[*element], Type::Struct { .. })
        }
        _ => false,
    }
}

/// The load that is made to put back what surrounds a bit-field: `load`, `and` with a mask (`bf.clear`),
/// `or` with the new bits (`bf.set`).
fn read_around(
    source: Source<'_, '_>,
    known: Known<'_>,
    result: LocalId,
    left: Operand,
) -> Option<LocalId> {
    let is_named = |local: LocalId, name: &str| source.locals[local].name.starts_with(name);
    let Operand::Local(cleared) = left else { return None };
    if !is_named(result, "bf.set") || !is_named(cleared, "bf.clear") {
        return None;
    }
    match kind(source, known, cleared)? {
        InstructionKind::Binary { op: BinaryOp::And, left: Operand::Local(read), .. } => {
            let is_load = matches!(kind(source, known, *read), Some(InstructionKind::Load { .. }));
            is_load.then_some(*read)
        }
        _ => None,
    }
}
