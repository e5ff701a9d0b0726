//! Sums of normalised distances, exact as far as distances are.
//!
//! A float would flatten them: one step of a 32-bit number far from its goal changes `d / (d + 1)` by less
//! than 2^-60. Here a normalised distance has 128 bits behind the point, so that one step of any 64-bit
//! number is seen, also in a sum.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use super::Distance;

/// A sum of normalised distances: how far something is from happening. Zero is the goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Fitness {
    whole: u32,
    /// In units of 2^-128.
    part: u128,
}

impl Fitness {
    /// It happened.
    pub const ZERO: Fitness = Fitness { whole: 0, part: 0 };
    /// One unit: a condition of which nothing is known.
    pub const ONE: Fitness = Fitness { whole: 1, part: 0 };
    /// The least there is above zero.
    pub const LEAST: Fitness = Fitness { whole: 0, part: 1 };
    /// The greatest there is below one: as far as a condition can be.
    pub const BELOW_ONE: Fitness = Fitness { whole: 0, part: u128::MAX };
    /// Farther than everything.
    pub const MAX: Fitness = Fitness { whole: u32::MAX, part: u128::MAX };

    /// A whole number.
    pub const fn level(whole: u32) -> Fitness {
        Fitness { whole, part: 0 }
    }

    /// `d / (d + 1)`: below one, zero only for zero, and ordered as the distances are up to 2^64.
    #[inline]
    pub fn normalised(distance: Distance) -> Fitness {
        let raw = distance.raw();
        if raw == 0 {
            return Fitness::ZERO;
        }
        // 1 - 1 / (d + 1), where d and what is divided are in units of 2^-64.
        let rest = if raw as u64 == 0 && raw >> 64 < u128::from(u64::MAX) {
            u128::MAX / ((raw >> 64) + 1)
        } else {
            reciprocal(raw.saturating_add(1 << 64))
        };
        Fitness { whole: 0, part: u128::MAX - rest.min(u128::MAX - 1) }
    }

    /// The whole number below it.
    pub const fn whole(self) -> u32 {
        self.whole
    }

    /// Whether it happened.
    pub const fn is_zero(self) -> bool {
        self.whole == 0 && self.part == 0
    }

    /// The nearest ordinary number.
    pub fn to_f64(self) -> f64 {
        f64::from(self.whole) + self.part as f64 / (u128::MAX as f64 + 1.0)
    }
}

/// 2^192 / divisor, for a divisor of 2^64 at least: bit by bit where it does not fit a word.
fn reciprocal(divisor: u128) -> u128 {
    let (mut quotient, mut rest) = (u128::MAX / divisor, u128::MAX % divisor + 1);
    if rest == divisor {
        (quotient, rest) = (quotient + 1, 0);
    }
    for _ in 0..64 {
        let carry = rest >> 127 == 1;
        rest <<= 1;
        quotient = quotient.saturating_mul(2);
        if carry || rest >= divisor {
            rest = rest.wrapping_sub(divisor);
            quotient = quotient.saturating_add(1);
        }
    }
    quotient
}

impl Add for Fitness {
    type Output = Fitness;

    #[inline]
    fn add(self, other: Fitness) -> Fitness {
        let (part, carry) = self.part.overflowing_add(other.part);
        match self.whole.checked_add(other.whole).and_then(|sum| sum.checked_add(carry.into())) {
            Some(whole) => Fitness { whole, part },
            None => Fitness::MAX,
        }
    }
}

impl Sum for Fitness {
    fn sum<I: Iterator<Item = Fitness>>(parts: I) -> Fitness {
        parts.fold(Fitness::ZERO, Add::add)
    }
}

impl fmt::Display for Fitness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Fitness::MAX => f.write_str("max"),
            _ => fmt::Display::fmt(&self.to_f64(), f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(distance: u64) -> Fitness {
        Fitness::normalised(Distance::of_u64(distance))
    }

    #[test]
    fn a_distance_of_one_is_a_half_and_of_three_three_quarters() {
        assert_eq!(of(0), Fitness::ZERO);
        for (distance, share) in [(1, 0.5), (3, 0.75), (9, 0.9), (99, 0.99)] {
            assert_eq!(of(distance).to_f64(), share);
        }
        let half = Fitness::normalised(Distance::of_f64(0.25)).to_f64();
        assert!((half - 0.2).abs() < 1e-12, "{half}");
    }

    #[test]
    fn one_step_of_a_wide_number_is_seen_also_in_a_sum() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..10_000 {
            let distance = random.u64(..u64::MAX - 1) >> random.u32(..64);
            assert!(of(distance) < of(distance + 1), "{distance}");
            assert!(of(distance) + of(77) < of(distance + 1) + of(77), "{distance}");
            assert!(of(distance) < Fitness::ONE);
        }
    }

    #[test]
    fn what_is_ordered_stays_so_over_the_whole_range() {
        let mut random = fastrand::Rng::with_seed(8);
        let mut raw: Vec<u128> =
            (0..20_000).map(|_| random.u128(..) >> random.u32(..128)).collect();
        raw.extend([0, 1, 1 << 64, u128::MAX]);
        raw.sort_unstable();
        let all: Vec<Fitness> =
            raw.iter().map(|raw| Fitness::normalised(Distance::of_raw(*raw))).collect();
        assert!(all.is_sorted());
        assert!(all.iter().all(|fitness| *fitness < Fitness::ONE));
        assert_eq!(
            all.iter().filter(|fitness| fitness.is_zero()).count(),
            raw.iter().filter(|raw| **raw == 0).count()
        );
    }

    #[test]
    fn sums_carry_and_never_wrap() {
        assert_eq!((of(1) + of(1)).to_f64(), 1.0);
        assert_eq!((of(3) + of(3)).to_f64(), 1.5);
        assert_eq!(Fitness::MAX + of(1), Fitness::MAX);
        assert_eq!(Fitness::level(2) + Fitness::ONE, Fitness::level(3));
    }
}
