//! One question to the solver: inputs of the same calls with which a run goes another way at one clause.

use crate::inputs;
use crate::run::Run;
use crate::slice::Slices;
use program::Program;
use scenario::Scenario;
use solver::{Answer, Query, Solver};
use term::{Assignment, Pool, TermId};
use trace::{Origin, Trace};

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Turned {
    /// A scenario that should go the other way.
    Found(Scenario),
    /// No inputs of these calls go that way.
    Unsatisfiable,
    /// The solver gave up, or the scenario cannot say what it found.
    Unknown,
}

/// Asks for a scenario with the same calls whose run goes as one did up to a clause of its path, which does not hold.
/// The terms of the trace live in `pool`. Pointers stay where they point.
pub fn turn(
    program: &Program,
    solver: &mut Solver,
    scenario: &Scenario,
    trace: &Trace,
    pool: &Pool,
    clause: usize,
) -> Turned {
    let mut pool = pool.clone();
    let mut values = Assignment::new();
    let mut own = Vec::with_capacity(trace.inputs.len());
    for input in &trace.inputs {
        if let Some(variable) = pool.var_of(input.term) {
            values.set(variable, input.bits);
            own.push((input.source, variable));
        }
    }
    let mut clauses: Vec<TermId> = Vec::new();
    for (index, known) in trace.path.iter().enumerate() {
        if index < clause || known.origin == Origin::Input {
            clauses.push(known.term);
        }
    }
    clauses.extend(inputs::given(program, scenario, &own, &mut pool));
    let Some(turned) = trace.path.get(clause) else { return Turned::Unknown };
    clauses.push(pool.not(turned.term));
    Slices::default().keep_relevant(&pool, &mut clauses);
    let goal = clauses.len().checked_sub(1);
    let query = Query { pool: &pool, clauses: &clauses, goal, seed: &values };
    let model = match solver.check(&query) {
        Answer::Satisfiable(model) => model,
        Answer::Unsatisfiable { .. } => return Turned::Unsatisfiable,
        Answer::Unknown(_) => return Turned::Unknown,
    };
    let run = Run::alone(scenario, own, &trace.places, values, Vec::new());
    let mut turned = scenario.clone();
    inputs::apply(&mut turned, &run, &model);
    if turned == *scenario { Turned::Unknown } else { Turned::Found(turned) }
}
