//! `fitness-guided`: toward one uncovered branch at a time, by how near paths came to it (T. Xie, N. Tillmann,
//! J. de Halleux and W. Schulte, Fitness-guided path exploration in dynamic symbolic execution, DSN 2009).
//!
//! The fitness of a path is its least distance to the target over all instances of the target's branch on
//! it. Turning a branch has a gain: by how much the fitness of the new path was better than that of the
//! old one, on average over all that turned the same branch for this target. The candidate whose path's
//! fitness less its branch's gain is least comes next; of equals the shorter, then any.
//!
//! Fitnex leaves open how targets follow each other, and is meant to be interleaved. Here the target is the
//! uncovered branch that paths came nearest to among those that were tried least; it is given up
//! for the next after some runs that brought nothing nearer. A path that misses the target's branch
//! altogether counts as if the distance had doubled. Distances are those of the clauses under the inputs of
//! the path, so that a branch that does not depend on inputs is no target. Without a target any candidate
//! is taken.

use super::bag::Bag;
use super::{Answer, Strategy, View};
use crate::run::RunId;
use crate::tree::{NodeId, Status};
use fastrand::Rng;
use program::OutcomeId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use term::TermId;
use term::distance::{CompiledDistance, Distance};

/// Runs that bring a target no nearer before it is given up for the next.
const PATIENCE: u32 = 25;
/// Instances of uncovered branches on a path that are looked at: the first ones.
const INSTANCES: usize = 512;

/// Candidates by distance, nearest first.
type Nearest = BinaryHeap<Reverse<(Distance, u32, u32, NodeId)>>;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct FitnessGuided {
    /// Branches that paths came near to without taking them.
    targets: BTreeMap<OutcomeId, Target>,
    current: Option<Current>,
    all: Bag,
    scratch: term::Scratch,
}

/// A branch that is to be covered.
#[derive(Clone, Debug)]
struct Target {
    /// Its distance from each path that came by.
    fitness: BTreeMap<RunId, Distance>,
    best: Distance,
    /// How often it was given up.
    given_up: u32,
    /// By branch: the sum of the gains of turning it, and how often that was done.
    gains: BTreeMap<OutcomeId, (f64, u32)>,
}

/// The target that is being tried.
#[derive(Clone, Debug)]
struct Current {
    outcome: OutcomeId,
    /// Runs that it has left.
    patience: u32,
    /// By branch: the candidates that turn it, by the fitness of their path.
    candidates: BTreeMap<OutcomeId, Nearest>,
}

impl Strategy for FitnessGuided {
    fn name(&self) -> &'static str {
        "fitness-guided"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng) {
        self.all.extend(view.runs[run].candidates.iter().copied());
        for (outcome, distance) in self.distances(view, run) {
            let target = self.targets.entry(outcome).or_insert_with(|| Target {
                fitness: BTreeMap::new(),
                best: Distance::MAX,
                given_up: 0,
                gains: BTreeMap::new(),
            });
            let best = target.fitness.entry(run).or_insert(distance);
            *best = distance.min(*best);
            if distance < target.best {
                target.best = distance;
                if let Some(current) = &mut self.current
                    && current.outcome == outcome
                {
                    current.patience = PATIENCE;
                }
            }
        }
        if let Some(current) = &mut self.current
            && let Some(target) = self.targets.get(&current.outcome)
            && let Some(fitness) = target.fitness.get(&run)
        {
            current.add(view, run, *fitness, random);
        }
    }

    fn answered(&mut self, view: &View<'_>, candidate: NodeId, answer: Answer, _: &mut Rng) {
        let Some(current) = &mut self.current else { return };
        let Answer::Ran { run, .. } = answer else { return };
        current.patience = current.patience.saturating_sub(1);
        let (Some(target), Some(outcome)) =
            (self.targets.get_mut(&current.outcome), view.outcome(candidate))
        else {
            return;
        };
        // A candidate that a run went to has that run as its own.
        let Some(before) = view.taken(candidate).map(|node| view.tree.run(node)) else { return };
        let Some(old) = target.fitness.get(&before).map(|distance| distance.to_f64()) else {
            return;
        };
        let new = target.fitness.get(&run).map_or(2.0 * old, |distance| distance.to_f64());
        let (sum, count) = target.gains.entry(outcome).or_default();
        *sum += old - new;
        *count += 1;
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        loop {
            let stale =
                |current: &Current| current.patience == 0 || !view.aims().is_open(current.outcome);
            if self.current.as_ref().is_none_or(stale) {
                self.give_up();
                if !self.aim(view, random) {
                    return self.all.take(view, random);
                }
            }
            let current = self.current.as_mut()?;
            let target = self.targets.get(&current.outcome)?;
            if let Some(node) = current.best(view, target) {
                return Some(node);
            }
            current.patience = 0;
        }
    }
}

impl FitnessGuided {
    /// Ends the current target.
    fn give_up(&mut self) {
        if let Some(current) = self.current.take()
            && let Some(target) = self.targets.get_mut(&current.outcome)
        {
            target.given_up += 1;
        }
    }

    /// Aims at the next target and tells whether there is one with candidates.
    fn aim(&mut self, view: &View<'_>, random: &mut Rng) -> bool {
        self.targets.retain(|outcome, _| view.aims().is_open(*outcome));
        let mut order: Vec<(u32, Distance, OutcomeId)> = self
            .targets
            .iter()
            .map(|(outcome, target)| (target.given_up, target.best, *outcome))
            .collect();
        order.sort_unstable();
        for (.., outcome) in order {
            let mut current = Current { outcome, patience: PATIENCE, candidates: BTreeMap::new() };
            for (&run, &fitness) in &self.targets[&outcome].fitness {
                current.add(view, run, fitness, random);
            }
            if !current.candidates.is_empty() {
                self.current = Some(current);
                return true;
            }
        }
        false
    }

    /// How near a run came to each uncovered branch that it met and did not take.
    fn distances(&mut self, view: &View<'_>, run: RunId) -> Vec<(OutcomeId, Distance)> {
        let mut outcomes: Vec<OutcomeId> = Vec::new();
        let mut clauses: Vec<TermId> = Vec::new();
        let path: Vec<NodeId> = view.tree.up(view.runs[run].leaf).collect();
        for step in path.windows(2).rev() {
            let others = view.tree.children(step[1]).filter(|node| *node != step[0]);
            for node in others.filter(|node| view.tree.status(*node) != Status::Explored) {
                if let Some(outcome) = view.outcome(node)
                    && view.aims().is_open(outcome)
                {
                    outcomes.push(outcome);
                    clauses.push(view.tree.clause(node));
                }
            }
            if outcomes.len() >= INSTANCES {
                break;
            }
        }
        if clauses.is_empty() {
            return Vec::new();
        }
        let compiled = CompiledDistance::new(view.pool(run), &clauses);
        let grades = compiled.eval_each(&view.runs[run].values, &mut self.scratch);
        outcomes.into_iter().zip(grades.map(|grade| grade.to_true)).collect()
    }
}

impl Current {
    /// Takes the open candidates of a run.
    fn add(&mut self, view: &View<'_>, run: RunId, fitness: Distance, random: &mut Rng) {
        for &node in &view.runs[run].candidates {
            if let Some(outcome) = view.outcome(node).filter(|_| view.is_open(node)) {
                let entry = (fitness, view.tree.depth(node), random.u32(..), node);
                self.candidates.entry(outcome).or_default().push(Reverse(entry));
            }
        }
    }

    /// The best open candidate.
    fn best(&mut self, view: &View<'_>, target: &Target) -> Option<NodeId> {
        let mut best: Option<(f64, u32, u32, OutcomeId)> = None;
        self.candidates.retain(|&outcome, heap| {
            while heap.peek().is_some_and(|Reverse((.., node))| !view.is_open(*node)) {
                heap.pop();
            }
            let Some(&Reverse((fitness, depth, tie, _))) = heap.peek() else { return false };
            let gain =
                target.gains.get(&outcome).map_or(0.0, |(sum, count)| sum / f64::from(*count));
            let key = (fitness.to_f64() - gain, depth, tie, outcome);
            let better = |best: &(f64, u32, u32, OutcomeId)| {
                let order = key.0.total_cmp(&best.0);
                order.then((key.1, key.2, key.3).cmp(&(best.1, best.2, best.3))).is_lt()
            };
            if best.as_ref().is_none_or(better) {
                best = Some(key);
            }
            true
        });
        let (.., outcome) = best?;
        let Reverse((.., node)) = self.candidates.get_mut(&outcome)?.pop()?;
        Some(node)
    }
}
