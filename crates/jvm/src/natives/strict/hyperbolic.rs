//! Hyperbolic functions by `exp` and `expm1`, in the steps of fdlibm.

/// The logarithm of the largest finite double, rounded down: beyond it `exp` overflows.
const LOG_MAX: f64 = 709.782_712_893_384;

/// Above this, `exp(x)` and `exp(x) ± exp(-x)` are the same double.
const LARGE: f64 = 22.0;

/// Hyperbolic sine.
pub(crate) fn sinh(x: f64) -> f64 {
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
pub(crate) fn cosh(x: f64) -> f64 {
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
pub(crate) fn tanh(x: f64) -> f64 {
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
