//! Every bytecode instruction, and the part of lowering that does it.

use classfile::descriptor::JType;
use program::{BinaryOp, CompareOp, ConvertOp, RegId, Type, UnaryOp};
use ristretto_classfile::attributes::Instruction as B;

use super::branches::Zero;
use super::diamonds::{Simple, simple};
use super::locals::written;
use super::{Body, LowerError, Malformed, Next};

impl Body<'_> {
    /// Lowers the instruction at hand.
    pub(super) fn instruction(&mut self) -> Result<Next, LowerError> {
        let code = self.code;
        let instruction = &code.instructions[self.at];
        if let Some(simple) = simple(instruction) {
            self.push_simple(simple);
            return Ok(Next::On);
        }
        match *instruction {
            B::Iinc(place, by) => self.increment(place.into(), by.into()),
            B::Iinc_w(place, by) => self.increment(place, by.into()),
            _ => {
                if let Some((ty, place)) = written(instruction) {
                    self.write_local(ty, place)?;
                    return Ok(Next::On);
                }
                return self.other(instruction);
            }
        }
        Ok(Next::On)
    }

    fn other(&mut self, instruction: &B) -> Result<Next, LowerError> {
        match instruction {
            B::Nop => {}
            B::Ldc(index) => return self.constant(u16::from(*index)),
            B::Ldc_w(index) | B::Ldc2_w(index) => return self.constant(*index),

            B::Iaload => self.array_load(JType::Int)?,
            B::Laload => self.array_load(JType::Long)?,
            B::Faload => self.array_load(JType::Float)?,
            B::Daload => self.array_load(JType::Double)?,
            B::Aaload => self.array_load(JType::Reference)?,
            B::Baload => self.array_load(JType::Byte)?,
            B::Caload => self.array_load(JType::Char)?,
            B::Saload => self.array_load(JType::Short)?,
            B::Iastore => self.array_store(JType::Int)?,
            B::Lastore => self.array_store(JType::Long)?,
            B::Fastore => self.array_store(JType::Float)?,
            B::Dastore => self.array_store(JType::Double)?,
            B::Aastore => self.array_store(JType::Reference)?,
            B::Bastore => self.array_store(JType::Byte)?,
            B::Castore => self.array_store(JType::Char)?,
            B::Sastore => self.array_store(JType::Short)?,

            B::Pop => self.drop_words(1)?,
            B::Pop2 => self.drop_words(2)?,
            B::Dup => self.duplicate(1, 0)?,
            B::Dup_x1 => self.duplicate(1, 1)?,
            B::Dup_x2 => self.duplicate(1, 2)?,
            B::Dup2 => self.duplicate(2, 0)?,
            B::Dup2_x1 => self.duplicate(2, 1)?,
            B::Dup2_x2 => self.duplicate(2, 2)?,
            B::Swap => self.swap()?,

            B::Iadd => self.binary(BinaryOp::Add, Type::I32)?,
            B::Ladd => self.binary(BinaryOp::Add, Type::I64)?,
            B::Fadd => self.binary(BinaryOp::FAdd, Type::F32)?,
            B::Dadd => self.binary(BinaryOp::FAdd, Type::F64)?,
            B::Isub => self.binary(BinaryOp::Sub, Type::I32)?,
            B::Lsub => self.binary(BinaryOp::Sub, Type::I64)?,
            B::Fsub => self.binary(BinaryOp::FSub, Type::F32)?,
            B::Dsub => self.binary(BinaryOp::FSub, Type::F64)?,
            B::Imul => self.binary(BinaryOp::Mul, Type::I32)?,
            B::Lmul => self.binary(BinaryOp::Mul, Type::I64)?,
            B::Fmul => self.binary(BinaryOp::FMul, Type::F32)?,
            B::Dmul => self.binary(BinaryOp::FMul, Type::F64)?,
            B::Idiv => self.divide(BinaryOp::SDiv, Type::I32)?,
            B::Ldiv => self.divide(BinaryOp::SDiv, Type::I64)?,
            B::Fdiv => self.binary(BinaryOp::FDiv, Type::F32)?,
            B::Ddiv => self.binary(BinaryOp::FDiv, Type::F64)?,
            B::Irem => self.divide(BinaryOp::SRem, Type::I32)?,
            B::Lrem => self.divide(BinaryOp::SRem, Type::I64)?,
            B::Frem => self.binary(BinaryOp::FRem, Type::F32)?,
            B::Drem => self.binary(BinaryOp::FRem, Type::F64)?,
            B::Ineg => self.negate(UnaryOp::Neg, Type::I32)?,
            B::Lneg => self.negate(UnaryOp::Neg, Type::I64)?,
            B::Fneg => self.negate(UnaryOp::FNeg, Type::F32)?,
            B::Dneg => self.negate(UnaryOp::FNeg, Type::F64)?,
            B::Ishl => self.shift(BinaryOp::Shl, Type::I32)?,
            B::Lshl => self.shift(BinaryOp::Shl, Type::I64)?,
            B::Ishr => self.shift(BinaryOp::AShr, Type::I32)?,
            B::Lshr => self.shift(BinaryOp::AShr, Type::I64)?,
            B::Iushr => self.shift(BinaryOp::LShr, Type::I32)?,
            B::Lushr => self.shift(BinaryOp::LShr, Type::I64)?,
            B::Iand => self.binary(BinaryOp::And, Type::I32)?,
            B::Land => self.binary(BinaryOp::And, Type::I64)?,
            B::Ior => self.binary(BinaryOp::Or, Type::I32)?,
            B::Lor => self.binary(BinaryOp::Or, Type::I64)?,
            B::Ixor => self.binary(BinaryOp::Xor, Type::I32)?,
            B::Lxor => self.binary(BinaryOp::Xor, Type::I64)?,

            B::I2l => self.conversion(ConvertOp::SExt, Type::I32, Type::I64)?,
            B::I2f => self.conversion(ConvertOp::SToF, Type::I32, Type::F32)?,
            B::I2d => self.conversion(ConvertOp::SToF, Type::I32, Type::F64)?,
            B::L2i => self.conversion(ConvertOp::Trunc, Type::I64, Type::I32)?,
            B::L2f => self.conversion(ConvertOp::SToF, Type::I64, Type::F32)?,
            B::L2d => self.conversion(ConvertOp::SToF, Type::I64, Type::F64)?,
            B::F2i => self.conversion(ConvertOp::FToSSat, Type::F32, Type::I32)?,
            B::F2l => self.conversion(ConvertOp::FToSSat, Type::F32, Type::I64)?,
            B::F2d => self.conversion(ConvertOp::FToF, Type::F32, Type::F64)?,
            B::D2i => self.conversion(ConvertOp::FToSSat, Type::F64, Type::I32)?,
            B::D2l => self.conversion(ConvertOp::FToSSat, Type::F64, Type::I64)?,
            B::D2f => self.conversion(ConvertOp::FToF, Type::F64, Type::F32)?,
            B::I2b => self.narrow(Type::I8, ConvertOp::SExt)?,
            B::I2c => self.narrow(Type::I16, ConvertOp::ZExt)?,
            B::I2s => self.narrow(Type::I16, ConvertOp::SExt)?,

            B::Lcmp => self.three_way(Type::I64, false)?,
            B::Fcmpl => self.three_way(Type::F32, false)?,
            B::Fcmpg => self.three_way(Type::F32, true)?,
            B::Dcmpl => self.three_way(Type::F64, false)?,
            B::Dcmpg => self.three_way(Type::F64, true)?,
            _ => return self.control_or_object(instruction),
        }
        Ok(Next::On)
    }

    fn control_or_object(&mut self, instruction: &B) -> Result<Next, LowerError> {
        match instruction {
            B::Ifeq(_) => self.branch_zero(Zero::Eq),
            B::Ifne(_) => self.branch_zero(Zero::Ne),
            B::Iflt(_) => self.branch_zero(Zero::Lt),
            B::Ifge(_) => self.branch_zero(Zero::Ge),
            B::Ifgt(_) => self.branch_zero(Zero::Gt),
            B::Ifle(_) => self.branch_zero(Zero::Le),
            B::If_icmpeq(_) => self.branch_two(CompareOp::Eq, Type::I32),
            B::If_icmpne(_) => self.branch_two(CompareOp::Ne, Type::I32),
            B::If_icmplt(_) => self.branch_two(CompareOp::Slt, Type::I32),
            B::If_icmpge(_) => self.branch_two(CompareOp::Sge, Type::I32),
            B::If_icmpgt(_) => self.branch_two(CompareOp::Sgt, Type::I32),
            B::If_icmple(_) => self.branch_two(CompareOp::Sle, Type::I32),
            B::If_acmpeq(_) => self.branch_two(CompareOp::Eq, Type::Ptr),
            B::If_acmpne(_) => self.branch_two(CompareOp::Ne, Type::Ptr),
            B::Ifnull(_) => self.branch_null(CompareOp::Eq),
            B::Ifnonnull(_) => self.branch_null(CompareOp::Ne),
            B::Goto(target) => self.goto(usize::from(*target)),
            B::Goto_w(target) => self.goto(usize::try_from(*target).unwrap_or(usize::MAX)),
            B::Jsr(target) => self.subroutine(usize::from(*target)),
            B::Jsr_w(target) => self.subroutine(usize::try_from(*target).unwrap_or(usize::MAX)),
            B::Ret(place) => self.come_back(u16::from(*place)),
            B::Ret_w(place) => self.come_back(*place),
            B::Tableswitch(switch) => {
                let keys = (0..).map(|step: i32| switch.low.wrapping_add(step));
                self.switch(switch.default, keys.zip(switch.offsets.iter().copied()))
            }
            B::Lookupswitch(switch) => self
                .switch(switch.default, switch.pairs.iter().map(|(&key, &offset)| (key, offset))),
            B::Ireturn => self.give_back(Type::I32),
            B::Lreturn => self.give_back(Type::I64),
            B::Freturn => self.give_back(Type::F32),
            B::Dreturn => self.give_back(Type::F64),
            B::Areturn => self.give_back(Type::Ptr),
            B::Return => self.give_nothing(),

            B::Getstatic(index) => self.get_static(*index),
            B::Putstatic(index) => self.put_static(*index),
            B::Getfield(index) => self.get_field(*index),
            B::Putfield(index) => self.put_field(*index),
            B::Invokevirtual(index) | B::Invokeinterface(index, _) => self.invoke_virtual(*index),
            B::Invokespecial(index) => self.invoke_special(*index),
            B::Invokestatic(index) => self.invoke_static(*index),
            B::Invokedynamic(index) => self.invoke_dynamic(*index),

            B::New(index) => self.new_object(*index),
            B::Newarray(element) => self.new_array_of(element),
            B::Anewarray(index) => self.new_array(*index),
            B::Multianewarray(index, dimensions) => self.new_arrays(*index, *dimensions),
            B::Arraylength => self.array_length(),
            B::Athrow => self.throw(),
            B::Checkcast(index) => self.cast(*index),
            B::Instanceof(index) => self.instance_of(*index),
            B::Monitorenter | B::Monitorexit => self.monitor(),
            _ => Err(Malformed::Reserved.into()),
        }
    }

    fn push_simple(&mut self, simple: Simple) {
        match simple {
            Simple::Constant(ty, value) => self.push(ty, value),
            Simple::Local(ty, place) => {
                let register = self.local(place, ty);
                self.push(ty, register);
            }
        }
    }

    /// The register of a local at the instruction at hand.
    pub(super) fn local(&mut self, place: u16, ty: Type) -> RegId {
        self.local_at(self.at, place, ty)
    }

    /// The register of a local at an instruction.
    pub(super) fn local_at(&mut self, at: usize, place: u16, ty: Type) -> RegId {
        self.locals.register(self.code, &mut self.function.registers, at, place, ty)
    }

    /// Gives a local the value on top of the stack. What `jsr` leaves there is an `int` here.
    fn write_local(&mut self, ty: Type, place: u16) -> Result<(), LowerError> {
        let entry = self.pop_entry()?;
        let ty = match (entry.ty, ty) {
            (Type::BOOL | Type::I32, Type::I32) => Type::I32,
            (found, Type::Ptr) if found == Type::I32 => Type::I32,
            (found, wanted) if found == wanted => wanted,
            _ => return Err(Malformed::StackType.into()),
        };
        let local = self.local(place, ty);
        self.assign(local, entry);
        Ok(())
    }

    /// Whether the next instruction throws the value away that the one at hand leaves.
    pub(super) fn result_is_dropped(&self, result: Type) -> bool {
        let drops = if matches!(result, Type::I64 | Type::F64) { B::Pop2 } else { B::Pop };
        self.plan.block_at(self.at + 1).is_none()
            && self.code.instructions.get(self.at + 1) == Some(&drops)
    }
}
