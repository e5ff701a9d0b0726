//! What time is: on the wall, or on the processor; and what ends work before its time.
//!
//! On a busy machine wall-clock time says little of what a technique can do. The time that a thread had on the
//! processor says it, where one thread does all of the work.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// What is looked at to know the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// The wall.
    #[default]
    Wall,
    /// The processor's time that this thread has had.
    Thread,
}

impl Clock {
    /// The time since some beginning, which for the thread's clock is its own.
    pub fn now(self) -> Duration {
        match self {
            Self::Wall => {
                static START: OnceLock<Instant> = OnceLock::new();
                START.get_or_init(Instant::now).elapsed()
            }
            Self::Thread => {
                let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
                let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
                Duration::new(seconds, u32::try_from(time.tv_nsec).unwrap_or_default())
            }
        }
    }
}

/// A switch that ends work before its time: who waits for it has seen enough. A clone is a handle to the same switch.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that nobody has pulled.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the work of everybody who has a handle.
    pub fn pull(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the work is to end.
    pub fn is_pulled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stop {}

/// A time on a clock, or earlier when somebody says so.
#[derive(Clone, Debug)]
pub struct Deadline {
    clock: Clock,
    at: Option<Duration>,
    stop: Option<Stop>,
}

impl Deadline {
    /// So much time from now, or when the switch is pulled; none without either.
    pub fn after(clock: Clock, time: Option<Duration>, stop: Option<Stop>) -> Option<Self> {
        let at = time.and_then(|time| clock.now().checked_add(time));
        (at.is_some() || stop.is_some()).then_some(Self { clock, at, stop })
    }

    /// Whether it has come.
    pub fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_pulled)
            || self.at.is_some_and(|at| self.clock.now() >= at)
    }

    /// When it comes on the wall, if the thread does not have to wait.
    pub fn on_the_wall(&self) -> Option<Instant> {
        self.at.map(|at| Instant::now() + at.saturating_sub(self.clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_comes_when_any_handle_of_its_switch_is_pulled() {
        let (stop, other) = (Stop::new(), Stop::new());
        let deadline = Deadline::after(Clock::Wall, None, Some(stop.clone()));
        let is_over = || deadline.as_ref().is_some_and(Deadline::is_over);
        other.pull();
        assert!(!is_over() && !stop.is_pulled());
        stop.clone().pull();
        assert!(is_over() && stop.is_pulled());
        assert!(stop == stop.clone() && stop != other);
    }

    #[test]
    fn waiting_takes_no_time_of_the_processor() {
        let time = Duration::from_millis(200);
        let [wall, thread] =
            [Clock::Wall, Clock::Thread].map(|clock| Deadline::after(clock, Some(time), None));
        std::thread::sleep(time);
        assert!(wall.is_some_and(|deadline| deadline.is_over()));
        assert!(thread.is_some_and(|deadline| !deadline.is_over()));
    }

    #[test]
    fn without_a_time_and_a_switch_there_is_no_deadline() {
        assert!(Deadline::after(Clock::Wall, None, None).is_none());
    }
}
