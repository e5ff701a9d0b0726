//! What is known about each goal after the work.

use crate::Focus;
use coverage::{Coverage, Criteria, GoalId, GoalKind, Goals};
use explore::Bounds;
use program::{FuncId, Span};
use report::{Goal, Place, Verdict};
use scenario::Scenario;
use std::collections::BTreeSet;
use suite::Rehearsal;
use trace::{RunError, Trace};

/// Where to look for what is known about goals.
pub struct Known<'k> {
    /// The goals.
    pub goals: &'k Goals,
    /// What the tests cover.
    pub coverage: &'k Coverage,
    /// What the search covered, also by tests that were taken out afterwards.
    pub found: &'k Coverage,
    /// Goals that only runs reached that crashed.
    pub died: &'k BTreeSet<GoalId>,
    /// Within which bounds a function was explored to an end, if it was.
    pub end: &'k dyn Fn(FuncId) -> Option<Bounds>,
    /// Where a goal stands.
    pub place: &'k dyn Fn(Span) -> Place,
    /// What a function is called.
    pub name: &'k dyn Fn(FuncId) -> String,
}

impl Known<'_> {
    /// What is known about a goal of a function.
    pub(crate) fn verdict(&self, goal: GoalId, function: FuncId) -> Verdict {
        if self.coverage.is_covered(goal) {
            return Verdict::Covered;
        }
        match (self.end)(function) {
            _ if self.found.is_covered(goal) => Verdict::TakenOut,
            _ if self.died.contains(&goal) => Verdict::Dies,
            Some(bounds) if bounds.is_none() => Verdict::Infeasible,
            Some(bounds) => Verdict::Bounded(bounds.to_string()),
            None => Verdict::Open,
        }
    }
}

/// Some goals of a unit, each with its verdict.
pub fn goals(known: &Known<'_>, wanted: impl Iterator<Item = GoalId>) -> Vec<Goal> {
    let goals = &known.goals;
    let goal = |goal: GoalId| {
        let function = goals.units[goals.goals[goal].unit].function;
        Goal {
            id: goal.0,
            member: (known.name)(function),
            place: goals.goals[goal].span.map(known.place),
            goal: wish(goals, goal).to_owned(),
            verdict: known.verdict(goal, function),
        }
    };
    wanted.map(goal).collect()
}

/// Goals that need not be searched for: those whose places lie outside of the lines that a run is about.
pub fn aside(
    goals: &Goals,
    focus: Option<&Focus>,
    place: &dyn Fn(Span) -> Place,
) -> BTreeSet<GoalId> {
    let Some(focus) = focus else { return BTreeSet::new() };
    let is_meant = |span: Span| focus.has(&place(span));
    let known = goals.goals.iter();
    known.filter(|(_, goal)| !goal.span.is_some_and(is_meant)).map(|(id, _)| id).collect()
}

/// What scenarios cover, by themselves.
///
/// # Errors
///
/// When one does not fit the program.
pub fn covered_by<'s>(
    stage: &mut dyn Rehearsal,
    mut coverage: Coverage,
    scenarios: impl Iterator<Item = &'s Scenario>,
) -> Result<Coverage, RunError> {
    let mut trace = Trace::default();
    for scenario in scenarios {
        stage.run(scenario, &mut trace)?;
        coverage.update(&trace);
    }
    Ok(coverage)
}

/// What has to happen at a goal.
pub fn wish(goals: &Goals, goal: GoalId) -> &'static str {
    match goals.goals[goal].kind {
        GoalKind::Entry => "entered",
        GoalKind::Exit(_) => "left here",
        GoalKind::Region(_) => "executed",
        GoalKind::Branch { way: true, .. } => "true",
        GoalKind::Branch { way: false, .. } => "false",
        GoalKind::Decision { way: true, .. } => "decision true",
        GoalKind::Decision { way: false, .. } => "decision false",
        GoalKind::Independence { .. } => "independence",
        GoalKind::Check(_) => "check fails",
    }
}

/// The numbers of goals that some criteria ask for, as the report names them.
pub fn numbers(
    goals: &Goals,
    covered: impl Iterator<Item = GoalId>,
    criteria: Criteria,
) -> Vec<u32> {
    let wanted = covered.filter(|goal| criteria.wants(&goals.goals[*goal]));
    let numbers: BTreeSet<u32> = wanted.map(|goal| goal.0).collect();
    numbers.into_iter().collect()
}
