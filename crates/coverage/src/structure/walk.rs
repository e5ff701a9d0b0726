//! Walks from an outcome on: what lies within some levels of branches, and how far the nearest open goal
//! is.
//!
//! Both are kept from question to question. A count is good until what is open changes. A distance is good
//! as long as the outcome that it leads to is open, since goals only ever close; so a walk is made again
//! only where its own end was covered.

use super::{Map, Structure};
use program::{Id, IdVec, OutcomeId};
use std::collections::VecDeque;

/// By outcome: the version that a count was made at, and the count.
type Counts = IdVec<OutcomeId, (u64, u32)>;

/// Answers and the memory to find them.
/// They are made when the first question is asked: many structures never hear one.
#[derive(Clone, Debug, Default)]
pub(super) struct Walks {
    /// By number of levels.
    counts: Vec<(Option<u32>, Counts)>,
    distances: IdVec<OutcomeId, Distance>,
    /// By node: when it was met last.
    seen: Vec<u32>,
    /// By goal: when it was counted last.
    counted: Vec<u32>,
    /// The number of the walk.
    walk: u32,
}

/// How far the nearest open outcome is, as far as that is known.
#[derive(Clone, Copy, Debug)]
enum Distance {
    Unknown,
    /// So far, to that one.
    To(u32, OutcomeId),
    /// None can be reached.
    Never,
}

impl Walks {
    fn prepare(&mut self, map: &Map) {
        if self.seen.is_empty() {
            self.distances = IdVec::filled(Distance::Unknown, map.sites().outcomes());
            self.seen = vec![0; map.graphs().0.len()];
            self.counted = vec![0; map.goals().goals.len()];
        }
    }

    /// The open goals from an outcome on, within some levels.
    pub fn contribution(
        &mut self,
        structure: &Structure,
        outcome: OutcomeId,
        levels: Option<u32>,
    ) -> u32 {
        self.prepare(&structure.map);
        let known = self.counts.iter().position(|(known, _)| *known == levels);
        let table = known.unwrap_or_else(|| {
            let outcomes = structure.map.sites().outcomes();
            self.counts.push((levels, IdVec::filled((0, 0), outcomes)));
            self.counts.len() - 1
        });
        let (version, count) = self.counts[table].1[outcome];
        if version == structure.version {
            return count;
        }
        self.start();
        let count = match levels {
            Some(levels) => self.near(structure, outcome, levels),
            None => self.all(structure, outcome),
        };
        self.counts[table].1[outcome] = (structure.version, count);
        count
    }

    /// Counts all goals ahead.
    fn all(&mut self, structure: &Structure, outcome: OutcomeId) -> u32 {
        let after = structure.map.after(outcome).iter();
        let open = after.filter(|&outcome| structure.is_open(outcome));
        open.chain([outcome]).map(|outcome| self.count(structure, outcome)).sum()
    }

    /// Counts the goals within some levels, level by level.
    fn near(&mut self, structure: &Structure, outcome: OutcomeId, levels: u32) -> u32 {
        let map = &structure.map;
        let graph = map.graphs().0;
        let mut count = if levels > 0 { self.count(structure, outcome) } else { 0 };
        let mut starts = vec![map.behind(outcome)];
        for _ in 1..levels {
            let mut next = Vec::new();
            while let Some(node) = starts.pop() {
                if std::mem::replace(&mut self.seen[node as usize], self.walk) == self.walk {
                    continue;
                }
                if let Some(site) = map.choice(node) {
                    for way in 0..site.outcomes() {
                        count += self.count(structure, site.outcome(way));
                    }
                    next.extend(graph.successors(node));
                } else {
                    starts.extend(graph.successors(node));
                }
            }
            starts = next;
        }
        count
    }

    /// How many goals at an outcome this walk has not counted yet; counts them.
    fn count(&mut self, structure: &Structure, outcome: OutcomeId) -> u32 {
        let walk = self.walk;
        let counted = &mut self.counted;
        let goals = structure.goals_at(outcome);
        let new = goals.filter(|goal| std::mem::replace(&mut counted[goal.index()], walk) != walk);
        new.count() as u32
    }

    /// The branch edges from an outcome to the nearest open one.
    pub fn distance(&mut self, structure: &Structure, outcome: OutcomeId) -> Option<u32> {
        if structure.is_open(outcome) {
            return Some(0);
        }
        self.prepare(&structure.map);
        match self.distances[outcome] {
            Distance::To(distance, end) if structure.is_open(end) => return Some(distance),
            Distance::Never => return None,
            Distance::Unknown | Distance::To(..) => {}
        }
        self.start();
        let found = self.nearest(structure, outcome);
        self.distances[outcome] = match found {
            Some((distance, end)) => Distance::To(distance, end),
            None => Distance::Never,
        };
        found.map(|(distance, _)| distance)
    }

    fn nearest(&mut self, structure: &Structure, outcome: OutcomeId) -> Option<(u32, OutcomeId)> {
        let map = &structure.map;
        let graph = map.graphs().0;
        let mut work = VecDeque::from([(1, map.behind(outcome))]);
        while let Some((distance, node)) = work.pop_front() {
            if std::mem::replace(&mut self.seen[node as usize], self.walk) == self.walk {
                continue;
            }
            let Some(site) = map.choice(node) else {
                for &to in graph.successors(node).iter().rev() {
                    work.push_front((distance, to));
                }
                continue;
            };
            let mut ways = (0..site.outcomes()).map(|way| site.outcome(way));
            if let Some(open) = ways.find(|&way| structure.is_open(way)) {
                return Some((distance, open));
            }
            work.extend(graph.successors(node).iter().map(|&to| (distance + 1, to)));
        }
        None
    }

    /// Begins a walk.
    fn start(&mut self) {
        self.walk = self.walk.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            self.counted.fill(0);
            1
        });
    }
}
