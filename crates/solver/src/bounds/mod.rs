//! Intervals in both readings and known bits, carried through the terms in both directions.

mod backward;
mod forward;
mod propagate;
#[cfg(test)]
mod tests;
mod value;

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};
use propagate::Propagation;
use term::Pool;
pub(crate) use value::inverse;

/// Finds contradictions that need no search, and tells the layer below within which bounds solutions lie.
pub struct Propagate {
    inner: Box<dyn Layer>,
}

impl Propagate {
    /// Narrows the problems of a layer.
    pub fn new(inner: Box<dyn Layer>) -> Propagate {
        Propagate { inner }
    }
}

impl Layer for Propagate {
    fn name(&self) -> &'static str {
        "bounds"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let mut propagation = Propagation::new(pool, &problem.clauses);
        let outcome = propagation.run(pool);
        meter.steps += propagation.visited;
        match outcome {
            Err(contradiction) => {
                Verdict::Unsatisfiable(propagation.origins.clauses(contradiction))
            }
            Ok(()) => {
                let mut narrowed = problem.clone();
                propagation.narrow(pool, &mut narrowed.domains);
                self.inner.check(pool, &narrowed, meter)
            }
        }
    }
}
