//! `learned`: candidates whose path conditions resemble those that were feasible (paper Tardis, section 4).
//!
//! Examples are the path conditions of all runs, which are feasible, and those of candidates that the solver has
//! answered. What it gave up counts as infeasible: to choose the like of it would take as long.

use super::{Answer, Strategy, View};
use crate::learned::{Clauses, Fingerprint, Selection, Slicer};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use rustc_hash::FxHashMap;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct Learned {
    selection: Selection<NodeId>,
    /// What is known of the clauses of each tree.
    trees: Vec<Room>,
    /// The fingerprints of candidates that wait for their answer.
    asked: FxHashMap<NodeId, Fingerprint>,
    path: Vec<NodeId>,
}

#[derive(Clone, Debug, Default)]
struct Room {
    clauses: Clauses,
    slicer: Slicer,
}

impl Learned {
    /// Goes along the path of a run: gives the fingerprints of its candidates and of the whole.
    fn walk(&mut self, view: &View<'_>, run: RunId) -> (Vec<(NodeId, Fingerprint)>, Fingerprint) {
        let made = &view.runs[run];
        let pool = view.pool(run);
        if self.trees.len() <= made.grove {
            self.trees.resize_with(made.grove + 1, Room::default);
        }
        let Room { clauses, slicer } = &mut self.trees[made.grove];
        slicer.clear();
        self.path.clear();
        self.path.extend(view.tree.up(made.leaf));
        self.path.reverse();
        let mut whole = Fingerprint::default();
        let mut found = Vec::with_capacity(made.candidates.len());
        let mut candidates = made.candidates.iter().peekable();
        for (place, &node) in self.path.iter().enumerate() {
            if place > 0 {
                let clause = view.tree.clause(node);
                slicer.add(pool, clauses, clause, place as u32);
                whole.add(clauses.print(pool, clause));
            }
            // Candidates come in the order of the path.
            let behind = |candidate: &&NodeId| view.tree.parent(**candidate) == Some(node);
            while let Some(&candidate) = candidates.next_if(behind) {
                let clause = view.tree.clause(candidate);
                found.push((candidate, slicer.attempt(pool, clauses, clause)));
            }
        }
        (found, whole)
    }
}

impl Strategy for Learned {
    fn name(&self) -> &'static str {
        "learned"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        let (candidates, whole) = self.walk(view, run);
        if !whole.is_empty() {
            self.selection.learn(&whole, true);
        }
        for (candidate, fingerprint) in candidates {
            self.asked.insert(candidate, fingerprint);
            self.selection.add(candidate, &fingerprint);
        }
    }

    fn answered(&mut self, _: &View<'_>, candidate: NodeId, answer: Answer, _: &mut Rng) {
        // A second answer, after more effort, is as good an example as the first.
        if let Some(fingerprint) = self.asked.get(&candidate) {
            self.selection.learn(fingerprint, matches!(answer, Answer::Ran { .. }));
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        self.selection.next(random, |node| view.is_open(node))
    }
}
