//! `dse`: dynamic symbolic execution driven by coverage.
//!
//! Each unit has an [`Explorer`] of its own, and one more if its inputs have a shape: no single tree shows
//! what other pointers and more calls lead to. All are at work side by side: a task is a slice of executions
//! for one explorer, and what they cover for each other they learn between slices. When an explorer has no
//! candidates left, it starts over with another scenario, since other shapes of its inputs have other paths.

use crate::batch::{Task, Trial};
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::{Coverage, Map, Structure};
use explore::strategy::{Kind, Options};
use explore::{Attempt, Bounds, Explorer};
use fastrand::Rng;
use program::FuncId;
use scenario::make::change;
use scenario::{Scenario, Statement};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trace::{Mode, RunError, Wanted};

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

/// Executions in a row that cover nothing before the side explorer starts over.
const STALE: u32 = 128;

/// Makes an explorer of a unit that knows nothing yet.
type Fresh<'s> = dyn Fn(u64) -> Explorer<'s> + Send + Sync + 's;

/// What exploring a unit has come to.
struct State<'s> {
    fresh: Box<Fresh<'s>>,
    /// Scenarios that are worth exploring, the best last.
    offers: Mutex<Vec<Scenario>>,
    main: Mutex<Main<'s>>,
    /// Of units whose inputs have a shape.
    side: Option<Mutex<Side<'s>>>,
}

/// Goes on from where it is as long as there are candidates.
struct Main<'s> {
    /// None before its first slice: it is large.
    explorer: Option<Explorer<'s>>,
    seed: u64,
    random: Rng,
    slices: u32,
    /// Starts in a row that led to nothing new.
    fruitless: u32,
    /// Goals covered when it started last.
    covered: usize,
    started: bool,
    /// There is nothing left to do.
    done: bool,
}

/// Starts over often.
struct Side<'s> {
    explorer: Option<Explorer<'s>>,
    random: Rng,
    /// Executions since it covered something.
    stale: u32,
    /// What explorers that are gone did.
    gone: explore::Statistics,
}

/// A slice of executions for one explorer.
struct Slice {
    unit: usize,
    function: FuncId,
    side: bool,
    executions: u64,
    /// What may be spent on the solver.
    effort: u64,
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
        let goals = Arc::clone(session.archive().coverage.goals());
        let map = Arc::new(Map::new(first.maker.program(), goals));
        let mut exploration = Exploration::new(self, session, &map);
        while exploration.round(session, u64::MAX, u64::MAX) {}
        exploration.finish(session);
        Ok(())
    }
}

/// The explorers of all units.
pub(crate) struct Exploration<'s> {
    states: Vec<State<'s>>,
    /// Slices so far.
    turn: usize,
}

impl<'s> Exploration<'s> {
    /// Nothing explored yet.
    pub fn new(technique: &Dse, session: &Session<'_, 's>, map: &Arc<Map>) -> Self {
        let Some(first) = session.units.first() else {
            return Self { states: Vec::new(), turn: 0 };
        };
        let program = first.maker.program();
        let coverage = &session.archive().coverage;
        let settings = *session.settings();
        let state = |(number, unit): (usize, &Unit<'s>)| {
            let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64;
            let (map, technique, function) = (Arc::clone(map), technique.clone(), unit.function);
            let coverage = Coverage::new(Arc::clone(coverage.goals()), coverage.rule());
            let focused: Mutex<Option<Structure>> = Mutex::new(None);
            let fresh = move |seed| {
                let Dse { strategy, options, config } = &technique;
                let structure = lock(&focused)
                    .get_or_insert_with(|| {
                        let (map, coverage) = (Arc::clone(&map), coverage.clone());
                        let mut structure = Structure::new(map, coverage, settings.criterion);
                        structure.focus([function]);
                        structure
                    })
                    .clone();
                Explorer::new(program, structure, strategy.make(options), config.clone(), seed)
            };
            let main = Main {
                explorer: None,
                seed,
                random: Rng::with_seed(seed.rotate_left(17)),
                slices: 0,
                fruitless: 0,
                covered: 0,
                started: false,
                done: false,
            };
            let side = unit.structured.then(|| {
                let random = Rng::with_seed(seed.rotate_left(29));
                let gone = explore::Statistics::default();
                Mutex::new(Side { explorer: None, random, stale: 0, gone })
            });
            let (fresh, offers) = (Box::new(fresh), Mutex::default());
            State { fresh, offers, main: Mutex::new(main), side }
        };
        Self { states: session.units.iter().enumerate().map(state).collect(), turn: 0 }
    }

    /// Offers a scenario to who explores a unit in several shapes.
    pub fn offer(&mut self, unit: usize, scenario: Scenario) {
        lock(&self.states[unit].offers).push(scenario);
    }

    /// Explores open units in turn, each for a slice, until `most` executions are given away or all had theirs.
    /// For each execution the solver may be asked so much; what it gives up counts as many questions. Gives whether
    /// there was anything to do.
    pub fn round(&mut self, session: &mut Session<'_, 's>, most: u64, questions: u64) -> bool {
        let states = &self.states;
        let mut open = session.open_units();
        open.retain(|unit| !lock(&states[*unit].main).done);
        let turns = open.iter().flat_map(|&unit| {
            let sides = if states[unit].side.is_some() { &[false, true][..] } else { &[false] };
            sides.iter().map(move |side| (unit, *side))
        });
        let turns: Vec<(usize, bool)> = turns.collect();
        let mut left = session.left().min(most);
        let mut tasks = Vec::new();
        let start = self.turn % turns.len().max(1);
        for &(unit, side) in turns[start..].iter().chain(&turns[..start]) {
            let long = lock(&states[unit].main).slices >= WARM;
            let function = session.units[unit].function;
            let executions = if long { LONG } else { SHORT }.min(left);
            left -= executions;
            if executions > 0 {
                let effort = executions.saturating_mul(questions);
                tasks.push(Slice { unit, function, side, executions, effort });
            }
        }
        if tasks.is_empty() {
            return false;
        }
        self.turn = if tasks.len() == turns.len() { 0 } else { start + tasks.len() };
        let units = std::mem::take(&mut session.units);
        session.batch(
            &tasks,
            |task| task.function,
            |trial, task| slice(trial, &units[task.unit], &states[task.unit], task),
        );
        session.units = units;
        session.layers(self.layers());
        true
    }

    /// How many questions each layer of the solvers has answered, of explorers that are still there.
    fn layers(&self) -> Vec<(&'static str, u64)> {
        let mut sums: Vec<(&'static str, u64)> = Vec::new();
        let mut add = |explorer: &Explorer<'_>| {
            for tally in explorer.layers() {
                let answered = tally.satisfiable + tally.unsatisfiable;
                match sums.iter_mut().find(|(layer, _)| *layer == tally.layer) {
                    Some((_, sum)) => *sum += answered,
                    None => sums.push((tally.layer, answered)),
                }
            }
        };
        for state in &self.states {
            lock(&state.main).explorer.as_ref().map(&mut add);
            if let Some(side) = &state.side {
                lock(side).explorer.as_ref().map(&mut add);
            }
        }
        sums
    }

    /// What was spent on solvers so far, in questions.
    pub fn effort(&self) -> u64 {
        let of_state = |state: &State<'_>| {
            let main = lock(&state.main).explorer.as_ref().map_or(0, |it| effort(it.statistics()));
            let side = state.side.as_ref().map_or(0, |side| {
                let side = lock(side);
                let now = side.explorer.as_ref().map_or(0, |it| effort(it.statistics()));
                effort(&side.gone) + now
            });
            main + side
        };
        self.states.iter().map(of_state).sum()
    }

    /// Whether every open unit was explored to an end within no bounds: nothing else can cover more.
    pub fn is_complete(&self, session: &Session<'_, 's>) -> bool {
        session.open_units().into_iter().all(|unit| {
            let main = lock(&self.states[unit].main);
            let unbounded = main.explorer.as_ref().is_some_and(|it| it.bounds().is_none());
            main.done && !session.units[unit].structured && unbounded
        })
    }

    /// Tells the session what was done.
    pub fn finish(self, session: &mut Session<'_, 's>) {
        for (unit, state) in self.states.iter().enumerate() {
            let main = lock(&state.main);
            let side = state.side.as_ref().map(lock);
            let mut done = side.as_ref().map(|side| side.gone).unwrap_or_default();
            let side = side.as_ref().and_then(|side| side.explorer.as_ref());
            for explorer in side.into_iter().chain(&main.explorer) {
                done.add(explorer.statistics());
                session.died(explorer.reached());
            }
            session.answers(Answers {
                solved: done.satisfiable,
                unsatisfiable: done.unsatisfiable,
                unknown: done.unknown,
                diverged: done.diverged,
                paths: done.paths,
                irrelevant: done.irrelevant,
            });
            if let (true, Some(explorer)) = (main.done, &main.explorer) {
                let Unit { function, structured, .. } = session.units[unit];
                let shapes = Bounds { shapes: structured, ..Bounds::default() };
                session.end(function, explorer.bounds().with(shapes));
            }
        }
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

fn slice(trial: &mut Trial<'_>, unit: &Unit<'_>, state: &State<'_>, slice: &Slice) {
    match state.side.as_ref().filter(|_| slice.side) {
        Some(side) => side_slice(trial, unit, state, &mut lock(side), slice.effort),
        None => main_slice(trial, unit, state, &mut lock(&state.main), slice.effort),
    }
}

/// What one question that the solver gave up counts, since it took all that it may spend.
const GIVEN_UP: u64 = 10;

/// What was spent on the solver, in questions.
fn effort(done: &explore::Statistics) -> u64 {
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
    while trial.left() > 0 && !trial.is_late() && !main.done {
        if effort(explorer.statistics()) >= most {
            return;
        }
        if attempt(trial, unit, explorer, &mut main.random) {
            continue;
        }
        let covered = explorer.structure().share().0;
        if main.started {
            if !unit.structured && explorer.bounds().is_none() {
                main.done = true;
                return;
            }
            main.fruitless = if covered > main.covered { 0 } else { main.fruitless + 1 };
            let patience = if unit.structured { FRUITLESS.1 } else { FRUITLESS.0 };
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
        start(trial, unit, explorer, random, scenario);
    }
}

fn side_slice<'s>(
    trial: &mut Trial<'_>,
    unit: &Unit<'_>,
    state: &State<'s>,
    side: &mut Side<'s>,
    most: u64,
) {
    let Side { explorer: side, random, stale, gone } = side;
    let spent = |gone: &explore::Statistics, side: &Option<Explorer<'_>>| {
        effort(gone) + side.as_ref().map_or(0, |explorer| effort(explorer.statistics()))
    };
    let most = most.saturating_add(spent(gone, side));
    if let Some(explorer) = side {
        explorer.catch_up(&trial.archive().coverage);
        explorer.set_deadline(trial.deadline());
    }
    while trial.left() > 0 && !trial.is_late() && spent(gone, side) < most {
        let left = trial.left();
        let before = side.as_ref().map_or(0, |explorer| explorer.structure().share().0);
        let goes_on = match side {
            Some(explorer) if *stale < STALE => attempt(trial, unit, explorer, random),
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
            gone.add(old.statistics());
            explorer.catch_up(old.structure().coverage());
        }
        explorer.set_deadline(trial.deadline());
        let offer = lock(&state.offers).pop();
        let scenario = offer.unwrap_or_else(|| draw(trial, unit, random));
        start(trial, unit, &mut explorer, random, scenario);
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
    mut scenario: Scenario,
) {
    scenario.expand();
    let verdict = trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
    if verdict.ran {
        explorer.add(&scenario, trial.trace(), trial.pool(), verdict.clean);
        give(trial, unit, explorer, random, &scenario);
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

/// A scenario to start from: a new one, or one of those kept with other pointers or more calls, since
/// state that only calls can bring about is no input.
pub(crate) fn draw(trial: &Trial<'_>, unit: &Unit<'_>, random: &mut Rng) -> Scenario {
    let fresh = unit.maker.whole(random, unit.function, &unit.globals);
    if !unit.structured || random.u8(..4) == 0 {
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
pub(crate) fn point(
    unit: &Unit<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
    retarget: &[explore::Retarget],
) -> bool {
    let changes: Vec<_> = retarget.iter().map(|change| (change.slot, change.target)).collect();
    changes.is_empty() || scenario::make::point(&unit.maker, random, scenario, &changes)
}
