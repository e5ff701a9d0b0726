//! The Mann–Whitney U test: whether one of two independent samples tends to larger values.

use super::effect::twice_u_of;
use super::ranks::Ranks;
use super::{Alternative, Distribution, exact, normal};

/// Samples of which the smaller has at most so many values are counted exactly, if no two values are equal.
const SMALL: usize = 8;

/// The larger sample may then have so many; the counts of more would not fit into 128 bits.
const LARGE: usize = 100_000;

/// What came of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// In how many pairs the value of the first sample is larger, ties counting half.
    pub u: f64,
    /// How likely samples of one distribution differ so much.
    pub p: f64,
    /// Where the probability comes from.
    pub distribution: Distribution,
}

/// Tests whether the first sample tends to other values than the second; none if one is empty.
pub fn mann_whitney(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let both: Vec<f64> = first.iter().chain(second).copied().collect();
    let ranks = Ranks::of(&both);
    let twice = twice_u_of(&ranks, first.len());
    let (small, large) = (first.len().min(second.len()), first.len().max(second.len()));
    if small <= SMALL && large <= LARGE && !ranks.has_ties() {
        let pairs = (small * large) as u64;
        let counts = arrangements(small, large);
        let u = twice / 2;
        // The distribution is symmetric, so being as large is being as small the other way round.
        let (as_large, as_small) = (share(&counts, pairs - u), share(&counts, u));
        let p = exact(alternative, as_large, as_small);
        return Some(MannWhitney { u: u as f64, p, distribution: Distribution::Exact });
    }
    let u = twice as f64 / 2.0;
    let pairs = (first.len() * second.len()) as f64;
    let count = both.len() as f64;
    let shrunk = ranks.tie_term() / (count * (count - 1.0));
    let deviation = (pairs / 12.0 * (count + 1.0 - shrunk)).sqrt();
    let distance = u - pairs / 2.0;
    let (above, below) = ((distance - 0.5) / deviation, (-distance - 0.5) / deviation);
    let p = normal(alternative, above, below);
    Some(MannWhitney { u, p, distribution: Distribution::Normal })
}

/// In how many arrangements of two samples without ties U has each value: the coefficients of the Gaussian binomial
/// Π (1 − qⁿ⁺ⁱ) / (1 − qⁱ) over i = 1…m. Passing results may be negative; the last ones fit.
fn arrangements(small: usize, large: usize) -> Vec<u128> {
    let mut counts = vec![0_u128; small * large + 1];
    counts[0] = 1;
    for step in 1..=small {
        for index in (large + step..counts.len()).rev() {
            counts[index] = counts[index].wrapping_sub(counts[index - large - step]);
        }
        for index in step..counts.len() {
            counts[index] = counts[index].wrapping_add(counts[index - step]);
        }
    }
    counts
}

/// The share of arrangements up to this value.
fn share(counts: &[u128], last: u64) -> f64 {
    let sum = |counts: &[u128]| counts.iter().sum::<u128>() as f64;
    sum(&counts[..=last as usize]) / sum(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrangements_are_counted_as_by_hand() {
        assert_eq!(arrangements(1, 3), [1, 1, 1, 1]);
        assert_eq!(arrangements(2, 3), [1, 1, 2, 2, 2, 1, 1]);
        assert_eq!(arrangements(3, 3), [1, 1, 2, 3, 3, 3, 3, 2, 1, 1]);
    }

    #[test]
    fn the_largest_samples_that_are_counted_fit() {
        let counts = arrangements(SMALL, 1_000);
        let all: u128 = counts.iter().sum();
        assert_eq!(all, (1..=8).fold(1, |product, i| product * (1_000 + i) / i));
        let bits = (1..=SMALL).map(|i| ((LARGE + i) as f64 / i as f64).log2()).sum::<f64>();
        assert!(bits < 127.0);
    }

    #[test]
    fn nothing_but_ties_is_no_difference() {
        let same = mann_whitney(&[1.0; 9], &[1.0; 9], Alternative::TwoSided).unwrap();
        assert_eq!((same.u, same.p), (40.5, 1.0));
    }

    #[test]
    fn an_empty_sample_has_no_test() {
        assert_eq!(mann_whitney(&[], &[1.0], Alternative::Less), None);
        assert_eq!(mann_whitney(&[1.0], &[], Alternative::Less), None);
    }
}
