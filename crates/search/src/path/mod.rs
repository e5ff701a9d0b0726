//! The paths from a node to a target, as conditions on the values at the node (paper Baars et al., III and IV).
//!
//! The sub-graph to the target is reduced to a path expression, which is executed symbolically, of each block only what a
//! condition ahead needs. Paths that begin alike share their beginning, and paths that meet with equal values in all that
//! conditions ahead depend on are one from there on: the result is a graph of conditions, not a list of paths. A loop is
//! followed k times, then what it assigns is unknown; so is what a call or a store through another pointer may write.

pub mod build;
pub mod expression;
pub mod facts;
pub mod graph;
pub mod relevant;
pub mod state;

pub use build::{Bounds, Limits, Paths, expression, paths};
