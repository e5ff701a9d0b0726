//! What time is: on the wall, or on the processor.
//!
//! On a busy machine the time on the wall says little of what a technique can do. The time that a thread had on the
//! processor says it, where one thread does all of the work.

use std::sync::OnceLock;
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

    /// A time from now.
    pub fn after(self, time: Duration) -> Option<Deadline> {
        Some(Deadline { clock: self, at: self.now().checked_add(time)? })
    }
}

/// A time on a clock.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    clock: Clock,
    at: Duration,
}

impl Deadline {
    /// Whether it has come.
    pub fn is_over(self) -> bool {
        self.clock.now() >= self.at
    }

    /// When it comes on the wall, if the thread does not have to wait.
    pub fn on_the_wall(self) -> Instant {
        Instant::now() + self.at.saturating_sub(self.clock.now())
    }
}
