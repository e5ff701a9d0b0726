//! One function under construction: blocks, registers in scope, pointers and the room around them.

use fastrand::Rng;
use program::{
    Block, BlockId, CompareOp, Condition, ConditionRef, Constant, CounterId, Decision, DecisionId,
    Edge, FuncId, Function, GlobalId, HandlerTableId, Id, Instruction, Located, Operand, RegId,
    Register, Terminator, Test, Type,
};

use super::constants::{any_bits, any_type};
use super::{CLASSES, INSTANCE, ROOM, Shape, Signature, ValueKind};

/// An address that is known to have room.
#[derive(Clone, Copy)]
pub struct Pointer {
    pub value: Operand,
    /// Bytes before the address that may be accessed.
    pub before: i64,
    /// Bytes from the address on that may be accessed.
    pub after: i64,
    pub writable: bool,
    /// Whether it stays good when the function returns.
    pub lasting: bool,
    /// Whether it is the address of a managed object.
    pub object: bool,
    /// Pointers of one number, not zero, point into one object.
    pub origin: u32,
}

/// What comes into scope and goes out of it.
#[derive(Clone, Copy)]
pub struct Scope {
    values: usize,
    pointers: usize,
}

/// A function under construction.
pub struct Body<'s> {
    pub shape: &'s Shape,
    pub signature: &'s Signature,
    pub index: usize,
    pub random: Rng,
    pub function: Function,
    blocks: Vec<Option<Block>>,
    open: BlockId,
    instructions: Vec<Located<Instruction>>,
    /// Who catches what is thrown in blocks that are opened from here on.
    pub handlers: Option<HandlerTableId>,
    /// Registers with a value, and whether they may be given another.
    pub values: Vec<(RegId, bool)>,
    pub pointers: Vec<Pointer>,
    /// Statements that may still be made.
    pub budget: i32,
    /// How many loops are open.
    pub loops: u32,
    /// How many calls may still be made.
    pub calls: u32,
    /// Bounds how deep the function calls itself.
    pub depth: Option<RegId>,
    origins: u32,
}

impl<'s> Body<'s> {
    pub fn new(
        shape: &'s Shape,
        random: Rng,
        index: usize,
        array: Option<(Type, u32)>,
    ) -> Body<'s> {
        let signature = &shape.signatures[index];
        let function = Function {
            name: shape.name(index),
            variadic: !signature.extras.is_empty(),
            result: signature.result.map(ValueKind::ty),
            ..Function::default()
        };
        let mut body = Body {
            shape,
            signature,
            index,
            random,
            function,
            blocks: vec![None],
            open: BlockId(0),
            instructions: Vec::new(),
            handlers: None,
            values: Vec::new(),
            pointers: Vec::new(),
            budget: 0,
            loops: 0,
            calls: 0,
            depth: None,
            origins: 0,
        };
        if index == 0
            && let Some((element, length)) = array
        {
            let register = body.fresh(Type::Ptr);
            let after = i64::from(element.bytes()) * i64::from(length);
            body.point(Operand::Register(register), after, true, true);
        }
        body.parameters();
        body
    }

    fn parameters(&mut self) {
        let signature = self.signature;
        for (index, &kind) in signature.params.iter().enumerate() {
            let register = self.fresh(kind.ty());
            let value = Operand::Register(register);
            match kind {
                ValueKind::Value(_) if signature.recursive && index == 0 => {
                    self.depth = Some(register);
                }
                ValueKind::Value(_) => self.values.push((register, true)),
                ValueKind::Data => self.point(value, ROOM, true, false),
                ValueKind::Object => self.point_at_object(value),
            }
        }
        self.function.params = self.function.registers.len() as u32;
        for &(global, size, writable) in &self.shape.data {
            self.point(Operand::Constant(Constant::Global(global, 0)), size, writable, true);
        }
        for _ in 0..self.random.usize(..2) {
            let conditions = vec![Condition::default(); self.random.usize(1..4)];
            self.function.decisions.push(Decision { span: None, conditions });
        }
    }

    /// Makes the code and gives the function.
    pub fn finish(mut self) -> Function {
        let index = self.index;
        let small = index >= self.shape.leaves.start;
        self.budget = match index {
            0 => self.random.i32(20..70),
            _ if small => self.random.i32(1..10),
            _ => self.random.i32(8..40),
        };
        self.calls = match index {
            0 => 8,
            _ if small => 0,
            _ => 3,
        };
        if let Some(depth) = self.depth {
            // Whatever the caller says, it does not go deep.
            let (dst, three) = (self.fresh(Type::I32), Operand::Constant(Constant::Bits(3)));
            self.binary(program::BinaryOp::And, Type::I32, dst, Operand::Register(depth), three);
            self.values.push((dst, false));
            self.depth = Some(dst);
        }
        if !self.signature.extras.is_empty() {
            self.take_extras();
        }
        for _ in 0..2 {
            let ty = any_type(&mut self.random);
            let value = self.constant(ty);
            let dst = self.fresh(ty);
            self.emit(Instruction::Copy { ty, dst, value });
            self.values.push((dst, true));
        }
        if index == 0 {
            // Memory holds inputs from the start.
            for (register, _) in self.values.clone() {
                self.store_value(self.function.type_of(register), Operand::Register(register));
            }
        }
        if index == self.shape.fail {
            self.budget = 2;
            self.statements();
            self.never_return();
        } else {
            while self.budget > 0 {
                self.statements();
            }
            self.leave();
        }
        self.function.blocks = self.blocks.into_iter().flatten().collect();
        self.function
    }

    /// Stores what was computed where it is seen after the run, and returns.
    pub fn leave(&mut self) {
        let most = if self.index == 0 { 16 } else { 4 };
        let mut values = self.values.clone();
        self.random.shuffle(&mut values);
        for (register, _) in values.into_iter().take(most) {
            self.store_value(self.function.type_of(register), Operand::Register(register));
        }
        let value = self.signature.result.map(|kind| self.argument(kind, true));
        self.close(Terminator::Return(value));
    }

    // Registers and operands.

    /// A new register, not in scope yet.
    pub fn fresh(&mut self, ty: Type) -> RegId {
        let name = format!("r{}", self.function.registers.len());
        self.function.registers.push(Register { name, ty })
    }

    /// A register to assign: one in scope, or a new one that comes into scope.
    pub fn destination(&mut self, ty: Type) -> RegId {
        let function = &self.function;
        let known = self
            .values
            .iter()
            .filter(|(register, writable)| *writable && function.type_of(*register) == ty);
        let known: Vec<RegId> = known.map(|(register, _)| *register).collect();
        if !known.is_empty() && self.random.bool() {
            return known[self.random.usize(..known.len())];
        }
        let register = self.fresh(ty);
        self.values.push((register, true));
        register
    }

    /// Registers of a type that have a value.
    pub fn known(&self, ty: Type) -> Vec<RegId> {
        let registers = self.values.iter().map(|(register, _)| *register);
        registers.filter(|register| self.function.type_of(*register) == ty).collect()
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: Type) -> Operand {
        Operand::Constant(Constant::Bits(any_bits(&mut self.random, ty)))
    }

    /// A register or a constant of a type.
    pub fn operand(&mut self, ty: Type) -> Operand {
        if self.random.u32(..6) == 0 { self.constant(ty) } else { self.variable(ty) }
    }

    /// A register of a type; where there is none, another value is converted.
    pub fn variable(&mut self, ty: Type) -> Operand {
        let known = self.known(ty);
        if known.is_empty() {
            return self.converted(ty);
        }
        // What was computed last is used more often, so that values travel.
        let latest = known.len().saturating_sub(4);
        let from = if self.random.bool() { latest } else { 0 };
        Operand::Register(known[self.random.usize(from..known.len())])
    }

    /// Something that decides.
    pub fn test(&mut self) -> Test {
        if self.random.u32(..4) == 0 {
            return Test::Value(self.variable(Type::BOOL));
        }
        let ty = self.used_type();
        let (mut left, mut right) = (self.variable(ty), self.operand(ty));
        if self.random.u32(..4) == 0 {
            std::mem::swap(&mut left, &mut right);
        }
        Test::Compare { op: self.compare_op(ty), ty, left, right }
    }

    /// A comparison that fits a type.
    pub fn compare_op(&mut self, ty: Type) -> CompareOp {
        loop {
            let op = CompareOp::ALL[self.random.usize(..CompareOp::ALL.len())];
            if op.is_float() == ty.is_float() {
                return op;
            }
        }
    }

    /// A type, rather of a register in scope.
    pub fn used_type(&mut self) -> Type {
        if self.values.is_empty() || self.random.u32(..6) == 0 {
            return any_type(&mut self.random);
        }
        let (register, _) = self.values[self.random.usize(..self.values.len())];
        self.function.type_of(register)
    }

    /// A condition of the function's decisions, if it has any.
    pub fn condition(&mut self) -> Option<ConditionRef> {
        let decision = DecisionId(0);
        let conditions = self.function.decisions.get(decision)?.conditions.len() as u32;
        self.random.bool().then(|| ConditionRef { decision, index: self.random.u32(..conditions) })
    }

    /// A counter of the function.
    pub fn counter(&mut self) -> CounterId {
        let counter = self.random.u32(..3);
        self.function.counters = self.function.counters.max(counter + 1);
        CounterId(counter)
    }

    // Pointers.

    /// Brings an address with room behind it into scope.
    pub fn point(&mut self, value: Operand, after: i64, writable: bool, lasting: bool) {
        self.origins += 1;
        let origin = self.origins;
        let pointer = Pointer { value, before: 0, after, writable, lasting, object: false, origin };
        self.pointers.push(pointer);
    }

    /// Brings the address of a managed object into scope.
    pub fn point_at_object(&mut self, value: Operand) {
        self.point(value, INSTANCE.into(), true, true);
        if let Some(pointer) = self.pointers.last_mut() {
            pointer.object = true;
        }
    }

    /// A pointer in scope that is good for something.
    pub fn pointer(&mut self, good: impl Fn(&Pointer) -> bool) -> Option<Pointer> {
        let known: Vec<Pointer> =
            self.pointers.iter().copied().filter(|known| good(known)).collect();
        (!known.is_empty()).then(|| known[self.random.usize(..known.len())])
    }

    // Blocks.

    /// Adds an instruction to the open block.
    pub fn emit(&mut self, instruction: Instruction) {
        self.instructions.push(Located::nowhere(instruction));
    }

    /// A block to be opened later.
    pub fn reserve(&mut self) -> BlockId {
        self.blocks.push(None);
        BlockId::new(self.blocks.len() - 1)
    }

    /// Ends the open block.
    pub fn close(&mut self, terminator: Terminator) {
        let id = self.open;
        self.blocks[id.index()] = Some(Block {
            label: format!("b{}", id.0),
            handlers: self.handlers,
            instructions: std::mem::take(&mut self.instructions),
            terminator: Located::nowhere(terminator),
        });
    }

    /// Goes on in a reserved block.
    pub fn open(&mut self, block: BlockId) {
        self.open = block;
    }

    /// A way to a block, with moves between registers in scope: copies, swaps and longer cycles.
    pub fn edge(&mut self, target: BlockId, values: usize) -> Edge {
        let mut moves: Vec<(RegId, Operand)> = Vec::new();
        if values > 0 && self.random.u32(..3) == 0 {
            let ty = self.function.type_of(self.values[self.random.usize(..values)].0);
            let known = self.values[..values].iter();
            let mut known: Vec<RegId> = known
                .filter(|(register, writable)| *writable && self.function.type_of(*register) == ty)
                .map(|(register, _)| *register)
                .collect();
            self.random.shuffle(&mut known);
            known.truncate(self.random.usize(1..5));
            for (index, &register) in known.iter().enumerate() {
                let value = match self.random.u32(..4) {
                    0 => self.operand(ty),
                    _ => Operand::Register(known[(index + 1) % known.len()]),
                };
                moves.push((register, value));
            }
        }
        Edge { target, moves }
    }

    /// What is in scope now.
    pub fn scope(&self) -> Scope {
        Scope { values: self.values.len(), pointers: self.pointers.len() }
    }

    /// Takes what came into scope since out of it.
    pub fn end_scope(&mut self, scope: Scope) {
        self.values.truncate(scope.values);
        self.pointers.truncate(scope.pointers);
    }

    /// How many of the registers in scope were so at the beginning of a scope.
    pub fn values_of(scope: Scope) -> usize {
        scope.values
    }

    /// One of the classes that have instances.
    pub fn class(&mut self) -> program::ClassId {
        CLASSES[self.random.usize(..CLASSES.len())]
    }
}

impl Shape {
    /// The name of a function.
    fn name(&self, index: usize) -> String {
        if index == 0 {
            "entry".to_owned()
        } else if index == self.initializer {
            "initialise".to_owned()
        } else if index == self.fail {
            "fail".to_owned()
        } else if self.leaves.contains(&index) {
            format!("leaf{}", index - self.leaves.start)
        } else if self.methods.contains(&index) {
            format!("method{}", index - self.methods.start)
        } else {
            format!("f{index}")
        }
    }

    /// A constant: the address of a leaf.
    pub fn leaf(&self, index: usize) -> Operand {
        Operand::Constant(Constant::Function(FuncId::new(self.leaves.start + index)))
    }

    /// A constant: the address of a global.
    pub fn global(global: GlobalId) -> Operand {
        Operand::Constant(Constant::Global(global, 0))
    }
}
