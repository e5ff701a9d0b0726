//! What several runs count together.

use crate::{Count, Source};
use program::OutcomeId;
use std::collections::BTreeMap;
use trace::Trace;

/// The sums of counters and outcomes over runs, as a referee adds them up over processes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    counters: BTreeMap<u32, u64>,
    outcomes: BTreeMap<OutcomeId, u64>,
}

impl Totals {
    /// Adds what a run counted.
    pub fn add(&mut self, trace: &Trace) {
        for &counter in trace.counters.touched() {
            *self.counters.entry(counter).or_default() += trace.counters.get(counter);
        }
        for &outcome in trace.tally.touched() {
            *self.outcomes.entry(outcome).or_default() += trace.tally.get(outcome).count;
        }
    }

    /// The value of a count. Runs that ended early can make a difference negative; that is none.
    pub fn value(&self, count: &Count) -> u64 {
        self.sum(count).max(0) as u64
    }

    /// Whether llvm-cov takes what is counted so for covered: it takes a negative sum for a large number.
    pub fn is_counted(&self, count: &Count) -> bool {
        self.sum(count) != 0
    }

    fn sum(&self, count: &Count) -> i64 {
        count.terms.iter().fold(0i64, |sum, (source, factor)| {
            let count = match source {
                Source::Counter(counter) => self.counters.get(counter),
                Source::Outcome(outcome) => self.outcomes.get(outcome),
            };
            let count = count.copied().unwrap_or_default();
            sum.wrapping_add((count as i64).wrapping_mul(*factor))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_taken_of_the_sums_and_not_run_by_run() {
        let difference = Count { terms: vec![(Source::Counter(0), 1), (Source::Counter(1), -1)] };
        let mut totals = Totals::default();
        for (first, second) in [(1, 3), (4, 1)] {
            let mut trace = Trace::default();
            trace.counters.clear(2);
            (0..first).for_each(|_| trace.counters.increment(0));
            (0..second).for_each(|_| trace.counters.increment(1));
            totals.add(&trace);
        }
        assert_eq!(totals.value(&difference), 1);
        assert_eq!(totals.value(&Count::default()), 0);
        assert!(totals.is_counted(&difference) && !totals.is_counted(&Count::default()));
        let negative = Count { terms: vec![(Source::Counter(1), 1), (Source::Counter(0), -1)] };
        assert_eq!((totals.value(&negative), totals.is_counted(&negative)), (0, true));
    }
}
