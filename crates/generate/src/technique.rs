//! Techniques, and what they work with.

use crate::approached::Approached;
use crate::archive::{Archive, Endless, Finding, Kept, Seed, trap_of};
use crate::batch::{self, Candidate, Ends, Task, Trial, Worker};
use crate::budget::{Account, Budget};
use crate::curve::{Step, curve};
use crate::search::Searched;
use crate::subject::{Subject, Unit};
use coverage::{Coverage, Criteria, GoalId, PairRule};
use explore::Bounds;
use program::FuncId;
use scenario::make::{DynamicConstants, Limits};
use scenario::{Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;
use trace::{Mode, Outcome, RunError, Trap};

/// A way to make scenarios.
pub trait Technique {
    /// Its name.
    fn name(&self) -> &'static str;

    /// Works until nothing is left to cover or the budget is spent.
    ///
    /// # Errors
    ///
    /// When no runner can be made.
    fn run(&self, session: &mut Session<'_, '_>) -> Result<(), RunError>;

    /// Whether paths are to hold branches that no input decides, too.
    fn wants_all_branches(&self) -> bool {
        false
    }
}

/// How to work.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What all choices come from.
    pub seed: u64,
    /// How much work is done.
    pub budget: Budget,
    /// How many threads work; the result does not depend on it unless time is limited.
    pub jobs: usize,
    /// Which goals count.
    pub criteria: Criteria,
    /// The share of the goals, from 0 to 1, that is enough (paper CAUT's β); all without.
    pub until: Option<f64>,
    /// When two evaluations of a decision show the independence of a condition.
    pub rule: PairRule,
    /// How far inputs go.
    pub limits: Limits,
    /// Steps after which a run is given up; without, as many as the language's front-end thinks right.
    pub max_steps: Option<u64>,
    /// The share of the budget, from 0 to 1, that is kept for killing mutants, who also get what the search leaves;
    /// nothing is mutated without.
    pub mutation: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            seed: 0,
            budget: Budget::time(Duration::from_secs(10)),
            jobs: 1,
            criteria: Criteria::default(),
            until: None,
            rule: PairRule::default(),
            limits: Limits::default(),
            max_steps: None,
            mutation: 0.0,
        }
    }
}

/// How far the work has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Executions so far.
    pub executions: u64,
    /// Goals that count and are covered.
    pub covered: usize,
    /// Goals that count.
    pub goals: usize,
    /// Scenarios kept.
    pub kept: usize,
    /// Different things that the program must not do, and did.
    pub findings: usize,
    /// Questions that each layer of the solver answered, in their order, if the technique has one.
    pub layers: Vec<(&'static str, u64)>,
    /// Time since the start.
    pub elapsed: Duration,
}

/// What became of the questions that a solver was asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Those with a solution.
    pub solved: u64,
    /// Those that have none.
    pub unsatisfiable: u64,
    /// Those that stayed open.
    pub unknown: u64,
    /// Solutions whose run went another way than was foreseen.
    pub diverged: u64,
    /// Different paths.
    pub paths: u64,
    /// Runs for candidates that the strategy chose; the others were starts, repairs and the like.
    pub chosen: u64,
    /// Questions that did not have to be asked, since nothing uncovered lies behind them.
    pub irrelevant: u64,
}

impl Answers {
    /// Those that an exploration tells of.
    pub(crate) fn of(done: &explore::Statistics) -> Self {
        Self {
            solved: done.satisfiable,
            unsatisfiable: done.unsatisfiable,
            unknown: done.unknown,
            diverged: done.diverged,
            paths: done.paths,
            chosen: done.chosen,
            irrelevant: done.irrelevant,
        }
    }
}

/// What one of several ways to work did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Its name.
    pub arm: &'static str,
    /// Executions.
    pub executions: u64,
    /// Goals that were covered while it worked.
    pub goals: u64,
    /// The time that it took.
    pub time: Duration,
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Executions.
    pub executions: u64,
    /// What a solver was asked, if the technique has one.
    pub answers: Answers,
    /// The same by the outcome that a question was about.
    pub asked: explore::Questions,
    /// How near runs came to outcomes that they did not take, those included that were not kept.
    pub approached: Approached,
    /// What became of path conditions over the state at the entry of functions.
    pub frontier: explore::entry::Tally,
    /// Questions that each of its layers answered, in their order.
    pub layers: Vec<(&'static str, u64)>,
    /// What each way to work did, where a technique has several.
    pub shares: Vec<Share>,
    /// How goals that the criteria ask for were covered; of many steps, some.
    pub curve: Vec<Step>,
    /// Batches of tasks.
    pub batches: u64,
    /// Scenarios that the runner refused; there should be none.
    pub refused: u64,
    /// Executions by function.
    pub by_function: BTreeMap<FuncId, u64>,
    /// How the executions for a function ended.
    pub ends: BTreeMap<FuncId, Ends>,
    /// Functions whose paths to some target were too many to be all followed.
    pub bounded: BTreeSet<FuncId>,
    /// Time that threads spent on a function.
    pub time: BTreeMap<FuncId, Duration>,
    /// Time in all.
    pub elapsed: Duration,
}

/// What came of the work.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Scenarios that covered a goal first, in the order in which they were found.
    pub kept: Vec<Kept>,
    /// What the program must not do and did, in order of kind and place.
    pub findings: Vec<Finding>,
    /// What may never end, one for each function, in their order.
    pub endless: Vec<Endless>,
    /// What is covered by the scenarios kept.
    pub coverage: Coverage,
    /// How far functions were explored, those that were explored to an end.
    pub ends: BTreeMap<FuncId, Bounds>,
    /// Goals that are not covered but were reached by runs that came to a bad end.
    pub died: BTreeSet<GoalId>,
    /// What came of the search for each target, where each had one of its own.
    pub searched: Vec<Searched>,
    /// Functions that no scenario can be made for, and why.
    pub skipped: Vec<(FuncId, String)>,
    /// What was done.
    pub statistics: Statistics,
}

/// What a technique works with.
pub struct Session<'a, 's> {
    /// The functions that scenarios are made for.
    pub units: Vec<Unit<'s>>,
    settings: Settings,
    archive: Archive,
    account: Account,
    workers: Vec<Worker>,
    work: u64,
    dynamic: Arc<DynamicConstants>,
    statistics: Statistics,
    ends: BTreeMap<FuncId, Bounds>,
    died: BTreeSet<GoalId>,
    searched: Vec<Searched>,
    bounded: BTreeSet<FuncId>,
    progress: &'a mut dyn FnMut(&Progress),
}

impl Session<'_, '_> {
    /// How to work.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What is worth keeping so far.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Executions that may still be made; none when the time is up.
    pub fn left(&self) -> u64 {
        self.account.left()
    }

    /// Executions made so far.
    pub fn spent(&self) -> u64 {
        self.account.spent()
    }

    /// Begins a turn: tasks of batches end when so much time is up, and those that have not begun are left alone. Without
    /// any, ends it.
    pub fn turn(&mut self, time: Option<Duration>) {
        self.account.turn(time);
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.account.elapsed()
    }

    /// What the executions so far cost, in steps of the machine.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Values that runs compared where they came near something that is open.
    pub fn dynamic(&self) -> &Arc<DynamicConstants> {
        &self.dynamic
    }

    /// Lets values be drawn that runs compared.
    pub fn meet(&mut self, dynamic: Arc<DynamicConstants>) {
        for Unit { maker, .. } in &mut self.units {
            *maker = maker.with_pool(maker.pool().with_dynamic(Arc::clone(&dynamic)));
        }
        self.dynamic = dynamic;
    }

    /// Executions made for a function so far.
    pub fn spent_on(&self, function: FuncId) -> u64 {
        self.statistics.by_function.get(&function).copied().unwrap_or(0)
    }

    /// The units, by their place in the list, that have goals to cover; none if enough is covered.
    pub fn open_units(&self) -> Vec<usize> {
        if let Some(until) = self.settings.until {
            let Progress { covered, goals, .. } = self.progress();
            if covered as f64 >= until * goals as f64 {
                return Vec::new();
            }
        }
        let goals = self.archive.coverage.goals();
        let mut open = vec![false; goals.units.len()];
        for goal in self.archive.coverage.open(self.aims()) {
            open[goals.goals[goal].unit.0 as usize] = true;
        }
        let is_open = |unit: &Unit<'_>| {
            let mut own = unit.beyond.iter().chain([&unit.unit]);
            own.any(|unit| open[unit.0 as usize])
        };
        (0..self.units.len()).filter(|unit| is_open(&self.units[*unit])).collect()
    }

    /// Carries out tasks and keeps what comes of them, in their order. Scenarios that seem new are executed
    /// once more, which the budget is not charged for.
    pub fn batch<T: Task>(
        &mut self,
        tasks: &[T],
        function: impl Fn(&T) -> FuncId,
        work: impl Fn(&mut Trial<'_>, &T) + Sync,
    ) {
        let deadlines = self.account.deadlines();
        let harvests = batch::run(&mut self.workers, &self.archive, deadlines, tasks, &work);
        let before = self.archive.kept.len();
        let mut executions = 0;
        for (task, harvest) in tasks.iter().zip(harvests) {
            let function = function(task);
            let before = self.account.spent() + executions;
            executions += harvest.executions;
            self.work += harvest.work;
            self.statistics.refused += harvest.refused;
            *self.statistics.by_function.entry(function).or_default() += harvest.executions;
            *self.statistics.time.entry(function).or_default() += harvest.time;
            self.statistics.ends.entry(function).or_default().add(harvest.ends);
            self.statistics.approached.join(harvest.approached);
            for candidate in harvest.candidates {
                if let Some(trace) = self.workers[0].replay(&candidate.scenario) {
                    let execution = before + candidate.execution;
                    let Candidate { function, scenario, .. } = &candidate;
                    self.archive.consider(*function, scenario, trace, execution);
                }
            }
            for finding in harvest.findings.into_values() {
                self.archive.report(finding);
            }
            for suspect in harvest.endless.into_values() {
                suspect.join(&mut self.archive.endless);
            }
        }
        if self.archive.kept.len() > before {
            for worker in &mut self.workers {
                worker.catch_up(&self.archive.coverage);
            }
        }
        self.account.spend(executions);
        self.statistics.batches += 1;
        let progress = self.progress();
        (self.progress)(&progress);
    }

    /// Executes scenarios that were there before. Those that are the first of them to cover something are what others
    /// start from.
    fn plant(&mut self, seeds: Vec<Scenario>) {
        let functions: Vec<FuncId> = self.units.iter().map(|unit| unit.function).collect();
        let coverage = &self.archive.coverage;
        let mut among = Coverage::new(Arc::clone(coverage.goals()), coverage.rule());
        for scenario in seeds {
            if self.account.left() == 0 {
                break;
            }
            self.account.spend(1);
            let Some(trace) = self.workers[0].replay(&scenario) else {
                self.statistics.refused += 1;
                continue;
            };
            self.work += batch::cost(Mode::Concrete, trace.steps);
            let clean = matches!(
                trace.outcome,
                Outcome::Returned | Outcome::Exited(_) | Outcome::Threw { .. }
            );
            if let Some(trap) = trap_of(trace) {
                let trapped = trapped(&self.units, &scenario, trap, trace.statement);
                trapped.into_iter().for_each(|finding| self.archive.report(finding));
            }
            let first = clean && !among.update(trace).is_empty();
            let seed = Seed::new(scenario, &functions);
            let Some((function, _)) = seed.until.first().filter(|_| first) else { continue };
            self.archive.consider(*function, &seed.scenario, trace, self.account.spent());
            self.archive.seeds.push(seed);
        }
        for worker in &mut self.workers {
            worker.catch_up(&self.archive.coverage);
        }
    }

    /// Adds what a solver answered and what became of it.
    pub fn answers(&mut self, answers: Answers) {
        let sum = &mut self.statistics.answers;
        sum.paths += answers.paths;
        sum.solved += answers.solved;
        sum.unsatisfiable += answers.unsatisfiable;
        sum.unknown += answers.unknown;
        sum.diverged += answers.diverged;
        sum.irrelevant += answers.irrelevant;
        sum.chosen += answers.chosen;
    }

    /// Adds what a solver was asked about each outcome.
    pub fn asked(&mut self, questions: &explore::Questions) {
        self.statistics.asked.add(questions);
    }

    /// Adds what became of path conditions over the state at the entry of functions.
    pub fn frontier(&mut self, tally: explore::entry::Tally) {
        self.statistics.frontier.add(&tally);
    }

    /// Notes what one of several ways to work did.
    pub fn share(&mut self, share: Share) {
        self.statistics.shares.push(share);
    }

    /// What is still aimed at: coming by mutants, if that is only one of several aims, has half of the budget, so that there
    /// is something left to notice them with.
    fn aims(&self) -> Criteria {
        let Settings { criteria, budget, .. } = &self.settings;
        let others = criteria.listed();
        let is_half = budget.executions.is_some_and(|all| self.account.spent() > all / 2)
            || budget.time.is_some_and(|all| self.account.elapsed() > all / 2);
        if is_half && others.iter().next().is_some() { others } else { *criteria }
    }

    /// Tells how many questions each layer of the solver has answered so far.
    pub fn layers(&mut self, layers: Vec<(&'static str, u64)>) {
        self.statistics.layers = layers;
    }

    /// Notes which goals, if any, were reached by runs that came to a bad end only.
    pub fn died(&mut self, reached: &Coverage) {
        let open = self.archive.coverage.open(self.settings.criteria);
        self.died.extend(open.filter(|goal| reached.is_covered(*goal)));
    }

    /// Notes what came of the search for a target.
    pub fn searched(&mut self, searched: Searched) {
        self.searched.push(searched);
    }

    /// Notes that the paths to a target in a function were too many to be all followed.
    pub fn bounded(&mut self, function: FuncId) {
        self.bounded.insert(function);
    }

    /// Notes that a function was explored to an end, and within what bounds: without any, what is not
    /// covered in it cannot be.
    pub fn end(&mut self, function: FuncId, bounds: Bounds) {
        self.ends.insert(function, bounds);
    }

    fn progress(&self) -> Progress {
        let coverage = &self.archive.coverage;
        let criteria = self.settings.criteria.told();
        let goals = coverage.goals().goals.values().filter(|goal| criteria.wants(goal)).count();
        Progress {
            executions: self.account.spent(),
            covered: goals - coverage.open(criteria).count(),
            goals,
            kept: self.archive.kept.len(),
            findings: self.archive.findings.len(),
            layers: self.statistics.layers.clone(),
            elapsed: self.account.elapsed(),
        }
    }
}

/// Lets a technique make scenarios for a subject. `progress` is told after every batch.
///
/// # Errors
///
/// When no runner can be made.
pub fn generate(
    subject: &Subject<'_>,
    technique: &dyn Technique,
    settings: &Settings,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Generated, RunError> {
    let coverage = Coverage::new(subject.goals.clone(), settings.rule);
    let start = Start { coverage, seeds: Vec::new() };
    generate_from(subject, start, technique, settings, progress)
}

/// A scenario that was there before and ends in a trap, up to the call that trapped.
fn trapped(
    units: &[Unit<'_>],
    scenario: &Scenario,
    trap: &Trap,
    statement: usize,
) -> Option<Finding> {
    let mut scenario = scenario.clone();
    scenario.statements.truncate(statement + 1);
    let Statement::Call { function, .. } = scenario.statements.last()? else { return None };
    let function = *function;
    scenario.prune();
    let unit = units.iter().find(|unit| unit.function == function)?;
    let doubts = unit.maker.doubts(&scenario);
    let is_fabricated = unit.maker.makes_up(&scenario);
    (!is_fabricated).then(|| Finding { function, scenario, doubts, trap: trap.clone() })
}

/// What is there before anything is made.
#[derive(Clone, Debug)]
pub struct Start {
    /// What need not be covered.
    pub coverage: Coverage,
    /// Scenarios to begin with, each executed once; what they cover beyond that counts.
    pub seeds: Vec<Scenario>,
}

/// Lets a technique make scenarios for what is not covered yet.
///
/// # Errors
///
/// When no runner can be made.
pub fn generate_from(
    subject: &Subject<'_>,
    Start { coverage, seeds }: Start,
    technique: &dyn Technique,
    settings: &Settings,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Generated, RunError> {
    let (units, skipped) = subject.units(settings.limits);
    let mut workers = Vec::new();
    for _ in 0..settings.jobs.max(1) {
        workers.push(Worker::new((subject.runner)()?, coverage.clone()));
    }
    let mut session = Session {
        units,
        settings: settings.clone(),
        archive: Archive::new(coverage),
        account: settings.budget.start(),
        workers,
        work: 0,
        dynamic: Arc::default(),
        statistics: Statistics::default(),
        ends: BTreeMap::new(),
        died: BTreeSet::new(),
        searched: Vec::new(),
        bounded: BTreeSet::new(),
        progress,
    };
    session.plant(seeds);
    technique.run(&mut session)?;
    let Session { archive, account, mut statistics, ends, died, searched, bounded, .. } = session;
    statistics.bounded = bounded;
    statistics.executions = account.spent();
    statistics.elapsed = account.elapsed();
    let Archive { coverage, kept, findings, endless, .. } = archive;
    statistics.curve = curve(&kept, coverage.goals(), settings.criteria.listed());
    let findings = findings.into_values().collect();
    let endless = endless.into_values().collect();
    Ok(Generated { kept, findings, endless, coverage, ends, died, searched, skipped, statistics })
}
