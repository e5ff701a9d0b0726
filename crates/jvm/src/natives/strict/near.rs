//! Functions of `Math` that HotSpot computes by code of its own: the nearest double, or nearly so.

use super::log10;

/// `Math.log10`: the double nearest to the logarithm, computed with twice the digits.
pub(crate) fn near_log10(x: f64) -> f64 {
    if x.is_nan() || x <= 0.0 || x.is_infinite() {
        return log10(x);
    }
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(54), -54) } else { (x, 0) };
    let exponent = (x.to_bits() >> 52) as i32 - 1023;
    let mut reduced = x * 2f64.powi(-exponent);
    let mut whole = f64::from(exponent + shift);
    if reduced > std::f64::consts::SQRT_2 {
        reduced *= 0.5;
        whole += 1.0;
    }
    // ln m = 2 (s + s³/3 + s⁵/5 + …) with s = (m - 1) / (m + 1).
    let s = Pair::of(reduced - 1.0).over(Pair::of(reduced).plus(Pair::of(1.0)));
    let square = s.times(s);
    let mut sum = Pair::of(0.0);
    for odd in (1..=47).rev().step_by(2) {
        sum = sum.times(square).plus(Pair::of(1.0).over(Pair::of(f64::from(odd))));
    }
    let ln = sum.times(s).times(Pair::of(2.0)).plus(LN_2.times(Pair::of(whole)));
    let result = ln.times(LOG10_E);
    result.high + result.low
}

/// The natural logarithm of two.
const LN_2: Pair = Pair { high: std::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };

/// One over the natural logarithm of ten.
const LOG10_E: Pair = Pair { high: std::f64::consts::LOG10_E, low: 1.098_319_650_216_765e-17 };

/// A number as the sum of two doubles, the second far below the first.
#[derive(Clone, Copy)]
struct Pair {
    high: f64,
    low: f64,
}

impl Pair {
    fn of(value: f64) -> Self {
        Self { high: value, low: 0.0 }
    }

    /// The exact sum of two doubles.
    fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let other = high - a;
        Self { high, low: (a - (high - other)) + (b - other) }
    }

    fn plus(self, other: Self) -> Self {
        let sum = Self::sum(self.high, other.high);
        Self::sum(sum.high, sum.low + self.low + other.low)
    }

    fn times(self, other: Self) -> Self {
        let high = self.high * other.high;
        let low = self.high.mul_add(other.high, -high);
        Self::sum(high, low + self.high * other.low + self.low * other.high)
    }

    fn over(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self.plus(other.times(Self::of(-first)));
        Self::sum(first, rest.high / other.high)
    }
}

/// `Math.pow` where it differs from C: no NaN goes unnoticed, and one to the infinite is none.
pub(crate) fn power(x: f64, y: f64) -> f64 {
    let undecided = y.is_nan() || (y.is_infinite() && x.abs() == 1.0);
    if undecided { f64::NAN } else { x.powf(y) }
}
