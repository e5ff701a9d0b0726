//! What a test asserts does not depend on where objects lie, and on what memory holds that was never written.
//!
//! A hash of a pointer and an address that is printed are numbers like others to a check, and others in each process. So
//! each test runs once more where all objects lie elsewhere and such memory is something else, and keeps the checks on which both runs agree.

use super::Stage;
use crate::Uninitialised;
use machine::UNINITIALISED;
use program::{FuncId, Type};
use scenario::{Object, Scenario, Statement};
use suite::Rehearsal;
use suite::assemble::Test;
use suite::checks::{Check, checks};
use trace::{RunError, Trace};

/// Bytes of what is made before everything else: more than one object takes, and no power of two.
const AHEAD: u32 = 7000;
/// Bytes of what was never written that are others.
const MOST_TURNED: usize = 4096;

/// Drops checks that do not hold where objects lie elsewhere, and tests that end otherwise there. Gives what these are
/// tests of.
pub(super) fn keep_steady(
    stage: &mut Stage<'_>,
    tests: &mut Vec<Test>,
) -> Result<Vec<FuncId>, RunError> {
    let mut flaky = Vec::new();
    let mut kept = Vec::with_capacity(tests.len());
    for mut test in std::mem::take(tests) {
        let (moved, mut trace) = (moved(&test.scenario, stage.uninitialised()), Trace::default());
        let output = stage.run(&moved, &mut trace)?;
        if trace.outcome != test.outcome || output != test.output {
            flaky.push(test.function);
            continue;
        }
        let known_at = |address| stage.known_at(address);
        let found: Vec<Check> = checks(stage.program(), &moved, &trace, &known_at);
        let before = moved.statements.len() - test.scenario.statements.len();
        let holds = |check: &Check| {
            let there = Check { statement: check.statement + before, ..check.clone() };
            found.contains(&there)
        };
        test.checks.retain(holds);
        kept.push(test);
    }
    *tests = kept;
    Ok(flaky)
}

/// The scenario behind an object that nobody asks for, with other answers for what was never written.
fn moved(scenario: &Scenario, uninitialised: Uninitialised) -> Scenario {
    let mut moved = scenario.clone();
    if uninitialised == Uninitialised::Symbolic {
        let mut values = Vec::new();
        for statement in &mut moved.statements {
            if let Statement::Stream { name, values: answers, .. } = statement
                && name == UNINITIALISED
            {
                values.append(answers);
            }
        }
        values.iter_mut().for_each(|byte| *byte ^= 0xff);
        values.resize(values.len().max(MOST_TURNED), 0xa5);
        let (name, ty) = (UNINITIALISED.to_owned(), Type::I8);
        let variable = moved.declare_fresh("garbage");
        moved.statements.insert(0, Statement::Stream { variable, name, ty, values });
    }
    let variable = moved.declare_fresh("ahead");
    let object = Object::new(AHEAD);
    moved.statements.insert(0, Statement::Object { variable, object });
    moved
}
