//! Everything that can be aimed at, numbered.

use crate::vectors::{evaluations, first_condition};
use crate::{Count, Source, Unit, Vector};
use program::{Decision, DecisionId, FuncId, Id, IdVec, OutcomeId, Program, Span, define_id};
use std::collections::BTreeMap;
use std::ops::Range;

define_id!(
    /// A unit: a function with goals.
    UnitId
);
define_id!(
    /// A goal.
    GoalId
);

/// How many evaluations of a decision are listed at most.
const MOST_LISTED: usize = 256;

/// Something to cover.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The unit it belongs to.
    pub unit: UnitId,
    /// What.
    pub kind: GoalKind,
    /// Where.
    pub span: Option<Span>,
    /// Whether its unit has no branches: then every criterion wants it entered.
    pub straight: bool,
}

/// What is to be covered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GoalKind {
    /// The unit is entered.
    Entry,
    /// The unit is left at an exit: its number in the unit.
    Exit(u32),
    /// A region is executed: its number in the unit.
    Region(u32),
    /// A branch goes one way.
    Branch {
        /// Its number in the unit.
        branch: u32,
        /// Which way.
        way: bool,
        /// Whether it is a decision of one condition.
        decision: bool,
        /// Whether it is a condition of a decision of several.
        condition: bool,
    },
    /// A decision of several conditions comes out one way.
    Decision {
        /// Its number in the unit.
        decision: u32,
        /// Which way.
        way: bool,
    },
    /// Two evaluations show that a condition alone changes how its decision comes out.
    Independence {
        /// The decision's number in the unit.
        decision: u32,
        /// The condition's place in it.
        condition: u32,
    },
    /// A check fails: its number in the unit.
    Check(u32),
}

/// All units and goals of a program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Goals {
    /// The units.
    pub units: IdVec<UnitId, Unit>,
    /// The goals, unit after unit.
    pub goals: IdVec<GoalId, Goal>,
    /// The goals of each unit.
    ranges: IdVec<UnitId, Range<u32>>,
    by_function: BTreeMap<FuncId, UnitId>,
    /// The decisions of each unit.
    shapes: IdVec<UnitId, Vec<Shape>>,
    /// By unit and id in the function: the number of a decision in the unit.
    numbers: IdVec<UnitId, BTreeMap<DecisionId, u32>>,
    /// The goals that each counter and each outcome has a say in.
    by_counter: Vec<Vec<GoalId>>,
    by_outcome: Vec<Vec<GoalId>>,
    /// The branch goals that an outcome really is.
    by_edge: Vec<Vec<GoalId>>,
}

/// A decision's conditions.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// The decision.
    pub decision: Decision,
    /// The condition that it begins with.
    pub first: u32,
    /// All evaluations that it can have, if they are few enough to list.
    pub evaluations: Option<Vec<Vector>>,
}

impl Goals {
    /// Numbers the goals of units. Entries and exits that nothing counts are none; a branch without code has none, except that a referee that counts it
    /// is believed.
    pub fn new(program: &Program, units: Vec<Unit>) -> Self {
        let mut goals = Self::default();
        for unit in units {
            goals.add(program, unit);
        }
        goals
    }

    fn add(&mut self, program: &Program, unit: Unit) {
        let id = UnitId::new(self.units.len());
        let first = self.goals.len() as u32;
        if !unit.entered.is_never() {
            let entry = self.count(&unit.entered, id, GoalKind::Entry, unit.span);
            self.goals[entry].straight = unit.branches.is_empty();
        }
        for (index, region) in unit.regions.iter().enumerate() {
            self.count(&region.count, id, GoalKind::Region(index as u32), region.span);
        }
        for (index, branch) in unit.branches.iter().enumerate() {
            let ways: &[bool] = if branch.single { &[true] } else { &[true, false] };
            for (&way, count) in ways.iter().zip(&branch.counts) {
                let kind = GoalKind::Branch {
                    branch: index as u32,
                    way,
                    decision: branch.decision,
                    condition: branch.condition.is_some(),
                };
                let goal = self.count(count, id, kind, branch.span);
                for outcome in &branch.outcomes[usize::from(!way)] {
                    entry(&mut self.by_edge, outcome.index()).push(goal);
                }
            }
        }
        let function = &program.functions[unit.function];
        let (mut shapes, mut numbers) = (Vec::new(), BTreeMap::new());
        for (index, decision) in unit.decisions.iter().enumerate() {
            let shape = function.decisions[decision.decision].clone();
            let index = index as u32;
            for way in [true, false] {
                let kind = GoalKind::Decision { decision: index, way };
                self.goals.push(Goal { unit: id, kind, span: decision.span, straight: false });
            }
            for (condition, folded) in decision.folded.iter().enumerate() {
                if !folded {
                    let condition = condition as u32;
                    let span = shape.conditions[condition as usize].span;
                    let kind = GoalKind::Independence { decision: index, condition };
                    self.goals.push(Goal { unit: id, kind, span, straight: false });
                }
            }
            numbers.insert(decision.decision, index);
            let (first, evaluations) = (first_condition(&shape), evaluations(&shape, MOST_LISTED));
            shapes.push(Shape { decision: shape, first, evaluations });
        }
        for (index, exit) in unit.exits.iter().enumerate().filter(|(_, e)| !e.count.is_never()) {
            self.count(&exit.count, id, GoalKind::Exit(index as u32), exit.span);
        }
        for (index, check) in unit.checks.iter().enumerate() {
            self.count(&check.count, id, GoalKind::Check(index as u32), check.span);
        }
        self.ranges.push(first..self.goals.len() as u32);
        self.by_function.insert(unit.function, id);
        self.shapes.push(shapes);
        self.numbers.push(numbers);
        self.units.push(unit);
    }

    /// Adds a goal that a count decides, and ties it to what is counted.
    fn count(&mut self, count: &Count, unit: UnitId, kind: GoalKind, span: Option<Span>) -> GoalId {
        let goal = self.goals.push(Goal { unit, kind, span, straight: false });
        for (source, _) in &count.terms {
            match source {
                Source::Counter(counter) => entry(&mut self.by_counter, *counter as usize),
                Source::Outcome(outcome) => entry(&mut self.by_outcome, outcome.index()),
            }
            .push(goal);
        }
        goal
    }

    /// The goals of a unit.
    pub fn of_unit(&self, unit: UnitId) -> impl Iterator<Item = GoalId> + use<> {
        self.ranges[unit].clone().map(GoalId)
    }

    /// The unit of a function.
    pub fn unit_of(&self, function: FuncId) -> Option<UnitId> {
        self.by_function.get(&function).copied()
    }

    /// The count that decides a goal; none for those that evaluations of decisions decide.
    pub fn count_of(&self, goal: GoalId) -> Option<&Count> {
        let Goal { unit, kind, .. } = &self.goals[goal];
        let unit = &self.units[*unit];
        match *kind {
            GoalKind::Entry => Some(&unit.entered),
            GoalKind::Exit(exit) => Some(&unit.exits[exit as usize].count),
            GoalKind::Region(region) => Some(&unit.regions[region as usize].count),
            GoalKind::Branch { branch, way, .. } => {
                Some(&unit.branches[branch as usize].counts[usize::from(!way)])
            }
            GoalKind::Check(check) => Some(&unit.checks[check as usize].count),
            GoalKind::Decision { .. } | GoalKind::Independence { .. } => None,
        }
    }

    /// The number in its unit of the decision that has this id in its function.
    pub fn decision(&self, unit: UnitId, decision: DecisionId) -> Option<u32> {
        self.numbers[unit].get(&decision).copied()
    }

    /// A unit's decision, by its number in the unit.
    pub fn shape(&self, unit: UnitId, decision: u32) -> &Shape {
        &self.shapes[unit][decision as usize]
    }

    /// The goals that a counter has a say in.
    pub(crate) fn of_counter(&self, counter: u32) -> &[GoalId] {
        self.by_counter.get(counter as usize).map_or(&[], Vec::as_slice)
    }

    /// The goals that an outcome has a say in.
    pub(crate) fn of_outcome(&self, outcome: OutcomeId) -> &[GoalId] {
        self.by_outcome.get(outcome.index()).map_or(&[], Vec::as_slice)
    }

    /// The branch goals that an outcome of the program really is, whatever the referee makes of it.
    pub fn of_edge(&self, outcome: OutcomeId) -> &[GoalId] {
        self.by_edge.get(outcome.index()).map_or(&[], Vec::as_slice)
    }
}

fn entry(table: &mut Vec<Vec<GoalId>>, index: usize) -> &mut Vec<GoalId> {
    if table.len() <= index {
        table.resize(index + 1, Vec::new());
    }
    &mut table[index]
}
