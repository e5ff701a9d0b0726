//! How a term is stored, and its structural hash.

use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::sort::Sort;

/// A term in 16 bytes: operands are ids, or an index or the bits of a constant for leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cell {
    pub op: Op,
    pub sort: Sort,
    pub a: u32,
    pub b: u32,
    pub c: u32,
}

const _: () = assert!(size_of::<Cell>() == 16);

/// The operation at the top of a term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Variable,
    Constant,
    /// A constant of more than 64 bits, kept beside the cells.
    Wide,
    Bytes,
    Unary(UnaryOp),
    Binary(BinaryOp),
    Compare(CompareOp),
    IsNan,
    Convert(ConvertOp),
    Extract(u8),
    Concat,
    Ite,
    Fma,
    Select,
    Store,
}

impl Op {
    /// A number of its own for each operation, the same in every pool.
    #[inline]
    pub fn code(self) -> u16 {
        let (family, member) = match self {
            Op::Variable => (0, 0),
            Op::Constant => (1, 0),
            Op::Wide => (2, 0),
            Op::Bytes => (3, 0),
            Op::Unary(op) => (4, op as u8),
            Op::Binary(op) => (5, op as u8),
            Op::Compare(op) => (6, op as u8),
            Op::IsNan => (7, 0),
            Op::Convert(op) => (8, op as u8),
            Op::Extract(low) => (9, low),
            Op::Concat => (10, 0),
            Op::Ite => (11, 0),
            Op::Fma => (12, 0),
            Op::Select => (13, 0),
            Op::Store => (14, 0),
        };
        family << 8 | u16::from(member)
    }
}

impl Cell {
    pub const FILLER: Cell = Cell { op: Op::Constant, sort: Sort::BOOL, a: 0, b: 0, c: 0 };

    /// The bits of a constant of at most 64 bits.
    #[inline]
    pub fn narrow(&self) -> u128 {
        (u64::from(self.c) << 32 | u64::from(self.b)).into()
    }

    #[inline]
    fn seed(&self) -> u64 {
        let (kind, width) = match self.sort {
            Sort::Bits(width) => (0, width),
            Sort::F32 => (1, 0),
            Sort::F64 => (2, 0),
            Sort::Bytes { index_bits } => (3, index_bits),
        };
        u64::from(self.op.code()) << 16 | kind << 8 | u64::from(width)
    }

    #[inline]
    pub fn hash_leaf(&self, content: u64) -> u64 {
        mix(content, self.seed())
    }

    #[inline]
    pub fn hash1(&self, a: u64) -> u64 {
        mix(a, self.seed())
    }

    #[inline]
    pub fn hash2(&self, a: u64, b: u64) -> u64 {
        mix(a ^ self.seed().wrapping_mul(PHI), b)
    }

    #[inline]
    pub fn hash3(&self, a: u64, b: u64, c: u64) -> u64 {
        mix(self.hash2(a, b), c)
    }
}

const PHI: u64 = 0x9e37_79b9_7f4a_7c15;

/// Both words, well stirred: the two halves of their full product, after keys that keep zeros apart.
#[inline]
pub(crate) fn mix(a: u64, b: u64) -> u64 {
    let product = u128::from(a ^ 0x2d35_8dcc_aa6c_78a5) * u128::from(b ^ 0x8bb8_4b93_962e_acc9);
    let folded = (product >> 64) as u64 ^ product as u64;
    folded.wrapping_add(a.rotate_left(32))
}

pub(crate) fn hash_bytes(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(hash, u64::from_le_bytes(word))
    })
}
