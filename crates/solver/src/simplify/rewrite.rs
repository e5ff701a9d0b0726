//! Putting facts to use: one walk over the terms of all conjuncts.

use super::facts::Facts;
use crate::origin::{Origin, Origins};
use crate::rebuild::rebuild;
use rustc_hash::FxHashMap;
use term::{Pool, TermId};

/// Rewrites terms with the facts of one round, each once.
pub struct Rewriter<'facts> {
    facts: &'facts Facts,
    /// What each term became, and the facts that made it so.
    done: FxHashMap<TermId, Rewritten>,
    pending: Vec<(TermId, bool)>,
}

/// A term, and the facts that it is owed to.
pub type Rewritten = (TermId, Option<Origin>);

impl<'facts> Rewriter<'facts> {
    /// Nothing rewritten yet.
    pub fn new(facts: &'facts Facts) -> Rewriter<'facts> {
        Rewriter { facts, done: FxHashMap::default(), pending: Vec::new() }
    }

    /// Number of terms looked at.
    pub fn visited(&self) -> u64 {
        self.done.len() as u64
    }

    /// What the conjunct of this index becomes by what the others say.
    pub fn conjunct(
        &mut self,
        pool: &mut Pool,
        origins: &mut Origins,
        conjunct: TermId,
        index: usize,
    ) -> Rewritten {
        let Some(subject) = self.facts.subject(index) else {
            return self.term(pool, origins, conjunct);
        };
        // What it says itself must not make it true, so only what its subject is made of is rewritten.
        for operand in pool.node(subject).children() {
            self.term(pool, origins, operand);
        }
        let (kept, origin) = self.rebuilt(pool, origins, subject);
        if conjunct == subject {
            return (kept, origin);
        }
        let term = rebuild(pool, conjunct, |part| if part == subject { kept } else { part });
        (term, origin)
    }

    fn term(&mut self, pool: &mut Pool, origins: &mut Origins, term: TermId) -> Rewritten {
        self.pending.push((term, false));
        while let Some((term, leaving)) = self.pending.pop() {
            if leaving {
                let rewritten = self.rebuilt(pool, origins, term);
                self.done.insert(term, rewritten);
            } else if self.done.contains_key(&term) {
                continue;
            } else if let Some(fact) = self.facts.replacement(term) {
                self.done.insert(term, (fact.by, Some(fact.origin)));
            } else {
                self.pending.push((term, true));
                self.pending.extend(pool.node(term).children().map(|operand| (operand, false)));
            }
        }
        self.done[&term]
    }

    /// The term made of what its operands became.
    fn rebuilt(&self, pool: &mut Pool, origins: &mut Origins, term: TermId) -> Rewritten {
        let mut changed = false;
        let mut origin = None;
        for operand in pool.node(term).children() {
            let (by, because) = self.done[&operand];
            changed |= by != operand;
            origin = origins.join(origin, because);
        }
        if changed {
            (rebuild(pool, term, |operand| self.done[&operand].0), origin)
        } else {
            (term, None)
        }
    }
}
