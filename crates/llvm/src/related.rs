//! Checks that pointers whose order or distance the code asks for lie in the same object.
//!
//! C leaves the answer open where they do not. The machine and a compiler both give one, but not the same, so a test
//! that rests on it would hold in one of them only.

use crate::lower::{BranchPlace, CounterSource, FunctionGoals};
use program::{
    BinaryOp, BlockId, CheckKind, CompareOp, Constant, ConvertOp, Failure, Function, IdVec,
    Instruction, Located, Operand, Point, RegId, Register, Terminator, Test, Type,
};
use std::collections::BTreeSet;

/// Two addresses in one object are less than this apart, also when one of them has left it a little; those in
/// different objects are more.
const FAR: u128 = 1 << 31;

/// Adds the checks to a function, and moves the places of its goals along.
pub fn check(function: &mut Function, goals: &mut FunctionGoals) {
    let mut shifts: IdVec<BlockId, Vec<u32>> = IdVec::default();
    for id in function.blocks.ids() {
        let instructions = std::mem::take(&mut function.blocks[id].instructions);
        let terminator = function.blocks[id].terminator.clone();
        let mut writer = Writer { function, code: Vec::new() };
        // Where each instruction has come to stand; the last is the end of the block.
        let mut moved = Vec::with_capacity(instructions.len() + 1);
        // Integers that are addresses.
        let mut addresses: BTreeSet<RegId> = BTreeSet::new();
        for located in instructions {
            if let Some((ty, left, right)) = asked(&located.node, &addresses) {
                writer.check(ty, left, right, &located);
            }
            moved.push(writer.code.len() as u32);
            if let Some(register) = located.node.destination() {
                match located.node {
                    Instruction::Convert { op: ConvertOp::BitCast, from: Type::Ptr, .. } => {
                        addresses.insert(register)
                    }
                    _ => addresses.remove(&register),
                };
            }
            writer.code.push(located);
        }
        if let Terminator::Branch { test, .. } = &terminator.node
            && let Some((ty, left, right)) = ordered(test)
        {
            writer.check(ty, left, right, &terminator);
        }
        moved.push(writer.code.len() as u32);
        function.blocks[id].instructions = writer.code;
        shifts.push(moved);
    }
    // Goals of a large switch have as many points as it has cases squared: they are gone through once.
    points(goals, |point| {
        if let Some(index) = shifts[point.block].get(point.index as usize) {
            point.index = *index;
        }
    });
}

/// Two addresses, as pointers or as integers.
type Addresses = (Type, Operand, Operand);

/// The addresses whose order or distance an instruction asks for.
fn asked(instruction: &Instruction, addresses: &BTreeSet<RegId>) -> Option<Addresses> {
    match *instruction {
        Instruction::Compare { op, ty: Type::Ptr, left, right, .. } if is_order(op) => {
            Some((Type::Ptr, left, right))
        }
        Instruction::Select { ref test, .. } => ordered(test),
        Instruction::Binary {
            op: BinaryOp::Sub,
            ty,
            left: left @ Operand::Register(minuend),
            right: right @ Operand::Register(subtrahend),
            ..
        } if addresses.contains(&minuend) && addresses.contains(&subtrahend) => {
            Some((ty, left, right))
        }
        _ => None,
    }
}

fn ordered(test: &Test) -> Option<Addresses> {
    match *test {
        Test::Compare { op, ty: Type::Ptr, left, right } if is_order(op) => {
            Some((Type::Ptr, left, right))
        }
        _ => None,
    }
}

fn is_order(op: CompareOp) -> bool {
    !matches!(op, CompareOp::Eq | CompareOp::Ne)
}

/// Gives the places of a function's goals.
fn points(goals: &mut FunctionGoals, mut each: impl FnMut(&mut Point)) {
    for counter in &mut goals.counters {
        if let CounterSource::Select(point) = counter {
            each(point);
        }
    }
    for branch in &mut goals.branches {
        if let BranchPlace::Sites { taken, not_taken } = &mut branch.place {
            taken.iter_mut().chain(not_taken).for_each(|choice| each(&mut choice.point));
        }
    }
}

struct Writer<'f> {
    function: &'f mut Function,
    code: Vec<Located<Instruction>>,
}

impl Writer<'_> {
    fn register(&mut self) -> RegId {
        let name = format!("related.{}", self.function.registers.len());
        self.function.registers.push(Register { name, ty: Type::I64 })
    }

    fn integer<T>(&mut self, address: Operand, like: &Located<T>) -> Operand {
        let dst = self.register();
        let (op, from, to) = (ConvertOp::BitCast, Type::Ptr, Type::I64);
        self.emit(Instruction::Convert { op, from, to, dst, value: address }, like);
        Operand::Register(dst)
    }

    fn binary<T>(
        &mut self,
        op: BinaryOp,
        left: Operand,
        right: Operand,
        like: &Located<T>,
    ) -> Operand {
        let dst = self.register();
        let (ty, checked) = (Type::I64, false);
        self.emit(Instruction::Binary { op, ty, dst, left, right, checked }, like);
        Operand::Register(dst)
    }

    fn emit<T>(&mut self, node: Instruction, like: &Located<T>) {
        self.code.push(Located { node, span: like.span });
    }

    fn check<T>(&mut self, ty: Type, left: Operand, right: Operand, like: &Located<T>) {
        let (left, right) = match ty {
            Type::Ptr => (self.integer(left, like), self.integer(right, like)),
            _ => (left, right),
        };
        let distance = self.binary(BinaryOp::Sub, left, right, like);
        let constant = |bits| Operand::Constant(Constant::Bits(bits));
        let moved = self.binary(BinaryOp::Add, distance, constant(FAR), like);
        let (op, ty) = (CompareOp::Ult, Type::I64);
        let test = Test::Compare { op, ty, left: moved, right: constant(2 * FAR) };
        let (kind, failure) = (CheckKind::Related, Failure::Trap);
        self.emit(Instruction::Check { kind, test, failure }, like);
    }
}
