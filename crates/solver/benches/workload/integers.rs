//! Comparisons of integers: easy ones, and ones with division, remainder and products.

use fastrand::Rng;
use term::{Assignment, BinaryOp, CompareOp, Pool, Sort, TermId, evaluate};

use super::{Workload, cases, set, turned_around, variables};

const SORT: Sort = Sort::Bits(32);

const OPS: &[CompareOp] = &[
    CompareOp::Slt,
    CompareOp::Sle,
    CompareOp::Sgt,
    CompareOp::Sge,
    CompareOp::Eq,
    CompareOp::Eq,
    CompareOp::Eq,
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::Ult,
];

/// 2,000 queries over three variables of 32 bits: 5 to 10 comparisons of sums, at most one of them with a
/// product.
pub fn comparisons() -> Workload {
    workload(2_000, 1, &[BinaryOp::Mul], |rng| usize::from(rng.bool()))
}

/// 500 queries over three variables of 32 bits: 5 to 10 comparisons, two to four of them with a product, a
/// quotient or a remainder.
pub fn products() -> Workload {
    let ops = [
        BinaryOp::Mul,
        BinaryOp::Mul,
        BinaryOp::SDiv,
        BinaryOp::SRem,
        BinaryOp::UDiv,
        BinaryOp::URem,
    ];
    workload(500, 2, &ops, |rng| rng.usize(2..=4))
}

fn workload(
    count: usize,
    seed: u64,
    nonlinear: &[BinaryOp],
    how_many: impl Fn(&mut Rng) -> usize,
) -> Workload {
    let mut rng = Rng::with_seed(seed);
    let mut pool = Pool::new();
    let variables = variables(&mut pool, ["x", "y", "z"], SORT);
    cases(pool, count, &mut rng, |pool, rng| {
        let mut witness = Assignment::new();
        for variable in variables {
            let raw = number(rng);
            set(pool, &mut witness, variable, raw as u32 as u128);
        }
        let len = rng.usize(5..=10);
        let mut special: Vec<usize> = (0..len).collect();
        rng.shuffle(&mut special);
        special.truncate(how_many(rng));
        let mut sums: Vec<TermId> = Vec::new();
        let conditions: Vec<TermId> = (0..len)
            .map(|index| {
                // A path asks the same thing more than once.
                let again = rng.choice(&sums).copied().filter(|_| rng.u8(..5) < 3);
                let mut left = again.unwrap_or_else(|| sum(pool, rng, &variables));
                sums.push(left);
                if special.contains(&index) {
                    let op = *rng.choice(nonlinear).unwrap_or(&BinaryOp::Mul);
                    let other = if rng.bool() {
                        *rng.choice(&variables).unwrap_or(&left)
                    } else {
                        pool.bits(32, rng.u128(2..100))
                    };
                    left = pool.binary(op, left, other);
                }
                let op = *rng.choice(OPS).unwrap_or(&CompareOp::Eq);
                let right = right(pool, rng, &variables, left, &witness);
                pool.compare(op, left, right)
            })
            .collect();
        turned_around(pool, &conditions, &witness)
    })
}

/// A number as programs see them: mostly small.
fn number(rng: &mut Rng) -> i32 {
    match rng.u8(..8) {
        0 => rng.i32(..),
        1..=3 => rng.i32(-10_000..=10_000),
        _ => rng.i32(-100..=100),
    }
}

/// One to three variables with small factors, and perhaps a constant.
fn sum(pool: &mut Pool, rng: &mut Rng, variables: &[TermId]) -> TermId {
    let mut sum = None;
    for _ in 0..rng.usize(1..=3) {
        let variable = *rng.choice(variables).unwrap_or(&variables[0]);
        let factor = pool.bits(32, rng.i32(1..=4) as u128);
        let part = if rng.bool() { variable } else { pool.binary(BinaryOp::Mul, variable, factor) };
        sum = Some(match sum {
            None => part,
            Some(sum) if rng.bool() => pool.binary(BinaryOp::Add, sum, part),
            Some(sum) => pool.binary(BinaryOp::Sub, sum, part),
        });
    }
    let sum = sum.unwrap_or(variables[0]);
    if rng.bool() {
        return sum;
    }
    let constant = pool.bits(32, number(rng) as u32 as u128);
    pool.binary(BinaryOp::Add, sum, constant)
}

/// What a sum is compared with: a constant near its value, any constant, or another sum.
fn right(
    pool: &mut Pool,
    rng: &mut Rng,
    variables: &[TermId],
    left: TermId,
    witness: &Assignment,
) -> TermId {
    match rng.u8(..4) {
        0 => sum(pool, rng, variables),
        1 if rng.bool() => pool.bits(32, number(rng) as u32 as u128),
        _ => {
            let value = evaluate(pool, left, witness).raw().unwrap_or(0);
            pool.bits(32, value.wrapping_add(rng.i32(-1..=1) as u128))
        }
    }
}
