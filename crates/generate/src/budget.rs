//! How much work is done: executions, time, or both.

use crate::clock::{Clock, Deadline, Stop};
use std::time::Duration;

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
