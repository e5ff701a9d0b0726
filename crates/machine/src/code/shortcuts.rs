//! Shortcuts: operations put before others that do their work in the common case and skip them.
//!
//! What they skip stays as it is and is carried out when a check fails, when data is symbolic or when events
//! are recorded. All registers get the values that they would have got.

use super::compile::Body;
use super::op::{Op, Slot};
use program::{
    BlockId, CheckKind, CompareOp, Constant, ConvertOp, Instruction, Operand, OutcomeId, RegId,
    SiteId, Test, Type,
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
    /// The operation behind those that are skipped.
    pub next: u32,
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
        let passed = |site: u32| self.compiler.sites.site(SiteId(self.next_site + site)).outcome(0);
        let info = ElementInfo {
            null: way.null.then(|| passed(0)),
            bounds: passed(u32::from(way.null)),
            length: self.slot(way.length),
            wide: self.slot(way.wide),
            scale: way.scale,
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
        Some((index + way.len, number))
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
