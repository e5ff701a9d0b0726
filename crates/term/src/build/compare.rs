//! Integer comparisons: everything becomes `eq`, `ult`, `slt` and `not`.

use crate::fold;
use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::{Sort, signed};

/// How many operations on one side an equality with a constant is solved through; a bound, so that a
/// comparison costs the same however long the chain below it is.
const PEEL: usize = 8;

impl Pool {
    pub(super) fn build_compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        match op {
            CompareOp::Eq => self.build_eq(a, b),
            CompareOp::Ult => self.build_ult(a, b),
            CompareOp::Slt => self.build_slt(a, b),
            CompareOp::Ugt => self.build_ult(b, a),
            CompareOp::Sgt => self.build_slt(b, a),
            _ => {
                let holds_not = self.compare(op.negated(), a, b);
                self.unary(UnaryOp::Not, holds_not)
            }
        }
    }

    fn build_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(true);
        }
        if self.sort(a) == Sort::BOOL {
            let differ = self.binary(BinaryOp::Xor, a, b);
            return self.unary(UnaryOp::Not, differ);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.as_constant(b) {
            return self.eq_constant(a, k);
        }
        match (self.node(a), self.node(b)) {
            (Node::Convert(p, x), Node::Convert(q, y))
                if p == q
                    && matches!(p, ConvertOp::ZExt | ConvertOp::SExt)
                    && self.sort(x) == self.sort(y) =>
            {
                self.build_eq(x, y)
            }
            (Node::Unary(p, x), Node::Unary(q, y)) if p == q => self.eq_raw(x, y),
            (Node::Binary(BinaryOp::Add, x, y), _) if x == b => self.eq_zero(y),
            (Node::Binary(BinaryOp::Add, x, y), _) if y == b => self.eq_zero(x),
            (_, Node::Binary(BinaryOp::Add, x, y)) if x == a => self.eq_zero(y),
            (_, Node::Binary(BinaryOp::Add, x, y)) if y == a => self.eq_zero(x),
            (Node::Binary(BinaryOp::Sub, x, y), _) if x == b => self.eq_zero(y),
            (_, Node::Binary(BinaryOp::Sub, x, y)) if x == a => self.eq_zero(y),
            _ => self.eq_raw(a, b),
        }
    }

    /// `a == b` as it stands, in canonical order.
    fn eq_raw(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        self.make2(Op::Compare(CompareOp::Eq), Sort::BOOL, a, b)
    }

    fn eq_zero(&mut self, a: TermId) -> TermId {
        match self.as_constant(a) {
            Some(raw) => self.bool(raw == 0),
            None => self.eq_constant(a, 0),
        }
    }

    /// `a == k`, solved for what stands under invertible operations.
    fn eq_constant(&mut self, a: TermId, k: u128) -> TermId {
        let (mut a, mut k) = (a, k);
        for _ in 0..PEEL {
            let sort = self.sort(a);
            k &= sort.mask();
            if sort == Sort::BOOL {
                return if k == 1 { a } else { self.unary(UnaryOp::Not, a) };
            }
            (a, k) = match self.node(a) {
                Node::Unary(UnaryOp::Not, x) => (x, !k),
                Node::Unary(UnaryOp::Neg, x) => (x, k.wrapping_neg()),
                Node::Binary(BinaryOp::Add, x, j) if let Some(j) = self.as_constant(j) => {
                    (x, k.wrapping_sub(j))
                }
                Node::Binary(BinaryOp::Xor, x, j) if let Some(j) = self.as_constant(j) => {
                    (x, k ^ j)
                }
                Node::Binary(BinaryOp::Sub, j, x) if let Some(j) = self.as_constant(j) => {
                    (x, j.wrapping_sub(k))
                }
                Node::Binary(BinaryOp::Sub | BinaryOp::Xor, x, y) if k == 0 => {
                    return self.eq_raw(x, y);
                }
                Node::Convert(op @ (ConvertOp::ZExt | ConvertOp::SExt), x) => {
                    let low = k & self.sort(x).mask();
                    if fold::convert(op, self.sort(x), sort, low) != k {
                        return self.bool(false);
                    }
                    (x, low)
                }
                Node::Concat(high, low) => {
                    let low_sort = self.sort(low);
                    let (h, l) = (k >> low_sort.width(), k & low_sort.mask());
                    if let Some(j) = self.as_constant(low) {
                        if j != l {
                            return self.bool(false);
                        }
                        (high, h)
                    } else if let Some(j) = self.as_constant(high) {
                        if j != h {
                            return self.bool(false);
                        }
                        (low, l)
                    } else {
                        break;
                    }
                }
                Node::Ite(..) => match self.over_two_values(CompareOp::Eq, a, k, false) {
                    Some(simpler) => return simpler,
                    None => break,
                },
                _ => break,
            };
        }
        let sort = self.sort(a);
        if sort == Sort::BOOL {
            return if k & 1 == 1 { a } else { self.unary(UnaryOp::Not, a) };
        }
        let k = self.constant(sort, k);
        self.make2(Op::Compare(CompareOp::Eq), Sort::BOOL, a, k)
    }

    fn build_ult(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        if a == b {
            return self.bool(false);
        }
        if sort == Sort::BOOL {
            let a = self.unary(UnaryOp::Not, a);
            return self.binary(BinaryOp::And, a, b);
        }
        let most = sort.mask();
        if let Some(k) = self.as_constant(b) {
            match k {
                0 => return self.bool(false),
                1 => return self.eq_constant(a, 0),
                _ if k == most => {
                    let equal = self.eq_constant(a, most);
                    return self.unary(UnaryOp::Not, equal);
                }
                _ => {}
            }
            if let Some(simpler) = self.over_two_values(CompareOp::Ult, a, k, false) {
                return simpler;
            }
        }
        if let Some(k) = self.as_constant(a) {
            if k == most {
                return self.bool(false);
            }
            if k == most - 1 {
                return self.eq_constant(b, most);
            }
            if k == 0 {
                let zero = self.eq_constant(b, 0);
                return self.unary(UnaryOp::Not, zero);
            }
            if let Some(simpler) = self.over_two_values(CompareOp::Ult, b, k, true) {
                return simpler;
            }
        }
        if let Some(simpler) = self.narrowed(CompareOp::Ult, a, b) {
            return simpler;
        }
        self.make2(Op::Compare(CompareOp::Ult), Sort::BOOL, a, b)
    }

    fn build_slt(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        if a == b {
            return self.bool(false);
        }
        if sort == Sort::BOOL {
            let b = self.unary(UnaryOp::Not, b);
            return self.binary(BinaryOp::And, a, b);
        }
        let most = sort.mask() >> 1;
        let least = most + 1;
        if let Some(k) = self.as_constant(b) {
            if k == least {
                return self.bool(false);
            }
            if k == least + 1 {
                return self.eq_constant(a, least);
            }
            if k == most {
                let equal = self.eq_constant(a, most);
                return self.unary(UnaryOp::Not, equal);
            }
            if let Some(simpler) = self.over_two_values(CompareOp::Slt, a, k, false) {
                return simpler;
            }
        }
        if let Some(k) = self.as_constant(a) {
            if k == most {
                return self.bool(false);
            }
            if k == most - 1 {
                return self.eq_constant(b, most);
            }
            if k == least {
                let equal = self.eq_constant(b, least);
                return self.unary(UnaryOp::Not, equal);
            }
            if let Some(simpler) = self.over_two_values(CompareOp::Slt, b, k, true) {
                return simpler;
            }
        }
        if let Some(simpler) = self.narrowed(CompareOp::Slt, a, b) {
            return simpler;
        }
        self.make2(Op::Compare(CompareOp::Slt), Sort::BOOL, a, b)
    }

    /// `a op k` (or `k op a` when swapped) where `a` can only be one of two constants, chosen by a
    /// condition: the answer is that condition, its negation, or fixed.
    fn over_two_values(
        &mut self,
        op: CompareOp,
        a: TermId,
        k: u128,
        swapped: bool,
    ) -> Option<TermId> {
        let sort = self.sort(a);
        let (condition, if_true, if_false) = match self.node(a) {
            Node::Convert(extend @ (ConvertOp::ZExt | ConvertOp::SExt), x)
                if self.sort(x) == Sort::BOOL =>
            {
                (x, fold::convert(extend, Sort::BOOL, sort, 1), 0)
            }
            Node::Ite(c, x, y) => (c, self.as_constant(x)?, self.as_constant(y)?),
            _ => return None,
        };
        let holds = |value| {
            if swapped {
                fold::compare(op, sort, k, value)
            } else {
                fold::compare(op, sort, value, k)
            }
        };
        Some(match (holds(if_true), holds(if_false)) {
            (true, false) => condition,
            (false, true) => self.unary(UnaryOp::Not, condition),
            (fixed, _) => self.bool(fixed),
        })
    }

    /// An order between extensions, or an extension and a constant, decided in the narrow width.
    fn narrowed(&mut self, op: CompareOp, a: TermId, b: TermId) -> Option<TermId> {
        let sort = self.sort(a);
        let extension = |pool: &Pool, t: TermId| match pool.node(t) {
            Node::Convert(op @ (ConvertOp::ZExt | ConvertOp::SExt), x) => Some((op, x)),
            _ => None,
        };
        match (extension(self, a), extension(self, b)) {
            (Some((p, x)), Some((q, y))) => {
                if p != q || self.sort(x) != self.sort(y) {
                    return None;
                }
                // What a zero extension yields is never negative; a sign extension keeps both orders.
                let op = if p == ConvertOp::ZExt { CompareOp::Ult } else { op };
                Some(self.compare(op, x, y))
            }
            (Some((ConvertOp::ZExt, x)), None) => {
                let k = self.as_constant(b)?;
                let inner = self.sort(x);
                if op == CompareOp::Slt && signed(sort.width(), k) < 0 {
                    return Some(self.bool(false));
                }
                if k > inner.mask() {
                    return Some(self.bool(true));
                }
                let k = self.constant(inner, k);
                Some(self.compare(CompareOp::Ult, x, k))
            }
            (None, Some((ConvertOp::ZExt, y))) => {
                let k = self.as_constant(a)?;
                let inner = self.sort(y);
                if op == CompareOp::Slt && signed(sort.width(), k) < 0 {
                    return Some(self.bool(true));
                }
                if k > inner.mask() {
                    return Some(self.bool(false));
                }
                let k = self.constant(inner, k);
                Some(self.compare(CompareOp::Ult, k, y))
            }
            (Some((ConvertOp::SExt, x)), None) if op == CompareOp::Slt => {
                let k = signed(sort.width(), self.as_constant(b)?);
                let inner = self.sort(x);
                let most = (inner.mask() >> 1) as i128;
                if k > most {
                    return Some(self.bool(true));
                }
                if k < -most {
                    return Some(self.bool(false));
                }
                let k = self.constant(inner, k as u128);
                Some(self.compare(op, x, k))
            }
            (None, Some((ConvertOp::SExt, y))) if op == CompareOp::Slt => {
                let k = signed(sort.width(), self.as_constant(a)?);
                let inner = self.sort(y);
                let most = (inner.mask() >> 1) as i128;
                if k >= most {
                    return Some(self.bool(false));
                }
                if k < -most - 1 {
                    return Some(self.bool(true));
                }
                let k = self.constant(inner, k as u128);
                Some(self.compare(op, k, y))
            }
            _ => None,
        }
    }
}
