//! Path conditions become inputs: query in, model or "unsatisfiable" or "unknown" out.
//!
//! A [`Solver`] is a chain of [`Layer`]s that wrap each other. Most queries are answered by the cheap ones
//! on top; what is left reaches a complete solver for bit-vectors. Every model is evaluated on the query
//! before it is handed out.

pub mod bounds;
pub mod chain;
pub mod layer;
pub mod problem;
pub mod solver;
pub mod statistics;
#[cfg(test)]
mod testing;
pub mod validate;

pub use layer::{Layer, Meter};
pub use problem::{Bounds, Domains, Problem, Reason, Verdict};
pub use solver::{Answer, Config, Layers, Query, Solver};
pub use statistics::{Cost, Explanation, Tally};
