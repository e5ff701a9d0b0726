//! How often a region is executed: a sum and difference of counters.

use std::collections::BTreeMap;
use std::fmt;

/// A sum of counters, each with a factor. clang writes nested sums and differences, all of which come
/// down to this.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Factors by counter, none zero.
    terms: BTreeMap<u32, i64>,
}

impl Count {
    /// Never.
    pub fn zero() -> Self {
        Self::default()
    }

    /// As often as a counter says.
    pub fn counter(counter: u32) -> Self {
        let mut count = Self::zero();
        count.add(counter, 1);
        count
    }

    /// Adds `factor` times a counter.
    pub fn add(&mut self, counter: u32, factor: i64) {
        let sum = self.terms.entry(counter).or_insert(0);
        *sum += factor;
        if *sum == 0 {
            self.terms.remove(&counter);
        }
    }

    /// Whether it is zero whatever the counters say.
    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The counter, if it is one and no more.
    pub fn plain(&self) -> Option<u32> {
        match self.terms.iter().next() {
            Some((&counter, 1)) if self.terms.len() == 1 => Some(counter),
            _ => None,
        }
    }

    /// Counters and their factors.
    pub fn terms(&self) -> impl Iterator<Item = (u32, i64)> + '_ {
        self.terms.iter().map(|(&counter, &factor)| (counter, factor))
    }

    /// Its value when the counters have these values.
    pub fn value(&self, counter: impl Fn(u32) -> u64) -> u64 {
        let value: i64 = self.terms().fold(0, |sum, (id, factor)| {
            sum.wrapping_add((counter(id) as i64).wrapping_mul(factor))
        });
        // A counter that was not reached because the program ended early can make a difference negative.
        value.max(0) as u64
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        let positive = self.terms().filter(|(_, factor)| *factor > 0);
        let negative = self.terms().filter(|(_, factor)| *factor < 0);
        for (index, (counter, factor)) in positive.chain(negative).enumerate() {
            match (index, factor < 0) {
                (0, false) => {}
                (0, true) => f.write_str("-")?,
                (_, false) => f.write_str(" + ")?,
                (_, true) => f.write_str(" - ")?,
            }
            if factor.unsigned_abs() != 1 {
                write!(f, "{} ", factor.unsigned_abs())?;
            }
            write!(f, "#{counter}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_that_cancel_out_leave_nothing() {
        let mut count = Count::counter(3);
        count.add(1, 1);
        count.add(3, -1);
        assert_eq!(count.plain(), Some(1));
        count.add(1, -1);
        assert!(count.is_zero());
        assert_eq!(count.to_string(), "0");
    }

    #[test]
    fn a_value_is_never_below_zero() {
        let mut count = Count::counter(0);
        count.add(1, -1);
        assert_eq!(count.to_string(), "#0 - #1");
        assert_eq!(count.value(|id| [5, 3][id as usize]), 2);
        assert_eq!(count.value(|id| [3, 5][id as usize]), 0);
    }
}
