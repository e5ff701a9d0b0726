//! Extract, concat and the two extensions: pieces of bit-vectors that meet again become whole.

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::Sort;

impl Pool {
    /// Recursion is bounded by the width: every step goes to a narrower operand or drops an operation
    /// that has only constants beside it.
    pub(super) fn build_extract(&mut self, a: TermId, low: u8, width: u8) -> TermId {
        let whole = self.sort(a).width();
        if width == whole {
            return a;
        }
        let sort = Sort::Bits(width);
        match self.node(a) {
            Node::Constant(raw) => return self.constant(sort, raw >> low),
            Node::Extract { of, low: inner } => return self.build_extract(of, inner + low, width),
            Node::Concat(high, bottom) => {
                let split = self.sort(bottom).width();
                if low >= split {
                    return self.build_extract(high, low - split, width);
                }
                if low + width <= split {
                    return self.build_extract(bottom, low, width);
                }
                let upper = self.build_extract(high, 0, low + width - split);
                let lower = self.build_extract(bottom, low, split - low);
                return self.concat(upper, lower);
            }
            Node::Convert(op @ (ConvertOp::ZExt | ConvertOp::SExt), x) => {
                let inner = self.sort(x).width();
                if low + width <= inner {
                    return self.build_extract(x, low, width);
                }
                if low >= inner && op == ConvertOp::ZExt {
                    return self.constant(sort, 0);
                }
                let low = low.min(inner - 1);
                let kept = self.build_extract(x, low, inner - low);
                return self.convert(op, sort, kept);
            }
            Node::Unary(UnaryOp::Not, x) if self.is_sliced(x) => {
                let x = self.build_extract(x, low, width);
                return self.unary(UnaryOp::Not, x);
            }
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor), x, y)
                if self.as_constant(y).is_some() || self.is_sliced(x) && self.is_sliced(y) =>
            {
                // Operands of a bitwise chain with constants are merged, so `x` is no such chain.
                let (x, y) = (self.build_extract(x, low, width), self.build_extract(y, low, width));
                return self.binary(op, x, y);
            }
            // The low bits of these depend on nothing but the low bits of the operands.
            Node::Binary(op @ (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul), x, y)
                if low == 0 && self.is_sliced(x) && self.is_sliced(y) =>
            {
                let (x, y) = (self.build_extract(x, 0, width), self.build_extract(y, 0, width));
                return self.binary(op, x, y);
            }
            Node::Ite(c, x, y)
                if let (Some(x), Some(y)) = (self.as_constant(x), self.as_constant(y)) =>
            {
                let (x, y) = (self.constant(sort, x >> low), self.constant(sort, y >> low));
                return self.ite(c, x, y);
            }
            _ => {}
        }
        self.make1(Op::Extract(low), sort, a)
    }

    /// Whether taking some bits of `a` costs nothing: it is made of pieces already.
    fn is_sliced(&self, a: TermId) -> bool {
        matches!(
            self.node(a),
            Node::Constant(_)
                | Node::Extract { .. }
                | Node::Concat(..)
                | Node::Convert(ConvertOp::ZExt | ConvertOp::SExt, _)
        )
    }

    /// Concats lean to the right: the high operand is never itself a concat.
    pub(super) fn build_concat(&mut self, high: TermId, low: TermId) -> TermId {
        let low_width = self.sort(low).width();
        let sort = Sort::Bits(self.sort(high).width() + low_width);
        match (self.node(high), self.node(low)) {
            (Node::Constant(h), Node::Constant(l)) => {
                return self.constant(sort, h << low_width | l);
            }
            (Node::Constant(0), _) => return self.build_zext(low, sort.width()),
            (Node::Concat(first, second), _) => {
                let rest = self.build_concat(second, low);
                return self.build_concat(first, rest);
            }
            (Node::Convert(ConvertOp::ZExt, x), _) => {
                let inner = self.build_concat(x, low);
                return self.build_zext(inner, sort.width());
            }
            (_, Node::Concat(middle, bottom)) => {
                if let Some(joined) = self.adjacent(high, middle) {
                    return self.build_concat(joined, bottom);
                }
            }
            _ => {}
        }
        match self.adjacent(high, low) {
            Some(joined) => joined,
            None => self.make2(Op::Concat, sort, high, low),
        }
    }

    /// Two neighbouring pieces as one: of the same term, or both constant.
    fn adjacent(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (high_width, low_width) = (self.sort(high).width(), self.sort(low).width());
        match (self.node(high), self.node(low)) {
            (Node::Extract { of: x, low: h }, Node::Extract { of: y, low: l })
                if x == y && h == l + low_width =>
            {
                Some(self.build_extract(x, l, high_width + low_width))
            }
            (Node::Constant(h), Node::Constant(l)) => {
                Some(self.bits(high_width + low_width, h << low_width | l))
            }
            _ => None,
        }
    }

    pub(super) fn build_zext(&mut self, a: TermId, width: u8) -> TermId {
        let sort = Sort::Bits(width);
        if self.sort(a) == sort {
            return a;
        }
        match self.node(a) {
            Node::Constant(raw) => self.constant(sort, raw),
            Node::Convert(ConvertOp::ZExt, x) => self.make1(Op::Convert(ConvertOp::ZExt), sort, x),
            _ => self.make1(Op::Convert(ConvertOp::ZExt), sort, a),
        }
    }

    pub(super) fn build_sext(&mut self, a: TermId, width: u8) -> TermId {
        let sort = Sort::Bits(width);
        if self.sort(a) == sort {
            return a;
        }
        match self.node(a) {
            Node::Convert(op @ (ConvertOp::ZExt | ConvertOp::SExt), x) => {
                self.make1(Op::Convert(op), sort, x)
            }
            _ => self.make1(Op::Convert(ConvertOp::SExt), sort, a),
        }
    }
}
