//! Z3 through its library.

use solver::z3::Z3;
use solver::{Domains, Layer, Meter, Problem, Verdict};
use term::{Compiled, Scratch};

use crate::queries::{Agreement, Asked, ours, query};

/// Queries of a usual run, and of one with `FERRET_FULL`.
const FEW: usize = 500;
const MANY: usize = 20_000;
/// Z3's own unit of work, the same on every machine. Floats would take minutes with more.
const RESOURCES: u32 = 20_000;

#[test]
fn the_chain_and_z3_agree_on_random_queries() {
    let full = std::env::var_os("FERRET_FULL").is_some();
    let count = if full { MANY } else { FEW };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut agreement = Agreement::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|worker| scope.spawn(move || compare((worker..count).step_by(threads))))
            .collect();
        for worker in workers {
            match worker.join() {
                Ok(counted) => agreement.add(&counted),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    agreement.is_telling();
}

fn compare(numbers: impl Iterator<Item = usize>) -> Agreement {
    let mut agreement = Agreement::default();
    for number in numbers.map(|number| number as u64) {
        let asked = query(number);
        agreement.count(number, asked.ask(&mut ours(), number), ask_z3(&asked, number));
    }
    agreement
}

/// Z3's verdict; its models are evaluated, which shows that terms mean the same to it.
fn ask_z3(asked: &Asked, number: u64) -> Option<bool> {
    let problem = Problem {
        clauses: asked.clauses.clone(),
        goal: None,
        seed: asked.seed.clone(),
        domains: Domains::default(),
    };
    let verdict =
        Z3::new(RESOURCES).check(&mut asked.pool.clone(), &problem, &mut Meter::new(0, 0));
    match verdict {
        Verdict::Satisfiable(values) => {
            let compiled = Compiled::new(&asked.pool, &asked.clauses);
            let holds = compiled.eval_all(&values, &mut Scratch::new()).all(|value| value == 1);
            assert!(holds, "query {number}: Z3's model is none");
            Some(true)
        }
        Verdict::Unsatisfiable(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}
