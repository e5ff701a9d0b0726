//! `dfs`: depth first, the classic of P. Godefroid, N. Klarlund and K. Sen, DART: directed automated random
//! testing, PLDI 2005.
//!
//! The last branch of the latest path is turned first. No depth limit: what a loop can go on with is cut
//! by the filter or by the budget.

use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Dfs {
    stack: Vec<NodeId>,
}

impl Strategy for Dfs {
    fn name(&self) -> &'static str {
        "dfs"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        self.stack.extend(&view.runs[run].candidates);
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        std::iter::from_fn(|| self.stack.pop()).find(|node| view.is_open(*node))
    }
}
