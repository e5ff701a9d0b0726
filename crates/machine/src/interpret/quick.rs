//! Small pieces of the loop: comparisons and distances on bare 64-bit values.

use crate::code::{SelectInfo, Source};
use crate::core::WINDOW;
use program::{CompareOp, OutcomeId};
use term::distance::Distance;

/// The slots from `base` on that a frame may use: a window of fixed size, so that slot numbers need no
/// bounds check.
#[inline(always)]
pub(super) fn window<T>(slots: &mut [T], base: usize) -> &mut [T; WINDOW] {
    slots[base..].first_chunk_mut().expect("entering a function makes room for a whole window")
}

/// How far `x == y` is from the other outcome.
#[inline(always)]
pub(super) fn flip_equality(x: u64, y: u64, bits: u8, holds: bool) -> Distance {
    if holds {
        return Distance::ONE;
    }
    let mask = u64::MAX >> (64 - u32::from(bits));
    let gap = x.wrapping_sub(y) & mask;
    Distance::of_u64(gap.min(gap.wrapping_neg() & mask) + 1)
}

/// How far `x < y` is from the other outcome, given `|x - y|`.
#[inline(always)]
pub(super) fn flip_order(gap: u64, holds: bool) -> Distance {
    if holds { Distance::of_u64(gap) } else { Distance::of_u128(u128::from(gap) + 1) }
}

/// The bits of a result, with the one NaN that `term::fold` gives.
#[inline(always)]
pub(super) fn canonical(result: f64) -> u64 {
    if result.is_nan() { f64::NAN.to_bits() } else { result.to_bits() }
}

/// The outcome of a check that fails, given the one that it passes.
#[inline(always)]
pub(super) fn failed(passed: OutcomeId) -> OutcomeId {
    OutcomeId(passed.0 + 1)
}

#[inline(always)]
pub(super) fn mask(bits: u8) -> u64 {
    u64::MAX >> (64 - u32::from(bits))
}

#[inline(always)]
pub(super) fn signed(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits);
    ((value << shift) as i64) >> shift
}

#[inline(always)]
pub(super) fn compare(op: CompareOp, x: u64, y: u64, bits: u8) -> bool {
    match op {
        CompareOp::Eq => x == y,
        CompareOp::Ne => x != y,
        CompareOp::Ult => x < y,
        CompareOp::Ule => x <= y,
        CompareOp::Ugt => x > y,
        CompareOp::Uge => x >= y,
        CompareOp::Slt => signed(x, bits) < signed(y, bits),
        CompareOp::Sle => signed(x, bits) <= signed(y, bits),
        CompareOp::Sgt => signed(x, bits) > signed(y, bits),
        _ => signed(x, bits) >= signed(y, bits),
    }
}

/// The outcome of a select of plain values, and the value that it gives.
#[inline(always)]
pub(super) fn select(info: &SelectInfo, frame: &[u64; WINDOW]) -> (OutcomeId, u64) {
    let value = |source: Source| match source {
        Source::Slot(slot) => frame[slot as usize],
        Source::Value(value) => value,
    };
    let x = frame[info.a as usize];
    let holds = match info.op {
        Some(op) => compare(op, x, value(info.b), info.operands.bits()),
        None => x != 0,
    };
    let chosen = value(if holds { info.then } else { info.otherwise });
    (OutcomeId(info.first.0 + u32::from(!holds)), chosen)
}
