//! `tardis`: path conditions over objects, satisfied by solving or by searching legal calls, chosen by a learned
//! classifier (M. Modonato; sections 3 and 4).
//!
//! Each unit has its [`Frontier`]: tests are executed, each way that a call of the function did not take becomes an
//! alternative, and the classifier chooses one. First the test's own inputs are solved for; where that fails, other
//! sequences of calls are searched for one that brings the objects into a state that fulfils it. Nothing is ever set by
//! force, so every test is one that a person could have written.

use crate::batch::{Task, Trial};
use crate::dse::{draw, point};
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::{Map, Structure};
use explore::entry::{AlternativeId, Fate, Frontier, Settings, Tally};
use fastrand::Rng;
use program::FuncId;
use program::catalogue::{ApiItem, ApiKept, Holds};
use scenario::Scenario;
use scenario::make::{change, sequence};
use search::fitness::PathCondition;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::Fitness;
use trace::{Mode, RunError, Watch};

/// The technique.
#[derive(Clone, Debug)]
pub struct Tardis {
    /// How alternatives are made and chosen.
    pub settings: Settings,
    /// Executions of a search for one alternative.
    pub attempt: u64,
    /// Whether units are left out whose inputs are numbers only: there are no objects to speak of.
    pub objects_only: bool,
    /// Whether alternatives are searched for without being solved first, as in the paper.
    pub search_only: bool,
    /// Alternatives of a unit that are searched for side by side, taking turns.
    pub side_by_side: usize,
    /// How the work on units goes on.
    pub pace: Pace,
}

/// How the work on units goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Executions of a unit's first task: few, so that every unit soon has its turn.
    pub first_slice: u64,
    /// The most executions of a task; they double after every other one.
    pub longest_slice: u64,
    /// Starts in a row that lead to no new path before what failed is tried again, with more effort.
    pub retry_after: u32,
    /// Starts in a row that lead to no new path before a unit rests that has nothing to try again.
    pub rest_after: u32,
    /// Starts that are tried again after a search that failed.
    pub starts_again: u32,
    /// How many times as much the next attempt may take.
    pub attempt_growth: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first_slice: 16,
            longest_slice: 512,
            retry_after: 32,
            rest_after: 512,
            starts_again: 4,
            attempt_growth: 4,
        }
    }
}

impl Default for Tardis {
    fn default() -> Self {
        let (settings, pace) = (Settings::default(), Pace::default());
        Self {
            settings,
            attempt: 200,
            objects_only: false,
            search_only: false,
            side_by_side: 1,
            pace,
        }
    }
}

/// Scenarios that a search keeps.
const POPULATION: usize = 12;

/// Executions of a search before the next one has its turn, where there are several.
const TURN: u64 = 25;

/// What a unit has come to.
struct State<'s> {
    frontier: Frontier<'s>,
    pace: Pace,
    random: Rng,
    /// Starts in a row that led to no new path.
    fruitless: u32,
    /// Executions of starts.
    starting: u64,
    /// Executions of searches.
    seeking: u64,
    /// The globals that path conditions may be about.
    globals: Arc<[ApiKept]>,
    /// Executions that an attempt may take.
    attempt: u64,
    /// Whether nothing is solved.
    search_only: bool,
    /// Searches that are under way, and how many there may be.
    quests: VecDeque<Quest>,
    side_by_side: usize,
    /// Slices so far.
    slices: u32,
    /// Scenarios that are there and have not been executed yet, the first one last.
    seeds: Vec<Scenario>,
}

/// A search for an alternative.
struct Quest {
    alternative: AlternativeId,
    /// The best scenarios, with how near they are and how long, the nearest first.
    population: Vec<(Fitness, usize, Scenario)>,
    /// Executions that it may take still.
    left: u64,
}

impl Quest {
    /// Puts a scenario in its place among the best.
    fn keep(&mut self, fitness: Fitness, scenario: Scenario) {
        let size = scenario.statements.len();
        let better = |known: &&(Fitness, usize, Scenario)| (known.0, known.1) < (fitness, size);
        let place = self.population.iter().take_while(better).count();
        self.population.insert(place, (fitness, size, scenario));
        self.population.truncate(POPULATION);
    }
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
        let Some(first) = session.units.first() else { return Ok(()) };
        let goals = Arc::clone(session.archive().coverage.goals());
        let map = Arc::new(Map::new(first.maker.program(), goals));
        let mut travels = Travels::new(self, session, &map);
        while travels.round(session, u64::MAX) {}
        travels.finish(session);
        Ok(())
    }
}

/// The work on all units, in rounds.
pub(crate) struct Travels<'s> {
    technique: Tardis,
    map: Arc<Map>,
    /// Of those units that have had their turn.
    states: Vec<Option<Mutex<State<'s>>>>,
    /// Slices so far.
    turn: usize,
}

impl<'s> Travels<'s> {
    /// Nothing done yet.
    pub fn new(technique: &Tardis, session: &Session<'_, 's>, map: &Arc<Map>) -> Self {
        Self {
            technique: technique.clone(),
            map: Arc::clone(map),
            states: session.units.iter().map(|_| None).collect(),
            turn: 0,
        }
    }

    /// What a unit begins with.
    fn state(&self, session: &Session<'_, 's>, unit: usize) -> State<'s> {
        let Unit { function, maker, globals, .. } = &session.units[unit];
        let program = maker.program();
        let named = |item: &ApiItem| match item {
            ApiItem::Global { global, ty } if globals.contains(global) => Some(ApiKept {
                global: *global,
                offset: 0,
                holds: Holds::Typed(*ty),
                name: program.globals[*global].name.clone(),
            }),
            ApiItem::Kept(kept) if globals.contains(&kept.global) => Some(kept.clone()),
            _ => None,
        };
        let settings = session.settings();
        let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ unit as u64;
        let coverage = session.archive().coverage.clone();
        let mut structure = Structure::new(Arc::clone(&self.map), coverage, settings.criteria);
        structure.focus([*function]);
        let mut seeds: Vec<Scenario> = session.archive().starts(*function).cloned().collect();
        seeds.reverse();
        State {
            frontier: Frontier::new(
                maker.program(),
                structure,
                self.technique.settings.clone(),
                seed,
            ),
            pace: self.technique.pace,
            random: Rng::with_seed(seed.rotate_left(23)),
            fruitless: 0,
            starting: 0,
            seeking: 0,
            globals: program.catalogue.items.iter().filter_map(named).collect(),
            attempt: self.technique.attempt,
            search_only: self.technique.search_only,
            quests: VecDeque::new(),
            side_by_side: self.technique.side_by_side.max(1),
            slices: 0,
            seeds,
        }
    }

    /// Works on every open unit for a slice, all together for so many executions at most. Gives whether there was anything to do.
    pub fn round(&mut self, session: &mut Session<'_, 's>, most: u64) -> bool {
        let mut open = session.open_units();
        // Without the filter, paths count that lead to nothing uncovered, and so do units that have such.
        if !self.technique.settings.filter && !open.is_empty() {
            let waits = |state: &Mutex<State<'_>>| lock(state).frontier.is_waiting();
            let units = 0..self.states.len();
            open = units
                .filter(|unit| {
                    open.contains(unit) || self.states[*unit].as_ref().is_some_and(waits)
                })
                .collect();
        }
        let pace = self.technique.pace;
        open.retain(|unit| {
            let left_out = self.technique.objects_only && !session.units[*unit].structured;
            let state = self.states[*unit].as_ref();
            !left_out && state.is_none_or(|state| lock(state).fruitless < pace.rest_after)
        });
        // Who was served last waits longest.
        if !open.is_empty() {
            let turn = self.turn % open.len();
            open.rotate_left(turn);
        }
        let mut left = session.left().min(most);
        let mut tasks = Vec::new();
        for unit in open {
            let slices = self.states[unit].as_ref().map_or(0, |state| lock(state).slices);
            let executions = pace.first_slice << (slices / 2).min(16);
            let executions = executions.min(pace.longest_slice).min(left);
            left -= executions;
            if executions > 0 {
                if self.states[unit].is_none() {
                    self.states[unit] = Some(Mutex::new(self.state(session, unit)));
                }
                let function = session.units[unit].function;
                tasks.push(Slice { unit, function, executions });
            }
        }
        if tasks.is_empty() {
            return false;
        }
        let units = std::mem::take(&mut session.units);
        let begun = AtomicUsize::new(0);
        session.batch(
            &tasks,
            |task| task.function,
            |trial, task| {
                begun.fetch_add(1, Ordering::Relaxed);
                if let Some(state) = &self.states[task.unit] {
                    slice(trial, &units[task.unit], &mut lock(state));
                }
            },
        );
        session.units = units;
        self.turn += begun.into_inner();
        true
    }

    /// Questions to the solver so far.
    pub fn effort(&self) -> u64 {
        self.states.iter().flatten().map(|state| lock(state).frontier.tally().questions).sum()
    }

    /// Tells the session what was done.
    pub fn finish(self, session: &mut Session<'_, 's>) {
        let mut all = Tally::default();
        for state in self.states.iter().flatten() {
            let state = lock(state);
            all.add(state.frontier.tally());
            session.asked(state.frontier.asked());
        }
        session.answers(Answers {
            solved: all.solved + all.found,
            unsatisfiable: all.failed,
            paths: all.paths,
            ..Answers::default()
        });
        session.frontier(all);
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn slice(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>) {
    state.slices += 1;
    state.frontier.catch_up(&trial.archive().coverage);
    state.frontier.set_deadline(trial.deadline());
    // Questions about long paths take longer than executions, and may be asked without any.
    let enough = state.frontier.tally().questions + trial.left();
    let is_enough = |state: &State<'_>| state.frontier.tally().questions >= enough;
    let mut first = true;
    while trial.left() > 0
        && (first || !trial.is_late())
        && state.fruitless < state.pace.rest_after
        && !is_enough(state)
    {
        first = false;
        if state.quests.len() >= state.side_by_side
            && let Some(quest) = state.quests.pop_front()
        {
            seek(trial, unit, state, quest);
            continue;
        }
        // A start costs one execution, a search many: as long as starts lead to new paths, they are given as many.
        let due = state.starting < state.seeking && state.fruitless < state.pace.retry_after;
        match state.frontier.choose() {
            Some(alternative)
                if due
                    && (state.search_only || state.frontier.alternative(alternative).unsolved) =>
            {
                state.frontier.postpone(alternative);
                begin(trial, unit, state);
            }
            Some(alternative) => pursue(trial, unit, state, alternative),
            None if !state.quests.is_empty() => {
                let quest = state.quests.pop_front();
                quest.into_iter().for_each(|quest| seek(trial, unit, state, quest));
            }
            None if state.fruitless >= state.pace.retry_after && state.frontier.reopen() > 0 => {
                state.fruitless = 0;
                state.attempt = state.attempt.saturating_mul(state.pace.attempt_growth);
            }
            None => begin(trial, unit, state),
        }
    }
}

/// Starts over: with a scenario that is there, or with another.
fn begin(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>) {
    let seed = state.seeds.pop();
    let scenario = match state.frontier.tally().tests {
        _ if seed.is_some() => seed.unwrap_or_default(),
        0 => unit.maker.whole(&mut state.random, unit.function, &unit.globals),
        _ => start(trial, unit, &mut state.random),
    };
    let new = execute(trial, unit, state, scenario);
    state.starting += 1;
    state.fruitless = if new { 0 } else { state.fruitless + 1 };
}

/// A scenario to start from: as for other explorations, or one that was worth keeping for any function, up to some call,
/// with a call of this one behind it. What others have made of an object is where this one meets it.
fn start(trial: &Trial<'_>, unit: &Unit<'_>, random: &mut Rng) -> Scenario {
    let others = trial.archive().all();
    if !unit.structured || random.bool() || others.is_empty() {
        return draw(trial, unit, random);
    }
    let mut scenario = others[random.usize(..others.len())].clone();
    let gaps = sequence::gaps(&scenario);
    // Mostly all of it.
    let until = gaps[random.usize(..gaps.len()).max(random.usize(..gaps.len()))];
    sequence::cut(&mut scenario, until);
    let end = scenario.statements.len();
    let Unit { maker, function, globals, .. } = unit;
    sequence::insert(maker, random, &mut scenario, (*function, globals), end);
    scenario
}

/// Executes a test and takes its path condition. Gives whether its path was new.
fn execute(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &mut State<'_>,
    mut scenario: Scenario,
) -> bool {
    let globals = Arc::clone(&state.globals);
    trial.set_watch(Some(Watch { function: unit.function, symbols: None, globals }));
    let verdict = trial.execute_in(Mode::Concolic, unit, &mut state.random, &mut scenario);
    trial.set_watch(None);
    verdict.ran && state.frontier.add(&scenario, trial.trace(), trial.pool(), verdict.clean)
}

/// Tries to satisfy an alternative.
fn pursue(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &mut State<'_>,
    alternative: AlternativeId,
) {
    let State { frontier, random, .. } = state;
    if !state.search_only && !frontier.alternative(alternative).unsolved {
        let mut goal = target(frontier, alternative);
        if let Some((mut scenario, retarget)) = frontier.solve(alternative)
            && point(unit, random, &mut scenario, &retarget)
            && is_fulfilled(trial, unit, random, &mut goal, &mut scenario)
        {
            execute(trial, unit, state, scenario);
            if !goal.is_partial() || state.frontier.follows(alternative) {
                state.frontier.tell(alternative, Fate::Solved, 1);
                return;
            }
        }
        state.frontier.defer(alternative);
        return;
    }
    let quest = Quest { alternative, population: Vec::new(), left: state.attempt };
    match state.side_by_side {
        1 => seek(trial, unit, state, quest),
        _ => state.quests.push_back(quest),
    }
}

/// Searches for calls that satisfy an alternative, as long as there is time.
fn seek(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &mut State<'_>, mut quest: Quest) {
    let State { frontier, random, .. } = state;
    let alternative = quest.alternative;
    let mut goal = target(frontier, alternative);
    if goal.is_blind() {
        frontier.give_up(alternative);
        return;
    }
    let origin = frontier.test(alternative).scenario().clone();
    let turn = if state.side_by_side > 1 { quest.left.min(TURN) } else { quest.left };
    let later = quest.left - turn;
    quest.left = turn;
    let before = quest.left;
    let mut search = Search { trial, unit, random, goal: &mut goal, quest: &mut quest };
    let found = search.run(&origin);
    let spent = before - quest.left;
    state.seeking += spent;
    match found {
        Found::Scenario(scenario) => {
            execute(trial, unit, state, scenario.clone());
            if !goal.is_partial() || state.frontier.follows(alternative) {
                state.frontier.tell(alternative, Fate::Found, spent);
            } else {
                // What is known of the condition holds, and the run goes elsewhere: it is as good as one clause less.
                quest.keep(Fitness::ONE, scenario);
                quest.left += later;
                state.quests.push_back(quest);
            }
        }
        Found::Nothing if later > 0 => {
            quest.left = later;
            state.quests.push_back(quest);
        }
        Found::Nothing => {
            frontier.tell(alternative, Fate::Failed, spent);
            // By now others may have found better starts.
            let Pace { retry_after, starts_again, .. } = state.pace;
            state.fruitless = state.fruitless.min(retry_after.saturating_sub(starts_again));
        }
        // It was not given its time.
        Found::Interrupted => {
            quest.left += later;
            state.quests.push_back(quest);
        }
    }
}

/// What a search is to bring about.
fn target(frontier: &Frontier<'_>, alternative: AlternativeId) -> PathCondition {
    let test = frontier.test(alternative);
    let condition = frontier.condition(alternative);
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
    let globals = Arc::default();
    trial.set_watch(Some(Watch { function: unit.function, symbols, globals }));
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
    quest: &'a mut Quest,
}

impl Search<'_, '_, '_> {
    /// Starts with the test that the path condition came from, one of its kind and fresh ones; the best of them and of
    /// what is made from them live on.
    fn run(&mut self, origin: &Scenario) -> Found {
        loop {
            let count = self.quest.population.len();
            let scenario = match count {
                0 => origin.clone(),
                1..4 => self.changed(origin),
                4..POPULATION => start(self.trial, self.unit, self.random),
                _ => self.child(),
            };
            if let Some(found) = self.consider(scenario) {
                return found;
            }
        }
    }

    /// A scenario made from the better of two, so that none is out of the question.
    fn child(&mut self) -> Scenario {
        let count = self.quest.population.len();
        let parent = self.random.usize(..count).min(self.random.usize(..count));
        let parent = self.quest.population[parent].2.clone();
        match self.random.u8(..32) {
            0 => start(self.trial, self.unit, self.random),
            1..6 => {
                let other = self.quest.population[self.random.usize(..count)].2.clone();
                self.joined(&parent, &other)
            }
            _ => self.changed(&parent),
        }
    }

    fn consider(&mut self, mut scenario: Scenario) -> Option<Found> {
        if self.quest.left == 0 {
            return Some(Found::Nothing);
        }
        if self.trial.left() == 0 || self.trial.is_late() {
            return Some(Found::Interrupted);
        }
        self.quest.left -= 1;
        let fitness = nearness(self.trial, self.unit, self.random, self.goal, &mut scenario);
        if fitness.is_zero() {
            return Some(Found::Scenario(scenario));
        }
        self.quest.keep(fitness, scenario);
        None
    }

    /// The beginning of one with the end of another.
    fn joined(&mut self, head: &Scenario, tail: &Scenario) -> Scenario {
        let (until, from) = (sequence::gaps(head), sequence::gaps(tail));
        // The last call of the tail is the one that counts.
        let until = until[self.random.usize(..until.len())];
        let from = from[self.random.usize(..(from.len() - 1).max(1))];
        sequence::join(&self.unit.maker, self.random, (head, until), (tail, from))
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
                    let gaps = sequence::gaps(&other);
                    let at = gaps[random.usize(..gaps.len())];
                    if random.bool() || !sequence::insert_on(maker, random, &mut other, globals, at)
                    {
                        change::insert_call(maker, random, &mut other, globals);
                    }
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
