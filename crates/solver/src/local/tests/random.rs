//! Random problems with a known solution: no panic, no wrong model, and most are solved.

use fastrand::Rng;
use term::{
    Assignment, BinaryOp, CompareOp, ConvertOp, Pool, Sort, TermId, UnaryOp, evaluate, fold,
};

use super::Script;

/// Grows terms over variables of many sorts.
struct Garden {
    rng: Rng,
    terms: Vec<TermId>,
}

impl Garden {
    fn any(&mut self, pool: &mut Pool, sort: Sort) -> TermId {
        let fitting: Vec<TermId> =
            self.terms.iter().copied().filter(|&term| pool.sort(term) == sort).collect();
        match self.rng.choice(&fitting) {
            Some(&term) if self.rng.u8(..5) > 0 => term,
            _ => pool.constant(sort, raw(&mut self.rng, sort)),
        }
    }

    fn sort(&mut self, pool: &Pool) -> Sort {
        loop {
            let sort = pool.sort(self.terms[self.rng.usize(..self.terms.len())]);
            if !sort.is_bytes() {
                return sort;
            }
        }
    }

    fn grow(&mut self, pool: &mut Pool) -> TermId {
        let sort = self.sort(pool);
        let a = self.any(pool, sort);
        let b = self.any(pool, sort);
        let term = match self.rng.u8(..10) {
            0..4 => {
                let fits = |op: &BinaryOp| op.is_float() == sort.is_float();
                let op = pick(&mut self.rng, BinaryOp::ALL, fits);
                pool.binary(op, a, b)
            }
            4 => {
                let whole =
                    |op: &UnaryOp| *op != UnaryOp::ByteSwap || sort.width().is_multiple_of(8);
                let fits = |op: &UnaryOp| op.is_float() == sort.is_float() && whole(op);
                let op = pick(&mut self.rng, UnaryOp::ALL, fits);
                pool.unary(op, a)
            }
            5 => {
                let condition = self.any(pool, Sort::BOOL);
                pool.ite(condition, a, b)
            }
            6 => self.convert(pool, a),
            7 => match pool.find_variable("m") {
                Some(memory) => {
                    let array = pool.variable_term(memory);
                    let index = self.any(pool, Sort::Bits(8));
                    pool.select(array, index)
                }
                None => a,
            },
            8 if sort.is_bits() && sort.width() > 1 => {
                let low = self.rng.u8(..sort.width());
                let width = self.rng.u8(1..=sort.width() - low);
                pool.extract(a, low, width)
            }
            8 if sort.is_bits() && sort.width() <= 64 => pool.concat(a, b),
            _ => self.condition(pool),
        };
        self.terms.push(term);
        term
    }

    fn convert(&mut self, pool: &mut Pool, a: TermId) -> TermId {
        let from = pool.sort(a);
        let to = *self.rng.choice(SORTS).expect("some");
        let op = match (from.is_float(), to.is_float()) {
            (true, true) if from != to => ConvertOp::FToF,
            (true, false) => *self
                .rng
                .choice(&[ConvertOp::FToS, ConvertOp::FToU, ConvertOp::FToSSat, ConvertOp::FToUSat])
                .expect("some"),
            (false, true) => {
                if self.rng.bool() {
                    ConvertOp::SToF
                } else {
                    ConvertOp::UToF
                }
            }
            (false, false) if from.width() < to.width() => {
                if self.rng.bool() {
                    ConvertOp::SExt
                } else {
                    ConvertOp::ZExt
                }
            }
            _ => return a,
        };
        pool.convert(op, to, a)
    }

    fn condition(&mut self, pool: &mut Pool) -> TermId {
        let sort = self.sort(pool);
        let (a, b) = (self.any(pool, sort), self.any(pool, sort));
        let fits = |op: &CompareOp| {
            op.is_float() == sort.is_float()
                && (sort.is_bits() || !matches!(op, CompareOp::Eq | CompareOp::Ne))
        };
        let op = pick(&mut self.rng, CompareOp::ALL, fits);
        pool.compare(op, a, b)
    }
}

/// One of those that fit.
fn pick<T: Copy>(rng: &mut Rng, all: &[T], fits: impl Fn(&T) -> bool) -> T {
    loop {
        let one = all[rng.usize(..all.len())];
        if fits(&one) {
            return one;
        }
    }
}

const SORTS: &[Sort] = &[
    Sort::Bits(1),
    Sort::Bits(7),
    Sort::Bits(8),
    Sort::Bits(32),
    Sort::Bits(64),
    Sort::Bits(128),
    Sort::F32,
    Sort::F64,
];

fn raw(rng: &mut Rng, sort: Sort) -> u128 {
    match rng.u8(..3) {
        0 => rng.u128(..) & sort.mask(),
        1 if sort.is_float() => {
            let number = f64::from(rng.i32(-1_000..=1_000)) / 8.0;
            fold::convert(ConvertOp::FToF, Sort::F64, sort, number.to_bits().into())
        }
        1 => rng.i32(-20..20) as u128 & sort.mask(),
        _ => *rng.choice(&[0, 1, sort.mask(), sort.mask() / 2]).expect("some"),
    }
}

/// A problem with a solution, and a seed that is another point.
fn problem(seed: u64) -> Script {
    let mut script = Script::default();
    let mut garden = Garden { rng: Rng::with_seed(seed), terms: Vec::new() };
    let mut solution = Assignment::new();
    for (index, &sort) in SORTS.iter().enumerate() {
        let value = raw(&mut garden.rng, sort);
        let term = script.variable(&format!("v{index}"), sort, value);
        let id = script.pool.var_of(term).expect("a variable");
        solution.set(id, raw(&mut garden.rng, sort));
        garden.terms.push(term);
    }
    let memory = script.pool.variable("m", Sort::Bytes { index_bits: 8 });
    let bytes: Vec<u8> = (0..20).map(|_| garden.rng.u8(..)).collect();
    solution.set_bytes(script.pool.var_of(memory).expect("a variable"), &bytes);
    for _ in 0..garden.rng.usize(5..30) {
        garden.grow(&mut script.pool);
    }
    for _ in 0..garden.rng.usize(1..8) {
        let condition = garden.condition(&mut script.pool);
        let holds = evaluate(&script.pool, condition, &solution).raw() == Some(1);
        let clause = if holds { condition } else { script.pool.not(condition) };
        script.require(clause);
    }
    script
}

#[test]
fn most_random_problems_with_a_solution_are_solved_and_no_model_is_wrong() {
    const PROBLEMS: u64 = 1_000;
    let mut solved = 0;
    for seed in 0..PROBLEMS {
        let mut script = problem(seed);
        let (model, cost) = script.solve(1_000);
        assert!(cost <= 1_000);
        solved += u64::from(model.is_some());
    }
    assert!(solved * 100 >= PROBLEMS * 90, "{solved} of {PROBLEMS}");
}

#[test]
fn a_search_repeats_itself() {
    for seed in 0..200 {
        assert_eq!(problem(seed).solve(500), problem(seed).solve(500));
    }
}
