//! What a search aims at: where a goal is covered.

use crate::terrain::Terrain;
use coverage::{Coverage, GoalId, GoalKind, Source};
use program::{BlockId, FuncId, Function, Id, Instruction, OutcomeId, SiteKind};

/// A goal, and where in its function it is covered.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The goal.
    pub goal: GoalId,
    /// Its function.
    pub function: FuncId,
    /// Where it is covered: at any of these.
    pub ends: Vec<End>,
    /// For a goal of whole evaluations of a decision: the evaluations that would cover it, each as the
    /// outcomes of its conditions, in the order in which they are evaluated.
    pub evaluations: Vec<Vec<OutcomeId>>,
}

/// A place to come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum End {
    /// An outcome of a branch, switch or select, or the failure of a check.
    Outcome(OutcomeId),
    /// The start of a block.
    Block(BlockId),
}

impl Target {
    /// Where a goal is covered, after what is covered by now: which evaluations of a decision are wanted
    /// depends on those that were seen.
    pub fn new(terrain: &Terrain<'_>, coverage: &Coverage, goal: GoalId) -> Self {
        let goals = coverage.goals();
        let function = goals.units[goals.goals[goal].unit].function;
        let mut target = Self { goal, function, ends: Vec::new(), evaluations: Vec::new() };
        match goals.goals[goal].kind {
            GoalKind::Decision { decision, way } => {
                let unit = goals.goals[goal].unit;
                let wanted = coverage.unseen(unit, decision, way).unwrap_or_default();
                target.aim(terrain, coverage, decision, &wanted);
            }
            GoalKind::Independence { decision, condition } => {
                let unit = goals.goals[goal].unit;
                let wanted = coverage.wanted(unit, decision, condition).unwrap_or_default();
                let vectors = match wanted.completing.is_empty() {
                    true => wanted.preparing,
                    false => wanted.completing,
                };
                target.aim(terrain, coverage, decision, &vectors);
            }
            _ => target.ends = ends(terrain, coverage, goal, function),
        }
        target
    }

    /// A target that is an outcome of a site.
    pub fn of_outcome(terrain: &Terrain<'_>, goal: GoalId, outcome: OutcomeId) -> Self {
        let function = terrain.map().function(outcome);
        Self { goal, function, ends: vec![End::Outcome(outcome)], evaluations: Vec::new() }
    }

    fn aim(
        &mut self,
        terrain: &Terrain<'_>,
        coverage: &Coverage,
        decision: u32,
        vectors: &[coverage::Vector],
    ) {
        let unit = coverage.goals().goals[self.goal].unit;
        // Conditions are numbered from left to right, and so evaluated.
        let mut outcomes = terrain.map().outcomes_of(unit, decision).to_vec();
        outcomes.sort_by_key(|(_, condition, _)| *condition);
        let first = coverage.goals().shape(unit, decision).first;
        for (outcome, ..) in outcomes.iter().filter(|(_, condition, _)| *condition == first) {
            let site = terrain.sites().site(terrain.sites().owner(*outcome).0);
            self.ends.push(End::Block(site.point.block));
        }
        self.ends.sort_unstable();
        self.ends.dedup();
        for vector in vectors {
            let part = |&(outcome, condition, value): &(OutcomeId, u32, bool)| {
                (vector.conditions[condition as usize] == Some(value)).then_some(outcome)
            };
            self.evaluations.push(outcomes.iter().filter_map(part).collect());
        }
    }
}

fn ends(terrain: &Terrain<'_>, coverage: &Coverage, goal: GoalId, function: FuncId) -> Vec<End> {
    let goals = coverage.goals();
    let unit = &goals.units[goals.goals[goal].unit];
    let kind = goals.goals[goal].kind;
    let body = &terrain.program().functions[function];
    match kind {
        GoalKind::Entry => return vec![End::Block(Function::ENTRY)],
        GoalKind::Exit(exit) => return vec![End::Block(unit.exits[exit as usize].block)],
        GoalKind::Check(check) => return vec![End::Outcome(unit.checks[check as usize].failed)],
        GoalKind::Branch { branch, way, .. } => {
            let outcomes = &unit.branches[branch as usize].outcomes[usize::from(!way)];
            if !outcomes.is_empty() {
                return outcomes.iter().map(|outcome| End::Outcome(*outcome)).collect();
            }
        }
        _ => {}
    }
    // A plain counter stands somewhere.
    if let Some(count) = goals.count_of(goal)
        && let [(Source::Counter(counter), _)] = count.terms[..]
    {
        let first = terrain.sites().first_counter(function);
        let counts = |instruction: &program::Located<Instruction>| {
            matches!(instruction.node, Instruction::Count { counter: own }
                if first + own.index() as u32 == counter)
        };
        let blocks = body.blocks.iter().filter(|(_, block)| block.instructions.iter().any(counts));
        let blocks: Vec<End> = blocks.map(|(id, _)| End::Block(id)).collect();
        if !blocks.is_empty() {
            return blocks;
        }
    }
    let (outcomes, entries) = terrain.map().gains(goal);
    let own = outcomes.iter().copied().filter(|outcome| {
        let site = terrain.sites().site(terrain.sites().owner(*outcome).0);
        site.point.function == function && !matches!(site.kind, SiteKind::Check(_))
    });
    let mut ends: Vec<End> = own.map(End::Outcome).collect();
    if entries.contains(&function) {
        ends.push(End::Block(Function::ENTRY));
    }
    ends
}
