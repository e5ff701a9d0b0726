//! Trying finished tests on mutants: which test kills which, as far as steps and time allow.
//!
//! Time may end before every test was tried on every mutant, so nothing is run that is known, and what says most is run
//! first: each mutant on the test that was kept for it, then on tests of its own function, then on the others.

use crate::assemble::subject_of;
use crate::kill::{Kill, Tried, attempt, reached};
use crate::rehearsal::{Rehearsal, Sight};
use mutation::{Mutant, MutantId};
use program::IdVec;
use scenario::Scenario;
use std::collections::{BTreeMap, BTreeSet};
use trace::RunError;

/// Steps that all runs may take which look at what finished tests notice: where each run takes long, fewer mutants are
/// tried.
const MOST_STEPS: u64 = 300_000_000;

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
    /// What is known of it already.
    pub tried: Tried,
}

/// What is known of tests and mutants, by what the tests do.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tries {
    tests: Vec<(Scenario, Tried)>,
}

impl Tries {
    /// Notes what a test was tried on.
    pub fn note(&mut self, scenario: Scenario, tried: Tried) {
        self.tests.push((scenario, tried));
    }

    /// What is known of a test. If it does something more in the end than when it was tried, such as giving back memory, it
    /// still kills what it killed before that.
    pub fn of(&self, scenario: &Scenario) -> Tried {
        let same = self.tests.iter().find(|(own, _)| own.statements == scenario.statements);
        if let Some((_, tried)) = same {
            return tried.clone();
        }
        let begins = |own: &Scenario| scenario.statements.starts_with(&own.statements);
        let longest = self.tests.iter().filter(|(own, _)| begins(own));
        let longest = longest.max_by_key(|(own, _)| own.statements.len());
        let kills = longest.into_iter().flat_map(|(_, tried)| tried);
        let kills = kills.filter(|(_, kill)| kill.is_some());
        kills.map(|(mutant, kill)| (*mutant, kill.clone())).collect()
    }
}

/// What is known before killed mutants are counted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chances {
    /// The mutants that the tests may kill.
    pub killable: BTreeSet<MutantId>,
    /// What came of those that the tests were tried on, whatever they assert.
    pub tries: Tries,
}

/// What tests that may still choose their assertions were tried on. Each mutant is tried on the tests that were kept for
/// it, and on others until some kill it, or many do not.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn matrix(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: Vec<Finished<'_>>,
) -> Result<Vec<Tried>, RunError> {
    let is_enough = |kills: usize, tries: usize, is_kept: bool| {
        !is_kept && (kills >= KILLERS || kills == 0 && tries >= TRIES)
    };
    let trial = Trial::of(MOST_STEPS, stage, mutants, among, tests)?;
    Ok(trial.tried_until(&is_enough)?.0)
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

/// Counts the mutants that a suite kills by what it asserts, of some that are worth trying.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn score(
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: Vec<Finished<'_>>,
) -> Result<Score, RunError> {
    score_within(MOST_STEPS, stage, mutants, among, tests)
}

fn score_within(
    steps: u64,
    stage: &mut dyn Rehearsal,
    mutants: &IdVec<MutantId, Mutant>,
    among: &BTreeSet<MutantId>,
    tests: Vec<Finished<'_>>,
) -> Result<Score, RunError> {
    let trial = Trial::of(steps, stage, mutants, among, tests)?;
    let reached = trial.reached.iter().flatten().copied().collect();
    let facts: Vec<Vec<u64>> = trial.tests.iter().map(|test| test.facts.clone()).collect();
    let (tried, untried) = trial.tried_until(&|kills, _, _| kills > 0)?;
    let mut killed = BTreeSet::new();
    for (tried, facts) in tried.iter().zip(&facts) {
        let noticed = tried.iter().filter(|(_, kill)| is_noticed(kill.as_ref(), facts));
        killed.extend(noticed.map(|(mutant, _)| *mutant));
    }
    Ok(Score { reached, killed, untried })
}

fn is_noticed(kill: Option<&Kill>, facts: &[u64]) -> bool {
    kill.is_some_and(|kill| kill.is_noticed_by(facts))
}

/// How many tests that kill a mutant one is worth: what ends a test needs no assertion, so none has to be chosen.
fn worth(kill: Option<&Kill>, facts: &[u64]) -> usize {
    match kill {
        Some(Kill::Ending) => KILLERS,
        kill => usize::from(is_noticed(kill, facts)),
    }
}

/// Tests that are being tried on mutants.
struct Trial<'s, 't> {
    stage: &'s mut dyn Rehearsal,
    mutants: &'s IdVec<MutantId, Mutant>,
    tests: Vec<Finished<'t>>,
    /// What each test shows without any mistake.
    originals: Vec<Sight>,
    /// All mutants that each test comes by.
    reached: Vec<Vec<MutantId>>,
    /// The tests that each mutant is tried on, the best last.
    queues: BTreeMap<MutantId, Vec<usize>>,
    /// Steps that runs may still take.
    left: u64,
}

impl<'s, 't> Trial<'s, 't> {
    fn of(
        left: u64,
        stage: &'s mut dyn Rehearsal,
        mutants: &'s IdVec<MutantId, Mutant>,
        among: &BTreeSet<MutantId>,
        tests: Vec<Finished<'t>>,
    ) -> Result<Self, RunError> {
        let (mut originals, mut reaches) = (Vec::new(), Vec::new());
        let mut queues: BTreeMap<MutantId, Vec<(u8, usize)>> = BTreeMap::new();
        for (place, test) in tests.iter().enumerate() {
            originals.push(stage.sight(test.scenario, None)?);
            let reached = reached(stage, mutants, mutants.ids());
            let catalogue = &stage.program().catalogue;
            let about = subject_of(test.scenario).map(|function| catalogue.entered_by(function));
            for mutant in reached.iter().filter(|mutant| among.contains(mutant)) {
                let rank = match about == Some(mutants[*mutant].function) {
                    _ if test.kept_for.contains(mutant) => 0,
                    true => 1,
                    false => 2,
                };
                queues.entry(*mutant).or_default().push((rank, place));
            }
            reaches.push(reached);
        }
        let in_order = |(mutant, mut queue): (MutantId, Vec<(u8, usize)>)| {
            queue.sort_unstable_by(|one, other| other.cmp(one));
            (mutant, queue.into_iter().map(|(_, place)| place).collect())
        };
        let queues = queues.into_iter().map(in_order).collect();
        Ok(Self { stage, mutants, tests, originals, reached: reaches, queues, left })
    }

    /// Tries each mutant on one test after the other, all in turn and those first that no test kills yet, until it is enough: by how many kill it with
    /// what they assert, by how many were tried, and whether the next was kept for it. Gives what each test was
    /// tried on, and the mutants that there was no time for.
    fn tried_until(
        mut self,
        is_enough: &dyn Fn(usize, usize, bool) -> bool,
    ) -> Result<(Vec<Tried>, BTreeSet<MutantId>), RunError> {
        let mut counts: BTreeMap<MutantId, (usize, usize)> = BTreeMap::new();
        for test in &self.tests {
            for (mutant, kill) in &test.tried {
                let (kills, tries) = counts.entry(*mutant).or_default();
                *tries += 1;
                *kills += worth(kill.as_ref(), &test.facts);
            }
        }
        for (mutant, queue) in &mut self.queues {
            queue.retain(|place| !self.tests[*place].tried.contains_key(mutant));
        }
        let mut untried = BTreeSet::new();
        let mut open: Vec<MutantId> = self.queues.keys().copied().collect();
        while !open.is_empty() {
            let mut next = Vec::new();
            open.sort_by_key(|mutant| counts.get(mutant).map_or(0, |(kills, _)| *kills));
            for mutant in open {
                let (kills, tries) = counts.entry(mutant).or_default();
                let Some(queue) = self.queues.get_mut(&mutant) else { continue };
                let Some(place) = queue.pop() else { continue };
                let is_kept = self.tests[place].kept_for.contains(&mutant);
                if is_enough(*kills, *tries, is_kept) {
                    continue;
                }
                if self.left == 0 || self.stage.is_late() {
                    if *kills == 0 {
                        untried.insert(mutant);
                    }
                    continue;
                }
                let (test, original) = (&mut self.tests[place], &self.originals[place]);
                let mistake = &self.mutants[mutant];
                let (kill, steps) = attempt(self.stage, mistake, test.scenario, original)?;
                self.left = self.left.saturating_sub(steps);
                *tries += 1;
                *kills += worth(kill.as_ref(), &test.facts);
                test.tried.insert(mutant, kill);
                next.push(mutant);
            }
            open = next;
        }
        Ok((self.tests.into_iter().map(|test| test.tried).collect(), untried))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use program::{BlockId, Change, Edit, FileId, FuncId, Point, Program, Span};

    /// Shows every test as one that comes by everything and lasts a step; each mistake shows in the
    /// scenario with as many statements as its place.
    #[derive(Default)]
    struct Fake {
        program: Program,
        mutated: Option<u32>,
        /// Runs of mutants.
        runs: usize,
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
            self.runs += usize::from(edit.is_some());
            true
        }

        fn sight(&mut self, scenario: &Scenario, _: Option<u64>) -> Result<Sight, RunError> {
            let is_seen = self.mutated == Some(scenario.statements.len() as u32);
            let facts = if is_seen { vec![8] } else { vec![7] };
            Ok(Sight { ending: 0, is_fine: true, facts, is_cut: false, steps: 1 })
        }

        fn came_by(&self, _: FuncId, _: BlockId) -> bool {
            true
        }
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

    const NONE: &BTreeSet<MutantId> = &BTreeSet::new();

    /// A test that asserts what the original shows.
    fn finished(scenario: &Scenario, tried: Tried) -> Finished<'_> {
        Finished { scenario, facts: vec![7], kept_for: NONE, tried }
    }

    #[test]
    fn mutants_that_there_was_no_time_for_are_not_tried_and_no_survivors() {
        let mutants = mutants(3);
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let scenario = long(0);
        let score = |steps| {
            let tests = vec![finished(&scenario, Tried::new())];
            score_within(steps, &mut Fake::default(), &mutants, &all, tests).unwrap()
        };
        let whole = score(10);
        assert_eq!((whole.killed.len(), whole.untried.len()), (1, 0));
        let cut = score(1);
        assert_eq!(cut.killed, BTreeSet::from([MutantId(0)]));
        assert_eq!(cut.untried, BTreeSet::from([MutantId(1), MutantId(2)]));
        assert_eq!(cut.reached.len(), 3);
    }

    #[test]
    fn what_is_known_needs_no_time_and_counts_only_where_it_is_still_asserted() {
        let mutants = mutants(4);
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let scenario = long(9);
        let gone = |fact: u64| Some(Kill::Facts(BTreeSet::from([fact])));
        let tried = Tried::from([
            (MutantId(0), gone(7)),
            (MutantId(1), gone(5)),
            (MutantId(2), Some(Kill::Ending)),
            (MutantId(3), None),
        ]);
        let mut stage = Fake::default();
        let tests = vec![finished(&scenario, tried)];
        let score = score_within(0, &mut stage, &mutants, &all, tests).unwrap();
        assert_eq!(score.killed, BTreeSet::from([MutantId(0), MutantId(2)]));
        assert!(score.untried.is_empty());
        assert_eq!(stage.runs, 0);
    }

    #[test]
    fn every_mutant_is_tried_once_before_any_is_tried_again() {
        let mutants = mutants(3);
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let scenarios: Vec<Scenario> = [9, 2].map(long).into();
        let tests = |_| scenarios.iter().map(|own| finished(own, Tried::new())).collect();
        let score =
            |steps| score_within(steps, &mut Fake::default(), &mutants, &all, tests(())).unwrap();
        assert_eq!(score(5).killed, BTreeSet::new());
        assert_eq!(score(6).killed, BTreeSet::from([MutantId(2)]));
    }

    #[test]
    fn a_test_that_does_more_by_now_still_kills_what_it_killed_and_may_kill_the_rest() {
        let mut tries = Tries::default();
        let tried = Tried::from([(MutantId(0), Some(Kill::Ending)), (MutantId(1), None)]);
        tries.note(long(2), tried.clone());
        assert_eq!(tries.of(&long(2)), tried);
        assert_eq!(tries.of(&long(3)), Tried::from([(MutantId(0), Some(Kill::Ending))]));
        assert_eq!(tries.of(&long(1)), Tried::new());
    }

    #[test]
    fn a_mutant_is_tried_on_the_test_that_was_kept_for_it_whatever_others_said() {
        let mutants = mutants(TRIES as u32 + 9);
        let all: BTreeSet<MutantId> = mutants.ids().collect();
        let last = TRIES + 8;
        let scenarios: Vec<Scenario> = (0..=last).map(long).collect();
        let own = BTreeSet::from([MutantId(last as u32)]);
        let is_killed = |kept_for: &BTreeSet<MutantId>| {
            let tests = scenarios.iter().map(|scenario| {
                let kept_for = if scenario.statements.len() == last { kept_for } else { NONE };
                Finished { kept_for, ..finished(scenario, Tried::new()) }
            });
            let tests: Vec<Finished<'_>> = tests.collect();
            let tried = matrix(&mut Fake::default(), &mutants, &all, tests).unwrap();
            matches!(tried[last].get(&MutantId(last as u32)), Some(Some(_)))
        };
        assert!(!is_killed(NONE));
        assert!(is_killed(&own));
    }
}
