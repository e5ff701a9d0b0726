//! What a solver was asked about each outcome of the program, and what it said.

use program::OutcomeId;
use std::collections::BTreeMap;

/// What became of the queries for inputs that take one outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// Those with a solution.
    pub solved: u64,
    /// Those that have none.
    pub unsatisfiable: u64,
    /// Those that were given up.
    pub unknown: u64,
    /// Solutions whose run went another way.
    pub diverged: u64,
}

impl Asked {
    /// Adds what became of other queries.
    pub fn add(&mut self, other: &Self) {
        self.solved += other.solved;
        self.unsatisfiable += other.unsatisfiable;
        self.unknown += other.unknown;
        self.diverged += other.diverged;
    }
}

/// What a solver was asked, by outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Questions(BTreeMap<OutcomeId, Asked>);

impl Questions {
    /// What was asked about an outcome, to be counted; a query that is about none counts nowhere.
    pub fn about(&mut self, outcome: Option<OutcomeId>, count: impl FnOnce(&mut Asked)) {
        if let Some(outcome) = outcome {
            count(self.0.entry(outcome).or_default());
        }
    }

    /// Adds other questions.
    pub fn add(&mut self, other: &Self) {
        for (outcome, asked) in &other.0 {
            self.0.entry(*outcome).or_default().add(asked);
        }
    }

    /// What was asked about some outcomes, together; none if nothing was.
    pub fn of(&self, outcomes: &[OutcomeId]) -> Option<Asked> {
        let mut known = outcomes.iter().filter_map(|outcome| self.0.get(outcome));
        let mut sum = *known.next()?;
        known.for_each(|asked| sum.add(asked));
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_about_the_outcomes_of_a_goal_are_added_up() {
        let mut one = Questions::default();
        one.about(Some(OutcomeId(3)), |asked| asked.solved += 1);
        one.about(Some(OutcomeId(4)), |asked| asked.unknown += 1);
        one.about(None, |asked| asked.unsatisfiable += 1);
        let mut other = Questions::default();
        other.about(Some(OutcomeId(4)), |asked| asked.unsatisfiable += 2);
        one.add(&other);
        let expected = Asked { solved: 1, unsatisfiable: 2, unknown: 1, diverged: 0 };
        assert_eq!(one.of(&[OutcomeId(3), OutcomeId(4)]), Some(expected));
        assert_eq!(one.of(&[OutcomeId(5)]), None);
    }
}
