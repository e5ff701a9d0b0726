//! What instructions of LLVM read, and where their blocks lead.

use crate::ll::ast::{
    BlockId, Callee, Constant, ConstantKind, InstructionKind, Module, Operand, TerminatorKind,
};

/// Calls `read` with each operand of an instruction; those of a phi are read elsewhere.
pub(super) fn of_instruction(kind: &InstructionKind<'_>, mut read: impl FnMut(Operand)) {
    match kind {
        InstructionKind::Binary { left, right, .. }
        | InstructionKind::IntCompare { left, right, .. }
        | InstructionKind::FloatCompare { left, right, .. }
        | InstructionKind::ShuffleVector { left, right, .. } => {
            read(*left);
            read(*right);
        }
        InstructionKind::FloatNegate { value, .. }
        | InstructionKind::Cast { value, .. }
        | InstructionKind::Freeze { value } => read(*value),
        InstructionKind::ExtractElement { vector, index } => {
            read(*vector);
            read(*index);
        }
        InstructionKind::InsertElement { vector, element, index } => {
            read(*vector);
            read(*element);
            read(*index);
        }
        InstructionKind::ExtractValue { aggregate, .. } => read(*aggregate),
        InstructionKind::InsertValue { aggregate, element, .. } => {
            read(*aggregate);
            read(*element);
        }
        InstructionKind::Alloca { count, .. } => count.iter().for_each(|count| read(*count)),
        InstructionKind::Load { pointer, .. } => read(*pointer),
        InstructionKind::Store { value, pointer, .. }
        | InstructionKind::AtomicRmw { value, pointer, .. } => {
            read(*value);
            read(*pointer);
        }
        InstructionKind::CompareExchange { pointer, expected, replacement, .. } => {
            read(*pointer);
            read(*expected);
            read(*replacement);
        }
        InstructionKind::GetElementPointer { base, indices, .. } => {
            read(*base);
            indices.iter().for_each(|index| read(*index));
        }
        InstructionKind::Select { condition, when_true, when_false } => {
            read(*condition);
            read(*when_true);
            read(*when_false);
        }
        InstructionKind::Call(call) => {
            if let Callee::Address(address) = &call.callee {
                read(*address);
            }
            call.arguments.iter().for_each(|argument| read(argument.value));
        }
        InstructionKind::VaArg { list, .. } => read(*list),
        InstructionKind::Phi { .. } | InstructionKind::Fence { .. } => {}
    }
}

/// The operand of a terminator.
pub(super) fn of_terminator(kind: &TerminatorKind) -> Option<Operand> {
    match kind {
        TerminatorKind::Return(value) => *value,
        TerminatorKind::Branch { condition, .. } => Some(*condition),
        TerminatorKind::Switch { value, .. } => Some(*value),
        TerminatorKind::IndirectBranch { address, .. } => Some(*address),
        TerminatorKind::Jump(_) | TerminatorKind::Unreachable => None,
    }
}

/// The blocks that control may go to; a branch on a constant goes one way only.
pub(super) fn successors(module: &Module<'_>, kind: &TerminatorKind) -> Vec<BlockId> {
    match kind {
        TerminatorKind::Return(_) | TerminatorKind::Unreachable => Vec::new(),
        TerminatorKind::Jump(target) => vec![*target],
        TerminatorKind::Branch { condition, when_true, when_false } => {
            match truth(module, *condition) {
                Some(true) => vec![*when_true],
                Some(false) => vec![*when_false],
                None => vec![*when_true, *when_false],
            }
        }
        TerminatorKind::Switch { default, cases, .. } => {
            cases.iter().map(|case| case.target).chain([*default]).collect()
        }
        TerminatorKind::IndirectBranch { targets, .. } => targets.to_vec(),
    }
}

/// The truth of a constant condition.
pub(super) fn truth(module: &Module<'_>, condition: Operand) -> Option<bool> {
    let Operand::Constant(id) = condition else { return None };
    match &module.constants[id] {
        Constant { kind: ConstantKind::Integer(bits), .. } => Some(*bits & 1 == 1),
        Constant {
            kind: ConstantKind::Undef | ConstantKind::Poison | ConstantKind::Zero, ..
        } => Some(false),
        _ => None,
    }
}

/// The name of the function that a call calls directly, if it is one.
pub(super) fn callee_name<'m>(module: &'m Module<'_>, callee: &Callee<'_>) -> Option<&'m str> {
    match callee {
        Callee::Address(Operand::Constant(id)) => match &module.constants[*id].kind {
            ConstantKind::Symbol(symbol) => Some(&module.symbols[*symbol].name),
            _ => None,
        },
        _ => None,
    }
}
