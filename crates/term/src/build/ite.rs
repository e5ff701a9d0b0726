//! Choices: decided, turned into logic, or merged with the choice below.

use crate::node::{Node, TermId};
use crate::op::{BinaryOp, ConvertOp, UnaryOp};
use crate::pool::{Op, Pool};
use crate::sort::Sort;

impl Pool {
    pub(super) fn build_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        if a == b {
            return a;
        }
        let (c, a, b) = match self.node(c) {
            Node::Constant(raw) => return if raw == 1 { a } else { b },
            Node::Unary(UnaryOp::Not, condition) => (condition, b, a),
            _ => (c, a, b),
        };
        // What an arm chooses by the same condition is already chosen.
        let a = match self.node(a) {
            Node::Ite(inner, x, _) if inner == c => x,
            _ => a,
        };
        let b = match self.node(b) {
            Node::Ite(inner, _, y) if inner == c => y,
            _ => b,
        };
        if a == b {
            return a;
        }
        let sort = self.sort(a);
        if sort == Sort::BOOL
            && let Some(logic) = self.ite_as_logic(c, a, b)
        {
            return logic;
        }
        match (self.node(a), self.node(b)) {
            (Node::Constant(1), Node::Constant(0)) if sort.is_bits() => {
                return self.convert(ConvertOp::ZExt, sort, c);
            }
            (Node::Constant(0), Node::Constant(1)) if sort.is_bits() => {
                let not = self.unary(UnaryOp::Not, c);
                return self.convert(ConvertOp::ZExt, sort, not);
            }
            (Node::Constant(ones), Node::Constant(0)) if sort.is_bits() && ones == sort.mask() => {
                return self.convert(ConvertOp::SExt, sort, c);
            }
            (Node::Constant(0), Node::Constant(ones)) if sort.is_bits() && ones == sort.mask() => {
                let not = self.unary(UnaryOp::Not, c);
                return self.convert(ConvertOp::SExt, sort, not);
            }
            (_, Node::Ite(d, x, y)) if x == a => {
                let either = self.binary(BinaryOp::Or, c, d);
                return self.make_ite(either, a, y);
            }
            (_, Node::Ite(d, x, y)) if y == a => {
                let not = self.unary(UnaryOp::Not, d);
                let either = self.binary(BinaryOp::Or, c, not);
                return self.make_ite(either, a, x);
            }
            (Node::Ite(d, x, y), _) if y == b => {
                let both = self.binary(BinaryOp::And, c, d);
                return self.make_ite(both, x, b);
            }
            (Node::Ite(d, x, y), _) if x == b => {
                let not = self.unary(UnaryOp::Not, d);
                let both = self.binary(BinaryOp::And, c, not);
                return self.make_ite(both, y, b);
            }
            _ => {}
        }
        self.make_ite(c, a, b)
    }

    /// The choice as it stands, but for a condition that merging has decided or negated.
    fn make_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match self.node(c) {
            Node::Constant(raw) => {
                if raw == 1 {
                    a
                } else {
                    b
                }
            }
            Node::Unary(UnaryOp::Not, condition) => {
                self.make3(Op::Ite, self.sort(a), condition, b, a)
            }
            _ => self.make3(Op::Ite, self.sort(a), c, a, b),
        }
    }

    /// A choice between conditions, where one of them is fixed or the choosing one.
    fn ite_as_logic(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let (fixed_a, fixed_b) = (self.as_constant(a), self.as_constant(b));
        Some(match (fixed_a, fixed_b) {
            (Some(1), Some(_)) => c,
            (Some(_), Some(_)) => self.unary(UnaryOp::Not, c),
            (Some(1), None) => self.binary(BinaryOp::Or, c, b),
            (Some(_), None) => {
                let not = self.unary(UnaryOp::Not, c);
                self.binary(BinaryOp::And, not, b)
            }
            (None, Some(0)) => self.binary(BinaryOp::And, c, a),
            (None, Some(_)) => {
                let not = self.unary(UnaryOp::Not, c);
                self.binary(BinaryOp::Or, not, a)
            }
            (None, None) if a == c => self.binary(BinaryOp::Or, c, b),
            (None, None) if b == c => self.binary(BinaryOp::And, c, a),
            (None, None) => match (self.node(a), self.node(b)) {
                (Node::Unary(UnaryOp::Not, x), _) if x == c => self.binary(BinaryOp::And, a, b),
                (_, Node::Unary(UnaryOp::Not, y)) if y == c => self.binary(BinaryOp::Or, b, a),
                (Node::Unary(UnaryOp::Not, x), _) if x == b => self.binary(BinaryOp::Xor, c, b),
                (_, Node::Unary(UnaryOp::Not, y)) if y == a => {
                    let differ = self.binary(BinaryOp::Xor, c, a);
                    self.unary(UnaryOp::Not, differ)
                }
                _ => return None,
            },
        })
    }
}
