//! Takes out checks for null that another check has made on every way to them.
//!
//! Lowering knows what was checked on a block's only way in. This is for where ways meet, above all for
//! loops: a forward data flow of registers that are surely not null, over those that are checked more
//! than once. Sixty-four of them are enough for almost every method; others keep their checks.

use program::{
    Block, BlockId, CheckKind, CompareOp, Constant, Function, Id, IdVec, Instruction, Operand,
    RegId, Terminator, Test, Type,
};

/// Registers that are surely not null, as bits.
type Set = u64;

/// The registers that take part, numbered.
struct Participants {
    numbers: Vec<Option<u8>>,
}

impl Participants {
    fn bit(&self, register: RegId) -> Set {
        self.numbers[register.index()].map_or(0, |number| 1 << number)
    }

    fn bit_of(&self, operand: Operand) -> Set {
        match operand {
            Operand::Register(register) => self.bit(register),
            Operand::Constant(_) => 0,
        }
    }
}

/// The register that an instruction checks for null.
fn checked(instruction: &Instruction) -> Option<RegId> {
    match instruction {
        Instruction::Check { kind: CheckKind::Null, test, .. } => {
            compared_with_null(test).map(|(_, register)| register)
        }
        _ => None,
    }
}

fn compared_with_null(test: &Test) -> Option<(CompareOp, RegId)> {
    match *test {
        Test::Compare {
            op,
            ty: Type::Ptr,
            left: Operand::Register(register),
            right: Operand::Constant(Constant::Bits(0)),
        } => Some((op, register)),
        _ => None,
    }
}

/// Takes out the checks of a function that cannot fail.
pub(super) fn take_out(function: &mut Function) {
    if function.blocks.len() < 2 {
        return;
    }
    let Some(participants) = participants(function) else { return };
    let at_entry = solve(function, &participants);
    for (id, block) in function.blocks.iter_mut() {
        let Some(mut known) = at_entry[id] else { continue };
        block.instructions.retain(|instruction| {
            let needed = checked(&instruction.node)
                .is_none_or(|register| known & participants.bit(register) == 0);
            known = after(&instruction.node, &participants, known);
            needed
        });
    }
}

/// Those that are checked more than once; `None` if there are none.
fn participants(function: &Function) -> Option<Participants> {
    let mut counts: Vec<u8> = vec![0; function.registers.len()];
    for block in function.blocks.values() {
        for instruction in &block.instructions {
            if let Some(register) = checked(&instruction.node) {
                let count = &mut counts[register.index()];
                *count = count.saturating_add(1);
            }
        }
    }
    let mut next = 0..64_u8;
    let numbers: Vec<Option<u8>> =
        counts.into_iter().map(|count| if count > 1 { next.next() } else { None }).collect();
    (next.start > 0).then_some(Participants { numbers })
}

/// What is known after an instruction.
fn after(instruction: &Instruction, participants: &Participants, known: Set) -> Set {
    if let Some(register) = checked(instruction) {
        return known | participants.bit(register);
    }
    let Some(dst) = instruction.destination() else { return known };
    let bit = participants.bit(dst);
    let is_not_null = match instruction {
        Instruction::New { .. } | Instruction::NewArray { .. } => true,
        Instruction::Copy { value, .. } => known & participants.bit_of(*value) != 0,
        _ => false,
    };
    if is_not_null { known | bit } else { known & !bit }
}

/// What is known at the entries of all blocks that can be reached.
fn solve(function: &Function, participants: &Participants) -> IdVec<BlockId, Option<Set>> {
    let mut at_entry: IdVec<BlockId, Option<Set>> = IdVec::filled(None, function.blocks.len());
    at_entry[Function::ENTRY] = Some(0);
    let mut open = vec![Function::ENTRY];
    while let Some(id) = open.pop() {
        let Some(entry) = at_entry[id] else { continue };
        let block = &function.blocks[id];
        let mut flow = |target: BlockId, known: Set| {
            let merged = at_entry[target].map_or(known, |before| before & known);
            if at_entry[target] != Some(merged) {
                at_entry[target] = Some(merged);
                open.push(target);
            }
        };
        let mut exit = entry;
        let mut assigned = 0;
        for instruction in &block.instructions {
            exit = after(&instruction.node, participants, exit);
            assigned |= instruction.node.destination().map_or(0, |dst| participants.bit(dst));
        }
        if let Some(table) = block.handlers {
            // Anything in the block may throw: what it assigns may or may not have been assigned.
            for handler in &function.handlers[table].handlers {
                flow(handler.target, entry & !assigned | participants.bit(handler.register));
            }
        }
        leave(block, participants, exit, &mut flow);
    }
    at_entry
}

/// What goes out of a block.
fn leave(
    block: &Block,
    participants: &Participants,
    exit: Set,
    flow: &mut impl FnMut(BlockId, Set),
) {
    let terminator = &block.terminator.node;
    for (number, edge) in terminator.edges().enumerate() {
        let mut known = exit;
        if let Terminator::Branch { test, .. } = terminator
            && let Some((op, register)) = compared_with_null(test)
            && matches!((op, number), (CompareOp::Ne, 0) | (CompareOp::Eq, 1))
        {
            known |= participants.bit(register);
        }
        let before = known;
        for (target, value) in &edge.moves {
            let bit = participants.bit(*target);
            let is_not_null = before & participants.bit_of(*value) != 0;
            known = if is_not_null { known | bit } else { known & !bit };
        }
        flow(edge.target, known);
    }
}
