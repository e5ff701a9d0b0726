//! Slicing a conjunction into parts that share no variable.

use rustc_hash::FxHashMap;

use crate::node::{Node, TermId};
use crate::pool::Pool;

/// The clauses in groups that share no variable, each by index and in order; groups stand in the
/// order of their first clause. A clause without variables is a group of its own.
pub fn independent(pool: &Pool, clauses: &[TermId]) -> Vec<Vec<usize>> {
    let mut slicer = Slicer::new();
    slicer.extend(pool, clauses);
    slicer.groups()
}

/// The clauses that depend, directly or through others, on a variable of clause `to`: by index, in
/// order, `to` among them.
pub fn relevant(pool: &Pool, clauses: &[TermId], to: usize) -> Vec<usize> {
    let mut slicer = Slicer::new();
    slicer.extend(pool, clauses);
    slicer.relevant(to)
}

/// Groups clauses as they come, so that the slices of every prefix of a path cost little more than
/// one pass over its terms.
///
/// Union–find runs over the terms themselves: a term is joined with its operands, so clauses meet in
/// the variables (or whole subterms) they share, and no set of variables is ever built.
#[derive(Clone, Debug, Default)]
pub struct Slicer {
    /// The element of each term that has variables; none for terms without.
    elements: FxHashMap<TermId, Option<u32>>,
    parents: Vec<u32>,
    sizes: Vec<u32>,
    /// For each representative, one clause of its group, if it has any.
    entry: Vec<Option<u32>>,
    /// The element of each clause, if it has variables.
    clauses: Vec<Option<u32>>,
    /// Circular lists of the clauses of each group.
    next: Vec<u32>,
    /// Terms still to be visited; kept for its memory.
    pending: Vec<(TermId, bool)>,
}

impl Slicer {
    /// No clauses yet.
    pub fn new() -> Slicer {
        Slicer::default()
    }

    /// Number of clauses so far.
    pub fn len(&self) -> usize {
        self.clauses.len()
    }

    /// Whether there is no clause yet.
    pub fn is_empty(&self) -> bool {
        self.clauses.is_empty()
    }

    /// Adds clauses of one pool, in order.
    pub fn extend(&mut self, pool: &Pool, clauses: &[TermId]) {
        for &clause in clauses {
            self.push(pool, clause);
        }
    }

    /// Adds a clause; its index is the number of clauses before it. All clauses are of one pool,
    /// which is not cut below them meanwhile. Costs in proportion to the terms not seen before.
    pub fn push(&mut self, pool: &Pool, clause: TermId) {
        let index = self.clauses.len() as u32;
        self.next.push(index);
        let element = self.element(pool, clause);
        self.clauses.push(element);
        let Some(element) = element else { return };
        let root = self.find(element) as usize;
        match self.entry[root] {
            Some(member) => self.next.swap(index as usize, member as usize),
            None => self.entry[root] = Some(index),
        }
    }

    /// The clauses so far that share variables with clause `to`, directly or through others.
    pub fn relevant(&mut self, to: usize) -> Vec<usize> {
        let mut members = vec![to];
        let mut at = self.next[to] as usize;
        while at != to {
            members.push(at);
            at = self.next[at] as usize;
        }
        members.sort_unstable();
        members
    }

    /// All groups, in the order of their first clause.
    pub fn groups(&mut self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut group_of = FxHashMap::default();
        for clause in 0..self.clauses.len() {
            let group = match self.clauses[clause] {
                Some(element) => *group_of.entry(self.find(element)).or_insert(groups.len()),
                None => groups.len(),
            };
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push(clause);
        }
        groups
    }

    /// The element of a term, joined with those of all it is built from.
    fn element(&mut self, pool: &Pool, term: TermId) -> Option<u32> {
        let mut pending = std::mem::take(&mut self.pending);
        pending.push((term, false));
        while let Some((term, leaving)) = pending.pop() {
            if leaving {
                let element = self.join_operands(pool, term);
                self.elements.insert(term, element);
            } else if !self.elements.contains_key(&term) {
                pending.push((term, true));
                pending.extend(pool.node(term).children().map(|child| (child, false)));
            }
        }
        self.pending = pending;
        self.elements[&term]
    }

    fn join_operands(&mut self, pool: &Pool, term: TermId) -> Option<u32> {
        let node = pool.node(term);
        if let Node::Variable(_) = node {
            let element = self.parents.len() as u32;
            self.parents.push(element);
            self.sizes.push(1);
            self.entry.push(None);
            return Some(element);
        }
        let mut joined = None;
        for child in node.children() {
            joined = match (joined, self.elements[&child]) {
                (Some(a), Some(b)) => Some(self.union(a, b)),
                (a, b) => a.or(b),
            };
        }
        joined
    }

    fn find(&mut self, element: u32) -> u32 {
        let mut at = element;
        while self.parents[at as usize] != at {
            let grandparent = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = grandparent;
            at = grandparent;
        }
        at
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let (a, b) = (self.find(a) as usize, self.find(b) as usize);
        if a == b {
            return a as u32;
        }
        let (large, small) = if self.sizes[a] >= self.sizes[b] { (a, b) } else { (b, a) };
        self.parents[small] = large as u32;
        self.sizes[large] += self.sizes[small];
        match (self.entry[large], self.entry[small]) {
            // Swapping the successors of two circular lists makes them one.
            (Some(one), Some(other)) => self.next.swap(one as usize, other as usize),
            (None, other) => self.entry[large] = other,
            (Some(_), None) => {}
        }
        large as u32
    }
}
