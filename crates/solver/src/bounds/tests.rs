//! Transfer functions against all values of small widths, and propagation against enumeration.

use super::value::signed;
use super::*;
use crate::problem::{Bounds, Domains};
use crate::testing::{Garden, Oracle, Script, assert_right, enumerate, problem};
use expect_test::{Expect, expect};
use fastrand::Rng;
use term::{BinaryOp, CompareOp, ConvertOp, Sort, TermId, UnaryOp, fold};

/// Random bounds of some width with at least one value, and their values.
fn any(rng: &mut Rng, width: u8) -> (Bounds, Vec<u128>) {
    let all = value::mask(width);
    loop {
        let mut bounds = Bounds::top(width);
        let mut raw = || rng.u128(..) & all;
        let (a, b, c, d, known, bits) = (raw(), raw(), raw(), raw(), raw() & raw(), raw());
        let (c, d) = (signed(width, c), signed(width, d));
        let parts = rng.u8(..8);
        if parts & 1 != 0 {
            bounds.unsigned = (a.min(b), a.max(b));
        }
        if parts & 2 != 0 {
            bounds.signed = (c.min(d), c.max(d));
        }
        if parts & 4 != 0 {
            (bounds.known, bounds.bits) = (known, bits & known);
        }
        if rng.u8(..6) == 0 {
            bounds = Bounds::constant(width, a);
        }
        if let Some(bounds) = bounds.reduced(width) {
            let members = (0..=all).filter(|&raw| bounds.contains(width, raw)).collect();
            return (bounds, members);
        }
    }
}

#[test]
fn bounds_of_results_hold_all_results_and_bounds_of_operands_all_operands() {
    let mut rng = Rng::with_seed(11);
    for round in 0..26_000 {
        let width = rng.u8(1..=4);
        let op = BinaryOp::ALL[round % 13];
        let ((a, of_a), (b, of_b), (result, _)) =
            (any(&mut rng, width), any(&mut rng, width), any(&mut rng, width));
        let above = forward::binary(op, width, &a, &b);
        let (left, right) = backward::of_binary(op, width, &result, &a, &b);
        for &x in &of_a {
            for &y in &of_b {
                let value = fold::binary(op, Sort::Bits(width), x, y);
                assert!(
                    above.contains(width, value),
                    "{x} {op} {y} = {value}: {a:?} {b:?} {above:?}"
                );
                if result.contains(width, value) {
                    assert!(
                        left.contains(width, x),
                        "{x} of {x} {op} {y}: {result:?} {b:?} {left:?}"
                    );
                    assert!(
                        right.contains(width, y),
                        "{y} of {x} {op} {y}: {result:?} {a:?} {right:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn comparisons_are_decided_and_narrow_their_operands_rightly() {
    let mut rng = Rng::with_seed(12);
    for round in 0..12_000 {
        let width = rng.u8(1..=4);
        let op = [CompareOp::Eq, CompareOp::Ult, CompareOp::Slt][round % 3];
        let ((a, of_a), (b, of_b)) = (any(&mut rng, width), any(&mut rng, width));
        let decided = forward::compare(op, width, &a, &b);
        for &x in &of_a {
            for &y in &of_b {
                let holds = fold::compare(op, Sort::Bits(width), x, y);
                assert!(
                    decided.is_none_or(|decided| decided == holds),
                    "{x} {op} {y}: {a:?} {b:?}"
                );
                let narrowed = backward::of_compare(op, width, holds, &a, &b);
                let (left, right) = narrowed.expect("some operands");
                assert!(left.contains(width, x) && right.contains(width, y), "{x} {op} {y}");
            }
        }
    }
}

#[test]
fn unary_operations_and_changes_of_width_keep_all_values() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..6_000 {
        let width = rng.u8(1..=4);
        let (a, of_a) = any(&mut rng, width);
        let wider = rng.u8(width..=6);
        let low = rng.u8(..width);
        let taken = rng.u8(1..=width - low);
        let (b, of_b) = any(&mut rng, 3);
        for &x in &of_a {
            for op in [UnaryOp::Not, UnaryOp::Neg] {
                let value = fold::unary(op, Sort::Bits(width), x);
                let above = forward::unary(op, width, &a);
                assert!(above.contains(width, value));
                assert!(backward::of_unary(op, width, &above).contains(width, x));
            }
            for op in [ConvertOp::ZExt, ConvertOp::SExt] {
                let value = fold::convert(op, Sort::Bits(width), Sort::Bits(wider), x);
                let above = forward::convert(op, width, wider, &a);
                assert!(above.contains(wider, value), "{op} {x} of {a:?}: {above:?}");
                let exact = above.reduced(wider).expect("some value");
                assert!(backward::of_convert(op, width, &exact).contains(width, x));
            }
            let value = x >> low & value::mask(taken);
            let above = forward::extract(low, taken, &a);
            assert!(above.contains(taken, value), "{value} from {low} of {x}: {a:?} {above:?}");
            let exact = above.reduced(taken).expect("some value");
            assert!(backward::of_extract(width, low, taken, &exact).contains(width, x));
            for &y in &of_b {
                let above = forward::concat(width + 3, 3, &a, &b);
                assert!(above.contains(width + 3, x << 3 | y));
                let exact = above.reduced(width + 3).expect("some value");
                let (high, low) = backward::of_concat(width + 3, 3, &exact);
                assert!(high.contains(width, x) && low.contains(3, y));
            }
        }
    }
}

#[test]
fn transfer_functions_take_the_widest_vectors() {
    let mut rng = Rng::with_seed(14);
    let sort = Sort::Bits(128);
    let corner = [0, 1, 2, u128::MAX, u128::MAX - 1, 1 << 127, (1 << 127) - 1, 127, 128, 1 << 64];
    for _ in 0..20_000 {
        let mut raw = || if rng.bool() { corner[rng.usize(..corner.len())] } else { rng.u128(..) };
        let (x, y, p, q) = (raw(), raw(), raw(), raw());
        let a = Bounds::of_unsigned(128, x.min(p), x.max(p)).reduced(128).expect("some value");
        let b = Bounds::of_unsigned(128, y.min(q), y.max(q)).reduced(128).expect("some value");
        for op in &BinaryOp::ALL[..13] {
            let value = fold::binary(*op, sort, x, y);
            let above = forward::binary(*op, 128, &a, &b).reduced(128).expect("some value");
            assert!(above.contains(128, value), "{x} {op} {y}");
            let (left, right) = backward::of_binary(*op, 128, &above, &a, &b);
            assert!(left.contains(128, x) && right.contains(128, y), "{x} {op} {y}");
        }
    }
}

/// Shows the bounds of the variables, or the core of a contradiction.
fn check(build: impl FnOnce(&mut Pool) -> Vec<TermId>, expected: Expect) {
    let mut pool = Pool::new();
    let clauses = build(&mut pool);
    let mut propagation = Propagation::new(&pool, &clauses);
    let text = match propagation.run(&pool) {
        Err(contradiction) => {
            format!("contradiction {:?}\n", propagation.origins.clauses(contradiction))
        }
        Ok(()) => pool
            .variables()
            .filter_map(|(var, name, _)| {
                let bounds = propagation.bounds(pool.variable_term(var))?;
                let (low, high) = bounds.unsigned;
                let (least, most) = bounds.signed;
                Some(format!(
                    "{name}: {low}..={high}, signed {least}..={most}, known {:#x}, bits {:#x}\n",
                    bounds.known, bounds.bits
                ))
            })
            .collect(),
    };
    expected.assert_eq(&text);
}

#[test]
fn comparisons_with_constants_bound_a_variable_in_both_readings() {
    check(
        |pool| {
            let x = pool.variable("x", Sort::Bits(32));
            let (low, high) = (pool.bits(32, 10), pool.bits(32, 200));
            vec![pool.compare(CompareOp::Sgt, x, low), pool.compare(CompareOp::Slt, x, high)]
        },
        expect![[r#"
            x: 11..=199, signed 11..=199, known 0xffffff00, bits 0x0
        "#]],
    );
}

#[test]
fn bounds_go_through_sums_and_products_to_other_variables() {
    check(
        |pool| {
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(32)));
            let [ten, hundred, three] = [10, 100, 3].map(|value| pool.bits(32, value));
            let triple = pool.binary(BinaryOp::Mul, x, three);
            let sum = pool.binary(BinaryOp::Add, triple, y);
            vec![
                pool.compare(CompareOp::Ult, x, ten),
                pool.compare(CompareOp::Ult, y, ten),
                pool.compare(CompareOp::Ult, hundred, sum),
            ]
        },
        expect![[r#"
            contradiction [0, 1, 2]
        "#]],
    );
}

#[test]
fn parity_and_a_choice_are_seen_through() {
    check(
        |pool| {
            let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(8)));
            let p = pool.variable("p", Sort::BOOL);
            let [one, two, seven] = [1, 2, 7].map(|value| pool.bits(8, value));
            let double = pool.binary(BinaryOp::Mul, y, two);
            let odd = pool.binary(BinaryOp::Add, double, one);
            let choice = pool.ite(p, double, odd);
            vec![pool.compare(CompareOp::Eq, choice, x), pool.compare(CompareOp::Eq, x, seven)]
        },
        expect![[r#"
            x: 7..=7, signed 7..=7, known 0xff, bits 0x7
            y: 3..=131, signed -128..=127, known 0x7f, bits 0x3
            p: 0..=0, signed 0..=0, known 0x1, bits 0x0
        "#]],
    );
}

#[test]
fn a_table_is_bounded_by_its_entries() {
    check(
        |pool| {
            let index = pool.variable("index", Sort::Bits(8));
            let table = pool.bytes(8, &[7, 5, 9, 6]);
            let entry = pool.select(table, index);
            let [four, ten] = [4, 10].map(|value| pool.bits(8, value));
            vec![
                pool.compare(CompareOp::Ult, index, four),
                pool.compare(CompareOp::Ult, entry, ten),
                pool.compare(CompareOp::Ult, entry, four),
            ]
        },
        expect![[r#"
            contradiction [0, 2]
        "#]],
    );
}

#[test]
fn propagation_changes_no_answer_and_excludes_no_solution() {
    let (mut contradictions, mut unsatisfiable) = (0, 0);
    for seed in 0..4_000 {
        let mut garden = Garden::new(seed);
        let problem = garden.problem(4);
        let truth = enumerate(&garden.pool, &problem).is_some();
        let mut layer = Propagate::new(Box::new(Oracle));
        let verdict = layer.check(&mut garden.pool, &problem, &mut Meter::new(0, 0));
        assert_right(&garden.pool, &problem, &verdict);
        assert_eq!(matches!(verdict, Verdict::Satisfiable(_)), truth, "seed {seed}");
        unsatisfiable += usize::from(!truth);
        let found = Propagation::new(&garden.pool, &problem.clauses).run(&garden.pool).is_err();
        contradictions += usize::from(found);
    }
    assert!(2 * contradictions > unsatisfiable, "{contradictions} of {unsatisfiable}");
}

#[test]
fn every_solution_is_within_the_domains() {
    for seed in 0..300 {
        let mut garden = Garden::new(seed);
        let mut problem = garden.problem(3);
        let mut propagation = Propagation::new(&garden.pool, &problem.clauses);
        if propagation.run(&garden.pool).is_err() {
            continue;
        }
        propagation.narrow(&garden.pool, &mut problem.domains);
        // A solution outside the domains would satisfy the conjuncts and one of these.
        for (var, _, sort) in
            garden.pool.variables().map(|(v, n, s)| (v, n.to_owned(), s)).collect::<Vec<_>>()
        {
            let Some(bounds) = problem.domains.get(var).copied() else { continue };
            for raw in (0..=sort.mask()).filter(|&raw| !bounds.contains(sort.width(), raw)) {
                let (term, raw) =
                    (garden.pool.variable_term(var), garden.pool.bits(sort.width(), raw));
                let outside = garden.pool.compare(CompareOp::Eq, term, raw);
                let mut clauses = problem.clauses.clone();
                clauses.push(outside);
                let outside = Problem { clauses, domains: Domains::default(), ..problem.clone() };
                assert!(enumerate(&garden.pool, &outside).is_none(), "seed {seed}");
            }
        }
    }
}

#[test]
fn two_variables_that_push_each_other_up_end_soon() {
    let mut pool = Pool::new();
    let [x, y] = ["x", "y"].map(|name| pool.variable(name, Sort::Bits(64)));
    let clauses = vec![pool.compare(CompareOp::Ult, x, y), pool.compare(CompareOp::Ult, y, x)];
    let mut meter = Meter::new(0, 0);
    Propagate::new(Box::new(Script::new([]))).check(&mut pool, &problem(clauses), &mut meter);
    assert!(meter.steps < 100, "{} steps", meter.steps);
}

#[test]
fn a_huge_term_is_swept_over_a_bounded_number_of_times() {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(32));
    let mut huge = x;
    for index in 0..50_000 {
        let step = pool.bits(32, index * 2_654_435_761);
        let mixed = pool.binary(BinaryOp::Xor, huge, step);
        huge = pool.binary(BinaryOp::Mul, mixed, x);
    }
    let clauses = vec![pool.compare(CompareOp::Ult, x, huge)];
    let mut meter = Meter::new(0, 0);
    Propagate::new(Box::new(Script::new([]))).check(&mut pool, &problem(clauses), &mut meter);
    assert!(meter.steps < 20 * 150_000, "{} steps", meter.steps);
}
