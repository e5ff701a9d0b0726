//! A place where something can be wrong, and the mutants and probes that are made there.

use crate::assigned::Assigned;
use crate::{Infection, Mutant, Operator, Rules};
use program::{
    Change, CheckKind, CompareOp, Edit, Failure, Function, Id, Instruction, Operand, Point, RegId,
    Span, Terminator, Test, Type,
};

/// A place where something can be wrong.
pub struct Place<'p> {
    pub function: &'p Function,
    pub at: Point,
    pub span: Span,
    pub rules: &'p dyn Rules,
    /// What is assigned before, where that is asked for.
    pub assigned: Option<&'p Assigned>,
}

impl Place<'_> {
    pub fn mutant(
        &self,
        operator: Operator,
        edit: Edit,
        infection: Infection,
        text: String,
    ) -> Mutant {
        Mutant { function: self.at.function, edit, infection, operator, span: self.span, text }
    }

    /// Another value in place of one that an instruction gives.
    pub fn other_value(
        &self,
        operator: Operator,
        own: &Instruction,
        other: Instruction,
        text: String,
    ) -> Mutant {
        let infection = self.differs(own, &other);
        self.mutant(operator, Edit::instruction(self.at, other), infection, text)
    }

    /// Another end of the block.
    pub fn other_end(
        &self,
        operator: Operator,
        end: Terminator,
        infection: Infection,
        text: String,
    ) -> Mutant {
        self.mutant(operator, Edit::terminator(self.at, end), infection, text)
    }

    /// A register beyond those of the function.
    pub fn further(&self, number: usize) -> RegId {
        RegId::new(self.function.registers.len() + number)
    }

    /// Where two instructions give different values.
    fn differs(&self, own: &Instruction, other: &Instruction) -> Infection {
        let further = self.further(0);
        let (Some(dst), Some(other)) = (own.destination(), redirected(other, further)) else {
            return Infection::Unknown;
        };
        let ty = self.function.type_of(dst);
        let check = alike(ty, Operand::Register(dst), Operand::Register(further));
        let probe = Edit::instructions(self.at, vec![other, own.clone(), check], vec![ty]);
        if ty.is_float() { Infection::Likely(probe) } else { Infection::Where(probe) }
    }

    /// Where a test does not hold in front of an instruction.
    pub fn unless(&self, own: &Instruction, test: Test) -> Infection {
        Infection::Where(Edit::instructions(self.at, vec![assertion(test), own.clone()], vec![]))
    }

    /// Where a test does not hold at the end of the block.
    pub fn unless_at_end(&self, own: &Terminator, test: Test) -> Infection {
        self.probe_at_end(own, vec![assertion(test)], Vec::new())
    }

    /// Where two tests come out differently at the end of the block.
    pub fn unlike_at_end(&self, own: &Terminator, tests: [Test; 2]) -> Infection {
        let bit = Type::Int(1);
        let registers = [self.further(0), self.further(1)];
        let mut probe: Vec<Instruction> =
            tests.into_iter().zip(registers).map(|(test, dst)| value_of(test, dst)).collect();
        let [left, right] = registers.map(Operand::Register);
        probe.push(alike(bit, left, right));
        self.probe_at_end(own, probe, vec![bit, bit])
    }

    fn probe_at_end(
        &self,
        own: &Terminator,
        probe: Vec<Instruction>,
        registers: Vec<Type>,
    ) -> Infection {
        let is_rough = probe.iter().any(compares_floats);
        let change = Change::Terminator(probe, own.clone());
        let probe = Edit { point: self.at, change, registers };
        // What is no number is unlike itself.
        if is_rough { Infection::Likely(probe) } else { Infection::Where(probe) }
    }
}

/// A test as a value.
fn value_of(test: Test, dst: RegId) -> Instruction {
    match test {
        Test::Compare { op, ty, left, right } => Instruction::Compare { op, ty, dst, left, right },
        Test::Value(value) => Instruction::Copy { ty: Type::Int(1), dst, value },
    }
}

/// Whether two values are the same.
pub fn same(ty: Type, left: Operand, right: Operand) -> Test {
    let op = if ty.is_float() { CompareOp::FUeq } else { CompareOp::Eq };
    Test::Compare { op, ty, left, right }
}

/// An assertion that two values are the same.
pub fn alike(ty: Type, left: Operand, right: Operand) -> Instruction {
    assertion(same(ty, left, right))
}

fn assertion(test: Test) -> Instruction {
    Instruction::Check { kind: CheckKind::Assertion, test, failure: Failure::Trap }
}

fn compares_floats(check: &Instruction) -> bool {
    matches!(check, Instruction::Check { test: Test::Compare { ty, .. }, .. } if ty.is_float())
}

/// An instruction whose value goes to another register; what it computes it computes in any case.
fn redirected(instruction: &Instruction, to: RegId) -> Option<Instruction> {
    let mut instruction = instruction.clone();
    match &mut instruction {
        Instruction::Binary { dst, checked, .. } => {
            *checked = false;
            *dst = to;
        }
        Instruction::Copy { dst, .. }
        | Instruction::Unary { dst, .. }
        | Instruction::Compare { dst, .. }
        | Instruction::Select { dst, .. } => *dst = to,
        _ => return None,
    }
    Some(instruction)
}
