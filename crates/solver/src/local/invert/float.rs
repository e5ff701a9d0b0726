//! Inverses of operations on floats, up to rounding.

use term::{BinaryOp, ConvertOp, Node, Sort, TermId, UnaryOp};

use super::super::aim::{Alternative, View};
use super::super::number::{of_f64, stepped, to_f64};

/// Ways for a float that is no choice to get its value, or one next to it.
pub(in super::super) fn float(view: &View, term: TermId, target: u128, out: &mut Vec<Alternative>) {
    let sort = view.pool.sort(term);
    let wanted = to_f64(sort, target);
    let number = |term: TermId| to_f64(view.pool.sort(term), view.value(term));
    let mut one = |operand: TermId, number: f64| {
        let raw = of_f64(view.pool.sort(operand), number);
        out.push(Alternative::One(operand, raw));
    };
    match view.pool.node(term) {
        Node::Unary(UnaryOp::FNeg, a) => one(a, -wanted),
        Node::Unary(UnaryOp::FAbs, a) => {
            one(a, wanted.copysign(number(a)));
            one(a, -wanted.copysign(number(a)));
        }
        Node::Unary(UnaryOp::FSqrt, a) => one(a, wanted * wanted),
        Node::Unary(_, a) => one(a, wanted),
        Node::Binary(BinaryOp::FMul, a, b) if a == b => {
            one(a, wanted.sqrt().copysign(number(a)));
            one(a, -wanted.sqrt().copysign(number(a)));
        }
        Node::Binary(op, a, b) => {
            let (x, y) = (number(a), number(b));
            let (left, right) = match op {
                BinaryOp::FAdd => (wanted - y, wanted - x),
                BinaryOp::FSub => (wanted + y, x - wanted),
                BinaryOp::FMul => (wanted / y, wanted / x),
                BinaryOp::FDiv => (wanted * y, x / wanted),
                BinaryOp::FRem => (wanted + (x / y).trunc() * y, x - wanted),
                _ => (wanted, wanted),
            };
            rounded(view, (a, left), out);
            rounded(view, (b, right), out);
        }
        Node::Fma(a, b, c) => {
            let (x, y, z) = (number(a), number(b), number(c));
            rounded(view, (c, wanted - x * y), out);
            rounded(view, (a, (wanted - z) / y), out);
            rounded(view, (b, (wanted - z) / x), out);
        }
        Node::Convert(op, a) => convert(view, op, a, (sort, target), out),
        _ => {}
    }
}

/// An inverse, and its neighbours: the operation's own rounding may have come from any of them.
fn rounded(view: &View, (operand, number): (TermId, f64), out: &mut Vec<Alternative>) {
    if number.is_nan() || view.pool.as_constant(operand).is_some() {
        return;
    }
    let sort = view.pool.sort(operand);
    let raw = of_f64(sort, number);
    out.push(Alternative::One(operand, raw));
    for up in [false, true] {
        out.extend(stepped(sort, raw, up, 1).map(|next| Alternative::One(operand, next)));
    }
}

fn convert(
    view: &View,
    op: ConvertOp,
    a: TermId,
    (sort, target): (Sort, u128),
    out: &mut Vec<Alternative>,
) {
    let from = view.pool.sort(a);
    let wanted = to_f64(sort, target);
    let mut one = |raw: u128| out.push(Alternative::One(a, raw & from.mask()));
    match op {
        ConvertOp::BitCast => one(target),
        ConvertOp::FToF => one(of_f64(from, wanted)),
        ConvertOp::SToF => {
            one(wanted.floor() as i128 as u128);
            one(wanted.ceil() as i128 as u128);
        }
        _ => {
            one(wanted.floor() as u128);
            one(wanted.ceil() as u128);
        }
    }
}
