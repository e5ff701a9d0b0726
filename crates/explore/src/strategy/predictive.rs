//! `predictive`: the candidate that may cover most goals at one blow (paper CAUT, IV-C).
//!
//! Candidates that must cover a goal come before those that may. Among these, the more uncovered goals
//! within some levels of branches behind the turned one, the better (three levels, or `walk_down` of them,
//! or all that lies ahead); of equals the shorter path, then any.
//!
//! The paper computes all contributions again after each run. What a candidate can bring depends on the
//! outcome that it takes and, under MC/DC, on the conditions of the same decision before it; so
//! candidates that are alike in both form a class, and classes wait in one heap. As long as goals only close,
//! a class can only fall in it: it is looked at again when it comes to the top. All are looked at again when one may
//! rise: under MC/DC an evaluation makes others complete what they only prepared, and when the last goal was reached,
//! others are aimed at.

use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use coverage::Relevance;
use fastrand::Rng;
use program::{ConditionRef, OutcomeId};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The strategy.
#[derive(Clone, Debug)]
pub struct Predictive {
    levels: Option<u32>,
    classes: Vec<Class>,
    by_key: FxHashMap<(OutcomeId, Vec<(ConditionRef, bool)>), usize>,
    /// Classes with candidates, by a rank that is not below their own. The best rank of a class is there.
    heap: BinaryHeap<(Rank, usize)>,
    /// Whether ranks are those of goals that are reached but not covered.
    all_reached: bool,
    /// What was open when all classes were last looked at.
    rises: u64,
}

/// Candidates that bring the same.
#[derive(Clone, Debug)]
struct Class {
    outcome: OutcomeId,
    so_far: Vec<(ConditionRef, bool)>,
    /// By depth, then at random.
    candidates: BinaryHeap<Reverse<(u32, u32, NodeId)>>,
}

/// How good a class is; the greatest is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    relevance: Reverse<Relevance>,
    contribution: u32,
    depth: Reverse<u32>,
    tie: u32,
}

impl Predictive {
    /// Looks that many levels ahead; without, at all that lies ahead.
    pub fn new(levels: Option<u32>) -> Self {
        Self {
            levels,
            classes: Vec::new(),
            by_key: FxHashMap::default(),
            heap: BinaryHeap::new(),
            all_reached: false,
            rises: 0,
        }
    }

    /// What a class is worth now; none without an open candidate.
    fn rank(&mut self, view: &View<'_>, class: usize) -> Option<Rank> {
        let Class { outcome, so_far, candidates } = &mut self.classes[class];
        while candidates.peek().is_some_and(|Reverse((.., node))| !view.is_open(*node)) {
            candidates.pop();
        }
        let &Reverse((depth, tie, node)) = candidates.peek()?;
        let rest = &view.runs[view.tree.run(node)].rest;
        let relevance = Reverse(view.aims().relevance(*outcome, so_far, rest));
        let contribution = view.aims().contribution(*outcome, self.levels);
        Some(Rank { relevance, contribution, depth: Reverse(depth), tie })
    }
}

impl Strategy for Predictive {
    fn name(&self) -> &'static str {
        "predictive"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng) {
        for &node in &view.runs[run].candidates {
            let Some(outcome) = view.outcome(node) else { continue };
            let so_far = view.so_far(node);
            let classes = &mut self.classes;
            let class = *self.by_key.entry((outcome, so_far)).or_insert_with_key(|(_, so_far)| {
                let so_far = so_far.clone();
                classes.push(Class { outcome, so_far, candidates: BinaryHeap::new() });
                classes.len() - 1
            });
            let candidates = &mut self.classes[class].candidates;
            let entry = (view.tree.depth(node), random.u32(..), node);
            let is_best = candidates.peek().is_none_or(|Reverse(best)| entry < *best);
            candidates.push(Reverse(entry));
            if is_best && let Some(rank) = self.rank(view, class) {
                self.heap.push((rank, class));
            }
        }
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        let now = (view.is_all_reached(), view.aims().rises());
        if (self.all_reached, self.rises) != now {
            (self.all_reached, self.rises) = now;
            self.heap.clear();
            for class in 0..self.classes.len() {
                let rank = self.rank(view, class);
                self.heap.extend(rank.map(|rank| (rank, class)));
            }
        }
        while let Some((known, class)) = self.heap.pop() {
            let Some(rank) = self.rank(view, class) else { continue };
            if rank < known {
                self.heap.push((rank, class));
                continue;
            }
            let Reverse((.., node)) = self.classes[class].candidates.pop()?;
            if let Some(rank) = self.rank(view, class) {
                self.heap.push((rank, class));
            }
            return Some(node);
        }
        None
    }
}
