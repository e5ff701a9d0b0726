//! Quotients and remainders; by zero as SMT-LIB has it.

use crate::node::TermId;
use crate::op::{BinaryOp, UnaryOp};
use crate::pool::{Op, Pool};

impl Pool {
    pub(super) fn build_udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.as_constant(b) {
            Some(0) => self.constant(sort, sort.mask()),
            Some(k) if k.is_power_of_two() => {
                let low = k.trailing_zeros() as u8;
                self.shifted_right(a, low)
            }
            _ => self.make2(Op::Binary(BinaryOp::UDiv), sort, a, b),
        }
    }

    pub(super) fn build_urem(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.as_constant(b) {
            Some(0) => return a,
            Some(k) if k.is_power_of_two() => {
                let low = self.constant(sort, k - 1);
                return self.binary(BinaryOp::And, a, low);
            }
            _ => {}
        }
        if a == b || self.as_constant(a) == Some(0) {
            return self.constant(sort, 0);
        }
        self.make2(Op::Binary(BinaryOp::URem), sort, a, b)
    }

    pub(super) fn build_sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.as_constant(b) {
            // In one bit the only other value is -1.
            Some(k) if k == sort.mask() => self.unary(UnaryOp::Neg, a),
            Some(1) => a,
            _ => self.make2(Op::Binary(BinaryOp::SDiv), sort, a, b),
        }
    }

    pub(super) fn build_srem(&mut self, a: TermId, b: TermId) -> TermId {
        let sort = self.sort(a);
        match self.as_constant(b) {
            Some(0) => return a,
            Some(k) if k == 1 || k == sort.mask() => return self.constant(sort, 0),
            _ => {}
        }
        if a == b || self.as_constant(a) == Some(0) {
            return self.constant(sort, 0);
        }
        self.make2(Op::Binary(BinaryOp::SRem), sort, a, b)
    }
}
