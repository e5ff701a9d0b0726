//! Structures, arrays and vectors as values: their scalars are picked and replaced.

use super::{Body, constant};
use crate::ll::ast::{self, InstructionKind, LocalId, TypeId};
use crate::lower::constant::{Scalar, no_part};
use crate::lower::layout::{Leaf, Refusal};
use program::{Access, BinaryOp, ConvertOp, Instruction, Operand, Type};
use std::ops::Range;

impl<'a> Body<'_, '_, 'a> {
    /// Lowers an instruction that picks or replaces parts of a value.
    pub(super) fn aggregate(
        &mut self,
        result: LocalId,
        kind: &InstructionKind<'a>,
    ) -> Result<(), Refusal> {
        match kind {
            InstructionKind::ExtractValue { aggregate, indices } => {
                let range = self.range(self.type_of(*aggregate)?, indices)?;
                let parts = self.parts(*aggregate)?;
                let picked = parts.get(range).ok_or_else(no_part)?.to_vec();
                self.bind(result, picked);
            }
            InstructionKind::InsertValue { aggregate, element, indices } => {
                let range = self.range(self.type_of(*aggregate)?, indices)?;
                let mut parts = self.parts(*aggregate)?;
                let element = self.settled(*element)?;
                parts.splice(range, element);
                self.bind(result, parts);
            }
            InstructionKind::ExtractElement { vector, index } => {
                let parts = self.parts(*vector)?;
                match self.number(*index)? {
                    Some(index) => {
                        let part = *parts.get(index).ok_or_else(no_part)?;
                        self.bind(result, vec![part]);
                    }
                    None => self.extract_anywhere(result, *vector, *index)?,
                }
            }
            InstructionKind::InsertElement { vector, element, index } => {
                let mut parts = self.parts(*vector)?;
                match self.number(*index)? {
                    Some(index) => {
                        let element = self.settled(*element)?;
                        let part = parts.get_mut(index).ok_or_else(no_part)?;
                        *part = *element.first().ok_or_else(no_part)?;
                        self.bind(result, parts);
                    }
                    None => self.insert_anywhere(result, *vector, *element, *index)?,
                }
            }
            InstructionKind::ShuffleVector { left, right, mask } => {
                let mut parts = self.parts(*left)?;
                parts.extend(self.parts(*right)?);
                let lanes = self.unit.constants.shuffle_mask(*mask)?;
                let picked = lanes
                    .into_iter()
                    .map(|lane| parts.get(lane).copied().unwrap_or(constant(0)))
                    .collect();
                self.bind(result, picked);
            }
            _ => return Err("an aggregate of an unknown kind".to_owned()),
        }
        Ok(())
    }

    /// The scalars of an operand, none of them a variable that may change.
    fn settled(&mut self, operand: ast::Operand) -> Result<Vec<Operand>, Refusal> {
        let leaves = self.unit.layout.leaves(self.type_of(operand)?)?;
        let mut parts = self.parts(operand)?;
        for (part, leaf) in parts.iter_mut().zip(&*leaves) {
            if self.is_variable(*part) {
                let dst = self.temporary(leaf.ty);
                self.emit(Instruction::Copy { ty: leaf.ty, dst, value: *part });
                *part = Operand::Register(dst);
            }
        }
        Ok(parts)
    }

    /// Which scalars of an aggregate a path of indices leads to.
    fn range(&self, ty: TypeId, indices: &[u32]) -> Result<Range<usize>, Refusal> {
        let layout = self.unit.layout;
        let (mut ty, mut start) = (ty, 0);
        for &index in indices {
            for before in 0..index {
                let (_, part) = layout.part(ty, before.into()).ok_or_else(no_part)?;
                start += layout.leaves(part)?.len();
            }
            ty = layout.part(ty, index.into()).ok_or_else(no_part)?.1;
        }
        Ok(start..start + layout.leaves(ty)?.len())
    }

    /// The value of an operand that is a constant number.
    fn number(&self, operand: ast::Operand) -> Result<Option<usize>, Refusal> {
        match operand {
            ast::Operand::Constant(id) => match self.unit.constants.scalar(id)? {
                Some(Scalar::Bits(bits)) => Ok(usize::try_from(bits).ok()),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Writes a vector to memory and gives the address of the element with a number known only when
    /// the program runs.
    fn spilled(
        &mut self,
        vector: ast::Operand,
        index: ast::Operand,
    ) -> Result<(Operand, Operand, std::rc::Rc<[Leaf]>), Refusal> {
        let ty = self.type_of(vector)?;
        let leaves = self.unit.layout.leaves(ty)?;
        let size = constant(self.unit.layout.size(ty).into());
        let align = self.unit.layout.align(ty) as u32;
        let object = self.stack_object("vector", size, align);
        for (leaf, value) in leaves.iter().zip(self.parts(vector)?) {
            self.store_leaf(*leaf, object, 0, value)?;
        }
        let from = self.scalar_type(index)?;
        let index = self.scalar(index)?;
        let index = match from.bits() {
            64 => index,
            bits if bits < 64 => self.converted(ConvertOp::ZExt, from, Type::I64, index),
            _ => self.converted(ConvertOp::Trunc, from, Type::I64, index),
        };
        let scale = leaves.get(1).map_or(1, |leaf| leaf.offset as u32);
        let dst = self.temporary(Type::Ptr);
        self.emit(Instruction::Address { dst, base: object, index, scale, offset: 0 });
        Ok((object, Operand::Register(dst), leaves))
    }

    fn extract_anywhere(
        &mut self,
        result: LocalId,
        vector: ast::Operand,
        index: ast::Operand,
    ) -> Result<(), Refusal> {
        let (_, address, _) = self.spilled(vector, index)?;
        self.lanes(result, |body, dst, _, ty| {
            body.emit(Instruction::Load { ty, dst, address, offset: 0, access: Access::Checked });
            Ok(())
        })
    }

    fn insert_anywhere(
        &mut self,
        result: LocalId,
        vector: ast::Operand,
        element: ast::Operand,
        index: ast::Operand,
    ) -> Result<(), Refusal> {
        let (object, address, leaves) = self.spilled(vector, index)?;
        let value = self.scalar(element)?;
        let ty = self.scalar_type(element)?;
        self.emit(Instruction::Store { ty, address, offset: 0, value, access: Access::Checked });
        self.lanes(result, |body, dst, lane, ty| {
            let offset = leaves[lane].offset as i32;
            body.emit(Instruction::Load {
                ty,
                dst,
                address: object,
                offset,
                access: Access::Checked,
            });
            Ok(())
        })
    }

    /// The same bits as another number of scalars: `<2 x float>` as a double, `<4 x i8>` as an `i32`.
    pub(super) fn recast(
        &mut self,
        result: LocalId,
        from: &[Leaf],
        to: &[Leaf],
        parts: &[Operand],
    ) -> Result<(), Refusal> {
        let width =
            |leaves: &[Leaf]| leaves.iter().map(|leaf| u32::from(leaf.ty.bits())).sum::<u32>();
        let bits = width(from);
        let whole = match u8::try_from(bits) {
            Ok(bits @ (1..=64 | 128)) if width(to) == u32::from(bits) => Type::Int(bits),
            _ => return self.recast_in_memory(result, from, to, parts),
        };
        let mut joined = constant(0);
        let mut place = 0u128;
        for (leaf, part) in from.iter().zip(parts) {
            let number = Type::Int(leaf.ty.bits());
            let mut value = *part;
            if leaf.ty != number {
                value = self.converted(ConvertOp::BitCast, leaf.ty, number, value);
            }
            if number != whole {
                value = self.converted(ConvertOp::ZExt, number, whole, value);
            }
            if place > 0 {
                value = self.computed(BinaryOp::Shl, whole, value, constant(place));
                value = self.computed(BinaryOp::Or, whole, joined, value);
            }
            joined = value;
            place += u128::from(leaf.ty.bits());
        }
        let mut place = 0u128;
        self.lanes(result, |body, dst, _, ty| {
            let number = Type::Int(ty.bits());
            let mut value = joined;
            if place > 0 {
                value = body.computed(BinaryOp::LShr, whole, value, constant(place));
            }
            if number != whole {
                value = body.converted(ConvertOp::Trunc, whole, number, value);
            }
            place += u128::from(ty.bits());
            body.emit(if ty == number {
                Instruction::Copy { ty, dst, value }
            } else {
                Instruction::Convert { op: ConvertOp::BitCast, from: number, to: ty, dst, value }
            });
            Ok(())
        })
    }

    fn recast_in_memory(
        &mut self,
        result: LocalId,
        from: &[Leaf],
        to: &[Leaf],
        parts: &[Operand],
    ) -> Result<(), Refusal> {
        let size = |leaves: &[Leaf]| {
            leaves.last().map_or(0, |leaf| leaf.offset + u64::from(leaf.ty.bytes()))
        };
        if size(from) != size(to) || from.iter().chain(to).any(|leaf| leaf.ty == Type::BOOL) {
            return Err("a vector with its bits read as another type".to_owned());
        }
        let object = self.stack_object("vector", constant(size(from).into()), 16);
        for (leaf, part) in from.iter().zip(parts) {
            self.store_leaf(*leaf, object, 0, *part)?;
        }
        self.lanes(result, |body, dst, lane, _| body.load_leaf(to[lane], dst, object, 0))
    }
}
