//! Running scenarios and tests of a project: for a search, and for good.

use super::look_ups::LookUps;
use super::thrown::Thrown;
use super::{MAX_STEPS, Project, may_end};
use crate::write::{JavaTest, Subject, closer, resources};
use ::coverage::Goals;
use generate::clock::Deadline;
use jvm::natives::{Look, Outside, Questions};
use jvm::run::{Error, Prepared};
use machine::{Captured, Config};
use program::{BlockId, Edit, FuncId, Program, SiteId};
use scenario::{Argument, Scenario, Statement, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;
use suite::assemble::subject_of;
use suite::footprint::Footprint;
use suite::kill::way;
use suite::{Rehearsal, Sight, Usual};
use trace::{Force, Limit, Mode, Observed, Outcome, Probe, RunError, Runner, Trace, Watch};

/// A machine for a search: a run that ended in a way that no test may end in is unusable.
///
/// Where runs end at all they mostly end soon, and those that do not would take nearly all of the time. So a run that
/// takes many steps is given up, but for one in so many scenarios.
pub(super) struct JavaRunner {
    prepared: Prepared,
    thrown: Arc<Thrown>,
    /// Steps of most runs, and of those that are run on.
    steps: (u64, u64),
}

/// Steps after which most runs are given up.
const FEW_STEPS: u64 = 100_000;

/// One in so many scenarios is run on.
const PATIENT: u64 = 8;

/// Whether a scenario is run on: always the same ones, and any of them may be.
fn is_patient(scenario: &Scenario) -> bool {
    let mut sum = scenario.statements.len() as u64;
    let mut add = |bits: u128| {
        let folded = (bits ^ (bits >> 64)) as u64;
        sum = (sum ^ folded).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    };
    for statement in &scenario.statements {
        match statement {
            Statement::Value { bits, .. } => add(*bits),
            Statement::Array { array, .. } => array.elements.iter().for_each(|bits| add(*bits)),
            Statement::Call { function, .. } => add(u128::from(function.0)),
            _ => {}
        }
    }
    sum.is_multiple_of(PATIENT)
}

impl JavaRunner {
    /// A machine whose runs may need so many steps for a start, and may be given so many beyond.
    pub fn new(prepared: Prepared, thrown: Arc<Thrown>, (start, most): (u64, Option<u64>)) -> Self {
        let within = |steps: u64| start + most.map_or(steps, |most| most.min(steps));
        let steps = (within(FEW_STEPS), start + most.unwrap_or(MAX_STEPS));
        Self { prepared, thrown, steps }
    }

    fn judge(&self, scenario: &Scenario, trace: &mut Trace) {
        let program = self.prepared.machine.program();
        self.thrown.note(program, scenario, trace, || self.prepared.place_thrown(trace));
        let is_over = matches!(trace.outcome, Outcome::Threw { .. } | Outcome::Exited(_));
        if is_over && !may_end(self.prepared.machine.program(), &trace.outcome) {
            let ended = std::mem::take(&mut trace.outcome);
            trace.outcome = Outcome::Unusable(Box::new(ended));
        }
    }
}

impl Runner for JavaRunner {
    fn run(&mut self, scenario: &Scenario, mode: Mode, trace: &mut Trace) -> Result<(), RunError> {
        let machine = &mut self.prepared.machine;
        let (few, most) = self.steps;
        machine.set_max_steps(few);
        machine.run(scenario, mode, trace)?;
        if most > few && trace.outcome == Outcome::Exhausted(Limit::Steps) && is_patient(scenario) {
            machine.set_max_steps(most);
            machine.run(scenario, mode, trace)?;
        }
        self.judge(scenario, trace);
        Ok(())
    }

    fn run_forced(
        &mut self,
        scenario: &Scenario,
        force: Force,
        trace: &mut Trace,
    ) -> Result<bool, RunError> {
        let forced = self.prepared.machine.run_forced(scenario, force, trace)?;
        self.judge(scenario, trace);
        Ok(forced)
    }

    fn set_probes(&mut self, probes: &[Arc<Probe>]) {
        self.prepared.machine.set_probes(probes);
    }

    fn set_watch(&mut self, watch: Option<Watch>) {
        self.prepared.machine.set_watch(watch);
    }

    fn pool(&self) -> &term::Pool {
        self.prepared.machine.pool()
    }
}

/// Whether a scenario says what standard input is.
pub(super) fn gives_input(scenario: &Scenario) -> bool {
    let is_input = |statement: &Statement| matches!(statement, Statement::StandardInput(_));
    scenario.statements.iter().any(is_input)
}

/// The place of the last call of a scenario.
pub(super) fn last_call(scenario: &Scenario) -> Option<usize> {
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    scenario.statements.iter().rposition(is_call)
}

/// A machine for tests: decisions are kept, and what is printed.
pub struct Stage<'p> {
    pub(super) project: &'p Project,
    pub(super) prepared: Prepared,
    /// A machine in another environment, once it is needed.
    elsewhere: Option<(Prepared, Arc<Captured>)>,
    pub(super) output: Arc<Captured>,
    /// Checks that held in one of the environment only.
    pub(super) shaky: usize,
    /// What objects are asked, by the class.
    pub(super) questions: Arc<Questions>,
    /// What objects are asked for what they were handed, by the class.
    pub(super) look_ups: LookUps,
    /// Whether objects are asked for all that they still give, by the class.
    pub(super) drained: BTreeMap<String, bool>,
    /// What the run left that was looked at last.
    pub(super) last: Trace,
    /// Whether tests close what they open.
    pub(super) closes: bool,
    /// A trace whose memory is used again.
    pub(super) spare: Trace,
    /// Whether the program runs with a mistake.
    pub(super) is_mutated: bool,
    /// The numbers that a person would pass.
    usual: Arc<Usual>,
    /// When to stop making tests better.
    pub(super) deadline: Option<Deadline>,
}

/// How many times as many steps a run elsewhere may take: what is warm at home is cold there.
const PATIENCE: u64 = 4;

impl<'p> Stage<'p> {
    /// A machine of its own.
    ///
    /// # Errors
    ///
    /// When the library does not come up again.
    pub fn new(project: &'p Project) -> Result<Self, Error> {
        let output = Arc::new(Captured::default());
        let config = Config { record_decisions: true, ..Project::config(project.start) };
        let prepared = project.mould.cast(config, Arc::clone(&output) as _)?;
        Ok(Self {
            project,
            prepared,
            elsewhere: None,
            output,
            shaky: 0,
            questions: Arc::new(project.questions()),
            look_ups: project.look_ups(),
            drained: BTreeMap::new(),
            last: Trace::default(),
            closes: true,
            spare: Trace::default(),
            is_mutated: false,
            usual: Arc::new(project.usual()),
            deadline: None,
        })
    }

    /// The same, ready to run mutants.
    ///
    /// # Errors
    ///
    /// When the library does not come up again.
    pub fn for_mutants(project: &'p Project) -> Result<Self, Error> {
        let mut stage = Self::new(project)?;
        let units = project.goals.units.values().map(|unit| unit.function);
        stage.prepared.machine.count_blocks(&units.collect::<Vec<_>>());
        Ok(stage)
    }

    /// Does something on a machine in another environment.
    pub(super) fn elsewhere<R>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<R, RunError>,
    ) -> Result<R, RunError> {
        let mut other = match self.elsewhere.take() {
            Some(other) => other,
            None => {
                let config = Project::config(self.project.start);
                let max_steps = config.max_steps.saturating_mul(PATIENCE);
                let config = Config { record_decisions: true, max_steps, ..config };
                let silent = Arc::new(Captured::default());
                let cast = self.project.mould.cast_elsewhere(config, Arc::clone(&silent) as _);
                (cast.map_err(Error::into_run)?, silent)
            }
        };
        std::mem::swap(&mut self.prepared, &mut other.0);
        std::mem::swap(&mut self.output, &mut other.1);
        let result = work(self);
        std::mem::swap(&mut self.prepared, &mut other.0);
        std::mem::swap(&mut self.output, &mut other.1);
        self.elsewhere = Some(other);
        result
    }

    /// A scenario without what comes behind an exception.
    pub(super) fn ended(&mut self, scenario: &Scenario) -> Result<Scenario, RunError> {
        let mut trace = Trace::default();
        self.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
        let mut scenario = scenario.clone();
        if let Outcome::Threw { .. } = trace.outcome {
            scenario.statements.truncate(trace.statement + 1);
            scenario.prune();
        }
        Ok(scenario)
    }

    /// How far a test goes out of its process.
    pub(super) fn goes_outside(&mut self, test: &JavaTest) -> Result<Outside, RunError> {
        self.prepared.take_outside();
        self.run_test(test, &mut Trace::default())?;
        Ok(self.prepared.take_outside())
    }

    /// Runs a test with all that its checks call.
    fn run_test(&mut self, test: &JavaTest, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = self.whole(test);
        self.prepared.machine.run(&scenario, Mode::Concrete, trace)
    }

    /// Runs a test and keeps how near it came to each outcome.
    pub(super) fn run_graded(
        &mut self,
        test: &JavaTest,
        trace: &mut Trace,
    ) -> Result<(), RunError> {
        let scenario = self.whole(test);
        self.prepared.machine.run(&scenario, Mode::Graded, trace)
    }

    /// The same as [`Self::run_test`] where the test before has left off: in a JVM too they all see the same static fields.
    pub(super) fn run_next(&mut self, test: &JavaTest, trace: &mut Trace) -> Result<(), RunError> {
        let scenario = self.whole(test);
        self.prepared.run_on(&scenario, trace)
    }

    /// The method that threw what a run of a scenario ended with, and the class of that.
    pub(super) fn thrown(&self, scenario: &Scenario, trace: &Trace) -> Option<(String, String)> {
        let Outcome::Threw { class, .. } = trace.outcome else { return None };
        let function = subject_of(scenario)?;
        let class = self.prepared.machine.program().classes[class].name.clone();
        Some((self.project.method_name(function), class))
    }

    /// A test as a scenario, which the machine is made ready for.
    fn whole(&self, test: &JavaTest) -> Scenario {
        let mut scenario = test.scenario.clone();
        if gives_input(&scenario) {
            let function = self.prepared.entries().input;
            let renewed = Statement::Call { result: None, function, arguments: Vec::new() };
            scenario.statements.insert(0, renewed);
        }
        let entries = self.prepared.entries();
        let mut looks = Vec::new();
        for check in &test.checks {
            let (function, arguments) = match &check.subject {
                Subject::Call { function, arguments } => (*function, arguments.clone()),
                Subject::Text(variable) => (entries.text, vec![*variable]),
                Subject::Path { of, steps } => {
                    looks.push(Look::Along(steps.clone()));
                    (entries.see, vec![*of])
                }
                Subject::Drained(variable) => {
                    looks.push(Look::Drained);
                    (entries.see, vec![*variable])
                }
                Subject::Variable(_)
                | Subject::Element(..)
                | Subject::Length(_)
                | Subject::Output => continue,
            };
            let arguments = arguments.into_iter().map(Argument::Variable).collect();
            scenario.statements.push(Statement::Call { result: None, function, arguments });
        }
        for (function, variable) in self.closings(&test.scenario) {
            let arguments = vec![Argument::Variable(variable)];
            scenario.statements.push(Statement::Call { result: None, function, arguments });
        }
        self.prepared.look_at(&self.questions, looks);
        scenario
    }

    /// The calls that close what a scenario opens, as far as the catalogue has them.
    fn closings(&self, scenario: &Scenario) -> Vec<(FuncId, VarId)> {
        if !self.closes {
            return Vec::new();
        }
        let Project { api, program, mould, .. } = self.project;
        let world = mould.world();
        let fits = |given: &str, wanted: &str| {
            let known = world.known_class(given).zip(world.known_class(wanted));
            known.is_some_and(|(given, wanted)| world.is_subtype(program, given, wanted))
        };
        let is_closeable = |class: &str| fits(class, "java/lang/AutoCloseable");
        let opened = resources(api, program, &is_closeable, scenario).into_iter().rev();
        opened
            .filter_map(|(variable, class)| Some((closer(api, program, &fits, &class)?, variable)))
            .collect()
    }
}

impl Rehearsal for Stage<'_> {
    fn program(&self) -> &Program {
        &self.project.program
    }

    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
        self.output.take();
        self.prepared.machine.run(scenario, Mode::Concrete, trace)?;
        Ok(self.output.take().0)
    }

    /// The second run is one in another environment. What it prints or gives on the way does not matter: what tests say
    /// is compared when they say it. But it must end in the same way, and cover the same.
    fn agrees(
        &mut self,
        goals: &Arc<Goals>,
        scenario: &Scenario,
        first: &Trace,
        _output: &[u8],
    ) -> Result<bool, RunError> {
        let ended = |stage: &Self, trace: &Trace| match &trace.outcome {
            // Classes that came late have other numbers there.
            Outcome::Threw { class, .. } => {
                let class = &stage.prepared.machine.program().classes[*class];
                Some((trace.statement, class.name.clone()))
            }
            _ => None,
        };
        let here = ended(self, first);
        let (second, there) = self.elsewhere(|stage| {
            let mut trace = Trace::default();
            stage.prepared.machine.run(scenario, Mode::Concrete, &mut trace)?;
            let there = ended(stage, &trace);
            Ok((trace, there))
        })?;
        let alike = match (here, there) {
            (None, None) => first.outcome == second.outcome,
            (here, there) => here == there,
        };
        Ok(alike && Footprint::of(goals, first).goals == Footprint::of(goals, &second).goals)
    }

    fn mutate(&mut self, edit: Option<&Edit>) -> bool {
        self.is_mutated = edit.is_some();
        self.prepared.machine.edit(edit)
    }

    fn sight(&mut self, scenario: &Scenario, steps: Option<u64>) -> Result<Sight, RunError> {
        let usual = steps.map(|steps| self.prepared.machine.set_max_steps(steps));
        let sight = self.see(scenario);
        if let Some(usual) = usual {
            self.prepared.machine.set_max_steps(usual);
        }
        match sight {
            // A scenario that was cut or varied may use what is no longer made: no test, and no reason to stop.
            Err(RunError::VariableType { .. }) => Ok(Sight::default()),
            sight => sight,
        }
    }

    fn symbolic(&mut self) -> Option<(&mut dyn Runner, Option<SiteId>)> {
        let site = self.prepared.machine.probe_site();
        Some((&mut self.prepared.machine, site))
    }

    fn came_by(&self, function: FuncId, block: BlockId) -> bool {
        let counter = self.prepared.machine.block_counter(function, block);
        counter.is_some_and(|counter| self.last.counters.get(counter) > 0)
    }

    /// Zero, null and false: much else could give the same.
    fn is_blank(&self, scenario: &Scenario, trace: &Trace) -> bool {
        let last = last_call(scenario);
        let seen = trace.observations.iter().filter(|seen| Some(seen.statement) == last);
        let mut seen = seen.flat_map(|seen| &seen.seen);
        seen.any(|seen| matches!(seen, Observed::Result { bits: 0, .. }))
    }

    fn way(&self) -> u64 {
        way(&self.last.counters)
    }

    fn takes_apart(&self) -> bool {
        true
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    fn usual(&self) -> Arc<Usual> {
        Arc::clone(&self.usual)
    }

    fn may_end(&self, outcome: &Outcome) -> bool {
        may_end(self.prepared.machine.program(), outcome)
    }
}
