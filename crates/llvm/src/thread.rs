//! Branches on what `&&` and `||` gave become what they are in the source: the ways that their conditions take.
//!
//! To count evaluations of conditions, clang computes the value of a whole decision and branches on it afterwards: both
//! ways of every condition meet, and part again. What a way is worth is known on it, so it need not meet the other one.
//! Control flow then shows which condition leads where, and that is what distances, dependence and filtering look at.

use program::{
    Block, BlockId, Constant, Function, Id, Instruction, Operand, RegId, Terminator, Test,
};

/// Leads every way whose value is known past the branch on it.
pub fn thread(function: &mut Function) {
    let predecessors = predecessors(function);
    let joints: Vec<(BlockId, RegId)> =
        function.blocks.iter().filter_map(|(id, block)| Some((id, joint(block)?))).collect();
    for (joint, register) in joints {
        let mut past: [Option<BlockId>; 2] = [None; 2];
        for &(from, way) in &predecessors[joint.index()] {
            let Some(holds) = known(function, &predecessors, (from, way), register) else {
                continue;
            };
            let target = match past[usize::from(holds)] {
                Some(target) => target,
                None => *past[usize::from(holds)].insert(decided(function, joint, holds)),
            };
            match &mut function.blocks[from].terminator.node {
                Terminator::Jump(edge) => edge.target = target,
                Terminator::Branch { then, otherwise, .. } => {
                    let edge = if way == 0 { then } else { otherwise };
                    edge.target = target;
                }
                _ => {}
            }
        }
    }
}

/// By block: the blocks before it, with the number of the edge.
fn predecessors(function: &Function) -> Vec<Vec<(BlockId, usize)>> {
    let mut predecessors = vec![Vec::new(); function.blocks.len()];
    for (id, block) in function.blocks.iter() {
        for (way, edge) in block.terminator.node.edges().enumerate() {
            predecessors[edge.target.index()].push((id, way));
        }
    }
    predecessors
}

/// The boolean that a block does nothing but branch on.
fn joint(block: &Block) -> Option<RegId> {
    let is_event = |instruction: &Instruction| matches!(instruction, Instruction::Decide { .. });
    match block.terminator.node {
        Terminator::Branch {
            test: Test::Value(Operand::Register(register)),
            condition: None,
            ..
        } if block.instructions.iter().all(|it| is_event(&it.node)) => Some(register),
        _ => None,
    }
}

/// What a boolean is behind an edge, if that is known.
fn known(
    function: &Function,
    predecessors: &[Vec<(BlockId, usize)>],
    (from, way): (BlockId, usize),
    register: RegId,
) -> Option<bool> {
    let terminator = &function.blocks[from].terminator.node;
    let edge = terminator.edges().nth(way)?;
    let moved = edge.moves.iter().find(|(to, _)| *to == register);
    let source = match moved.map_or(Operand::Register(register), |(_, value)| *value) {
        Operand::Constant(Constant::Bits(bits)) => return Some(bits != 0),
        Operand::Constant(_) => return None,
        Operand::Register(source) => source,
    };
    match terminator {
        Terminator::Branch { test: Test::Value(Operand::Register(tested)), .. } => {
            (*tested == source).then_some(way == 0)
        }
        // A block that counts the way, and nothing else.
        Terminator::Jump(_) => {
            let [(before, way)] = predecessors.get(from.index())?[..] else { return None };
            let is_count = |it: &Instruction| matches!(it, Instruction::Count { .. });
            if !function.blocks[from].instructions.iter().all(|it| is_count(&it.node)) {
                return None;
            }
            let Terminator::Branch { test: Test::Value(Operand::Register(tested)), .. } =
                function.blocks[before].terminator.node
            else {
                return None;
            };
            let edge = function.blocks[before].terminator.node.edges().nth(way)?;
            (tested == source && edge.moves.is_empty()).then_some(way == 0)
        }
        _ => None,
    }
}

/// A copy of a joint that goes the one way.
fn decided(function: &mut Function, joint: BlockId, holds: bool) -> BlockId {
    let mut block = function.blocks[joint].clone();
    let mut label = format!("{}.{holds}", block.label);
    while function.blocks.values().any(|other| other.label == label) {
        label.push('.');
    }
    block.label = label;
    let edge = block.terminator.node.edges().nth(usize::from(!holds)).cloned();
    if let Some(edge) = edge {
        block.terminator.node = Terminator::Jump(edge);
    }
    function.blocks.push(block)
}
