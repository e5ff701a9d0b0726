//! The paths from a node to a target, as conditions on the values at the node (paper Baars et al., III and IV).

pub mod build;
pub mod expression;
pub mod facts;
pub mod graph;
pub mod relevant;
pub mod state;

pub use build::{Bounds, Limits, Paths, expression, paths};
