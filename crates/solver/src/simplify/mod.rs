//! Substituting equalities, propagating what is known through all terms, dropping what is true.

mod facts;
mod linear;
mod rewrite;
#[cfg(test)]
mod tests;

use crate::layer::{Layer, Meter};
use crate::origin::{Origin, Origins};
use crate::problem::{Domains, Problem, Verdict};
use facts::Facts;
use rewrite::Rewriter;
use term::{Assignment, BinaryOp, Compiled, Node, Pool, Scratch, TermId, UnaryOp, VarId};

/// How often what was learnt is looked through for more. A chain of n equalities takes about log n.
const ROUNDS: usize = 32;

/// Hands on an equivalent, simpler problem: without variables that an equality defines, without parts
/// that other conjuncts decide, without what is trivially true.
pub struct Simplify {
    inner: Box<dyn Layer>,
    scratch: Scratch,
}

impl Simplify {
    /// Simplifies the problems of a layer.
    pub fn new(inner: Box<dyn Layer>) -> Simplify {
        Simplify { inner, scratch: Scratch::new() }
    }

    /// Gives eliminated variables the values that their definitions have. What a round defined may
    /// depend on what later rounds defined, never the other way round.
    fn complete(&mut self, pool: &Pool, rounds: &[Vec<(VarId, TermId)>], model: &mut Assignment) {
        for definitions in rounds.iter().rev() {
            let terms: Vec<TermId> = definitions.iter().map(|&(_, term)| term).collect();
            let compiled = Compiled::new(pool, &terms);
            compiled.run(model, &mut self.scratch);
            for (index, &(variable, _)) in definitions.iter().enumerate() {
                model.set(variable, compiled.root(index, &self.scratch));
            }
        }
    }
}

impl Layer for Simplify {
    fn name(&self) -> &'static str {
        "simplify"
    }

    fn check(&mut self, pool: &mut Pool, problem: &Problem, meter: &mut Meter) -> Verdict {
        let mut conjunction = Conjunction::new(pool, &problem.clauses);
        if let Err(contradiction) = conjunction.simplify(pool, meter) {
            return Verdict::Unsatisfiable(conjunction.origins.clauses([contradiction]));
        }
        let Conjunction { parts, origins, definitions } = conjunction;
        let simpler = Problem {
            clauses: parts.iter().map(|part| part.term).collect(),
            goal: parts.iter().position(|part| Some(part.clause) == problem.goal),
            seed: problem.seed.clone(),
            domains: if definitions.is_empty() {
                problem.domains.clone()
            } else {
                Domains::default()
            },
        };
        let verdict = if parts.is_empty() {
            Verdict::Satisfiable(simpler.seed)
        } else {
            self.inner.check(pool, &simpler, meter)
        };
        match verdict {
            Verdict::Satisfiable(mut model) => {
                self.complete(pool, &definitions, &mut model);
                Verdict::Satisfiable(model)
            }
            Verdict::Unsatisfiable(core) => {
                let core = core.into_iter().map(|index| parts[index].origin);
                Verdict::Unsatisfiable(origins.clauses(core))
            }
            unknown => unknown,
        }
    }
}

/// One conjunct on its way to becoming simpler.
#[derive(Clone, Copy, Debug)]
struct Part {
    term: TermId,
    /// The clauses that it follows from.
    origin: Origin,
    /// The clause that it is a part of.
    clause: usize,
}

/// What a problem has become: conjuncts, and definitions of the variables that are gone.
struct Conjunction {
    parts: Vec<Part>,
    origins: Origins,
    /// By round, the variables that were eliminated and the terms they equal.
    definitions: Vec<Vec<(VarId, TermId)>>,
}

impl Conjunction {
    fn new(pool: &mut Pool, clauses: &[TermId]) -> Conjunction {
        let mut origins = Origins::new();
        let mut parts = Vec::new();
        for (clause, &term) in clauses.iter().enumerate() {
            let origin = origins.clause(clause);
            split(pool, Part { term, origin, clause }, &mut parts);
        }
        Conjunction { parts, origins, definitions: Vec::new() }
    }

    /// Simplifies until nothing changes or the rounds are over; an error says what a contradiction
    /// follows from.
    fn simplify(&mut self, pool: &mut Pool, meter: &mut Meter) -> Result<(), Origin> {
        self.settle(pool)?;
        for _ in 0..ROUNDS {
            let facts = Facts::learn(pool, &self.parts, meter);
            let changed = self.rewrite(pool, &facts, meter);
            if !facts.definitions.is_empty() {
                self.definitions.push(facts.definitions);
            }
            self.settle(pool)?;
            if !changed {
                break;
            }
        }
        Ok(())
    }

    /// Puts the facts to use in every part; whether anything changed.
    fn rewrite(&mut self, pool: &mut Pool, facts: &Facts, meter: &mut Meter) -> bool {
        let mut changed = !facts.definitions.is_empty();
        let mut rewriter = Rewriter::new(facts);
        let mut parts = Vec::with_capacity(self.parts.len());
        for (index, &part) in self.parts.iter().enumerate() {
            if facts.is_definition(index) {
                continue;
            }
            let (term, used) = rewriter.conjunct(pool, &mut self.origins, part.term, index);
            changed |= term != part.term;
            let origin = used.map_or(part.origin, |used| self.origins.both(part.origin, used));
            split(pool, Part { term, origin, ..part }, &mut parts);
        }
        meter.steps += rewriter.visited();
        self.parts = parts;
        changed
    }

    /// Drops the parts that are true and stops at one that is false.
    fn settle(&mut self, pool: &Pool) -> Result<(), Origin> {
        let is = |part: &Part, value| pool.as_constant(part.term) == Some(value);
        if let Some(contradiction) = self.parts.iter().find(|part| is(part, 0)) {
            return Err(contradiction.origin);
        }
        self.parts.retain(|part| !is(part, 1));
        Ok(())
    }
}

/// Takes `a && b`, and `!(a || b)`, apart; the conjuncts stay in order.
fn split(pool: &mut Pool, part: Part, parts: &mut Vec<Part>) {
    let mut pending = vec![part.term];
    while let Some(term) = pending.pop() {
        match pool.node(term) {
            Node::Binary(BinaryOp::And, a, b) => pending.extend([b, a]),
            Node::Unary(UnaryOp::Not, inner) => match pool.node(inner) {
                Node::Binary(BinaryOp::Or, a, b) => {
                    let (a, b) = (pool.not(a), pool.not(b));
                    pending.extend([b, a]);
                }
                _ => parts.push(Part { term, ..part }),
            },
            _ => parts.push(Part { term, ..part }),
        }
    }
}
