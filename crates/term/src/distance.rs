//! How far a condition is from holding (Tracey et al. 1998, after Korel 1990), with K = 1.
//!
//! A distance is zero exactly when the outcome holds. Distances of integers are exact; those of
//! floats keep their order over the whole range, which no plain fixed point and no sum of floats does.

mod compare;
mod compiled;
mod fitness;
mod paths;
#[cfg(test)]
mod tests;

use std::fmt;
use std::ops::{Add, Not};

pub use compare::compare;
pub use compiled::CompiledDistance;
pub use fitness::Fitness;
pub use paths::{Clause, CompiledPaths, Fork, Way};

/// A distance in 64.64 fixed point; whole numbers below 2^64 are exact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Distance(u128);

/// From here on only order is kept: larger numbers share the last unit.
const COMPRESSED: u128 = (u64::MAX as u128) << 64;

/// Fixed point below this would lose most digits of a float; steps of its bit pattern take over.
const SMALLEST_FIXED: f64 = 1.0 / (1u64 << 32) as f64;

/// 2^64, the first number whose fixed point does not fit.
const TWO_64: f64 = (1u128 << 64) as f64;

impl Distance {
    /// The outcome holds.
    pub const ZERO: Distance = Distance(0);
    /// One unit: Korel's K, the least distance between different integers.
    pub const ONE: Distance = Distance(1 << 64);
    /// Farther than everything.
    pub const MAX: Distance = Distance(u128::MAX);
    /// Of infinity from any finite float: above every finite distance.
    pub const INFINITE: Distance = Distance(COMPRESSED | 1 << 62);
    /// Of a NaN from an ordered outcome, or of a number from being NaN: above every other distance of
    /// a comparison, so that any step out of it is an improvement.
    pub const NAN: Distance = Distance(COMPRESSED | 1 << 63);

    /// A whole number, exactly.
    #[inline]
    pub const fn of_u64(number: u64) -> Distance {
        Distance((number as u128) << 64)
    }

    /// A whole number: exact below 2^64, above that only ordered by its upper half.
    #[inline]
    pub const fn of_u128(number: u128) -> Distance {
        match number >> 64 {
            0 => Distance(number << 64),
            high => Distance(COMPRESSED | high),
        }
    }

    /// A non-negative float: fixed point in the middle, steps of the bit pattern at both ends, so
    /// that the order is kept everywhere and nothing but zero is [`Distance::ZERO`].
    #[inline]
    pub fn of_f64(number: f64) -> Distance {
        let bits = number.to_bits();
        if number.is_nan() {
            Distance::NAN
        } else if number <= 0.0 {
            debug_assert!(number == 0.0, "negative distance {number}");
            Distance::ZERO
        } else if number < SMALLEST_FIXED {
            // 22 bits of each binade: the largest stays just below 2^-32 in fixed point.
            Distance(u128::from(bits >> 30).max(1))
        } else if number < TWO_64 {
            // Scaling by a power of two is exact, and what lies below 2^-64 is cut off.
            Distance((number * TWO_64) as u128)
        } else if number.is_infinite() {
            Distance::INFINITE
        } else {
            Distance(COMPRESSED | u128::from(bits - TWO_64.to_bits() + 1))
        }
    }

    /// The fixed-point number itself.
    #[inline]
    pub const fn raw(self) -> u128 {
        self.0
    }

    /// The distance with this fixed-point number.
    #[inline]
    pub const fn of_raw(raw: u128) -> Distance {
        Distance(raw)
    }

    /// Whether the outcome holds.
    #[inline]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The distance as an ordinary number.
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / TWO_64
    }

    /// `x / (x + 1)`: in [0, 1), zero only for zero, never 1, and ordered as the distances are as far
    /// as an f64 can tell them apart.
    pub fn normalised(self) -> f64 {
        let x = self.to_f64();
        (x / (x + 1.0)).min(1.0f64.next_down())
    }

    /// One more unit where that can be told from the compressed range, which stays as it is.
    #[inline]
    fn plus_unit(self) -> Distance {
        Distance(self.0.saturating_add(Distance::ONE.0).min(COMPRESSED).max(self.0))
    }
}

impl Add for Distance {
    type Output = Distance;

    #[inline]
    fn add(self, other: Distance) -> Distance {
        Distance(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for Distance {
    fn sum<I: Iterator<Item = Distance>>(distances: I) -> Distance {
        distances.fold(Distance::ZERO, Add::add)
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0 >> 64, self.0 as u64);
        match *self {
            Distance::MAX => f.write_str("max"),
            Distance::NAN => f.write_str("nan"),
            Distance::INFINITE => f.write_str("inf"),
            _ if part == 0 => write!(f, "{whole}"),
            _ if self.0 > COMPRESSED => write!(f, ">=2^64+{part}"),
            _ => write!(f, "{}", self.to_f64()),
        }
    }
}

/// The distances of a condition to both outcomes; exactly one of them is zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grade {
    /// How far from true.
    pub to_true: Distance,
    /// How far from false.
    pub to_false: Distance,
}

impl Grade {
    /// A condition of which nothing but its outcome is known.
    #[inline]
    pub const fn of_bool(holds: bool) -> Grade {
        if holds {
            Grade { to_true: Distance::ZERO, to_false: Distance::ONE }
        } else {
            Grade { to_true: Distance::ONE, to_false: Distance::ZERO }
        }
    }

    /// Whether the condition holds.
    #[inline]
    pub const fn holds(self) -> bool {
        self.to_true.is_zero()
    }

    /// Both: the sum of the ways to true, the shorter way to false.
    #[inline]
    pub fn and(self, other: Grade) -> Grade {
        Grade { to_true: self.to_true + other.to_true, to_false: self.to_false.min(other.to_false) }
    }

    /// At least one: the shorter way to true, the sum of the ways to false.
    #[inline]
    pub fn or(self, other: Grade) -> Grade {
        !(!self).and(!other)
    }

    /// Exactly one: `(self and not other) or (not self and other)`.
    #[inline]
    pub fn xor(self, other: Grade) -> Grade {
        Grade::choice(self, !other, other)
    }

    /// `a` where the condition holds, otherwise `b`: over the nearer of the two ways.
    #[inline]
    pub fn choice(condition: Grade, a: Grade, b: Grade) -> Grade {
        let through =
            |a: Distance, b: Distance| (condition.to_true + a).min(condition.to_false + b);
        Grade { to_true: through(a.to_true, b.to_true), to_false: through(a.to_false, b.to_false) }
    }
}

impl Not for Grade {
    type Output = Grade;

    #[inline]
    fn not(self) -> Grade {
        Grade { to_true: self.to_false, to_false: self.to_true }
    }
}
