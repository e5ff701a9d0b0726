//! The globals that a call of a function may look at, its callees included.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::{BitSet, CallGraph};
use crate::operands;
use crate::{Constant, FuncId, Function, GlobalId, Id, IdVec, Instruction, Operand, Program};

/// By function: what it may read. A global whose address is used for anything but a store to it counts
/// as read.
#[derive(Clone, Debug)]
pub struct Reads {
    by_function: IdVec<FuncId, Vec<GlobalId>>,
}

impl Reads {
    /// Looks at every function by itself.
    pub fn new(program: &Program) -> Self {
        Self { by_function: program.functions.values().map(mentioned).collect() }
    }

    /// The globals that the function's own code may read, ascending.
    pub fn own(&self, function: FuncId) -> &[GlobalId] {
        &self.by_function[function]
    }

    /// The globals that some functions may read, ascending.
    pub fn of_functions(&self, functions: &[FuncId]) -> Vec<GlobalId> {
        let globals: BTreeSet<GlobalId> =
            functions.iter().flat_map(|function| self.own(*function)).copied().collect();
        globals.into_iter().collect()
    }
}

/// A function and those it may call or hands to others to call, directly or not, as far as they are inside; in order of
/// discovery.
pub fn reachable(
    calls: &CallGraph,
    handed: &BTreeMap<FuncId, Vec<FuncId>>,
    function: FuncId,
    inside: &BitSet,
) -> Vec<FuncId> {
    let mut seen = BTreeSet::from([function]);
    let mut found = vec![function];
    let mut next = 0;
    while let Some(&caller) = found.get(next) {
        next += 1;
        let handed = handed.get(&caller).into_iter().flatten().copied();
        for callee in calls.callees(caller).chain(handed) {
            if inside.contains(callee.index()) && seen.insert(callee) {
                found.push(callee);
            }
        }
    }
    found
}

fn mentioned(function: &Function) -> Vec<GlobalId> {
    let mut globals = BTreeSet::new();
    let mut see = |operand: Operand| {
        if let Operand::Constant(Constant::Global(global, _)) = operand {
            globals.insert(global);
        }
    };
    for block in function.blocks.values() {
        for instruction in &block.instructions {
            match &instruction.node {
                Instruction::Store { value, .. } => see(*value),
                other => operands::of_instruction(other, &mut see),
            }
        }
        operands::of_terminator(&block.terminator.node, &mut see);
    }
    globals.into_iter().collect()
}
