//! Solving only what the seed leaves unsatisfied, one part without common variables at a time.

use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};
use term::slice::Slicer;
use term::{Compiled, Pool, Scratch};

/// Splits a problem into parts that share no variable. A part that the seed satisfies keeps the seed's
/// values and is never solved; the others are handed on one by one.
pub struct Independence {
    inner: Box<dyn Layer>,
    scratch: Scratch,
}

impl Independence {
    /// Splits the problems of a layer.
    pub fn new(inner: Box<dyn Layer>) -> Independence {
        Independence { inner, scratch: Scratch::new() }
    }

    /// Which conjuncts the seed satisfies.
    fn satisfied(&mut self, pool: &Pool, problem: &Problem, meter: &mut Meter) -> Vec<bool> {
        let compiled = Compiled::new(pool, &problem.clauses);
        meter.steps += compiled.cost() as u64;
        compiled.eval_all(&problem.seed, &mut self.scratch).map(|value| value != 0).collect()
    }
}

impl Layer for Independence {
    fn name(&self) -> &'static str {
        "independence"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let satisfied = self.satisfied(pool, problem, meter);
        if satisfied.iter().all(|&satisfied| satisfied) {
            return Verdict::Satisfiable(problem.seed.clone());
        }
        let mut slicer = Slicer::new();
        slicer.extend(pool, &problem.clauses);
        let mut parts = slicer.groups();
        meter.steps += problem.clauses.len() as u64;
        parts.retain(|part| part.iter().any(|&clause| !satisfied[clause]));
        let mut parts = batched(parts);
        if let [part] = parts.as_slice()
            && part.len() == problem.clauses.len()
        {
            return self.inner.check(pool, problem, meter);
        }
        // The goal's part is the likeliest to have no solution, so it goes first.
        let has_goal =
            |part: &Vec<usize>| problem.goal.is_some_and(|goal| part.binary_search(&goal).is_ok());
        if let Some(first) = parts.iter().position(has_goal) {
            parts[..=first].rotate_right(1);
        }
        let mut whole = Problem {
            seed: problem.seed.clone(),
            domains: problem.domains.clone(),
            ..Problem::default()
        };
        let mut unknown = None;
        for part in parts {
            whole.clauses = part.iter().map(|&clause| problem.clauses[clause]).collect();
            whole.goal = problem.goal.and_then(|goal| part.binary_search(&goal).ok());
            match self.inner.check(pool, &whole, meter) {
                Verdict::Satisfiable(model) => whole.seed = model,
                Verdict::Unsatisfiable(core) => {
                    return Verdict::Unsatisfiable(core.into_iter().map(|at| part[at]).collect());
                }
                // A later part may still be found to have no solution.
                Verdict::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        match unknown {
            Some(reason) => {
                meter.answered_by = "";
                Verdict::Unknown(reason)
            }
            None => Verdict::Satisfiable(whole.seed),
        }
    }
}

/// The parts, neighbours put together where there are very many: each problem hands a whole assignment
/// up and down, so their number must not grow with the number of variables.
fn batched(parts: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    const MOST: usize = 256;
    if parts.len() <= MOST {
        return parts;
    }
    let batch = |parts: &[Vec<usize>]| {
        let mut clauses = parts.concat();
        clauses.sort_unstable();
        clauses
    };
    parts.chunks(parts.len().div_ceil(MOST)).map(batch).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Reason;
    use crate::testing::{Garden, Oracle, Script, Watched, assert_right, enumerate, problem};
    use term::{Assignment, CompareOp, Sort, VarId};

    /// `a == 1`, `b == 2`, … as conjuncts over 4-bit variables, numbered from 0.
    fn equalities(pool: &mut Pool, names: &[&str]) -> Vec<term::TermId> {
        let equality = |(index, name): (usize, &&str)| {
            let variable = pool.variable(name, Sort::Bits(4));
            let constant = pool.bits(4, index as u128 + 1);
            pool.compare(CompareOp::Eq, variable, constant)
        };
        names.iter().enumerate().map(equality).collect()
    }

    #[test]
    fn a_seed_that_satisfies_all_is_the_answer() {
        let mut pool = Pool::new();
        let mut problem = problem(equalities(&mut pool, &["a", "b"]));
        problem.seed.set(VarId(0), 1);
        problem.seed.set(VarId(1), 2);
        let mut layer = Independence::new(Box::new(Script::new([])));
        let verdict = layer.check(&mut pool, &problem, &mut Meter::new(0, 0));
        assert_eq!(verdict, Verdict::Satisfiable(problem.seed));
    }

    #[test]
    fn only_unsatisfied_parts_are_solved_and_the_goals_first() {
        let mut pool = Pool::new();
        let mut problem = problem(equalities(&mut pool, &["a", "b", "c"]));
        problem.seed.set(VarId(1), 2);
        problem.goal = Some(2);
        let (oracle, log) = Watched::new(Box::new(Oracle));
        let mut layer = Independence::new(Box::new(oracle));
        let verdict = layer.check(&mut pool, &problem, &mut Meter::new(0, 0));
        let mut model = Assignment::new();
        [1, 2, 3].iter().enumerate().for_each(|(var, &raw)| model.set(VarId(var as u32), raw));
        assert_eq!(verdict, Verdict::Satisfiable(model));
        assert_eq!(*log.lock().unwrap(), ["c == 3", "a == 1"]);
    }

    #[test]
    fn a_part_without_solution_outweighs_one_that_is_unknown() {
        let mut pool = Pool::new();
        let problem = problem(equalities(&mut pool, &["a", "b", "c"]));
        let script = Script::new([
            Verdict::Unknown(Reason::Floats),
            Verdict::Satisfiable(Assignment::new()),
            Verdict::Unsatisfiable(vec![0]),
        ]);
        let mut layer = Independence::new(Box::new(script));
        let verdict = layer.check(&mut pool, &problem, &mut Meter::new(0, 0));
        assert_eq!(verdict, Verdict::Unsatisfiable(vec![2]));
        let verdict = layer.check(&mut pool, &problem, &mut Meter::new(0, 0));
        assert_eq!(verdict, Verdict::Unknown(Reason::Budget));
    }

    #[test]
    fn very_many_parts_are_solved_in_batches() {
        let mut pool = Pool::new();
        let names: Vec<String> = (0..1000).map(|index| format!("v{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let problem = problem(equalities(&mut pool, &names));
        let (script, log) = Watched::new(Box::new(Script::new([])));
        Independence::new(Box::new(script)).check(&mut pool, &problem, &mut Meter::new(0, 0));
        // Every sixteenth constant is zero, as the seed has it.
        assert_eq!(log.lock().unwrap().len(), 938usize.div_ceil(4));
        assert_eq!(log.lock().unwrap()[1], "v4 == 5, v5 == 6, v6 == 7, v7 == -8");
    }

    #[test]
    fn splitting_changes_no_answer() {
        for seed in 0..400 {
            let mut garden = Garden::new(seed);
            let problem = garden.problem(5);
            let truth = enumerate(&garden.pool, &problem).is_some();
            let mut layer = Independence::new(Box::new(Oracle));
            let verdict = layer.check(&mut garden.pool, &problem, &mut Meter::new(0, 0));
            assert_right(&garden.pool, &problem, &verdict);
            assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), truth);
        }
    }
}
