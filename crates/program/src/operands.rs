//! The operands an instruction or a terminator reads.

use crate::{Argument, Callee, Failure, Instruction, Operand, Terminator, Test};

/// Gives every operand that an instruction reads, also those it reads only when a check fails.
pub fn of_instruction(instruction: &Instruction, mut each: impl FnMut(Operand)) {
    match instruction {
        Instruction::Copy { value, .. }
        | Instruction::Unary { value, .. }
        | Instruction::Convert { value, .. }
        | Instruction::Condition { value, .. }
        | Instruction::Decide { value, .. } => each(*value),
        Instruction::Binary { left, right, .. } | Instruction::Compare { left, right, .. } => {
            [*left, *right].into_iter().for_each(each);
        }
        Instruction::Fma { a, b, c, .. } => [*a, *b, *c].into_iter().for_each(each),
        Instruction::Select { test, then, otherwise, .. } => {
            of_test(test, &mut each);
            [*then, *otherwise].into_iter().for_each(each);
        }
        Instruction::Load { address, .. } | Instruction::Free { address } => each(*address),
        Instruction::Store { address, value, .. } => [*address, *value].into_iter().for_each(each),
        Instruction::Address { base, index, .. } => [*base, *index].into_iter().for_each(each),
        Instruction::Allocate { size, .. } => each(*size),
        Instruction::StackRestore { mark } => each(*mark),
        Instruction::MemCopy { to, from, size } => [*to, *from, *size].into_iter().for_each(each),
        Instruction::MemSet { to, byte, size } => [*to, *byte, *size].into_iter().for_each(each),
        Instruction::Call { callee, arguments, .. } => {
            if let Callee::Indirect(address) = callee {
                each(*address);
            }
            of_arguments(arguments, &mut each);
        }
        Instruction::Check { test, failure, .. } => {
            of_test(test, &mut each);
            if let Failure::Call(_, arguments) = failure {
                of_arguments(arguments, &mut each);
            }
        }
        Instruction::NewArray { length, .. } => each(*length),
        Instruction::ArrayLength { array, .. } => each(*array),
        Instruction::ClassOf { object, .. }
        | Instruction::InstanceOf { object, .. }
        | Instruction::MayCast { object, .. } => each(*object),
        Instruction::MayStore { array, value, .. } => {
            each(*array);
            each(*value);
        }
        Instruction::StackSave { .. }
        | Instruction::VarArgs { .. }
        | Instruction::Count { .. }
        | Instruction::New { .. }
        | Instruction::Init { .. } => {}
    }
}

/// Gives every operand that a terminator reads, those of the moves on its edges included.
pub fn of_terminator(terminator: &Terminator, mut each: impl FnMut(Operand)) {
    match terminator {
        Terminator::Branch { test, .. } => of_test(test, &mut each),
        Terminator::Switch { value, .. } | Terminator::Throw(value) => each(*value),
        Terminator::Return(value) => value.iter().copied().for_each(&mut each),
        Terminator::Jump(_) | Terminator::Unreachable => {}
    }
    for edge in terminator.edges() {
        edge.moves.iter().for_each(|&(_, value)| each(value));
    }
}

/// Gives the operands of a test.
pub fn of_test(test: &Test, each: &mut impl FnMut(Operand)) {
    match test {
        Test::Compare { left, right, .. } => [*left, *right].into_iter().for_each(each),
        Test::Value(value) => each(*value),
    }
}

fn of_arguments(arguments: &[Argument], each: &mut impl FnMut(Operand)) {
    arguments.iter().for_each(|argument| each(argument.value));
}
