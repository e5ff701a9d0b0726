//! Mistakes in results: another one is returned.

use crate::place::{Place, same};
use crate::{Infection, Making, Mutant, Operator, Returned};
use program::{
    Argument, Callee, Change, Constant, Edit, Instruction, Operand, Terminator, Type, UnaryOp,
};

impl Place<'_> {
    pub fn result(&self, value: Operand, add: &mut dyn FnMut(Mutant)) {
        let Some(ty) = self.function.result else { return };
        let constant = |bits| Operand::Constant(Constant::Bits(bits));
        let one = constant(match ty {
            Type::F32 => u128::from(1f32.to_bits()),
            Type::F64 => u128::from(1f64.to_bits()),
            Type::Int(_) | Type::Ptr => 1,
        });
        let (zero, returned) = (constant(0), self.rules.returned(self.at.function));
        let others = match (&returned, ty) {
            (Returned::Boolean, _) | (_, Type::Int(1)) => {
                vec![(Operator::FalseReturns, zero, "false"), (Operator::TrueReturns, one, "true")]
            }
            (_, Type::Ptr) => vec![(Operator::NullReturns, zero, "null")],
            _ => vec![
                (Operator::PrimitiveReturns, zero, "0"),
                (Operator::PrimitiveReturns, one, "1"),
            ],
        };
        let own = Terminator::Return(Some(value));
        for (operator, other, text) in others.into_iter().filter(|(_, other, _)| *other != value) {
            let infection = self.unless_at_end(&own, same(ty, value, other));
            let text = format!("replaced the result by {text}");
            add(self.other_end(operator, Terminator::Return(Some(other)), infection, text));
        }
        if let Returned::Emptiable(empty) = returned {
            let text = format!("replaced the result by {}", empty.text);
            add(self.instead(Operator::EmptyReturns, ty, self.making(&empty.making), text));
        }
        if ty != Type::Ptr && ty != Type::Int(1) && matches!(value, Operand::Register(_)) {
            let op = if ty.is_float() { UnaryOp::FNeg } else { UnaryOp::Neg };
            let negation = Instruction::Unary { op, ty, dst: self.further(0), value };
            let text = "negated the result".to_owned();
            let mut mutant = self.instead(Operator::InsertNegatives, ty, vec![negation], text);
            mutant.infection = self.unless_at_end(&own, same(ty, value, zero));
            add(mutant);
        }
    }

    /// What some instructions leave in a register of their own is returned.
    fn instead(
        &self,
        operator: Operator,
        ty: Type,
        instructions: Vec<Instruction>,
        text: String,
    ) -> Mutant {
        let end = Terminator::Return(Some(Operand::Register(self.further(0))));
        let change = Change::Terminator(instructions, end);
        let edit = Edit { point: self.at, change, registers: vec![ty] };
        self.mutant(operator, edit, Infection::Unknown, text)
    }

    fn making(&self, making: &Making) -> Vec<Instruction> {
        let dst = self.further(0);
        let call = |dst: Option<_>, function, arguments| Instruction::Call {
            dst,
            result: dst.map(|_| Type::Ptr),
            callee: Callee::Direct(function),
            arguments,
        };
        match making {
            Making::Given(class, function, arguments) => {
                let init = Instruction::Init { class: *class };
                vec![init, call(Some(dst), *function, arguments.clone())]
            }
            Making::New(class, function) => {
                let this = Argument { ty: Type::Ptr, value: Operand::Register(dst) };
                let (class, function) = (*class, *function);
                let init = Instruction::Init { class };
                vec![init, Instruction::New { dst, class }, call(None, function, vec![this])]
            }
        }
    }
}
