//! From C files to tests: goals, scenarios, a suite, and its text.

mod callers;
mod causes;
pub(crate) mod findings;
mod given;
mod hangs;
mod idle;
mod inputs;
mod limits;
mod mutants;
mod near;
mod next;
mod product;
mod reasons;
mod setup;
mod stage;
mod steady;
mod strides;
mod usual;
mod written;

pub use causes::Cause;
pub use next::Next;
pub use product::{Product, UnitRow};

use crate::Uninitialised;
use crate::apart;
use crate::arrays;
use crate::beside::{Lent, lend};
use crate::clang::Source;
use crate::constants::Constants;
use crate::generated::generator;
use crate::libc::{Output, models_that_ask};
use crate::markers;
use crate::prepare::{giver, prepare};
use crate::teardown::tear_down;
use crate::units::{Mapped, mapped, units, uses};
use crate::variadic;
use crate::write::macros::defined;
use crate::write::outside;
use ::coverage::{Coverage, Criterion, GoalId, Goals, Totals};
use generate::{
    Generated, Ground, Progress, Settings, Start, Subject, Technique, generate_from, kill_mutants,
    stubs,
};
use language::Reached;
use llvm::lower::Lowered;
use llvm::references::referred;
use machine::{Config, Machine, Models};
use program::{FileId, FuncId, IdVec, Program, SiteTable, Span};
use report::Place;
use scenario::Scenario;
pub(crate) use stage::Dropped;
use stage::{Stage, refuse_huge};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use suite::assemble::{self, Plan, Test, assemble};
use suite::footprint::Footprint;
use suite::idle::Measure;
use suite::tries::{Chances, Score, Tries};
use suite::{Beginning, Rehearsal};
use trace::{Outcome, RunError, Trace};

/// Steps that one run may take unless another number is asked for: a unit that needs more is not tested with that input. Many inputs never come to
/// an end, so this is what they cost.
const MAX_STEPS: u64 = 200_000;
/// Bytes that one run may take.
const MEMORY: u64 = 16 << 20;
/// Terms that one run may make: what needs more is followed without.
const TERMS: usize = 100_000;
/// The shares of the budget that may be taken beyond it until the suite is assembled, and until it is chosen what tests assert.
const ASSEMBLING: f64 = 0.08;
const CHOOSING: f64 = 0.12;
/// The share that counting killed mutants may take beyond it.
const COUNTING: f64 = 0.05;
/// How often one scenario is run to make it smaller.
const EFFORT: u32 = 1000;

/// A program under test.
pub struct Project {
    /// The program.
    pub program: Arc<Program>,
    /// Its goals.
    pub goals: Arc<Goals>,
    /// What decides which lines of a function are counted.
    pub(crate) mapped: BTreeMap<FuncId, Vec<Mapped>>,
    /// Where the macros are used that the branches of a function are in.
    pub(crate) uses: BTreeMap<FuncId, Vec<Option<Span>>>,
    /// Functions that are declared and nowhere defined: stubs stand in for them.
    pub stubs: Vec<FuncId>,
    /// The way in for functions that take further arguments.
    entries: BTreeMap<FuncId, FuncId>,
    /// Functions that the machine cannot run, and why.
    pub(crate) unsupported: BTreeMap<FuncId, String>,
    /// What files lend that the code under test is linked with.
    lent: Lent,
    /// The files that were compiled.
    sources: Vec<FileId>,
    /// Macros without parameters that the files define.
    macros: BTreeSet<String>,
    /// Whether some of it is deprecated.
    deprecated: bool,
    /// Whether it is compiled with what `configure` found out, in `config.h`.
    configured: bool,
    /// The generators that wrote files, by the names of these.
    pub(crate) generated: BTreeMap<String, &'static str>,
    /// The names of constants that functions use.
    constants: Arc<Constants>,
    /// Models for the search, whose output nobody reads.
    models: Models,
    /// What a read gives of what was never written.
    pub uninitialised: Uninitialised,
}

impl Project {
    /// A program that was made from sources and linked with the library.
    pub fn new(lowered: Lowered, sources: &[Source]) -> Self {
        Self::made(lowered, sources, Lent::default())
    }

    /// A program in which only the functions of `sources` are under test; other files are linked with them. `names` are those
    /// that the sources refer to or define.
    pub fn beside(mut lowered: Lowered, sources: &[Source], names: &BTreeSet<String>) -> Self {
        let lent = lend(&mut lowered, sources, names);
        Self::made(lowered, sources, lent)
    }

    /// A program that is run as a whole: whatever it does is what it does natively, so nothing of it is kept from tests.
    pub fn whole(lowered: Lowered, sources: &[Source]) -> Self {
        Self::prepared(lowered, sources, Lent::default(), BTreeMap::new())
    }

    fn made(mut lowered: Lowered, sources: &[Source], lent: Lent) -> Self {
        arrays::declare(&mut lowered.program, reader(sources));
        prepare(&mut lowered);
        let entries = variadic::declare(&mut lowered.program);
        stubs::declare(&mut lowered.program);
        Self::prepared(lowered, sources, lent, entries)
    }

    fn prepared(
        mut lowered: Lowered,
        sources: &[Source],
        lent: Lent,
        entries: BTreeMap<FuncId, FuncId>,
    ) -> Self {
        let read = reader(sources);
        let sites = SiteTable::new(&lowered.program);
        let goals = Goals::new(&lowered.program, units(&lowered, &sites, &read));
        let (mapped, uses) = (mapped(&lowered, &sites), uses(&lowered));
        let flags = sources.iter().flat_map(|source| &source.flags);
        let configured = flags.into_iter().any(|flag| {
            flag.strip_prefix("-D").is_some_and(|name| name.split('=').next() == Some(CONFIGURED))
        });
        let macros = sources
            .iter()
            .filter_map(|source| read(&source.file.display().to_string()))
            .flat_map(|text| defined(&text).map(str::to_owned).collect::<Vec<_>>())
            .collect();
        let sources = sources_of(&mut lowered.program, sources);
        let unsupported = lowered.unsupported.iter().filter_map(|known| {
            let function = lowered.program.function_named(&known.function)?;
            Some((function, format!("it is not supported: {}", known.reason)))
        });
        let unsupported = unsupported.collect();
        let program = Arc::new(lowered.program);
        let mut models = models(&program, &goals, Arc::new(Dropped));
        let stubs = stubs::unknown(&program, &models);
        stubs::add(&program, &mut models);
        let mut texts = program.files.values().filter_map(|file| read(file));
        let deprecated = texts.any(|text| text.contains("deprecated"));
        let generated = program
            .files
            .values()
            .filter_map(|file| Some((base_of(file).to_owned(), generator(&read(file)?)?)));
        let generated = generated.collect();
        let own: Vec<FuncId> = goals.units.values().map(|unit| unit.function).collect();
        let constants = Arc::new(Constants::of(&program, &own, &read));
        let goals = Arc::new(goals);
        Self {
            program,
            goals,
            mapped,
            uses,
            stubs,
            entries,
            unsupported,
            lent,
            sources,
            macros,
            deprecated,
            configured,
            generated,
            constants,
            models,
            uninitialised: Uninitialised::default(),
        }
    }

    /// The functions under test.
    pub fn own_functions(&self) -> BTreeSet<FuncId> {
        self.goals.units.values().map(|unit| unit.function).collect()
    }

    /// The functions that are linked with a file of tests and not included by it.
    pub fn linked_functions(&self) -> BTreeSet<FuncId> {
        match self.sources.len() > 1 {
            true => self.own_functions(),
            false => self.lent.linked.clone(),
        }
    }

    /// The functions under test: those that are named, or all.
    ///
    /// # Errors
    ///
    /// The name that no function has.
    pub fn functions(&self, named: &[String]) -> Result<Vec<FuncId>, String> {
        let all = || self.goals.units.values().map(|unit| unit.function);
        if named.is_empty() {
            return Ok(all().collect());
        }
        let mut chosen = Vec::new();
        for name in named {
            let found: Vec<FuncId> =
                all().filter(|id| self.program.functions[*id].source_name() == name).collect();
            if found.is_empty() {
                return Err(name.clone());
            }
            chosen.extend(found);
        }
        Ok(chosen)
    }

    fn machine(&self, config: Config, models: Models) -> Result<Machine, RunError> {
        Machine::new(Arc::clone(&self.program), config, models)
    }

    fn config(&self) -> Config {
        self.uninitialised.configure(Config {
            max_steps: MAX_STEPS,
            memory: MEMORY,
            observe_memory: false,
            term_budget: TERMS,
            ..Config::default()
        })
    }

    /// Lets a technique make scenarios.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    pub fn generate(
        &self,
        functions: Vec<FuncId>,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        self.generate_from(functions, technique, settings, &Beginning::default(), progress)
    }

    /// Lets a technique make scenarios, beginning with some.
    fn generate_from(
        &self,
        functions: Vec<FuncId>,
        technique: &dyn Technique,
        settings: &Settings,
        beginning: &Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        let (no_units, functions): (Vec<FuncId>, Vec<FuncId>) =
            functions.into_iter().partition(|function| self.unsupported.contains_key(function));
        let subject = self.subject(functions, settings);
        let mut coverage = Coverage::new(Arc::clone(&self.goals), settings.rule);
        beginning.aside.iter().for_each(|goal| coverage.assume(*goal));
        let start = Start { coverage, seeds: beginning.scenarios() };
        let mut generated = generate_from(&subject, start, technique, settings, progress)?;
        for (function, _) in &mut generated.skipped {
            *function = self.program.catalogue.entered_by(*function);
        }
        let reason = |function: FuncId| (function, self.unsupported[&function].clone());
        generated.skipped.extend(no_units.into_iter().map(reason));
        // That a run cannot go on there says nothing about the program.
        generated.findings.retain(|finding| {
            let place = finding.trap.stack.last();
            !place.is_some_and(|place| self.unsupported.contains_key(&place.function))
        });
        Ok(generated)
    }

    /// What there is to test.
    fn subject(&self, functions: Vec<FuncId>, settings: &Settings) -> Subject<'_> {
        let record_decisions = settings.criteria.needs_decisions();
        let entry = |function: FuncId| self.entries.get(&function).copied().unwrap_or(function);
        let functions = functions.into_iter().map(entry).collect();
        let formats: &[&str] = if self.entries.is_empty() { &[] } else { &variadic::FORMATS };
        let max_steps = settings.max_steps.unwrap_or(MAX_STEPS);
        Subject {
            program: &self.program,
            goals: Arc::clone(&self.goals),
            functions,
            calls: (giver(&self.program).is_some()
                || !self.entries.is_empty()
                || !self.lent.lent.is_empty())
            .then(|| {
                let own = self.goals.units.values().map(|unit| entry(unit.function));
                own.chain(self.lent.lent.iter().copied()).chain(giver(&self.program)).collect()
            }),
            handed: BTreeMap::new(),
            texts: formats.iter().map(|text| text.encode_utf16().collect()).collect(),
            runner: Box::new(move || {
                let config = Config { record_decisions, max_steps, ..self.config() };
                Ok(Box::new(self.machine(config, self.models.clone())?))
            }),
        }
    }

    /// Makes tests.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    pub fn produce(
        &self,
        functions: Vec<FuncId>,
        technique: &dyn Technique,
        settings: &Settings,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, RunError> {
        self.produce_from(functions, technique, settings, Beginning::default(), progress)
    }

    /// Makes tests, beginning with those that were there before.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    pub fn produce_from(
        &self,
        functions: Vec<FuncId>,
        technique: &dyn Technique,
        settings: &Settings,
        mut beginning: Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, RunError> {
        let started = settings.budget.clock.now();
        let elapsed = || settings.budget.clock.now().saturating_sub(started);
        let searching = settings.budget.searching();
        let own = Settings { budget: searching.keeping(settings.mutation), ..settings.clone() };
        let mut generated =
            self.generate_from(functions.clone(), technique, &own, &beginning, progress)?;
        let mutants = match settings.mutation > 0.0 {
            true => mutants::of(self, &functions),
            false => IdVec::new(),
        };
        let mut stage = Stage::new(self)?;
        beginning.tests.retain(|test| stage.run(&test.scenario, &mut Trace::default()).is_ok());
        let mut scenarios: Vec<Scenario> =
            beginning.tests.iter().map(|test| test.scenario.clone()).collect();
        let kept = generated.kept.iter().map(|kept| &kept.scenario);
        let new = kept.filter(|scenario| beginning.test(scenario).is_none());
        scenarios.extend(new.cloned());
        if !beginning.aside.is_empty() {
            // What was taken as covered for the search need not be.
            let none = Coverage::new(Arc::clone(&self.goals), settings.rule);
            let kept = generated.kept.iter().map(|kept| &kept.scenario);
            generated.coverage =
                language::covered_by(&mut stage, none, scenarios.iter().chain(kept))?;
        }
        let rest = searching.without(generated.statistics.executions, elapsed());
        let (units, _) = self.subject(functions, settings).units(settings.limits);
        let ground = Ground { units: &units, goals: &self.goals, mutants: &mutants };
        // Where nothing is mutated, nobody helps.
        let helpers = if mutants.is_empty() { 1 } else { settings.jobs.max(1) };
        let others: Result<Vec<_>, RunError> = (1..helpers).map(|_| Stage::new(self)).collect();
        let mut others = others?;
        let stages = std::iter::once(&mut stage).chain(&mut others).map(|own| own as _).collect();
        let found = kill_mutants(stages, ground, scenarios, &rest, settings.seed)?;
        drop(others);
        stage.deadline = settings.budget.finishing(elapsed(), ASSEMBLING);
        let plan = Plan {
            criteria: settings.criteria,
            rule: settings.rule,
            effort: EFFORT,
            mutants: &mutants,
            knows_kills: true,
            anchors: beginning.tests.len(),
            keeps_anchors: found.is_cut && !mutants.is_empty(),
        };
        let (mut tests, mut left) = assemble(&mut stage, &self.goals, plan, &found.drafts)?;
        left.flaky.extend(steady::keep_steady(&mut stage, &mut tests)?);
        for test in &mut tests {
            test.function = self.program.catalogue.entered_by(test.function);
        }
        stage.deadline = settings.budget.finishing(elapsed(), CHOOSING);
        let tries = match mutants.is_empty() {
            true => {
                mutants::drop_minor(&mut tests);
                Tries::default()
            }
            false => {
                let killed = &found.killed;
                let mut tries =
                    mutants::choose_checks(&mut stage, &mutants, killed, &beginning, &mut tests)?;
                let measure = Measure {
                    goals: &self.goals,
                    wanted: &|goal| plan.wants(&self.goals, goal),
                    pairs: settings.criteria.has(Criterion::Mcdc),
                    shown: &Footprint::default(),
                    mutants: &mutants,
                    knows_kills: !found.is_cut,
                };
                if !stage.is_late() {
                    stage.drop_idle(measure, &beginning, &mut tests, &mut tries)?;
                }
                tries
            }
        };
        for test in tests.iter_mut().filter(|test| !self.is_written(test)) {
            mutants::drop_minor(std::slice::from_mut(test));
        }
        tests.sort_by_key(|test| test.function);
        // Names are about what is asserted.
        assemble::name(&self.program, &mut tests);
        let plain = self.keep_names(&beginning, &mut tests);
        let origins = self.origins(&tests, plain);
        apart::keep_apart(&mut stage, &self.program, &self.goals, &mut tests)?;
        let may_call = |test: &Test, function: FuncId| self.is_named(test, function);
        let plain = tests.clone();
        tear_down(&mut stage, &self.program, &mut tests, &may_call)?;
        // What cannot be said is not worth a test.
        for (test, plain) in tests.iter_mut().zip(plain) {
            if test.scenario != plain.scenario && !self.is_written(test) {
                *test = plain;
            }
        }
        let reserve = generated.kept.clone();
        let mut findings = findings::findings(&mut stage, &generated)?;
        findings.extend(hangs::hangs(&mut stage, &generated.endless)?);
        let mut product = Product {
            tests,
            findings,
            said: BTreeMap::new(),
            causes: BTreeMap::new(),
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            reached: Reached::default(),
            found: generated.coverage,
            skipped: generated.skipped,
            left_out: Vec::new(),
            flaky: left.flaky,
            ends: generated.ends,
            died: generated.died,
            chances: Chances { killable: found.worth_trying(&mutants), tries },
            verdicts: found.verdicts,
            mutants,
            score: Score::default(),
            next: Next { tests: origins, reserve: Vec::new() },
            criteria: settings.criteria,
            budget: settings.budget.clone(),
            statistics: generated.statistics,
        };
        self.drop_inexpressible(&mut product);
        let said = product.findings.iter().map(|test| (test.name.clone(), self.said(test)));
        product.said = said.collect();
        for test in product.findings.iter().filter(|test| is_endless(test)) {
            let fault = hangs::fault(&mut stage, test)?;
            product.said.insert(test.name.clone(), fault);
            product.causes.insert(test.name.clone(), Cause::endless());
        }
        self.measure(&mut product)?;
        let is_open = |goal: &GoalId| !product.coverage.is_covered(*goal);
        let open = reserve.into_iter().filter(|kept| kept.goals.iter().any(is_open));
        product.next.reserve = open.map(|kept| kept.scenario).collect();
        Ok(product)
    }

    /// The names of tests that make up the inside of records which functions create: no call may ever leave them so.
    pub fn fabricated<'p>(&self, product: &'p Product) -> Vec<&'p str> {
        let maker = self.maker();
        let fabricated = product.tests.iter().filter(|test| maker.makes_up(&test.scenario));
        fabricated.map(|test| test.name.as_str()).collect()
    }

    /// What the tests cover, all together.
    ///
    /// # Errors
    ///
    /// When a scenario does not fit the program.
    pub fn measure(&self, product: &mut Product) -> Result<(), RunError> {
        let mut stage = Stage::new(self)?;
        let mut coverage = Coverage::new(Arc::clone(&self.goals), product.coverage.rule());
        let mut trace = Trace::default();
        product.reached = Reached::<Totals>::default();
        for test in &product.tests {
            stage.run(&test.scenario, &mut trace)?;
            let Footprint { goals: mut covers, evaluations, .. } =
                Footprint::of(&self.goals, &trace);
            covers.extend(coverage.update(&trace));
            product.reached.add(&test.name, covers, evaluations);
            product.reached.counted.add(&trace);
        }
        product.coverage = coverage;
        Ok(())
    }

    /// Counts the mutants that the tests kill as they are by now.
    ///
    /// # Errors
    ///
    /// When a scenario does not fit the program.
    pub fn count_killed(&self, product: &mut Product) -> Result<(), RunError> {
        let mut stage = Stage::new(self)?;
        stage.deadline = product.budget.beyond(COUNTING);
        let Product { mutants, chances, tests, .. } = &*product;
        product.score = mutants::score(&mut stage, mutants, chances, tests)?;
        Ok(())
    }

    /// A place in the source.
    pub fn place(&self, span: Span) -> Place {
        let file = self.program.files[span.file].to_string();
        Place { file, line: Some(span.line), column: Some(span.column) }
    }

    /// Whether the code under test works with threads, so that its tests are linked with their library.
    pub fn has_threads(&self) -> bool {
        let calls = library_calls(&self.program, &self.goals);
        calls.iter().any(|name| name.starts_with("pthread_"))
    }
}

/// Whether a finding is that a call does not end.
pub(crate) fn is_endless(test: &Test) -> bool {
    matches!(test.outcome, Outcome::Exhausted(_))
}

/// The models of the library for a program under test. Only questions that a test can answer natively are asked: a run in
/// which a write through `fprintf` fails would end in no test.
fn models(program: &Program, goals: &Goals, output: Arc<dyn Output>) -> Models {
    let calls = library_calls(program, goals);
    let mut models = models_that_ask(output, &|question| outside::answers(question, &calls));
    refuse_huge(&mut models);
    markers::add(&mut models);
    models
}

/// The functions that the code under test refers to, by name.
fn library_calls(program: &Program, goals: &Goals) -> BTreeSet<String> {
    let own = goals.units.values().map(|unit| unit.function);
    let calls = referred(program, own).into_iter();
    calls.map(|id| program.functions[id].source_name().to_owned()).collect()
}

/// Reads source files by the names that the program knows them by.
fn reader(sources: &[Source]) -> impl Fn(&str) -> Option<String> {
    move |name| {
        let mut folders = sources.iter().filter_map(|source| source.directory.as_deref());
        let inside = folders.find_map(|folder| std::fs::read_to_string(folder.join(name)).ok());
        inside.or_else(|| std::fs::read_to_string(name).ok())
    }
}

/// The name of a file without its folders.
pub(crate) fn base_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What automake defines where there is a `config.h`.
const CONFIGURED: &str = "HAVE_CONFIG_H";

/// The files of a program that were compiled, and not included. One that has no functions but those of its headers is added.
fn sources_of(program: &mut Program, sources: &[Source]) -> Vec<FileId> {
    let found = with_functions(program, sources);
    match sources {
        [only] if found.is_empty() => {
            vec![program.files.push(only.file.display().to_string())]
        }
        _ => found,
    }
}

/// The files of a program that were compiled and have functions of their own.
fn with_functions(program: &Program, sources: &[Source]) -> Vec<FileId> {
    let path = |file: &FileId| Path::new(&program.files[*file]);
    let any = |is: &dyn Fn(&Path) -> bool| sources.iter().any(|source| is(&source.file));
    let alike =
        |file: &FileId| any(&|source| source.ends_with(path(file)) || path(file).ends_with(source));
    let named_alike = |file: &FileId| any(&|source| source.file_name() == path(file).file_name());
    // One file may have two spellings; that of its functions counts.
    let spans = program.functions.values().filter_map(|function| function.span);
    let files: BTreeSet<FileId> = spans.map(|span| span.file).collect();
    let found: Vec<FileId> = files.iter().copied().filter(alike).collect();
    match found.len() < sources.len() {
        true => files.into_iter().filter(named_alike).collect(),
        false => found,
    }
}
