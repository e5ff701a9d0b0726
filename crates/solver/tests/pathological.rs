//! Inputs that are large or hard on purpose: budgets hold, and work grows no faster than the input.

use solver::{Answer, Config, Query, Reason, Solver};
use term::{Assignment, BinaryOp, CompareOp, Pool, Sort, TermId};

/// Asks for all clauses, from zeros.
fn ask(pool: &Pool, clauses: &[TermId], config: Config) -> (Answer, Solver) {
    let mut solver = Solver::new(config);
    let seed = Assignment::new();
    let answer = solver.check(&Query { pool, clauses, goal: None, seed: &seed });
    (answer, solver)
}

/// A chain of so many operations over one variable, which nothing simplifies away.
fn long_term(pool: &mut Pool, operations: usize) -> TermId {
    let x = pool.variable("x", Sort::Bits(32));
    let mut term = x;
    for index in 0..operations {
        let constant = pool.bits(32, (2 * index + 1) as u128);
        let op = if index % 2 == 0 { BinaryOp::Add } else { BinaryOp::Xor };
        term = pool.binary(op, term, constant);
    }
    term
}

#[test]
fn a_term_of_100_000_operations_is_within_reach() {
    let mut pool = Pool::new();
    let term = long_term(&mut pool, 100_000);
    let target = pool.bits(32, 12_345);
    let clause = pool.compare(CompareOp::Eq, term, target);
    let (answer, solver) = ask(&pool, &[clause], Config::default());
    assert!(
        matches!(answer, Answer::Satisfiable(_) | Answer::Unknown(Reason::Budget)),
        "{answer:?}"
    );
    let cost = solver.last().cost;
    assert!(cost.steps < 100 * 100_000, "{cost:?}");
}

#[test]
fn ten_thousand_conjuncts_are_answered() {
    let mut pool = Pool::new();
    let clauses: Vec<TermId> = (0..10_000)
        .map(|index| {
            let x = pool.variable(&format!("x{}", index % 100), Sort::Bits(32));
            let bound = pool.bits(32, 100_000 + index);
            pool.compare(CompareOp::Ult, x, bound)
        })
        .collect();
    let (answer, solver) = ask(&pool, &clauses, Config::default());
    assert!(matches!(answer, Answer::Satisfiable(_)), "{answer:?}");
    assert!(solver.last().cost.steps < 100 * 10_000, "{:?}", solver.last());

    let mut clauses = clauses;
    let x = pool.variable("x7", Sort::Bits(32));
    let bound = pool.bits(32, 200_000);
    clauses.push(pool.compare(CompareOp::Ugt, x, bound));
    let (answer, _) = ask(&pool, &clauses, Config::default());
    let Answer::Unsatisfiable { core } = answer else { panic!("{answer:?}") };
    assert!(core.contains(&10_000), "{core:?}");
}

#[test]
fn a_product_that_cannot_be_taken_apart_spends_its_budget_and_no_more() {
    let mut pool = Pool::new();
    let (p, q) = (pool.variable("p", Sort::Bits(64)), pool.variable("q", Sort::Bits(64)));
    let [p_wide, q_wide] =
        [p, q].map(|factor| pool.convert(term::ConvertOp::ZExt, Sort::Bits(128), factor));
    let product = pool.binary(BinaryOp::Mul, p_wide, q_wide);
    // Two primes next to 2^62.
    let semiprime = pool.bits(128, 4_611_686_018_427_387_847 * 4_611_686_018_427_388_039);
    let one = pool.bits(64, 1);
    let clauses = [
        pool.compare(CompareOp::Eq, product, semiprime),
        pool.compare(CompareOp::Ugt, p, one),
        pool.compare(CompareOp::Ugt, q, p),
    ];
    let config = Config { conflicts: 200, evaluations: 500, ..Config::default() };
    let (answer, solver) = ask(&pool, &clauses, config);
    assert_eq!(answer, Answer::Unknown(Reason::Budget));
    let cost = solver.last().cost;
    assert!(cost.conflicts <= 200 && cost.evaluations <= 500, "{cost:?}");
}
