//! Statements that nest: branches, loops, switches, scopes of objects, handlers.

use program::{
    BinaryOp, CheckKind, CompareOp, Constant, DecisionId, Edge, Failure, FuncId, Handler,
    HandlerTable, Id, Instruction, Operand, Terminator, Test, Type,
};

use super::ValueKind;
use super::body::Body;
use super::constants::{any_bits, any_int};

const CHECKS: [CheckKind; 8] = [
    CheckKind::Null,
    CheckKind::Bounds,
    CheckKind::Division,
    CheckKind::Cast,
    CheckKind::Overflow,
    CheckKind::Initialised,
    CheckKind::Size,
    CheckKind::Assertion,
];

impl Body<'_> {
    /// A few statements.
    pub fn statements(&mut self) {
        for _ in 0..self.random.usize(1..6) {
            if self.budget <= 0 {
                return;
            }
            self.budget -= 1;
            self.statement();
        }
    }

    fn statement(&mut self) {
        match self.random.u32(..40) {
            0..=13 => self.compute(),
            14..=22 => self.remember(),
            23..=25 => self.branch(),
            26 => self.hop(),
            27 | 28 => self.loop_(),
            29 => self.switch(),
            30 | 31 => self.call(),
            32 => self.recurse(),
            33 => self.scope_of_object(),
            34 => self.try_(),
            35 => self.check(),
            36 => self.ask_class(),
            37 => {
                let counter = self.counter();
                self.emit(Instruction::Count { counter });
            }
            38 => self.tell(),
            _ => self.rare_exit(),
        }
    }

    /// What decides a branch: numbers, or now and then pointers.
    fn branch_test(&mut self) -> Test {
        match self.random.u32(..8) {
            0 => self.pointer_test().unwrap_or(Test::Value(Operand::Constant(Constant::Bits(1)))),
            _ => self.test(),
        }
    }

    /// `if`, with or without `else`; moves on every edge.
    fn branch(&mut self) {
        let scope = self.scope();
        let values = Self::values_of(scope);
        let (test, condition) = (self.branch_test(), self.condition());
        let (then, otherwise, join) = (self.reserve(), self.reserve(), self.reserve());
        let edges = (self.edge(then, values), self.edge(otherwise, values));
        self.close(Terminator::Branch { test, condition, then: edges.0, otherwise: edges.1 });
        for side in [then, otherwise] {
            self.open(side);
            let inner = self.scope();
            if self.random.u32(..4) != 0 {
                self.statements();
            }
            self.end_scope(inner);
            let edge = self.edge(join, values);
            self.close(Terminator::Jump(edge));
        }
        self.open(join);
    }

    /// A branch whose two ways differ in nothing but their moves.
    fn hop(&mut self) {
        let values = self.values.len();
        let (test, condition) = (self.branch_test(), self.condition());
        let join = self.reserve();
        let (then, otherwise) = (self.edge(join, values), self.edge(join, values));
        self.close(Terminator::Branch { test, condition, then, otherwise });
        self.open(join);
    }

    /// A loop that ends: its counter is assigned by nobody else.
    fn loop_(&mut self) {
        if self.loops >= 2 {
            return;
        }
        let scope = self.scope();
        let values = Self::values_of(scope);
        let rounds = self.random.i64(1..6);
        let bound = match self.random.bool() {
            true => Operand::Constant(Constant::Bits(rounds as u128)),
            false => {
                let most = if rounds > 3 { 3 } else { 1 };
                self.at_most(most)
            }
        };
        let (counter, next) = (self.fresh(Type::I64), self.fresh(Type::I64));
        let (head, body, end) = (self.reserve(), self.reserve(), self.reserve());
        // A pointer that walks, if there is one with enough room.
        let step = self.random.i64(1..9);
        let walk = self.pointer(|pointer| pointer.after > rounds * step + 1);
        let cursor = walk.map(|from| (from, self.fresh(Type::Ptr), self.fresh(Type::Ptr)));
        let zero = Operand::Constant(Constant::Bits(0));
        let mut first = self.edge(head, values);
        first.moves.push((counter, zero));
        first.moves.extend(cursor.map(|(from, at, _)| (at, from.value)));
        self.close(Terminator::Jump(first));

        self.open(head);
        self.values.push((counter, false));
        let then = self.edge(body, values);
        let otherwise = self.edge(end, values);
        let test = Test::Compare {
            op: CompareOp::Ult,
            ty: Type::I64,
            left: Operand::Register(counter),
            right: bound,
        };
        let condition = self.condition();
        self.close(Terminator::Branch { test, condition, then, otherwise });

        self.open(body);
        let inner = self.scope();
        if let Some((from, at, _)) = cursor {
            self.point(Operand::Register(at), from.after - rounds * step, from.writable, false);
        }
        self.loops += 1;
        self.statements();
        self.loops -= 1;
        self.binary(
            BinaryOp::Add,
            Type::I64,
            next,
            Operand::Register(counter),
            Operand::Constant(Constant::Bits(1)),
        );
        let mut back = self.edge(head, values);
        back.moves.push((counter, Operand::Register(next)));
        if let Some((_, at, moved)) = cursor {
            let (base, index) = (Operand::Register(at), Operand::Constant(Constant::Bits(1)));
            let scale = step as u32;
            self.emit(Instruction::Address { dst: moved, base, index, scale, offset: 0 });
            back.moves.push((at, Operand::Register(moved)));
        }
        self.end_scope(inner);
        self.close(Terminator::Jump(back));
        self.open(end);
    }

    fn switch(&mut self) {
        let scope = self.scope();
        let values = Self::values_of(scope);
        let mut ty = self.used_type();
        if !ty.is_int() {
            ty = any_int(&mut self.random);
        }
        let mut value = self.variable(ty);
        let narrow = self.random.bool() && ty.bits() > 2;
        if narrow {
            value = self.binary_constant(BinaryOp::And, ty, value, 7);
        }
        let join = self.reserve();
        let mut cases: Vec<(u128, Edge)> = Vec::new();
        let mut blocks = Vec::new();
        for _ in 0..self.random.usize(..6) {
            let case = match narrow {
                true => self.random.u128(..8),
                false => any_bits(&mut self.random, ty),
            } & ty.mask();
            if cases.iter().any(|(known, _)| *known == case) {
                continue;
            }
            let target = match self.random.u32(..4) {
                0 => join,
                1 if !blocks.is_empty() => blocks[self.random.usize(..blocks.len())],
                _ => {
                    blocks.push(self.reserve());
                    blocks[blocks.len() - 1]
                }
            };
            let edge = self.edge(target, values);
            cases.push((case, edge));
        }
        let default = match self.random.bool() {
            true => join,
            false => {
                blocks.push(self.reserve());
                blocks[blocks.len() - 1]
            }
        };
        let default = self.edge(default, values);
        self.close(Terminator::Switch { ty, value, cases, default });
        for block in blocks {
            self.open(block);
            let inner = self.scope();
            self.statements();
            self.end_scope(inner);
            let edge = self.edge(join, values);
            self.close(Terminator::Jump(edge));
        }
        self.open(join);
    }

    /// A call of the function itself, where it is not yet deep.
    fn recurse(&mut self) {
        let Some(depth) = self.depth.filter(|_| self.loops == 0 && self.calls > 0) else { return };
        self.calls -= 1;
        let (deeper, join) = (self.reserve(), self.reserve());
        let test = Test::Compare {
            op: CompareOp::Sgt,
            ty: Type::I32,
            left: Operand::Register(depth),
            right: Operand::Constant(Constant::Bits(0)),
        };
        let (then, otherwise) = (Edge::to(deeper), Edge::to(join));
        self.close(Terminator::Branch { test, condition: None, then, otherwise });
        self.open(deeper);
        let scope = self.scope();
        self.call_itself();
        self.store();
        self.end_scope(scope);
        self.close(Terminator::Jump(Edge::to(join)));
        self.open(join);
    }

    /// An object that lives while some statements run.
    fn scope_of_object(&mut self) {
        let scope = self.scope();
        let (address, heap) = self.allocate();
        self.store();
        self.statements();
        if heap && self.random.u32(..4) != 0 {
            self.emit(Instruction::Free { address });
        }
        self.end_scope(scope);
        if self.random.bool() {
            self.allocate();
            self.end_scope(scope);
        }
    }

    /// Statements whose exceptions are caught.
    fn try_(&mut self) {
        let scope = self.scope();
        let (guarded, caught, join) = (self.reserve(), self.reserve(), self.reserve());
        let register = self.fresh(Type::Ptr);
        let mut handlers = Vec::new();
        for _ in 0..self.random.usize(1..3) {
            let class = (self.random.u32(..3) != 0).then(|| self.class());
            handlers.push(Handler { class, register, target: caught });
        }
        self.close(Terminator::Jump(Edge::to(guarded)));
        let outer = self.handlers;
        self.handlers = Some(self.function.handlers.push(HandlerTable { handlers }));
        self.open(guarded);
        self.statements();
        if self.random.u32(..3) == 0 {
            self.throw_sometimes();
        }
        self.end_scope(scope);
        self.close(Terminator::Jump(Edge::to(join)));
        self.handlers = outer;
        self.open(caught);
        self.point_at_object(Operand::Register(register));
        self.statements();
        self.end_scope(scope);
        self.close(Terminator::Jump(Edge::to(join)));
        self.open(join);
    }

    fn throw_sometimes(&mut self) {
        let (thrower, on) = (self.reserve(), self.reserve());
        let test = self.test();
        let (then, otherwise) = (Edge::to(thrower), Edge::to(on));
        self.close(Terminator::Branch { test, condition: None, then, otherwise });
        self.open(thrower);
        let scope = self.scope();
        let object = self.argument(ValueKind::Object, false);
        self.end_scope(scope);
        self.close(Terminator::Throw(object));
        self.open(on);
    }

    /// A check that mostly passes.
    fn check(&mut self) {
        let kind = CHECKS[self.random.usize(..CHECKS.len())];
        let mut test = self.test();
        if self.random.u32(..4) != 0 {
            // Unequal to some constant: fails rarely.
            let ty = any_int(&mut self.random);
            let (left, right) = (self.variable(ty), self.constant(ty));
            test = Test::Compare { op: CompareOp::Ne, ty, left, right };
        }
        let failure = match self.random.u32(..3) {
            0 if self.index != self.shape.fail => {
                let argument = program::Argument { ty: Type::I32, value: self.operand(Type::I32) };
                Failure::Call(FuncId::new(self.shape.fail), vec![argument])
            }
            _ => Failure::Trap,
        };
        self.emit(Instruction::Check { kind, test, failure });
    }

    /// Conditions and decisions that no branch tells of.
    fn tell(&mut self) {
        let value = self.operand(Type::BOOL);
        if let Some(condition) = self.condition() {
            self.emit(Instruction::Condition { condition, value });
        }
        if !self.function.decisions.is_empty() {
            self.emit(Instruction::Decide { decision: DecisionId(0), value });
        }
    }

    /// A return, a throw or an end in the middle, on one side of a branch.
    fn rare_exit(&mut self) {
        // The sooner, the rarer: code behind it would seldom run.
        if self.index == self.shape.fail || self.random.i32(0..40) < self.budget {
            return;
        }
        let (out, on) = (self.reserve(), self.reserve());
        let test = self.test();
        let (then, otherwise) = (Edge::to(out), Edge::to(on));
        self.close(Terminator::Branch { test, condition: None, then, otherwise });
        self.open(out);
        let scope = self.scope();
        match self.random.u32(..4) {
            0 => self.never_return(),
            _ => self.leave(),
        }
        self.end_scope(scope);
        self.open(on);
    }

    /// Ends the function by an exception or at what cannot be reached.
    pub fn never_return(&mut self) {
        if self.random.u32(..4) == 0 {
            return self.close(Terminator::Unreachable);
        }
        let object = self.argument(ValueKind::Object, false);
        self.close(Terminator::Throw(object));
    }
}
