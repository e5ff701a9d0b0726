//! What a distance weighs in the sum over all conjuncts.
//!
//! A plain sum of distances lets the farthest conjunct drown the others, and the usual `d / (d + 1)` cannot
//! tell neighbours apart in an `f64` once distances pass 2^26. Here a distance counts by its logarithm, in
//! integers: order is kept, every step of one unit still shows, and halving any distance gains the same.
//!
//! A unit weighs 65 doublings, so fulfilling a conjunct outweighs what others lose by it, nearly always.
//! Measured on the workloads in `benches/workload`: counting unfulfilled conjuncts before all else costs the
//! same evaluations to the last one; a unit that weighs little answers 0 to 2 % fewer; plain sums 1 % fewer
//! comparisons of sums and 1 % more of products and quotients. So little hangs on the choice.

use term::Distance;

/// Bits of the mantissa: enough that two distances a unit apart weigh differently at any size, and that
/// a million conjuncts can be summed.
const MANTISSA: u32 = 100;

/// The weight of a distance: zero for zero, otherwise its logarithm with linear interpolation.
#[inline]
pub(super) fn weight(distance: Distance) -> u128 {
    let raw = distance.raw();
    if raw == 0 {
        return 0;
    }
    let exponent = 127 - raw.leading_zeros();
    let mantissa = (raw << (127 - exponent) << 1) >> (128 - MANTISSA);
    ((u128::from(exponent) + 1) << MANTISSA) + mantissa
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_distance_of_zero_weighs_nothing() {
        assert_eq!(weight(Distance::ZERO), 0);
        assert!(weight(Distance::of_raw(1)) > 0);
    }

    #[test]
    fn neighbours_differ_at_any_size() {
        let mut number = 1u64;
        while number < u64::MAX / 2 {
            for at in [number - 1, number, number + 1] {
                let (near, far) = (Distance::of_u64(at), Distance::of_u64(at + 1));
                assert!(weight(near) < weight(far), "{near} and {far}");
            }
            number = number * 2 + 1;
        }
        assert!(weight(Distance::of_u64(u64::MAX)) < weight(Distance::INFINITE));
        assert!(weight(Distance::INFINITE) < weight(Distance::NAN));
    }

    #[test]
    fn halving_a_distance_gains_the_same_at_any_size() {
        let gain =
            |number: u64| weight(Distance::of_u64(2 * number)) - weight(Distance::of_u64(number));
        assert_eq!(gain(1), gain(1 << 40));
        assert_eq!(gain(3), gain(3 << 50));
    }
}
