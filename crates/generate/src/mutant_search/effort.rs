//! What runs of mutants cost: where executions limit the work, so do their steps, since a mistake often makes a loop endless.

use crate::budget::Budget;

/// Steps that runs may take on average where executions limit the work.
const STEPS: u64 = 50_000;

/// Runs, and the steps that they took or may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    pub runs: u64,
    pub steps: u64,
}

impl Effort {
    /// What a budget allows.
    pub fn of(budget: &Budget) -> Self {
        let steps = budget.executions.map_or(u64::MAX, |runs| runs.saturating_mul(STEPS));
        Self { runs: budget.executions.unwrap_or(u64::MAX), steps }
    }

    /// Notes a run.
    pub fn spend(&mut self, steps: u64) {
        self.add(Self { runs: 1, steps });
    }

    /// Notes what somebody else spent.
    pub fn add(&mut self, other: Self) {
        self.runs += other.runs;
        self.steps = self.steps.saturating_add(other.steps);
    }

    /// What is left when so much is spent; no runs without steps to make them.
    pub fn without(self, spent: Self) -> Self {
        let steps = self.steps.saturating_sub(spent.steps);
        let runs = if steps == 0 { 0 } else { self.runs.saturating_sub(spent.runs) };
        Self { runs, steps }
    }

    /// One of several equal parts.
    pub fn part(self, parts: u64) -> Self {
        let parts = parts.max(1);
        // What has no limit has none in parts.
        let steps = if self.steps == u64::MAX { u64::MAX } else { self.steps / parts };
        Self { runs: self.runs / parts, steps }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_end_the_work_before_its_executions_are_spent() {
        let all = Effort::of(&Budget::executions(10));
        let mut spent = Effort::default();
        spent.spend(STEPS);
        assert_eq!(all.without(spent).runs, 9);
        spent.spend(8 * STEPS);
        assert_eq!(all.without(spent), Effort { runs: 8, steps: STEPS });
        spent.spend(2 * STEPS);
        assert_eq!(all.without(spent).runs, 0);
        assert_eq!(all.part(2), Effort { runs: 5, steps: 5 * STEPS });
    }

    #[test]
    fn where_time_limits_the_work_steps_do_not() {
        let mut spent = Effort::default();
        spent.spend(u64::MAX / 2);
        let all = Effort::of(&Budget::time(std::time::Duration::from_secs(1)));
        assert!(all.without(spent).runs > 1 && all.part(4).steps == u64::MAX);
    }
}
