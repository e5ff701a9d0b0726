//! Writing instructions, and remembering what they make known.

use program::{
    Access, Argument, Callee, CheckKind, ClassId, CompareOp, Failure, FuncId, Instruction, Located,
    Operand, RegId, Test, Type,
};

use super::Body;
use super::diamonds::int;
use super::stack::NULL;
use crate::world::Thrower;

/// How many throwers are remembered.
pub(super) const OFTEN: usize = 4;

impl Body<'_> {
    /// Adds an instruction to the block at hand.
    pub(super) fn emit(&mut self, node: Instruction) {
        if let Some(dst) = node.destination() {
            self.forget(dst);
        }
        self.instructions.push(Located { node, span: self.source.span });
    }

    /// What was known of a register holds no longer.
    fn forget(&mut self, register: RegId) {
        self.known.not_null.retain(|known| *known != register);
        if self.in_block.element.is_some_and(|element| element.depends_on(register)) {
            self.in_block.element = None;
        }
    }

    /// Copies a value, and with it what is known of it.
    pub(super) fn copy(&mut self, dst: RegId, ty: Type, value: Operand) {
        let not_null = ty == Type::Ptr && self.is_not_null(value);
        self.emit(Instruction::Copy { ty, dst, value });
        if not_null {
            self.known.not_null.push(dst);
        }
    }

    /// Lets the last instruction write its result elsewhere.
    pub(super) fn redirect(&mut self, from: RegId, to: RegId) {
        let not_null = self.known.not_null.contains(&from);
        if let Some(last) = self.instructions.last_mut() {
            redirect(&mut last.node, to);
        }
        self.forget(from);
        self.forget(to);
        if not_null {
            self.known.not_null.push(to);
        }
    }

    /// Notes that a register is not null from here on.
    pub(super) fn not_null(&mut self, value: Operand) {
        if let Operand::Register(register) = value
            && !self.known.not_null.contains(&register)
        {
            self.known.not_null.push(register);
        }
    }

    /// Whether a reference is known not to be null.
    pub(super) fn is_not_null(&self, value: Operand) -> bool {
        match value {
            Operand::Register(register) => {
                (self.this_is_kept && register.0 == 0) || self.known.not_null.contains(&register)
            }
            Operand::Constant(_) => value != NULL,
        }
    }

    /// Throws unless a reference is not null.
    pub(super) fn check_null(&mut self, value: Operand) {
        if self.is_not_null(value) {
            return;
        }
        let test = Test::Compare { op: CompareOp::Ne, ty: Type::Ptr, left: value, right: NULL };
        let at = int(self.at as i32 + 1);
        self.check(CheckKind::Null, test, &Thrower::NullPointer, &[(Type::I32, at)]);
        self.not_null(value);
    }

    /// Throws unless a test holds.
    pub(super) fn check(
        &mut self,
        kind: CheckKind,
        test: Test,
        thrower: &Thrower,
        arguments: &[(Type, Operand)],
    ) {
        let function = self.thrower(thrower);
        let failure = Failure::Call(function, list(arguments));
        self.emit(Instruction::Check { kind, test, failure });
    }

    /// The function that throws; those of the commonest checks are remembered.
    fn thrower(&mut self, thrower: &Thrower) -> FuncId {
        let often = match thrower {
            Thrower::NullPointer => 0,
            Thrower::ArrayIndex => 1,
            Thrower::ClassCast => 2,
            Thrower::ArrayStore => 3,
            _ => return self.world.thrower(self.program, thrower),
        };
        match self.throwers[often] {
            Some(function) => function,
            None => {
                let function = self.world.thrower(self.program, thrower);
                self.throwers[often] = Some(function);
                function
            }
        }
    }

    /// Sees to it that a class is initialised.
    pub(super) fn initialise(&mut self, class: ClassId) {
        if self.known.initialised.contains(&class) || !self.world.info(class).initializes {
            return;
        }
        if self.is_this_class_or_above(class) {
            return;
        }
        self.emit(Instruction::Init { class });
        self.known.initialised.push(class);
    }

    /// Whether a class was initialised before any method of the class at hand could run. An interface's
    /// methods run without that of its subclasses, but its own are run after its initialisation.
    fn is_this_class_or_above(&self, class: ClassId) -> bool {
        let mut above = Some(self.class);
        while let Some(current) = above {
            if current == class {
                return true;
            }
            above = self.world.info(current).superclass;
        }
        false
    }

    /// Calls a function that is known.
    pub(super) fn call_direct(
        &mut self,
        dst: Option<RegId>,
        result: Option<Type>,
        function: FuncId,
        arguments: &[(Type, Operand)],
    ) {
        self.emit(Instruction::Call {
            dst,
            result,
            callee: Callee::Direct(function),
            arguments: list(arguments),
        });
    }

    /// Reads memory that is known to be there.
    pub(super) fn load(&mut self, dst: RegId, ty: Type, address: Operand, offset: i32) {
        self.emit(Instruction::Load { ty, dst, address, offset, access: Access::Trusted });
    }

    /// Writes memory that is known to be there.
    pub(super) fn store(&mut self, ty: Type, address: Operand, offset: i32, value: Operand) {
        self.emit(Instruction::Store { ty, address, offset, value, access: Access::Trusted });
    }
}

/// Arguments with their types.
pub(super) fn list(arguments: &[(Type, Operand)]) -> Vec<Argument> {
    arguments.iter().map(|&(ty, value)| Argument { ty, value }).collect()
}

/// Lets an instruction write its result elsewhere.
fn redirect(instruction: &mut Instruction, to: RegId) {
    match instruction {
        Instruction::Copy { dst, .. }
        | Instruction::Unary { dst, .. }
        | Instruction::Binary { dst, .. }
        | Instruction::Compare { dst, .. }
        | Instruction::Convert { dst, .. }
        | Instruction::Fma { dst, .. }
        | Instruction::Select { dst, .. }
        | Instruction::Load { dst, .. }
        | Instruction::Address { dst, .. }
        | Instruction::Allocate { dst, .. }
        | Instruction::StackSave { dst }
        | Instruction::VarArgs { dst }
        | Instruction::New { dst, .. }
        | Instruction::NewArray { dst, .. }
        | Instruction::ArrayLength { dst, .. }
        | Instruction::ClassOf { dst, .. }
        | Instruction::InstanceOf { dst, .. }
        | Instruction::MayCast { dst, .. }
        | Instruction::MayStore { dst, .. }
        | Instruction::Call { dst: Some(dst), .. } => *dst = to,
        _ => {}
    }
}
