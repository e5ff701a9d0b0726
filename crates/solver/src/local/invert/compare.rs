//! What either side of a comparison may be so that it holds, or fails, while the other side stays.

use term::{CompareOp, Sort, TermId};

use super::super::aim::{Alternative, View};
use super::super::number::{of_f64, signed, stepped, to_f64};

/// Ways to make a comparison hold, or fail.
pub(in super::super) fn compare(
    view: &View,
    op: CompareOp,
    (a, b): (TermId, TermId),
    hold: bool,
    out: &mut Vec<Alternative>,
) {
    let sort = view.pool.sort(a);
    let op = if hold { op } else { op.negated() };
    for target in sides(op, sort, view.value(b)).into_iter().flatten() {
        out.push(Alternative::One(a, target));
    }
    for target in sides(op.swapped(), sort, view.value(a)).into_iter().flatten() {
        out.push(Alternative::One(b, target));
    }
}

/// Values `x` with `x op other`: the nearest to failing first, then ones with more room.
fn sides(op: CompareOp, sort: Sort, other: u128) -> [Option<u128>; 3] {
    use CompareOp::*;
    let mask = sort.mask();
    let (least, most) = if op.is_signed() { (mask / 2 + 1, mask / 2) } else { (0, mask) };
    let below = || (other != least).then(|| other.wrapping_sub(1) & mask);
    let above = || (other != most).then(|| other.wrapping_add(1) & mask);
    match op {
        Eq => [Some(other), None, None],
        Ne => [Some(other.wrapping_add(1) & mask), Some(other.wrapping_sub(1) & mask), None],
        Ult | Slt => [below(), below().map(|_| least), halfway(op, sort, other, least)],
        Ugt | Sgt => [above(), above().map(|_| most), halfway(op, sort, other, most)],
        Ule | Sle => [Some(other), Some(least), None],
        Uge | Sge => [Some(other), Some(most), None],
        _ => float_sides(op, sort, other),
    }
}

/// The number between two, in the reading of the comparison, if it is not the first.
fn halfway(op: CompareOp, sort: Sort, a: u128, b: u128) -> Option<u128> {
    let first = a;
    let middle = if op.is_signed() {
        let (a, b) = (signed(sort.width(), a), signed(sort.width(), b));
        ((a >> 1) + (b >> 1) + (a & b & 1)) as u128
    } else {
        (a >> 1) + (b >> 1) + (a & b & 1)
    };
    Some(middle & sort.mask()).filter(|&middle| middle != first)
}

fn float_sides(op: CompareOp, sort: Sort, other: u128) -> [Option<u128>; 3] {
    use CompareOp::*;
    let number = to_f64(sort, other);
    if number.is_nan() {
        // Ordered comparisons hold only when this side changes, too.
        return [None; 3];
    }
    // Next to the other side; where rounding eats that, a little away; and far.
    let room = number.abs() * 2f64.powi(-10) + 1.0;
    let (up, down) = (stepped(sort, other, true, 1), stepped(sort, other, false, 1));
    // Zeros compare equal although their patterns differ.
    let up = if number == 0.0 { stepped(sort, of_f64(sort, 0.0), true, 1) } else { up };
    let down = if number == 0.0 { stepped(sort, of_f64(sort, -0.0), false, 1) } else { down };
    let (above, below) = (Some(of_f64(sort, number + room)), Some(of_f64(sort, number - room)));
    match op {
        FOeq | FUeq => [Some(other), None, None],
        FOne | FUne => [up, down, above],
        FOlt | FUlt => [down, below, Some(of_f64(sort, number - 1e3 * room))],
        FOgt | FUgt => [up, above, Some(of_f64(sort, number + 1e3 * room))],
        FOle | FUle => [Some(other), below, None],
        FOge | FUge => [Some(other), above, None],
        FUno => [Some(of_f64(sort, f64::NAN)), None, None],
        _ => [Some(of_f64(sort, 0.0)), None, None],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::fold;

    #[test]
    fn every_proposed_side_makes_the_comparison_hold() {
        let interesting: [u128; 9] = [0, 1, 2, 100, 127, 128, 129, 254, 255];
        for &op in CompareOp::ALL.iter().filter(|op| !op.is_float()) {
            for other in interesting {
                for side in sides(op, Sort::Bits(8), other).into_iter().flatten() {
                    assert!(fold::compare(op, Sort::Bits(8), side, other), "{side} {op} {other}");
                }
            }
        }
        let floats = [0.0, -0.0, 1.0, -2.5, 1e300, f64::MIN, f64::MAX, f64::from_bits(1)];
        for &op in CompareOp::ALL.iter().filter(|op| op.is_float() && **op != CompareOp::FUno) {
            for other in floats {
                let other = other.to_bits().into();
                let first = sides(op, Sort::F64, other)[0];
                if let Some(side) = first.filter(|_| op != CompareOp::FUno) {
                    assert!(fold::compare(op, Sort::F64, side, other), "{side:x} {op} {other:x}");
                }
            }
        }
    }

    #[test]
    fn there_is_no_side_beyond_the_ends() {
        assert_eq!(sides(CompareOp::Ult, Sort::Bits(8), 0), [None; 3]);
        assert_eq!(sides(CompareOp::Sgt, Sort::Bits(8), 127), [None; 3]);
    }
}
