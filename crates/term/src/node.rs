//! Typed ids of terms and variables, and what a term looks like from outside.

use std::num::NonZeroU32;

use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};

/// A term of one pool. Ids follow creation, so they are never part of a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TermId(NonZeroU32);

impl TermId {
    #[inline]
    pub(crate) fn new(index: u32) -> TermId {
        // Index 0 of a pool's vectors is a filler that is never handed out.
        TermId(NonZeroU32::new(index).unwrap_or(NonZeroU32::MIN))
    }

    #[inline]
    pub(crate) fn raw(self) -> u32 {
        self.0.get()
    }

    /// A dense number, above that of every term it is built from; for side tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize
    }
}

/// A free variable of one pool: a dense index in order of creation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct VarId(pub u32);

impl VarId {
    /// The place of this variable in dense tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The top of a term. Constructors leave only these forms:
///
/// - `Unary`: `Not`, `Neg` and the float operations; bit counts and reversals are expanded.
/// - `Binary`: every operation; `Sub` never has a constant on the right (that is an `Add`).
/// - `Compare`: `Eq`, `Ult`, `Slt`, `FOeq`, `FOlt`, `FOle`; the others are made of these and `Not`.
/// - `Convert`: all but `Trunc` (an `Extract` from bit 0) and `BitCast` between equal sorts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node<'pool> {
    /// A free variable.
    Variable(VarId),
    /// A scalar constant, as raw bits.
    Constant(u128),
    /// A constant array: these elements, then zeros.
    Bytes(&'pool [u8]),
    /// An operation on one operand.
    Unary(UnaryOp, TermId),
    /// An operation on two operands of the result's sort.
    Binary(BinaryOp, TermId, TermId),
    /// A comparison.
    Compare(CompareOp, TermId, TermId),
    /// Whether a float is a NaN.
    IsNan(TermId),
    /// A conversion to the term's sort.
    Convert(ConvertOp, TermId),
    /// As many bits as the term's sort has, from bit `low` of the operand upward.
    Extract {
        /// The operand.
        of: TermId,
        /// The lowest bit taken.
        low: u8,
    },
    /// The first operand's bits above the second's.
    Concat(TermId, TermId),
    /// The second operand if the first is true, otherwise the third.
    Ite(TermId, TermId, TermId),
    /// First times second plus third, rounded once.
    Fma(TermId, TermId, TermId),
    /// The byte of an array at an index.
    Select(TermId, TermId),
    /// An array with the byte at an index replaced: array, index, byte.
    Store(TermId, TermId, TermId),
}

impl Node<'_> {
    /// The operands, left to right.
    #[inline]
    pub fn children(&self) -> Children {
        let (items, len) = match *self {
            Node::Variable(_) | Node::Constant(_) | Node::Bytes(_) => ([None; 3], 0),
            Node::Unary(_, a)
            | Node::IsNan(a)
            | Node::Convert(_, a)
            | Node::Extract { of: a, .. } => ([Some(a), None, None], 1),
            Node::Binary(_, a, b)
            | Node::Compare(_, a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => ([Some(a), Some(b), None], 2),
            Node::Ite(a, b, c) | Node::Fma(a, b, c) | Node::Store(a, b, c) => {
                ([Some(a), Some(b), Some(c)], 3)
            }
        };
        Children { items, next: 0, end: len }
    }
}

/// The operands of a node, from either end.
#[derive(Clone, Debug)]
pub struct Children {
    items: [Option<TermId>; 3],
    next: u8,
    end: u8,
}

impl Iterator for Children {
    type Item = TermId;

    #[inline]
    fn next(&mut self) -> Option<TermId> {
        if self.next == self.end {
            return None;
        }
        self.next += 1;
        self.items[usize::from(self.next) - 1]
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.end - self.next);
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Children {
    #[inline]
    fn next_back(&mut self) -> Option<TermId> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        self.items[usize::from(self.end)]
    }
}

impl ExactSizeIterator for Children {}
