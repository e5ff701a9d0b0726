//! The filter: candidates through which nothing uncovered can be reached are none
//! (T. Su et al., Algorithm 2).
//!
//! Whether a candidate is relevant depends on the outcome that it would take and on what the scenario
//! calls afterwards, not on its prefix: what lies behind an earlier edge of the path includes what lies
//! behind a later one. So candidates are kept by outcome, and after a fruitful run each outcome is asked
//! once, however many candidates it has.

use crate::run::{Run, RunId};
use crate::tree::{NodeId, Status, Tree};
use coverage::{Relevance, Structure};
use program::{FuncId, Id, IdVec, OutcomeId};

/// The open candidates by outcome.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    by_outcome: Vec<Vec<NodeId>>,
    /// Outcomes with candidates.
    filled: Vec<OutcomeId>,
    /// The state of the structure that the candidates were last looked at with.
    version: u64,
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
        if structure.relevance(outcome, &[], rest) == Relevance::Irrelevant {
            tree.set_status(node, Status::Irrelevant);
            return false;
        }
        if self.by_outcome.len() <= outcome.index() {
            self.by_outcome.resize_with(outcome.index() + 1, Vec::new);
        }
        let candidates = &mut self.by_outcome[outcome.index()];
        if candidates.is_empty() {
            self.filled.push(outcome);
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
        let Self { by_outcome, filled, .. } = self;
        filled.retain(|&outcome| {
            if structure.relevance(outcome, &[], &[]) != Relevance::Irrelevant {
                return true;
            }
            let candidates = &mut by_outcome[outcome.index()];
            candidates.retain(|&node| {
                if !tree.is_open(node) {
                    return false;
                }
                let rest = &runs[tree.run(node)].rest;
                let relevant = !rest.is_empty()
                    && structure.relevance(outcome, &[], rest) != Relevance::Irrelevant;
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
