//! The mutants of a program, and the assertions that notice them.

use super::{Project, Stage};
use mutation::{Mutant, MutantId, Operator, Returned, Rules};
use program::{Callee, FuncId, IdVec, Program};
use scenario::Scenario;
use std::collections::BTreeSet;
use suite::assemble::Test;
use suite::checks::Expected;
use suite::choose::{self, choose};
use suite::kill::{self, Score, matrix, number};
use trace::{Outcome, RunError};

/// The mutants of the functions under test.
pub(super) fn of(project: &Project, functions: &[FuncId]) -> IdVec<MutantId, Mutant> {
    let own = functions.iter().copied();
    mutation::mutants(&project.program, own, &CRules { program: &project.program })
}

/// What the IR does not say of C.
struct CRules<'p> {
    program: &'p Program,
}

impl Rules for CRules<'_> {
    fn uses(&self, _: Operator) -> bool {
        true
    }

    fn completes(&self, _: Callee) -> bool {
        false
    }

    fn returned(&self, _: FuncId) -> Returned {
        Returned::Plain
    }

    fn may_leave_out(&self, _: Callee) -> bool {
        true
    }

    fn name(&self, callee: Callee) -> String {
        match callee {
            Callee::Direct(function) => self.program.functions[function].source_name().to_owned(),
            Callee::Indirect(_) | Callee::Virtual(_) => "a function".to_owned(),
        }
    }
}

/// What tests notice of mutants.
pub(super) fn score(
    stage: &mut Stage<'_>,
    mutants: &IdVec<MutantId, Mutant>,
    killable: &BTreeSet<MutantId>,
    tests: &[Test],
) -> Result<Score, RunError> {
    kill::score(stage, mutants, killable, &asserted(tests))
}

/// What each test does, and what it asserts.
fn asserted(tests: &[Test]) -> Vec<(&Scenario, Vec<u64>)> {
    let facts = |test: &Test| test.checks.iter().map(number).collect();
    tests.iter().map(|test| (&test.scenario, facts(test))).collect()
}

/// Leaves tests the assertions that notice mutants.
pub(super) fn choose_checks(
    stage: &mut Stage<'_>,
    mutants: &IdVec<MutantId, Mutant>,
    killable: &BTreeSet<MutantId>,
    tests: &mut [Test],
) -> Result<(), RunError> {
    let kills = matrix(stage, mutants, killable, &asserted(tests))?;
    let offers = tests.iter().zip(kills).map(|(test, kills)| {
        let is_vague = |place: &usize| test.checks[*place].expected == Expected::NotNull;
        let facts = test.checks.len();
        let vague = (0..facts).filter(is_vague).collect();
        let is_telling = !matches!(test.outcome, Outcome::Returned) || !test.output.is_empty();
        choose::Candidate { facts, vague, is_telling, kills }
    });
    let chosen = choose(&offers.collect::<Vec<_>>());
    for (test, chosen) in tests.iter_mut().zip(chosen) {
        test.checks = chosen.into_iter().map(|place| test.checks[place].clone()).collect();
    }
    Ok(())
}
