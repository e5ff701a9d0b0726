//! An edit: something else in one place of a function. Mutants are made of edits.

use crate::{CheckKind, CompareOp, Constant, Instruction, Operand, Point, Terminator, Test, Type};

/// Something else in one place of a function, which keeps its registers and may get more.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// The instruction or terminator that is changed.
    pub point: Point,
    /// What stands there instead.
    pub change: Change,
    /// The types of registers that it needs beyond those of the function, numbered behind them.
    pub registers: Vec<Type>,
}

/// What stands in place of an instruction or of a terminator.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Instructions in place of one, or none at all.
    Instructions(Vec<Instruction>),
    /// Instructions before the end of a block, and another end.
    Terminator(Vec<Instruction>, Terminator),
}

impl Edit {
    /// Another instruction in place of one.
    pub fn instruction(point: Point, instruction: Instruction) -> Self {
        Self::instructions(point, vec![instruction], Vec::new())
    }

    /// Instructions in place of one, with registers of their own.
    pub fn instructions(point: Point, others: Vec<Instruction>, registers: Vec<Type>) -> Self {
        Self { point, change: Change::Instructions(others), registers }
    }

    /// No instruction in place of one.
    pub fn removal(point: Point) -> Self {
        Self::instructions(point, Vec::new(), Vec::new())
    }

    /// Another end of a block.
    pub fn terminator(point: Point, terminator: Terminator) -> Self {
        let change = Change::Terminator(Vec::new(), terminator);
        Self { point, change, registers: Vec::new() }
    }

    /// The same, with what its assertions ask for turned round: those that would fail hold.
    #[must_use]
    pub fn turned_round(&self) -> Self {
        let mut turned = self.clone();
        let (Change::Instructions(own) | Change::Terminator(own, _)) = &mut turned.change;
        for instruction in own {
            if let Instruction::Check { kind: CheckKind::Assertion, test, .. } = instruction {
                *test = test.negated();
            }
        }
        turned
    }
}

impl Test {
    /// The test that holds exactly when this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        match self {
            Self::Compare { op, ty, left, right } => {
                Self::Compare { op: op.negated(), ty, left, right }
            }
            Self::Value(value) => Self::Compare {
                op: CompareOp::Eq,
                ty: Type::Int(1),
                left: value,
                right: Operand::Constant(Constant::Bits(0)),
            },
        }
    }
}
