//! `interleaved`: several strategies that take turns (paper CAUT, V-D, interleaves predictive search with the
//! fitness-guided; KLEE its random path with its minimal distance).
//!
//! All hear of every run; an answer is told to who asked. One that has nothing to offer loses its turn.

use super::{Answer, Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use rustc_hash::FxHashMap;

/// The strategy.
#[derive(Clone)]
pub struct Interleaved {
    name: &'static str,
    members: Vec<Box<dyn Strategy>>,
    /// Whose turn it is.
    turn: usize,
    /// Who chose the candidates whose answers are not known yet.
    chosen: FxHashMap<NodeId, usize>,
}

impl Interleaved {
    /// Strategies in the order of their turns, under a name of their own.
    pub fn new(name: &'static str, members: Vec<Box<dyn Strategy>>) -> Self {
        Self { name, members, turn: 0, chosen: FxHashMap::default() }
    }
}

impl Strategy for Interleaved {
    fn name(&self) -> &'static str {
        self.name
    }

    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng) {
        for member in &mut self.members {
            member.added(view, run, random);
        }
    }

    fn answered(&mut self, view: &View<'_>, candidate: NodeId, answer: Answer, random: &mut Rng) {
        if let Some(member) = self.chosen.remove(&candidate) {
            self.members[member].answered(view, candidate, answer, random);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        for _ in 0..self.members.len() {
            let turn = self.turn;
            self.turn = (turn + 1) % self.members.len();
            if let Some(node) = self.members[turn].next(view, random) {
                self.chosen.insert(node, turn);
                return Some(node);
            }
        }
        None
    }
}
