//! Steps from one value to its neighbours: pure functions over raw bits.

use crate::problem::Bounds;
use term::Sort;

/// The finest decimal step that is tried on a float of each sort: what its digits can hold.
pub(super) fn finest_precision(sort: Sort) -> u8 {
    match sort {
        Sort::F32 => 7,
        Sort::F64 => 15,
        _ => 0,
    }
}

/// The value `distance` steps up or down: of integers around the circle, of floats along the order of
/// their bit patterns, as far as the infinities.
pub(super) fn stepped(sort: Sort, raw: u128, up: bool, distance: u128) -> Option<u128> {
    if let Sort::F32 | Sort::F64 = sort {
        let distance = i128::try_from(distance).ok()?;
        let key = float_key(sort, raw)?;
        let infinity = infinity_key(sort);
        let end = if up { infinity } else { -infinity - 1 };
        let next = if up { key.saturating_add(distance) } else { key.saturating_sub(distance) };
        let inside = if up { next.min(end) } else { next.max(end) };
        return (inside != key).then(|| of_float_key(sort, inside));
    }
    let next = if up { raw.wrapping_add(distance) } else { raw.wrapping_sub(distance) };
    Some(next & sort.mask()).filter(|&next| next != raw)
}

/// The float `2^exponent * 10^-precision` above or below (Baars et al. V-A); none where that changes
/// nothing.
pub(super) fn decimal(
    sort: Sort,
    raw: u128,
    up: bool,
    exponent: u32,
    precision: u8,
) -> Option<u128> {
    let size = 2f64.powi(exponent as i32) * 10f64.powi(-i32::from(precision));
    let size = if up { size } else { -size };
    let next = of_f64(sort, to_f64(sort, raw) + size);
    (next != raw && !to_f64(sort, next).is_nan()).then_some(next)
}

/// The place of a float among all floats in order, -0 just below +0; none for a NaN.
fn float_key(sort: Sort, raw: u128) -> Option<i128> {
    if to_f64(sort, raw).is_nan() {
        return None;
    }
    let sign = 1u128 << (sort.width() - 1);
    let magnitude = (raw & (sign - 1)) as i128;
    Some(if raw & sign == 0 { magnitude } else { -magnitude - 1 })
}

fn of_float_key(sort: Sort, key: i128) -> u128 {
    let sign = 1u128 << (sort.width() - 1);
    if key >= 0 { key as u128 } else { sign | (-(key + 1)) as u128 }
}

fn infinity_key(sort: Sort) -> i128 {
    match sort {
        Sort::F32 => f32::INFINITY.to_bits().into(),
        _ => f64::INFINITY.to_bits().into(),
    }
}

/// A float as an `f64`, exactly.
pub(super) fn to_f64(sort: Sort, raw: u128) -> f64 {
    match sort {
        Sort::F32 => f32::from_bits(raw as u32).into(),
        _ => f64::from_bits(raw as u64),
    }
}

/// The nearest float of this sort.
pub(super) fn of_f64(sort: Sort, number: f64) -> u128 {
    match sort {
        Sort::F32 => (number as f32).to_bits().into(),
        _ => number.to_bits().into(),
    }
}

/// A bit-vector read as a signed number.
pub(super) fn signed(width: u8, raw: u128) -> i128 {
    let shift = 128 - u32::from(width);
    ((raw << shift) as i128) >> shift
}

/// Whether bounds let a variable of this width have a value.
pub(super) fn admits(bounds: &Bounds, width: u8, raw: u128) -> bool {
    let number = signed(width, raw);
    (bounds.unsigned.0..=bounds.unsigned.1).contains(&raw)
        && (bounds.signed.0..=bounds.signed.1).contains(&number)
        && (raw ^ bounds.bits) & bounds.known == 0
}

/// A value within bounds made of any raw bits, unless an interval and the known bits are at odds.
pub(super) fn confined(bounds: &Bounds, width: u8, raw: u128) -> u128 {
    if admits(bounds, width, raw) {
        return raw;
    }
    let mask = u128::MAX >> (128 - u32::from(width));
    let signed_span = bounds.signed.1.wrapping_sub(bounds.signed.0) as u128;
    let unsigned_span = bounds.unsigned.1.wrapping_sub(bounds.unsigned.0);
    let (least, span) = if signed_span < unsigned_span {
        (bounds.signed.0 as u128, signed_span)
    } else {
        (bounds.unsigned.0, unsigned_span)
    };
    let offset = span.checked_add(1).map_or(raw, |count| raw % count);
    let inside = least.wrapping_add(offset) & mask;
    let fixed = inside & !bounds.known | bounds.bits & bounds.known;
    if admits(bounds, width, fixed) { fixed } else { inside }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn double(number: f64) -> u128 {
        number.to_bits().into()
    }

    #[test]
    fn integers_step_around_the_circle() {
        assert_eq!(stepped(Sort::Bits(8), 255, true, 1), Some(0));
        assert_eq!(stepped(Sort::Bits(8), 0, false, 2), Some(254));
        assert_eq!(stepped(Sort::Bits(8), 7, true, 256), None);
        assert_eq!(stepped(Sort::BOOL, 1, true, 1), Some(0));
    }

    #[test]
    fn floats_step_over_every_pattern_but_the_nans() {
        let up = |number: f64| stepped(Sort::F64, double(number), true, 1);
        assert_eq!(up(1.0), Some(double(1.0f64.next_up())));
        assert_eq!(up(-0.0), Some(double(0.0)));
        assert_eq!(up(-f64::from_bits(1)), Some(double(-0.0)));
        assert_eq!(up(f64::MAX), Some(double(f64::INFINITY)));
        assert_eq!(up(f64::INFINITY), None);
        assert_eq!(up(f64::NAN), None);
        let far = stepped(Sort::F64, double(1.0), false, u128::MAX >> 1);
        assert_eq!(far, Some(double(f64::NEG_INFINITY)));
    }

    #[test]
    fn every_f32_pattern_has_its_own_place_in_the_order() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..10_000 {
            let raw: u128 = rng.u32(..).into();
            if let Some(key) = float_key(Sort::F32, raw) {
                assert_eq!(of_float_key(Sort::F32, key), raw);
            }
        }
    }

    #[test]
    fn decimal_steps_follow_the_formula() {
        let step = |up, exponent, precision| {
            decimal(Sort::F64, double(1.5), up, exponent, precision)
                .map(|raw| to_f64(Sort::F64, raw))
        };
        assert_eq!(step(true, 0, 0), Some(2.5));
        assert_eq!(step(false, 0, 1), Some(1.4));
        assert_eq!(step(true, 3, 0), Some(9.5));
        assert_eq!(decimal(Sort::F64, double(1e300), true, 0, 0), None);
    }

    #[test]
    fn bounds_are_kept_in_both_readings_and_bit_by_bit() {
        let bounds = Bounds { unsigned: (0, 255), signed: (-3, 9), known: 1, bits: 1 };
        let admitted: Vec<u128> = (0..256).filter(|&raw| admits(&bounds, 8, raw)).collect();
        assert_eq!(admitted, [1, 3, 5, 7, 9, 253, 255]);
    }

    #[test]
    fn any_bits_are_confined_to_the_bounds() {
        let narrow = Bounds { unsigned: (0, 255), signed: (-3, 9), known: 0, bits: 0 };
        let odd = Bounds { unsigned: (16, 31), signed: (-128, 127), known: 1, bits: 1 };
        for raw in 0..256 {
            assert!(admits(&narrow, 8, confined(&narrow, 8, raw)));
            assert!(admits(&odd, 8, confined(&odd, 8, raw)));
        }
    }
}
