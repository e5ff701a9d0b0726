//! The memory as a whole: scripts with their transcripts, and a naive model to agree with.

mod collect;
mod faults;
mod lifetime;
mod model;
mod script;
mod shadow;
