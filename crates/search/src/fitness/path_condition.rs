//! `path_condition`: how far the state at the beginning of a call is from fulfilling a path condition over its symbols.
//!
//! Each clause that does not hold adds its normalised distance (P. Braione et al., Combining symbolic execution and
//! search-based testing for programs with complex heap inputs, ISSTA 2017). A clause about objects, their classes or
//! whether they are there holds or does not; one about what is not there, an element behind the end of an array or a
//! field of null, is as far as can be. Of all calls of the function in a run the nearest counts.

use std::sync::Arc;
use term::{
    Assignment, CompiledDistance, Distance, Fitness, Pool, Scratch, TermId, VarId, free_variables,
};
use trace::{Of, Symbol, Trace};

/// A path condition to be fulfilled.
#[derive(Debug)]
pub struct PathCondition {
    symbols: Arc<[Symbol]>,
    conditions: Vec<Condition>,
    scratch: Scratch,
    assignment: Assignment,
}

#[derive(Debug)]
struct Condition {
    distance: CompiledDistance,
    /// The symbols that it is about, and their variables.
    about: Vec<(u32, VarId)>,
    /// Whether it is about identities alone, so that it holds or does not.
    flat: bool,
}

/// How near a run came to fulfilling a path condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nearness {
    /// Zero if a call fulfilled it.
    pub fitness: Fitness,
    /// The statement of the nearest call.
    pub statement: Option<usize>,
}

impl PathCondition {
    /// All clauses are to hold; their variables are symbols. Clauses about other variables are left out.
    pub fn new(pool: &Pool, clauses: &[TermId], symbols: &[Symbol], variables: &[VarId]) -> Self {
        let number = |variable: VarId| variables.iter().position(|known| *known == variable);
        let about: Vec<Option<Vec<(usize, VarId)>>> = clauses
            .iter()
            .map(|clause| {
                let free = free_variables(pool, *clause);
                free.iter().map(|variable| Some((number(variable)?, variable))).collect()
            })
            .collect();
        let (kept, numbers) =
            needed(symbols, about.iter().flatten().flatten().map(|(number, _)| *number));
        let conditions = clauses.iter().zip(about).filter_map(|(clause, about)| {
            let about = about?;
            Some(Condition {
                distance: CompiledDistance::new(pool, &[*clause]),
                flat: about.iter().any(|(number, _)| symbols[*number].is_identity()),
                about: about
                    .into_iter()
                    .map(|(number, variable)| (numbers[number], variable))
                    .collect(),
            })
        });
        Self {
            conditions: conditions.collect(),
            symbols: kept.into(),
            scratch: Scratch::default(),
            assignment: Assignment::new(),
        }
    }

    /// The symbols whose values a run has to tell.
    pub fn symbols(&self) -> &Arc<[Symbol]> {
        &self.symbols
    }

    /// How near a run came that was watched with these symbols.
    pub fn of(&mut self, trace: &Trace) -> Nearness {
        let mut nearest = Nearness { fitness: Fitness::MAX, statement: None };
        for (statement, values) in &trace.entered {
            let fitness = self.of_call(values);
            if fitness < nearest.fitness {
                nearest = Nearness { fitness, statement: Some(*statement) };
            }
        }
        nearest
    }

    fn of_call(&mut self, values: &[Option<u128>]) -> Fitness {
        let Self { conditions, scratch, assignment, .. } = self;
        let far = |condition: &Condition| {
            for &(number, variable) in &condition.about {
                match values.get(number as usize).copied().flatten() {
                    Some(bits) => assignment.set(variable, bits),
                    None => return Fitness::ONE,
                }
            }
            match condition.distance.eval(assignment, scratch) {
                Distance::ZERO => Fitness::ZERO,
                _ if condition.flat => Fitness::BELOW_ONE,
                distance => Fitness::normalised(distance),
            }
        };
        conditions.iter().map(far).sum()
    }
}

/// The symbols that some of them need, and by old number the new one.
fn needed(symbols: &[Symbol], some: impl Iterator<Item = usize>) -> (Vec<Symbol>, Vec<u32>) {
    let mut wanted = vec![false; symbols.len()];
    some.for_each(|number| wanted[number] = true);
    for number in (0..symbols.len()).rev().filter(|number| wanted[*number]).collect::<Vec<_>>() {
        // What leads to a symbol comes before it.
        let mut at = number;
        while let Some(before) = before(symbols[at].of) {
            wanted[before as usize] = true;
            at = before as usize;
        }
    }
    let mut numbers = vec![0; symbols.len()];
    let mut kept: Vec<Symbol> = Vec::new();
    for (number, symbol) in symbols.iter().enumerate().filter(|(number, _)| wanted[*number]) {
        numbers[number] = kept.len() as u32;
        let mut symbol = symbol.clone();
        match &mut symbol.of {
            Of::Argument(_) | Of::Global(..) => {}
            Of::Inside(before, _) | Of::Length(before) | Of::Class(before) => {
                *before = numbers[*before as usize];
            }
            Of::Instance { object, .. } => *object = numbers[*object as usize],
        }
        kept.push(symbol);
    }
    (kept, numbers)
}

/// The address that leads to a symbol.
fn before(of: Of) -> Option<u32> {
    match of {
        Of::Argument(_) | Of::Global(..) => None,
        Of::Inside(before, _) | Of::Length(before) | Of::Class(before) => Some(before),
        Of::Instance { object, .. } => Some(object),
    }
}
