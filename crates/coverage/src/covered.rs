//! What is covered, and what a run adds to it.

use crate::{
    Count, Criteria, GoalId, GoalKind, Goals, PairRule, Row, Share, Totals, UnitId, Vector, Wanted,
};
use program::analysis::BitSet;
use program::{DecisionId, FuncId, Id, IdVec};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trace::{Event, Trace};

/// The covered goals of a program, and the evaluations of decisions behind them.
#[derive(Clone, Debug)]
pub struct Coverage {
    goals: Arc<Goals>,
    rule: PairRule,
    covered: BitSet,
    /// Branch goals whose edges were really taken, which the referee may see otherwise.
    taken: BitSet,
    /// By unit and decision: the evaluations seen.
    vectors: IdVec<UnitId, Vec<BTreeSet<Vector>>>,
    /// How many evaluations there are in all.
    evaluations: usize,
    scratch: Scratch,
}

/// Memory that is used again from run to run.
#[derive(Clone, Debug, Default)]
struct Scratch {
    new: Vec<GoalId>,
    /// Evaluations that have begun: by depth, function and decision.
    open: BTreeMap<(u32, FuncId, DecisionId), Vec<Option<bool>>>,
}

impl Coverage {
    /// Nothing covered yet.
    pub fn new(goals: Arc<Goals>, rule: PairRule) -> Self {
        let count = goals.goals.len();
        let mut vectors = IdVec::new();
        for unit in goals.units.values() {
            vectors.push(vec![BTreeSet::new(); unit.decisions.len()]);
        }
        Self {
            goals,
            rule,
            covered: BitSet::new(count),
            taken: BitSet::new(count),
            vectors,
            evaluations: 0,
            scratch: Scratch::default(),
        }
    }

    /// The goals.
    pub fn goals(&self) -> &Arc<Goals> {
        &self.goals
    }

    /// When two evaluations make a pair.
    pub fn rule(&self) -> PairRule {
        self.rule
    }

    /// Whether a goal is covered.
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.covered.contains(goal.index())
    }

    /// Takes a goal as covered, though no run was seen that covers it: nobody needs to look for one.
    pub fn assume(&mut self, goal: GoalId) {
        self.covered.insert(goal.index());
    }

    /// Takes goals as covered or not as the sums over all runs say: where jumps leave functions in the middle, counts that
    /// a referee derives from others may come out otherwise than those of each run.
    pub fn recount(&mut self, totals: &Totals) {
        let goals = Arc::clone(&self.goals);
        for goal in goals.goals.ids() {
            match goals.count_of(goal).map(|count| totals.is_counted(count)) {
                Some(true) => _ = self.covered.insert(goal.index()),
                Some(false) => _ = self.covered.remove(goal.index()),
                None => {}
            }
        }
    }

    /// Adds what a run covers and tells which goals are new. Goals of decisions are seen only if the run
    /// kept the events of conditions and decisions.
    pub fn update(&mut self, trace: &Trace) -> &[GoalId] {
        let mut scratch = std::mem::take(&mut self.scratch);
        scratch.new.clear();
        let goals = Arc::clone(&self.goals);
        for &counter in trace.counters.touched() {
            self.look(&goals, goals.of_counter(counter), trace, &mut scratch.new);
        }
        for &outcome in trace.tally.touched() {
            self.look(&goals, goals.of_outcome(outcome), trace, &mut scratch.new);
            if trace.tally.get(outcome).count > 0 {
                for goal in goals.of_edge(outcome) {
                    self.taken.insert(goal.index());
                }
            }
        }
        if !trace.events.is_empty() {
            self.evaluate(&goals, trace, &mut scratch);
        }
        self.scratch = scratch;
        &self.scratch.new
    }

    /// Looks at goals that something counted has a say in.
    fn look(&mut self, goals: &Goals, candidates: &[GoalId], trace: &Trace, new: &mut Vec<GoalId>) {
        for &goal in candidates {
            if self.covered.contains(goal.index()) {
                continue;
            }
            if goals.count_of(goal).is_some_and(|count: &Count| count.value(trace) > 0) {
                self.covered.insert(goal.index());
                new.push(goal);
            }
        }
    }

    /// Reads evaluations of decisions from the events.
    fn evaluate(&mut self, goals: &Goals, trace: &Trace, scratch: &mut Scratch) {
        scratch.open.clear();
        for event in &trace.events {
            match *event {
                Event::Condition { function, depth, condition, value } => {
                    let Some(unit) = goals.unit_of(function) else { continue };
                    let Some(number) = goals.decision(unit, condition.decision) else { continue };
                    let shape = goals.shape(unit, number);
                    let key = (depth, function, condition.decision);
                    let states = scratch.open.entry(key).or_default();
                    if states.is_empty() || condition.index == shape.first {
                        states.clear();
                        states.resize(shape.decision.conditions.len(), None);
                    }
                    if let Some(state) = states.get_mut(condition.index as usize) {
                        *state = Some(value);
                    }
                }
                Event::Decision { function, depth, decision, value } => {
                    let Some(conditions) = scratch.open.remove(&(depth, function, decision)) else {
                        continue;
                    };
                    let Some(unit) = goals.unit_of(function) else { continue };
                    let Some(index) = goals.decision(unit, decision) else { continue };
                    let vector = Vector { conditions, outcome: value };
                    self.see(goals, unit, index, vector, &mut scratch.new);
                }
                _ => {}
            }
        }
    }

    /// Adds an evaluation of a decision.
    fn see(
        &mut self,
        goals: &Goals,
        unit: UnitId,
        decision: u32,
        vector: Vector,
        new: &mut Vec<GoalId>,
    ) {
        let seen = &mut self.vectors[unit][decision as usize];
        if seen.contains(&vector) {
            return;
        }
        let shape = &goals.shape(unit, decision).decision;
        let conditions = 0..shape.conditions.len() as u32;
        let shown: Vec<u32> = conditions
            .filter(|&condition| {
                seen.iter().any(|other| self.rule.shows(shape, condition, &vector, other))
            })
            .collect();
        let way = vector.outcome;
        seen.insert(vector);
        self.evaluations += 1;
        for goal in goals.of_unit(unit) {
            let reached = match goals.goals[goal].kind {
                GoalKind::Decision { decision: this, way: wanted } => {
                    this == decision && wanted == way
                }
                GoalKind::Independence { decision: this, condition } => {
                    this == decision && shown.contains(&condition)
                }
                _ => false,
            };
            if reached && self.covered.insert(goal.index()) {
                new.push(goal);
            }
        }
    }

    /// How many different evaluations of decisions were seen in all.
    pub fn evaluations(&self) -> usize {
        self.evaluations
    }

    /// The evaluations of a unit's decision that were seen, in order.
    pub fn vectors(&self, unit: UnitId, decision: u32) -> &BTreeSet<Vector> {
        &self.vectors[unit][decision as usize]
    }

    /// The evaluations that would help to show the independence of a condition of a unit's decision;
    /// none if the decision has too many to list.
    pub fn wanted(&self, unit: UnitId, decision: u32, condition: u32) -> Option<Wanted> {
        let (shape, seen) = (self.goals.shape(unit, decision), self.vectors(unit, decision));
        let all = shape.evaluations.as_ref()?;
        let shows = |a: &Vector, b: &Vector| self.rule.shows(&shape.decision, condition, a, b);
        let mut wanted = Wanted::default();
        for vector in all.iter().filter(|vector| !seen.contains(*vector)) {
            if seen.iter().any(|other| shows(vector, other)) {
                wanted.completing.push(vector.clone());
            } else if all.iter().any(|other| shows(vector, other)) {
                wanted.preparing.push(vector.clone());
            }
        }
        Some(wanted)
    }

    /// The evaluations of a unit's decision that come out one way and were not seen; none if the
    /// decision has too many to list.
    pub fn unseen(&self, unit: UnitId, decision: u32, way: bool) -> Option<Vec<Vector>> {
        let (shape, seen) = (self.goals.shape(unit, decision), self.vectors(unit, decision));
        let all = shape.evaluations.as_ref()?.iter();
        let wanted = all.filter(|vector| vector.outcome == way && !seen.contains(*vector));
        Some(wanted.cloned().collect())
    }

    /// The goals of criteria that are not covered yet.
    pub fn open<C: Into<Criteria>>(
        &self,
        criteria: C,
    ) -> impl Iterator<Item = GoalId> + use<'_, C> {
        let criteria = criteria.into();
        self.goals
            .goals
            .iter()
            .filter(move |(id, goal)| criteria.wants(goal) && !self.is_covered(*id))
            .map(|(id, _)| id)
    }

    /// The table's row for a unit.
    pub fn row(&self, unit: UnitId) -> Row {
        let mut row = Row::default();
        for goal in self.goals.of_unit(unit) {
            let covered = self.is_covered(goal);
            let kind = self.goals.goals[goal].kind;
            let add = |share: &mut Share| share.add(covered);
            match kind {
                GoalKind::Entry | GoalKind::Exit(_) => {}
                GoalKind::Region(_) => add(&mut row.regions),
                GoalKind::Branch { decision, condition, .. } => {
                    add(&mut row.branches);
                    if decision || condition {
                        add(&mut row.conditions);
                    }
                    if decision {
                        add(&mut row.decisions);
                    }
                    row.edges.add(self.taken.contains(goal.index()));
                }
                GoalKind::Decision { .. } => add(&mut row.decisions),
                GoalKind::Independence { .. } => add(&mut row.mcdc),
                GoalKind::Check(_) => add(&mut row.checks),
            }
        }
        row
    }
}
