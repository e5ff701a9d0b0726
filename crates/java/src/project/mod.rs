//! From a class to tests: its catalogue, its goals, scenarios, a suite.
//!
//! A [`Project`] is one top-level class with the classes inside it. Its *scout* is a machine that has linked what
//! tests may use, loaded the code under test and run some scenarios, so that the library is warm and its code is
//! there. All other machines are forks of it: they number sites and classes alike.

mod accepted;
mod annotated;
mod beginnings;
mod candidate;
mod contracts;
mod cut;
mod empties;
mod expected;
mod fault;
mod findings;
mod given;
mod handed;
mod hangs;
mod judge;
mod known;
mod mutants;
mod near;
mod observe;
mod promised;
mod questions;
mod stage;
mod texts;
mod thrown;
mod twin;
mod usual;

pub use accepted::Accepted;
pub(crate) use candidate::spelled;
pub(crate) use findings::arity;
pub use findings::{Finding, Nulls, Should};
pub use known::Rerun;
pub use stage::Stage;

use crate::api::build::{Entry, Plan, build};
use crate::api::{Api, Member};
use crate::confirm::Rebuilt;
use crate::existing::{self, Existing, Use};
use crate::referee::failure::Failure;
use crate::write::{JavaTest, Unit as Writing, package_of};
use ::coverage::{Coverage, Criteria, Criterion, Goals, UnitId};
use bytecode::goals;
use bytecode::world::World;
use candidate::Candidate;
use classfile::descriptor::JType;
use classfile::flags;
use contracts::Contract;
use fastrand::Rng;
use generate::hunt::Verdict;
use generate::{
    Budget, Generated, Ground, Progress, Settings, Start, Subject, Technique, generate_from, hunt,
};
use jacoco::{Counters, Lines};
use jvm::run::{Error, Mould, Prepared};
use language::Reached;
use machine::{Captured, Config};
use mutation::{Mutant, MutantId};
use program::{ClassId, FuncId, IdVec, Program, SiteTable, Span};
use scenario::Scenario;
use scenario::make::Limits;
use stage::JavaRunner;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError};
use suite::assemble::{Plan as SuitePlan, add_throwing, assemble_beyond};
use suite::footprint::Footprint;
use suite::kill::Score;
use suite::{Beginning, Rehearsal};
use thrown::Thrown;
use trace::{Outcome, RunError, Trace};

/// Steps that one run may take.
const MAX_STEPS: u64 = 2_000_000;
/// Bytes that one run may take.
const MEMORY: u64 = 256 << 20;
/// Calls that may be open at once.
const MAX_DEPTH: u32 = 1_000;
/// Terms that one run may make.
const TERMS: usize = 100_000;
/// How often one scenario is run to make it smaller.
const EFFORT: u32 = 300;
/// The shares of the budget that may be taken beyond it until the suite is assembled, and until it is chosen what tests assert.
const ASSEMBLING: f64 = 0.06;
const CHOOSING: f64 = 0.10;
/// Classes of the library whose objects never change.
const NEVER_CHANGE: [&str; 9] = [
    "Ljava/lang/String;",
    "Ljava/lang/Integer;",
    "Ljava/lang/Long;",
    "Ljava/lang/Boolean;",
    "Ljava/util/regex/Pattern;",
    "Ljava/util/Locale;",
    "Ljava/nio/charset/Charset;",
    "Ljava/math/BigInteger;",
    "Ljava/math/BigDecimal;",
];
/// Scenarios that are run before the numbers are fixed.
const SCOUTED: usize = 64;

/// A class under test, with the classes inside it.
pub struct Project {
    mould: Mould,
    /// The internal name of the top-level class.
    pub class: String,
    /// The internal names of all classes under test.
    pub classes: Vec<String>,
    /// The program.
    pub program: Arc<Program>,
    /// Its goals.
    pub goals: Arc<Goals>,
    /// What the catalogue is in Java.
    pub api: Api,
    /// The ways into the methods under test.
    pub entries: Vec<Entry>,
    texts: Vec<Vec<u16>>,
    contracts: Vec<Contract>,
    /// The tests that are there already.
    existing: Vec<Existing>,
    existing_use: Use,
    /// The classes that these may be in, by their internal names.
    tests: Vec<String>,
    /// Functions that may run because of another one though it does not call them.
    handed: BTreeMap<FuncId, Vec<FuncId>>,
    /// Steps that a run takes until the classes under test are initialised, if it needs all of them.
    start: u64,
    /// Whether checks are goals.
    checks: bool,
}

/// Tests and what else was found.
pub struct Product {
    /// The tests.
    pub tests: Vec<JavaTest>,
    /// Whether these close what they open.
    pub closes: bool,
    /// What they cover.
    pub coverage: Coverage,
    /// What they reach, one by one, and what JaCoCo will say of the lines of each class.
    pub reached: Reached<BTreeMap<String, Lines>>,
    /// What JaCoCo will say of them, by the internal name of the class.
    pub counters: BTreeMap<String, Counters>,
    /// What came of the search.
    pub generated: Generated,
    /// Scenarios that end otherwise or cover something else in other surroundings, and assertions that do not hold there.
    pub unsteady: report::Unsteady,
    /// Which exceptions were seen, by the method that was called: an open set, so there is no share of it.
    pub exceptions: BTreeSet<(String, String)>,
    /// Those that tests show.
    pub tested: BTreeSet<(String, String)>,
    /// How many runs ended the JVM, by the method that was called: no test can survive that.
    pub exits: BTreeMap<String, u64>,
    /// What looks like a mistake.
    pub findings: Vec<Finding>,
    /// Calls that return though they are handed what documentation often forbids.
    pub accepted: Vec<Accepted>,
    /// Parameters that must not be null, by the method.
    pub nulls: Nulls,
    /// What became of the tests that were there already; what they cover counts.
    pub rerun: Rerun,
    /// The mutants of the classes under test, if some were made.
    pub mutants: IdVec<MutantId, Mutant>,
    /// Those that the tests may kill.
    pub killable: BTreeSet<MutantId>,
    /// What the tests notice of them.
    pub score: Score,
    /// What is known of those that runs came by.
    pub verdicts: BTreeMap<MutantId, Verdict>,
    /// What the work was limited by.
    pub budget: Budget,
    /// What making them began with.
    pub beginning: Beginning,
}

impl Product {
    /// Takes away what did not pass on the JVM, and gives it back by name with the reason. A test whose assertions do
    /// not hold there, because they depend on the clock or on other tests, first goes on without them.
    pub fn mend(&mut self, failed: &BTreeMap<String, Failure>) -> Vec<(String, Failure)> {
        let mut left_out = Vec::new();
        self.tests.retain_mut(|test| match failed.get(&test.name) {
            None => true,
            Some(Failure::Assertion(_)) if test.asserts() => {
                test.assert_nothing();
                true
            }
            Some(why) => {
                left_out.push((test.name.clone(), why.clone()));
                false
            }
        });
        left_out
    }
}

impl Project {
    /// Prepares a class on a machine whose library is up. `classes` are the class itself and those inside it,
    /// `others` those that may stand in for abstract ones.
    ///
    /// # Errors
    ///
    /// When the class is not there or the library does not come up again.
    pub fn new(
        library: &Prepared,
        class: &str,
        classes: Vec<String>,
        others: &[String],
    ) -> Result<Self, Error> {
        Self::beside(library, class, classes, others, &[])
    }

    /// The same where some classes have tests of it already.
    ///
    /// # Errors
    ///
    /// As above.
    pub fn beside(
        library: &Prepared,
        class: &str,
        mut classes: Vec<String>,
        others: &[String],
        tests: &[String],
    ) -> Result<Self, Error> {
        let mut scout = library.fork(Self::config(0), Arc::new(Captured::default()))?;
        let world = scout.world();
        let package = package_of(class);
        let (mut made, mut texts, mut missing) = (None, Vec::new(), None);
        let (mut contracts, mut existing) = (Vec::new(), Vec::new());
        scout.machine.grow(|program| {
            let mut world = world.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = world.class(program, class) {
                missing = Some(error);
                return;
            }
            classes.retain(|class| world.class(program, class).is_ok());
            world.measure(classes.iter().cloned());
            texts = texts::constants(&mut world, program, &classes);
            let plan = Plan { classes: &classes, others, package: &package };
            let (api, entries) = build(&mut world, program, &plan);
            texts.extend(texts::words_of_readers(&mut world, program, &api, &classes));
            made = Some((api, entries));
            contracts = contracts::find(&mut world, program, &classes);
            existing = existing::find(&mut world, program, tests, class);
        })?;
        if let Some(error) = missing {
            return Err(error.into());
        }
        let (api, entries) = made.unwrap_or_default();
        let methods = methods(&world.lock().unwrap_or_else(PoisonError::into_inner), &classes);
        for method in &methods {
            scout.machine.load(*method);
        }
        let sites = {
            let world = world.lock().unwrap_or_else(PoisonError::into_inner);
            handed::call_sites(&world, scout.machine.program(), &methods)
        };
        for function in sites.iter().chain(api.members.keys()) {
            scout.machine.load(*function);
        }
        for function in contracts.iter().flat_map(Contract::functions) {
            scout.machine.load(function);
        }
        let mut project = Self {
            program: Arc::clone(scout.machine.program()),
            mould: scout.mould(),
            class: class.to_owned(),
            classes,
            goals: Arc::new(Goals::default()),
            api,
            entries,
            texts,
            contracts,
            existing,
            existing_use: Use::default(),
            tests: tests.to_vec(),
            handed: BTreeMap::new(),
            start: 0,
            checks: false,
        };
        project.number()?;
        let (known, program) = (project.mould.world(), &project.program);
        project.handed = handed::find(known, program, &methods, &project.entries);
        for scenario in project.first_scenarios() {
            // One that does not fit is none of the scout's business.
            let _ = scout.warm_up_by(&scenario, &mut Trace::default());
        }
        for test in &project.existing {
            let _ = scout.warm_up_by_test(&test.run);
        }
        let own = project.class_ids(&scout.world().lock().unwrap_or_else(PoisonError::into_inner));
        project.start = scout.steps_to_initialise(&own).unwrap_or_default();
        project.mould = scout.mould();
        project.number()?;
        Ok(project)
    }

    /// The same with ways into the methods of some names only; into all if none are given.
    #[must_use]
    pub fn only(mut self, names: &[String]) -> Self {
        if !names.is_empty() {
            let api = &self.api;
            self.entries.retain(|entry| match api.members.get(&entry.function) {
                Some(Member::Method { name, .. }) => names.contains(name),
                Some(Member::Constructor { .. } | Member::Stub(_)) => {
                    names.iter().any(|name| name == "<init>")
                }
                _ => false,
            });
        }
        self
    }

    /// The same with another use of the tests that are there already.
    #[must_use]
    pub fn using(self, existing_use: Use) -> Self {
        Self { existing_use, ..self }
    }

    /// The same with the goals that some criteria ask for: checks are goals only where they are asked for.
    ///
    /// # Errors
    ///
    /// When a class file cannot be read.
    pub fn aiming_at(mut self, criteria: Criteria) -> Result<Self, Error> {
        if self.checks != criteria.needs_checks() {
            self.checks = criteria.needs_checks();
            self.number()?;
        }
        Ok(self)
    }

    /// How far runs may go beyond the start.
    fn config(start: u64) -> Config {
        Config {
            max_steps: MAX_STEPS + start,
            memory: MEMORY,
            max_depth: MAX_DEPTH,
            observe_memory: false,
            term_budget: TERMS,
            ..Config::default()
        }
    }

    /// Fixes the program and the numbers of its goals as they are by now.
    fn number(&mut self) -> Result<(), Error> {
        self.program = Arc::clone(self.mould.program());
        let sites = SiteTable::new(&self.program);
        let mut world = self.mould.world().clone();
        let classes = self.class_ids(&world);
        let mut units = goals::units(&mut world, &self.program, &sites, &classes)?;
        if !self.checks {
            units.iter_mut().for_each(|unit| unit.checks.clear());
        }
        self.goals = Arc::new(Goals::new(&self.program, units));
        Ok(())
    }

    /// Scenarios that show what code and which part of the library tests will need.
    fn first_scenarios(&self) -> Vec<Scenario> {
        let subject = self.subject(&self.program, &no_machine);
        let (units, _) = subject.units(limits());
        let mut random = Rng::with_seed(0);
        let rounds = if units.is_empty() { 0 } else { SCOUTED };
        (0..rounds)
            .map(|round| &units[round % units.len()])
            .map(|unit| unit.maker.scenario(&mut random, unit.function, &[]))
            .collect()
    }

    fn subject<'s>(
        &'s self,
        program: &'s Program,
        runner: &'s generate::subject::MakeRunner<'s>,
    ) -> Subject<'s> {
        Subject {
            program,
            goals: Arc::clone(&self.goals),
            functions: self.entries.iter().map(|entry| entry.function).collect(),
            calls: Some(self.callables()),
            handed: self.handed.clone(),
            texts: self.texts.clone(),
            runner: Box::new(runner),
        }
    }

    /// What scenarios may call.
    fn callables(&self) -> Vec<FuncId> {
        let members = self.api.members.keys().copied();
        members.filter(|function| !self.api.observers.contains(function)).collect()
    }

    /// Lets a technique make scenarios.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn generate(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        let start = Start {
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            seeds: Vec::new(),
        };
        self.search(technique, settings, start, progress, &Arc::default())
    }

    /// Lets a technique make scenarios, and notes what they throw.
    fn search(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        start: Start,
        progress: &mut dyn FnMut(&Progress),
        thrown: &Arc<Thrown>,
    ) -> Result<Generated, RunError> {
        let record_decisions = settings.criteria.needs_decisions();
        let runner = || -> Result<Box<dyn trace::Runner + Send>, RunError> {
            let config = Config { record_decisions, ..Self::config(self.start) };
            let forked = self.mould.cast(config, Arc::new(Captured::default()));
            let forked = forked.map_err(Error::into_run)?;
            let steps = (self.start, settings.max_steps);
            Ok(Box::new(JavaRunner::new(forked, Arc::clone(thrown), steps)))
        };
        let settings = Settings { limits: limits(), ..settings.clone() };
        let subject = self.subject(&self.program, &runner);
        generate_from(&subject, start, technique, &settings, progress)
    }

    /// Makes tests.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn produce(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, Error> {
        self.produce_from(technique, settings, Beginning::default(), progress)
    }

    /// Makes tests, beginning with those that were there before.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn produce_from(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        mut beginning: Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, Error> {
        let thrown = Arc::new(Thrown::default());
        let started = settings.budget.clock.now();
        let mut stage = Stage::for_mutants(self)?;
        let known = stage.rerun(settings.rule)?;
        let elapsed = || settings.budget.clock.now().saturating_sub(started);
        let searching = settings.budget.searching();
        beginning.tests.retain(|test| stage.run(&test.scenario, &mut Trace::default()).is_ok());
        let mut coverage = known.coverage.clone();
        beginning.aside.iter().for_each(|goal| coverage.assume(*goal));
        let seeds = [beginning.scenarios(), known.seeds].concat();
        let start = Start { coverage, seeds };
        let own = Settings { budget: searching.keeping(settings.mutation), ..settings.clone() };
        let mut generated = self.search(technique, &own, start, progress, &thrown)?;
        if !beginning.aside.is_empty() {
            // What was taken as covered for the search need not be.
            let kept = generated.kept.iter().map(|kept| &kept.scenario);
            let all = beginning.tests.iter().map(|test| &test.scenario).chain(kept);
            generated.coverage = language::covered_by(&mut stage, known.coverage.clone(), all)?;
        }
        let mut scenarios = Vec::new();
        for kept in &generated.kept {
            let ended = stage.ended(&kept.scenario)?;
            if beginning.test(&ended).is_none() {
                scenarios.push(ended);
            }
        }
        if settings.mutation > 0.0 {
            scenarios.extend(stage.beginnings(&scenarios)?);
        }
        let mutants = match settings.mutation > 0.0 {
            true => self.mutants(),
            false => IdVec::new(),
        };
        let rest = searching.without(generated.statistics.executions, elapsed());
        let subject = self.subject(&self.program, &no_machine);
        let (units, _) = subject.units(limits());
        let mut starts: Vec<Scenario> =
            beginning.tests.iter().map(|test| test.scenario.clone()).collect();
        let mut twins = match mutants.is_empty() {
            true => Vec::new(),
            false => self.twins(&scenarios),
        };
        // A copy may use what it does not make: it is no scenario then.
        twins.retain(|twin| stage.run(twin, &mut Trace::default()).is_ok());
        starts.append(&mut twins);
        starts.extend_from_slice(&scenarios);
        let ground = Ground { units: &units, goals: &self.goals, mutants: &mutants };
        // Where nothing is mutated, nobody helps.
        let helpers = if mutants.is_empty() { 1 } else { settings.jobs.max(1) };
        let mut others = Vec::new();
        for _ in 1..helpers {
            others.push(Stage::for_mutants(self)?);
        }
        let stages = std::iter::once(&mut stage).chain(&mut others).map(|own| own as _).collect();
        let hunted = hunt(stages, ground, starts, &rest, settings.seed)?;
        drop(others);
        stage.deadline = settings.budget.finishing(elapsed(), ASSEMBLING);
        let plan = SuitePlan {
            criteria: settings.criteria,
            rule: settings.rule,
            effort: EFFORT,
            mutants: &mutants,
            knows_kills: mutants.is_empty() || !hunted.is_cut,
            anchors: beginning.tests.len(),
            keeps_anchors: hunted.is_cut && !mutants.is_empty(),
        };
        let (mut tests, mut left) =
            assemble_beyond(&mut stage, &self.goals, plan, known.footprint, &hunted.drafts)?;
        let thrown = Arc::try_unwrap(thrown).unwrap_or_default();
        self.cut_texts(&mut stage, &scenarios, &thrown, &settings.budget)?;
        if settings.criteria.has(Criterion::Exception) {
            let throwing = thrown.scenarios(|function| self.is_own_entry(function));
            let more = add_throwing(&mut stage, &self.goals, plan, &mut tests, &throwing)?;
            left.unsteady.extend(more.unsteady);
        }
        stage.deadline = settings.budget.finishing(elapsed(), CHOOSING);
        let mut candidates = Vec::new();
        for mut test in tests {
            let kills = std::mem::take(&mut test.kills);
            if let Some(mut candidate) = stage.candidate(test)? {
                candidate.kills = kills;
                candidates.push(candidate);
            }
        }
        let written = match mutants.is_empty() {
            true => candidates.into_iter().map(Candidate::telling).collect(),
            false => {
                let worth = hunted.worth_trying(&mutants);
                stage.choose(&mutants, &worth, &beginning, candidates)?
            }
        };
        let seen = thrown.seen().into_iter().filter(|(function, _)| self.is_own_entry(*function));
        let exceptions =
            seen.map(|(function, class)| (self.method_name(function), class)).collect();
        let mut exits = BTreeMap::new();
        for (function, runs) in thrown.exits() {
            *exits.entry(self.method_name(function)).or_default() += runs;
        }
        let endless = thrown.endless();
        let (mut findings, nulls) = self.exceptions(&mut stage, thrown, &settings.budget)?;
        findings.extend(self.broken_contracts(&mut stage, &scenarios)?);
        findings.extend(self.broken_annotations(&mut stage, &scenarios)?);
        findings.extend(self.hangs(&mut stage, endless)?);
        let accepted = self.accepted(&mut stage, &scenarios)?;
        let mut product = Product {
            tests: written,
            closes: true,
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            reached: Reached::default(),
            counters: BTreeMap::new(),
            generated,
            unsteady: report::Unsteady {
                scenarios: left.unsteady.len() as u32,
                assertions: stage.shaky as u32,
            },
            exceptions,
            tested: BTreeSet::new(),
            exits,
            findings,
            accepted,
            nulls,
            rerun: known.rerun,
            killable: hunted.worth_trying(&mutants),
            verdicts: hunted.verdicts,
            mutants,
            score: Score::default(),
            budget: settings.budget.clone(),
            beginning,
        };
        self.measure(&mut product)?;
        Ok(product)
    }

    /// What the tests cover, all together and one after the other as JUnit would run them.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn measure(&self, product: &mut Product) -> Result<(), Error> {
        let mut stage = Stage::new(self)?;
        stage.closes = product.closes;
        let mut coverage = Coverage::new(Arc::clone(&self.goals), product.coverage.rule());
        let mut trace = Trace::default();
        let sites = SiteTable::new(&self.program);
        let mut world = self.mould.world().clone();
        let classes = self.class_ids(&world);
        let mut probes = goals::Probes::new(&world, &self.program, &sites, &classes);
        for test in product.rerun.passed.iter().filter(|_| product.rerun.counts) {
            stage.prepared.run_existing(&test.run, &mut trace)?;
            coverage.update(&trace);
            probes.add(&trace);
        }
        let mut tests: Vec<&JavaTest> = product.tests.iter().collect();
        tests.sort_by_key(|test| hash_code(&test.name));
        let mut tested = BTreeSet::new();
        product.reached = Reached::default();
        for test in tests {
            stage.run_next(test, &mut trace)?;
            let Footprint { goals: mut covers, evaluations, .. } =
                Footprint::of(&self.goals, &trace);
            covers.extend(coverage.update(&trace));
            product.reached.add(&test.name, covers, evaluations);
            probes.add(&trace);
            tested.extend(stage.thrown(&test.scenario, &trace));
        }
        product.tested = tested;
        product.coverage = coverage;
        product.counters.clear();
        for (name, class) in self.classes.iter().zip(classes) {
            if let Some(counters) = probes.counters(&mut world, class)? {
                product.counters.insert(name.clone(), counters);
                let lines = probes.lines(&mut world, class)?;
                product.reached.counted.insert(name.clone(), lines);
            }
        }
        Ok(())
    }

    /// Takes away the tests that ask for what lies outside of their process: a file, a host, another process. In the
    /// machine they find nothing there; on the real JVM they would, and could do harm. Gives how many there were.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn stay_inside(&self, product: &mut Product) -> Result<usize, Error> {
        let mut stage = Stage::new(self)?;
        let before = product.tests.len();
        let mut kept = Vec::with_capacity(before);
        for test in std::mem::take(&mut product.tests) {
            if !stage.goes_outside(&test)? {
                kept.push(test);
            }
        }
        product.tests = kept;
        Ok(before - product.tests.len())
    }

    /// Whether the classes under test have static fields that may change, so that one test may see what another did.
    pub fn keeps_state(&self) -> bool {
        let world = self.mould.world();
        let classes = self.class_ids(world);
        let mut fields = classes.iter().flat_map(|class| &world.info(*class).fields);
        fields.any(|field| {
            let fixed = flags::STATIC | flags::FINAL;
            match field.flags & fixed {
                both if both == fixed => {
                    field.ty == JType::Reference && !NEVER_CHANGE.contains(&&*field.descriptor)
                }
                one => one == flags::STATIC,
            }
        })
    }

    /// Whether a function is a way into a method of a class under test, not into what is behind another's.
    fn is_own_entry(&self, function: FuncId) -> bool {
        let entry = self.entries.iter().find(|entry| entry.function == function);
        entry.is_some_and(|entry| self.is_under_test(self.mould.world(), entry.method))
    }

    /// Whether a function is a method of a class under test.
    fn is_under_test(&self, world: &World, function: FuncId) -> bool {
        world.function_method(function).is_some_and(|key| {
            self.classes.iter().any(|class| **class == *world.info(key.class).name)
        })
    }

    fn class_ids(&self, world: &World) -> Vec<ClassId> {
        self.classes.iter().filter_map(|class| world.known_class(class)).collect()
    }

    /// The world of the project's classes.
    pub fn with_world<R>(&self, look: impl FnOnce(&World) -> R) -> R {
        look(self.mould.world())
    }

    /// A place in the source: a file without its folders, and a line, which is all that class files tell.
    pub fn place(&self, span: Span) -> report::Place {
        let file = &self.program.files[span.file];
        let file = file.rsplit('/').next().unwrap_or(file).to_owned();
        report::Place { file, line: Some(span.line), column: None }
    }

    /// The units of a class, by the internal name of the class.
    pub fn units_of(&self, class: &str) -> Vec<UnitId> {
        let prefix = format!("{class}.");
        let units = self.goals.units.iter();
        let own = units
            .filter(|(_, unit)| self.program.functions[unit.function].name.starts_with(&prefix));
        own.map(|(id, _)| id).collect()
    }

    /// The source file of a class, without its folders, if the class file names it.
    pub fn source_file(&self, class: &str) -> Option<String> {
        let world = self.mould.world();
        world.info(world.known_class(class)?).source_file.as_deref().map(str::to_owned)
    }

    /// Where the source of the class is below a root of sources, if the class file names it.
    pub fn source_path(&self) -> Option<String> {
        let file = self.source_file(&self.class)?;
        let package = self.class.rsplit_once('/').map(|(package, _)| format!("{package}/"));
        Some(format!("{}{file}", package.unwrap_or_default()))
    }

    /// The decisions of several conditions that were rebuilt from bytecode, in the order of the methods.
    pub fn rebuilt_decisions(&self) -> Vec<Rebuilt> {
        let mut found = Vec::new();
        for unit in self.goals.units.values() {
            let known = &self.program.functions[unit.function].decisions;
            for goal in &unit.decisions {
                let conditions = &known[goal.decision].conditions;
                let lines = conditions.iter().filter_map(|own| own.span).map(|span| span.line);
                let (Some(first), Some(last)) = (lines.clone().min(), lines.max()) else {
                    continue;
                };
                let conditions = conditions.len() as u32;
                found.push(Rebuilt { lines: (first, last), conditions });
            }
        }
        found
    }

    /// What the writer needs to know.
    pub fn writing<'p>(
        &'p self,
        classes: &'p dyn crate::write::Classes,
        style: impl Into<crate::write::Style>,
    ) -> Writing<'p> {
        Writing {
            class: self.class.clone(),
            program: &self.program,
            api: &self.api,
            classes,
            style: style.into(),
        }
    }
}

/// The hash code of a text in Java: JUnit runs tests in the order of those of their names.
fn hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0, |hash: i32, unit| hash.wrapping_mul(31).wrapping_add(unit.into()))
}

/// The runner of those who only make scenarios.
fn no_machine() -> Result<Box<dyn trace::Runner + Send>, RunError> {
    Err(RunError::NoMachine("scenarios are only made here".to_owned()))
}

/// How far scenarios go: each string and each boxed number is a call of its own.
fn limits() -> Limits {
    Limits { calls: 24, ..Limits::default() }
}

/// The methods with bytecode of some classes, but for what the compiler made.
fn methods(world: &World, classes: &[String]) -> Vec<FuncId> {
    let mut found = Vec::new();
    for class in classes {
        let Some(class) = world.known_class(class) else { continue };
        let methods = world.info(class).methods.iter();
        let own = methods.filter(|method| method.has_code && method.flags & flags::BRIDGE == 0);
        found.extend(own.map(|method| method.function));
    }
    found
}

/// Whether a test may end with an exception of a class: not if it tells of the machine it ran on.
pub(crate) fn may_throw(class: &str) -> bool {
    !matches!(
        class,
        "java/lang/UnsatisfiedLinkError"
            | "java/lang/InternalError"
            | "java/lang/VerifyError"
            | "java/lang/StackOverflowError"
            | "java/lang/OutOfMemoryError"
            | "java/lang/NoClassDefFoundError"
    )
}

/// Whether a run ended as a test may.
pub(crate) fn may_end(program: &Program, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Returned => true,
        Outcome::Threw { class, .. } => may_throw(&program.classes[*class].name),
        _ => false,
    }
}
