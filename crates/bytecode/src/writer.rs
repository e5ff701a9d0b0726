//! Functions written by hand: blocks, registers, calls, fields, casts.

use classfile::descriptor::{JType, Signature};
use classfile::error::LoadError;
use program::{
    Access, Argument, BinaryOp, Block, BlockId, Callee, CheckKind, ClassId, CompareOp, Constant,
    ConvertOp, Edge, Failure, FuncId, Id, IdVec, Instruction, Located, Operand, Program, RegId,
    Register, Terminator, Test, Type,
};

use crate::world::{Helper, MethodRef, Thrower, World};

/// The null reference, and the number zero.
pub const ZERO: Operand = Operand::Constant(Constant::Bits(0));

/// An `int`.
pub fn int(value: i32) -> Operand {
    Operand::Constant(Constant::Bits(u128::from(value as u32)))
}

/// A function that is being written. Instructions go into the block at hand until it is ended.
pub struct Writer<'a> {
    /// The world that the function belongs to.
    pub world: &'a mut World,
    /// The program that it is added to.
    pub program: &'a mut Program,
    registers: IdVec<RegId, Register>,
    blocks: IdVec<BlockId, Block>,
    current: BlockId,
}

impl<'a> Writer<'a> {
    /// Begins the body of a function that is declared.
    pub fn new(world: &'a mut World, program: &'a mut Program, function: FuncId) -> Self {
        let registers = program.functions[function].registers.clone();
        let mut writer =
            Self { world, program, registers, blocks: IdVec::new(), current: BlockId(0) };
        writer.current = writer.block("entry");
        writer
    }

    /// Gives the function its body.
    pub fn finish(self, function: FuncId) {
        let function = &mut self.program.functions[function];
        function.registers = self.registers;
        function.blocks = self.blocks;
    }

    /// A new block, to be written later.
    pub fn block(&mut self, label: &str) -> BlockId {
        let label = match self.blocks.len() {
            0 => label.to_owned(),
            number => format!("{label}{number}"),
        };
        self.blocks.push(Block {
            label,
            handlers: None,
            instructions: Vec::new(),
            terminator: Located::nowhere(Terminator::Unreachable),
        })
    }

    /// Goes on writing in another block.
    pub fn go_to(&mut self, block: BlockId) {
        self.current = block;
    }

    /// Ends the block at hand.
    pub fn end(&mut self, terminator: Terminator) {
        self.blocks[self.current].terminator = Located::nowhere(terminator);
    }

    /// Ends the block at hand with a branch, and goes on where the test fails.
    pub fn branch(&mut self, test: Test, then: BlockId) {
        let otherwise = self.block("next");
        let (then, next) = (Edge::to(then), Edge::to(otherwise));
        self.end(Terminator::Branch { test, condition: None, then, otherwise: next });
        self.go_to(otherwise);
    }

    /// Ends the block at hand by returning a value.
    pub fn give(&mut self, value: Option<Operand>) {
        self.end(Terminator::Return(value));
    }

    /// A register of a type.
    pub fn register(&mut self, ty: Type) -> RegId {
        let name = format!("t{}", self.registers.len());
        self.registers.push(Register { name, ty })
    }

    /// A parameter.
    pub fn parameter(&self, index: usize) -> Operand {
        Operand::Register(RegId::new(index))
    }

    /// Writes an instruction.
    pub fn emit(&mut self, instruction: Instruction) {
        self.blocks[self.current].instructions.push(Located::nowhere(instruction));
    }

    /// Writes an instruction whose result goes into a new register.
    fn made(&mut self, ty: Type, instruction: impl FnOnce(RegId) -> Instruction) -> Operand {
        let dst = self.register(ty);
        self.emit(instruction(dst));
        Operand::Register(dst)
    }

    /// Calls a function.
    pub fn call(
        &mut self,
        callee: Callee,
        arguments: &[(Type, Operand)],
        result: Option<Type>,
    ) -> Option<Operand> {
        let arguments = arguments.iter().map(|&(ty, value)| Argument { ty, value }).collect();
        let dst = result.map(|ty| self.register(ty));
        self.emit(Instruction::Call { dst, result, callee, arguments });
        dst.map(Operand::Register)
    }

    /// Calls a method; the receiver, which comes first, must not be null.
    pub fn invoke(
        &mut self,
        method: MethodRef,
        descriptor: &str,
        arguments: &[Operand],
    ) -> Option<Operand> {
        let signature = Signature::parse(descriptor)?;
        let types = World::types(signature, method.is_static());
        let arguments: Vec<(Type, Operand)> =
            types.into_iter().map(JType::value).zip(arguments.iter().copied()).collect();
        if method.is_static() {
            self.initialise(method.class);
        }
        let callee = match method.selector {
            Some(selector) => Callee::Virtual(selector),
            None => Callee::Direct(method.function),
        };
        self.call(callee, &arguments, signature.result().result())
    }

    /// Calls a method by its names. A receiver must not be null.
    pub fn call_method(
        &mut self,
        class: &str,
        name: &str,
        descriptor: &str,
        arguments: &[Operand],
    ) -> Result<Operand, LoadError> {
        let class = self.world.class(self.program, class)?;
        let method = self.world.method(self.program, class, name, descriptor)?;
        Ok(self.invoke(method, descriptor, arguments).unwrap_or(ZERO))
    }

    /// A new object of a class, constructed.
    pub fn construct(
        &mut self,
        class: &str,
        descriptor: &str,
        arguments: &[Operand],
    ) -> Result<Operand, LoadError> {
        let class = self.world.class(self.program, class)?;
        let object = self.new_object(class);
        let constructor = self.world.method(self.program, class, "<init>", descriptor)?;
        let arguments: Vec<Operand> =
            std::iter::once(object).chain(arguments.iter().copied()).collect();
        self.invoke(constructor, descriptor, &arguments);
        Ok(object)
    }

    /// A new object, all zeros; its class is initialised.
    pub fn new_object(&mut self, class: ClassId) -> Operand {
        self.initialise(class);
        self.made(Type::Ptr, |dst| Instruction::New { dst, class })
    }

    /// A new object of a class that is being initialised or has nothing to initialise.
    pub fn bare_object(&mut self, class: ClassId) -> Operand {
        self.made(Type::Ptr, |dst| Instruction::New { dst, class })
    }

    /// A new array of references with these elements.
    pub fn array(&mut self, class: ClassId, elements: &[Operand]) -> Operand {
        let length = int(elements.len() as i32);
        let array = self.made(Type::Ptr, |dst| Instruction::NewArray { dst, class, length });
        for (index, &element) in elements.iter().enumerate() {
            self.store(Type::Ptr, array, index as u32 * 8, element);
        }
        array
    }

    /// How many elements an array has, which must not be null.
    pub fn array_length(&mut self, array: Operand) -> Operand {
        self.made(Type::I32, |dst| Instruction::ArrayLength { dst, array })
    }

    /// An element of an array that it surely has, widened to what registers hold.
    pub fn element(&mut self, ty: JType, array: Operand, index: Operand) -> Operand {
        let index = self.convert(ConvertOp::ZExt, Type::I32, Type::I64, index);
        let scale = ty.storage().bytes();
        let address = self.made(Type::Ptr, |dst| Instruction::Address {
            dst,
            base: array,
            index,
            scale,
            offset: 0,
        });
        self.load_field(ty, address, 0)
    }

    /// Sees to it that a class is initialised.
    pub fn initialise(&mut self, class: ClassId) {
        if self.program.classes[class].initializer.is_some() {
            self.emit(Instruction::Init { class });
        }
    }

    /// Reads a value.
    pub fn load(&mut self, ty: Type, address: Operand, offset: u32) -> Operand {
        let (offset, access) = (offset as i32, Access::Trusted);
        self.made(ty, |dst| Instruction::Load { ty, dst, address, offset, access })
    }

    /// Writes a value.
    pub fn store(&mut self, ty: Type, address: Operand, offset: u32, value: Operand) {
        let (offset, access) = (offset as i32, Access::Trusted);
        self.emit(Instruction::Store { ty, address, offset, value, access });
    }

    /// Reads a field of Java's, widened to what registers hold.
    pub fn load_field(&mut self, ty: JType, address: Operand, offset: u32) -> Operand {
        let value = self.load(ty.storage(), address, offset);
        let op = match ty {
            JType::Boolean | JType::Char => ConvertOp::ZExt,
            JType::Byte | JType::Short => ConvertOp::SExt,
            _ => return value,
        };
        self.convert(op, ty.storage(), Type::I32, value)
    }

    /// The address of a place in the statics page.
    pub fn place(&self, offset: u32) -> Operand {
        Operand::Constant(self.world.slot_address(offset))
    }

    /// A change of type.
    pub fn convert(&mut self, op: ConvertOp, from: Type, to: Type, value: Operand) -> Operand {
        self.made(to, |dst| Instruction::Convert { op, from, to, dst, value })
    }

    /// An operation on two values.
    pub fn binary(&mut self, op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Operand {
        self.made(ty, |dst| Instruction::Binary { op, ty, dst, left, right, checked: false })
    }

    /// A string constant.
    pub fn string(&mut self, text: &str) -> Result<Operand, LoadError> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.string_of(&units)
    }

    /// A string constant, by its UTF-16 contents.
    pub fn string_of(&mut self, units: &[u16]) -> Result<Operand, LoadError> {
        let slot = self.world.string_slot(units)?;
        let helper = Callee::Direct(self.world.helper(self.program, Helper::String));
        let made = self.call(helper, &[(Type::I32, int(slot as i32))], Some(Type::Ptr));
        Ok(made.unwrap_or(ZERO))
    }

    /// The `Class` object of a class.
    pub fn mirror(&mut self, class: ClassId) -> Operand {
        let helper = Callee::Direct(self.world.helper(self.program, Helper::Mirror));
        let made = self.call(helper, &[(Type::I32, int(class.0 as i32))], Some(Type::Ptr));
        made.unwrap_or(ZERO)
    }

    /// Whether an object is of a class; null is not. An `i1`.
    pub fn instance_of(&mut self, object: Operand, class: ClassId) -> Operand {
        self.made(Type::BOOL, |dst| Instruction::InstanceOf { dst, object, class })
    }

    /// Throws a `NullPointerException` for null.
    pub fn check_null(&mut self, object: Operand) {
        let test = Test::Compare { op: CompareOp::Ne, ty: Type::Ptr, left: object, right: ZERO };
        let thrower = self.world.thrower(self.program, &Thrower::NullPointer);
        let nowhere = vec![Argument { ty: Type::I32, value: int(0) }];
        let failure = Failure::Call(thrower, nowhere);
        self.emit(Instruction::Check { kind: CheckKind::Null, test, failure });
    }

    /// Throws a `ClassCastException` for what is neither null nor of a class.
    pub fn check_cast(&mut self, object: Operand, class: ClassId) {
        if self.world.info(class).superclass.is_none() {
            return;
        }
        let fits = self.made(Type::BOOL, |dst| Instruction::MayCast { dst, object, class });
        let thrower = self.world.thrower(self.program, &Thrower::ClassCast);
        let arguments = vec![
            Argument { ty: Type::Ptr, value: object },
            Argument { ty: Type::I32, value: int(class.0 as i32) },
        ];
        let (test, failure) = (Test::Value(fits), Failure::Call(thrower, arguments));
        self.emit(Instruction::Check { kind: CheckKind::Cast, test, failure });
    }
}

/// A comparison to branch on.
pub fn compare(op: CompareOp, ty: Type, left: Operand, right: Operand) -> Test {
    Test::Compare { op, ty, left, right }
}
