//! Comparisons of doubles.

use fastrand::Rng;
use term::{Assignment, BinaryOp, CompareOp, Pool, Sort, TermId, UnaryOp};

use super::{Case, Workload, cases, holds, set, true_under, turned_around, variables};

const OPS: &[CompareOp] = &[
    CompareOp::FOlt,
    CompareOp::FOle,
    CompareOp::FOgt,
    CompareOp::FOge,
    CompareOp::FOeq,
    CompareOp::FUne,
];

/// 200 queries over three doubles: 3 to 6 comparisons of sums, products, quotients and roots. Of three in
/// four a solution is known: another run that goes the same way up to the last condition.
pub fn doubles() -> Workload {
    let mut rng = Rng::with_seed(4);
    let mut pool = Pool::new();
    let variables = variables(&mut pool, ["a", "b", "c"], Sort::F64);
    let mut made = 0;
    cases(pool, 200, &mut rng, |pool, rng| {
        let witness = point(pool, rng, &variables);
        let other = point(pool, rng, &variables);
        let len = rng.usize(3..=6);
        let case = if made % 4 == 3 {
            let conditions: Vec<TermId> =
                (0..len).map(|_| condition(pool, rng, &variables, &witness)).collect();
            turned_around(pool, &conditions, &witness)
        } else {
            parting(pool, rng, &variables, (witness, other), len)
        };
        made += usize::from(case.is_some());
        case
    })
}

/// Conditions on which two runs agree, and then one on which they do not.
fn parting(
    pool: &mut Pool,
    rng: &mut Rng,
    variables: &[TermId],
    (witness, other): (Assignment, Assignment),
    len: usize,
) -> Option<Case> {
    let mut clauses = Vec::new();
    for _ in 0..1_000 {
        // An equality can tell the runs apart only where it holds in one of them: at the end, in the other.
        let last = clauses.len() + 1 == len;
        let near = if last || rng.bool() { &other } else { &witness };
        let condition = condition(pool, rng, variables, near);
        let agree = holds(pool, condition, &witness) == holds(pool, condition, &other);
        if pool.as_constant(condition).is_some() || agree == last {
            continue;
        }
        clauses.push(true_under(pool, condition, &other));
        if clauses.len() == len {
            let solution = Some(other);
            return Some(Case { goal: len - 1, clauses, seed: witness, solution });
        }
    }
    None
}

fn point(pool: &Pool, rng: &mut Rng, variables: &[TermId]) -> Assignment {
    let mut values = Assignment::new();
    for &variable in variables {
        let value = number(rng);
        set(pool, &mut values, variable, value.to_bits().into());
    }
    values
}

/// A number as programs see them: few digits, or any.
fn number(rng: &mut Rng) -> f64 {
    match rng.u8(..6) {
        0 => rng.i32(-100..=100).into(),
        1 | 2 => f64::from(rng.i32(-10_000..=10_000)) / 100.0,
        3 | 4 => (rng.f64() - 0.5) * 2_000.0,
        _ => (rng.f64() - 0.5) * 10f64.powi(rng.i32(-6..=12)),
    }
}

fn condition(pool: &mut Pool, rng: &mut Rng, variables: &[TermId], near: &Assignment) -> TermId {
    let left = expression(pool, rng, variables);
    let right = match rng.u8(..3) {
        0 => expression(pool, rng, variables),
        1 => pool.f64(number(rng)),
        _ => {
            let value = term::evaluate(pool, left, near).raw().unwrap_or(0) as u64;
            pool.f64(f64::from_bits(value))
        }
    };
    let op = *rng.choice(OPS).unwrap_or(&CompareOp::FOlt);
    pool.compare(op, left, right)
}

fn expression(pool: &mut Pool, rng: &mut Rng, variables: &[TermId]) -> TermId {
    let pick = |pool: &mut Pool, rng: &mut Rng| match rng.u8(..4) {
        0 => pool.f64(number(rng)),
        _ => *rng.choice(variables).unwrap_or(&variables[0]),
    };
    let mut term = *rng.choice(variables).unwrap_or(&variables[0]);
    for _ in 0..rng.usize(0..=3) {
        let ops = [BinaryOp::FAdd, BinaryOp::FSub, BinaryOp::FMul, BinaryOp::FMul, BinaryOp::FDiv];
        let op = *rng.choice(ops.iter()).unwrap_or(&BinaryOp::FAdd);
        let other = pick(pool, rng);
        term = pool.binary(op, term, other);
    }
    match rng.u8(..8) {
        0 => pool.unary(UnaryOp::FAbs, term),
        1 => {
            let positive = pool.unary(UnaryOp::FAbs, term);
            pool.unary(UnaryOp::FSqrt, positive)
        }
        _ => term,
    }
}
