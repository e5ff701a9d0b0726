//! Instructions: types, ids, arguments.

use super::function::Inside;
use crate::{
    Access, Argument, BinaryOp, Callee, ClassId, ConvertOp, Failure, FuncId, Function, Id,
    Instruction, Operand, Test, Type, UnaryOp,
};

impl<'p> Inside<'_, 'p> {
    pub fn instruction(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Copy { ty, dst, value } => {
                self.ty(ty);
                self.operand("the value", value, ty);
                self.register("the result", dst, ty);
            }
            Instruction::Unary { op, ty, dst, value } => {
                self.number(op.mnemonic(), op.is_float(), ty);
                if op == UnaryOp::ByteSwap && ty.is_int() && !ty.bits().is_multiple_of(8) {
                    self.problem(format!("{ty} has no whole number of bytes to swap"));
                }
                self.operand("the value", value, ty);
                self.register("the result", dst, ty);
            }
            Instruction::Binary { op, ty, dst, left, right, checked } => {
                self.number(op.mnemonic(), op.is_float(), ty);
                if checked && !can_be_checked(op) {
                    self.problem(format!(
                        "`{}` cannot be checked: it never overflows",
                        op.mnemonic()
                    ));
                }
                self.operand("the left side", left, ty);
                self.operand("the right side", right, ty);
                self.register("the result", dst, ty);
            }
            Instruction::Compare { op, ty, dst, left, right } => {
                self.test(&Test::Compare { op, ty, left, right });
                self.register("the result", dst, Type::BOOL);
            }
            Instruction::Convert { op, from, to, dst, value } => {
                self.conversion(op, from, to);
                self.operand("the value", value, from);
                self.register("the result", dst, to);
            }
            Instruction::Fma { ty, dst, a, b, c } => {
                self.number("fma", true, ty);
                for factor in [a, b, c] {
                    self.operand("an operand", factor, ty);
                }
                self.register("the result", dst, ty);
            }
            Instruction::Select { ty, dst, test, then, otherwise, condition } => {
                self.ty(ty);
                self.test(&test);
                self.condition(condition);
                self.operand("the first value", then, ty);
                self.operand("the second value", otherwise, ty);
                self.register("the result", dst, ty);
            }
            Instruction::Call { dst, result, callee, ref arguments } => {
                self.call(result, callee, arguments);
                match (dst, result) {
                    (Some(dst), Some(ty)) => self.register("the result", dst, ty),
                    (Some(_), None) => self.problem("a call without a result cannot assign one"),
                    (None, _) => {}
                }
            }
            Instruction::Check { ref test, ref failure, .. } => {
                self.test(test);
                if let Failure::Call(function, arguments) = failure {
                    self.direct_call(*function, arguments);
                }
            }
            Instruction::Condition { condition, value } => {
                self.condition(Some(condition));
                self.operand("the outcome", value, Type::BOOL);
            }
            Instruction::Decide { decision, value } => {
                if self.function.decisions.get(decision).is_none() {
                    self.problem(format!("decision d{} does not exist", decision.0));
                }
                self.operand("the outcome", value, Type::BOOL);
            }
            Instruction::Count { counter } => {
                if counter.0 >= self.function.counters {
                    let counters = self.function.counters;
                    self.problem(format!("the function has only {counters} counters"));
                }
            }
            _ => self.memory_or_object(instruction),
        }
    }

    fn memory_or_object(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Load { ty, dst, address, .. } => {
                self.ty(ty);
                self.operand("the address", address, Type::Ptr);
                self.register("the result", dst, ty);
            }
            Instruction::Store { ty, address, value, access, .. } => {
                self.ty(ty);
                if access == Access::Zeros {
                    self.problem("only loads take what was never written for zeros".to_owned());
                }
                if access == Access::Copied && matches!(value, Operand::Constant(_)) {
                    self.problem("a constant is copied from nowhere".to_owned());
                }
                self.operand("the value", value, ty);
                self.operand("the address", address, Type::Ptr);
            }
            Instruction::Address { dst, base, index, .. } => {
                self.operand("the base", base, Type::Ptr);
                self.operand("the index", index, Type::I64);
                self.register("the result", dst, Type::Ptr);
            }
            Instruction::Allocate { dst, size, align, .. } => {
                self.operand("the size", size, Type::I64);
                if !align.is_power_of_two() {
                    self.problem(format!("the alignment {align} is not a power of two"));
                }
                self.register("the result", dst, Type::Ptr);
            }
            Instruction::Free { address } => self.operand("the address", address, Type::Ptr),
            Instruction::MemCopy { to, from, size } => {
                self.operand("the target", to, Type::Ptr);
                self.operand("the source", from, Type::Ptr);
                self.operand("the size", size, Type::I64);
            }
            Instruction::MemSet { to, byte, size } => {
                self.operand("the target", to, Type::Ptr);
                self.operand("the byte", byte, Type::I8);
                self.operand("the size", size, Type::I64);
            }
            Instruction::StackSave { dst } => self.register("the mark", dst, Type::Ptr),
            Instruction::StackRestore { mark } => self.operand("the mark", mark, Type::Ptr),
            Instruction::VarArgs { dst } => {
                if !self.function.variadic {
                    self.problem("the function is not variadic");
                }
                self.register("the result", dst, Type::Ptr);
            }
            Instruction::New { dst, class } => {
                self.instance(class);
                self.register("the result", dst, Type::Ptr);
            }
            Instruction::NewArray { dst, class, length } => {
                self.array(class);
                self.operand("the length", length, Type::I32);
                self.register("the result", dst, Type::Ptr);
            }
            Instruction::ArrayLength { dst, array } => {
                self.operand("the array", array, Type::Ptr);
                self.register("the result", dst, Type::I32);
            }
            Instruction::ClassOf { dst, object } => {
                self.operand("the object", object, Type::Ptr);
                self.register("the result", dst, Type::I32);
            }
            Instruction::InstanceOf { dst, object, class } => {
                self.operand("the object", object, Type::Ptr);
                self.class(class);
                self.register("the result", dst, Type::BOOL);
            }
            Instruction::MayCast { dst, object, class } => {
                self.operand("the object", object, Type::Ptr);
                self.class(class);
                self.register("the result", dst, Type::BOOL);
            }
            Instruction::MayStore { dst, array, value } => {
                self.operand("the array", array, Type::Ptr);
                self.operand("the value", value, Type::Ptr);
                self.register("the result", dst, Type::BOOL);
            }
            Instruction::Init { class } => self.class(class),
            Instruction::Copy { .. }
            | Instruction::Unary { .. }
            | Instruction::Binary { .. }
            | Instruction::Compare { .. }
            | Instruction::Convert { .. }
            | Instruction::Fma { .. }
            | Instruction::Select { .. }
            | Instruction::Call { .. }
            | Instruction::Check { .. }
            | Instruction::Condition { .. }
            | Instruction::Decide { .. }
            | Instruction::Count { .. } => {}
        }
    }

    /// An operation on floats needs a float, another one an integer.
    fn number(&mut self, operation: &str, float: bool, ty: Type) {
        if self.ty(ty) && (if float { !ty.is_float() } else { !ty.is_int() }) {
            self.problem(format!("`{operation}` does not work on {ty}"));
        }
    }

    pub fn test(&mut self, test: &Test) {
        match *test {
            Test::Compare { op, ty, left, right } => {
                if self.ty(ty) && op.is_float() != ty.is_float() {
                    self.problem(format!("`{}` does not compare {ty}", op.mnemonic()));
                }
                self.operand("the left side", left, ty);
                self.operand("the right side", right, ty);
            }
            Test::Value(value) => self.operand("the tested value", value, Type::BOOL),
        }
    }

    fn conversion(&mut self, op: ConvertOp, from: Type, to: Type) {
        if !self.ty(from) || !self.ty(to) {
            return;
        }
        let sensible = match op {
            ConvertOp::Trunc => from.is_int() && to.is_int() && from.bits() > to.bits(),
            ConvertOp::ZExt | ConvertOp::SExt => {
                from.is_int() && to.is_int() && from.bits() < to.bits()
            }
            ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat => {
                from.is_float() && to.is_int()
            }
            ConvertOp::SToF | ConvertOp::UToF => from.is_int() && to.is_float(),
            ConvertOp::FToF => from.is_float() && to.is_float() && from != to,
            ConvertOp::BitCast => from.bits() == to.bits(),
        };
        if !sensible {
            self.problem(format!("`{}` does not lead from {from} to {to}", op.mnemonic()));
        }
    }

    fn instance(&mut self, class: ClassId) {
        match self.program.classes.get(class) {
            None => self.problem(format!("class ?{} does not exist", class.0)),
            Some(class) if class.interface => {
                self.problem(format!("`{}` is an interface and has no instances", class.name));
            }
            Some(class) if class.element.is_some() => {
                self.problem(format!(
                    "`{}` is an array class: its objects are made by `newarray`",
                    class.name
                ));
            }
            Some(_) => {}
        }
    }

    fn array(&mut self, class: ClassId) {
        match self.program.classes.get(class) {
            None => self.problem(format!("class ?{} does not exist", class.0)),
            Some(class) if class.element.is_none() => {
                self.problem(format!("`{}` is not an array class", class.name));
            }
            Some(_) => {}
        }
    }

    fn call(&mut self, result: Option<Type>, callee: Callee, arguments: &[Argument]) {
        if let Some(ty) = result {
            self.ty(ty);
        }
        match callee {
            Callee::Direct(function) => {
                if let Some(function) = self.direct_call(function, arguments) {
                    self.result(result, function);
                }
            }
            Callee::Indirect(address) => {
                self.operand("the called address", address, Type::Ptr);
                self.arguments(arguments);
            }
            Callee::Virtual(selector) => {
                if arguments.first().is_none_or(|receiver| receiver.ty != Type::Ptr) {
                    self.problem(
                        "the first argument of a virtual call must be a ptr: the receiver",
                    );
                }
                if selector.index() >= self.program.selectors.len() {
                    self.problem(format!("selector ?{} does not exist", selector.0));
                }
                match self.verifier.method_of(selector) {
                    Some(method) => {
                        if let Some(method) = self.direct_call(method, arguments) {
                            self.result(result, method);
                        }
                    }
                    None => self.arguments(arguments),
                }
            }
        }
    }

    fn result(&mut self, result: Option<Type>, callee: &Function) {
        if result != callee.result {
            let written =
                |ty: Option<Type>| ty.map_or_else(|| "void".to_owned(), |ty| ty.to_string());
            let (here, there) = (written(result), written(callee.result));
            self.problem(format!(
                "the call's result is {here}, but `@{}` gives {there}",
                callee.name
            ));
        }
    }

    /// Checks the arguments of a call to a known function, and gives that function.
    fn direct_call(&mut self, function: FuncId, arguments: &[Argument]) -> Option<&'p Function> {
        self.arguments(arguments);
        let Some(callee) = self.program.functions.get(function) else {
            self.problem(format!("function ?{} does not exist", function.0));
            return None;
        };
        let (given, wanted) = (arguments.len(), callee.params as usize);
        if given < wanted || (given > wanted && !callee.variadic) {
            let least = if callee.variadic { "at least " } else { "" };
            let plural = if wanted == 1 { "" } else { "s" };
            self.problem(format!(
                "`@{}` takes {least}{wanted} argument{plural}, not {given}",
                callee.name
            ));
        }
        for (index, (argument, ty)) in arguments.iter().zip(callee.parameter_types()).enumerate() {
            if argument.ty != ty {
                let number = index + 1;
                let message = format!(
                    "argument {number} is {}, but `@{}` takes {ty}",
                    argument.ty, callee.name
                );
                self.problem(message);
            }
        }
        Some(callee)
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        for (index, Argument { ty, value }) in arguments.iter().enumerate() {
            self.ty(*ty);
            let value: Operand = *value;
            self.operand(&format!("argument {}", index + 1), value, *ty);
        }
    }
}

/// Whether an operation has results that C leaves undefined.
fn can_be_checked(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
    )
}
