//! How much work is done: executions, time, or both.

use std::time::{Duration, Instant};

/// A limit on the work; without any it goes on until all goals are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Runs of scenarios.
    pub executions: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
}

impl Budget {
    /// So many executions.
    pub fn executions(executions: u64) -> Self {
        Self { executions: Some(executions), time: None }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self { executions: None, time: Some(time) }
    }

    /// The budget from now on.
    pub(crate) fn start(self) -> Account {
        let now = Instant::now();
        let deadline = self.time.and_then(|time| now.checked_add(time));
        Account { left: self.executions.unwrap_or(u64::MAX), deadline, started: now, spent: 0 }
    }
}

/// A budget that is being spent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    left: u64,
    deadline: Option<Instant>,
    started: Instant,
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

    /// When the time is up.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// How long it has been.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
