//! Integers of 65 to 127 bits, which wide bit-fields of packed structures are read and written as.
//!
//! They are held in 128 bits with zeros above, so that only what looks at the sign or carries beyond
//! the width needs more than the plain operation.

use super::{Body, arithmetic, constant};
use crate::ll::ast::{self, BinaryOp as LlBinary, CastOp, LocalId};
use crate::lower::layout::Refusal;
use program::{BinaryOp, Instruction, Operand, Type};

/// The type that holds them.
const HOLDER: Type = Type::I128;

impl Body<'_, '_, '_> {
    /// An operation on two of them.
    pub(super) fn odd_binary(
        &mut self,
        result: LocalId,
        width: u8,
        op: LlBinary,
        left: ast::Operand,
        right: ast::Operand,
    ) -> Result<(), Refusal> {
        let (mut left, mut right) = (self.scalar(left)?, self.scalar(right)?);
        if matches!(op, LlBinary::SDiv | LlBinary::SRem | LlBinary::AShr) {
            left = self.odd_signed(width, left);
        }
        if matches!(op, LlBinary::SDiv | LlBinary::SRem) {
            right = self.odd_signed(width, right);
        }
        let value = self.computed(arithmetic::binary_op(op), HOLDER, left, right);
        self.odd_result(result, width, value);
        Ok(())
    }

    /// A conversion from or to one of them.
    pub(super) fn odd_cast(
        &mut self,
        result: LocalId,
        op: CastOp,
        value: ast::Operand,
        from: Option<u8>,
        to: Option<u8>,
    ) -> Result<(), Refusal> {
        let from_type = self.scalar_type(value)?;
        let to_type = self.unit.layout.scalar(self.source.locals[result].ty)?.ty;
        let mut value = self.scalar(value)?;
        if let Some(width) = from
            && matches!(op, CastOp::SExt | CastOp::SiToFp)
        {
            value = self.odd_signed(width, value);
        }
        let value = self.cast_scalar(op, from_type, to_type, value)?;
        match to {
            Some(width) => self.odd_result(result, width, value),
            None => {
                let dst = self.destination(result, to_type);
                self.emit(Instruction::Copy { ty: to_type, dst, value });
            }
        }
        Ok(())
    }

    /// One of them with its sign carried up to 128 bits.
    pub(super) fn odd_signed(&mut self, width: u8, value: Operand) -> Operand {
        let up = constant(128 - u128::from(width));
        let value = self.computed(BinaryOp::Shl, HOLDER, value, up);
        self.computed(BinaryOp::AShr, HOLDER, value, up)
    }

    /// Binds a result with what was carried beyond its width cut off.
    fn odd_result(&mut self, result: LocalId, width: u8, left: Operand) {
        let dst = self.destination(result, HOLDER);
        let right = constant(u128::MAX >> (128 - u32::from(width)));
        let (op, ty) = (BinaryOp::And, HOLDER);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
    }
}
