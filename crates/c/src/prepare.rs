//! What is done to a program before tests are made for it: what no test can say or see is taken out of its reach.

use crate::lower::Lowered;
use crate::related;
use program::catalogue::{ApiItem, ApiType};
use program::{Access, Block, Instruction, Operand, Program};

/// What `FILE` is another name of.
pub const STREAM: &str = "_IO_FILE";

/// Prepares a program for tests.
pub fn prepare(lowered: &mut Lowered) {
    let program = &mut lowered.program;
    hide_locals(program);
    hide_streams(program);
    for goals in &mut lowered.goals.functions {
        let function = &mut program.functions[goals.function];
        for id in function.blocks.ids() {
            check_copies(&mut function.blocks[id]);
        }
        related::check(function, goals);
    }
}

/// A variable that lives in a function has no name outside of it: tests can neither set nor see it.
fn hide_locals(program: &mut Program) {
    let globals = &program.globals;
    program.catalogue.items.retain(|item| match item {
        ApiItem::Global { global, .. } => {
            let name = &globals[*global].name;
            !name.rsplit(':').next().unwrap_or(name).contains('.')
        }
        _ => true,
    });
}

/// The inside of `FILE` belongs to the library: nobody makes one by hand.
fn hide_streams(program: &mut Program) {
    let types = &mut program.catalogue.types;
    for id in types.ids() {
        if matches!(&types[id], ApiType::Record { name, .. } if name == STREAM) {
            types[id] = ApiType::Opaque(STREAM.to_owned());
        }
    }
}

/// A program may copy what was never written. A test that asserts the copy would assert what happened to lie
/// there, so such a run is none.
fn check_copies(block: &mut Block) {
    for index in 0..block.instructions.len() {
        let Instruction::Load { access: Access::Zeros, dst, .. } = block.instructions[index].node
        else {
            continue;
        };
        let is_stored = block.instructions[index + 1..].iter().any(|later| {
            matches!(later.node, Instruction::Store { value: Operand::Register(value), .. } if value == dst)
        });
        if let Instruction::Load { access, .. } = &mut block.instructions[index].node
            && is_stored
        {
            *access = Access::Checked;
        }
    }
}
