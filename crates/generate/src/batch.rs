//! Tasks that run side by side and do not know of each other.

use crate::approached::{Approached, Nearest};
use crate::archive::{Archive, Endless, Finding, FindingKey, key_of, size, size_up_to, trap_of};
use crate::clock::Deadline;
use crate::side_by_side::side_by_side;
use crate::subject::Unit;
use coverage::Coverage;
use fastrand::Rng;
use program::{CheckKind, FuncId};
use scenario::make::{self, Doubts};
use scenario::{Argument, Scenario, Statement};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use term::Pool;
use trace::{Asked, Force, Limit, Mode, Outcome, Probe, Runner, Trace, TrapKind, Watch};

/// Runs between two looks at the clock.
const CLOCK: u64 = 16;

/// What a thread needs to run scenarios.
pub(crate) struct Worker {
    runner: Box<dyn Runner + Send>,
    trace: Trace,
    coverage: Coverage,
    /// How near its graded runs came to each outcome, so far.
    nearest: Nearest,
}

impl Worker {
    pub fn new(runner: Box<dyn Runner + Send>, coverage: Coverage) -> Self {
        Self { runner, trace: Trace::default(), coverage, nearest: Nearest::default() }
    }

    /// Learns what is covered by now.
    pub fn catch_up(&mut self, coverage: &Coverage) {
        self.coverage.clone_from(coverage);
    }

    /// Runs a scenario outside of any task.
    pub fn replay(&mut self, scenario: &Scenario) -> Option<&Trace> {
        self.runner.run(scenario, Mode::Concrete, &mut self.trace).ok()?;
        Some(&self.trace)
    }
}

/// A scenario that may be worth keeping.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub function: FuncId,
    pub scenario: Scenario,
    /// Which execution of the task it was, the first being 1.
    pub execution: u64,
}

/// What came of a task.
#[derive(Debug, Default)]
pub(crate) struct Harvest {
    pub executions: u64,
    /// What the executions cost, in steps of the machine.
    pub work: u64,
    /// Scenarios that the runner refused.
    pub refused: u64,
    /// Scenarios that covered what was not covered before the batch, nor earlier in the task.
    pub candidates: Vec<Candidate>,
    pub findings: BTreeMap<FindingKey, Finding>,
    pub endless: BTreeMap<FuncId, Endless>,
    pub ends: Ends,
    pub approached: Approached,
    pub time: Duration,
}

/// How the executions for a function ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Executions that ended as a test may end.
    pub clean: u64,
    /// Executions that reached a limit, or ended in a way that no test may end in.
    pub limits: u64,
    /// Executions that trapped, by what happened and where.
    pub traps: BTreeMap<FindingKey, u64>,
}

impl Ends {
    /// Adds up.
    pub(crate) fn add(&mut self, other: Self) {
        self.clean += other.clean;
        self.limits += other.limits;
        for (key, count) in other.traps {
            *self.traps.entry(key).or_default() += count;
        }
    }

    /// Executions that trapped.
    pub fn trapped(&self) -> u64 {
        self.traps.values().sum()
    }

    /// What most of the trapped executions died of, and where; of two that are as frequent, the first.
    pub fn usual_trap(&self) -> Option<FindingKey> {
        let most = self.traps.values().max()?;
        self.traps.iter().find(|(_, count)| *count == most).map(|(key, _)| *key)
    }
}

/// How an execution went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// It covered a goal that nothing had covered.
    pub new: bool,
    /// It ended as a test may end: it was not a trap and no limit was reached.
    pub clean: bool,
    /// It was executed at all: the scenario fits the program.
    pub ran: bool,
    /// The scenario was given more inputs: one of open length grew, or a question was answered.
    pub reshaped: bool,
}

/// A task's access to the machine.
pub struct Trial<'t> {
    worker: &'t mut Worker,
    archive: &'t Archive,
    harvest: Harvest,
    left: u64,
    deadline: Option<&'t Deadline>,
    /// When others want to work, if that is sooner.
    turn: Option<&'t Deadline>,
    /// Whether the worker's coverage has to be put back.
    changed: bool,
    /// Whether probes have to be taken out.
    probed: bool,
}

impl Trial<'_> {
    /// What was known before the batch.
    pub fn archive(&self) -> &Archive {
        self.archive
    }

    /// What the last execution left behind.
    pub fn trace(&self) -> &Trace {
        &self.worker.trace
    }

    /// Executions that the task has made, those with which inputs grew included.
    pub fn executions(&self) -> u64 {
        self.harvest.executions
    }

    /// Executions that the task may still make.
    pub fn left(&mut self) -> u64 {
        if let Some(deadline) = self.deadline
            && self.harvest.executions.is_multiple_of(CLOCK)
            && deadline.is_over()
        {
            self.left = 0;
        }
        self.left
    }

    /// What the task's executions cost so far, in steps of the machine.
    pub fn work(&self) -> u64 {
        self.harvest.work
    }

    /// Executes a scenario of a unit. Where the program goes beyond the end of an input of open length, the
    /// input grows and the scenario is executed again, before it is called wrong.
    pub fn execute(
        &mut self,
        unit: &Unit<'_>,
        random: &mut Rng,
        scenario: &mut Scenario,
    ) -> Verdict {
        self.execute_in(Mode::Concrete, unit, random, scenario)
    }

    /// The same in a domain. But in a concrete run, what the program asked beyond the scenario's answers is
    /// written down, so that from then on it is an input.
    pub fn execute_in(
        &mut self,
        mode: Mode,
        unit: &Unit<'_>,
        random: &mut Rng,
        scenario: &mut Scenario,
    ) -> Verdict {
        let mut reshaped = false;
        loop {
            self.left = self.left.saturating_sub(1);
            self.harvest.executions += 1;
            let Worker { runner, trace, .. } = &mut *self.worker;
            let ran = runner.run(scenario, mode, trace);
            self.harvest.work += cost(mode, trace.steps);
            if ran.is_err() {
                self.harvest.refused += 1;
                return Verdict { new: false, clean: false, ran: false, reshaped };
            }
            if let Some(overrun) = trace.overrun
                && unit.maker.has_end(scenario, trace.statement, overrun.variable)
            {
                self.report(unit, scenario, Doubts::default());
            }
            if let Some(overrun) = self.worker.trace.overrun
                && make::grow(&unit.maker, random, scenario, overrun.variable, overrun.end)
            {
                reshaped = true;
                if self.left == 0 {
                    return Verdict { new: false, clean: false, ran: true, reshaped };
                }
                continue;
            }
            let trace = &self.worker.trace;
            if mode != Mode::Concrete && self.left > 0 && write_down(scenario, trace) {
                reshaped = true;
                continue;
            }
            if mode == Mode::Graded {
                self.worker.nearest.note(&trace.tally, &mut self.harvest.approached);
            }
            return Verdict { reshaped, ..self.judge(unit, scenario) };
        }
    }

    /// Executes a scenario up to a place where it is made to go another way, and gives what it did if it came there. It
    /// is work, and no execution: nothing is covered by it.
    pub fn look(&mut self, scenario: &Scenario, force: Force) -> Option<&Trace> {
        let Worker { runner, trace, .. } = &mut *self.worker;
        let forced = runner.run_forced(scenario, force, trace);
        self.harvest.work += cost(Mode::Concolic, trace.steps);
        (forced == Ok(true)).then_some(&*trace)
    }

    /// Executes a scenario once more as it is, which counts for nothing.
    pub fn again(&mut self, mode: Mode, scenario: &Scenario) -> bool {
        let Worker { runner, trace, .. } = &mut *self.worker;
        let ran = runner.run(scenario, mode, trace).is_ok();
        self.harvest.work += cost(mode, trace.steps);
        ran
    }

    /// Replaces the probes of graded runs, until the task is over.
    pub fn set_probes(&mut self, probes: &[Arc<Probe>]) {
        self.worker.runner.set_probes(probes);
        self.probed = true;
    }

    /// Says which calls are watched from now on.
    pub fn set_watch(&mut self, watch: Option<Watch>) {
        self.worker.runner.set_watch(watch);
    }

    /// What is covered, what the task has covered included.
    pub fn coverage(&self) -> &Coverage {
        &self.worker.coverage
    }

    /// Where the terms of the last execution live.
    pub fn pool(&self) -> &Pool {
        self.worker.runner.pool()
    }

    /// When the time is up at the earliest, if time is limited.
    pub fn deadline(&self) -> Option<Instant> {
        self.deadline.and_then(Deadline::on_the_wall)
    }

    /// Whether the time is up, all of it or that of a turn.
    pub fn is_late(&self) -> bool {
        [self.deadline, self.turn].into_iter().flatten().any(Deadline::is_over)
    }

    fn judge(&mut self, unit: &Unit<'_>, scenario: &Scenario) -> Verdict {
        let Worker { trace, coverage, .. } = &mut *self.worker;
        match &trace.outcome {
            Outcome::Returned | Outcome::Exited(_) | Outcome::Threw { .. } => {
                let seen = coverage.evaluations();
                let new = !coverage.update(trace).is_empty();
                if new {
                    let (scenario, execution) = (scenario.clone(), self.harvest.executions);
                    let function = unit.function;
                    self.harvest.candidates.push(Candidate { function, scenario, execution });
                }
                self.changed |= new || coverage.evaluations() != seen;
                self.harvest.ends.clean += 1;
                Verdict { new, clean: true, ran: true, reshaped: false }
            }
            Outcome::Trapped(trap) => {
                let key = key_of(self.archive.coverage.goals(), trap);
                *self.harvest.ends.traps.entry(key).or_default() += 1;
                if !unit.maker.makes_up(scenario) {
                    self.report(unit, scenario, Doubts::ALL);
                }
                Verdict { new: false, clean: false, ran: true, reshaped: false }
            }
            Outcome::Exhausted(_) | Outcome::Unusable(_) => {
                self.harvest.ends.limits += 1;
                self.suspect(unit, scenario);
                Verdict { new: false, clean: false, ran: true, reshaped: false }
            }
        }
    }

    /// Keeps a scenario that ran into the limit of steps, up to the call that did, if none as good is known.
    fn suspect(&mut self, unit: &Unit<'_>, scenario: &Scenario) {
        let Trace { outcome: Outcome::Exhausted(Limit::Steps), statement, .. } = self.worker.trace
        else {
            return;
        };
        let Some(Statement::Call { function, .. }) = scenario.statements.get(statement) else {
            return;
        };
        let known = [self.archive.endless.get(function), self.harvest.endless.get(function)];
        let known = known.into_iter().flatten().map(|known| (known.doubts, size(&known.scenario)));
        if known
            .min()
            .is_some_and(|least| least <= (Doubts::default(), size_up_to(scenario, statement)))
        {
            return;
        }
        let (function, mut scenario) = (*function, scenario.clone());
        scenario.statements.truncate(statement + 1);
        scenario.prune();
        let doubts = unit.maker.doubts(&scenario);
        Endless { function, scenario, doubts }.join(&mut self.harvest.endless);
    }

    /// Keeps a scenario that ended in a trap, up to the call that trapped, if there are no doubts about it beside some and
    /// none as good and as small is known.
    fn report(&mut self, unit: &Unit<'_>, scenario: &Scenario, most: Doubts) {
        let Some(trap) = trap_of(&self.worker.trace) else { return };
        // Who compares pointers asks for ones that belong together: that these do not is no mistake of its own.
        if trap.kind == TrapKind::Check(CheckKind::Related) {
            return;
        }
        // Who gives memory back asks for blocks of the heap: that a pointer into something, or to a variable, is none
        // is no mistake of its own.
        if trap.kind == TrapKind::InvalidFree && hands_over_no_block(scenario) {
            return;
        }
        // What was asked for in vain may be what should have been written.
        if trap.kind == TrapKind::Uninitialised && !self.worker.trace.asked.is_empty() {
            return;
        }
        let key = key_of(self.archive.coverage.goals(), trap);
        let known = [self.archive.findings.get(&key), self.harvest.findings.get(&key)];
        let last = self.worker.trace.statement;
        let least = known.into_iter().flatten().map(|known| (known.doubts, size(&known.scenario)));
        let least = least.min();
        let smaller = size_up_to(scenario, last);
        if least.is_some_and(|known| known <= (Doubts::default(), smaller)) {
            return;
        }
        let mut scenario = scenario.clone();
        scenario.statements.truncate(last + 1);
        let Some(Statement::Call { function, .. }) = scenario.statements.last() else { return };
        let function = *function;
        scenario.prune();
        let doubts = unit.maker.doubts(&scenario);
        if doubts > most || least.is_some_and(|known| known <= (doubts, smaller)) {
            return;
        }
        let trap = trap.clone();
        self.harvest.findings.insert(key, Finding { function, scenario, doubts, trap });
    }
}

/// Whether a scenario passes a pointer that cannot be a block's.
fn hands_over_no_block(scenario: &Scenario) -> bool {
    let is = |value: &Argument| {
        matches!(value, Argument::Global(_) | Argument::Function(_))
            || matches!(value, Argument::Inside(_, offset) if *offset > 0)
    };
    scenario.statements.iter().any(|statement| match statement {
        Statement::Call { arguments, .. } => arguments.iter().any(is),
        Statement::Set { value, .. } => is(value),
        _ => false,
    })
}

/// No run takes more steps than this.
const MOST_STEPS: u64 = 1 << 32;

/// What an execution costs, in steps of a concrete run: what is made of it, and its steps, which cost more where more is
/// noted. Measured on Java classes; it decides who works next, and has to be right to a factor of two.
pub(crate) fn cost(mode: Mode, steps: u64) -> u64 {
    // A copy of a senseless length is charged for before it is refused.
    let steps = steps.min(MOST_STEPS);
    match mode {
        Mode::Concrete => 500 + steps,
        Mode::Graded => 3_000 + 2 * steps,
        Mode::Concolic => 10_000 + 8 * steps,
    }
}

/// Answers of one name that are inputs.
const ANSWERS: usize = 24;

/// Writes down what a run was told that the scenario does not say, and a little more of the same for
/// what it may ask next. Gives whether anything was new.
fn write_down(scenario: &mut Scenario, trace: &Trace) -> bool {
    let mut new = false;
    for Asked { name, index, ty, bits } in &trace.asked {
        new |= make::write_down(scenario, name, *ty, *index, *bits, ANSWERS);
    }
    new
}

/// Executions and what they are for: a task of a technique.
pub trait Task: Sync {
    /// How many executions it may make.
    fn executions(&self) -> u64;
}

/// Lets workers carry out tasks; what comes of them is in the order of the tasks. All workers know what
/// is covered, and none knows what the others find.
pub(crate) fn run<T: Task>(
    workers: &mut [Worker],
    archive: &Archive,
    (deadline, turn): (Option<&Deadline>, Option<&Deadline>),
    tasks: &[T],
    work: &(dyn Fn(&mut Trial<'_>, &T) + Sync),
) -> Vec<Harvest> {
    side_by_side(workers, tasks, &|worker, task| {
        let started = Instant::now();
        // What the worker's last task left behind is not this one's to know.
        worker.trace.asked.clear();
        worker.trace.wanted.clear();
        let mut trial = Trial {
            worker,
            archive,
            harvest: Harvest::default(),
            left: task.executions(),
            deadline,
            turn,
            changed: false,
            probed: false,
        };
        if trial.left() > 0 && !trial.is_late() {
            work(&mut trial, task);
        }
        if trial.probed {
            trial.set_probes(&[]);
        }
        let Trial { mut harvest, changed, .. } = trial;
        harvest.time = started.elapsed();
        if changed {
            worker.catch_up(&archive.coverage);
        }
        harvest
    })
}
