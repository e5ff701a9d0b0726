//! `rp-md2u`: KLEE's default, a random path in turn with the minimal distance to what is uncovered (paper
//! CAUT, V-A; C. Cadar, D. Dunbar and D. Engler, KLEE, OSDI 2008).
//!
//! As in the paper, a candidate of length `l` has the weight 2^-l; and the nearest candidate is taken, where
//! KLEE draws by the distance. Distances are branch edges between functions, which is what the paper's
//! tool counts too, and not instructions.

use super::bag::Bag;
use super::interleaved::Interleaved;
use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use program::{Id, OutcomeId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The two in turn.
pub fn rp_md2u() -> Interleaved {
    let members: Vec<Box<dyn Strategy>> =
        vec![Box::new(RandomPath::default()), Box::new(MinDistance::default())];
    Interleaved::new("rp-md2u", members)
}

/// A random path: short candidates are likelier, each branch halves the weight.
#[derive(Clone, Debug, Default)]
pub struct RandomPath {
    by_depth: Vec<Bag>,
    /// None are above this depth.
    first: usize,
}

/// How many levels count: what is deeper has a share below one in 2^32.
const LEVELS: usize = 32;

impl Strategy for RandomPath {
    fn name(&self) -> &'static str {
        "random-path"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        for &node in &view.runs[run].candidates {
            let depth = view.tree.depth(node) as usize;
            if self.by_depth.len() <= depth {
                self.by_depth.resize_with(depth + 1, Bag::default);
            }
            self.by_depth[depth].push(node);
            self.first = self.first.min(depth);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        loop {
            while self.by_depth.get(self.first)?.is_empty() {
                self.first += 1;
            }
            let levels = self.by_depth[self.first..].iter().take(LEVELS).enumerate();
            let weights = levels.map(|(level, bag)| (bag.len() as u128) << (LEVELS - level));
            let weights: Vec<u128> = weights.collect();
            let total: u128 = weights.iter().sum();
            let mut draw = random.u128(..total);
            let level = weights.iter().position(|&weight| match draw.checked_sub(weight) {
                Some(rest) => {
                    draw = rest;
                    false
                }
                None => true,
            });
            // What is closed is gone from its level for good, and the next draw knows it.
            let bag = &mut self.by_depth[self.first + level.unwrap_or(0)];
            if let Some(node) = bag.take_one(random).filter(|node| view.is_open(*node)) {
                return Some(node);
            }
        }
    }
}

/// The candidate that is nearest to something uncovered.
#[derive(Clone, Debug, Default)]
pub struct MinDistance {
    by_outcome: Vec<Bag>,
    /// Outcomes with candidates by their distance when it was last looked at; it only grows.
    nearest: BinaryHeap<Reverse<(u32, u32, OutcomeId)>>,
    /// Candidates that lead to nothing uncovered.
    far: Bag,
    /// Whether distances are those to goals that are reached but not covered.
    all_reached: bool,
}

impl MinDistance {
    fn add(&mut self, view: &View<'_>, node: NodeId, random: &mut Rng) {
        let Some(outcome) = view.outcome(node) else { return };
        if self.by_outcome.len() <= outcome.index() {
            self.by_outcome.resize_with(outcome.index() + 1, Bag::default);
        }
        let bag = &mut self.by_outcome[outcome.index()];
        if !bag.is_empty() {
            bag.push(node);
        } else if let Some(distance) = view.aims().distance(outcome) {
            bag.push(node);
            self.nearest.push(Reverse((distance, random.u32(..), outcome)));
        } else {
            self.far.push(node);
        }
    }

    /// Looks at all candidates again: other goals are aimed at.
    fn renew(&mut self, view: &View<'_>, random: &mut Rng) {
        let mut all = std::mem::take(&mut self.far);
        self.by_outcome.iter_mut().for_each(|bag| all.append(bag));
        self.nearest.clear();
        all.nodes().iter().for_each(|&node| self.add(view, node, random));
    }
}

impl Strategy for MinDistance {
    fn name(&self) -> &'static str {
        "min-distance"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng) {
        for &node in &view.runs[run].candidates {
            self.add(view, node, random);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        if self.all_reached != view.is_all_reached() {
            self.all_reached = view.is_all_reached();
            self.renew(view, random);
        }
        while let Some(Reverse((known, tie, outcome))) = self.nearest.pop() {
            let bag = &mut self.by_outcome[outcome.index()];
            let Some(distance) = view.aims().distance(outcome) else {
                self.far.append(bag);
                continue;
            };
            if distance > known {
                self.nearest.push(Reverse((distance, tie, outcome)));
                continue;
            }
            let node = bag.take(view, random);
            if !bag.is_empty() {
                // Outcomes that are as near take turns at random.
                self.nearest.push(Reverse((distance, random.u32(..), outcome)));
            }
            if node.is_some() {
                return node;
            }
        }
        self.far.take(view, random)
    }
}
