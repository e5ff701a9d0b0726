//! What there is to test: a program, its goals, and how scenarios of it are run.

use coverage::{Goals, UnitId};
use program::analysis::{BitSet, CallGraph, Constants, Reads, reads};
use program::{FuncId, GlobalId, Id, Program};
use scenario::make::{Limits, Maker, Pool};
use std::sync::Arc;
use trace::{RunError, Runner};

/// Makes a runner; each thread has one of its own.
pub type MakeRunner<'s> = dyn Fn() -> Result<Box<dyn Runner + Send>, RunError> + Sync + 's;

/// What there is to test.
pub struct Subject<'s> {
    /// The program.
    pub program: &'s Program,
    /// Its goals. The functions that have some are the code under test.
    pub goals: Arc<Goals>,
    /// The functions that scenarios are made for; goals in others count when they are covered on the way.
    pub functions: Vec<FuncId>,
    /// Makes a runner of the program. Runs must keep the events of decisions if goals of decisions count.
    pub runner: Box<MakeRunner<'s>>,
}

/// A function that scenarios are made for.
#[derive(Debug)]
pub struct Unit<'s> {
    /// Its goals' unit.
    pub unit: UnitId,
    /// The function.
    pub function: FuncId,
    /// Makes its scenarios, with the constants of the function and of all that it calls.
    pub maker: Maker<'s>,
    /// The globals that a call of it may read.
    pub globals: Vec<GlobalId>,
    /// Whether there is more to change in its scenarios than numbers.
    pub structured: bool,
}

impl Unit<'_> {
    /// The same unit, whose scenarios also make up records that functions create.
    #[must_use]
    pub fn by_hand(&self) -> Self {
        let Self { unit, function, ref maker, ref globals, structured } = *self;
        Self { unit, function, maker: maker.by_hand(), globals: globals.clone(), structured }
    }
}

impl<'s> Subject<'s> {
    /// The functions that scenarios can be made for, and the reasons for those that they cannot.
    pub fn units(&self, limits: Limits) -> (Vec<Unit<'s>>, Vec<(FuncId, String)>) {
        let program = self.program;
        let mut inside = BitSet::new(program.functions.len());
        let own: Vec<FuncId> = self.goals.units.values().map(|unit| unit.function).collect();
        for function in &own {
            inside.insert(function.index());
        }
        let (calls, globals) = (CallGraph::new(program), Reads::new(program));
        let maker = Maker::new(program, own, Pool::default(), limits);
        let (mut units, mut skipped) = (Vec::new(), Vec::new());
        for &function in &self.functions {
            let Some(unit) = self.goals.unit_of(function) else {
                skipped.push((function, "it has nothing to cover".to_owned()));
                continue;
            };
            if let Some(reason) = maker.why_not(function) {
                skipped.push((function, reason));
                continue;
            }
            let reached = reads::reachable(&calls, function, &inside);
            let globals = globals.of_call(&calls, function, &inside);
            let maker = maker.with_pool(Pool::new(&Constants::of(program, reached)));
            let structured = maker.has_structure(function) || !globals.is_empty();
            units.push(Unit { unit, function, maker, globals, structured });
        }
        (units, skipped)
    }
}
