//! Sets of characters.

/// Units of UTF-16, as ranges from the first to the last: in order, and apart from each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Set(Vec<(u16, u16)>);

impl Set {
    /// The units of some ranges.
    pub fn new(ranges: impl IntoIterator<Item = (u16, u16)>) -> Self {
        let mut ranges: Vec<(u16, u16)> = ranges.into_iter().collect();
        ranges.sort_unstable();
        let mut merged: Vec<(u16, u16)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some((_, end)) if u32::from(first) <= u32::from(*end) + 1 => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    /// One unit.
    pub fn unit(unit: u16) -> Self {
        Self(vec![(unit, unit)])
    }

    /// The units of characters.
    pub fn chars(ranges: &[(char, char)]) -> Self {
        Self::new(ranges.iter().map(|(first, last)| (*first as u16, *last as u16)))
    }

    /// The units that are a character by themselves for which a predicate holds.
    pub fn where_true(holds: impl Fn(char) -> bool) -> Self {
        let is_in = |unit: &u16| char::from_u32((*unit).into()).is_some_and(&holds);
        Self::new((0..=u16::MAX).filter(is_in).map(|unit| (unit, unit)))
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The unit, if it is the only one.
    pub fn single(&self) -> Option<u16> {
        match self.0[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// The ranges, in order.
    pub fn ranges(&self) -> &[(u16, u16)] {
        &self.0
    }

    /// Whether a unit is in it.
    pub fn holds(&self, unit: u16) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&unit))
    }

    /// The unit in the set that is nearest to one.
    pub fn nearest(&self, unit: u16) -> Option<u16> {
        let inside = self.0.iter().map(|(first, last)| unit.clamp(*first, *last));
        inside.min_by_key(|inside| inside.abs_diff(unit))
    }

    /// All other units.
    #[must_use]
    pub fn negated(&self) -> Self {
        let (mut others, mut next) = (Vec::new(), Some(0u16));
        for &(first, last) in &self.0 {
            if let Some(begin) = next.filter(|begin| *begin < first) {
                others.push((begin, first - 1));
            }
            next = last.checked_add(1);
        }
        others.extend(next.map(|begin| (begin, u16::MAX)));
        Self(others)
    }

    /// What is in one of two sets.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::new(self.0.iter().chain(&other.0).copied())
    }

    /// What is in both.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.negated().union(&other.negated()).negated()
    }

    /// The same with the letters in their other case; beyond ASCII only where `wide`.
    #[must_use]
    pub fn any_case(&self, wide: bool) -> Self {
        const MOST: u32 = 4096;
        let mut ranges = self.0.clone();
        for &(first, last) in &self.0 {
            let end = if wide { last } else { last.min(0x7f) };
            if first > end || u32::from(end) - u32::from(first) > MOST {
                continue;
            }
            for char in (first..=end).filter_map(|unit| char::from_u32(unit.into())) {
                let others = char.to_lowercase().chain(char.to_uppercase());
                let others = others.filter_map(|other| u16::try_from(u32::from(other)).ok());
                let others = others.filter(|other| wide || *other < 0x80);
                ranges.extend(others.map(|other| (other, other)));
            }
        }
        Self::new(ranges)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_joined_intersected_and_negated() {
        let letters = Set::chars(&[('a', 'f'), ('g', 'z')]);
        assert_eq!(letters.ranges(), [(97, 122)]);
        assert_eq!(letters.negated().ranges(), [(0, 96), (123, u16::MAX)]);
        assert_eq!(letters.negated().negated(), letters);
        assert!(Set::default().negated().negated().is_empty());
        let vowels = Set::chars(&[('a', 'a'), ('e', 'e'), ('0', '9')]);
        assert_eq!(letters.intersection(&vowels).ranges(), [(97, 97), (101, 101)]);
        assert_eq!(vowels.nearest(u16::from(b'd')), Some(u16::from(b'e')));
        assert_eq!(
            Set::chars(&[('k', 'k')]).any_case(false),
            Set::chars(&[('K', 'K'), ('k', 'k')])
        );
        assert!(Set::chars(&[('ä', 'ä')]).any_case(true).holds('Ä' as u16));
    }
}
