//! A million nodes in a row: nothing recurses, nothing is quadratic.

use term::print::{infix, smtlib};
use term::{
    Assignment, BinaryOp, CompareOp, Compiled, CompiledDistance, Copier, Pool, Scratch, Sort,
    TermId, UnaryOp, evaluate, free_variables, slice,
};

const LENGTH: u128 = 1_000_000;

/// A chain that no rule shortens: every other step is a product with, or a sum over, another variable.
fn chain(pool: &mut Pool) -> TermId {
    let x = pool.variable("x", Sort::Bits(32));
    let y = pool.variable("y", Sort::Bits(32));
    (0..LENGTH).fold(x, |term, index| {
        let op = if index % 2 == 0 { BinaryOp::Mul } else { BinaryOp::Xor };
        pool.binary(op, term, y)
    })
}

#[test]
fn a_long_chain_is_built_evaluated_copied_sliced_and_printed() {
    let mut pool = Pool::new();
    let term = chain(&mut pool);
    assert!(pool.len() as u128 > LENGTH / 2);
    let mut assignment = Assignment::new();
    let [x, y] = ["x", "y"].map(|name| pool.find_variable(name).expect("known"));
    assignment.set(x, 3);
    assignment.set(y, 5);
    let expected = (0..LENGTH)
        .fold(3u32, |value, index| if index % 2 == 0 { value.wrapping_mul(5) } else { value ^ 5 });
    assert_eq!(evaluate(&pool, term, &assignment).raw(), Some(expected.into()));

    assert_eq!(free_variables(&pool, term).iter().collect::<Vec<_>>(), [x, y]);
    let zero = pool.bits(32, 0);
    let condition = pool.compare(CompareOp::Eq, term, zero);
    assert_eq!(slice::independent(&pool, &[condition, condition]), [[0, 1]]);

    let mut other = Pool::new();
    let copy = other.copy_from(&pool, condition);
    assert_eq!(Copier::new().copy(&other, &mut pool, copy), condition);
    assert!(infix(&pool, condition).len() as u128 > LENGTH);
    assert!(smtlib(&pool, &[condition]).is_ok_and(|script| script.len() as u128 > LENGTH));
}

#[test]
fn a_long_condition_has_a_distance() {
    let mut pool = Pool::new();
    let mut all = pool.bool(true);
    let zero = pool.bits(8, 0);
    let vars: Vec<TermId> =
        (0..1_000).map(|index| pool.variable(&format!("v{index}"), Sort::Bits(8))).collect();
    let mut turned = pool.bool(false);
    for index in 0..LENGTH / 10 {
        let equal = pool.compare(CompareOp::Eq, vars[index as usize % vars.len()], zero);
        let other = pool.ite(turned, equal, all);
        turned = pool.unary(UnaryOp::Not, other);
        all = pool.and(all, equal);
    }
    let mut scratch = Scratch::new();
    let distance = CompiledDistance::new(&pool, &[all, turned]);
    let compiled = Compiled::new(&pool, &[turned]);
    let turned = compiled.eval_bool(&Assignment::new(), &mut scratch);
    assert_eq!(distance.eval(&Assignment::new(), &mut scratch).is_zero(), turned);
}

#[test]
fn long_chains_of_every_shape_cost_no_stack_to_build() {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(32));
    let y = pool.variable("y", Sort::Bits(32));
    let p = pool.variable("p", Sort::BOOL);
    let m = pool.variable("m", Sort::Bytes { index_bits: 8 });
    let d = pool.variable("d", Sort::F64);
    let (mut choice, mut sum, mut logic, mut array, mut float) = (x, x, p, m, d);
    for index in 0..50_000 {
        let k = pool.bits(32, index * 7 + 1);
        let equal = pool.compare(CompareOp::Eq, choice, k);
        choice = pool.ite(equal, k, choice);
        let product = pool.binary(BinaryOp::Mul, y, sum);
        sum = pool.binary(BinaryOp::Sub, product, k);
        logic = if index % 2 == 0 { pool.or(logic, equal) } else { pool.and(equal, logic) };
        let byte = pool.extract(sum, 0, 8);
        array = pool.store(array, byte, byte);
        float = pool.binary(BinaryOp::FAdd, float, d);
    }
    let index = pool.extract(x, 0, 8);
    let read = pool.select(array, index);
    let whole = pool.concat(read, choice);
    for term in [whole, sum, logic, array, float] {
        assert!(!infix(&pool, term).is_empty());
        evaluate(&pool, term, &Assignment::new());
    }
}

#[test]
fn slices_of_a_long_path_share_their_work() {
    let mut pool = Pool::new();
    let mut slicer = slice::Slicer::new();
    let mut sums: Vec<TermId> =
        (0..10).map(|index| pool.variable(&format!("s{index}"), Sort::Bits(32))).collect();
    for index in 0..10_000u128 {
        // Ten loops that never meet, each clause over all the iterations before it.
        let lane = index as usize % 10;
        let byte = pool.variable(&format!("b{index}"), Sort::Bits(32));
        sums[lane] = pool.binary(BinaryOp::Mul, sums[lane], byte);
        let k = pool.bits(32, index + 2);
        let clause = pool.compare(CompareOp::Ult, sums[lane], k);
        slicer.push(&pool, clause);
        let relevant = slicer.relevant(index as usize);
        assert_eq!(relevant.len() as u128, index / 10 + 1);
        assert!(relevant.iter().all(|clause| clause % 10 == lane));
    }
    assert_eq!(slicer.groups().len(), 10);
}
