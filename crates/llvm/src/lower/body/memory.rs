//! Variables, loads, stores and addresses.

use super::{Body, Bound, address, constant};
use crate::ll::ast::{self, InstructionKind, LocalId, Type as LlType, TypeId};
use crate::lower::constant::{Scalar, no_part, sign_extend};
use crate::lower::layout::{Form, Leaf, Refusal};
use program::{
    Access, BinaryOp, CheckKind, CompareOp, Constant, ConvertOp, Failure, Instruction, Operand,
    RegId, Region, Test, Type,
};

impl<'a> Body<'_, '_, 'a> {
    /// Lowers an instruction that makes or reads memory or computes an address.
    pub(super) fn memory(
        &mut self,
        result: LocalId,
        kind: &InstructionKind<'a>,
    ) -> Result<(), Refusal> {
        match kind {
            InstructionKind::Alloca { ty, count, align } => {
                self.alloca(result, *ty, *count, *align)
            }
            InstructionKind::Load { ty, pointer, .. } => self.load(result, *ty, *pointer),
            InstructionKind::GetElementPointer { element, base, indices, .. } => {
                self.element_pointer(result, *element, *base, indices)
            }
            _ => Err("an access of an unknown kind".to_owned()),
        }
    }

    fn alloca(
        &mut self,
        result: LocalId,
        ty: TypeId,
        count: Option<ast::Operand>,
        align: u32,
    ) -> Result<(), Refusal> {
        if self.facts.variable_of[result].is_some() || self.facts.uses[result].count == 0 {
            return Ok(());
        }
        let layout = self.unit.layout;
        let size = layout.size(ty);
        let size = match count {
            None => constant(size.into()),
            Some(count) => {
                let from = self.scalar_type(count)?;
                let mut count = self.scalar(count)?;
                if from.bits() < 64 {
                    count = self.converted(ConvertOp::ZExt, from, Type::I64, count);
                }
                self.check_length(count);
                if size == 1 {
                    count
                } else {
                    self.computed(BinaryOp::Mul, Type::I64, count, constant(size.into()))
                }
            }
        };
        let align = align.max(layout.align(ty) as u32).max(1);
        let dst = self.destination(result, Type::Ptr);
        let (region, zeroed) = (Region::Stack, false);
        self.emit(Instruction::Allocate { dst, size, align, region, zeroed });
        Ok(())
    }

    /// The length of an array on the stack is not negative. clang has made it unsigned by now, so that a
    /// negative `int` is a number that no stack has room for.
    fn check_length(&mut self, count: Operand) {
        if let Operand::Register(_) = count {
            self.emit(Instruction::Check {
                kind: CheckKind::Size,
                test: Test::Compare {
                    op: CompareOp::Ule,
                    ty: Type::I64,
                    left: count,
                    right: constant(i64::from(i32::MAX) as u128),
                },
                failure: Failure::Trap,
            });
        }
    }

    fn load(&mut self, result: LocalId, ty: TypeId, pointer: ast::Operand) -> Result<(), Refusal> {
        if let Some(variable) = self.facts.variable(pointer) {
            let register = Operand::Register(self.variables[variable]);
            if self.open.contains(&(self.block, self.index))
                && let Some(flag) = self.written[variable]
                && !self.is_self_assignment(result, pointer)
            {
                self.emit(Instruction::Check {
                    kind: CheckKind::Initialised,
                    test: Test::Value(Operand::Register(flag)),
                    failure: Failure::Trap,
                });
            }
            if self.facts.deferred[result] {
                self.values[result] = Bound::Scalar(register);
            } else if self.facts.uses[result].count > 0 {
                let ty = self.facts.variables[variable].ty;
                let dst = self.destination(result, ty);
                self.emit(Instruction::Copy { ty, dst, value: register });
            }
            return Ok(());
        }
        let leaves = self.unit.layout.leaves(ty)?;
        let (base, offset) = self.place(pointer)?;
        let access = self.access(ast::Operand::Local(result), &leaves).unwrap_or_default();
        self.lanes(result, |body, dst, lane, _| {
            body.load_leaf_as(access, leaves[lane], dst, base, offset)
        })
    }

    /// Whether all that is done with a variable's value is to store it back: `int x = x;` says that the
    /// author knows.
    fn is_self_assignment(&self, result: LocalId, pointer: ast::Operand) -> bool {
        let uses = self.facts.uses[result];
        let user = self.source.blocks[self.block].instructions.get(uses.user as usize);
        uses.local
            && uses.count == 1
            && user.is_some_and(|user| {
                matches!(&user.kind, InstructionKind::Store { value, pointer: to, .. }
                    if *value == ast::Operand::Local(result) && *to == pointer)
            })
    }

    pub(super) fn store(
        &mut self,
        value: ast::Operand,
        pointer: ast::Operand,
    ) -> Result<(), Refusal> {
        if let Some(variable) = self.facts.variable(pointer) {
            let dst = self.variables[variable];
            let value = self.scalar(value)?;
            if value != Operand::Register(dst) {
                let ty = self.facts.variables[variable].ty;
                self.emit(Instruction::Copy { ty, dst, value });
            }
            if let Some(flag) = self.written[variable] {
                self.emit(Instruction::Copy { ty: Type::BOOL, dst: flag, value: constant(1) });
            }
            return Ok(());
        }
        let leaves = self.unit.layout.leaves(self.type_of(value)?)?;
        let parts = self.parts(value)?;
        let (base, offset) = self.place(pointer)?;
        let access = self.access(value, &leaves).filter(|access| *access == Access::Copied);
        for (leaf, value) in leaves.iter().zip(parts) {
            self.store_leaf_as(access.unwrap_or_default(), *leaf, base, offset, value)?;
        }
        Ok(())
    }

    /// How a load that only hands bytes on, or the store that it hands them to, makes its access.
    fn access(&self, value: ast::Operand, leaves: &[Leaf]) -> Option<Access> {
        let ast::Operand::Local(load) = value else { return None };
        let access = *self.facts.handed_on.get(&load)?;
        // What is put together of pieces is not in the register as it is in memory.
        let whole = leaves.iter().all(|leaf| leaf.form == Form::Plain);
        Some(if whole { access } else { Access::Zeros })
    }

    /// An address and the bytes that are still to be added to it.
    pub(super) fn place(&mut self, pointer: ast::Operand) -> Result<(Operand, i64), Refusal> {
        if let ast::Operand::Local(local) = pointer
            && let Bound::Place(base, offset) = self.values[local]
        {
            return Ok((base, offset));
        }
        Ok((self.scalar(pointer)?, 0))
    }

    /// Loads a scalar.
    pub(super) fn load_leaf(
        &mut self,
        leaf: Leaf,
        dst: RegId,
        base: Operand,
        offset: i64,
    ) -> Result<(), Refusal> {
        self.load_leaf_as(Access::Checked, leaf, dst, base, offset)
    }

    fn load_leaf_as(
        &mut self,
        access: Access,
        leaf: Leaf,
        dst: RegId,
        base: Operand,
        offset: i64,
    ) -> Result<(), Refusal> {
        let (address, offset) = self.reach(base, offset, leaf.offset);
        let Form::Bytes(bytes) = leaf.form else {
            self.emit(Instruction::Load { ty: leaf.ty, dst, address, offset, access });
            return Ok(());
        };
        // Piece by piece, from the low end, each a width that memory has.
        let whole = wide(leaf.ty);
        let mut joined = constant(0);
        for (at, ty) in pieces(bytes) {
            let piece = self.temporary(ty);
            self.emit(Instruction::Load { ty, dst: piece, address, offset: offset + at, access });
            let mut value = self.converted(ConvertOp::ZExt, ty, whole, Operand::Register(piece));
            if at > 0 {
                value = self.computed(BinaryOp::Shl, whole, value, constant(at as u128 * 8));
                value = self.computed(BinaryOp::Or, whole, joined, value);
            }
            joined = value;
        }
        self.emit(if whole == leaf.ty {
            Instruction::Copy { ty: whole, dst, value: joined }
        } else {
            Instruction::Convert {
                op: ConvertOp::Trunc,
                from: whole,
                to: leaf.ty,
                dst,
                value: joined,
            }
        });
        Ok(())
    }

    /// Stores a scalar.
    pub(super) fn store_leaf(
        &mut self,
        leaf: Leaf,
        base: Operand,
        offset: i64,
        value: Operand,
    ) -> Result<(), Refusal> {
        self.store_leaf_as(Access::Checked, leaf, base, offset, value)
    }

    fn store_leaf_as(
        &mut self,
        access: Access,
        leaf: Leaf,
        base: Operand,
        offset: i64,
        value: Operand,
    ) -> Result<(), Refusal> {
        let (address, offset) = self.reach(base, offset, leaf.offset);
        let Form::Bytes(bytes) = leaf.form else {
            self.emit(Instruction::Store { ty: leaf.ty, address, offset, value, access });
            return Ok(());
        };
        let whole = wide(leaf.ty);
        let value = if whole == leaf.ty {
            value
        } else {
            self.converted(ConvertOp::ZExt, leaf.ty, whole, value)
        };
        for (at, ty) in pieces(bytes) {
            let mut piece = value;
            if at > 0 {
                piece = self.computed(BinaryOp::LShr, whole, piece, constant(at as u128 * 8));
            }
            let piece = self.converted(ConvertOp::Trunc, whole, ty, piece);
            self.emit(Instruction::Store {
                ty,
                address,
                offset: offset + at,
                value: piece,
                access,
            });
        }
        Ok(())
    }

    /// An address and an offset that fits into an instruction.
    fn reach(&mut self, base: Operand, offset: i64, more: u64) -> (Operand, i32) {
        let offset = offset.wrapping_add(more as i64);
        match base {
            Operand::Constant(Constant::Global(global, start)) => {
                (Operand::Constant(Constant::Global(global, start.wrapping_add(offset))), 0)
            }
            // Room is left for the pieces of an odd width.
            _ => match i32::try_from(offset) {
                Ok(offset) if offset < i32::MAX - 16 => (base, offset),
                _ => {
                    let dst = self.temporary(Type::Ptr);
                    self.emit(address(dst, base, offset));
                    (Operand::Register(dst), 0)
                }
            },
        }
    }

    fn element_pointer(
        &mut self,
        result: LocalId,
        element: TypeId,
        base: ast::Operand,
        indices: &[ast::Operand],
    ) -> Result<(), Refusal> {
        let (base, start) = self.place(base)?;
        let steps = self.steps(element, indices)?;
        let offset = start.wrapping_add(steps.offset);
        if steps.variable.is_empty() {
            if let Operand::Constant(Constant::Global(global, at)) = base {
                let place = Constant::Global(global, at.wrapping_add(offset));
                self.values[result] = Bound::Scalar(Operand::Constant(place));
                return Ok(());
            }
            if self.facts.deferred[result] {
                self.values[result] = Bound::Place(base, offset);
                return Ok(());
            }
            if offset == 0 && !self.is_variable(base) {
                self.values[result] = Bound::Scalar(base);
                return Ok(());
            }
        }
        let dst = self.destination(result, Type::Ptr);
        self.add_up(dst, base, Steps { offset, variable: steps.variable });
        Ok(())
    }

    /// Computes the address of an element into a register.
    pub(super) fn element_address(
        &mut self,
        dst: RegId,
        element: TypeId,
        base: Operand,
        indices: &[ast::Operand],
    ) -> Result<(), Refusal> {
        let steps = self.steps(element, indices)?;
        self.add_up(dst, base, steps);
        Ok(())
    }

    fn add_up(&mut self, dst: RegId, base: Operand, steps: Steps) {
        let Some(((last, scale), before)) = steps.variable.split_last() else {
            self.emit(address(dst, base, steps.offset));
            return;
        };
        let mut base = base;
        for (index, scale) in before {
            let dst = self.temporary(Type::Ptr);
            self.emit(Instruction::Address { dst, base, index: *index, scale: *scale, offset: 0 });
            base = Operand::Register(dst);
        }
        let (index, scale, offset) = (*last, *scale, steps.offset);
        self.emit(Instruction::Address { dst, base, index, scale, offset });
    }

    /// What the indices of an address calculation add up to.
    fn steps(&mut self, element: TypeId, indices: &[ast::Operand]) -> Result<Steps, Refusal> {
        let layout = self.unit.layout;
        let mut steps = Steps { offset: 0, variable: Vec::new() };
        let mut ty = element;
        for (place, index) in indices.iter().enumerate() {
            let known = match index {
                ast::Operand::Constant(id) => match self.unit.constants.scalar(*id)? {
                    Some(Scalar::Bits(bits)) => {
                        let width = layout.scalar(self.unit.module.constants[*id].ty)?.ty.bits();
                        Some(sign_extend(bits, width) as i64)
                    }
                    _ => None,
                },
                _ => None,
            };
            let mut size = layout.size(ty);
            if place > 0 {
                match layout.resolve(ty) {
                    LlType::Struct { .. } => {
                        let field = known.ok_or_else(no_part)?;
                        let (offset, inner) = layout.part(ty, field as u64).ok_or_else(no_part)?;
                        steps.offset = steps.offset.wrapping_add(offset as i64);
                        ty = inner;
                        continue;
                    }
                    LlType::Array { element, .. } | LlType::Vector { element, .. } => {
                        size = layout.size(*element);
                        ty = *element;
                    }
                    _ => return Err(no_part()),
                }
            }
            match known {
                Some(known) => {
                    steps.offset = steps.offset.wrapping_add(known.wrapping_mul(size as i64));
                }
                None if size > 0 => {
                    let (index, scale) = self.scaled(*index, size)?;
                    steps.variable.push((index, scale));
                }
                None => {}
            }
        }
        Ok(steps)
    }

    /// An index as 64 bits, with the bytes of one step.
    fn scaled(&mut self, index: ast::Operand, size: u64) -> Result<(Operand, u32), Refusal> {
        let from = self.scalar_type(index)?;
        let mut index = self.scalar(index)?;
        if from.bits() < 64 {
            index = self.converted(ConvertOp::SExt, from, Type::I64, index);
        } else if from.bits() > 64 {
            index = self.converted(ConvertOp::Trunc, from, Type::I64, index);
        }
        match u32::try_from(size) {
            Ok(scale) => Ok((index, scale)),
            Err(_) => {
                Ok((self.computed(BinaryOp::Mul, Type::I64, index, constant(size.into())), 1))
            }
        }
    }
}

/// What is added to an address.
struct Steps {
    offset: i64,
    /// Indices and the bytes of one step each.
    variable: Vec<(Operand, u32)>,
}

/// The power-of-two width that an odd one is computed in.
fn wide(ty: Type) -> Type {
    Type::Int((ty.bits().next_power_of_two()).max(8))
}

/// The pieces that so many bytes are read and written in.
fn pieces(bytes: u32) -> impl Iterator<Item = (i32, Type)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let left = bytes - at;
        let size = [8, 4, 2, 1].into_iter().find(|size| *size <= left)?;
        let piece = (at as i32, Type::Int(size as u8 * 8));
        at += size;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_widths_fall_into_pieces_that_memory_has() {
        let of = |bytes| pieces(bytes).map(|(at, ty)| (at, ty.bits())).collect::<Vec<_>>();
        assert_eq!(of(3), [(0, 16), (2, 8)]);
        assert_eq!(of(5), [(0, 32), (4, 8)]);
        assert_eq!(of(6), [(0, 32), (4, 16)]);
        assert_eq!(of(7), [(0, 32), (4, 16), (6, 8)]);
        assert_eq!(of(9), [(0, 64), (8, 8)]);
    }
}
