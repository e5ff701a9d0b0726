//! What symbols are in terms of a test's inputs, put in their place.

use rustc_hash::FxHashMap;
use term::{Pool, TermId, postorder};

/// Replaces symbols in terms of one pool; what was replaced once is remembered.
pub(super) struct Bindings {
    known: FxHashMap<TermId, TermId>,
}

impl Bindings {
    /// Each symbol's variable and what it is.
    pub fn new(bound: &[(TermId, TermId)]) -> Self {
        Self { known: bound.iter().copied().collect() }
    }

    /// A term with what the symbols are in their place.
    pub fn apply(&mut self, pool: &mut Pool, term: TermId) -> TermId {
        for part in postorder(pool, &[term]) {
            if !self.known.contains_key(&part) {
                let known = &self.known;
                let made = solver::rebuild(pool, part, |operand| known[&operand]);
                self.known.insert(part, made);
            }
        }
        self.known[&term]
    }
}
