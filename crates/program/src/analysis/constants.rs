//! The constants that code compares with and computes with: what a run may turn on.

use std::collections::BTreeSet;

use crate::operands;
use crate::{
    Constant, FuncId, GlobalId, Instruction, Operand, Program, RelocationTarget, Terminator, Test,
    Type,
};

/// How far addresses inside globals are followed to texts: a table of records that name things.
const DEEPEST: u32 = 3;

/// Constants of some functions, each kind in order and once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    /// Integers, as signed and, where that differs, as unsigned numbers.
    pub integers: Vec<i128>,
    /// Floats, as the bits of an `f64`.
    pub floats: Vec<u64>,
    /// Texts in read-only globals, without the zero at their end.
    pub texts: Vec<Vec<u8>>,
}

impl Constants {
    /// The constants in the code of functions.
    pub fn of(program: &Program, functions: impl IntoIterator<Item = FuncId>) -> Self {
        let mut collector = Collector::new(program);
        for function in functions {
            collector.function(function);
        }
        let Collector { integers, floats, texts, .. } = collector;
        Self {
            integers: integers.into_iter().collect(),
            floats: floats.into_iter().collect(),
            texts: texts.into_iter().collect(),
        }
    }
}

struct Collector<'p> {
    program: &'p Program,
    integers: BTreeSet<i128>,
    floats: BTreeSet<u64>,
    texts: BTreeSet<Vec<u8>>,
    globals: BTreeSet<GlobalId>,
}

impl<'p> Collector<'p> {
    fn new(program: &'p Program) -> Self {
        Self {
            program,
            integers: BTreeSet::new(),
            floats: BTreeSet::new(),
            texts: BTreeSet::new(),
            globals: BTreeSet::new(),
        }
    }

    fn function(&mut self, function: FuncId) {
        for block in self.program.functions[function].blocks.values() {
            for instruction in &block.instructions {
                self.instruction(&instruction.node);
                operands::of_instruction(&instruction.node, |operand| self.address(operand));
            }
            let terminator = &block.terminator.node;
            match terminator {
                Terminator::Branch { test, .. } => self.test(test),
                Terminator::Switch { ty, cases, .. } => {
                    cases.iter().for_each(|(bits, _)| self.bits(*ty, *bits));
                }
                _ => {}
            }
            operands::of_terminator(terminator, |operand| self.address(operand));
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Binary { ty, left, right, .. }
            | Instruction::Compare { ty, left, right, .. } => {
                self.operand(*ty, *left);
                self.operand(*ty, *right);
            }
            Instruction::Fma { ty, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|operand| self.operand(*ty, *operand));
            }
            Instruction::Select { test, .. } | Instruction::Check { test, .. } => self.test(test),
            _ => {}
        }
    }

    fn test(&mut self, test: &Test) {
        if let Test::Compare { ty, left, right, .. } = test {
            self.operand(*ty, *left);
            self.operand(*ty, *right);
        }
    }

    fn operand(&mut self, ty: Type, operand: Operand) {
        if let Operand::Constant(Constant::Bits(bits)) = operand {
            self.bits(ty, bits);
        }
    }

    fn bits(&mut self, ty: Type, bits: u128) {
        match ty {
            Type::F32 => {
                self.floats.insert(f64::from(f32::from_bits(bits as u32)).to_bits());
            }
            Type::F64 => {
                self.floats.insert(bits as u64);
            }
            Type::Int(width) => {
                let unused = 128 - u32::from(width);
                self.integers.insert((bits << unused) as i128 >> unused);
                self.integers.extend(i128::try_from(bits).ok());
            }
            Type::Ptr => {}
        }
    }

    fn address(&mut self, operand: Operand) {
        if let Operand::Constant(Constant::Global(global, _)) = operand {
            self.global(global, DEEPEST);
        }
    }

    fn global(&mut self, id: GlobalId, depth: u32) {
        let Some(global) = self.program.globals.get(id) else { return };
        if !self.globals.insert(id) {
            return;
        }
        if global.read_only && global.relocations.is_empty() && is_text(&global.bytes, global.size)
        {
            self.texts.insert(global.bytes.clone());
        }
        if depth > 0 {
            for relocation in &global.relocations {
                if let RelocationTarget::Global(target, _) = relocation.target {
                    self.global(target, depth - 1);
                }
            }
        }
    }
}

/// Whether bytes read as a text with a zero behind them.
fn is_text(bytes: &[u8], size: u32) -> bool {
    let printable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t' | b'\r' | 0x80..);
    !bytes.is_empty() && (bytes.len() as u32) < size && bytes.iter().all(printable)
}
