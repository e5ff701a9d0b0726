//! `adaptive`: whole-test-suite search with dynamic symbolic execution where it pays (paper EvoSuite+DSE, III-B and
//! III-C).
//!
//! When the best suite is another one since a value was changed, values matter: its tests are expanded, executed
//! symbolically and explored, the shortest path conditions first. What improves the suite joins it. How likely that
//! happens adapts to whether it helped. Where the paper turns only conditions that the suite has met one way, our
//! filter drops those behind which nothing is left to cover: a text is compared by a loop, whose conditions have soon
//! been met both ways.
//!
//! The paper begins each exploration anew. Ours goes on where the last one ended: what was refuted stays refuted, and
//! only tests that are new are executed first, which may take half of an exploration's executions.

use crate::batch::{Task, Trial};
use crate::clock::Deadline;
use crate::evolution::{Arena, Field, graded, operators, terrain, unit_of};
use crate::subject::Unit;
use crate::technique::{Answers, Session, Technique};
use coverage::Structure;
use explore::strategy::{Options, StrategyKind};
use explore::{Attempt, Explorer};
use fastrand::Rng;
use program::FuncId;
use search::evolution::{Evaluator, Operators, Settings, Test, WholeSuite};
use std::sync::{Arc, Mutex, PoisonError};
use trace::{Mode, RunError};

/// The technique; the defaults are the paper's best configuration (RQ1), but for what is said of them.
#[derive(Clone, Debug)]
pub struct Adaptive {
    /// How suites evolve.
    pub settings: Settings,
    /// How exploration goes.
    pub config: explore::Config,
    /// The share of the budget that one exploration may take.
    pub share: f64,
    /// Whether tests that do not improve the suite are kept and explored too.
    pub keep_all: bool,
    /// How likely it is explored when values matter.
    pub probability: f64,
    /// What that is divided by after a failure and multiplied by after a success.
    pub rate: f64,
    /// Whether all suites are explored that values mattered to, and not only the best.
    pub on_all: bool,
    /// Whether each exploration begins anew, as in the paper.
    pub anew: bool,
}

impl Default for Adaptive {
    fn default() -> Self {
        Self {
            settings: Settings::default(),
            config: explore::Config::default(),
            share: 1.0 / 20.0,
            keep_all: false,
            probability: 1.0,
            rate: 1.0,
            on_all: false,
            anew: false,
        }
    }
}

/// However often it fails, exploration stays possible.
const LEAST: f64 = 0.001;

impl Technique for Adaptive {
    fn name(&self) -> &'static str {
        "adaptive"
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let Some(terrain) = terrain(session) else { return Ok(()) };
        let mut operators = operators(session, self.settings);
        let mut random = Rng::with_seed(session.settings().seed);
        let mut field = Field::new(session, &terrain, self.settings).for_suites();
        let mut arena = Arena { session, field: &mut field };
        let objectives = arena.field.objectives();
        let search = WholeSuite::new(&operators, objectives, &mut random, &mut arena);
        let Some(mut search) = search else { return Ok(()) };
        let mut probability = self.probability;
        let mut expedition = None;
        while let Some(suites) = self.generation(&operators, &mut search, &mut random, &mut arena) {
            let mut explored = false;
            for suite in suites {
                if random.f64() >= probability {
                    continue;
                }
                explored = true;
                let tests = search.population()[suite].tests.clone();
                let seed = random.u64(..);
                if let Some(old) = expedition.take_if(|_| self.anew) {
                    finish(old, arena.session);
                }
                let expedition = expedition.get_or_insert_with(|| self.expedition(&arena, seed));
                let found = self.explore(&mut arena, expedition, &tests, seed);
                probability = match found.improves {
                    false => (probability / self.rate).max(LEAST),
                    true => (probability * self.rate).min(1.0),
                };
                search.add(suite, &found.tests);
            }
            if explored {
                search.order(arena.open());
            }
            operators.meet(arena.session.dynamic());
        }
        if let Some(expedition) = expedition {
            finish(expedition, arena.session);
        }
        Ok(())
    }
}

/// An exploration of a suite.
struct Excursion {
    function: FuncId,
    executions: u64,
}

impl Task for Excursion {
    fn executions(&self) -> u64 {
        self.executions
    }
}

/// What explorations have come to.
struct Expedition<'p> {
    explorer: Explorer<'p>,
    /// The tests that were executed symbolically.
    known: Vec<Arc<Test>>,
}

/// What came of an exploration.
#[derive(Default)]
struct Found {
    /// Tests that join the suite.
    tests: Vec<Arc<Test>>,
    /// Whether the suite is better by them.
    improves: bool,
}

/// Tells the session what explorations did.
fn finish(expedition: Expedition<'_>, session: &mut Session<'_, '_>) {
    let done = expedition.explorer.statistics();
    session.asked(&done.asked);
    session.answers(Answers::of(done));
}

impl Adaptive {
    /// Makes a generation. Gives the suites that are worth exploring, by their places; `None` at the end.
    fn generation(
        &self,
        operators: &Operators<'_>,
        search: &mut WholeSuite,
        random: &mut Rng,
        arena: &mut Arena<'_, '_, '_, '_, '_>,
    ) -> Option<Vec<usize>> {
        if !search.generation(operators, random, arena) {
            return None;
        }
        let population = search.population();
        let most = if self.on_all { population.len() } else { 1 };
        Some((0..most).filter(|at| population[*at].promising).collect())
    }

    /// An explorer that knows of no test yet.
    fn expedition<'p>(&self, arena: &Arena<'_, '_, 'p, '_, '_>, seed: u64) -> Expedition<'p> {
        let session = &arena.session;
        let program = session.units[0].maker.program();
        let map = Arc::clone(arena.field.aims.map());
        let coverage = session.archive().coverage.clone();
        let structure = Structure::new(map, coverage, session.settings().criteria);
        let strategy = StrategyKind::Shortest.make(&Options::default());
        let explorer = Explorer::new(program, structure, strategy, self.config.clone(), seed);
        Expedition { explorer, known: Vec::new() }
    }

    /// Explores the tests of a suite for a slice of the budget. Gives the tests that improve it.
    fn explore(
        &self,
        arena: &mut Arena<'_, '_, '_, '_, '_>,
        expedition: &mut Expedition<'_>,
        tests: &[Arc<Test>],
        seed: u64,
    ) -> Found {
        let Arena { session, field } = arena;
        let budget = &session.settings().budget;
        let share = |whole: u64| ((whole as f64 * self.share).ceil() as u64).max(1);
        let executions = budget.executions.map_or(u64::MAX, share).min(session.left());
        let time = budget.time.map(|time| time.mul_f64(self.share));
        let until = Deadline::after(budget.clock, time, budget.stop.clone());
        let Some(first) = tests.first() else { return Found::default() };
        let units = std::mem::take(&mut session.units);
        let function = units[unit_of(&units, &first.scenario)].function;
        expedition.explorer.catch_up(&session.archive().coverage);
        let state = Mutex::new((expedition, Found::default()));
        let field = &**field;
        session.batch(
            &[Excursion { function, executions }],
            |task| task.function,
            |trial, _| {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                let (expedition, found) = &mut *state;
                let starts = if self.anew { u64::MAX } else { trial.left().div_ceil(2) };
                let mut walk = Walk { trial, units: &units, field, until: until.as_ref(), starts };
                *found = walk.explore(expedition, tests, self.keep_all, seed);
            },
        );
        session.units = units;
        let (_, found) = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        arena.field.look(arena.session);
        found
    }
}

/// An exploration under way.
struct Walk<'w, 't, 's, 'f, 'p> {
    trial: &'w mut Trial<'t>,
    units: &'w [Unit<'s>],
    field: &'w Field<'f, 'p>,
    until: Option<&'w Deadline>,
    /// The most executions of tests that are there before the first question.
    starts: u64,
}

impl Walk<'_, '_, '_, '_, '_> {
    fn goes_on(&mut self) -> bool {
        self.trial.left() > 0 && !self.until.is_some_and(Deadline::is_over)
    }

    /// Executes tests that were not executed symbolically yet.
    fn start(&mut self, expedition: &mut Expedition<'_>, tests: &[Arc<Test>], random: &mut Rng) {
        let Expedition { explorer, known } = expedition;
        let before = self.trial.left();
        for test in tests {
            if !self.goes_on() || before - self.trial.left() >= self.starts {
                break;
            }
            if known.iter().any(|known| Arc::ptr_eq(known, test)) {
                continue;
            }
            known.push(Arc::clone(test));
            let mut scenario = test.scenario.clone();
            scenario.expand();
            let unit = &self.units[unit_of(self.units, &scenario)];
            let verdict = self.trial.execute_in(Mode::Concolic, unit, random, &mut scenario);
            if verdict.ran {
                let (trace, pool) = (self.trial.trace(), self.trial.pool());
                explorer.add(&scenario, trace, pool, verdict.clean);
            }
        }
    }

    fn explore(
        &mut self,
        expedition: &mut Expedition<'_>,
        tests: &[Arc<Test>],
        keep_all: bool,
        seed: u64,
    ) -> Found {
        let mut random = Rng::with_seed(seed);
        let deadline = self.until.and_then(Deadline::on_the_wall).or(self.trial.deadline());
        expedition.explorer.set_deadline(deadline);
        self.start(expedition, tests, &mut random);
        let Expedition { explorer, known } = expedition;
        let objectives = self.field.objectives();
        let mut all = tests.to_vec();
        let before = objectives.fitness(&all, self.field.open());
        let mut fitness = before;
        while self.goes_on() {
            let proposal = match explorer.attempt() {
                Attempt::Run(proposal) => proposal,
                Attempt::Look(look) => {
                    explorer.looked(&look, None);
                    continue;
                }
                Attempt::Failed => continue,
                Attempt::Exhausted => break,
            };
            // Values are solved for; what refers to what is the search's matter.
            if !proposal.retarget.is_empty() {
                explorer.withdraw(&proposal);
                continue;
            }
            let mut scenario = proposal.scenario.clone();
            let unit = &self.units[unit_of(self.units, &scenario)];
            let verdict = self.trial.execute_in(Mode::Graded, unit, &mut random, &mut scenario);
            let mut kept = verdict.ran;
            if verdict.ran {
                let test = graded(self.trial, self.field, scenario.clone()).test;
                all.push(Arc::new(test));
                let better = objectives.fitness(&all, self.field.open());
                if better < fitness || keep_all {
                    fitness = better;
                } else {
                    all.pop();
                    kept = false;
                }
            }
            // What does not improve the suite is not explored either.
            if kept && self.trial.again(Mode::Concolic, &scenario) {
                let (trace, pool) = (self.trial.trace(), self.trial.pool());
                explorer.ran(&proposal, &scenario, trace, pool, verdict.clean);
                known.extend(all.last().cloned());
            } else {
                explorer.withdraw(&proposal);
            }
        }
        Found { tests: all.split_off(tests.len()), improves: fitness < before }
    }
}
