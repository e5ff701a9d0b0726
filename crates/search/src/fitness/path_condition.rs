//! `path_condition`: how far the state at the beginning of a call is from fulfilling a path condition over its symbols.
//!
//! Each clause that does not hold adds its normalised distance (P. Braione et al., Combining symbolic execution and
//! search-based testing for programs with complex heap inputs, ISSTA 2017). A clause about objects, their classes or
//! whether they are there holds or does not; one about what is not there, an element behind the end of an array or a
//! field of null, is as far as can be. Of all calls of the function in a run the nearest counts.
//!
//! A clause about something that is no symbol, an input of the test that it came from, cannot be graded in other tests.
//! It is left out, and the condition is then [partial](PathCondition::is_partial): that a call fulfils the rest does not
//! say that it goes that way.

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
    /// Clauses that are left out, and whether the last one is.
    left_out: (usize, bool),
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
    /// All clauses are to hold. Those about variables that are no symbols are left out.
    pub fn new(pool: &Pool, clauses: &[TermId], symbols: &[Symbol], variables: &[VarId]) -> Self {
        let number = |variable: VarId| variables.iter().position(|known| *known == variable);
        let about: Vec<Option<Vec<(usize, VarId)>>> = clauses
            .iter()
            .map(|clause| {
                let free = free_variables(pool, *clause);
                free.iter().map(|variable| Some((number(variable)?, variable))).collect()
            })
            .collect();
        let unknown = about.iter().filter(|about| about.is_none()).count();
        let left_out = (unknown, about.last().is_some_and(Option::is_none));
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
            left_out,
            symbols: kept.into(),
            scratch: Scratch::default(),
            assignment: Assignment::new(),
        }
    }

    /// The symbols whose values a run has to tell.
    pub fn symbols(&self) -> &Arc<[Symbol]> {
        &self.symbols
    }

    /// Whether clauses are left out, so that what fulfils the others has to be shown to go that way.
    pub fn is_partial(&self) -> bool {
        self.left_out.0 > 0
    }

    /// Whether the last clause is left out, the one that tells the condition from that of a test: nothing leads there.
    pub fn is_blind(&self) -> bool {
        self.left_out.1
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

#[cfg(test)]
mod tests {
    use super::*;
    use program::Type;
    use term::Sort;
    use term::op::CompareOp;

    /// `this.items.length > 2 & this.items[1] == 50 & this.next == this`, and how far calls are from it.
    struct Condition {
        pool: Pool,
        symbols: Vec<Symbol>,
        variables: Vec<VarId>,
    }

    impl Condition {
        fn new() -> Self {
            let mut made = Self { pool: Pool::new(), symbols: Vec::new(), variables: Vec::new() };
            made.symbol("this", Of::Argument(0), Type::Ptr);
            made.symbol("this.size", Of::Inside(0, 16), Type::I32);
            made.symbol("this.items", Of::Inside(0, 0), Type::Ptr);
            made.symbol("this.next", Of::Inside(0, 8), Type::Ptr);
            made.symbol("this.items.length", Of::Length(2), Type::I32);
            made.symbol("this.items[1]", Of::Inside(2, 4), Type::I32);
            made
        }

        fn symbol(&mut self, name: &str, of: Of, ty: Type) {
            let term = self.pool.variable(name, ty.sort());
            self.variables.extend(self.pool.var_of(term));
            self.symbols.push(Symbol { of, ty, name: name.to_owned() });
        }

        fn compare(&mut self, op: CompareOp, name: &str, number: u128) -> TermId {
            let term = self.pool.variable(name, Sort::Bits(32));
            let number = self.pool.bits(32, number);
            self.pool.compare(op, term, number)
        }

        fn finish(mut self) -> PathCondition {
            let this = self.pool.variable("this", Sort::Bits(64));
            let next = self.pool.variable("this.next", Sort::Bits(64));
            let clauses = [
                self.compare(CompareOp::Sgt, "this.items.length", 2),
                self.compare(CompareOp::Eq, "this.items[1]", 50),
                self.pool.compare(CompareOp::Eq, this, next),
            ];
            PathCondition::new(&self.pool, &clauses, &self.symbols, &self.variables)
        }
    }

    fn far(condition: &mut PathCondition, calls: &[[Option<u128>; 5]]) -> (f64, Option<usize>) {
        let entered = calls.iter().enumerate().map(|(at, values)| (at, values.to_vec())).collect();
        let nearness = condition.of(&Trace { entered, ..Trace::default() });
        (nearness.fitness.to_f64(), nearness.statement)
    }

    #[test]
    fn only_what_clauses_are_about_is_asked_for_and_what_leads_there() {
        let condition = Condition::new().finish();
        let names: Vec<&str> = condition.symbols().iter().map(|known| &*known.name).collect();
        assert_eq!(
            names,
            ["this", "this.items", "this.next", "this.items.length", "this.items[1]"]
        );
        assert_eq!(condition.symbols()[4].of, Of::Inside(1, 4));
    }

    #[test]
    fn what_is_about_no_symbol_is_left_out_and_told() {
        let mut known = Condition::new();
        let input = known.compare(CompareOp::Eq, "input", 7);
        let size = known.compare(CompareOp::Eq, "this.size", 3);
        let make = |clauses: &[TermId]| {
            PathCondition::new(&known.pool, clauses, &known.symbols, &known.variables)
        };
        let told = |condition: PathCondition| (condition.is_partial(), condition.is_blind());
        assert_eq!(told(make(&[size])), (false, false));
        assert_eq!(told(make(&[input, size])), (true, false));
        assert_eq!(told(make(&[size, input])), (true, true));
    }

    #[test]
    fn each_clause_that_holds_and_each_step_is_better_and_the_nearest_call_counts() {
        let mut condition = Condition::new().finish();
        let call = |next: u128, length: u128, second: Option<u128>| {
            [Some(9), Some(5), Some(next), Some(length), second]
        };
        let mut of = |call: [Option<u128>; 5]| far(&mut condition, &[call]).0;
        assert_eq!(of(call(9, 3, Some(50))), 0.0);
        // Whether two addresses are the same has no degrees, and what is not there is as far as can be.
        assert_eq!(of(call(8, 3, Some(50))), of(call(0, 3, Some(50))));
        assert!(of(call(9, 3, Some(49))) < of(call(9, 3, Some(40))));
        assert!(of(call(9, 3, Some(40))) < of(call(9, 3, None)));
        assert!(of(call(9, 3, None)) < of(call(8, 1, None)));
        let calls = [call(8, 1, None), call(9, 3, Some(49)), call(9, 1, None)];
        assert_eq!(far(&mut condition, &calls).1, Some(1));
        assert_eq!(condition.of(&Trace::default()).statement, None);
    }
}
