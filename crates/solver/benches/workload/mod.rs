//! Queries to measure solvers on: what path conditions look like, from fixed seeds.
//!
//! Each query is the path of a run, a witness, with its last condition turned around; the witness's values
//! are the seed. Where another run is known that goes the other way, its values are kept as a solution.

mod doubles;
mod integers;
mod recorded;
mod strings;

use fastrand::Rng;
use term::{Assignment, Pool, Sort, TermId, evaluate};

pub use doubles::doubles;
pub use integers::{comparisons, products};
pub use recorded::recorded;
pub use strings::strings;

/// One query: conjuncts, which of them the seed does not fulfil, and the seed.
#[derive(Clone, Debug)]
pub struct Case {
    /// The conjuncts.
    pub clauses: Vec<TermId>,
    /// The one that was turned around: the last.
    pub goal: usize,
    /// The witness.
    pub seed: Assignment,
    /// Values that fulfil all conjuncts, if the generator knows any.
    pub solution: Option<Assignment>,
}

/// A workload: a pool, and queries over its terms.
pub type Workload = (Pool, Vec<Case>);

/// The clause or its negation, whichever holds.
fn true_under(pool: &mut Pool, condition: TermId, values: &Assignment) -> TermId {
    if holds(pool, condition, values) { condition } else { pool.not(condition) }
}

fn holds(pool: &Pool, condition: TermId, values: &Assignment) -> bool {
    evaluate(pool, condition, values).raw() == Some(1)
}

/// The path of `witness` through conditions, the last one turned around; none if a condition is trivial.
fn turned_around(pool: &mut Pool, conditions: &[TermId], witness: &Assignment) -> Option<Case> {
    if conditions.iter().any(|&condition| pool.as_constant(condition).is_some()) {
        return None;
    }
    let mut clauses: Vec<TermId> =
        conditions.iter().map(|&condition| true_under(pool, condition, witness)).collect();
    let last = clauses.pop()?;
    clauses.push(pool.not(last));
    Some(Case { goal: clauses.len() - 1, clauses, seed: witness.clone(), solution: None })
}

/// As many cases as asked for, each from conditions and a witness.
fn cases(
    mut pool: Pool,
    count: usize,
    rng: &mut Rng,
    mut make: impl FnMut(&mut Pool, &mut Rng) -> Option<Case>,
) -> Workload {
    let mut cases = Vec::with_capacity(count);
    while cases.len() < count {
        cases.extend(make(&mut pool, rng));
    }
    (pool, cases)
}

/// Sets a variable that is a term.
fn set(pool: &Pool, values: &mut Assignment, variable: TermId, raw: u128) {
    if let Some(id) = pool.var_of(variable) {
        values.set(id, raw & pool.sort(variable).mask());
    }
}

fn variables<const N: usize>(pool: &mut Pool, names: [&str; N], sort: Sort) -> [TermId; N] {
    names.map(|name| pool.variable(name, sort))
}
