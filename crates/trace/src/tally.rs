//! How often each outcome was taken, and how near a run came to the others.

use program::{Id, OutcomeId, Type};
use term::distance::Distance;

/// What a run did at one outcome.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TallyEntry {
    /// How often it was taken.
    pub count: u64,
    /// The least distance to it over all visits of its site; zero when it was taken, the greatest
    /// when the site was never graded.
    pub nearest: Distance,
}

/// The two sides of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// Their type.
    pub ty: Type,
    /// Their bits.
    pub sides: [u64; 2],
}

const UNTOUCHED: TallyEntry = TallyEntry { count: 0, nearest: Distance::MAX };

/// Counts and distances by outcome; clearing it costs what was touched.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    entries: Vec<TallyEntry>,
    touched: Vec<OutcomeId>,
    /// What was compared when a run came nearest to an outcome, as far as that was noted.
    operands: Vec<Option<Operands>>,
}

impl Tally {
    /// Forgets everything and makes room for that many outcomes.
    pub fn clear(&mut self, outcomes: usize) {
        for outcome in self.touched.drain(..) {
            if let Some(entry) = self.entries.get_mut(outcome.index()) {
                *entry = UNTOUCHED;
            }
            if let Some(operands) = self.operands.get_mut(outcome.index()) {
                *operands = None;
            }
        }
        self.entries.resize(outcomes, UNTOUCHED);
    }

    /// Makes room for more outcomes, and keeps what it knows of the others.
    pub fn grow(&mut self, outcomes: usize) {
        if outcomes > self.entries.len() {
            self.entries.resize(outcomes, UNTOUCHED);
        }
    }

    /// Counts an outcome that was taken.
    #[inline]
    pub fn take(&mut self, outcome: OutcomeId) {
        let entry = &mut self.entries[outcome.index()];
        entry.count += 1;
        if entry.count == 1 {
            self.first_taken(outcome);
        }
    }

    /// Counts an outcome that was taken so many times.
    pub fn take_often(&mut self, outcome: OutcomeId, times: u64) {
        if times > 0 {
            self.take(outcome);
            self.entries[outcome.index()].count += times - 1;
        }
    }

    #[cold]
    fn first_taken(&mut self, outcome: OutcomeId) {
        let nearest = &mut self.entries[outcome.index()].nearest;
        if *nearest == Distance::MAX {
            self.touched.push(outcome);
        }
        *nearest = Distance::ZERO;
    }

    /// Takes back what [`Tally::take`] counted last.
    pub fn untake(&mut self, outcome: OutcomeId) {
        let entry = &mut self.entries[outcome.index()];
        entry.count = entry.count.saturating_sub(1);
        if entry.count == 0 {
            *entry = UNTOUCHED;
            if self.touched.last() == Some(&outcome) {
                self.touched.pop();
            }
        }
    }

    /// Notes how far a visit of the site was from an outcome that was not taken. Gives whether none came nearer.
    #[inline]
    pub fn approach(&mut self, outcome: OutcomeId, distance: Distance) -> bool {
        let entry = &mut self.entries[outcome.index()];
        let nearer = distance < entry.nearest;
        if nearer {
            if *entry == UNTOUCHED {
                self.touched.push(outcome);
            }
            entry.nearest = distance;
        }
        nearer
    }

    /// Notes what was compared at the nearest approach to an outcome.
    #[cold]
    pub fn note(&mut self, outcome: OutcomeId, operands: Operands) {
        if self.operands.len() <= outcome.index() {
            self.operands.resize(self.entries.len(), None);
        }
        self.operands[outcome.index()] = Some(operands);
    }

    /// What was compared when the run came nearest to an outcome that it did not take.
    pub fn operands(&self, outcome: OutcomeId) -> Option<Operands> {
        let operands = self.operands.get(outcome.index()).copied().flatten();
        operands.filter(|_| self.get(outcome).count == 0)
    }

    /// What happened at an outcome.
    pub fn get(&self, outcome: OutcomeId) -> TallyEntry {
        self.entries.get(outcome.index()).copied().unwrap_or(UNTOUCHED)
    }

    /// The outcomes that were taken or graded, in the order of first touch.
    pub fn touched(&self) -> &[OutcomeId] {
        &self.touched
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clearing_forgets_counts_and_distances() {
        let mut tally = Tally::default();
        tally.clear(3);
        tally.take(OutcomeId(1));
        tally.take(OutcomeId(1));
        tally.approach(OutcomeId(2), Distance::of_u64(5));
        tally.approach(OutcomeId(2), Distance::of_u64(7));
        assert_eq!(tally.get(OutcomeId(1)), TallyEntry { count: 2, nearest: Distance::ZERO });
        assert_eq!(tally.get(OutcomeId(2)), TallyEntry { count: 0, nearest: Distance::of_u64(5) });
        assert_eq!(tally.touched(), [OutcomeId(1), OutcomeId(2)]);
        tally.clear(3);
        assert_eq!(tally.get(OutcomeId(1)), UNTOUCHED);
        assert_eq!(tally.get(OutcomeId(2)), UNTOUCHED);
        assert!(tally.touched().is_empty());
    }

    #[test]
    fn what_was_compared_at_the_nearest_approach_is_known_until_the_outcome_is_taken() {
        let mut tally = Tally::default();
        tally.clear(2);
        let seen = Operands { ty: Type::I32, sides: [40, 42] };
        assert!(tally.approach(OutcomeId(1), Distance::of_u64(2)));
        tally.note(OutcomeId(1), seen);
        assert!(!tally.approach(OutcomeId(1), Distance::of_u64(3)));
        assert_eq!(tally.operands(OutcomeId(1)), Some(seen));
        assert_eq!(tally.operands(OutcomeId(0)), None);
        tally.take(OutcomeId(1));
        assert_eq!(tally.operands(OutcomeId(1)), None);
        tally.clear(2);
        tally.approach(OutcomeId(1), Distance::of_u64(9));
        assert_eq!(tally.operands(OutcomeId(1)), None);
    }

    #[test]
    fn what_is_taken_back_was_never_there() {
        let mut tally = Tally::default();
        tally.clear(2);
        tally.take(OutcomeId(1));
        let before = tally.clone();
        tally.take(OutcomeId(0));
        tally.untake(OutcomeId(0));
        assert_eq!(tally, before);
        tally.take(OutcomeId(1));
        tally.untake(OutcomeId(1));
        assert_eq!(tally, before);
    }

    #[test]
    fn an_outcome_once_taken_stays_at_distance_zero() {
        let mut tally = Tally::default();
        tally.clear(1);
        tally.take(OutcomeId(0));
        tally.approach(OutcomeId(0), Distance::of_u64(5));
        assert_eq!(tally.get(OutcomeId(0)), TallyEntry { count: 1, nearest: Distance::ZERO });
    }
}
