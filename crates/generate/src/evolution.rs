//! `suite` and `dynamosa`: search that aims at all goals at once, over sequences of calls.

use crate::batch::{Task, Trial};
use crate::subject::Unit;
use crate::technique::{Session, Technique};
use coverage::Map;
use fastrand::Rng;
use program::{FuncId, OutcomeId};
use scenario::make::{DynamicConstants, Limits, Odds, sequence};
use scenario::{Scenario, Statement};
use search::Terrain;
use search::evolution::{
    Aims, Dynamosa, Evaluator, Near, Objectives, Operators, Settings, Test, Way, WholeSuite,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use trace::{Mode, Operands, Outcome, RunError, Trace};

/// The techniques.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evolution {
    /// What evolves.
    pub individuals: Individuals,
    /// How.
    pub settings: Settings,
}

/// What evolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Individuals {
    /// Suites of tests.
    Suites,
    /// Tests.
    #[default]
    Tests,
}

/// Tests that one task executes.
const TESTS: usize = 8;

/// Executions that a test may take: inputs that turn out to be too short grow.
const GROWTH: u64 = 4;

impl Technique for Evolution {
    fn name(&self) -> &'static str {
        match self.individuals {
            Individuals::Suites => "suite",
            Individuals::Tests => "dynamosa",
        }
    }

    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError> {
        let Some(terrain) = terrain(session) else { return Ok(()) };
        let mut operators = operators(session, self.settings);
        let mut random = Rng::with_seed(session.settings().seed);
        let mut field = Field::new(session, &terrain, self.settings);
        if self.individuals == Individuals::Suites {
            field = field.for_suites();
        }
        let mut arena = Arena { session, field: &mut field };
        match self.individuals {
            Individuals::Suites => {
                let objectives = arena.field.objectives();
                let search = WholeSuite::new(&operators, objectives, &mut random, &mut arena);
                if let Some(mut search) = search {
                    while search.generation(&operators, &mut random, &mut arena) {
                        operators.meet(arena.session.dynamic());
                    }
                }
            }
            Individuals::Tests => {
                let search = Dynamosa::new(&operators, &mut random, &mut arena);
                if let Some(mut search) = search {
                    while search.generation(&operators, &mut random, &mut arena) {
                        operators.meet(arena.session.dynamic());
                    }
                }
            }
        }
        Ok(())
    }
}

/// What is known of the program before anything runs; `None` if there is nothing to test.
pub(crate) fn terrain<'s>(session: &Session<'_, 's>) -> Option<Terrain<'s>> {
    let program = session.units.first()?.maker.program();
    let map = Arc::new(Map::new(program, Arc::clone(session.archive().coverage.goals())));
    Some(Terrain::new(program, map))
}

/// The operators over tests of all units. Every unit is there twice: once its records are made by those who create
/// them, and once by hand.
pub(crate) fn operators<'s>(session: &Session<'_, 's>, settings: Settings) -> Operators<'s> {
    let way = |unit: Unit<'s>| {
        let pool = match settings.seeding {
            true => unit.maker.pool().clone(),
            false => unit.maker.pool().without_constants(),
        };
        let (pool_odds, largest) = (Some(settings.pool), Some(settings.largest_integer));
        let odds = Odds { pool: pool_odds, dynamic: settings.dynamic, largest };
        let (text, elements) = (Some(settings.text_length), settings.array_length);
        let limits = Limits { text, elements, ..*unit.maker.limits() };
        let maker = unit.maker.with_pool(pool.with_odds(odds)).with_limits(limits);
        Way { function: unit.function, maker, globals: unit.globals }
    };
    let created = session.units.iter().map(|unit| way(unit.clone()));
    let by_hand = session.units.iter().map(|unit| way(unit.by_hand()));
    Operators::new(created.chain(by_hand).collect(), settings)
}

/// What a population aims at, and how far that has come.
pub(crate) struct Field<'t, 'p> {
    pub aims: Aims<'t, 'p>,
    open: Vec<bool>,
    active: Vec<bool>,
    archive: bool,
    /// What the last run that came near an aim compared there, and the texts that runs compared lately; none if
    /// nobody asks.
    numbers: BTreeMap<(usize, OutcomeId), Operands>,
    dynamic: Option<DynamicConstants>,
    /// Whether aims count that are not within reach.
    everything: bool,
    /// Batches so far, from which random numbers come.
    batches: u64,
}

impl<'t, 'p> Field<'t, 'p> {
    pub fn new(session: &Session<'_, '_>, terrain: &'t Terrain<'p>, settings: Settings) -> Self {
        let roots: Vec<FuncId> = session.units.iter().map(|unit| unit.function).collect();
        let coverage = &session.archive().coverage;
        let aims = Aims::new(terrain, coverage, session.settings().criteria, &roots);
        let active = (0..aims.len()).map(|aim| aims.is_root(aim)).collect();
        let open = vec![true; aims.len()];
        let archive = settings.archive;
        let mut field = Self {
            aims,
            open,
            active,
            archive,
            numbers: BTreeMap::new(),
            dynamic: (settings.dynamic > 0.0).then(DynamicConstants::default),
            everything: false,
            batches: 0,
        };
        field.look(session);
        field
    }

    /// Takes note of what is covered by now.
    pub fn look(&mut self, session: &Session<'_, '_>) {
        let coverage = &session.archive().coverage;
        if self.archive {
            for (aim, open) in self.open.iter_mut().enumerate() {
                *open = !coverage.is_covered(self.aims.goal(aim));
            }
        }
        self.aims.renew(coverage);
    }

    /// For each aim, whether it still has to be reached.
    pub fn open(&self) -> &[bool] {
        &self.open
    }

    /// Takes note of what runs compared, and gives what may be drawn from now on.
    fn meet(
        &mut self,
        compared: impl IntoIterator<Item = Compared>,
    ) -> Option<Arc<DynamicConstants>> {
        let dynamic = self.dynamic.as_mut()?;
        for Compared { numbers, texts } in compared {
            self.numbers.extend(numbers);
            texts.iter().for_each(|text| dynamic.text(text));
        }
        self.numbers.retain(|(aim, _), _| self.open[*aim]);
        dynamic.forget_numbers();
        for operands in self.numbers.values() {
            operands.sides.iter().for_each(|bits| dynamic.number(operands.ty, *bits));
        }
        Some(Arc::new(dynamic.clone()))
    }

    /// The same for suites, which are measured by how near they are to everything.
    pub fn for_suites(self) -> Self {
        Self { everything: true, ..self }
    }

    /// What suites are measured by.
    pub fn objectives(&self) -> Objectives {
        Objectives::new(self.aims.kinds(), self.archive)
    }

    /// Aims that are open and within reach.
    pub fn targets(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.open.len()).filter(|aim| self.open[*aim] && self.active[*aim])
    }
}

/// Where tests are executed.
pub(crate) struct Arena<'f, 'a, 's, 't, 'p> {
    pub session: &'f mut Session<'a, 's>,
    pub field: &'f mut Field<'t, 'p>,
}

/// Some tests.
struct Heat {
    function: FuncId,
    drafts: Vec<Scenario>,
    seed: u64,
    executions: u64,
}

impl Task for Heat {
    fn executions(&self) -> u64 {
        self.executions
    }
}

/// What came of one test, the aims that it brought within reach, and what it compared.
pub(crate) struct Graded {
    pub test: Test,
    reached: Vec<usize>,
    compared: Compared,
}

/// What a run compared where it came near something that is open.
#[derive(Default)]
struct Compared {
    numbers: Vec<((usize, OutcomeId), Operands)>,
    texts: Vec<Vec<u16>>,
}

impl Arena<'_, '_, '_, '_, '_> {
    /// The tests in heats, as many as the budget allows.
    fn heats(&mut self, drafts: Vec<Scenario>) -> Vec<Heat> {
        self.field.batches += 1;
        let mut random = Rng::with_seed(
            self.session.settings().seed ^ self.field.batches.wrapping_mul(0x9e37_79b9_7f4a_7c15),
        );
        let mut left = self.session.left();
        let mut heats = Vec::new();
        let mut drafts = drafts.into_iter().peekable();
        while drafts.peek().is_some() {
            let drafts: Vec<Scenario> = drafts.by_ref().take(TESTS).collect();
            let executions = (drafts.len() as u64 * GROWTH).min(left);
            left -= executions;
            let unit = unit_of(&self.session.units, &drafts[0]);
            let function = self.session.units[unit].function;
            heats.push(Heat { function, drafts, seed: random.u64(..), executions });
        }
        heats
    }
}

impl Evaluator for Arena<'_, '_, '_, '_, '_> {
    fn evaluate(&mut self, drafts: Vec<Scenario>) -> Option<Vec<Arc<Test>>> {
        if self.session.left() == 0 || self.session.open_units().is_empty() {
            return None;
        }
        let heats = self.heats(drafts);
        let results: Vec<Mutex<Vec<Graded>>> =
            heats.iter().map(|_| Mutex::new(Vec::new())).collect();
        let units = std::mem::take(&mut self.session.units);
        let field = &*self.field;
        let place = |heat: &Heat| heats.iter().position(|other| std::ptr::eq(other, heat));
        self.session.batch(
            &heats,
            |heat| heat.function,
            |trial, heat| {
                let mut random = Rng::with_seed(heat.seed);
                let graded = heat
                    .drafts
                    .iter()
                    .map(|draft| grade(trial, &units, field, &mut random, draft.clone()));
                let graded = graded.collect();
                if let Some(place) = place(heat) {
                    *results[place].lock().unwrap_or_else(PoisonError::into_inner) = graded;
                }
            },
        );
        self.session.units = units;
        let (mut tests, mut compared) = (Vec::new(), Vec::new());
        for (heat, graded) in heats.into_iter().zip(results) {
            let graded = graded.into_inner().unwrap_or_else(PoisonError::into_inner);
            // What there was no time for came nowhere.
            let missing = heat.drafts.into_iter().skip(graded.len());
            for graded in graded {
                graded.reached.into_iter().for_each(|aim| self.field.active[aim] = true);
                tests.push(Arc::new(graded.test));
                compared.push(graded.compared);
            }
            tests.extend(missing.map(|draft| Arc::new(nowhere(draft, self.field.aims.len()))));
        }
        self.field.look(self.session);
        if let Some(dynamic) = self.field.meet(compared) {
            self.session.meet(dynamic);
        }
        Some(tests)
    }

    fn kept(&self) -> Vec<&Scenario> {
        self.session.archive().all()
    }

    fn seeds(&self) -> Vec<&Scenario> {
        self.session.archive().seeds.iter().map(|seed| &seed.scenario).collect()
    }

    fn open(&self) -> &[bool] {
        &self.field.open
    }

    fn active(&self) -> &[bool] {
        &self.field.active
    }
}

/// Executes a test and tells how near it came to what is open.
fn grade(
    trial: &mut Trial<'_>,
    units: &[Unit<'_>],
    field: &Field<'_, '_>,
    random: &mut Rng,
    mut scenario: Scenario,
) -> Graded {
    let unit = &units[unit_of(units, &scenario)];
    if trial.left() == 0 || !trial.execute_in(Mode::Graded, unit, random, &mut scenario).ran {
        let test = nowhere(scenario, field.aims.len());
        return Graded { test, reached: Vec::new(), compared: Compared::default() };
    }
    graded(trial, field, scenario)
}

/// How near the last execution came to what is open; it was a graded one.
pub(crate) fn graded(trial: &Trial<'_>, field: &Field<'_, '_>, mut scenario: Scenario) -> Graded {
    let trace = trial.trace();
    let reached = field.aims.activated(trace, &field.active);
    // Whoever takes an outcome that others depend on is nearer to them than whoever does not.
    let asked = |aim| field.everything || field.active[aim] || reached.binary_search(&aim).is_ok();
    let near = field.aims.near(trace, &field.open, asked);
    let exchanges = trace.texts.exchanges.clone();
    let compared = match field.dynamic.is_some() {
        true => compared(field, trace, asked),
        false => Compared::default(),
    };
    // What comes after the end was not executed.
    if !matches!(trace.outcome, Outcome::Returned) && trace.statement < scenario.statements.len() {
        sequence::cut(&mut scenario, trace.statement + 1);
    }
    let length = sequence::length(&scenario);
    Graded { test: Test { scenario, near, length, exchanges }, reached, compared }
}

/// What a run compared where it came near something that is open.
fn compared(field: &Field<'_, '_>, trace: &Trace, asked: impl Fn(usize) -> bool) -> Compared {
    let numbers = field.aims.compared(trace, &field.open, asked);
    Compared { numbers, texts: trace.texts.compared.clone() }
}

fn nowhere(scenario: Scenario, aims: usize) -> Test {
    let length = sequence::length(&scenario);
    Test { scenario, near: vec![Near::FAR; aims], length, exchanges: Vec::new() }
}

/// The unit that a test is for: the last one that it calls.
pub(crate) fn unit_of(units: &[Unit<'_>], scenario: &Scenario) -> usize {
    let called = scenario.statements.iter().rev().filter_map(|statement| match statement {
        Statement::Call { function, .. } => {
            units.iter().position(|unit| unit.function == *function)
        }
        _ => None,
    });
    called.into_iter().next().unwrap_or(0)
}
