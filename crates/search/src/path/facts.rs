//! Which conditions contradict each other at first sight, so that a path with both is none.

use term::{CompareOp, Node, Pool, TermId, UnaryOp};

/// Whether a condition cannot hold where the facts do: it is false, the negation of one of them, or leaves
/// no number to something that is compared with constants.
pub fn contradicts(pool: &mut Pool, facts: &[TermId], condition: TermId) -> bool {
    if pool.as_constant(condition) == Some(0) {
        return true;
    }
    let negation = pool.not(condition);
    if facts.contains(&negation) {
        return true;
    }
    let Some(range) = Range::of(pool, condition) else { return false };
    let known = facts.iter().filter_map(|fact| Range::of(pool, *fact));
    known.filter(|other| other.subject == range.subject).try_fold(range, Range::meet).is_none()
}

/// The numbers, in both readings, that a condition leaves to what it is about.
#[derive(Clone, Copy)]
struct Range {
    subject: TermId,
    signed: (i128, i128),
    unsigned: (u128, u128),
}

impl Range {
    fn of(pool: &Pool, condition: TermId) -> Option<Self> {
        let (holds, compare) = match pool.node(condition) {
            Node::Unary(UnaryOp::Not, inner) => (false, inner),
            _ => (true, condition),
        };
        let Node::Compare(op, a, b) = pool.node(compare) else { return None };
        let width = u32::from(pool.sort(a).width());
        if !(1..=64).contains(&width)
            || !matches!(op, CompareOp::Eq | CompareOp::Slt | CompareOp::Ult)
        {
            return None;
        }
        let (subject, value, left) = match (pool.as_constant(a), pool.as_constant(b)) {
            (None, Some(value)) => (a, value, true),
            (Some(value), None) => (b, value, false),
            _ => return None,
        };
        let top = u128::MAX >> (128 - width);
        let (least, most) = (-(1_i128 << (width - 1)), (1_i128 << (width - 1)) - 1);
        let number = ((value << (128 - width)) as i128) >> (128 - width);
        let mut range = Self { subject, signed: (least, most), unsigned: (0, top) };
        match (op, holds, left) {
            (CompareOp::Eq, true, _) => {
                range.signed = (number, number);
                range.unsigned = (value, value);
            }
            (CompareOp::Slt, true, true) => range.signed.1 = number - 1,
            (CompareOp::Slt, true, false) => range.signed.0 = number + 1,
            (CompareOp::Slt, false, true) => range.signed.0 = number,
            (CompareOp::Slt, false, false) => range.signed.1 = number,
            (CompareOp::Ult, true, true) => range.unsigned.1 = value.checked_sub(1)?,
            (CompareOp::Ult, true, false) => range.unsigned.0 = value.checked_add(1)?,
            (CompareOp::Ult, false, true) => range.unsigned.0 = value,
            (CompareOp::Ult, false, false) => range.unsigned.1 = value,
            _ => return None,
        }
        Some(range)
    }

    fn meet(self, other: Self) -> Option<Self> {
        let signed = (self.signed.0.max(other.signed.0), self.signed.1.min(other.signed.1));
        let unsigned =
            (self.unsigned.0.max(other.unsigned.0), self.unsigned.1.min(other.unsigned.1));
        let empty = signed.0 > signed.1 || unsigned.0 > unsigned.1;
        (!empty).then_some(Self { signed, unsigned, ..self })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::Sort;

    #[test]
    fn negations_and_empty_ranges_contradict() {
        let mut pool = Pool::new();
        let (x, y) = (pool.variable("x", Sort::Bits(32)), pool.variable("y", Sort::Bits(32)));
        let mut compare = |op, a, value: i32| {
            let value = pool.bits(32, u128::from(value as u32));
            pool.compare(op, a, value)
        };
        let (x_small, x_large) = (compare(CompareOp::Slt, x, 3), compare(CompareOp::Sgt, x, 2));
        let (x_five, y_five) = (compare(CompareOp::Eq, x, 5), compare(CompareOp::Eq, y, 5));
        let (x_low, x_far) = (compare(CompareOp::Ult, x, 4), compare(CompareOp::Sgt, x, 100));
        let x_is_y = pool.compare(CompareOp::Eq, x, y);
        let x_not_y = pool.not(x_is_y);
        let mut contradicts = |a, b| contradicts(&mut pool, &[a], b);
        assert!(contradicts(x_small, x_large));
        assert!(contradicts(x_small, x_five));
        assert!(contradicts(x_is_y, x_not_y));
        assert!(contradicts(x_five, x_low));
        assert!(contradicts(x_five, x_far));
        assert!(!contradicts(x_small, y_five));
        assert!(!contradicts(x_large, x_five));
        assert!(!contradicts(x_is_y, x_five));
    }
}
