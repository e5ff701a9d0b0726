//! Z3 as the last layer, in builds that have it: for floats, and for what the others gave up on.
//!
//! Bits and floats are translated one to one, and a float variable is a bit-vector that is read as a
//! float, so that models have a NaN's own bits. C's `fmod` has no counterpart.

mod float;
mod model;
mod translate;

use std::time::Instant;

use ::z3::ast::Bool;
use ::z3::{Params, SatResult, Solver};
use term::{Node, Pool, TermId, postorder};

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Reason, Verdict};
use translate::Translation;

/// Asks Z3, with a budget of Z3's own unit of work, the same on every machine.
///
/// Expressions of Z3 belong to a thread and solvers may change theirs, so nothing is kept from one problem to the
/// next.
pub struct Z3 {
    resources: u32,
}

impl Z3 {
    /// What one query may spend unless told otherwise: some seconds of work.
    pub const RESOURCES: u32 = 2_000_000;

    /// Z3 with so many units of its `rlimit` for each problem. It wraps nothing: below it nobody is left
    /// to ask.
    pub fn new(resources: u32) -> Z3 {
        Z3 { resources }
    }

    fn solver(&self, features: Features, meter: &Meter) -> Solver {
        let logic = match features {
            Features { floats: false, arrays: false, .. } => Some("QF_BV"),
            Features { floats: false, arrays: true, .. } => Some("QF_ABV"),
            Features { floats: true, arrays: false, .. } => Some("QF_BVFP"),
            Features { floats: true, arrays: true, .. } => None,
        };
        let solver = logic.and_then(Solver::new_for_logic).unwrap_or_default();
        let mut params = Params::new();
        params.set_u32("rlimit", self.resources);
        if let Some(deadline) = meter.deadline {
            let left = deadline.saturating_duration_since(Instant::now()).as_millis();
            params.set_u32("timeout", u32::try_from(left).unwrap_or(u32::MAX).max(1));
        }
        solver.set_params(&params);
        solver
    }
}

impl Layer for Z3 {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let order = postorder(pool, &problem.clauses);
        let features = Features::of(pool, &order);
        if features.remainder {
            return Verdict::Unknown(Reason::Floats);
        }
        let mut translation = Translation::default();
        translation.add(pool, &order);
        let solver = self.solver(features, meter);
        for &clause in &problem.clauses {
            solver.assert::<Bool>(translation.bool(clause));
        }
        match solver.check() {
            SatResult::Unsat => Verdict::Unsatisfiable((0..problem.clauses.len()).collect()),
            SatResult::Sat => {
                let model = solver.get_model().and_then(|model| {
                    model::read(pool, &order, &translation, &model, &problem.seed)
                });
                model.map_or(Verdict::Unknown(Reason::Budget), Verdict::Satisfiable)
            }
            SatResult::Unknown if meter.is_late() => Verdict::Unknown(Reason::Time),
            SatResult::Unknown => Verdict::Unknown(Reason::Budget),
        }
    }
}

/// What a problem needs.
#[derive(Clone, Copy, Debug, Default)]
struct Features {
    floats: bool,
    arrays: bool,
    remainder: bool,
}

impl Features {
    fn of(pool: &Pool, order: &[TermId]) -> Features {
        let mut features = Features::default();
        for &term in order {
            let sort = pool.sort(term);
            features.floats |= sort.is_float();
            features.arrays |= sort.is_bytes();
            features.remainder |= matches!(pool.node(term), Node::Binary(term::BinaryOp::FRem, ..));
        }
        features
    }
}
