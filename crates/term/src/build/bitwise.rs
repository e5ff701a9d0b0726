//! Bitwise logic, which on one bit is the logic of conditions, and shifts.

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::Sort;

impl Pool {
    pub(super) fn build_not(&mut self, a: TermId) -> TermId {
        let sort = self.sort(a);
        match self.node(a) {
            Node::Unary(UnaryOp::Not, x) => return x,
            Node::Ite(c, x, y)
                if let (Some(x), Some(y)) = (self.as_constant(x), self.as_constant(y)) =>
            {
                let (x, y) = (self.constant(sort, !x), self.constant(sort, !y));
                return self.ite(c, x, y);
            }
            // `!(k - x)` is `x - k - 1`, and `!-x` is `x - 1`.
            Node::Unary(UnaryOp::Neg, x) => {
                let less = self.constant(sort, u128::MAX);
                return self.binary(BinaryOp::Add, x, less);
            }
            Node::Binary(BinaryOp::Sub, k, x) if let Some(k) = self.as_constant(k) => {
                let less = self.constant(sort, !k);
                return self.binary(BinaryOp::Add, x, less);
            }
            _ => {}
        }
        self.make1(Op::Unary(UnaryOp::Not), sort, a)
    }

    pub(super) fn build_and(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return b;
            }
            if k == sort.mask() {
                return a;
            }
            if let Some(simpler) = self.masked(BinaryOp::And, a, k) {
                return simpler;
            }
        }
        if self.are_complements(a, b) {
            return self.constant(sort, 0);
        }
        if let Some(simpler) = self.absorbed(BinaryOp::And, BinaryOp::Or, a, b) {
            return simpler;
        }
        self.make2(Op::Binary(BinaryOp::And), sort, a, b)
    }

    pub(super) fn build_or(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return a;
            }
            if k == sort.mask() {
                return b;
            }
            if let Some(simpler) = self.masked(BinaryOp::Or, a, k) {
                return simpler;
            }
        }
        if self.are_complements(a, b) {
            return self.constant(sort, sort.mask());
        }
        if let Some(simpler) = self.absorbed(BinaryOp::Or, BinaryOp::And, a, b) {
            return simpler;
        }
        if let Some(narrow) = self.over_extensions(BinaryOp::Or, a, b) {
            return narrow;
        }
        if let Some(joined) = self.joined(a, b) {
            return joined;
        }
        if let Some(joined) = self.joined(b, a) {
            return joined;
        }
        self.make2(Op::Binary(BinaryOp::Or), sort, a, b)
    }

    pub(super) fn build_xor(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.constant(sort, 0);
        }
        if let Some(k) = self.as_constant(b) {
            if k == 0 {
                return a;
            }
            if k == sort.mask() {
                return self.build_not(a);
            }
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::Not, x), Node::Constant(k)) => {
                let k = self.constant(sort, !k);
                return self.binary(BinaryOp::Xor, x, k);
            }
            (Node::Unary(UnaryOp::Not, x), Node::Unary(UnaryOp::Not, y)) => {
                return self.binary(BinaryOp::Xor, x, y);
            }
            (Node::Unary(UnaryOp::Not, x), _) => {
                let inner = self.binary(BinaryOp::Xor, x, b);
                return self.unary(UnaryOp::Not, inner);
            }
            (_, Node::Unary(UnaryOp::Not, y)) => {
                let inner = self.binary(BinaryOp::Xor, a, y);
                return self.unary(UnaryOp::Not, inner);
            }
            (Node::Binary(BinaryOp::Xor, x, j), Node::Constant(k))
                if let Some(j) = self.as_constant(j) =>
            {
                let k = self.constant(sort, j ^ k);
                return self.binary(BinaryOp::Xor, x, k);
            }
            (Node::Convert(ConvertOp::ZExt, _), Node::Convert(ConvertOp::ZExt, _)) => {
                if let Some(narrow) = self.over_extensions(BinaryOp::Xor, a, b) {
                    return narrow;
                }
            }
            (Node::Binary(BinaryOp::Xor, x, y), _) if x == b => return y,
            (Node::Binary(BinaryOp::Xor, x, y), _) if y == b => return x,
            (_, Node::Binary(BinaryOp::Xor, x, y)) if x == a => return y,
            (_, Node::Binary(BinaryOp::Xor, x, y)) if y == a => return x,
            _ => {}
        }
        self.make2(Op::Binary(BinaryOp::Xor), sort, a, b)
    }

    /// Shifts by a constant become extract, concat and extend, so that they cancel against the
    /// pieces of memory accesses.
    pub(super) fn build_shift(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let width = sort.width();
        let Some(amount) = self.as_constant(b) else {
            if self.as_constant(a) == Some(0) {
                return a;
            }
            return self.make2(Op::Binary(op), sort, a, b);
        };
        // An amount below the width fits a byte; the rest are all alike.
        let amount = amount.min(width.into()) as u8;
        if amount == 0 {
            return a;
        }
        match op {
            BinaryOp::AShr => {
                let amount = amount.min(width - 1);
                let kept = self.extract(a, amount, width - amount);
                self.convert(ConvertOp::SExt, sort, kept)
            }
            BinaryOp::LShr => self.shifted_right(a, amount),
            _ if amount == width => self.constant(sort, 0),
            _ => {
                let kept = self.extract(a, 0, width - amount);
                let zeros = self.bits(amount, 0);
                self.concat(kept, zeros)
            }
        }
    }

    /// `a >> amount` with zeros from above.
    pub(super) fn shifted_right(&mut self, a: TermId, amount: u8) -> TermId {
        let sort = self.sort(a);
        if amount >= sort.width() {
            return self.constant(sort, 0);
        }
        let kept = self.extract(a, amount, sort.width() - amount);
        self.convert(ConvertOp::ZExt, sort, kept)
    }

    fn are_complements(&self, a: TermId, b: TermId) -> bool {
        matches!(self.node(a), Node::Unary(UnaryOp::Not, x) if x == b)
            || matches!(self.node(b), Node::Unary(UnaryOp::Not, y) if y == a)
    }

    /// `a op (a op y)` is `a op y`, and `a op (a dual y)` is `a`.
    fn absorbed(&mut self, op: BinaryOp, dual: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        for (one, other) in [(a, b), (b, a)] {
            match self.node(other) {
                Node::Binary(inner, x, y) if x == one || y == one => {
                    if inner == op {
                        return Some(other);
                    }
                    if inner == dual {
                        return Some(one);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// `a op k` where the shape of `a` lets the constant be absorbed; `op` is `And` or `Or`.
    fn masked(&mut self, op: BinaryOp, a: TermId, k: u128) -> Option<TermId> {
        let sort = self.sort(a);
        match self.node(a) {
            Node::Binary(inner, x, j) if inner == op => {
                let j = self.as_constant(j)?;
                let both = if op == BinaryOp::And { j & k } else { j | k };
                let both = self.constant(sort, both);
                Some(self.binary(op, x, both))
            }
            Node::Convert(ConvertOp::ZExt, x) if op == BinaryOp::And => {
                let low = self.constant(self.sort(x), k);
                let inner = self.binary(op, x, low);
                Some(self.convert(ConvertOp::ZExt, sort, inner))
            }
            Node::Concat(high, low) => {
                let (high_sort, low_sort) = (self.sort(high), self.sort(low));
                let (h, l) = (k >> low_sort.width(), k & low_sort.mask());
                let plain = |part: u128, sort: Sort| part == 0 || part == sort.mask();
                if !plain(h, high_sort) || !plain(l, low_sort) {
                    return None;
                }
                let (h, l) = (self.constant(high_sort, h), self.constant(low_sort, l));
                let (high, low) = (self.binary(op, high, h), self.binary(op, low, l));
                Some(self.concat(high, low))
            }
            _ => None,
        }
    }

    /// `a op b` of two zero extensions, in the wider of the two widths below; `op` keeps zeros.
    fn over_extensions(&mut self, op: BinaryOp, a: TermId, b: TermId) -> Option<TermId> {
        let Node::Convert(ConvertOp::ZExt, x) = self.node(a) else { return None };
        let Node::Convert(ConvertOp::ZExt, y) = self.node(b) else { return None };
        let wider = self.sort(x).max(self.sort(y));
        let (x, y) =
            (self.convert(ConvertOp::ZExt, wider, x), self.convert(ConvertOp::ZExt, wider, y));
        let inner = self.binary(op, x, y);
        Some(self.convert(ConvertOp::ZExt, self.sort(a), inner))
    }

    /// `high | low` where the ones of `low` fall on constant zeros at the bottom of `high`.
    fn joined(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let Node::Concat(top, zeros) = self.node(high) else { return None };
        let Node::Convert(ConvertOp::ZExt, x) = self.node(low) else { return None };
        let room = self.sort(zeros);
        if self.as_constant(zeros) != Some(0) || self.sort(x).width() > room.width() {
            return None;
        }
        let bottom = self.convert(ConvertOp::ZExt, room, x);
        Some(self.concat(top, bottom))
    }
}
