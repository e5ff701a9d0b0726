//! Branches that only choose between two values: what javac makes of `a < b` as a value and of simple
//! `c ? x : y`. They become one `select`, which is a branch of the user's code anyway, and whose
//! result knows how near its condition was to the other outcome.

use program::{Constant, Operand, Type};
use ristretto_classfile::attributes::Instruction;

use super::bytecode::condition_target;

/// A branch whose two ways push one value each and meet again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Diamond {
    /// Pushes the value when the branch falls through.
    pub falls: u32,
    /// Pushes the value when it jumps.
    pub jumps: u32,
    /// Where the two ways meet.
    pub join: u32,
}

/// A value that is pushed without doing anything else.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Simple {
    /// A constant.
    Constant(Type, Operand),
    /// A local variable.
    Local(Type, u16),
}

impl Simple {
    fn ty(self) -> Type {
        match self {
            Simple::Constant(ty, _) | Simple::Local(ty, _) => ty,
        }
    }
}

/// The bits of an `int` as a constant.
pub(super) fn int(value: i32) -> Operand {
    Operand::Constant(Constant::Bits(u128::from(value as u32)))
}

/// The bits of a `long` as a constant.
pub(super) fn long(value: i64) -> Operand {
    Operand::Constant(Constant::Bits(u128::from(value as u64)))
}

/// What an instruction pushes, if that is all it does.
pub(super) fn simple(instruction: &Instruction) -> Option<Simple> {
    use Instruction as I;
    let float = |value: f32| {
        let bits = Operand::Constant(Constant::Bits(u128::from(value.to_bits())));
        Simple::Constant(Type::F32, bits)
    };
    let double = |value: f64| {
        let bits = Operand::Constant(Constant::Bits(u128::from(value.to_bits())));
        Simple::Constant(Type::F64, bits)
    };
    let number = |value: i32| Simple::Constant(Type::I32, int(value));
    let local = Simple::Local;
    Some(match *instruction {
        I::Aconst_null => Simple::Constant(Type::Ptr, Operand::Constant(Constant::Bits(0))),
        I::Iconst_m1 => number(-1),
        I::Iconst_0 => number(0),
        I::Iconst_1 => number(1),
        I::Iconst_2 => number(2),
        I::Iconst_3 => number(3),
        I::Iconst_4 => number(4),
        I::Iconst_5 => number(5),
        I::Bipush(value) => number(i32::from(value)),
        I::Sipush(value) => number(i32::from(value)),
        I::Lconst_0 => Simple::Constant(Type::I64, long(0)),
        I::Lconst_1 => Simple::Constant(Type::I64, long(1)),
        I::Fconst_0 => float(0.0),
        I::Fconst_1 => float(1.0),
        I::Fconst_2 => float(2.0),
        I::Dconst_0 => double(0.0),
        I::Dconst_1 => double(1.0),
        I::Iload(index) => local(Type::I32, index.into()),
        I::Lload(index) => local(Type::I64, index.into()),
        I::Fload(index) => local(Type::F32, index.into()),
        I::Dload(index) => local(Type::F64, index.into()),
        I::Aload(index) => local(Type::Ptr, index.into()),
        I::Iload_w(index) => local(Type::I32, index),
        I::Lload_w(index) => local(Type::I64, index),
        I::Fload_w(index) => local(Type::F32, index),
        I::Dload_w(index) => local(Type::F64, index),
        I::Aload_w(index) => local(Type::Ptr, index),
        I::Iload_0 => local(Type::I32, 0),
        I::Iload_1 => local(Type::I32, 1),
        I::Iload_2 => local(Type::I32, 2),
        I::Iload_3 => local(Type::I32, 3),
        I::Lload_0 => local(Type::I64, 0),
        I::Lload_1 => local(Type::I64, 1),
        I::Lload_2 => local(Type::I64, 2),
        I::Lload_3 => local(Type::I64, 3),
        I::Fload_0 => local(Type::F32, 0),
        I::Fload_1 => local(Type::F32, 1),
        I::Fload_2 => local(Type::F32, 2),
        I::Fload_3 => local(Type::F32, 3),
        I::Dload_0 => local(Type::F64, 0),
        I::Dload_1 => local(Type::F64, 1),
        I::Dload_2 => local(Type::F64, 2),
        I::Dload_3 => local(Type::F64, 3),
        I::Aload_0 => local(Type::Ptr, 0),
        I::Aload_1 => local(Type::Ptr, 1),
        I::Aload_2 => local(Type::Ptr, 2),
        I::Aload_3 => local(Type::Ptr, 3),
        _ => return None,
    })
}

/// Who goes where, by instruction.
pub(super) struct Edges<'a> {
    /// How many jumps lead there.
    pub jumped: &'a mut [u32],
    /// How many ways lead there: jumps and the instruction before.
    pub ways: &'a mut [u32],
    /// Whether a block starts there.
    pub starts: &'a mut [bool],
}

/// Finds the diamonds, in order, and takes from the blocks what they swallow.
pub(super) fn find(
    code: &[Instruction],
    reached: &[bool],
    edges: Edges<'_>,
    same_handlers: impl Fn(usize, usize) -> bool,
) -> Vec<(u32, Diamond)> {
    let Edges { jumped, ways, starts } = edges;
    let mut found = Vec::new();
    for at in (0..code.len()).filter(|at| reached[*at]) {
        let Some((diamond, both_jump)) = diamond_at(code, jumped, at) else { continue };
        let (falls, jumps) = (diamond.falls as usize, diamond.jumps as usize);
        let join = diamond.join as usize;
        starts[falls] = false;
        starts[falls + 1] = false;
        jumped[jumps] -= 1;
        ways[jumps] -= 1;
        if ways[jumps] == 0 {
            // Nobody else comes here: the join loses the way from it, and keeps that of the select.
            starts[jumps] = false;
            starts[jumps + 1] = false;
            ways[join] -= 1;
            jumped[join] -= u32::from(both_jump);
            starts[join] = ways[join] > 1 || !same_handlers(at, join);
        }
        found.push((at as u32, diamond));
    }
    found
}

/// The diamond whose branch stands at an instruction, and whether both of its ways jump to the join.
fn diamond_at(code: &[Instruction], jumped: &[u32], at: usize) -> Option<(Diamond, bool)> {
    let jumps = condition_target(&code[at])?;
    let falls = at + 1;
    let Instruction::Goto(join) = *code.get(falls + 1)? else { return None };
    let join = usize::from(join);
    let (first, second) = (simple(&code[falls])?, simple(code.get(jumps)?)?);
    if first.ty() != second.ty() || jumped[falls] > 0 || jumped[falls + 1] > 0 || jumps <= falls + 1
    {
        return None;
    }
    let by_jump = match code.get(jumps + 1)? {
        _ if jumps + 1 == join => false,
        Instruction::Goto(target) if usize::from(*target) == join && jumped[jumps + 1] == 0 => true,
        _ => return None,
    };
    // A handler would count as a jump, and the join must not be one of the swallowed instructions.
    let apart = ![at, falls, falls + 1, jumps].contains(&join);
    let diamond = Diamond { falls: falls as u32, jumps: jumps as u32, join: join as u32 };
    apart.then_some((diamond, by_jump))
}
