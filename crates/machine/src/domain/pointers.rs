//! Addresses that a scenario passes, as inputs.
//!
//! Where an object lies is no property of the program, so only the identity of such an address is symbolic:
//! its variable is copied and compared for equality, and everything else is done with its value. An
//! address that is computed from it remembers it until the first access shows that it is not null; then
//! there is nothing more to ask.

use rustc_hash::{FxHashMap, FxHashSet};
use term::TermId;

/// The variables of addresses, and the terms that were made from them.
#[derive(Default)]
pub(crate) struct Pointers {
    known: FxHashMap<TermId, Link>,
    /// Variables of which an access has shown whether they are null.
    accessed: FxHashSet<TermId>,
    /// Variables whose value is null.
    null: FxHashSet<TermId>,
}

#[derive(Clone, Copy)]
struct Link {
    /// The variable.
    root: TermId,
    /// Whether the term is an address as far as arithmetic goes: it stands for its value alone.
    opaque: bool,
}

impl Pointers {
    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.known.clear();
        self.accessed.clear();
        self.null.clear();
    }

    /// Adds the variable of an address.
    pub fn add(&mut self, variable: TermId, null: bool) {
        self.known.insert(variable, Link { root: variable, opaque: true });
        if null {
            self.null.insert(variable);
        }
    }

    /// Remembers of a term that nothing is to be done with but copying it what it was made from.
    pub fn derive(&mut self, term: TermId, root: TermId) {
        self.known.entry(term).or_insert(Link { root, opaque: true });
    }

    /// Remembers of an ordinary term, such as an address plus a symbolic offset, what it was made from.
    pub fn base(&mut self, term: TermId, root: TermId) {
        self.known.entry(term).or_insert(Link { root, opaque: false });
    }

    /// Whether a term stands for its value alone.
    #[inline]
    pub fn is_opaque(&self, term: TermId) -> bool {
        !self.known.is_empty() && self.known.get(&term).is_some_and(|link| link.opaque)
    }

    /// Whether a term is the variable of an address.
    pub fn is_variable(&self, term: TermId) -> bool {
        self.known.get(&term).is_some_and(|link| link.root == term)
    }

    /// The variable that an address was made from.
    pub fn root(&self, term: TermId) -> Option<TermId> {
        self.known.get(&term).map(|link| link.root)
    }

    /// The same, if no access has gone through it yet.
    #[inline]
    pub fn fresh_root(&self, term: TermId) -> Option<TermId> {
        if self.known.is_empty() {
            return None;
        }
        self.root(term).filter(|root| !self.accessed.contains(root))
    }

    /// Notes that an access goes through an address, and tells whether it is null.
    pub fn access(&mut self, root: TermId) -> bool {
        self.accessed.insert(root);
        self.null.contains(&root)
    }
}
