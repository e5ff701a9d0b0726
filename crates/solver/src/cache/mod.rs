//! Answers kept: the same conjuncts again, a model that fits here too, a core that is in here too.
//!
//! As in KLEE's counterexample cache (Cadar, Dunbar and Engler 2008, 3.3), a solution of more conjuncts
//! solves fewer, no solution of fewer means none of more, and a solution of fewer may happen to solve more.
//! Unlike there, sets are not searched for: kept models are tried that have conjuncts in common with the
//! problem, and cores are found by their newest conjunct, so that a look-up costs the same however much is
//! kept.

mod store;
#[cfg(test)]
mod tests;

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};
use store::{Kept, Store};
use term::{Assignment, Compiled, Pool, Scratch, TermId, VarSet};

/// How many kept models are tried on a problem.
const TRIES: usize = 12;

/// Remembers what the layer below answered. A kept answer is as right as the first was, but a model may be
/// another than the layer below would find now.
pub struct Cache {
    inner: Box<dyn Layer>,
    store: Store,
    scratch: Scratch,
}

impl Cache {
    /// Remembers the answers of a layer, as long as they refer to at most `limit` conjuncts and values.
    pub fn new(inner: Box<dyn Layer>, limit: usize) -> Cache {
        Cache { inner, store: Store::new(limit), scratch: Scratch::new() }
    }

    /// The answer, if what is kept gives one.
    fn look_up(
        &mut self,
        pool: &Pool,
        problem: &Problem,
        key: &[TermId],
        meter: &mut Meter,
    ) -> Option<Verdict> {
        meter.steps += key.len() as u64;
        match self.store.exact(key) {
            Some(Kept::Model(values)) => {
                let mut model = problem.seed.clone();
                values.iter().for_each(|(variable, value)| model.set_value(*variable, value));
                return Some(Verdict::Satisfiable(model));
            }
            Some(Kept::Core(core)) => return Some(places(problem, core)),
            None => {}
        }
        if let Some(core) = self.store.core_within(key) {
            return Some(places(problem, core));
        }
        self.fitting_model(pool, problem, meter).map(Verdict::Satisfiable)
    }

    /// A kept model that satisfies this problem too, with the seed's values for other variables.
    fn fitting_model(
        &mut self,
        pool: &Pool,
        problem: &Problem,
        meter: &mut Meter,
    ) -> Option<Assignment> {
        let goal = problem.goal.map(|goal| problem.clauses[goal]);
        let candidates = self.store.models_near(goal, &problem.clauses, TRIES);
        if candidates.is_empty() {
            return None;
        }
        let compiled = Compiled::new(pool, &problem.clauses);
        let mut model = problem.seed.clone();
        for values in candidates {
            meter.steps += compiled.cost() as u64;
            values.iter().for_each(|(variable, value)| model.set_value(*variable, value));
            let fits = compiled.eval_all(&model, &mut self.scratch).all(|value| value != 0);
            let used = if fits { variables(pool, problem, meter) } else { VarSet::new() };
            // Other variables than the problem's are none of its business.
            for (variable, value) in values.iter().filter(|(var, _)| !used.contains(*var)) {
                model.set_value(*variable, &problem.seed.value(*variable, value.sort()));
            }
            if fits {
                return Some(model);
            }
        }
        None
    }
}

impl Layer for Cache {
    fn name(&self) -> &'static str {
        "cache"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let mut key = problem.clauses.clone();
        key.sort_unstable();
        key.dedup();
        if let Some(verdict) = self.look_up(pool, problem, &key, meter) {
            return verdict;
        }
        let verdict = self.inner.check(pool, problem, meter);
        match &verdict {
            Verdict::Satisfiable(model) => {
                let variables = variables(pool, problem, meter);
                let value = |var| (var, model.value(var, pool.variable_sort(var)));
                self.store.keep(key.into(), Kept::Model(variables.iter().map(value).collect()));
            }
            Verdict::Unsatisfiable(core) => {
                let mut core: Vec<TermId> =
                    core.iter().map(|&index| problem.clauses[index]).collect();
                core.sort_unstable();
                core.dedup();
                self.store.keep(key.into(), Kept::Core(core.into()));
            }
            // Another seed or a larger budget may find more.
            Verdict::Unknown(_) => {}
        }
        verdict
    }
}

/// The variables that the conjuncts have.
fn variables(pool: &Pool, problem: &Problem, meter: &mut Meter) -> VarSet {
    let terms = term::postorder(pool, &problem.clauses);
    meter.steps += terms.len() as u64;
    terms.into_iter().filter_map(|term| pool.var_of(term)).collect()
}

/// Where the conjuncts of a core stand in this problem.
fn places(problem: &Problem, core: &[TermId]) -> Verdict {
    let mut missing: Vec<TermId> = core.to_vec();
    let mut indices = Vec::with_capacity(core.len());
    for (index, clause) in problem.clauses.iter().enumerate() {
        if let Ok(at) = missing.binary_search(clause) {
            missing.remove(at);
            indices.push(index);
        }
    }
    Verdict::Unsatisfiable(indices)
}
