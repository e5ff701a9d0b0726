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
    /// The run ends otherwise.
    Ending,
    /// Assertions fail, by their places among the facts of the original.
    Facts(Vec<usize>),
}

/// Steps that a mutant may take beyond ten times those of the original.
const PATIENCE: u64 = 10_000;

/// Steps that all runs may take which look at what finished tests notice: where each run takes long, fewer mutants are
/// tried, and those that are not count as survivors.
const MOST_STEPS: u64 = 300_000_000;

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
fn attempt(
    stage: &mut dyn Rehearsal,
    mutant: &Mutant,
    scenario: &Scenario,
    original: &Sight,
) -> Result<(Option<Kill>, u64), RunError> {
    if !stage.mutate(Some(&mutant.edit)) {
        return Ok((None, 0));
    }
    let limit = original.steps.saturating_mul(10).saturating_add(PATIENCE);
    let sight = stage.sight(scenario, Some(limit));
    stage.mutate(None);
    let sight = sight?;
    Ok((difference(original, &sight), sight.steps))
}

fn difference(original: &Sight, mutant: &Sight) -> Option<Kill> {
    if original.ending != mutant.ending {
        return Some(Kill::Ending);
    }
    let gone: Vec<usize> = (0..original.facts.len())
        .filter(|fact| !mutant.facts.contains(&original.facts[*fact]))
        .collect();
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
    let original = stage.sight(scenario, None)?;
    let mut found = BTreeSet::new();
    if !original.is_fine {
        return Ok(found);
    }
    for mutant in reached(stage, mutants, among) {
        if kill(stage, &mutants[mutant], scenario, &original)?.is_some() {
            found.insert(mutant);
        }
    }
    Ok(found)
}

/// Tests that kill a mutant, after which it is not tried on others.
const KILLERS: usize = 4;

/// Tests that a mutant is tried on which none of them kills.
const TRIES: usize = 12;

/// How each of some tests kills some of the mutants; each comes with the facts that it may assert. Every mutant is
/// tried until some tests kill it, or many do not.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn matrix(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: &[(&Scenario, Vec<u64>)],
) -> Result<Vec<BTreeMap<MutantId, Kill>>, RunError> {
    let mut killers: IdVec<MutantId, usize> = mutants.ids().map(|_| 0).collect();
    let mut tries = killers.clone();
    let mut left = MOST_STEPS;
    let mut found = Vec::with_capacity(tests.len());
    for (scenario, facts) in tests {
        let mut own = BTreeMap::new();
        let mut original = stage.sight(scenario, None)?;
        original.facts.clone_from(facts);
        let open = among.iter().copied().filter(|mutant| {
            killers[*mutant] < KILLERS && (killers[*mutant] > 0 || tries[*mutant] < TRIES)
        });
        for mutant in reached(stage, mutants, open) {
            if left == 0 || stage.is_late() {
                break;
            }
            tries[mutant] += 1;
            let (kill, steps) = attempt(stage, &mutants[mutant], scenario, &original)?;
            left = left.saturating_sub(steps);
            if let Some(kill) = kill {
                killers[mutant] += 1;
                own.insert(mutant, kill);
            }
        }
        found.push(own);
    }
    Ok(found)
}

/// What a suite notices of mutants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Mutants that tests come by.
    pub reached: BTreeSet<MutantId>,
    /// Mutants that they kill.
    pub killed: BTreeSet<MutantId>,
}

/// Counts the mutants that a suite kills, of some that are worth trying; each test comes with the facts that it asserts.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn score(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: &[(&Scenario, Vec<u64>)],
) -> Result<Score, RunError> {
    let mut score = Score::default();
    let mut left = MOST_STEPS;
    for (scenario, facts) in tests {
        let mut original = stage.sight(scenario, None)?;
        original.facts.retain(|fact| facts.contains(fact));
        let reached = reached(stage, mutants, mutants.ids());
        score.reached.extend(reached.iter().copied());
        for mutant in reached {
            if left == 0
                || stage.is_late()
                || !among.contains(&mutant)
                || score.killed.contains(&mutant)
            {
                continue;
            }
            let (kill, steps) = attempt(stage, &mutants[mutant], scenario, &original)?;
            left = left.saturating_sub(steps);
            if kill.is_some() {
                score.killed.insert(mutant);
            }
        }
    }
    Ok(score)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight(ending: u64, facts: &[u64]) -> Sight {
        Sight { ending, is_fine: true, facts: facts.to_vec(), steps: 1 }
    }

    #[test]
    fn a_mutant_is_killed_by_another_ending_or_by_facts_that_are_gone() {
        let original = sight(1, &[10, 20, 30]);
        assert_eq!(difference(&original, &original), None);
        assert_eq!(difference(&original, &sight(2, &[10, 20, 30])), Some(Kill::Ending));
        assert_eq!(difference(&original, &sight(1, &[10, 21, 30])), Some(Kill::Facts(vec![1])));
        assert_eq!(difference(&original, &sight(1, &[30])), Some(Kill::Facts(vec![0, 1])));
        assert_eq!(difference(&original, &sight(1, &[10, 20, 30, 40])), None);
    }
}
