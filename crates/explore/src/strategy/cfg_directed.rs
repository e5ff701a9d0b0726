//! `cfg-directed`: the branch of a path that is nearest to something uncovered in the control-flow graph
//! (paper context-guided search, 2.3.4; J. Burnim and K. Sen, Heuristics for scalable dynamic test generation,
//! ASE 2008, as CREST has it).
//!
//! The branches of a path are tried in the order of their score: the distance behind the turned branch,
//! plus how often the same branch was in the list before it. A run that covers something new becomes the
//! path to go on from. One that goes where it was meant to without covering anything is followed: its
//! branches behind the turned one are tried, fewer of them and not deeper than some levels. When these are
//! used up the search goes back to where it came from, and when nothing is left there it starts over.
//!
//! CREST starts over with random inputs and forgets what it has covered; here a path with candidates takes
//! the place of the random one, and nothing is forgotten. By option a path that is followed is bounded as in CREST: its
//! branches have to be nearer than the one that led there; and where no path is left the strategy has no candidates, so
//! that exploration starts over with other inputs. What was covered is not forgotten then either.

use super::bag::Bag;
use super::{Answer, Strategy, View};
use crate::run::RunId;
use crate::tree::NodeId;
use fastrand::Rng;
use program::OutcomeId;
use rustc_hash::FxHashMap;

/// Runs that are made from a path to go on from.
const RUNS: u32 = 250;
/// Runs that are made from a path that is followed.
const FOLLOWED_RUNS: u32 = 5;
/// How many paths are followed from one another.
const DEPTH: u32 = 5;

/// The strategy.
#[derive(Clone, Debug, Default)]
pub struct CfgDirected {
    /// The path to go on from and those that are followed from it.
    paths: Vec<Path>,
    all: Bag,
    /// Whether followed paths are bounded by distance, and nothing is gone back to.
    crest: bool,
}

/// A path whose branches are tried.
#[derive(Clone, Debug)]
struct Path {
    /// Its branches with their scores, the best last.
    branches: Vec<(u32, NodeId)>,
    /// The score of the branch that was taken from it last.
    last: u32,
    /// How many runs may still be made from it.
    runs: u32,
    /// How many paths may be followed from it in a row.
    depth: u32,
}

impl CfgDirected {
    /// As in CREST, or with all paths to go back to.
    pub fn new(crest: bool) -> Self {
        Self { crest, ..Self::default() }
    }
}

impl Strategy for CfgDirected {
    fn name(&self) -> &'static str {
        "cfg-directed"
    }

    fn added(&mut self, view: &View<'_>, run: RunId, random: &mut Rng) {
        self.all.extend(view.runs[run].candidates.iter().copied());
        if self.paths.is_empty() || view.runs[run].gain > 0 {
            let branches = ranked(view, view.ways_off(run), random);
            self.paths = vec![Path { branches, last: u32::MAX, runs: RUNS, depth: DEPTH }];
        }
    }

    fn answered(&mut self, view: &View<'_>, candidate: NodeId, answer: Answer, random: &mut Rng) {
        let Answer::Ran { run, followed } = answer else { return };
        if view.runs[run].gain > 0 {
            return;
        }
        let Some(path) = self.paths.last_mut() else { return };
        path.runs = path.runs.saturating_sub(1);
        let depth = path.depth.saturating_sub(1);
        if followed && depth > 0 {
            let behind = view.tree.depth(candidate);
            let ways = view.ways_off(run).filter(|&node| view.tree.depth(node) > behind);
            let most = if self.crest { path.last } else { u32::MAX };
            let mut branches = ranked(view, ways, random);
            branches.retain(|(score, _)| *score < most);
            self.paths.push(Path { branches, last: most, runs: FOLLOWED_RUNS, depth });
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut Rng) -> Option<NodeId> {
        while let Some(path) = self.paths.last_mut() {
            if path.runs > 0 {
                let best = std::iter::from_fn(|| path.branches.pop());
                if let Some((score, node)) = best.into_iter().find(|(_, node)| view.is_open(*node))
                {
                    path.last = score;
                    return Some(node);
                }
            }
            self.paths.pop();
        }
        if self.crest {
            return None;
        }
        let start = self.all.take(view, random)?;
        let run = view.tree.run(start);
        let branches = ranked(view, view.ways_off(run), random);
        self.paths = vec![Path { branches, last: u32::MAX, runs: RUNS, depth: DEPTH }];
        Some(start)
    }
}

/// Branches by their score, the best last; those behind which nothing is uncovered are left out.
fn ranked(
    view: &View<'_>,
    ways: impl Iterator<Item = NodeId>,
    random: &mut Rng,
) -> Vec<(u32, NodeId)> {
    let mut ways: Vec<NodeId> = ways.collect();
    random.shuffle(&mut ways);
    let mut seen: FxHashMap<OutcomeId, u32> = FxHashMap::default();
    let mut scored: Vec<(u32, NodeId)> = Vec::with_capacity(ways.len());
    for node in ways {
        let Some(outcome) = view.outcome(node) else { continue };
        let Some(distance) = view.aims().distance(outcome) else { continue };
        let before = seen.entry(outcome).or_default();
        *before += 1;
        scored.push((distance + *before, node));
    }
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored
}
