//! What can be told about a program without running it.
//!
//! Each analysis is a plain value made from a [`Cfg`] or a program that the verifier accepts;
//! nothing is cached behind the scenes and nothing recurses. Failed checks stay out of all of them
//! unless [`Unwinding::Checks`] asks for them.

pub mod ahead;
pub mod bitset;
pub mod calls;
pub mod cfg;
pub mod constants;
pub mod control;
pub mod distance;
pub mod dominators;
pub mod fates;
mod flow;
pub mod graph;
pub mod hierarchy;
pub mod loops;
pub mod reach;
pub mod reads;
pub mod supergraph;
#[cfg(test)]
mod testing;

pub use ahead::Ahead;
pub use bitset::BitSet;
pub use calls::{CallGraph, CallKind, CallSite};
pub use cfg::{Cfg, CfgEdge, EdgeIndex, EdgeKind, Exit, Unwinding};
pub use constants::Constants;
pub use control::{ApproachLevels, ControlDependence};
pub use distance::Distances;
pub use dominators::{Dominators, GraphDominators, PostDominators};
pub use fates::Fates;
pub use graph::{Components, Graph};
pub use loops::Loops;
pub use reach::Reach;
pub use reads::Reads;
pub use supergraph::Supergraph;
