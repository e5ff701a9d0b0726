//! What is known about a result from what is known about its operands.
//!
//! The functions give bounds that hold, in whichever parts they can say something; the caller reduces them.

use super::value::{mask, signed_limits};
use crate::problem::Bounds;
use term::{BinaryOp, CompareOp, ConvertOp, UnaryOp};

/// What `op` gives.
pub fn unary(op: UnaryOp, width: u8, a: &Bounds) -> Bounds {
    match op {
        UnaryOp::Not => not(width, a),
        UnaryOp::Neg => sub(width, &Bounds::constant(width, 0), a),
        _ => Bounds::top(width),
    }
}

/// What `op` gives.
pub fn binary(op: BinaryOp, width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    match op {
        BinaryOp::Add => add(width, a, b),
        BinaryOp::Sub => sub(width, a, b),
        BinaryOp::Mul => mul(width, a, b),
        BinaryOp::UDiv => udiv(width, a, b),
        BinaryOp::URem => urem(width, a, b),
        BinaryOp::SDiv => sdiv(width, a, b),
        BinaryOp::SRem => srem(width, a, b),
        BinaryOp::And => and(width, a, b),
        // Both by what holds for `and` of the complements.
        BinaryOp::Or => not(width, &and(width, &not(width, a), &not(width, b))),
        BinaryOp::Xor => Bounds::of_bits(width, a.known & b.known, a.bits ^ b.bits),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shift(op, width, a, b),
        _ => Bounds::top(width),
    }
}

/// Whether a comparison of `width`-bit operands holds, if that is certain.
pub fn compare(op: CompareOp, width: u8, a: &Bounds, b: &Bounds) -> Option<bool> {
    match op {
        CompareOp::Eq => match (a.as_constant(), b.as_constant()) {
            (Some(x), Some(y)) => Some(x == y),
            _ => a.meet(b, width).is_none().then_some(false),
        },
        CompareOp::Ult => less(a.unsigned, b.unsigned),
        CompareOp::Slt => less(a.signed, b.signed),
        _ => None,
    }
}

fn less<T: Ord>(a: (T, T), b: (T, T)) -> Option<bool> {
    if a.1 < b.0 {
        Some(true)
    } else if a.0 >= b.1 {
        Some(false)
    } else {
        None
    }
}

/// What an extension or a cast of bits gives.
pub fn convert(op: ConvertOp, from: u8, to: u8, a: &Bounds) -> Bounds {
    let low = mask(from);
    match op {
        ConvertOp::BitCast => *a,
        ConvertOp::ZExt => Bounds {
            unsigned: a.unsigned,
            known: a.known | mask(to) & !low,
            bits: a.bits,
            ..Bounds::top(to)
        },
        ConvertOp::SExt => {
            let sign = 1 << (from - 1);
            let above = if a.known & sign != 0 { mask(to) & !low } else { 0 };
            let ones = if a.bits & sign != 0 { above } else { 0 };
            Bounds {
                signed: a.signed,
                known: a.known | above,
                bits: a.bits | ones,
                ..Bounds::top(to)
            }
        }
        _ => Bounds::top(to),
    }
}

/// What `width` bits from `low` upward are.
pub fn extract(low: u8, width: u8, a: &Bounds) -> Bounds {
    let all = mask(width);
    let bits = Bounds::of_bits(width, a.known >> low & all, a.bits >> low & all);
    let (first, last) = (a.unsigned.0 >> low, a.unsigned.1 >> low);
    // While the bits above are the same for all values, those taken grow with the whole.
    if first & !all == last & !all {
        Bounds { unsigned: (first & all, last & all), ..bits }
    } else {
        bits
    }
}

/// What the bits of `high` above those of `low` are.
pub fn concat(width: u8, low_width: u8, high: &Bounds, low: &Bounds) -> Bounds {
    let joined = |high: u128, low: u128| high << low_width | low;
    Bounds {
        unsigned: (
            joined(high.unsigned.0, low.unsigned.0),
            joined(high.unsigned.1, low.unsigned.1),
        ),
        known: joined(high.known, low.known),
        bits: joined(high.bits, low.bits),
        ..Bounds::top(width)
    }
}

fn not(width: u8, a: &Bounds) -> Bounds {
    let all = mask(width);
    Bounds {
        unsigned: (all - a.unsigned.1, all - a.unsigned.0),
        signed: (!a.signed.1, !a.signed.0),
        known: a.known,
        bits: !a.bits & a.known,
    }
}

pub(super) fn add(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let all = mask(width);
    let (known, bits) = sum_bits((a.known, a.bits), (b.known, b.bits), false);
    let mut sum = Bounds::of_bits(width, known, bits);
    // Either no sum wraps or all do.
    let (first, carries) = a.unsigned.0.overflowing_add(b.unsigned.0);
    let (last, carried) = a.unsigned.1.overflowing_add(b.unsigned.1);
    if (carries || first > all) == (carried || last > all) {
        sum.unsigned = (first & all, last & all);
    }
    if let (Some(first), Some(last)) =
        (a.signed.0.checked_add(b.signed.0), a.signed.1.checked_add(b.signed.1))
    {
        set_signed(width, &mut sum, first, last);
    }
    sum
}

pub(super) fn sub(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let all = mask(width);
    let (known, bits) = sum_bits((a.known, a.bits), (b.known, !b.bits & b.known), true);
    let mut difference = Bounds::of_bits(width, known, bits);
    let (first, last) =
        (a.unsigned.0.overflowing_sub(b.unsigned.1), a.unsigned.1.overflowing_sub(b.unsigned.0));
    if first.1 == last.1 {
        difference.unsigned = (first.0 & all, last.0 & all);
    }
    if let (Some(first), Some(last)) =
        (a.signed.0.checked_sub(b.signed.1), a.signed.1.checked_sub(b.signed.0))
    {
        set_signed(width, &mut difference, first, last);
    }
    difference
}

/// The known bits of a sum, each operand as known bits and their values: a bit is known where both
/// operands' bits and the carry are.
fn sum_bits(a: (u128, u128), b: (u128, u128), carry: bool) -> (u128, u128) {
    let (most_a, most_b) = (a.1 | !a.0, b.1 | !b.0);
    let most = most_a.wrapping_add(most_b).wrapping_add(carry.into());
    let least = a.1.wrapping_add(b.1).wrapping_add(carry.into());
    // The carries into each bit when all unknown bits are ones, and when all are zeros.
    let (most_carry, least_carry) = (most ^ most_a ^ most_b, least ^ a.1 ^ b.1);
    let known = a.0 & b.0 & !(most_carry ^ least_carry);
    (known, least & known)
}

/// Takes over a signed interval, if no value in it wraps.
fn set_signed(width: u8, bounds: &mut Bounds, first: i128, last: i128) {
    let (least, most) = signed_limits(width);
    if least <= first && last <= most {
        bounds.signed = (first, last);
    }
}

fn mul(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let all = mask(width);
    // The low bits of a product depend on the low bits of the factors alone, and a factor that ends in
    // zeros moves what is unknown about the other one up.
    let low_known = |of: &Bounds| of.known.trailing_ones();
    let zeros = |of: &Bounds| (of.known & !of.bits).trailing_ones();
    let known = (low_known(a) + zeros(b)).min(low_known(b) + zeros(a)).min(width.into());
    let known = if known == 0 { 0 } else { mask(known as u8) };
    let mut product = Bounds::of_bits(width, known, a.bits.wrapping_mul(b.bits));
    if let (Some(first), Some(last)) =
        (a.unsigned.0.checked_mul(b.unsigned.0), a.unsigned.1.checked_mul(b.unsigned.1))
        && last <= all
    {
        product.unsigned = (first, last);
    }
    if let Some((first, last)) = corners(a.signed, b.signed, i128::checked_mul) {
        set_signed(width, &mut product, first, last);
    }
    product
}

/// The least and the greatest result over the corners of two intervals.
fn corners(
    a: (i128, i128),
    b: (i128, i128),
    op: impl Fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let results = [op(a.0, b.0)?, op(a.0, b.1)?, op(a.1, b.0)?, op(a.1, b.1)?];
    let (first, rest) = (results[0], &results[1..]);
    Some(rest.iter().fold((first, first), |(low, high), &next| (low.min(next), high.max(next))))
}

fn udiv(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    // By zero the quotient is all ones.
    let first = a.unsigned.0.checked_div(b.unsigned.1).unwrap_or(mask(width));
    let last = a.unsigned.1.checked_div(b.unsigned.0).unwrap_or(mask(width));
    Bounds::of_unsigned(width, first, last)
}

fn urem(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let (divisor, last) = (b.unsigned, a.unsigned.1);
    if last < divisor.0 || divisor.1 == 0 {
        return *a;
    }
    Bounds::of_unsigned(width, 0, if divisor.0 == 0 { last } else { last.min(divisor.1 - 1) })
}

fn sdiv(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let mut quotient = Bounds::top(width);
    if (b.signed.0 > 0 || b.signed.1 < 0)
        && let Some((first, last)) = corners(a.signed, b.signed, i128::checked_div)
    {
        set_signed(width, &mut quotient, first, last);
    }
    quotient
}

fn srem(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let (least, most) = a.signed;
    let mut remainder = (least.min(0), most.max(0));
    if b.signed.0 > 0 || b.signed.1 < 0 {
        // Nearer to zero than any divisor is.
        let farthest = b.signed.0.unsigned_abs().max(b.signed.1.unsigned_abs()) - 1;
        let farthest = i128::try_from(farthest).unwrap_or(i128::MAX);
        remainder = (remainder.0.max(-farthest), remainder.1.min(farthest));
    }
    Bounds::of_signed(width, remainder.0, remainder.1)
}

fn and(width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let ones = a.bits & b.bits;
    let zeros = (a.known & !a.bits) | (b.known & !b.bits);
    Bounds {
        unsigned: (0, a.unsigned.1.min(b.unsigned.1)),
        known: ones | zeros,
        bits: ones,
        ..Bounds::top(width)
    }
}

fn shift(op: BinaryOp, width: u8, a: &Bounds, b: &Bounds) -> Bounds {
    let all = mask(width);
    let amount = |raw: u128| raw.min(width.into()) as u32;
    let (least, most) = (amount(b.unsigned.0), amount(b.unsigned.1));
    let left = |raw: u128, by: u32| raw.checked_shl(by).unwrap_or(0) & all;
    let right = |raw: u128, by: u32| raw.checked_shr(by).unwrap_or(0);
    let arithmetic = |number: i128, by: u32| number >> by.min(127);
    let mut shifted = Bounds::top(width);
    match op {
        BinaryOp::Shl => {
            if right(left(a.unsigned.1, most), most) == a.unsigned.1 && most < width.into() {
                shifted.unsigned = (left(a.unsigned.0, least), left(a.unsigned.1, most));
            }
            shifted.known = !left(all, least) & all;
        }
        BinaryOp::LShr => {
            shifted.unsigned = (right(a.unsigned.0, most), right(a.unsigned.1, least));
        }
        _ => {
            let by = |number: i128, near: u32, far: u32| {
                arithmetic(number, if number < 0 { near } else { far })
            };
            shifted.signed = (by(a.signed.0, least, most), by(a.signed.1, most, least));
        }
    }
    if least == most {
        let sign = if a.bits >> (width - 1) & 1 == 1 { all } else { 0 };
        let known_sign = if a.known >> (width - 1) & 1 == 1 { all } else { 0 };
        let vacated = all & !right(all, least);
        match op {
            BinaryOp::Shl => {
                shifted.known |= left(a.known, least);
                shifted.bits = left(a.bits, least);
            }
            BinaryOp::LShr => {
                shifted.known = right(a.known, least) | vacated;
                shifted.bits = right(a.bits, least);
            }
            _ => {
                shifted.known = right(a.known, least) | vacated & known_sign;
                shifted.bits = right(a.bits, least) | vacated & sign;
            }
        }
    }
    shifted
}
