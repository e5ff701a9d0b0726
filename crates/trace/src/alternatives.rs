//! The other ways that a run could have gone at a site, as clauses.

use program::{CompareOp, OutcomeId, Program, SiteKind, SiteTable, Terminator};
use term::{Pool, TermId};

use crate::{Clause, Origin};

/// What has to hold instead of a clause for each other outcome of its site, in the order of the outcomes.
/// A clause that no site gave has none. The clause's terms live in `pool`.
pub fn alternatives(
    pool: &mut Pool,
    program: &Program,
    sites: &SiteTable,
    clause: &Clause,
) -> Vec<(OutcomeId, TermId)> {
    let Origin::Site { site, outcome: taken, subject } = clause.origin else { return Vec::new() };
    let site = sites.site(site);
    let (SiteKind::Switch { .. }, Some(subject)) = (site.kind, subject) else {
        return vec![(site.outcome(1 - taken.min(1)), pool.not(clause.term))];
    };
    let function = &program.functions[site.point.function];
    let Terminator::Switch { ty, cases, .. } = &function.blocks[site.point.block].terminator.node
    else {
        return Vec::new();
    };
    let mut default = pool.bool(true);
    let mut found = Vec::with_capacity(cases.len());
    for (index, &(value, _)) in cases.iter().enumerate() {
        let value = pool.constant(ty.sort(), value);
        let equal = pool.compare(CompareOp::Eq, subject, value);
        let differs = pool.not(equal);
        default = pool.and(default, differs);
        found.push((site.outcome(index as u32), equal));
    }
    found.push((site.outcome(cases.len() as u32), default));
    found.retain(|(outcome, _)| *outcome != site.outcome(taken));
    found
}
