//! Looking ahead: among the next few candidates of a strategy, the one behind which a run that is forced there, without
//! solving anything, sees most that no run has seen.
//!
//! What is seen may be infeasible, since the data do not fit the way: it is a way to rank and nothing else.

use crate::tree::{NodeId, Status, Tree};
use program::{Id, OutcomeId};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use trace::{Force, Trace};

/// Steps of a look behind the branch that it turns.
const STEPS: u64 = 4_000;

/// A look at what lies behind a candidate.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub(crate) node: NodeId,
    /// Where the run that met the candidate is to go another way.
    pub force: Force,
}

/// Candidates that wait for their turn, and what was seen behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ahead {
    waiting: Vec<(NodeId, Option<Vec<OutcomeId>>)>,
    /// The place of the clause that a candidate turns in the path of the run that met it.
    places: FxHashMap<NodeId, usize>,
    /// Outcomes that runs have taken.
    taken: Vec<bool>,
}

impl Ahead {
    /// A run met a candidate at this place of its path.
    pub fn met(&mut self, node: NodeId, place: usize) {
        self.places.insert(node, place);
    }

    /// Takes note of what a run took.
    pub fn ran(&mut self, trace: &Trace) {
        for outcome in taken(trace) {
            if self.taken.len() <= outcome.index() {
                self.taken.resize(outcome.index() + 1, false);
            }
            self.taken[outcome.index()] = true;
        }
    }

    /// Whether there is room among those that wait, of whom there are at most so many.
    pub fn has_room(&mut self, tree: &Tree, most: usize) -> bool {
        self.waiting.retain(|(node, _)| tree.status(*node) == Status::Chosen);
        self.waiting.len() < most
    }

    /// Whether a candidate waits.
    pub fn has(&self, node: NodeId) -> bool {
        self.waiting.iter().any(|(waiting, _)| *waiting == node)
    }

    /// Lets a candidate wait.
    pub fn wait(&mut self, node: NodeId) {
        // What turns no clause of a path cannot be looked at.
        let seen = if self.places.contains_key(&node) { None } else { Some(Vec::new()) };
        self.waiting.push((node, seen));
    }

    /// The next look to take, for an outcome by its index at its site.
    pub fn look(&self, index_of: impl Fn(NodeId) -> u32) -> Option<Look> {
        let &(node, _) = self.waiting.iter().find(|(_, seen)| seen.is_none())?;
        let force = Force { clause: self.places[&node], outcome: index_of(node), steps: STEPS };
        Some(Look { node, force })
    }

    /// What a look saw; none if it did not come to the branch.
    pub fn looked(&mut self, look: &Look, trace: Option<&Trace>) {
        let new = |outcome: &OutcomeId| !self.is_taken(*outcome);
        let seen = trace.map_or_else(Vec::new, |trace| taken(trace).filter(new).collect());
        if let Some(waiting) = self.waiting.iter_mut().find(|(node, _)| *node == look.node) {
            waiting.1 = Some(seen);
        }
    }

    /// The one that promises most, of equals who came first.
    pub fn best(&mut self) -> Option<NodeId> {
        let promise = |seen: &Option<Vec<OutcomeId>>| {
            let seen = seen.iter().flatten();
            seen.filter(|outcome| !self.is_taken(**outcome)).count()
        };
        let places = self.waiting.iter().enumerate();
        let best = places.max_by_key(|(place, (_, seen))| (promise(seen), Reverse(*place)))?.0;
        Some(self.waiting.remove(best).0)
    }

    fn is_taken(&self, outcome: OutcomeId) -> bool {
        self.taken.get(outcome.index()).copied().unwrap_or(false)
    }
}

/// The outcomes that a run took.
fn taken(trace: &Trace) -> impl Iterator<Item = OutcomeId> {
    let touched = trace.tally.touched().iter().copied();
    touched.filter(|&outcome| trace.tally.get(outcome).count > 0)
}
