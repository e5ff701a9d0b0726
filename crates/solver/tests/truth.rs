//! Small problems, whose whole truth is known by enumeration: what the chain says about them is true.

use fastrand::Rng;
use solver::{Answer, Config, Layers, Query, Solver};
use term::{
    Assignment, BinaryOp, CompareOp, Compiled, Pool, Scratch, Sort, TermId, UnaryOp, VarId,
};

const VECTOR_OPS: &[BinaryOp] = &[
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UDiv,
    BinaryOp::SDiv,
    BinaryOp::URem,
    BinaryOp::SRem,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Shl,
    BinaryOp::LShr,
    BinaryOp::AShr,
];

/// A conjunction over at most three variables of one width up to four.
struct Small {
    pool: Pool,
    width: u8,
    variables: usize,
    clauses: Vec<TermId>,
    seed: Assignment,
}

impl Small {
    fn random(rng: &mut Rng) -> Small {
        let mut pool = Pool::new();
        let width = rng.u8(1..=4);
        let variables = rng.usize(1..=3);
        let mut terms: Vec<TermId> = ["x", "y", "z"][..variables]
            .iter()
            .map(|name| pool.variable(name, Sort::Bits(width)))
            .collect();
        for _ in 0..rng.usize(1..8) {
            let term = vector(&mut pool, rng, &terms, width);
            terms.push(term);
        }
        let clauses = (0..rng.usize(1..=5))
            .map(|_| {
                let (a, b) = (operand(&mut pool, rng, &terms), operand(&mut pool, rng, &terms));
                condition(&mut pool, rng, a, b)
            })
            .collect();
        let mut seed = Assignment::new();
        for variable in 0..variables {
            seed.set(VarId(variable as u32), rng.u128(..1 << width));
        }
        Small { pool, width, variables, clauses, seed }
    }

    /// Whether some values make the chosen clauses true.
    fn is_satisfiable(&self, chosen: &[usize]) -> bool {
        let clauses: Vec<TermId> = chosen.iter().map(|&index| self.clauses[index]).collect();
        let compiled = Compiled::new(&self.pool, &clauses);
        let mut scratch = Scratch::new();
        (0..1u128 << (usize::from(self.width) * self.variables)).any(|all| {
            let mut values = Assignment::new();
            for variable in 0..self.variables {
                let raw = all >> (variable * usize::from(self.width)) & ((1 << self.width) - 1);
                values.set(VarId(variable as u32), raw);
            }
            compiled.eval_all(&values, &mut scratch).all(|value| value == 1)
        })
    }

    fn holds(&self, values: &Assignment) -> bool {
        let compiled = Compiled::new(&self.pool, &self.clauses);
        compiled.eval_all(values, &mut Scratch::new()).all(|value| value == 1)
    }
}

fn operand(pool: &mut Pool, rng: &mut Rng, terms: &[TermId]) -> TermId {
    if rng.u8(..4) == 0 {
        let width = pool.sort(terms[0]).width();
        return pool.bits(width, rng.u128(..1 << width));
    }
    terms[rng.usize(..terms.len())]
}

fn vector(pool: &mut Pool, rng: &mut Rng, terms: &[TermId], width: u8) -> TermId {
    let (a, b) = (operand(pool, rng, terms), operand(pool, rng, terms));
    match rng.u8(..8) {
        0 => pool.unary(if rng.bool() { UnaryOp::Not } else { UnaryOp::Neg }, a),
        1 => {
            let condition = condition(pool, rng, a, b);
            pool.ite(condition, a, b)
        }
        2 if width > 1 => {
            let cut = rng.u8(1..width);
            let (high, low) = (pool.extract(a, 0, width - cut), pool.extract(b, width - cut, cut));
            pool.concat(high, low)
        }
        _ => pool.binary(VECTOR_OPS[rng.usize(..VECTOR_OPS.len())], a, b),
    }
}

fn condition(pool: &mut Pool, rng: &mut Rng, a: TermId, b: TermId) -> TermId {
    let op = loop {
        let op = CompareOp::ALL[rng.usize(..CompareOp::ALL.len())];
        if !op.is_float() {
            break op;
        }
    };
    pool.compare(op, a, b)
}

/// Asks many small problems, and holds each answer against the truth.
fn agrees_with_the_truth(layers: Layers, problems: usize) -> (usize, usize, usize) {
    let mut rng = Rng::with_seed(2026);
    let (mut satisfiable, mut unsatisfiable, mut unknown) = (0, 0, 0);
    let mut solver = Solver::new(Config { layers, ..Config::default() });
    for number in 0..problems {
        let small = Small::random(&mut rng);
        let goal = rng.bool().then(|| small.clauses.len() - 1);
        let query = Query { pool: &small.pool, clauses: &small.clauses, goal, seed: &small.seed };
        match solver.check(&query) {
            Answer::Satisfiable(values) => {
                assert!(small.holds(&values), "problem {number}: the model is none");
                satisfiable += 1;
            }
            Answer::Unsatisfiable { core } => {
                assert!(!small.is_satisfiable(&core), "problem {number}: {core:?} is satisfiable");
                unsatisfiable += 1;
            }
            Answer::Unknown(_) => unknown += 1,
        }
    }
    (satisfiable, unsatisfiable, unknown)
}

#[test]
fn the_chain_decides_every_small_problem() {
    let (satisfiable, unsatisfiable, unknown) = agrees_with_the_truth(Layers::all(), 4_000);
    assert_eq!(unknown, 0);
    assert!(satisfiable > 1_000 && unsatisfiable > 1_000, "{satisfiable} {unsatisfiable}");
}

#[test]
fn the_complete_layer_alone_decides_every_small_problem() {
    let blast = Layers { blast: true, ..Layers::none() };
    let (_, unsatisfiable, unknown) = agrees_with_the_truth(blast, 2_000);
    assert_eq!(unknown, 0);
    assert!(unsatisfiable > 500, "{unsatisfiable}");
}

#[test]
fn no_layer_makes_the_complete_one_lie() {
    let only_with = |change: fn(&mut Layers)| {
        let mut layers = Layers { blast: true, ..Layers::none() };
        change(&mut layers);
        layers
    };
    for layers in [
        only_with(|layers| layers.simplify = true),
        only_with(|layers| layers.independence = true),
        only_with(|layers| layers.cache = true),
        only_with(|layers| layers.bounds = true),
        only_with(|layers| layers.local = true),
    ] {
        let (.., unknown) = agrees_with_the_truth(layers, 1_000);
        assert_eq!(unknown, 0, "{layers:?}");
    }
}
