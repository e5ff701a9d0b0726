//! Writing bit-fields on the scenario's behalf.

use super::{Failed, Session};
use crate::domain::{Domain, Shaded};
use crate::memory::Fault;
use crate::model::{Context, Value};
use program::{BinaryOp, ConvertOp, Type};

impl<D: Domain> Session<'_, D> {
    /// Writes the low `width` bits of a value from bit `first` of the byte at `at` on. It is done byte by
    /// byte, so that no byte is touched that holds nothing of the field.
    pub(super) fn set_bits(
        &mut self,
        at: u64,
        ty: Type,
        (first, width): (u8, u8),
        value: Shaded<D::Shadow>,
    ) -> Result<Result<(), Fault>, Failed> {
        let (first, end) = (u32::from(first), u32::from(first) + u32::from(width));
        for byte in first / 8..end.div_ceil(8) {
            let (from, to) = (first.max(byte * 8), end.min(byte * 8 + 8));
            let mask = ((1_u128 << (to - from)) - 1) << (from - byte * 8);
            let at = at.wrapping_add(byte.into());
            if let Err(fault) = self.interpreter.core.memory.size(at) {
                return Ok(Err(fault));
            }
            let old = self.interpreter.load(Value::pointer(at), Type::I8)?;
            let interpreter = &mut self.interpreter;
            let kept = interpreter.binary(BinaryOp::And, old, Value::new(Type::I8, !mask));
            let whole = interpreter.value(ty, value);
            let amount = Value::new(ty, (from - first).into());
            let shifted = interpreter.binary(BinaryOp::LShr, whole, amount);
            let part = match ty.bits() {
                8 => shifted,
                0..8 => interpreter.convert(ConvertOp::ZExt, Type::I8, shifted),
                _ => interpreter.convert(ConvertOp::Trunc, Type::I8, shifted),
            };
            let amount = Value::new(Type::I8, (from - byte * 8).into());
            let placed = interpreter.binary(BinaryOp::Shl, part, amount);
            let placed = interpreter.binary(BinaryOp::And, placed, Value::new(Type::I8, mask));
            let new = interpreter.binary(BinaryOp::Or, kept, placed);
            let new = interpreter.shaded(new);
            if let Err(fault) = interpreter.host_write(at, Type::I8, new) {
                return Ok(Err(fault));
            }
        }
        Ok(Ok(()))
    }
}
