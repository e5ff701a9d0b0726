//! Which instruction put what is on the operand stack there, word by word, as the JVM finds it out for its
//! messages about null.

use classfile::code::Code;
use classfile::descriptor::{Signature, field_type};
use program::Type;
use ristretto_classfile::attributes::Instruction;
use ristretto_classfile::{Constant, ConstantPool};

use super::bytecode::targets;
use super::diamonds::{Simple, simple};
use super::locals::written;

/// The operand stack before an instruction.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Origins {
    /// By word, the topmost last: the instruction that pushed it; `None` if ways with different ones
    /// meet.
    pub stack: Vec<Option<u16>>,
    /// Which of the first 64 locals were written since the start.
    pub written: u64,
}

impl Origins {
    /// The instruction that pushed a word, counted from the top.
    pub fn pushed_by(&self, word: usize) -> Option<u16> {
        let place = self.stack.len().checked_sub(word + 1)?;
        self.stack[place]
    }

    /// Whether a local was written on some way.
    pub fn is_written(&self, local: u16) -> bool {
        local >= 64 || self.written & 1 << local != 0
    }
}

/// The stack before each instruction, as far as it has to be known for one of them; `None` if the
/// bytecode makes no sense. Like the JVM this goes over the instructions in order, again and again until
/// the one that is asked for was reached: what comes back to it from behind is not seen.
pub(super) fn origins(
    code: &Code,
    pool: &ConstantPool<'static>,
    wanted: usize,
) -> Option<Vec<Option<Origins>>> {
    let instructions = &code.instructions;
    let mut found: Vec<Option<Origins>> = vec![None; instructions.len()];
    found[0] = Some(Origins::default());
    for handler in &code.handlers {
        let start = found.get_mut(usize::from(handler.target))?;
        start.get_or_insert_with(|| Origins { stack: vec![Some(handler.target)], written: 0 });
    }
    let mut added = true;
    while added && found.get(wanted)?.is_none() {
        added = false;
        for at in 0..instructions.len() {
            if at == wanted && found[at].is_some() {
                break;
            }
            let Some(mut after) = found[at].clone() else { continue };
            step(instructions, pool, at, &mut after)?;
            let mut whole = Some(());
            let goes_on = targets(instructions, at, |target| {
                let merged = merge(&mut found, target, &after);
                added |= merged == Some(true);
                whole = whole.and(merged.map(|_| ()));
            });
            whole?;
            if goes_on {
                added |= merge(&mut found, at + 1, &after)?;
            }
        }
    }
    Some(found)
}

/// Where ways meet, only what they agree on is kept; tells whether this is the first way.
fn merge(found: &mut [Option<Origins>], at: usize, origins: &Origins) -> Option<bool> {
    match found.get_mut(at)? {
        none @ None => {
            *none = Some(origins.clone());
            Some(true)
        }
        Some(known) => {
            if known.stack.len() != origins.stack.len() {
                return None;
            }
            known.written |= origins.written;
            for (word, other) in known.stack.iter_mut().zip(&origins.stack) {
                if word != other {
                    *word = None;
                }
            }
            Some(false)
        }
    }
}

fn words(ty: Type) -> usize {
    if matches!(ty, Type::I64 | Type::F64) { 2 } else { 1 }
}

/// What an instruction does to the stack.
fn step(
    code: &[Instruction],
    pool: &ConstantPool<'static>,
    at: usize,
    origins: &mut Origins,
) -> Option<()> {
    use Instruction as I;
    let instruction = &code[at];
    let stack = &mut origins.stack;
    if let Some(Simple::Constant(ty, _) | Simple::Local(ty, _)) = simple(instruction) {
        stack.extend(std::iter::repeat_n(Some(at as u16), words(ty)));
        return Some(());
    }
    if let Some((ty, local)) = written(instruction) {
        if !matches!(instruction, I::Iinc(..) | I::Iinc_w(..)) {
            stack.truncate(stack.len().checked_sub(words(ty))?);
        }
        if local < 64 {
            origins.written |= 1 << local;
        }
        return Some(());
    }
    let duplicated = match instruction {
        I::Dup => Some((1, 0)),
        I::Dup_x1 => Some((1, 1)),
        I::Dup_x2 => Some((1, 2)),
        I::Dup2 => Some((2, 0)),
        I::Dup2_x1 => Some((2, 1)),
        I::Dup2_x2 => Some((2, 2)),
        _ => None,
    };
    if let Some((take, below)) = duplicated {
        let top = stack.len().checked_sub(take)?;
        let under = top.checked_sub(below)?;
        let copies = stack[top..].to_vec();
        stack.splice(under..under, copies);
        return Some(());
    }
    if *instruction == I::Swap {
        let top = stack.len().checked_sub(2)?;
        stack.swap(top, top + 1);
        return Some(());
    }
    let (pops, pushes) = effect(instruction, pool)?;
    stack.truncate(stack.len().checked_sub(pops)?);
    stack.extend(std::iter::repeat_n(Some(at as u16), pushes));
    Some(())
}

/// How many words an instruction takes and gives.
fn effect(instruction: &Instruction, pool: &ConstantPool<'static>) -> Option<(usize, usize)> {
    use Instruction as I;
    Some(match instruction {
        I::Ldc(_) | I::Ldc_w(_) | I::New(_) | I::Jsr(_) | I::Jsr_w(_) => (0, 1),
        I::Ldc2_w(_) => (0, 2),
        I::Iaload | I::Faload | I::Aaload | I::Baload | I::Caload | I::Saload => (2, 1),
        I::Laload | I::Daload => (2, 2),
        I::Iastore | I::Fastore | I::Aastore | I::Bastore | I::Castore | I::Sastore => (3, 0),
        I::Lastore | I::Dastore => (4, 0),
        I::Pop => (1, 0),
        I::Pop2 => (2, 0),
        I::Iadd | I::Isub | I::Imul | I::Idiv | I::Irem | I::Ishl | I::Ishr | I::Iushr => (2, 1),
        I::Iand | I::Ior | I::Ixor | I::Fcmpl | I::Fcmpg => (2, 1),
        I::Fadd | I::Fsub | I::Fmul | I::Fdiv | I::Frem => (2, 1),
        I::Ladd | I::Lsub | I::Lmul | I::Ldiv | I::Lrem | I::Land | I::Lor | I::Lxor => (4, 2),
        I::Dadd | I::Dsub | I::Dmul | I::Ddiv | I::Drem => (4, 2),
        I::Lshl | I::Lshr | I::Lushr => (3, 2),
        I::Lcmp | I::Dcmpl | I::Dcmpg => (4, 1),
        I::Ineg | I::Fneg | I::I2f | I::F2i | I::I2b | I::I2c | I::I2s => (1, 1),
        I::Lneg | I::Dneg | I::L2d | I::D2l => (2, 2),
        I::I2l | I::I2d | I::F2l | I::F2d => (1, 2),
        I::L2i | I::L2f | I::D2i | I::D2f => (2, 1),
        I::Ifeq(_) | I::Ifne(_) | I::Iflt(_) | I::Ifge(_) | I::Ifgt(_) | I::Ifle(_) => (1, 0),
        I::Ifnull(_) | I::Ifnonnull(_) | I::Tableswitch(_) | I::Lookupswitch(_) => (1, 0),
        I::If_icmpeq(_) | I::If_icmpne(_) | I::If_icmplt(_) | I::If_icmpge(_) => (2, 0),
        I::If_icmpgt(_) | I::If_icmple(_) | I::If_acmpeq(_) | I::If_acmpne(_) => (2, 0),
        I::Newarray(_) | I::Anewarray(_) | I::Arraylength | I::Instanceof(_) => (1, 1),
        I::Monitorenter | I::Monitorexit => (1, 0),
        I::Multianewarray(_, dimensions) => (usize::from(*dimensions), 1),
        I::Getstatic(index) => (0, field_words(pool, *index)?),
        I::Putstatic(index) => (field_words(pool, *index)?, 0),
        I::Getfield(index) => (1, field_words(pool, *index)?),
        I::Putfield(index) => (1 + field_words(pool, *index)?, 0),
        I::Invokestatic(index) | I::Invokedynamic(index) => call_words(pool, *index)?,
        I::Invokevirtual(index) | I::Invokespecial(index) | I::Invokeinterface(index, _) => {
            let (taken, given) = call_words(pool, *index)?;
            (1 + taken, given)
        }
        _ => (0, 0),
    })
}

/// The name and the descriptor of a member or of a call site.
pub(super) fn name_and_type<'p>(
    pool: &'p ConstantPool<'static>,
    index: u16,
) -> Option<(std::borrow::Cow<'p, str>, std::borrow::Cow<'p, str>)> {
    let of = match pool.get(index)? {
        Constant::FieldRef { name_and_type_index, .. }
        | Constant::MethodRef { name_and_type_index, .. }
        | Constant::InterfaceMethodRef { name_and_type_index, .. }
        | Constant::InvokeDynamic { name_and_type_index, .. } => *name_and_type_index,
        _ => return None,
    };
    let (name, descriptor) = pool.try_get_name_and_type(of).ok()?;
    let text = |index| pool.try_get_utf8(index).ok().map(|text| text.to_str_lossy());
    Some((text(*name)?, text(*descriptor)?))
}

pub(super) fn field_words(pool: &ConstantPool<'static>, index: u16) -> Option<usize> {
    let (_, descriptor) = name_and_type(pool, index)?;
    Some(usize::from(field_type(&descriptor)?.words()))
}

/// How many words a call takes, without a receiver, and how many it gives.
pub(super) fn call_words(pool: &ConstantPool<'static>, index: u16) -> Option<(usize, usize)> {
    let (_, descriptor) = name_and_type(pool, index)?;
    let signature = Signature::parse(&descriptor)?;
    let taken = signature.parameters().map(|(ty, _)| usize::from(ty.words())).sum();
    Some((taken, usize::from(signature.result().words())))
}
