//! The SAT solver behind the bit-blaster, with a budget of conflicts and a deadline.

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};
use std::cell::Cell;
use std::time::Instant;

/// A literal of the SAT solver.
pub(super) type SatLit = batsat::Lit;

/// What a search came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Satisfiable,
    Unsatisfiable,
    OutOfConflicts,
    OutOfTime,
}

/// An incremental SAT solver.
pub(super) struct Sat {
    solver: batsat::Solver<Control>,
    clause: Vec<SatLit>,
}

/// What may stop a search.
#[derive(Default)]
struct Control {
    /// Conflicts seen, and how many may be.
    conflicts: u64,
    limit: u64,
    deadline: Option<Instant>,
    /// Asking for the time is slow, so it is asked only now and then.
    asked: Cell<u32>,
    late: Cell<bool>,
}

impl Callbacks for Control {
    fn on_new_clause(&mut self, _: &[SatLit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        if self.conflicts > self.limit {
            return true;
        }
        if let Some(deadline) = self.deadline {
            self.asked.set(self.asked.get().wrapping_add(1));
            if self.asked.get().is_multiple_of(256) {
                self.late.set(Instant::now() >= deadline);
            }
        }
        self.late.get()
    }
}

impl Sat {
    pub fn new() -> Sat {
        let options = SolverOpts::default();
        Sat { solver: batsat::Solver::new(options, Control::default()), clause: Vec::new() }
    }

    /// A fresh variable, as its positive literal.
    pub fn variable(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }

    pub fn add(&mut self, clause: &[SatLit]) {
        self.clause.clear();
        self.clause.extend_from_slice(clause);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Searches for a model in which the assumptions hold; `conflicts` is reduced by what it took.
    pub fn solve(
        &mut self,
        assumptions: &[SatLit],
        conflicts: &mut u64,
        deadline: Option<Instant>,
    ) -> Outcome {
        let control = self.solver.cb_mut();
        *control = Control { limit: *conflicts, deadline, ..Control::default() };
        control.late.set(deadline.is_some_and(|deadline| Instant::now() >= deadline));
        let result = self.solver.solve_limited(assumptions);
        let control = self.solver.cb();
        *conflicts = conflicts.saturating_sub(control.conflicts);
        if result == lbool::TRUE {
            Outcome::Satisfiable
        } else if result == lbool::FALSE {
            Outcome::Unsatisfiable
        } else if control.late.get() {
            Outcome::OutOfTime
        } else {
            Outcome::OutOfConflicts
        }
    }

    /// The value of a literal in the last model.
    pub fn value(&self, lit: SatLit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    /// Whether an assumption had a part in the last contradiction.
    pub fn in_core(&self, assumption: SatLit) -> bool {
        self.solver.unsat_core_contains_lit(!assumption)
    }
}
