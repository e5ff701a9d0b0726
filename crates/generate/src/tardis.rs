//! `tardis`: path conditions over objects, satisfied by solving or by searching legal calls, chosen by a learned
//! classifier (M. Modonato; sections 3 and 4).
//!
//! Each unit has its [`Entrances`]: tests are executed, each way that a call of the function did not take becomes an
//! alternative, and the classifier chooses one. First the test's own inputs are solved for; where that fails, other
//! sequences of calls are searched for one that brings the objects into a state that fulfils it. Nothing is ever set by
//! force, so every test is one that a person could have written.

use crate::batch::{Task, Trial};
use crate::dse::{draw, point};
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::{Map, Structure};
use explore::entry::{AlternativeId, Entrances, Fate, Settings, Tally};
use fastrand::Rng;
use program::FuncId;
use scenario::Scenario;
use scenario::make::change;
use search::fitness::PathCondition;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::Fitness;
use trace::{Mode, RunError, Watch};

/// The technique.
#[derive(Clone, Copy, Debug)]
pub struct Tardis {
    /// How alternatives are made and chosen.
    pub settings: Settings,
    /// Executions of a search for one alternative.
    pub attempt: u64,
}

impl Default for Tardis {
    fn default() -> Self {
        Self { settings: Settings::default(), attempt: 1_000 }
    }
}

/// Executions of a task.
const SLICE: u64 = 2_048;

/// Starts in a row that lead to no new path before a unit rests.
const FRUITLESS: u32 = 500;

/// Scenarios that a search keeps.
const POPULATION: usize = 12;

/// What a unit has come to.
struct State<'s> {
    entrances: Entrances<'s>,
    random: Rng,
    /// Starts in a row that led to no new path.
    fruitless: u32,
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

impl Technique for Tardis {
    fn name(&self) -> &'static str {
        "tardis"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let mut travels = Travels::new(self, session);
        while travels.round(session) {}
        travels.finish(session);
        Ok(())
    }
}

/// The work on all units, in rounds.
pub(crate) struct Travels<'s> {
    technique: Tardis,
    states: Vec<Mutex<State<'s>>>,
}

impl<'s> Travels<'s> {
    /// Nothing done yet.
    pub fn new(technique: &Tardis, session: &Session<'_, 's>) -> Self {
        let technique = *technique;
        let Some(first) = session.units.first() else {
            return Self { technique, states: Vec::new() };
        };
        let program = first.maker.program();
        let coverage = &session.archive().coverage;
        let map = Arc::new(Map::new(program, Arc::clone(coverage.goals())));
        let settings = *session.settings();
        let state = |(number, unit): (usize, &Unit<'s>)| {
            let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64;
            let mut structure =
                Structure::new(Arc::clone(&map), coverage.clone(), settings.criterion);
            structure.focus([unit.function]);
            let entrances = Entrances::new(program, structure, technique.settings, seed);
            let random = Rng::with_seed(seed.rotate_left(23));
            Mutex::new(State { entrances, random, fruitless: 0 })
        };
        Self { technique, states: session.units.iter().enumerate().map(state).collect() }
    }

    /// Works on every open unit for a slice. Gives whether there was anything to do.
    pub fn round(&mut self, session: &mut Session<'_, 's>) -> bool {
        let states = &self.states;
        let mut open = session.open_units();
        open.retain(|unit| lock(&states[*unit]).fruitless < FRUITLESS);
        let mut left = session.left();
        let mut tasks = Vec::new();
        for unit in open {
            let executions = SLICE.min(left);
            left -= executions;
            if executions > 0 {
                let function = session.units[unit].function;
                tasks.push(Slice { unit, function, executions });
            }
        }
        if tasks.is_empty() {
            return false;
        }
        let units = std::mem::take(&mut session.units);
        let attempt = self.technique.attempt;
        session.batch(
            &tasks,
            |task| task.function,
            |trial, task| slice(trial, &units[task.unit], &mut lock(&states[task.unit]), attempt),
        );
        session.units = units;
        true
    }

    /// Tells the session what was done.
    pub fn finish(self, session: &mut Session<'_, 's>) {
        let mut all = Tally::default();
        for state in &self.states {
            all.add(lock(state).entrances.tally());
        }
        session.answers(Answers {
            solved: all.solved + all.found,
            unsatisfiable: all.failed,
            paths: all.paths,
            ..Answers::default()
        });
        session.entrances(all);
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn slice(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>, attempt: u64) {
    state.entrances.catch_up(&trial.archive().coverage);
    state.entrances.set_deadline(trial.deadline());
    while trial.left() > 0 && !trial.is_late() && state.fruitless < FRUITLESS {
        match state.entrances.choose() {
            Some(alternative) => pursue(trial, unit, state, alternative, attempt),
            None => {
                let scenario = match state.entrances.tally().tests {
                    0 => unit.maker.whole(&mut state.random, unit.function, &unit.globals),
                    _ => draw(trial, unit, &mut state.random),
                };
                let new = execute(trial, unit, state, scenario);
                state.fruitless = if new { 0 } else { state.fruitless + 1 };
            }
        }
    }
}

/// Executes a test and takes its path condition. Gives whether its path was new.
fn execute(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &mut State<'_>,
    mut scenario: Scenario,
) -> bool {
    trial.set_watch(Some(Watch { function: unit.function, symbols: None }));
    let verdict = trial.execute_in(Mode::Concolic, unit, &mut state.random, &mut scenario);
    trial.set_watch(None);
    verdict.ran && state.entrances.add(&scenario, trial.trace(), trial.pool(), verdict.clean)
}

/// Tries to satisfy an alternative.
fn pursue(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &mut State<'_>,
    alternative: AlternativeId,
    attempt: u64,
) {
    let State { entrances, random, .. } = state;
    let mut goal = target(entrances, alternative);
    if let Some((mut scenario, retarget)) = entrances.solve(alternative)
        && point(unit, random, &mut scenario, &retarget)
        && is_fulfilled(trial, unit, random, &mut goal, &mut scenario)
    {
        entrances.tell(alternative, Fate::Solved);
        execute(trial, unit, state, scenario);
        return;
    }
    let origin = entrances.test(alternative).scenario().clone();
    let found = Search { trial, unit, random, goal: &mut goal, left: attempt }.run(&origin);
    match found {
        Found::Scenario(scenario) => {
            entrances.tell(alternative, Fate::Found);
            execute(trial, unit, state, scenario);
        }
        Found::Nothing => entrances.tell(alternative, Fate::Failed),
        // It was not given its time.
        Found::Interrupted => entrances.postpone(alternative),
    }
}

/// What a search is to bring about.
fn target(entrances: &Entrances<'_>, alternative: AlternativeId) -> PathCondition {
    let test = entrances.test(alternative);
    let condition = entrances.condition(alternative);
    PathCondition::new(&test.pool, &condition, &test.symbols, &test.variables)
}

/// Executes a scenario and cuts it behind the call that is nearest. Gives how near that is.
fn nearness(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    random: &mut Rng,
    goal: &mut PathCondition,
    scenario: &mut Scenario,
) -> Fitness {
    let symbols = Some(Arc::clone(goal.symbols()));
    trial.set_watch(Some(Watch { function: unit.function, symbols }));
    let verdict = trial.execute_in(Mode::Concrete, unit, random, scenario);
    trial.set_watch(None);
    if !verdict.ran {
        return Fitness::MAX;
    }
    let near = goal.of(trial.trace());
    if near.fitness.is_zero()
        && let Some(statement) = near.statement
        && statement + 1 < scenario.statements.len()
    {
        scenario.statements.truncate(statement + 1);
        scenario.prune();
    }
    near.fitness
}

fn is_fulfilled(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    random: &mut Rng,
    goal: &mut PathCondition,
    scenario: &mut Scenario,
) -> bool {
    nearness(trial, unit, random, goal, scenario).is_zero()
}

/// What came of a search.
enum Found {
    Scenario(Scenario),
    Nothing,
    Interrupted,
}

/// A search for calls that bring about a state.
struct Search<'a, 't, 'p> {
    trial: &'a mut Trial<'t>,
    unit: &'a Unit<'p>,
    random: &'a mut Rng,
    goal: &'a mut PathCondition,
    left: u64,
}

impl Search<'_, '_, '_> {
    /// Starts with the test that the path condition came from, one of its kind and fresh ones; the best of them and of
    /// what is made from them live on.
    fn run(mut self, origin: &Scenario) -> Found {
        let mut population: Vec<(Fitness, usize, Scenario)> = Vec::new();
        for number in 0..POPULATION {
            let scenario = match number {
                0 => origin.clone(),
                1..4 => self.changed(origin),
                _ => draw(self.trial, self.unit, self.random),
            };
            if let Some(found) = self.consider(&mut population, scenario) {
                return found;
            }
        }
        loop {
            // Of two the better, so that none is out of the question.
            let (a, b) =
                (self.random.usize(..population.len()), self.random.usize(..population.len()));
            let parent = population[a.min(b)].2.clone();
            let child = match self.random.u8(..32) {
                0 => draw(self.trial, self.unit, self.random),
                _ => self.changed(&parent),
            };
            if let Some(found) = self.consider(&mut population, child) {
                return found;
            }
        }
    }

    fn consider(
        &mut self,
        population: &mut Vec<(Fitness, usize, Scenario)>,
        mut scenario: Scenario,
    ) -> Option<Found> {
        if self.left == 0 {
            return Some(Found::Nothing);
        }
        if self.trial.left() == 0 {
            return Some(Found::Interrupted);
        }
        self.left -= 1;
        let fitness = nearness(self.trial, self.unit, self.random, self.goal, &mut scenario);
        if fitness.is_zero() {
            return Some(Found::Scenario(scenario));
        }
        let size = scenario.statements.len();
        let better = |known: &(Fitness, usize, Scenario)| (known.0, known.1) < (fitness, size);
        let place = population.iter().take_while(|known| better(known)).count();
        population.insert(place, (fitness, size, scenario));
        population.truncate(POPULATION);
        None
    }

    fn changed(&mut self, scenario: &Scenario) -> Scenario {
        let Unit { maker, globals, structured, .. } = self.unit;
        let random = &mut *self.random;
        let mut other = scenario.clone();
        for _ in 0..random.u8(1..=3) {
            match random.u8(..10) {
                0 if *structured => {
                    change::argument(maker, random, &mut other);
                }
                1..4 if *structured => {
                    change::insert_call(maker, random, &mut other, globals);
                }
                4 if *structured => {
                    change::duplicate_call(maker, random, &mut other);
                }
                5 if *structured => {
                    change::delete_call(random, &mut other);
                }
                _ => {
                    change::input(maker, random, &mut other);
                }
            }
        }
        other
    }
}
