//! `uniform-random`: a walk down the tree that tosses a coin at each branch (paper context-guided search,
//! 2.3.2; J. Burnim and K. Sen, Heuristics for scalable dynamic test generation, ASE 2008).
//!
//! Heads, the walk goes on along a path that is known; tails, it turns off where nobody has been, and goes on
//! behind that branch in the run that it gets. At the end of a path it starts again at a root. A part of
//! the tree that has no candidates left is walked through in vain; after some such walks any candidate is
//! taken, so that a step never costs more than a few paths.

use super::bag::Bag;
use super::{Answer, Strategy, View};
use crate::run::RunId;
use crate::tree::{NodeId, Status};
use fastrand::Rng;

/// Walks in vain before any candidate is taken.
const WALKS: u32 = 16;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct UniformRandom {
    roots: Vec<NodeId>,
    all: Bag,
    /// Where the walk is.
    at: Option<NodeId>,
}

impl Strategy for UniformRandom {
    fn name(&self) -> &'static str {
        "uniform-random"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        let run = &view.runs[run];
        if !self.roots.contains(&run.root) {
            self.roots.push(run.root);
        }
        self.all.extend(run.candidates.iter().copied());
    }

    fn answered(&mut self, _: &View<'_>, candidate: NodeId, answer: Answer, _: &mut Rng) {
        if matches!(answer, Answer::Ran { followed: true, .. }) {
            self.at = Some(candidate);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        for _ in 0..WALKS {
            let start = self.at.take().or_else(|| random.choice(&self.roots).copied())?;
            if let Some(candidate) = self.walk(view, start, random) {
                return Some(candidate);
            }
        }
        self.all.take(view, random)
    }
}

impl UniformRandom {
    /// Walks down from a node to the first candidate that the coin falls on.
    fn walk(&mut self, view: &View<'_>, start: NodeId, random: &mut Rng) -> Option<NodeId> {
        let mut at = start;
        loop {
            let open = |node: &NodeId| view.is_open(*node) && view.outcome(*node).is_some();
            let known = |node: &NodeId| view.tree.status(*node) == Status::Explored;
            let ways: Vec<NodeId> =
                view.tree.children(at).filter(|node| open(node) || known(node)).collect();
            let way = *random.choice(&ways)?;
            if open(&way) {
                // The answer says whether the walk can go on behind it.
                self.at = Some(at);
                return Some(way);
            }
            at = way;
        }
    }
}
