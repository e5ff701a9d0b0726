//! What simplification leaves of small problems, and that it changes no answer.

use super::*;
use crate::testing::{Garden, Oracle, Script, Watched, assert_right, enumerate, problem, text};
use expect_test::{Expect, expect};
use term::{CompareOp, ConvertOp, Sort};

fn var(pool: &mut Pool, name: &str) -> TermId {
    pool.variable(name, Sort::Bits(32))
}

fn compare(pool: &mut Pool, op: CompareOp, a: TermId, b: TermId) -> TermId {
    pool.compare(op, a, b)
}

/// Shows the problem that the layer below gets, or the core of a contradiction.
fn check(build: impl FnOnce(&mut Pool) -> Vec<TermId>, expected: Expect) {
    let mut pool = Pool::new();
    let problem = problem(build(&mut pool));
    let (script, log) = Watched::new(Box::new(Script::new([])));
    let verdict = Simplify::new(Box::new(script)).check(&mut pool, &problem, &mut Meter::new(0, 0));
    let below = log.lock().unwrap().join("\n");
    let outcome = match verdict {
        Verdict::Satisfiable(_) => "satisfiable".to_owned(),
        Verdict::Unsatisfiable(core) => format!("unsatisfiable {core:?}"),
        Verdict::Unknown(_) => below,
    };
    expected.assert_eq(&format!("{}\n{outcome}\n", text(&pool, &problem)));
}

#[test]
fn a_constant_is_propagated_and_a_chain_of_equalities_collapses() {
    check(
        |pool| {
            let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| var(pool, name));
            let five = pool.bits(32, 5);
            let sum = pool.binary(BinaryOp::Add, a, d);
            let seven = pool.bits(32, 7);
            vec![
                compare(pool, CompareOp::Eq, a, b),
                compare(pool, CompareOp::Eq, b, c),
                compare(pool, CompareOp::Eq, c, five),
                compare(pool, CompareOp::Slt, sum, seven),
            ]
        },
        expect![[r#"
            a == b, b == c, c == 5, a + d < 7
            d + 5 < 7
        "#]],
    );
}

#[test]
fn an_equality_is_solved_for_a_variable_in_it() {
    check(
        |pool| {
            let [x, y, z] = ["x", "y", "z"].map(|name| var(pool, name));
            let sum = pool.binary(BinaryOp::Add, x, y);
            let ten = pool.bits(32, 10);
            let three = pool.bits(32, 3);
            let triple = pool.binary(BinaryOp::Mul, z, three);
            vec![
                compare(pool, CompareOp::Eq, sum, ten),
                compare(pool, CompareOp::Eq, triple, y),
                compare(pool, CompareOp::Ult, x, z),
            ]
        },
        expect![[r#"
            x + y == 10, y == z * 3, x <u z
            10 - z * 3 <u z
        "#]],
    );
}

#[test]
fn a_sum_of_multiples_is_solved_for_a_variable_with_an_odd_factor() {
    check(
        |pool| {
            let [x, y, z] = ["x", "y", "z"].map(|name| var(pool, name));
            let [two, forty_five, bound] = [2, 45, 450].map(|value| pool.bits(32, value));
            let double = pool.binary(BinaryOp::Mul, x, two);
            let sum = pool.binary(BinaryOp::Add, y, z);
            let difference = pool.binary(BinaryOp::Sub, sum, double);
            let multiple = pool.binary(BinaryOp::Mul, difference, forty_five);
            vec![
                compare(pool, CompareOp::Eq, multiple, bound),
                compare(pool, CompareOp::Slt, sum, bound),
            ]
        },
        expect![[r#"
            (y + z - x * 2) * 45 == 450, y + z < 450
            x * 2 + 10 < 450
        "#]],
    );
}

#[test]
fn an_equality_of_a_variable_with_a_term_that_has_it_stays() {
    check(
        |pool| {
            let x = var(pool, "x");
            let square = pool.binary(BinaryOp::Mul, x, x);
            vec![compare(pool, CompareOp::Eq, square, x)]
        },
        expect![[r#"
            x == x * x
            x == x * x
        "#]],
    );
}

#[test]
fn what_one_conjunct_says_is_used_in_the_others() {
    check(
        |pool| {
            let [x, y] = ["x", "y"].map(|name| var(pool, name));
            let product = pool.binary(BinaryOp::Mul, x, y);
            let twelve = pool.bits(32, 12);
            let less = compare(pool, CompareOp::Slt, x, y);
            let choice = pool.ite(less, product, x);
            let hundred = pool.bits(32, 100);
            vec![
                compare(pool, CompareOp::Eq, product, twelve),
                less,
                compare(pool, CompareOp::Slt, choice, hundred),
            ]
        },
        expect![[r#"
            x * y == 12, x < y, (x < y ? x * y : x) < 100
            x * y == 12, x < y
        "#]],
    );
}

#[test]
fn a_contradiction_names_the_conjuncts_it_follows_from() {
    check(
        |pool| {
            let [x, y, z] = ["x", "y", "z"].map(|name| var(pool, name));
            let [three, four] = [3, 4].map(|value| pool.bits(32, value));
            let sum = pool.binary(BinaryOp::Add, x, y);
            vec![
                compare(pool, CompareOp::Eq, z, four),
                compare(pool, CompareOp::Eq, x, three),
                compare(pool, CompareOp::Ult, y, x),
                compare(pool, CompareOp::Eq, y, four),
                compare(pool, CompareOp::Ne, sum, z),
            ]
        },
        expect![[r#"
            z == 4, x == 3, y <u x, y == 4, z != x + y
            unsatisfiable [1, 2, 3]
        "#]],
    );
}

#[test]
fn opposite_orders_contradict_each_other() {
    check(
        |pool| {
            let [x, y] = ["x", "y"].map(|name| var(pool, name));
            let zero = pool.bits(32, 0);
            vec![
                compare(pool, CompareOp::Slt, x, y),
                compare(pool, CompareOp::Ne, x, zero),
                compare(pool, CompareOp::Slt, y, x),
            ]
        },
        expect![[r#"
            x < y, x != 0, y < x
            unsatisfiable [0, 2]
        "#]],
    );
}

#[test]
fn conjunctions_are_taken_apart_and_repetitions_dropped() {
    check(
        |pool| {
            let [x, y] = ["x", "y"].map(|name| var(pool, name));
            let less = compare(pool, CompareOp::Ult, x, y);
            let p = pool.variable("p", Sort::BOOL);
            let q = pool.variable("q", Sort::BOOL);
            let either = pool.or(p, q);
            let neither = pool.not(either);
            let both = pool.and(less, neither);
            vec![both, less]
        },
        expect![[r#"
            x <u y && !(p || q), x <u y
            x <u y
        "#]],
    );
}

#[test]
fn a_float_that_equals_a_number_is_that_number_unless_it_is_zero() {
    check(
        |pool| {
            let [d, e] = ["d", "e"].map(|name| pool.variable(name, Sort::F64));
            let (half, zero) = (pool.f64(0.5), pool.f64(0.0));
            let sum = pool.binary(BinaryOp::FAdd, d, e);
            vec![
                compare(pool, CompareOp::FOeq, d, half),
                compare(pool, CompareOp::FOeq, e, zero),
                compare(pool, CompareOp::FOlt, sum, half),
            ]
        },
        expect![[r#"
            d == 0.5, e == 0.0, d + e < 0.5
            e == 0.0, e + 0.5 < 0.5
        "#]],
    );
}

#[test]
fn a_float_is_found_through_its_bits() {
    let mut pool = Pool::new();
    let d = pool.variable("d", Sort::F64);
    let bits = pool.convert(ConvertOp::BitCast, Sort::Bits(64), d);
    let nan = pool.bits(64, u128::from(f64::NAN.to_bits() | 5));
    let problem = problem(vec![compare(&mut pool, CompareOp::Eq, bits, nan)]);
    let verdict =
        Simplify::new(Box::new(Script::new([]))).check(&mut pool, &problem, &mut Meter::new(0, 0));
    assert_right(&pool, &problem, &verdict);
    assert!(matches!(verdict, Verdict::Satisfiable(_)));
}

#[test]
fn simplifying_changes_no_answer() {
    let mut eliminated = 0;
    for seed in 0..3_000 {
        let mut garden = Garden::new(seed);
        let problem = garden.problem(5);
        let truth = enumerate(&garden.pool, &problem).is_some();
        let (oracle, log) = Watched::new(Box::new(Oracle));
        let mut layer = Simplify::new(Box::new(oracle));
        let verdict = layer.check(&mut garden.pool, &problem, &mut Meter::new(0, 0));
        assert_right(&garden.pool, &problem, &verdict);
        assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), truth);
        eliminated += usize::from(log.lock().unwrap().is_empty());
    }
    assert!(eliminated > 500, "only {eliminated} were answered here");
}

#[test]
fn equalities_over_one_huge_term_cost_little_each() {
    let mut pool = Pool::new();
    let mut huge = var(&mut pool, "seed");
    for index in 0..100_000 {
        let step = pool.bits(32, index * 2_654_435_761);
        let mixed = pool.binary(BinaryOp::Xor, huge, step);
        huge = pool.binary(BinaryOp::Mul, mixed, huge);
    }
    let clauses = (0..100)
        .map(|index| {
            let variable = var(&mut pool, &format!("v{index}"));
            compare(&mut pool, CompareOp::Eq, variable, huge)
        })
        .collect();
    let mut meter = Meter::new(0, 0);
    Simplify::new(Box::new(Script::new([]))).check(&mut pool, &problem(clauses), &mut meter);
    assert!(meter.steps < 20 * 300_000, "{} steps", meter.steps);
}

#[test]
fn a_long_chain_of_equalities_takes_few_rounds() {
    let mut pool = Pool::new();
    let variables: Vec<TermId> =
        (0..10_000).map(|index| var(&mut pool, &format!("v{index}"))).collect();
    let mut clauses: Vec<TermId> = variables
        .windows(2)
        .map(|pair| compare(&mut pool, CompareOp::Eq, pair[0], pair[1]))
        .collect();
    let nine = pool.bits(32, 9);
    clauses.push(compare(&mut pool, CompareOp::Eq, variables[5_000], nine));
    let problem = problem(clauses);
    let mut meter = Meter::new(0, 0);
    let verdict = Simplify::new(Box::new(Script::new([]))).check(&mut pool, &problem, &mut meter);
    assert_right(&pool, &problem, &verdict);
    assert!(matches!(verdict, Verdict::Satisfiable(_)));
    assert!(meter.steps < 100 * 10_000, "{} steps", meter.steps);
}
