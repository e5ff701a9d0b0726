//! What the tests of layers share: scripted answers, the truth by enumeration, random small problems.

use crate::layer::{Layer, Meter};
use crate::problem::{Domains, Problem, Reason, Verdict};
use fastrand::Rng;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use term::{
    Assignment, BinaryOp, CompareOp, Compiled, ConvertOp, Pool, Scratch, Sort, TermId, UnaryOp,
    VarId,
};

/// These conjuncts, from a seed of zeros.
pub fn problem(clauses: Vec<TermId>) -> Problem {
    Problem { clauses, goal: None, seed: Assignment::new(), domains: Domains::default() }
}

/// Gives answers from a list, whatever is asked; unknown when there are none left.
pub struct Script(VecDeque<Verdict>);

impl Script {
    pub fn new(answers: impl IntoIterator<Item = Verdict>) -> Script {
        Script(answers.into_iter().collect())
    }
}

impl Layer for Script {
    fn name(&self) -> &'static str {
        "script"
    }

    fn check(&mut self, _: &mut Pool, _: &Problem, _: &mut Meter) -> Verdict {
        self.0.pop_front().unwrap_or(Verdict::Unknown(Reason::Budget))
    }
}

/// What a layer was asked.
pub type Log = Arc<Mutex<Vec<String>>>;

/// Notes what a layer is asked, as text.
pub struct Watched {
    layer: Box<dyn Layer>,
    log: Log,
}

impl Watched {
    pub fn new(layer: Box<dyn Layer>) -> (Watched, Log) {
        let log = Log::default();
        (Watched { layer, log: Arc::clone(&log) }, log)
    }
}

impl Layer for Watched {
    fn name(&self) -> &'static str {
        self.layer.name()
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        self.log.lock().unwrap().push(text(pool, problem));
        self.layer.check(pool, problem, meter)
    }
}

/// The conjuncts as a person writes them, one after the other.
pub fn text(pool: &Pool, problem: &Problem) -> String {
    let lines = problem.clauses.iter().map(|&clause| term::print::infix(pool, clause));
    lines.collect::<Vec<_>>().join(", ")
}

/// Tries every value of every variable of the conjuncts; their widths may add up to some 20 bits.
pub struct Oracle;

impl Layer for Oracle {
    fn name(&self) -> &'static str {
        "oracle"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, _: &mut Meter) -> Verdict {
        match enumerate(pool, problem) {
            Some(model) => Verdict::Satisfiable(model),
            None => Verdict::Unsatisfiable((0..problem.clauses.len()).collect()),
        }
    }
}

/// A model of the conjuncts within the domains, if there is one, by trying everything.
pub fn enumerate(pool: &Pool, problem: &Problem) -> Option<Assignment> {
    let mut variables: Vec<VarId> = term::postorder(pool, &problem.clauses)
        .into_iter()
        .filter_map(|term| pool.var_of(term))
        .collect();
    variables.sort_unstable();
    let widths: Vec<u32> =
        variables.iter().map(|&var| u32::from(pool.variable_sort(var).width())).collect();
    let total: u32 = widths.iter().sum();
    assert!(total <= 20, "too many values to try");
    let compiled = Compiled::new(pool, &problem.clauses);
    let mut scratch = Scratch::new();
    let mut model = problem.seed.clone();
    (0..1u128 << total).find_map(|mut values| {
        for (&var, &width) in variables.iter().zip(&widths) {
            model.set(var, values & ((1 << width) - 1));
            values >>= width;
        }
        let holds = compiled.eval_all(&model, &mut scratch).all(|value| value == 1);
        let inside = |&var: &VarId| {
            let width = pool.variable_sort(var).width();
            problem.domains.get(var).is_none_or(|bounds| bounds.contains(width, model.raw(var)))
        };
        (holds && variables.iter().all(inside)).then(|| model.clone())
    })
}

/// Asserts that a layer's answer is right: models are models and keep the seed elsewhere, and cores have
/// no model, both by enumeration.
pub fn assert_right(pool: &Pool, problem: &Problem, verdict: &Verdict) {
    let text = || text(pool, problem);
    match verdict {
        Verdict::Satisfiable(model) => {
            let compiled = Compiled::new(pool, &problem.clauses);
            let all = compiled.eval_all(model, &mut Scratch::new()).all(|value| value == 1);
            assert!(all, "no model: {model:?} of {}", text());
            let used = term::postorder(pool, &problem.clauses);
            for (var, ..) in pool.variables() {
                let kept = model.raw(var) == problem.seed.raw(var);
                assert!(
                    kept || used.contains(&pool.variable_term(var)),
                    "seed not kept in {}",
                    text()
                );
            }
        }
        Verdict::Unsatisfiable(core) => {
            let clauses = core.iter().map(|&index| problem.clauses[index]).collect();
            let core_problem =
                Problem { clauses, seed: problem.seed.clone(), ..Problem::default() };
            let model = enumerate(pool, &core_problem);
            assert!(model.is_none(), "core {core:?} has a model in {}", text());
        }
        Verdict::Unknown(_) => {}
    }
}

/// Random conjunctions over three variables of up to four bits, with a seed.
pub struct Garden {
    pub rng: Rng,
    pub pool: Pool,
    variables: Vec<TermId>,
}

impl Garden {
    pub fn new(seed: u64) -> Garden {
        let mut rng = Rng::with_seed(seed);
        let mut pool = Pool::new();
        // A variable that no problem uses: its value must be left alone.
        pool.variable("bystander", Sort::Bits(4));
        let variables = ["x", "y", "z"]
            .iter()
            .map(|name| pool.variable(name, Sort::Bits(rng.u8(1..=4))))
            .collect();
        Garden { rng, pool, variables }
    }

    /// Up to `most` conjuncts.
    pub fn problem(&mut self, most: usize) -> Problem {
        let count = self.rng.usize(1..=most);
        let clauses: Vec<TermId> = (0..count).map(|_| self.condition(2)).collect();
        let mut seed = Assignment::new();
        for index in 0..4 {
            let var = VarId(index);
            let mask = self.pool.variable_sort(var).mask();
            seed.set(var, self.rng.u128(..) & mask);
        }
        let goal = self.rng.bool().then(|| self.rng.usize(..count));
        Problem { clauses, goal, seed, domains: Domains::default() }
    }

    fn condition(&mut self, depth: u8) -> TermId {
        if depth > 0 && self.rng.u8(..4) == 0 {
            let (a, b) = (self.condition(depth - 1), self.condition(depth - 1));
            return match self.rng.u8(..5) {
                0 => self.pool.and(a, b),
                1 => self.pool.or(a, b),
                2 => self.pool.binary(BinaryOp::Xor, a, b),
                3 => {
                    let c = self.condition(depth - 1);
                    self.pool.ite(a, b, c)
                }
                _ => self.pool.not(a),
            };
        }
        let width = self.rng.u8(1..=4);
        let (a, b) = (self.value(width, 3), self.value(width, 2));
        let ops = &CompareOp::ALL[..10];
        let op = if self.rng.bool() { CompareOp::Eq } else { ops[self.rng.usize(..ops.len())] };
        self.pool.compare(op, a, b)
    }

    fn value(&mut self, width: u8, depth: u8) -> TermId {
        if depth == 0 || self.rng.u8(..3) == 0 {
            if self.rng.u8(..3) == 0 {
                let raw = self.rng.u128(..16);
                return self.pool.bits(width, raw);
            }
            let variable = self.variables[self.rng.usize(..3)];
            return self.resized(variable, width);
        }
        match self.rng.u8(..12) {
            0 => {
                let a = self.value(width, depth - 1);
                let ops = [UnaryOp::Not, UnaryOp::Neg, UnaryOp::CountOnes, UnaryOp::BitReverse];
                let op = ops[self.rng.usize(..ops.len())];
                self.pool.unary(op, a)
            }
            1 => {
                let c = self.condition(depth - 1);
                let (a, b) = (self.value(width, depth - 1), self.value(width, depth - 1));
                self.pool.ite(c, a, b)
            }
            2 => {
                let other = self.rng.u8(1..=4);
                let a = self.value(other, depth - 1);
                self.resized(a, width)
            }
            3 if width > 1 => {
                let high = self.rng.u8(1..width);
                let (a, b) = (self.value(high, depth - 1), self.value(width - high, depth - 1));
                self.pool.concat(a, b)
            }
            4 if width < 4 => {
                let a = self.value(4, depth - 1);
                let low = self.rng.u8(..=4 - width);
                self.pool.extract(a, low, width)
            }
            5 => {
                let mut bytes = [0; 16];
                bytes.fill_with(|| self.rng.u8(..16));
                let table = self.pool.bytes(4, &bytes);
                let index = self.value(4, depth - 1);
                let byte = self.pool.select(table, index);
                self.pool.extract(byte, 0, width)
            }
            _ => {
                let (a, b) = (self.value(width, depth - 1), self.value(width, depth - 1));
                let op = BinaryOp::ALL[self.rng.usize(..13)];
                self.pool.binary(op, a, b)
            }
        }
    }

    fn resized(&mut self, a: TermId, width: u8) -> TermId {
        let own = self.pool.sort(a).width();
        let op = match (own.cmp(&width), self.rng.bool()) {
            (std::cmp::Ordering::Greater, _) => ConvertOp::Trunc,
            (_, true) => ConvertOp::ZExt,
            (_, false) => ConvertOp::SExt,
        };
        self.pool.convert(op, Sort::Bits(width), a)
    }
}
