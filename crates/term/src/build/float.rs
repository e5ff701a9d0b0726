//! Floats: only what is exact to the bit, so no `x + 0` (it loses -0) and no `x * 1` of a foreign NaN.

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::Sort;
use crate::{fold, fold::is_nan};

fn rounds_to_integral(op: UnaryOp) -> bool {
    use UnaryOp::*;
    matches!(op, FFloor | FCeil | FTrunc | FNearest | FRound)
}

impl Pool {
    pub(super) fn build_float_unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let sort = self.sort(a);
        match (op, self.node(a)) {
            (UnaryOp::FNeg, Node::Unary(UnaryOp::FNeg, x)) => return x,
            (UnaryOp::FAbs, Node::Unary(UnaryOp::FNeg, x)) => {
                return self.make1(Op::Unary(UnaryOp::FAbs), sort, x);
            }
            (UnaryOp::FAbs, Node::Unary(UnaryOp::FAbs, _)) => return a,
            (_, Node::Unary(inner, _)) if rounds_to_integral(op) && rounds_to_integral(inner) => {
                return a;
            }
            (_, Node::Convert(ConvertOp::SToF | ConvertOp::UToF, _)) if rounds_to_integral(op) => {
                return a;
            }
            _ => {}
        }
        self.make1(Op::Unary(op), sort, a)
    }

    pub(super) fn build_float_binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (a, b) = if op.is_commutative() { self.ordered(a, b) } else { (a, b) };
        match op {
            BinaryOp::FAdd => match (self.node(a), self.node(b)) {
                (_, Node::Unary(UnaryOp::FNeg, y)) => {
                    return self.binary(BinaryOp::FSub, a, y);
                }
                (Node::Unary(UnaryOp::FNeg, x), _) => {
                    return self.binary(BinaryOp::FSub, b, x);
                }
                _ => {}
            },
            BinaryOp::FSub => {
                if let Node::Unary(UnaryOp::FNeg, y) = self.node(b) {
                    return self.binary(BinaryOp::FAdd, a, y);
                }
            }
            BinaryOp::FMul | BinaryOp::FDiv
                if self.as_constant(b) == Some(one(sort)) && self.has_canonical_nan(a) =>
            {
                return a;
            }
            BinaryOp::FMin | BinaryOp::FMax | BinaryOp::FMinNum | BinaryOp::FMaxNum
                if a == b && self.has_canonical_nan(a) =>
            {
                return a;
            }
            _ => {}
        }
        self.make2(Op::Binary(op), sort, a, b)
    }

    pub(super) fn build_float_compare(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        use CompareOp::*;
        match op {
            FOeq | FOlt | FOle => self.build_ordered(op, a, b),
            FOgt => self.build_ordered(FOlt, b, a),
            FOge => self.build_ordered(FOle, b, a),
            FOne => {
                let (less, more) = (self.compare(FOlt, a, b), self.compare(FOlt, b, a));
                self.or(less, more)
            }
            FUno => {
                let (a, b) = (self.is_nan(a), self.is_nan(b));
                self.or(a, b)
            }
            _ => {
                let holds_not = self.compare(op.negated(), a, b);
                self.not(holds_not)
            }
        }
    }

    fn build_ordered(&mut self, op: CompareOp, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        let (a, b) = if op == CompareOp::FOeq { self.ordered(a, b) } else { (a, b) };
        if a == b {
            if op == CompareOp::FOlt {
                return self.bool(false);
            }
            let nan = self.is_nan(a);
            return self.not(nan);
        }
        for k in [a, b] {
            if self.as_constant(k).is_some_and(|raw| is_nan(sort, raw)) {
                return self.bool(false);
            }
        }
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::FNeg, x), Node::Unary(UnaryOp::FNeg, y)) => {
                // Both signs turned: the order turns.
                let (x, y) = if op == CompareOp::FOeq { self.ordered(x, y) } else { (y, x) };
                return self.make2(Op::Compare(op), Sort::BOOL, x, y);
            }
            (Node::Convert(ConvertOp::FToF, x), Node::Convert(ConvertOp::FToF, y))
                if self.sort(x) == Sort::F32 && self.sort(y) == Sort::F32 =>
            {
                return self.compare(op, x, y);
            }
            (Node::Convert(ConvertOp::FToF, x), Node::Constant(k)) if self.sort(x) == Sort::F32 => {
                if let Some(k) = as_f32(k) {
                    let k = self.constant(Sort::F32, k);
                    return self.compare(op, x, k);
                }
            }
            (Node::Constant(k), Node::Convert(ConvertOp::FToF, y)) if self.sort(y) == Sort::F32 => {
                if let Some(k) = as_f32(k) {
                    let k = self.constant(Sort::F32, k);
                    return self.compare(op, k, y);
                }
            }
            _ => {}
        }
        self.make2(Op::Compare(op), Sort::BOOL, a, b)
    }

    pub(super) fn build_is_nan(&mut self, a: TermId) -> TermId {
        match self.node(a) {
            Node::Unary(op, x) if op != UnaryOp::FSqrt => self.is_nan_raw(x),
            Node::Convert(ConvertOp::FToF, x) => self.is_nan_raw(x),
            Node::Convert(ConvertOp::SToF | ConvertOp::UToF, _) => self.bool(false),
            _ => self.is_nan_raw(a),
        }
    }

    fn is_nan_raw(&mut self, a: TermId) -> TermId {
        self.make1(Op::IsNan, Sort::BOOL, a)
    }

    pub(super) fn build_float_convert(&mut self, op: ConvertOp, to: Sort, a: TermId) -> TermId {
        let from = self.sort(a);
        match (op, self.node(a)) {
            (ConvertOp::BitCast, _) if from == to => return a,
            (ConvertOp::BitCast, Node::Convert(ConvertOp::BitCast, x)) if self.sort(x) == to => {
                return x;
            }
            (ConvertOp::FToF, _) if from == to && self.has_canonical_nan(a) => return a,
            (ConvertOp::FToF, Node::Convert(ConvertOp::FToF, x))
                if self.sort(x) == to && to == Sort::F32 && self.has_canonical_nan(x) =>
            {
                return x;
            }
            (ConvertOp::FToS | ConvertOp::FToSSat, Node::Convert(ConvertOp::SToF, x))
                if self.fits_exactly(x, from) && self.sort(x).width() <= to.width() =>
            {
                return self.convert(ConvertOp::SExt, to, x);
            }
            (ConvertOp::FToU | ConvertOp::FToUSat, Node::Convert(ConvertOp::UToF, x))
                if self.fits_exactly(x, from) && self.sort(x).width() <= to.width() =>
            {
                return self.convert(ConvertOp::ZExt, to, x);
            }
            _ => {}
        }
        self.make1(Op::Convert(op), to, a)
    }

    /// Whether every value of the integer `x` is a number of the float sort.
    fn fits_exactly(&self, x: TermId, float: Sort) -> bool {
        self.sort(x).width() <= if float == Sort::F32 { 24 } else { 53 }
    }
}

fn one(sort: Sort) -> u128 {
    if sort == Sort::F32 { 1f32.to_bits().into() } else { 1f64.to_bits().into() }
}

/// The f64 constant as an f32, if it is one.
fn as_f32(raw: u128) -> Option<u128> {
    let narrow = fold::convert(ConvertOp::FToF, Sort::F64, Sort::F32, raw);
    (fold::convert(ConvertOp::FToF, Sort::F32, Sort::F64, narrow) == raw).then_some(narrow)
}
