//! The graded domain: a boolean carries how far it was from being the other one.
//!
//! One of the two distances of a test, to true and to false, is always zero; the shadow of a boolean is
//! the other one. It travels with the boolean through moves, extensions, memory, calls and logical
//! operations, so that a branch on a flag knows how near the comparison was that set it. A model may
//! grade any other number as well, the result of `strcmp` for one: how far it was from being zero if it
//! is not, and from being something else if it is. The -1 of a search that found
//! nothing ([`not_found`]) is so far from being zero or more.
//!
//! A flag that control flow sets (`if (!isdigit(c)) ok = 0;`) remembers the branch that chose it: it is as far from
//! being the other one as that branch was from going the other way. Where the branch has gone the other way before
//! in the run, as in a loop that looks at one element after the other, the run came nearer the more often it did.

use super::{Domain, Judgement, Shaded};
use crate::memory::shadow::{Shadow, ShadowMap};
use crate::memory::{Memory, address};
use program::{BinaryOp, CompareOp, ConvertOp, OutcomeId, Type, UnaryOp};
use term::TermId;
use term::distance::{self, Distance};
use trace::{Operands, Tally};

/// Values and branch distances. A shadow of zero means that nothing is known.
#[derive(Default)]
pub(crate) struct Graded {
    pub memory: ShadowMap<Distance>,
    /// The outcome that the last branch did not have, and how far it was from it.
    last: Option<(OutcomeId, Distance)>,
}

type Boolean = Shaded<Distance>;

impl Graded {
    /// Forgets everything a run left behind.
    pub fn reset(&mut self) {
        self.memory.reset();
        self.last = None;
    }
}

/// How far a flag is from being the other one that was chosen by a branch so far from the other outcome, which it had
/// so often before. The distances of each number lie below those of the number before.
fn chosen_by(flip: Distance, before: u64) -> Distance {
    let Some(next) = before.checked_add(1).filter(|_| before > 0).map(u128::from) else {
        return Distance::of_raw((flip + Distance::ONE).raw() & !SOUGHT);
    };
    // Between 1 / next and 1 / before, by d / (d + 1).
    let one = Distance::ONE.raw();
    let part = one - u128::MAX / flip.raw().saturating_add(one);
    let width = one / (u128::from(before) * next).max(1);
    Distance::of_raw(((one / next + ((width * part) >> 64)) & !SOUGHT).max(2))
}

/// How far a boolean is from being the other one; K where that is not known.
fn flip(value: Boolean) -> Distance {
    if value.shadow == Distance::ZERO { Distance::ONE } else { value.shadow }
}

/// Whether values of a type are numbers that an input could be.
fn is_number(ty: Type) -> bool {
    !matches!(ty, Type::Ptr | Type::BOOL) && ty.bits() <= 64
}

fn is_boolean(value: Boolean) -> bool {
    value.bits <= 1
}

/// How far `a op b` is from the other outcome. Where objects lie means nothing: null and an object, or two of them,
/// are one apart whatever their addresses are.
pub(crate) fn distance_to_flip(op: CompareOp, ty: Type, a: u128, b: u128) -> Distance {
    let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
    if ty == Type::Ptr && is_equality && address::tag(a as u64) != address::tag(b as u64) {
        return Distance::ONE;
    }
    let (to_true, to_false) = distance::compare(op, ty.sort(), a, b);
    to_true.max(to_false)
}

/// How far a comparison of travelling booleans is from the other outcome: as far as the nearest of them,
/// or both together, whose change changes it.
fn by_booleans(op: CompareOp, ty: Type, a: Boolean, b: Boolean) -> Option<Distance> {
    let (a_travels, b_travels) = (a.shadow != Distance::ZERO, b.shadow != Distance::ZERO);
    if !(a_travels || b_travels) || !(is_boolean(a) && is_boolean(b)) || ty.is_float() {
        return None;
    }
    let holds = |a: u128, b: u128| term::fold::compare(op, ty.sort(), a, b);
    let now = holds(a.bits, b.bits);
    let changes = |flip_a: bool, flip_b: bool| {
        holds(a.bits ^ u128::from(flip_a), b.bits ^ u128::from(flip_b)) != now
    };
    let ways = [
        (a_travels && changes(true, false), a.shadow),
        (b_travels && changes(false, true), b.shadow),
        (a_travels && b_travels && changes(true, true), a.shadow + b.shadow),
    ];
    ways.into_iter().filter(|(works, _)| *works).map(|(_, distance)| distance).min()
}

/// How far a comparison of a graded number with zero is from the other outcome.
fn by_zero(op: CompareOp, ty: Type, a: Boolean, b: Boolean) -> Option<Distance> {
    let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne) && !ty.is_float();
    match (is_equality, a, b) {
        (true, a, Shaded { bits: 0, shadow: Distance::ZERO }) if !is_boolean(a) => Some(a.shadow),
        (true, Shaded { bits: 0, shadow: Distance::ZERO }, b) if !is_boolean(b) => Some(b.shadow),
        _ => None,
    }
    .filter(|distance| *distance != Distance::ZERO)
}

/// The smallest part of a distance, which no other number than the -1 of a search that found nothing has.
const SOUGHT: u128 = 1;

/// The grade of a -1 that tells that nothing was found, by how far the nearest was from being found.
pub(crate) fn not_found(distance: Distance) -> Distance {
    Distance::of_raw(distance.max(Distance::ONE).raw() | SOUGHT)
}

/// How far a comparison with what a search gave that found nothing is from the other outcome: as far as
/// finding is, and then as far as the first place is.
fn by_absence(op: CompareOp, ty: Type, a: Boolean, b: Boolean) -> Option<Distance> {
    use CompareOp::{Eq, Ne, Sge, Sgt, Sle, Slt};
    if !matches!(op, Eq | Ne | Slt | Sle | Sgt | Sge) || ty.is_float() || ty == Type::BOOL {
        return None;
    }
    let is_absent = |value: Boolean| value.bits == ty.mask() && value.shadow.raw() & SOUGHT != 0;
    let (found, distance) = match (is_absent(a), is_absent(b)) {
        (true, false) => ((0, b.bits), a.shadow),
        (false, true) => ((a.bits, 0), b.shadow),
        _ => return None,
    };
    let holds = |a: u128, b: u128| term::fold::compare(op, ty.sort(), a, b);
    if holds(found.0, found.1) != holds(a.bits, b.bits) {
        return Some(distance);
    }
    Some(distance + distance_to_flip(op, ty, found.0, found.1))
}

impl Domain for Graded {
    type Shadow = Distance;

    const NONE: Distance = Distance::ZERO;
    const TRACKS: bool = true;
    const GRADES: bool = true;
    const SYMBOLIC: bool = false;

    fn unary(&mut self, op: UnaryOp, ty: Type, a: Boolean) -> Distance {
        match op {
            UnaryOp::Not if ty == Type::BOOL => a.shadow,
            _ => Self::NONE,
        }
    }

    #[inline(never)]
    fn binary(&mut self, op: BinaryOp, _: Type, a: Boolean, b: Boolean) -> Distance {
        // A boolean at another place is zero when it is false, still.
        if op == BinaryOp::Shl && is_boolean(a) && b.shadow == Self::NONE && b.bits < 64 {
            return a.shadow;
        }
        if !(is_boolean(a) && is_boolean(b)) {
            return Self::NONE;
        }
        let (flip_a, flip_b) = (flip(a), flip(b));
        // To change an `and` that is true either side will do; one that is false needs every false side.
        // A bare side is a constant more often than not, so it is not the one to change.
        let either = match (a.shadow != Self::NONE, b.shadow != Self::NONE) {
            (true, false) => flip_a,
            (false, true) => flip_b,
            _ => flip_a.min(flip_b),
        };
        let every = |wrong: u128| {
            let part =
                |value: Boolean, flip| if value.bits == wrong { flip } else { Distance::ZERO };
            part(a, flip_a) + part(b, flip_b)
        };
        match op {
            BinaryOp::And if a.bits & b.bits == 1 => either,
            BinaryOp::And => every(0),
            BinaryOp::Or if a.bits | b.bits == 0 => either,
            BinaryOp::Or => every(1),
            BinaryOp::Xor => either,
            _ => Self::NONE,
        }
    }

    #[inline(never)]
    fn compare(&mut self, op: CompareOp, ty: Type, a: Boolean, b: Boolean) -> Distance {
        self.judge(op, ty, a, b).flip
    }

    fn convert(&mut self, op: ConvertOp, _: Type, _: Type, a: Boolean) -> Distance {
        match op {
            ConvertOp::ZExt | ConvertOp::Trunc if is_boolean(a) => a.shadow,
            // What is zero stays so, what is not as well.
            ConvertOp::ZExt | ConvertOp::SExt if !is_boolean(a) => a.shadow,
            _ => Self::NONE,
        }
    }

    fn fma(&mut self, _: Type, _: [Boolean; 3]) -> Distance {
        Self::NONE
    }

    fn select(
        &mut self,
        _: Type,
        _: bool,
        judgement: Judgement,
        chosen: Boolean,
        other: Boolean,
    ) -> Distance {
        if !(is_boolean(chosen) && is_boolean(other)) {
            return Self::NONE;
        }
        // The result changes when the chosen side does, or when the other one is chosen and differs.
        let by_test = if other.bits != chosen.bits {
            judgement.flip
        } else if other.shadow != Self::NONE {
            judgement.flip + other.shadow
        } else {
            Distance::MAX
        };
        let by_side = if chosen.shadow != Self::NONE { chosen.shadow } else { Distance::MAX };
        match by_test.min(by_side) {
            Distance::MAX => Self::NONE,
            distance => distance,
        }
    }

    #[inline(never)]
    fn judge(&mut self, op: CompareOp, ty: Type, a: Boolean, b: Boolean) -> Judgement {
        let flip = by_booleans(op, ty, a, b)
            .or_else(|| by_zero(op, ty, a, b))
            .or_else(|| by_absence(op, ty, a, b))
            .unwrap_or_else(|| distance_to_flip(op, ty, a.bits, b.bits));
        Judgement { flip, term: None }
    }

    fn judge_bool(&mut self, a: Boolean) -> Judgement {
        Judgement { flip: flip(a), term: None }
    }

    #[inline]
    fn decided(
        &mut self,
        tally: &mut Tally,
        other: OutcomeId,
        flip: Distance,
        branch: Option<Operands>,
    ) {
        let nearer = tally.approach(other, flip);
        if let Some(operands) = branch {
            self.last = Some((other, flip));
            if nearer && is_number(operands.ty) {
                tally.note(other, operands);
            }
        }
    }

    fn chosen(&self, tally: &Tally) -> Distance {
        self.last.map_or(Self::NONE, |(other, flip)| chosen_by(flip, tally.get(other).count))
    }

    #[inline]
    fn load(&mut self, _: &Memory, index: usize, ty: Type) -> Distance {
        match self.memory.get(index, ty.bytes() as usize) {
            Shadow::Whole(distance) => distance,
            Shadow::None | Shadow::Mixed => Self::NONE,
        }
    }

    #[inline]
    fn store(&mut self, index: usize, ty: Type, shadow: Distance) {
        if shadow == Self::NONE {
            self.memory.clear(index, ty.bytes() as usize);
        } else {
            self.memory.set(index, ty.bytes() as usize, shadow);
        }
    }

    fn copy(&mut self, to: usize, from: usize, len: usize) {
        self.memory.copy(to, from, len);
    }

    fn clear(&mut self, index: usize, len: usize) {
        self.memory.clear(index, len);
    }

    fn of_term(&mut self, _: Option<TermId>) -> Distance {
        Self::NONE
    }

    fn of_grade(&mut self, grade: Distance) -> Distance {
        grade
    }

    fn term(&self, _: Distance) -> Option<TermId> {
        None
    }

    fn carried(&self, _: Distance) -> Option<TermId> {
        None
    }

    fn grade(&self, shadow: Distance) -> Option<Distance> {
        (shadow != Self::NONE).then_some(shadow)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(bits: u128, distance: u64) -> Boolean {
        Shaded { bits, shadow: Distance::of_u64(distance) }
    }

    #[test]
    fn a_conjunction_is_as_far_from_true_as_its_false_parts_together() {
        let mut graded = Graded::default();
        let mut and = |a, b| graded.binary(BinaryOp::And, Type::BOOL, a, b);
        assert_eq!(and(value(0, 3), value(0, 4)), Distance::of_u64(7));
        assert_eq!(and(value(0, 3), value(1, 4)), Distance::of_u64(3));
        assert_eq!(and(value(1, 3), value(1, 4)), Distance::of_u64(3));
        assert_eq!(and(value(1, 0), value(0, 4)), Distance::of_u64(4));
        assert_eq!(and(value(1, 0), value(1, 4)), Distance::of_u64(4));
    }

    #[test]
    fn a_negation_by_a_constant_keeps_the_distance() {
        let mut graded = Graded::default();
        let mut xor = |a, b| graded.binary(BinaryOp::Xor, Type::BOOL, a, b);
        assert_eq!(xor(value(1, 7), value(1, 0)), Distance::of_u64(7));
        assert_eq!(xor(value(0, 0), value(1, 7)), Distance::of_u64(7));
        assert_eq!(xor(value(0, 3), value(1, 7)), Distance::of_u64(3));
    }

    #[test]
    fn a_disjunction_is_as_far_from_false_as_its_true_parts_together() {
        let mut graded = Graded::default();
        let mut or = |a, b| graded.binary(BinaryOp::Or, Type::I32, a, b);
        assert_eq!(or(value(1, 3), value(1, 4)), Distance::of_u64(7));
        assert_eq!(or(value(0, 3), value(1, 4)), Distance::of_u64(4));
        assert_eq!(or(value(0, 3), value(0, 4)), Distance::of_u64(3));
    }

    #[test]
    fn a_flag_compared_with_zero_keeps_the_distance_that_set_it() {
        let mut graded = Graded::default();
        let judgement = graded.judge(CompareOp::Ne, Type::I32, value(0, 42), value(0, 0));
        assert_eq!(judgement.flip, Distance::of_u64(42));
        // `flag > 0`, `flag < 1`, `1 <= flag`
        for (op, a, b) in [
            (CompareOp::Sgt, value(0, 42), value(0, 0)),
            (CompareOp::Ult, value(1, 42), value(1, 0)),
            (CompareOp::Sle, value(1, 0), value(0, 42)),
        ] {
            assert_eq!(graded.judge(op, Type::I32, a, b).flip, Distance::of_u64(42));
        }
        // `flag < 2` holds whatever the flag is: all that is left is how far 2 is.
        let judgement = graded.judge(CompareOp::Ult, Type::I32, value(1, 42), value(2, 0));
        assert_eq!(judgement.flip, Distance::of_u64(1));
    }

    #[test]
    fn a_graded_number_compared_with_zero_is_as_far_as_its_grade() {
        let mut graded = Graded::default();
        let minus_one = u128::from(u32::MAX);
        for bits in [7, minus_one] {
            let mut flip = |op, a, b| graded.judge(op, Type::I32, a, b).flip;
            assert_eq!(flip(CompareOp::Eq, value(bits, 42), value(0, 0)), Distance::of_u64(42));
            assert_eq!(flip(CompareOp::Ne, value(0, 0), value(bits, 42)), Distance::of_u64(42));
        }
        // Other comparisons are about the number itself.
        let judgement = graded.judge(CompareOp::Sgt, Type::I32, value(minus_one, 42), value(0, 0));
        assert_eq!(judgement.flip, Distance::of_u64(2));
        let wide = graded.convert(ConvertOp::SExt, Type::I32, Type::I64, value(minus_one, 42));
        assert_eq!(wide, Distance::of_u64(42));
    }

    #[test]
    fn objects_are_one_apart_and_places_in_one_as_far_as_they_are() {
        let mut graded = Graded::default();
        let at = |slot, offset| value(address::compose(slot, offset).into(), 0);
        let mut flip = |op, a, b| graded.judge(op, Type::Ptr, a, b).flip;
        assert_eq!(flip(CompareOp::Eq, at(7, 16), value(0, 0)), Distance::ONE);
        assert_eq!(flip(CompareOp::Ne, value(0, 0), at(7, 0)), Distance::ONE);
        assert_eq!(flip(CompareOp::Eq, at(7, 0), at(900, 40)), Distance::ONE);
        assert_eq!(flip(CompareOp::Ne, at(7, 16), at(7, 40)), Distance::of_u64(25));
        // A look-up that found nothing knows more.
        assert_eq!(flip(CompareOp::Ne, value(0, 42), value(0, 0)), Distance::of_u64(42));
    }

    #[test]
    fn a_search_that_found_nothing_is_as_far_from_a_place_as_from_finding() {
        let mut graded = Graded::default();
        let nothing =
            Shaded { bits: u128::from(u32::MAX), shadow: not_found(Distance::of_u64(42)) };
        let mut flip = |op, b| graded.judge(op, Type::I32, nothing, b).flip.to_f64();
        // `< 0`, `>= 0`, `!= -1`, `== 0`, and `> 3`, which is farther.
        for (op, bits) in [
            (CompareOp::Slt, 0),
            (CompareOp::Sge, 0),
            (CompareOp::Ne, nothing.bits),
            (CompareOp::Eq, 0),
        ] {
            assert_eq!(flip(op, value(bits, 0)), 42.0);
        }
        assert_eq!(flip(CompareOp::Sgt, value(3, 0)), 46.0);
    }

    #[test]
    fn a_select_between_one_and_zero_is_as_far_as_its_test() {
        let mut graded = Graded::default();
        let test = Judgement { flip: Distance::of_u64(9), term: None };
        let mut select = |chosen, other| graded.select(Type::BOOL, true, test, chosen, other);
        assert_eq!(select(value(1, 0), value(0, 0)), Distance::of_u64(9));
        // `a && b` as `a ? b : false`, a true, b false by 5: only b can change it.
        assert_eq!(select(value(0, 5), value(0, 0)), Distance::of_u64(5));
        // `a && b`, both true: a by 9 or b by 5.
        assert_eq!(select(value(1, 5), value(0, 0)), Distance::of_u64(5));
        assert_eq!(select(value(1, 0), value(1, 0)), Distance::ZERO);
    }
}
