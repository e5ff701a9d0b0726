//! The mutants of a program, and the assertions that notice them.

use super::{Project, Stage};
use mutation::{Mutant, MutantId, Operator, Returned, Rules};
use program::{Block, Callee, FuncId, Function, IdVec, Instruction, Program};
use scenario::Statement;
use std::collections::BTreeSet;
use suite::Beginning;
use suite::assemble::Test;
use suite::checks::{Check, Expected, Target};
use suite::choose::{self, choose};
use suite::kill::{Tried, how, number};
use suite::tries::{self, Chances, Finished, Score, Tries, matrix};
use trace::{Outcome, RunError};

/// The mutants of the functions under test.
pub(super) fn of(project: &Project, functions: &[FuncId]) -> IdVec<MutantId, Mutant> {
    let own = functions.iter().copied();
    let all = mutation::mutants(&project.program, own, &CRules { program: &project.program });
    let is_own =
        |mutant: &&Mutant| !reads_further(&project.program.functions[mutant.function], mutant);
    all.values().filter(is_own).cloned().collect()
}

/// Whether a mistake is in what clang makes of `va_start` and `va_arg`, where no source has it.
fn reads_further(function: &Function, mutant: &Mutant) -> bool {
    let is_reading = |block: &Block| {
        block.label.starts_with("vaarg.")
            && block.instructions.iter().any(|instruction| instruction.span == Some(mutant.span))
    };
    let starts = |block: &Block| {
        block.instructions.iter().any(|instruction| {
            matches!(instruction.node, Instruction::VarArgs { .. })
                && instruction.span == Some(mutant.span)
        })
    };
    function.variadic && function.blocks.values().any(|block| is_reading(block) || starts(block))
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
    chances: &Chances,
    tests: &[Test],
) -> Result<Score, RunError> {
    let known = |test: &Test| chances.tries.of(&test.scenario);
    tries::score(stage, mutants, &chances.killable, asserted(tests, &known))
}

/// What each test does, what it asserts, and what is known of it.
fn asserted<'t>(tests: &'t [Test], known: &dyn Fn(&Test) -> Tried) -> Vec<Finished<'t>> {
    let finished = |test: &'t Test| Finished {
        scenario: &test.scenario,
        facts: facts(test),
        kept_for: &test.kills,
        tried: known(test),
    };
    tests.iter().map(finished).collect()
}

/// What a test asserts, each as a number.
fn facts(test: &Test) -> Vec<u64> {
    test.checks.iter().map(number).collect()
}

/// Assertions on what a call did that are all kept; where there are more, those that notice mutants say enough.
const FEW: usize = 6;

/// Leaves tests the assertions that notice mutants, and those that tell what the last call gave and wrote, if they are few:
/// there are more mistakes than mutants. Gives what came of trying them on mutants.
pub(super) fn choose_checks(
    stage: &mut Stage<'_>,
    mutants: &IdVec<MutantId, Mutant>,
    killable: &BTreeSet<MutantId>,
    beginning: &Beginning,
    tests: &mut [Test],
) -> Result<Tries, RunError> {
    let tried = matrix(stage, mutants, killable, asserted(tests, &|test| test.tried.clone()))?;
    let mut tries = Tries::default();
    for (test, tried) in tests.iter().zip(&tried) {
        tries.note(test.scenario.clone(), tried.clone());
    }
    let project = stage.project;
    let offers = tests.iter().zip(tried).map(|(test, tried)| {
        let is_vague = |place: &usize| {
            let check = &test.checks[*place];
            check.is_minor || check.expected == Expected::NotNull
        };
        let facts = test.checks.len();
        let vague = (0..facts).filter(is_vague).collect();
        let is_telling = !matches!(test.outcome, Outcome::Returned) || !test.output.is_empty();
        let last = test.checks.iter().map(|check| check.statement).max();
        let is_result = |place: &usize| {
            let check = &test.checks[*place];
            check.target == Target::Result && Some(check.statement) == last
        };
        let about_result = (0..facts).filter(is_result).collect();
        let spelled: Vec<u64> = test.checks.iter().map(|check| project.spelled(check)).collect();
        let pinned = beginning.pinned(&test.scenario, &spelled);
        let (facts, kills) = (self::facts(test), how(tried));
        choose::Candidate { facts, vague, about_result, is_telling, pinned, kills }
    });
    let offers: Vec<choose::Candidate> = offers.collect();
    let settled: Vec<bool> = offers.iter().map(|offer| offer.pinned.is_some()).collect();
    let chosen = choose(&offers);
    for ((test, chosen), settled) in tests.iter_mut().zip(chosen).zip(settled) {
        let telling: Vec<usize> =
            (0..test.checks.len()).filter(|place| tells(test, &test.checks[*place])).collect();
        let is_result = |place: &usize| test.checks[*place].target == Target::Result;
        let mut kept: BTreeSet<usize> = chosen.into_iter().collect();
        match telling.len() <= FEW {
            _ if settled => {}
            true => kept.extend(telling),
            false => kept.extend(telling.into_iter().filter(is_result)),
        }
        test.checks = kept.into_iter().map(|place| test.checks[place].clone()).collect();
    }
    Ok(tries)
}

/// Whether a check tells what the last call did.
fn tells(test: &Test, check: &Check) -> bool {
    let is_call = |statement: &Statement| matches!(statement, Statement::Call { .. });
    let last = test.scenario.statements.iter().rposition(is_call);
    Some(check.statement) == last && !check.is_silent() && check.expected != Expected::NotNull
}

/// Leaves out what goes without saying.
pub(super) fn drop_minor(tests: &mut [Test]) {
    for test in tests {
        test.checks.retain(|check| !check.is_minor);
    }
}
