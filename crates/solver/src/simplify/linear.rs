//! Sums of multiples modulo a power of two, and solving them for a variable.

use crate::bounds::inverse;
use term::{BinaryOp, Node, Pool, Sort, TermId, UnaryOp};

/// How many terms are looked at to read a sum.
const LIMIT: usize = 64;

/// A constant plus multiples of terms that are no sums themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Linear {
    sort: Sort,
    constant: u128,
    /// Terms with their factors, none of them zero, in order of first mention.
    multiples: Vec<(TermId, u128)>,
}

impl Linear {
    /// `a - b` as a sum of multiples, unless it is too long.
    pub fn difference(pool: &Pool, a: TermId, b: TermId) -> Option<Linear> {
        let sort = pool.sort(a);
        let mut sum = Linear { sort, constant: 0, multiples: Vec::new() };
        let mut pending = vec![(b, u128::MAX), (a, 1)];
        let mut visited = 0;
        while let Some((term, factor)) = pending.pop() {
            visited += 1;
            if visited > LIMIT {
                return None;
            }
            match pool.node(term) {
                Node::Constant(raw) => sum.add_constant(raw.wrapping_mul(factor)),
                Node::Binary(BinaryOp::Add, x, y) => pending.extend([(y, factor), (x, factor)]),
                Node::Binary(BinaryOp::Sub, x, y) => {
                    pending.extend([(y, factor.wrapping_neg()), (x, factor)]);
                }
                Node::Binary(BinaryOp::Mul, x, k) if let Some(k) = pool.as_constant(k) => {
                    pending.push((x, factor.wrapping_mul(k)));
                }
                Node::Unary(UnaryOp::Neg, x) => pending.push((x, factor.wrapping_neg())),
                Node::Unary(UnaryOp::Not, x) => {
                    // `!x` is `-x - 1`.
                    sum.add_constant(factor.wrapping_neg());
                    pending.push((x, factor.wrapping_neg()));
                }
                _ => sum.add_multiple(term, factor),
            }
        }
        sum.multiples.retain(|&(_, factor)| factor != 0);
        Some(sum)
    }

    /// The terms that the sum can be solved for: those with an odd factor, by which the other factors can
    /// be divided without growing. Otherwise `5 * x == 4 * y` would become a product with the inverse of 5,
    /// which no bound goes through and which a complete solver has a hard time with.
    pub fn solvable(&self) -> impl Iterator<Item = TermId> + '_ {
        let largest = self.multiples.iter().map(|&(_, factor)| self.size(factor)).max();
        self.multiples.iter().filter_map(move |&(term, factor)| {
            let scale = if factor & 1 == 1 { inverse(factor) } else { return None };
            let size = |&(_, other): &(TermId, u128)| self.size(other.wrapping_mul(scale));
            (self.multiples.iter().map(size).max() <= largest).then_some(term)
        })
    }

    /// How far a factor is from zero.
    fn size(&self, factor: u128) -> u128 {
        let mask = self.sort.mask();
        (factor & mask).min(factor.wrapping_neg() & mask)
    }

    /// The terms other than this one.
    pub fn others(&self, than: TermId) -> impl Iterator<Item = TermId> + '_ {
        self.multiples.iter().map(|&(term, _)| term).filter(move |&term| term != than)
    }

    /// What a solvable term is where the sum is zero.
    pub fn solved_for(&self, pool: &mut Pool, term: TermId) -> Option<TermId> {
        let &(_, factor) = self.multiples.iter().find(|(other, _)| *other == term)?;
        let scale = inverse(factor).wrapping_neg();
        let mut solved = None;
        for &(other, factor) in self.multiples.iter().filter(|(other, _)| *other != term) {
            let factor = pool.constant(self.sort, factor.wrapping_mul(scale));
            let multiple = pool.binary(BinaryOp::Mul, other, factor);
            solved = Some(match solved {
                Some(sum) => pool.binary(BinaryOp::Add, sum, multiple),
                None => multiple,
            });
        }
        let constant = pool.constant(self.sort, self.constant.wrapping_mul(scale));
        Some(match solved {
            Some(sum) => pool.binary(BinaryOp::Add, sum, constant),
            None => constant,
        })
    }

    fn add_constant(&mut self, raw: u128) {
        self.constant = self.constant.wrapping_add(raw) & self.sort.mask();
    }

    fn add_multiple(&mut self, term: TermId, factor: u128) {
        let mask = self.sort.mask();
        match self.multiples.iter_mut().find(|(other, _)| *other == term) {
            Some((_, known)) => *known = known.wrapping_add(factor) & mask,
            None => self.multiples.push((term, factor & mask)),
        }
    }
}
