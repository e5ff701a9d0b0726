//! Mistakes in arithmetic: another operation, a negation too few, another constant.

use crate::exchange::{exchanged, further, others};
use crate::place::Place;
use crate::{Infection, Mutant, Operator, words};
use program::{BinaryOp, Constant, Instruction, Operand, UnaryOp};

impl Place<'_> {
    pub fn binary(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Binary { op, ty, dst, left, right, checked } = node else { return };
        let with = |op, right, checked| Instruction::Binary { op, ty, dst, left, right, checked };
        let negates = op == BinaryOp::Sub && left == Operand::Constant(Constant::Bits(0));
        if negates {
            let text = format!("removed `{}`", words::unary(UnaryOp::Neg));
            let kept = Instruction::Copy { ty, dst, value: right };
            add(self.other_value(Operator::InvertNegatives, node, kept, text));
            return;
        }
        let counts = matches!(op, BinaryOp::Add | BinaryOp::Sub)
            && left == Operand::Register(dst)
            && matches!(right, Operand::Constant(_));
        let usual = exchanged(op).into_iter().map(|other| (Operator::Math, other));
        let beside = further(op).iter().map(|other| (Operator::FurtherMath, *other));
        for (operator, other) in usual.chain(beside) {
            let operator = match counts && operator == Operator::Math {
                true => Operator::Increments,
                false => operator,
            };
            let checked = checked && !matches!(other, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
            let text = format!("replaced `{}` by `{}`", words::binary(op), words::binary(other));
            add(self.other_value(operator, node, with(other, right, checked), text));
        }
        if counts {
            let text = "removed an increment".to_owned();
            let kept = Instruction::Copy { ty, dst, value: left };
            add(self.other_value(Operator::RemoveIncrements, node, kept, text));
        }
        for (right, text) in others(ty, right) {
            add(self.other_value(Operator::Constants, node, with(op, right, checked), text));
        }
    }

    pub fn unary(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Unary { op, ty, dst, value } = node else { return };
        if matches!(op, UnaryOp::Neg | UnaryOp::FNeg | UnaryOp::Not) {
            let kept = Instruction::Copy { ty, dst, value };
            let text = format!("removed `{}`", words::unary(op));
            add(self.other_value(Operator::InvertNegatives, node, kept, text));
        }
    }

    pub fn copy(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Copy { ty, dst, value } = node else { return };
        for (value, text) in others(ty, value) {
            let other = Instruction::Copy { ty, dst, value };
            let edit = program::Edit::instruction(self.at, other);
            add(self.mutant(Operator::Constants, edit, Infection::Always, text));
        }
    }
}
