//! The functions between a call that a test makes and a target: where each has to come to.
//!
//! In the target's own function that is the target, in a function that may call it the call, and so on up to
//! the function that the test calls; each function is taken once, over the shortest chain of calls.

use crate::target::{End, Target};
use crate::terrain::Terrain;
use program::analysis::{BitSet, CallKind};
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
    let mut links = vec![own(terrain, target)];
    links.extend(callers(terrain, roots, below, target.function));
    links
}

/// The target's own function.
pub fn own(terrain: &Terrain<'_>, target: &Target) -> Link {
    link(terrain, target.function, 0, target.ends.clone())
}

/// The functions between any of some `roots` and a function, without the function itself: the same for all targets in it.
pub fn callers(
    terrain: &Terrain<'_>,
    roots: &[FuncId],
    below: &BitSet,
    called: FuncId,
) -> Vec<Link> {
    let calls = terrain.map().calls();
    let mut seen = BitSet::new(terrain.program().functions.len());
    seen.insert(called.index());
    let mut links = Vec::new();
    let mut queue = VecDeque::from([(called, 0)]);
    while let Some((function, depth)) = queue.pop_front() {
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
            links.push(link(terrain, caller, depth + 1, ends));
            queue.push_back((caller, depth + 1));
        }
    }
    links
}

fn link(terrain: &Terrain<'_>, function: FuncId, calls: u32, ends: Vec<End>) -> Link {
    let control = &terrain.local(function).control;
    let sites = terrain.sites();
    let mut steps: Vec<(OutcomeId, u32)> = Vec::new();
    // Blocks that are to be reached, and those at whose end an outcome is to be taken.
    let (mut reached, mut deciding) = (Vec::new(), Vec::new());
    for end in &ends {
        match *end {
            End::Block(block) => reached.push(block),
            End::Outcome(outcome) => {
                steps.push((outcome, 0));
                deciding.push(sites.site(sites.owner(outcome).0).point.block);
            }
        }
    }
    for (blocks, more) in [(reached, 0), (deciding, 1)] {
        let levels = control.levels(&blocks).into_iter();
        steps.extend(
            levels.filter_map(|(edge, level)| {
                Some((terrain.outcome_of(function, edge)?, level + more))
            }),
        );
    }
    // Of an outcome that is on several ways the shortest counts.
    steps.sort_unstable();
    steps.dedup_by_key(|step| step.0);
    steps.sort_unstable_by_key(|(outcome, level)| (*level, *outcome));
    let height = steps.last().map_or(0, |(_, level)| level + 1);
    Link { function, calls, ends, steps, height }
}
