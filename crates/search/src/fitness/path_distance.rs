//! `path_distance`: the symbolically enhanced fitness (paper Baars et al., Definitions 1 to 4).
//!
//! Wherever a run leaves a node that the target depends on, the conditions of all paths from there to the
//! target are graded with the values the run had; those of one path are summed, each normalised, each that
//! is destroyed as one, and the nearest path counts. This takes the place of the approach level. Paths are
//! looked for when a run first leaves a node; until then nobody needs them.
//!
//! The paper speaks of one function. In a chain of calls, what is missing to the call is added to as much as
//! the called function has branches.

use crate::fitness::chain::Link;
use crate::fitness::death::death_in_loops;
use crate::fitness::is_clean;
use crate::path::{Bounds, Limits, paths};
use crate::target::{End, Target};
use crate::terrain::Terrain;
use program::{BlockId, FuncId, OutcomeId, SiteKind};
use std::sync::Arc;
use term::distance::CompiledPaths;
use term::{Distance, Fitness};
use trace::{Probe, Trace};

/// The enhanced fitness of one target.
#[derive(Debug)]
pub struct PathDistance {
    links: Vec<Layer>,
    probes: Vec<Arc<Probe>>,
    limits: Limits,
    bounds: Bounds,
    /// What a run has that met nothing.
    top: u32,
}

/// A function on the way to the target.
#[derive(Debug)]
struct Layer {
    function: FuncId,
    ends: Vec<End>,
    /// The outcomes of a whole evaluation that paths have to go through.
    only: Vec<OutcomeId>,
    /// The outcomes that are the target itself.
    last: Vec<OutcomeId>,
    nodes: Vec<Node>,
    /// What is added for the calls that follow.
    below: u32,
    /// As far as anything in this function counts.
    height: u32,
}

/// A node that the target depends on.
#[derive(Debug)]
struct Node {
    block: BlockId,
    /// The outcomes of its branch, by which it is seen to be left.
    outcomes: Vec<OutcomeId>,
    /// Its probe, by number, once it was looked for and if there is a path.
    probe: Option<Option<usize>>,
}

impl Node {
    /// The same, of which nothing is known yet.
    fn fresh(&self) -> Self {
        Self { block: self.block, outcomes: self.outcomes.clone(), probe: None }
    }
}

impl PathDistance {
    /// The fitness of a target that the functions of a chain lead to.
    pub fn new(terrain: &Terrain<'_>, target: &Target, chain: &[Link], limits: Limits) -> Self {
        let mut links: Vec<Layer> = Vec::new();
        let (mut below, mut top, mut calls) = (0, 0, 0);
        for link in chain {
            if link.calls > calls {
                (below, calls) = (top, link.calls);
            }
            let own = link.function == target.function;
            let layer = Layer::new(terrain, link, below, own);
            top = top.max(below + layer.height);
            if own && !target.evaluations.is_empty() {
                links.extend(target.evaluations.iter().map(|it| layer.through(terrain, it)));
            } else {
                links.push(layer);
            }
        }
        Self { links, probes: Vec::new(), limits, bounds: Bounds::default(), top }
    }

    /// Looks for the paths of nodes that a run left and nobody has left before. Gives whether there were
    /// any: then the run has to be made again with the [`probes`](Self::probes).
    pub fn prepare(&mut self, terrain: &Terrain<'_>, trace: &Trace) -> bool {
        let (mut new, mut looked) = (false, 0);
        for layer in &mut self.links {
            for node in layer.nodes.iter_mut().filter(|node| node.probe.is_none()) {
                let was_left = |outcome: &OutcomeId| trace.tally.get(*outcome).count > 0;
                if !node.outcomes.iter().any(was_left) {
                    continue;
                }
                // Nodes stand in the order in which they are near the target. In a chain of hundreds of comparisons a
                // run leaves all of them, and each has all that follow ahead.
                if looked >= self.limits.nodes {
                    node.probe = Some(None);
                    self.bounds.nodes = true;
                    continue;
                }
                looked += 1;
                let aim = (&layer.ends[..], &layer.only[..]);
                let found = paths(terrain, layer.function, node.block, aim, self.limits);
                node.probe = Some(found.map(|paths| {
                    self.bounds.facts |= paths.bounds.facts;
                    self.bounds.forks |= paths.bounds.forks;
                    self.bounds.expressions |= paths.bounds.expressions;
                    self.probes.push(Arc::new(Probe {
                        function: layer.function,
                        block: node.block,
                        paths: CompiledPaths::new(&paths.pool, &paths.forks),
                        inputs: paths.inputs,
                    }));
                    self.probes.len() - 1
                }));
                new = true;
            }
        }
        new
    }

    /// The probes that runs have to be made with.
    pub fn probes(&self) -> &[Arc<Probe>] {
        &self.probes
    }

    /// Which limits were reached by now.
    pub fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Whether there are several nodes that paths begin at.
    pub fn has_ways(&self) -> bool {
        self.links.iter().any(|layer| layer.nodes.len() > 1)
    }

    /// How far a run was from the target, which it did not cover: the least over all nodes that it left, and the most,
    /// which is from where all conditions are ahead. Nodes that it did not come to say nothing.
    pub fn of(&self, terrain: &Terrain<'_>, trace: &Trace) -> [Fitness; 2] {
        let mut best = Fitness::level(self.top);
        let mut whole = Fitness::ZERO;
        for layer in &self.links {
            let below = Fitness::level(layer.below);
            if below >= best {
                continue;
            }
            for outcome in &layer.last {
                let entry = trace.tally.get(*outcome);
                if entry.nearest != Distance::MAX {
                    best = best.min(below + Fitness::normalised(entry.nearest));
                }
            }
            for probe in layer.nodes.iter().filter_map(|node| node.probe.flatten()) {
                let left = trace.probes.get(probe).filter(|sum| **sum != Fitness::MAX);
                if let Some(sum) = left {
                    let sum = below + (*sum).min(Fitness::level(layer.height));
                    best = best.min(sum);
                    whole = whole.max(sum);
                }
            }
        }
        if whole.is_zero() {
            whole = best;
        }
        // What a run died of is one more condition on the way.
        if !is_clean(trace) || best.is_zero() {
            let death = death_in_loops(terrain, trace);
            (best, whole) = (best + death, whole + death);
        }
        [best, whole]
    }
}

impl Layer {
    fn new(terrain: &Terrain<'_>, link: &Link, below: u32, own: bool) -> Self {
        let sites = terrain.sites();
        let mut blocks: Vec<(BlockId, Vec<OutcomeId>)> = Vec::new();
        for (outcome, _) in &link.steps {
            let site = sites.site(sites.owner(*outcome).0);
            if matches!(site.kind, SiteKind::Branch | SiteKind::Switch { .. })
                && !blocks.iter().any(|(block, _)| *block == site.point.block)
            {
                let outcomes = (0..site.outcomes()).map(|way| site.outcome(way)).collect();
                blocks.push((site.point.block, outcomes));
            }
        }
        let last = link.ends.iter().filter_map(|end| match end {
            End::Outcome(outcome) if own => Some(*outcome),
            _ => None,
        });
        let branches = sites.of_function(link.function).map(|site| sites.site(site));
        let branches = branches.filter(|site| !matches!(site.kind, SiteKind::Check(_))).count();
        let node = |(block, outcomes)| Node { block, outcomes, probe: None };
        Self {
            function: link.function,
            ends: link.ends.clone(),
            only: Vec::new(),
            last: last.collect(),
            nodes: blocks.into_iter().map(node).collect(),
            below,
            height: branches as u32 + 1,
        }
    }

    /// The same for a whole evaluation of a decision: where the run stands when it leaves the first condition, all of
    /// them are seen. What it had when it left a later one says nothing of how it got there.
    fn through(&self, terrain: &Terrain<'_>, evaluation: &[OutcomeId]) -> Self {
        let sites = terrain.sites();
        let mut nodes: Vec<Node> = self.nodes.iter().map(Node::fresh).collect();
        for end in &self.ends {
            let here = |outcome: &OutcomeId| {
                let site = sites.site(sites.owner(*outcome).0);
                (End::Block(site.point.block) == *end).then_some(site)
            };
            if let Some(site) = evaluation.iter().find_map(here)
                && !nodes.iter().any(|node| node.block == site.point.block)
            {
                let outcomes = (0..site.outcomes()).map(|way| site.outcome(way)).collect();
                nodes.push(Node { block: site.point.block, outcomes, probe: None });
            }
        }
        Self {
            function: self.function,
            ends: evaluation.last().map(|last| End::Outcome(*last)).into_iter().collect(),
            only: evaluation.to_vec(),
            last: Vec::new(),
            nodes,
            below: self.below,
            height: self.height,
        }
    }
}
