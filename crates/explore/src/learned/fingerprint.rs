//! Fingerprints: a set of clauses as a Bloom filter in two dimensions (section 4.2).
//!
//! A clause without its numbers sets bits of the first row; the clause as it is sets bits in the columns below those.
//! So clauses that differ in numbers alone keep to the same columns.

use super::clause::{Print, joined};

/// Rows of a fingerprint; each has a bit for each of 64 columns.
const ROWS: usize = 16;
/// Hash functions, and so bits that a clause sets in the first row and below it, where none fall together.
const HASHES: u64 = 3;

/// A set of clauses, as 64 × 16 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    rows: [u64; ROWS],
}

impl Fingerprint {
    /// Adds a clause.
    pub fn add(&mut self, clause: Print) {
        for function in 0..HASHES {
            let column = joined(function, clause.outline) % 64;
            let below = joined(HASHES + function, clause.whole) % (ROWS as u64 - 1);
            self.rows[0] |= 1 << column;
            self.rows[1 + below as usize] |= 1 << column;
        }
    }

    /// How many bits there are.
    pub const BITS: usize = 64 * ROWS;

    /// The bits that are set, by their numbers.
    pub fn bits(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows.iter().enumerate().flat_map(|(row, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * row + bit)
            })
        })
    }

    /// Adds all clauses of another.
    pub fn join(&mut self, other: &Self) {
        for (row, others) in self.rows.iter_mut().zip(other.rows) {
            *row |= others;
        }
    }

    /// Whether a clause may be in it; it is, where nothing else set its bits.
    pub fn may_contain(&self, clause: Print) -> bool {
        let mut alone = Self::default();
        alone.add(clause);
        self.common(&alone) == alone.len()
    }

    /// How many bits are set.
    pub fn len(&self) -> u32 {
        self.rows.iter().map(|row| row.count_ones()).sum()
    }

    /// Whether there is no clause in it.
    pub fn is_empty(&self) -> bool {
        self.rows[0] == 0
    }

    /// How many bits are set in both.
    pub fn common(&self, other: &Self) -> u32 {
        self.rows.iter().zip(other.rows).map(|(row, others)| (row & others).count_ones()).sum()
    }

    /// The columns in use.
    pub fn columns(&self) -> u64 {
        self.rows[0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_is_found_and_little_else() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut print = || Print { outline: random.u64(..), whole: random.u64(..) };
        let inside: Vec<Print> = (0..8).map(|_| print()).collect();
        let mut filter = Fingerprint::default();
        inside.iter().for_each(|clause| filter.add(*clause));
        assert!(inside.iter().all(|clause| filter.may_contain(*clause)));
        let wrong = (0..1_000).filter(|_| filter.may_contain(print())).count();
        assert!(wrong < 10, "{wrong} of 1,000");
    }
}
