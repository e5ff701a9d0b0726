//! Candidates in no order, and in the order of their depth: what several strategies choose from.
//!
//! Candidates close silently (a run came by, a goal was covered), so both pass over those that
//! are closed when they come across them. Each is passed over once: a step costs the same however many
//! there are.

use super::View;
use crate::tree::NodeId;
use fastrand::Rng;
use std::collections::VecDeque;

/// Candidates, one as good as the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Bag {
    nodes: Vec<NodeId>,
}

impl Bag {
    /// Puts one in.
    pub fn push(&mut self, node: NodeId) {
        self.nodes.push(node);
    }

    /// All of them, open or not.
    pub fn nodes(&self) -> &[NodeId] {
        &self.nodes
    }

    /// Takes any that is open.
    pub fn take(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        std::iter::from_fn(|| self.take_one(random)).find(|node| view.is_open(*node))
    }

    /// Takes any, open or not.
    pub fn take_one(&mut self, random: &mut Rng) -> Option<NodeId> {
        let count = self.nodes.len();
        (count > 0).then(|| self.nodes.swap_remove(random.usize(..count)))
    }

    /// Moves all of another bag here.
    pub fn append(&mut self, other: &mut Self) {
        self.nodes.append(&mut other.nodes);
    }

    /// How many there are, closed ones that nobody came across included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }
}

impl Extend<NodeId> for Bag {
    fn extend<I: IntoIterator<Item = NodeId>>(&mut self, nodes: I) {
        self.nodes.extend(nodes);
    }
}

/// Candidates by a small number, such as their depth.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    levels: Vec<VecDeque<NodeId>>,
    /// None are below this.
    first: usize,
}

impl Levels {
    /// Puts one behind those of its level.
    pub fn push(&mut self, level: u32, node: NodeId) {
        let level = level as usize;
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, VecDeque::new);
        }
        self.levels[level].push_back(node);
        self.first = self.first.min(level);
    }

    /// Takes the first that is open of the lowest level that has one.
    pub fn pop(&mut self, view: &View<'_>) -> Option<NodeId> {
        while let Some(level) = self.levels.get_mut(self.first) {
            match level.pop_front() {
                Some(node) if view.is_open(node) => return Some(node),
                Some(_) => {}
                None => self.first += 1,
            }
        }
        self.first = self.levels.len();
        None
    }
}
