//! Sets of variables, and the variables a term depends on.

use rustc_hash::FxHashSet;

use crate::node::{Node, TermId, VarId};
use crate::pool::Pool;

/// A set of variables of one pool.
#[derive(Clone, Debug, Default)]
pub struct VarSet {
    words: Vec<u64>,
}

impl VarSet {
    /// The empty set.
    pub fn new() -> VarSet {
        VarSet::default()
    }

    /// Adds a variable; whether it was not yet in.
    pub fn insert(&mut self, var: VarId) -> bool {
        let (word, bit) = place(var);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        let new = self.words[word] & bit == 0;
        self.words[word] |= bit;
        new
    }

    /// Whether the variable is in.
    pub fn contains(&self, var: VarId) -> bool {
        let (word, bit) = place(var);
        self.words.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Whether the sets have a variable in common.
    pub fn intersects(&self, other: &VarSet) -> bool {
        self.words.iter().zip(&other.words).any(|(a, b)| a & b != 0)
    }

    /// Adds every variable of the other set.
    pub fn union_with(&mut self, other: &VarSet) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    /// Number of variables.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The variables in order of creation.
    pub fn iter(&self) -> impl Iterator<Item = VarId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            (0..64)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| VarId((index * 64 + bit) as u32))
        })
    }
}

impl PartialEq for VarSet {
    fn eq(&self, other: &VarSet) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for VarSet {}

impl FromIterator<VarId> for VarSet {
    fn from_iter<I: IntoIterator<Item = VarId>>(vars: I) -> VarSet {
        let mut set = VarSet::new();
        for var in vars {
            set.insert(var);
        }
        set
    }
}

fn place(var: VarId) -> (usize, u64) {
    (var.index() / 64, 1 << (var.index() % 64))
}

/// The variables that a term is built from.
pub fn free_variables(pool: &Pool, term: TermId) -> VarSet {
    let mut variables = VarSet::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        if !seen.insert(term) {
            continue;
        }
        let node = pool.node(term);
        if let Node::Variable(var) = node {
            variables.insert(var);
        }
        pending.extend(node.children());
    }
    variables
}
