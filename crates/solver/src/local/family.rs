//! Sized inputs: the variables `x.length`, `x[0]`, `x[1]`, … are one thing, and grow and shrink together.
//!
//! A string that misses a character in the middle is far from the one that has it, variable by variable;
//! inserting and removing shift everything behind and change the length too.

use std::collections::BTreeMap;

use term::{Pool, VarId};

use super::landscape::{Change, Landscape};

/// Positions beyond are not shifted.
const MOST_ELEMENTS: usize = 256;

/// A sized input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Family {
    length: Option<VarId>,
    /// By index; all that the pool has up to the last that the problem has.
    elements: Vec<VarId>,
    /// Its variables in the problem, as bits.
    bits: u128,
}

/// What a variable is of a sized input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Length,
    Element(usize),
}

/// The sized inputs of a problem, by name.
pub(super) fn families(landscape: &Landscape) -> Vec<Family> {
    let mut families: BTreeMap<(&str, &str), (Family, usize)> = BTreeMap::new();
    let pool = landscape.pool;
    for variable in &landscape.variables {
        let Some((key, part)) = part_of(pool.variable_name(variable.id)) else { continue };
        let (family, end) = families.entry(key).or_default();
        family.bits |= 1 << variable.bit;
        match part {
            Part::Length => family.length = Some(variable.id),
            Part::Element(index) => *end = (*end).max(index + 1),
        }
    }
    families
        .into_iter()
        .map(|((base, primes), (family, end))| {
            let element = |index| pool.find_variable(&format!("{base}[{index}]{primes}"));
            let elements = (0..end).map_while(element).collect();
            let length = pool.find_variable(&format!("{base}.length{primes}"));
            Family { length: family.length.or(length), elements, ..family }
        })
        .filter(|family| family.elements.len() > 1)
        .filter(|family| same_sorts(pool, &family.elements))
        .collect()
}

/// What a name says: the input's name, and the primes that tell inputs of one name apart.
fn part_of(name: &str) -> Option<((&str, &str), Part)> {
    let plain = name.trim_end_matches('\'');
    let primes = &name[plain.len()..];
    if let Some(base) = plain.strip_suffix(".length") {
        return Some(((base, primes), Part::Length));
    }
    let (base, index) = plain.strip_suffix(']')?.rsplit_once('[')?;
    let index = index.parse().ok().filter(|&index| index < MOST_ELEMENTS)?;
    Some(((base, primes), Part::Element(index)))
}

fn same_sorts(pool: &Pool, elements: &[VarId]) -> bool {
    elements.windows(2).all(|pair| pool.variable_sort(pair[0]) == pool.variable_sort(pair[1]))
}

/// Inserts or removes one element wherever that helps; whether it did.
pub(super) fn shift(landscape: &mut Landscape, families: &[Family]) -> bool {
    let wanted = landscape.wanted();
    let mut changes = Vec::new();
    for family in families.iter().filter(|family| family.bits & wanted != 0) {
        for at in 0..family.elements.len() {
            for insert in [true, false] {
                family.shifted(landscape, at, insert, &mut changes);
                if landscape.attempt(&changes) {
                    return true;
                }
                if landscape.is_spent() {
                    return false;
                }
            }
        }
    }
    false
}

impl Family {
    /// The changes that insert a copy of the element at `at` before it, or remove it.
    fn shifted(&self, landscape: &Landscape, at: usize, insert: bool, changes: &mut Vec<Change>) {
        changes.clear();
        let values = landscape.values();
        let last = self.elements.len() - 1;
        for index in at..=last {
            let from = match insert {
                true => Some(index.saturating_sub(1).max(at)),
                false => (index < last).then_some(index + 1),
            };
            let raw = from.map_or(0, |from| values.raw(self.elements[from]));
            changes.push(Change::Scalar(self.elements[index], raw));
        }
        if let Some(length) = self.length {
            let mask = landscape.pool.variable_sort(length).mask();
            let now = values.raw(length);
            let next = if insert { now.wrapping_add(1) } else { now.wrapping_sub(1) };
            changes.push(Change::Scalar(length, next & mask));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_lengths_and_elements() {
        assert_eq!(part_of("s.length"), Some((("s", ""), Part::Length)));
        assert_eq!(part_of("s.length''"), Some((("s", "''"), Part::Length)));
        assert_eq!(part_of("s[12]"), Some((("s", ""), Part::Element(12))));
        assert_eq!(part_of("a[1][3]'"), Some((("a[1]", "'"), Part::Element(3))));
        assert_eq!(part_of("s"), None);
        assert_eq!(part_of("s[x]"), None);
        assert_eq!(part_of("s[99999999]"), None);
    }
}
