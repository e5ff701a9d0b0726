//! Concolic exploration: run, take the conditions that the run met, go the other way at one of them.
//!
//! An [`Explorer`] holds the runs of one unit as a tree of branch instances. It is told of runs and asked
//! for the next scenario; which branch instance that goes the other way at is a [`Strategy`]'s choice,
//! and what cannot reach an uncovered goal any more is no candidate (T. Su et al., Automated
//! coverage-driven test data generation using dynamic symbolic execution, 2014; Algorithm 1).

pub mod ahead;
mod asked;
mod bounds;
pub mod entry;
pub mod explorer;
mod filter;
mod inputs;
pub mod learned;
pub mod run;
mod side_candidates;
pub mod slice;
pub mod strategy;
pub mod tree;
mod turn;

pub use ahead::Look;
pub use asked::{Asked, Questions};
pub use bounds::Bounds;
pub use explorer::{Attempt, Config, Explorer, Proposal, Statistics};
pub use inputs::Retarget;
pub use run::{Run, RunId};
pub use scenario::make::{Slot, Target};
pub use strategy::{Answer, Strategy, View};
pub use tree::{Edge, NodeId, Status, Tree};
pub use turn::{Turned, turn};
