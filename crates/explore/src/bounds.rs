//! What kept an exploration from being complete.

use std::fmt;
use trace::{Note, Outcome, Trace};

/// Bounds that were met. Where none was and no candidate is left, what is not covered cannot be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// The solver gave up on a candidate.
    pub solver: bool,
    /// A run did not go where it was meant to.
    pub divergence: bool,
    /// A symbolic value was replaced by the one it had.
    pub values: bool,
    /// Terms were given up because they took too much memory.
    pub terms: bool,
    /// A run was stopped: too many steps, too much memory or too many open calls.
    pub run: bool,
    /// The program asked more of the world than scenarios answer.
    pub answers: bool,
    /// There are inputs of other shapes: pointers, lengths, globals.
    pub shapes: bool,
}

impl Bounds {
    /// Adds what a run met.
    pub fn meet(&mut self, trace: &Trace) {
        for note in &trace.notes {
            match note {
                Note::Concretised { .. } => self.values = true,
                Note::TermBudget => self.terms = true,
            }
        }
        self.run |= matches!(trace.outcome, Outcome::Exhausted(_) | Outcome::Unusable(_));
        self.answers |= !trace.asked.is_empty();
    }

    /// These and others.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        Self {
            solver: self.solver | other.solver,
            divergence: self.divergence | other.divergence,
            values: self.values | other.values,
            terms: self.terms | other.terms,
            run: self.run | other.run,
            answers: self.answers | other.answers,
            shapes: self.shapes | other.shapes,
        }
    }

    /// Whether none was met.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let met = [
            (self.solver, "the solver's effort"),
            (self.divergence, "runs that went elsewhere"),
            (self.values, "values that were fixed"),
            (self.terms, "memory for terms"),
            (self.run, "steps of a run"),
            (self.answers, "answers of the world"),
            (self.shapes, "shapes of inputs"),
        ];
        let mut separator = "";
        for (_, name) in met.into_iter().filter(|(met, _)| *met) {
            write!(f, "{separator}{name}")?;
            separator = ", ";
        }
        Ok(())
    }
}
