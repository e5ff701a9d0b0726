//! `bfs`: breadth first (paper context-guided search, 2.3.1).
//!
//! The candidate with the fewest branches before it comes first, of several the one that was met first.

use super::bag::Levels;
use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Bfs {
    levels: Levels,
}

impl Strategy for Bfs {
    fn name(&self) -> &'static str {
        "bfs"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        for &node in &view.runs[run].candidates {
            self.levels.push(view.tree.depth(node), node);
        }
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        self.levels.pop(view)
    }
}
