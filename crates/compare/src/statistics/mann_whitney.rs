//! The Mann–Whitney U test: whether one of two independent samples tends to larger values.

use super::effect::twice_u_of;
use super::ranks::Ranks;
use super::{Alternative, Distribution, exact, normal};

/// Samples of which the smaller has at most so many values are counted exactly, if no two values are equal.
const SMALL: usize = 8;

/// The larger sample may then have so many; the counts of more would not fit into 128 bits.
const LARGE: usize = 100_000;

/// Samples that have at most so many values together are counted exactly, whatever is equal: their choices fit into 128 bits
/// by far, and there is room for two samples of forty seeds.
const FEW: usize = 80;

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
///
/// Small samples are counted exactly even if values are equal, unlike SciPy does: the normal distribution gives two constant
/// samples of three a probability of 0.047, where no outcome of six values can be less likely than 0.1.
pub fn mann_whitney(
    first: &[f64],
    second: &[f64],
    alternative: Alternative,
) -> Option<MannWhitney> {
    if first.is_empty() || second.is_empty() || first.len() + second.len() > FEW {
        return as_scipy(first, second, alternative);
    }
    let both: Vec<f64> = first.iter().chain(second).copied().collect();
    let ranks = Ranks::of(&both);
    let twice = twice_u_of(&ranks, first.len());
    let counts = choices(&ranks.twice, first.len());
    let sum: u64 = ranks.twice[..first.len()].iter().sum();
    let all = counts.iter().sum::<u128>() as f64;
    let share = |counts: &[u128]| counts.iter().sum::<u128>() as f64 / all;
    let (as_large, as_small) = (share(&counts[sum as usize..]), share(&counts[..=sum as usize]));
    let p = exact(alternative, as_large, as_small);
    Some(MannWhitney { u: twice as f64 / 2.0, p, distribution: Distribution::Exact })
}

/// How many choices of so many ranks have each sum.
fn choices(ranks: &[u64], chosen: usize) -> Vec<u128> {
    let all: usize = ranks.iter().sum::<u64>() as usize;
    // For each number of ranks so far, how many choices of them have each sum.
    let mut counts = vec![vec![0_u128; all + 1]; chosen + 1];
    counts[0][0] = 1;
    for (index, rank) in ranks.iter().enumerate() {
        let rank = *rank as usize;
        for taken in (1..=chosen.min(index + 1)).rev() {
            let (before, with) = counts.split_at_mut(taken);
            for (sum, ways) in with[0].iter_mut().enumerate().skip(rank) {
                *ways += before[taken - 1][sum - rank];
            }
        }
    }
    counts.swap_remove(chosen)
}

/// The same as SciPy does it: by the normal distribution as soon as two values are equal, or samples are not small.
pub fn as_scipy(first: &[f64], second: &[f64], alternative: Alternative) -> Option<MannWhitney> {
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
    fn two_constant_samples_of_three_are_one_choice_of_twenty() {
        let test = mann_whitney(&[1.0; 3], &[2.0; 3], Alternative::TwoSided).unwrap();
        assert_eq!((test.u, test.distribution), (0.0, Distribution::Exact));
        assert!((test.p - 0.1).abs() < 1e-12, "{test:?}");
        let less = mann_whitney(&[1.0; 3], &[2.0; 3], Alternative::Less).unwrap();
        assert!((less.p - 0.05).abs() < 1e-12, "{less:?}");
    }

    /// The share of all choices of the first sample's places whose ranks have a sum as small.
    fn by_hand(first: &[f64], second: &[f64]) -> f64 {
        let both: Vec<f64> = first.iter().chain(second).copied().collect();
        let ranks = Ranks::of(&both).twice;
        let own: u64 = ranks[..first.len()].iter().sum();
        let chosen =
            (0..1_u32 << both.len()).filter(|set| set.count_ones() as usize == first.len());
        let sums: Vec<u64> = chosen
            .map(|set| (0..both.len()).filter(|i| set >> i & 1 == 1).map(|i| ranks[i]).sum())
            .collect();
        sums.iter().filter(|sum| **sum <= own).count() as f64 / sums.len() as f64
    }

    #[test]
    fn ties_are_counted_as_by_hand() {
        let samples: [(&[f64], &[f64]); 4] = [
            (&[1.0, 2.0, 2.0], &[2.0, 3.0, 3.0, 5.0]),
            (&[0.0, 0.0, 1.0, 1.0, 1.0], &[0.0, 1.0, 1.0, 1.0]),
            (&[4.0], &[4.0, 4.0, 5.0]),
            (&[1.0, 2.0, 3.0, 4.0], &[1.0, 2.0, 3.0, 4.0, 5.0]),
        ];
        for (first, second) in samples {
            let less = mann_whitney(first, second, Alternative::Less).unwrap();
            assert!((less.p - by_hand(first, second)).abs() < 1e-12, "{first:?} {second:?}");
        }
    }

    #[test]
    fn without_ties_both_ways_to_count_agree() {
        let first: Vec<f64> = (0..7).map(|n| f64::from(n * 5 % 17)).collect();
        let second: Vec<f64> = (7..17).map(|n| f64::from(n * 5 % 17)).collect();
        for alternative in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
            let (ours, theirs) = (
                mann_whitney(&first, &second, alternative),
                as_scipy(&first, &second, alternative),
            );
            assert!((ours.unwrap().p - theirs.unwrap().p).abs() < 1e-12);
        }
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
