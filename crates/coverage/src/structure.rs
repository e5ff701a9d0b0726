//! The coverage structure (paper CAUT, III and IV): what of a criterion is still open, which of the
//! outcomes of a program can bring some of it, and how much.
//!
//! [`Map`] is what never changes, made once per program; [`Structure`] is told of runs. Every open goal is
//! kept as the outcomes that cover it (`gains`, and for whole evaluations `aims`), so that the
//! question of path filtering (Algorithm 2) is one test of a bit and one meeting of two sets. "Successors"
//! in that algorithm are what can be reached through the edge that the path takes: this reading gives the
//! paper's own example, where nine of ten candidates are relevant.

mod across;
mod aims;
mod gains;
mod local;
mod map;
mod walk;

pub use map::Map;

use crate::{Coverage, Criteria, GoalId, GoalKind, UnitId};
use aims::Aim;
use program::analysis::BitSet;
use program::{ConditionRef, FuncId, Id, IdVec, OutcomeId};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;
use trace::Trace;
use walk::Walks;

/// What a path that is not run yet can bring (paper CAUT, Algorithm 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relevance {
    /// A goal becomes covered as soon as it is taken.
    Must,
    /// An open goal lies ahead of it.
    May,
    /// It brings nothing.
    Irrelevant,
}

/// The open goals of a criterion, and where they can be gained.
#[derive(Clone, Debug)]
pub struct Structure {
    map: Arc<Map>,
    coverage: Coverage,
    /// The goals of the criterion that count, those of functions in focus.
    wanted: BitSet,
    /// Goals that were proven infeasible.
    excluded: BitSet,
    version: u64,
    rises: u64,
    /// How many goals are wanted, and how many of them open.
    all: usize,
    left: usize,
    /// Decisions of several conditions with goals of the criterion.
    aims: Vec<Aim>,
    aim_of: BTreeMap<(UnitId, u32), usize>,
    /// By outcome: how many open goals and aims it is part of.
    counts: IdVec<OutcomeId, u32>,
    /// The outcomes with such.
    open: BitSet,
    /// The goals that outcomes cover, of those that cover some.
    owners: Arc<BTreeMap<OutcomeId, Vec<GoalId>>>,
    /// By function: how many open goals a call of it covers before the first choice.
    at_entry: IdVec<FuncId, u32>,
    walks: RefCell<Walks>,
}

impl Structure {
    /// What is open of criteria after some coverage.
    pub fn new(map: Arc<Map>, coverage: Coverage, criteria: impl Into<Criteria>) -> Self {
        let criteria = criteria.into();
        let goals = map.goals();
        let mut wanted = BitSet::new(goals.goals.len());
        for (id, _) in goals.goals.iter().filter(|(_, goal)| criteria.wants(goal)) {
            wanted.insert(id.index());
        }
        let excluded = BitSet::new(goals.goals.len());
        let mut structure = Self {
            walks: RefCell::default(),
            map,
            coverage,
            wanted,
            excluded,
            version: 0,
            rises: 0,
            all: 0,
            left: 0,
            aims: Vec::new(),
            aim_of: BTreeMap::new(),
            counts: IdVec::new(),
            open: BitSet::default(),
            owners: Arc::default(),
            at_entry: IdVec::new(),
        };
        structure.rebuild();
        structure
    }

    /// Counts only the goals of functions that calls of the given ones lead to, from now on: when these
    /// are all that scenarios call, the others are out of reach.
    pub fn focus(&mut self, roots: impl IntoIterator<Item = FuncId>) {
        let goals = Arc::clone(self.map.goals());
        let reached = self.map.calls().reachable(roots, true);
        for (id, goal) in goals.goals.iter() {
            let function = goals.units[goal.unit].function;
            if !reached.contains(function.index()) {
                self.wanted.remove(id.index());
            }
        }
        self.rebuild();
    }

    /// What never changes.
    pub fn map(&self) -> &Arc<Map> {
        &self.map
    }

    /// What is covered.
    pub fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    /// Grows whenever what is open changes; as long as it stays, so do all answers.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many goals of the criterion are covered or proven infeasible, and how many there are.
    pub fn share(&self) -> (usize, usize) {
        (self.all - self.left, self.all)
    }

    /// The goals of the criterion that are neither covered nor proven infeasible.
    pub fn open_goals(&self) -> impl Iterator<Item = GoalId> + '_ {
        self.wanted.iter().map(GoalId::new).filter(|&goal| self.is_open_goal(goal))
    }

    /// Adds what a run covered and tells whether a goal of the criterion is new.
    pub fn update(&mut self, trace: &Trace) -> bool {
        let before = self.coverage.evaluations();
        let new = self.coverage.update(trace).to_vec();
        let fruitful = self.close(&new);
        let learned = self.coverage.evaluations() > before && self.aim_again();
        if fruitful || learned {
            self.version += 1;
        }
        fruitful
    }

    /// Takes over what is covered by what others ran. What was covered here and is not there, because no test can be made
    /// of the run, is open again.
    pub fn replace(&mut self, coverage: &Coverage) {
        let goals = || self.map.goals().goals.ids();
        let is_lost = |goal: GoalId| self.coverage.is_covered(goal) && !coverage.is_covered(goal);
        if goals().any(is_lost) {
            self.coverage.clone_from(coverage);
            self.rebuild();
            return;
        }
        let new: Vec<GoalId> = goals()
            .filter(|goal| coverage.is_covered(*goal) && !self.coverage.is_covered(*goal))
            .collect();
        let learned = coverage.evaluations() != self.coverage.evaluations();
        self.coverage.clone_from(coverage);
        let fruitful = self.close(&new);
        let learned = learned && self.aim_again();
        if fruitful || learned {
            self.version += 1;
        }
    }

    /// Takes a goal that was proven infeasible as covered.
    pub fn exclude(&mut self, goal: GoalId) {
        if self.is_open_goal(goal) && self.excluded.insert(goal.index()) {
            self.forget(&[goal]);
            self.version += 1;
        }
    }

    /// What a path brings that ends with an outcome. `so_far` are the conditions of the same evaluation of
    /// a decision that it has gone through before (see [`Map::so_far`]); `rest` are the functions that the
    /// scenario still calls afterwards.
    pub fn relevance(
        &self,
        outcome: OutcomeId,
        so_far: &[(ConditionRef, bool)],
        rest: &[FuncId],
    ) -> Relevance {
        if !self.map.sites().knows(outcome) {
            // Code that came later: nobody knows what it leads to.
            return if self.left > 0 { Relevance::May } else { Relevance::Irrelevant };
        }
        if self.owned(outcome).iter().any(|&goal| self.is_open_goal(goal)) {
            return Relevance::Must;
        }
        let condition = self.map.condition(outcome);
        let aim = self.aim(outcome).zip(condition);
        if let Some((aim, next)) = aim
            && aim.completes(so_far, next)
        {
            return Relevance::Must;
        }
        let prepares = aim.is_some_and(|(aim, next)| aim.prepares(so_far, next));
        if prepares || self.is_ahead(outcome, aim.map(|(aim, _)| aim)) || self.is_in(rest) {
            Relevance::May
        } else {
            Relevance::Irrelevant
        }
    }

    /// Whether entering a function covers something open before its first choice.
    pub fn is_open_at_entry(&self, function: FuncId) -> bool {
        self.at_entry[function] > 0
    }

    /// Grows whenever something may bring more than before: evaluations of decisions that only prepared a goal now
    /// complete one, or a goal is open again. As long as it stays, what outcomes bring only falls.
    pub fn rises(&self) -> u64 {
        self.rises
    }

    /// Whether an outcome is an open goal, or part of one.
    pub fn is_open(&self, outcome: OutcomeId) -> bool {
        self.open.contains(outcome.index())
    }

    /// How many open goals may be covered by going on from an outcome, itself included: those within that
    /// many levels of branches, or all that lie ahead (paper CAUT, IV-C). The outcome is the first level.
    pub fn contribution(&self, outcome: OutcomeId, levels: Option<u32>) -> u32 {
        if !self.map.sites().knows(outcome) {
            return 0;
        }
        self.walks.borrow_mut().contribution(self, outcome, levels)
    }

    /// How many branch edges lie between an outcome and the nearest open goal, that one included; zero if
    /// the outcome is part of an open goal, none if no goal can be reached.
    pub fn distance(&self, outcome: OutcomeId) -> Option<u32> {
        if !self.map.sites().knows(outcome) {
            return None;
        }
        self.walks.borrow_mut().distance(self, outcome)
    }

    /// How many instructions transitively depend on an outcome (see [`Map::weight`]).
    pub fn weight(&self, outcome: OutcomeId) -> u32 {
        self.map.weight(outcome)
    }

    /// Whether every path to edge `b` inside its function goes over edge `a` (see [`Map::dominates`]).
    pub fn dominates(&self, a: OutcomeId, b: OutcomeId) -> bool {
        self.map.dominates(a, b)
    }

    /// The same over calls (see [`Map::dominates_across`]).
    pub fn dominates_across(&self, a: OutcomeId, b: OutcomeId) -> bool {
        self.map.dominates_across(a, b)
    }

    /// Whether an outcome is one of the code under test, not of a library.
    pub fn is_own(&self, outcome: OutcomeId) -> bool {
        self.map.sites().knows(outcome)
            && self.map.goals().unit_of(self.map.function(outcome)).is_some()
    }

    /// The goals that an outcome covers.
    fn owned(&self, outcome: OutcomeId) -> &[GoalId] {
        self.owners.get(&outcome).map_or(&[], Vec::as_slice)
    }

    fn is_open_goal(&self, goal: GoalId) -> bool {
        self.wanted.contains(goal.index())
            && !self.coverage.is_covered(goal)
            && !self.excluded.contains(goal.index())
    }

    /// The open goals that taking an outcome covers or is part of.
    fn goals_at(&self, outcome: OutcomeId) -> impl Iterator<Item = GoalId> + '_ {
        let owned = self.owned(outcome).iter().filter(|&&goal| self.is_open_goal(goal));
        let aimed = self.aim(outcome).filter(|aim| aim.outcomes.binary_search(&outcome).is_ok());
        owned.copied().chain(aimed.into_iter().flat_map(|aim| aim.open.iter().copied()))
    }

    /// The aim whose decision an outcome is a condition of.
    fn aim(&self, outcome: OutcomeId) -> Option<&Aim> {
        let (condition, _) = self.map.condition(outcome)?;
        let goals = self.map.goals();
        let unit = goals.unit_of(self.map.function(outcome))?;
        let number = goals.decision(unit, condition.decision)?;
        self.aim_of.get(&(unit, number)).map(|&index| &self.aims[index])
    }

    /// Whether something open lies ahead of an outcome. Of the decision that is being evaluated only
    /// another evaluation counts: what this one can become is known from its conditions so far.
    fn is_ahead(&self, outcome: OutcomeId, aim: Option<&Aim>) -> bool {
        let after = self.map.after(outcome);
        let Some(aim) = aim.filter(|aim| !aim.outcomes.is_empty()) else {
            return after.meets(&self.open);
        };
        let first = self.map.goals().shape(aim.unit, aim.decision).first;
        let mut conditions = self.map.outcomes_of(aim.unit, aim.decision).iter();
        if conditions.any(|(other, condition, _)| *condition == first && after.contains(*other)) {
            return after.meets(&self.open);
        }
        let own =
            aim.outcomes.iter().filter(|&&other| after.contains(other) && self.counts[other] == 1);
        after.count(&self.open) > own.count()
    }

    /// Whether a call of one of the functions can cover something open.
    fn is_in(&self, functions: &[FuncId]) -> bool {
        functions.iter().any(|&function| {
            self.at_entry[function] > 0
                || self.map.ahead_of_call(function).is_some_and(|ahead| ahead.meets(&self.open))
        })
    }

    /// Closes goals that have become covered and tells whether any counts.
    fn close(&mut self, new: &[GoalId]) -> bool {
        let count = |goal: &GoalId| {
            self.wanted.contains(goal.index()) && !self.excluded.contains(goal.index())
        };
        let new: Vec<GoalId> = new.iter().copied().filter(count).collect();
        self.forget(&new);
        !new.is_empty()
    }

    /// Takes goals out of what is open.
    fn forget(&mut self, goals: &[GoalId]) {
        let map = Arc::clone(&self.map);
        self.left -= goals.len();
        for &goal in goals {
            let (outcomes, entries) = map.gains(goal);
            for &outcome in outcomes {
                self.count_down(outcome);
            }
            for &function in entries {
                self.at_entry[function] -= 1;
            }
            let place = &map.goals().goals[goal];
            if let Some(decision) = decision_of(place.kind)
                && let Some(&index) = self.aim_of.get(&(place.unit, decision))
            {
                self.aim_at(index);
            }
        }
    }

    /// Aims again at every decision whose evaluations have changed; tells whether any aim changed.
    fn aim_again(&mut self) -> bool {
        let mut changed = false;
        for index in 0..self.aims.len() {
            let Aim { unit, decision, seen, .. } = self.aims[index];
            if seen != self.coverage.vectors(unit, decision).len() {
                changed |= self.aim_at(index);
            }
        }
        changed
    }

    /// Finds again what is wanted of a decision and tells whether that changed.
    fn aim_at(&mut self, index: usize) -> bool {
        let Aim { unit, decision, .. } = self.aims[index];
        let goals = self.map.goals();
        let own = goals.of_unit(unit).filter(|&goal| {
            decision_of(goals.goals[goal].kind) == Some(decision) && self.is_open_goal(goal)
        });
        let open = own.collect();
        let aim = Aim::new(&self.map, &self.coverage, (unit, decision), open);
        let old = std::mem::replace(&mut self.aims[index], aim);
        for outcome in old.outcomes {
            self.count_down(outcome);
        }
        for outcome in self.aims[index].outcomes.clone() {
            self.count_up(outcome);
        }
        let aim = &self.aims[index];
        let changed = (&old.completing, &old.preparing) != (&aim.completing, &aim.preparing);
        self.rises += u64::from(changed);
        changed
    }

    fn count_up(&mut self, outcome: OutcomeId) {
        self.counts[outcome] += 1;
        self.open.insert(outcome.index());
    }

    fn count_down(&mut self, outcome: OutcomeId) {
        self.counts[outcome] -= 1;
        if self.counts[outcome] == 0 {
            self.open.remove(outcome.index());
        }
    }

    /// Finds everything that is open anew.
    fn rebuild(&mut self) {
        let map = Arc::clone(&self.map);
        let (goals, outcomes) = (map.goals(), map.sites().outcomes());
        self.counts = IdVec::filled(0, outcomes);
        self.open = BitSet::new(outcomes);
        let mut owners: BTreeMap<OutcomeId, Vec<GoalId>> = BTreeMap::new();
        self.at_entry = IdVec::filled(0, map.functions());
        self.aims.clear();
        self.aim_of.clear();
        for goal in self.wanted.iter().map(GoalId::new).collect::<Vec<_>>() {
            let (outcomes, entries) = map.gains(goal);
            for &outcome in outcomes {
                owners.entry(outcome).or_default().push(goal);
            }
            if self.is_open_goal(goal) {
                outcomes.iter().for_each(|&outcome| self.count_up(outcome));
                entries.iter().for_each(|&function| self.at_entry[function] += 1);
            }
            let place = &goals.goals[goal];
            if let Some(decision) = decision_of(place.kind) {
                let next = self.aims.len();
                let index = *self.aim_of.entry((place.unit, decision)).or_insert(next);
                if index == next {
                    self.aims.push(Aim::nothing(place.unit, decision));
                }
            }
        }
        for index in 0..self.aims.len() {
            self.aim_at(index);
        }
        self.owners = Arc::new(owners);
        (self.all, self.left) = (self.wanted.len(), self.open_goals().count());
        *self.walks.borrow_mut() = Walks::default();
        self.version += 1;
        self.rises += 1;
    }
}

/// The decision of several conditions that a goal is about, by its number in the unit.
fn decision_of(kind: GoalKind) -> Option<u32> {
    match kind {
        GoalKind::Decision { decision, .. } | GoalKind::Independence { decision, .. } => {
            Some(decision)
        }
        _ => None,
    }
}
