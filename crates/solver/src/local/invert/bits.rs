//! Inverses of operations on bit-vectors.

use term::{BinaryOp, ConvertOp, Node, Sort, TermId, UnaryOp, fold};

use super::super::aim::{Alternative, View};
use super::super::number::{of_f64, signed, to_f64};
use super::arithmetic;

/// Ways for a bit-vector that is no comparison and no choice to get its value.
pub(in super::super) fn bits(view: &View, term: TermId, target: u128, out: &mut Vec<Alternative>) {
    let sort = view.pool.sort(term);
    let mask = sort.mask();
    let mut one = |operand: TermId, target: u128| {
        out.push(Alternative::One(operand, target & view.pool.sort(operand).mask()));
    };
    match view.pool.node(term) {
        Node::Unary(UnaryOp::Not, a) => one(a, !target),
        Node::Unary(UnaryOp::Neg, a) => one(a, target.wrapping_neg()),
        Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
            logic(view, op, (a, b), target, mask, out);
        }
        Node::Binary(op, a, b) => binary(view, op, (a, b), target, sort.width(), &mut one),
        Node::Convert(op, a) => convert(view, op, a, sort, target, &mut one),
        Node::Extract { of, low } => {
            one(of, view.value(of) & !(mask << low) | target << low);
        }
        Node::Concat(high, low) => {
            let low_sort = view.pool.sort(low);
            let halves = (target >> low_sort.width(), target & low_sort.mask());
            out.push(Alternative::Both((high, halves.0), (low, halves.1)));
        }
        Node::IsNan(a) => {
            one(a, of_f64(view.pool.sort(a), if target == 1 { f64::NAN } else { 0.0 }));
        }
        _ => {}
    }
}

/// Conjunction and disjunction, bit by bit.
fn logic(
    view: &View,
    op: BinaryOp,
    (a, b): (TermId, TermId),
    target: u128,
    mask: u128,
    out: &mut Vec<Alternative>,
) {
    let (x, y) = (view.value(a), view.value(b));
    // Bits that the other operand leaves open stay as they are.
    let operand = |now: u128, other: u128| match op {
        BinaryOp::And => target | now & !other & mask,
        _ => target & (!other | now),
    };
    let alone = |other: u128| match op {
        BinaryOp::And => target & !other == 0,
        _ => other & !target == 0,
    };
    if alone(y) {
        out.push(Alternative::One(a, operand(x, y)));
    }
    if alone(x) {
        out.push(Alternative::One(b, operand(y, x)));
    }
    if out.is_empty() {
        let both = match op {
            BinaryOp::And => (x | target, y | target),
            _ => (x & target, y & target),
        };
        out.push(Alternative::Both((a, both.0), (b, both.1)));
    }
}

fn binary(
    view: &View,
    op: BinaryOp,
    (a, b): (TermId, TermId),
    target: u128,
    width: u8,
    one: &mut impl FnMut(TermId, u128),
) {
    let (x, y) = (view.value(a), view.value(b));
    match op {
        BinaryOp::Add => {
            one(a, target.wrapping_sub(y));
            one(b, target.wrapping_sub(x));
        }
        BinaryOp::Sub => {
            one(a, target.wrapping_add(y));
            one(b, x.wrapping_sub(target));
        }
        BinaryOp::Xor => {
            one(a, target ^ y);
            one(b, target ^ x);
        }
        BinaryOp::Mul if a == b => {
            one(a, arithmetic::root(target));
            one(a, arithmetic::root(target) + 1);
        }
        BinaryOp::Mul => {
            for (operand, other, now) in [(a, y, x), (b, x, y)] {
                if let Some(exact) = arithmetic::multiplicand(width, target, other, now) {
                    one(operand, exact);
                }
                // Where the product only has to be small or large, a quotient will do.
                let quotient = signed(width, target).checked_div(signed(width, other));
                if let Some(near) = quotient {
                    one(operand, near as u128);
                    one(operand, near.wrapping_add(1) as u128);
                    one(operand, near.wrapping_sub(1) as u128);
                }
            }
        }
        BinaryOp::UDiv | BinaryOp::SDiv => {
            let is_signed = op == BinaryOp::SDiv;
            for dividend in
                arithmetic::dividends(width, is_signed, target, y, x).into_iter().flatten()
            {
                one(a, dividend);
            }
            let divisor = fold::binary(op, Sort::Bits(width), x, target);
            one(b, divisor);
        }
        BinaryOp::URem | BinaryOp::SRem => {
            let now = fold::binary(op, Sort::Bits(width), x, y);
            one(a, x.wrapping_sub(now).wrapping_add(target));
            one(a, target);
            one(b, x.wrapping_sub(target));
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
            shift(op, (a, x), (b, y), target, width, one);
        }
        _ => {}
    }
}

fn shift(
    op: BinaryOp,
    (a, x): (TermId, u128),
    (b, y): (TermId, u128),
    target: u128,
    width: u8,
    one: &mut impl FnMut(TermId, u128),
) {
    let sort = Sort::Bits(width);
    if y < width.into() {
        let amount = y as u32;
        // What is shifted out stays as it is.
        let operand = match op {
            BinaryOp::Shl => target >> amount | x & !(sort.mask() >> amount),
            _ => target << amount & sort.mask() | x & ((1 << amount) - 1),
        };
        one(a, operand);
    }
    let fitting = (0..=u128::from(width)).find(|&by| fold::binary(op, sort, x, by) == target);
    if let Some(amount) = fitting {
        one(b, amount);
    }
}

fn convert(
    view: &View,
    op: ConvertOp,
    a: TermId,
    to: Sort,
    target: u128,
    one: &mut impl FnMut(TermId, u128),
) {
    let from = view.pool.sort(a);
    match op {
        ConvertOp::ZExt | ConvertOp::SExt => {
            let low = target & from.mask();
            if fold::convert(op, from, to, low) == target {
                one(a, low);
            } else if op == ConvertOp::ZExt {
                one(a, from.mask());
            } else {
                // Out of range: the nearest end.
                let negative = signed(to.width(), target) < 0;
                one(a, if negative { from.mask() / 2 + 1 } else { from.mask() / 2 });
            }
        }
        ConvertOp::BitCast | ConvertOp::Trunc => one(a, target),
        ConvertOp::FToS | ConvertOp::FToSSat => {
            let number = signed(to.width(), target) as f64;
            one(a, of_f64(from, number));
            // Truncation leaves room for a fraction: keep the one that there is.
            let fraction = to_f64(from, view.value(a)).fract();
            if fraction != 0.0 && fraction.is_finite() {
                one(a, of_f64(from, number + fraction.abs().copysign(number)));
            }
        }
        ConvertOp::FToU | ConvertOp::FToUSat => one(a, of_f64(from, target as f64)),
        _ => {}
    }
}
