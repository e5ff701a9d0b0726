//! The part of a path condition that a flipped clause depends on.
//!
//! The run that a candidate comes from fulfils the prefix, so clauses that share no variable with the
//! flipped one, not even through others, stay fulfilled whatever is solved for. Which variables a clause
//! has is asked for every candidate behind it, and clauses share long chains of stores and of arithmetic:
//! so each term is looked at once, and the many terms that have the same variables share one set.

use rustc_hash::FxHashMap;
use term::{Node, Pool, TermId};

/// The variables of terms, and room to work in.
#[derive(Clone, Debug, Default)]
pub struct Slices {
    /// By term: the number of its set; [`UNKNOWN`] where it was not asked for.
    of: Vec<u32>,
    /// The sets: variables in ascending order.
    sets: Vec<Vec<u32>>,
    numbers: FxHashMap<Vec<u32>, u32>,
    unions: FxHashMap<(u32, u32), u32>,
    pending: Vec<TermId>,
    found: Vec<TermId>,
    /// The sets of a path condition, each once.
    met: Vec<u32>,
    /// By set: whether it was met.
    is_met: Vec<bool>,
    /// By variable: one that it is connected with, itself at last.
    leaders: Vec<u32>,
}

const UNKNOWN: u32 = u32::MAX;

impl Slices {
    /// Keeps of the clauses those that the last one depends on, and that one.
    pub fn keep_relevant(&mut self, pool: &Pool, clauses: &mut Vec<TermId>) {
        let Some(&last) = clauses.last() else { return };
        self.met.clear();
        for &clause in &*clauses {
            let set = self.set(pool, clause);
            self.is_met.resize(self.sets.len(), false);
            if !std::mem::replace(&mut self.is_met[set as usize], true) {
                self.met.push(set);
            }
        }
        let Self { of, sets, met, is_met, leaders, .. } = self;
        leaders.clear();
        leaders.extend(0..pool.variables().len() as u32);
        for set in met.drain(..) {
            is_met[set as usize] = false;
            let Some((first, others)) = sets[set as usize].split_first() else { continue };
            let mut leader = find(leaders, *first);
            for variable in others {
                let other = find(leaders, *variable);
                // The smaller leads, so that the result does not depend on the order.
                let (low, high) = (leader.min(other), leader.max(other));
                leaders[high as usize] = low;
                leader = low;
            }
        }
        let mut group = |clause: &TermId| {
            let first = sets[of[clause.index()] as usize].first()?;
            Some(find(leaders, *first))
        };
        let Some(wanted) = group(&last) else { return };
        clauses.retain(|clause| group(clause) == Some(wanted));
    }

    /// The variables of a term, in ascending order.
    pub fn of(&mut self, pool: &Pool, term: TermId) -> &[u32] {
        let set = self.set(pool, term);
        &self.sets[set as usize]
    }

    /// The number of the set of a term's variables.
    fn set(&mut self, pool: &Pool, term: TermId) -> u32 {
        // Terms are numbered from one.
        if self.of.len() <= pool.len() {
            self.of.resize(pool.len() + 1, UNKNOWN);
        }
        if self.of[term.index()] != UNKNOWN {
            return self.of[term.index()];
        }
        self.pending.push(term);
        while let Some(term) = self.pending.pop() {
            if self.of[term.index()] == UNKNOWN {
                // It is met again through other terms until its set is known; one visit is enough.
                self.of[term.index()] = UNKNOWN - 1;
                self.found.push(term);
                self.pending.extend(pool.node(term).children());
            }
        }
        // A term is made after its parts, so its number is higher.
        let mut found = std::mem::take(&mut self.found);
        found.sort_unstable_by_key(|term| term.index());
        for term in found.drain(..) {
            let own = match pool.node(term) {
                Node::Variable(variable) => vec![variable.index() as u32],
                _ => Vec::new(),
            };
            let mut set = self.number(own);
            for part in pool.node(term).children() {
                set = self.union(set, self.of[part.index()]);
            }
            self.of[term.index()] = set;
        }
        self.found = found;
        self.of[term.index()]
    }

    fn number(&mut self, set: Vec<u32>) -> u32 {
        if let Some(number) = self.numbers.get(&set) {
            return *number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b || self.sets[b as usize].is_empty() {
            return a;
        }
        let pair = (a.min(b), a.max(b));
        if let Some(number) = self.unions.get(&pair) {
            return *number;
        }
        let mut both = [&self.sets[a as usize][..], &self.sets[b as usize]].concat();
        both.sort_unstable();
        both.dedup();
        let number = self.number(both);
        self.unions.insert(pair, number);
        number
    }
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
    use term::op::CompareOp;
    use term::{Sort, free_variables};

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
            let set = slices.set(&pool, clause);
            let walked = free_variables(&pool, clause);
            let walked: Vec<u32> = walked.iter().map(|variable| variable.index() as u32).collect();
            assert_eq!(slices.sets[set as usize], walked);
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
