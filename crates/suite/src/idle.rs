//! Idle calls and idle tests: what may go from a suite that has chosen its assertions.
//!
//! While a test is made it is not known what later tests show, nor what it will assert, so it may end up with calls that it
//! needs no longer. A call goes if the suite covers the same goals without it, all assertions hold, and every mutant that
//! only this test notices is still noticed. A test goes if others show all that it shows.

use crate::Footprint;
use crate::assemble::{is_aside, subject_of};
use crate::kill::{Tried, attempt, reached};
use crate::rehearsal::Rehearsal;
use coverage::{GoalId, Goals, UnitId, Vector};
use mutation::{Mutant, MutantId};
use program::{ClassId, FuncId, IdVec};
use scenario::{Scenario, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trace::{Outcome, RunError, Trace};

/// A test that has chosen what it asserts.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// What it does.
    pub scenario: Scenario,
    /// What it asserts.
    pub facts: Vec<u64>,
    /// The variables that it asserts something of.
    pub held: BTreeSet<VarId>,
    /// What came of the mutants that it was tried on.
    pub tried: Tried,
    /// Whether it stays as it is.
    pub is_fixed: bool,
}

/// What a suite is measured by.
#[derive(Clone, Copy)]
pub struct Measure<'m> {
    /// The goals.
    pub goals: &'m Arc<Goals>,
    /// The goals that count.
    pub wanted: &'m dyn Fn(GoalId) -> bool,
    /// Whether pairs of evaluations count.
    pub pairs: bool,
    /// What is shown without the suite.
    pub shown: &'m Footprint,
    /// The mutants.
    pub mutants: &'m IdVec<MutantId, Mutant>,
    /// Whether it is known of every test what it notices, so that a test without anything of its own may go.
    pub knows_kills: bool,
}

/// Something that a test shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Goal(GoalId),
    Evaluation(UnitId, u32, Vector),
    Thrown(Option<FuncId>, ClassId),
    Kill(MutantId),
    /// A test of a function of its own.
    Test(Option<FuncId>),
}

/// Drops calls that tests make for nothing. Gives the tests that are left, by their places among those before.
///
/// # Errors
///
/// When a scenario does not fit the program.
pub fn drop_idle(
    stage: &mut dyn Rehearsal,
    measure: Measure<'_>,
    tests: &mut [Settled],
) -> Result<BTreeSet<usize>, RunError> {
    let mut shows = Vec::with_capacity(tests.len());
    let mut shown: BTreeMap<Shown, usize> = BTreeMap::new();
    for test in tests.iter() {
        let own = measure.shows(stage, test)?;
        own.iter().for_each(|one| *shown.entry(one.clone()).or_default() += 1);
        shows.push(own);
    }
    let mut kept: BTreeSet<usize> = (0..tests.len()).collect();
    // The later ones first: they are those that needed most.
    for place in (0..tests.len()).rev() {
        let test = &mut tests[place];
        if test.is_fixed {
            continue;
        }
        let own = &mut shows[place];
        if measure.knows_kills && own.iter().all(|one| shown[one] > 1) {
            own.iter().for_each(|one| *shown.entry(one.clone()).or_default() -= 1);
            kept.remove(&place);
            continue;
        }
        let mut index = test.scenario.statements.len();
        while index > 0 && !stage.is_late() {
            index -= 1;
            if !is_idle(test, index) {
                continue;
            }
            let needed: BTreeSet<Shown> =
                own.iter().filter(|one| shown[one] < 2).cloned().collect();
            let mut shorter = test.clone();
            shorter.scenario.statements.remove(index);
            if let Some(without) = measure.shows_still(stage, test, &mut shorter, &needed)? {
                own.iter().for_each(|one| *shown.entry(one.clone()).or_default() -= 1);
                without.iter().for_each(|one| *shown.entry(one.clone()).or_default() += 1);
                (*test, *own) = (shorter, without);
            }
        }
    }
    Ok(kept)
}

/// Whether a statement is a call that nothing behind it needs and no assertion speaks of.
fn is_idle(test: &Settled, index: usize) -> bool {
    let made = test.scenario.statements[index].made();
    is_aside(&test.scenario, index) && !made.is_some_and(|made| test.held.contains(&made))
}

impl Measure<'_> {
    fn of(&self, trace: &Trace, scenario: &Scenario) -> BTreeSet<Shown> {
        let Footprint { goals, evaluations, thrown, .. } = Footprint::of(self.goals, trace);
        let is_open = |goal: &GoalId| (self.wanted)(*goal) && !self.shown.goals.contains(goal);
        let mut shows: BTreeSet<Shown> =
            goals.into_iter().filter(is_open).map(Shown::Goal).collect();
        if self.pairs {
            let evaluations = evaluations.into_iter();
            shows.extend(evaluations.map(|(unit, at, vector)| Shown::Evaluation(unit, at, vector)));
        }
        let subject = subject_of(scenario);
        shows.extend(thrown.map(|class| Shown::Thrown(subject, class)));
        shows.insert(Shown::Test(subject));
        shows
    }

    /// All that a test shows.
    fn shows(
        &self,
        stage: &mut dyn Rehearsal,
        test: &Settled,
    ) -> Result<BTreeSet<Shown>, RunError> {
        let mut trace = Trace::default();
        stage.run(&test.scenario, &mut trace)?;
        let mut shows = self.of(&trace, &test.scenario);
        shows.extend(test.noticed().map(Shown::Kill));
        Ok(shows)
    }

    /// What a test shows without one of its calls, if that is all that is needed of it and it asserts the same.
    fn shows_still(
        &self,
        stage: &mut dyn Rehearsal,
        test: &Settled,
        shorter: &mut Settled,
        needed: &BTreeSet<Shown>,
    ) -> Result<Option<BTreeSet<Shown>>, RunError> {
        let ends = |stage: &mut dyn Rehearsal, scenario: &Scenario| -> Result<_, RunError> {
            let mut trace = Trace::default();
            let output = stage.run(scenario, &mut trace)?;
            let left = scenario.statements.len().saturating_sub(trace.statement);
            let thrown = match trace.outcome {
                Outcome::Threw { class, .. } => Some((class, left)),
                _ => None,
            };
            let is_fine = stage.may_end(&trace.outcome);
            Ok(((thrown, is_fine, output), trace))
        };
        let before = ends(stage, &test.scenario)?.0;
        let Ok((after, trace)) = ends(stage, &shorter.scenario) else { return Ok(None) };
        let mut shows = self.of(&trace, &shorter.scenario);
        let is_kill = |one: &&Shown| matches!(one, Shown::Kill(_));
        if before != after
            || needed.iter().filter(|one| !is_kill(one)).any(|one| !shows.contains(one))
        {
            return Ok(None);
        }
        let original = stage.sight(&test.scenario, None)?;
        let asserted: Vec<u64> =
            test.facts.iter().copied().filter(|fact| original.facts.contains(fact)).collect();
        let Ok(original) = stage.sight(&shorter.scenario, None) else { return Ok(None) };
        // Another run must give the same, or what was asserted would be shaky.
        if !original.is_fine || !asserted.iter().all(|fact| original.facts.contains(fact)) {
            return Ok(None);
        }
        shorter.tried.clear();
        for mutant in reached(stage, self.mutants, test.noticed().collect::<Vec<_>>()) {
            let mistake = &self.mutants[mutant];
            let (kill, _) = attempt(stage, mistake, &shorter.scenario, &original)?;
            shorter.tried.insert(mutant, kill);
        }
        shows.extend(shorter.noticed().map(Shown::Kill));
        Ok(needed.iter().all(|one| shows.contains(one)).then_some(shows))
    }
}

impl Settled {
    /// The mutants that it is known to notice.
    fn noticed(&self) -> impl Iterator<Item = MutantId> {
        let notices = |(mutant, kill): (&MutantId, &Option<crate::kill::Kill>)| {
            let is_noticed = kill.as_ref().is_some_and(|kill| kill.is_noticed_by(&self.facts));
            is_noticed.then_some(*mutant)
        };
        self.tried.iter().filter_map(notices).collect::<Vec<_>>().into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kill::Kill;
    use crate::rehearsal::Sight;
    use program::{BlockId, Change, Edit, FileId, Point, Program, Span};
    use scenario::Statement;

    /// Shows each mistake in the scenarios that call the function of its number.
    #[derive(Default)]
    struct Fake {
        program: Program,
        mutated: Option<u32>,
    }

    impl Rehearsal for Fake {
        fn program(&self) -> &Program {
            &self.program
        }

        fn run(&mut self, _: &Scenario, trace: &mut Trace) -> Result<Vec<u8>, RunError> {
            trace.outcome = Outcome::Returned;
            Ok(Vec::new())
        }

        fn mutate(&mut self, edit: Option<&Edit>) -> bool {
            self.mutated = edit.map(|edit| edit.point.index);
            true
        }

        fn sight(&mut self, scenario: &Scenario, _: Option<u64>) -> Result<Sight, RunError> {
            let is_seen = called(scenario).any(|function| Some(function) == self.mutated);
            let facts = if is_seen { vec![8] } else { vec![7] };
            Ok(Sight { ending: 0, is_fine: true, facts, is_cut: false, steps: 1 })
        }

        fn came_by(&self, _: FuncId, _: BlockId) -> bool {
            true
        }
    }

    fn called(scenario: &Scenario) -> impl Iterator<Item = u32> {
        scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Call { function, .. } => Some(function.0),
            _ => None,
        })
    }

    fn mutants() -> IdVec<MutantId, Mutant> {
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
        (0..4).map(mutant).collect()
    }

    /// A test that calls some functions and notices some mutants.
    fn test(calls: &[u32], notices: &[u32]) -> Settled {
        let call = |function: &u32| Statement::Call {
            result: None,
            function: FuncId(*function),
            arguments: Vec::new(),
        };
        let statements = calls.iter().map(call).collect();
        let gone = || Some(Kill::Facts(BTreeSet::from([7])));
        Settled {
            scenario: Scenario { statements, ..Scenario::default() },
            facts: vec![7],
            held: BTreeSet::new(),
            tried: notices.iter().map(|mutant| (MutantId(*mutant), gone())).collect(),
            is_fixed: false,
        }
    }

    /// What the tests that are left call.
    fn left(knows_kills: bool, mut tests: Vec<Settled>) -> Vec<Vec<u32>> {
        let (goals, mutants, shown) = (Arc::default(), mutants(), Footprint::default());
        let measure = Measure {
            goals: &goals,
            wanted: &|_| true,
            pairs: false,
            shown: &shown,
            mutants: &mutants,
            knows_kills,
        };
        let kept = drop_idle(&mut Fake::default(), measure, &mut tests).unwrap();
        kept.into_iter().map(|place| called(&tests[place].scenario).collect()).collect()
    }

    #[test]
    fn a_call_goes_that_no_goal_and_no_noticed_mutant_needs() {
        assert_eq!(left(false, vec![test(&[1, 2, 9], &[2])]), [[2, 9]]);
    }

    #[test]
    fn a_call_goes_if_another_test_notices_what_it_is_good_for() {
        let tests = vec![test(&[2, 8], &[2]), test(&[2, 9], &[2])];
        assert_eq!(left(false, tests), [vec![2, 8], vec![9]]);
    }

    #[test]
    fn a_test_goes_that_shows_nothing_of_its_own_if_that_is_known() {
        let tests = || vec![test(&[2, 9], &[2]), test(&[3, 9], &[3]), test(&[9], &[])];
        assert_eq!(left(true, tests()), [[2, 9], [3, 9]]);
        assert_eq!(left(false, tests()).len(), 3);
    }

    #[test]
    fn the_only_test_of_a_function_and_tests_that_were_there_before_stay() {
        let before = Settled { is_fixed: true, ..test(&[1, 9], &[]) };
        assert_eq!(left(true, vec![before, test(&[8], &[])]), [vec![1, 9], vec![8]]);
    }
}
