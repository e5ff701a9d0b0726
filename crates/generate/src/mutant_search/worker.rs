//! What one thread of a search for killing tests does: it makes a scenario for a mutant and tries it on the mutants that it comes by.

use super::effort::Effort;
use super::prove::Paths;
use super::readers::Readers;
use super::{CONFLICTS, EVALUATIONS, FRESH, Grade, LOOKED_AT, MutantSearch, READ, TRIED, TWINS};
use crate::budget::Account;
use crate::random::vary;
use crate::subject::Unit;
use fastrand::Rng;
use mutation::{MutantId, Operator};
use program::{BlockId, FuncId};
use scenario::Scenario;
use scenario::make::{change, sequence, twin};
use solver::Solver;
use std::collections::BTreeSet;
use std::sync::Arc;
use suite::Rehearsal;
use suite::kill::{Kills, attempt};
use trace::{RunError, Trace};

/// A try for a mutant.
pub(super) struct Task {
    pub target: MutantId,
    /// The draft to begin with.
    pub draft: usize,
    /// Whether the solver is asked.
    pub asks: bool,
    /// The paths on which it is found out whether the mutant is equivalent.
    pub paths: Option<Arc<Paths>>,
    pub seed: u64,
    /// What it may spend.
    pub effort: Effort,
}

/// What came of a task.
#[derive(Default)]
pub(super) struct Harvest {
    pub spent: Effort,
    /// How far the mistake gets in the draft to begin with, if that was found out.
    pub grade: Option<Grade>,
    /// What the paths tell of the mutant.
    pub proof: Option<super::Verdict>,
    pub attempt: Option<Attempt>,
}

/// A scenario that was tried on mutants.
pub(super) struct Attempt {
    pub scenario: Scenario,
    /// The open mutants that it comes by, those that were tried least first.
    pub met: Vec<MutantId>,
    pub kills: Kills,
    /// Those with which the run took another way and that it does not kill.
    pub elsewhere: BTreeSet<MutantId>,
}

/// A thread's stage and what its current task has used up.
pub(super) struct Worker<'h> {
    pub stage: &'h mut (dyn Rehearsal + Send),
    /// The trace of the last symbolic run, whose memory is used again, and the terms of its path.
    pub trace: Trace,
    pub pool: term::Pool,
    /// New for each task: what a solver has seen before may change its answers.
    pub solver: Option<Solver>,
    pub random: Rng,
    /// What the task has spent, and may spend.
    pub spent: Effort,
    allowed: Effort,
}

/// What a question to the solver may cost.
pub(super) fn solver_config() -> solver::Config {
    solver::Config { evaluations: EVALUATIONS, conflicts: CONFLICTS, ..solver::Config::default() }
}

impl<'h> Worker<'h> {
    pub fn new(stage: &'h mut (dyn Rehearsal + Send)) -> Self {
        Self {
            stage,
            trace: Trace::default(),
            pool: term::Pool::default(),
            solver: None,
            random: Rng::with_seed(0),
            spent: Effort::default(),
            allowed: Effort::default(),
        }
    }

    /// Begins a task.
    pub fn begin(&mut self, seed: u64, effort: Effort) {
        self.solver = None;
        self.random = Rng::with_seed(seed);
        (self.spent, self.allowed) = (Effort::default(), effort);
    }

    /// Runs that the task may still make.
    pub fn left(&self, account: &Account) -> u64 {
        let left = self.allowed.without(self.spent).runs;
        left.min(account.left().saturating_sub(self.spent.runs))
    }

    /// Carries out a task.
    pub fn carry_out(
        &mut self,
        known: &MutantSearch<'_, '_>,
        task: &Task,
        account: &Account,
    ) -> Result<Harvest, RunError> {
        self.begin(task.seed, task.effort);
        let mut harvest = Harvest::default();
        if let Some(scenario) = self.scenario(known, task, account, &mut harvest)? {
            harvest.attempt = self.attack(known, scenario, task.target, account)?;
        }
        harvest.spent = self.spent;
        Ok(harvest)
    }

    /// The scenario to try on a mutant, if there is one to try.
    fn scenario(
        &mut self,
        known: &MutantSearch<'_, '_>,
        task: &Task,
        account: &Account,
        harvest: &mut Harvest,
    ) -> Result<Option<Scenario>, RunError> {
        let target = task.target;
        if let Some(paths) = &task.paths {
            return self.prove(known, target, paths, account, &mut harvest.proof);
        }
        if task.asks
            && let Some(scenario) = self.ask(known, target, task.draft, &mut harvest.grade)?
        {
            return Ok(Some(scenario));
        }
        let start = &known.found.drafts[task.draft].scenario;
        let unit = suite::assemble::subject_of(start).and_then(|own| known.called.get(&own));
        let Some(unit) = unit.map(|unit| &known.ground.units[*unit]) else {
            self.spent.spend(0);
            return Ok(None);
        };
        let random = &mut self.random;
        if random.u8(..FRESH) == 0 {
            // Best by a call of the function itself.
            let own = known.entered.get(&known.ground.mutants[target].function);
            let unit = own.map_or(unit, |own| &known.ground.units[*own]);
            return Ok(Some(unit.maker.scenario(random, unit.function, &unit.globals)));
        }
        let mut scenario = start.clone();
        // A call that is left out infects nothing that a probe could tell, and does nothing that nobody looks at.
        let is_left_out = known.ground.mutants[target].operator == Operator::VoidCalls;
        let is_hidden = is_left_out || known.notebook.best(target) >= Grade::Infected;
        let is_varied = if unit.structured {
            random.u8(..TWINS) == 0 && twin(&unit.maker, random, &mut scenario)
                || is_hidden && look_further(&known.readers, unit, random, &mut scenario)
        } else {
            is_hidden
                && known.readers.leaves_something(unit.function)
                && random.bool()
                && known.readers.read_behind(unit, random, &mut scenario)
        };
        if !is_varied {
            vary(unit, random, &mut scenario);
        }
        Ok(Some(scenario))
    }

    /// Tries a scenario on the mutant that it was made for and on some more that it comes by, as long as there is budget.
    /// Gives none if no test may end as it does.
    fn attack(
        &mut self,
        known: &MutantSearch<'_, '_>,
        scenario: Scenario,
        target: MutantId,
        account: &Account,
    ) -> Result<Option<Attempt>, RunError> {
        let original = self.stage.sight(&scenario, None)?;
        self.spent.spend(original.steps);
        if !original.is_fine {
            return Ok(None);
        }
        let met = self.met(known, Some(target));
        let tried = &met[..met.len().min(TRIED)];
        let (kills, elsewhere) = self.try_on(known, &scenario, &original, tried, account)?;
        Ok(Some(Attempt { scenario, met, kills, elsewhere }))
    }

    /// The open mutants that the last run came by, the target first and then those that were tried least: they have the
    /// most to gain.
    pub fn met(&self, known: &MutantSearch<'_, '_>, target: Option<MutantId>) -> Vec<MutantId> {
        let came_by = |function: FuncId, block: BlockId| self.stage.came_by(function, block);
        let mut met: Vec<MutantId> = Vec::new();
        for (function, blocks) in &known.open {
            if blocks.is_empty() || !came_by(*function, BlockId(0)) {
                continue;
            }
            let blocks = blocks.iter().filter(|(block, _)| came_by(*function, **block));
            met.extend(blocks.flat_map(|(_, open)| open));
        }
        met.sort_by_key(|own| (Some(*own) != target, known.notebook.tries(*own), *own));
        met
    }

    /// Tries a scenario, of which the original was the last that the stage showed, on some mutants. Gives those that it
    /// kills and those with which it only takes another way.
    pub fn try_on(
        &mut self,
        known: &MutantSearch<'_, '_>,
        scenario: &Scenario,
        original: &suite::Sight,
        mutants: &[MutantId],
        account: &Account,
    ) -> Result<(Kills, BTreeSet<MutantId>), RunError> {
        let way = self.stage.way();
        let (mut kills, mut elsewhere) = (Kills::new(), BTreeSet::new());
        for &mutant in mutants {
            if self.left(account) == 0 {
                break;
            }
            let mutated = &known.ground.mutants[mutant];
            let (kill, steps) = attempt(self.stage, mutated, scenario, original)?;
            self.spent.spend(steps);
            match kill {
                Some(kill) => {
                    kills.insert(mutant, kill);
                }
                None if self.stage.way() != way => {
                    elsewhere.insert(mutant);
                }
                None => {}
            }
        }
        Ok((kills, elsewhere))
    }
}

/// Adds a call at times: behind the last one, of a function that reads an object which that one worked on, or before it.
fn look_further(
    readers: &Readers,
    unit: &Unit<'_>,
    random: &mut Rng,
    scenario: &mut Scenario,
) -> bool {
    if random.u8(..READ) == 0 && readers.read_behind(unit, random, scenario) {
        // What a builder makes is to be read too.
        while random.bool() && readers.read_behind(unit, random, scenario) {}
        return true;
    }
    if random.u8(..LOOKED_AT) > 0 {
        return false;
    }
    let last = scenario.statements.len().saturating_sub(1);
    // What is put in is what is taken out: a call in a sequence is handed what others are.
    if sequence::is_method(&unit.maker, unit.function) && random.bool() {
        return sequence::insert_on(&unit.maker, random, scenario, &unit.globals, last);
    }
    change::insert_call(&unit.maker, random, scenario, &unit.globals)
}
