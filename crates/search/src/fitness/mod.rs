//! Fitness functions: how far a graded run was from covering a target.
//!
//! All of them are zero exactly when the target is covered, and none keeps anything of a run.

pub mod branch_distance;
pub mod chain;
pub mod combined;
pub mod death;
pub mod path_condition;
pub mod path_distance;

pub use branch_distance::BranchDistance;
pub use combined::{FitnessKind, Measure, Score};
pub use path_condition::{Nearness, PathCondition};
pub use path_distance::PathDistance;

use trace::{Outcome, Trace};

/// Whether a run ended as a test may end.
pub fn is_clean(trace: &Trace) -> bool {
    matches!(trace.outcome, Outcome::Returned | Outcome::Exited(_) | Outcome::Threw { .. })
}
