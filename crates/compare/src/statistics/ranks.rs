//! Ranks of values, ties sharing the mean of the ranks that they take up.

/// Ranks of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranks {
    /// Twice the rank of each value, the smallest value having rank 1: shared ranks are halves.
    pub twice: Vec<u64>,
    /// How many values each group of equal values has, from the smallest value on.
    pub groups: Vec<usize>,
}

impl Ranks {
    /// The ranks of values.
    pub fn of(values: &[f64]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
        let mut ranks = Self { twice: vec![0; values.len()], groups: Vec::new() };
        let mut first = 0;
        // Zeros of either sign are equal.
        for group in order.chunk_by(|a, b| values[*a] == values[*b]) {
            let last = first + group.len();
            for index in group {
                ranks.twice[*index] = (first + 1 + last) as u64;
            }
            ranks.groups.push(group.len());
            first = last;
        }
        ranks
    }

    /// Whether two values are equal.
    pub fn has_ties(&self) -> bool {
        self.groups.len() < self.twice.len()
    }

    /// What ties take away from the variance of a sum of ranks: Σ (t³ − t) over the groups.
    pub fn tie_term(&self) -> f64 {
        self.groups.iter().map(|size| (*size as f64).powi(3) - *size as f64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        let ranks = Ranks::of(&[3.0, 1.0, 3.0, 0.0, -0.0, 3.0]);
        assert_eq!(ranks.twice, [10, 6, 10, 3, 3, 10]);
        assert_eq!(ranks.groups, [2, 1, 3]);
        assert!(ranks.has_ties());
        assert_eq!(ranks.tie_term(), 6.0 + 24.0);
    }

    #[test]
    fn different_values_have_whole_ranks() {
        let ranks = Ranks::of(&[0.5, f64::INFINITY, -2.0]);
        assert_eq!(ranks.twice, [4, 6, 2]);
        assert!(!ranks.has_ties());
        assert_eq!(ranks.tie_term(), 0.0);
    }
}
