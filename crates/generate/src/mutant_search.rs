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
mod effort;
mod grade;
mod notebook;
mod plan;
mod prove;
mod readers;
mod start;
mod worker;

pub use grade::{Grade, Verdict};

use crate::budget::{Account, Budget};
use crate::side_by_side::side_by_side;
use crate::subject::Unit;
use coverage::Goals;
use effort::Effort;
use fastrand::Rng;
use mutation::{Infection, Mutant, MutantId};
use notebook::Notebook;
use program::{BlockId, FuncId, IdVec};
use prove::Proofs;
use readers::Readers;
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::kill::Kills;
use suite::{Draft, Rehearsal};
use trace::RunError;
use worker::{Attempt, Harvest, Task, Worker};

/// Mutants that a variation is tried on at most, beside the one that it was made for.
const TRIED: usize = 12;

/// One in so many variations is a new scenario.
const FRESH: u8 = 10;

/// One in so many variations has one more call before the last, where the mistake gets far and nobody sees it.
const LOOKED_AT: u8 = 8;

/// One in so many variations reads behind the last call what that did to an object, where the mistake gets far and nobody
/// sees it.
const READ: u8 = 3;

/// One in so many variations compares two things that are alike.
const TWINS: u8 = 8;

/// What a question to the solver may cost.
const EVALUATIONS: u64 = 20_000;
const CONFLICTS: u64 = 500;

/// The mutants to kill, and what they are made from.
#[derive(Clone, Copy)]
pub struct Ground<'g, 's> {
    /// What makes scenarios.
    pub units: &'g [Unit<'s>],
    /// The goals of the program.
    pub goals: &'g Arc<Goals>,
    /// The mutants.
    pub mutants: &'g IdVec<MutantId, Mutant>,
}

/// What came of a search for killing tests.
#[derive(Clone, Debug, Default)]
pub struct MutantsFound {
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
    /// The steps that they took.
    pub steps: u64,
}

impl MutantsFound {
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
pub fn kill_mutants<'h>(
    stages: Vec<&'h mut (dyn Rehearsal + Send)>,
    ground: Ground<'h, '_>,
    starts: Vec<Scenario>,
    budget: &Budget,
    seed: u64,
) -> Result<MutantsFound, RunError> {
    let account = budget.start();
    let mut search = MutantSearch::new(ground, Effort::of(budget), seed);
    let mut workers: Vec<Worker<'h>> = stages.into_iter().map(Worker::new).collect();
    search.begin(&mut workers, starts, &account)?;
    let kept = search.found.drafts.len();
    loop {
        let tasks = search.plan(&mut workers, &account)?;
        if tasks.is_empty() {
            break;
        }
        let work = |worker: &mut Worker<'h>, task: &Task| worker.carry_out(&search, task, &account);
        let harvests = side_by_side(&mut workers, &tasks, &work);
        for (task, harvest) in tasks.iter().zip(harvests) {
            search.merge(task, harvest?);
        }
    }
    search.end(&mut workers, kept)
}

/// What is known during a search for killing tests. It does not change while a batch is at work.
struct MutantSearch<'h, 's> {
    ground: Ground<'h, 's>,
    allowed: Effort,
    /// The mutants that are not killed, by their functions and blocks: what a run does not enter is not looked at.
    open: BTreeMap<FuncId, BTreeMap<BlockId, Vec<MutantId>>>,
    /// The units by the function that scenarios call, and by the one that this enters.
    called: BTreeMap<FuncId, usize>,
    entered: BTreeMap<FuncId, usize>,
    readers: Readers,
    notebook: Notebook,
    proofs: Proofs,
    random: Rng,
    /// The drafts, by their places, that were the first to come by a mutant.
    first: BTreeSet<usize>,
    found: MutantsFound,
}

impl<'h, 's> MutantSearch<'h, 's> {
    fn new(ground: Ground<'h, 's>, allowed: Effort, seed: u64) -> Self {
        let mut open: BTreeMap<FuncId, BTreeMap<BlockId, Vec<MutantId>>> = BTreeMap::new();
        for (id, mutant) in ground.mutants.iter() {
            let at = mutant.edit.point;
            open.entry(at.function).or_default().entry(at.block).or_default().push(id);
        }
        let units = || ground.units.iter().enumerate();
        let called = units().map(|(place, unit)| (unit.function, place)).collect();
        // The first of several ways into a function.
        let inner = |(place, unit): (usize, &Unit<'_>)| {
            (unit.maker.program().catalogue.entered_by(unit.function), place)
        };
        let entered = units().rev().map(inner).collect();
        let readers = Readers::new(ground.units);
        Self {
            ground,
            allowed,
            readers,
            open,
            called,
            entered,
            notebook: Notebook::new(ground.mutants.len()),
            proofs: Proofs::default(),
            random: Rng::with_seed(seed ^ 0x6d75_7461_6e74_7321),
            first: BTreeSet::new(),
            found: MutantsFound::default(),
        }
    }

    /// What may still be spent.
    fn left(&self, account: &Account) -> Effort {
        let spent = Effort { runs: self.found.runs, steps: self.found.steps };
        let left = self.allowed.without(spent);
        Effort { runs: left.runs.min(account.left().saturating_sub(self.found.runs)), ..left }
    }

    /// Notes what was spent.
    fn spend(&mut self, effort: Effort) {
        self.found.runs += effort.runs;
        self.found.steps = self.found.steps.saturating_add(effort.steps);
    }

    /// Adds what came of a try.
    fn merge(&mut self, task: &Task, harvest: Harvest) {
        let Harvest { spent, grade, proof, attempt } = harvest;
        self.spend(spent);
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
            self.keep(task.target, attempt);
        }
    }

    /// Keeps a scenario if it kills something, comes by what no other did, or lets the mistake that it was made for get
    /// further.
    fn keep(&mut self, target: MutantId, attempt: Attempt) {
        let Attempt { scenario, mut met, mut kills, elsewhere } = attempt;
        // Another try of the batch may have killed some.
        kills.retain(|own, _| !self.found.killed.contains(own));
        met.retain(|own| !self.found.killed.contains(own));
        let gets_further =
            elsewhere.contains(&target) && self.notebook.best(target) < Grade::Propagated;
        let comes_first = met.iter().any(|own| !self.notebook.is_known(*own));
        if kills.is_empty() && !gets_further && !comes_first {
            return;
        }
        let draft = self.found.drafts.len();
        if comes_first {
            self.first.insert(draft);
        }
        self.note(draft, &scenario, met, &kills, &elsewhere);
        self.found.drafts.push(Draft { scenario, kills });
    }

    /// Notes which mutants a draft comes by, and closes those that it kills.
    fn note(
        &mut self,
        draft: usize,
        scenario: &Scenario,
        met: Vec<MutantId>,
        kills: &Kills,
        elsewhere: &BTreeSet<MutantId>,
    ) {
        let infects = |own: MutantId| match self.ground.mutants[own].infection {
            Infection::Always => Some(Grade::Infected),
            _ => None,
        };
        for mutant in met {
            let is_direct = self.is_direct(scenario, mutant);
            let grade = match elsewhere.contains(&mutant) {
                true => Some(Grade::Propagated),
                false => infects(mutant),
            };
            self.notebook.meet(mutant, draft, is_direct, grade);
        }
        for killed in kills.keys() {
            let at = self.ground.mutants[*killed].edit.point;
            if let Some(blocks) = self.open.get_mut(&at.function)
                && let Some(open) = blocks.get_mut(&at.block)
            {
                open.retain(|mutant| mutant != killed);
                if open.is_empty() {
                    blocks.remove(&at.block);
                }
            }
            self.notebook.close(*killed);
        }
        self.found.killed.extend(kills.keys().copied());
    }

    /// Whether a scenario is about the function that a mutant is in.
    fn is_direct(&self, scenario: &Scenario, mutant: MutantId) -> bool {
        let subject = suite::assemble::subject_of(scenario);
        let enters = subject.and_then(|own| self.called.get(&own));
        let function = self.ground.mutants[mutant].function;
        enters.is_some() && self.entered.get(&function) == enters
    }

    /// What came of it; of the drafts beyond those to begin with only the ones that killed something or came where no
    /// other did.
    fn end(mut self, workers: &mut [Worker<'h>], kept: usize) -> Result<MutantsFound, RunError> {
        for mutant in self.ground.mutants.ids() {
            self.look_back(&mut workers[0], mutant)?;
        }
        let mut place = 0;
        let comes_first = std::mem::take(&mut self.first);
        self.found.drafts.retain(|draft| {
            place += 1;
            place <= kept || !draft.kills.is_empty() || comes_first.contains(&(place - 1))
        });
        for mutant in self.ground.mutants.ids().filter(|own| self.notebook.is_known(*own)) {
            let verdict = match self.found.killed.contains(&mutant) {
                true => Verdict::Killed,
                false => self.proofs.verdict(mutant, self.notebook.best(mutant)),
            };
            self.found.verdicts.insert(mutant, verdict);
        }
        Ok(self.found)
    }

    /// Finds out whether a mistake that survived as harmless changed the state in some of the drafts that come by it.
    fn look_back(&mut self, worker: &mut Worker<'h>, mutant: MutantId) -> Result<(), RunError> {
        let is_dead = self.found.killed.contains(&mutant);
        if is_dead || self.notebook.best(mutant) > Grade::Reached {
            return Ok(());
        }
        let Some(probe) = self.ground.mutants[mutant].infection.probe() else { return Ok(()) };
        for draft in self.notebook.ungraded(mutant) {
            if !worker.stage.mutate(Some(probe)) {
                break;
            }
            let sight = worker.stage.sight(&self.found.drafts[draft].scenario, None);
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
