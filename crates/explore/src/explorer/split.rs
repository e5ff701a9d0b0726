//! From one explorer to two that share its candidates, so that both can be at work at once.
//!
//! Both know the tree as it is. Each open candidate belongs to one of them by the toss of a coin, and with it all
//! that will be found behind it: for the other it is elsewhere. So no path is taken twice, whichever is quicker, and
//! when both have finished all is explored that one alone would have explored.

use super::{Explorer, Statistics};
use crate::tree::{NodeId, Status};
use fastrand::Rng;
use program::Id;
use solver::Solver;
use std::collections::VecDeque;
use term::Copier;

impl Explorer<'_> {
    /// Gives about half of what is left to do to another explorer, which has done nothing yet.
    #[must_use]
    pub fn split(&mut self, seed: u64) -> Self {
        let mut random = Rng::with_seed(seed);
        let mut other = Self {
            program: self.program,
            config: self.config.clone(),
            tree: self.tree.clone(),
            groves: self.groves.clone(),
            by_shape: self.by_shape.clone(),
            runs: self.runs.clone(),
            structure: self.structure.clone(),
            strategy: self.strategy.clone(),
            filter: self.filter.clone(),
            side_candidates: self.side_candidates.clone(),
            solver: Solver::new(self.config.solver.clone()),
            random: Rng::with_seed(random.u64(..)),
            statistics: Statistics::default(),
            attempts: self.attempts,
            given_up: VecDeque::new(),
            tried: self.tried.clone(),
            bounds: self.bounds,
            reached: self.reached.clone(),
            copier: Copier::new(),
            ahead: self.ahead.clone(),
        };
        for node in (0..self.tree.len()).map(NodeId::new) {
            // Those that wait for a look are chosen already.
            if self.tree.is_open(node) || self.ahead.has(node) {
                let tree = if random.bool() { &mut self.tree } else { &mut other.tree };
                tree.set_status(node, Status::Elsewhere);
            }
        }
        for candidate in std::mem::take(&mut self.given_up) {
            let owner = if random.bool() { &mut *self } else { &mut other };
            owner.given_up.push_back(candidate);
        }
        other
    }

    /// How many candidates of the strategy are open.
    pub fn open(&self) -> usize {
        self.candidates().count()
    }
}
