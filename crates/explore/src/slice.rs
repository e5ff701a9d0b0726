//! The part of a path condition that a flipped clause depends on.
//!
//! The run that a candidate comes from fulfils the prefix, so clauses that share no variable with the
//! flipped one, not even through others, stay fulfilled whatever is solved for. Which variables a clause
//! has is asked for every candidate behind it: it is found out once.

use rustc_hash::{FxHashMap, FxHashSet};
use term::{Node, Pool, Sort, TermId, VarId, VarSet};

/// The variables of clauses, and room to work in.
#[derive(Debug, Default)]
pub struct Slices {
    /// By term: where its variables are in the list, and how many; none where it was not asked for.
    spans: Vec<Option<(u32, u32)>>,
    list: Vec<VarId>,
    /// The variables of arrays and of large terms. Clauses share long chains of stores and of arithmetic,
    /// so these are not walked again.
    known: FxHashMap<TermId, VarSet>,
    seen: FxHashSet<TermId>,
    pending: Vec<TermId>,
    /// By variable: one that it is connected with, itself at last.
    leaders: Vec<u32>,
}

impl Slices {
    /// Keeps of the clauses those that the last one depends on, and that one.
    pub fn keep_relevant(&mut self, pool: &Pool, clauses: &mut Vec<TermId>) {
        let Some(&last) = clauses.last() else { return };
        for &clause in &*clauses {
            self.look_up(pool, clause);
        }
        self.leaders.clear();
        self.leaders.extend(0..pool.variables().len() as u32);
        for &clause in &*clauses {
            let (start, count) = self.span(clause);
            let variables = &self.list[start as usize..(start + count) as usize];
            let Some((first, others)) = variables.split_first() else { continue };
            let mut leader = find(&mut self.leaders, first.index() as u32);
            for variable in others {
                let other = find(&mut self.leaders, variable.index() as u32);
                // The smaller leads, so that the result does not depend on the order.
                let (low, high) = (leader.min(other), leader.max(other));
                self.leaders[high as usize] = low;
                leader = low;
            }
        }
        let (start, count) = self.span(last);
        if count == 0 {
            return;
        }
        let wanted = find(&mut self.leaders, self.list[start as usize].index() as u32);
        let Self { spans, list, leaders, .. } = self;
        clauses.retain(|clause| {
            let (start, count) = spans[clause.index()].unwrap_or_default();
            count > 0 && find(leaders, list[start as usize].index() as u32) == wanted
        });
    }

    fn span(&self, clause: TermId) -> (u32, u32) {
        self.spans[clause.index()].unwrap_or_default()
    }

    fn look_up(&mut self, pool: &Pool, clause: TermId) {
        if self.spans.len() <= clause.index() {
            self.spans.resize(clause.index() + 1, None);
        }
        if self.spans[clause.index()].is_none() {
            let start = self.list.len() as u32;
            let variables = self.variables(pool, clause);
            self.list.extend(variables.iter());
            let count = self.list.len() as u32 - start;
            self.spans[clause.index()] = Some((start, count));
        }
    }
}

impl Slices {
    /// The variables of a term.
    fn variables(&mut self, pool: &Pool, term: TermId) -> VarSet {
        // Arrays first, the innermost of each chain before those built on it.
        let mut chain = Vec::new();
        self.seen.clear();
        self.pending.push(term);
        while let Some(term) = self.pending.pop() {
            if self.known.contains_key(&term) || !self.seen.insert(term) {
                continue;
            }
            if is_array(pool, term) {
                chain.push(term);
            }
            self.pending.extend(pool.node(term).children());
        }
        // A term is made after its parts, so its number is higher.
        chain.sort_unstable_by_key(|term| term.index());
        for array in chain {
            let mut variables = VarSet::new();
            if let Node::Variable(variable) = pool.node(array) {
                variables.insert(variable);
            }
            for part in pool.node(array).children() {
                self.add(pool, part, &mut variables);
            }
            self.known.insert(array, variables);
        }
        let mut variables = VarSet::new();
        if self.add(pool, term, &mut variables) > LARGE {
            for part in pool.node(term).children() {
                let mut variables = VarSet::new();
                self.add(pool, part, &mut variables);
                self.known.insert(part, variables);
            }
        }
        variables
    }

    /// Adds the variables of a term whose arrays are known. Gives how many terms were walked.
    fn add(&mut self, pool: &Pool, term: TermId, variables: &mut VarSet) -> usize {
        self.seen.clear();
        self.pending.push(term);
        while let Some(term) = self.pending.pop() {
            if let Some(known) = self.known.get(&term) {
                variables.union_with(known);
            } else if self.seen.insert(term) {
                if let Node::Variable(variable) = pool.node(term) {
                    variables.insert(variable);
                }
                self.pending.extend(pool.node(term).children());
            }
        }
        self.seen.len()
    }
}

/// Terms in a clause from which on the variables of its parts are kept.
const LARGE: usize = 64;

fn is_array(pool: &Pool, term: TermId) -> bool {
    matches!(pool.sort(term), Sort::Bytes { .. })
}

fn find(leaders: &mut [u32], mut variable: u32) -> u32 {
    while leaders[variable as usize] != variable {
        let above = leaders[variable as usize];
        leaders[variable as usize] = leaders[above as usize];
        variable = above;
    }
    variable
}

#[cfg(test)]
mod tests {
    use super::*;
    use term::free_variables;
    use term::op::CompareOp;

    #[test]
    fn the_variables_of_terms_over_arrays_are_those_that_a_walk_finds() {
        let mut pool = Pool::new();
        let mut random = fastrand::Rng::with_seed(7);
        let bytes: Vec<TermId> =
            (0..20).map(|number| pool.variable(&format!("v{number}"), Sort::Bits(8))).collect();
        let mut array = pool.bytes(5, &[1, 2, 3]);
        let mut slices = Slices::default();
        for _ in 0..60 {
            let index = pool.extract(bytes[random.usize(..20)], 0, 5);
            array = pool.store(array, index, bytes[random.usize(..20)]);
            let read = pool.select(array, index);
            let clause = pool.compare(CompareOp::Ult, read, bytes[random.usize(..20)]);
            let found: Vec<VarId> = slices.variables(&pool, clause).iter().collect();
            let walked: Vec<VarId> = free_variables(&pool, clause).iter().collect();
            assert_eq!(found, walked);
        }
    }

    #[test]
    fn what_shares_variables_through_others_is_kept_and_nothing_else() {
        let mut pool = Pool::new();
        let mut less = |a: &str, b: &str| {
            let (a, b) = (pool.variable(a, Sort::Bits(8)), pool.variable(b, Sort::Bits(8)));
            pool.compare(CompareOp::Ult, a, b)
        };
        let all = [less("a", "b"), less("c", "d"), less("b", "e"), less("x", "y"), less("e", "f")];
        let mut slices = Slices::default();
        let mut clauses = all.to_vec();
        slices.keep_relevant(&pool, &mut clauses);
        assert_eq!(clauses, [all[0], all[2], all[4]]);
        let mut clauses = all[..4].to_vec();
        slices.keep_relevant(&pool, &mut clauses);
        assert_eq!(clauses, [all[3]]);
    }
}
