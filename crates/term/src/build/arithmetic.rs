//! Sums, differences, products and negation: constants outward, equal parts cancelled.

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::mask;

impl Pool {
    pub(super) fn build_neg(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        if sort.width() == 1 {
            return a;
        }
        match self.node(a) {
            Node::Unary(UnaryOp::Neg, x) => x,
            Node::Unary(UnaryOp::Not, x) => self.plus(x, 1),
            Node::Binary(BinaryOp::Sub, x, y) => self.binary(BinaryOp::Sub, y, x),
            Node::Binary(BinaryOp::Add, x, k) if let Some(k) = self.as_constant(k) => {
                let k = self.constant(sort, k.wrapping_neg());
                self.binary(BinaryOp::Sub, k, x)
            }
            Node::Binary(BinaryOp::Mul, x, k) if let Some(k) = self.as_constant(k) => {
                self.times(x, k.wrapping_neg())
            }
            _ => self.make1(Op::Unary(UnaryOp::Neg), sort, a),
        }
    }

    pub(super) fn build_add(&mut self, a: TermId, b: TermId) -> TermId {
        if self.sort(a).width() == 1 {
            return self.binary(BinaryOp::Xor, a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_constant(b) {
            return self.plus(a, k);
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::Neg, x), _) => return self.binary(BinaryOp::Sub, b, x),
            (_, Node::Unary(UnaryOp::Neg, y)) => return self.binary(BinaryOp::Sub, a, y),
            (Node::Binary(BinaryOp::Sub, x, y), _) if y == b => return x,
            (_, Node::Binary(BinaryOp::Sub, x, y)) if y == a => return x,
            (Node::Binary(BinaryOp::Add, x, k), _) if let Some(k) = self.as_constant(k) => {
                let sum = self.build_add(x, b);
                return self.plus(sum, k);
            }
            (_, Node::Binary(BinaryOp::Add, y, k)) if let Some(k) = self.as_constant(k) => {
                let sum = self.build_add(a, y);
                return self.plus(sum, k);
            }
            _ => {}
        }
        let ((x, p), (y, q)) = (self.coefficient(a), self.coefficient(b));
        if x == y {
            return self.times(x, p.wrapping_add(q));
        }
        self.make2(Op::Binary(BinaryOp::Add), self.sort(a), a, b)
    }

    pub(super) fn build_sub(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        if sort.width() == 1 {
            return self.binary(BinaryOp::Xor, a, b);
        }
        if a == b {
            return self.constant(sort, 0);
        }
        if let Some(k) = self.as_constant(b) {
            return self.plus(a, k.wrapping_neg());
        }
        if let Some(k) = self.as_constant(a) {
            return self.minus(k, b);
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Unary(UnaryOp::Neg, y)) => return self.binary(BinaryOp::Add, a, y),
            (Node::Binary(BinaryOp::Add, x, k), _) if let Some(k) = self.as_constant(k) => {
                let difference = self.build_sub(x, b);
                return self.plus(difference, k);
            }
            (_, Node::Binary(BinaryOp::Add, y, k)) if let Some(k) = self.as_constant(k) => {
                let difference = self.build_sub(a, y);
                return self.plus(difference, k.wrapping_neg());
            }
            (Node::Binary(BinaryOp::Add, x, y), _) if x == b => return y,
            (Node::Binary(BinaryOp::Add, x, y), _) if y == b => return x,
            (_, Node::Binary(BinaryOp::Add, x, y)) if x == a => {
                return self.unary(UnaryOp::Neg, y);
            }
            (_, Node::Binary(BinaryOp::Add, x, y)) if y == a => {
                return self.unary(UnaryOp::Neg, x);
            }
            (Node::Binary(BinaryOp::Sub, x, y), _) if x == b => {
                return self.unary(UnaryOp::Neg, y);
            }
            (_, Node::Binary(BinaryOp::Sub, x, y)) if x == a => return y,
            _ => {}
        }
        let ((x, p), (y, q)) = (self.coefficient(a), self.coefficient(b));
        if x == y {
            return self.times(x, p.wrapping_sub(q));
        }
        self.make2(Op::Binary(BinaryOp::Sub), sort, a, b)
    }

    pub(super) fn build_mul(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        if sort.width() == 1 {
            return self.binary(BinaryOp::And, a, b);
        }
        let (a, b) = self.ordered(a, b);
        match self.as_constant(b) {
            Some(k) => self.times(a, k),
            None => self.make2(Op::Binary(BinaryOp::Mul), sort, a, b),
        }
    }

    /// `a + k`.
    fn plus(&mut self, a: TermId, k: u128) -> TermId {
        let sort = self.sort(a);
        let k = k & sort.mask();
        if k == 0 {
            return a;
        }
        match self.node(a) {
            Node::Constant(raw) => return self.constant(sort, raw.wrapping_add(k)),
            Node::Binary(BinaryOp::Add, x, j) if let Some(j) = self.as_constant(j) => {
                return self.plus(x, j.wrapping_add(k));
            }
            Node::Binary(BinaryOp::Sub, j, x) if let Some(j) = self.as_constant(j) => {
                return self.minus(j.wrapping_add(k), x);
            }
            // `!x` is `-x - 1`.
            Node::Unary(UnaryOp::Not, x) => return self.minus(k.wrapping_sub(1), x),
            Node::Unary(UnaryOp::Neg, x) => return self.minus(k, x),
            _ => {}
        }
        let k = self.constant(sort, k);
        self.make2(Op::Binary(BinaryOp::Add), sort, a, k)
    }

    /// `k - a`.
    fn minus(&mut self, k: u128, a: TermId) -> TermId {
        let sort = self.sort(a);
        let k = k & sort.mask();
        match self.node(a) {
            Node::Binary(BinaryOp::Add, x, j) if let Some(j) = self.as_constant(j) => {
                return self.minus(k.wrapping_sub(j), x);
            }
            Node::Binary(BinaryOp::Sub, j, x) if let Some(j) = self.as_constant(j) => {
                return self.plus(x, k.wrapping_sub(j));
            }
            Node::Unary(UnaryOp::Neg, x) => return self.plus(x, k),
            Node::Unary(UnaryOp::Not, x) => return self.plus(x, k.wrapping_add(1)),
            _ if k == 0 => return self.build_neg(a),
            _ if k == mask(sort.width()) => return self.build_not(a),
            _ => {}
        }
        let k = self.constant(sort, k);
        self.make2(Op::Binary(BinaryOp::Sub), sort, k, a)
    }

    /// `a * k`.
    fn times(&mut self, a: TermId, k: u128) -> TermId {
        let sort = self.sort(a);
        let k = k & sort.mask();
        if k == 0 {
            return self.constant(sort, 0);
        }
        if k == 1 {
            return a;
        }
        if k == sort.mask() {
            return self.unary(UnaryOp::Neg, a);
        }
        match self.node(a) {
            Node::Unary(UnaryOp::Neg, x) => return self.times(x, k.wrapping_neg()),
            Node::Binary(BinaryOp::Mul, x, j) if let Some(j) = self.as_constant(j) => {
                return self.times(x, j.wrapping_mul(k));
            }
            Node::Binary(BinaryOp::Add, x, j) if let Some(j) = self.as_constant(j) => {
                let scaled = self.times(x, k);
                return self.plus(scaled, j.wrapping_mul(k));
            }
            _ => {}
        }
        let k = self.constant(sort, k);
        self.make2(Op::Binary(BinaryOp::Mul), sort, a, k)
    }

    /// `a` as something times a constant.
    #[inline]
    fn coefficient(&self, a: TermId) -> (TermId, u128) {
        match self.node(a) {
            Node::Binary(BinaryOp::Mul, x, k) if let Some(k) = self.as_constant(k) => (x, k),
            _ => (a, 1),
        }
    }
}
