//! A stage for programs in the text form of the IR: a test sees what calls give.

use coverage::Goals;
use generate::Subject;
use machine::{Config, Machine, Models};
use mutation::{Mutant, MutantId, Operator, Returned, Rules};
use program::{BlockId, Callee, Edit, FuncId, IdVec, Program, SiteId, SiteTable};
use scenario::Scenario;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use suite::kill::way;
use suite::{Rehearsal, Sight};
use trace::{Mode, Outcome, RunError, Runner, Trace};

/// All operators, and nothing that the IR does not say.
struct Plain;

impl Rules for Plain {
    fn uses(&self, _: Operator) -> bool {
        true
    }

    fn may_leave_out(&self, _: Callee) -> bool {
        true
    }

    fn completes(&self, _: Callee) -> bool {
        false
    }

    fn name(&self, _: Callee) -> String {
        "a function".to_owned()
    }

    fn returned(&self, _: FuncId) -> Returned {
        Returned::Plain
    }
}

/// A program of one function, and its mutants.
pub struct Ir {
    pub program: Arc<Program>,
    pub goals: Arc<Goals>,
    pub mutants: IdVec<MutantId, Mutant>,
    pub max_steps: u64,
}

impl Ir {
    pub fn new(program: Program) -> Self {
        let sites = SiteTable::new(&program);
        let own: Vec<FuncId> = program.functions.ids().collect();
        let units = own.iter().map(|own| coverage::sites::unit(&program, &sites, *own));
        let goals = Arc::new(Goals::new(&program, units.collect()));
        let mutants = mutation::mutants(&program, own, &Plain);
        Self { program: Arc::new(program), goals, mutants, max_steps: 10_000 }
    }

    fn machine(&self) -> Result<Machine, RunError> {
        let config = Config { max_steps: self.max_steps, memory: 1 << 24, ..Config::default() };
        Machine::new(Arc::clone(&self.program), config, Models::standard())
    }

    pub fn subject(&self) -> Subject<'_> {
        Subject {
            program: &self.program,
            goals: Arc::clone(&self.goals),
            functions: self.program.functions.ids().collect(),
            calls: None,
            handed: BTreeMap::new(),
            texts: Vec::new(),
            runner: Box::new(|| Ok(Box::new(self.machine()?))),
        }
    }

    pub fn stage(&self) -> Stage {
        let mut machine = self.machine().expect("the program fits into the machine");
        machine.count_blocks(&self.program.functions.ids().collect::<Vec<_>>());
        Stage { program: Arc::clone(&self.program), machine, last: Trace::default() }
    }
}

/// Runs scenarios.
pub struct Stage {
    program: Arc<Program>,
    machine: Machine,
    last: Trace,
}

impl Rehearsal for Stage {
    fn program(&self) -> &Program {
        &self.program
    }

    fn run(&mut self, scenario: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
        self.machine.run(scenario, Mode::Concrete, trace)?;
        Ok(Vec::new())
    }

    fn mutate(&mut self, edit: Option<&Edit>) -> bool {
        self.machine.edit(edit)
    }

    fn sight(&mut self, scenario: &Scenario, steps: Option<u64>) -> Result<Sight, RunError> {
        let usual = steps.map(|steps| self.machine.set_max_steps(steps));
        self.machine.run(scenario, Mode::Concrete, &mut self.last)?;
        if let Some(usual) = usual {
            self.machine.set_max_steps(usual);
        }
        let is_fine = self.last.outcome == Outcome::Returned;
        let fact = |seen| {
            let mut hasher = std::hash::DefaultHasher::new();
            format!("{seen:?}").hash(&mut hasher);
            hasher.finish()
        };
        let facts = self.last.observations.iter().map(fact).collect();
        let is_cut = self.last.outcome == Outcome::Exhausted(trace::Limit::Steps);
        Ok(Sight { ending: u64::from(is_fine), is_fine, facts, is_cut, steps: self.last.steps })
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
}
