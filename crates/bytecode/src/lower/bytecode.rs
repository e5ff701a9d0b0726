//! Where each bytecode instruction leads.

use ristretto_classfile::attributes::Instruction;

/// Gives the instructions that one can jump to, and tells whether it can also go on to the next one.
/// A `ret` can go wherever a `jsr` stands before.
pub(super) fn targets(code: &[Instruction], at: usize, mut each: impl FnMut(usize)) -> bool {
    use Instruction as I;
    match &code[at] {
        I::Goto(target) | I::Jsr(target) => {
            each(usize::from(*target));
            false
        }
        I::Goto_w(target) | I::Jsr_w(target) => {
            each(usize::try_from(*target).unwrap_or(usize::MAX));
            false
        }
        I::Tableswitch(switch) => {
            each(relative(at, switch.default));
            switch.offsets.iter().for_each(|offset| each(relative(at, *offset)));
            false
        }
        I::Lookupswitch(switch) => {
            each(relative(at, switch.default));
            switch.pairs.values().for_each(|offset| each(relative(at, *offset)));
            false
        }
        I::Ret(_) | I::Ret_w(_) => {
            returns(code).for_each(each);
            false
        }
        I::Ireturn | I::Lreturn | I::Freturn | I::Dreturn | I::Areturn | I::Return | I::Athrow => {
            false
        }
        other => {
            if let Some(target) = condition_target(other) {
                each(target);
            }
            true
        }
    }
}

/// The target of a two-way branch.
pub(super) fn condition_target(instruction: &Instruction) -> Option<usize> {
    use Instruction as I;
    match instruction {
        I::Ifeq(target)
        | I::Ifne(target)
        | I::Iflt(target)
        | I::Ifge(target)
        | I::Ifgt(target)
        | I::Ifle(target)
        | I::If_icmpeq(target)
        | I::If_icmpne(target)
        | I::If_icmplt(target)
        | I::If_icmpge(target)
        | I::If_icmpgt(target)
        | I::If_icmple(target)
        | I::If_acmpeq(target)
        | I::If_acmpne(target)
        | I::Ifnull(target)
        | I::Ifnonnull(target) => Some(usize::from(*target)),
        _ => None,
    }
}

/// The instructions after each `jsr`, in order: where a `ret` may lead.
pub(super) fn returns(code: &[Instruction]) -> impl Iterator<Item = usize> + '_ {
    code.iter().enumerate().filter_map(|(at, instruction)| {
        matches!(instruction, Instruction::Jsr(_) | Instruction::Jsr_w(_)).then_some(at + 1)
    })
}

/// The target of a case of the switch at an instruction.
pub(super) fn relative(at: usize, offset: i32) -> usize {
    at.wrapping_add_signed(offset as isize)
}
