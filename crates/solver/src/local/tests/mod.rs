//! Problems, the moves that solve them, and what holds for every search.

mod laws;
mod moves;
mod random;
mod tricks;

use super::landscape::{Change, Landscape};
use super::{LocalSearch, Patience};
use crate::layer::{Layer, Meter};
use crate::problem::{Domains, Problem, Reason, Verdict};
use term::{Assignment, CompareOp, Pool, Sort, TermId, Value, evaluate};

/// Writes a move that was tried: `+` if it was kept.
pub(super) fn note(landscape: &mut Landscape, changes: &[Change], _: u128, kept: bool) {
    let line = format!("{} {}", if kept { '+' } else { '-' }, show(landscape.pool, changes));
    landscape.log.push(line);
}

pub(super) fn show(pool: &Pool, changes: &[Change]) -> String {
    let texts: Vec<String> = changes
        .iter()
        .map(|&change| match change {
            Change::Scalar(variable, raw) => {
                let value = Value::of_raw(pool.variable_sort(variable), raw);
                format!("{}={value}", pool.variable_name(variable))
            }
            Change::Element(variable, index, byte) => {
                format!("{}[{index}]={byte}", pool.variable_name(variable))
            }
        })
        .collect();
    texts.join(" ")
}

/// A problem under construction.
#[derive(Default)]
pub(super) struct Script {
    pub pool: Pool,
    pub problem: Problem,
}

impl Script {
    /// A variable with the value that the seed gives it.
    pub fn variable(&mut self, name: &str, sort: Sort, raw: u128) -> TermId {
        let term = self.pool.variable(name, sort);
        if let Some(id) = self.pool.var_of(term) {
            self.problem.seed.set(id, raw & sort.mask());
        }
        term
    }

    pub fn int(&mut self, name: &str, value: i32) -> TermId {
        self.variable(name, Sort::Bits(32), value as u32 as u128)
    }

    pub fn double(&mut self, name: &str, value: f64) -> TermId {
        self.variable(name, Sort::F64, value.to_bits().into())
    }

    /// A sized input with these bytes in the seed.
    pub fn text(&mut self, name: &str, capacity: usize, value: &str) -> (TermId, Vec<TermId>) {
        let length = self.int(&format!("{name}.length"), value.len() as i32);
        let byte = |at: usize| value.as_bytes().get(at).copied().unwrap_or(0);
        let elements = (0..capacity)
            .map(|at| self.variable(&format!("{name}[{at}]"), Sort::Bits(8), byte(at).into()))
            .collect();
        (length, elements)
    }

    pub fn number(&mut self, value: i32) -> TermId {
        self.pool.bits(32, value as u32 as u128)
    }

    pub fn require(&mut self, condition: TermId) {
        self.problem.clauses.push(condition);
    }

    pub fn compare(&mut self, op: CompareOp, a: TermId, b: TermId) {
        let condition = self.pool.compare(op, a, b);
        self.require(condition);
    }

    /// What local search alone answers within a number of evaluations, and how many it took.
    pub fn solve(&mut self, evaluations: u64) -> (Option<Assignment>, u64) {
        let patience = Patience { bits: evaluations, floats: evaluations };
        let mut layer = LocalSearch::new(Box::new(Nobody), patience);
        let mut meter = Meter::new(evaluations, 0);
        let verdict = layer.check(&mut self.pool, &self.problem, &mut meter);
        let cost = evaluations - meter.evaluations;
        let Verdict::Satisfiable(model) = verdict else { return (None, cost) };
        for &clause in &self.problem.clauses {
            let value = evaluate(&self.pool, clause, &model);
            assert_eq!(value.raw(), Some(1), "a model that is none");
        }
        (Some(model), cost)
    }

    /// The values of the variables in a model, by name, and what finding it cost.
    pub fn solution(&mut self, evaluations: u64) -> String {
        let (Some(model), cost) = self.solve(evaluations) else { return "none".to_owned() };
        let values: Vec<String> = self
            .pool
            .variables()
            .map(|(id, name, sort)| format!("{name}={}", model.value(id, sort)))
            .collect();
        format!("{} after {cost}", values.join(" "))
    }

    /// The moves that something tries from the seed.
    pub fn trace(&self, moves: impl Fn(&mut Landscape)) -> String {
        let mut landscape = Landscape::new(&self.pool, &self.problem, None);
        landscape.refill(1_000);
        landscape.survey();
        moves(&mut landscape);
        landscape.log.join("\n")
    }
}

/// The end of the chain.
pub(super) struct Nobody;

impl Layer for Nobody {
    fn name(&self) -> &'static str {
        "nobody"
    }

    fn check(&mut self, _: &mut Pool, _: &Problem, _: &mut Meter) -> Verdict {
        Verdict::Unknown(Reason::Budget)
    }
}

/// Bounds for a variable of a script.
pub(super) fn bound(script: &mut Script, variable: TermId, unsigned: (u128, u128)) {
    let sort = script.pool.sort(variable);
    let half = (sort.mask() / 2) as i128;
    let bounds = crate::problem::Bounds { unsigned, signed: (-half - 1, half), known: 0, bits: 0 };
    let mut domains = Domains::default();
    if let Some(id) = script.pool.var_of(variable) {
        domains.set(id, bounds);
    }
    script.problem.domains = domains;
}
