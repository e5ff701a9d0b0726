//! `shortest`: path conditions by their size, those that are likely easier to solve first (paper
//! EvoSuite+DSE, III-B).
//!
//! The paper does not say how size is counted. We count conjuncts, and unlike `bfs` those of checks and
//! of fixed values too: the solver has to keep them as well.

use super::bag::Levels;
use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Shortest {
    levels: Levels,
}

impl Strategy for Shortest {
    fn name(&self) -> &'static str {
        "shortest"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        // The candidates leave one path in its order, so each is counted from the one before it.
        let (mut known, mut size) = (None, 0);
        for &node in &view.runs[run].candidates {
            let parent = view.tree.parent(node);
            let path = parent.into_iter().flat_map(|parent| view.tree.up(parent));
            size += path.take_while(|node| Some(*node) != known).count() as u32;
            known = parent;
            self.levels.push(size, node);
        }
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        self.levels.pop(view)
    }
}
