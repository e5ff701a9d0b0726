//! How much work is done: executions, time, or both.

use crate::clock::{Clock, Deadline, Stop};
use std::time::Duration;

/// The share of the time that is kept for what comes behind the search.
const FINISHING: f64 = 0.15;

/// The share of the time that each step behind the search has at least, however late it is.
const LEAST: f64 = 0.02;

/// A budget of less than this has as much time beyond it as one of this.
const SHORT: Duration = Duration::from_secs(5);

/// A limit on the work; without any it goes on until all goals are covered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Runs of scenarios.
    pub executions: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// The clock.
    pub clock: Clock,
    /// What ends the work before that.
    pub stop: Option<Stop>,
}

impl Budget {
    /// So many executions.
    pub fn executions(executions: u64) -> Self {
        Self { executions: Some(executions), ..Self::default() }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::default() }
    }

    /// Whether the work was ended before its time.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_pulled)
    }

    /// The budget less a share of it, from 0 to 1, that is kept for something else.
    #[must_use]
    pub fn keeping(&self, share: f64) -> Self {
        let part = 1.0 - share.clamp(0.0, 1.0);
        Self {
            executions: self.executions.map(|executions| (executions as f64 * part) as u64),
            time: self.time.map(|time| time.mul_f64(part)),
            ..self.clone()
        }
    }

    /// What is left of the budget when something else took so much of it.
    #[must_use]
    pub fn without(&self, executions: u64, time: Duration) -> Self {
        Self {
            executions: self.executions.map(|own| own.saturating_sub(executions)),
            time: self.time.map(|own| own.saturating_sub(time)),
            ..self.clone()
        }
    }

    /// The budget of a search that leaves time to finish what it found.
    #[must_use]
    pub fn searching(&self) -> Self {
        Self { time: self.time.map(|time| time.mul_f64(1.0 - FINISHING)), ..self.clone() }
    }

    /// When a step behind the search has to end: `elapsed` of the budget's time is gone, and by the end of the step no more
    /// than a share of it may be taken beyond it. Where executions limit the work, so do the steps of runs here, and only
    /// a stop ends it early.
    pub fn finishing(&self, elapsed: Duration, share: f64) -> Option<Deadline> {
        let time = self.time.map(|time| {
            let whole = time.max(SHORT);
            let left = time.saturating_sub(elapsed) + whole.mul_f64(share);
            let late = elapsed.saturating_sub(time);
            left.saturating_sub(late).max(whole.mul_f64(LEAST))
        });
        Deadline::after(self.clock, time, self.stop.clone())
    }

    /// When a step behind the search has to end that may take a share of the budget's time from now on.
    pub fn beyond(&self, share: f64) -> Option<Deadline> {
        let time = self.time.map(|time| time.max(SHORT).mul_f64(share));
        Deadline::after(self.clock, time, self.stop.clone())
    }

    /// The budget from now on.
    pub(crate) fn start(&self) -> Account {
        let clock = self.clock;
        let deadline = Deadline::after(clock, self.time, self.stop.clone());
        let left = self.executions.unwrap_or(u64::MAX);
        Account { left, deadline, turn: None, clock, started: clock.now(), spent: 0 }
    }
}

/// A budget that is being spent.
#[derive(Debug)]
pub(crate) struct Account {
    left: u64,
    deadline: Option<Deadline>,
    turn: Option<Deadline>,
    clock: Clock,
    started: Duration,
    spent: u64,
}

impl Account {
    /// Takes executions away.
    pub fn spend(&mut self, executions: u64) {
        self.left = self.left.saturating_sub(executions);
        self.spent += executions;
    }

    /// Executions that may still be made; none when the time is up.
    pub fn left(&self) -> u64 {
        if self.is_late() { 0 } else { self.left }
    }

    /// Executions that were made.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// When the time is up, and when that of a turn is.
    pub fn deadlines(&self) -> (Option<&Deadline>, Option<&Deadline>) {
        (self.deadline.as_ref(), self.turn.as_ref())
    }

    /// Begins a turn of so much time, or ends it.
    pub fn turn(&mut self, time: Option<Duration>) {
        self.turn = time.and_then(|time| Deadline::after(self.clock, Some(time), None));
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The seconds that a step has, to a tenth.
    fn seconds(budget: u64, elapsed: u64, share: f64) -> f64 {
        let budget = Budget::time(Duration::from_secs(budget));
        let deadline = budget.finishing(Duration::from_secs(elapsed), share);
        let at = deadline.and_then(|deadline| deadline.on_the_wall());
        let left = at.map(|at| at.saturating_duration_since(std::time::Instant::now()));
        (left.unwrap_or_default().as_secs_f64() * 10.0).round() / 10.0
    }

    #[test]
    fn a_step_behind_the_search_ends_a_share_of_the_budget_beyond_it() {
        assert_eq!(seconds(100, 80, 0.1), 30.0);
        assert_eq!(seconds(100, 105, 0.1), 5.0);
        // However late it is, there is some time left, and a short budget has more.
        assert_eq!(seconds(100, 200, 0.1), 2.0);
        assert_eq!(seconds(1, 1, 0.2), 1.0);
        assert!(Budget::executions(10).finishing(Duration::ZERO, 0.1).is_none());
    }

    #[test]
    fn a_search_leaves_time_to_finish_but_no_executions() {
        let budget = Budget { executions: Some(1000), ..Budget::time(Duration::from_secs(100)) };
        let own = budget.searching();
        assert_eq!((own.executions, own.time), (Some(1000), Some(Duration::from_secs(85))));
    }
}
