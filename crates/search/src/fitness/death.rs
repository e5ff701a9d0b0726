//! How far a run that came to a bad end was from going on.
//!
//! A check that failed has a distance. What else a run dies of has none: an access beyond an object is wrong by one
//! element however many were to follow. Nor has a run that was given up. But such runs are often in loops that go round
//! too often, and how far each was from being left is known.

use crate::terrain::Terrain;
use program::{SiteKind, SiteTable};
use term::{Distance, Fitness};
use trace::{Limit, Outcome, Trace};

/// The distance of the check that failed. A run that ended for another reason is as far as can be.
pub fn death(sites: &SiteTable, trace: &Trace) -> Fitness {
    let Outcome::Trapped(_) = &trace.outcome else { return Fitness::BELOW_ONE };
    Fitness::normalised(failed_check(sites, trace).unwrap_or(Distance::ONE))
}

/// The same, where the loops that the run was in count too if no check tells more.
pub fn death_in_loops(terrain: &Terrain<'_>, trace: &Trace) -> Fitness {
    let distance = match &trace.outcome {
        Outcome::Trapped(trap) => failed_check(terrain.sites(), trace)
            .or_else(|| Some(Distance::ONE + around(terrain, trace, &trap.stack)?))
            .or(Some(Distance::ONE)),
        Outcome::Exhausted(Limit::Steps) => around(terrain, trace, &trace.stack),
        _ => None,
    };
    distance.map_or(Fitness::BELOW_ONE, Fitness::normalised)
}

/// How far the check that a run died of was from holding.
fn failed_check(sites: &SiteTable, trace: &Trace) -> Option<Distance> {
    let Outcome::Trapped(trap) = &trace.outcome else { return None };
    let point = trap.stack.last()?;
    let of_function = sites.of_function(point.function).map(|site| sites.site(site));
    let here = of_function.filter(|site| site.point == *point);
    here.filter(|site| matches!(site.kind, SiteKind::Check(_)))
        .map(|site| trace.tally.get(site.outcome(0)).nearest)
        .filter(|distance| !distance.is_zero() && *distance != Distance::MAX)
        .min()
}

/// The sum over the loops around the points of a stack, each as far as the nearest way out of it was; none if there are
/// no loops, or the run has left each of them before.
fn around(terrain: &Terrain<'_>, trace: &Trace, stack: &[program::Point]) -> Option<Distance> {
    let known =
        stack.iter().filter_map(|point| Some((terrain.exits(point.function)?, point.block)));
    let loops = known.flat_map(|(exits, block)| exits.around(block));
    let nearest = |exits: &[program::OutcomeId]| {
        let distances = exits.iter().map(|exit| trace.tally.get(*exit).nearest);
        distances.min().filter(|distance| *distance != Distance::MAX)
    };
    let sum: Distance = loops.filter_map(nearest).sum();
    (!sum.is_zero()).then_some(sum)
}
