//! Programs as C: one function each, blocks as labels, registers as variables.

use std::fmt::Write;

use program::{
    Argument, BinaryOp, Block, Callee, CheckKind, ClassId, Constant, ConvertOp, Edge, Failure,
    FuncId, Function, GlobalId, Id, Instruction, Operand, Program, RelocationTarget, Terminator,
    Test, Type,
};

use crate::generate::{Case, Inputs};

/// The helpers that all programs use.
pub const RUNTIME: &str = include_str!("runtime.c");

/// The C of a case: its program under names that begin with its number in the file, and a function
/// `case<number>` that runs the vectors and prints one line for each.
pub fn case(case: &Case, number: usize) -> String {
    let printer = Printer { program: &case.program, number };
    let mut text = printer.program();
    let watched: Vec<GlobalId> = case.watched.iter().map(|(global, _)| *global).collect();
    for (index, inputs) in case.vectors.iter().enumerate() {
        text += &printer.run(case, inputs, index, &watched);
    }
    let _ = writeln!(text, "static void case{number}(void) {{");
    for index in 0..case.vectors.len() {
        let _ = writeln!(text, "    p{number}_run{index}();");
    }
    text + "}\n"
}

/// The `main` of a file of that many cases.
pub fn main(cases: usize) -> String {
    let calls: String = (0..cases).map(|number| format!("    case{number}();\n")).collect();
    format!("int main(void) {{\n{calls}    return 0;\n}}\n")
}

struct Printer<'p> {
    program: &'p Program,
    number: usize,
}

/// The bits of the C type that holds a value.
fn storage(ty: Type) -> u32 {
    ty.bytes() * 8
}

fn c_type(ty: Type) -> String {
    format!("u{}", storage(ty))
}

fn result_type(ty: Option<Type>) -> String {
    ty.map_or("void".to_owned(), c_type)
}

fn literal(bits: u128) -> String {
    let low = bits as u64;
    match (bits >> 64) as u64 {
        0 => format!("{low:#x}ull"),
        high => format!("((u128){high:#x}ull << 64 | {low:#x}ull)"),
    }
}

impl Printer<'_> {
    fn function_name(&self, id: FuncId) -> String {
        format!("p{}_{}", self.number, self.program.functions[id].name)
    }

    fn global_name(&self, id: GlobalId) -> String {
        format!("p{}_{}", self.number, self.program.globals[id].name)
    }

    fn program(&self) -> String {
        let mut text = String::new();
        for global in self.program.globals.ids() {
            let size = self.program.globals[global].size;
            let name = self.global_name(global);
            let _ = writeln!(text, "static _Alignas(16) unsigned char {name}[{size}];");
        }
        let number = self.number;
        let _ = writeln!(text, "static u8 p{number}_begun[{}];", self.program.classes.len().max(1));
        for (id, function) in self.program.functions.iter() {
            let _ = writeln!(text, "{};", self.head(id, function));
        }
        text += &self.reset();
        text += &self.dispatch();
        for (id, function) in self.program.functions.iter() {
            let _ = writeln!(text, "{} {{\n{}}}", self.head(id, function), self.body(id, function));
        }
        text
    }

    fn head(&self, id: FuncId, function: &Function) -> String {
        let mut params: Vec<String> = function
            .registers
            .iter()
            .take(function.params as usize)
            .map(|(id, register)| format!("{} r{}", c_type(register.ty), id.0))
            .collect();
        if function.variadic {
            params.push("u64 extras".to_owned());
        }
        let params = if params.is_empty() { "void".to_owned() } else { params.join(", ") };
        let result = result_type(function.result);
        format!("static {result} {}({params})", self.function_name(id))
    }

    /// Puts all static state back to what it is at the start.
    fn reset(&self) -> String {
        let number = self.number;
        let mut text = format!("static void p{number}_reset(void) {{\n");
        for (id, global) in self.program.globals.iter() {
            let name = self.global_name(id);
            let bytes: Vec<String> = global.bytes.iter().map(u8::to_string).collect();
            let _ = writeln!(text, "    memset({name}, 0, sizeof {name});");
            if !bytes.is_empty() {
                let bytes = bytes.join(",");
                let _ = writeln!(
                    text,
                    "    {{ static const unsigned char start[] = {{{bytes}}}; \
                     memcpy({name}, start, sizeof start); }}"
                );
            }
            for relocation in &global.relocations {
                let target = match relocation.target {
                    RelocationTarget::Global(target, offset) => Constant::Global(target, offset),
                    RelocationTarget::Function(target) => Constant::Function(target),
                };
                let target = self.operand(Operand::Constant(target), Type::Ptr);
                let offset = relocation.offset;
                let _ =
                    writeln!(text, "    store_64((u64)(uintptr_t){name} + {offset}, {target});");
            }
        }
        let _ = writeln!(text, "    memset(p{number}_begun, 0, sizeof p{number}_begun);");
        text + "    memset(counters, 0, sizeof counters);\n    thrown = 0;\n}\n"
    }

    /// One function for each selector, which finds the method by the class of the receiver.
    fn dispatch(&self) -> String {
        let mut text = String::new();
        for selector in self.program.selectors.ids() {
            let method = |class: ClassId| {
                let chain = self.chain(class);
                chain.into_iter().find_map(|class| {
                    let methods = &self.program.classes[class].methods;
                    methods.iter().find(|(known, _)| *known == selector).map(|(_, method)| *method)
                })
            };
            let classes: Vec<_> = self
                .program
                .classes
                .ids()
                .filter_map(|class| method(class).map(|method| (class, method)))
                .collect();
            let Some((_, any)) = classes.first() else { continue };
            let function = &self.program.functions[*any];
            let types: Vec<Type> = function.parameter_types().collect();
            let params: Vec<String> =
                types.iter().enumerate().map(|(i, ty)| format!("{} a{i}", c_type(*ty))).collect();
            let values: Vec<String> = (0..types.len()).map(|i| format!("a{i}")).collect();
            let result = result_type(function.result);
            let (number, selector) = (self.number, selector.0);
            let (params, values) = (params.join(", "), values.join(", "));
            let _ = writeln!(text, "static {result} p{number}_virtual{selector}({params}) {{");
            let _ = writeln!(text, "    switch (class_of(a0)) {{");
            for (class, method) in classes {
                let name = self.function_name(method);
                let _ = writeln!(text, "    case {}: return {name}({values});", class.0);
            }
            text += "    default: trap(\"NoMethod\");\n    }\n}\n";
        }
        text
    }

    /// A class and those above it.
    fn chain(&self, class: ClassId) -> Vec<ClassId> {
        let above = |class: &ClassId| self.program.classes[*class].superclass;
        std::iter::successors(Some(class), above).collect()
    }

    /// Whether an object's class is one or below it.
    fn is_instance(&self, object: &str, class: ClassId) -> String {
        let below = self.program.classes.ids().filter(|below| self.chain(*below).contains(&class));
        let tests: Vec<String> =
            below.map(|below| format!("class_of({object}) == {}", below.0)).collect();
        format!("({})", tests.join(" || "))
    }

    fn operand(&self, operand: Operand, ty: Type) -> String {
        match operand {
            Operand::Register(register) => format!("r{}", register.0),
            Operand::Constant(Constant::Bits(bits)) => {
                format!("({}){}", c_type(ty), literal(bits))
            }
            Operand::Constant(Constant::Global(global, offset)) => {
                format!("((u64)(uintptr_t){} + (u64){offset}ll)", self.global_name(global))
            }
            Operand::Constant(Constant::Function(function)) => {
                format!("(u64)(uintptr_t){}", self.function_name(function))
            }
        }
    }

    fn body(&self, id: FuncId, function: &Function) -> String {
        let mut text = String::new();
        for (id, register) in function.registers.iter().skip(function.params as usize) {
            let _ = writeln!(text, "    {} r{} = 0;", c_type(register.ty), id.0);
        }
        for (block_id, block) in function.blocks.iter() {
            let _ = writeln!(text, "b{}:;", block_id.0);
            for instruction in &block.instructions {
                let line = self.instruction(id, function, block, &instruction.node);
                let _ = writeln!(text, "    {line}");
            }
            let _ = writeln!(text, "    {}", self.terminator(function, block));
        }
        text
    }

    /// Where an exception goes that is on its way when this is reached.
    fn catch(&self, function: &Function, block: &Block) -> String {
        let mut text = "if (thrown) { ".to_owned();
        let handlers = block.handlers.map(|table| &function.handlers[table].handlers);
        for handler in handlers.into_iter().flatten() {
            let test = match handler.class {
                None => "1".to_owned(),
                Some(class) => self.is_instance("thrown", class),
            };
            let (register, target) = (handler.register.0, handler.target.0);
            let _ = write!(
                text,
                "if ({test}) {{ r{register} = thrown; thrown = 0; goto b{target}; }} "
            );
        }
        let result = if function.result.is_some() { "return 0;" } else { "return;" };
        text + result + " }"
    }

    fn test(&self, test: &Test) -> String {
        match *test {
            Test::Value(value) => self.operand(value, Type::BOOL),
            Test::Compare { op, ty, left, right } => {
                let (left, right) = (self.operand(left, ty), self.operand(right, ty));
                operation(op.mnemonic(), ty, &[left, right])
            }
        }
    }

    fn instruction(
        &self,
        id: FuncId,
        function: &Function,
        block: &Block,
        instruction: &Instruction,
    ) -> String {
        let result = match instruction {
            Instruction::Copy { ty, value, .. } => self.operand(*value, *ty),
            Instruction::Unary { op, ty, value, .. } => {
                operation(op.mnemonic(), *ty, &[self.operand(*value, *ty)])
            }
            Instruction::Binary { op, ty, left, right, checked, .. } => {
                let unsigned = matches!(op, BinaryOp::UDiv | BinaryOp::URem);
                let suffix = if *checked && !unsigned { "_checked" } else { "" };
                let operands = [self.operand(*left, *ty), self.operand(*right, *ty)];
                operation(&format!("{}{suffix}", op.mnemonic()), *ty, &operands)
            }
            Instruction::Compare { op, ty, left, right, .. } => {
                self.test(&Test::Compare { op: *op, ty: *ty, left: *left, right: *right })
            }
            Instruction::Convert { op, from, to, value, .. } => {
                convert(*op, *from, *to, &self.operand(*value, *from))
            }
            Instruction::Fma { ty, a, b, c, .. } => {
                operation("fma", *ty, &[a, b, c].map(|operand| self.operand(*operand, *ty)))
            }
            Instruction::Select { ty, test, then, otherwise, .. } => format!(
                "{} ? {} : {}",
                self.test(test),
                self.operand(*then, *ty),
                self.operand(*otherwise, *ty)
            ),
            Instruction::Load { ty, address, offset, .. } => format!(
                "load_{}({} + (u64){offset}ll, {})",
                storage(*ty),
                self.operand(*address, Type::Ptr),
                ty.bits()
            ),
            Instruction::Address { base, index, scale, offset, .. } => format!(
                "{} + {} * (u64){scale}u + (u64){offset}ll",
                self.operand(*base, Type::Ptr),
                self.operand(*index, Type::I64)
            ),
            Instruction::Allocate { size, zeroed, .. } => {
                format!("allocate({}, {})", self.operand(*size, Type::I64), u8::from(*zeroed))
            }
            Instruction::VarArgs { .. } => "extras".to_owned(),
            Instruction::New { class, .. } => {
                format!("new_object({}, 0, {})", class.0, self.program.classes[*class].size)
            }
            Instruction::NewArray { class, length, .. } => {
                let element = self.program.classes[*class].element.map_or(1, Type::bytes);
                let length = self.operand(*length, Type::I32);
                format!("new_object({}, {length}, (u64){length} * {element})", class.0)
            }
            Instruction::ArrayLength { array, .. } => {
                format!("length_of({})", self.operand(*array, Type::Ptr))
            }
            Instruction::ClassOf { object, .. } => {
                format!("class_of({})", self.operand(*object, Type::Ptr))
            }
            Instruction::InstanceOf { object, class, .. } => {
                let object = self.operand(*object, Type::Ptr);
                format!("{object} && {}", self.is_instance(&object, *class))
            }
            Instruction::MayCast { object, class, .. } => {
                let object = self.operand(*object, Type::Ptr);
                format!("!{object} || {}", self.is_instance(&object, *class))
            }
            Instruction::Call { dst, result, callee, arguments } => {
                let call = self.call(*callee, *result, arguments);
                let assign = dst.map_or(String::new(), |dst| format!("r{} = ", dst.0));
                let (before, call) = call;
                // What is assigned when the callee threw is not seen: the register keeps its value.
                let catch = self.catch(function, block);
                return match dst {
                    None => format!("{{ {before}{call}; }} {catch}"),
                    Some(_) => format!(
                        "{{ {before}{} value = {call}; {catch} {assign}value; }}",
                        result_type(*result)
                    ),
                };
            }
            other => return self.effect(id, function, block, other),
        };
        match instruction.destination() {
            Some(dst) => format!("r{} = {result};", dst.0),
            None => format!("{result};"),
        }
    }

    /// An instruction that assigns no register.
    fn effect(
        &self,
        id: FuncId,
        function: &Function,
        block: &Block,
        instruction: &Instruction,
    ) -> String {
        match instruction {
            Instruction::Store { ty, address, offset, value, .. } => format!(
                "store_{}({} + (u64){offset}ll, {});",
                storage(*ty),
                self.operand(*address, Type::Ptr),
                self.operand(*value, *ty)
            ),
            Instruction::Free { address } => {
                format!("release({});", self.operand(*address, Type::Ptr))
            }
            Instruction::MemCopy { to, from, size } => format!(
                "copy_bytes({}, {}, {});",
                self.operand(*to, Type::Ptr),
                self.operand(*from, Type::Ptr),
                self.operand(*size, Type::I64)
            ),
            Instruction::MemSet { to, byte, size } => format!(
                "fill_bytes({}, {}, {});",
                self.operand(*to, Type::Ptr),
                self.operand(*byte, Type::I8),
                self.operand(*size, Type::I64)
            ),
            Instruction::Check { kind, test, failure } => {
                let test = self.test(test);
                match failure {
                    Failure::Trap => format!("if (!({test})) trap(\"{}\");", trap_of(*kind)),
                    Failure::Call(callee, arguments) => {
                        let (before, call) = self.call(Callee::Direct(*callee), None, arguments);
                        let catch = self.catch(function, block);
                        format!("if (!({test})) {{ {before}{call}; {catch} }}")
                    }
                }
            }
            Instruction::Count { counter } => {
                let before: u32 =
                    self.program.functions.values().take(id.index()).map(|f| f.counters).sum();
                format!("counters[{}]++;", before + counter.0)
            }
            Instruction::Init { class } => {
                let Some(initializer) = self.program.classes[*class].initializer else {
                    return ";".to_owned();
                };
                let (number, class) = (self.number, class.0);
                let name = self.function_name(initializer);
                let catch = self.catch(function, block);
                format!(
                    "if (!p{number}_begun[{class}]) {{ p{number}_begun[{class}] = 1; {name}(); {catch} }}"
                )
            }
            // Conditions and decisions change nothing that C could see.
            _ => ";".to_owned(),
        }
    }

    /// A call, and what has to be said before it.
    fn call(
        &self,
        callee: Callee,
        result: Option<Type>,
        arguments: &[Argument],
    ) -> (String, String) {
        let value = |argument: &Argument| self.operand(argument.value, argument.ty);
        let mut values: Vec<String> = arguments.iter().map(value).collect();
        let mut before = String::new();
        let name = match callee {
            Callee::Direct(function) => {
                let params = self.program.functions[function].params as usize;
                if self.program.functions[function].variadic {
                    before = extras(&arguments[params..], &values[params..]);
                    values.truncate(params);
                    values.push("(u64)(uintptr_t)extra".to_owned());
                }
                self.function_name(function)
            }
            Callee::Virtual(selector) => format!("p{}_virtual{}", self.number, selector.0),
            Callee::Indirect(address) => {
                let types: Vec<String> =
                    arguments.iter().map(|argument| c_type(argument.ty)).collect();
                let types = if types.is_empty() { "void".to_owned() } else { types.join(", ") };
                let (result, address) = (result_type(result), self.operand(address, Type::Ptr));
                format!("(({result} (*)({types}))(uintptr_t){address})")
            }
        };
        (before, format!("{name}({})", values.join(", ")))
    }

    fn terminator(&self, function: &Function, block: &Block) -> String {
        let edge = |edge: &Edge| self.edge(function, edge);
        match &block.terminator.node {
            Terminator::Jump(target) => edge(target),
            Terminator::Branch { test, then, otherwise, .. } => {
                format!("if ({}) {} else {}", self.test(test), edge(then), edge(otherwise))
            }
            Terminator::Switch { ty, value, cases, default } => {
                let value = self.operand(*value, *ty);
                // C's switch knows no 128-bit cases.
                let cases: String = cases
                    .iter()
                    .map(|(case, target)| {
                        let case = self.operand(Operand::Constant(Constant::Bits(*case)), *ty);
                        format!("if ({value} == {case}) {} else ", edge(target))
                    })
                    .collect();
                cases + &edge(default)
            }
            Terminator::Return(None) => "return;".to_owned(),
            Terminator::Return(Some(value)) => {
                let ty = function.result.unwrap_or(Type::I64);
                format!("return {};", self.operand(*value, ty))
            }
            Terminator::Throw(object) => {
                let object = self.operand(*object, Type::Ptr);
                format!("thrown = {object}; {}", self.catch(function, block))
            }
            Terminator::Unreachable => "trap(\"Unreachable\");".to_owned(),
        }
    }

    fn edge(&self, function: &Function, edge: &Edge) -> String {
        let mut text = "{ ".to_owned();
        for (place, (target, value)) in edge.moves.iter().enumerate() {
            let ty = function.type_of(*target);
            let _ = write!(text, "{} m{place} = {}; ", c_type(ty), self.operand(*value, ty));
        }
        for (place, (target, _)) in edge.moves.iter().enumerate() {
            let _ = write!(text, "r{} = m{place}; ", target.0);
        }
        let _ = write!(text, "goto b{}; }}", edge.target.0);
        text
    }

    fn run(&self, case: &Case, inputs: &Inputs, index: usize, watched: &[GlobalId]) -> String {
        let number = self.number;
        let entry = &self.program.functions[case.entry];
        let mut arguments = Vec::new();
        let mut text =
            format!("static void p{number}_run{index}(void) {{\n    p{number}_reset();\n");
        if let Some((element, length)) = case.array {
            let size = element.bytes() * length;
            let _ = writeln!(text, "    static _Alignas(16) unsigned char input[{size}];");
            for (place, &bits) in inputs.elements.iter().enumerate() {
                let (width, offset) = (storage(element), place as u32 * element.bytes());
                let bits = literal(bits);
                let _ =
                    writeln!(text, "    store_{width}((u64)(uintptr_t)input + {offset}, {bits});");
            }
            arguments.push("(u64)(uintptr_t)input".to_owned());
        }
        arguments.extend(inputs.scalars.iter().map(|&bits| literal(bits)));
        let arguments = arguments.join(", ");
        let name = self.function_name(case.entry);
        let _ = writeln!(text, "    printf(\"{number} {index} \");");
        text += "    if (setjmp(trapped)) printf(\"trapped %s\", trap_name);\n    else {\n";
        let result = c_type(entry.result.unwrap_or(Type::I64));
        let _ = writeln!(text, "        {result} result = {name}({arguments});");
        text +=
            "        if (thrown) printf(\"threw %d\", (int)class_of(thrown));\n        else {\n";
        text += "            printf(\"returned \");\n            print_hex(result);\n";
        for global in watched {
            let name = self.global_name(*global);
            let label = &self.program.globals[*global].name;
            let _ = writeln!(text, "            print_bytes(\"{label}\", {name}, sizeof {name});");
        }
        if case.array.is_some() {
            text += "            print_bytes(\"input\", input, sizeof input);\n";
        }
        let used: u32 = self.program.functions.values().map(|function| function.counters).sum();
        let _ = writeln!(text, "        }}\n    }}\n    print_counters({used});");
        text + "    printf(\"\\n\");\n}\n"
    }
}

/// The arguments beyond the parameters, in slots of eight bytes, or sixteen for the widest.
fn extras(arguments: &[Argument], values: &[String]) -> String {
    let slot = |argument: &Argument| if argument.ty.bits() > 64 { 16 } else { 8 };
    let size: u32 = arguments.iter().map(slot).sum();
    let mut text = format!("unsigned char extra[{}] = {{0}}; ", size.max(1));
    let mut offset = 0;
    for (argument, value) in arguments.iter().zip(values) {
        let width = storage(argument.ty);
        let _ = write!(text, "store_{width}((u64)(uintptr_t)extra + {offset}, {value}); ");
        offset += slot(argument);
    }
    text
}

fn operation(name: &str, ty: Type, operands: &[String]) -> String {
    let operands = operands.join(", ");
    if ty.is_float() {
        format!("{name}_{ty}({operands})")
    } else {
        format!("{name}_{}({operands}, {})", storage(ty), ty.bits())
    }
}

fn convert(op: ConvertOp, from: Type, to: Type, value: &str) -> String {
    let (result, bits) = (c_type(to), to.bits());
    match op {
        ConvertOp::Trunc => format!("({result}){value} & mask_{}({bits})", storage(to)),
        ConvertOp::ZExt | ConvertOp::BitCast => value.to_owned(),
        ConvertOp::SExt => {
            let signed = format!("sx_{}({value}, {})", storage(from), from.bits());
            format!("({result}){signed} & mask_{}({bits})", storage(to))
        }
        ConvertOp::FToS | ConvertOp::FToU | ConvertOp::FToSSat | ConvertOp::FToUSat => {
            format!("({result}){}(of_{from}({value}), {bits})", op.mnemonic())
        }
        ConvertOp::SToF => {
            format!("bits_{to}(sx_{}({value}, {}))", storage(from), from.bits())
        }
        ConvertOp::UToF => format!("bits_{to}({value})"),
        ConvertOp::FToF => format!("out_{to}(of_{from}({value}))"),
    }
}

/// The name of the trap that a failed check ends in.
fn trap_of(kind: CheckKind) -> &'static str {
    match kind {
        CheckKind::Null => "Null",
        CheckKind::Bounds => "OutOfBounds",
        CheckKind::Division => "Division",
        CheckKind::Overflow => "Overflow",
        CheckKind::Initialised => "Uninitialised",
        CheckKind::Cast => "Check(Cast)",
        CheckKind::Size => "Check(Size)",
        CheckKind::Assertion => "Check(Assertion)",
        CheckKind::Related => "Check(Related)",
    }
}
