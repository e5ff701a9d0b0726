//! The place that is searched: values for the variables, and how far each conjunct is from holding there.
//!
//! Each conjunct is compiled by itself and a move evaluates only those that depend on what moved. What a
//! variable touches is kept in sets of 128 bits, in which variables beyond that number share a bit: then
//! more is evaluated than need be, never less.

use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{
    Assignment, BinaryOp, CompiledDistance, Node, Pool, Scratch, Sort, TermId, VarId, postorder,
};

use super::dice::mix;
use super::fitness::weight;
use super::number;
use crate::problem::{Domains, Problem};

/// A new value for a variable, or for one element of an array variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Scalar(VarId, u128),
    Element(VarId, u32, u8),
}

/// A variable of the problem, with the bit that stands for it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub id: VarId,
    pub sort: Sort,
    pub bit: u8,
}

/// Conjuncts that are evaluated together.
struct Group {
    distance: CompiledDistance,
    /// The first of its conjuncts.
    first: u32,
    len: u32,
    /// Its evaluation in units of the budget, times [`UNIT`].
    terms: u64,
}

/// How many terms one unit of the budget evaluates at most: an evaluation of up to that many costs one.
const UNIT: u64 = 256;

/// How often the clock is looked at, in evaluations.
const CLOCK: u64 = 256;

/// Evaluating conjuncts one by one may visit this many terms for each that there is, counting every term
/// as often as conjuncts share it; beyond, they are evaluated all at once.
const SHARING: usize = 4;

pub(super) struct Landscape<'a> {
    pub pool: &'a Pool,
    domains: &'a Domains,
    /// What has to hold, `and`s taken apart.
    pub conjuncts: Vec<TermId>,
    /// The variables of each conjunct, as bits.
    pub depends: Vec<u128>,
    /// In the order in which the conjuncts mention them, which does not depend on the pool's past.
    pub variables: Vec<Variable>,
    /// Every scalar term of the conjuncts, operands first.
    pub terms: Vec<TermId>,
    /// Whether there are operations on single bits, which have no slope to walk along.
    pub bitwise: bool,
    /// A number made of what the conjuncts say.
    pub fingerprint: u64,
    groups: Vec<Group>,
    /// The groups that depend on each bit.
    touched: Vec<Vec<u32>>,
    /// The bit of each variable of the pool, as far as the problem has them.
    bits: Vec<Option<u8>>,
    /// How often values were changed for good.
    version: u64,
    values: Assignment,
    weights: Vec<u128>,
    fitness: u128,
    trial: Trial,
    allowance: Allowance,
    #[cfg(test)]
    pub log: Vec<String>,
}

/// A move that is tried.
#[derive(Default)]
struct Trial {
    /// The weights that it leads to, by conjunct.
    weights: Vec<(u32, u128)>,
    /// What to restore if it is not kept.
    undo: Vec<Change>,
    /// Room to evaluate in.
    scratch: Scratch,
    /// Room for the bytes of an array.
    buffer: Vec<u8>,
}

/// What may still be spent.
struct Allowance {
    left: u64,
    /// Evaluations so far.
    evaluations: u64,
    deadline: Option<Instant>,
    /// Whether the deadline has passed.
    late: bool,
}

impl Allowance {
    fn is_spent(&self) -> bool {
        self.left == 0 || self.late
    }

    /// Pays for looking at that many terms.
    fn pay(&mut self, terms: usize) {
        self.left = self.left.saturating_sub(1 + terms as u64 / UNIT);
    }

    /// Counts an evaluation, and looks at the clock now and then.
    fn count(&mut self) {
        self.evaluations += 1;
        if self.evaluations.is_multiple_of(CLOCK) {
            self.late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
    }
}

impl<'a> Landscape<'a> {
    /// Compiles a problem. Nothing is evaluated yet, and there is nothing to spend.
    pub fn new(pool: &'a Pool, problem: &'a Problem, deadline: Option<Instant>) -> Landscape<'a> {
        let conjuncts = take_apart(pool, &problem.clauses);
        let survey = Survey::new(pool, &conjuncts);
        let groups = group(pool, &conjuncts, &survey);
        let depends: Vec<u128> =
            conjuncts.iter().map(|conjunct| survey.depends[conjunct]).collect();
        let mut touched = vec![Vec::new(); survey.variables.len().min(128)];
        for (index, group) in groups.iter().enumerate() {
            let range = group.first as usize..(group.first + group.len) as usize;
            let mut bits = depends[range].iter().fold(0, |all, bits| all | bits);
            while bits != 0 {
                touched[bits.trailing_zeros() as usize].push(index as u32);
                bits &= bits - 1;
            }
        }
        Landscape {
            pool,
            domains: &problem.domains,
            weights: vec![0; conjuncts.len()],
            conjuncts,
            depends,
            bits: bits_of(&survey.variables),
            version: 0,
            variables: survey.variables,
            terms: survey.order.into_iter().filter(|&term| !pool.sort(term).is_bytes()).collect(),
            bitwise: survey.bitwise,
            fingerprint: survey.fingerprint,
            groups,
            touched,
            values: problem.seed.clone(),
            fitness: 0,
            trial: Trial::default(),
            allowance: Allowance { left: 0, evaluations: 0, deadline, late: false },
            #[cfg(test)]
            log: Vec::new(),
        }
    }

    /// Whether every conjunct holds.
    pub fn is_solved(&self) -> bool {
        self.fitness == 0
    }

    /// Whether nothing more may be evaluated.
    pub fn is_spent(&self) -> bool {
        self.allowance.is_spent()
    }

    /// What is left of the budget.
    pub fn left(&self) -> u64 {
        self.allowance.left
    }

    /// Gives more to spend.
    pub fn refill(&mut self, budget: u64) {
        self.allowance.left = budget;
    }

    /// The sum of all weights; zero where all conjuncts hold.
    pub fn fitness(&self) -> u128 {
        self.fitness
    }

    /// Changes when the values do.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Pays for looking at that many terms. Whatever is done again and again without evaluations has to,
    /// or a search in which no change is admitted would never end.
    pub fn pay(&mut self, terms: usize) {
        self.allowance.pay(terms);
    }

    /// The values here.
    pub fn values(&self) -> &Assignment {
        &self.values
    }

    /// The values here, for good.
    pub fn into_values(self) -> Assignment {
        self.values
    }

    /// The conjuncts that do not hold, by index.
    pub fn unfulfilled(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.weights.len()).filter(|&index| self.weights[index] != 0)
    }

    /// The variables of conjuncts that do not hold, as bits.
    pub fn wanted(&self) -> u128 {
        self.unfulfilled().fold(0, |bits, index| bits | self.depends[index])
    }

    /// Whether a change keeps within what is known of its variable.
    pub fn admits(&self, change: Change) -> bool {
        let Change::Scalar(variable, raw) = change else { return true };
        self.domains.get(variable).is_none_or(|bounds| {
            number::admits(bounds, self.pool.variable_sort(variable).width(), raw)
        })
    }

    /// A value for a variable, made of any raw bits, that keeps within what is known of it as far as that
    /// is easy to say.
    pub fn confined(&self, variable: VarId, raw: u128) -> u128 {
        self.domains.get(variable).map_or(raw, |bounds| {
            number::confined(bounds, self.pool.variable_sort(variable).width(), raw)
        })
    }

    /// Evaluates everything where we are; nothing else makes sense before.
    pub fn survey(&mut self) -> u128 {
        self.trial.undo.clear();
        self.evaluate(u128::MAX);
        self.keep();
        self.fitness
    }

    /// Makes the changes if that brings all conjuncts together nearer to holding; whether it did.
    pub fn attempt(&mut self, changes: &[Change]) -> bool {
        if self.is_solved() {
            return false;
        }
        match self.try_out(changes) {
            Some(fitness) if fitness < self.fitness => {
                self.note(changes, fitness, true);
                self.keep();
                true
            }
            Some(fitness) => {
                self.note(changes, fitness, false);
                self.restore();
                false
            }
            None => false,
        }
    }

    /// What the fitness would be after the changes; none if they change nothing, are not admitted, or
    /// the budget is spent.
    pub fn measure(&mut self, changes: &[Change]) -> Option<u128> {
        let fitness = self.try_out(changes)?;
        self.note(changes, fitness, false);
        self.restore();
        Some(fitness)
    }

    /// Makes the changes, better or worse.
    pub fn force(&mut self, changes: &[Change]) {
        if let Some(fitness) = self.try_out(changes) {
            self.note(changes, fitness, true);
            self.keep();
        }
    }

    fn try_out(&mut self, changes: &[Change]) -> Option<u128> {
        if self.is_spent() || !changes.iter().all(|&change| self.admits(change)) {
            return None;
        }
        self.trial.undo.clear();
        let mut bits = 0;
        for &change in changes {
            if let Some(bit) = self.set(change) {
                bits |= 1 << bit;
            }
        }
        (bits != 0).then(|| self.evaluate(bits))
    }

    /// Evaluates what depends on the bits; weights go to `trial`.
    fn evaluate(&mut self, bits: u128) -> u128 {
        self.trial.weights.clear();
        let mut terms = 0;
        if bits.is_power_of_two() {
            for at in 0..self.touched[bits.trailing_zeros() as usize].len() {
                let group = self.touched[bits.trailing_zeros() as usize][at];
                terms += self.evaluate_group(group as usize);
            }
        } else {
            for group in 0..self.groups.len() {
                let Group { first, len, .. } = self.groups[group];
                let range = first as usize..(first + len) as usize;
                if bits == u128::MAX || self.depends[range].iter().any(|own| own & bits != 0) {
                    terms += self.evaluate_group(group);
                }
            }
        }
        self.allowance.pay(terms as usize);
        self.allowance.count();
        self.trial.weights.iter().fold(self.fitness, |sum, &(conjunct, weight)| {
            sum - self.weights[conjunct as usize] + weight
        })
    }

    fn evaluate_group(&mut self, group: usize) -> u64 {
        let Group { distance, first, len, terms } = &self.groups[group];
        if *len == 1 {
            let distance = distance.eval(&self.values, &mut self.trial.scratch);
            self.trial.weights.push((*first, weight(distance)));
        } else {
            let grades = distance.eval_each(&self.values, &mut self.trial.scratch);
            self.trial.weights.extend((*first..).zip(grades.map(|grade| weight(grade.to_true))));
        }
        *terms
    }

    fn keep(&mut self) {
        self.version += 1;
        for &(conjunct, weight) in &self.trial.weights {
            let old = std::mem::replace(&mut self.weights[conjunct as usize], weight);
            self.fitness = self.fitness - old + weight;
        }
    }

    fn restore(&mut self) {
        while let Some(change) = self.trial.undo.pop() {
            self.write(change);
        }
    }

    /// Sets a value and remembers the old one; the variable's bit, if that changed anything.
    fn set(&mut self, change: Change) -> Option<u8> {
        let (variable, old) = match change {
            Change::Scalar(variable, _) => {
                (variable, Change::Scalar(variable, self.values.raw(variable)))
            }
            Change::Element(variable, index, _) => {
                let byte = self.values.bytes(variable).get(index as usize).copied().unwrap_or(0);
                (variable, Change::Element(variable, index, byte))
            }
        };
        if change == old {
            return None;
        }
        let bit = self.bits.get(variable.index()).copied().flatten()?;
        self.trial.undo.push(old);
        self.write(change);
        Some(bit)
    }

    fn write(&mut self, change: Change) {
        match change {
            Change::Scalar(variable, raw) => self.values.set(variable, raw),
            Change::Element(variable, index, byte) => {
                let index = index as usize;
                let buffer = &mut self.trial.buffer;
                buffer.clear();
                buffer.extend_from_slice(self.values.bytes(variable));
                if buffer.len() <= index {
                    buffer.resize(index + 1, 0);
                }
                buffer[index] = byte;
                self.values.set_bytes(variable, buffer);
            }
        }
    }

    #[cfg(test)]
    fn note(&mut self, changes: &[Change], fitness: u128, kept: bool) {
        super::tests::note(self, changes, fitness, kept);
    }

    #[cfg(not(test))]
    #[inline]
    fn note(&mut self, _: &[Change], _: u128, _: bool) {}
}

fn bits_of(variables: &[Variable]) -> Vec<Option<u8>> {
    let len = variables.iter().map(|variable| variable.id.index() + 1).max().unwrap_or(0);
    let mut bits = vec![None; len];
    for variable in variables {
        bits[variable.id.index()] = Some(variable.bit);
    }
    bits
}

/// The conjuncts of conjuncts, each once.
fn take_apart(pool: &Pool, clauses: &[TermId]) -> Vec<TermId> {
    let mut conjuncts = Vec::with_capacity(clauses.len());
    let mut pending: Vec<TermId> = clauses.iter().rev().copied().collect();
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        match pool.node(term) {
            Node::Binary(BinaryOp::And, a, b) => pending.extend([b, a]),
            _ => conjuncts.push(term),
        }
    }
    conjuncts
}

/// One look at every term.
struct Survey {
    order: Vec<TermId>,
    depends: FxHashMap<TermId, u128>,
    variables: Vec<Variable>,
    bitwise: bool,
    fingerprint: u64,
}

impl Survey {
    fn new(pool: &Pool, conjuncts: &[TermId]) -> Survey {
        let order = postorder(pool, conjuncts);
        let mut survey = Survey {
            depends: FxHashMap::default(),
            variables: Vec::new(),
            bitwise: false,
            fingerprint: conjuncts.len() as u64,
            order: Vec::new(),
        };
        survey.depends.reserve(order.len());
        for &term in &order {
            let node = pool.node(term);
            survey.bitwise |= is_bitwise(pool, term);
            let bits = match node {
                Node::Variable(id) => {
                    let bit = (survey.variables.len() % 128) as u8;
                    survey.variables.push(Variable { id, sort: pool.sort(term), bit });
                    1 << bit
                }
                Node::Constant(raw) => {
                    let folded = raw as u64 ^ (raw >> 64) as u64;
                    survey.fingerprint = mix(survey.fingerprint ^ folded);
                    0
                }
                _ => node.children().fold(0, |bits, child| bits | survey.depends[&child]),
            };
            survey.depends.insert(term, bits);
        }
        survey.order = order;
        survey
    }
}

fn is_bitwise(pool: &Pool, term: TermId) -> bool {
    use BinaryOp::{AShr, And, LShr, Or, Shl, Xor};
    let sort = pool.sort(term);
    let operation = match pool.node(term) {
        Node::Binary(op, ..) => matches!(op, And | Or | Xor | Shl | LShr | AShr),
        Node::Extract { .. } => return true,
        _ => false,
    };
    operation && sort != Sort::BOOL
}

/// One group per conjunct, unless they share so much that one program for all is better.
fn group(pool: &Pool, conjuncts: &[TermId], survey: &Survey) -> Vec<Group> {
    let total = survey.order.len();
    match sizes(pool, conjuncts, SHARING * total + UNIT as usize) {
        Some(sizes) => conjuncts
            .iter()
            .zip(sizes)
            .enumerate()
            .map(|(index, (&conjunct, terms))| Group {
                distance: CompiledDistance::new(pool, &[conjunct]),
                first: index as u32,
                len: 1,
                terms,
            })
            .collect(),
        None => vec![Group {
            distance: CompiledDistance::new(pool, conjuncts),
            first: 0,
            len: conjuncts.len() as u32,
            terms: work(pool, survey.order.iter()),
        }],
    }
}

/// What evaluating these terms costs. A read looks at the writes of its array one after the other.
fn work<'t>(pool: &Pool, terms: impl Iterator<Item = &'t TermId>) -> u64 {
    let (mut count, mut reads, mut writes) = (0, 0, 0);
    for term in terms {
        count += 1;
        match pool.node(*term) {
            Node::Select(..) => reads += 1,
            Node::Store(..) => writes += 1,
            _ => {}
        }
    }
    count + reads * writes
}

/// What each conjunct costs; none if there are more terms than `limit` in all.
fn sizes(pool: &Pool, conjuncts: &[TermId], limit: usize) -> Option<Vec<u64>> {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut pending = Vec::new();
    let mut total = 0;
    conjuncts
        .iter()
        .map(|&conjunct| {
            seen.clear();
            pending.push(conjunct);
            while let Some(term) = pending.pop() {
                if seen.insert(term) {
                    pending.extend(pool.node(term).children());
                }
                if total + seen.len() > limit {
                    return None;
                }
            }
            total += seen.len();
            Some(work(pool, seen.iter()))
        })
        .collect()
}
