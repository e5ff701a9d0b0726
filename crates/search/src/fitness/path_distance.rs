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
use crate::fitness::death;
use crate::path::{Bounds, Limits, paths};
use crate::target::{End, Target};
use crate::terrain::Terrain;
use program::{BlockId, FuncId, OutcomeId, SiteKind};
use std::sync::Arc;
use term::distance::CompiledPaths;
use term::{Distance, Fitness};
use trace::{Outcome, Probe, Trace};

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

impl PathDistance {
    /// The fitness of a target that the functions of a chain lead to.
    pub fn new(terrain: &Terrain<'_>, target: &Target, chain: &[Link], limits: Limits) -> Self {
        let mut links: Vec<Layer> = Vec::new();
        let (mut below, mut top, mut calls) = (0, 0, 0);
        for link in chain {
            if link.calls > calls {
                (below, calls) = (top, link.calls);
            }
            let layer = Layer::new(terrain, link, below, link.function == target.function);
            top = top.max(below + layer.height);
            links.push(layer);
        }
        Self { links, probes: Vec::new(), limits, bounds: Bounds::default(), top }
    }

    /// Looks for the paths of nodes that a run left and nobody has left before. Gives whether there were
    /// any: then the run has to be made again with the [`probes`](Self::probes).
    pub fn prepare(&mut self, terrain: &Terrain<'_>, trace: &Trace) -> bool {
        let mut new = false;
        for layer in &mut self.links {
            for node in layer.nodes.iter_mut().filter(|node| node.probe.is_none()) {
                let was_left = |outcome: &OutcomeId| trace.tally.get(*outcome).count > 0;
                if !node.outcomes.iter().any(was_left) {
                    continue;
                }
                let found = paths(terrain, layer.function, node.block, &layer.ends, self.limits);
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

    /// How far a run was from the target, which it did not cover.
    pub fn of(&self, terrain: &Terrain<'_>, trace: &Trace) -> Fitness {
        let mut best = Fitness::level(self.top);
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
                if let Some(sum) = trace.probes.get(probe) {
                    best = best.min(below + (*sum).min(Fitness::level(layer.height)));
                }
            }
        }
        // A check that failed is one more condition on the way.
        let died = matches!(trace.outcome, Outcome::Trapped(_));
        if died || best.is_zero() {
            best = best + death(terrain.sites(), trace);
        }
        best
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
            last: last.collect(),
            nodes: blocks.into_iter().map(node).collect(),
            below,
            height: branches as u32 + 1,
        }
    }
}
