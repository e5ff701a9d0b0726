//! Arguments beyond the parameters, as the x86-64 convention has them in memory.
//!
//! A callee that was compiled reads them through a `va_list`. Ours says that all registers are used up,
//! so that the code takes every argument from memory: `va_start` points it at the machine's row of
//! arguments, which has 8 bytes for each.

use super::{Body, constant};
use crate::ll::ast::{self, Call, Passing, Type as LlType, TypeId};
use crate::lower::layout::{Form, Leaf, Refusal};
use program::{Argument, BinaryOp, ConvertOp, Instruction, Operand, Type};

/// How far a `va_list` has come when all six general registers are used up.
const NO_GENERAL_REGISTERS: u128 = 48;
/// And all eight vector registers.
const NO_VECTOR_REGISTERS: u128 = 176;

impl<'a> Body<'_, '_, 'a> {
    /// The arguments of a call. Those beyond the parameters are laid out as memory has them, when the
    /// callee reads them there.
    pub(super) fn arguments(
        &mut self,
        call: &Call<'a>,
        parameters: usize,
        in_memory: bool,
        list: &mut Vec<Argument>,
    ) -> Result<(), Refusal> {
        let mut row = 0u64;
        for argument in &call.arguments {
            let ty = self.type_of(argument.value)?;
            let extra = list.len() >= parameters && self.is_variadic(call);
            if extra && in_memory {
                row += self.extra(argument, ty, row, list)?;
                continue;
            }
            let leaves = self.unit.layout.leaves(ty)?;
            let parts = self.parts(argument.value)?;
            list.extend(
                leaves.iter().zip(parts).map(|(leaf, value)| Argument { ty: leaf.ty, value }),
            );
        }
        Ok(())
    }

    fn is_variadic(&self, call: &Call<'a>) -> bool {
        matches!(
            self.unit.module.types[call.function_type],
            LlType::Function { variadic: true, .. }
        )
    }

    /// Adds an argument beyond the parameters; gives how many bytes of the row it takes.
    fn extra(
        &mut self,
        argument: &ast::Argument,
        ty: TypeId,
        row: u64,
        list: &mut Vec<Argument>,
    ) -> Result<u64, Refusal> {
        let before = list.len();
        let filler = Argument { ty: Type::I64, value: constant(0) };
        let wide = match argument.attributes.passing {
            Passing::ByVal(ty) => {
                self.unit.layout.align(ty).max(argument.attributes.align.into()) > 8
            }
            _ => {
                matches!(
                    self.unit.layout.resolve(ty),
                    LlType::X86Fp80 | LlType::Integer(128) | LlType::Vector { .. }
                ) && self.unit.layout.size(ty) > 8
            }
        };
        // What needs 16 bytes begins at a multiple of 16.
        if wide && !row.is_multiple_of(16) {
            list.push(filler);
        }
        if let Passing::ByVal(ty) = argument.attributes.passing {
            self.object_in_row(argument.value, ty, list)?;
        } else if matches!(self.unit.layout.resolve(ty), LlType::Vector { .. }) {
            let leaves = self.unit.layout.leaves(ty)?;
            let parts = leaves.iter().copied().zip(self.parts(argument.value)?).collect();
            self.words(parts, self.unit.layout.size(ty), list)?;
        } else {
            let leaves = self.unit.layout.leaves(ty)?;
            let parts = self.parts(argument.value)?;
            for (leaf, value) in leaves.iter().zip(parts) {
                list.push(Argument { ty: leaf.ty, value });
            }
            if matches!(self.unit.layout.resolve(ty), LlType::X86Fp80) {
                list.push(filler);
            }
        }
        let bytes = |argument: &Argument| if argument.ty.bits() > 64 { 16 } else { 8 };
        Ok(list[before..].iter().map(bytes).sum())
    }

    /// Adds an object that is passed by value. Its bytes are put together from its scalars, since what
    /// lies between them was never written.
    fn object_in_row(
        &mut self,
        pointer: ast::Operand,
        ty: TypeId,
        list: &mut Vec<Argument>,
    ) -> Result<(), Refusal> {
        let leaves = self.unit.layout.leaves(ty)?;
        let (base, offset) = self.place(pointer)?;
        let mut parts = Vec::with_capacity(leaves.len());
        for leaf in leaves.iter() {
            let value = self.temporary(leaf.ty);
            self.load_leaf(*leaf, value, base, offset)?;
            parts.push((*leaf, Operand::Register(value)));
        }
        self.words(parts, self.unit.layout.size(ty), list)
    }

    /// Adds scalars as they lie in memory, eight bytes at a time.
    fn words(
        &mut self,
        parts: Vec<(Leaf, Operand)>,
        size: u64,
        list: &mut Vec<Argument>,
    ) -> Result<(), Refusal> {
        let mut words = vec![constant(0); size.div_ceil(8) as usize];
        for (leaf, mut value) in parts {
            let bytes = match leaf.form {
                Form::Plain => leaf.ty.bytes(),
                Form::Bytes(bytes) => bytes,
            };
            let (word, within) = (leaf.offset / 8, leaf.offset % 8);
            if within + u64::from(bytes) > 8 {
                return Err("a packed structure beyond the parameters".to_owned());
            }
            let number = Type::Int(leaf.ty.bits());
            if number != leaf.ty {
                value = self.converted(ConvertOp::BitCast, leaf.ty, number, value);
            }
            if number.bits() < 64 {
                value = self.converted(ConvertOp::ZExt, number, Type::I64, value);
            }
            if within > 0 {
                let by = constant(u128::from(within) * 8);
                value = self.computed(BinaryOp::Shl, Type::I64, value, by);
            }
            let slot = &mut words[word as usize];
            *slot = match *slot {
                empty if empty == constant(0) => value,
                other => self.computed(BinaryOp::Or, Type::I64, other, value),
            };
        }
        list.extend(words.into_iter().map(|value| Argument { ty: Type::I64, value }));
        Ok(())
    }

    /// `va_start`: fills a `va_list`.
    pub(super) fn start_list(&mut self, list: ast::Operand) -> Result<(), Refusal> {
        if !self.function.variadic {
            return Err("`va_start` in a function without further arguments".to_owned());
        }
        let (base, offset) = self.place(list)?;
        let row = self.temporary(Type::Ptr);
        self.emit(Instruction::VarArgs { dst: row });
        let fields = [
            (Type::I32, 0, constant(NO_GENERAL_REGISTERS)),
            (Type::I32, 4, constant(NO_VECTOR_REGISTERS)),
            (Type::Ptr, 8, Operand::Register(row)),
            (Type::Ptr, 16, constant(0)),
        ];
        for (ty, at, value) in fields {
            let leaf = Leaf { ty, offset: at, form: Form::Plain };
            self.store_leaf(leaf, base, offset, value)?;
        }
        Ok(())
    }

    /// `va_copy`: a `va_list` is 24 bytes.
    pub(super) fn copy_list(
        &mut self,
        to: ast::Operand,
        from: ast::Operand,
    ) -> Result<(), Refusal> {
        let (to, from) = (self.scalar(to)?, self.scalar(from)?);
        self.emit(Instruction::MemCopy { to, from, size: constant(24) });
        Ok(())
    }
}
