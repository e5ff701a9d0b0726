//! From a search over the inputs of a whole program to the few that are kept, and those that crash it.

use super::entry::ENTRY;
use super::stage::Stage;
use super::{Aims, Answer, Given, Whole};
use crate::produce;
use crate::result::{self, Told};
use crate::run::{self, StackFrame};
use ::coverage::{Coverage, Criterion, GoalId, Row, Share, Totals};
use explore::Bounds;
use generate::{Generated, Progress, Settings, Start, Statistics, Technique, generate_from};
use language::Reached;
use llvm::references::emitted;
use program::{FuncId, IdVec, Program};
use report::{Finding, FindingKind, LeftOut, Note, Place, Stack, TestFile, Unit};
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::Footprint;
use trace::{Outcome, RunError, Trace, Trap, TrapKind};

/// How often one input is run to make it smaller.
const EFFORT: u32 = 400;
/// Steps that all runs may take which make one input smaller.
const STEPS: u64 = 40_000_000;

/// An input that is kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its name.
    pub name: String,
    /// What the program is given.
    pub given: Given,
    /// What it asks for itself, in order.
    pub answers: Vec<Answer>,
    /// The status that the program ends with.
    pub status: i32,
    scenario: Scenario,
}

/// An input that crashes the program.
#[derive(Clone, Debug)]
pub struct Crash {
    /// Its name.
    pub name: String,
    /// What the program is given.
    pub given: Given,
    /// What it asks for itself, in order.
    pub answers: Vec<Answer>,
    /// What happens, in words.
    pub what: String,
    /// The calls that are open then, innermost first.
    pub stack: Vec<StackFrame>,
    /// Whether the program itself says that this must not happen.
    pub is_error: bool,
    kind: FindingKind,
}

/// Something that ends runs and is no fault of the program's.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stopper {
    /// What it is.
    pub what: String,
    /// Where it is met.
    pub place: String,
}

/// What came of a search.
pub struct Product {
    /// The inputs that are kept.
    pub kept: Vec<Kept>,
    /// Inputs that crash the program.
    pub crashes: Vec<Crash>,
    /// What else ended runs: functions that the library does not have, code that is not supported.
    pub stoppers: Vec<Stopper>,
    /// Runs that ended because of a limit, and all runs.
    pub limited: (u64, u64),
    coverage: Coverage,
    found: Coverage,
    reached: Reached<Totals>,
    ends: BTreeMap<FuncId, Bounds>,
    died: BTreeSet<GoalId>,
    statistics: Statistics,
    settings: Settings,
}

/// What a search begins with, and what for.
#[derive(Clone, Debug, Default)]
pub struct Beginning {
    /// Inputs that were there before.
    pub seeds: Vec<Given>,
    /// What is searched for.
    pub aims: Aims,
    /// Whether it begins with inputs of full size and random bytes, and not with nothing.
    pub is_random: bool,
}

/// The calls of the program and the library that were open, innermost first.
fn calls(program: &Program, trap: &Trap) -> Vec<StackFrame> {
    let mut stack = run::stack(program, trap);
    stack.retain(|frame| frame.function != ENTRY);
    stack
}

/// The settings as whole programs have them: nothing is mutated, and inputs are texts.
fn own(settings: &Settings) -> Settings {
    let mut own = settings.clone();
    own.mutation = 0.0;
    own.limits.whole = true;
    own.limits.bytes = own.limits.bytes.max(1 << 20);
    own
}

impl Whole {
    /// Lets a technique search for inputs, beginning with some.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    pub fn search(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        beginning: &Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Product, RunError> {
        let generated = self.generate(technique, settings, beginning, progress)?;
        let own = own(settings);
        let mut stage = Stage::new(self, &own)?;
        let mut product = Product {
            kept: self.keep(&mut stage, &generated.kept, (&own, &beginning.aims))?,
            crashes: Vec::new(),
            stoppers: Vec::new(),
            limited: (0, generated.statistics.executions),
            coverage: Coverage::new(Arc::clone(&self.project.goals), own.rule),
            found: generated.coverage,
            reached: Reached::default(),
            ends: generated.ends,
            died: generated.died,
            statistics: generated.statistics,
            settings: own,
        };
        let ends = product.statistics.ends.get(&self.layout.function);
        product.limited.0 = ends.map_or(0, |ends| ends.limits);
        for finding in &generated.findings {
            self.add_finding(&mut stage, finding, &mut product)?;
        }
        product.crashes.sort_by(|a, b| (&a.stack, &a.what).cmp(&(&b.stack, &b.what)));
        for (index, crash) in product.crashes.iter_mut().enumerate() {
            crash.name = format!("crash-{:03}", index + 1);
        }
        product.stoppers.sort();
        product.stoppers.dedup();
        self.measure(&mut product)?;
        if !beginning.aims.is_empty() {
            // What the search took as covered is not.
            product.found = product.coverage.clone();
        }
        Ok(product)
    }

    /// Lets a technique search for inputs, and gives the scenarios that it found.
    ///
    /// # Errors
    ///
    /// When the program does not fit into the machine.
    pub fn generate(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        beginning: &Beginning,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, RunError> {
        let Beginning { seeds, aims, is_random } = beginning;
        let mut own = own(settings);
        if !aims.is_empty() {
            own.criteria = own.criteria.and(Criterion::Statement);
        }
        let subject = self.subject(&own, technique.wants_all_branches());
        let mut coverage = Coverage::new(Arc::clone(&self.project.goals), own.rule);
        aims.narrow(&mut coverage);
        let seeds = match *is_random && seeds.is_empty() {
            true => vec![self.layout.random(settings.seed)],
            false => self.beginnings(seeds),
        };
        let start = Start { coverage, seeds };
        generate_from(&subject, start, technique, &own, progress)
    }

    /// What a search begins with: inputs that were there before, or else nothing at all, and the names of files.
    fn beginnings(&self, seeds: &[Given]) -> Vec<Scenario> {
        let empty =
            Given { variables: vec![None; self.inputs().variables.len()], ..Given::default() };
        let mut beginnings = seeds.to_vec();
        if seeds.is_empty() {
            beginnings.push(empty.clone());
            // A file is most often named by an argument.
            let (count, size) = self.inputs().arguments;
            let named = self.inputs().files.iter().map(|(path, _)| path.as_bytes().to_vec());
            let named = named.filter(|path| count > 0 && path.len() <= size as usize);
            beginnings.extend(named.map(|path| Given { arguments: vec![path], ..empty.clone() }));
        }
        beginnings.iter().map(|given| self.layout.scenario(given)).collect()
    }

    /// Of the inputs that covered something, as few as cover all of it, and these as small as may be.
    fn keep(
        &self,
        stage: &mut Stage,
        found: &[generate::archive::Kept],
        (settings, aims): (&Settings, &Aims),
    ) -> Result<Vec<Kept>, RunError> {
        let goals = &self.project.goals;
        let mut trace = Trace::default();
        let mut footprints = Vec::new();
        let mut scenarios = Vec::new();
        for kept in found {
            stage.run(&kept.scenario, &mut trace)?;
            if matches!(trace.outcome, Outcome::Exited(_) | Outcome::Returned) {
                footprints.push(Footprint::of(goals, &trace));
                scenarios.push(kept.scenario.clone());
            }
        }
        let wanted = |goal: GoalId| {
            let (is_meant, goal) = (aims.has(goal), &goals.goals[goal]);
            is_meant && (settings.criteria.closed().wants(goal) || Criterion::Statement.wants(goal))
        };
        let cost = |test: usize| self.layout.given(&scenarios[test]).size() as u64;
        let chosen = suite::reduce(goals, settings.rule, wanted, &footprints, cost);
        let mut kept: Vec<Kept> = Vec::new();
        for test in chosen {
            let smaller = self.smaller(stage, &scenarios[test], |trace: &Trace| {
                matches!(trace.outcome, Outcome::Exited(_) | Outcome::Returned)
                    && Footprint::of(goals, trace).includes(&footprints[test])
            });
            let (_, answers) = stage.run(&smaller, &mut trace)?;
            let status = match trace.outcome {
                Outcome::Exited(status) => status,
                _ => 0,
            };
            let given = self.layout.given(&smaller);
            let name = format!("test-{:03}", kept.len() + 1);
            kept.push(Kept { name, given, answers, status, scenario: smaller });
        }
        Ok(kept)
    }

    /// A smaller input of which something still holds.
    fn smaller(
        &self,
        stage: &mut Stage,
        scenario: &Scenario,
        holds: impl Fn(&Trace) -> bool,
    ) -> Scenario {
        let (mut steps, mut trace) = (0, Trace::default());
        let catalogue = &self.project.program.catalogue;
        suite::minimise(catalogue, scenario, EFFORT, |candidate| {
            let ran = steps <= STEPS && stage.run(candidate, &mut trace).is_ok();
            steps += trace.steps;
            ran && holds(&trace)
        })
    }

    /// Adds a run that came to a bad end: a crash, or something that is no fault of the program's.
    fn add_finding(
        &self,
        stage: &mut Stage,
        finding: &generate::Finding,
        product: &mut Product,
    ) -> Result<(), RunError> {
        let program = &self.project.program;
        let place = finding.trap.stack.last().copied();
        let unsupported = place.and_then(|place| self.project.unsupported.get(&place.function));
        if unsupported.is_some() || matches!(finding.trap.kind, TrapKind::NoModel(_)) {
            let stack = run::stack(program, &finding.trap);
            let own = stack.iter().find(|frame| !frame.library);
            let what = match (unsupported, finding.trap.kind) {
                (Some(reason), _) => {
                    let name = place.map(|place| program.functions[place.function].source_name());
                    format!("`{}`: {reason}", name.unwrap_or_default())
                }
                (_, kind) => run::reason(program, kind),
            };
            let place = own.map(ToString::to_string).unwrap_or_default();
            product.stoppers.push(Stopper { what, place });
            return Ok(());
        }
        let wanted = (finding.trap.kind, place);
        let is_same = |trap: &Trap| (trap.kind, trap.stack.last().copied()) == wanted;
        let smaller = self.smaller(
            stage,
            &finding.scenario,
            |trace| matches!(&trace.outcome, Outcome::Trapped(trap) if is_same(trap)),
        );
        let mut trace = Trace::default();
        let (_, answers) = stage.run(&smaller, &mut trace)?;
        let Outcome::Trapped(trap) = &trace.outcome else { return Ok(()) };
        if run::stack(program, trap).iter().all(|frame| frame.library) {
            // The program had not begun.
            return Ok(());
        }
        product.crashes.push(Crash {
            name: String::new(),
            given: self.layout.given(&smaller),
            answers,
            what: run::reason(program, trap.kind),
            stack: calls(program, trap),
            is_error: trap.kind == TrapKind::Abort,
            kind: match trap.kind {
                TrapKind::Abort | TrapKind::Check(program::CheckKind::Assertion) => {
                    FindingKind::FailedAssertion
                }
                _ => FindingKind::UndefinedBehaviour,
            },
        });
        Ok(())
    }

    /// For each line that was to be reached, the first test that does.
    pub fn reached(&self, product: &Product, aims: &Aims) -> Vec<(String, u32, Option<String>)> {
        let first = |goal: GoalId| {
            let covers = |kept: &&Kept| {
                product.reached.covers.get(&kept.name).is_some_and(|goals| goals.contains(&goal))
            };
            product.kept.iter().find(covers).map(|kept| kept.name.clone())
        };
        aims.lines().map(|(file, line, goal)| (file.to_owned(), line, first(goal))).collect()
    }

    /// Notes what the inputs cover that are kept.
    ///
    /// # Errors
    ///
    /// When one does not fit the program.
    pub fn measure(&self, product: &mut Product) -> Result<(), RunError> {
        let goals = &self.project.goals;
        let mut stage = Stage::new(self, &product.settings)?;
        let mut coverage = Coverage::new(Arc::clone(goals), product.settings.rule);
        let mut reached = Reached::<Totals>::default();
        let mut trace = Trace::default();
        for kept in &product.kept {
            stage.run(&kept.scenario, &mut trace)?;
            let Footprint { goals: mut covers, evaluations, .. } = Footprint::of(goals, &trace);
            covers.extend(coverage.update(&trace));
            reached.add(&kept.name, covers, evaluations);
            reached.counted.add(&trace);
        }
        coverage.recount(&reached.counted);
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
        let plain = self.plain(product);
        let rows = self.rows(product);
        let told = Told { project: &self.project, name: &self.name, functions: &self.functions() };
        let mut unit = result::told(&told, rows, &plain, (files, notes));
        unit.left_out = left_out;
        unit.findings = product.crashes.iter().map(|crash| self.finding(crash)).collect();
        for kept in &product.kept {
            let covers = product.reached.covers.get(&kept.name).into_iter().flatten().copied();
            let criteria = product.settings.criteria.listed();
            unit.tests.push(report::Test {
                name: kept.name.clone(),
                member: self.start.function().to_owned(),
                covers: language::numbers(&self.project.goals, covers, criteria),
                fabricated: false,
            });
        }
        unit
    }

    fn finding(&self, crash: &Crash) -> Finding {
        let own = crash.stack.iter().find(|frame| !frame.library);
        let place = own.and_then(|frame| {
            let (line, column) = frame.position.unzip();
            Some(Place { file: frame.file.clone()?, line, column })
        });
        let member = own.map_or(self.start.function(), |frame| &frame.function);
        Finding {
            kind: crash.kind,
            member: member.to_owned(),
            what: crash.what.clone(),
            reason: None,
            place,
            stack: Stack::new(crash.stack.iter().map(StackFrame::told)),
            occurrences: 1,
            test: Some(crash.name.clone()),
            reproduction: None,
        }
    }

    /// A row for each function, as llvm-cov counts it. What the compiler makes no code for is one region that is never
    /// reached.
    fn rows(&self, product: &Product) -> Vec<produce::UnitRow> {
        let project = &self.project;
        let emitted = emitted(&project.program, [self.main()]);
        let row = |(unit, goals): (::coverage::UnitId, &::coverage::Unit)| {
            let has_code = emitted.contains(&goals.function);
            let folded = goals.decisions.iter().flat_map(|goal| &goal.folded);
            let tests = match goals.function == self.main() {
                true => product.kept.len(),
                false => 0,
            };
            produce::UnitRow {
                unit,
                name: goals.name.clone(),
                row: match has_code {
                    true => product.coverage.row(unit),
                    false => Row { regions: Share { covered: 0, total: 1 }, ..Row::default() },
                },
                emitted: has_code,
                constant: folded.filter(|folded| has_code && **folded).count(),
                tests,
                reason: None,
                time: std::time::Duration::ZERO,
            }
        };
        project.goals.units.iter().map(row).collect()
    }

    /// The product as functions have it, without tests.
    fn plain(&self, product: &Product) -> produce::Product {
        produce::Product {
            tests: Vec::new(),
            findings: Vec::new(),
            said: BTreeMap::new(),
            causes: BTreeMap::new(),
            coverage: product.coverage.clone(),
            reached: product.reached.clone(),
            found: product.found.clone(),
            skipped: Vec::new(),
            left_out: Vec::new(),
            flaky: Vec::new(),
            ends: product.ends.clone(),
            died: product.died.clone(),
            mutants: IdVec::new(),
            chances: suite::tries::Chances::default(),
            score: suite::tries::Score::default(),
            verdicts: BTreeMap::new(),
            next: produce::Next::default(),
            criteria: product.settings.criteria,
            budget: product.settings.budget.clone(),
            statistics: product.statistics.clone(),
        }
    }
}
