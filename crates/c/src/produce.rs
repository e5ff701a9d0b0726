//! From C files to tests: goals, scenarios, a suite, and its text.

mod causes;
pub(crate) mod findings;
mod inputs;
mod mutants;
mod reasons;

pub use causes::Cause;

use crate::apart;
use crate::arrays;
use crate::clang::Source;
use crate::fault::Fault;
use crate::libc::{Captured, Output, Stream, models};
use crate::prepare::{giver, prepare};
use crate::teardown::{Leaving, tear_down};
use crate::units::units;
use crate::variadic;
use crate::write::{self, Framework, LeftOut, Written};
use ::coverage::{Coverage, Criteria, GoalId, Goals, Row, Share, UnitId};
use explore::Bounds;
use generate::clock::Deadline;
use generate::hunt::Verdict;
use generate::{
    Budget, Generated, Ground, Progress, Settings, Start, Statistics, Subject, Technique,
    generate_from, hunt, stubs,
};
use llvm::lower::Lowered;
use llvm::references::{emitted, referred};
use machine::{Config, Context, Machine, Models, Stop, Value};
use mutation::{Mutant, MutantId};
use program::{
    BlockId, Edit, FileId, FuncId, Function, Global, IdVec, Program, SiteId, SiteTable, Span,
};
use report::{LeftOutKind, Place, Untested};
use scenario::{Argument, Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use suite::assemble::{self, Plan, Test, assemble};
use suite::footprint::Footprint;
use suite::keep::{keep_names, spelled};
use suite::kill::{Score, number, way};
use suite::{Before, Beginning, Check, Known, Rehearsal, Sight};
use trace::{Handed, Limit, Mode, Observed, Outcome, RunError, Runner, Trace};

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
    /// Functions that are declared and nowhere defined: stubs stand in for them.
    pub stubs: Vec<FuncId>,
    /// The way in for functions that take further arguments.
    entries: BTreeMap<FuncId, FuncId>,
    /// Functions that the machine cannot run, and why.
    unsupported: BTreeMap<FuncId, String>,
    /// The files that were compiled.
    sources: Vec<FileId>,
    /// Whether some of it is deprecated.
    deprecated: bool,
    /// Models for the search, whose output nobody reads.
    models: Models,
}

/// Tests and what else was found.
pub struct Product {
    /// The tests, those of one function together.
    pub tests: Vec<Test>,
    /// Inputs that make the program do what it must not do.
    pub findings: Vec<Test>,
    /// What each finding does, and where, by its name.
    pub said: BTreeMap<String, Fault>,
    /// Why each finding is one, by its name; not known before findings are settled.
    pub causes: BTreeMap<String, Cause>,
    /// What the tests cover.
    pub coverage: Coverage,
    /// What each test covers, by its name; a pair that shows independence counts for the test that completes it.
    pub covers: BTreeMap<String, BTreeSet<GoalId>>,
    /// What all scenarios covered that were found, before some turned out to be no tests.
    pub found: Coverage,
    /// Functions that no test can be made for, and why.
    pub skipped: Vec<(FuncId, String)>,
    /// Tests that cannot be written in C, or that did not pass natively.
    pub left_out: Vec<LeftOut>,
    /// The functions whose scenarios two runs did not agree on, once for each scenario.
    pub unsteady: Vec<FuncId>,
    /// How far functions were explored, those that were explored to an end.
    pub ends: BTreeMap<FuncId, Bounds>,
    /// Goals that only runs reached that came to a bad end.
    pub died: BTreeSet<GoalId>,
    /// The mutants of the functions under test, if some were made.
    pub mutants: IdVec<MutantId, Mutant>,
    /// Those that the tests may kill.
    pub killable: BTreeSet<MutantId>,
    /// What the tests notice of them.
    pub score: Score,
    /// What is known of those that runs came by.
    pub verdicts: BTreeMap<MutantId, Verdict>,
    /// What the next run can begin with: each test by its name, as it was before calls that tear down were added, and then
    /// what else is worth starting from.
    pub origins: Vec<Before>,
    /// Scenarios that are no tests and cover what no test does.
    pub reserve: Vec<Scenario>,
    /// What was to be covered.
    pub criteria: Criteria,
    /// What the work was limited by.
    pub budget: Budget,
    /// What was done.
    pub statistics: Statistics,
}

impl Product {
    /// What a finding does, and why it is one, in lines.
    fn explanation(&self, finding: &Test) -> Vec<String> {
        let fault = self.said.get(&finding.name).map(ToString::to_string).unwrap_or_default();
        match self.causes.get(&finding.name) {
            None => vec![fault],
            Some(cause) => {
                vec![format!("{}: {fault}", cause.kind.label()), format!("why: {}", cause.reason)]
            }
        }
    }
}

impl Project {
    /// A program that was made from sources and linked with the library.
    pub fn new(mut lowered: Lowered, sources: &[Source]) -> Self {
        let program = &mut lowered.program;
        let read = |name: &str| {
            let mut folders = sources.iter().filter_map(|source| source.directory.as_deref());
            let inside = folders.find_map(|folder| std::fs::read_to_string(folder.join(name)).ok());
            inside.or_else(|| std::fs::read_to_string(name).ok())
        };
        arrays::declare(program, read);
        prepare(&mut lowered);
        let entries = variadic::declare(&mut lowered.program);
        stubs::declare(&mut lowered.program);
        let sites = SiteTable::new(&lowered.program);
        let goals = Goals::new(&lowered.program, units(&lowered, &sites, read));
        let sources = sources_of(&lowered.program, sources);
        let unsupported = lowered.unsupported.iter().filter_map(|known| {
            let function = lowered.program.function_named(&known.function)?;
            Some((function, format!("it is not supported: {}", known.reason)))
        });
        let unsupported = unsupported.collect();
        let program = Arc::new(lowered.program);
        let mut models = models(Arc::new(Dropped));
        refuse_huge(&mut models);
        let stubs = stubs::unknown(&program, &models);
        stubs::add(&program, &mut models);
        let mut texts = program.files.values().filter_map(|file| read(file));
        let deprecated = texts.any(|text| text.contains("deprecated"));
        let goals = Arc::new(goals);
        Self { program, goals, stubs, entries, unsupported, sources, deprecated, models }
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

    fn config() -> Config {
        Config {
            max_steps: MAX_STEPS,
            memory: MEMORY,
            observe_memory: false,
            term_budget: TERMS,
            ..Config::default()
        }
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
        // What goes wrong with arguments that nobody declared says nothing about the program.
        generated.findings.retain(|finding| {
            let called = assemble::subject_of(&finding.scenario);
            !called.is_some_and(|called| self.entries.values().any(|entry| *entry == called))
        });
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
            calls: (giver(&self.program).is_some() || !self.entries.is_empty()).then(|| {
                let own = self.goals.units.values().map(|unit| entry(unit.function));
                own.chain(giver(&self.program)).collect()
            }),
            handed: BTreeMap::new(),
            texts: formats.iter().map(|text| text.encode_utf16().collect()).collect(),
            runner: Box::new(move || {
                let config = Config { record_decisions, max_steps, ..Self::config() };
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
        let hunted = hunt(stages, ground, scenarios, &rest, settings.seed)?;
        drop(others);
        stage.deadline = settings.budget.finishing(elapsed(), ASSEMBLING);
        let plan = Plan {
            criteria: settings.criteria,
            rule: settings.rule,
            effort: EFFORT,
            mutants: &mutants,
            knows_kills: true,
            anchors: beginning.tests.len(),
            keeps_anchors: hunted.is_cut && !mutants.is_empty(),
        };
        let (mut tests, left) = assemble(&mut stage, &self.goals, plan, &hunted.drafts)?;
        for test in &mut tests {
            test.function = self.program.catalogue.entered_by(test.function);
        }
        stage.deadline = settings.budget.finishing(elapsed(), CHOOSING);
        match mutants.is_empty() {
            true => mutants::drop_minor(&mut tests),
            false => {
                let killed = &hunted.killed;
                mutants::choose_checks(&mut stage, &mutants, killed, &beginning, &mut tests)?;
            }
        }
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
        let mut product = Product {
            tests,
            findings: findings::findings(&mut stage, &generated)?,
            said: BTreeMap::new(),
            causes: BTreeMap::new(),
            coverage: Coverage::new(Arc::clone(&self.goals), settings.rule),
            covers: BTreeMap::new(),
            found: generated.coverage,
            skipped: generated.skipped,
            left_out: Vec::new(),
            unsteady: left.unsteady,
            ends: generated.ends,
            died: generated.died,
            killable: hunted.worth_trying(&mutants),
            verdicts: hunted.verdicts,
            mutants,
            score: Score::default(),
            origins,
            reserve: Vec::new(),
            criteria: settings.criteria,
            budget: settings.budget.clone(),
            statistics: generated.statistics,
        };
        self.drop_inexpressible(&mut product);
        let said = product.findings.iter().map(|test| (test.name.clone(), self.said(test)));
        product.said = said.collect();
        self.measure(&mut product)?;
        let is_open = |goal: &GoalId| !product.coverage.is_covered(*goal);
        let open = reserve.into_iter().filter(|kept| kept.goals.iter().any(is_open));
        product.reserve = open.map(|kept| kept.scenario).collect();
        Ok(product)
    }

    /// Gives tests that were there before their names back; also gives the name that each test would have alone.
    fn keep_names(&self, beginning: &Beginning, tests: &mut [Test]) -> Vec<String> {
        let alone = |test: &Test| assemble::plain_name(&self.program, test);
        let plain: Vec<String> = tests.iter().map(alone).collect();
        let fresh: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
        let before: Vec<Option<&Before>> =
            tests.iter().map(|test| beginning.test(&test.scenario)).collect();
        for (test, name) in tests.iter_mut().zip(keep_names(&fresh, &plain, &before)) {
            test.name = name;
        }
        plain
    }

    /// The tests as the next run can begin with them.
    fn origins(&self, tests: &[Test], plain: Vec<String>) -> Vec<Before> {
        let origin = |(test, plain): (&Test, String)| Before {
            name: test.name.clone(),
            plain,
            asserted: test.checks.iter().map(|check| self.spelled(check)).collect(),
            scenario: test.scenario.clone(),
        };
        tests.iter().zip(plain).map(origin).collect()
    }

    /// What a check says, as a number that is the same in other versions of the program.
    fn spelled(&self, check: &Check) -> u64 {
        let Check { statement, target, path, expected, .. } = check;
        spelled(&self.program, &format!("{:?}", (statement, target, path, expected)))
    }

    /// Whether a test has a text in C.
    fn is_written(&self, test: &Test) -> bool {
        let one = std::slice::from_ref(test);
        !write::write(&self.unit(""), one, Framework::default()).tests.is_empty()
    }

    /// The names of tests that make up the inside of records which functions create: no call may ever leave them so.
    pub fn made_up<'p>(&self, product: &'p Product) -> Vec<&'p str> {
        let maker = self.maker();
        let made_up = product.tests.iter().filter(|test| maker.makes_up(&test.scenario));
        made_up.map(|test| test.name.as_str()).collect()
    }

    /// Takes out the tests that have no text, so that what is printed is what the files cover.
    fn drop_inexpressible(&self, product: &mut Product) {
        for tests in [&mut product.tests, &mut product.findings] {
            for test in std::mem::take(tests) {
                match self.stranger(&test) {
                    None => tests.push(test),
                    Some(name) => product.left_out.push(LeftOut {
                        test: test.name,
                        function: test.function,
                        kind: LeftOutKind::NotExpressible,
                        reason: format!("`{name}` is static in another file"),
                    }),
                }
            }
            let unit = self.unit("");
            let written = write::write(&unit, tests, Framework::default());
            tests.retain(|test| written.tests.contains(&test.name));
            product.left_out.extend(written.left_out);
        }
    }

    /// Whether the file of a test can name a function of the program's.
    fn is_named(&self, test: &Test, function: FuncId) -> bool {
        let home = self.program.functions[function].home.as_deref();
        let file = self.file_of(test.function).map(|file| &self.program.files[file]);
        self.goals.unit_of(function).is_some()
            && home.is_none_or(|home| file.is_some_and(|file| file.ends_with(home)))
    }

    /// What a test uses and its file cannot name, since another one keeps it to itself.
    fn stranger(&self, test: &Test) -> Option<&str> {
        if self.sources.len() < 2 {
            return None;
        }
        let file = &self.program.files[self.file_of(test.function)?];
        let foreign =
            |home: &Option<String>| home.as_deref().is_some_and(|home| !file.ends_with(home));
        let functions = named(&test.scenario).into_iter();
        let function = functions.map(|id| &self.program.functions[id]);
        let function =
            function.filter(|function| foreign(&function.home)).map(Function::source_name);
        let globals = test.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Set { place: scenario::Place::Global(global, _), .. }
            | Statement::Set { value: Argument::Global(global), .. } => Some(*global),
            _ => None,
        });
        let checked = test.checks.iter().filter_map(|check| match check.target {
            suite::Target::Global(global) => Some(global),
            _ => None,
        });
        let globals = globals.chain(checked).map(|id| &self.program.globals[id]);
        let global = globals.filter(|global| foreign(&global.home)).map(Global::source_name);
        function.chain(global).next()
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
        product.covers.clear();
        for test in &product.tests {
            stage.run(&test.scenario, &mut trace)?;
            let mut covers = Footprint::of(&self.goals, &trace).goals;
            covers.extend(coverage.update(&trace));
            product.covers.insert(test.name.clone(), covers);
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
        let Product { mutants, killable, tests, .. } = &*product;
        product.score = mutants::score(&mut stage, mutants, killable, tests)?;
        Ok(())
    }

    /// A place in the source.
    pub fn place(&self, span: Span) -> Place {
        let file = self.program.files[span.file].to_string();
        Place { file, line: Some(span.line), column: Some(span.column) }
    }

    /// The source file that a function belongs to: one of a header belongs to a file that includes it.
    pub fn file_of(&self, function: FuncId) -> Option<FileId> {
        let own = self.program.functions[function].span?.file;
        if self.sources.is_empty() || self.sources.contains(&own) {
            return Some(own);
        }
        let home = self.program.functions[function].home.as_deref();
        let includes =
            |file: &&FileId| home.is_some_and(|home| self.program.files[**file].ends_with(home));
        self.sources.iter().find(includes).or(self.sources.first()).copied()
    }

    /// The tests of each source file.
    pub fn by_file<'t>(&self, tests: &'t [Test]) -> BTreeMap<FileId, Vec<&'t Test>> {
        let mut files: BTreeMap<FileId, Vec<&Test>> = BTreeMap::new();
        for test in tests {
            if let Some(file) = self.file_of(test.function) {
                files.entry(file).or_default().push(test);
            }
        }
        files
    }

    /// A source file, by the path that a test file includes it by.
    fn unit(&self, include: &str) -> write::Unit<'_> {
        let own = self.goals.units.values().map(|unit| unit.function);
        let calls = referred(&self.program, own);
        let calls =
            calls.iter().map(|id| self.program.functions[*id].source_name().to_owned()).collect();
        let mut unit = write::Unit::new(&self.program, include, self.stubs.clone(), calls);
        unit.deprecated = self.deprecated;
        unit
    }

    /// Whether the code under test works with threads, so that its tests are linked with their library.
    pub fn has_threads(&self) -> bool {
        let own = self.goals.units.values().map(|unit| unit.function);
        let mut calls = referred(&self.program, own).into_iter();
        calls.any(|id| self.program.functions[id].source_name().starts_with("pthread_"))
    }

    /// The functions of other files that tests of one file name.
    fn foreign(&self, tests: &[Test]) -> Vec<FuncId> {
        let mut found = BTreeSet::new();
        for test in tests {
            let own = self.file_of(test.function);
            let others = named(&test.scenario).into_iter().filter(|function| {
                self.goals.unit_of(*function).is_some() && self.file_of(*function) != own
            });
            found.extend(others);
        }
        found.into_iter().collect()
    }

    /// Writes tests of one source file, which a test file includes by that path.
    pub fn write(&self, include: &str, tests: &[Test], framework: Framework) -> Written {
        let mut unit = self.unit(include);
        unit.foreign = self.foreign(tests);
        write::write(&unit, tests, framework)
    }

    /// Writes findings of one source file.
    pub fn write_findings(&self, include: &str, findings: &[Test], product: &Product) -> Written {
        let mut unit = self.unit(include);
        unit.foreign = self.foreign(findings);
        let said = findings.iter().map(|test| (test.name.clone(), product.explanation(test)));
        write::findings(&unit, findings, &said.collect())
    }

    /// The table: one row for each unit that was to be tested.
    pub fn rows(&self, product: &Product, functions: &[FuncId]) -> Vec<UnitRow> {
        let calls = product.tests.iter().flat_map(|test| named(&test.scenario));
        let emitted = emitted(&self.program, calls);
        let row = |function: &FuncId| {
            let unit = self.goals.unit_of(*function)?;
            let tests = product.tests.iter().filter(|test| test.function == *function).count();
            let has_code = emitted.contains(function);
            let folded = self.goals.units[unit].decisions.iter().flat_map(|goal| &goal.folded);
            Some(UnitRow {
                unit,
                name: self.program.functions[*function].source_name().to_owned(),
                row: match has_code {
                    true => product.coverage.row(unit),
                    // What no code is made for is one region that is never reached.
                    false => Row { regions: Share { covered: 0, total: 1 }, ..Row::default() },
                },
                constant: folded.filter(|folded| has_code && **folded).count(),
                tests,
                reason: reasons::reason(self, product, *function),
                time: product.statistics.time.get(function).copied().unwrap_or_default(),
            })
        };
        functions.iter().filter_map(row).collect()
    }
}

/// The files of a program that were compiled, and not included.
fn sources_of(program: &Program, sources: &[Source]) -> Vec<FileId> {
    let base = |path: &Path| path.file_name().map(std::ffi::OsStr::to_owned);
    let is_source = |file: &FileId| {
        let name = base(Path::new(&program.files[*file]));
        sources.iter().any(|source| base(&source.file) == name)
    };
    // One file may have two spellings; that of its functions counts.
    let spans = program.functions.values().filter_map(|function| function.span);
    let files: BTreeSet<FileId> = spans.map(|span| span.file).collect();
    files.into_iter().filter(is_source).collect()
}

/// The functions that a scenario names.
fn named(scenario: &Scenario) -> Vec<FuncId> {
    let function = |argument: &Argument| match argument {
        Argument::Function(function) => Some(*function),
        _ => None,
    };
    let mut found = Vec::new();
    for statement in &scenario.statements {
        match statement {
            Statement::Call { function: called, arguments, .. } => {
                found.push(*called);
                found.extend(arguments.iter().filter_map(function));
            }
            Statement::Set { value, .. } => found.extend(function(value)),
            _ => {}
        }
    }
    found
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitRow {
    /// The unit.
    pub unit: UnitId,
    /// Its function.
    pub name: String,
    /// What is covered.
    pub row: Row,
    /// Conditions of decisions that are constant: no goals, though llvm-cov's lists have them.
    pub constant: usize,
    /// How many tests it has.
    pub tests: usize,
    /// Why it has none.
    pub reason: Option<Untested>,
    /// Time that was spent on it.
    pub time: Duration,
}

/// Output that nobody reads.
struct Dropped;

impl Output for Dropped {
    fn write(&self, _: Stream, _: &[u8]) {}
}

/// A test may not rely on a system that refuses to give nearly all the memory there is: such a run ends.
fn refuse_huge(models: &mut Models) {
    models.add("__ferret_too_large", |_: &mut dyn Context, _: &[Value]| {
        Err(Stop::Limit(Limit::Memory))
    });
}

/// Runs scenarios with everything observed.
struct Stage<'p> {
    project: &'p Project,
    machine: Machine,
    output: Arc<Captured>,
    /// Blocks of the heap that the last run left.
    left: Vec<u64>,
    /// Writes out what is still buffered.
    flush: Option<FuncId>,
    /// What the run left that was seen last.
    last: Trace,
    /// When to stop making tests better.
    deadline: Option<Deadline>,
}

impl<'p> Stage<'p> {
    fn new(project: &'p Project) -> Result<Self, RunError> {
        let config = Config { observe_all: true, record_decisions: true, ..Project::config() };
        let output = Arc::new(Captured::default());
        let mut models = models(Arc::clone(&output) as _);
        refuse_huge(&mut models);
        stubs::add(&project.program, &mut models);
        let flush = project.program.function_named("fflush");
        let flush = flush.filter(|flush| project.program.functions[*flush].has_body());
        let mut machine = project.machine(config, models)?;
        let units = project.goals.units.values().map(|unit| unit.function);
        machine.count_blocks(&units.collect::<Vec<_>>());
        Ok(Self {
            project,
            machine,
            output,
            left: Vec::new(),
            flush,
            last: Trace::default(),
            deadline: None,
        })
    }
}

impl Leaving for Stage<'_> {
    fn left(&self) -> &[u64] {
        &self.left
    }
}

impl Rehearsal for Stage<'_> {
    fn program(&self) -> &Program {
        &self.project.program
    }

    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
        let mut whole = scenario.clone();
        if let Some(function) = self.flush {
            let arguments = vec![Argument::Literal(0)];
            whole.statements.push(Statement::Call { result: None, function, arguments });
        }
        self.output.take();
        self.machine.run(&whole, Mode::Concrete, trace)?;
        let seen = trace.observations.iter().flat_map(|observation| &observation.seen);
        self.left = seen
            .filter_map(|seen| match seen {
                Observed::Left { address } => Some(*address),
                _ => None,
            })
            .collect();
        trace.observations.retain(|seen| seen.statement < scenario.statements.len());
        // A stub natively reads the texts that it is handed.
        let broken = trace.observations.iter().flat_map(|seen| &seen.seen).any(|seen| {
            matches!(seen, Observed::Called { arguments, .. } if arguments.contains(&Handed::Broken))
        });
        if broken && matches!(trace.outcome, Outcome::Returned | Outcome::Exited(_)) {
            trace.outcome = Outcome::Unusable(Box::new(std::mem::take(&mut trace.outcome)));
        }
        Ok(self.output.take().0)
    }

    fn mutate(&mut self, edit: Option<&Edit>) -> bool {
        self.machine.edit(edit)
    }

    fn sight(&mut self, scenario: &Scenario, steps: Option<u64>) -> Result<Sight, RunError> {
        let usual = steps.map(|steps| self.machine.set_max_steps(steps));
        let mut trace = std::mem::take(&mut self.last);
        let output = self.run(scenario, &mut trace);
        if let Some(usual) = usual {
            self.machine.set_max_steps(usual);
        }
        let sight = output.map(|output| {
            let ending = match &trace.outcome {
                Outcome::Returned => number(&(0, &output)),
                Outcome::Exited(code) => number(&(1, *code, &output)),
                _ => 1,
            };
            let known_at = |address| self.known_at(address);
            let checks = suite::checks::checks(self.program(), scenario, &trace, &known_at);
            let facts = checks.iter().map(number).collect();
            Sight { ending, is_fine: self.may_end(&trace.outcome), facts, steps: trace.steps }
        });
        self.last = trace;
        sight
    }

    fn symbolic(&mut self) -> Option<(&mut dyn Runner, Option<SiteId>)> {
        let site = self.machine.probe_site();
        Some((&mut self.machine, site))
    }

    fn came_by(&self, function: FuncId, block: BlockId) -> bool {
        let counter = self.machine.block_counter(function, block);
        counter.is_some_and(|counter| self.last.counters.get(counter) > 0)
    }

    fn way(&self) -> u64 {
        way(&self.last.counters)
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    fn known_at(&self, address: u64) -> Option<Known> {
        if let Some(function) = self.machine.function_at(address) {
            return Some(Known::Function(function));
        }
        self.machine.global_at(address).map(Known::Global)
    }
}
