//! Where to go when no move helps: somewhere else, chosen by dice.

use rustc_hash::FxHashSet;
use term::{Node, Sort};

use super::dice::Dice;
use super::landscape::{Change, Landscape, Variable};
use super::number::{of_f64, stepped};

/// Values worth trying for variables of a width: the constants that the conjuncts mention, and the ends.
pub(super) struct Harvest {
    /// Sorted by width.
    constants: Vec<(Sort, Vec<u128>)>,
}

impl Harvest {
    /// The constants of a problem, in the order of their mention.
    pub fn new(landscape: &Landscape) -> Harvest {
        let mut constants: Vec<(Sort, Vec<u128>)> = Vec::new();
        let mut seen = FxHashSet::default();
        for &term in &landscape.terms {
            if let Node::Constant(raw) = landscape.pool.node(term) {
                let sort = landscape.pool.sort(term);
                if seen.insert((sort, raw)) {
                    match constants.iter_mut().find(|(other, _)| *other == sort) {
                        Some((_, values)) => values.push(raw),
                        None => constants.push((sort, vec![raw])),
                    }
                }
            }
        }
        Harvest { constants }
    }

    /// A value for a variable of this sort.
    pub fn value(&self, sort: Sort, dice: &mut Dice) -> u128 {
        let constants = self.constants.iter().find(|(other, _)| *other == sort);
        match dice.below(8) {
            0..3 if let Some((_, values)) = constants => {
                let raw = values[dice.below(values.len())];
                match dice.below(3) {
                    0 => stepped(sort, raw, true, 1).unwrap_or(raw),
                    1 => stepped(sort, raw, false, 1).unwrap_or(raw),
                    _ => raw,
                }
            }
            3 => special(sort, dice),
            4 | 5 => small(sort, dice),
            _ => dice.wide() & sort.mask(),
        }
    }
}

/// The ends of the range, and what lies next to zero.
fn special(sort: Sort, dice: &mut Dice) -> u128 {
    if sort.is_float() {
        let specials = [0.0, -0.0, 1.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 0.5];
        return of_f64(sort, specials[dice.below(specials.len())]);
    }
    let mask = sort.mask();
    let power = 1 << dice.below(sort.width().into());
    let specials = [0, 1, mask, mask / 2, mask / 2 + 1, power, power - 1, mask - power];
    specials[dice.below(specials.len())]
}

/// A number of few digits, of either sign.
fn small(sort: Sort, dice: &mut Dice) -> u128 {
    if sort.is_float() {
        let number = dice.below(2_000_001) as f64 - 1_000_000.0;
        let scale = [1.0, 10.0, 100.0, 1e4, 1e6][dice.below(5)];
        return of_f64(sort, number / scale);
    }
    (dice.below(2_001) as i128 - 1_000) as u128 & sort.mask()
}

/// Gives every variable a new value, or some of them only, so that what was right may stay.
pub(super) fn leap(landscape: &mut Landscape, harvest: &Harvest, dice: &mut Dice) {
    let wanted = landscape.wanted();
    let all = dice.below(2) == 0;
    let mut changes = Vec::new();
    for index in 0..landscape.variables.len() {
        let Variable { id, sort, bit } = landscape.variables[index];
        if !all && (wanted >> bit & 1 == 0 || dice.below(2) == 0) {
            continue;
        }
        let change = match sort {
            Sort::Bytes { index_bits } => {
                let used = landscape.values().bytes(id).len().clamp(1, 256);
                let place = dice.below(used.min(1 << index_bits.min(30)));
                Change::Element(id, place as u32, harvest.value(Sort::Bits(8), dice) as u8)
            }
            _ => Change::Scalar(id, landscape.confined(id, harvest.value(sort, dice))),
        };
        if landscape.admits(change) {
            changes.push(change);
        }
    }
    landscape.force(&changes);
}
