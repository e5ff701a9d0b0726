//! Solving one conjunct directly: the value it should have is carried down through what can be inverted,
//! to changes of variables.
//!
//! All other variables keep their values meanwhile, so each operation has one unknown operand. What comes
//! out are plans, to be evaluated like any other move: an inversion may be a guess.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;
use term::{Compiled, Node, Pool, Scratch, TermId};

use super::invert;
use super::landscape::{Change, Landscape};

/// How many terms are looked at for one conjunct.
const STEPS: usize = 96;

/// How many plans are made for one conjunct.
const PLANS: usize = 32;

/// The values of all terms, and the plans that were made from them.
#[derive(Default)]
pub(super) struct Aim {
    program: Option<(Compiled, FxHashMap<TermId, u32>)>,
    /// The values that were computed last, by the landscape's version of them.
    version: Option<u64>,
    scratch: Scratch,
    queue: VecDeque<Plan>,
    alternatives: Vec<Alternative>,
}

/// What should become true at once: terms that should have a value, and changes already found.
#[derive(Clone, Debug, Default)]
struct Plan {
    pending: Vec<(TermId, u128)>,
    changes: Vec<Change>,
}

/// One way for a term to get its value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alternative {
    /// This operand gets this value.
    One(TermId, u128),
    /// Both do.
    Both((TermId, u128), (TermId, u128)),
    /// A variable is changed.
    Change(Change),
}

/// The values that terms have now.
pub(super) struct View<'a> {
    pub pool: &'a Pool,
    compiled: &'a Compiled,
    index: &'a FxHashMap<TermId, u32>,
    scratch: &'a Scratch,
}

impl View<'_> {
    pub fn value(&self, term: TermId) -> u128 {
        self.index.get(&term).map_or(0, |&at| self.compiled.root(at as usize, self.scratch))
    }
}

impl Aim {
    /// The plans that may fulfil a conjunct from where the landscape stands, simple ones first. Planning
    /// costs as much as evaluating everything once.
    pub fn plans(&mut self, landscape: &mut Landscape, conjunct: usize) -> Vec<Vec<Change>> {
        let Aim { program, version, scratch, queue, alternatives } = self;
        let (compiled, index) = program.get_or_insert_with(|| {
            let index = landscape.terms.iter().copied().zip(0..).collect();
            (Compiled::new(landscape.pool, &landscape.terms), index)
        });
        if version.replace(landscape.version()) != Some(landscape.version()) {
            compiled.run(landscape.values(), scratch);
        }
        landscape.pay(landscape.terms.len());
        let view = View { pool: landscape.pool, compiled, index, scratch };
        let mut plans: Vec<Vec<Change>> = Vec::new();
        queue.clear();
        let root = landscape.conjuncts[conjunct];
        queue.push_back(Plan { pending: vec![(root, 1)], changes: Vec::new() });
        for _ in 0..STEPS {
            let Some(mut plan) = queue.pop_front() else { break };
            let Some((term, target)) = plan.pending.pop() else {
                if !plan.changes.is_empty() && !plans.contains(&plan.changes) {
                    plans.push(plan.changes);
                }
                if plans.len() == PLANS {
                    break;
                }
                continue;
            };
            if view.value(term) == target {
                queue.push_front(plan);
                continue;
            }
            alternatives.clear();
            alternatives_of(&view, term, target, alternatives);
            if let [only] = alternatives[..] {
                // A chain without choices costs no turn in the queue.
                if plan.follow(only) {
                    queue.push_front(plan);
                }
                continue;
            }
            for &alternative in &*alternatives {
                let mut plan = plan.clone();
                if plan.follow(alternative) {
                    queue.push_back(plan);
                }
            }
        }
        plans
    }
}

impl Plan {
    /// Takes one way; whether it agrees with the changes so far.
    fn follow(&mut self, alternative: Alternative) -> bool {
        match alternative {
            Alternative::One(term, target) => self.pending.push((term, target)),
            Alternative::Both(a, b) => self.pending.extend([b, a]),
            Alternative::Change(change) => {
                if self.changes.iter().any(|&other| other.clashes(change)) {
                    return false;
                }
                self.changes.push(change);
            }
        }
        true
    }
}

impl Change {
    /// Whether both set one place to different values.
    fn clashes(self, other: Change) -> bool {
        match (self, other) {
            (Change::Scalar(a, x), Change::Scalar(b, y)) => a == b && x != y,
            (Change::Element(a, i, x), Change::Element(b, j, y)) => a == b && i == j && x != y,
            _ => false,
        }
    }
}

/// The ways in which a term that has another value may get the target.
fn alternatives_of(view: &View, term: TermId, target: u128, out: &mut Vec<Alternative>) {
    match view.pool.node(term) {
        Node::Variable(variable) => out.push(Alternative::Change(Change::Scalar(variable, target))),
        Node::Constant(_) | Node::Bytes(_) | Node::Store(..) => {}
        Node::Compare(op, a, b) => invert::compare(view, op, (a, b), target != 0, out),
        Node::Ite(condition, a, b) => {
            let holds = view.value(condition) != 0;
            let (active, other) = if holds { (a, b) } else { (b, a) };
            out.push(Alternative::One(active, target));
            let flipped = (condition, u128::from(!holds));
            out.push(Alternative::Both(flipped, (other, target)));
        }
        Node::Select(array, index) => invert::select(view, array, index, target, out),
        _ if view.pool.sort(term).is_float() => invert::float(view, term, target, out),
        _ => invert::bits(view, term, target, out),
    }
}
