//! `generational`: all branches of one path are turned before another path is chosen, the one that covered
//! most when it was new (paper context-guided search, 2.3.5; P. Godefroid, M. Levin and D. Molnar, Automated
//! whitebox fuzz testing, NDSS 2008).
//!
//! A path's own branches are those behind the branch that it was made to turn: the original's bound, which
//! the tree keeps for us, since the others were met by earlier paths. Coverage is that of the chosen
//! criterion where the original counts basic blocks. Of paths that covered as much, the earlier comes first.

use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Generational {
    /// Paths that have not been expanded, by what they covered.
    paths: BinaryHeap<(usize, Reverse<RunId>)>,
    /// What is left of the path that is being expanded.
    generation: VecDeque<NodeId>,
}

impl Strategy for Generational {
    fn name(&self) -> &'static str {
        "generational"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        if !view.runs[run].candidates.is_empty() {
            self.paths.push((view.runs[run].gain, Reverse(run)));
        }
    }

    fn next(&mut self, view: &View<'_>, _: &mut Rng) -> Option<NodeId> {
        loop {
            while let Some(node) = self.generation.pop_front() {
                if view.is_open(node) {
                    return Some(node);
                }
            }
            let (_, Reverse(run)) = self.paths.pop()?;
            self.generation.extend(&view.runs[run].candidates);
        }
    }
}
