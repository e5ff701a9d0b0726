//! What code refers to: functions that it calls or takes the address of, and tables that hold such addresses.

use program::operands::of_instruction;
use program::{
    Callee, Constant, FuncId, GlobalId, Instruction, Operand, Program, RelocationTarget,
};
use std::collections::BTreeSet;

/// The functions that a set of functions refers to, directly or through variables that they name, whatever
/// these hold in turn.
pub fn referred(
    program: &Program,
    functions: impl IntoIterator<Item = FuncId>,
) -> BTreeSet<FuncId> {
    let (mut named, mut globals) = (BTreeSet::new(), Vec::new());
    for function in functions {
        for block in program.functions[function].blocks.values() {
            for instruction in &block.instructions {
                if let Instruction::Call { callee: Callee::Direct(callee), .. } = &instruction.node
                {
                    named.insert(*callee);
                }
                of_instruction(&instruction.node, |operand| match operand {
                    Operand::Constant(Constant::Function(taken)) => {
                        named.insert(taken);
                    }
                    Operand::Constant(Constant::Global(global, _)) => globals.push(global),
                    _ => {}
                });
            }
        }
    }
    named.extend(held(program, globals));
    named
}

/// The functions whose addresses variables hold.
fn held(program: &Program, mut globals: Vec<GlobalId>) -> BTreeSet<FuncId> {
    let (mut named, mut seen) = (BTreeSet::new(), BTreeSet::new());
    while let Some(global) = globals.pop() {
        if !seen.insert(global) {
            continue;
        }
        for relocation in &program.globals[global].relocations {
            match relocation.target {
                RelocationTarget::Function(taken) => {
                    named.insert(taken);
                }
                RelocationTarget::Global(held, _) => globals.push(held),
            }
        }
    }
    named
}

/// The functions that a compiler gives code to: those that other files may call, those of `used`, and all that
/// they refer to. A static function that is none of them is counted by llvm-cov as one region.
pub fn emitted(program: &Program, used: impl IntoIterator<Item = FuncId>) -> BTreeSet<FuncId> {
    let public = program.functions.iter().filter(|(_, function)| function.home.is_none());
    let globals = program.globals.iter().filter(|(_, global)| global.home.is_none());
    let globals = globals.map(|(id, _)| id).collect();
    let mut todo: Vec<FuncId> = public.map(|(id, _)| id).chain(used).collect();
    todo.extend(held(program, globals));
    let mut found: BTreeSet<FuncId> = BTreeSet::new();
    while let Some(function) = todo.pop() {
        if found.insert(function) {
            todo.extend(referred(program, [function]));
        }
    }
    found
}
