//! What one run leaves behind, and the seam through which runs are asked for.
//!
//! [`Runner`] takes a scenario and a [`Mode`] and fills a [`Trace`]. A trace refers to terms by id;
//! they live in the runner's pool and are valid until its next run.

pub mod alternatives;
pub mod counters;
pub mod entry;
pub mod event;
pub mod outcome;
pub mod print;
pub mod probe;
pub mod runner;
pub mod tally;

pub use alternatives::alternatives;
pub use counters::Counters;
pub use entry::{Entered, Entry, Of, Symbol, Watch};
pub use event::{Clause, Event, Note, Origin, Reason};
pub use outcome::{Limit, Outcome, Trap, TrapKind};
pub use probe::{Known, Probe};
pub use runner::{
    Asked, Force, Handed, Input, Mode, Observation, Observed, Overrun, Part, Placed, RunError,
    Runner, Source, Texts, Trace, Wanted,
};
pub use tally::{Operands, Tally, TallyEntry};
