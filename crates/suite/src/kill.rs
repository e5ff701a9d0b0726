//! Killing mutants: whether a test notices that the program has a mistake, and by what.
//!
//! The original and the mutant run the same scenario from the same state, and only scenarios that come by the mistake
//! are run with it. A mutant is *killed* when the run ends otherwise, or when something is seen to be otherwise that
//! the test could assert.

use crate::rehearsal::{Rehearsal, Sight};
use mutation::{Mutant, MutantId};
use program::IdVec;
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};
use trace::RunError;

/// A number for a value, always the same for the same value.
pub fn number(value: &impl Hash) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A number for what a run went by, another one where it went by something else or more often.
pub fn way(counters: &trace::Counters) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    for counter in counters.touched() {
        (*counter, counters.get(*counter)).hash(&mut hasher);
    }
    hasher.finish()
}

/// How a test notices a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kill {
    /// The run ends otherwise, which is noticed whatever is asserted.
    Ending,
    /// Facts of the original no longer hold.
    Facts(BTreeSet<u64>),
}

impl Kill {
    /// Whether a test notices it that asserts some facts.
    pub fn is_noticed_by(&self, asserted: &[u64]) -> bool {
        match self {
            Self::Ending => true,
            Self::Facts(gone) => asserted.iter().any(|fact| gone.contains(fact)),
        }
    }
}

/// The mutants that a scenario was tried on: how it kills each, or none where nothing that could be asserted does.
pub type Tried = BTreeMap<MutantId, Option<Kill>>;

/// The mutants that a scenario kills, and how.
pub type Kills = BTreeMap<MutantId, Kill>;

/// Steps that a mutant may take beyond ten times those of the original.
const PATIENCE: u64 = 10_000;

/// The same for one that took more: it may only have used a part of the library for the first time, so that it is
/// believed to go on forever only then.
const MORE_PATIENCE: u64 = 500_000;

/// Whether a mutant is killed by a scenario, of which the original was seen to do `original`.
///
/// # Errors
///
/// When the scenario does not fit the program.
pub fn kill(
    stage: &mut dyn Rehearsal,
    mutant: &Mutant,
    scenario: &Scenario,
    original: &Sight,
) -> Result<Option<Kill>, RunError> {
    attempt(stage, mutant, scenario, original).map(|(kill, _)| kill)
}

/// The same, with the steps that it took.
///
/// # Errors
///
/// When the scenario does not fit the program.
pub fn attempt(
    stage: &mut dyn Rehearsal,
    mutant: &Mutant,
    scenario: &Scenario,
    original: &Sight,
) -> Result<(Option<Kill>, u64), RunError> {
    let Some(mut sight) = mutated(stage, mutant, scenario, original, PATIENCE)? else {
        return Ok((None, 0));
    };
    let mut steps = sight.steps;
    if sight.is_cut
        && !original.is_cut
        && let Some(longer) = mutated(stage, mutant, scenario, original, MORE_PATIENCE)?
    {
        steps += longer.steps;
        sight = longer;
    }
    Ok((difference(original, &sight), steps))
}

/// The same where scenarios that are alike are tried one after the other: mutants that are known to go on forever are not
/// given more steps every time.
pub(crate) fn attempt_again(
    stage: &mut dyn Rehearsal,
    (id, mutant): (MutantId, &Mutant),
    scenario: &Scenario,
    original: &Sight,
    endless: &mut BTreeSet<MutantId>,
) -> Result<(Option<Kill>, u64), RunError> {
    if endless.contains(&id) {
        let sight = mutated(stage, mutant, scenario, original, PATIENCE)?;
        let steps = sight.as_ref().map_or(0, |sight| sight.steps);
        return Ok((sight.and_then(|sight| difference(original, &sight)), steps));
    }
    let (kill, steps) = attempt(stage, mutant, scenario, original)?;
    let most = original.steps.saturating_mul(10).saturating_add(MORE_PATIENCE);
    if kill.is_some() && steps > most {
        endless.insert(id);
    }
    Ok((kill, steps))
}

/// What a mutant does in so many steps beyond ten times those of the original; none if it cannot be made.
fn mutated(
    stage: &mut dyn Rehearsal,
    mutant: &Mutant,
    scenario: &Scenario,
    original: &Sight,
    patience: u64,
) -> Result<Option<Sight>, RunError> {
    if !stage.mutate(Some(&mutant.edit)) {
        return Ok(None);
    }
    let limit = original.steps.saturating_mul(10).saturating_add(patience);
    let sight = stage.sight(scenario, Some(limit));
    stage.mutate(None);
    sight.map(Some)
}

fn difference(original: &Sight, mutant: &Sight) -> Option<Kill> {
    if original.ending != mutant.ending {
        return Some(Kill::Ending);
    }
    let gone = original.facts.iter().copied().filter(|fact| !mutant.facts.contains(fact));
    let gone: BTreeSet<u64> = gone.collect();
    (!gone.is_empty()).then_some(Kill::Facts(gone))
}

/// The mutants among some that the run came by which the stage has just shown.
pub fn reached(
    stage: &dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: impl IntoIterator<Item = MutantId>,
) -> Vec<MutantId> {
    let came_by = |mutant: &MutantId| {
        let at = mutants[*mutant].edit.point;
        stage.came_by(at.function, at.block)
    };
    among.into_iter().filter(came_by).collect()
}

/// The mutants among some that a scenario kills; none if a test may not end as it does.
///
/// # Errors
///
/// When the scenario does not fit the program.
pub fn killed(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    scenario: &Scenario,
    among: impl IntoIterator<Item = MutantId>,
) -> Result<BTreeSet<MutantId>, RunError> {
    tried(stage, mutants, scenario, among).map(|tried| kills(&tried))
}

/// Tries a scenario on the mutants among some that it comes by; on none if a test may not end as it does.
///
/// # Errors
///
/// When the scenario does not fit the program.
pub fn tried(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    scenario: &Scenario,
    among: impl IntoIterator<Item = MutantId>,
) -> Result<Tried, RunError> {
    let original = stage.sight(scenario, None)?;
    let mut tried = Tried::new();
    if !original.is_fine {
        return Ok(tried);
    }
    for mutant in reached(stage, mutants, among) {
        tried.insert(mutant, kill(stage, &mutants[mutant], scenario, &original)?);
    }
    Ok(tried)
}

/// Those that are killed.
pub fn kills(tried: &Tried) -> BTreeSet<MutantId> {
    tried.iter().filter(|(_, kill)| kill.is_some()).map(|(mutant, _)| *mutant).collect()
}

/// How those are killed that are.
pub fn how(tried: Tried) -> Kills {
    tried.into_iter().filter_map(|(mutant, kill)| Some((mutant, kill?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(ending: u64, facts: &[u64]) -> Sight {
        Sight { ending, is_fine: true, facts: facts.to_vec(), is_cut: false, steps: 1 }
    }

    #[test]
    fn a_mutant_is_killed_by_another_ending_or_by_facts_that_are_gone() {
        let original = sight(1, &[10, 20, 30]);
        let gone = |facts: &[u64]| Some(Kill::Facts(facts.iter().copied().collect()));
        assert_eq!(difference(&original, &original), None);
        assert_eq!(difference(&original, &sight(2, &[10, 20, 30])), Some(Kill::Ending));
        assert_eq!(difference(&original, &sight(1, &[10, 21, 30])), gone(&[20]));
        assert_eq!(difference(&original, &sight(1, &[30])), gone(&[10, 20]));
        assert_eq!(difference(&original, &sight(1, &[10, 20, 30, 40])), None);
    }

    #[test]
    fn a_kill_by_facts_is_noticed_by_a_test_that_asserts_one_of_them() {
        let kill = Kill::Facts(BTreeSet::from([10, 20]));
        assert!(kill.is_noticed_by(&[30, 20]));
        assert!(!kill.is_noticed_by(&[30]));
        assert!(Kill::Ending.is_noticed_by(&[]));
    }

    /// A program that needs so many steps with a mistake and behaves as without.
    struct Slow {
        program: program::Program,
        needs: u64,
        runs: u32,
    }

    impl Rehearsal for Slow {
        fn program(&self) -> &program::Program {
            &self.program
        }

        fn run(&mut self, _: &Scenario, _: &mut trace::Trace) -> Result<Vec<u8>, RunError> {
            Ok(Vec::new())
        }

        fn mutate(&mut self, _: Option<&program::Edit>) -> bool {
            true
        }

        fn sight(&mut self, _: &Scenario, steps: Option<u64>) -> Result<Sight, RunError> {
            self.runs += 1;
            let is_cut = steps.is_some_and(|steps| steps < self.needs);
            let steps = steps.map_or(1, |steps| steps.min(self.needs));
            Ok(Sight { ending: is_cut.into(), is_fine: true, facts: Vec::new(), is_cut, steps })
        }
    }

    fn attempts(needs: u64) -> (bool, u32) {
        let point =
            program::Point { function: program::FuncId(0), block: program::BlockId(0), index: 0 };
        let mutant = Mutant {
            function: program::FuncId(0),
            edit: program::Edit::instructions(point, Vec::new(), Vec::new()),
            infection: mutation::Infection::Always,
            operator: mutation::Operator::RemoveStores,
            span: program::Span {
                file: program::FileId(0),
                line: 1,
                column: 1,
                end_line: 1,
                end_column: 1,
            },
            text: String::new(),
        };
        let mut stage = Slow { program: program::Program::default(), needs, runs: 0 };
        let (scenario, original) = (Scenario::default(), sight(0, &[]));
        let mut endless = BTreeSet::new();
        let mut is_killed = false;
        for _ in 0..3 {
            let mutant = (MutantId(0), &mutant);
            let tried = attempt_again(&mut stage, mutant, &scenario, &original, &mut endless);
            is_killed = tried.is_ok_and(|(kill, _)| kill.is_some());
        }
        (is_killed, stage.runs)
    }

    #[test]
    fn a_mutant_that_only_takes_longer_is_not_killed_and_an_endless_one_gets_more_steps_once() {
        assert_eq!(attempts(1), (false, 3));
        assert_eq!(attempts(PATIENCE * 2), (false, 6));
        assert_eq!(attempts(u64::MAX), (true, 4));
    }
}
