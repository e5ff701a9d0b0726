//! Code that asks whether one thing ends where another begins, as `text + length == buffer` does.
//!
//! In the machine no two objects touch. Variables of a test may, wherever a compiler puts them; blocks of the heap do
//! not, since what manages them lies between.

use coverage::Goals;
use program::{CompareOp, Function, Instruction, Operand, Program, Terminator, Test, Type};
use scenario::{Statement, VarId};
use std::collections::BTreeSet;
use suite::Rehearsal;
use suite::assemble;
use trace::{RunError, Trace};

/// Where such code runs, makes the arrays that a test has blocks of the heap.
pub(crate) fn keep_apart(
    stage: &mut dyn Rehearsal,
    program: &Program,
    goals: &Goals,
    tests: &mut [assemble::Test],
) -> Result<(), RunError> {
    let units = goals.units.iter().filter(|(_, unit)| asks(&program.functions[unit.function]));
    let asking: Vec<_> = units.map(|(_, unit)| &unit.entered).collect();
    let mut trace = Trace::default();
    for test in tests.iter_mut().filter(|_| !asking.is_empty()) {
        let made = test.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Array { variable, .. } => Some(*variable),
            _ => None,
        });
        let arrays: Vec<VarId> = made.collect();
        if arrays.len() < 2 {
            continue;
        }
        stage.run(&test.scenario, &mut trace)?;
        if asking.iter().any(|entered| entered.value(&trace) > 0) {
            let blocks: BTreeSet<VarId> = test.heap.iter().copied().chain(arrays).collect();
            test.heap = blocks.into_iter().collect();
        }
    }
    Ok(())
}

/// Whether a function compares an address that it has just added something to with another one for equality.
fn asks(function: &Function) -> bool {
    let instructions = || function.blocks.values().flat_map(|block| block.instructions.iter());
    let sums: BTreeSet<_> = instructions()
        .filter_map(|located| match located.node {
            Instruction::Address { dst, index: Operand::Register(_), .. } => Some(dst),
            _ => None,
        })
        .collect();
    let is_sum =
        |operand| matches!(operand, Operand::Register(register) if sums.contains(&register));
    let asked = |op, ty, left, right| {
        ty == Type::Ptr
            && matches!(op, CompareOp::Eq | CompareOp::Ne)
            && (is_sum(left) && !is_constant(right) || is_sum(right) && !is_constant(left))
    };
    let tested = |test: &Test| match *test {
        Test::Compare { op, ty, left, right } => asked(op, ty, left, right),
        _ => false,
    };
    let by_branch = function.blocks.values().any(|block| match &block.terminator.node {
        Terminator::Branch { test, .. } => tested(test),
        _ => false,
    });
    by_branch
        || instructions().any(|located| match &located.node {
            Instruction::Compare { op, ty, left, right, .. } => asked(*op, *ty, *left, *right),
            Instruction::Select { test, .. } => tested(test),
            _ => false,
        })
}

fn is_constant(operand: Operand) -> bool {
    matches!(operand, Operand::Constant(_))
}
