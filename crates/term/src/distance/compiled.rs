//! Distances of conditions that are terms, compiled.

use rustc_hash::FxHashMap;

use crate::assignment::Assignment;
use crate::compiled::{Compiled, Scratch, Slot};
use crate::node::{Node, TermId};
use crate::op::{BinaryOp, CompareOp, UnaryOp};
use crate::pool::Pool;
use crate::sort::Sort;

use super::compare::grade;
use super::{Distance, Grade};

/// A program that computes how far a conjunction of conditions is from holding.
#[derive(Clone, Debug)]
pub struct CompiledDistance {
    /// Computes the operands of comparisons and the conditions without structure.
    values: Compiled,
    steps: Vec<Step<Slot>>,
    roots: Vec<Reference>,
}

/// How one grade comes from values or earlier grades. A value is the number of a term among those to
/// be computed, and once they are compiled its register.
#[derive(Clone, Copy, Debug)]
enum Step<V> {
    Leaf(V),
    Compare(CompareOp, Sort, V, V),
    And(Reference, Reference),
    Or(Reference, Reference),
    Xor(Reference, Reference),
    Ite(Reference, Reference, Reference),
}

/// An earlier step's grade, turned around if negated.
#[derive(Clone, Copy, Debug)]
struct Reference {
    step: u32,
    negated: bool,
}

impl Reference {
    #[inline]
    fn read(self, grades: &[Grade]) -> Grade {
        let grade = grades[self.step as usize];
        if self.negated { !grade } else { grade }
    }
}

impl CompiledDistance {
    /// Compiles conditions, all of which are to hold.
    pub fn new(pool: &Pool, roots: &[TermId]) -> CompiledDistance {
        let mut compiler = Compiler::default();
        let roots = roots.iter().map(|&root| compiler.root(pool, root)).collect();
        let values = Compiled::new(pool, &compiler.values);
        let slot = |value: u32| values.root_slot(value as usize);
        let located = |step: Step<u32>| match step {
            Step::Leaf(a) => Step::Leaf(slot(a)),
            Step::Compare(op, sort, a, b) => Step::Compare(op, sort, slot(a), slot(b)),
            Step::And(a, b) => Step::And(a, b),
            Step::Or(a, b) => Step::Or(a, b),
            Step::Xor(a, b) => Step::Xor(a, b),
            Step::Ite(c, a, b) => Step::Ite(c, a, b),
        };
        let steps = compiler.steps.into_iter().map(located).collect();
        CompiledDistance { values, steps, roots }
    }

    /// How far the conjunction is from holding: the sum over the roots; zero exactly when all hold.
    #[inline]
    pub fn eval(&self, assignment: &Assignment, scratch: &mut Scratch) -> Distance {
        self.run(assignment, scratch);
        self.roots.iter().map(|root| root.read(&scratch.grades).to_true).sum()
    }

    /// The grade of each root, in their order.
    pub fn eval_each<'a>(
        &'a self,
        assignment: &Assignment,
        scratch: &'a mut Scratch,
    ) -> impl ExactSizeIterator<Item = Grade> + 'a {
        self.run(assignment, scratch);
        let grades = &scratch.grades;
        self.roots.iter().map(move |root| root.read(grades))
    }

    fn run(&self, assignment: &Assignment, scratch: &mut Scratch) {
        self.values.run(assignment, scratch);
        let mut grades = std::mem::take(&mut scratch.grades);
        grades.clear();
        for step in &self.steps {
            let next = match *step {
                Step::Leaf(leaf) => Grade::of_bool(scratch.read(leaf) != 0),
                Step::Compare(op, sort, a, b) => grade(op, sort, scratch.read(a), scratch.read(b)),
                Step::And(a, b) => a.read(&grades).and(b.read(&grades)),
                Step::Or(a, b) => a.read(&grades).or(b.read(&grades)),
                Step::Xor(a, b) => a.read(&grades).xor(b.read(&grades)),
                Step::Ite(c, a, b) => {
                    Grade::choice(c.read(&grades), a.read(&grades), b.read(&grades))
                }
            };
            grades.push(next);
        }
        scratch.grades = grades;
    }
}

#[derive(Default)]
struct Compiler {
    values: Vec<TermId>,
    value_index: FxHashMap<TermId, u32>,
    steps: Vec<Step<u32>>,
    done: FxHashMap<TermId, Reference>,
}

impl Compiler {
    fn root(&mut self, pool: &Pool, root: TermId) -> Reference {
        debug_assert_eq!(pool.sort(root), Sort::BOOL, "distance of a term that is no condition");
        let mut pending = vec![root];
        while let Some(&term) = pending.last() {
            if self.done.contains_key(&term) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            if is_connective(pool, term) {
                let open =
                    pool.node(term).children().filter(|child| !self.done.contains_key(child));
                pending.extend(open);
            }
            if pending.len() == before {
                pending.pop();
                let reference = self.step(pool, term);
                self.done.insert(term, reference);
            }
        }
        self.done[&root]
    }

    /// The step for a condition whose parts are done.
    fn step(&mut self, pool: &Pool, term: TermId) -> Reference {
        let done = |part: TermId| self.done[&part];
        let step = match pool.node(term) {
            Node::Unary(UnaryOp::Not, a) => {
                let Reference { step, negated } = done(a);
                return Reference { step, negated: !negated };
            }
            Node::Binary(BinaryOp::And, a, b) => Step::And(done(a), done(b)),
            Node::Binary(BinaryOp::Or, a, b) => Step::Or(done(a), done(b)),
            Node::Binary(BinaryOp::Xor, a, b) => Step::Xor(done(a), done(b)),
            Node::Ite(c, a, b) => Step::Ite(done(c), done(a), done(b)),
            Node::Compare(op, a, b) => {
                Step::Compare(op, pool.sort(a), self.value(a), self.value(b))
            }
            _ => Step::Leaf(self.value(term)),
        };
        self.steps.push(step);
        Reference { step: self.steps.len() as u32 - 1, negated: false }
    }

    fn value(&mut self, term: TermId) -> u32 {
        *self.value_index.entry(term).or_insert_with(|| {
            self.values.push(term);
            self.values.len() as u32 - 1
        })
    }
}

/// Whether a condition is made of conditions, in a way that grades follow.
fn is_connective(pool: &Pool, term: TermId) -> bool {
    matches!(
        pool.node(term),
        Node::Unary(UnaryOp::Not, _)
            | Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..)
            | Node::Ite(..)
    )
}
