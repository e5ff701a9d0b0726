//! Atomic operations: there is one thread, so they are loads, computations and stores.

use super::{Body, constant};
use crate::ll::ast::{InstructionKind, LocalId, RmwOp};
use crate::lower::layout::{Form, Leaf, Refusal};
use program::{BinaryOp, CompareOp, ConvertOp, Instruction, Operand, Type, UnaryOp};

impl<'a> Body<'_, '_, 'a> {
    /// Lowers `cmpxchg` and `atomicrmw`.
    pub(super) fn atomic(
        &mut self,
        result: LocalId,
        kind: &InstructionKind<'a>,
    ) -> Result<(), Refusal> {
        match kind {
            InstructionKind::CompareExchange { pointer, expected, replacement, .. } => {
                let ty = self.scalar_type(*expected)?;
                let (expected, replacement) = (self.scalar(*expected)?, self.scalar(*replacement)?);
                let (base, offset) = self.place(*pointer)?;
                let leaf = Leaf { ty, offset: 0, form: Form::Plain };
                let old = self.temporary(ty);
                self.load_leaf(leaf, old, base, offset)?;
                let old = Operand::Register(old);
                let same = self.compared(CompareOp::Eq, ty, old, expected);
                let new = self.chosen(ty, same, replacement, old);
                self.store_leaf(leaf, base, offset, new)?;
                self.bind(result, vec![old, same]);
                Ok(())
            }
            InstructionKind::AtomicRmw { op, pointer, value, .. } => {
                let ty = self.scalar_type(*value)?;
                let value = self.scalar(*value)?;
                let (base, offset) = self.place(*pointer)?;
                let leaf = Leaf { ty, offset: 0, form: Form::Plain };
                let old = self.temporary(ty);
                self.load_leaf(leaf, old, base, offset)?;
                let old = Operand::Register(old);
                let new = self.modified(*op, ty, old, value)?;
                self.store_leaf(leaf, base, offset, new)?;
                self.bind(result, vec![old]);
                Ok(())
            }
            _ => Err("an atomic operation of an unknown kind".to_owned()),
        }
    }

    fn modified(
        &mut self,
        op: RmwOp,
        ty: Type,
        old: Operand,
        value: Operand,
    ) -> Result<Operand, Refusal> {
        let plain = match op {
            RmwOp::Exchange => return Ok(value),
            RmwOp::Add => BinaryOp::Add,
            RmwOp::Sub => BinaryOp::Sub,
            RmwOp::And => BinaryOp::And,
            RmwOp::Or => BinaryOp::Or,
            RmwOp::Xor => BinaryOp::Xor,
            RmwOp::FAdd => BinaryOp::FAdd,
            RmwOp::FSub => BinaryOp::FSub,
            RmwOp::FMax => BinaryOp::FMaxNum,
            RmwOp::FMin => BinaryOp::FMinNum,
            RmwOp::Nand => {
                let both = self.computed(BinaryOp::And, ty, old, value);
                let dst = self.temporary(ty);
                self.emit(Instruction::Unary { op: UnaryOp::Not, ty, dst, value: both });
                return Ok(Operand::Register(dst));
            }
            RmwOp::Max => return Ok(self.extreme(CompareOp::Sgt, ty, old, value)),
            RmwOp::Min => return Ok(self.extreme(CompareOp::Slt, ty, old, value)),
            RmwOp::UMax => return Ok(self.extreme(CompareOp::Ugt, ty, old, value)),
            RmwOp::UMin => return Ok(self.extreme(CompareOp::Ult, ty, old, value)),
            RmwOp::UIncWrap | RmwOp::UDecWrap => {
                return Err(format!("the atomic operation `{}`", op.keyword()));
            }
        };
        Ok(self.computed(plain, ty, old, value))
    }

    /// The one of two numbers that stands in a relation to the other.
    pub(super) fn extreme(
        &mut self,
        relation: CompareOp,
        ty: Type,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let first = self.compared(relation, ty, left, right);
        self.chosen(ty, first, left, right)
    }

    /// `condition ? then : otherwise` without a branch of the user's code: bits are masked.
    pub(super) fn chosen(
        &mut self,
        ty: Type,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        let number = Type::Int(ty.bits());
        let mut as_number = |value: Operand| match ty == number {
            true => value,
            false => self.converted(ConvertOp::BitCast, ty, number, value),
        };
        let (then, otherwise) = (as_number(then), as_number(otherwise));
        let mask = match number {
            Type::BOOL => condition,
            _ => self.converted(ConvertOp::SExt, Type::BOOL, number, condition),
        };
        let difference = self.computed(BinaryOp::Xor, number, then, otherwise);
        let flips = self.computed(BinaryOp::And, number, difference, mask);
        let picked = self.computed(BinaryOp::Xor, number, otherwise, flips);
        match ty == number {
            true => picked,
            false => self.converted(ConvertOp::BitCast, number, ty, picked),
        }
    }

    /// All bits of a number that are set in its type.
    pub(super) fn all_ones(ty: Type) -> Operand {
        constant(ty.mask())
    }
}
