//! Circuits against `fold`, answers against enumeration.

mod answers;
mod arrays;
mod circuits;
mod floats;

use super::cone::Cone;
use super::encode::Encoder;
use super::{Blast, Limits};
use crate::chain::End;
use crate::layer::{Layer, Meter};
use crate::problem::{Problem, Verdict};
use fastrand::Rng;
use term::{
    Assignment, BinaryOp, CompareOp, Compiled, ConvertOp, Pool, Scratch, Sort, TermId, UnaryOp,
    evaluate,
};

/// The value of a term by simulating its circuit.
fn simulated(pool: &Pool, term: TermId, assignment: &Assignment) -> u128 {
    let mut blast = blast();
    let word = blast.encoder.encode(pool, term).expect("an encoding").to_vec();
    let Blast { encoder: Encoder { circuit, arrays, .. }, cone, .. } = &mut blast;
    Cone::collect(cone, circuit, arrays, &word);
    blast.simulate(assignment);
    word.iter().rev().fold(0, |value, &lit| value << 1 | u128::from(blast.cone.value(lit)))
}

fn blast() -> Blast {
    Blast::new(Limits::default(), Box::new(End))
}

fn check(blast: &mut Blast, pool: &mut Pool, clauses: &[TermId], conflicts: u64) -> Verdict {
    let problem = Problem { clauses: clauses.to_vec(), ..Problem::default() };
    blast.check(pool, &problem, &mut Meter::new(0, conflicts))
}

fn holds(pool: &Pool, clauses: &[TermId], assignment: &Assignment) -> bool {
    clauses.iter().all(|&clause| evaluate(pool, clause, assignment).raw() == Some(1))
}

/// Whether some of these assignments fulfils all clauses.
fn any_holds(pool: &Pool, clauses: &[TermId], assignments: &[Assignment]) -> bool {
    let (compiled, mut scratch) = (Compiled::new(pool, clauses), Scratch::new());
    assignments.iter().any(|assignment| {
        compiled.run(assignment, &mut scratch);
        (0..clauses.len()).all(|root| compiled.root(root, &scratch) == 1)
    })
}

/// Makes random terms of one width over some variables.
struct Grower {
    rng: Rng,
    pool: Pool,
    width: u8,
    variables: Vec<TermId>,
}

const BINARY: &[BinaryOp] = &[
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

const COMPARE: &[CompareOp] = &[
    CompareOp::Eq,
    CompareOp::Ne,
    CompareOp::Ult,
    CompareOp::Ule,
    CompareOp::Ugt,
    CompareOp::Uge,
    CompareOp::Slt,
    CompareOp::Sle,
    CompareOp::Sgt,
    CompareOp::Sge,
];

impl Grower {
    fn new(seed: u64, width: u8, variables: usize) -> Grower {
        let mut pool = Pool::new();
        let variables = (0..variables)
            .map(|index| pool.variable(&format!("v{index}"), Sort::Bits(width)))
            .collect();
        Grower { rng: Rng::with_seed(seed), pool, width, variables }
    }

    fn constant(&mut self) -> TermId {
        let value = match self.rng.u8(..4) {
            0 => self.rng.u128(..8),
            1 => u128::MAX - self.rng.u128(..8),
            _ => self.rng.u128(..),
        };
        self.pool.bits(self.width, value)
    }

    fn term(&mut self, depth: u8) -> TermId {
        if depth == 0 || self.rng.u8(..6) == 0 {
            return match self.rng.usize(..self.variables.len() + 1) {
                0 => self.constant(),
                index => self.variables[index - 1],
            };
        }
        let a = self.term(depth - 1);
        match self.rng.u8(..10) {
            0 => self.pool.unary(UnaryOp::Not, a),
            1 => self.pool.unary(UnaryOp::Neg, a),
            2 => {
                let (condition, b) = (self.condition(depth - 1), self.term(depth - 1));
                self.pool.ite(condition, a, b)
            }
            3 if self.width > 1 => {
                let width = self.rng.u8(1..self.width);
                let low = self.rng.u8(..=self.width - width);
                let part = self.pool.extract(a, low, width);
                let op = if self.rng.bool() { ConvertOp::ZExt } else { ConvertOp::SExt };
                self.pool.convert(op, Sort::Bits(self.width), part)
            }
            4 if self.width > 1 => {
                let low = self.rng.u8(1..self.width);
                let b = self.term(depth - 1);
                let (high, low) =
                    (self.pool.extract(a, low, self.width - low), self.pool.extract(b, 0, low));
                self.pool.concat(low, high)
            }
            _ => {
                let b = self.term(depth - 1);
                let op = BINARY[self.rng.usize(..BINARY.len())];
                self.pool.binary(op, a, b)
            }
        }
    }

    fn condition(&mut self, depth: u8) -> TermId {
        let (a, b) = (self.term(depth), self.term(depth));
        let op = COMPARE[self.rng.usize(..COMPARE.len())];
        let condition = self.pool.compare(op, a, b);
        if self.rng.u8(..4) > 0 {
            return condition;
        }
        let (c, d) = (self.term(depth), self.term(depth));
        let other = self.pool.compare(CompareOp::Slt, c, d);
        if self.rng.bool() {
            self.pool.or(condition, other)
        } else {
            self.pool.and(condition, other)
        }
    }

    fn assignment(&mut self) -> Assignment {
        let mut assignment = Assignment::new();
        for index in 0..self.variables.len() {
            let constant = self.constant();
            let variable = self.pool.var_of(self.variables[index]).expect("a variable");
            assignment.set(variable, self.pool.as_constant(constant).expect("a constant"));
        }
        assignment
    }
}

/// Every assignment to variables of these sorts, which are small.
fn all_assignments(pool: &Pool) -> Vec<Assignment> {
    let mut all = vec![Assignment::new()];
    for (variable, _, sort) in pool.variables() {
        let mut more = Vec::new();
        for assignment in all {
            let Sort::Bytes { index_bits } = sort else {
                for value in 0..1u128 << sort.width() {
                    let mut assignment = assignment.clone();
                    assignment.set(variable, value);
                    more.push(assignment);
                }
                continue;
            };
            // Arrays: every combination of three values of a byte.
            let size = 1u32 << index_bits;
            for code in 0..3u32.pow(size) {
                let bytes: Vec<u8> =
                    (0..size).map(|at| [0, 1, 255][(code / 3u32.pow(at) % 3) as usize]).collect();
                let mut assignment = assignment.clone();
                assignment.set_bytes(variable, &bytes);
                more.push(assignment);
            }
        }
        all = more;
    }
    all
}
