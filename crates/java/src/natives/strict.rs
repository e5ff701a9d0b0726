//! Functions of `StrictMath` whose last bit depends on how fdlibm computes them, in its way.

/// The logarithm of the largest finite double, rounded down: beyond it `exp` overflows.
const LOG_MAX: f64 = 709.782_712_893_384;

/// Above this, `exp(x)` and `exp(x) ± exp(-x)` are the same double.
const LARGE: f64 = 22.0;

/// Hyperbolic sine.
pub(super) fn sinh(x: f64) -> f64 {
    if !x.is_finite() {
        return x + x;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let size = x.abs();
    if size < LARGE {
        if size < 2f64.powi(-28) {
            return x;
        }
        let t = libm::expm1(size);
        return if size < 1.0 {
            half * (2.0 * t - t * t / (t + 1.0))
        } else {
            half * (t + t / (t + 1.0))
        };
    }
    halved_exp(half, size)
}

/// Hyperbolic cosine.
pub(super) fn cosh(x: f64) -> f64 {
    if !x.is_finite() {
        return x * x;
    }
    let size = x.abs();
    if size < 0.5 * std::f64::consts::LN_2 {
        let t = libm::expm1(size);
        let w = 1.0 + t;
        return if size < 2f64.powi(-55) { w } else { 1.0 + t * t / (w + w) };
    }
    if size < LARGE {
        let t = libm::exp(size);
        return 0.5 * t + 0.5 / t;
    }
    halved_exp(0.5, size)
}

/// `half * exp(size)` for a large size: where `exp` alone would overflow it is taken in two halves.
fn halved_exp(half: f64, size: f64) -> f64 {
    if size < LOG_MAX {
        return half * libm::exp(size);
    }
    let root = libm::exp(0.5 * size);
    half * root * root
}

/// Hyperbolic tangent.
pub(super) fn tanh(x: f64) -> f64 {
    if x.is_nan() {
        return x;
    }
    let size = x.abs();
    let z = if size >= LARGE {
        1.0
    } else if size < 2f64.powi(-55) {
        return x * (1.0 + x);
    } else if size >= 1.0 {
        1.0 - 2.0 / (libm::expm1(2.0 * size) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * size);
        -t / (t + 2.0)
    };
    if x < 0.0 { -z } else { z }
}

/// Logarithm to the base of ten: the exponent's part and that of the rest, put together.
pub(super) fn log10(x: f64) -> f64 {
    const TWO_HIGH: f64 = 3.010_299_956_636_117_7e-1;
    const TWO_LOW: f64 = 3.694_239_077_158_931e-13;
    if x.is_nan() || x < 0.0 {
        return f64::NAN;
    }
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let (x, shift) = if x < f64::MIN_POSITIVE { (x * 2f64.powi(54), -54) } else { (x, 0) };
    let exponent = (x.to_bits() >> 52) as i32 - 1023 + shift;
    let low = i32::from(exponent < 0);
    let fraction = x.to_bits() & 0xf_ffff_ffff_ffff;
    let reduced = f64::from_bits(fraction | ((0x3ff - low) as u64) << 52);
    let whole = f64::from(exponent + low);
    let z = whole * TWO_LOW + std::f64::consts::LOG10_E * libm::log(reduced);
    z + whole * TWO_HIGH
}

/// `Math.log10`: the double nearest to the logarithm, computed with twice the digits.
pub(super) fn near_log10(x: f64) -> f64 {
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
pub(super) fn power(x: f64, y: f64) -> f64 {
    let undecided = y.is_nan() || (y.is_infinite() && x.abs() == 1.0);
    if undecided { f64::NAN } else { x.powf(y) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values that the JDK's `StrictMath` gives.
    #[test]
    fn values_are_those_of_the_jdk() {
        assert_eq!(log10(1000.0), 3.0);
        assert_eq!(log10(1e5), 5.0);
        assert_eq!(sinh(1.0), 1.175_201_193_643_801_4);
        assert_eq!(cosh(1.0), 1.543_080_634_815_244);
        assert_eq!(tanh(0.5), 0.462_117_157_260_009_74);
        assert_eq!(sinh(-710.0), -1.116_997_383_080_855_7e308);
        assert!(power(1.0, f64::NAN).is_nan() && power(-1.0, f64::INFINITY).is_nan());
        assert_eq!(power(f64::NAN, 0.0), 1.0);
        assert_eq!(near_log10(1000.0), 3.0);
        assert_eq!(near_log10(1e-310), -310.0);
        assert_eq!(near_log10(0.3), -0.522_878_745_280_337_6);
    }
}
