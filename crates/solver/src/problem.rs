//! What layers are asked and what they answer.

use term::{Assignment, TermId, VarId};

/// A conjunction to satisfy, over the solver's own pool.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The conjuncts: boolean terms.
    pub clauses: Vec<TermId>,
    /// The conjunct that the seed does not fulfil, where the caller knows it: a path's flipped clause.
    pub goal: Option<usize>,
    /// Values to start from: those of the run that the path came from.
    pub seed: Assignment,
    /// What upper layers have found out about the variables.
    pub domains: Domains,
}

/// Bounds on variables that every solution keeps.
#[derive(Clone, Debug, Default)]
pub struct Domains {
    bounds: Vec<Option<Bounds>>,
}

/// What is known about one bit-vector variable: an interval in each reading, and fixed bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least and greatest value, unsigned.
    pub unsigned: (u128, u128),
    /// Least and greatest value, signed.
    pub signed: (i128, i128),
    /// Bits that are known.
    pub known: u128,
    /// Their values.
    pub bits: u128,
}

impl Domains {
    /// What is known about a variable.
    pub fn get(&self, variable: VarId) -> Option<&Bounds> {
        self.bounds.get(variable.index()).and_then(Option::as_ref)
    }

    /// Replaces what is known about a variable.
    pub fn set(&mut self, variable: VarId, bounds: Bounds) {
        if self.bounds.len() <= variable.index() {
            self.bounds.resize(variable.index() + 1, None);
        }
        self.bounds[variable.index()] = Some(bounds);
    }
}

/// A layer's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Values under which every conjunct is true; variables of the pool that are not in the problem keep
    /// the seed's.
    Satisfiable(Assignment),
    /// No values do; these conjuncts alone have none already.
    Unsatisfiable(Vec<usize>),
    /// Not found out.
    Unknown(Reason),
}

/// Why an answer was not found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The budget of evaluations, conflicts or memory was spent.
    Budget,
    /// The wall-clock limit passed.
    Time,
    /// The conjuncts need an operation on floats that no layer decides.
    Floats,
    /// A layer found a model that is none: a bug, reported and never handed out.
    WrongModel,
}
