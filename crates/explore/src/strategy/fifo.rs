//! `fifo`: first come, first served.
//!
//! All candidates of a path come before those of the paths that they lead to, so the tree grows run by
//! run; the baseline that has no opinion.

use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use std::collections::VecDeque;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Fifo {
    queue: VecDeque<NodeId>,
}

impl Strategy for Fifo {
    fn name(&self) -> &'static str {
        "fifo"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        self.queue.extend(&view.runs[run].candidates);
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        std::iter::from_fn(|| self.queue.pop_front()).find(|node| view.is_open(*node))
    }
}
