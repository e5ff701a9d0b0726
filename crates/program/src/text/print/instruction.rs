//! Instructions and terminators.

use super::Printer;
use crate::text::parse::check_name;
use crate::{
    Access, Argument, Callee, ConditionRef, Constant, Edge, Failure, Instruction, Operand, RegId,
    Region, Terminator, Type,
};

impl Printer<'_> {
    /// Writes one instruction.
    pub fn instruction(&mut self, instruction: &Instruction) {
        if let Some(dst) = instruction.destination() {
            self.register(dst);
            self.out.push_str(" = ");
        }
        match *instruction {
            Instruction::Copy { ty, value, .. } => self.operation("copy", ty, &[value]),
            Instruction::Unary { op, ty, value, .. } => self.operation(op.mnemonic(), ty, &[value]),
            Instruction::Binary { op, ty, left, right, checked, .. } => {
                self.out.push_str(op.mnemonic());
                self.operation(if checked { ".checked" } else { "" }, ty, &[left, right]);
            }
            Instruction::Compare { op, ty, left, right, .. } => {
                self.operation(op.mnemonic(), ty, &[left, right]);
            }
            Instruction::Convert { op, from, to, value, .. } => {
                self.operation(op.mnemonic(), from, &[value]);
                self.put(format_args!(" to {to}"));
            }
            Instruction::Fma { ty, a, b, c, .. } => self.operation("fma", ty, &[a, b, c]),
            Instruction::Select { ty, test, then, otherwise, condition, .. } => {
                self.out.push_str("select ");
                self.condition(condition);
                self.test(&test);
                self.put(format_args!(" ? {ty} "));
                self.operand(ty, then);
                self.out.push_str(" : ");
                self.operand(ty, otherwise);
            }
            Instruction::Call { result, callee, ref arguments, .. } => {
                self.call(result, callee, arguments);
            }
            Instruction::Check { kind, test, ref failure } => {
                self.put(format_args!("check {} ", check_name(kind)));
                self.test(&test);
                if let Failure::Call(function, arguments) = failure {
                    self.out.push_str(" else call ");
                    self.function_name(*function);
                    self.arguments(arguments);
                }
            }
            Instruction::Condition { condition, value } => {
                self.out.push_str("condition ");
                self.condition(Some(condition));
                self.operand(Type::BOOL, value);
            }
            Instruction::Decide { decision, value } => {
                self.put(format_args!("decide d{} ", decision.0));
                self.operand(Type::BOOL, value);
            }
            Instruction::Count { counter } => self.put(format_args!("count {}", counter.0)),
            _ => self.memory_or_object(instruction),
        }
    }

    fn memory_or_object(&mut self, instruction: &Instruction) {
        match *instruction {
            Instruction::Load { ty, address, offset, access, .. } => {
                self.put(format_args!("load{} {ty} ", suffix(access)));
                self.place(address, offset.into());
            }
            Instruction::Store { ty, address, offset, value, access } => {
                self.put(format_args!("store{} {ty} ", suffix(access)));
                self.operand(ty, value);
                self.out.push_str(", ");
                self.place(address, offset.into());
            }
            Instruction::Address { base, index, scale, offset, .. } => {
                self.address(base, index, scale, offset);
            }
            Instruction::Allocate { size, align, region, zeroed, .. } => {
                self.out.push_str(match region {
                    Region::Stack => "alloc stack ",
                    Region::Heap => "alloc heap ",
                });
                self.operand(Type::I64, size);
                self.put(format_args!(" align {align}{}", if zeroed { " zeroed" } else { "" }));
            }
            Instruction::Free { address } => self.operands("free ", &[(Type::Ptr, address)]),
            Instruction::MemCopy { to, from, size } => {
                self.operands("memcopy ", &[(Type::Ptr, to), (Type::Ptr, from), (Type::I64, size)]);
            }
            Instruction::MemSet { to, byte, size } => {
                self.operands("memset ", &[(Type::Ptr, to), (Type::I8, byte), (Type::I64, size)]);
            }
            Instruction::StackSave { .. } => self.out.push_str("stacksave"),
            Instruction::StackRestore { mark } => {
                self.operands("stackrestore ", &[(Type::Ptr, mark)]);
            }
            Instruction::VarArgs { .. } => self.out.push_str("varargs"),
            Instruction::New { class, .. } => {
                self.out.push_str("new ");
                self.class_name(class);
            }
            Instruction::NewArray { class, length, .. } => {
                self.out.push_str("newarray ");
                self.class_name(class);
                self.operands(" ", &[(Type::I32, length)]);
            }
            Instruction::ArrayLength { array, .. } => {
                self.operands("arraylength ", &[(Type::Ptr, array)]);
            }
            Instruction::ClassOf { object, .. } => {
                self.operands("classof ", &[(Type::Ptr, object)]);
            }
            Instruction::InstanceOf { object, class, .. } => {
                self.operands("instanceof ", &[(Type::Ptr, object)]);
                self.out.push_str(", ");
                self.class_name(class);
            }
            Instruction::MayCast { object, class, .. } => {
                self.operands("maycast ", &[(Type::Ptr, object)]);
                self.out.push_str(", ");
                self.class_name(class);
            }
            Instruction::MayStore { array, value, .. } => {
                self.operands("maystore ", &[(Type::Ptr, array), (Type::Ptr, value)]);
            }
            Instruction::Init { class } => {
                self.out.push_str("init ");
                self.class_name(class);
            }
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

    fn operation(&mut self, name: &str, ty: Type, values: &[Operand]) {
        self.put(format_args!("{name} {ty} "));
        self.separated(", ", values, |printer, value| printer.operand(ty, *value));
    }

    fn operands(&mut self, start: &str, values: &[(Type, Operand)]) {
        self.out.push_str(start);
        self.separated(", ", values, |printer, (ty, value)| printer.operand(*ty, *value));
    }

    fn condition(&mut self, condition: Option<ConditionRef>) {
        if let Some(ConditionRef { decision, index }) = condition {
            self.put(format_args!("d{}.c{index} ", decision.0));
        }
    }

    /// Writes base, index and offset; zero times one is no index.
    fn address(&mut self, base: Operand, index: Operand, scale: u32, offset: i64) {
        self.out.push_str("address ");
        if index == Operand::Constant(Constant::Bits(0)) && scale == 1 {
            self.place(base, offset);
            return;
        }
        self.operand(Type::Ptr, base);
        self.out.push_str(" + ");
        self.operand(Type::I64, index);
        if scale != 1 || !matches!(index, Operand::Register(_)) {
            self.put(format_args!(" * {scale}"));
        }
        self.offset(offset);
    }

    fn call(&mut self, result: Option<Type>, callee: Callee, arguments: &[Argument]) {
        self.out.push_str(if matches!(callee, Callee::Virtual(_)) { "callvirt " } else { "call " });
        match result {
            Some(ty) => self.put(format_args!("{ty} ")),
            None => self.out.push_str("void "),
        }
        match callee {
            Callee::Direct(function) => self.function_name(function),
            Callee::Indirect(Operand::Register(register)) => self.register(register),
            Callee::Indirect(address) => {
                self.out.push('*');
                self.operand(Type::Ptr, address);
            }
            Callee::Virtual(selector) => self.selector(selector),
        }
        self.arguments(arguments);
    }

    fn arguments(&mut self, arguments: &[Argument]) {
        self.out.push('(');
        self.separated(", ", arguments, |printer, argument| {
            printer.put(format_args!("{} ", argument.ty));
            printer.operand(argument.ty, argument.value);
        });
        self.out.push(')');
    }

    /// Writes a terminator; a switch of more than `cases_on_a_line` cases over several lines.
    pub fn terminator(&mut self, terminator: &Terminator, cases_on_a_line: usize) {
        match terminator {
            Terminator::Jump(edge) => {
                self.out.push_str("jump ");
                self.edge(edge);
            }
            Terminator::Branch { test, condition, then, otherwise } => {
                self.out.push_str("br ");
                self.condition(*condition);
                self.test(test);
                self.out.push_str(" ? ");
                self.edge(then);
                self.out.push_str(" : ");
                self.edge(otherwise);
            }
            Terminator::Switch { ty, value, cases, default } => {
                self.put(format_args!("switch {ty} "));
                self.operand(*ty, *value);
                let (open, separator, close) = if cases.len() > cases_on_a_line {
                    (" {\n    ", ",\n    ", ",\n  }")
                } else {
                    (" { ", ", ", " }")
                };
                self.out.push_str(open);
                for (value, edge) in cases {
                    self.operand(*ty, Operand::Constant(Constant::Bits(*value)));
                    self.out.push_str(" -> ");
                    self.edge(edge);
                    self.out.push_str(separator);
                }
                self.out.push_str("default -> ");
                self.edge(default);
                self.out.push_str(close);
            }
            Terminator::Return(None) => self.out.push_str("ret"),
            Terminator::Return(Some(value)) => {
                let ty = self.inside.and_then(|function| function.result);
                self.operands("ret ", &[(ty.unwrap_or(Type::I64), *value)]);
            }
            Terminator::Throw(value) => self.operands("throw ", &[(Type::Ptr, *value)]),
            Terminator::Unreachable => self.out.push_str("unreachable"),
        }
    }

    fn edge(&mut self, edge: &Edge) {
        self.label(edge.target);
        if edge.moves.is_empty() {
            return;
        }
        self.out.push('(');
        self.separated(", ", &edge.moves, |printer, (register, value)| {
            printer.target_of_move(*register, *value);
            printer.out.push_str(" = ");
            let ty = printer.inside.and_then(|function| function.registers.get(*register));
            printer.operand(ty.map_or(Type::I64, |register| register.ty), *value);
        });
        self.out.push(')');
    }

    /// The parser must know the type of a move's target, from before or from the value.
    fn target_of_move(&mut self, register: RegId, value: Operand) {
        let from_value =
            matches!(value, Operand::Register(source) if self.registers.contains(source.0));
        if !from_value {
            self.registers.mention_as_known(register.0);
        }
        self.register(register);
    }
}

fn suffix(access: Access) -> &'static str {
    match access {
        Access::Checked => "",
        Access::Trusted => ".trusted",
        Access::Zeros => ".zeros",
        Access::Copied => ".copied",
    }
}
