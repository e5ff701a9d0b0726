//! Sine, cosine and tangent in the steps of fdlibm: reduce to an eighth of a turn, then a polynomial.

use super::angle::{Rest, reduce};
use super::{high, upper};

/// Sine.
pub(crate) fn sin(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let Rest { quarters, angle, tail } = reduce(x);
    match quarters & 3 {
        0 => sine(angle, tail),
        1 => cosine(angle, tail),
        2 => -sine(angle, tail),
        _ => -cosine(angle, tail),
    }
}

/// Cosine.
pub(crate) fn cos(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let Rest { quarters, angle, tail } = reduce(x);
    match quarters & 3 {
        0 => cosine(angle, tail),
        1 => -sine(angle, tail),
        2 => -cosine(angle, tail),
        _ => sine(angle, tail),
    }
}

/// Tangent.
pub(crate) fn tan(x: f64) -> f64 {
    if !x.is_finite() {
        return f64::NAN;
    }
    let Rest { quarters, angle, tail } = reduce(x);
    tangent(angle, tail, quarters & 1 == 1)
}

/// The sine of `x + tail`, at most about π/4.
fn sine(x: f64, tail: f64) -> f64 {
    const S: [f64; 6] = [
        -1.666_666_666_666_663_2e-1,
        8.333_333_333_322_49e-3,
        -1.984_126_982_985_795e-4,
        2.755_731_370_707_006_8e-6,
        -2.505_076_025_340_686_3e-8,
        1.589_690_995_211_55e-10,
    ];
    if x.abs() < 2f64.powi(-27) {
        return x;
    }
    let z = x * x;
    let cube = z * x;
    let r = S[1] + z * (S[2] + z * (S[3] + z * (S[4] + z * S[5])));
    if tail == 0.0 {
        x + cube * (S[0] + z * r)
    } else {
        x - ((z * (0.5 * tail - cube * r) - tail) - cube * S[0])
    }
}

/// The cosine of `x + tail`, at most about π/4.
fn cosine(x: f64, tail: f64) -> f64 {
    const C: [f64; 6] = [
        4.166_666_666_666_66e-2,
        -1.388_888_888_887_411e-3,
        2.480_158_728_947_673e-5,
        -2.755_731_435_139_066_3e-7,
        2.087_572_321_298_175e-9,
        -1.135_964_755_778_819_5e-11,
    ];
    let size = high(x) & 0x7fff_ffff;
    if size < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C[0] + z * (C[1] + z * (C[2] + z * (C[3] + z * (C[4] + z * C[5])))));
    if size < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * tail));
    }
    // About a quarter of x is taken from both sides of the subtraction, so that it loses nothing.
    let part = if size > 0x3fe9_0000 {
        0.281_25
    } else {
        f64::from_bits(((size - 0x20_0000) as u64) << 32)
    };
    let half = 0.5 * z - part;
    (1.0 - part) - (half - (z * r - x * tail))
}

/// The tangent of `x + tail`, at most about π/4, or minus one over it.
fn tangent(x: f64, tail: f64, is_inverted: bool) -> f64 {
    const T: [f64; 13] = [
        3.333_333_333_333_341e-1,
        1.333_333_333_332_012_4e-1,
        5.396_825_397_622_605e-2,
        2.186_948_829_485_954_2e-2,
        8.863_239_823_599_3e-3,
        3.592_079_107_591_312_4e-3,
        1.456_209_454_325_290_3e-3,
        5.880_412_408_202_641e-4,
        2.464_631_348_184_699e-4,
        7.817_944_429_395_571e-5,
        7.140_724_913_826_082e-5,
        -1.855_863_748_552_754_6e-5,
        2.590_730_518_636_337e-5,
    ];
    const EIGHTH: (f64, f64) = (std::f64::consts::FRAC_PI_4, 3.061_616_997_868_383e-17);
    if x.abs() < 2f64.powi(-28) {
        return match (is_inverted, x == 0.0) {
            (false, _) => x,
            (true, true) => f64::INFINITY,
            (true, false) => inverse(x + tail, x, tail),
        };
    }
    let is_large = high(x) & 0x7fff_ffff >= 0x3fe5_9428;
    let sign = if x < 0.0 { -1.0 } else { 1.0 };
    let (x, tail) = if is_large {
        let (size, tail) = (sign * x, sign * tail);
        ((EIGHTH.0 - size) + (EIGHTH.1 - tail), 0.0)
    } else {
        (x, tail)
    };
    let z = x * x;
    let w = z * z;
    let odd = T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * (T[9] + w * T[11]))));
    let even = z * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * (T[10] + w * T[12])))));
    let cube = z * x;
    let mut r = tail + z * (cube * (odd + even) + tail);
    r += T[0] * cube;
    let w = x + r;
    if is_large {
        let way = if is_inverted { -1.0 } else { 1.0 };
        return sign * (way - 2.0 * (x - (w * w / (w + way) - r)));
    }
    if is_inverted { inverse(w, x, r) } else { w }
}

/// Minus one over `w`, which is `x + rest` rounded, with the bits that were lost in that.
fn inverse(w: f64, x: f64, rest: f64) -> f64 {
    let top = upper(w);
    let lost = rest - (top - x);
    let a = -1.0 / w;
    let t = upper(a);
    let s = 1.0 + t * top;
    t + a * (s + t * lost)
}
