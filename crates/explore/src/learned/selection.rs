//! The choice among path conditions that wait: four sets by what the neighbours say (sections 4.4 and 4.5).

use super::fingerprint::Fingerprint;
use super::neighbours::{Examples, NEIGHBOURS, Neighbours, Verdict};
use super::wheel::Wheel;
use fastrand::Rng;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// In how many of a hundred draws a set is the first choice: feasible by all votes and by most, then infeasible by most
/// and by all.
const SHARES: [u32; 4] = [50, 30, 15, 5];

/// New examples after which what waits is classified again.
const THRESHOLD: usize = 8;

/// Path conditions that wait, and what is known of others.
#[derive(Clone, Debug)]
pub struct Selection<T> {
    examples: Examples,
    /// Fingerprints that something waits with, each once: in loops many path conditions have the same.
    kinds: Vec<(Fingerprint, Neighbours)>,
    by_fingerprint: FxHashMap<Fingerprint, u32>,
    /// What waits in the order in which it came, before there are enough examples.
    queue: VecDeque<Waiting<T>>,
    sets: [Wheel<Waiting<T>>; 4],
    /// How many examples there were when all were last classified.
    classified: usize,
    threshold: usize,
}

#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    item: T,
    kind: u32,
}

impl<T: Copy> Default for Selection<T> {
    fn default() -> Self {
        Self {
            examples: Examples::default(),
            kinds: Vec::new(),
            by_fingerprint: FxHashMap::default(),
            queue: VecDeque::new(),
            sets: std::array::from_fn(|_| Wheel::default()),
            classified: 0,
            threshold: THRESHOLD,
        }
    }
}

impl<T: Copy> Selection<T> {
    /// Classifies what waits again after so many new examples.
    #[must_use]
    pub fn with_threshold(threshold: usize) -> Self {
        Self { threshold: threshold.max(1), ..Self::default() }
    }

    /// Adds a path condition to choose. It is classified at once if there are enough examples.
    pub fn add(&mut self, item: T, fingerprint: &Fingerprint) {
        let kinds = &mut self.kinds;
        let kind = *self.by_fingerprint.entry(*fingerprint).or_insert_with(|| {
            kinds.push((*fingerprint, Neighbours::default()));
            kinds.len() as u32 - 1
        });
        let waiting = Waiting { item, kind };
        if self.examples.len() < NEIGHBOURS {
            self.queue.push_back(waiting);
        } else {
            self.queue_up();
            self.put(waiting);
        }
    }

    /// Tells what became of a path condition.
    pub fn learn(&mut self, fingerprint: &Fingerprint, feasible: bool) {
        self.examples.add(*fingerprint, feasible);
    }

    /// What is known.
    pub fn examples(&self) -> &Examples {
        &self.examples
    }

    /// What the neighbours say of a path condition now; nothing as long as there are too few.
    pub fn verdict(&self, fingerprint: &Fingerprint) -> Option<Verdict> {
        let mut neighbours = Neighbours::default();
        self.examples.show(fingerprint, &mut neighbours);
        neighbours.verdict()
    }

    /// Chooses one that is open still, and takes it out: the first that came while there are fewer than three
    /// examples, then one that is likely to be feasible.
    pub fn next(&mut self, random: &mut Rng, is_open: impl Fn(T) -> bool) -> Option<T> {
        if self.examples.len() < NEIGHBOURS {
            let items = std::iter::from_fn(|| self.queue.pop_front());
            return items.map(|waiting| waiting.item).find(|item| is_open(*item));
        }
        self.queue_up();
        if self.examples.len() >= self.classified + self.threshold {
            self.classify(&is_open);
        }
        let mut first = choose_set(random.u32(..100));
        loop {
            // An empty set leaves its turn to the next that is not, and the last to the first.
            let order = (0..self.sets.len()).map(|step| (first + step) % self.sets.len());
            first = order.into_iter().find(|set| !self.sets[*set].is_empty())?;
            let waiting = self.sets[first].draw(random)?;
            if is_open(waiting.item) {
                return Some(waiting.item);
            }
        }
    }

    /// Puts what has waited for examples into the sets.
    fn queue_up(&mut self) {
        if !self.queue.is_empty() {
            self.classified = self.examples.len();
        }
        while let Some(waiting) = self.queue.pop_front() {
            self.put(waiting);
        }
    }

    /// Classifies again what waits and is open.
    fn classify(&mut self, is_open: &impl Fn(T) -> bool) {
        self.classified = self.examples.len();
        let all: Vec<Waiting<T>> = self.sets.iter_mut().flat_map(Wheel::drain).collect();
        for waiting in all.into_iter().filter(|waiting| is_open(waiting.item)) {
            self.put(waiting);
        }
    }

    fn put(&mut self, waiting: Waiting<T>) {
        let (fingerprint, neighbours) = &mut self.kinds[waiting.kind as usize];
        self.examples.show(fingerprint, neighbours);
        match neighbours.verdict() {
            Some(verdict) => self.sets[set_of(&verdict)].push(waiting, verdict.nearness),
            None => self.queue.push_back(waiting),
        }
    }

    /// How many wait in each set, those that are closed included: feasible by all votes, by most; infeasible by most,
    /// by all.
    #[cfg(test)]
    pub(super) fn sets(&self) -> [Vec<T>; 4] {
        self.sets.each_ref().map(|set| set.clone().drain().map(|waiting| waiting.item).collect())
    }
}

/// The set that a verdict puts a path condition into.
pub(super) fn set_of(verdict: &Verdict) -> usize {
    let unanimous = verdict.votes == NEIGHBOURS as u32;
    match (verdict.feasible, unanimous) {
        (true, true) => 0,
        (true, false) => 1,
        (false, false) => 2,
        (false, true) => 3,
    }
}

/// The set that a number below a hundred chooses.
pub(super) fn choose_set(number: u32) -> usize {
    let mut sum = 0;
    let place = SHARES.iter().position(|share| {
        sum += share;
        number < sum
    });
    place.unwrap_or(SHARES.len() - 1)
}
