//! Calls that do not end on input that nothing rejects.
//!
//! The machine only suspects them: a run that takes very many steps may end later. A native run of the test, for some
//! seconds of processor time, decides.

use super::Stage;
use crate::fault::Fault;
use crate::libc::answer_type;
use crate::run::{self, StackFrame};
use generate::Endless;
use program::Type;
use report::Stack;
use scenario::make::{Doubts, Maker};
use scenario::{Argument, Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use suite::Rehearsal;
use suite::assemble::{self, Test};
use trace::{Limit, Outcome, RunError, Trace};

/// Suspects that are looked at, at most.
const MOST: usize = 4;
/// Steps that a suspect still runs after.
const STEPS: u64 = 20_000_000;
/// Steps by which a smaller one is told from one that ends.
const SHORT: u64 = 400_000;
/// Runs by which one is made smaller.
const TRIES: u32 = 80;
/// What code may well count to.
const LARGEST: u128 = 1000;
/// Elements of an array that code may well take long for.
const LONGEST: u32 = 256;

/// Tests of scenarios that ran into the limit of steps and go on for very long.
pub(super) fn hangs(stage: &mut Stage<'_>, endless: &[Endless]) -> Result<Vec<Test>, RunError> {
    let project = stage.project;
    let maker = project.maker();
    let mut tests = Vec::new();
    let suspects = endless.iter().filter(|one| is_usual(&maker, &one.scenario));
    for Endless { function, scenario, .. } in suspects.take(MOST) {
        if !runs_on(stage, scenario, STEPS)? {
            continue;
        }
        let catalogue = &project.program.catalogue;
        let smaller = suite::minimise(catalogue, scenario, TRIES, |candidate| {
            is_usual(&maker, candidate) && runs_on(stage, candidate, SHORT).unwrap_or(false)
        });
        let goes_on = runs_on(stage, &smaller, STEPS)?;
        let scenario = if goes_on { smaller } else { scenario.clone() };
        tests.push(Test {
            name: String::new(),
            function: catalogue.entered_by(*function),
            scenario,
            heap: Vec::new(),
            checks: Vec::new(),
            output: Vec::new(),
            outcome: Outcome::Exhausted(Limit::Steps),
            goals: Vec::new(),
            kills: BTreeSet::new(),
            tried: BTreeMap::new(),
        });
    }
    assemble::name(&project.program, &mut tests);
    Ok(tests)
}

/// What a test that does not end does, and where it is after some steps.
pub(super) fn fault(stage: &mut Stage<'_>, test: &Test) -> Result<Fault, RunError> {
    let trace = cut_off(stage, &test.scenario, SHORT)?;
    let frames = run::open_calls(&stage.project.program, &trace.stack);
    let own = frames.iter().find(|frame| !frame.library);
    let place = own.filter(|frame| frame.position.is_some()).and_then(StackFrame::place);
    let stack = Stack::new(frames.iter().map(StackFrame::told));
    Ok(Fault { cause: "does not end".to_owned(), place, stack })
}

/// Whether a scenario does nothing that explains why it takes long: nothing that a caller would hardly do, no large number or
/// array, no function that the test stands in for, which may go on giving the same for ever.
fn is_usual(maker: &Maker<'_>, scenario: &Scenario) -> bool {
    let is_small = |statement: &Statement| match statement {
        Statement::Value { ty: Type::F32, bits, .. } => {
            f32::from_bits(*bits as u32).abs() <= LARGEST as f32
        }
        Statement::Value { ty: Type::F64, bits, .. } => {
            f64::from_bits(*bits as u64).abs() <= LARGEST as f64
        }
        Statement::Value { ty, bits, .. } => *ty == Type::Ptr || *bits <= LARGEST,
        Statement::Array { array, .. } => {
            let shown = array.elements.iter().take(array.length as usize);
            array.length <= LONGEST
                && (matches!(array.element, Type::Ptr | Type::I8) || { shown }
                    .all(|bits| *bits <= LARGEST))
        }
        Statement::Set { ty, bits: _, value, .. } => match value {
            Argument::Literal(bits) => *ty == Type::Ptr || *bits <= LARGEST,
            Argument::Function(_) => false,
            _ => true,
        },
        Statement::Call { arguments, .. } => arguments.iter().all(|argument| match argument {
            Argument::Literal(bits) => *bits <= LARGEST,
            Argument::Function(_) => false,
            _ => true,
        }),
        Statement::Stream { name, .. } => answer_type(name).is_some() && !name.ends_with(".fails"),
        _ => true,
    };
    scenario.statements.iter().all(is_small) && maker.doubts(scenario) == Doubts::default()
}

/// Runs a scenario for so many steps; tells whether its last call still runs then, and asks nothing of a function that the
/// test stands in for.
fn runs_on(stage: &mut Stage<'_>, scenario: &Scenario, steps: u64) -> Result<bool, RunError> {
    let trace = cut_off(stage, scenario, steps)?;
    Ok(trace.outcome == Outcome::Exhausted(Limit::Steps)
        && trace.statement + 1 == scenario.statements.len()
        && trace.asked.iter().all(|asked| answer_type(&asked.name).is_some()))
}

/// What a run of a scenario leaves that ends after so many steps.
fn cut_off(stage: &mut Stage<'_>, scenario: &Scenario, steps: u64) -> Result<Trace, RunError> {
    let mut trace = Trace::default();
    let usual = stage.machine.set_max_steps(steps);
    let ran = stage.run(scenario, &mut trace);
    stage.machine.set_max_steps(usual);
    ran.map(|_| trace)
}
