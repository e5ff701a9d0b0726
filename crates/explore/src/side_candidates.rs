//! Candidates that no strategy chooses: checks, accesses of memory, and values that were fixed.
//!
//! A failed check ends a run, so going there covers nothing but may find something wrong; a few attempts
//! for each place of the program are enough, unless its failure is a goal. The other way round, a run that failed is worth repairing at
//! once: what lies behind the check is not known yet.

use crate::tree::{Edge, NodeId, Tree};
use program::{Id, OutcomeId};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Attempts to fail one check, and to find other values at one place.
const ATTEMPTS: u32 = 3;
const VALUES: u32 = 32;

/// What is to be done beside the strategy's candidates.
#[derive(Clone, Debug, Default)]
pub(crate) struct SideCandidates {
    repairs: Vec<NodeId>,
    failures: VecDeque<NodeId>,
    values: VecDeque<NodeId>,
    attempts: FxHashMap<(u8, u32), u32>,
    turn: bool,
}

impl SideCandidates {
    /// Takes a candidate that is no branch.
    pub fn add(&mut self, tree: &Tree, node: NodeId) {
        match tree.edge(node) {
            edge if passes(edge) => self.repairs.push(node),
            Edge::Value { .. } => self.values.push_back(node),
            _ => self.failures.push_back(node),
        }
    }

    /// Whether a run that failed waits to be repaired.
    pub fn repair(&mut self, tree: &Tree) -> Option<NodeId> {
        std::iter::from_fn(|| self.repairs.pop()).find(|node| tree.is_open(*node))
    }

    /// The next one: fixed values and checks by turns. What is `wanted` is tried as often as there is a way to it.
    pub fn next(&mut self, tree: &Tree, wanted: impl Fn(OutcomeId) -> bool) -> Option<NodeId> {
        self.turn = !self.turn;
        for values in [self.turn, !self.turn] {
            let (queue, most) =
                if values { (&mut self.values, VALUES) } else { (&mut self.failures, ATTEMPTS) };
            while let Some(node) = queue.pop_front() {
                if !tree.is_open(node) {
                    continue;
                }
                let edge = tree.edge(node);
                let attempts = self.attempts.entry(key(edge)).or_default();
                if *attempts < most
                    || matches!(edge, Edge::Check { outcome, .. } if wanted(outcome))
                {
                    *attempts += 1;
                    return Some(node);
                }
            }
        }
        None
    }

    /// A run failed there: no more attempts are needed.
    pub fn failed(&mut self, edge: Edge) {
        if !passes(edge) && matches!(edge, Edge::Check { .. } | Edge::Access { .. }) {
            self.attempts.insert(key(edge), ATTEMPTS);
        }
    }
}

/// Whether a run goes on behind a check or access.
pub(crate) fn passes(edge: Edge) -> bool {
    match edge {
        Edge::Access { inside, .. } => inside,
        Edge::Check { passed, .. } => passed,
        Edge::Root | Edge::Branch(_) | Edge::Value { .. } => false,
    }
}

fn key(edge: Edge) -> (u8, u32) {
    match edge {
        Edge::Root => (0, 0),
        Edge::Branch(outcome) => (1, outcome.index() as u32),
        Edge::Check { outcome, .. } => (2, outcome.index() as u32),
        Edge::Access { place, .. } => (3, place.index() as u32),
        Edge::Value { place, .. } => (4, place.index() as u32),
    }
}
