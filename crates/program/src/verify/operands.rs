//! What instructions, tests and terminators read.

use crate::{Callee, Failure, Instruction, Operand, Terminator, Test};

/// Calls `read` with each operand of an instruction.
pub(super) fn of_instruction(instruction: &Instruction, mut read: impl FnMut(Operand)) {
    match *instruction {
        Instruction::Copy { value, .. }
        | Instruction::Unary { value, .. }
        | Instruction::Convert { value, .. }
        | Instruction::Condition { value, .. }
        | Instruction::Decide { value, .. } => read(value),
        Instruction::Binary { left, right, .. } | Instruction::Compare { left, right, .. } => {
            read(left);
            read(right);
        }
        Instruction::Fma { a, b, c, .. } => {
            read(a);
            read(b);
            read(c);
        }
        Instruction::Select { test, then, otherwise, .. } => {
            of_test(&test, &mut read);
            read(then);
            read(otherwise);
        }
        Instruction::Load { address, .. } | Instruction::Free { address } => read(address),
        Instruction::Store { address, value, .. } => {
            read(value);
            read(address);
        }
        Instruction::Address { base, index, .. } => {
            read(base);
            read(index);
        }
        Instruction::Allocate { size, .. } => read(size),
        Instruction::MemCopy { to, from, size } => {
            read(to);
            read(from);
            read(size);
        }
        Instruction::MemSet { to, byte, size } => {
            read(to);
            read(byte);
            read(size);
        }
        Instruction::Call { callee, ref arguments, .. } => {
            if let Callee::Indirect(address) = callee {
                read(address);
            }
            arguments.iter().for_each(|argument| read(argument.value));
        }
        Instruction::Check { test, ref failure, .. } => {
            of_test(&test, &mut read);
            if let Failure::Call(_, arguments) = failure {
                arguments.iter().for_each(|argument| read(argument.value));
            }
        }
        Instruction::NewArray { length, .. } => read(length),
        Instruction::ArrayLength { array, .. } => read(array),
        Instruction::ClassOf { object, .. } | Instruction::InstanceOf { object, .. } => {
            read(object);
        }
        Instruction::VarArgs { .. }
        | Instruction::Count { .. }
        | Instruction::New { .. }
        | Instruction::Init { .. } => {}
    }
}

/// Calls `read` with each operand of a test.
fn of_test(test: &Test, mut read: impl FnMut(Operand)) {
    match *test {
        Test::Compare { left, right, .. } => {
            read(left);
            read(right);
        }
        Test::Value(value) => read(value),
    }
}

/// Calls `read` with each operand of a terminator, those of the moves on its edges included.
pub(super) fn of_terminator(terminator: &Terminator, mut read: impl FnMut(Operand)) {
    match terminator {
        Terminator::Branch { test, .. } => of_test(test, &mut read),
        Terminator::Switch { value, .. }
        | Terminator::Return(Some(value))
        | Terminator::Throw(value) => {
            read(*value);
        }
        Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => {}
    }
    for edge in terminator.edges() {
        edge.moves.iter().for_each(|(_, value)| read(*value));
    }
}
