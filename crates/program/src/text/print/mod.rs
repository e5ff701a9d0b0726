//! The printer: a program, or a part of one, as text.
//!
//! It works on any [`Program`] value, also on an ill-formed one, so that messages can quote it: ids
//! that lead nowhere are shown with a question mark.

mod catalogue;
mod function;
mod instruction;
mod item;
mod mentions;

use std::fmt::{Display, Write};

use super::literal;
use super::syntax::{PROGRAM, push_name};
use crate::{
    BlockId, ClassId, Constant, FuncId, Function, GlobalId, Instruction, Operand, Program, RegId,
    SelectorId, Span, Terminator, Test, Type,
};
use mentions::Mentions;

pub use catalogue::labels as type_labels;

/// The text of a program. Parsing it gives the same program, if that is well-formed.
pub fn print(program: &Program) -> String {
    let mut printer = Printer::new(program);
    printer.program();
    printer.out
}

/// The text of one function.
pub fn function(program: &Program, function: FuncId) -> String {
    let mut printer = Printer::new(program);
    if let Some(function) = program.functions.get(function) {
        printer.function(function);
    }
    printer.out
}

/// The text of one instruction of a function, on one line.
pub fn instruction(program: &Program, function: &Function, instruction: &Instruction) -> String {
    let mut printer = Printer::inside(program, function);
    printer.instruction(instruction);
    printer.out
}

/// The text of one terminator of a function, on one line.
pub fn terminator(program: &Program, function: &Function, terminator: &Terminator) -> String {
    let mut printer = Printer::inside(program, function);
    printer.terminator(terminator, usize::MAX);
    printer.out
}

/// The text of a test of a function.
pub fn test(program: &Program, function: &Function, test: &Test) -> String {
    let mut printer = Printer::inside(program, function);
    printer.test(test);
    printer.out
}

/// The text of an operand of a function where a value of type `ty` stands.
pub fn operand(program: &Program, function: &Function, ty: Type, operand: Operand) -> String {
    let mut printer = Printer::inside(program, function);
    printer.operand(ty, operand);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    /// The function whose registers and blocks are meant.
    inside: Option<&'p Function>,
    out: String,
    /// In which order registers of the function are mentioned.
    registers: Mentions,
    /// In which order selectors are mentioned.
    selectors: Mentions,
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            inside: None,
            out: String::new(),
            registers: Mentions::default(),
            selectors: Mentions::default(),
        }
    }

    fn inside(program: &'p Program, function: &'p Function) -> Self {
        Self { inside: Some(function), ..Self::new(program) }
    }

    /// Writes anything.
    fn put(&mut self, text: impl Display) {
        // Writing into a string cannot fail.
        let _ = write!(self.out, "{text}");
    }

    /// Writes items with something between them.
    fn separated<T>(
        &mut self,
        separator: &str,
        items: impl IntoIterator<Item = T>,
        mut item: impl FnMut(&mut Self, T),
    ) {
        for (index, each) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(separator);
            }
            item(self, each);
        }
    }

    /// Writes a name where a word can stand.
    fn name(&mut self, name: &str) {
        push_name(&mut self.out, name, PROGRAM.is_word(name));
    }

    /// Writes a name behind `@` or `%`.
    fn sigil_name(&mut self, sigil: char, name: Option<&str>, number: u32) {
        self.out.push(sigil);
        match name {
            Some(name) => push_name(&mut self.out, name, PROGRAM.is_symbol(name)),
            None => self.put(format_args!("?{number}")),
        }
    }

    fn word_or_number(&mut self, name: Option<&str>, number: u32) {
        match name {
            Some(name) => self.name(name),
            None => self.put(format_args!("?{number}")),
        }
    }

    fn register(&mut self, register: RegId) {
        self.registers.mention(register.0);
        let name = self.inside.and_then(|function| function.registers.get(register));
        self.sigil_name('%', name.map(|register| register.name.as_str()), register.0);
    }

    fn global_name(&mut self, global: GlobalId) {
        let name = self.program.globals.get(global).map(|global| global.name.as_str());
        self.sigil_name('@', name, global.0);
    }

    fn function_name(&mut self, function: FuncId) {
        let name = self.program.functions.get(function).map(|function| function.name.as_str());
        self.sigil_name('@', name, function.0);
    }

    fn class_name(&mut self, class: ClassId) {
        let name = self.program.classes.get(class).map(|class| class.name.as_str());
        self.word_or_number(name, class.0);
    }

    fn selector(&mut self, selector: SelectorId) {
        self.selectors.mention(selector.0);
        let name = self.program.selectors.get(selector).map(String::as_str);
        self.word_or_number(name, selector.0);
    }

    fn label(&mut self, block: BlockId) {
        let block_of = self.inside.and_then(|function| function.blocks.get(block));
        self.word_or_number(block_of.map(|block| block.label.as_str()), block.0);
    }

    /// Writes ` + 4`, ` - 4`, or nothing for zero.
    fn offset(&mut self, offset: i64) {
        match offset {
            0 => {}
            1.. => self.put(format_args!(" + {offset}")),
            _ => self.put(format_args!(" - {}", offset.unsigned_abs())),
        }
    }

    fn operand(&mut self, ty: Type, operand: Operand) {
        match operand {
            Operand::Register(register) => self.register(register),
            Operand::Constant(Constant::Bits(bits)) => literal::push_bits(&mut self.out, ty, bits),
            Operand::Constant(Constant::Global(global, offset)) => {
                self.global_name(global);
                self.offset(offset);
            }
            Operand::Constant(Constant::Function(function)) => self.function_name(function),
        }
    }

    /// Writes an address to which `offset` is added. The first number behind a global belongs to the
    /// global, so it is written even if it is zero.
    fn place(&mut self, address: Operand, offset: i64) {
        self.operand(Type::Ptr, address);
        if offset != 0 && matches!(address, Operand::Constant(Constant::Global(_, 0))) {
            self.out.push_str(" + 0");
        }
        self.offset(offset);
    }

    fn test(&mut self, test: &Test) {
        match *test {
            Test::Compare { op, ty, left, right } => {
                self.put(format_args!("{} {ty} ", op.mnemonic()));
                self.operand(ty, left);
                self.out.push_str(", ");
                self.operand(ty, right);
            }
            Test::Value(value) => self.operand(Type::BOOL, value),
        }
    }

    /// Writes `!0:3:7-13`, after something else.
    fn span(&mut self, separator: &str, span: Option<Span>) {
        let Some(Span { file, line, column, end_line, end_column }) = span else { return };
        self.put(format_args!("{separator}!{}:{line}:{column}-", file.0));
        if end_line != line {
            self.put(format_args!("{end_line}:"));
        }
        self.put(end_column);
    }
}
