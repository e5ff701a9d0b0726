//! Branches, switches, jumps and returns; comparisons with three outcomes go into the branch after them.

use jacoco::Probe;
use program::{
    BinaryOp, CompareOp, Constant, ConvertOp, Edge, Instruction, Operand, Terminator, Test, Type,
};
use ristretto_classfile::attributes::Instruction as Bytecode;

use super::bytecode::{condition_target, relative, returns};
use super::diamonds::{Diamond, Simple, int, simple};
use super::stack::{Entry, NULL};
use super::{Body, LowerError, Malformed, Next};

/// A comparison whose result is -1, 0 or 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ThreeWay {
    ty: Type,
    left: Operand,
    right: Operand,
    /// What it gives when one side is not a number: more, or less.
    unordered_is_more: bool,
}

/// How a branch compares with zero.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Zero {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

impl Zero {
    fn signed(self) -> CompareOp {
        match self {
            Zero::Eq => CompareOp::Eq,
            Zero::Ne => CompareOp::Ne,
            Zero::Lt => CompareOp::Slt,
            Zero::Ge => CompareOp::Sge,
            Zero::Gt => CompareOp::Sgt,
            Zero::Le => CompareOp::Sle,
        }
    }

    /// The comparison of two floats that holds exactly when the outcome of `fcmpl` or `fcmpg` compares
    /// with zero like this.
    fn float(self, unordered_is_more: bool) -> CompareOp {
        match (self, unordered_is_more) {
            (Zero::Eq, _) => CompareOp::FOeq,
            (Zero::Ne, _) => CompareOp::FUne,
            (Zero::Lt, true) => CompareOp::FOlt,
            (Zero::Lt, false) => CompareOp::FUlt,
            (Zero::Ge, true) => CompareOp::FUge,
            (Zero::Ge, false) => CompareOp::FOge,
            (Zero::Gt, true) => CompareOp::FUgt,
            (Zero::Gt, false) => CompareOp::FOgt,
            (Zero::Le, true) => CompareOp::FOle,
            (Zero::Le, false) => CompareOp::FUle,
        }
    }
}

impl Body<'_> {
    /// `lcmp` and its like.
    pub(super) fn three_way(
        &mut self,
        ty: Type,
        unordered_is_more: bool,
    ) -> Result<(), LowerError> {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        let comparison = ThreeWay { ty, left, right, unordered_is_more };
        if self.plan.block_at(self.at + 1).is_none() && self.next_compares_with_zero() {
            self.in_block.comparison = Some(comparison);
            return Ok(());
        }
        // More minus less.
        let (more, less) = match ty {
            Type::I64 => (CompareOp::Sgt, CompareOp::Slt),
            _ => (Zero::Gt.float(unordered_is_more), Zero::Lt.float(unordered_is_more)),
        };
        let mut parts = [NULL; 2];
        for (part, op) in parts.iter_mut().zip([more, less]) {
            let bit = self.temporary(Type::BOOL);
            self.emit(Instruction::Compare { op, ty, dst: bit, left, right });
            let wide = self.temporary(Type::I32);
            self.convert(ConvertOp::ZExt, Type::BOOL, Type::I32, wide, Operand::Register(bit));
            *part = Operand::Register(wide);
        }
        let dst = self.result(Type::I32);
        let [left, right] = parts;
        let op = BinaryOp::Sub;
        self.emit(Instruction::Binary { op, ty: Type::I32, dst, left, right, checked: false });
        self.push(Type::I32, dst);
        Ok(())
    }

    fn next_compares_with_zero(&self) -> bool {
        use Bytecode as B;
        matches!(
            self.code.instructions.get(self.at + 1),
            Some(B::Ifeq(_) | B::Ifne(_) | B::Iflt(_) | B::Ifge(_) | B::Ifgt(_) | B::Ifle(_))
        )
    }

    /// A branch on how an `int`, or a three-way comparison, compares with zero.
    pub(super) fn branch_zero(&mut self, how: Zero) -> Result<Next, LowerError> {
        if let Some(ThreeWay { ty, left, right, unordered_is_more }) =
            self.in_block.comparison.take()
        {
            for value in [left, right] {
                if let Operand::Register(register) = value {
                    self.registers.held.push(register);
                }
            }
            let op = if ty == Type::I64 { how.signed() } else { how.float(unordered_is_more) };
            return self.branch(Test::Compare { op, ty, left, right }, false);
        }
        let entry = self.pop_entry()?;
        if entry.ty == Type::BOOL && matches!(how, Zero::Eq | Zero::Ne) {
            return self.branch(Test::Value(entry.value), how == Zero::Eq);
        }
        self.stack.push(entry);
        let left = self.pop(Type::I32)?;
        let test = Test::Compare { op: how.signed(), ty: Type::I32, left, right: int(0) };
        self.branch(test, false)
    }

    /// A branch on two `int`s or references.
    pub(super) fn branch_two(&mut self, op: CompareOp, ty: Type) -> Result<Next, LowerError> {
        let right = self.pop(ty)?;
        let left = self.pop(ty)?;
        self.branch(Test::Compare { op, ty, left, right }, false)
    }

    /// A branch on whether a reference is null.
    pub(super) fn branch_null(&mut self, op: CompareOp) -> Result<Next, LowerError> {
        let left = self.pop(Type::Ptr)?;
        self.branch(Test::Compare { op, ty: Type::Ptr, left, right: NULL }, false)
    }

    /// The branch at hand, which jumps when the test holds, or when it does not. Compilers jump forward
    /// around what the source's condition guards, so there the test is turned round and reads as the
    /// source does.
    fn branch(&mut self, test: Test, jumps_when_false: bool) -> Result<Next, LowerError> {
        let target = condition_target(&self.code.instructions[self.at]).ok_or(Malformed::Target)?;
        let (test, jumps_when_false) = match test {
            Test::Compare { op, ty, left, right } if !jumps_when_false && target > self.at => {
                (Test::Compare { op: op.negated(), ty, left, right }, true)
            }
            test => (test, jumps_when_false),
        };
        if let Some(&diamond) = self.plan.diamond(self.at) {
            return self.select(test, jumps_when_false, diamond);
        }
        let tested = match test {
            Test::Compare { left, right, .. } => [left, right],
            Test::Value(value) => [value, value],
        };
        let (there, next) = (self.block_of(target)?, self.block_of(self.at + 1)?);
        if there == next && self.measure.is_none() {
            return Ok(Next::End(Terminator::Jump(self.edge(there)?)));
        }
        if !(self.plan.has_one_way(there) && self.plan.has_one_way(next)) {
            self.settle(&tested);
        }
        self.ways_end(jumps_when_false);
        let (holds, fails) = if jumps_when_false { (next, there) } else { (there, next) };
        // What the test says of a reference is known on the way where it says so.
        let nullness = match test {
            Test::Compare { op, ty: Type::Ptr, left, right: NULL } => Some((op, left)),
            _ => None,
        };
        let before = nullness.map(|_| self.known.clone());
        let way = |body: &mut Self, block, not_null: CompareOp| -> Result<Edge, LowerError> {
            if let (Some((op, value)), Some(before)) = (nullness, &before) {
                body.known = before.clone();
                if op == not_null {
                    body.not_null(value);
                }
            }
            body.edge(block)
        };
        // The way that falls through is lowered next, so that registers are numbered as one reads.
        let then = way(self, holds, CompareOp::Ne)?;
        let otherwise = way(self, fails, CompareOp::Eq)?;
        Ok(Next::End(Terminator::Branch { test, condition: None, then, otherwise }))
    }

    /// A branch that only chooses between two values.
    fn select(
        &mut self,
        test: Test,
        jumps_when_false: bool,
        diamond: Diamond,
    ) -> Result<Next, LowerError> {
        let (ty, jumps) = self.simple_value(diamond.jumps as usize)?;
        let (_, falls) = self.simple_value(diamond.falls as usize)?;
        let (then, otherwise) = if jumps_when_false { (falls, jumps) } else { (jumps, falls) };
        let not_null = ty == Type::Ptr && self.is_not_null(then) && self.is_not_null(otherwise);
        let dst = self.result(ty);
        self.ways_of_select(jumps_when_false, diamond);
        self.emit(Instruction::Select { ty, dst, test, then, otherwise, condition: None });
        if not_null {
            self.not_null(Operand::Register(dst));
        }
        self.push(ty, dst);
        let join = diamond.join as usize;
        match self.plan.block_at(join) {
            Some(block) => Ok(Next::End(Terminator::Jump(self.jump(block)?))),
            None => Ok(Next::At(join)),
        }
    }

    fn simple_value(&mut self, at: usize) -> Result<(Type, Operand), LowerError> {
        match simple(&self.code.instructions[at]) {
            Some(Simple::Constant(ty, value)) => Ok((ty, value)),
            Some(Simple::Local(ty, place)) => {
                let register = self.local_at(at, place, ty);
                Ok((ty, Operand::Register(register)))
            }
            None => Err(Malformed::Target.into()),
        }
    }

    /// The block that starts at an instruction where something jumps to.
    pub(super) fn block_of(&self, at: usize) -> Result<program::BlockId, LowerError> {
        self.plan.block_at(at).ok_or_else(|| Malformed::Target.into())
    }

    /// Goes on elsewhere.
    pub(super) fn goto(&mut self, target: usize) -> Result<Next, LowerError> {
        let block = self.block_of(target)?;
        let edge = self.jump(block)?;
        self.count(Probe::Jump(self.at as u32));
        Ok(Next::End(Terminator::Jump(edge)))
    }

    /// Goes where an `int` says; cases that lead where the default leads are no cases.
    pub(super) fn switch(
        &mut self,
        default: i32,
        cases: impl Iterator<Item = (i32, i32)>,
    ) -> Result<Next, LowerError> {
        let value = self.pop(Type::I32)?;
        self.settle(&[value]);
        let default = relative(self.at, default);
        let otherwise = self.block_of(default)?;
        let (mut lowered, mut targets) = (Vec::new(), Vec::new());
        for (case, offset) in cases {
            let start = relative(self.at, offset);
            let target = self.block_of(start)?;
            if target != otherwise {
                lowered.push((u128::from(case as u32), self.edge(target)?));
                targets.push(start);
            }
        }
        let edge = self.edge(otherwise)?;
        self.ways_of_switch(&targets, default);
        let default = edge;
        if lowered.is_empty() {
            return Ok(Next::End(Terminator::Jump(default)));
        }
        Ok(Next::End(Terminator::Switch { ty: Type::I32, value, cases: lowered, default }))
    }

    /// Goes to a subroutine: the place to come back to is on the stack, as a number.
    pub(super) fn subroutine(&mut self, target: usize) -> Result<Next, LowerError> {
        self.push(Type::I32, int(self.at as i32 + 1));
        self.goto(target)
    }

    /// Comes back from a subroutine.
    pub(super) fn come_back(&mut self, place: u16) -> Result<Next, LowerError> {
        let value = Operand::Register(self.local(place, Type::I32));
        let mut cases = Vec::new();
        for target in returns(&self.code.instructions) {
            if let Some(block) = self.plan.block_at(target) {
                cases.push((target as u128, self.edge(block)?));
            }
        }
        let Some((_, default)) = cases.pop() else { return Err(Malformed::Target.into()) };
        if cases.is_empty() {
            return Ok(Next::End(Terminator::Jump(default)));
        }
        Ok(Next::End(Terminator::Switch { ty: Type::I32, value, cases, default }))
    }

    /// Returns a value.
    pub(super) fn give_back(&mut self, ty: Type) -> Result<Next, LowerError> {
        if self.result != Some(ty) {
            return Err(Malformed::StackType.into());
        }
        let value = self.pop(ty)?;
        self.count(Probe::Leave(self.at as u32));
        Ok(Next::End(Terminator::Return(Some(value))))
    }

    /// Returns nothing.
    pub(super) fn give_nothing(&mut self) -> Result<Next, LowerError> {
        if self.result.is_some() {
            return Err(Malformed::StackType.into());
        }
        self.count(Probe::Leave(self.at as u32));
        Ok(Next::End(Terminator::Return(None)))
    }

    /// In a method with subroutines not all ways to a subroutine give every local a value, though those
    /// that need one do: so all get one at the start.
    pub(super) fn clear_locals(&mut self) {
        let parameters = self.function.params;
        let mut start: Vec<_> = Vec::new();
        for (dst, register) in self.function.registers.iter() {
            if dst.0 >= parameters {
                let value = Operand::Constant(Constant::Bits(0));
                let copy = Instruction::Copy { ty: register.ty, dst, value };
                start.push(program::Located::nowhere(copy));
            }
        }
        if let Some(Some(entry)) = self.blocks.finished.first_mut() {
            start.append(&mut entry.instructions);
            entry.instructions = start;
        }
    }

    /// Duplicates and reorders what is on top of the stack: `take` words are put below `below` words.
    pub(super) fn duplicate(&mut self, take: u8, below: u8) -> Result<(), LowerError> {
        let count = self.entries_of(self.stack.len(), take)?;
        let top = self.stack.len() - count;
        let under = top - self.entries_of(top, below)?;
        let copies: Vec<Entry> = self.stack[top..].to_vec();
        self.stack.splice(under..under, copies);
        Ok(())
    }

    /// How many entries below a place of the stack make up a number of words.
    fn entries_of(&self, end: usize, words: u8) -> Result<usize, LowerError> {
        let (mut left, mut count) = (words, 0);
        while left > 0 {
            let place = end.checked_sub(count + 1).ok_or(Malformed::Underflow)?;
            let width = if self.stack[place].is_wide() { 2 } else { 1 };
            left = left.checked_sub(width).ok_or(Malformed::StackType)?;
            count += 1;
        }
        Ok(count)
    }

    /// Takes words off the stack.
    pub(super) fn drop_words(&mut self, words: u8) -> Result<(), LowerError> {
        let count = self.entries_of(self.stack.len(), words)?;
        self.stack.truncate(self.stack.len() - count);
        Ok(())
    }

    /// Exchanges the two topmost values.
    pub(super) fn swap(&mut self) -> Result<(), LowerError> {
        let len = self.stack.len();
        if len < 2 || self.stack[len - 1].is_wide() || self.stack[len - 2].is_wide() {
            return Err(Malformed::Underflow.into());
        }
        self.stack.swap(len - 1, len - 2);
        Ok(())
    }
}
