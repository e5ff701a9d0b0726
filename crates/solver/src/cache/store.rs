//! What is kept, the indices that find it, and its end: the oldest goes first.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use term::{TermId, Value, VarId};

/// How many conjuncts of a problem are asked for models they were in.
const ASKED: usize = 32;

/// How many of the newest models are tried whatever conjuncts they are of.
const NEWEST: usize = 4;

/// An answer that is kept.
#[derive(Clone, Debug, PartialEq)]
pub enum Kept {
    /// Values of the variables that the conjuncts have.
    Model(Vec<(VarId, Value)>),
    /// Conjuncts, in order of their ids, that contradict each other.
    Core(Arc<[TermId]>),
}

/// Answers to sets of conjuncts, each set in order of ids.
///
/// Entries are numbered in order of arrival, and indices hold their numbers, ascending. The oldest entry is
/// therefore at the front wherever it is mentioned, and is removed at a cost proportional to its size.
#[derive(Debug)]
pub struct Store {
    limit: usize,
    weight: usize,
    entries: VecDeque<Entry>,
    /// The number of the first entry that is still there.
    first: u64,
    by_key: FxHashMap<Arc<[TermId]>, u64>,
    /// Entries with a model, by each of their conjuncts.
    models: FxHashMap<TermId, VecDeque<u64>>,
    /// Entries with a core, by the newest conjunct of the core.
    cores: FxHashMap<TermId, VecDeque<u64>>,
    /// Entries with a model.
    newest: VecDeque<u64>,
}

#[derive(Debug)]
struct Entry {
    key: Arc<[TermId]>,
    kept: Kept,
}

impl Entry {
    /// What an entry costs in memory, in words or so.
    fn weight(&self) -> usize {
        let kept = match &self.kept {
            Kept::Model(values) => values.iter().map(|(_, value)| weight(value)).sum(),
            Kept::Core(core) => core.len(),
        };
        1 + 2 * self.key.len() + kept
    }
}

fn weight(value: &Value) -> usize {
    match value {
        Value::Bytes { prefix, .. } => 4 + prefix.len() / 8,
        _ => 4,
    }
}

impl Store {
    /// Nothing kept; no more than `limit` words ever.
    pub fn new(limit: usize) -> Store {
        Store {
            limit,
            weight: 0,
            entries: VecDeque::new(),
            first: 0,
            by_key: FxHashMap::default(),
            models: FxHashMap::default(),
            cores: FxHashMap::default(),
            newest: VecDeque::new(),
        }
    }

    /// The answer to exactly these conjuncts.
    pub fn exact(&self, key: &[TermId]) -> Option<&Kept> {
        self.by_key.get(key).map(|&number| &self.entry(number).kept)
    }

    /// A core all of whose conjuncts are among these.
    pub fn core_within(&self, key: &[TermId]) -> Option<&[TermId]> {
        let lists = key.iter().filter_map(|clause| self.cores.get(clause));
        lists.flatten().find_map(|&number| match &self.entry(number).kept {
            Kept::Core(core) => {
                core.iter().all(|clause| key.binary_search(clause).is_ok()).then_some(&**core)
            }
            Kept::Model(_) => None,
        })
    }

    /// Models of problems that had conjuncts in common with this one, those with the goal first and of
    /// each conjunct the newest; then the newest of all. At most `most`.
    pub fn models_near(
        &self,
        goal: Option<TermId>,
        clauses: &[TermId],
        most: usize,
    ) -> Vec<&[(VarId, Value)]> {
        // A path's last conjuncts tell most about where its models lie.
        let asked = goal.into_iter().chain(clauses.iter().rev().copied().take(ASKED));
        let mut numbers: Vec<u64> = Vec::new();
        for clause in asked {
            let list = self.models.get(&clause).into_iter().flatten();
            for &number in list.rev().take(NEWEST) {
                if numbers.len() + NEWEST < most && !numbers.contains(&number) {
                    numbers.push(number);
                }
            }
        }
        for &number in self.newest.iter().rev().take(NEWEST) {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        let models = numbers.into_iter().filter_map(|number| match &self.entry(number).kept {
            Kept::Model(values) => Some(values.as_slice()),
            Kept::Core(_) => None,
        });
        models.collect()
    }

    /// Keeps an answer, and drops the oldest ones if there is no room. What would take more than an eighth
    /// of all room is not kept, nor what is kept already.
    pub fn keep(&mut self, key: Arc<[TermId]>, kept: Kept) {
        let entry = Entry { key, kept };
        let weight = entry.weight();
        if weight > self.limit / 8 || self.by_key.contains_key(&entry.key) {
            return;
        }
        let number = self.first + self.entries.len() as u64;
        match &entry.kept {
            Kept::Model(_) => {
                self.newest.push_back(number);
                for &clause in &*entry.key {
                    self.models.entry(clause).or_default().push_back(number);
                }
            }
            Kept::Core(core) => {
                if let Some(&newest) = core.last() {
                    self.cores.entry(newest).or_default().push_back(number);
                }
            }
        }
        self.by_key.insert(Arc::clone(&entry.key), number);
        self.entries.push_back(entry);
        self.weight += weight;
        while self.weight > self.limit {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        let Some(entry) = self.entries.pop_front() else { return };
        self.weight -= entry.weight();
        self.by_key.remove(&entry.key);
        match &entry.kept {
            Kept::Model(_) => {
                self.newest.pop_front();
                entry.key.iter().for_each(|&clause| drop_front(&mut self.models, clause));
            }
            Kept::Core(core) => core.last().iter().for_each(|&&c| drop_front(&mut self.cores, c)),
        }
        self.first += 1;
    }

    fn entry(&self, number: u64) -> &Entry {
        &self.entries[(number - self.first) as usize]
    }

    /// Entries now, and what the indices hold: for tests of their bounds.
    #[cfg(test)]
    pub fn sizes(&self) -> (usize, usize) {
        let lists = self.models.values().chain(self.cores.values());
        (self.entries.len(), lists.map(VecDeque::len).sum())
    }
}

/// Forgets the oldest entry of a list, and the list when it is empty.
fn drop_front(lists: &mut FxHashMap<TermId, VecDeque<u64>>, clause: TermId) {
    if let Some(list) = lists.get_mut(&clause) {
        list.pop_front();
        if list.is_empty() {
            lists.remove(&clause);
        }
    }
}
