//! `avm`, `ga` and `random-search`: a search for each target, guided by how near runs come to it (paper Baars
//! et al., V).
//!
//! By default only what is still open is searched for, and what searches cover on the way counts; after a
//! round of all targets another begins with other random numbers, as long as the budget lasts. The searches of the
//! first round are short and those of each later one longer, so that a target that cannot be covered does not
//! use up what others need. As in the paper, every target can have a search of its own in which nothing else counts.

use crate::batch::{Task, Trial};
use crate::subject::Unit;
use crate::technique::{Session, Technique};
use coverage::{GoalId, Map};
use fastrand::Rng;
use program::{FuncId, Program};
use scenario::Scenario;
use scenario::make::{Exchange, change};
use search::algorithm::{
    Avm, Evaluation, Problem, Stop, WegenerGa, avm, random as random_search, wegener_ga,
};
use search::fitness::{FitnessKind, Measure, Score};
use search::path::Limits;
use search::{Genes, Target, Terrain};
use std::sync::{Arc, Mutex, PoisonError};
use term::Fitness;
use trace::{Mode, RunError, Wanted};

/// The technique.
#[derive(Clone, Copy, Debug)]
pub struct Search {
    /// How inputs are changed.
    pub algorithm: Algorithm,
    /// What guides the search.
    pub fitness: FitnessKind,
    /// Executions for each target, at most.
    pub evaluations: u64,
    /// Whether every target has a search of its own, in which nothing else counts.
    pub each_target: bool,
    /// Whether searches start from values that are drawn evenly from all that a type has, and not from
    /// constants of the code.
    pub uniform: bool,
    /// How far paths are followed.
    pub paths: Limits,
}

impl Default for Search {
    fn default() -> Self {
        Self {
            algorithm: Algorithm::Avm(Avm::default()),
            fitness: FitnessKind::default(),
            evaluations: 100_000,
            each_target: false,
            uniform: false,
            paths: Limits::default(),
        }
    }
}

/// How inputs are changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Algorithm {
    /// The alternating variable method.
    Avm(Avm),
    /// A genetic algorithm.
    Ga(WegenerGa),
    /// Random inputs.
    Random,
}

/// What came of the search for a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The target.
    pub goal: GoalId,
    /// Executions.
    pub evaluations: u64,
    /// Whether it was covered.
    pub covered: bool,
}

/// Executions for each target in the first round, where the budget is limited.
const FIRST_ROUND: u64 = 100;

/// How many times more the next round has.
const ROUND_GROWTH: u64 = 4;

/// Files that a search remembers having been looked for in vain: a program may make up as many names as it likes.
const MOST_WANTED: usize = 8;

/// Targets of a batch: what one search covers the others of its batch do not know of.
const TASKS: usize = 8;

/// The search for one target.
struct Quest {
    /// The unit whose calls are to cover it.
    unit: usize,
    function: FuncId,
    goal: GoalId,
    seed: u64,
    evaluations: u64,
    /// A scenario to be improved, after which the search is over; without one it starts anywhere.
    start: Option<Scenario>,
}

/// What came of a search.
#[derive(Default)]
struct Sought {
    searched: Option<Searched>,
    /// Whether limits of paths were reached.
    bounded: bool,
    /// The nearest scenario, of a search that had one to improve.
    nearest: Option<Scenario>,
}

impl Task for Quest {
    fn executions(&self) -> u64 {
        self.evaluations
    }
}

impl Technique for Search {
    fn name(&self) -> &'static str {
        match self.algorithm {
            Algorithm::Avm(_) => "avm",
            Algorithm::Ga(_) => "ga",
            Algorithm::Random => "random-search",
        }
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let Some(first) = session.units.first() else { return Ok(()) };
        let program = first.maker.program();
        let map = Arc::new(Map::new(program, Arc::clone(session.archive().coverage.goals())));
        let terrain = Terrain::new(program, map);
        if self.each_target {
            let targets = self.targets(session, &terrain);
            for targets in targets.chunks(TASKS) {
                self.batch(session, &terrain, targets, (0, self.evaluations));
            }
            return Ok(());
        }
        let endless = session.settings().budget == crate::Budget::default();
        let mut most = FIRST_ROUND;
        for round in 0.. {
            let mut begun = false;
            let evaluations = if endless { self.evaluations } else { most.min(self.evaluations) };
            most = most.saturating_mul(ROUND_GROWTH);
            for targets in self.targets(session, &terrain).chunks(TASKS) {
                let targets: Vec<(usize, GoalId)> = targets
                    .iter()
                    .copied()
                    .filter(|(_, goal)| !session.archive().coverage.is_covered(*goal))
                    .collect();
                if session.left() == 0 || session.open_units().is_empty() {
                    return Ok(());
                }
                begun |= !targets.is_empty();
                self.batch(session, &terrain, &targets, (round, evaluations));
            }
            if !begun || endless {
                break;
            }
        }
        Ok(())
    }
}

impl Search {
    /// The targets, each with the unit whose calls are to cover it: its own, or one that leads to it. Units
    /// take turns.
    fn targets(&self, session: &Session<'_, '_>, terrain: &Terrain<'_>) -> Vec<(usize, GoalId)> {
        let coverage = &session.archive().coverage;
        let (goals, criteria) = (coverage.goals(), session.settings().criteria);
        let calls = terrain.map().calls();
        let mut targets = Vec::new();
        for (place, function) in goals.units.values().map(|unit| unit.function).enumerate() {
            let own = session.units.iter().position(|unit| unit.function == function);
            let above = || {
                let leads = |unit: &Unit<'_>| {
                    let reached = calls.reachable([unit.function], true);
                    reached.contains(program::Id::index(function))
                };
                session.units.iter().position(leads)
            };
            let Some(unit) = (if self.each_target { own } else { own.or_else(above) }) else {
                continue;
            };
            let of_unit = goals.of_unit(program::Id::new(place));
            let wanted = of_unit.filter(|goal| criteria.wants(&goals.goals[*goal]));
            let open = wanted.filter(|goal| self.each_target || !coverage.is_covered(*goal));
            targets.extend(open.enumerate().map(|(turn, goal)| (turn, unit, goal)));
        }
        if !self.each_target {
            targets.sort_by_key(|(turn, ..)| *turn);
        }
        targets.into_iter().map(|(_, unit, goal)| (unit, goal)).collect()
    }

    fn batch(
        &self,
        session: &mut Session<'_, '_>,
        terrain: &Terrain<'_>,
        targets: &[(usize, GoalId)],
        (round, most): (u64, u64),
    ) {
        let mut left = if self.each_target { u64::MAX } else { session.left() };
        let mut quests = Vec::new();
        for &(unit, goal) in targets {
            let evaluations = most.min(left);
            left -= evaluations;
            let seed = seed_of(session, goal, round);
            if evaluations > 0 {
                let function = session.units[unit].function;
                quests.push(Quest { unit, function, goal, seed, evaluations, start: None });
            }
        }
        for (quest, sought) in quests.iter().zip(self.carry_out(session, terrain, &quests)) {
            if sought.bounded {
                session.bounded(quest.function);
            }
            if let (Some(searched), true) = (sought.searched, self.each_target) {
                session.searched(searched);
            }
        }
    }

    /// Improves scenarios, each toward a target of a unit, up to a local optimum. Gives the nearest that were found.
    pub(crate) fn improve(
        &self,
        session: &mut Session<'_, '_>,
        terrain: &Terrain<'_>,
        starts: Vec<(usize, GoalId, Scenario)>,
        round: u64,
    ) -> Vec<Scenario> {
        let mut left = session.left();
        let mut quests = Vec::new();
        for (unit, goal, start) in starts {
            let evaluations = self.evaluations.min(left);
            left -= evaluations;
            let (seed, function) = (seed_of(session, goal, round), session.units[unit].function);
            let start = Some(start);
            quests.push(Quest { unit, function, goal, seed, evaluations, start });
        }
        let sought = self.carry_out(session, terrain, &quests);
        sought.into_iter().filter_map(|sought| sought.nearest).collect()
    }

    fn carry_out(
        &self,
        session: &mut Session<'_, '_>,
        terrain: &Terrain<'_>,
        quests: &[Quest],
    ) -> Vec<Sought> {
        let units = std::mem::take(&mut session.units);
        let results: Vec<Mutex<Sought>> = quests.iter().map(|_| Mutex::default()).collect();
        session.batch(
            quests,
            |quest| quest.function,
            |trial, quest| {
                let sought = self.pursue(trial, &units[quest.unit], terrain, quest);
                let place = quests.iter().position(|other| std::ptr::eq(other, quest));
                if let Some(place) = place {
                    *results[place].lock().unwrap_or_else(PoisonError::into_inner) = sought;
                }
            },
        );
        session.units = units;
        let results = results.into_iter();
        results.map(|it| it.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }

    /// Searches for one target.
    fn pursue(
        &self,
        trial: &mut Trial<'_>,
        unit: &Unit<'_>,
        terrain: &Terrain<'_>,
        quest: &Quest,
    ) -> Sought {
        let mut pursuit = Pursuit::new(self, trial, unit, terrain, quest);
        let mut random = Rng::with_seed(quest.seed);
        let stop = match &self.algorithm {
            // The paper's fitness functions are measured with the paper's steps.
            Algorithm::Avm(settings) => {
                let halves = settings.halves || self.fitness == FitnessKind::Combined;
                avm(&mut pursuit, &mut random, &Avm { halves, ..*settings })
            }
            Algorithm::Ga(settings) => wegener_ga(&mut pursuit, &mut random, settings),
            Algorithm::Random => random_search(&mut pursuit, &mut random),
        };
        let Pursuit { trial, measure, nearest, .. } = pursuit;
        let evaluations = trial.executions();
        let covered = stop == Stop::Covered;
        Sought {
            searched: Some(Searched { goal: quest.goal, evaluations, covered }),
            bounded: measure.bounds().any(),
            nearest: nearest.map(|(_, scenario)| scenario).filter(|_| !covered),
        }
    }
}

/// Where the random numbers of a search come from.
fn seed_of(session: &Session<'_, '_>, goal: GoalId, round: u64) -> u64 {
    let mut random = Rng::with_seed(session.settings().seed);
    random.u64(..)
        ^ round.wrapping_mul(0x9e37_79b9_7f4a_7c15)
        ^ u64::from(goal.0).wrapping_mul(0xd1b5_4a32_d192_ed03)
}

/// The search for a target as a problem to be solved.
struct Pursuit<'h, 't, 'p> {
    search: &'h Search,
    trial: &'h mut Trial<'t>,
    unit: &'h Unit<'p>,
    terrain: &'h Terrain<'p>,
    goal: GoalId,
    measure: Measure<'h, 'p>,
    /// Evaluations of decisions that were known when the target was last looked at.
    known: usize,
    /// Whether nothing more is to be tried.
    over: bool,
    /// What is to be improved, until the search begins.
    start: Option<Scenario>,
    /// Whether the search is over at the first local optimum.
    local: bool,
    /// The nearest scenario of such a search.
    nearest: Option<(Fitness, Scenario)>,
    /// What runs of this search looked for in vain: a file, or standard input. Whether it is there is a choice too.
    wanted: Vec<Wanted>,
    /// Texts that the nearest run judged, and others in their place.
    exchanges: Vec<Exchange>,
    /// How near that run was.
    best: Fitness,
}

impl<'h, 't, 'p> Pursuit<'h, 't, 'p> {
    fn new(
        search: &'h Search,
        trial: &'h mut Trial<'t>,
        unit: &'h Unit<'p>,
        terrain: &'h Terrain<'p>,
        quest: &Quest,
    ) -> Self {
        let target = Target::new(terrain, trial.coverage(), quest.goal);
        let measure = Measure::new(terrain, unit.function, &target, search.fitness, search.paths);
        let known = trial.coverage().evaluations();
        let (goal, start) = (quest.goal, quest.start.clone());
        let local = start.is_some();
        Self {
            search,
            trial,
            unit,
            terrain,
            goal,
            measure,
            known,
            over: false,
            start,
            local,
            nearest: None,
            wanted: Vec::new(),
            exchanges: Vec::new(),
            best: Fitness::MAX,
        }
    }

    /// Remembers what the last run looked for in vain.
    fn note_wanted(&mut self) {
        for wanted in &self.trial.trace().wanted {
            if self.wanted.len() < MOST_WANTED && !self.wanted.contains(wanted) {
                self.wanted.push(wanted.clone());
            }
        }
    }

    /// Gives a scenario something to read that runs looked for, or something else to read in its place.
    fn give(&self, random: &mut Rng, scenario: &mut Scenario) {
        let maker = &self.unit.maker;
        match &self.wanted[random.usize(..self.wanted.len())] {
            Wanted::StandardInput => change::standard_input(maker, random, scenario),
            Wanted::File(path) => change::file(maker, random, scenario, path),
        }
    }

    /// Whether the last execution covers the goal.
    fn is_covered(&self) -> bool {
        match self.terrain.map().goals().count_of(self.goal) {
            Some(_) => self.measure.covers(self.trial.trace()),
            None => self.trial.coverage().is_covered(self.goal),
        }
    }

    /// Where evaluations of decisions are wanted, those that are depend on those that were seen. Gives whether
    /// the target is another now.
    fn look_again(&mut self) -> bool {
        let seen = self.trial.coverage().evaluations();
        if seen == self.known || self.terrain.map().goals().count_of(self.goal).is_some() {
            return false;
        }
        self.known = seen;
        let target = Target::new(self.terrain, self.trial.coverage(), self.goal);
        let Search { fitness, paths, .. } = *self.search;
        self.measure = Measure::new(self.terrain, self.unit.function, &target, fitness, paths);
        true
    }
}

impl Problem for Pursuit<'_, '_, '_> {
    fn evaluate(&mut self, random: &mut Rng, scenario: &mut Scenario) -> Result<Evaluation, Stop> {
        if self.over || self.trial.left() == 0 {
            return Err(Stop::Spent);
        }
        let verdict = self.trial.execute_in(Mode::Graded, self.unit, random, scenario);
        let reshaped = verdict.reshaped;
        self.note_wanted();
        if !verdict.ran {
            return Ok(Evaluation { score: Score::WORST, reshaped });
        }
        if verdict.clean && self.is_covered() {
            return Err(Stop::Covered);
        }
        let moved = self.look_again();
        if self.measure.prepare(self.trial.trace()) {
            self.trial.set_probes(self.measure.probes());
            self.trial.again(Mode::Graded, scenario);
        }
        let score = self.measure.score(self.trial.trace(), false);
        if score.by(0) <= self.best {
            self.best = score.by(0);
            self.exchanges.clone_from(&self.trial.trace().texts.exchanges);
        }
        let nearer = |(known, _): &(Fitness, Scenario)| score.by(0) < *known;
        if self.local && self.nearest.as_ref().is_none_or(nearer) {
            self.nearest = Some((score.by(0), scenario.clone()));
        }
        Ok(Evaluation { score, reshaped: reshaped || moved })
    }

    fn fresh(&mut self, random: &mut Rng) -> Scenario {
        if let Some(start) = self.start.take() {
            return start;
        }
        if self.local {
            self.over = true;
        }
        let Unit { maker, function, globals, .. } = self.unit;
        let mut scenario = maker.whole(random, *function, globals);
        if !self.wanted.is_empty() && random.bool() {
            self.give(random, &mut scenario);
        }
        // Constants of the code help to begin with, and are in the way of whoever needs something else.
        if self.search.uniform || random.bool() {
            let genes = Genes::of(self.program(), &mut scenario, self.room());
            let mut values = Vec::new();
            genes.read(&scenario, &mut values);
            // Who is handed to whom the maker has drawn as is likely.
            for (gene, value) in genes.iter().zip(&mut values).filter(|(gene, _)| !gene.is_handed())
            {
                *value = gene.domain.random(random);
            }
            genes.write(&mut scenario, &values);
        }
        scenario
    }

    fn reshape(&mut self, random: &mut Rng, scenario: &Scenario) -> Option<Scenario> {
        if !self.exchanges.is_empty() && random.bool() {
            let mut other = scenario.clone();
            let maker = &self.unit.maker;
            if scenario::make::exchange(maker, random, &mut other, &self.exchanges) {
                return Some(other);
            }
        }
        let structured = self.unit.structured;
        if !self.wanted.is_empty() && (!structured || random.bool()) {
            let mut other = scenario.clone();
            self.give(random, &mut other);
            return Some(other);
        }
        if !structured {
            return None;
        }
        let Unit { maker, globals, .. } = self.unit;
        let mut other = scenario.clone();
        let changed = match random.u8(..8) {
            0..5 => change::argument(maker, random, &mut other),
            5 | 6 => change::insert_call(maker, random, &mut other, globals),
            _ => change::delete_call(random, &mut other),
        };
        changed.then_some(other)
    }

    fn guides(&self) -> usize {
        self.measure.guides()
    }

    fn program(&self) -> &Program {
        self.unit.maker.program()
    }

    fn room(&self) -> u32 {
        self.unit.maker.limits().elements
    }
}
