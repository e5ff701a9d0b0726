//! Random queries, and how two verdicts on one are compared.

use fastrand::Rng;
use solver::{Answer, Config, Layers, Query, Solver};
use term::{Assignment, Compiled, Pool, Scratch, Sort, TermId};

use crate::garden::Garden;

/// A conjunction of conditions that a garden grew, and values that make some of them true.
pub struct Asked {
    pub pool: Pool,
    pub clauses: Vec<TermId>,
    pub seed: Assignment,
}

/// The query of a number.
pub fn query(number: u64) -> Asked {
    let mut rng = Rng::with_seed(number);
    let mut garden = Garden::new(number);
    // Small gardens have shallow terms, which both solvers decide; deep ones meet more rules.
    let (size, count) = (rng.usize(4..40), rng.usize(1..=4));
    let mut clauses: Vec<TermId> = Vec::new();
    let mut grown = 0;
    while grown < size || clauses.is_empty() {
        let term = garden.grow().term;
        grown += 1;
        if garden.pool.sort(term) == Sort::BOOL
            && garden.pool.as_constant(term).is_none()
            && !clauses.contains(&term)
        {
            clauses.push(term);
        }
    }
    let mut clauses = clauses.split_off(clauses.len().saturating_sub(count));
    let values = garden.assignment.clone();
    let last = clauses.len() - 1;
    for (index, clause) in clauses.iter_mut().enumerate() {
        let holds = term::evaluate(&garden.pool, *clause, &values).raw() == Some(1);
        // As on a path: all hold but the last, which is turned around.
        if holds == (index == last) {
            *clause = garden.pool.not(*clause);
        }
    }
    Asked { pool: garden.pool, clauses, seed: values }
}

/// A chain without Z3, with a budget that keeps the hard ones short.
pub fn ours() -> Solver {
    Solver::new(Config {
        evaluations: 2_000,
        conflicts: 2_000,
        layers: Layers { z3: false, ..Layers::all() },
        ..Config::default()
    })
}

impl Asked {
    /// Asks a solver, and checks what can be checked: models by evaluation, that cores are still
    /// unsatisfiable when asked alone.
    pub fn ask(&self, solver: &mut Solver, number: u64) -> Option<bool> {
        match self.answer(solver, &self.clauses) {
            Answer::Satisfiable(values) => {
                let compiled = Compiled::new(&self.pool, &self.clauses);
                let holds = compiled.eval_all(&values, &mut Scratch::new()).all(|value| value == 1);
                assert!(holds, "query {number}: the model is none");
                Some(true)
            }
            Answer::Unsatisfiable { core } => {
                let core: Vec<TermId> = core.iter().map(|&index| self.clauses[index]).collect();
                let again = self.answer(solver, &core);
                assert!(
                    !matches!(again, Answer::Satisfiable(_)),
                    "query {number}: the core is satisfiable"
                );
                Some(false)
            }
            Answer::Unknown(_) => None,
        }
    }

    fn answer(&self, solver: &mut Solver, clauses: &[TermId]) -> Answer {
        let goal = clauses.len().checked_sub(1);
        solver.check(&Query { pool: &self.pool, clauses, goal, seed: &self.seed })
    }
}

/// How often two solvers said what.
#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub both_satisfiable: usize,
    pub both_unsatisfiable: usize,
    pub only_ours: usize,
    pub only_theirs: usize,
    pub neither: usize,
}

impl Agreement {
    /// Counts a pair of verdicts, which must not contradict each other.
    pub fn count(&mut self, number: u64, ours: Option<bool>, theirs: Option<bool>) {
        *match (ours, theirs) {
            (Some(true), Some(true)) => &mut self.both_satisfiable,
            (Some(false), Some(false)) => &mut self.both_unsatisfiable,
            (Some(_), None) => &mut self.only_ours,
            (None, Some(_)) => &mut self.only_theirs,
            (None, None) => &mut self.neither,
            _ => panic!("query {number}: satisfiable? we say {ours:?}, Z3 says {theirs:?}"),
        } += 1;
    }

    /// Adds what was counted elsewhere.
    #[cfg(feature = "z3")]
    pub fn add(&mut self, other: &Agreement) {
        self.both_satisfiable += other.both_satisfiable;
        self.both_unsatisfiable += other.both_unsatisfiable;
        self.only_ours += other.only_ours;
        self.only_theirs += other.only_theirs;
        self.neither += other.neither;
    }

    /// Checks that the comparison was worth something.
    pub fn is_telling(&self) {
        let decided = self.both_satisfiable + self.both_unsatisfiable;
        let all = decided + self.only_ours + self.only_theirs + self.neither;
        assert!(decided * 2 > all && self.both_unsatisfiable * 20 > all, "{self:?}");
    }
}
