//! Where scenarios are run with everything observed.

use super::idle::counted_back;
use super::usual::usual;
use super::{Project, models};
use crate::Uninitialised;
use crate::libc::{Captured, Output, Stream};
use crate::teardown::Leaving;
use generate::clock::Deadline;
use generate::stubs;
use machine::{Config, Context, Machine, Models, Stop, Value};
use program::{BlockId, Edit, FuncId, Program, SiteId, Type};
use scenario::{Argument, Scenario, Statement};
use std::sync::Arc;
use suite::kill::{number, way};
use suite::{Known, Rehearsal, Sight, Usual};
use trace::{Handed, Limit, Mode, Observed, Outcome, RunError, Runner, Trace};

/// Output that nobody reads.
pub(crate) struct Dropped;

impl Output for Dropped {
    fn write(&self, _: Stream, _: &[u8]) {}
}

/// A test may not rely on a system that refuses to give nearly all the memory there is: such a run ends.
pub(super) fn refuse_huge(models: &mut Models) {
    models.add("__ferret_too_large", |_: &mut dyn Context, _: &[Value]| {
        Err(Stop::Limit(Limit::Memory))
    });
}

/// Runs scenarios with everything observed.
pub(super) struct Stage<'p> {
    pub project: &'p Project,
    pub machine: Machine,
    output: Arc<Captured>,
    /// Blocks of the heap that the last run left.
    left: Vec<u64>,
    /// Writes out what is still buffered.
    flush: Option<FuncId>,
    /// What the run left that was seen last.
    last: Trace,
    /// Whether the call that a fact is about is counted from the end of the scenario.
    pub counts_back: bool,
    /// The numbers that a person would pass.
    usual: Arc<Usual>,
    /// When to stop making tests better.
    pub deadline: Option<Deadline>,
}

impl<'p> Stage<'p> {
    /// What a read gives of what was never written.
    pub fn uninitialised(&self) -> Uninitialised {
        self.project.uninitialised
    }

    pub fn new(project: &'p Project) -> Result<Self, RunError> {
        let config = Config { observe_all: true, record_decisions: true, ..project.config() };
        let output = Arc::new(Captured::default());
        let mut models = models(&project.program, &project.goals, Arc::clone(&output) as _);
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
            counts_back: false,
            usual: Arc::new(usual(&project.program.catalogue)),
            deadline: None,
        })
    }
}

impl Leaving for Stage<'_> {
    fn left(&self) -> &[u64] {
        &self.left
    }

    fn pointer_at(&self, address: u64) -> Option<u64> {
        Some(self.machine.peek(address, Type::Ptr.bytes())? as u64)
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
            let fact = |check| match self.counts_back {
                true => counted_back(scenario, check),
                false => number(check),
            };
            let facts = checks.iter().map(fact).collect();
            let is_fine = self.may_end(&trace.outcome);
            let is_cut = trace.outcome == Outcome::Exhausted(Limit::Steps);
            Sight { ending, is_fine, facts, is_cut, steps: trace.steps }
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

    fn usual(&self) -> Arc<Usual> {
        Arc::clone(&self.usual)
    }

    fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(Deadline::is_over)
    }

    fn known_at(&self, address: u64) -> Option<Known> {
        let Program { functions, globals, .. } = &*self.project.program;
        if let Some(id) = self.machine.function_at(address) {
            let known = &functions[id];
            let is_known = self.project.is_known(known.home.as_deref(), known.source_name());
            return is_known.then_some(Known::Function(id));
        }
        let global = self.machine.global_at(address).filter(|id| {
            let known = &globals[*id];
            self.project.is_known(known.home.as_deref(), known.source_name())
        });
        global.map(Known::Global)
    }
}
