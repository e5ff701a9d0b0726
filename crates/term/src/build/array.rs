//! Byte arrays: reads see through writes that are known to be elsewhere.

use crate::node::{Node, TermId};
use crate::op::BinaryOp;
use crate::pool::{Op, Pool};
use crate::sort::Sort;

/// How many writes a read looks through: a bound on the cost of a term.
const LOOK_THROUGH: usize = 64;

/// Writes of constants into constant arrays up to this size give a constant array.
const FOLDED_BYTES: usize = 256;

impl Pool {
    /// The byte of `array` at `index`.
    pub fn select(&mut self, array: TermId, index: TermId) -> TermId {
        self.check_index(array, index);
        let mut array = array;
        for _ in 0..LOOK_THROUGH {
            match self.node(array) {
                Node::Store(_, at, byte) if at == index => return byte,
                Node::Store(inner, at, _) if self.differ(at, index) => array = inner,
                Node::Bytes([]) => return self.bits(8, 0),
                Node::Bytes(bytes) => {
                    let Some(at) = self.as_constant(index) else { break };
                    let byte = bytes.get(at as usize).copied().unwrap_or(0);
                    return self.bits(8, byte.into());
                }
                _ => break,
            }
        }
        self.make2(Op::Select, Sort::Bits(8), array, index)
    }

    /// `array` with the byte at `index` replaced.
    pub fn store(&mut self, array: TermId, index: TermId, byte: TermId) -> TermId {
        self.check_index(array, index);
        debug_assert_eq!(self.sort(byte), Sort::Bits(8), "byte of a store");
        let sort = self.sort(array);
        if matches!(self.node(byte), Node::Select(from, at) if from == array && at == index) {
            return array;
        }
        match self.node(array) {
            Node::Store(inner, at, _) if at == index => {
                return self.make3(Op::Store, sort, inner, index, byte);
            }
            Node::Bytes(bytes)
                if let (Some(at), Some(byte)) =
                    (self.as_constant(index), self.as_constant(byte))
                    && (at as usize) < FOLDED_BYTES
                    && bytes.len() <= FOLDED_BYTES =>
            {
                let mut bytes = bytes.to_vec();
                let at = at as usize;
                bytes.resize(bytes.len().max(at + 1), 0);
                bytes[at] = byte as u8;
                let index_bits = self.index_bits(array);
                return self.bytes(index_bits, &bytes);
            }
            _ => {}
        }
        self.make3(Op::Store, sort, array, index, byte)
    }

    fn check_index(&self, array: TermId, index: TermId) {
        debug_assert!(
            matches!(self.sort(array), Sort::Bytes { index_bits }
                if self.sort(index) == Sort::Bits(index_bits)),
            "index {} into {}",
            self.sort(index),
            self.sort(array)
        );
    }

    /// Whether two indices are known to differ: by constants added to the same term.
    fn differ(&self, a: TermId, b: TermId) -> bool {
        let (x, j) = self.offset(a);
        let (y, k) = self.offset(b);
        x == y && j != k
    }

    /// An index as a base, if it has one, and a constant.
    fn offset(&self, a: TermId) -> (Option<TermId>, u128) {
        match self.node(a) {
            Node::Constant(raw) => (None, raw),
            Node::Binary(BinaryOp::Add, x, k) if let Some(k) = self.as_constant(k) => (Some(x), k),
            _ => (Some(a), 0),
        }
    }
}
