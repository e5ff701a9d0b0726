//! What a population aims at, and how near runs come to all of it.

use crate::fitness::chain::{Link, callers, own};
use crate::fitness::death::death;
use crate::fitness::{BranchDistance, is_clean};
use crate::target::{End, Target};
use crate::terrain::Terrain;
use coverage::{Coverage, Criteria, GoalId, GoalKind, Map};
use program::analysis::BitSet;
use program::{FuncId, OutcomeId, SiteId};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::{Distance, Fitness};
use trace::{Operands, Trace};

/// How near a run came to an aim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Near {
    /// Approach level and branch distance; zero when it was reached.
    pub fitness: Fitness,
    /// How often its predicate was evaluated: never, once, or more often.
    pub met: u8,
}

impl Near {
    /// Reached.
    pub const REACHED: Near = Near { fitness: Fitness::ZERO, met: 2 };
    /// Nothing is known.
    pub const FAR: Near = Near { fitness: Fitness::MAX, met: 0 };
}

/// What kind of an aim it is to the fitness of a suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AimKind {
    /// A method that is to be entered, of those whose entry is no goal of its own.
    Method,
    /// A method whose entry is a goal.
    Entry,
    /// An outcome of a predicate.
    Branch,
    /// Anything else.
    Other,
}

/// Something to be reached.
#[derive(Clone, Debug)]
struct Aim {
    goal: GoalId,
    kind: AimKind,
    distance: BranchDistance,
    /// The sites that decide it, and the outcomes that do.
    predicates: Vec<SiteId>,
    outcomes: Vec<OutcomeId>,
    /// The outcomes that it directly depends on: one of them comes before it.
    parents: Vec<OutcomeId>,
    /// Whether where it is depends on what was seen, as of evaluations of decisions.
    moves: bool,
}

/// The functions on the way to functions that aims are in.
type Known = BTreeMap<FuncId, Vec<Link>>;

/// All that is to be reached.
#[derive(Debug)]
pub struct Aims<'t, 'p> {
    terrain: &'t Terrain<'p>,
    roots: Vec<FuncId>,
    below: BitSet,
    aims: Vec<Aim>,
    /// Evaluations of decisions that were known when aims were last looked at.
    known: usize,
}

impl<'t, 'p> Aims<'t, 'p> {
    /// The goals of criteria that calls of the `roots` may lead to.
    pub fn new(
        terrain: &'t Terrain<'p>,
        coverage: &Coverage,
        criteria: Criteria,
        roots: &[FuncId],
    ) -> Self {
        let below = terrain.map().calls().reachable(roots.iter().copied(), true);
        let roots = roots.to_vec();
        let known = coverage.evaluations();
        let mut aims = Self { terrain, roots, below, aims: Vec::new(), known };
        let mut known = Known::new();
        let goals = coverage.goals();
        for (goal, described) in goals.goals.iter() {
            let function = goals.units[described.unit].function;
            if !aims.below.contains(program::Id::index(function)) {
                continue;
            }
            let wanted = criteria.wants(described);
            let kind = match described.kind {
                GoalKind::Entry if !wanted => AimKind::Method,
                GoalKind::Entry => AimKind::Entry,
                GoalKind::Branch { .. } => AimKind::Branch,
                _ => AimKind::Other,
            };
            if wanted || kind == AimKind::Method {
                aims.aims.push(aims.aim(coverage, goal, kind, &mut known));
            }
        }
        aims
    }

    /// The program's goals and who calls whom.
    pub fn map(&self) -> &Arc<Map> {
        self.terrain.map()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.aims.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.aims.is_empty()
    }

    /// What goal an aim is.
    pub fn goal(&self, aim: usize) -> GoalId {
        self.aims[aim].goal
    }

    /// What kind of an aim it is.
    pub fn kind(&self, aim: usize) -> AimKind {
        self.aims[aim].kind
    }

    /// The kinds of all of them.
    pub fn kinds(&self) -> Vec<AimKind> {
        self.aims.iter().map(|aim| aim.kind).collect()
    }

    /// Whether nothing has to happen before an aim.
    pub fn is_root(&self, aim: usize) -> bool {
        self.aims[aim].parents.is_empty()
    }

    /// Looks again at aims that depend on what was seen.
    pub fn renew(&mut self, coverage: &Coverage) {
        if coverage.evaluations() == self.known {
            return;
        }
        self.known = coverage.evaluations();
        let mut known = Known::new();
        for index in 0..self.aims.len() {
            let Aim { goal, kind, moves, .. } = self.aims[index];
            if moves && !coverage.is_covered(goal) {
                self.aims[index] = self.aim(coverage, goal, kind, &mut known);
            }
        }
    }

    /// How near a run came to those aims that are `open` and `asked` for. Those that are open and not asked for are far.
    pub fn near(&self, trace: &Trace, open: &[bool], asked: impl Fn(usize) -> bool) -> Vec<Near> {
        let (goals, sites) = (self.terrain.map().goals(), self.terrain.sites());
        let clean = is_clean(trace);
        let near = |(index, (aim, open)): (usize, (&Aim, &bool))| {
            if !open {
                return Near::REACHED;
            }
            if !asked(index) {
                return Near::FAR;
            }
            let count = goals.count_of(aim.goal).map_or(0, |count| count.value(trace));
            if clean && count > 0 {
                return Near::REACHED;
            }
            if aim.kind == AimKind::Method {
                return Near { fitness: Fitness::ONE, met: 0 };
            }
            let evaluated = |site: &SiteId| {
                let site = sites.site(*site);
                let outcomes = (0..site.outcomes()).map(|index| site.outcome(index));
                outcomes.map(|outcome| trace.tally.get(outcome).count).sum::<u64>()
            };
            let met: u64 = aim.predicates.iter().map(evaluated).sum();
            // Nothing but reaching it is zero.
            let fitness = aim.distance.of(trace, || death(sites, trace)).max(Fitness::LEAST);
            Near { fitness, met: met.min(2) as u8 }
        };
        self.aims.iter().zip(open).enumerate().map(near).collect()
    }

    /// What a run compared where it came nearest to aims that are `open` and `asked` for and did not reach them, by
    /// aim and outcome.
    pub fn compared(
        &self,
        trace: &Trace,
        open: &[bool],
        asked: impl Fn(usize) -> bool,
    ) -> Vec<((usize, OutcomeId), Operands)> {
        let wanted = (0..self.aims.len()).filter(|aim| open[*aim] && asked(*aim));
        let outcomes =
            wanted.flat_map(|aim| self.aims[aim].outcomes.iter().map(move |at| (aim, *at)));
        outcomes.filter_map(|key| Some((key, trace.tally.operands(key.1)?))).collect()
    }

    /// The aims that are not `active` and one of whose parents a run took.
    pub fn activated(&self, trace: &Trace, active: &[bool]) -> Vec<usize> {
        let taken = |outcome: &OutcomeId| trace.tally.get(*outcome).count > 0;
        let new = self.aims.iter().enumerate().filter(|(index, _)| !active[*index]);
        new.filter(|(_, aim)| aim.parents.iter().any(taken)).map(|(index, _)| index).collect()
    }

    fn aim(&self, coverage: &Coverage, goal: GoalId, kind: AimKind, known: &mut Known) -> Aim {
        let (terrain, sites) = (self.terrain, self.terrain.sites());
        let target = Target::new(terrain, coverage, goal);
        let callers = known
            .entry(target.function)
            .or_insert_with(|| callers(terrain, &self.roots, &self.below, target.function));
        let own = own(terrain, &target);
        let distance = BranchDistance::new(&target, std::iter::once(&own).chain(&*callers));
        let local = terrain.local(target.function);
        let (mut predicates, mut outcomes, mut parents) = (Vec::new(), Vec::new(), Vec::new());
        let mut rooted = false;
        for end in &target.ends {
            let block = match *end {
                End::Outcome(outcome) => {
                    let site = sites.owner(outcome).0;
                    predicates.push(site);
                    outcomes.push(outcome);
                    sites.site(site).point.block
                }
                End::Block(block) => block,
            };
            // A loop's own branch does not come before itself.
            let others = local.control.direct(block).iter().filter(|edge| edge.block != block);
            let before = parents.len();
            parents.extend(others.filter_map(|edge| terrain.outcome_of(target.function, *edge)));
            rooted |= parents.len() == before;
        }
        if rooted {
            parents.clear();
        }
        predicates.sort_unstable();
        predicates.dedup();
        let moves = coverage.goals().count_of(goal).is_none();
        Aim { goal, kind, distance, predicates, outcomes, parents, moves }
    }
}

/// `x / (x + 1)` of a fitness.
pub fn normalised(fitness: Fitness) -> Fitness {
    match fitness {
        Fitness::ZERO => Fitness::ZERO,
        Fitness::MAX => Fitness::BELOW_ONE,
        _ => Fitness::normalised(Distance::of_f64(fitness.to_f64())).max(Fitness::LEAST),
    }
}
