//! Vargha and Delaney's Â12: how often one algorithm does better than another, and whether it does so over all.
//!
//! A. Vargha and H. D. Delaney, A critique and improvement of the CL common language effect size statistics of
//! McGraw and Wong, Journal of Educational and Behavioral Statistics, 2000.

use super::ranks::Ranks;
use super::{Alternative, SignedRank, Zeros, signed_rank};

/// How likely a value of the first sample is larger than one of the second, ties counting half; none if a sample
/// is empty. 0.5 means no difference.
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    if first.is_empty() || second.is_empty() {
        return None;
    }
    let pairs = first.len() * second.len();
    Some(twice_u(first, second) as f64 / (2 * pairs) as f64)
}

/// Twice the number of pairs in which the value of the first sample is larger, ties counting half.
pub(super) fn twice_u(first: &[f64], second: &[f64]) -> u64 {
    let both: Vec<f64> = first.iter().chain(second).copied().collect();
    twice_u_of(&Ranks::of(&both), first.len())
}

/// The same from the ranks of both samples, the first sample's values coming first.
pub(super) fn twice_u_of(ranks: &Ranks, first: usize) -> u64 {
    let sum: u64 = ranks.twice[..first].iter().sum();
    sum - (first * (first + 1)) as u64
}

/// Whether effect sizes of many subjects lie around 0.5: the Wilcoxon signed-rank test of their differences from it,
/// subjects without any difference left out. None if all are so.
///
/// (G. Fraser and A. Arcuri, Whole test suite generation, IEEE TSE 2013, ask so whether an algorithm is better on the
/// whole.)
pub fn symmetry(effects: &[f64]) -> Option<SignedRank> {
    // 0.7 and 0.3 are equally far from 0.5, but not in binary.
    const FINEST: f64 = (1_u64 << 40) as f64;
    let difference = |effect: &f64| ((effect - 0.5) * FINEST).round() / FINEST;
    let differences: Vec<f64> = effects.iter().map(difference).collect();
    signed_rank(&differences, Alternative::TwoSided, Zeros::Dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_equally_far_from_a_half_balance() {
        let test = symmetry(&[0.7, 0.3, 0.5, 0.9, 0.1]).unwrap();
        assert_eq!((test.positive, test.negative, test.p), (5.0, 5.0, 1.0));
        assert_eq!(symmetry(&[0.5, 0.5]), None);
    }

    #[test]
    fn effects_on_one_side_do_not() {
        let test = symmetry(&[0.6, 0.7, 0.8, 0.9, 1.0, 0.5]).unwrap();
        assert_eq!((test.positive, test.negative, test.p), (15.0, 0.0, 0.0625));
    }
}
