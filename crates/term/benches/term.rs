//! How many terms, evaluations and distances a second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use term::{
    Assignment, BinaryOp, CompareOp, Compiled, CompiledDistance, Pool, Scratch, Sort, TermId,
};

fn main() {
    divan::main();
}

const STEPS: u128 = 10_000;

/// Evaluations per measurement, so that the clock is not what is measured.
const TIMES: usize = 1_000;

/// What a loop over symbolic data makes: sums, products, masks and a comparison each time round.
fn build(pool: &mut Pool, x: TermId, y: TermId) -> TermId {
    let mut sum = x;
    for index in 0..STEPS / 4 {
        let mixed = pool.binary(BinaryOp::Xor, sum, y);
        let product = pool.binary(BinaryOp::Mul, mixed, x);
        sum = pool.binary(BinaryOp::Add, product, mixed);
        let k = pool.bits(32, index);
        black_box(pool.compare(CompareOp::Slt, sum, k));
    }
    sum
}

fn pool() -> (Pool, TermId, TermId) {
    let mut pool = Pool::new();
    let x = pool.variable("x", Sort::Bits(32));
    let y = pool.variable("y", Sort::Bits(32));
    (pool, x, y)
}

#[divan::bench]
fn fresh_terms(bencher: Bencher) {
    let (mut pool, x, y) = pool();
    let mark = pool.mark();
    bencher.counter(ItemsCount::new(STEPS as usize)).bench_local(|| {
        pool.cut(mark);
        build(&mut pool, x, y)
    });
}

#[divan::bench]
fn known_terms(bencher: Bencher) {
    let (mut pool, x, y) = pool();
    build(&mut pool, x, y);
    bencher.counter(ItemsCount::new(STEPS as usize)).bench_local(|| build(&mut pool, x, y));
}

#[divan::bench]
fn cut(bencher: Bencher) {
    let (mut fresh, x, y) = pool();
    let mark = fresh.mark();
    build(&mut fresh, x, y);
    let terms = fresh.len();
    bencher.counter(ItemsCount::new(terms)).with_inputs(|| fresh.clone()).bench_local_values(
        |mut pool| {
            pool.cut(mark);
            pool
        },
    );
}

/// Ten comparisons of sums and products of three variables.
fn conjunction() -> (Pool, Vec<TermId>, Assignment) {
    let (mut pool, x, y) = pool();
    let z = pool.variable("z", Sort::Bits(32));
    let mut assignment = Assignment::new();
    for (var, value) in [(x, 11), (y, 250), (z, 4_000)] {
        assignment.set(pool.var_of(var).expect("a variable"), value);
    }
    let ops = [CompareOp::Slt, CompareOp::Ne, CompareOp::Ult, CompareOp::Sge, CompareOp::Eq];
    let clauses = (0..10)
        .map(|index| {
            let (a, b) = [(x, y), (y, z), (x, z)][index % 3];
            let k = pool.bits(32, 17 * index as u128 + 3);
            let op = if index == 4 { BinaryOp::Mul } else { BinaryOp::Add };
            let left = pool.binary(op, a, b);
            let right = pool.binary(BinaryOp::Add, x, k);
            pool.compare(ops[index % ops.len()], left, right)
        })
        .collect();
    (pool, clauses, assignment)
}

#[divan::bench]
fn evaluations_of_ten_comparisons(bencher: Bencher) {
    let (mut pool, clauses, assignment) = conjunction();
    let all = clauses.into_iter().reduce(|a, b| pool.and(a, b)).expect("ten");
    let compiled = Compiled::new(&pool, &[all]);
    let mut scratch = Scratch::new();
    bencher.counter(ItemsCount::new(TIMES)).bench_local(|| {
        (0..TIMES).filter(|_| compiled.eval_bool(black_box(&assignment), &mut scratch)).count()
    });
}

#[divan::bench]
fn distances_of_ten_comparisons(bencher: Bencher) {
    let (pool, clauses, assignment) = conjunction();
    let compiled = CompiledDistance::new(&pool, &clauses);
    let mut scratch = Scratch::new();
    bencher.counter(ItemsCount::new(TIMES)).bench_local(|| {
        (0..TIMES).map(|_| compiled.eval(black_box(&assignment), &mut scratch)).max()
    });
}

#[divan::bench]
fn compilations_of_ten_comparisons(bencher: Bencher) {
    let (pool, clauses, _) = conjunction();
    bencher.counter(ItemsCount::new(1usize)).bench_local(|| Compiled::new(&pool, &clauses));
}
