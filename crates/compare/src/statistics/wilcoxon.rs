//! The Wilcoxon signed-rank test: whether differences of pairs tend to one side of zero.

use super::ranks::Ranks;
use super::{Alternative, Distribution, exact, normal};

/// Up to so many differences all signs are counted, if no two are equally far from zero and none is zero.
const SMALL: usize = 50;

/// Up to so many, they are counted in any case.
const SMALL_WITH_TIES: usize = 13;

/// What is done with differences of zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They are left out, as Wilcoxon did.
    #[default]
    Dropped,
    /// They are ranked with the others and then left out, as Pratt did.
    Ranked,
}

/// What came of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The sum of the ranks of the negative differences.
    pub negative: f64,
    /// How likely differences that lie around zero are so one-sided.
    pub p: f64,
    /// Where the probability comes from.
    pub distribution: Distribution,
}

/// Tests whether differences tend to one side of zero; none if all are zero.
pub fn signed_rank(
    differences: &[f64],
    alternative: Alternative,
    zeros: Zeros,
) -> Option<SignedRank> {
    let ranked = Ranked::new(differences, zeros)?;
    let ties = ranked.ranks.has_ties() || ranked.zeros > 0;
    let limit = if ties { SMALL_WITH_TIES } else { SMALL };
    let small = differences.len() <= limit;
    Some(if small { ranked.exact(alternative) } else { ranked.normal(alternative) })
}

/// The same by the normal distribution with continuity correction, however few differences there are.
pub fn signed_rank_normal(
    differences: &[f64],
    alternative: Alternative,
    zeros: Zeros,
) -> Option<SignedRank> {
    Some(Ranked::new(differences, zeros)?.normal(alternative))
}

/// Differences with the ranks of their sizes.
struct Ranked {
    ranks: Ranks,
    differences: Vec<f64>,
    /// How many of the differences given are zero.
    zeros: usize,
}

impl Ranked {
    fn new(differences: &[f64], zeros: Zeros) -> Option<Self> {
        let count = differences.iter().filter(|difference| **difference == 0.0).count();
        if count == differences.len() {
            return None;
        }
        let mut differences = differences.to_vec();
        if zeros == Zeros::Dropped {
            differences.retain(|difference| *difference != 0.0);
        }
        let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
        Some(Self { ranks: Ranks::of(&sizes), differences, zeros: count })
    }

    /// Twice the ranks of the differences on one side.
    fn twice(&self, side: impl Fn(f64) -> bool) -> impl Iterator<Item = u64> {
        let pairs = self.differences.iter().zip(&self.ranks.twice);
        pairs.filter(move |(difference, _)| side(**difference)).map(|(_, rank)| *rank)
    }

    fn result(&self, p: f64, distribution: Distribution) -> SignedRank {
        let half = |sum: u64| sum as f64 / 2.0;
        SignedRank {
            positive: half(self.twice(|difference| difference > 0.0).sum()),
            negative: half(self.twice(|difference| difference < 0.0).sum()),
            p,
            distribution,
        }
    }

    /// Every choice of signs is equally likely: counts those whose positive ranks have a sum as large, and as small.
    fn exact(&self, alternative: Alternative) -> SignedRank {
        let ranks: Vec<usize> =
            self.twice(|difference| difference != 0.0).map(|r| r as usize).collect();
        let all: usize = ranks.iter().sum();
        let mut counts = vec![0_u64; all + 1];
        counts[0] = 1;
        for rank in &ranks {
            for sum in (*rank..=all).rev() {
                counts[sum] += counts[sum - rank];
            }
        }
        let positive = self.twice(|difference| difference > 0.0).sum::<u64>() as usize;
        let share =
            |counts: &[u64]| counts.iter().sum::<u64>() as f64 / 2.0_f64.powi(ranks.len() as i32);
        let p = exact(alternative, share(&counts[positive..]), share(&counts[..=positive]));
        self.result(p, Distribution::Exact)
    }

    fn normal(&self, alternative: Alternative) -> SignedRank {
        let sums = |count: usize| {
            let count = count as f64;
            (count * (count + 1.0), count * (count + 1.0) * (2.0 * count + 1.0))
        };
        let ((mut mean, mut variance), mut ties) =
            (sums(self.differences.len()), self.ranks.tie_term());
        let ranked = self.differences.iter().filter(|difference| **difference == 0.0).count();
        if ranked > 0 {
            // E. E. Cureton, The normal approximation to the signed-rank sampling distribution when zero differences
            // are present, 1967: zeros take up the lowest ranks, and are no ties among the others.
            let (less_mean, less_variance) = sums(ranked);
            (mean, variance) = (mean - less_mean, variance - less_variance);
            ties -= (ranked as f64).powi(3) - ranked as f64;
        }
        let deviation = ((variance - ties / 2.0) / 24.0).sqrt();
        let result = self.result(0.0, Distribution::Normal);
        let distance = result.positive - mean / 4.0;
        let corrected = |distance: f64| (distance - 0.5) / deviation;
        SignedRank { p: normal(alternative, corrected(distance), corrected(-distance)), ..result }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_differences_to_one_side_are_one_choice_of_eight() {
        let test = signed_rank(&[1.0, 2.0, 3.0], Alternative::Greater, Zeros::Dropped).unwrap();
        assert_eq!((test.positive, test.negative, test.p), (6.0, 0.0, 0.125));
        assert_eq!(test.distribution, Distribution::Exact);
    }

    #[test]
    fn the_two_sides_swap_when_signs_do() {
        let differences: Vec<f64> = (1..40).map(|n| f64::from((n * 7) % 11 - 4)).collect();
        let negated: Vec<f64> = differences.iter().map(|difference| -difference).collect();
        for zeros in [Zeros::Dropped, Zeros::Ranked] {
            let less = signed_rank(&differences, Alternative::Less, zeros).unwrap();
            let greater = signed_rank(&negated, Alternative::Greater, zeros).unwrap();
            assert_eq!(less.p, greater.p);
            assert_eq!((less.positive, less.negative), (greater.negative, greater.positive));
        }
    }

    #[test]
    fn zeros_alone_have_no_test() {
        for zeros in [Zeros::Dropped, Zeros::Ranked] {
            assert_eq!(signed_rank(&[0.0, -0.0], Alternative::TwoSided, zeros), None);
            assert_eq!(signed_rank(&[], Alternative::TwoSided, zeros), None);
        }
    }
}
