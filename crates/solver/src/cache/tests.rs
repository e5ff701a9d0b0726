//! Which kept answers are used again, and that a cache changes no answer.

use super::*;
use crate::problem::Reason;
use crate::testing::{Garden, Oracle, Script, Watched, assert_right, enumerate, problem};
use term::{CompareOp, Sort};

/// `x > n` for 4-bit `x` and each n, unsigned, and the conjuncts of a contradiction.
fn conditions(pool: &mut Pool) -> (Vec<TermId>, Vec<TermId>) {
    let x = pool.variable("x", Sort::Bits(4));
    let y = pool.variable("y", Sort::Bits(4));
    let above = (0..14)
        .map(|bound| {
            let bound = pool.bits(4, bound);
            pool.compare(CompareOp::Ugt, x, bound)
        })
        .collect();
    let less = pool.compare(CompareOp::Ult, x, y);
    let more = pool.compare(CompareOp::Ult, y, x);
    (above, vec![less, more])
}

/// Asks one problem after the other; which of them reached the layer below.
fn reached(problems: &[Vec<TermId>], pool: &mut Pool) -> Vec<bool> {
    let (oracle, log) = Watched::new(Box::new(Oracle));
    let mut cache = Cache::new(Box::new(oracle), 1 << 16);
    let mut ask = |clauses: &Vec<TermId>| {
        let before = log.lock().unwrap().len();
        let problem = problem(clauses.clone());
        let verdict = cache.check(pool, &problem, &mut Meter::new(0, 0));
        assert_right(pool, &problem, &verdict);
        log.lock().unwrap().len() > before
    };
    problems.iter().map(&mut ask).collect()
}

#[test]
fn the_same_conjuncts_in_any_order_are_answered_once() {
    let mut pool = Pool::new();
    let (above, contradiction) = conditions(&mut pool);
    let reversed: Vec<TermId> = contradiction.iter().rev().copied().collect();
    let doubled = [&reversed[..], &reversed[..]].concat();
    let problems = [vec![above[3]], vec![above[3]], contradiction.clone(), reversed, doubled];
    assert_eq!(reached(&problems, &mut pool), [true, false, true, false, false]);
}

#[test]
fn a_model_of_more_conjuncts_serves_fewer_and_one_of_fewer_may_serve_more() {
    let mut pool = Pool::new();
    let (above, _) = conditions(&mut pool);
    // The oracle takes the least x: 6, which is above 2 and 4, but not above 9.
    let problems = [
        vec![above[2], above[5]],
        vec![above[2]],
        vec![above[5], above[4]],
        vec![above[2], above[9]],
    ];
    assert_eq!(reached(&problems, &mut pool), [true, false, false, true]);
}

#[test]
fn conjuncts_with_a_known_core_have_no_model() {
    let mut pool = Pool::new();
    let (above, contradiction) = conditions(&mut pool);
    let mut cache =
        Cache::new(Box::new(Script::new([Verdict::Unsatisfiable(vec![1, 2])])), 1 << 16);
    let first = problem(vec![above[0], contradiction[0], contradiction[1]]);
    let second = problem(vec![contradiction[1], above[7], above[8], contradiction[0]]);
    let third = problem(vec![contradiction[1], above[7]]);
    let verdicts = [first, second, third]
        .map(|problem| cache.check(&mut pool, &problem, &mut Meter::new(0, 0)));
    assert_eq!(
        verdicts,
        [
            Verdict::Unsatisfiable(vec![1, 2]),
            Verdict::Unsatisfiable(vec![0, 3]),
            Verdict::Unknown(Reason::Budget)
        ]
    );
}

#[test]
fn a_cache_changes_no_answer() {
    let (oracle, log) = Watched::new(Box::new(Oracle));
    let mut cache = Cache::new(Box::new(oracle), 2_000);
    let mut garden = Garden::new(7);
    let pieces: Vec<Problem> = (0..60).map(|_| garden.problem(2)).collect();
    for _ in 0..2_000 {
        let mut problem = garden.problem(1);
        problem.goal = None;
        problem.clauses.clear();
        for _ in 0..garden.rng.usize(1..4) {
            let piece = garden.rng.usize(..pieces.len());
            problem.clauses.extend(&pieces[piece].clauses);
        }
        let truth = enumerate(&garden.pool, &problem).is_some();
        let verdict = cache.check(&mut garden.pool, &problem, &mut Meter::new(0, 0));
        assert_right(&garden.pool, &problem, &verdict);
        assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), truth);
    }
    assert!(
        log.lock().unwrap().len() < 1_000,
        "{} of 2000 reached the oracle",
        log.lock().unwrap().len()
    );
}

#[test]
fn what_is_kept_is_bounded_and_the_oldest_goes() {
    let mut pool = Pool::new();
    let variables: Vec<TermId> =
        (0..2_000).map(|index| pool.variable(&format!("p{index}"), Sort::BOOL)).collect();
    let mut store = Store::new(1_000);
    for (number, &variable) in variables.iter().enumerate() {
        let kept = if number % 3 == 0 {
            Kept::Core([variable].into())
        } else {
            Kept::Model(vec![(pool.var_of(variable).unwrap(), term::Value::of_raw(Sort::BOOL, 1))])
        };
        store.keep([variable].into(), kept);
        let (entries, indexed) = store.sizes();
        assert!(entries == indexed && entries <= 1_000 / 4, "{entries} entries, {indexed} indexed");
    }
    assert_eq!(store.exact(&variables[..1]), None);
    assert!(store.exact(&variables[1_999..]).is_some());
}

#[test]
fn a_problem_that_would_fill_the_cache_is_not_kept() {
    let mut pool = Pool::new();
    let clauses: Vec<TermId> =
        (0..10_000).map(|index| pool.variable(&format!("p{index}"), Sort::BOOL)).collect();
    let mut store = Store::new(1 << 12);
    store.keep(clauses.clone().into(), Kept::Model(vec![]));
    assert_eq!(store.exact(&clauses), None);
}
