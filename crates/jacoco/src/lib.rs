//! JaCoCo's view of class files: what it counts in them, and where its probes stand.
//!
//! [`ClassView::read`] looks at a class file alone. What is counted are instructions, the ways out of those
//! that have several (branches), lines and methods; whether they were executed follows from the probes that
//! were passed, over all runs together ([`Counters`]). The rules are those of release [`VERSION`].

mod body;
mod class;
mod counters;
mod filter;
mod flow;
mod lines;
mod opcode;
mod view;

pub use counters::{Counters, MethodCounters, Tally};
pub use flow::{Probe, Way};
pub use lines::{LineCounters, Lines, lines};
pub use view::{ClassView, Counted, Exit, MethodView};

/// The release of JaCoCo whose rules these are.
pub const VERSION: &str = "0.8.15";
