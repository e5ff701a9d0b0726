//! Path conditions become inputs: query in, model or "unsatisfiable" or "unknown" out.
//!
//! A [`Solver`] is a chain of [`Layer`]s that wrap each other. Most queries are answered by the cheap ones
//! on top; what is left reaches a complete solver for bit-vectors. Every model is evaluated on the query
//! before it is handed out.

pub mod blast;
pub mod bounds;
pub mod cache;
mod chain;
pub mod independence;
pub mod layer;
pub mod local;
mod origin;
pub mod problem;
mod rebuild;
pub mod record;
pub mod simplify;
pub mod smtlib;
mod solver;
mod statistics;
#[cfg(test)]
mod testing;
pub mod validate;
#[cfg(feature = "z3")]
pub mod z3;

pub use layer::{Layer, Meter};
pub use problem::{Bounds, Domains, Problem, Reason, Verdict};
pub use rebuild::rebuild;
pub use record::Recorder;
pub use solver::{Answer, Config, Layers, Query, Solver};
pub use statistics::{Cost, Explanation, Tally};
