//! What holds for every search: determinism, budgets, what is handed on.

use term::{Assignment, BinaryOp, CompareOp, Pool, Sort, TermId};

use super::super::{LocalSearch, Patience};
use super::{Nobody, Script, bound};
use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Reason, Verdict};

/// `x * x * x == 5 mod 7`-like: nothing to invert in one step, and no slope.
fn hard(script: &mut Script, goal: u128) {
    let x = script.variable("x", Sort::Bits(64), 2);
    let y = script.variable("y", Sort::Bits(64), 3);
    let square = script.pool.binary(BinaryOp::Mul, x, y);
    let cube = script.pool.binary(BinaryOp::Mul, square, square);
    let mixed = script.pool.binary(BinaryOp::Xor, cube, x);
    let goal = script.pool.bits(64, goal);
    script.compare(CompareOp::Eq, mixed, goal);
    let one = script.pool.bits(64, 1);
    script.compare(CompareOp::Ugt, x, one);
    script.compare(CompareOp::Ugt, y, one);
}

#[test]
fn a_search_that_finds_nothing_spends_exactly_its_budget() {
    for budget in [1, 2, 3, 10, 99, 1_000] {
        let mut script = Script::default();
        let x = script.int("x", 0);
        let square = script.pool.binary(BinaryOp::Mul, x, x);
        let two = script.number(2);
        script.compare(CompareOp::Eq, square, two);
        assert_eq!(script.solve(budget), (None, budget));
    }
}

#[test]
fn a_search_in_which_no_change_is_admitted_ends() {
    let mut script = Script::default();
    let x = script.int("x", 5);
    let goal = script.number(9);
    script.compare(CompareOp::Eq, x, goal);
    bound(&mut script, x, (5, 5));
    assert_eq!(script.solve(1_000), (None, 1_000));
}

#[test]
fn without_a_budget_nothing_is_searched() {
    let mut script = Script::default();
    let x = script.int("x", 1);
    let one = script.number(1);
    script.compare(CompareOp::Eq, x, one);
    assert_eq!(script.solve(0), (None, 0));
    assert!(script.solve(1).0.is_some());
}

#[test]
fn the_same_problem_gets_the_same_answer_whatever_the_pool_held_before() {
    let run = |prepare: &dyn Fn(&mut Script)| {
        let mut script = Script::default();
        prepare(&mut script);
        hard(&mut script, 0x1234);
        let (model, cost) = script.solve(3_000);
        let value = |name: &str| {
            let id = script.pool.find_variable(name)?;
            Some(model.as_ref()?.raw(id))
        };
        (value("x"), value("y"), cost)
    };
    let fresh = run(&|_| {});
    assert_eq!(fresh, run(&|_| {}));
    let used = run(&|script| {
        let y = script.variable("y", Sort::Bits(64), 3);
        let w = script.variable("w", Sort::Bits(64), 9);
        script.pool.binary(BinaryOp::Add, y, w);
    });
    assert_eq!(fresh, used);
}

#[test]
fn variables_outside_the_problem_keep_their_values() {
    let mut script = Script::default();
    let (x, _) = (script.int("x", 1), script.int("other", 77));
    let goal = script.number(9);
    script.compare(CompareOp::Eq, x, goal);
    let other = script.pool.find_variable("other").expect("made above");
    let model = script.solve(10).0.expect("one step away");
    assert_eq!(model.raw(other), 77);
}

/// Says what it is asked to, and counts.
struct Below(Verdict, std::sync::Arc<std::sync::atomic::AtomicU32>);

impl Layer for Below {
    fn name(&self) -> &'static str {
        "below"
    }

    fn check(&mut self, _: &mut Pool, _: &Problem, meter: &mut Meter) -> Verdict {
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        meter.answered_by = self.name();
        self.0.clone()
    }
}

fn ask(script: &mut Script, below: Verdict, patience: u64) -> (Verdict, u32, &'static str) {
    let asked = std::sync::Arc::default();
    let patience = Patience { bits: patience, floats: patience };
    let below = Below(below, std::sync::Arc::clone(&asked));
    let mut meter = Meter::new(5_000, 0);
    let verdict = LocalSearch::new(Box::new(below), patience).check(
        &mut script.pool,
        &script.problem,
        &mut meter,
    );
    (verdict, asked.load(std::sync::atomic::Ordering::Relaxed), meter.answered_by)
}

fn no_square(script: &mut Script) -> TermId {
    let x = script.int("x", 0);
    let square = script.pool.binary(BinaryOp::Mul, x, x);
    let two = script.number(2);
    script.compare(CompareOp::Eq, square, two);
    x
}

#[test]
fn what_is_not_found_is_handed_on() {
    let mut script = Script::default();
    no_square(&mut script);
    for verdict in [
        Verdict::Unsatisfiable(vec![0]),
        Verdict::Unknown(Reason::Time),
        Verdict::Unknown(Reason::Budget),
        Verdict::Satisfiable(Assignment::new()),
    ] {
        assert_eq!(ask(&mut script, verdict.clone(), 20), (verdict, 1, "below"));
    }
}

#[test]
fn when_nobody_below_knows_the_search_goes_on() {
    let mut script = Script::default();
    let x = script.int("x", 0);
    let goal = script.number(9);
    script.compare(CompareOp::Eq, x, goal);
    let (verdict, asked, by) = ask(&mut script, Verdict::Unknown(Reason::Budget), 1);
    assert!(matches!(verdict, Verdict::Satisfiable(_)));
    assert_eq!((asked, by), (1, "local search"));
}

#[test]
fn a_conjunction_without_variables_ends_at_once() {
    let mut script = Script::default();
    let never = script.pool.bool(false);
    script.require(never);
    assert_eq!(script.solve(100), (None, 4));
    let mut empty = Script::default();
    assert!(empty.solve(100).0.is_some());
}

#[test]
fn a_chain_of_a_hundred_thousand_terms_costs_in_proportion() {
    let mut script = Script::default();
    let x = script.int("x", 1);
    let y = script.int("y", 1);
    let mut term = x;
    for _ in 0..50_000 {
        let product = script.pool.binary(BinaryOp::Mul, term, y);
        term = script.pool.binary(BinaryOp::Xor, product, x);
    }
    let square = script.pool.binary(BinaryOp::Mul, term, term);
    let goal = script.number(2);
    script.compare(CompareOp::Eq, square, goal);
    let patience = Patience { bits: 1_000, floats: 1_000 };
    let mut meter = Meter::new(1_000, 0);
    LocalSearch::new(Box::new(Nobody), patience).check(
        &mut script.pool,
        &script.problem,
        &mut meter,
    );
    assert_eq!(meter.evaluations, 0);
}

#[test]
fn conjuncts_that_share_long_terms_are_compiled_once() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 1), script.int("y", 5));
    let mut term = x;
    for _ in 0..2_000 {
        let product = script.pool.binary(BinaryOp::Mul, term, y);
        term = script.pool.binary(BinaryOp::Add, product, x);
        let limit = script.number(3);
        script.compare(CompareOp::Ne, term, limit);
    }
    let limit = script.number(9);
    script.compare(CompareOp::Eq, y, limit);
    assert!(script.solve(1_000).0.is_some());
}
