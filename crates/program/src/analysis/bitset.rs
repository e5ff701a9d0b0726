//! A dense set of small numbers.

/// A set of numbers below a fixed bound, one bit each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
    bound: usize,
}

impl BitSet {
    /// The empty set, for numbers below `bound`.
    pub fn new(bound: usize) -> Self {
        Self { words: vec![0; bound.div_ceil(64)], bound }
    }

    /// The set of all numbers below `bound`.
    pub fn full(bound: usize) -> Self {
        let mut words = vec![u64::MAX; bound.div_ceil(64)];
        if let Some(last) = words.last_mut()
            && !bound.is_multiple_of(64)
        {
            *last = (1 << (bound % 64)) - 1;
        }
        Self { words, bound }
    }

    /// The bound that all members are below.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Adds a number and tells whether it is new.
    ///
    /// # Panics
    /// When the number is not below the bound.
    pub fn insert(&mut self, number: usize) -> bool {
        assert!(number < self.bound, "{number} is not below {}", self.bound);
        let (word, bit) = (&mut self.words[number / 64], 1 << (number % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes a number out and tells whether it was there.
    pub fn remove(&mut self, number: usize) -> bool {
        let was = self.contains(number);
        if was {
            self.words[number / 64] &= !(1 << (number % 64));
        }
        was
    }

    /// Whether a number is a member; no number at or above the bound is.
    pub fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds all members of a set of the same bound and tells whether any is new.
    pub fn union_with(&mut self, other: &Self) -> bool {
        debug_assert_eq!(self.bound, other.bound);
        let mut changed = false;
        for (word, &more) in self.words.iter_mut().zip(&other.words) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }

    /// Whether the two sets have a member in common.
    pub fn intersects(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Whether it has no members.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// How many members it has.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        members(self.words.iter().copied())
    }

    /// The members in words of 64, lowest first.
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }
}

/// The numbers of the bits that are set in a row of words, lowest first.
pub(crate) fn members(words: impl Iterator<Item = u64>) -> impl Iterator<Item = usize> {
    words.enumerate().flat_map(|(index, mut word)| {
        std::iter::from_fn(move || {
            let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
            word &= word - 1;
            Some(index * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::BitSet;
    use std::collections::BTreeSet;

    #[test]
    fn a_bit_set_agrees_with_a_tree_set() {
        let mut rng = fastrand::Rng::with_seed(1);
        for bound in [1, 5, 63, 64, 65, 127, 128, 200] {
            let (mut bits, mut tree) = (BitSet::new(bound), BTreeSet::new());
            let (mut other_bits, mut other_tree) = (BitSet::new(bound), BTreeSet::new());
            for _ in 0..300 {
                let number = rng.usize(..bound);
                match rng.u8(..4) {
                    0 => assert_eq!(bits.remove(number), tree.remove(&number)),
                    1 => assert_eq!(other_bits.insert(number), other_tree.insert(number)),
                    _ => assert_eq!(bits.insert(number), tree.insert(number)),
                }
                assert!(bits.iter().eq(tree.iter().copied()));
                assert_eq!(bits.len(), tree.len());
                assert_eq!(bits.is_empty(), tree.is_empty());
                assert_eq!(bits.intersects(&other_bits), !tree.is_disjoint(&other_tree));
            }
            let grows = !other_tree.is_subset(&tree);
            tree.extend(&other_tree);
            assert_eq!(bits.union_with(&other_bits), grows);
            assert!(bits.iter().eq(tree.iter().copied()));
            assert!(!bits.contains(bound) && !bits.contains(bound + 64));
        }
    }

    #[test]
    fn the_full_set_ends_at_its_bound() {
        for bound in [0, 1, 63, 64, 65, 128] {
            assert!(BitSet::full(bound).iter().eq(0..bound));
        }
    }
}
