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
mod idle;
mod judge;
mod known;
mod look_ups;
mod mutants;
mod near;
mod observe;
mod produce;
mod product;
mod promised;
mod questions;
mod stack;
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
pub use product::Product;
pub use stage::Stage;

use crate::api::build::{Entry, Plan, build};
use crate::api::{Api, Member};
use crate::confirm::Rebuilt;
use crate::existing::{self, Existing, Use};
use crate::write::{Unit as Writing, package_of};
use ::coverage::{Criteria, Goals, UnitId};
use bytecode::goals;
use bytecode::world::World;
use classfile::descriptor::JType;
use classfile::flags;
use contracts::Contract;
use fastrand::Rng;
use generate::Subject;
use jvm::run::{Error, Mould, Prepared};
use machine::{Captured, Config};
use program::{ClassId, FuncId, Program, SiteTable, Span};
use scenario::Scenario;
use scenario::make::Limits;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use trace::{Outcome, RunError, Trace};

/// Steps that one run may take.
const MAX_STEPS: u64 = 2_000_000;
/// Bytes that one run may take.
const MEMORY: u64 = 256 << 20;
/// Steps above which the initialiser of a class under test is run once for all tests, not in each.
const COSTLY_STEPS: u64 = 20_000;
/// Calls that may be open at once.
const MAX_DEPTH: u32 = 1_000;
/// Terms that one run may make.
const TERMS: usize = 100_000;
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
            empties::link(&mut world, program);
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
        let makers = empties::makers(scout.machine.program());
        for function in sites.iter().chain(api.members.keys()).chain(&makers) {
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
        scout.warm_costly(&own, COSTLY_STEPS)?;
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
pub fn may_throw(class: &str) -> bool {
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
