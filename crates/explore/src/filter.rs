//! The filter: candidates through which nothing uncovered can be reached are none
//! (T. Su et al., Algorithm 2).
//!
//! The algorithm looks at every node of a candidate's path. Of the nodes before the last one nothing has to be asked
//! where they were met by a run that counts: what they cover is covered, and what lies behind an earlier edge of the path
//! includes what lies behind a later one. So whether a candidate is relevant depends on the outcome that it would take,
//! on what the scenario calls afterwards and, under MC/DC, on the conditions of the same decision before it. Candidates
//! that are alike in this are kept together, and after a fruitful run each group is asked once, however many candidates
//! it has.
//!
//! A run that came to a bad end covers nothing of what it went through. A way off that misses the end covers it, so
//! candidates that only such a run has met are relevant as long as something before them is open ([`Uncounted`]).

use crate::run::{Run, RunId};
use crate::strategy::so_far;
use crate::tree::{NodeId, Status, Tree};
use coverage::{Relevance, Structure};
use program::{ConditionRef, FuncId, IdVec, OutcomeId};
use rustc_hash::{FxHashMap, FxHashSet};
use trace::Trace;

/// The open candidates by group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    groups: Vec<CandidateGroup>,
    by_key: FxHashMap<(OutcomeId, SoFar), usize>,
    /// Groups with candidates.
    filled: Vec<usize>,
    /// The state of the structure that the candidates were last looked at with.
    version: u64,
    /// What runs went through that came to a bad end.
    uncounted: Vec<Uncounted>,
    /// Candidates that such runs met, and which part of what they went through comes before.
    behind: FxHashMap<NodeId, Behind>,
    /// The outcomes that runs took, where candidates are dropped by that.
    taken: FxHashSet<OutcomeId>,
}

/// The conditions of the same evaluation of a decision before an outcome.
type SoFar = Vec<(ConditionRef, bool)>;

/// What a run went through that came to a bad end, and would else have covered.
#[derive(Clone, Debug, Default)]
struct Uncounted {
    /// The function that it entered first.
    entered: Option<FuncId>,
    /// The outcomes that cover something, in the order of the path.
    taken: Vec<(OutcomeId, SoFar)>,
}

impl Uncounted {
    /// The place of the first outcome that still covers something.
    fn first(&self, structure: &Structure) -> Option<usize> {
        let covers = |(outcome, so_far): &(OutcomeId, SoFar)| {
            structure.relevance(*outcome, so_far, &[]) == Relevance::Must
        };
        self.taken.iter().position(covers)
    }
}

/// What comes before a candidate: the first outcomes of a run.
#[derive(Clone, Copy, Debug)]
struct Behind {
    run: usize,
    outcomes: usize,
}

/// A run that came to a bad end, of which the filter is told as it goes along.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BadEnd(usize);

/// Candidates that are alike.
#[derive(Clone, Debug)]
struct CandidateGroup {
    outcome: OutcomeId,
    /// The conditions of the same evaluation of a decision before it.
    so_far: SoFar,
    candidates: Vec<NodeId>,
}

impl Filter {
    /// Notes the outcomes that a run took.
    pub fn took(&mut self, trace: &Trace) {
        let took = |outcome: &&OutcomeId| trace.tally.get(**outcome).count > 0;
        self.taken.extend(trace.tally.touched().iter().filter(took));
    }

    /// Whether a run that was noted took an outcome.
    pub fn was_taken(&self, outcome: OutcomeId) -> bool {
        self.taken.contains(&outcome)
    }

    /// Begins a run that came to a bad end after it had entered a function.
    pub fn bad_end(&mut self, entered: Option<FuncId>) -> BadEnd {
        self.uncounted.push(Uncounted { entered, taken: Vec::new() });
        BadEnd(self.uncounted.len() - 1)
    }

    /// Tells that such a run has come to a node.
    pub fn pass(&mut self, run: BadEnd, tree: &Tree, structure: &Structure, node: NodeId) {
        let Some(outcome) = tree.branch(node) else { return };
        let so_far = so_far(tree, structure, node);
        if structure.relevance(outcome, &so_far, &[]) == Relevance::Must {
            let taken = &mut self.uncounted[run.0].taken;
            if !taken.contains(&(outcome, so_far.clone())) {
                taken.push((outcome, so_far));
            }
        }
    }

    /// Whether a candidate can bring anything, also one that nobody waits for any more.
    pub fn is_relevant(
        &self,
        tree: &Tree,
        runs: &IdVec<RunId, Run>,
        structure: &Structure,
        node: NodeId,
    ) -> bool {
        let Some(outcome) = tree.branch(node) else { return true };
        let (so_far, rest) = (so_far(tree, structure, node), &runs[tree.run(node)].rest);
        structure.relevance(outcome, &so_far, rest) != Relevance::Irrelevant
            || self.covers_before(structure, node)
    }

    /// Whether going to a candidate covers something that the run which met it went through in vain.
    fn covers_before(&self, structure: &Structure, node: NodeId) -> bool {
        self.behind.get(&node).is_some_and(|behind| {
            let run = &self.uncounted[behind.run];
            let is_before = run.first(structure).is_some_and(|first| first < behind.outcomes);
            is_before || run.entered.is_some_and(|entered| structure.is_open_at_entry(entered))
        })
    }

    /// Takes a new candidate of a run; one that came to a bad end is named. Gives whether it is relevant.
    pub fn add(
        &mut self,
        tree: &mut Tree,
        structure: &Structure,
        node: NodeId,
        rest: &[FuncId],
        bad_end: Option<BadEnd>,
    ) -> bool {
        let Some(outcome) = tree.branch(node) else { return true };
        if let Some(BadEnd(run)) = bad_end {
            let outcomes = self.uncounted[run].taken.len();
            self.behind.insert(node, Behind { run, outcomes });
        }
        let so_far = so_far(tree, structure, node);
        if structure.relevance(outcome, &so_far, rest) == Relevance::Irrelevant
            && !self.covers_before(structure, node)
        {
            tree.set_status(node, Status::Irrelevant);
            return false;
        }
        let groups = &mut self.groups;
        let group = *self.by_key.entry((outcome, so_far)).or_insert_with_key(|(_, so_far)| {
            groups.push(CandidateGroup { outcome, so_far: so_far.clone(), candidates: Vec::new() });
            groups.len() - 1
        });
        let candidates = &mut self.groups[group].candidates;
        if candidates.is_empty() {
            self.filled.push(group);
        }
        candidates.push(node);
        true
    }

    /// Looks at all candidates again if what is open has changed. Gives how many became irrelevant.
    pub fn renew(
        &mut self,
        tree: &mut Tree,
        runs: &IdVec<RunId, Run>,
        structure: &Structure,
    ) -> u64 {
        if self.version == structure.version() {
            return 0;
        }
        self.version = structure.version();
        let mut dropped = 0;
        let firsts: Vec<Option<usize>> =
            self.uncounted.iter().map(|run| run.first(structure)).collect();
        let Self { groups, filled, uncounted, behind, .. } = self;
        let covers_before = |node: &NodeId| {
            behind.get(node).is_some_and(|behind| {
                let entered = uncounted[behind.run].entered;
                firsts[behind.run].is_some_and(|first| first < behind.outcomes)
                    || entered.is_some_and(|entered| structure.is_open_at_entry(entered))
            })
        };
        filled.retain(|&group| {
            let CandidateGroup { outcome, so_far, candidates } = &mut groups[group];
            if structure.relevance(*outcome, so_far, &[]) != Relevance::Irrelevant {
                return true;
            }
            candidates.retain(|&node| {
                if !tree.is_open(node) {
                    return false;
                }
                let rest = &runs[tree.run(node)].rest;
                let relevant = !rest.is_empty()
                    && structure.relevance(*outcome, so_far, rest) != Relevance::Irrelevant
                    || covers_before(&node);
                if !relevant {
                    tree.set_status(node, Status::Irrelevant);
                    dropped += 1;
                }
                relevant
            });
            !candidates.is_empty()
        });
        dropped
    }
}

#[cfg(test)]
mod tests;
