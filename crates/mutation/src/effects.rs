//! Mistakes in what code does to memory, variables and others: something is not done, or done beside the place.

use crate::exchange::others;
use crate::place::{Place, alike};
use crate::{Infection, Mutant, Operator};
use program::{Access, BinaryOp, Callee, Constant, Edit, Instruction, Operand, Type};

impl Place<'_> {
    /// A variable that has a value keeps it.
    pub fn assignment(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let (Some(assigned), Some(dst)) = (self.assigned, node.destination()) else { return };
        let is_plain = match node {
            // Those are increments.
            Instruction::Binary { left, right: Operand::Constant(_), .. } => {
                *left != Operand::Register(dst)
            }
            Instruction::Copy { .. }
            | Instruction::Binary { .. }
            | Instruction::Unary { .. }
            | Instruction::Convert { .. }
            | Instruction::Load { .. }
            | Instruction::Select { .. } => true,
            _ => false,
        };
        if !is_plain || !assigned.before(dst, self.at.block, self.at.index as usize) {
            return;
        }
        let ty = self.function.type_of(dst);
        let before = self.further(0);
        let probe = vec![
            Instruction::Copy { ty, dst: before, value: Operand::Register(dst) },
            node.clone(),
            alike(ty, Operand::Register(dst), Operand::Register(before)),
        ];
        let infection = Infection::Where(Edit::instructions(self.at, probe, vec![ty]));
        let text = "removed an assignment".to_owned();
        let edit = Edit::removal(self.at);
        add(self.mutant(Operator::RemoveAssignments, edit, infection, text));
    }

    pub fn store(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Store { ty, address, offset, value, access } = node else { return };
        for (value, text) in others(ty, value) {
            let store = Instruction::Store { ty, address, offset, value, access };
            let edit = Edit::instruction(self.at, store);
            add(self.mutant(Operator::Constants, edit, Infection::Always, text));
        }
        let dst = self.further(0);
        let reading = match access {
            Access::Trusted => Access::Trusted,
            Access::Checked | Access::Zeros | Access::Copied => Access::Zeros,
        };
        let probe = vec![
            Instruction::Load { ty, dst, address, offset, access: reading },
            alike(ty, Operand::Register(dst), value),
            node.clone(),
        ];
        // Bytes that were never written differ from those that were, whatever they are.
        let infection = Infection::Likely(Edit::instructions(self.at, probe, vec![ty]));
        let text = "removed an assignment".to_owned();
        let edit = Edit::removal(self.at);
        add(self.mutant(Operator::RemoveStores, edit, infection, text));
    }

    pub fn address(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let &Instruction::Address { dst, base, index, scale, offset } = node else { return };
        let Operand::Register(_) = index else { return };
        let ty = Type::Int(64);
        for (op, text) in [(BinaryOp::Add, "index + 1"), (BinaryOp::Sub, "index - 1")] {
            let (moved, one) = (self.further(0), Operand::Constant(Constant::Bits(1)));
            let others = vec![
                Instruction::Binary { op, ty, dst: moved, left: index, right: one, checked: false },
                Instruction::Address { dst, base, index: Operand::Register(moved), scale, offset },
            ];
            let edit = Edit::instructions(self.at, others, vec![ty]);
            let text = format!("replaced an index by `{text}`");
            add(self.mutant(Operator::Indices, edit, Infection::Always, text));
        }
    }

    pub fn call(&self, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
        let Instruction::Call { dst, result, callee, arguments } = node else { return };
        for (index, argument) in arguments.iter().enumerate() {
            for (value, text) in others(argument.ty, argument.value) {
                let mut arguments = arguments.clone();
                arguments[index].value = value;
                let (dst, result, callee) = (*dst, *result, *callee);
                let call = Instruction::Call { dst, result, callee, arguments };
                let edit = Edit::instruction(self.at, call);
                add(self.mutant(Operator::Constants, edit, Infection::Always, text));
            }
        }
        if self.rules.completes(*callee) {
            self.construction(*callee, arguments.first().map(|first| first.value), add);
        }
        if !self.rules.may_leave_out(*callee) {
            return;
        }
        let text = format!("removed the call of `{}`", self.rules.name(*callee));
        let (operator, edit, infection) = match (*dst, *result) {
            (Some(dst), Some(ty)) => {
                let value = Operand::Constant(Constant::Bits(0));
                let probe = vec![node.clone(), alike(ty, Operand::Register(dst), value)];
                let probe = Edit::instructions(self.at, probe, Vec::new());
                let edit = Edit::instruction(self.at, Instruction::Copy { ty, dst, value });
                (Operator::ValueCalls, edit, Infection::Likely(probe))
            }
            _ => (Operator::VoidCalls, Edit::removal(self.at), Infection::Unknown),
        };
        add(self.mutant(operator, edit, infection, text));
    }

    /// An object that was made in the same block is null instead.
    fn construction(&self, callee: Callee, made: Option<Operand>, add: &mut dyn FnMut(Mutant)) {
        let Some(Operand::Register(made)) = made else { return };
        let before = &self.function.blocks[self.at.block].instructions[..self.at.index as usize];
        let last = before.iter().rev().find(|own| own.node.destination() == Some(made));
        if !last.is_some_and(|last| matches!(last.node, Instruction::New { .. })) {
            return;
        }
        let value = Operand::Constant(Constant::Bits(0));
        let null = Instruction::Copy { ty: Type::Ptr, dst: made, value };
        let text = format!("replaced a new object by null: `{}`", self.rules.name(callee));
        let edit = Edit::instruction(self.at, null);
        add(self.mutant(Operator::ConstructorCalls, edit, Infection::Always, text));
    }
}
