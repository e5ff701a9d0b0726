//! `StrictMath` to the last bit: functions whose result depends on how fdlibm computes them, in its way.
//!
//! The JDK defines `StrictMath` by the algorithms of Sun's fdlibm 5.3; up to release 20 they are native. Where the
//! `libm` crate takes the same steps its function serves; the others are here, written after the published
//! algorithms with their constants.

mod angle;
mod direction;
mod hyperbolic;
mod logarithm;
mod near;
mod sine;

pub(super) use direction::atan2;
pub(super) use hyperbolic::{cosh, sinh, tanh};
pub(super) use logarithm::{log, log1p, log10};
pub(super) use near::{near_log10, power};
pub(super) use sine::{cos, sin, tan};

/// The upper half of a double: sign, exponent and 20 bits of the fraction. The algorithms choose by it.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// A double with its lower half cleared.
fn upper(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & !0xffff_ffff)
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
