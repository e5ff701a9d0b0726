//! The nearest neighbours of a path condition among those whose fate is known (section 4.3).
//!
//! Examples are only ever added, so a path condition remembers its neighbours and how many examples it has seen: to
//! classify it again, the new ones alone are looked at.
//!
//! Examples are kept by bit: for each bit of a fingerprint a row says which of 256 examples have it. The rows of the
//! bits that a path condition has are added up place by place, which gives what it has in common with 256 examples in
//! a few steps for each bit, and those that are too far away are told apart from the others in a few more.

use super::fingerprint::Fingerprint;
use std::cmp::Ordering;

/// Neighbours that vote.
pub const NEIGHBOURS: usize = 3;

/// Jaccard similarity: bits that both have, of those that either has.
#[derive(Clone, Copy, Debug)]
pub struct Similarity {
    common: u32,
    either: u32,
}

impl Similarity {
    /// Of two fingerprints.
    pub fn of(a: &Fingerprint, b: &Fingerprint) -> Self {
        let common = a.common(b);
        Self { common, either: a.len() + b.len() - common }
    }

    /// In parts of [`Similarity::ONE`], rounded down.
    pub fn scaled(self) -> u64 {
        match self.either {
            // Two path conditions without clauses are the same one.
            0 => Self::ONE,
            either => u64::from(self.common) * Self::ONE / u64::from(either),
        }
    }

    /// What [`Similarity::scaled`] gives for equals.
    pub const ONE: u64 = 1 << 20;
}

impl PartialEq for Similarity {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Similarity {}

impl PartialOrd for Similarity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Similarity {
    fn cmp(&self, other: &Self) -> Ordering {
        let of = |similarity: &Self| match similarity.either {
            0 => (1, 1),
            either => (u64::from(similarity.common), u64::from(either)),
        };
        let ((a, all_a), (b, all_b)) = (of(self), of(other));
        (a * all_b).cmp(&(b * all_a))
    }
}

/// Path conditions whose fate is known.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    blocks: Vec<Block>,
    /// By example: bits of the fingerprint, and whether it was feasible.
    facts: Vec<(u32, bool)>,
}

/// Examples that are looked at together.
#[derive(Clone, Debug)]
struct Block {
    /// By bit of the fingerprint: which examples have it.
    holders: Box<[Row]>,
    /// Which of them have about as many bits, and how many at least.
    sizes: Vec<(u32, Row)>,
}

/// A bit for each example of a block. A few words, so that one operation is carried out on several at once.
type Row = [u64; WORDS];

/// Words of a row.
const WORDS: usize = 4;

/// Numbers of bits that are about the same: those that begin with the same three digits.
fn size_class(bits: u32) -> u32 {
    let digits = u32::BITS - bits.leading_zeros();
    bits >> digits.saturating_sub(3) << digits.saturating_sub(3)
}

/// Examples of a block.
const BLOCK: usize = 64 * WORDS;

/// The most similar examples that a path condition has seen, the nearest first.
#[derive(Clone, Copy, Debug, Default)]
pub struct Neighbours {
    nearest: [Option<(Similarity, bool)>; NEIGHBOURS],
    seen: usize,
}

/// What the neighbours say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the path condition looks feasible.
    pub feasible: bool,
    /// How many neighbours say so.
    pub votes: u32,
    /// How near they are on the whole: the mean similarity, in parts of [`Similarity::ONE`].
    pub nearness: u64,
}

impl Examples {
    /// Adds one.
    pub fn add(&mut self, fingerprint: Fingerprint, feasible: bool) {
        let (place, len) = (self.len() % BLOCK, fingerprint.len());
        if place == 0 {
            let holders = vec![[0; WORDS]; Fingerprint::BITS].into_boxed_slice();
            self.blocks.push(Block { holders, sizes: Vec::new() });
        }
        if let Some(block) = self.blocks.last_mut() {
            let class = size_class(len);
            let (word, bit) = (place / 64, 1 << (place % 64));
            let known = block.sizes.iter().position(|(known, _)| *known == class);
            let known = known.unwrap_or_else(|| {
                block.sizes.push((class, [0; WORDS]));
                block.sizes.len() - 1
            });
            block.sizes[known].1[word] |= bit;
            fingerprint.bits().for_each(|own| block.holders[own][word] |= bit);
        }
        self.facts.push((len, feasible));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Shows a path condition the examples that it has not seen. Of equally near ones the first stay.
    pub fn show(&self, fingerprint: &Fingerprint, neighbours: &mut Neighbours) {
        if neighbours.seen == self.len() {
            return;
        }
        let bits: Vec<usize> = fingerprint.bits().collect();
        let len = bits.len() as u32;
        let seen = neighbours.seen;
        for (number, block) in self.blocks.iter().enumerate().skip(seen / BLOCK) {
            let start = number * BLOCK;
            let common = Sums::of(&block.holders, &bits);
            let mut near = [0; WORDS];
            for (least, members) in &block.sizes {
                let enough = common.at_least(neighbours.needs(len, *least));
                near = each(|word| near[word] | members[word] & enough[word]);
            }
            for (word, near) in near.iter_mut().enumerate() {
                while *near != 0 {
                    let place = 64 * word + near.trailing_zeros() as usize;
                    *near &= *near - 1;
                    if start + place < seen {
                        continue;
                    }
                    let common = common.get(place);
                    let (bits, feasible) = self.facts[start + place];
                    let similarity = Similarity { common, either: len + bits - common };
                    if neighbours.takes(similarity) {
                        neighbours.insert(similarity, feasible);
                    }
                }
            }
        }
        neighbours.seen = self.len();
    }
}

/// A row, word by word.
#[inline]
fn each(word: impl FnMut(usize) -> u64) -> Row {
    std::array::from_fn(word)
}

/// A sum for each example of a block, bit by bit: of the number at a place, each row has one bit.
struct Sums([Row; Sums::ROWS]);

impl Sums {
    /// Enough for as many as a fingerprint has bits.
    const ROWS: usize = 11;

    /// How many of some rows have each bit. Sixteen are added up before a sum is rippled through.
    #[inline]
    fn of(rows: &[Row], chosen: &[usize]) -> Self {
        let mut sums = [[0; WORDS]; Self::ROWS];
        for group in chosen.chunks(16) {
            let row = |place: usize| group.get(place).map_or([0; WORDS], |bit| rows[*bit]);
            let mut carries = [[0; WORDS]; 8];
            let mut ones = sums[0];
            for (pair, carry) in carries.iter_mut().enumerate() {
                (*carry, ones) = add(ones, row(2 * pair), row(2 * pair + 1));
            }
            sums[0] = ones;
            // Half as many carries in each row above, until one is left.
            let mut left = 8;
            let mut place = 1;
            while left > 1 {
                let mut sum = sums[place];
                for pair in 0..left / 2 {
                    (carries[pair], sum) = add(sum, carries[2 * pair], carries[2 * pair + 1]);
                }
                sums[place] = sum;
                (left, place) = (left / 2, place + 1);
            }
            let mut carry = carries[0];
            for sum in &mut sums[4..] {
                let both = each(|word| sum[word] & carry[word]);
                *sum = each(|word| sum[word] ^ carry[word]);
                carry = both;
            }
        }
        Self(sums)
    }

    /// Which sums are at least so great.
    #[inline]
    fn at_least(&self, bound: u32) -> Row {
        if bound >> Self::ROWS != 0 {
            return [0; WORDS];
        }
        let with = |at_least: Row, (place, row): (usize, &Row)| match bound >> place & 1 {
            0 => each(|word| row[word] | at_least[word]),
            _ => each(|word| row[word] & at_least[word]),
        };
        self.0.iter().enumerate().fold([u64::MAX; WORDS], with)
    }

    /// One of them.
    #[inline]
    fn get(&self, place: usize) -> u32 {
        let bit = |row: &Row| (row[place / 64] >> (place % 64) & 1) as u32;
        self.0.iter().enumerate().map(|(number, row)| bit(row) << number).sum()
    }
}

/// Adds three bits in each place: carry and sum.
#[inline]
fn add(a: Row, b: Row, c: Row) -> (Row, Row) {
    let half = each(|word| a[word] ^ b[word]);
    (each(|word| a[word] & b[word] | half[word] & c[word]), each(|word| half[word] ^ c[word]))
}

impl Neighbours {
    /// How many bits one of so many has to have in common with a path condition of so many to be among the nearest; at
    /// least: one with more bits needs more.
    fn needs(&self, own: u32, others: u32) -> u32 {
        let Some((last, _)) = self.nearest[NEIGHBOURS - 1] else { return 0 };
        if last.either == 0 {
            return u32::MAX;
        }
        // c / (own + others - c) above the last means that c is above this.
        let all = u64::from(last.common) * u64::from(own + others);
        (all / u64::from(last.common + last.either)) as u32 + 1
    }

    /// Whether one that is so near would be among the nearest.
    #[inline]
    fn takes(&self, similarity: Similarity) -> bool {
        self.nearest[NEIGHBOURS - 1].is_none_or(|(last, _)| similarity > last)
    }

    fn insert(&mut self, similarity: Similarity, feasible: bool) {
        let nearer = |known: &Option<(Similarity, bool)>| {
            known.is_some_and(|(known, _)| known >= similarity)
        };
        let place = self.nearest.iter().take_while(|known| nearer(known)).count();
        self.nearest[place..].rotate_right(1);
        self.nearest[place] = Some((similarity, feasible));
    }

    /// What they say; none as long as there are fewer than [`NEIGHBOURS`].
    pub fn verdict(&self) -> Option<Verdict> {
        let (mut votes, mut sum) = (0, 0);
        for known in self.nearest {
            let (similarity, feasible) = known?;
            votes += u32::from(feasible);
            sum += similarity.scaled();
        }
        let all = NEIGHBOURS as u32;
        let feasible = 2 * votes > all;
        let votes = if feasible { votes } else { all - votes };
        Some(Verdict { feasible, votes, nearness: sum / u64::from(all) })
    }
}
