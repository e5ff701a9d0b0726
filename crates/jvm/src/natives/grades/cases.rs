//! Switches on strings: a compiler switches on the hash and compares behind it; what counts is the comparison.

use super::text;
use crate::natives::{Jvm, JvmState};
use bytecode::world::World;
use machine::{CaseGrader, Context, Stop, Value};
use program::{
    Block, BlockId, Callee, Constant, Function, Instruction, Operand, Program, RegId, Terminator,
};
use std::sync::Arc;
use term::distance::Distance;

const HASH: &str = "java/lang/String.hashCode()I";
const EQUALS: &str = "java/lang/String.equals(Ljava/lang/Object;)Z";

/// Strings of one hash that are looked at.
const MOST: usize = 16;

/// Who grades the switch at the end of a block, if it is one on the hash of a string and literals are compared
/// behind its cases.
pub(in crate::natives) fn grader(
    shared: &Arc<JvmState>,
    world: &World,
    program: &Program,
    function: &Function,
    block: BlockId,
) -> Option<Arc<dyn CaseGrader>> {
    let block = &function.blocks[block];
    let Terminator::Switch { value: Operand::Register(hash), cases, .. } = &block.terminator.node
    else {
        return None;
    };
    let [Operand::Register(subject)] = called(program, block, HASH, *hash)?[..] else {
        return None;
    };
    let literals = |edge: &program::Edge| literals(world, program, function, edge.target);
    let cases: Vec<Vec<Arc<[u16]>>> = cases.iter().map(|(_, edge)| literals(edge)).collect();
    let shared = Arc::clone(shared);
    Some(Arc::new(Cases { shared, subject, cases }))
}

/// A switch on a string.
struct Cases {
    shared: Arc<JvmState>,
    subject: RegId,
    /// The literals behind each case.
    cases: Vec<Vec<Arc<[u16]>>>,
}

impl CaseGrader for Cases {
    fn subject(&self) -> RegId {
        self.subject
    }

    fn grade(
        &self,
        context: &mut dyn Context,
        subject: Value,
    ) -> Result<Vec<Option<Distance>>, Stop> {
        let mut jvm = Jvm { context, shared: &self.shared };
        let Some(subject) = jvm.characters(subject)? else { return Ok(Vec::new()) };
        jvm.context.judged(&subject, &mut || {
            self.cases.iter().flatten().map(|literal| literal.to_vec()).collect()
        });
        let nearest = |literals: &Vec<Arc<[u16]>>| {
            let far = literals.iter().map(|literal| text::difference(&subject, literal)).min();
            far.map(Distance::of_u64)
        };
        Ok(self.cases.iter().map(nearest).collect())
    }
}

/// The literals that a string is compared with from a block on, as long as the comparisons fail.
fn literals(
    world: &World,
    program: &Program,
    function: &Function,
    first: BlockId,
) -> Vec<Arc<[u16]>> {
    let mut found = Vec::new();
    let mut next = Some(first);
    while let Some(block) = next.map(|block| &function.blocks[block])
        && found.len() < MOST
        && let Some((literal, fails)) = compared(world, program, block)
    {
        found.push(literal);
        next = fails;
    }
    found
}

/// The literal that a block compares a string with, and where it goes on if they differ.
fn compared(
    world: &World,
    program: &Program,
    block: &Block,
) -> Option<(Arc<[u16]>, Option<BlockId>)> {
    let Terminator::Branch { then, otherwise, test, .. } = &block.terminator.node else {
        return None;
    };
    let (result, is_same) = match *test {
        program::Test::Value(Operand::Register(result)) => (result, true),
        program::Test::Compare { op, left: Operand::Register(result), .. } => {
            (result, op == program::CompareOp::Ne)
        }
        _ => return None,
    };
    let [_, Operand::Register(text)] = called(program, block, EQUALS, result)?[..] else {
        return None;
    };
    let place =
        block.instructions.iter().find_map(|located| match located.node {
            Instruction::Load {
                dst, address: Operand::Constant(Constant::Global(_, at)), ..
            } if dst == text => u32::try_from(at).ok(),
            _ => None,
        })?;
    let fails = if is_same { otherwise } else { then };
    Some((world.string_at(place)?, Some(fails.target)))
}

/// The arguments of the last call of a function in a block, if a register has its result.
fn called(program: &Program, block: &Block, name: &str, result: RegId) -> Option<Vec<Operand>> {
    let call =
        block.instructions.iter().rev().find(|located| located.node.destination() == Some(result));
    match &call?.node {
        Instruction::Call { callee: Callee::Direct(function), arguments, .. }
            if program.functions[*function].name == name =>
        {
            Some(arguments.iter().map(|argument| argument.value).collect())
        }
        _ => None,
    }
}
