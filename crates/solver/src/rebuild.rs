//! Making a term again from other operands, through the constructors that simplify.

use term::{Node, Pool, TermId};

/// The operation on top of `term` with its operands replaced; a leaf stays as it is.
pub fn rebuild(pool: &mut Pool, term: TermId, operand: impl Fn(TermId) -> TermId) -> TermId {
    let sort = pool.sort(term);
    match pool.node(term) {
        Node::Variable(_) | Node::Constant(_) | Node::Bytes(_) => term,
        Node::Unary(op, a) => pool.unary(op, operand(a)),
        Node::Binary(op, a, b) => pool.binary(op, operand(a), operand(b)),
        Node::Compare(op, a, b) => pool.compare(op, operand(a), operand(b)),
        Node::IsNan(a) => pool.is_nan(operand(a)),
        Node::Convert(op, a) => pool.convert(op, sort, operand(a)),
        Node::Extract { of, low } => pool.extract(operand(of), low, sort.width()),
        Node::Concat(a, b) => pool.concat(operand(a), operand(b)),
        Node::Ite(c, a, b) => pool.ite(operand(c), operand(a), operand(b)),
        Node::Fma(a, b, c) => pool.fma(operand(a), operand(b), operand(c)),
        Node::Select(a, i) => pool.select(operand(a), operand(i)),
        Node::Store(a, i, v) => pool.store(operand(a), operand(i), operand(v)),
    }
}
