//! The canonical order of terms: by structure alone, the same whatever was built before.

use std::cmp::Ordering;

use rustc_hash::FxHashSet;

use crate::node::{Node, TermId};
use crate::pool::Pool;

impl Pool {
    /// The canonical order: variables by name, then compound terms, then constants by value. Never
    /// depends on ids; equal only for one and the same term.
    #[inline]
    pub fn order(&self, a: TermId, b: TermId) -> Ordering {
        if a == b {
            return Ordering::Equal;
        }
        self.rank(a).cmp(&self.rank(b)).then_with(|| self.order_within_rank(a, b))
    }

    /// The two operands of a commutative operation in canonical order.
    #[inline]
    pub(crate) fn ordered(&self, a: TermId, b: TermId) -> (TermId, TermId) {
        if self.order(a, b).is_gt() { (b, a) } else { (a, b) }
    }

    #[inline]
    fn rank(&self, term: TermId) -> u8 {
        match self.node(term) {
            Node::Variable(_) => 0,
            Node::Constant(_) | Node::Bytes(_) => 2,
            _ => 1,
        }
    }

    fn order_within_rank(&self, a: TermId, b: TermId) -> Ordering {
        match (self.node(a), self.node(b)) {
            (Node::Variable(a), Node::Variable(b)) => {
                self.variable_name(a).cmp(self.variable_name(b))
            }
            (Node::Constant(x), Node::Constant(y)) => {
                x.cmp(&y).then_with(|| self.sort(a).cmp(&self.sort(b)))
            }
            _ => self.hash(a).cmp(&self.hash(b)).then_with(|| self.deep_order(a, b)),
        }
    }

    /// Compares node by node, left to right; only reached when two different terms share a hash.
    #[cold]
    fn deep_order(&self, a: TermId, b: TermId) -> Ordering {
        let mut pending = vec![(a, b)];
        let mut seen = FxHashSet::default();
        while let Some((a, b)) = pending.pop() {
            if a == b || !seen.insert((a, b)) {
                continue;
            }
            let (x, y) = (self.node(a), self.node(b));
            let order = (self.cell(a).op.code().cmp(&self.cell(b).op.code()))
                .then_with(|| self.sort(a).cmp(&self.sort(b)))
                .then_with(|| match (x, y) {
                    (Node::Variable(x), Node::Variable(y)) => {
                        self.variable_name(x).cmp(self.variable_name(y))
                    }
                    (Node::Constant(x), Node::Constant(y)) => x.cmp(&y),
                    (Node::Bytes(x), Node::Bytes(y)) => x.cmp(y),
                    _ => Ordering::Equal,
                });
            if order.is_ne() {
                return order;
            }
            pending.extend(x.children().zip(y.children()).rev());
        }
        Ordering::Equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::UnaryOp;
    use crate::pool::Op;
    use crate::sort::Sort;

    #[test]
    fn terms_that_share_a_hash_are_told_apart_by_structure_at_any_depth() {
        let mut pool = Pool::new();
        let mut x = pool.variable("x", Sort::Bits(8));
        let mut y = pool.variable("y", Sort::Bits(8));
        for _ in 0..1_000_000 {
            x = pool.make1(Op::Unary(UnaryOp::Not), Sort::Bits(8), x);
            y = pool.make1(Op::Unary(UnaryOp::Not), Sort::Bits(8), y);
        }
        assert_eq!(pool.deep_order(x, y), Ordering::Less);
        assert_eq!(pool.deep_order(y, x), Ordering::Greater);
    }
}
