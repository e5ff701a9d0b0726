//! From a search over the inputs of a Java program to the few that are kept, and those that end with an exception.

use super::program::{JavaProgram, config};
use super::uncaught::{Uncaught, cause};
use ::coverage::{Coverage, Criterion, GoalId, Row, Share};
use bytecode::goals::Probes;
use c::program::{Answer, Beginning, Given};
use generate::{Generated, Progress, Settings, Start, Technique, generate_from};
use jacoco::{Counters, Lines, Tally};
use java::lines::Counted;
use jvm::run::{Error as JvmError, Prepared};
use language::{Known, Reached, coverage, effort, goals, numbers};
use machine::Config;
use report::{Finding, FindingKind, Frame, LeftOut, Member, Note, Place, Stack, TestFile, Unit};
use scenario::Scenario;
use std::collections::BTreeMap;
use std::sync::Arc;
use suite::footprint::Footprint;
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// How often one input is run to make it smaller.
const EFFORT: u32 = 200;
/// Steps that all runs may take which make one input smaller.
const STEPS: u64 = 40_000_000;

/// The status that a program ends with whose `main` throws.
const THROWN: i32 = 1;

/// An input that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its name.
    pub name: String,
    /// What the program is given.
    pub given: Given,
    /// What it asks for itself, in order.
    pub answers: Vec<Answer>,
    /// The status that it ends with.
    pub status: i32,
    scenario: Scenario,
}

/// An input that the program ends on with an exception.
#[derive(Clone, Debug)]
pub struct Crash {
    /// Its name.
    pub name: String,
    /// What the program is given.
    pub given: Given,
    /// What it asks for itself, in order.
    pub answers: Vec<Answer>,
    /// The class of the exception, with dots.
    pub thrown: String,
    /// The calls that were open where it was made, innermost first.
    pub stack: Stack,
}

/// What came of a search.
pub struct Product {
    /// The inputs that are kept.
    pub kept: Vec<Kept>,
    /// Inputs that the program ends on with an exception.
    pub crashes: Vec<Crash>,
    /// Native methods that were called and have no model.
    pub unmodelled: Vec<String>,
    /// Runs that ended because of a limit, and all runs.
    pub limited: (u64, u64),
    generated: Generated,
    coverage: Coverage,
    reached: Reached<BTreeMap<String, Lines>>,
    counters: BTreeMap<String, Counters>,
    settings: Settings,
}

/// The settings as whole programs have them: nothing is mutated, and inputs are texts.
fn own(settings: &Settings) -> Settings {
    let mut own = settings.clone();
    own.mutation = 0.0;
    own.limits.whole = true;
    own.limits.bytes = own.limits.bytes.max(1 << 20);
    own
}

/// Whether a run ended as that of a test may.
fn is_whole(prepared: &Prepared, trace: &Trace) -> bool {
    match trace.outcome {
        Outcome::Exited(_) | Outcome::Returned => true,
        Outcome::Threw { .. } => {
            cause(prepared, trace).is_some_and(|(class, _)| java::project::may_throw(&class))
        }
        _ => false,
    }
}

impl JavaProgram {
    /// Lets a technique search for inputs, and gives the scenarios that it found.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn generate(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        beginning: &Beginning,
        uncaught: &Arc<Uncaught>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        let own = own(settings);
        let config = Config {
            record_decisions: own.criteria.needs_decisions(),
            record_concrete: technique.wants_all_branches(),
            ..config(own.max_steps)
        };
        let subject = self.subject(config, uncaught);
        let coverage = Coverage::new(Arc::clone(&self.goals), own.rule);
        let Beginning { seeds, is_random, .. } = beginning;
        let seeds = match *is_random && seeds.is_empty() {
            true => vec![self.layout.random(settings.seed)],
            false => self.beginnings(seeds),
        };
        let start = Start { coverage, seeds };
        generate_from(&subject, start, technique, &own, progress)
    }

    /// Lets a technique search for inputs, beginning with some.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn search(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        beginning: &Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, RunError> {
        let uncaught = Arc::default();
        let generated = self.generate(technique, settings, beginning, &uncaught, progress)?;
        let own = own(settings);
        let mut prepared = self.deciding(&own)?;
        let kept = self.keep(&mut prepared, &generated.kept, &own)?;
        let crashes = self.crashes(&mut prepared, &uncaught)?;
        let ends = generated.statistics.ends.get(&self.layout.function);
        let limited = (ends.map_or(0, |ends| ends.limits), generated.statistics.executions);
        let mut product = Product {
            kept,
            crashes,
            unmodelled: prepared.unmodelled().into_iter().collect(),
            limited,
            coverage: Coverage::new(Arc::clone(&self.goals), own.rule),
            reached: Reached::default(),
            counters: BTreeMap::new(),
            generated,
            settings: own,
        };
        self.measure(&mut product)?;
        Ok(product)
    }

    /// A machine that keeps the events of decisions.
    fn deciding(&self, settings: &Settings) -> Result<Prepared, RunError> {
        self.machine(Config { record_decisions: true, ..config(settings.max_steps) })
    }

    /// What a search begins with: inputs that were there before, or else nothing at all, and the names of files.
    fn beginnings(&self, seeds: &[Given]) -> Vec<Scenario> {
        let mut beginnings = seeds.to_vec();
        if seeds.is_empty() {
            beginnings.push(Given::default());
            // A file is most often named by an argument.
            let (count, size) = self.inputs().arguments;
            let named = self.inputs().files.iter().map(|(path, _)| path.as_bytes().to_vec());
            let named = named.filter(|path| count > 0 && path.len() <= size as usize);
            beginnings
                .extend(named.map(|path| Given { arguments: vec![path], ..Given::default() }));
        }
        beginnings.iter().map(|given| self.layout.scenario(given)).collect()
    }

    /// Of the inputs that covered something, as few as cover all of it, and these as small as may be.
    fn keep(
        &self,
        prepared: &mut Prepared,
        found: &[generate::archive::Kept],
        settings: &Settings,
    ) -> Result<Vec<Kept>, RunError> {
        let mut trace = Trace::default();
        let (mut footprints, mut scenarios) = (Vec::new(), Vec::new());
        for kept in found {
            prepared.machine.run(&kept.scenario, Mode::Concrete, &mut trace)?;
            if is_whole(prepared, &trace) {
                footprints.push(Footprint::of(&self.goals, &trace));
                scenarios.push(kept.scenario.clone());
            }
        }
        let wanted = |goal: GoalId| {
            let goal = &self.goals.goals[goal];
            settings.criteria.closed().wants(goal) || Criterion::Statement.wants(goal)
        };
        let cost = |test: usize| self.given(&scenarios[test]).size() as u64;
        let chosen = suite::reduce(&self.goals, settings.rule, wanted, &footprints, cost);
        let mut kept: Vec<Kept> = Vec::new();
        for test in chosen {
            let wanted = Footprint { thrown: None, ..footprints[test].clone() };
            let smaller = self.smaller(prepared, &scenarios[test], |prepared, trace| {
                is_whole(prepared, trace) && Footprint::of(&self.goals, trace).includes(&wanted)
            });
            let answers = run(prepared, &smaller, &mut trace)?;
            let status = match trace.outcome {
                Outcome::Exited(status) => status & 0xff,
                Outcome::Threw { .. } => THROWN,
                _ => 0,
            };
            let name = format!("test-{:03}", kept.len() + 1);
            kept.push(Kept {
                name,
                given: self.given(&smaller),
                answers,
                status,
                scenario: smaller,
            });
        }
        Ok(kept)
    }

    /// A smaller input of which something still holds.
    fn smaller(
        &self,
        prepared: &mut Prepared,
        scenario: &Scenario,
        holds: impl Fn(&Prepared, &Trace) -> bool,
    ) -> Scenario {
        let (mut steps, mut trace) = (0, Trace::default());
        suite::minimise(&self.program.catalogue, scenario, EFFORT, |candidate| {
            let ran = steps <= STEPS
                && prepared.machine.run(candidate, Mode::Concrete, &mut trace).is_ok();
            steps += trace.steps;
            ran && holds(prepared, &trace)
        })
    }

    /// The inputs that the program ends on with an exception, one for each exception and place.
    fn crashes(
        &self,
        prepared: &mut Prepared,
        uncaught: &Uncaught,
    ) -> Result<Vec<Crash>, RunError> {
        let mut crashes = Vec::new();
        for (wanted, scenario) in uncaught.all() {
            let smaller = self.smaller(prepared, &scenario, |prepared, trace| {
                cause(prepared, trace).as_ref() == Some(&wanted)
            });
            let mut trace = Trace::default();
            let answers = run(prepared, &smaller, &mut trace)?;
            let frame = |(function, line): (::program::FuncId, u32)| {
                let (function, file, library) = self.method(function)?;
                let line = Some(line).filter(|line| *line > 0);
                Some(Frame {
                    function,
                    place: file.map(|file| Place { file, line, column: None }),
                    library,
                })
            };
            crashes.push(Crash {
                name: format!("crash-{:03}", crashes.len() + 1),
                given: self.given(&smaller),
                answers,
                thrown: wanted.0.replace('/', "."),
                stack: Stack::new(prepared.origin(&trace).into_iter().filter_map(frame)),
            });
        }
        Ok(crashes)
    }

    /// Notes what the inputs cover that are kept.
    ///
    /// # Errors
    ///
    /// When no machine can be made.
    pub fn measure(&self, product: &mut Product) -> Result<(), RunError> {
        let mut prepared = self.deciding(&product.settings)?;
        let mut coverage = Coverage::new(Arc::clone(&self.goals), product.settings.rule);
        let mut reached = Reached::<BTreeMap<String, Lines>>::default();
        let (mut world, classes) = (self.world(), self.class_ids());
        let sites = ::program::SiteTable::new(&self.program);
        let mut probes = Probes::new(&world, &self.program, &sites, &classes);
        let mut trace = Trace::default();
        for kept in &product.kept {
            run(&mut prepared, &kept.scenario, &mut trace)?;
            let Footprint { goals: mut covers, evaluations, .. } =
                Footprint::of(&self.goals, &trace);
            covers.extend(coverage.update(&trace));
            reached.add(&kept.name, covers, evaluations);
            probes.add(&trace);
        }
        product.counters.clear();
        for class in classes {
            let name = world.info(class).name.to_string();
            let failed = |error| JvmError::Load(error).into_run();
            if let Some(counters) = probes.counters(&mut world, class).map_err(failed)? {
                product.counters.insert(name.clone(), counters);
                reached.counted.insert(name, probes.lines(&mut world, class).map_err(failed)?);
            }
        }
        (product.coverage, product.reached) = (coverage, reached);
        Ok(())
    }

    /// What came of the program, as reports have it.
    pub fn unit(
        &self,
        product: &Product,
        files: Vec<TestFile>,
        (left_out, notes): (Vec<LeftOut>, Vec<Note>),
    ) -> Unit {
        let criteria = product.settings.criteria;
        let generated = &product.generated;
        let name = |function| {
            let unit = self.goals.unit_of(function);
            unit.map(|unit| self.goals.units[unit].name.clone()).unwrap_or_default()
        };
        let end = |function| {
            let is_main = generated.ends.get(&self.layout.function).copied();
            is_main.filter(|_| self.goals.unit_of(function).is_some())
        };
        let known = Known {
            goals: &self.goals,
            coverage: &product.coverage,
            found: &generated.coverage,
            died: &generated.died,
            end: &end,
            place: &|span| self.place(span),
            name: &name,
        };
        let counted = Counted {
            known: &known,
            units: self.goals.units.ids().collect(),
            tests: product.kept.iter().map(|kept| kept.name.as_str()).collect(),
            reached: &product.reached,
            counters: &product.counters,
            source_file: &|class| self.source_file(class),
        };
        let wanted =
            self.goals.goals.ids().filter(|goal| criteria.listed().wants(&self.goals.goals[*goal]));
        let (row, members) = self.rows(product);
        let test = |kept: &Kept| {
            let covers = product.reached.covers.get(&kept.name).into_iter().flatten().copied();
            report::Test {
                name: kept.name.clone(),
                member: "main".to_owned(),
                covers: numbers(&self.goals, covers, criteria.listed()),
                fabricated: false,
            }
        };
        Unit {
            name: self.name(),
            vocabulary: None,
            settings: None,
            coverage: coverage(&row, false),
            members,
            sources: counted.sources(),
            goals: goals(&known, wanted),
            tests: product.kept.iter().map(test).collect(),
            files,
            findings: product.crashes.iter().map(finding).collect(),
            non_null: Vec::new(),
            left_out,
            flaky: report::Flaky::default(),
            exceptions: Vec::new(),
            exits: Vec::new(),
            existing_tests: None,
            source_decisions: None,
            mutation: None,
            effort: effort(&generated.statistics, Vec::new()),
            notes,
        }
    }

    /// What is covered of the program, and of its methods.
    fn rows(&self, product: &Product) -> (Row, Vec<Member>) {
        let mut row = Row::default();
        let mut members = Vec::new();
        for (id, unit) in self.goals.units.iter() {
            let own = product.coverage.row(id);
            row += own;
            members.push(self.member(product, unit, &own));
        }
        // A line that several methods share counts once.
        (row.regions, row.branches) = (Share::default(), Share::default());
        let share = |tally: Tally| Share { covered: tally.covered, total: tally.total };
        for counters in product.counters.values() {
            row.regions += share(counters.lines);
            row.branches += share(counters.branches);
        }
        (row, members)
    }

    fn member(&self, product: &Product, unit: &::coverage::Unit, own: &Row) -> Member {
        let is_main = unit.name.rsplit('.').next().is_some_and(|name| name.starts_with("main("));
        Member {
            name: unit.name.rsplit('/').next().unwrap_or(&unit.name).to_owned(),
            place: unit.span.map(|span| self.place(span)),
            coverage: coverage(own, false),
            constant_conditions: 0,
            mutants: None,
            tests: if is_main { product.kept.len() as u32 } else { 0 },
            untested: None,
            seconds: 0.0,
        }
    }
}

/// Runs an input. Gives what the program asked for itself.
fn run(
    prepared: &mut Prepared,
    scenario: &Scenario,
    trace: &mut Trace,
) -> Result<Vec<Answer>, RunError> {
    prepared.take_answers();
    prepared.machine.run(scenario, Mode::Concrete, trace)?;
    let answer = |asked: jvm::natives::Asked| Answer {
        name: asked.name,
        byte: None,
        ty: asked.ty,
        bits: asked.bits,
    };
    Ok(prepared.take_answers().into_iter().map(answer).collect())
}

fn finding(crash: &Crash) -> Finding {
    let own = crash.stack.frames.iter().find(|frame| !frame.library);
    Finding {
        kind: match &*crash.thrown {
            "java.lang.AssertionError" => FindingKind::FailedAssertion,
            _ => FindingKind::Crash,
        },
        member: own.map_or("main", |frame| &frame.function).to_owned(),
        what: format!("ends with {}", crash.thrown),
        reason: None,
        place: own.and_then(|frame| frame.place.clone()),
        stack: crash.stack.clone(),
        occurrences: 1,
        test: Some(crash.name.clone()),
        reproduction: None,
    }
}
