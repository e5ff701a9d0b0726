//! Strategies: which candidate is next.
//!
//! A strategy is told of each run and of each answer, and is asked for the next candidate. Candidates are
//! never taken away from it: one that was explored by chance or became irrelevant is no longer
//! [open](View::is_open), and whoever comes across it passes over it.

mod bag;
mod bfs;
mod carfast;
mod cfg_directed;
mod context_guided;
mod dfs;
mod fifo;
mod fitness_guided;
mod generational;
mod interleaved;
mod kind;
mod learned;
mod predictive;
mod random_branch;
mod rp_md2u;
mod shortest;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod uniform_random;

pub use bfs::Bfs;
pub use carfast::CarFast;
pub use cfg_directed::CfgDirected;
pub use context_guided::ContextGuided;
pub use dfs::Dfs;
pub use fifo::Fifo;
pub use fitness_guided::FitnessGuided;
pub use generational::Generational;
pub use interleaved::Interleaved;
pub use kind::{NoStrategy, Options, StrategyKind};
pub use learned::Learned;
pub use predictive::Predictive;
pub use random_branch::RandomBranch;
pub use rp_md2u::{MinDistance, RandomPath, rp_md2u};
pub use shortest::Shortest;
pub use uniform_random::UniformRandom;

use crate::run::{Run, RunId};
use crate::tree::{Grove, NodeId, Status, Tree};
use coverage::{Relevance, Structure};
use fastrand::Rng;
use program::{ConditionRef, IdVec, OutcomeId};
use term::Pool;

/// What became of a candidate that was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A run was made for it.
    Ran {
        /// The run.
        run: RunId,
        /// Whether it went where it was meant to.
        followed: bool,
    },
    /// No input leads there.
    Unsatisfiable,
    /// The solver did not find out.
    Unknown,
}

/// Makes strategies of their own out of boxed ones.
pub trait Fork {
    /// One that knows what this one knows.
    fn fork(&self) -> Box<dyn Strategy>;
}

impl<T: Strategy + Clone + 'static> Fork for T {
    fn fork(&self) -> Box<dyn Strategy> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Strategy> {
    fn clone(&self) -> Self {
        (**self).fork()
    }
}

/// Chooses candidates.
pub trait Strategy: Fork + Send {
    /// Its name.
    fn name(&self) -> &'static str;

    /// A run came in; its new candidates are [`Run::candidates`].
    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng);

    /// A candidate that this strategy chose has got its answer. The run, if there is one, was added before.
    fn answered(&mut self, view: &View<'_>, candidate: NodeId, answer: Answer, random: &mut Rng) {
        let _ = (view, candidate, answer, random);
    }

    /// The next candidate: an open one. None when it has no more to offer.
    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId>;
}

/// What a strategy sees.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// The runs.
    pub runs: &'a IdVec<RunId, Run>,
    /// What is covered and what could still be.
    pub structure: &'a Structure,
    /// The same, where all that a run has reached counts as covered, also one that came to a bad end.
    pub reached: &'a Structure,
    /// The trees' starts and terms.
    pub groves: &'a [Grove],
}

impl View<'_> {
    /// What to go for: goals that no run has reached, and when there are none, those that are not covered. To reach
    /// once more what runs died behind would bring nothing; what they died of is repaired anyway.
    pub fn aims(&self) -> &Structure {
        if self.is_all_reached() { self.structure } else { self.reached }
    }

    /// Whether runs have reached every goal and not covered all of them. From then on what candidates are worth is
    /// another matter.
    pub fn is_all_reached(&self) -> bool {
        let (reached, goals) = self.reached.share();
        reached == goals && self.structure.share().0 < goals
    }

    /// What a candidate can bring (paper CAUT, Algorithm 2).
    pub fn relevance(&self, candidate: NodeId) -> Relevance {
        let Some(outcome) = self.tree.branch(candidate) else { return Relevance::May };
        let so_far = so_far(self.tree, self.structure, candidate);
        let rest = &self.runs[self.tree.run(candidate)].rest;
        self.structure.relevance(outcome, &so_far, rest)
    }

    /// The conditions of the same evaluation of a decision that a candidate's prefix has gone through, as
    /// far as they depended on inputs.
    pub fn so_far(&self, candidate: NodeId) -> Vec<(ConditionRef, bool)> {
        so_far(self.tree, self.structure, candidate)
    }

    /// The open candidates along a run's path, whoever met them, in the order of the path.
    pub fn ways_off(&self, run: RunId) -> impl Iterator<Item = NodeId> + '_ {
        let mut path: Vec<NodeId> = self.tree.up(self.runs[run].leaf).collect();
        path.reverse();
        let ways = path.into_iter().flat_map(|node| self.tree.children(node));
        ways.filter(|&node| self.is_open(node) && self.outcome(node).is_some())
    }

    /// Whether a node is a candidate still.
    pub fn is_open(&self, node: NodeId) -> bool {
        self.tree.is_open(node)
    }

    /// The outcome that a candidate would take. Candidates of strategies are always branches.
    pub fn outcome(&self, candidate: NodeId) -> Option<OutcomeId> {
        self.tree.branch(candidate)
    }

    /// Where the clauses of a run's tree live.
    pub fn pool(&self, run: RunId) -> &Pool {
        &self.groves[self.runs[run].grove].pool
    }

    /// The branch instance that a run took where this candidate goes another way.
    pub fn taken(&self, candidate: NodeId) -> Option<NodeId> {
        // The run that met a candidate is the first that came by, and its way is the first that was added.
        let parent = self.tree.parent(candidate)?;
        let explored = |node: &NodeId| self.tree.status(*node) == Status::Explored;
        self.tree.children(parent).filter(explored).last()
    }

    /// The branch instances of a run that are before a node and itself, the last first; checks are passed
    /// over.
    pub fn branches_up(&self, node: NodeId) -> impl Iterator<Item = (NodeId, OutcomeId)> + '_ {
        self.tree.up(node).filter_map(|node| Some((node, self.tree.branch(node)?)))
    }
}

/// The conditions of one evaluation of a decision that a candidate's prefix has gone through, as far as
/// the whole of them depended on inputs.
pub(crate) fn so_far(
    tree: &Tree,
    structure: &Structure,
    candidate: NodeId,
) -> Vec<(ConditionRef, bool)> {
    let Some(outcome) = tree.branch(candidate) else { return Vec::new() };
    let earlier = tree.up(candidate).skip(1).filter_map(|node| tree.branch(node));
    structure.map().so_far(outcome, earlier)
}
