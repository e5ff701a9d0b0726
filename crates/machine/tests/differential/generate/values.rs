//! Arithmetic, comparisons, conversions, selects.

use program::{BinaryOp, Constant, ConvertOp, Instruction, Operand, RegId, Type, UnaryOp};

use super::body::Body;
use super::constants::{any_int, any_type};

impl Body<'_> {
    /// One instruction on numbers.
    pub fn compute(&mut self) {
        match self.random.u32(..20) {
            0 | 1 => self.unary(),
            2..=9 => self.arithmetic(),
            10 | 11 => self.compare(),
            12..=15 => self.convert(),
            16 => self.fma(),
            17 | 18 => self.select(),
            _ => {
                let ty = self.used_type();
                let value = self.operand(ty);
                let dst = self.destination(ty);
                self.emit(Instruction::Copy { ty, dst, value });
            }
        }
    }

    /// An unchecked operation.
    pub fn binary(&mut self, op: BinaryOp, ty: Type, dst: RegId, left: Operand, right: Operand) {
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked: false });
    }

    /// An unchecked operation with a constant, into a new register that is not assigned again.
    pub fn binary_constant(
        &mut self,
        op: BinaryOp,
        ty: Type,
        left: Operand,
        right: u128,
    ) -> Operand {
        let dst = self.fresh(ty);
        self.binary(op, ty, dst, left, Operand::Constant(Constant::Bits(right & ty.mask())));
        self.values.push((dst, false));
        Operand::Register(dst)
    }

    fn unary(&mut self) {
        let op = UnaryOp::ALL[self.random.usize(..UnaryOp::ALL.len())];
        let ty = self.type_for(op.is_float());
        if op == UnaryOp::ByteSwap && !ty.bits().is_multiple_of(8) {
            return;
        }
        let value = self.variable(ty);
        let dst = self.destination(ty);
        self.emit(Instruction::Unary { op, ty, dst, value });
    }

    fn type_for(&mut self, float: bool) -> Type {
        for _ in 0..4 {
            let ty = self.used_type();
            if ty.is_float() == float {
                return ty;
            }
        }
        match float {
            true if self.random.bool() => Type::F32,
            true => Type::F64,
            false => any_int(&mut self.random),
        }
    }

    fn arithmetic(&mut self) {
        let op = BinaryOp::ALL[self.random.usize(..BinaryOp::ALL.len())];
        let ty = self.type_for(op.is_float());
        let (mut left, mut right) = (self.variable(ty), self.operand(ty));
        if self.random.u32(..4) == 0 {
            std::mem::swap(&mut left, &mut right);
        }
        let can_be_checked = !op.is_float()
            && !matches!(
                op,
                BinaryOp::UDiv | BinaryOp::URem | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
            );
        let checked = can_be_checked && self.random.u32(..4) == 0;
        let tame = self.random.u32(..12) != 0;
        if checked && tame {
            // Small enough that neither sum nor product overflows.
            let small = (ty.mask() >> (ty.bits() / 2 + 1)) >> 1;
            left = self.binary_constant(BinaryOp::And, ty, left, small);
            right = self.binary_constant(BinaryOp::And, ty, right, small);
        }
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if tame || checked => {
                right = self.binary_constant(BinaryOp::URem, ty, right, width_or_one(ty));
            }
            BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem if tame => {
                right = self.binary_constant(BinaryOp::Or, ty, right, 1);
            }
            _ => {}
        }
        let dst = self.destination(ty);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked });
    }

    fn compare(&mut self) {
        let ty = self.used_type();
        let (left, right) = (self.variable(ty), self.operand(ty));
        let op = self.compare_op(ty);
        let dst = self.destination(Type::BOOL);
        self.emit(Instruction::Compare { op, ty, dst, left, right });
    }

    fn convert(&mut self) {
        let from = self.used_type();
        let to = any_type(&mut self.random);
        let value = self.variable(from);
        let dst = self.destination(to);
        self.convert_into(dst, from, to, value);
    }

    /// A value in scope as another type; a constant where there is no value.
    pub fn converted(&mut self, to: Type) -> Operand {
        if self.values.is_empty() {
            return self.constant(to);
        }
        let latest = self.values.len().saturating_sub(6);
        let (register, _) = self.values[self.random.usize(latest..self.values.len())];
        let from = self.function.type_of(register);
        let dst = self.fresh(to);
        self.convert_into(dst, from, to, Operand::Register(register));
        self.values.push((dst, true));
        Operand::Register(dst)
    }

    fn convert_into(&mut self, dst: RegId, from: Type, to: Type, value: Operand) {
        let narrower = from.bits() > to.bits();
        let ops: &[ConvertOp] = match (from.is_float(), to.is_float()) {
            (false, false) if from.bits() == to.bits() => &[ConvertOp::BitCast],
            (false, false) if narrower => &[ConvertOp::Trunc],
            (false, false) => &[ConvertOp::ZExt, ConvertOp::SExt],
            (true, false) => {
                &[ConvertOp::FToS, ConvertOp::FToU, ConvertOp::FToSSat, ConvertOp::FToUSat]
            }
            (false, true) => &[ConvertOp::SToF, ConvertOp::UToF],
            (true, true) if from == to => &[ConvertOp::BitCast],
            (true, true) => &[ConvertOp::FToF],
        };
        let mut op = ops[self.random.usize(..ops.len())];
        if from.is_float() != to.is_float() && from.bits() == to.bits() && self.random.bool() {
            op = ConvertOp::BitCast;
        }
        self.emit(Instruction::Convert { op, from, to, dst, value });
    }

    fn fma(&mut self) {
        let ty = self.type_for(true);
        let [a, b, c] = [0; 3].map(|_| self.operand(ty));
        let dst = self.destination(ty);
        self.emit(Instruction::Fma { ty, dst, a, b, c });
    }

    fn select(&mut self) {
        let ty = self.used_type();
        let test = self.test();
        let (then, otherwise) = (self.operand(ty), self.operand(ty));
        let condition = self.condition();
        let dst = self.destination(ty);
        self.emit(Instruction::Select { ty, dst, test, then, otherwise, condition });
    }

    /// An `i64` made of some integer in scope.
    pub fn wide(&mut self) -> Operand {
        let known: Vec<RegId> = self
            .values
            .iter()
            .map(|(register, _)| *register)
            .filter(|register| self.function.type_of(*register).is_int())
            .collect();
        if known.is_empty() {
            return self.constant(Type::I64);
        }
        let register = known[self.random.usize(..known.len())];
        let (from, value) = (self.function.type_of(register), Operand::Register(register));
        let op = match from.bits() {
            64 => return value,
            128 => ConvertOp::Trunc,
            _ if self.random.bool() => ConvertOp::ZExt,
            _ => ConvertOp::SExt,
        };
        let dst = self.fresh(Type::I64);
        self.emit(Instruction::Convert { op, from, to: Type::I64, dst, value });
        self.values.push((dst, true));
        Operand::Register(dst)
    }

    /// An `i64` between zero and `most`, which is one less than a power of two.
    pub fn at_most(&mut self, most: i64) -> Operand {
        let wide = self.wide();
        self.binary_constant(BinaryOp::And, Type::I64, wide, most as u128)
    }
}

/// The width of a type as a number of that type, or one where it does not fit.
fn width_or_one(ty: Type) -> u128 {
    let width = u128::from(ty.bits());
    if width & ty.mask() == width { width } else { 1 }
}
