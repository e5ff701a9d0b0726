//! Logarithms in the steps of fdlibm: the exponent's part, and a polynomial for the rest.

use super::high;

/// ln 2 in two parts; the product of the first and an exponent is exact.
const LN_2: (f64, f64) = (6.931_471_803_691_238e-1, 1.908_214_929_270_587_7e-10);

/// The coefficients of the polynomial.
const L: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// Natural logarithm.
pub(crate) fn log(x: f64) -> f64 {
    if let Some(result) = special(x) {
        return result;
    }
    let (x, shift) = normal(x);
    let top = high(x);
    let mut exponent = (top >> 20) - 1023 - shift;
    let top = top & 0xf_ffff;
    let carried = (top + 0x9_5f64) & 0x10_0000;
    exponent += carried >> 20;
    let f = with_high(x, top | (carried ^ 0x3ff0_0000)) - 1.0;
    let k = f64::from(exponent);
    if (top + 2) & 0xf_ffff < 3 {
        // |f| < 2⁻²⁰
        if f == 0.0 {
            return k * LN_2.0 + k * LN_2.1;
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_3 * f);
        return if exponent == 0 { f - r } else { k * LN_2.0 - ((r - k * LN_2.1) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let even = w * (L[1] + w * (L[3] + w * L[5]));
    let odd = z * (L[0] + w * (L[2] + w * (L[4] + w * L[6])));
    let r = odd + even;
    if (top - 0x6_147a) | (0x6_b851 - top) > 0 {
        let half = 0.5 * f * f;
        if exponent == 0 {
            f - (half - s * (half + r))
        } else {
            k * LN_2.0 - ((half - (s * (half + r) + k * LN_2.1)) - f)
        }
    } else if exponent == 0 {
        f - s * (f - r)
    } else {
        k * LN_2.0 - ((s * (f - r) - k * LN_2.1) - f)
    }
}

/// Natural logarithm of `1 + x`.
pub(crate) fn log1p(x: f64) -> f64 {
    if x.is_nan() || x < -1.0 {
        return f64::NAN;
    }
    if x == -1.0 {
        return f64::NEG_INFINITY;
    }
    if x.is_infinite() {
        return x;
    }
    let top = high(x);
    let size = top & 0x7fff_ffff;
    if size < 0x3e20_0000 {
        return if size < 0x3c90_0000 { x } else { x - x * x * 0.5 };
    }
    // What the rounding of `1 + x` lost, `f` and the high word it is chosen by.
    let (mut exponent, mut lost, mut f, mut chosen) = (0, 0.0, x, 1);
    let is_small = top < 0x3fda_827a && (top > 0 || top <= 0xbfd2_bec3_u32 as i32);
    if !is_small {
        let u = if top < 0x4340_0000 { 1.0 + x } else { x };
        exponent = (high(u) >> 20) - 1023;
        if top < 0x4340_0000 {
            lost = if exponent > 0 { 1.0 - (u - x) } else { x - (u - 1.0) } / u;
        }
        chosen = high(u) & 0xf_ffff;
        let u = if chosen < 0x6_a09e {
            with_high(u, chosen | 0x3ff0_0000)
        } else {
            exponent += 1;
            let u = with_high(u, chosen | 0x3fe0_0000);
            chosen = (0x10_0000 - chosen) >> 2;
            u
        };
        f = u - 1.0;
    }
    let k = f64::from(exponent);
    let half = 0.5 * f * f;
    if chosen == 0 {
        // |f| < 2⁻²⁰
        if f == 0.0 {
            return if exponent == 0 { 0.0 } else { k * LN_2.0 + (lost + k * LN_2.1) };
        }
        let r = half * (1.0 - 0.666_666_666_666_666_6 * f);
        return if exponent == 0 { f - r } else { k * LN_2.0 - ((r - (k * LN_2.1 + lost)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = L.iter().rev().fold(0.0, |sum, coefficient| z * (coefficient + sum));
    if exponent == 0 {
        f - (half - s * (half + r))
    } else {
        k * LN_2.0 - ((half - (s * (half + r) + (k * LN_2.1 + lost))) - f)
    }
}

/// Logarithm to the base of ten: the exponent's part and that of the rest, put together.
pub(crate) fn log10(x: f64) -> f64 {
    const TWO_HIGH: f64 = 3.010_299_956_636_117_7e-1;
    const TWO_LOW: f64 = 3.694_239_077_158_931e-13;
    if let Some(result) = special(x) {
        return result;
    }
    let (x, shift) = normal(x);
    let exponent = (x.to_bits() >> 52) as i32 - 1023 - shift;
    let low = i32::from(exponent < 0);
    let fraction = x.to_bits() & 0xf_ffff_ffff_ffff;
    let reduced = f64::from_bits(fraction | ((0x3ff - low) as u64) << 52);
    let whole = f64::from(exponent + low);
    let z = whole * TWO_LOW + std::f64::consts::LOG10_E * log(reduced);
    z + whole * TWO_HIGH
}

/// The logarithm of what is not a positive finite number.
fn special(x: f64) -> Option<f64> {
    if x.is_nan() || x < 0.0 {
        Some(f64::NAN)
    } else if x == 0.0 {
        Some(f64::NEG_INFINITY)
    } else {
        x.is_infinite().then_some(x)
    }
}

/// A number that is not subnormal, and the power of two it was multiplied by to be none.
fn normal(x: f64) -> (f64, i32) {
    if x < f64::MIN_POSITIVE { (x * 2f64.powi(54), 54) } else { (x, 0) }
}

/// A number with another upper half.
fn with_high(x: f64, top: i32) -> f64 {
    f64::from_bits((top as u32 as u64) << 32 | x.to_bits() & 0xffff_ffff)
}
