//! The way from kept scenarios to a suite: rehearse, reduce, minimise, find checks, give names.

mod apart;

use crate::checks::{Check, checks};
use crate::kill::{Kills, Tried, attempt_again, kills, reached, tried};
pub use crate::naming::{name, plain_name};
use crate::rehearsal::Rehearsal;
use crate::rename::rename;
pub use crate::test::Test;
use crate::{Footprint, minimise, plain, reduce};
pub(crate) use apart::is_aside;
use apart::{apart, parts};
use coverage::{Criteria, Criterion, GoalId, Goals, PairRule, UnitId};
use mutation::{Mutant, MutantId};
use program::{Catalogue, ClassId, FuncId, IdVec, Program};
use scenario::{Scenario, Statement};
use std::collections::BTreeSet;
use std::sync::Arc;
use trace::{Outcome, RunError, Trace};

/// Steps that all runs to make one scenario smaller may take: where each takes long, it is tried less often.
pub const MOST_STEPS: u64 = 20_000_000;

/// What a suite is to be like.
#[derive(Clone, Copy, Debug)]
pub struct Plan<'m> {
    /// The goals that count. Regions are kept covered as well, whatever the criteria.
    pub criteria: Criteria,
    /// When two evaluations make a pair.
    pub rule: PairRule,
    /// How often one scenario may be run to make it smaller.
    pub effort: u32,
    /// The mutants that it may have to kill.
    pub mutants: &'m IdVec<MutantId, Mutant>,
    /// Whether it is known of all scenarios what they kill. If not, what the tests of one function cover of another by the
    /// way does not count where the other has tests of its own: they look at what it does.
    pub knows_kills: bool,
    /// How many of the drafts, the first of them, are tests that were there before: those that show something stay as they
    /// are, in their order.
    pub anchors: usize,
    /// Whether these stay even if nothing is known that they show.
    pub keeps_anchors: bool,
}

impl Plan<'_> {
    /// Whether a goal is to be covered.
    pub fn wants(&self, goals: &Goals, goal: GoalId) -> bool {
        let goal = &goals.goals[goal];
        self.criteria.closed().wants(goal) || Criterion::Statement.wants(goal)
    }
}

/// A scenario that may become a test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// What it does.
    pub scenario: Scenario,
    /// Mutants that it kills and is to kill.
    pub kills: Kills,
}

/// Makes a suite of scenarios that end as a test may; others, and those that two runs of do not agree on, are
/// left out and counted.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn assemble(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    plan: Plan<'_>,
    drafts: &[Draft],
) -> Result<(Vec<Test>, Left), RunError> {
    assemble_beyond(stage, goals, plan, Footprint::default(), drafts)
}

/// Makes a suite of scenarios for what others do not show.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn assemble_beyond(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    plan: Plan<'_>,
    shown: Footprint,
    drafts: &[Draft],
) -> Result<(Vec<Test>, Left), RunError> {
    let wanted = |goal: GoalId| plan.wants(goals, goal);
    let mut left = Left::default();
    let mut kept: Vec<Kept> = Vec::new();
    let catalogue = stage.program().catalogue.clone();
    let (anchors, drafts) = drafts.split_at(plan.anchors.min(drafts.len()));
    for Draft { scenario, kills } in drafts {
        match rehearse(stage, goals, scenario)? {
            Rehearsed::Fine { mut footprint, trace, .. } => {
                footprint.kills = kills.keys().copied().collect();
                let parts = match stage.is_late() {
                    true => None,
                    false => parts(stage, goals, plan.mutants, scenario, &footprint)?,
                };
                match parts {
                    Some(parts) => kept.extend(parts),
                    None => {
                        let is_blank = stage.is_blank(scenario, &trace);
                        let (scenario, kills) = (scenario.clone(), kills.clone());
                        kept.push(Kept { scenario, footprint, kills, is_blank });
                    }
                }
            }
            Rehearsed::Flaky => left.flaky.extend(subject_of(scenario)),
            Rehearsed::Stopped => left.stopped.extend(subject_of(scenario)),
        }
    }
    let about: Vec<Option<FuncId>> = kept
        .iter()
        .map(|kept| subject_of(&kept.scenario).map(|function| catalogue.entered_by(function)))
        .collect();
    let anchored: BTreeSet<Option<FuncId>> = anchors
        .iter()
        .map(|draft| subject_of(&draft.scenario).map(|function| catalogue.entered_by(function)))
        .collect();
    let mut to_kill: BTreeSet<MutantId> =
        kept.iter().flat_map(|kept| kept.footprint.kills.iter().copied()).collect();
    to_kill.extend(anchors.iter().flat_map(|draft| draft.kills.keys().copied()));
    let mut tests: Vec<Test> = Vec::new();
    // First the tests of each function that are made for it, then what only others reach: so that a test
    // is about one thing.
    let mut covered = shown;
    let mut by_the_way: BTreeSet<GoalId> = BTreeSet::new();
    let is_tested = |unit: UnitId| {
        let function = Some(goals.units[unit].function);
        about.contains(&function) || anchored.contains(&function)
    };
    let pairs = plan.criteria.has(Criterion::Mcdc);
    let mut later: BTreeSet<GoalId> = BTreeSet::new();
    for draft in anchors {
        let Rehearsed::Fine { footprint, .. } = rehearse(stage, goals, &draft.scenario)? else {
            continue;
        };
        let function = subject_of(&draft.scenario).map(|own| catalogue.entered_by(own));
        let unit = function.and_then(|own| goals.unit_of(own));
        let (counted, rest): (BTreeSet<GoalId>, BTreeSet<GoalId>) =
            footprint.goals.iter().copied().partition(|goal| {
                let other = goals.goals[*goal].unit;
                plan.knows_kills || Some(other) == unit || !is_tested(other)
            });
        let own = draft.kills.keys().copied().collect();
        let mut needed = Footprint { kills: own, ..Footprint::default() };
        needed.goals.extend(counted.iter().copied().filter(|goal| wanted(*goal)));
        if pairs {
            needed.evaluations.clone_from(&footprint.evaluations);
        }
        let needed = needed.without(&covered);
        if needed.is_empty() && !plan.keeps_anchors {
            continue;
        }
        let as_it_is = Plan { effort: 0, ..plan };
        let made = finish(stage, &catalogue, goals, as_it_is, draft, &needed)?;
        let Some((mut test, footprint)) = made else { continue };
        covered.goals.extend(counted);
        later.extend(rest);
        covered.evaluations.extend(footprint.evaluations);
        let open: BTreeSet<MutantId> = to_kill.difference(&covered.kills).copied().collect();
        try_on(stage, plan, &mut test, &open)?;
        covered.kills.extend(kills(&test.tried));
        tests.push(test);
    }
    for own in [true, false] {
        covered.goals.append(&mut by_the_way);
        if !own {
            covered.goals.append(&mut later);
        }
        for (id, unit) in goals.units.iter() {
            let missing = |goal: GoalId| {
                wanted(goal) && goals.goals[goal].unit == id && !covered.goals.contains(&goal)
            };
            let candidates: Vec<usize> = (0..kept.len())
                .filter(|test| !own || about[*test] == Some(unit.function))
                .collect();
            let offered: Vec<Footprint> = candidates
                .iter()
                .map(|test| {
                    let footprint = &kept[*test].footprint;
                    let mut part = part(footprint, id, pairs, missing);
                    let open = footprint.kills.difference(&covered.kills).copied();
                    part.kills = open
                        .filter(|mutant| goals.unit_of(plan.mutants[*mutant].function) == Some(id))
                        .collect();
                    part
                })
                .collect();
            let is_new =
                |offered: &Footprint| !offered.goals.is_empty() || !offered.kills.is_empty();
            if !own && !offered.iter().any(is_new) {
                continue;
            }
            let cost = |test: usize| kept[candidates[test]].cost();
            let mut chosen = reduce(goals, plan.rule, missing, &offered, cost);
            // The simple ones first: a test need not show again what one before it shows.
            chosen.sort_by_key(|test| cost(*test));
            for chosen in chosen {
                let needed = offered[chosen].without(&covered);
                if needed.is_empty() {
                    continue;
                }
                let Kept { scenario, kills: known, .. } = &kept[candidates[chosen]];
                let draft = Draft { scenario: scenario.clone(), kills: known.clone() };
                match finish(stage, &catalogue, goals, plan, &draft, &needed)? {
                    Some(whole) => {
                        let made = apart(stage, &catalogue, goals, plan, whole, &needed)?;
                        for (mut test, footprint) in made {
                            let (counted, rest): (BTreeSet<GoalId>, _) =
                                footprint.goals.into_iter().partition(|goal| {
                                    let unit = goals.goals[*goal].unit;
                                    plan.knows_kills || !own || unit == id || !is_tested(unit)
                                });
                            covered.goals.extend(counted);
                            by_the_way.extend(rest);
                            covered.evaluations.extend(footprint.evaluations);
                            if stage.is_late() {
                                // What it is there for, it will kill.
                                test.kills.clone_from(&needed.kills);
                            } else {
                                let open = to_kill.difference(&covered.kills).copied();
                                try_on(stage, plan, &mut test, &open.collect())?;
                                test.kills = kills(&test.tried);
                            }
                            covered.kills.extend(test.kills.iter().copied());
                            tests.push(test);
                        }
                    }
                    None => left.flaky.extend(subject_of(scenario)),
                }
            }
        }
    }
    for test in &mut tests {
        test.goals.retain(|goal| wanted(*goal));
    }
    name(stage.program(), &mut tests);
    Ok((tests, left))
}

/// Adds tests that throw what no test of their function throws yet, each as small as that allows. `scenarios` throw, the
/// better ones first. Gives those that two runs do not agree on.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn add_throwing(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    plan: Plan<'_>,
    tests: &mut Vec<Test>,
    scenarios: &[Scenario],
) -> Result<Left, RunError> {
    let catalogue = stage.program().catalogue.clone();
    let ends = |function: FuncId, outcome: &Outcome| match outcome {
        Outcome::Threw { class, .. } => Some((function, *class)),
        _ => None,
    };
    let mut shown: BTreeSet<(FuncId, ClassId)> =
        tests.iter().filter_map(|test| ends(test.function, &test.outcome)).collect();
    let mut left = Left::default();
    for scenario in scenarios {
        let Some(function) = subject_of(scenario) else { continue };
        let (class, footprint) = match rehearse(stage, goals, scenario)? {
            Rehearsed::Fine { footprint: Footprint { thrown: None, .. }, .. } => continue,
            Rehearsed::Fine { footprint, .. } => (footprint.thrown, footprint),
            Rehearsed::Flaky => {
                left.flaky.push(function);
                continue;
            }
            Rehearsed::Stopped => {
                left.stopped.push(function);
                continue;
            }
        };
        let Some(end) = class.map(|class| (function, class)) else { continue };
        if shown.contains(&end) {
            continue;
        }
        let needed = Footprint { thrown: footprint.thrown, ..Footprint::default() };
        // What is smaller may throw the same in another call.
        for effort in [plan.effort, 0] {
            let plan = Plan { effort, ..plan };
            let draft = Draft { scenario: scenario.clone(), kills: Kills::new() };
            let made = finish(stage, &catalogue, goals, plan, &draft, &needed)?;
            let same =
                |(test, _): &(Test, Footprint)| ends(test.function, &test.outcome) == Some(end);
            if let Some((test, _)) = made.filter(same) {
                shown.insert(end);
                tests.push(test);
                break;
            }
        }
    }
    name(stage.program(), tests);
    Ok(left)
}

/// Makes a scenario as small as what it is needed for allows, and finds its checks.
fn finish(
    stage: &mut dyn Rehearsal,
    catalogue: &Catalogue,
    goals: &Arc<Goals>,
    plan: Plan<'_>,
    draft: &Draft,
    needed: &Footprint,
) -> Result<Option<(Test, Footprint)>, RunError> {
    let scenario = &draft.scenario;
    // What the scenario was tried on that is known best.
    let before = draft.kills.iter().map(|(mutant, kill)| (*mutant, Some(kill.clone())));
    let mut known: (Scenario, Tried) = (scenario.clone(), before.collect());
    let (mut trace, mut steps, mut endless) = (Trace::default(), 0, BTreeSet::new());
    let output = stage.run(scenario, &mut trace)?;
    let telling = tells(stage, scenario, &trace, &output);
    let returned = trace.outcome == Outcome::Returned;
    let blank = stage.is_blank(scenario, &trace);
    let mut watched = some_of(&needed.kills);
    let mut smaller = scenario.clone();
    let mut same = |stage: &mut dyn Rehearsal, candidate: &Scenario, kills: &BTreeSet<MutantId>| {
        if steps > MOST_STEPS || stage.is_late() {
            return false;
        }
        // One run tells; whether another one agrees is asked in the end.
        let Ok(output) = stage.run(candidate, &mut trace) else { return false };
        steps += trace.steps;
        (trace.outcome == Outcome::Returned) == returned
            && stage.may_end(&trace.outcome)
            && Footprint::of(goals, &trace).includes(needed)
            // Simpler inputs on which nothing can be seen any more make a test that says nothing.
            && (!telling || tells(stage, candidate, &trace, &output))
            && (blank || !stage.is_blank(candidate, &trace))
            && kills_all(stage, plan.mutants, candidate, kills, (&mut endless, &mut steps))
    };
    for round in 1..=ROUNDS {
        smaller = minimise(catalogue, scenario, plan.effort, |candidate| {
            same(stage, candidate, &watched)
        });
        if stage.is_late() {
            break;
        }
        let came_of_it = tried(stage, plan.mutants, &smaller, needed.kills.iter().copied())?;
        let mut kept = kills(&came_of_it);
        known = (smaller.clone(), came_of_it);
        let usual = stage.usual();
        let ended = ending(stage, &smaller)?;
        let chosen = plain(catalogue, &smaller, &usual, |candidate| {
            plan.effort > 0
                && same(stage, candidate, &kept)
                && ending(stage, candidate).is_ok_and(|own| own == ended)
        });
        if chosen != smaller {
            let came_of_it = tried(stage, plan.mutants, &chosen, needed.kills.iter().copied())?;
            kept = kills(&came_of_it);
            known = (chosen.clone(), came_of_it);
            smaller = chosen;
        }
        let lost: BTreeSet<MutantId> = needed.kills.difference(&kept).copied().collect();
        if lost.is_subset(&watched) {
            break;
        }
        // In the last round nothing more may get away that has before.
        watched.extend(if round + 1 < ROUNDS { some_of(&lost) } else { lost });
    }
    let Rehearsed::Fine { footprint, trace, output } = rehearse(stage, goals, &smaller)? else {
        return Ok(None);
    };
    let known = if known.0 == smaller { known.1 } else { Tried::new() };
    if let Outcome::Threw { .. } = trace.outcome {
        // Nothing behind it was done.
        smaller.statements.truncate(trace.statement + 1);
        smaller.prune();
    }
    let Some(function) = subject_of(&smaller) else { return Ok(None) };
    let program = stage.program();
    let mut scenario = smaller;
    forget_unused(&mut scenario, program);
    rename(&program.catalogue, &mut scenario);
    let test = Test {
        name: String::new(),
        function,
        heap: trace.freed.clone(),
        checks: checks(program, &scenario, &trace, &|address| stage.known_at(address)),
        scenario,
        output,
        outcome: trace.outcome.clone(),
        goals: footprint.goals.iter().copied().collect(),
        kills: BTreeSet::new(),
        tried: known,
    };
    Ok(Some((test, footprint)))
}

/// Tries a test on mutants that it was not tried on.
fn try_on(
    stage: &mut dyn Rehearsal,
    plan: Plan<'_>,
    test: &mut Test,
    mutants: &BTreeSet<MutantId>,
) -> Result<(), RunError> {
    let new = mutants.iter().copied().filter(|mutant| !test.tried.contains_key(mutant));
    let new: Vec<MutantId> = new.collect();
    let came_of_it = tried(stage, plan.mutants, &test.scenario, new)?;
    test.tried.extend(came_of_it);
    Ok(())
}

/// Where a run of a scenario ends, and by which class of exception.
fn ending(
    stage: &mut dyn Rehearsal,
    scenario: &Scenario,
) -> Result<(usize, Option<ClassId>), RunError> {
    let mut trace = Trace::default();
    stage.run(scenario, &mut trace)?;
    let class = match trace.outcome {
        Outcome::Threw { class, .. } => Some(class),
        _ => None,
    };
    Ok((trace.statement, class))
}

/// Mutants that are watched while a scenario gets smaller: some of them stand for all.
const WATCHED: usize = 12;

/// How often a scenario is made smaller: again, with them watched, if mutants got away.
const ROUNDS: usize = 4;

/// Some of many mutants, evenly spread.
fn some_of(mutants: &BTreeSet<MutantId>) -> BTreeSet<MutantId> {
    let step = mutants.len().div_ceil(WATCHED).max(1);
    mutants.iter().copied().step_by(step).collect()
}

/// Whether a scenario kills all of some mutants; adds the steps that it takes to tell. Notes which go on forever.
fn kills_all(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    scenario: &Scenario,
    watched: &BTreeSet<MutantId>,
    (endless, steps): (&mut BTreeSet<MutantId>, &mut u64),
) -> bool {
    if watched.is_empty() {
        return true;
    }
    let Ok(original) = stage.sight(scenario, None) else { return false };
    *steps += original.steps;
    if !original.is_fine || reached(stage, mutants, watched.iter().copied()).len() < watched.len() {
        return false;
    }
    watched.iter().all(|mutant| {
        let mutant = (*mutant, &mutants[*mutant]);
        let tried = attempt_again(stage, mutant, scenario, &original, endless);
        tried.is_ok_and(|(kill, taken)| {
            *steps += taken;
            kill.is_some()
        })
    })
}

/// Whether a test can say anything of what a run did.
fn tells(stage: &dyn Rehearsal, scenario: &Scenario, trace: &Trace, output: &[u8]) -> bool {
    let known_at = |address| stage.known_at(address);
    !output.is_empty()
        || !matches!(trace.outcome, Outcome::Returned)
        || !checks(stage.program(), scenario, trace, &known_at).iter().all(Check::is_silent)
}

/// What a footprint offers to one unit; evaluations only where pairs of them count.
fn part(
    footprint: &Footprint,
    unit: UnitId,
    pairs: bool,
    missing: impl Fn(GoalId) -> bool,
) -> Footprint {
    let goals = footprint.goals.iter().copied().filter(|goal| missing(*goal)).collect();
    let evaluations = footprint.evaluations.iter().filter(|(owner, ..)| pairs && *owner == unit);
    Footprint { goals, evaluations: evaluations.cloned().collect(), ..Footprint::default() }
}

/// Scenarios that make no test, by the function that each would have been a test of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    /// Two runs did not agree.
    pub flaky: Vec<FuncId>,
    /// It trapped, threw or ran out of budget.
    pub stopped: Vec<FuncId>,
}

enum Rehearsed {
    Fine { footprint: Footprint, trace: Box<Trace>, output: Vec<u8> },
    Flaky,
    Stopped,
}

/// Runs a scenario twice.
fn rehearse(
    stage: &mut dyn Rehearsal,
    goals: &Arc<Goals>,
    scenario: &Scenario,
) -> Result<Rehearsed, RunError> {
    let mut first = Box::<Trace>::default();
    let output = stage.run(scenario, &mut first)?;
    if !stage.may_end(&first.outcome) {
        return Ok(Rehearsed::Stopped);
    }
    if !stage.agrees(goals, scenario, &first, &output)? {
        return Ok(Rehearsed::Flaky);
    }
    Ok(Rehearsed::Fine { footprint: Footprint::of(goals, &first), trace: first, output })
}

/// A scenario that is as a test may be.
struct Kept {
    scenario: Scenario,
    footprint: Footprint,
    /// How it kills the mutants that it is known to kill.
    kills: Kills,
    /// Whether what its last call gave tells little.
    is_blank: bool,
}

/// What a result that tells little costs: as much as some statements.
const BLANK: u64 = 4;

impl Kept {
    /// What it costs a reader.
    fn cost(&self) -> u64 {
        cost(&self.scenario) + if self.is_blank { BLANK } else { 0 }
    }
}

/// Longer scenarios with larger numbers are dearer to a reader.
fn cost(scenario: &Scenario) -> u64 {
    let statement = |statement: &Statement| match statement {
        Statement::Array { array, .. } => 2 + u64::from(array.length),
        Statement::Stream { values, .. } => 2 + values.len() as u64,
        Statement::StandardInput(bytes) | Statement::File { content: bytes, .. } => {
            2 + bytes.len() as u64
        }
        Statement::Value { bits, ty, .. } => {
            let digits = u64::from(128 - (bits & ty.mask()).leading_zeros());
            1 + digits / 16
        }
        _ => 2,
    };
    scenario.statements.iter().map(statement).sum()
}

/// The function a scenario is a test of: the one it calls last.
pub fn subject_of(scenario: &Scenario) -> Option<FuncId> {
    scenario.statements.iter().rev().find_map(|statement| match statement {
        Statement::Call { function, .. } => Some(*function),
        _ => None,
    })
}

/// A result that is a `void` function's has no variable; one that is asserted keeps its own.
fn forget_unused(scenario: &mut Scenario, program: &Program) {
    for statement in &mut scenario.statements {
        if let Statement::Call { result, function, .. } = statement
            && program.functions[*function].result.is_none()
        {
            *result = None;
        }
    }
}
