//! The angle of a point, in the steps of fdlibm: `atan` of the quotient unless one side hardly counts.

use super::high;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// What π lacks as a double.
const PI_TAIL: f64 = 1.224_646_799_147_353_2e-16;

/// Exponents that are so far apart make the quotient nothing, or everything.
const APART: i32 = 60;

/// The angle between the x-axis and the way to a point.
pub(crate) fn atan2(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if x == 1.0 {
        return libm::atan(y);
    }
    let is_left = x.is_sign_negative();
    let up = match (y == 0.0, x == 0.0, x.is_infinite(), y.is_infinite()) {
        (true, ..) if is_left => PI,
        (true, ..) => 0.0,
        (_, true, ..) => FRAC_PI_2,
        (_, _, true, true) if is_left => 3.0 * FRAC_PI_4,
        (_, _, true, true) => FRAC_PI_4,
        (_, _, true, false) if is_left => PI,
        (_, _, true, false) => 0.0,
        (.., true) => FRAC_PI_2,
        _ => between(y.abs(), x),
    };
    up.copysign(y)
}

/// The angle of a point above the x-axis.
fn between(y: f64, x: f64) -> f64 {
    let apart = (high(y) - (high(x) & 0x7fff_ffff)) >> 20;
    let steep = if apart > APART {
        FRAC_PI_2 + 0.5 * PI_TAIL
    } else if x < 0.0 && apart < -APART {
        0.0
    } else {
        libm::atan((y / x).abs())
    };
    if x < 0.0 { PI - (steep - PI_TAIL) } else { steep }
}
