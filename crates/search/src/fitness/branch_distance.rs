//! `branch_distance`: approach level and normalised branch distance (J. Wegener, A. Baresel, H. Sthamer, 2001;
//! paper Baars et al., II).
//!
//! Where a run went wrong at a branch that the target depends on, its fitness is the number of branches that
//! would follow plus the normalised distance to the right outcome; the best of all visits counts. A run
//! that never enters the target's function is as far as any that does, plus what is missing to the call,
//! over the shortest chain of calls. A run that dies at a check after its last right branch is as far as the check
//! ([`death`](crate::fitness::death)).

use crate::fitness::chain::Link;
use crate::fitness::is_clean;
use crate::target::Target;
use program::OutcomeId;
use term::{Distance, Fitness};
use trace::Trace;

/// The standard fitness of one target.
#[derive(Clone, Debug, PartialEq)]
pub struct BranchDistance {
    /// Outcomes on the way and their levels, the lowest first.
    steps: Vec<(OutcomeId, u32)>,
    /// The evaluations that cover the target, if it is a matter of whole evaluations.
    evaluations: Vec<Vec<OutcomeId>>,
    /// The level of a run that met none of them.
    top: u32,
}

impl BranchDistance {
    /// The fitness of a target that the functions of a chain lead to.
    pub fn new<'l>(target: &Target, chain: impl IntoIterator<Item = &'l Link>) -> Self {
        let longest = target.evaluations.iter().map(Vec::len).max().unwrap_or(0) as u32;
        let mut steps = Vec::new();
        let (mut below, mut top, mut calls) = (longest, longest, 0);
        for link in chain {
            if link.calls > calls {
                (below, calls) = (top, link.calls);
            }
            steps.extend(link.steps.iter().map(|(outcome, level)| (*outcome, level + below)));
            top = top.max(below + link.height.max(1));
        }
        steps.sort_unstable_by_key(|(outcome, level)| (*level, *outcome));
        Self { steps, evaluations: target.evaluations.clone(), top }
    }

    /// How far a run was from the target, which it did not cover; `death` tells how far one that came to a bad end
    /// was from going on.
    pub fn of(&self, trace: &Trace, death: impl Fn() -> Fitness) -> Fitness {
        let evaluation =
            |outcomes: &Vec<OutcomeId>| outcomes.iter().map(|it| nearness(trace, *it)).sum();
        let mut best = self.evaluations.iter().map(evaluation).min().unwrap_or(Fitness::MAX);
        // An evaluation of which nothing was met is worth no more than the way to it.
        let longest = self.evaluations.iter().map(Vec::len).max().unwrap_or(0) as u32;
        if best >= Fitness::level(longest) {
            best = Fitness::level(self.top);
        }
        for &(outcome, level) in &self.steps {
            if level > best.whole() {
                break;
            }
            let entry = trace.tally.get(outcome);
            if entry.count == 0 && entry.nearest != Distance::MAX {
                best = best.min(Fitness::level(level) + Fitness::normalised(entry.nearest));
            } else if entry.count > 0 {
                // What follows was not met, or is better anyway.
                let rest = if level == longest && is_clean(trace) && !self.evaluations.is_empty() {
                    Fitness::ZERO
                } else {
                    death()
                };
                best = best.min(Fitness::level(level) + rest);
            }
        }
        best
    }

    /// The levels of the outcomes on the way.
    pub fn steps(&self) -> &[(OutcomeId, u32)] {
        &self.steps
    }
}

/// How far a run was from an outcome: one if it never came to its site.
fn nearness(trace: &Trace, outcome: OutcomeId) -> Fitness {
    match trace.tally.get(outcome).nearest {
        Distance::MAX => Fitness::ONE,
        distance => Fitness::normalised(distance),
    }
}
