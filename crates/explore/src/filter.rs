//! The filter: candidates through which nothing uncovered can be reached are none
//! (T. Su et al., Algorithm 2).
//!
//! Whether a candidate is relevant depends on the outcome that it would take, on what the scenario calls
//! afterwards and, under MC/DC, on the conditions of the same decision before it; not on the rest of its
//! prefix, since what lies behind an earlier edge of the path includes what lies behind a later one. So
//! candidates that are alike in this are kept together, and after a fruitful run each group is asked once,
//! however many candidates it has.

use crate::run::{Run, RunId};
use crate::strategy::so_far;
use crate::tree::{NodeId, Status, Tree};
use coverage::{Relevance, Structure};
use program::{ConditionRef, FuncId, IdVec, OutcomeId};
use rustc_hash::FxHashMap;

/// The open candidates by group.
#[derive(Clone, Debug, Default)]
pub(crate) struct Filter {
    groups: Vec<CandidateGroup>,
    by_key: FxHashMap<(OutcomeId, Vec<(ConditionRef, bool)>), usize>,
    /// Groups with candidates.
    filled: Vec<usize>,
    /// The state of the structure that the candidates were last looked at with.
    version: u64,
}

/// Candidates that are alike.
#[derive(Clone, Debug)]
struct CandidateGroup {
    outcome: OutcomeId,
    /// The conditions of the same evaluation of a decision before it.
    so_far: Vec<(ConditionRef, bool)>,
    candidates: Vec<NodeId>,
}

impl Filter {
    /// Takes a new candidate. Gives whether it is relevant.
    pub fn add(
        &mut self,
        tree: &mut Tree,
        structure: &Structure,
        node: NodeId,
        rest: &[FuncId],
    ) -> bool {
        let Some(outcome) = tree.branch(node) else { return true };
        let so_far = so_far(tree, structure, node);
        if structure.relevance(outcome, &so_far, rest) == Relevance::Irrelevant {
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
        let Self { groups, filled, .. } = self;
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
                    && structure.relevance(*outcome, so_far, rest) != Relevance::Irrelevant;
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
