//! `random-branch`: any branch of the last path (paper context-guided search, 2.3.2; J. Burnim and K. Sen,
//! Heuristics for scalable dynamic test generation, ASE 2008).
//!
//! The original starts over with random inputs when the last path has nothing left; here any candidate of
//! the tree takes their place, since making inputs is not for a strategy to do.

use super::bag::Bag;
use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct RandomBranch {
    path: Bag,
    all: Bag,
}

impl Strategy for RandomBranch {
    fn name(&self) -> &'static str {
        "random-branch"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        self.all.extend(view.runs[run].candidates.iter().copied());
        self.path = Bag::default();
        self.path.extend(view.ways_off(run));
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        self.path.take(view, random).or_else(|| self.all.take(view, random))
    }
}
