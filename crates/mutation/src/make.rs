//! Making mutants: what can be wrong at each place of a function.

use crate::assigned::Assigned;
use crate::place::Place;
use crate::{Mutant, MutantId, Operator, Rules};
use program::analysis::{Cfg, Reach, Unwinding};
use program::{FuncId, IdVec, Instruction, Located, Point, Program, Terminator};

/// The mutants of some functions, in their order.
pub fn mutants(
    program: &Program,
    functions: impl IntoIterator<Item = FuncId>,
    rules: &dyn Rules,
) -> IdVec<MutantId, Mutant> {
    let mut found = IdVec::new();
    let mut add = |mutant: Mutant| {
        if rules.uses(mutant.operator) {
            found.push(mutant);
        }
    };
    for id in functions {
        let function = &program.functions[id];
        let cfg = Cfg::new(function, Unwinding::Checks);
        let reachable = Reach::new(&cfg);
        let assigned =
            rules.uses(Operator::RemoveAssignments).then(|| Assigned::new(function, &cfg));
        for (block, body) in
            function.blocks.iter().filter(|(block, _)| reachable.from_entry(*block))
        {
            let place = |index: usize, span| Place {
                function,
                at: Point { function: id, block, index: index as u32 },
                span,
                rules,
                assigned: assigned.as_ref(),
            };
            for (index, Located { node, span }) in body.instructions.iter().enumerate() {
                if let Some(span) = *span {
                    instruction(&place(index, span), node, &mut add);
                }
            }
            let Located { node, span } = &body.terminator;
            if let Some(span) = *span {
                terminator(&place(body.instructions.len(), span), node, &mut add);
            }
        }
    }
    found
}

/// What can be wrong with an instruction.
fn instruction(place: &Place<'_>, node: &Instruction, add: &mut dyn FnMut(Mutant)) {
    match node {
        Instruction::Binary { .. } => place.binary(node, add),
        Instruction::Unary { .. } => place.unary(node, add),
        Instruction::Compare { .. } => place.comparison(node, add),
        Instruction::Select { .. } => place.select(node, add),
        Instruction::Copy { .. } => place.copy(node, add),
        Instruction::Store { .. } => place.store(node, add),
        Instruction::Address { .. } => place.address(node, add),
        Instruction::Call { .. } => place.call(node, add),
        _ => {}
    }
    place.assignment(node, add);
}

/// What can be wrong with the end of a block.
fn terminator(place: &Place<'_>, node: &Terminator, add: &mut dyn FnMut(Mutant)) {
    match node {
        Terminator::Branch { .. } => place.branch(node, add),
        Terminator::Switch { .. } => place.switch(node, add),
        Terminator::Return(Some(value)) => place.result(*value, add),
        _ => {}
    }
}
