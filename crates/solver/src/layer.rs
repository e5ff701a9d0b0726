//! The trait that all layers share, and the meter that all of them pay into.

use crate::problem::{Problem, Verdict};
use std::time::Instant;
use term::Pool;

/// Answers a problem itself or hands it, perhaps changed, to the layer it wraps.
pub trait Layer: Send {
    /// Its name, as reports show it.
    fn name(&self) -> &'static str;

    /// Answers a problem. Terms that are made stay in the pool.
    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict;
}

/// What a query may still cost, in units that do not depend on the machine; wall time only as a second
/// limit.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    /// Evaluations of the conjunction that local search may still make.
    pub evaluations: u64,
    /// Conflicts that the complete solver may still run into.
    pub conflicts: u64,
    /// When to give up, whatever is left.
    pub deadline: Option<Instant>,
    /// Terms that the layers before the search have looked at so far; only counted, never a limit.
    pub steps: u64,
    /// The name of the layer that answered.
    pub answered_by: &'static str,
}

impl Meter {
    /// A meter with these budgets, no deadline, and nothing spent yet.
    pub fn new(evaluations: u64, conflicts: u64) -> Meter {
        Meter { evaluations, conflicts, deadline: None, steps: 0, answered_by: "" }
    }

    /// Whether the deadline has passed; never, where there is none.
    pub fn is_late(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
