//! `carfast`: a branch that is not covered, and of these the one that most code depends on (paper
//! context-guided search, 2.3.3; S. Park et al., CarFast: achieving higher statement coverage faster, FSE 2012).
//!
//! Code is counted in instructions of the IR that transitively depend on the branch, those of called
//! functions included. When every branch that has a candidate is covered, the original starts over with
//! random inputs; here any candidate is taken.

use super::bag::Bag;
use super::{Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use program::{Id, OutcomeId};
use std::collections::BinaryHeap;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct CarFast {
    by_outcome: Vec<Bag>,
    /// Outcomes that had candidates and were open when they got them, by weight.
    heaviest: BinaryHeap<(u32, OutcomeId)>,
    all: Bag,
    /// Whether open are goals that are reached but not covered.
    all_reached: bool,
}

impl CarFast {
    fn add(&mut self, view: &View<'_>, node: NodeId) {
        let Some(outcome) = view.outcome(node) else { return };
        if !view.aims().is_open(outcome) {
            return;
        }
        if self.by_outcome.len() <= outcome.index() {
            self.by_outcome.resize_with(outcome.index() + 1, Bag::default);
        }
        let bag = &mut self.by_outcome[outcome.index()];
        if bag.is_empty() {
            self.heaviest.push((view.structure.weight(outcome), outcome));
        }
        bag.push(node);
    }
}

impl Strategy for CarFast {
    fn name(&self) -> &'static str {
        "carfast"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, _: &mut Rng) {
        for &node in &view.runs[run].candidates {
            self.all.push(node);
            self.add(view, node);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        if self.all_reached != view.is_all_reached() {
            // Other goals are aimed at.
            self.all_reached = view.is_all_reached();
            self.heaviest.clear();
            self.by_outcome.clear();
            let all = std::mem::take(&mut self.all);
            all.nodes().iter().for_each(|&node| self.add(view, node));
            self.all = all;
        }
        while let Some(&(_, outcome)) = self.heaviest.peek() {
            let bag = &mut self.by_outcome[outcome.index()];
            if view.aims().is_open(outcome)
                && let Some(node) = bag.take(view, random)
            {
                return Some(node);
            }
            // What is covered stays covered, so its candidates are only those of `all` from now on.
            *bag = Bag::default();
            self.heaviest.pop();
        }
        self.all.take(view, random)
    }
}
