//! What tests notice of mutants, as the report has it.

use generate::mutant_search::{Grade, Verdict};
use mutation::{Mutant, MutantId};
use program::{FuncId, IdVec, Span};
use report::{Goal, Mutation, Share, Survival, Survivor};
use std::collections::BTreeMap;
use suite::tries::Score;

/// The mutants of a unit and what is known of them.
#[derive(Clone, Copy)]
pub struct Mutants<'m> {
    /// The mutants; none if nothing was mutated.
    pub all: &'m IdVec<MutantId, Mutant>,
    /// What the tests notice of them.
    pub score: &'m Score,
    /// What is known of those that runs came by.
    pub verdicts: &'m BTreeMap<MutantId, Verdict>,
    /// The name of a function or method.
    pub member: &'m dyn Fn(FuncId) -> String,
    /// A place in the source.
    pub place: &'m dyn Fn(Span) -> report::Place,
}

impl Mutants<'_> {
    /// How many the tests kill, and which they do not.
    pub fn mutation(&self) -> Option<Mutation> {
        let Score { killed, reached, untried } = self.score;
        let survivor = |mutant: MutantId| {
            let survival = self.survival(mutant);
            let mutant = &self.all[mutant];
            Survivor {
                member: (self.member)(mutant.function),
                place: (self.place)(mutant.span),
                operator: mutant.operator.name().to_owned(),
                text: mutant.text.clone(),
                survival,
            }
        };
        let alive = reached.difference(killed).filter(|mutant| !untried.contains(mutant));
        let survivors: Vec<Survivor> = alive.copied().map(survivor).collect();
        let is_proven = |own: &&Survivor| own.survival == Survival::Equivalent;
        (!self.all.is_empty()).then(|| Mutation {
            killed: Share { covered: killed.len() as u32, total: self.all.len() as u32 },
            reached: reached.len() as u32,
            not_tried: untried.len() as u32,
            equivalent: survivors.iter().filter(is_proven).count() as u32,
            operators: self.by_operator(),
            survivors,
        })
    }

    fn by_operator(&self) -> BTreeMap<String, Share> {
        let mut shares: BTreeMap<String, Share> = BTreeMap::new();
        for (id, mutant) in self.all.iter().filter(|(id, _)| self.is_tried(*id)) {
            let share = shares.entry(mutant.operator.name().to_owned()).or_default();
            share.total += 1;
            share.covered += u32::from(self.score.killed.contains(&id));
        }
        shares
    }

    /// Whether it is known if a test notices it.
    fn is_tried(&self, mutant: MutantId) -> bool {
        !self.score.untried.contains(&mutant)
    }

    /// Those of one function that are killed, of those that were tried, where some were made.
    pub fn killed(&self, function: FuncId) -> Option<Share> {
        let own = |mutant: &MutantId| self.all[*mutant].function == function;
        let covered = self.score.killed.iter().filter(|mutant| own(mutant)).count() as u32;
        let tried = self.all.ids().filter(|mutant| self.is_tried(*mutant));
        let total = tried.filter(own).count() as u32;
        (!self.all.is_empty()).then_some(Share { covered, total })
    }

    /// A goal for each, numbered from one on.
    pub fn goals(&self, first: u32) -> Vec<Goal> {
        let goal = |(id, mutant): (MutantId, &Mutant)| Goal {
            id: first + id.0,
            member: (self.member)(mutant.function),
            place: Some((self.place)(mutant.span)),
            goal: format!("noticed: {}", mutant.text),
            verdict: match (self.score.killed.contains(&id), self.score.reached.contains(&id)) {
                (true, _) => report::Verdict::Covered,
                (false, true) if self.score.untried.contains(&id) => report::Verdict::NotTried,
                (false, true) => report::Verdict::Survives(self.survival(id)),
                (false, false) => report::Verdict::Open,
            },
        };
        self.all.iter().map(goal).collect()
    }

    fn survival(&self, mutant: MutantId) -> Survival {
        match self.verdicts.get(&mutant) {
            Some(Verdict::Killed) => Survival::Untested,
            Some(Verdict::Survived(Grade::Propagated)) => Survival::Propagated,
            Some(Verdict::Survived(Grade::Infected)) => Survival::Infected,
            Some(Verdict::Survived(Grade::Reached)) | None => Survival::Reached,
            Some(Verdict::Equivalent) => Survival::Equivalent,
            Some(Verdict::Bounded(bounds)) => Survival::Bounded(bounds.clone()),
        }
    }
}
