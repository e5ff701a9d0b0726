//! Mutants as goals: scenarios that notice mistakes which those before did not.
//!
//! Every scenario that was kept for what it covers is tried on the mutants that it comes by. Then scenarios that come by
//! a mutant which is still alive are varied until one kills it, the mutant that was tried least first, until the
//! budget is spent. Those are varied first on which the mistake got furthest ([`Grade`]). Variations alone seldom hit
//! the few inputs on which some mistakes make a difference, so the solver is asked for them ([`ask`]), and where it
//! says for every path that there are none, the mutant is equivalent ([`prove`]).
//!
//! Tries go out in batches of a fixed size and are merged in their order, so that the result is the same for any number
//! of threads.

mod ask;
mod grade;
mod notebook;
mod prove;
mod worker;

pub use grade::{Grade, Verdict};

use crate::budget::{Account, Budget};
use crate::side_by_side::side_by_side;
use crate::subject::Unit;
use coverage::{Goals, Map};
use fastrand::Rng;
use mutation::{Infection, Mutant, MutantId};
use notebook::Notebook;
use program::{BlockId, FuncId, IdVec};
use prove::Proofs;
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::{Draft, Rehearsal};
use trace::RunError;
use worker::{Attempt, Harvest, Task, Worker};

/// Mutants that a variation is tried on at most, beside the one that it was made for.
const TRIED: usize = 12;

/// One in so many variations is a new scenario.
const FRESH: u8 = 10;

/// One in so many variations has one more call, where the mistake gets far and nobody sees it.
const LOOKED_AT: u8 = 8;

/// One in so many variations compares two things that are alike.
const TWINS: u8 = 8;

/// What a question to the solver may cost.
const EVALUATIONS: u64 = 20_000;
const CONFLICTS: u64 = 500;

/// Tries that know nothing of each other.
const BATCH: u64 = 8;

/// Mutants that one thread tries a scenario on before others help.
const CHUNK: usize = 16;

/// What there is to hunt, and with what.
#[derive(Clone, Copy)]
pub struct Ground<'g, 's> {
    /// What makes scenarios.
    pub units: &'g [Unit<'s>],
    /// The goals of the program.
    pub goals: &'g Arc<Goals>,
    /// The mutants.
    pub mutants: &'g IdVec<MutantId, Mutant>,
}

/// What came of a hunt.
#[derive(Clone, Debug, Default)]
pub struct Hunted {
    /// The scenarios to begin with and those that killed more, with what each killed first.
    pub drafts: Vec<Draft>,
    /// What is known of mutants that scenarios came by.
    pub verdicts: BTreeMap<MutantId, Verdict>,
    /// Mutants that were killed.
    pub killed: BTreeSet<MutantId>,
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

/// Looks for scenarios that kill mutants, beginning with some that were kept. Each stage is worked on by a thread of its
/// own; there is at least one.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn hunt<'h>(
    stages: Vec<&'h mut (dyn Rehearsal + Send)>,
    ground: Ground<'h, '_>,
    starts: Vec<Scenario>,
    budget: &Budget,
    seed: u64,
) -> Result<Hunted, RunError> {
    let account = budget.start();
    let mut hunter = Hunter::new(ground, seed);
    let mut workers: Vec<Worker<'h>> = stages.into_iter().map(Worker::new).collect();
    for scenario in starts {
        hunter.begin_with(&mut workers, scenario, &account)?;
    }
    hunter.hunted.is_cut = account.left() <= hunter.hunted.runs;
    let kept = hunter.hunted.drafts.len();
    loop {
        let tasks = hunter.plan(&mut workers, &account)?;
        if tasks.is_empty() {
            break;
        }
        let work = |worker: &mut Worker<'h>, task: &Task| worker.carry_out(&hunter, task, &account);
        let harvests = side_by_side(&mut workers, &tasks, &work);
        for (task, harvest) in tasks.iter().zip(harvests) {
            hunter.merge(task, harvest?);
        }
    }
    hunter.end(&mut workers, kept)
}

/// What is known during a hunt. It does not change while a batch is at work.
struct Hunter<'h, 's> {
    ground: Ground<'h, 's>,
    /// The mutants that are not killed, by their blocks.
    by_block: BTreeMap<(FuncId, BlockId), Vec<MutantId>>,
    /// The units by the function that scenarios call, and by the one that this enters.
    called: BTreeMap<FuncId, usize>,
    entered: BTreeMap<FuncId, usize>,
    notebook: Notebook,
    proofs: Proofs,
    random: Rng,
    /// The drafts, by their places, that were the first to come by a mutant.
    first: BTreeSet<usize>,
    hunted: Hunted,
}

impl<'h, 's> Hunter<'h, 's> {
    fn new(ground: Ground<'h, 's>, seed: u64) -> Self {
        let mut by_block: BTreeMap<_, Vec<MutantId>> = BTreeMap::new();
        for (id, mutant) in ground.mutants.iter() {
            let at = mutant.edit.point;
            by_block.entry((at.function, at.block)).or_default().push(id);
        }
        let units = || ground.units.iter().enumerate();
        let called = units().map(|(place, unit)| (unit.function, place)).collect();
        // The first of several ways into a function.
        let inner = |(place, unit): (usize, &Unit<'_>)| {
            (unit.maker.program().catalogue.entered_by(unit.function), place)
        };
        let entered = units().rev().map(inner).collect();
        Self {
            ground,
            by_block,
            called,
            entered,
            notebook: Notebook::new(ground.mutants.len()),
            proofs: Proofs::default(),
            random: Rng::with_seed(seed ^ 0x6d75_7461_6e74_7321),
            first: BTreeSet::new(),
            hunted: Hunted::default(),
        }
    }

    /// Runs that may still be made.
    fn left(&self, account: &Account) -> u64 {
        account.left().saturating_sub(self.hunted.runs)
    }

    /// Tries a scenario to begin with on all open mutants that it comes by.
    fn begin_with(
        &mut self,
        workers: &mut [Worker<'h>],
        scenario: Scenario,
        account: &Account,
    ) -> Result<(), RunError> {
        let left = self.left(account);
        let worker = &mut workers[0];
        worker.begin(0, left.max(1));
        let original = worker.stage.sight(&scenario, None)?;
        self.hunted.runs += 1;
        if !original.is_fine {
            self.hunted.drafts.push(Draft { scenario, kills: BTreeSet::new() });
            return Ok(());
        }
        let met = worker.met(self, None);
        let tried = &met[..met.len().min(left.saturating_sub(1) as usize)];
        let (mut kills, mut elsewhere) = (BTreeSet::new(), BTreeSet::new());
        let mut runs = 0;
        if tried.len() <= CHUNK {
            (kills, elsewhere) = worker.try_on(self, &scenario, &original, tried, account)?;
            runs += worker.runs;
        } else {
            let chunks: Vec<&[MutantId]> = tried.chunks(CHUNK).collect();
            let work = |worker: &mut Worker<'h>, chunk: &&[MutantId]| {
                worker.begin(0, CHUNK as u64);
                // Runs are compared with one of the same stage.
                let original = worker.stage.sight(&scenario, None)?;
                let tried = worker.try_on(self, &scenario, &original, chunk, account)?;
                Ok((tried, worker.runs))
            };
            for result in side_by_side(workers, &chunks, &work) {
                let ((killed, others), own) = result?;
                kills.extend(killed);
                elsewhere.extend(others);
                runs += own;
            }
        }
        self.hunted.runs += runs;
        self.keep(None, Attempt { scenario, met, kills, elsewhere });
        Ok(())
    }

    /// The next tries: those mutants that were tried least, each with an equal part of a budget that is nearly spent.
    fn plan(
        &mut self,
        workers: &mut [Worker<'h>],
        account: &Account,
    ) -> Result<Vec<Task>, RunError> {
        let left = self.left(account);
        let size = (left / (TRIED as u64 + 2)).clamp(1, BATCH);
        let mut targets = Vec::new();
        while left > 0
            && (targets.len() as u64) < size
            && let Some(target) = self.notebook.next()
            && !targets.contains(&target)
        {
            targets.push(target);
        }
        self.find_paths(workers, &targets, account)?;
        let runs = self.left(account) / size;
        let mut tasks = Vec::with_capacity(targets.len());
        for target in targets {
            let paths = self.provable(target).and_then(|unit| self.proofs.paths(unit));
            let Some(draft) = self.notebook.draw(target, &mut self.random) else { continue };
            let asks = paths.is_none() && self.notebook.asks(target);
            let seed = self.random.u64(..);
            tasks.push(Task { target, draft, asks, paths, seed, runs });
        }
        Ok(tasks)
    }

    /// Explores the units of mutants whose equivalence is to be found out, once each.
    fn find_paths(
        &mut self,
        workers: &mut [Worker<'h>],
        targets: &[MutantId],
        account: &Account,
    ) -> Result<(), RunError> {
        let units = targets.iter().filter_map(|target| self.provable(*target));
        let units: BTreeSet<usize> =
            units.filter(|unit| self.proofs.paths(*unit).is_none()).collect();
        let units: Vec<usize> = units.into_iter().collect();
        let Some(first) = units.first() else { return Ok(()) };
        let Ground { units: known, goals, .. } = self.ground;
        let map = self.proofs.map.get_or_insert_with(|| {
            Arc::new(Map::new(known[*first].maker.program(), Arc::clone(goals)))
        });
        let map = Arc::clone(map);
        let runs = self.left(account) / units.len() as u64;
        let work = |worker: &mut Worker<'h>, unit: &usize| {
            worker.begin(0, runs);
            let paths = worker.explore(&known[*unit], goals, &map, account)?;
            Ok((paths, worker.runs))
        };
        let explored = side_by_side(workers, &units, &work);
        for (unit, result) in units.into_iter().zip(explored) {
            let (paths, runs) = result?;
            self.hunted.runs += runs;
            self.proofs.found_paths(unit, paths);
        }
        Ok(())
    }

    /// The unit on whose paths it is found out whether a mutant is equivalent, if it is time for that.
    fn provable(&self, target: MutantId) -> Option<usize> {
        let mutant = &self.ground.mutants[target];
        let is_exact = matches!(mutant.infection, Infection::Where(_));
        let unit = self.entered.get(&mutant.function).copied();
        unit.filter(|_| is_exact && self.notebook.is_due(target))
    }

    /// Adds what came of a try.
    fn merge(&mut self, task: &Task, harvest: Harvest) {
        let Harvest { runs, grade, proof, attempt } = harvest;
        self.hunted.runs += runs;
        if let Some(grade) = grade {
            self.notebook.grade(task.target, task.draft, grade);
        }
        if let Some(verdict) = proof {
            if verdict == Verdict::Equivalent {
                self.notebook.close(task.target);
            }
            self.proofs.found.insert(task.target, verdict);
        }
        if let Some(attempt) = attempt {
            self.keep(Some(task.target), attempt);
        }
    }

    /// Keeps a scenario to begin with, and another one if it kills something, comes by what no other did, or lets the
    /// mistake that it was made for get further.
    fn keep(&mut self, target: Option<MutantId>, attempt: Attempt) {
        let Attempt { scenario, mut met, mut kills, elsewhere } = attempt;
        // Another try of the batch may have killed some.
        kills.retain(|own| !self.hunted.killed.contains(own));
        met.retain(|own| !self.hunted.killed.contains(own));
        let draft = self.hunted.drafts.len();
        let mut is_new = target.is_none() || !kills.is_empty();
        if met.iter().any(|own| !self.notebook.is_known(*own)) {
            is_new = true;
            self.first.insert(draft);
        }
        if let Some(target) = target.filter(|target| elsewhere.contains(target)) {
            is_new |= self.notebook.best(target) < Grade::Propagated;
        }
        if !is_new {
            return;
        }
        let infects = |own: MutantId| match self.ground.mutants[own].infection {
            Infection::Always => Some(Grade::Infected),
            _ => None,
        };
        let subject = suite::assemble::subject_of(&scenario);
        let enters = subject.and_then(|own| self.called.get(&own));
        for mutant in met {
            let function = self.ground.mutants[mutant].function;
            let is_direct = enters.is_some() && self.entered.get(&function) == enters;
            let grade = match elsewhere.contains(&mutant) {
                true => Some(Grade::Propagated),
                false => infects(mutant),
            };
            self.notebook.meet(mutant, draft, is_direct, grade);
        }
        for killed in &kills {
            let at = self.ground.mutants[*killed].edit.point;
            if let Some(open) = self.by_block.get_mut(&(at.function, at.block)) {
                open.retain(|mutant| mutant != killed);
            }
            self.notebook.close(*killed);
        }
        self.hunted.killed.extend(kills.iter().copied());
        self.hunted.drafts.push(Draft { scenario, kills });
    }

    /// What came of it; of the drafts beyond those to begin with only the ones that killed something or came where no
    /// other did.
    fn end(mut self, workers: &mut [Worker<'h>], kept: usize) -> Result<Hunted, RunError> {
        for mutant in self.ground.mutants.ids() {
            self.look_back(&mut workers[0], mutant)?;
        }
        let mut place = 0;
        let comes_first = std::mem::take(&mut self.first);
        self.hunted.drafts.retain(|draft| {
            place += 1;
            place <= kept || !draft.kills.is_empty() || comes_first.contains(&(place - 1))
        });
        for mutant in self.ground.mutants.ids().filter(|own| self.notebook.is_known(*own)) {
            let verdict = match self.hunted.killed.contains(&mutant) {
                true => Verdict::Killed,
                false => self.proofs.verdict(mutant, self.notebook.best(mutant)),
            };
            self.hunted.verdicts.insert(mutant, verdict);
        }
        Ok(self.hunted)
    }

    /// Finds out whether a mistake that survived as harmless changed the state in some of the drafts that come by it.
    fn look_back(&mut self, worker: &mut Worker<'h>, mutant: MutantId) -> Result<(), RunError> {
        let is_dead = self.hunted.killed.contains(&mutant);
        if is_dead || self.notebook.best(mutant) > Grade::Reached {
            return Ok(());
        }
        let Some(probe) = self.ground.mutants[mutant].infection.probe() else { return Ok(()) };
        for draft in self.notebook.ungraded(mutant) {
            if !worker.stage.mutate(Some(probe)) {
                break;
            }
            let sight = worker.stage.sight(&self.hunted.drafts[draft].scenario, None);
            worker.stage.mutate(None);
            // The draft ends well without the probe.
            if !sight?.is_fine {
                self.notebook.grade(mutant, draft, Grade::Infected);
                break;
            }
        }
        Ok(())
    }
}
