//! `combined`: both fitness functions of one run, so that a search can follow the one that leads on.
//!
//! The enhanced fitness finds what the standard one does not, and is misled where conditions of one path pull
//! in opposite directions, as in the paper's F2: `x >= 0`, `y < 0` and an overflowing `x - y < 0`. No sum of
//! the two keeps what is good in both. So they are kept apart: a search has as many *guides* as there are
//! functions, and follows them in turn.
//!
//! A third guide mends what the paper's minimum over all nodes loses: behind `if (a == b) n = 1;` a run that comes to
//! `if (n == 0)` is one step from its other way there, whatever `a` and `b` are, and the paths from the nodes before,
//! which tell how far `a` is from `b`, are never the least. It is the path distance from where most is still ahead.

use crate::fitness::chain::chain;
use crate::fitness::death::death_in_loops;
use crate::fitness::{BranchDistance, PathDistance, is_clean};
use crate::path::{Bounds, Limits};
use crate::target::Target;
use crate::terrain::Terrain;
use coverage::GoalId;
use program::{FuncId, OutcomeId, SiteKind};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use term::Fitness;
use trace::{Probe, Trace};

/// Evaluations of one decision whose paths are followed.
const MOST_EVALUATIONS: usize = 16;

/// Which fitness guides a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FitnessKind {
    /// Approach level and branch distance.
    Standard,
    /// Path distance.
    Enhanced,
    /// Both.
    #[default]
    Combined,
}

/// All kinds with their names.
const NAMES: [(FitnessKind, &str); 3] = [
    (FitnessKind::Standard, "standard"),
    (FitnessKind::Enhanced, "enhanced"),
    (FitnessKind::Combined, "combined"),
];

impl fmt::Display for FitnessKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(kind, _)| kind == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// A name that is no fitness function's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no fitness; there are standard, enhanced and combined")]
pub struct NoFitness(String);

impl FromStr for FitnessKind {
    type Err = NoFitness;

    fn from_str(text: &str) -> Result<Self, NoFitness> {
        let found = NAMES.iter().find(|(_, name)| *name == text);
        found.map(|(kind, _)| *kind).ok_or_else(|| NoFitness(text.to_owned()))
    }
}

/// How far a run was from its target, by each guide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Score([Fitness; GUIDES]);

/// As many guides as there can be: the standard fitness, the enhanced one, and the whole way.
const GUIDES: usize = 3;

impl Score {
    /// The target was covered.
    pub const COVERED: Score = Score([Fitness::ZERO; GUIDES]);
    /// Nothing is known of the run.
    pub const WORST: Score = Score([Fitness::MAX; GUIDES]);

    /// The same by every guide.
    pub fn of(fitness: Fitness) -> Self {
        Self([fitness; GUIDES])
    }

    /// How far it was by a guide.
    #[inline]
    pub fn by(&self, guide: usize) -> Fitness {
        self.0[guide]
    }

    /// Whether the target was covered.
    pub fn is_covered(&self) -> bool {
        self.0[0].is_zero()
    }
}

/// Tells how far runs are from a target.
#[derive(Debug)]
pub struct Measure<'t, 'p> {
    terrain: &'t Terrain<'p>,
    goal: GoalId,
    standard: Option<BranchDistance>,
    enhanced: Option<PathDistance>,
}

impl<'t, 'p> Measure<'t, 'p> {
    /// The fitness of a kind, of a target that calls of `root` lead to. Where many evaluations of a decision are wanted,
    /// or its conditions are no branches, there is the standard one only.
    pub fn new(
        terrain: &'t Terrain<'p>,
        root: FuncId,
        target: &Target,
        kind: FitnessKind,
        limits: Limits,
    ) -> Self {
        let chain = chain(terrain, root, target);
        let is_branch = |outcome: &OutcomeId| {
            terrain.sites().site(terrain.sites().owner(*outcome).0).kind == SiteKind::Branch
        };
        let follows = target.evaluations.len() <= MOST_EVALUATIONS
            && target.evaluations.iter().flatten().all(is_branch);
        let standard = (kind != FitnessKind::Enhanced || !follows)
            .then(|| BranchDistance::new(target, &chain));
        let enhanced = (kind != FitnessKind::Standard && follows)
            .then(|| PathDistance::new(terrain, target, &chain, limits));
        Self { terrain, goal: target.goal, standard, enhanced }
    }

    /// How many guides there are.
    pub fn guides(&self) -> usize {
        match (&self.standard, &self.enhanced) {
            (Some(_), Some(enhanced)) if enhanced.has_ways() => GUIDES,
            (Some(_), Some(_)) => 2,
            _ => 1,
        }
    }

    /// The probes that runs have to be made with.
    pub fn probes(&self) -> &[Arc<Probe>] {
        self.enhanced.as_ref().map_or(&[], PathDistance::probes)
    }

    /// Looks at nodes that a run is the first to leave; whether it has to be made again, with other probes.
    pub fn prepare(&mut self, trace: &Trace) -> bool {
        self.enhanced.as_mut().is_some_and(|enhanced| enhanced.prepare(self.terrain, trace))
    }

    /// Which limits of path expressions were reached by now.
    pub fn bounds(&self) -> Bounds {
        self.enhanced.as_ref().map(PathDistance::bounds).unwrap_or_default()
    }

    /// Whether a run covers the goal, where a count decides that.
    pub fn covers(&self, trace: &Trace) -> bool {
        let count = self.terrain.map().goals().count_of(self.goal);
        is_clean(trace) && count.is_some_and(|count| count.value(trace) > 0)
    }

    /// How far a run was; `covered` tells whether it covered the goal.
    pub fn score(&self, trace: &Trace, covered: bool) -> Score {
        if covered {
            return Score::COVERED;
        }
        // Nothing but covering the goal is zero.
        let least = Fitness::LEAST;
        let standard = self.standard.as_ref();
        let death = || death_in_loops(self.terrain, trace);
        let standard = standard.map(|it| it.of(trace, death).max(least));
        let enhanced = self.enhanced.as_ref();
        let enhanced = enhanced.map(|it| it.of(self.terrain, trace).map(|it| it.max(least)));
        match (standard, enhanced) {
            (Some(standard), Some([enhanced, whole])) => Score([standard, enhanced, whole]),
            (Some(only), None) | (None, Some([only, _])) => Score::of(only),
            (None, None) => Score::WORST,
        }
    }
}
