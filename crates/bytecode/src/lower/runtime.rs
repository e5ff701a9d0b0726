//! Functions that no class file holds: what throws the virtual machine's own exceptions, what
//! initialises classes, what makes arrays of arrays.

use classfile::error::LoadError;
use program::{
    Access, BinaryOp, Block, BlockId, Callee, Class, ClassId, CompareOp, Constant, ConvertOp, Edge,
    FuncId, Function, Handler, HandlerTable, HandlerTableId, Instruction, Located, Operand,
    Program, RegId, Register, Terminator, Test, Type,
};
use ristretto_classfile::Constant as PoolConstant;

use super::diamonds::int;
use super::emit::list;
use super::{LowerError, Malformed};
use crate::world::{Helper, Place, Role, Thrower, World};

/// A block without handlers and without places in a source.
pub(super) fn block(
    label: &str,
    instructions: Vec<Located<Instruction>>,
    terminator: Terminator,
) -> Block {
    Block {
        label: label.to_owned(),
        handlers: None,
        instructions,
        terminator: Located::nowhere(terminator),
    }
}

/// A function being written by hand.
struct Writer {
    function: Function,
    code: Vec<Located<Instruction>>,
}

impl Writer {
    /// Begins the body of a function that is declared.
    fn new(program: &Program, id: FuncId) -> Self {
        let declared = &program.functions[id];
        let function = Function {
            name: declared.name.clone(),
            linkage: declared.linkage,
            params: declared.params,
            result: declared.result,
            registers: declared.registers.clone(),
            ..Function::default()
        };
        Self { function, code: Vec::new() }
    }

    fn register(&mut self, name: &str, ty: Type) -> RegId {
        self.function.registers.push(Register { name: name.to_owned(), ty })
    }

    fn emit(&mut self, instruction: Instruction) {
        self.code.push(Located::nowhere(instruction));
    }

    fn call(
        &mut self,
        dst: Option<RegId>,
        result: Option<Type>,
        function: FuncId,
        arguments: &[(Type, Operand)],
    ) {
        let (callee, arguments) = (Callee::Direct(function), list(arguments));
        self.emit(Instruction::Call { dst, result, callee, arguments });
    }

    /// Ends the block at hand.
    fn end(&mut self, label: &str, terminator: Terminator) -> BlockId {
        let code = std::mem::take(&mut self.code);
        self.function.blocks.push(block(label, code, terminator))
    }
}

fn parameter(number: u32) -> Operand {
    Operand::Register(RegId(number))
}

/// Gives a thrower its body: it makes the exception and throws it.
pub(super) fn thrower(
    world: &mut World,
    program: &mut Program,
    id: FuncId,
    thrower: &Thrower,
) -> Result<(), LowerError> {
    let mut writer = Writer::new(program, id);
    let (class, message) = match thrower {
        Thrower::NullPointer => ("java/lang/NullPointerException", None),
        Thrower::ArrayIndex => {
            let message = message(world, program, "index_message", thrower);
            ("java/lang/ArrayIndexOutOfBoundsException", Some(message))
        }
        Thrower::Arithmetic => ("java/lang/ArithmeticException", None),
        Thrower::ClassCast => {
            let message = message(world, program, "cast_message", thrower);
            ("java/lang/ClassCastException", Some(message))
        }
        Thrower::ArrayStore => {
            let message = message(world, program, "store_message", thrower);
            ("java/lang/ArrayStoreException", Some(message))
        }
        Thrower::NegativeSize => {
            let message = message(world, program, "size_message", thrower);
            ("java/lang/NegativeArraySizeException", Some(message))
        }
        Thrower::StackOverflow => ("java/lang/StackOverflowError", None),
        Thrower::OutOfMemory => ("java/lang/OutOfMemoryError", None),
        Thrower::Fixed { class, .. } => (class.as_str(), None),
    };
    let fixed = match thrower {
        Thrower::Arithmetic => Some("/ by zero"),
        Thrower::OutOfMemory => Some("Java heap space"),
        Thrower::Fixed { message, .. } => Some(message.as_str()),
        _ => None,
    };
    let text = match (message, fixed) {
        (Some(maker), _) => {
            let text = writer.register("message", Type::Ptr);
            let arguments: Vec<(Type, Operand)> =
                (0..).zip(thrower.parameters()).map(|(n, &ty)| (ty, parameter(n))).collect();
            writer.call(Some(text), Some(Type::Ptr), maker, &arguments);
            Some(text)
        }
        (None, Some(fixed)) => {
            let units: Vec<u16> = fixed.encode_utf16().collect();
            let slot = world.string_slot(&units)?;
            let maker = world.helper(program, Helper::String);
            let text = writer.register("message", Type::Ptr);
            writer.call(Some(text), Some(Type::Ptr), maker, &[(Type::I32, int(slot as i32))]);
            Some(text)
        }
        (None, None) => None,
    };
    let thrown = make(world, program, &mut writer, class, text)?;
    if *thrower == Thrower::NullPointer {
        // The message is made from it, should anybody ask.
        let class = world.class(program, class)?;
        if let Some(field) = world.declared_field(class, "$at") {
            writer.emit(Instruction::Store {
                ty: Type::I32,
                address: Operand::Register(thrown),
                offset: field.place.offset() as i32,
                value: parameter(0),
                access: Access::Trusted,
            });
        }
    }
    writer.end("entry", Terminator::Throw(Operand::Register(thrown)));
    program.functions[id] = writer.function;
    Ok(())
}

/// Makes a throwable, with a message or without.
fn make(
    world: &mut World,
    program: &mut Program,
    writer: &mut Writer,
    class: &str,
    message: Option<RegId>,
) -> Result<RegId, LowerError> {
    let class = world.class(program, class)?;
    if program.classes[class].initializer.is_some() {
        writer.emit(Instruction::Init { class });
    }
    let thrown = writer.register("thrown", Type::Ptr);
    writer.emit(Instruction::New { dst: thrown, class });
    let descriptor = if message.is_some() { "(Ljava/lang/String;)V" } else { "()V" };
    let constructor = world.method(program, class, "<init>", descriptor)?.function;
    let mut arguments = vec![(Type::Ptr, Operand::Register(thrown))];
    arguments.extend(message.map(|message| (Type::Ptr, Operand::Register(message))));
    writer.call(None, None, constructor, &arguments);
    Ok(thrown)
}

/// The model that writes the message of an exception.
fn message(world: &mut World, program: &mut Program, name: &str, thrower: &Thrower) -> FuncId {
    let name = format!("ferret/Runtime.{name}");
    match world.synthetic(&name) {
        Some(function) => function,
        None => world.declare(program, name, thrower.parameters(), Some(Type::Ptr), Role::Built),
    }
}

/// A class whose only purpose is that its initialiser, which is still to be written, runs once.
pub(super) fn constants_class(world: &mut World, program: &mut Program) -> (ClassId, FuncId) {
    let number = program.classes.len();
    let function = world.add_function(
        program,
        Function { name: format!("ferret/Constants#{number}.<init-class>"), ..Function::default() },
        Role::Built,
    );
    let class = world.add_synthetic(
        program,
        Class {
            name: format!("ferret/Constants#{number}"),
            initializer: Some(function),
            ..Class::default()
        },
    );
    (class, function)
}

/// Gives the initialisation of a class its body: what stands above it, constant fields, `<clinit>`. When
/// one of these throws, the class stays unusable.
pub(super) fn initializer(
    world: &mut World,
    program: &mut Program,
    id: FuncId,
    class: ClassId,
) -> Result<(), LowerError> {
    let mut writer = Writer::new(program, id);
    let failed = world.slot(1)?;
    let flag = Operand::Constant(world.slot_address(failed));
    let forget = forget(world, program);
    let number = [(Type::I32, int(class.0 as i32))];
    let throwable = world.class(program, "java/lang/Throwable")?;
    let error = world.class(program, "java/lang/Error")?;
    let wrapper = world.class(program, "java/lang/ExceptionInInitializerError")?;
    let wrap = world.method(program, wrapper, "<init>", "(Ljava/lang/Throwable;)V")?.function;
    let name = world.info(class).name.replace('/', ".");
    let unusable = Thrower::Fixed {
        class: "java/lang/NoClassDefFoundError".to_owned(),
        message: format!("Could not initialize class {name}"),
    };
    let unusable = world.thrower(program, &unusable);

    let (before, own, again, caught, wrapped, done) =
        (BlockId(1), BlockId(2), BlockId(3), BlockId(4), BlockId(5), BlockId(6));
    let is_failed = writer.register("failed", Type::I8);
    let thrown = writer.register("thrown", Type::Ptr);
    writer.function.handlers.push(catching(throwable, thrown, done));
    writer.function.handlers.push(catching(throwable, thrown, caught));

    writer.emit(load(Type::I8, is_failed, flag));
    let test = Test::Compare {
        op: CompareOp::Ne,
        ty: Type::I8,
        left: Operand::Register(is_failed),
        right: Operand::Constant(Constant::Bits(0)),
    };
    let (then, otherwise) = (Edge::to(again), Edge::to(before));
    writer.end("entry", Terminator::Branch { test, condition: None, then, otherwise });

    for above in world.initialized_first(class) {
        writer.emit(Instruction::Init { class: above });
    }
    writer.end("above", Terminator::Jump(Edge::to(own)));
    writer.function.blocks[before].handlers = Some(HandlerTableId(0));

    constant_fields(world, program, &mut writer, class)?;
    if let Some(index) = world.class_initializer(class) {
        let function = world.info(class).methods[index as usize].function;
        writer.call(None, None, function, &[]);
    }
    writer.end("own", Terminator::Return(None));
    writer.function.blocks[own].handlers = Some(HandlerTableId(1));

    writer.call(None, None, forget, &number);
    writer.call(None, None, unusable, &[]);
    writer.end("again", Terminator::Unreachable);

    // What is no error already is wrapped into one.
    let is_error = writer.register("is_error", Type::BOOL);
    let object = Operand::Register(thrown);
    writer.emit(Instruction::InstanceOf { dst: is_error, object, class: error });
    let test = Test::Value(Operand::Register(is_error));
    let (then, otherwise) = (Edge::to(done), Edge::to(wrapped));
    writer.end("caught", Terminator::Branch { test, condition: None, then, otherwise });

    let outer = writer.register("outer", Type::Ptr);
    if program.classes[wrapper].initializer.is_some() {
        writer.emit(Instruction::Init { class: wrapper });
    }
    writer.emit(Instruction::New { dst: outer, class: wrapper });
    let arguments = [(Type::Ptr, Operand::Register(outer)), (Type::Ptr, object)];
    writer.call(None, None, wrap, &arguments);
    let edge = Edge { target: done, moves: vec![(thrown, Operand::Register(outer))] };
    writer.end("wrapped", Terminator::Jump(edge));

    writer.emit(Instruction::Store {
        ty: Type::I8,
        address: flag,
        offset: 0,
        value: Operand::Constant(Constant::Bits(1)),
        access: Access::Trusted,
    });
    writer.call(None, None, forget, &number);
    writer.end("unusable", Terminator::Throw(object));
    program.functions[id] = writer.function;
    Ok(())
}

/// The model that lets the initialisation of a class be tried again.
fn forget(world: &mut World, program: &mut Program) -> FuncId {
    let name = "ferret/Runtime.failed";
    match world.synthetic(name) {
        Some(function) => function,
        None => world.declare(program, name.to_owned(), &[Type::I32], None, Role::Built),
    }
}

fn catching(class: ClassId, register: RegId, target: BlockId) -> HandlerTable {
    HandlerTable { handlers: vec![Handler { class: Some(class), register, target }] }
}

fn load(ty: Type, dst: RegId, address: Operand) -> Instruction {
    Instruction::Load { ty, dst, address, offset: 0, access: Access::Trusted }
}

/// Gives static fields with a `ConstantValue` that value.
fn constant_fields(
    world: &mut World,
    program: &mut Program,
    writer: &mut Writer,
    class: ClassId,
) -> Result<(), LowerError> {
    let fields: Vec<_> = world
        .info(class)
        .fields
        .iter()
        .filter_map(|field| match (field.place, field.constant) {
            (Place::Static { offset }, Some(constant)) => Some((field.ty, offset, constant)),
            _ => None,
        })
        .collect();
    if fields.is_empty() {
        return Ok(());
    }
    let pool = world.pool(class)?;
    let mut strings = 0;
    for (ty, offset, constant) in fields {
        let storage = ty.storage();
        let bits = match pool.get(constant).ok_or(Malformed::Constant)? {
            PoolConstant::Integer(value) => u128::from(*value as u32) & storage.mask(),
            PoolConstant::Float(value) => u128::from(value.to_bits()),
            PoolConstant::Long(value) => u128::from(*value as u64),
            PoolConstant::Double(value) => u128::from(value.to_bits()),
            PoolConstant::String(text) => {
                let text = pool.try_get_utf8(*text).map_err(|_| Malformed::Constant)?;
                let units = text.to_utf16().map_err(|_| Malformed::Constant)?;
                let slot = world.string_slot(&units)?;
                let maker = world.helper(program, Helper::String);
                let made = writer.register(&format!("string{strings}"), Type::Ptr);
                strings += 1;
                writer.call(Some(made), Some(Type::Ptr), maker, &[(Type::I32, int(slot as i32))]);
                let address = Operand::Constant(world.slot_address(offset));
                let value = Operand::Register(made);
                writer.emit(store(Type::Ptr, address, value));
                continue;
            }
            _ => return Err(Malformed::Constant.into()),
        };
        let address = Operand::Constant(world.slot_address(offset));
        writer.emit(store(storage, address, Operand::Constant(Constant::Bits(bits))));
    }
    Ok(())
}

fn store(ty: Type, address: Operand, value: Operand) -> Instruction {
    Instruction::Store { ty, address, offset: 0, value, access: Access::Trusted }
}

/// The function that makes an array of a class with that many dimensions filled in: sizes in, array out.
/// The sizes are known not to be negative.
pub(super) fn arrays(
    world: &mut World,
    program: &mut Program,
    class: &str,
    dimensions: u8,
) -> Result<FuncId, LoadError> {
    let name = format!("ferret/Runtime.arrays{dimensions}:{class}");
    if let Some(function) = world.synthetic(&name) {
        return Ok(function);
    }
    let array = world.class(program, class)?;
    let parameters = vec![Type::I32; dimensions.into()];
    let inner = match class.strip_prefix('[') {
        Some(component) if dimensions > 1 => {
            Some(arrays(world, program, component, dimensions - 1)?)
        }
        _ => None,
    };
    let id = world.declare(program, name, &parameters, Some(Type::Ptr), Role::Built);
    let mut writer = Writer::new(program, id);
    let made = writer.register("made", Type::Ptr);
    writer.emit(Instruction::NewArray { dst: made, class: array, length: parameter(0) });
    let Some(inner) = inner else {
        writer.end("entry", Terminator::Return(Some(Operand::Register(made))));
        program.functions[id] = writer.function;
        return Ok(id);
    };
    let (head, fill, done) = (BlockId(1), BlockId(2), BlockId(3));
    let index = writer.register("index", Type::I32);
    let start = Edge { target: head, moves: vec![(index, int(0))] };
    writer.end("entry", Terminator::Jump(start));

    let test = Test::Compare {
        op: CompareOp::Slt,
        ty: Type::I32,
        left: Operand::Register(index),
        right: parameter(0),
    };
    let (then, otherwise) = (Edge::to(fill), Edge::to(done));
    writer.end("head", Terminator::Branch { test, condition: None, then, otherwise });

    let element = writer.register("element", Type::Ptr);
    let sizes: Vec<(Type, Operand)> =
        (1..u32::from(dimensions)).map(|number| (Type::I32, parameter(number))).collect();
    writer.call(Some(element), Some(Type::Ptr), inner, &sizes);
    let wide = writer.register("wide", Type::I64);
    writer.emit(Instruction::Convert {
        op: ConvertOp::ZExt,
        from: Type::I32,
        to: Type::I64,
        dst: wide,
        value: Operand::Register(index),
    });
    let place = writer.register("place", Type::Ptr);
    writer.emit(Instruction::Address {
        dst: place,
        base: Operand::Register(made),
        index: Operand::Register(wide),
        scale: Type::Ptr.bytes(),
        offset: 0,
    });
    writer.emit(store(Type::Ptr, Operand::Register(place), Operand::Register(element)));
    writer.emit(Instruction::Binary {
        op: BinaryOp::Add,
        ty: Type::I32,
        dst: index,
        left: Operand::Register(index),
        right: int(1),
        checked: false,
    });
    writer.end("fill", Terminator::Jump(Edge::to(head)));
    writer.end("done", Terminator::Return(Some(Operand::Register(made))));
    program.functions[id] = writer.function;
    Ok(id)
}
