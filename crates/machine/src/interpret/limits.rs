//! Limits that a program can see: a loader may have them thrown.

use super::Interpreter;
use crate::domain::Domain;
use crate::model::Stop;
use program::Id;
use trace::Limit;

/// Calls from outside the code that may be open, one inside the other: each takes a piece of the host's
/// own stack, unlike calls inside the code.
const MOST_NESTED: u32 = 200;

/// What the code that throws may use beyond the limits.
const SPARE_CALLS: u32 = 256;
const SPARE_NESTED: u32 = 16;
const SPARE_BYTES: u64 = 1 << 20;

impl<D: Domain> Interpreter<'_, D> {
    /// Whether another call from outside the code may be opened.
    pub(super) fn may_nest(&self) -> bool {
        self.nesting < MOST_NESTED + if self.at_limit { SPARE_NESTED } else { 0 }
    }

    /// Whether a limit may be thrown: that of steps ends every run, and what throws must not itself reach
    /// one.
    pub(super) fn can_throw(&self, limit: Limit) -> bool {
        limit != Limit::Steps && !self.at_limit && self.core.loader.is_some()
    }

    /// Asks the loader who throws at a limit, and calls him; what he throws takes the limit's place.
    #[cold]
    pub(super) fn thrown(&mut self, limit: Limit) -> Stop {
        let Some(function) = self.core.on_limit(limit) else { return self.ended(limit) };
        self.make_trace_room();
        let (base, pc) = (self.core.base, self.core.pc);
        let depth = self.core.depth_limit;
        self.core.depth_limit = depth.saturating_add(SPARE_CALLS);
        self.core.memory.set_limit(self.core.config.memory.saturating_add(SPARE_BYTES));
        self.at_limit = true;
        // Behind the registers of the call that the limit stopped.
        if let Some(frame) = self.core.frames.last() {
            self.core.base += usize::from(self.core.code.windows[frame.function.index()]);
        }
        let end = self.call_from_outside(function, &[]);
        self.at_limit = false;
        self.core.depth_limit = depth;
        self.core.memory.set_limit(self.core.config.memory);
        match end {
            Ok(_) => {
                (self.core.base, self.core.pc) = (base, pc);
                self.ended(limit)
            }
            Err(Stop::Throw { object }) => {
                (self.core.base, self.core.pc) = (base, pc);
                Stop::Throw { object }
            }
            Err(Stop::Limit(limit)) => self.ended(limit),
            Err(stop) => stop,
        }
    }

    /// The end of a run at a limit that nobody throws.
    fn ended(&mut self, limit: Limit) -> Stop {
        self.at_limit = true;
        Stop::Limit(limit)
    }
}
