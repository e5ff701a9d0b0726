//! `dse`: dynamic symbolic execution driven by coverage.
//!
//! Each unit has an [`Explorer`] of its own, and one more if its inputs have a shape: no single tree shows
//! what other pointers and more calls lead to. All are at work side by side: a task is a slice of executions
//! for one explorer, and what they cover for each other they learn between slices. When an explorer has no
//! candidates left, it starts over with another scenario, since other shapes of its inputs have other paths.
//!
//! Where few units are left, there would be fewer tasks than cores. So an explorer that has been at work for a while
//! is split: each *lane* of a unit goes on with its share of the candidates. How many lanes there are depends on the
//! work alone, never on the machine.

mod slice;

pub(crate) use slice::{draw, point};

use crate::batch::Task;
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::{Coverage, Map, Structure};
use explore::strategy::{Options, StrategyKind};
use explore::{Bounds, Explorer};
use fastrand::Rng;
use program::FuncId;
use scenario::Scenario;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use trace::RunError;

/// The technique.
#[derive(Clone, Debug)]
pub struct Dse {
    /// Which candidate is next.
    pub strategy: StrategyKind,
    /// The strategy's parameters.
    pub options: Options,
    /// How to explore.
    pub config: explore::Config,
    /// Explorers that are at work side by side if there is work for so many.
    pub lanes: usize,
    /// Whether units whose inputs have a shape are explored by one more that starts over often.
    pub side: bool,
    /// Whether runs are followed by others with another text in the place of one that was judged.
    pub exchanges: bool,
    /// Whether paths hold branches that no input decides, too.
    pub all_branches: bool,
}

impl Default for Dse {
    fn default() -> Self {
        Self {
            strategy: StrategyKind::default(),
            options: Options::default(),
            config: explore::Config::default(),
            lanes: LANES,
            side: true,
            exchanges: true,
            all_branches: false,
        }
    }
}

/// Explorers at work side by side.
const LANES: usize = 4;

/// Slices of an explorer before it is split, and candidates that it must have then.
const OLD: u32 = 8;
const MANY: usize = 16;

/// Executions of a task: few at first, so that units soon learn from each other.
const SHORT: u64 = 16;
const LONG: u64 = 128;

/// Slices of a unit after which slices are long.
const WARM: u32 = 4;

/// Makes an explorer of a unit that knows nothing yet.
type Fresh<'s> = dyn Fn(u64) -> Explorer<'s> + Send + Sync + 's;

/// What exploring a unit has come to.
struct State<'s> {
    fresh: Box<Fresh<'s>>,
    /// Whether other texts are put in the place of those that were judged.
    exchanges: bool,
    /// Scenarios that are worth exploring, the best last. The side explorer of the first lane takes them.
    offers: Mutex<Vec<Scenario>>,
    /// At least one.
    lanes: Vec<Lane<'s>>,
    /// What lanes that finished before others did, reached and met.
    gone: ExplorerTotals,
    reached: Vec<Coverage>,
    bounds: Bounds,
}

/// Explorers of a unit that share no candidates with those of another lane.
struct Lane<'s> {
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
    /// It has no candidates, and other lanes have.
    idle: bool,
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
    gone: ExplorerTotals,
}

/// What explorers did.
#[derive(Clone, Debug, Default)]
struct ExplorerTotals {
    statistics: explore::Statistics,
    /// How many questions each layer of their solvers has answered.
    layers: Vec<(&'static str, u64)>,
}

impl ExplorerTotals {
    fn add(&mut self, explorer: &Explorer<'_>) {
        self.statistics.add(explorer.statistics());
        for tally in explorer.layers() {
            self.answer(tally.layer, tally.satisfiable + tally.unsatisfiable);
        }
    }

    fn join(&mut self, other: &Self) {
        self.statistics.add(&other.statistics);
        other.layers.iter().for_each(|(layer, answered)| self.answer(layer, *answered));
    }

    fn answer(&mut self, layer: &'static str, answered: u64) {
        match self.layers.iter_mut().find(|(known, _)| *known == layer) {
            Some((_, sum)) => *sum += answered,
            None => self.layers.push((layer, answered)),
        }
    }
}

/// A slice of executions for one explorer.
struct Slice {
    unit: usize,
    function: FuncId,
    lane: usize,
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

    fn wants_all_branches(&self) -> bool {
        self.all_branches
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
    /// How many explorers may be at work.
    lanes: usize,
    /// Slices so far.
    turn: usize,
}

impl<'s> Exploration<'s> {
    /// Nothing explored yet.
    pub fn new(technique: &Dse, session: &Session<'_, 's>, map: &Arc<Map>) -> Self {
        let Some(first) = session.units.first() else {
            return Self { states: Vec::new(), lanes: 1, turn: 0 };
        };
        let program = first.maker.program();
        let archive = session.archive();
        let coverage = &archive.coverage;
        let settings = session.settings().clone();
        let (exchanges, side) = (technique.exchanges, technique.side);
        let state = |(number, unit): (usize, &Unit<'s>)| {
            let seed = settings.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64;
            let (map, technique, function) = (Arc::clone(map), technique.clone(), unit.function);
            let coverage = Coverage::new(Arc::clone(coverage.goals()), coverage.rule());
            let focused: Mutex<Option<Structure>> = Mutex::new(None);
            let fresh = move |seed| {
                let Dse { strategy, options, config, .. } = &technique;
                let structure = lock(&focused)
                    .get_or_insert_with(|| {
                        let (map, coverage) = (Arc::clone(&map), coverage.clone());
                        let mut structure = Structure::new(map, coverage, settings.criteria);
                        structure.focus([function]);
                        structure
                    })
                    .clone();
                Explorer::new(program, structure, strategy.make(options), config.clone(), seed)
            };
            // The first is the first to be explored.
            let mut seeds: Vec<Scenario> = archive.starts(function).cloned().collect();
            seeds.reverse();
            State {
                fresh: Box::new(fresh),
                offers: Mutex::new(seeds),
                exchanges,
                lanes: vec![Lane::new(seed, unit.structured && side)],
                gone: ExplorerTotals::default(),
                reached: Vec::new(),
                bounds: Bounds::default(),
            }
        };
        let states = session.units.iter().enumerate().map(state).collect();
        Self { states, lanes: technique.lanes.max(1), turn: 0 }
    }

    /// Offers a scenario to who explores a unit in several shapes.
    pub fn offer(&mut self, unit: usize, scenario: Scenario) {
        lock(&self.states[unit].offers).push(scenario);
    }

    /// Explores open units in turn, each for a slice, until `most` executions are given away or all had theirs.
    /// For each execution the solver may be asked so much; what it gives up counts as many questions. Gives whether
    /// there was anything to do.
    pub fn round(&mut self, session: &mut Session<'_, 's>, most: u64, questions: u64) -> bool {
        let mut open = session.open_units();
        open.retain(|unit| !self.states[*unit].is_done());
        self.share_out(&open);
        let states = &self.states;
        let turns: Vec<(usize, usize, bool)> =
            open.iter().flat_map(|&unit| states[unit].turns(unit)).collect();
        let mut left = session.left().min(most);
        let mut tasks = Vec::new();
        let start = self.turn % turns.len().max(1);
        for &(unit, lane, side) in turns[start..].iter().chain(&turns[..start]) {
            let long = lock(&states[unit].lanes[lane].main).slices >= WARM;
            let function = session.units[unit].function;
            let executions = if long { LONG } else { SHORT }.min(left);
            left -= executions;
            if executions > 0 {
                let effort = executions.saturating_mul(questions);
                tasks.push(Slice { unit, function, lane, side, executions, effort });
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
                slice::carry_out(trial, &units[task.unit], &states[task.unit], task);
            },
        );
        session.units = units;
        // Whom there was no time for is next.
        let begun = begun.into_inner();
        self.turn = if begun == turns.len() { 0 } else { start + begun };
        session.layers(self.layers());
        true
    }

    /// Takes away lanes that have finished, and splits others as long as there are too few tasks.
    fn share_out(&mut self, open: &[usize]) {
        for &unit in open {
            self.states[unit].take_away_idle();
        }
        let mut tasks: usize = open.iter().map(|&unit| self.states[unit].turns(unit).count()).sum();
        // Those with the fewest lanes come first.
        while let Some(&unit) = open
            .iter()
            .filter(|&&unit| tasks + self.states[unit].of_lane() <= self.lanes)
            .filter(|&&unit| self.states[unit].to_split().is_some())
            .min_by_key(|&&unit| self.states[unit].lanes.len())
        {
            tasks += self.states[unit].of_lane();
            self.states[unit].split();
        }
    }

    /// How many questions each layer of the solvers has answered.
    fn layers(&self) -> Vec<(&'static str, u64)> {
        let mut sum = ExplorerTotals::default();
        self.states.iter().for_each(|state| sum.join(&state.totals()));
        sum.layers
    }

    /// What was spent on solvers so far, in questions.
    pub fn effort(&self) -> u64 {
        self.states.iter().map(|state| slice::effort(&state.totals().statistics)).sum()
    }

    /// Whether every open unit was explored to an end within no bounds: nothing else can cover more.
    pub fn is_complete(&self, session: &Session<'_, 's>) -> bool {
        session.open_units().into_iter().all(|unit| {
            let unbounded = self.states[unit].bounds().is_none();
            self.states[unit].is_done() && !session.units[unit].structured && unbounded
        })
    }

    /// Tells the session what was done.
    pub fn finish(self, session: &mut Session<'_, 's>) {
        for (unit, state) in self.states.iter().enumerate() {
            let done = state.totals().statistics;
            session.asked(&done.asked);
            state.reached.iter().for_each(|reached| session.died(reached));
            for lane in &state.lanes {
                lane.each(|explorer| session.died(explorer.reached()));
            }
            session.answers(Answers::of(&done));
            if state.is_done() {
                let Unit { function, structured, .. } = session.units[unit];
                let shapes = Bounds { shapes: structured, ..Bounds::default() };
                session.end(function, state.bounds().with(shapes));
            }
        }
    }
}

impl<'s> State<'s> {
    /// Whether there is nothing left to do.
    fn is_done(&self) -> bool {
        matches!(&self.lanes[..], [only] if lock(&only.main).done)
    }

    /// How many tasks a lane gives.
    fn of_lane(&self) -> usize {
        1 + usize::from(self.lanes[0].side.is_some())
    }

    /// The tasks that there are: which lane, and whether it is its side explorer's.
    fn turns(&self, unit: usize) -> impl Iterator<Item = (usize, usize, bool)> + use<> {
        let sides = if self.lanes[0].side.is_some() { &[false, true][..] } else { &[false] };
        (0..self.lanes.len())
            .flat_map(move |lane| sides.iter().map(move |side| (unit, lane, *side)))
    }

    /// The lane that has most to give away, if one has enough.
    fn to_split(&self) -> Option<usize> {
        let open = self.lanes.iter().map(|lane| {
            let main = lock(&lane.main);
            let old = main.explorer.as_ref().filter(|_| main.slices >= OLD);
            old.map_or(0, Explorer::open)
        });
        let most = open.enumerate().max_by_key(|(lane, open)| (*open, std::cmp::Reverse(*lane)));
        most.filter(|(_, open)| *open >= MANY).map(|(lane, _)| lane)
    }

    /// Splits the lane that has most to give away.
    fn split(&mut self) {
        let Some(lane) = self.to_split() else { return };
        let structured = self.lanes[lane].side.is_some();
        let other = {
            let mut main = lock(&self.lanes[lane].main);
            let seed = main.random.u64(..);
            let (slices, fruitless, covered) = (main.slices, main.fruitless, main.covered);
            let Some(explorer) = &mut main.explorer else { return };
            let explorer = Some(explorer.split(seed));
            let Lane { main: other, side } = Lane::new(seed, structured);
            let mut other = other.into_inner().unwrap_or_else(PoisonError::into_inner);
            other = Main { explorer, slices, fruitless, covered, started: true, ..other };
            Lane { main: Mutex::new(other), side }
        };
        self.lanes.push(other);
    }

    /// Takes away lanes that have no candidates left, but for one if none has.
    fn take_away_idle(&mut self) {
        let idle = |lane: &Lane<'_>| lock(&lane.main).idle;
        if self.lanes.iter().all(idle) {
            lock(&self.lanes[0].main).idle = false;
        }
        for lane in std::mem::take(&mut self.lanes) {
            if !idle(&lane) {
                self.lanes.push(lane);
                continue;
            }
            self.gone.join(&lane.totals());
            self.bounds = self.bounds.with(lane.bounds());
            lane.each(|explorer| self.reached.push(explorer.reached().clone()));
        }
    }

    /// What was done.
    fn totals(&self) -> ExplorerTotals {
        let mut sum = self.gone.clone();
        self.lanes.iter().for_each(|lane| sum.join(&lane.totals()));
        sum
    }

    /// What kept exploration of numbers from being complete.
    fn bounds(&self) -> Bounds {
        self.lanes.iter().fold(self.bounds, |sum, lane| sum.with(lane.bounds()))
    }
}

impl<'s> Lane<'s> {
    fn new(seed: u64, structured: bool) -> Self {
        let main = Main {
            explorer: None,
            seed,
            random: Rng::with_seed(seed.rotate_left(17)),
            slices: 0,
            fruitless: 0,
            covered: 0,
            started: false,
            idle: false,
            done: false,
        };
        let side = structured.then(|| {
            let random = Rng::with_seed(seed.rotate_left(29));
            Mutex::new(Side { explorer: None, random, stale: 0, gone: ExplorerTotals::default() })
        });
        Self { main: Mutex::new(main), side }
    }

    /// Shows its explorers, as far as there are any, the side's first.
    fn each(&self, mut show: impl FnMut(&Explorer<'s>)) {
        if let Some(side) = &self.side {
            lock(side).explorer.iter().for_each(&mut show);
        }
        lock(&self.main).explorer.iter().for_each(show);
    }

    fn totals(&self) -> ExplorerTotals {
        let mut sum = self.side.as_ref().map(|side| lock(side).gone.clone()).unwrap_or_default();
        self.each(|explorer| sum.add(explorer));
        sum
    }

    fn bounds(&self) -> Bounds {
        lock(&self.main).explorer.as_ref().map(Explorer::bounds).unwrap_or_default()
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
