//! Path conditions become inputs: query in, model or "unsatisfiable" or "unknown" out.
//!
//! A [`Solver`] is a chain of [`Layer`]s that wrap each other. Most queries are answered by the cheap ones
//! on top; what is left reaches a complete solver for bit-vectors. Every model is evaluated on the query
//! before it is handed out.

pub mod layer;
pub mod problem;

pub use layer::{Layer, Meter};
pub use problem::{Domains, Problem, Reason, Verdict};
