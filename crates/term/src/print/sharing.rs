//! Which parts of a term get a name, so that the text is never larger than the term.

use rustc_hash::FxHashMap;

use crate::node::{Node, TermId};
use crate::pool::Pool;
use crate::walk::postorder;

/// The parts of some terms, with how often each is mentioned.
pub(super) struct Sharing {
    /// Operands before users, by structure alone.
    pub order: Vec<TermId>,
    mentions: FxHashMap<TermId, u32>,
}

impl Sharing {
    pub fn new(pool: &Pool, roots: &[TermId]) -> Sharing {
        let order = postorder(pool, roots);
        let mut mentions = FxHashMap::default();
        for &term in &order {
            for child in pool.node(term).children() {
                *mentions.entry(child).or_insert(0) += 1;
            }
        }
        for &root in roots {
            *mentions.entry(root).or_insert(0) += 1;
        }
        Sharing { order, mentions }
    }

    /// Counts one more mention of a term.
    pub fn mention(&mut self, term: TermId) {
        *self.mentions.entry(term).or_insert(0) += 1;
    }

    /// Whether the term is mentioned more than once and is no leaf.
    pub fn is_shared(&self, pool: &Pool, term: TermId) -> bool {
        self.mentions.get(&term).is_some_and(|&count| count > 1) && !is_leaf(pool, term)
    }

    /// The names of the variables among the parts.
    pub fn variable_names<'a>(&'a self, pool: &'a Pool) -> impl Iterator<Item = &'a str> + 'a {
        self.order.iter().filter_map(|&term| pool.var_of(term)).map(|var| pool.variable_name(var))
    }
}

pub(super) fn is_leaf(pool: &Pool, term: TermId) -> bool {
    matches!(pool.node(term), Node::Variable(_) | Node::Constant(_) | Node::Bytes(_))
}
