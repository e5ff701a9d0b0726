//! The functions between a call that a test makes and a target: where each has to come to.
//!
//! In the target's own function that is the target, in a function that may call it the call, and so on up to
//! the function that the test calls; each function is taken once, over the shortest chain of calls.

use crate::target::{End, Target};
use crate::terrain::Terrain;
use program::analysis::{BitSet, CallKind, EdgeKind};
use program::{FuncId, Id, OutcomeId};
use std::collections::VecDeque;

/// A function on the way.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Which.
    pub function: FuncId,
    /// How many calls lie between it and the target.
    pub calls: u32,
    /// Where it has to come to.
    pub ends: Vec<End>,
    /// The outcomes that it has to take, with the number of branches that follow.
    pub steps: Vec<(OutcomeId, u32)>,
    /// The largest of these numbers, and one more.
    pub height: u32,
}

/// The functions between `root` and a target, the target's own first.
pub fn chain(terrain: &Terrain<'_>, root: FuncId, target: &Target) -> Vec<Link> {
    let below = terrain.map().calls().reachable([root], true);
    chain_below(terrain, &[root], &below, target)
}

/// The functions between any of some `roots` and a target; `below` has all that these may call.
pub fn chain_below(
    terrain: &Terrain<'_>,
    roots: &[FuncId],
    below: &BitSet,
    target: &Target,
) -> Vec<Link> {
    let calls = terrain.map().calls();
    let mut seen = BitSet::new(terrain.program().functions.len());
    seen.insert(target.function.index());
    let mut links = Vec::new();
    let mut queue = VecDeque::from([(target.function, 0, target.ends.clone())]);
    while let Some((function, depth, ends)) = queue.pop_front() {
        links.push(link(terrain, function, depth, ends));
        if roots.contains(&function) {
            continue;
        }
        for caller in calls.callers(function).filter(|caller| below.contains(caller.index())) {
            if !seen.insert(caller.index()) {
                continue;
            }
            let sites = calls.sites(caller).iter().filter(|site| {
                site.kind != CallKind::Failure && calls.targets(site.targets).contains(&function)
            });
            let mut ends: Vec<End> = sites.map(|site| End::Block(site.block)).collect();
            ends.dedup();
            queue.push_back((caller, depth + 1, ends));
        }
    }
    links
}

fn link(terrain: &Terrain<'_>, function: FuncId, calls: u32, ends: Vec<End>) -> Link {
    let local = terrain.local(function);
    let sites = terrain.sites();
    let mut steps: Vec<(OutcomeId, u32)> = Vec::new();
    for end in &ends {
        let (block, own) = match *end {
            End::Block(block) => (block, 0),
            End::Outcome(outcome) => {
                steps.push((outcome, 0));
                (sites.site(sites.owner(outcome).0).point.block, 1)
            }
        };
        let levels = local.control.approach_levels(&local.cfg, block);
        for edge in local.control.transitive(block) {
            let decided = local.cfg.edge(edge).is_some_and(|edge| edge.kind == EdgeKind::Outcome);
            let level = levels.at_branch(edge.block).map(|level| level + own);
            let (Some(level), true) = (level, decided) else { continue };
            let site = sites.of_function(function).map(|site| sites.site(site)).find(|site| {
                let index =
                    terrain.program().functions[function].blocks[edge.block].instructions.len();
                site.point.block == edge.block && site.point.index as usize == index
            });
            steps.extend(site.map(|site| (site.outcome(edge.successor), level)));
        }
    }
    // Of an outcome that is on several ways the shortest counts.
    steps.sort_unstable();
    steps.dedup_by_key(|step| step.0);
    steps.sort_unstable_by_key(|(outcome, level)| (*level, *outcome));
    let height = steps.last().map_or(0, |(_, level)| level + 1);
    Link { function, calls, ends, steps, height }
}
