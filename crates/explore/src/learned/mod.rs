//! Learned selection: which path condition is likely to be feasible, told from those that were and those that
//! were not (M. Modonato, Combining Dynamic Symbolic Execution, Machine Learning and Search-Based Testing to
//! Automatically Generate Test Cases for Classes; section 4).
//!
//! A path condition is sliced relative to its last clause ([`Slicer`]), becomes a [`Fingerprint`], and is classified
//! by the most similar ones whose fate is known ([`Examples`]); [`Selection`] draws among those that wait.

mod clause;
mod fingerprint;
mod neighbours;
mod selection;
mod slicer;
mod wheel;

pub use clause::{Clauses, Print, joined};
pub use fingerprint::Fingerprint;
pub use neighbours::{Examples, NEIGHBOURS, Neighbours, Similarity, Verdict};
pub use selection::Selection;
pub use slicer::{Slicer, owner};
pub use wheel::Wheel;

#[cfg(test)]
mod tests;
