//! What is worth keeping: scenarios that covered a goal first, and those that end in a trap.

use coverage::{Coverage, GoalId, Goals};
use program::{FuncId, Point};
use scenario::make::{Doubts, sequence};
use scenario::{Scenario, Statement};
use std::collections::BTreeMap;
use trace::{Outcome, Trace, Trap, TrapKind};

/// A scenario that covered goals first.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// The function that it was made for.
    pub function: FuncId,
    /// The scenario.
    pub scenario: Scenario,
    /// The goals that no scenario before it covered.
    pub goals: Vec<GoalId>,
    /// The execution that showed it, the first being 1.
    pub execution: u64,
    /// Whether it came to its end, so that it can go on.
    pub returned: bool,
}

/// A scenario that was there before.
#[derive(Clone, Debug, PartialEq)]
pub struct Seed {
    /// The scenario.
    pub scenario: Scenario,
    /// For each of the functions under test that it calls, the scenario up to the last call of it.
    pub until: Vec<(FuncId, Scenario)>,
}

impl Seed {
    /// A scenario that calls some of the functions.
    pub fn new(scenario: Scenario, functions: &[FuncId]) -> Self {
        let mut until: Vec<(FuncId, Scenario)> = Vec::new();
        for (index, statement) in scenario.statements.iter().enumerate().rev() {
            let Statement::Call { function, .. } = statement else { continue };
            if !functions.contains(function) || until.iter().any(|(known, _)| known == function) {
                continue;
            }
            let mut own = scenario.clone();
            sequence::cut(&mut own, index + 1);
            until.push((*function, own));
        }
        Self { scenario, until }
    }
}

/// A scenario in which the program did what it must not do.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The function whose call, the last, ended so.
    pub function: FuncId,
    /// The scenario: of those that ended so, the one with the least doubts, and then the smallest.
    pub scenario: Scenario,
    /// What a caller would hardly do in it.
    pub doubts: Doubts,
    /// What the program did, and where.
    pub trap: Trap,
}

/// A scenario that ran into the limit of steps: it may never end.
#[derive(Clone, Debug, PartialEq)]
pub struct Endless {
    /// The function that was called.
    pub function: FuncId,
    /// The scenario, up to the call that did not end: the one with the least doubts, and then the smallest.
    pub scenario: Scenario,
    /// What a caller would hardly do in it.
    pub doubts: Doubts,
}

impl Endless {
    /// Puts it among others if it is better than what is known of its function.
    pub(crate) fn join(self, others: &mut BTreeMap<FuncId, Self>) {
        let rank = |one: &Self| (one.doubts, size(&one.scenario));
        if others.get(&self.function).is_none_or(|known| rank(&self) < rank(known)) {
            others.insert(self.function, self);
        }
    }
}

/// By what findings are told apart: what happened, and where.
pub type FindingKey = (TrapKind, Option<Point>);

/// All that is worth keeping so far.
#[derive(Clone, Debug)]
pub struct Archive {
    /// What is covered.
    pub coverage: Coverage,
    /// Scenarios that covered something first, in order.
    pub kept: Vec<Kept>,
    /// Scenarios that were there before, whether or not they count.
    pub seeds: Vec<Seed>,
    /// Findings by what happened and where.
    pub findings: BTreeMap<FindingKey, Finding>,
    /// Scenarios that may never end, by the function that was called.
    pub endless: BTreeMap<FuncId, Endless>,
}

impl Archive {
    /// Nothing so far.
    pub fn new(coverage: Coverage) -> Self {
        let (findings, endless) = (BTreeMap::new(), BTreeMap::new());
        Self { coverage, kept: Vec::new(), seeds: Vec::new(), findings, endless }
    }

    /// Scenarios for a function to start from: those that were there before, then those kept.
    pub fn starts(&self, function: FuncId) -> impl Iterator<Item = &Scenario> {
        let seeds = self.seeds.iter().flat_map(|seed| &seed.until);
        let seeds = seeds.filter(move |(last, _)| *last == function).map(|(_, scenario)| scenario);
        let kept = self.kept.iter().filter(move |kept| kept.function == function);
        seeds.chain(kept.map(|kept| &kept.scenario))
    }

    /// All scenarios that there are to start from.
    pub fn all(&self) -> Vec<&Scenario> {
        let kept = self.kept.iter().map(|kept| &kept.scenario);
        self.seeds.iter().map(|seed| &seed.scenario).chain(kept).collect()
    }

    /// Looks at a scenario and its trace; keeps it if it covers a goal that was not covered, and gives
    /// whether it does. `execution` is the number of the execution that it comes from.
    pub fn consider(
        &mut self,
        function: FuncId,
        scenario: &Scenario,
        trace: &Trace,
        execution: u64,
    ) -> bool {
        let goals = self.coverage.update(trace);
        if goals.is_empty() {
            return false;
        }
        let goals = goals.to_vec();
        let (scenario, returned) = (scenario.clone(), trace.outcome == Outcome::Returned);
        self.kept.push(Kept { function, scenario, goals, execution, returned });
        true
    }

    /// Adds a finding, or replaces one by a likelier or smaller scenario.
    pub fn report(&mut self, finding: Finding) {
        let key = key_of(self.coverage.goals(), &finding.trap);
        let rank = |finding: &Finding| (finding.doubts, size(&finding.scenario));
        match self.findings.get(&key) {
            Some(known) if rank(known) <= rank(&finding) => {}
            _ => {
                self.findings.insert(key, finding);
            }
        }
    }
}

/// What happened, and where in the code under test: what it calls may fail in its place.
pub fn key_of(goals: &Goals, trap: &Trap) -> FindingKey {
    let inside = |point: &&Point| goals.unit_of(point.function).is_some();
    let place = trap.stack.iter().rev().find(inside).or(trap.stack.last());
    (trap.kind, place.copied())
}

/// The trap that a run ended in.
pub fn trap_of(trace: &Trace) -> Option<&Trap> {
    match &trace.outcome {
        Outcome::Trapped(trap) => Some(trap),
        _ => None,
    }
}

/// How large a scenario is to a reader: statements, then elements, then digits of numbers.
pub fn size(scenario: &Scenario) -> (usize, usize, u64) {
    size_up_to(scenario, usize::MAX)
}

/// The size of a scenario up to a statement.
pub(crate) fn size_up_to(scenario: &Scenario, last: usize) -> (usize, usize, u64) {
    let statements = &scenario.statements[..scenario.statements.len().min(last.saturating_add(1))];
    let (mut elements, mut digits) = (0, 0);
    let width = |ty: program::Type, bits: u128| {
        if ty.is_float() {
            return u64::from((bits & ty.mask()).count_ones());
        }
        // A small negative number is small.
        let negative = bits.wrapping_neg() & ty.mask();
        u64::from(128 - bits.min(negative).leading_zeros())
    };
    for statement in statements {
        match statement {
            Statement::Value { ty, bits, .. } => digits += width(*ty, *bits),
            Statement::Array { array, .. } => {
                elements += array.length as usize;
                digits +=
                    array.elements.iter().map(|bits| width(array.element, *bits)).sum::<u64>();
            }
            Statement::Object { object, .. } => elements += object.count as usize,
            Statement::Stream { ty, values, .. } => {
                elements += values.len();
                digits += values.iter().map(|bits| width(*ty, *bits)).sum::<u64>();
            }
            _ => {}
        }
    }
    (statements.len(), elements, digits)
}
