//! Mutants as goals: scenarios that notice mistakes which those before did not.
//!
//! Every scenario that was kept for what it covers is tried on the mutants that it comes by. Then scenarios that come by
//! a mutant which is still alive are varied until one kills it, the mutant that was tried least first, until the
//! budget is spent. Where a mistake makes a difference for few inputs only, as `<` in place of `<=` does, the solver
//! is asked for one of them first.

use crate::budget::{Account, Budget};
use crate::random::vary;
use crate::subject::Unit;
use explore::turn;
use fastrand::Rng;
use mutation::{Mutant, MutantId};
use program::{FuncId, IdVec};
use scenario::Scenario;
use solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use suite::kill::{kill, reached};
use suite::{Draft, Rehearsal};
use trace::{Clause, Mode, Origin, RunError, Trace};

/// Mutants that a variation is tried on at most, beside the one that it was made for.
const TRIED: usize = 12;

/// How many scenarios that come by a mutant are remembered.
const REMEMBERED: usize = 16;

/// One in so many variations is a new scenario.
const FRESH: u8 = 10;

/// Variations that are made for one mutant before it counts as one that cannot be told from the original.
const PATIENCE: u32 = 1_000;

/// Questions to the solver for one mutant, and what each may cost.
const QUESTIONS: u32 = 6;
const EVALUATIONS: u64 = 20_000;
const CONFLICTS: u64 = 500;

/// What came of a hunt.
#[derive(Clone, Debug, Default)]
pub struct Hunted {
    /// The scenarios to begin with and those that killed more, with what each killed first.
    pub drafts: Vec<Draft>,
    /// Mutants that were killed.
    pub killed: BTreeSet<MutantId>,
    /// Mutants that scenarios came by without noticing them.
    pub alive: BTreeSet<MutantId>,
    /// Whether the budget was spent before every scenario to begin with was tried: then more mutants may be killed than
    /// is known.
    pub is_cut: bool,
    /// Runs of mutants.
    pub runs: u64,
}

impl Hunted {
    /// The mutants that are worth trying on the finished tests.
    pub fn worth_trying(&self, mutants: &IdVec<MutantId, Mutant>) -> BTreeSet<MutantId> {
        match self.is_cut {
            true => mutants.ids().collect(),
            false => self.killed.clone(),
        }
    }
}

/// Looks for scenarios that kill mutants, beginning with some that were kept.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn hunt(
    stage: &mut dyn Rehearsal,
    units: &[Unit<'_>],
    mutants: &IdVec<MutantId, Mutant>,
    starts: Vec<Scenario>,
    budget: &Budget,
    seed: u64,
) -> Result<Hunted, RunError> {
    let account = budget.start();
    let mut hunter = Hunter {
        stage,
        mutants,
        open: mutants.ids().collect(),
        tries: BTreeMap::new(),
        known: BTreeMap::new(),
        solver: Solver::new(solver::Config {
            evaluations: EVALUATIONS,
            conflicts: CONFLICTS,
            ..solver::Config::default()
        }),
        trace: Trace::default(),
        hunted: Hunted::default(),
    };
    for scenario in starts {
        let index = hunter.hunted.drafts.len();
        hunter.hunted.drafts.push(Draft { scenario, kills: BTreeSet::new() });
        hunter.attack(index, usize::MAX, &account)?;
    }
    hunter.hunted.is_cut = account.left() <= hunter.hunted.runs;
    let by_function: BTreeMap<FuncId, usize> =
        units.iter().enumerate().map(|(index, unit)| (unit.function, index)).collect();
    let mut random = Rng::with_seed(seed ^ 0x6d75_7461_6e74_7321);
    while account.left() > hunter.hunted.runs {
        let Some(target) = hunter.target() else { break };
        *hunter.tries.entry(target).or_default() += 1;
        if let Some(scenario) = hunter.solve(target, &mut random)? {
            hunter.try_out(scenario, &account)?;
            continue;
        }
        let known = &hunter.known[&target];
        let start = &hunter.hunted.drafts[known[random.usize(..known.len())]].scenario;
        let unit = suite::assemble::subject_of(start).and_then(|own| by_function.get(&own));
        let Some(unit) = unit.map(|unit| &units[*unit]) else {
            hunter.hunted.runs += 1;
            continue;
        };
        let scenario = match random.u8(..FRESH) {
            0 => unit.maker.scenario(&mut random, unit.function, &unit.globals),
            _ => {
                let mut scenario = start.clone();
                vary(unit, &mut random, &mut scenario);
                scenario
            }
        };
        hunter.try_out(scenario, &account)?;
    }
    let Hunter { known, mut hunted, .. } = hunter;
    hunted.alive = known.into_keys().filter(|mutant| !hunted.killed.contains(mutant)).collect();
    Ok(hunted)
}

struct Hunter<'h> {
    stage: &'h mut dyn Rehearsal,
    mutants: &'h IdVec<MutantId, Mutant>,
    /// Mutants that are not killed.
    open: BTreeSet<MutantId>,
    /// How often variations were made for a mutant.
    tries: BTreeMap<MutantId, u32>,
    /// The drafts that come by each mutant, the first of them.
    known: BTreeMap<MutantId, Vec<usize>>,
    solver: Solver,
    /// The trace of the last symbolic run, whose memory is used again.
    trace: Trace,
    hunted: Hunted,
}

impl Hunter<'_> {
    /// The mutant that was tried least of those that are not killed and that can be come by.
    fn target(&self) -> Option<MutantId> {
        let tries = |mutant: &&MutantId| self.tries.get(mutant).copied().unwrap_or_default();
        let open = self.open.iter().filter(|mutant| self.known.contains_key(mutant));
        open.min_by_key(tries).filter(|mutant| tries(mutant) < PATIENCE).copied()
    }

    /// Asks the solver for inputs with which a mutant makes a difference where it is; in the first attempts only.
    fn solve(&mut self, target: MutantId, random: &mut Rng) -> Result<Option<Scenario>, RunError> {
        let mutant = &self.mutants[target];
        let is_boundary = mutant.operator == mutation::Operator::ConditionalsBoundary;
        let Some(probe) = mutant.infection.probe().filter(|_| is_boundary) else { return Ok(None) };
        if self.tries.get(&target).is_some_and(|tries| *tries > QUESTIONS) {
            return Ok(None);
        }
        let known = &self.known[&target];
        let scenario = &self.hunted.drafts[known[random.usize(..known.len())]].scenario;
        if !self.stage.mutate(Some(probe)) {
            return Ok(None);
        }
        self.hunted.runs += 1;
        let mut found = None;
        if let Some((runner, Some(site))) = self.stage.symbolic() {
            runner.run(scenario, Mode::Concolic, &mut self.trace)?;
            let is_probe = |clause: &Clause| matches!(clause.origin, Origin::Site { site: own, .. } if own == site);
            let path = &self.trace.path;
            let places: Vec<usize> = (0..path.len()).filter(|at| is_probe(&path[*at])).collect();
            if !places.is_empty() {
                let at = places[random.usize(..places.len())];
                found = Some((at, runner.pool().clone()));
            }
        }
        self.stage.mutate(None);
        let Some((at, pool)) = found else { return Ok(None) };
        let program = self.stage.program();
        Ok(turn(program, &mut self.solver, scenario, &self.trace, &pool, at))
    }

    /// Tries a scenario, and keeps it if it kills something or comes by what no other did.
    fn try_out(&mut self, scenario: Scenario, account: &Account) -> Result<(), RunError> {
        let index = self.hunted.drafts.len();
        self.hunted.drafts.push(Draft { scenario, kills: BTreeSet::new() });
        let is_new = self.attack(index, TRIED, account)?;
        if !is_new {
            self.hunted.drafts.pop();
        }
        Ok(())
    }

    /// Tries a draft on mutants that it comes by, at most so many and as long as there is budget. Gives whether it is
    /// worth keeping.
    fn attack(&mut self, draft: usize, most: usize, account: &Account) -> Result<bool, RunError> {
        let scenario = self.hunted.drafts[draft].scenario.clone();
        self.hunted.runs += 1;
        let original = self.stage.sight(&scenario, None)?;
        if !original.is_fine {
            return Ok(false);
        }
        let mut met = reached(self.stage, self.mutants, self.open.iter().copied());
        let is_first = met.iter().any(|mutant| !self.known.contains_key(mutant));
        // Those that were tried least have the most to gain.
        met.sort_by_key(|mutant| self.tries.get(mutant).copied().unwrap_or_default());
        let mut kills = BTreeSet::new();
        for &mutant in met.iter().take(most) {
            if account.left() <= self.hunted.runs {
                break;
            }
            self.hunted.runs += 1;
            if kill(self.stage, &self.mutants[mutant], &scenario, &original)?.is_some() {
                kills.insert(mutant);
            }
        }
        let is_new = is_first || !kills.is_empty() || most == usize::MAX;
        if is_new {
            for mutant in met {
                let known = self.known.entry(mutant).or_default();
                if known.len() < REMEMBERED {
                    known.push(draft);
                }
            }
        }
        self.open.retain(|mutant| !kills.contains(mutant));
        self.hunted.killed.extend(kills.iter().copied());
        self.hunted.drafts[draft].kills = kills;
        Ok(is_new)
    }
}
