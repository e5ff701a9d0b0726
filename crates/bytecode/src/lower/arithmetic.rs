//! Arithmetic, shifts, conversions.

use program::{
    BinaryOp, CheckKind, CompareOp, Constant, ConvertOp, Instruction, Operand, Test, Type, UnaryOp,
};

use super::diamonds::int;
use super::{Body, LowerError};
use crate::world::Thrower;

impl Body<'_> {
    /// `a op b`, both of one type.
    pub(super) fn binary(&mut self, op: BinaryOp, ty: Type) -> Result<(), LowerError> {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        let dst = self.result(ty);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
        self.push(ty, dst);
        Ok(())
    }

    /// Division and remainder of integers; the least value by -1 wraps.
    pub(super) fn divide(&mut self, op: BinaryOp, ty: Type) -> Result<(), LowerError> {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        if matches!(right, Operand::Register(_) | Operand::Constant(Constant::Bits(0))) {
            let test = Test::Compare {
                op: CompareOp::Ne,
                ty,
                left: right,
                right: Operand::Constant(Constant::Bits(0)),
            };
            self.check(CheckKind::Division, test, &Thrower::Arithmetic, &[]);
        }
        let dst = self.result(ty);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
        self.push(ty, dst);
        Ok(())
    }

    /// Shifts take the low bits of their amount, which is an `int`.
    pub(super) fn shift(&mut self, op: BinaryOp, ty: Type) -> Result<(), LowerError> {
        let amount = self.pop(Type::I32)?;
        let left = self.pop(ty)?;
        let mask = u128::from(ty.bits() - 1);
        let right = match amount {
            Operand::Constant(Constant::Bits(bits)) => {
                Operand::Constant(Constant::Bits(bits & mask))
            }
            _ => {
                let masked = self.temporary(Type::I32);
                self.emit(Instruction::Binary {
                    op: BinaryOp::And,
                    ty: Type::I32,
                    dst: masked,
                    left: amount,
                    right: Operand::Constant(Constant::Bits(mask)),
                    checked: false,
                });
                if ty == Type::I32 {
                    Operand::Register(masked)
                } else {
                    let wide = self.temporary(ty);
                    let value = Operand::Register(masked);
                    self.convert(ConvertOp::ZExt, Type::I32, ty, wide, value);
                    Operand::Register(wide)
                }
            }
        };
        let dst = self.result(ty);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
        self.push(ty, dst);
        Ok(())
    }

    /// Negation.
    pub(super) fn negate(&mut self, op: UnaryOp, ty: Type) -> Result<(), LowerError> {
        let value = self.pop(ty)?;
        let dst = self.result(ty);
        self.emit(Instruction::Unary { op, ty, dst, value });
        self.push(ty, dst);
        Ok(())
    }

    /// Adds a constant to a local.
    pub(super) fn increment(&mut self, place: u16, by: i32) {
        let local = self.local(place, Type::I32);
        self.vacate(local);
        self.emit(Instruction::Binary {
            op: BinaryOp::Add,
            ty: Type::I32,
            dst: local,
            left: Operand::Register(local),
            right: int(by),
            checked: false,
        });
    }

    /// A change of type.
    pub(super) fn conversion(
        &mut self,
        op: ConvertOp,
        from: Type,
        to: Type,
    ) -> Result<(), LowerError> {
        let value = self.pop(from)?;
        let dst = self.result(to);
        self.convert(op, from, to, dst, value);
        self.push(to, dst);
        Ok(())
    }

    /// `byte`, `char` and `short` out of an `int`: the low bits, widened again.
    pub(super) fn narrow(&mut self, to: Type, back: ConvertOp) -> Result<(), LowerError> {
        let value = self.pop(Type::I32)?;
        if let Operand::Constant(Constant::Bits(bits)) = value {
            let low = (bits as u32) << (32 - to.bits());
            let wide = match back {
                ConvertOp::SExt => ((low as i32) >> (32 - to.bits())) as u32,
                _ => low >> (32 - to.bits()),
            };
            self.push(Type::I32, int(wide as i32));
            return Ok(());
        }
        let low = self.temporary(to);
        self.convert(ConvertOp::Trunc, Type::I32, to, low, value);
        let dst = self.result(Type::I32);
        self.convert(back, to, Type::I32, dst, Operand::Register(low));
        self.push(Type::I32, dst);
        Ok(())
    }

    pub(super) fn convert(
        &mut self,
        op: ConvertOp,
        from: Type,
        to: Type,
        dst: program::RegId,
        value: Operand,
    ) {
        self.emit(Instruction::Convert { op, from, to, dst, value });
    }
}
