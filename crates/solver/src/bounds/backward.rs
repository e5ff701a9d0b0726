//! What is known about operands from what is known about their result.

use super::forward::{add, sub, unary};
use super::value::{inverse, mask};
use crate::problem::Bounds;
use term::{BinaryOp, CompareOp, ConvertOp, UnaryOp};

/// What the operand of `op` can be.
pub fn of_unary(op: UnaryOp, width: u8, result: &Bounds) -> Bounds {
    // Both are their own inverse; of the float operations nothing is known.
    unary(op, width, result)
}

/// What the operands of `op` can be.
pub fn of_binary(
    op: BinaryOp,
    width: u8,
    result: &Bounds,
    a: &Bounds,
    b: &Bounds,
) -> (Bounds, Bounds) {
    let top = Bounds::top(width);
    match op {
        BinaryOp::Add => (sub(width, result, b), sub(width, result, a)),
        BinaryOp::Sub => (add(width, result, b), sub(width, a, result)),
        BinaryOp::Xor => {
            let other = |of: &Bounds| {
                Bounds::of_bits(width, result.known & of.known, result.bits ^ of.bits)
            };
            (other(b), other(a))
        }
        BinaryOp::And => (of_and(width, result, b), of_and(width, result, a)),
        BinaryOp::Or => (of_or(width, result, b), of_or(width, result, a)),
        BinaryOp::Mul => (of_mul(width, result, a, b), of_mul(width, result, b, a)),
        BinaryOp::UDiv => (of_udiv(width, result, b), top),
        BinaryOp::SDiv => (of_sdiv(width, result, b), top),
        BinaryOp::URem => {
            // A remainder is no more than the dividend and less than a divisor that is not zero.
            let least = result.unsigned.0;
            let divisor = if b.unsigned.0 > 0 && least < mask(width) {
                Bounds::of_unsigned(width, least + 1, mask(width))
            } else {
                top
            };
            (Bounds::of_unsigned(width, least, mask(width)), divisor)
        }
        BinaryOp::SRem => {
            let mut dividend = top;
            // It has the dividend's sign and is nearer to zero.
            if result.signed.0 > 0 {
                dividend.signed.0 = result.signed.0;
            }
            if result.signed.1 < 0 {
                dividend.signed.1 = result.signed.1;
            }
            (dividend, top)
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => match b.as_constant() {
            Some(by) if by < width.into() => (of_shift(op, width, result, a, by as u32), top),
            _ => (top, top),
        },
        _ => (top, top),
    }
}

/// What the operands of a comparison can be, given whether it holds; none if neither can be anything.
pub fn of_compare(
    op: CompareOp,
    width: u8,
    holds: bool,
    a: &Bounds,
    b: &Bounds,
) -> Option<(Bounds, Bounds)> {
    let all = mask(width);
    let mut narrowed = (Bounds::top(width), Bounds::top(width));
    match (op, holds) {
        (CompareOp::Eq, true) => narrowed = (*b, *a),
        (CompareOp::Eq, false) => {
            narrowed = (other_than(width, a, b)?, other_than(width, b, a)?);
        }
        (CompareOp::Ult, true) => {
            narrowed.0.unsigned = (0, b.unsigned.1.checked_sub(1)?);
            narrowed.1.unsigned = (a.unsigned.0 + u128::from(a.unsigned.0 < all), all);
        }
        (CompareOp::Ult, false) => {
            narrowed.0.unsigned.0 = b.unsigned.0;
            narrowed.1.unsigned.1 = a.unsigned.1;
        }
        (CompareOp::Slt, true) => {
            narrowed.0.signed.1 = b.signed.1.saturating_sub(1);
            narrowed.1.signed.0 = a.signed.0.saturating_add(1);
            if b.signed.1 == i128::MIN || a.signed.0 == i128::MAX {
                return None;
            }
        }
        (CompareOp::Slt, false) => {
            narrowed.0.signed.0 = b.signed.0;
            narrowed.1.signed.1 = a.signed.1;
        }
        _ => {}
    }
    Some(narrowed)
}

/// What the operand of an extension or a cast of bits can be.
pub fn of_convert(op: ConvertOp, from: u8, result: &Bounds) -> Bounds {
    let low = mask(from);
    match op {
        ConvertOp::BitCast => *result,
        ConvertOp::ZExt => Bounds {
            unsigned: (result.unsigned.0, result.unsigned.1.min(low)),
            known: result.known & low,
            bits: result.bits & low,
            ..Bounds::top(from)
        },
        ConvertOp::SExt => {
            let top = Bounds::top(from);
            Bounds {
                signed: (result.signed.0.max(top.signed.0), result.signed.1.min(top.signed.1)),
                known: result.known & low,
                bits: result.bits & low,
                ..top
            }
        }
        _ => Bounds::top(from),
    }
}

/// What a term of `whole` bits can be whose `width` bits from `low` upward are `result`.
pub fn of_extract(whole: u8, low: u8, width: u8, result: &Bounds) -> Bounds {
    let mut of = Bounds::of_bits(whole, result.known << low, result.bits << low);
    if low + width == whole {
        let below = (1u128 << low) - 1;
        of.unsigned = (result.unsigned.0 << low, result.unsigned.1 << low | below);
    }
    of
}

/// What the upper and the lower part of a result can be.
pub fn of_concat(width: u8, low_width: u8, result: &Bounds) -> (Bounds, Bounds) {
    let (high_width, low_mask) = (width - low_width, mask(low_width));
    let (first, last) = (result.unsigned.0 >> low_width, result.unsigned.1 >> low_width);
    let high = Bounds {
        unsigned: (first, last),
        known: result.known >> low_width,
        bits: result.bits >> low_width,
        ..Bounds::top(high_width)
    };
    let mut low = Bounds::of_bits(low_width, result.known & low_mask, result.bits & low_mask);
    if first == last {
        low.unsigned = (result.unsigned.0 & low_mask, result.unsigned.1 & low_mask);
    }
    (high, low)
}

/// `a` without the value of `b`, if that is known and at an end of `a`.
fn other_than(width: u8, a: &Bounds, b: &Bounds) -> Option<Bounds> {
    let mut narrowed = Bounds::top(width);
    let Some(value) = b.as_constant() else { return Some(narrowed) };
    let number = b.signed.0;
    if a.as_constant() == Some(value) {
        return None;
    }
    // The intervals have other ends then, or `a` would be a constant.
    if a.unsigned.0 == value {
        narrowed.unsigned.0 = value + 1;
    }
    if a.unsigned.1 == value {
        narrowed.unsigned.1 = value - 1;
    }
    if a.signed.0 == number && number < a.signed.1 {
        narrowed.signed.0 = number + 1;
    }
    if a.signed.1 == number && a.signed.0 < number {
        narrowed.signed.1 = number - 1;
    }
    Some(narrowed)
}

fn of_and(width: u8, result: &Bounds, other: &Bounds) -> Bounds {
    // Ones come from ones; a zero against a one comes from a zero.
    let zeros = result.known & !result.bits & other.bits;
    Bounds {
        unsigned: (result.unsigned.0, mask(width)),
        known: result.bits | zeros,
        bits: result.bits,
        ..Bounds::top(width)
    }
}

fn of_or(width: u8, result: &Bounds, other: &Bounds) -> Bounds {
    let zeros = result.known & !result.bits;
    let ones = result.bits & other.known & !other.bits;
    Bounds {
        unsigned: (0, result.unsigned.1),
        known: zeros | ones,
        bits: ones,
        ..Bounds::top(width)
    }
}

/// A factor: its low bits where the other is known, its range where no product of the two can wrap.
fn of_mul(width: u8, result: &Bounds, own: &Bounds, other: &Bounds) -> Bounds {
    let mut factor = Bounds::top(width);
    let exact =
        own.unsigned.1.checked_mul(other.unsigned.1).is_some_and(|most| most <= mask(width));
    if exact && other.unsigned.0 > 0 {
        let first = result.unsigned.0.div_ceil(other.unsigned.1);
        factor.unsigned = (first, result.unsigned.1 / other.unsigned.0);
    }
    if let Some(by) = other.as_constant().filter(|&by| by != 0) {
        // An odd number is divided by exactly, a power of two takes as many known bits away.
        let zeros = by.trailing_zeros();
        let known = result.known.trailing_ones().min(width.into()).saturating_sub(zeros);
        if known > 0 {
            let quotient = (result.bits >> zeros).wrapping_mul(inverse(by >> zeros));
            factor.known = mask(known as u8);
            factor.bits = quotient & factor.known;
        }
    }
    factor
}

fn of_udiv(width: u8, result: &Bounds, divisor: &Bounds) -> Bounds {
    let all = mask(width);
    let mut dividend = Bounds::top(width);
    // By zero any dividend gives all ones.
    if divisor.unsigned.0 > 0 {
        let (near, far) = divisor.unsigned;
        let first = result.unsigned.0.saturating_mul(near);
        // Anything beyond the range is met with what is possible anyway.
        let last = result.unsigned.1.saturating_mul(far).saturating_add(far - 1);
        dividend.unsigned = (first, last.min(all));
    }
    dividend
}

fn of_sdiv(width: u8, result: &Bounds, divisor: &Bounds) -> Bounds {
    let mut dividend = Bounds::top(width);
    if let Some(by) = divisor.as_constant().map(|_| divisor.signed.0).filter(|&by| by > 0) {
        let (first, last) = result.signed;
        let spare = by - 1;
        // Toward zero: what was cut off has the sign of the quotient, or either at zero.
        let first = first.saturating_mul(by).saturating_sub(if first <= 0 { spare } else { 0 });
        let last = last.saturating_mul(by).saturating_add(if last >= 0 { spare } else { 0 });
        dividend.signed = (first.max(dividend.signed.0), last.min(dividend.signed.1));
    }
    dividend
}

/// What is shifted by an amount below the width.
fn of_shift(op: BinaryOp, width: u8, result: &Bounds, own: &Bounds, by: u32) -> Bounds {
    let all = mask(width);
    let below = (1u128 << by) - 1;
    let mut shifted = Bounds::top(width);
    if op == BinaryOp::Shl {
        shifted.known = result.known >> by;
        shifted.bits = result.bits >> by;
        if own.unsigned.1 <= all >> by {
            let first = result.unsigned.0.div_ceil(1 << by);
            shifted.unsigned = (first, result.unsigned.1 >> by);
        }
        return shifted;
    }
    shifted.known = result.known << by & all;
    shifted.bits = result.bits << by & all;
    if op == BinaryOp::LShr {
        // A result with a one among the vacated bits is none; meeting it with the result says so.
        let last = result.unsigned.1.min(all >> by);
        shifted.unsigned = (result.unsigned.0.min(all >> by) << by, last << by | below);
    } else {
        let (least, most) = shifted.signed;
        let (first, last) = (result.signed.0.max(least >> by), result.signed.1.min(most >> by));
        shifted.signed = (first << by, last << by | below as i128);
    }
    shifted
}
