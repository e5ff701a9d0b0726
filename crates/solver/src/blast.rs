//! The complete solver for bit-vectors, floats and byte arrays: terms become circuits, circuits clauses.
//!
//! What was measured, in CPU time on a busy machine (one run each, which may be off by 15 %), on queries of
//! the benchmarks' workloads:
//!
//! - SAT solvers from crates.io, fed the same clauses for each query afresh. 289 queries of `comparisons`
//!   took batsat 0.25 s, varisat 0.43 s, CaDiCaL 0.48 s (as `plain`; 0.54 s as it comes), splr 1.93 s;
//!   the first 110 of `products` took batsat 0.70 s, varisat 1.06 s, CaDiCaL 1.30 s. CaDiCaL also needs a C++
//!   compiler. How they compare on queries that take seconds was not measured.
//! - Keeping circuit and clauses from query to query. On the successive flips of one path: 2,200 answers a
//!   second instead of 1,300. On unrelated queries it gains nothing: 760 to 820 a second, 820 to 950 with
//!   nothing kept, and 560 if clauses are kept up to three times the gates that are needed; hence
//!   [`Limits::wasted_percent`].
//!
//! `FRem` and fused multiply-add have no circuit; queries with them are left to the layer below.

mod array;
mod circuit;
mod cone;
mod encode;
mod float;
mod instance;
mod multiply;
mod sat;
#[cfg(test)]
mod tests;
mod word;

use crate::layer::{Layer, Meter};
use crate::problem::{Bounds, Problem, Reason, Verdict};
use array::Read;
use circuit::Lit;
use cone::Cone;
use encode::{Encoder, Refusal};
use instance::Instance;
use sat::{Outcome, SatLit};
use term::{Assignment, Pool, VarId};

/// What the bit-blaster may use and keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Gates that the circuit of one query may have.
    pub gates: usize,
    /// The circuit of the queries so far is dropped when it has more gates than this: equal terms are then
    /// encoded again, but small circuits stay near the processor.
    pub kept_gates: usize,
    /// The clauses of the queries so far are dropped when they belong to more gates that the query at hand
    /// does not need than this share of those it needs, in percent: the SAT solver has to find values for
    /// all of them.
    pub wasted_percent: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { gates: 1_000_000, kept_gates: 50_000, wasted_percent: 25 }
    }
}

/// Decides conjunctions over bit-vectors, floats and byte arrays, within a budget of conflicts and gates; what it
/// cannot decide goes to the layer below.
pub struct Blast {
    limits: Limits,
    encoder: Encoder,
    instance: Instance,
    cone: Cone,
    next: Box<dyn Layer>,
}

/// Gates that a query may have for each conflict that it may run into, and those that any may have.
const GATES_FOR_A_CONFLICT: u64 = 128;
const SMALL: usize = 20_000;

/// Arrays of model values are dense, so indices beyond this many bits are avoided where they can be.
const DENSE_INDEX_BITS: usize = 20;

impl Blast {
    /// Wraps the layer that is asked where this one gives up.
    pub fn new(limits: Limits, next: Box<dyn Layer>) -> Blast {
        Blast {
            limits,
            encoder: Encoder::new(limits.gates),
            instance: Instance::new(),
            cone: Cone::default(),
            next,
        }
    }

    fn solve(&mut self, pool: &Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        // Who may not search for long is not helped by a circuit that takes long to build.
        let affordable = GATES_FOR_A_CONFLICT.saturating_mul(meter.conflicts) as usize;
        self.encoder.set_limit(self.limits.gates.min(affordable.max(SMALL)));
        self.encoder.set_deadline(meter.deadline);
        let roots = match self.encode(pool, problem) {
            Ok(roots) => roots,
            Err(Refusal::Float) => return Verdict::Unknown(Reason::Floats),
            Err(Refusal::TooLarge) => return Verdict::Unknown(Reason::Budget),
            Err(Refusal::Late) => return Verdict::Unknown(Reason::Time),
        };
        if let Some(index) = roots.iter().position(|&root| root == Lit::FALSE) {
            return Verdict::Unsatisfiable(vec![index]);
        }
        self.cone.collect(&self.encoder.circuit, &self.encoder.arrays, &roots);
        self.simulate(&problem.seed);
        if roots.iter().all(|&root| self.cone.value(root)) {
            return Verdict::Satisfiable(problem.seed.clone());
        }
        if self.instance_is_wasteful() {
            self.instance.clear();
        }
        let query = Query {
            conjuncts: roots.iter().map(|&root| self.literal(root)).collect(),
            facts: self.facts(problem),
        };
        for &read in &self.cone.reads {
            let read = &self.encoder.arrays.reads[read];
            for &lit in read.index.iter().chain(&read.byte) {
                self.instance.literal(&self.encoder.circuit, lit);
            }
        }
        self.prime(meter);
        // A conflict in a large circuit takes longer than in a small one, so it counts for more.
        let weight = 1 + (self.cone.order.len() / GATES_PER_CONFLICT) as u64;
        let budget = meter.conflicts / weight;
        let mut weighted = Meter { conflicts: budget, ..*meter };
        let verdict = self.search(&query, problem, &mut weighted);
        let spent = (budget - weighted.conflicts) * weight;
        let out = weighted.conflicts == 0;
        meter.conflicts = if out { 0 } else { meter.conflicts - spent };
        verdict
    }

    fn instance_is_wasteful(&self) -> bool {
        let needed = self.cone.order.len();
        let shared = self.cone.order.iter().filter(|&&gate| self.instance.has(gate)).count();
        let wasted = self.instance.len() - shared;
        wasted * 100 > needed * self.limits.wasted_percent
    }

    /// The bits of the conjuncts. What earlier queries left is dropped if it is in the way.
    fn encode(&mut self, pool: &Pool, problem: &Problem) -> Result<Vec<Lit>, Refusal> {
        let encode = |encoder: &mut Encoder| {
            problem.clauses.iter().map(|&clause| Ok(encoder.encode(pool, clause)?[0])).collect()
        };
        if self.encoder.size() > self.limits.kept_gates {
            self.forget();
        }
        let kept = self.encoder.size();
        match encode(&mut self.encoder) {
            Err(Refusal::TooLarge) if kept > 0 => {
                self.forget();
                encode(&mut self.encoder)
            }
            result => result,
        }
    }

    /// Drops everything that was kept for later queries.
    fn forget(&mut self) {
        self.encoder = Encoder::new(self.encoder.limit());
        self.instance = Instance::new();
        self.cone = Cone::default();
    }

    fn literal(&mut self, lit: Lit) -> SatLit {
        self.instance.literal(&self.encoder.circuit, lit)
    }

    /// The value of every gate of the query under the seed.
    fn simulate(&mut self, seed: &Assignment) {
        let Encoder { circuit, arrays, .. } = &self.encoder;
        let encoder = &self.encoder;
        self.cone.simulate(circuit, |gate, value| {
            if let Some((variable, bit)) = encoder.owner(gate) {
                return seed.raw(variable) >> bit & 1 == 1;
            }
            let Some(&(read, bit)) = arrays.by_gate.get(&(gate as usize)) else { return false };
            let read = &arrays.reads[read];
            let index =
                read.index.iter().rev().fold(0, |at, &lit| at << 1 | usize::from(value(lit)));
            seed.bytes(read.array).get(index).is_some_and(|byte| byte >> bit & 1 == 1)
        });
    }

    /// What upper layers know about bits of the query's variables.
    fn facts(&mut self, problem: &Problem) -> Vec<SatLit> {
        let mut facts = Vec::new();
        for &gate in &self.cone.inputs {
            let Some((variable, bit)) = self.encoder.owner(gate) else { continue };
            let Some(bounds) = problem.domains.get(variable) else { continue };
            let width = self.encoder.variable(variable).map_or(0, <[Lit]>::len);
            let (known, bits) = known_bits(bounds, width);
            if known >> bit & 1 == 1 {
                let lit = Lit::new(gate as usize, bits >> bit & 1 == 0);
                facts.push(self.instance.literal(&self.encoder.circuit, lit));
            }
        }
        facts
    }

    /// Lets the SAT solver see the seed: what it assigns and takes back is what it prefers later, so
    /// models stay near the seed.
    fn prime(&mut self, meter: &Meter) {
        let assumptions: Vec<SatLit> = self
            .cone
            .inputs
            .iter()
            .filter_map(|&gate| {
                let lit = Lit::new(gate as usize, false);
                self.instance.find(lit.flipped(!self.cone.value(lit)))
            })
            .collect();
        self.instance.solve(&assumptions, &mut 0, meter.deadline);
    }

    fn search(&mut self, query: &Query, problem: &Problem, meter: &mut Meter) -> Verdict {
        let mut assumptions = [&*query.conjuncts, &*query.facts].concat();
        let mut near = None;
        loop {
            match self.instance.solve(&assumptions, &mut meter.conflicts, meter.deadline) {
                Outcome::OutOfConflicts => return Verdict::Unknown(Reason::Budget),
                Outcome::OutOfTime => return Verdict::Unknown(Reason::Time),
                Outcome::Unsatisfiable => {
                    if near.iter().flatten().any(|&lit| self.instance.in_core(lit)) {
                        return Verdict::Unknown(Reason::Budget);
                    }
                    return Verdict::Unsatisfiable(self.core(query, meter));
                }
                Outcome::Satisfiable => {}
            }
            if self.encoder.check_size().is_err() {
                return Verdict::Unknown(Reason::Budget);
            }
            if self.add_lemmas() {
                continue;
            }
            if near.is_none() && self.reads_far() {
                let lits = self.near_indices();
                assumptions.extend(&lits);
                near = Some(lits);
                continue;
            }
            return Verdict::Satisfiable(self.model(&problem.seed));
        }
    }

    /// Requires equal bytes at equal indices wherever the last model has them different; whether it had.
    fn add_lemmas(&mut self) -> bool {
        let Encoder { circuit, arrays, .. } = &mut self.encoder;
        let mut reads: Vec<(VarId, u128, usize)> = self
            .cone
            .reads
            .iter()
            .map(|&read| {
                let Read { array, index, .. } = &arrays.reads[read];
                (*array, self.instance.word_value(index), read)
            })
            .collect();
        reads.sort_unstable();
        let mut broken = Vec::new();
        for group in reads.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let first = &arrays.reads[group[0].2];
            let value = self.instance.word_value(&first.byte);
            let differs = |&&(_, _, read): &&(VarId, u128, usize)| {
                self.instance.word_value(&arrays.reads[read].byte) != value
            };
            broken.extend(group[1..].iter().filter(differs).map(|other| (group[0].2, other.2)));
        }
        for &(one, other) in &broken {
            let (one, other) = (&arrays.reads[one], &arrays.reads[other]);
            let same = circuit.equal(&one.index, &other.index);
            for (&a, &b) in one.byte.iter().zip(&other.byte) {
                self.instance.require(circuit, &[!same, !a, b]);
                self.instance.require(circuit, &[!same, a, !b]);
            }
        }
        !broken.is_empty()
    }

    /// Whether the last model reads an array at an index too high to be written down.
    fn reads_far(&self) -> bool {
        self.cone.reads.iter().any(|&read| {
            let index = &self.encoder.arrays.reads[read].index;
            self.instance.word_value(index) >> DENSE_INDEX_BITS != 0
        })
    }

    /// The conditions that each read stays where a model can be written down.
    fn near_indices(&mut self) -> Vec<SatLit> {
        let mut near = Vec::new();
        for &read in &self.cone.reads {
            let index = &self.encoder.arrays.reads[read].index;
            if index.len() > DENSE_INDEX_BITS {
                let zero = self.encoder.circuit.is_zero(&index[DENSE_INDEX_BITS..]);
                near.push(self.instance.literal(&self.encoder.circuit, zero));
            }
        }
        near
    }

    /// The seed with the last model's values for the bits that the query depends on.
    fn model(&self, seed: &Assignment) -> Assignment {
        let mut model = seed.clone();
        for &gate in &self.cone.inputs {
            if let Some((variable, bit)) = self.encoder.owner(gate) {
                let one = self.instance.value(Lit::new(gate as usize, false));
                let raw = model.raw(variable) & !(1 << bit);
                model.set(variable, raw | u128::from(one) << bit);
            }
        }
        for &read in &self.cone.reads {
            let Read { array, index, byte } = &self.encoder.arrays.reads[read];
            let index = self.instance.word_value(index) as usize;
            let byte = self.instance.word_value(byte) as u8;
            let mut bytes = model.bytes(*array).to_vec();
            if bytes.get(index).copied().unwrap_or(0) != byte {
                bytes.resize(bytes.len().max(index + 1), 0);
                bytes[index] = byte;
                model.set_bytes(*array, &bytes);
            }
        }
        model
    }

    /// Conjuncts that contradict each other, after the last search found that all of them do.
    fn core(&mut self, query: &Query, meter: &mut Meter) -> Vec<usize> {
        let all = || (0..query.conjuncts.len()).collect();
        if query.facts.iter().any(|&fact| self.instance.in_core(fact)) {
            // Facts follow from conjuncts that are not known: the conjuncts alone must do.
            let outcome =
                self.instance.solve(&query.conjuncts, &mut meter.conflicts, meter.deadline);
            if outcome != Outcome::Unsatisfiable {
                return all();
            }
        }
        let mut core: Vec<usize> = (0..query.conjuncts.len())
            .filter(|&index| self.instance.in_core(query.conjuncts[index]))
            .collect();
        // Each conjunct is left out once; what is still a contradiction is the new core.
        let mut kept = 0;
        while kept < core.len() && core.len() <= MINIMISED {
            let rest: Vec<usize> = core
                .iter()
                .enumerate()
                .filter(|&(at, _)| at != kept)
                .map(|(_, &index)| index)
                .collect();
            let assumptions: Vec<SatLit> =
                rest.iter().map(|&index| query.conjuncts[index]).collect();
            let mut conflicts = TRIAL_CONFLICTS.min(meter.conflicts);
            let before = conflicts;
            let outcome = self.instance.solve(&assumptions, &mut conflicts, meter.deadline);
            meter.conflicts -= before - conflicts;
            if outcome == Outcome::Unsatisfiable {
                core = rest;
                core.retain(|&index| self.instance.in_core(query.conjuncts[index]));
            } else {
                kept += 1;
            }
        }
        core
    }
}

/// A conflict counts once more for each time that the query has this many gates.
const GATES_PER_CONFLICT: usize = 8192;

/// Cores of up to this many conjuncts are minimised.
const MINIMISED: usize = 12;

/// The conflicts that leaving out one conjunct of a core may cost.
const TRIAL_CONFLICTS: u64 = 50;

/// The SAT literals of a query.
struct Query {
    conjuncts: Vec<SatLit>,
    facts: Vec<SatLit>,
}

impl Layer for Blast {
    fn name(&self) -> &'static str {
        "blast"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        match self.solve(pool, problem, meter) {
            Verdict::Unknown(reason) => match self.next.check(pool, problem, meter) {
                // The layer below may know less about why.
                Verdict::Unknown(_) => Verdict::Unknown(reason),
                verdict => verdict,
            },
            verdict => {
                meter.answered_by = self.name();
                verdict
            }
        }
    }
}

/// The bits that bounds leave no choice for: those known, and the common head of both interval ends.
fn known_bits(bounds: &Bounds, width: usize) -> (u128, u128) {
    let head = |low: u128, high: u128| match (low ^ high).leading_zeros() {
        128 => u128::MAX,
        zeros => !(u128::MAX >> zeros),
    };
    let (mut known, mut bits) = (bounds.known, bounds.bits & bounds.known);
    let (low, high) = bounds.unsigned;
    known |= head(low, high);
    bits |= low & head(low, high);
    let (low, high) = (bounds.signed.0 as u128, bounds.signed.1 as u128);
    known |= head(low, high);
    bits |= low & head(low, high);
    let mask = if width >= 128 { u128::MAX } else { (1 << width) - 1 };
    (known & mask, bits & mask)
}
