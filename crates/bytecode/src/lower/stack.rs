//! The operand stack while lowering: operands, not yet moved anywhere.

use program::{
    BlockId, Constant, ConvertOp, Edge, Id, Instruction, Operand, RegId, Register, Type,
};

use super::{Arrival, Body, LowerError, Malformed};

/// A value on the stack; one of type `long` or `double` is one entry too. An `i1` is an `int` that has
/// not been widened yet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Entry {
    pub ty: Type,
    pub value: Operand,
}

impl Entry {
    /// How many words it is for the JVM.
    pub fn is_wide(self) -> bool {
        matches!(self.ty, Type::I64 | Type::F64)
    }

    fn is_in(self, register: RegId) -> bool {
        self.value == Operand::Register(register)
    }
}

impl Body<'_> {
    /// Puts a value on the stack.
    pub(super) fn push(&mut self, ty: Type, value: impl Into<Value>) {
        self.stack.push(Entry { ty, value: value.into().0 });
    }

    /// Takes whatever is on top.
    pub(super) fn pop_entry(&mut self) -> Result<Entry, LowerError> {
        let entry = self.stack.pop().ok_or(Malformed::Underflow)?;
        if let Operand::Register(register) = entry.value {
            self.registers.held.push(register);
        }
        Ok(entry)
    }

    /// Takes a value of a type.
    pub(super) fn pop(&mut self, ty: Type) -> Result<Operand, LowerError> {
        let entry = self.pop_entry()?;
        if entry.ty == ty {
            return Ok(entry.value);
        }
        if (entry.ty, ty) == (Type::BOOL, Type::I32) {
            return Ok(Operand::Register(self.widened(entry.value)));
        }
        Err(Malformed::StackType.into())
    }

    /// A boolean as an `int`.
    fn widened(&mut self, value: Operand) -> RegId {
        let dst = self.temporary(Type::I32);
        self.emit(Instruction::Convert {
            op: ConvertOp::ZExt,
            from: Type::BOOL,
            to: Type::I32,
            dst,
            value,
        });
        dst
    }

    /// A register that nothing on the stack and nothing held is in; it is held from now on.
    pub(super) fn temporary(&mut self, ty: Type) -> RegId {
        let register = self.free_register(ty, true);
        self.registers.held.push(register);
        register
    }

    /// A register for the last thing that the instruction at hand does: it may be one of its operands'.
    pub(super) fn result(&mut self, ty: Type) -> RegId {
        self.free_register(ty, false)
    }

    fn free_register(&mut self, ty: Type, spare_held: bool) -> RegId {
        let kind = kind_of(ty);
        let pool = &mut self.registers.temporaries[kind as usize];
        for &register in pool.iter() {
            let in_use = self.stack.iter().any(|entry| entry.is_in(register))
                || (spare_held && self.registers.held.contains(&register));
            if !in_use {
                return register;
            }
        }
        let name = format!("t.{}{}", pool.len(), kind.suffix());
        let register = self.function.registers.push(Register { name, ty });
        pool.push(register);
        register
    }

    /// Whether a register is one of those in between, not a local's nor one where ways meet.
    fn is_temporary(&self, register: RegId) -> bool {
        let ty = self.function.registers[register].ty;
        self.registers.temporaries[kind_of(ty) as usize].contains(&register)
    }

    /// Moves what is on the stack out of a register that is about to change.
    pub(super) fn vacate(&mut self, register: RegId) {
        if !self.stack.iter().any(|entry| entry.is_in(register)) {
            return;
        }
        let ty = self.function.registers[register].ty;
        let dst = self.temporary(ty);
        self.copy(dst, ty, Operand::Register(register));
        for entry in &mut self.stack {
            if entry.value == Operand::Register(register) {
                entry.value = Operand::Register(dst);
            }
        }
    }

    /// Puts a value that was taken from the stack into a register that stays: the instruction that
    /// made it does so at once, if it was the last one.
    pub(super) fn assign(&mut self, dst: RegId, entry: Entry) {
        let ty = self.function.registers[dst].ty;
        let made = self.instructions.last().and_then(|last| last.node.destination());
        self.vacate(dst);
        match entry.value {
            Operand::Register(register) if register == dst => {}
            Operand::Register(register)
                if entry.ty == ty
                    && made == Some(register)
                    && self.last_destination() == Some(register)
                    && self.is_temporary(register)
                    && !self.stack.iter().any(|other| other.is_in(register)) =>
            {
                self.redirect(register, dst);
            }
            value if entry.ty == Type::BOOL && ty == Type::I32 => {
                self.emit(Instruction::Convert {
                    op: ConvertOp::ZExt,
                    from: Type::BOOL,
                    to: Type::I32,
                    dst,
                    value,
                });
            }
            value => self.copy(dst, ty, value),
        }
    }

    fn last_destination(&self) -> Option<RegId> {
        self.instructions.last().and_then(|last| last.node.destination())
    }

    /// The register for a value at a depth of the stack where ways meet.
    pub(super) fn stack_register(&mut self, depth: usize, ty: Type) -> RegId {
        if self.registers.stack_registers.len() <= depth {
            self.registers.stack_registers.resize_with(depth + 1, Vec::new);
        }
        if let Some((_, register)) =
            self.registers.stack_registers[depth].iter().find(|(known, _)| *known == ty)
        {
            return *register;
        }
        let name = format!("s.{depth}{}", kind_of(ty).suffix());
        let register = self.function.registers.push(Register { name, ty });
        self.registers.stack_registers[depth].push((ty, register));
        register
    }

    /// The way from here to a block, with what is on the stack.
    pub(super) fn edge(&mut self, target: BlockId) -> Result<Edge, LowerError> {
        if self.plan.has_one_way(target) {
            self.arrive(target, Arrival { stack: self.stack.clone(), known: self.known.clone() });
            return Ok(Edge::to(target));
        }
        self.widen_booleans();
        let mut moves = Vec::new();
        let mut stack = Vec::with_capacity(self.stack.len());
        for depth in 0..self.stack.len() {
            let Entry { ty, value } = self.stack[depth];
            let register = self.stack_register(depth, ty);
            if value != Operand::Register(register) {
                moves.push((register, value));
            }
            stack.push(Entry { ty, value: Operand::Register(register) });
        }
        if self.blocks.entries[target.index()].as_ref().is_some_and(|known| known.stack != stack) {
            return Err(Malformed::StackShape.into());
        }
        self.arrive(target, Arrival { stack, known: super::Known::default() });
        Ok(Edge { target, moves })
    }

    /// The way to a block by a jump, with moves made before it where that is the same.
    pub(super) fn jump(&mut self, target: BlockId) -> Result<Edge, LowerError> {
        // One value on an otherwise empty stack, just made: let the instruction that made it put it there.
        if !self.plan.has_one_way(target) && self.stack.len() == 1 {
            let entry = self.stack[0];
            let ty = if entry.ty == Type::BOOL { Type::I32 } else { entry.ty };
            let register = self.stack_register(0, ty);
            if matches!(entry.value, Operand::Register(value) if self.last_destination() == Some(value))
            {
                self.stack.clear();
                self.assign(register, entry);
                self.stack.push(Entry { ty, value: Operand::Register(register) });
            }
        }
        self.edge(target)
    }

    fn widen_booleans(&mut self) {
        for depth in 0..self.stack.len() {
            if self.stack[depth].ty == Type::BOOL {
                let wide = self.widened(self.stack[depth].value);
                self.stack[depth] = Entry { ty: Type::I32, value: Operand::Register(wide) };
            }
        }
    }

    /// Puts what is on the stack where it has to be when ways meet, before a branch whose ways would
    /// each do it. What the branch tests must not be among what changes.
    pub(super) fn settle(&mut self, tested: &[Operand]) {
        if self.stack.is_empty() {
            return;
        }
        self.widen_booleans();
        let mut moves = Vec::new();
        for depth in 0..self.stack.len() {
            let Entry { ty, value } = self.stack[depth];
            let register = self.stack_register(depth, ty);
            if value != Operand::Register(register) {
                moves.push((depth, register, ty, value));
            }
        }
        let overwritten = |value: &Operand| {
            moves.iter().any(|(_, register, ..)| *value == Operand::Register(*register))
        };
        if tested.iter().any(overwritten)
            || self.stack.iter().any(|entry| overwritten(&entry.value))
        {
            return;
        }
        for (depth, register, ty, value) in moves {
            self.copy(register, ty, value);
            self.stack[depth].value = Operand::Register(register);
        }
    }

    /// Enters a handler; what is caught is all there is on its stack.
    pub(super) fn arrive_at_handler(
        &mut self,
        target: BlockId,
        arrival: Arrival,
    ) -> Result<(), LowerError> {
        let known = self.blocks.entries[target.index()].as_ref();
        if known.is_some_and(|known| known.stack != arrival.stack) {
            return Err(Malformed::StackShape.into());
        }
        self.arrive(target, arrival);
        Ok(())
    }

    fn arrive(&mut self, target: BlockId, arrival: Arrival) {
        let entry = &mut self.blocks.entries[target.index()];
        if entry.is_none() {
            *entry = Some(arrival);
            self.blocks.open.push(target);
        }
    }
}

/// What can be put on the stack.
pub(super) struct Value(Operand);

impl From<Operand> for Value {
    fn from(operand: Operand) -> Self {
        Value(operand)
    }
}

impl From<RegId> for Value {
    fn from(register: RegId) -> Self {
        Value(Operand::Register(register))
    }
}

/// The types that registers have here, for tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RegisterKind {
    Bool,
    Byte,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

impl RegisterKind {
    /// How many there are.
    pub const COUNT: usize = 8;

    /// What the names of registers without a name of their own end in.
    pub fn suffix(self) -> char {
        match self {
            RegisterKind::Bool => 'z',
            RegisterKind::Byte => 'b',
            RegisterKind::Short => 's',
            RegisterKind::Int => 'i',
            RegisterKind::Long => 'l',
            RegisterKind::Float => 'f',
            RegisterKind::Double => 'd',
            RegisterKind::Reference => 'a',
        }
    }
}

/// The kind of a type.
pub(super) fn kind_of(ty: Type) -> RegisterKind {
    match ty {
        Type::BOOL => RegisterKind::Bool,
        Type::I8 => RegisterKind::Byte,
        Type::I16 => RegisterKind::Short,
        Type::I64 => RegisterKind::Long,
        Type::F32 => RegisterKind::Float,
        Type::F64 => RegisterKind::Double,
        Type::Ptr => RegisterKind::Reference,
        Type::Int(_) => RegisterKind::Int,
    }
}

/// The null reference.
pub(super) const NULL: Operand = Operand::Constant(Constant::Bits(0));
