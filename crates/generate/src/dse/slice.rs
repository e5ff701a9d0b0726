//! A slice of executions for one explorer.

use super::{ExplorerTotals, Main, Side, Slice, State, lock};
use crate::batch::Trial;
use crate::subject::Unit;
use explore::{Attempt, Explorer};
use fastrand::Rng;
use scenario::make::change;
use scenario::{Scenario, Statement};
use trace::{Mode, Wanted};

/// Starts in a row that cover nothing before a unit rests whose inputs are numbers only.
const NUMBERS_PATIENCE: u32 = 24;

/// Starts in a row that cover nothing before any other unit rests.
const SHAPES_PATIENCE: u32 = 2_000;

/// Executions in a row that cover nothing before the side explorer starts over.
const STALE: u32 = 128;

/// Steps of the machine that end a slice, since others wait for what it has covered: about a second.
const STEPS: u64 = 1 << 26;

/// Lets an explorer make its executions.
pub(super) fn carry_out(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &State<'_>, slice: &Slice) {
    let lane = &state.lanes[slice.lane];
    match lane.side.as_ref().filter(|_| slice.side) {
        Some(side) => side_slice(trial, unit, state, &mut lock(side), slice),
        None => main_slice(trial, unit, state, &mut lock(&lane.main), slice.effort),
    }
}

/// What one question that the solver gave up counts, since it took all that it may spend.
const GIVEN_UP: u64 = 10;

/// What was spent on the solver, in questions.
pub(super) fn effort(done: &explore::Statistics) -> u64 {
    done.satisfiable + done.unsatisfiable + GIVEN_UP * done.unknown
}

fn main_slice<'s>(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &State<'s>,
    main: &mut Main<'s>,
    most: u64,
) {
    main.slices += 1;
    let explorer = main.explorer.get_or_insert_with(|| (state.fresh)(main.seed));
    explorer.catch_up(&trial.archive().coverage);
    explorer.set_deadline(trial.deadline());
    let most = most.saturating_add(effort(explorer.statistics()));
    // To make an explorer may take all of a turn: it is worth something only if it makes an attempt as well.
    let mut first = true;
    while trial.left() > 0 && (first || !trial.is_late()) && !main.done && !main.idle {
        first = false;
        if effort(explorer.statistics()) >= most || trial.work() >= STEPS {
            return;
        }
        if attempt(trial, unit, explorer, &mut main.random, state.exchanges) {
            continue;
        }
        if state.lanes.len() > 1 {
            main.idle = true;
            return;
        }
        let covered = explorer.structure().share().0;
        if main.started {
            if !unit.structured && state.bounds.with(explorer.bounds()).is_none() {
                main.done = true;
                return;
            }
            main.fruitless = if covered > main.covered { 0 } else { main.fruitless + 1 };
            let patience = if unit.structured { SHAPES_PATIENCE } else { NUMBERS_PATIENCE };
            if main.fruitless >= patience {
                main.done = true;
                return;
            }
        }
        (main.started, main.covered) = (true, covered);
        let random = &mut main.random;
        let scenario = match main.fruitless {
            0..2 => unit.maker.whole(random, unit.function, &unit.globals),
            _ => draw(trial, unit, random),
        };
        start(trial, unit, explorer, random, (scenario, state.exchanges));
    }
}

fn side_slice<'s>(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &State<'s>,
    side: &mut Side<'s>,
    slice: &Slice,
) {
    let Side { explorer: side, random, stale, gone } = side;
    let spent = |gone: &ExplorerTotals, side: &Option<Explorer<'_>>| {
        effort(&gone.statistics) + side.as_ref().map_or(0, |explorer| effort(explorer.statistics()))
    };
    let most = slice.effort.saturating_add(spent(gone, side));
    if let Some(explorer) = side {
        explorer.catch_up(&trial.archive().coverage);
        explorer.set_deadline(trial.deadline());
    }
    let mut first = true;
    while trial.left() > 0
        && (first || !trial.is_late())
        && spent(gone, side) < most
        && trial.work() < STEPS
    {
        first = false;
        let left = trial.left();
        let before = side.as_ref().map_or(0, |explorer| explorer.structure().share().0);
        let goes_on = match side {
            Some(explorer) if *stale < STALE => {
                attempt(trial, unit, explorer, random, state.exchanges)
            }
            _ => false,
        };
        if goes_on {
            let explorer = side.as_ref();
            let gained = explorer.is_some_and(|explorer| explorer.structure().share().0 > before);
            *stale = if gained { 0 } else { *stale + (left - trial.left().min(left)) as u32 };
            continue;
        }
        let mut explorer = (state.fresh)(random.u64(..));
        explorer.catch_up(&trial.archive().coverage);
        if let Some(old) = side {
            gone.add(old);
            explorer.catch_up(old.structure().coverage());
        }
        explorer.set_deadline(trial.deadline());
        let offer = if slice.lane == 0 { lock(&state.offers).pop() } else { None };
        let scenario = offer.unwrap_or_else(|| draw(trial, unit, random));
        start(trial, unit, &mut explorer, random, (scenario, state.exchanges));
        *stale = 0;
        *side = Some(explorer);
    }
}

/// Lets an explorer make one attempt. Gives whether there was anything to try.
fn attempt(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    explorer: &mut Explorer<'_>,
    random: &mut Rng,
    exchanges: bool,
) -> bool {
    match explorer.attempt() {
        Attempt::Run(proposal) => {
            let mut scenario = proposal.scenario.clone();
            if !point(unit, random, &mut scenario, &proposal.retarget) {
                explorer.withdraw(&proposal);
                return true;
            }
            let verdict = trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
            if verdict.ran {
                let (trace, pool) = (trial.trace(), trial.pool());
                explorer.ran(&proposal, &scenario, trace, pool, verdict.clean);
                if exchanges {
                    exchange(trial, unit, explorer, random, &scenario);
                }
                give(trial, unit, explorer, random, &scenario);
            } else {
                explorer.withdraw(&proposal);
            }
            true
        }
        Attempt::Look(look) => {
            let seen = trial.look(explorer.scene(&look), look.force);
            explorer.looked(&look, seen);
            true
        }
        Attempt::Failed => true,
        Attempt::Exhausted => false,
    }
}

/// Starts over with a scenario.
fn start(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    explorer: &mut Explorer<'_>,
    random: &mut Rng,
    (mut scenario, exchanges): (Scenario, bool),
) {
    scenario.expand();
    let verdict = trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
    if verdict.ran {
        explorer.add(&scenario, trial.trace(), trial.pool(), verdict.clean);
        if exchanges {
            exchange(trial, unit, explorer, random, &scenario);
        }
        give(trial, unit, explorer, random, &scenario);
    }
}

/// One run in so many whose texts were judged is followed by one with another text in the place of one of them: what a
/// solver takes long to find, character by character, is known there.
const EXCHANGED: u8 = 4;

/// Starts over with another text in the place of one that was judged, now and then.
fn exchange(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    explorer: &mut Explorer<'_>,
    random: &mut Rng,
    scenario: &Scenario,
) {
    if trial.left() == 0 {
        return;
    }
    let exchanges = &trial.trace().texts.exchanges;
    if exchanges.is_empty() || random.u8(..EXCHANGED) > 0 {
        return;
    }
    let mut scenario = scenario.clone();
    if !scenario::make::exchange(&unit.maker, random, &mut scenario, exchanges) {
        return;
    }
    let verdict = trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
    if verdict.ran {
        explorer.add(&scenario, trial.trace(), trial.pool(), verdict.clean);
    }
}

/// Where the program looked for standard input or a file in vain, starts over with something to read.
/// More than once only now and then: a program may read on for ever.
fn give(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    explorer: &mut Explorer<'_>,
    random: &mut Rng,
    scenario: &Scenario,
) {
    let wanted = trial.trace().wanted.clone();
    if wanted.is_empty() || trial.left() == 0 {
        return;
    }
    let given = |statement: &Statement| {
        matches!(statement, Statement::StandardInput(_) | Statement::File { .. })
    };
    if scenario.statements.iter().any(given) && random.u8(..8) > 0 {
        return;
    }
    let mut scenario = scenario.clone();
    for wanted in wanted {
        match wanted {
            Wanted::StandardInput => change::standard_input(&unit.maker, random, &mut scenario),
            Wanted::File(path) => change::file(&unit.maker, random, &mut scenario, &path),
        }
    }
    let verdict = trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
    if verdict.ran {
        explorer.add(&scenario, trial.trace(), trial.pool(), verdict.clean);
    }
}

/// A scenario to start from: a new one, or one of those that are there with other pointers or more calls, since
/// state that only calls can bring about is no input.
pub(crate) fn draw(trial: &Trial<'_>, unit: &Unit<'_>, random: &mut Rng) -> Scenario {
    let fresh = unit.maker.whole(random, unit.function, &unit.globals);
    if !unit.structured || random.u8(..4) == 0 {
        return fresh;
    }
    let kept: Vec<&Scenario> = trial.archive().starts(unit.function).collect();
    let mut scenario = match random.usize(..=kept.len()) {
        0 => fresh,
        index => kept[index - 1].clone(),
    };
    for _ in 0..random.u8(1..=4) {
        match random.u8(..4) {
            0 => change::argument(&unit.maker, random, &mut scenario),
            1 => change::duplicate_call(&unit.maker, random, &mut scenario),
            _ => change::insert_call(&unit.maker, random, &mut scenario, &unit.globals),
        };
    }
    scenario
}

/// Lets pointers of a scenario point where they have to.
pub(crate) fn point(
    unit: &Unit<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    retarget: &[explore::Retarget],
) -> bool {
    let changes: Vec<_> = retarget.iter().map(|change| (change.slot, change.target)).collect();
    changes.is_empty() || scenario::make::point(&unit.maker, random, scenario, &changes)
}
