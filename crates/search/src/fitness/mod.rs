//! Fitness functions: how far a graded run was from covering a target.
//!
//! All of them are zero exactly when the target is covered, and none keeps anything of a run.

pub mod branch_distance;
pub mod chain;
pub mod combined;
pub mod path_condition;
pub mod path_distance;

pub use branch_distance::BranchDistance;
pub use combined::{Kind, Measure, Score};
pub use path_condition::{Nearness, PathCondition};
pub use path_distance::PathDistance;

use program::{SiteKind, SiteTable};
use term::{Distance, Fitness};
use trace::{Outcome, Trace};

/// How far a run that came to a bad end was from going on: the distance of the check that failed. One that
/// ended for another reason is as far as can be.
pub fn death(sites: &SiteTable, trace: &Trace) -> Fitness {
    let Outcome::Trapped(trap) = &trace.outcome else { return Fitness::BELOW_ONE };
    let known = trap.stack.last().and_then(|point| {
        let of_function = sites.of_function(point.function).map(|site| sites.site(site));
        let here = of_function.filter(|site| site.point == *point);
        here.filter(|site| matches!(site.kind, SiteKind::Check(_)))
            .map(|site| trace.tally.get(site.outcome(0)).nearest)
            .filter(|distance| !distance.is_zero() && *distance != Distance::MAX)
            .min()
    });
    Fitness::normalised(known.unwrap_or(Distance::ONE))
}

/// Whether a run came to an end that a test may have.
pub fn is_clean(trace: &Trace) -> bool {
    matches!(trace.outcome, Outcome::Returned | Outcome::Exited(_) | Outcome::Threw { .. })
}
