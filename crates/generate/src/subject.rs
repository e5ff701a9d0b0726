//! What there is to test: a program, its goals, and how scenarios of it are run.

use coverage::{Goals, UnitId};
use program::analysis::{BitSet, CallGraph, Constants, Reads, reads};
use program::{FuncId, GlobalId, Id, Program};
use scenario::make::{Limits, Maker, Pool};
use std::collections::{BTreeMap, BTreeSet};
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
    /// The functions that scenarios may call on the way; those that have goals if none are named.
    pub calls: Option<Vec<FuncId>>,
    /// Functions that may run because of another one though it does not call them: it hands them to others who do.
    pub handed: BTreeMap<FuncId, Vec<FuncId>>,
    /// Texts that the code knows, beside those among its constants; each character is a unit of UTF-16, or a byte.
    pub texts: Vec<Vec<u16>>,
    /// Makes a runner of the program. Runs must keep the events of decisions if goals of decisions count.
    pub runner: Box<MakeRunner<'s>>,
}

/// A function that scenarios are made for.
#[derive(Clone, Debug)]
pub struct Unit<'s> {
    /// Its goals' unit, or the first of those that a call of it may get to if it has no goals of its own.
    pub unit: UnitId,
    /// The function that is called.
    pub function: FuncId,
    /// Units that a call of it may get to and that no scenarios are made for.
    pub beyond: Vec<UnitId>,
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
        Self { maker: self.maker.by_hand(), ..self.clone() }
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
        let called = self.calls.clone().unwrap_or(own);
        let maker = Maker::new(program, called, Pool::default(), limits);
        let entered = |function: FuncId| program.catalogue.entered_by(function);
        let aimed: BTreeSet<FuncId> = self.functions.iter().map(|own| entered(*own)).collect();
        let (narrow, wide) = self.texts_by_width();
        let (mut units, mut skipped) = (Vec::new(), Vec::new());
        for &function in &self.functions {
            let inner = entered(function);
            let reached = reads::reachable(&calls, &self.handed, inner, &inside);
            // Who may call everything with goals is told to aim at some of it only.
            let beyond =
                reached.iter().filter(|other| self.calls.is_some() && !aimed.contains(other));
            let beyond: Vec<UnitId> =
                beyond.filter_map(|function| self.goals.unit_of(*function)).collect();
            let own = self.goals.unit_of(inner);
            let Some(unit) = own.or_else(|| beyond.first().copied()) else {
                skipped.push((function, "it has nothing to cover".to_owned()));
                continue;
            };
            if let Some(reason) = maker.why_not(function) {
                skipped.push((function, reason));
                continue;
            }
            let globals = if limits.whole { Vec::new() } else { globals.of_functions(&reached) };
            let mut constants = Constants::of(program, reached.iter().copied());
            constants.texts.extend(narrow.iter().cloned());
            let pool = Pool::new(&constants).with_wide_texts(wide.clone());
            let maker = maker.with_pool(pool).preferring(self.handing(inner, own));
            // Who calls what it passes is another thing than its numbers.
            let hands = reached.iter().any(|function| self.handed.contains_key(function));
            let structured = maker.has_structure(function) || !globals.is_empty() || hands;
            units.push(Unit { unit, function, beyond, maker, globals, structured });
        }
        (units, skipped)
    }

    /// The functions that pass what is behind one that has no goals of its own.
    fn handing(&self, inner: FuncId, own: Option<UnitId>) -> Vec<FuncId> {
        let Some(behind) = self.handed.get(&inner).filter(|_| own.is_none()) else {
            return Vec::new();
        };
        let hands = |function: &&FuncId| {
            let handed = self.handed.get(&self.program.catalogue.entered_by(**function));
            handed.is_some_and(|handed| handed.iter().any(|function| behind.contains(function)))
        };
        self.functions.iter().filter(hands).copied().collect()
    }

    /// The texts whose characters are a byte each, as bytes, and the others.
    fn texts_by_width(&self) -> (Vec<Vec<u8>>, Vec<Vec<u16>>) {
        let (mut narrow, mut wide) = (Vec::new(), Vec::new());
        for text in &self.texts {
            match text.iter().map(|unit| u8::try_from(*unit).ok()).collect() {
                Some(bytes) => narrow.push(bytes),
                None => wide.push(text.clone()),
            }
        }
        (narrow, wide)
    }
}
