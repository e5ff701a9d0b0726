//! Shortcuts: operations put before others that do their work in the common case and skip them.
//!
//! What they skip stays as it is and is carried out when a check fails, when data is symbolic or when events
//! are recorded. All registers get the values that they would have got.

use super::compile::Body;
use super::op::{Op, Slot};
use program::{
    Access, BlockId, CheckKind, CompareOp, Constant, ConvertOp, Instruction, Operand, OutcomeId,
    RegId, SiteId, Test, Type,
};

/// The way to an element of an array: whether there is one, its length, the bounds, and the address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ElementInfo {
    /// The check for null that passes, if there is one; that it fails is the next outcome.
    pub null: Option<OutcomeId>,
    /// The check of the bounds that passes; that it fails is the next outcome.
    pub bounds: OutcomeId,
    /// Where the length goes.
    pub length: Slot,
    /// Where the index in 64 bits goes.
    pub wide: Slot,
    /// Bytes of an element.
    pub scale: u32,
    /// What is done with the element.
    pub then: Then,
    /// The operation behind those that are skipped.
    pub next: u32,
}

/// What is done with an element.
#[derive(Clone, Copy, Debug)]
#[rustfmt::skip]
pub(crate) enum Then {
    Nothing,
    Load8(Slot), Load16(Slot), Load32(Slot), Load64(Slot), LoadF32(Slot), LoadF64(Slot),
    Store8(Slot), Store16(Slot), Store32(Slot), Store64(Slot), StoreF32(Slot), StoreF64(Slot),
}

/// The registers of a way to an element, and how many instructions it takes.
struct Way {
    null: bool,
    array: RegId,
    index: RegId,
    length: RegId,
    wide: RegId,
    place: RegId,
    scale: u32,
    len: usize,
}

impl Body<'_, '_> {
    /// Puts a shortcut before the instructions that begin here, if there is one. Gives the instruction
    /// behind them and the number of the shortcut.
    pub(super) fn shortcut(&mut self, block: BlockId, index: usize) -> Option<(usize, usize)> {
        let instructions = &self.function.blocks[block].instructions[index..];
        let mut nodes = instructions.iter().map(|instruction| &instruction.node);
        let way = way(&mut nodes)?;
        let then = nodes.next().map_or(Then::Nothing, |node| self.then(node, way.place, way.scale));
        let passed = |site: u32| self.compiler.sites.site(SiteId(self.next_site + site)).outcome(0);
        let info = ElementInfo {
            null: way.null.then(|| passed(0)),
            bounds: passed(u32::from(way.null)),
            length: self.slot(way.length),
            wide: self.slot(way.wide),
            scale: way.scale,
            then,
            next: 0,
        };
        let number = self.code.elements.len();
        self.code.elements.push(info);
        self.emit(Op::Element {
            d: self.slot(way.place),
            a: self.slot(way.array),
            i: self.slot(way.index),
            index: number as u32,
        });
        let len = way.len + usize::from(!matches!(then, Then::Nothing));
        Some((index + len, number))
    }

    /// What an instruction does with the element at a place, if that is all it does.
    fn then(&self, instruction: &Instruction, place: RegId, scale: u32) -> Then {
        match *instruction {
            Instruction::Load { ty, dst, address, offset: 0, access: Access::Trusted }
                if address == Operand::Register(place) && ty.bytes() == scale =>
            {
                let d = self.slot(dst);
                match ty {
                    Type::F32 => Then::LoadF32(d),
                    Type::F64 => Then::LoadF64(d),
                    Type::Ptr | Type::Int(64) => Then::Load64(d),
                    Type::Int(8) => Then::Load8(d),
                    Type::Int(16) => Then::Load16(d),
                    Type::Int(32) => Then::Load32(d),
                    Type::Int(_) => Then::Nothing,
                }
            }
            Instruction::Store {
                ty,
                address,
                offset: 0,
                value: Operand::Register(value),
                access: Access::Trusted,
            } if address == Operand::Register(place) && ty.bytes() == scale => {
                let v = self.slot(value);
                match ty {
                    Type::F32 => Then::StoreF32(v),
                    Type::F64 => Then::StoreF64(v),
                    Type::Ptr | Type::Int(64) => Then::Store64(v),
                    Type::Int(8) => Then::Store8(v),
                    Type::Int(16) => Then::Store16(v),
                    Type::Int(32) => Then::Store32(v),
                    Type::Int(_) => Then::Nothing,
                }
            }
            _ => Then::Nothing,
        }
    }
}

impl Body<'_, '_> {
    /// Puts a shortcut before a check for null.
    pub(super) fn emit_not_null(&mut self, check: &Instruction) {
        if let Some(register) = not_null(check) {
            let passed = self.compiler.sites.site(self.site()).outcome(0).0;
            self.emit(Op::NotNull { a: self.slot(register), passed });
        }
    }
}

/// Reads the way to an element, as lowering writes it.
fn way<'a>(nodes: &mut impl Iterator<Item = &'a Instruction>) -> Option<Way> {
    let mut node = nodes.next()?;
    let checked = not_null(node);
    if checked.is_some() {
        node = nodes.next()?;
    }
    let Instruction::ArrayLength { dst: length, array: Operand::Register(array) } = *node else {
        return None;
    };
    let Instruction::Check { kind: CheckKind::Bounds, test, .. } = nodes.next()? else {
        return None;
    };
    let &Test::Compare { op: CompareOp::Ult, ty: Type::I32, left, right } = test else {
        return None;
    };
    let Operand::Register(index) = left else { return None };
    let &Instruction::Convert { op: ConvertOp::ZExt, dst: wide, value, .. } = nodes.next()? else {
        return None;
    };
    let &Instruction::Address { dst: place, base, index: steps, scale, offset: 0 } =
        nodes.next()?
    else {
        return None;
    };
    let same = checked.is_none_or(|checked| checked == array)
        && right == Operand::Register(length)
        && value == left
        && base == Operand::Register(array)
        && steps == Operand::Register(wide);
    // What is written early must not be read later as something else.
    let apart = ![length, wide].iter().any(|early| [array, index].contains(early));
    let null = checked.is_some();
    let len = 4 + usize::from(null);
    (same && apart).then_some(Way { null, array, index, length, wide, place, scale, len })
}

/// The register that an instruction checks for null.
pub(super) fn not_null(instruction: &Instruction) -> Option<RegId> {
    match *instruction {
        Instruction::Check {
            kind: CheckKind::Null,
            test:
                Test::Compare {
                    op: CompareOp::Ne,
                    ty: Type::Ptr,
                    left: Operand::Register(register),
                    right: Operand::Constant(Constant::Bits(0)),
                },
            ..
        } => Some(register),
        _ => None,
    }
}
