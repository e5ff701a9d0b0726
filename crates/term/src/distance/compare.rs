//! The distance of one comparison to both of its outcomes.

use crate::fold;
use crate::op::CompareOp;
use crate::sort::{Sort, signed};

use super::{Distance, Grade};

/// How far `a op b`, both of a scalar sort and given as raw bits, is from true and from false.
///
/// Equality is missed by `|a - b| + K`, going round the shorter way: whether the operands are signed is not known,
/// and so `-1` is next to `0` in either reading. Inequality is missed by K. An order of integers is read as the strict
/// one that it is the same as, `a <= b` as `a < b + 1`, since compilers write one for the other; it is missed by the
/// difference and K. Floats that have to become equal are `|a - b|` away without K, beside which small numbers vanish.
#[inline]
pub fn compare(op: CompareOp, sort: Sort, a: u128, b: u128) -> (Distance, Distance) {
    let Grade { to_true, to_false } = grade(op, sort, a, b);
    (to_true, to_false)
}

/// [`compare`], as a grade.
#[inline]
pub(super) fn grade(op: CompareOp, sort: Sort, a: u128, b: u128) -> Grade {
    use CompareOp::*;
    if op.is_float() {
        return grade_floats(op, fold::to_f64(sort, a), fold::to_f64(sort, b));
    }
    let (less, gap) = if matches!(op, Eq | Ne) {
        let mask = u128::MAX >> (128 - u32::from(sort.width()));
        let gap = a.wrapping_sub(b) & mask;
        (false, gap.min(gap.wrapping_neg() & mask))
    } else if op.is_signed() {
        let (a, b) = (signed(sort.width(), a), signed(sort.width(), b));
        (a < b, a.abs_diff(b))
    } else {
        (a < b, a.abs_diff(b))
    };
    let gap_and_one = || Distance::of_u128(gap.saturating_add(1));
    let gap_only = || Distance::of_u128(gap);
    match op {
        Eq | Ne => {
            let equal = if gap == 0 {
                Grade { to_true: Distance::ZERO, to_false: Distance::ONE }
            } else {
                Grade { to_true: gap_and_one(), to_false: Distance::ZERO }
            };
            if op == Eq { equal } else { !equal }
        }
        Ult | Slt | Uge | Sge => {
            let strictly_less = if less {
                Grade { to_true: Distance::ZERO, to_false: gap_only() }
            } else {
                Grade { to_true: gap_and_one(), to_false: Distance::ZERO }
            };
            if matches!(op, Ult | Slt) { strictly_less } else { !strictly_less }
        }
        _ => {
            let at_most = if less || gap == 0 {
                Grade { to_true: Distance::ZERO, to_false: gap_and_one() }
            } else {
                Grade { to_true: gap_only(), to_false: Distance::ZERO }
            };
            if matches!(op, Ule | Sle) { at_most } else { !at_most }
        }
    }
}

fn grade_floats(op: CompareOp, a: f64, b: f64) -> Grade {
    use CompareOp::*;
    if matches!(op, FUeq | FUne | FUlt | FUle | FUgt | FUge | FUno) {
        return !grade_floats(op.negated(), a, b);
    }
    let unordered = a.is_nan() || b.is_nan();
    if op == FOrd || unordered {
        return if unordered {
            Grade { to_true: Distance::NAN, to_false: Distance::ZERO }
        } else {
            Grade { to_true: Distance::ZERO, to_false: Distance::NAN }
        };
    }
    let gap = float_gap(a, b);
    let (a, b) = if matches!(op, FOgt | FOge) { (b, a) } else { (a, b) };
    match op {
        FOeq if a == b => Grade { to_true: Distance::ZERO, to_false: Distance::ONE },
        FOeq => Grade { to_true: gap, to_false: Distance::ZERO },
        FOne if a == b => Grade { to_true: Distance::ONE, to_false: Distance::ZERO },
        FOne => Grade { to_true: Distance::ZERO, to_false: gap },
        FOlt | FOgt if a < b => Grade { to_true: Distance::ZERO, to_false: gap },
        FOlt | FOgt => Grade { to_true: gap.plus_unit(), to_false: Distance::ZERO },
        _ if a <= b => Grade { to_true: Distance::ZERO, to_false: gap.plus_unit() },
        _ => Grade { to_true: gap, to_false: Distance::ZERO },
    }
}

/// `|a - b|` of numbers that are no NaN, in order also where the difference overflows.
fn float_gap(a: f64, b: f64) -> Distance {
    if a == b {
        return Distance::ZERO;
    }
    let gap = (a - b).abs();
    if gap.is_infinite() && a.is_finite() && b.is_finite() {
        let half = (a / 2.0 - b / 2.0).abs();
        // The binade above the last one.
        return Distance::of_raw(Distance::of_f64(half).raw() + (1 << 52));
    }
    Distance::of_f64(gap)
}
