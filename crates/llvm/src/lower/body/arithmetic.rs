//! Arithmetic, comparisons, conversions and selects, lane by lane for vectors.

use super::{Body, Bound, constant};
use crate::ll::ast::{
    self, BinaryOp as LlBinary, CastOp, Flags, FloatPredicate, InstructionKind, IntPredicate,
    LocalId,
};
use crate::lower::layout::Refusal;
use crate::lower::operands;
use program::{
    BinaryOp, BlockId, CompareOp, Constant, ConvertOp, Id, Instruction, Operand, Test, Type,
    UnaryOp,
};

impl<'a> Body<'_, '_, 'a> {
    /// Lowers an instruction.
    pub(super) fn instruction(
        &mut self,
        instruction: &ast::Instruction<'a>,
    ) -> Result<(), Refusal> {
        let Some(result) = instruction.result else { return self.effect(&instruction.kind) };
        match &instruction.kind {
            InstructionKind::Phi { .. } => Ok(()),
            InstructionKind::Binary { op, flags, left, right } => {
                self.binary(result, *op, *flags, *left, *right)
            }
            InstructionKind::FloatNegate { value, .. } => {
                let parts = self.parts(*value)?;
                self.lanes(result, |body, dst, lane, ty| {
                    body.emit(Instruction::Unary {
                        op: UnaryOp::FNeg,
                        ty,
                        dst,
                        value: parts[lane],
                    });
                    Ok(())
                })
            }
            InstructionKind::Freeze { value } => {
                let parts = self.parts(*value)?;
                self.lanes(result, |body, dst, lane, ty| {
                    body.emit(Instruction::Copy { ty, dst, value: parts[lane] });
                    Ok(())
                })
            }
            InstructionKind::Cast { op, value, to, .. } => self.cast(result, *op, *value, *to),
            InstructionKind::IntCompare { predicate, left, right } => {
                self.compare(result, Ok(int_compare(*predicate)), *left, *right)
            }
            InstructionKind::FloatCompare { predicate, left, right, .. } => {
                self.compare(result, float_compare(*predicate), *left, *right)
            }
            InstructionKind::Select { condition, when_true, when_false } => {
                self.select(result, *condition, *when_true, *when_false)
            }
            InstructionKind::ExtractElement { .. }
            | InstructionKind::InsertElement { .. }
            | InstructionKind::ShuffleVector { .. }
            | InstructionKind::ExtractValue { .. }
            | InstructionKind::InsertValue { .. } => self.aggregate(result, &instruction.kind),
            InstructionKind::Alloca { .. }
            | InstructionKind::Load { .. }
            | InstructionKind::GetElementPointer { .. } => self.memory(result, &instruction.kind),
            InstructionKind::CompareExchange { .. } | InstructionKind::AtomicRmw { .. } => {
                self.atomic(result, &instruction.kind)
            }
            InstructionKind::Call(call) => self.call(Some(result), call),
            InstructionKind::VaArg { .. } => Err("the instruction `va_arg`".to_owned()),
            InstructionKind::Store { .. } | InstructionKind::Fence { .. } => {
                self.effect(&instruction.kind)
            }
        }
    }

    /// Lowers an instruction without a result.
    fn effect(&mut self, kind: &InstructionKind<'a>) -> Result<(), Refusal> {
        match kind {
            InstructionKind::Store { value, pointer, .. } => self.store(*value, *pointer),
            InstructionKind::Call(call) => self.call(None, call),
            // There is one thread, so order is as written.
            InstructionKind::Fence { .. } => Ok(()),
            _ => Err("an instruction without a result".to_owned()),
        }
    }

    /// Makes a register for each scalar of the result and lets `lane` compute it.
    pub(super) fn lanes(
        &mut self,
        result: LocalId,
        mut lane: impl FnMut(&mut Self, program::RegId, usize, Type) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let leaves = self.unit.layout.leaves(self.source.locals[result].ty)?;
        if let [leaf] = &*leaves {
            let dst = self.destination(result, leaf.ty);
            return lane(self, dst, 0, leaf.ty);
        }
        let name = self.source.locals[result].name;
        let mut parts = Vec::with_capacity(leaves.len());
        for (index, leaf) in leaves.iter().enumerate() {
            let dst = self.register(name, leaf.ty);
            lane(self, dst, index, leaf.ty)?;
            parts.push(Operand::Register(dst));
        }
        self.bind(result, parts);
        Ok(())
    }

    fn binary(
        &mut self,
        result: LocalId,
        op: LlBinary,
        flags: Flags,
        left: ast::Operand,
        right: ast::Operand,
    ) -> Result<(), Refusal> {
        if self.facts.deferred[result] {
            let test = negated(self.test(left)?);
            self.values[result] = Bound::Test(test);
            return Ok(());
        }
        if let Some(width) = self.unit.layout.odd_width(self.source.locals[result].ty) {
            return self.odd_binary(result, width, op, left, right);
        }
        if let Some(width) = self.unit.layout.long_width(self.source.locals[result].ty) {
            return self.long_binary(result, width, op, left, right);
        }
        let (left, right) = (self.parts(left)?, self.parts(right)?);
        let op = binary_op(op);
        self.lanes(result, |body, dst, lane, ty| {
            let (left, right) = (left[lane], right[lane]);
            let checked = is_checked(op, flags, ty, right);
            // A complement is a complement, not an exclusive or.
            if op == BinaryOp::Xor && right == constant(ty.mask()) {
                body.emit(Instruction::Unary { op: UnaryOp::Not, ty, dst, value: left });
            } else {
                body.emit(Instruction::Binary { op, ty, dst, left, right, checked });
            }
            Ok(())
        })
    }

    fn compare(
        &mut self,
        result: LocalId,
        op: Result<CompareOp, bool>,
        left: ast::Operand,
        right: ast::Operand,
    ) -> Result<(), Refusal> {
        let leaves = self.unit.layout.leaves(self.type_of(left)?)?;
        if self.unit.layout.long_width(self.type_of(left)?).is_some() {
            return Err(format!(
                "a comparison of {}",
                self.unit.layout.describe(self.type_of(left)?)
            ));
        }
        let odd = self.unit.layout.odd_width(self.type_of(left)?);
        let (mut left, mut right) = (self.parts(left)?, self.parts(right)?);
        if let (Some(width), Ok(true)) = (odd, op.map(CompareOp::is_signed)) {
            (left[0], right[0]) =
                (self.odd_signed(width, left[0]), self.odd_signed(width, right[0]));
        }
        let op = match op {
            Ok(op) => op,
            Err(always) => {
                let answer = constant(always.into());
                self.bind(result, vec![answer; leaves.len()]);
                return Ok(());
            }
        };
        if self.facts.deferred[result] {
            let (ty, left, right) = (leaves[0].ty, left[0], right[0]);
            self.values[result] = Bound::Test(Test::Compare { op, ty, left, right });
            return Ok(());
        }
        self.lanes(result, |body, dst, lane, _| {
            let (ty, left, right) = (leaves[lane].ty, left[lane], right[lane]);
            body.emit(Instruction::Compare { op, ty, dst, left, right });
            Ok(())
        })
    }

    fn select(
        &mut self,
        result: LocalId,
        condition: ast::Operand,
        when_true: ast::Operand,
        when_false: ast::Operand,
    ) -> Result<(), Refusal> {
        let (then, otherwise) = (self.parts(when_true)?, self.parts(when_false)?);
        if let Some(truth) = operands::truth(self.unit.module, condition) {
            let parts = if truth { then } else { otherwise };
            return self.lanes(result, |body, dst, lane, ty| {
                body.emit(Instruction::Copy { ty, dst, value: parts[lane] });
                Ok(())
            });
        }
        let conditions = match self.unit.layout.leaves(self.type_of(condition)?)?.len() {
            1 => vec![self.test(condition)?],
            _ => self.parts(condition)?.into_iter().map(Test::Value).collect(),
        };
        let first = self.code.len() as u32;
        self.lanes(result, |body, dst, lane, ty| {
            let test = *conditions.get(lane).unwrap_or(&conditions[0]);
            let (then, otherwise) = (then[lane], otherwise[lane]);
            body.emit(Instruction::Select { ty, dst, test, then, otherwise, condition: None });
            Ok(())
        })?;
        let place = (BlockId::new(self.block.index()), first);
        let marks = &mut self.marks;
        self.waiting.retain(|(counter, waited)| {
            let mine = *waited == condition;
            if mine && let Some(select) = marks.selects.get_mut(*counter as usize) {
                *select = Some(place);
            }
            !mine
        });
        Ok(())
    }

    fn cast(
        &mut self,
        result: LocalId,
        op: CastOp,
        value: ast::Operand,
        to: ast::TypeId,
    ) -> Result<(), Refusal> {
        let odd = |ty| self.unit.layout.odd_width(ty);
        let (odd_from, odd_to) = (odd(self.type_of(value)?), odd(to));
        let long = |ty| self.unit.layout.long_width(ty).is_some();
        if long(self.type_of(value)?) || long(to) {
            return self.long_cast(result, op, value, to);
        }
        if odd_from.is_some() || odd_to.is_some() {
            return self.odd_cast(result, op, value, odd_from, odd_to);
        }
        let from = self.unit.layout.leaves(self.type_of(value)?)?;
        let to = self.unit.layout.leaves(to)?;
        let parts = self.parts(value)?;
        if from.len() != to.len() {
            return self.recast(result, &from, &to, &parts);
        }
        // What is the same in the machine needs no instruction, except that a variable may change.
        if from.iter().zip(&*to).all(|(from, to)| from.ty == to.ty)
            && !parts.iter().any(|part| self.is_variable(*part))
        {
            self.bind(result, parts);
            return Ok(());
        }
        self.lanes(result, |body, dst, lane, ty| {
            let from = from[lane].ty;
            let steps = conversion(op, from, ty)?;
            let mut value = parts[lane];
            let mut at = from;
            let (last, before) = match steps.split_last() {
                Some(split) => split,
                None => {
                    body.emit(Instruction::Copy { ty, dst, value });
                    return Ok(());
                }
            };
            for (op, to) in before {
                value = body.converted(*op, at, *to, value);
                at = *to;
            }
            body.emit(Instruction::Convert { op: last.0, from: at, to: last.1, dst, value });
            Ok(())
        })
    }

    /// A conversion of a scalar into a temporary.
    pub(super) fn cast_scalar(
        &mut self,
        op: CastOp,
        from: Type,
        to: Type,
        value: Operand,
    ) -> Result<Operand, Refusal> {
        let (mut value, mut at) = (value, from);
        for (op, to) in conversion(op, from, to)? {
            value = self.converted(op, at, to, value);
            at = to;
        }
        Ok(value)
    }

    /// Whether an operand is the register of a variable, which may change.
    pub(super) fn is_variable(&self, operand: Operand) -> bool {
        matches!(operand, Operand::Register(register)
            if self.variable_registers.contains(&register))
    }
}

/// Whether C leaves a result of the operation undefined that the machine has to look for.
fn is_checked(op: BinaryOp, flags: Flags, ty: Type, right: Operand) -> bool {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => flags.has(Flags::NSW),
        // Only a divisor of -1 can overflow.
        BinaryOp::SDiv | BinaryOp::SRem => match right {
            Operand::Constant(Constant::Bits(bits)) => bits == ty.mask(),
            _ => true,
        },
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => match right {
            Operand::Constant(Constant::Bits(bits)) => bits >= u128::from(ty.bits()),
            _ => true,
        },
        _ => false,
    }
}

fn negated(test: Test) -> Test {
    match test {
        Test::Compare { op, ty, left, right } => {
            Test::Compare { op: op.negated(), ty, left, right }
        }
        Test::Value(value) => {
            Test::Compare { op: CompareOp::Eq, ty: Type::BOOL, left: value, right: constant(0) }
        }
    }
}

/// The steps from one scalar type to another; none when they are the same in the machine.
pub(super) fn conversion(
    op: CastOp,
    from: Type,
    to: Type,
) -> Result<Vec<(ConvertOp, Type)>, Refusal> {
    let word = Type::I64;
    Ok(match op {
        _ if from == to => Vec::new(),
        CastOp::Trunc => vec![(ConvertOp::Trunc, to)],
        CastOp::ZExt => vec![(ConvertOp::ZExt, to)],
        CastOp::SExt => vec![(ConvertOp::SExt, to)],
        CastOp::FpTrunc | CastOp::FpExt => vec![(ConvertOp::FToF, to)],
        CastOp::FpToUi => vec![(ConvertOp::FToU, to)],
        CastOp::FpToSi => vec![(ConvertOp::FToS, to)],
        CastOp::UiToFp => vec![(ConvertOp::UToF, to)],
        CastOp::SiToFp => vec![(ConvertOp::SToF, to)],
        CastOp::PtrToInt => match to.bits() {
            64 => vec![(ConvertOp::BitCast, to)],
            bits if bits < 64 => vec![(ConvertOp::BitCast, word), (ConvertOp::Trunc, to)],
            _ => vec![(ConvertOp::BitCast, word), (ConvertOp::ZExt, to)],
        },
        CastOp::IntToPtr => match from.bits() {
            64 => vec![(ConvertOp::BitCast, to)],
            bits if bits < 64 => vec![(ConvertOp::ZExt, word), (ConvertOp::BitCast, to)],
            _ => vec![(ConvertOp::Trunc, word), (ConvertOp::BitCast, to)],
        },
        CastOp::BitCast if from.bits() == to.bits() => vec![(ConvertOp::BitCast, to)],
        CastOp::BitCast | CastOp::AddrSpaceCast => {
            return Err(format!("a change from {from} to {to}"));
        }
    })
}

/// The operation of the IR.
pub(super) fn binary_op(op: LlBinary) -> BinaryOp {
    match op {
        LlBinary::Add => BinaryOp::Add,
        LlBinary::FAdd => BinaryOp::FAdd,
        LlBinary::Sub => BinaryOp::Sub,
        LlBinary::FSub => BinaryOp::FSub,
        LlBinary::Mul => BinaryOp::Mul,
        LlBinary::FMul => BinaryOp::FMul,
        LlBinary::UDiv => BinaryOp::UDiv,
        LlBinary::SDiv => BinaryOp::SDiv,
        LlBinary::FDiv => BinaryOp::FDiv,
        LlBinary::URem => BinaryOp::URem,
        LlBinary::SRem => BinaryOp::SRem,
        LlBinary::FRem => BinaryOp::FRem,
        LlBinary::Shl => BinaryOp::Shl,
        LlBinary::LShr => BinaryOp::LShr,
        LlBinary::AShr => BinaryOp::AShr,
        LlBinary::And => BinaryOp::And,
        LlBinary::Or => BinaryOp::Or,
        LlBinary::Xor => BinaryOp::Xor,
    }
}

fn int_compare(predicate: IntPredicate) -> CompareOp {
    match predicate {
        IntPredicate::Eq => CompareOp::Eq,
        IntPredicate::Ne => CompareOp::Ne,
        IntPredicate::Ugt => CompareOp::Ugt,
        IntPredicate::Uge => CompareOp::Uge,
        IntPredicate::Ult => CompareOp::Ult,
        IntPredicate::Ule => CompareOp::Ule,
        IntPredicate::Sgt => CompareOp::Sgt,
        IntPredicate::Sge => CompareOp::Sge,
        IntPredicate::Slt => CompareOp::Slt,
        IntPredicate::Sle => CompareOp::Sle,
    }
}

/// The comparison, or the answer that is always the same.
fn float_compare(predicate: FloatPredicate) -> Result<CompareOp, bool> {
    Ok(match predicate {
        FloatPredicate::False => return Err(false),
        FloatPredicate::True => return Err(true),
        FloatPredicate::Oeq => CompareOp::FOeq,
        FloatPredicate::Ogt => CompareOp::FOgt,
        FloatPredicate::Oge => CompareOp::FOge,
        FloatPredicate::Olt => CompareOp::FOlt,
        FloatPredicate::Ole => CompareOp::FOle,
        FloatPredicate::One => CompareOp::FOne,
        FloatPredicate::Ord => CompareOp::FOrd,
        FloatPredicate::Ueq => CompareOp::FUeq,
        FloatPredicate::Ugt => CompareOp::FUgt,
        FloatPredicate::Uge => CompareOp::FUge,
        FloatPredicate::Ult => CompareOp::FUlt,
        FloatPredicate::Ule => CompareOp::FUle,
        FloatPredicate::Une => CompareOp::FUne,
        FloatPredicate::Uno => CompareOp::FUno,
    })
}
