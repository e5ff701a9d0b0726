//! The instructions of compiled terms.

use crate::node::{Node, TermId, VarId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::Pool;
use crate::sort::Sort;

use super::spare_bits;

/// One step; its result goes to the register that follows the previous step's. What it does is said
/// by the run it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Instruction {
    /// 64 minus the width that the code works in.
    pub shift: u8,
    /// A second small number: the position of an extract, the width of a concat's low part.
    pub extra: u8,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

/// Neighbouring steps that do the same: one dispatch serves them all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub code: Code,
    /// Where the next run begins.
    pub end: u32,
}

/// What a step does; all but the last work on registers of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Code {
    Not,
    Neg,
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    UDiv,
    URem,
    SDiv,
    SRem,
    Eq,
    Ult,
    Slt,
    Ite,
    Extract,
    Concat,
    Copy,
    SExt,
    AddF64,
    SubF64,
    MulF64,
    DivF64,
    EqF64,
    LtF64,
    LeF64,
    AddF32,
    SubF32,
    MulF32,
    DivF32,
    EqF32,
    LtF32,
    LeF32,
    S64ToF64,
    /// Anything else: looked up by `a`.
    General,
}

/// A register of either file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot(u32);

const WIDE: u32 = 1 << 31;

impl Slot {
    pub fn narrow(index: u32) -> Slot {
        Slot(index)
    }

    pub fn wide(index: u32) -> Slot {
        Slot(index | WIDE)
    }

    pub fn is_wide(self) -> bool {
        self.0 & WIDE != 0
    }

    pub fn index(self) -> u32 {
        self.0 & !WIDE
    }

    #[inline]
    pub fn read(self, narrow: &[u64], wide: &[u128]) -> u128 {
        let index = self.index() as usize;
        if self.is_wide() { wide[index] } else { narrow[index].into() }
    }
}

/// A step that is carried out by `fold`.
#[derive(Clone, Copy, Debug)]
pub(super) struct General {
    pub op: GeneralOp,
    pub to: Slot,
    pub operands: [Slot; 3],
}

/// What a general step does, with the sorts it does it in.
#[derive(Clone, Copy, Debug)]
pub(super) enum GeneralOp {
    Unary(UnaryOp, Sort),
    Binary(BinaryOp, Sort),
    Compare(CompareOp, Sort),
    IsNan(Sort),
    Convert(ConvertOp, Sort, Sort),
    Extract {
        low: u8,
        mask: u128,
    },
    Concat {
        low_width: u8,
    },
    Ite,
    Fma(Sort),
    /// A read of the array; the index is the only operand.
    Select(u32),
}

/// An array as reads see it.
#[derive(Clone, Debug)]
pub(super) enum ArrayNode {
    Variable(VarId),
    Constant(Box<[u8]>),
    Store { array: u32, index: Slot, byte: Slot },
    Ite { condition: Slot, a: u32, b: u32 },
}

/// The quick code for a node, with its two small numbers, if there is one.
pub(super) fn narrow_code(pool: &Pool, node: Node<'_>, sort: Sort) -> Option<(Code, u8, u8)> {
    let fits = |term: TermId| pool.sort(term).width() <= 64 && !pool.sort(term).is_bytes();
    if sort.width() > 64 || !node.children().all(fits) {
        return None;
    }
    let spare = spare_bits(sort);
    Some(match node {
        Node::Unary(UnaryOp::Not, _) => (Code::Not, spare, 0),
        Node::Unary(UnaryOp::Neg, _) => (Code::Neg, spare, 0),
        Node::Binary(op, ..) => (binary_code(op, sort)?, spare, 0),
        Node::Compare(op, a, _) => (compare_code(op, pool.sort(a))?, spare_bits(pool.sort(a)), 0),
        Node::Ite(..) => (Code::Ite, spare, 0),
        Node::Extract { low, .. } => (Code::Extract, spare, low),
        Node::Concat(_, low) => (Code::Concat, spare, pool.sort(low).width()),
        Node::Convert(ConvertOp::ZExt | ConvertOp::BitCast, _) => (Code::Copy, spare, 0),
        // The source's sign bit decides; the shift back is the result's.
        Node::Convert(ConvertOp::SExt, a) => (Code::SExt, spare_bits(pool.sort(a)), spare),
        Node::Convert(ConvertOp::SToF, a) if sort == Sort::F64 => {
            (Code::S64ToF64, spare_bits(pool.sort(a)), 0)
        }
        _ => return None,
    })
}

fn binary_code(op: BinaryOp, sort: Sort) -> Option<Code> {
    let single = sort == Sort::F32;
    Some(match op {
        BinaryOp::Add => Code::Add,
        BinaryOp::Sub => Code::Sub,
        BinaryOp::Mul => Code::Mul,
        BinaryOp::UDiv => Code::UDiv,
        BinaryOp::SDiv => Code::SDiv,
        BinaryOp::URem => Code::URem,
        BinaryOp::SRem => Code::SRem,
        BinaryOp::And => Code::And,
        BinaryOp::Or => Code::Or,
        BinaryOp::Xor => Code::Xor,
        BinaryOp::Shl => Code::Shl,
        BinaryOp::LShr => Code::LShr,
        BinaryOp::AShr => Code::AShr,
        BinaryOp::FAdd if single => Code::AddF32,
        BinaryOp::FSub if single => Code::SubF32,
        BinaryOp::FMul if single => Code::MulF32,
        BinaryOp::FDiv if single => Code::DivF32,
        BinaryOp::FAdd => Code::AddF64,
        BinaryOp::FSub => Code::SubF64,
        BinaryOp::FMul => Code::MulF64,
        BinaryOp::FDiv => Code::DivF64,
        _ => return None,
    })
}

fn compare_code(op: CompareOp, sort: Sort) -> Option<Code> {
    let single = sort == Sort::F32;
    Some(match op {
        CompareOp::Eq => Code::Eq,
        CompareOp::Ult => Code::Ult,
        CompareOp::Slt => Code::Slt,
        CompareOp::FOeq if single => Code::EqF32,
        CompareOp::FOlt if single => Code::LtF32,
        CompareOp::FOle if single => Code::LeF32,
        CompareOp::FOeq => Code::EqF64,
        CompareOp::FOlt => Code::LtF64,
        CompareOp::FOle => Code::LeF64,
        _ => return None,
    })
}

/// The general step for a node that has no quick code.
pub(super) fn general_of(
    pool: &Pool,
    node: Node<'_>,
    sort: Sort,
    array: impl Fn(TermId) -> u32,
) -> GeneralOp {
    match node {
        Node::Unary(op, _) => GeneralOp::Unary(op, sort),
        Node::Binary(op, ..) => GeneralOp::Binary(op, sort),
        Node::Compare(op, a, _) => GeneralOp::Compare(op, pool.sort(a)),
        Node::IsNan(a) => GeneralOp::IsNan(pool.sort(a)),
        Node::Convert(op, a) => GeneralOp::Convert(op, pool.sort(a), sort),
        Node::Extract { low, .. } => GeneralOp::Extract { low, mask: sort.mask() },
        Node::Concat(_, low) => GeneralOp::Concat { low_width: pool.sort(low).width() },
        Node::Fma(..) => GeneralOp::Fma(sort),
        Node::Select(of, _) => GeneralOp::Select(array(of)),
        // Leaves have registers, and arrays are no values: only choices are left.
        Node::Ite(..)
        | Node::Variable(_)
        | Node::Constant(_)
        | Node::Bytes(_)
        | Node::Store(..) => GeneralOp::Ite,
    }
}
