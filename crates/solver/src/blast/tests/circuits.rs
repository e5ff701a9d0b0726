//! Circuits compute what `fold` says.

use super::*;
use term::{Node, fold};

#[test]
fn every_operation_of_up_to_four_bits_agrees_with_fold_on_all_operands() {
    for width in 1..=4 {
        let sort = Sort::Bits(width);
        let mut pool = Pool::new();
        let (x, y) = (pool.variable("x", sort), pool.variable("y", sort));
        let assignments = all_assignments(&pool);
        let [Some(vx), Some(vy)] = [x, y].map(|term| pool.var_of(term)) else {
            panic!("variables")
        };
        for &op in BINARY {
            let term = pool.binary(op, x, y);
            for assignment in &assignments {
                let (a, b) = (assignment.raw(vx), assignment.raw(vy));
                let expected = fold::binary(op, sort, a, b);
                assert_eq!(simulated(&pool, term, assignment), expected, "{op} i{width} {a} {b}");
                let constant = pool.bits(width, b);
                for (left, right) in [(x, constant), (constant, x)] {
                    let term = pool.binary(op, left, right);
                    let (a, b) = if left == x { (a, b) } else { (b, a) };
                    let expected = fold::binary(op, sort, a, b);
                    assert_eq!(
                        simulated(&pool, term, assignment),
                        expected,
                        "{op} i{width} {a} {b}"
                    );
                }
            }
        }
        for &op in COMPARE {
            let term = pool.compare(op, x, y);
            for assignment in &assignments {
                let (a, b) = (assignment.raw(vx), assignment.raw(vy));
                let expected = fold::compare(op, sort, a, b);
                assert_eq!(simulated(&pool, term, assignment), expected.into(), "{op} {a} {b}");
            }
        }
        for &op in &[UnaryOp::Not, UnaryOp::Neg, UnaryOp::CountOnes, UnaryOp::LeadingZeros] {
            let term = pool.unary(op, x);
            for assignment in &assignments {
                let expected = fold::unary(op, sort, assignment.raw(vx));
                assert_eq!(simulated(&pool, term, assignment), expected, "{op} i{width}");
            }
        }
        for to in width..=8 {
            for op in [ConvertOp::ZExt, ConvertOp::SExt] {
                let term = pool.convert(op, Sort::Bits(to), x);
                for assignment in &assignments {
                    let expected = fold::convert(op, sort, Sort::Bits(to), assignment.raw(vx));
                    assert_eq!(simulated(&pool, term, assignment), expected, "{op} i{width} i{to}");
                }
            }
        }
    }
}

#[test]
fn single_operations_of_all_widths_agree_with_fold_on_random_operands() {
    for width in [5, 7, 8, 13, 16, 31, 32, 33, 63, 64, 65, 127, 128] {
        let mut grower = Grower::new(width.into(), width, 2);
        let [x, y] = grower.variables[..] else { panic!("two variables") };
        for &op in BINARY {
            let constant = grower.constant();
            for (left, right) in [(x, y), (x, constant), (constant, x), (x, x)] {
                let term = grower.pool.binary(op, left, right);
                if !matches!(grower.pool.node(term), Node::Binary(..)) {
                    continue;
                }
                let assignment = grower.assignment();
                let expected = evaluate(&grower.pool, term, &assignment).raw();
                let value = simulated(&grower.pool, term, &assignment);
                assert_eq!(Some(value), expected, "{op} i{width}");
            }
        }
    }
}

#[test]
fn random_circuits_agree_with_evaluation() {
    for seed in 0..140 {
        let width = [8, 13, 16, 32, 64, 100, 128][seed as usize % 7];
        let mut grower = Grower::new(seed, width, 3);
        let term = grower.term(3);
        for _ in 0..3 {
            let assignment = grower.assignment();
            let expected = evaluate(&grower.pool, term, &assignment).raw();
            assert_eq!(Some(simulated(&grower.pool, term, &assignment)), expected, "seed {seed}");
        }
    }
}

#[test]
fn clauses_force_the_output_that_the_inputs_give() {
    for seed in 0..60 {
        let width = [3, 8, 16, 32][seed as usize % 4];
        let mut grower = Grower::new(1000 + seed, width, 2);
        let term = grower.term(3);
        let assignment = grower.assignment();
        let expected = evaluate(&grower.pool, term, &assignment).raw().expect("a scalar");
        let mut clauses: Vec<TermId> = Vec::new();
        for index in 0..grower.variables.len() {
            let variable = grower.variables[index];
            let raw = assignment.raw(grower.pool.var_of(variable).expect("a variable"));
            let value = grower.pool.bits(width, raw);
            clauses.push(grower.pool.compare(CompareOp::Eq, variable, value));
        }
        let value = grower.pool.bits(width, expected);
        let equal = grower.pool.compare(CompareOp::Eq, term, value);
        let differs = grower.pool.not(equal);
        let mut blast = blast();
        let with = |clause| [&*clauses, &[clause]].concat();
        let yes = check(&mut blast, &mut grower.pool, &with(equal), 1000);
        let Verdict::Satisfiable(model) = yes else { panic!("{yes:?} for seed {seed}") };
        assert!(holds(&grower.pool, &with(equal), &model));
        let no = check(&mut blast, &mut grower.pool, &with(differs), 1000);
        assert!(matches!(no, Verdict::Unsatisfiable(_)), "{no:?} for seed {seed}");
    }
}
