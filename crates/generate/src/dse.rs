//! `dse`: dynamic symbolic execution driven by coverage.
//!
//! Each unit has an [`Explorer`] of its own. Units are explored side by side: a task is a slice of
//! executions for one unit, and what units cover for each other they learn between slices. When a unit
//! has no candidates left, exploration starts over with another scenario, since other shapes of its
//! inputs have other paths.

use crate::batch::{Task, Trial};
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::{Map, Structure};
use explore::strategy::{Kind, Options};
use explore::{Attempt, Bounds, Explorer};
use fastrand::Rng;
use program::FuncId;
use scenario::Scenario;
use scenario::make::change;
use std::sync::{Arc, Mutex, PoisonError};
use trace::{Mode, RunError};

/// The technique.
#[derive(Clone, Debug, Default)]
pub struct Dse {
    /// Which candidate is next.
    pub strategy: Kind,
    /// The strategy's parameters.
    pub options: Options,
    /// How to explore.
    pub config: explore::Config,
}

/// Executions of a task: few at first, so that units soon learn from each other.
const SHORT: u64 = 16;
const LONG: u64 = 128;

/// Slices of a unit after which slices are long.
const WARM: u32 = 4;

/// Starts in a row that cover nothing before a unit rests: one whose inputs are numbers, and any.
const FRUITLESS: (u32, u32) = (24, 2_000);

/// What exploring a unit has come to.
struct State<'s> {
    explorer: Explorer<'s>,
    random: Rng,
    slices: u32,
    /// Starts in a row that led to nothing new.
    fruitless: u32,
    /// Goals covered when the last start was made.
    covered: usize,
    started: bool,
    /// There is nothing left to do.
    done: bool,
}

/// A slice of executions for one unit.
struct Slice {
    unit: usize,
    function: FuncId,
    executions: u64,
}

impl Task for Slice {
    fn executions(&self) -> u64 {
        self.executions
    }
}

impl Technique for Dse {
    fn name(&self) -> &'static str {
        "dse"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let Some(first) = session.units.first() else { return Ok(()) };
        let program = first.maker.program();
        let goals = Arc::clone(session.archive().coverage.goals());
        let map = Arc::new(Map::new(program, goals));
        let settings = *session.settings();
        let coverage = &session.archive().coverage;
        let states: Vec<Mutex<State<'_>>> = (0..session.units.len())
            .map(|unit| {
                let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ unit as u64;
                let mut structure =
                    Structure::new(Arc::clone(&map), coverage.clone(), settings.criterion);
                structure.focus([session.units[unit].function]);
                let strategy = self.strategy.make(&self.options);
                let explorer = Explorer::new(program, structure, strategy, self.config, seed);
                Mutex::new(State {
                    explorer,
                    random: Rng::with_seed(seed.rotate_left(17)),
                    slices: 0,
                    fruitless: 0,
                    covered: 0,
                    started: false,
                    done: false,
                })
            })
            .collect();
        loop {
            let mut open = session.open_units();
            open.retain(|unit| !lock(&states[*unit]).done);
            if open.is_empty() || session.left() == 0 {
                break;
            }
            let mut left = session.left();
            let mut tasks = Vec::new();
            for unit in open {
                let long = lock(&states[unit]).slices >= WARM;
                let executions = if long { LONG } else { SHORT }.min(left);
                left -= executions;
                if executions > 0 {
                    let function = session.units[unit].function;
                    tasks.push(Slice { unit, function, executions });
                }
            }
            let units = std::mem::take(&mut session.units);
            session.batch(
                &tasks,
                |task| task.function,
                |trial, task| slice(trial, &units[task.unit], &mut lock(&states[task.unit])),
            );
            session.units = units;
        }
        for (unit, state) in states.iter().enumerate() {
            let state = lock(state);
            let done = state.explorer.statistics();
            session.answers(Answers {
                solved: done.satisfiable,
                unsatisfiable: done.unsatisfiable,
                unknown: done.unknown,
                diverged: done.diverged,
                paths: done.paths,
                irrelevant: done.irrelevant,
            });
            if state.done {
                let Unit { function, structured, .. } = session.units[unit];
                let shapes = Bounds { shapes: structured, ..Bounds::default() };
                session.end(function, state.explorer.bounds().with(shapes));
            }
        }
        Ok(())
    }
}

fn lock<'a, 's>(state: &'a Mutex<State<'s>>) -> std::sync::MutexGuard<'a, State<'s>> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn slice(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>) {
    state.slices += 1;
    let known = &trial.archive().coverage;
    state.explorer.structure_mut().replace(known);
    state.explorer.set_deadline(trial.deadline());
    while trial.left() > 0 && !trial.is_late() && !state.done {
        match state.explorer.attempt() {
            Attempt::Run(proposal) => {
                let mut scenario = proposal.scenario.clone();
                if !point(unit, &mut state.random, &mut scenario, &proposal.retarget) {
                    state.explorer.withdraw(&proposal);
                    continue;
                }
                let mode = Mode::Concolic;
                let verdict = trial.execute_in(mode, unit, &mut state.random, &mut scenario);
                if verdict.ran {
                    let (trace, pool) = (trial.trace(), trial.pool());
                    state.explorer.ran(&proposal, &scenario, trace, pool, verdict.clean);
                } else {
                    state.explorer.withdraw(&proposal);
                }
            }
            Attempt::Failed => {}
            Attempt::Exhausted => start(trial, unit, state),
        }
    }
}

/// Starts over with a new scenario.
fn start(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>) {
    let covered = state.explorer.structure().share().0;
    if state.started {
        if !unit.structured && state.explorer.bounds().is_none() {
            state.done = true;
            return;
        }
        state.fruitless = if covered > state.covered { 0 } else { state.fruitless + 1 };
        let most = if unit.structured { FRUITLESS.1 } else { FRUITLESS.0 };
        if state.fruitless >= most {
            state.done = true;
            return;
        }
    }
    (state.started, state.covered) = (true, covered);
    let mut scenario = draw(trial, unit, state);
    let verdict = trial.execute_in(Mode::Concolic, unit, &mut state.random, &mut scenario);
    if verdict.ran {
        state.explorer.add(&scenario, trial.trace(), trial.pool(), verdict.clean);
    }
}

/// A scenario to start from: a new one, or one of those kept with other pointers or more calls, since
/// state that only calls can bring about is no input.
fn draw(trial: &Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>) -> Scenario {
    let State { random, fruitless, .. } = state;
    let fresh = unit.maker.whole(random, unit.function, &unit.globals);
    if !unit.structured || *fruitless < 2 || random.u8(..4) == 0 {
        return fresh;
    }
    let kept = trial.archive().kept.iter().filter(|kept| kept.function == unit.function);
    let kept: Vec<&Scenario> = kept.map(|kept| &kept.scenario).collect();
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
fn point(
    unit: &Unit<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    retarget: &[explore::Retarget],
) -> bool {
    let changes: Vec<_> = retarget.iter().map(|change| (change.slot, change.target)).collect();
    changes.is_empty() || scenario::make::point(&unit.maker, random, scenario, &changes)
}
