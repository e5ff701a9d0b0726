//! Mutants as goals: scenarios that notice mistakes which those before did not.
//!
//! Every scenario that was kept for what it covers is tried on the mutants that it comes by. Then scenarios that come by
//! a mutant which is still alive are varied until one kills it, the mutant that was tried least first, until the
//! budget is spent. Those are varied first on which the mistake got furthest ([`Grade`]). Variations alone seldom hit
//! the few inputs on which some mistakes make a difference, so the solver is asked for them ([`ask`]), and where it
//! says for every path that there are none, the mutant is equivalent ([`prove`]).

mod ask;
mod grade;
mod notebook;
mod prove;

pub use grade::{Grade, Verdict};

use crate::budget::{Account, Budget};
use crate::random::vary;
use crate::subject::Unit;
use coverage::Goals;
use fastrand::Rng;
use mutation::{Infection, Mutant, MutantId};
use notebook::Notebook;
use program::{BlockId, FuncId, IdVec};
use prove::Proofs;
use scenario::Scenario;
use scenario::make::{change, twin};
use solver::Solver;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::kill::kill;
use suite::{Draft, Rehearsal};
use trace::{RunError, Trace};

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

/// Looks for scenarios that kill mutants, beginning with some that were kept.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn hunt(
    stage: &mut dyn Rehearsal,
    ground: Ground<'_, '_>,
    starts: Vec<Scenario>,
    budget: &Budget,
    seed: u64,
) -> Result<Hunted, RunError> {
    let account = budget.start();
    let mut hunter = Hunter::new(stage, ground, seed);
    for scenario in starts {
        let index = hunter.hunted.drafts.len();
        hunter.hunted.drafts.push(Draft { scenario, kills: BTreeSet::new() });
        hunter.attack(index, None, &account)?;
    }
    hunter.hunted.is_cut = account.left() <= hunter.hunted.runs;
    let kept = hunter.hunted.drafts.len();
    while account.left() > hunter.hunted.runs {
        let Some(target) = hunter.notebook.next() else { break };
        if let Some(scenario) = hunter.scenario(target, &account)? {
            hunter.try_out(scenario, target, &account)?;
        }
    }
    hunter.end(kept)
}

struct Hunter<'h, 's> {
    stage: &'h mut dyn Rehearsal,
    ground: Ground<'h, 's>,
    /// The mutants that are not killed, by their blocks.
    by_block: BTreeMap<(FuncId, BlockId), Vec<MutantId>>,
    /// The units by the function that scenarios call, and by the one that this enters.
    called: BTreeMap<FuncId, usize>,
    entered: BTreeMap<FuncId, usize>,
    notebook: Notebook,
    proofs: Proofs,
    solver: Solver,
    /// The trace of the last symbolic run, whose memory is used again, and the terms of its path.
    trace: Trace,
    pool: term::Pool,
    random: Rng,
    /// The drafts, by their places, that were the first to come by a mutant.
    first: BTreeSet<usize>,
    hunted: Hunted,
}

impl<'h, 's> Hunter<'h, 's> {
    fn new(stage: &'h mut dyn Rehearsal, ground: Ground<'h, 's>, seed: u64) -> Self {
        let mut by_block: BTreeMap<_, Vec<MutantId>> = BTreeMap::new();
        for (id, mutant) in ground.mutants.iter() {
            let at = mutant.edit.point;
            by_block.entry((at.function, at.block)).or_default().push(id);
        }
        let catalogue = &stage.program().catalogue;
        let units = || ground.units.iter().enumerate();
        let called = units().map(|(place, unit)| (unit.function, place)).collect();
        // The first of several ways into a function.
        let inner =
            |(place, unit): (usize, &Unit<'_>)| (catalogue.entered_by(unit.function), place);
        let entered = units().rev().map(inner).collect();
        Self {
            stage,
            ground,
            by_block,
            called,
            entered,
            notebook: Notebook::new(ground.mutants.len()),
            proofs: Proofs::default(),
            solver: Solver::new(solver::Config {
                evaluations: EVALUATIONS,
                conflicts: CONFLICTS,
                ..solver::Config::default()
            }),
            trace: Trace::default(),
            pool: term::Pool::default(),
            random: Rng::with_seed(seed ^ 0x6d75_7461_6e74_7321),
            first: BTreeSet::new(),
            hunted: Hunted::default(),
        }
    }

    /// The next scenario to try on a mutant, if there is one to try.
    fn scenario(
        &mut self,
        target: MutantId,
        account: &Account,
    ) -> Result<Option<Scenario>, RunError> {
        if self.notebook.is_due(target) {
            return self.prove(target, account);
        }
        let Some((place, draft)) = self.notebook.draw(target, &mut self.random) else {
            return Ok(None);
        };
        if let Some(scenario) = self.ask(target, place, draft)? {
            return Ok(Some(scenario));
        }
        let start = &self.hunted.drafts[draft].scenario;
        let unit = suite::assemble::subject_of(start).and_then(|own| self.called.get(&own));
        let Some(unit) = unit.map(|unit| &self.ground.units[*unit]) else {
            self.hunted.runs += 1;
            return Ok(None);
        };
        let random = &mut self.random;
        if random.u8(..FRESH) == 0 {
            // Best by a call of the function itself.
            let own = self.entered.get(&self.ground.mutants[target].function);
            let unit = own.map_or(unit, |own| &self.ground.units[*own]);
            return Ok(Some(unit.maker.scenario(random, unit.function, &unit.globals)));
        }
        let mut scenario = start.clone();
        let is_hidden = self.notebook.best(target) >= Grade::Infected;
        let is_varied = unit.structured
            && (random.u8(..TWINS) == 0 && twin(&unit.maker, random, &mut scenario)
                || is_hidden
                    && random.u8(..LOOKED_AT) == 0
                    && change::insert_call(&unit.maker, random, &mut scenario, &unit.globals));
        if !is_varied {
            vary(unit, random, &mut scenario);
        }
        Ok(Some(scenario))
    }

    /// Tries a scenario, and keeps it if it kills something, comes by what no other did, or lets the mistake that it was
    /// made for get further.
    fn try_out(
        &mut self,
        scenario: Scenario,
        target: MutantId,
        account: &Account,
    ) -> Result<(), RunError> {
        let index = self.hunted.drafts.len();
        self.hunted.drafts.push(Draft { scenario, kills: BTreeSet::new() });
        if !self.attack(index, Some(target), account)? {
            self.hunted.drafts.pop();
        }
        Ok(())
    }

    /// Tries a draft on mutants that it comes by: all of them, or the one that it was made for and some more, as long as
    /// there is budget. Gives whether it is worth keeping.
    fn attack(
        &mut self,
        draft: usize,
        target: Option<MutantId>,
        account: &Account,
    ) -> Result<bool, RunError> {
        let scenario = self.hunted.drafts[draft].scenario.clone();
        self.hunted.runs += 1;
        let original = self.stage.sight(&scenario, None)?;
        if !original.is_fine {
            return Ok(false);
        }
        let way = self.stage.way();
        let came_by = self.by_block.iter().filter(|((function, block), open)| {
            !open.is_empty() && self.stage.came_by(*function, *block)
        });
        let mut met: Vec<MutantId> = came_by.flat_map(|(_, open)| open.iter().copied()).collect();
        let mut is_new = target.is_none();
        if met.iter().any(|own| !self.notebook.is_known(*own)) {
            is_new = true;
            self.first.insert(draft);
        }
        // Those that were tried least have the most to gain.
        met.sort_by_key(|own| (Some(*own) != target, self.notebook.tries(*own), *own));
        let most = if target.is_some() { TRIED } else { usize::MAX };
        let mut kills = BTreeSet::new();
        let mut went_elsewhere = BTreeSet::new();
        for &mutant in met.iter().take(most) {
            if account.left() <= self.hunted.runs {
                break;
            }
            self.hunted.runs += 1;
            let edit = &self.ground.mutants[mutant];
            if kill(self.stage, edit, &scenario, &original)?.is_some() {
                kills.insert(mutant);
            } else if self.stage.way() != way {
                went_elsewhere.insert(mutant);
            }
        }
        is_new |= !kills.is_empty();
        if let Some(target) = target.filter(|target| went_elsewhere.contains(target)) {
            is_new |= self.notebook.best(target) < Grade::Propagated;
        }
        if is_new {
            let infects = |own: MutantId| match self.ground.mutants[own].infection {
                Infection::Always => Some(Grade::Infected),
                _ => None,
            };
            let subject = suite::assemble::subject_of(&scenario);
            let enters = subject.and_then(|own| self.called.get(&own));
            for mutant in met {
                let function = self.ground.mutants[mutant].function;
                let is_direct = enters.is_some() && self.entered.get(&function) == enters;
                let grade = match went_elsewhere.contains(&mutant) {
                    true => Some(Grade::Propagated),
                    false => infects(mutant),
                };
                self.notebook.meet(mutant, draft, is_direct, grade);
            }
        }
        for killed in &kills {
            let at = self.ground.mutants[*killed].edit.point;
            if let Some(open) = self.by_block.get_mut(&(at.function, at.block)) {
                open.retain(|mutant| mutant != killed);
            }
            self.notebook.close(*killed);
        }
        self.hunted.killed.extend(kills.iter().copied());
        self.hunted.drafts[draft].kills = kills;
        Ok(is_new)
    }

    /// What came of it; of the drafts beyond those to begin with only the ones that killed something or came where no
    /// other did.
    fn end(mut self, kept: usize) -> Result<Hunted, RunError> {
        for mutant in self.ground.mutants.ids() {
            self.look_back(mutant)?;
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
    fn look_back(&mut self, mutant: MutantId) -> Result<(), RunError> {
        let is_dead = self.hunted.killed.contains(&mutant);
        if is_dead || self.notebook.best(mutant) > Grade::Reached {
            return Ok(());
        }
        let Some(probe) = self.ground.mutants[mutant].infection.probe() else { return Ok(()) };
        for (place, draft) in self.notebook.ungraded(mutant) {
            if !self.stage.mutate(Some(probe)) {
                break;
            }
            let sight = self.stage.sight(&self.hunted.drafts[draft].scenario, None);
            self.stage.mutate(None);
            // The draft ends well without the probe.
            if !sight?.is_fine {
                self.notebook.grade(mutant, place, Grade::Infected);
                break;
            }
        }
        Ok(())
    }
}
