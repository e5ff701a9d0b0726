//! Copying terms from one pool to another.

use rustc_hash::FxHashMap;

use crate::node::{Node, TermId};
use crate::pool::{Op, Pool};

/// Remembers which terms of one pool were copied to which of another, so that several copies share
/// their work. Both pools may grow between copies, but neither may be cut.
#[derive(Clone, Debug, Default)]
pub struct Copier {
    copies: FxHashMap<TermId, TermId>,
    pending: Vec<(TermId, bool)>,
}

impl Copier {
    /// Nothing copied yet.
    pub fn new() -> Copier {
        Copier::default()
    }

    /// Forgets all copies and keeps the memory.
    pub fn clear(&mut self) {
        self.copies.clear();
    }

    /// The term of `to` that is equal to `term` of `from`; variables are matched by name.
    pub fn copy(&mut self, from: &Pool, to: &mut Pool, term: TermId) -> TermId {
        let mut pending = std::mem::take(&mut self.pending);
        pending.push((term, false));
        while let Some((term, leaving)) = pending.pop() {
            if leaving {
                let copy = self.copy_node(from, to, term);
                self.copies.insert(term, copy);
            } else if !self.copies.contains_key(&term) {
                pending.push((term, true));
                pending.extend(from.node(term).children().rev().map(|child| (child, false)));
            }
        }
        self.pending = pending;
        self.copies[&term]
    }

    /// Copied as it stands: what was simplified in one pool is simple in every other, because
    /// neither rules nor the order of operands depend on the pool.
    fn copy_node(&self, from: &Pool, to: &mut Pool, term: TermId) -> TermId {
        let sort = from.sort(term);
        let copy = |part: TermId| self.copies[&part];
        match from.node(term) {
            Node::Variable(var) => to.variable(from.variable_name(var), sort),
            Node::Constant(raw) => to.constant(sort, raw),
            Node::Bytes(bytes) => to.bytes(from.index_bits(term), bytes),
            Node::Unary(op, a) => to.make1(Op::Unary(op), sort, copy(a)),
            Node::Binary(op, a, b) => to.make2(Op::Binary(op), sort, copy(a), copy(b)),
            Node::Compare(op, a, b) => to.make2(Op::Compare(op), sort, copy(a), copy(b)),
            Node::IsNan(a) => to.make1(Op::IsNan, sort, copy(a)),
            Node::Convert(op, a) => to.make1(Op::Convert(op), sort, copy(a)),
            Node::Extract { of, low } => to.make1(Op::Extract(low), sort, copy(of)),
            Node::Concat(a, b) => to.make2(Op::Concat, sort, copy(a), copy(b)),
            Node::Ite(c, a, b) => to.make3(Op::Ite, sort, copy(c), copy(a), copy(b)),
            Node::Fma(a, b, c) => to.make3(Op::Fma, sort, copy(a), copy(b), copy(c)),
            Node::Select(a, i) => to.make2(Op::Select, sort, copy(a), copy(i)),
            Node::Store(a, i, v) => to.make3(Op::Store, sort, copy(a), copy(i), copy(v)),
        }
    }
}

impl Pool {
    /// The term of this pool that is equal to `term` of `other`. To copy several terms that share
    /// parts, use one [`Copier`].
    pub fn copy_from(&mut self, other: &Pool, term: TermId) -> TermId {
        Copier::new().copy(other, self, term)
    }

    /// The width of an array's index; of a scalar, its own width.
    pub(crate) fn index_bits(&self, array: TermId) -> u8 {
        match self.sort(array) {
            crate::sort::Sort::Bytes { index_bits } => index_bits,
            scalar => scalar.width(),
        }
    }
}
