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
/// tried.
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

/// A finished test, as far as mutants are concerned.
pub struct Finished<'t> {
    /// What it does.
    pub scenario: &'t Scenario,
    /// What it asserts, or may assert.
    pub facts: Vec<u64>,
    /// Mutants that it was kept for: if it does not kill them, maybe none does.
    pub kept_for: &'t BTreeSet<MutantId>,
}

/// How each of some tests kills some of the mutants. Every mutant is tried on the tests that were kept for it, and on
/// others until some kill it, or many do not.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn matrix(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: &[Finished<'_>],
) -> Result<Vec<BTreeMap<MutantId, Kill>>, RunError> {
    let mut killers: IdVec<MutantId, usize> = mutants.ids().map(|_| 0).collect();
    let mut tries = killers.clone();
    let mut left = MOST_STEPS;
    let mut found = Vec::with_capacity(tests.len());
    for Finished { scenario, facts, kept_for } in tests {
        let mut own = BTreeMap::new();
        let mut original = stage.sight(scenario, None)?;
        original.facts.clone_from(facts);
        let open = among.iter().copied().filter(|mutant| {
            kept_for.contains(mutant)
                || killers[*mutant] < KILLERS && (killers[*mutant] > 0 || tries[*mutant] < TRIES)
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
    /// Mutants that they come by and were not tried on, or not all of them, since that would have taken too long.
    pub untried: BTreeSet<MutantId>,
}

/// Counts the mutants that a suite kills, of some that are worth trying.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn score(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: &[Finished<'_>],
) -> Result<Score, RunError> {
    score_within(MOST_STEPS, stage, mutants, among, tests)
}

fn score_within(
    mut left: u64,
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: &[Finished<'_>],
) -> Result<Score, RunError> {
    let mut score = Score::default();
    for Finished { scenario, facts, .. } in tests {
        let mut original = stage.sight(scenario, None)?;
        original.facts.retain(|fact| facts.contains(fact));
        let reached = reached(stage, mutants, mutants.ids());
        score.reached.extend(reached.iter().copied());
        for mutant in reached {
            if !among.contains(&mutant) || score.killed.contains(&mutant) {
                continue;
            }
            if left == 0 || stage.is_late() {
                score.untried.insert(mutant);
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
    use program::{BlockId, Change, Edit, FileId, FuncId, Point, Program, Span};

    fn sight(ending: u64, facts: &[u64]) -> Sight {
        Sight { ending, is_fine: true, facts: facts.to_vec(), steps: 1 }
    }

    /// Shows every test as one that comes by everything and lasts a step; each mistake shows in the
    /// scenario with as many statements as its place.
    struct Fake {
        program: Program,
        mutated: Option<u32>,
    }

    impl Rehearsal for Fake {
        fn program(&self) -> &Program {
            &self.program
        }

        fn run(&mut self, _: &Scenario, _: &mut trace::Trace) -> Result<Vec<u8>, RunError> {
            Ok(Vec::new())
        }

        fn mutate(&mut self, edit: Option<&Edit>) -> bool {
            self.mutated = edit.map(|edit| edit.point.index);
            true
        }

        fn sight(&mut self, scenario: &Scenario, _: Option<u64>) -> Result<Sight, RunError> {
            let is_seen = self.mutated == Some(scenario.statements.len() as u32);
            Ok(sight(0, if is_seen { &[8] } else { &[7] }))
        }

        fn came_by(&self, _: FuncId, _: BlockId) -> bool {
            true
        }
    }

    fn fake() -> Fake {
        Fake { program: Program::default(), mutated: None }
    }

    /// Mutants at the first places of a block.
    fn mutants(count: u32) -> IdVec<MutantId, Mutant> {
        let mutant = |index| Mutant {
            function: FuncId(0),
            edit: Edit {
                point: Point { function: FuncId(0), block: BlockId(0), index },
                change: Change::Instructions(Vec::new()),
                registers: Vec::new(),
            },
            infection: mutation::Infection::Unknown,
            operator: mutation::Operator::Constants,
            span: Span { file: FileId(0), line: 1, column: 1, end_line: 1, end_column: 1 },
            text: String::new(),
        };
        (0..count).map(mutant).collect()
    }

    /// A scenario of so many statements.
    fn long(statements: usize) -> Scenario {
        let statement = scenario::Statement::StandardInput(Vec::new());
        Scenario { statements: vec![statement; statements], ..Scenario::default() }
    }

    #[test]
    fn mutants_that_there_was_no_time_for_are_not_tried_and_no_survivors() {
        let (mutants, none) = (mutants(3), BTreeSet::new());
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let scenario = long(0);
        let tests = [Finished { scenario: &scenario, facts: vec![7], kept_for: &none }];
        let score = |steps| score_within(steps, &mut fake(), &mutants, &all, &tests).unwrap();
        let whole = score(10);
        assert_eq!((whole.killed.len(), whole.untried.len()), (1, 0));
        let cut = score(1);
        assert_eq!(cut.killed, BTreeSet::from([MutantId(0)]));
        assert_eq!(cut.untried, BTreeSet::from([MutantId(1), MutantId(2)]));
        assert_eq!(cut.reached.len(), 3);
    }

    #[test]
    fn a_mutant_is_tried_on_the_test_that_was_kept_for_it_whatever_others_said() {
        let mutants = mutants(TRIES as u32 + 9);
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let last = TRIES + 8;
        let scenarios: Vec<Scenario> = (0..=last).map(long).collect();
        let (none, own) = (BTreeSet::new(), BTreeSet::from([MutantId(last as u32)]));
        let kills = |kept_for: &BTreeSet<MutantId>| {
            let finished = scenarios.iter().map(|scenario| {
                let kept_for = if scenario.statements.len() == last { kept_for } else { &none };
                Finished { scenario, facts: vec![7], kept_for }
            });
            let finished: Vec<Finished<'_>> = finished.collect();
            let matrix = matrix(&mut fake(), &mutants, &all, &finished).unwrap();
            matrix[last].contains_key(&MutantId(last as u32))
        };
        assert!(!kills(&none));
        assert!(kills(&own));
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
