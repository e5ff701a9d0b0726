//! Functions that do what an expression of Java does, for scenarios to call.

use bytecode::world::{Role, World};
use bytecode::writer::Writer;
use classfile::descriptor::{JType, Signature};
use classfile::error::LoadError;
use jvm::natives::LITERAL;
use program::{ClassId, Constant, ConvertOp, FuncId, Operand, Program, Type};

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Callee {
    /// `new C(…)`.
    Constructor {
        /// The class.
        class: ClassId,
        /// The constructor's descriptor.
        descriptor: String,
    },
    /// A call of a method, of what comes first if it is not static.
    Method {
        /// The class that it is looked for in.
        class: ClassId,
        /// Its name.
        name: String,
        /// Its descriptor.
        descriptor: String,
    },
    /// The value of a static field.
    StaticField {
        /// The class that has it.
        class: ClassId,
        /// Its name.
        name: String,
    },
    /// The value of a field of what comes first.
    Field {
        /// The class that has it.
        class: ClassId,
        /// Its name.
        name: String,
    },
    /// A field of what comes first is set to what comes next.
    SetField {
        /// The class that has it.
        class: ClassId,
        /// Its name.
        name: String,
    },
    /// A string of characters that are one byte each.
    Text,
    /// A string of characters that are two bytes each.
    WideText,
    /// A boxed primitive.
    Boxed(JType),
    /// A `Class` object.
    Class(ClassObject),
    /// A member of a class that the class is asked for.
    Reflected {
        /// The class.
        class: ClassId,
        /// The method of `Class` that gives it.
        lookup: &'static str,
        /// Its name, unless it is a constructor.
        name: Option<String>,
        /// What it takes.
        takes: Vec<ClassObject>,
    },
}

/// What a `Class` object is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassObject {
    /// A class or an array.
    Of(ClassId),
    /// The primitive type that a class wraps.
    Primitive(ClassId),
}

/// Makes the function.
pub fn make(
    world: &mut World,
    program: &mut Program,
    callee: &Callee,
) -> Result<FuncId, LoadError> {
    match callee {
        Callee::Constructor { class, descriptor } => {
            let name = format!("new {}", simple(&world.info(*class).name));
            let types = parameters(descriptor);
            let function = declare(world, program, &name, &types, Some(Type::Ptr));
            let class_name = world.info(*class).name.to_string();
            let mut writer = Writer::new(world, program, function);
            let arguments = widened(&mut writer, &types, 0);
            let object = writer.construct(&class_name, descriptor, &arguments)?;
            writer.give(Some(object));
            writer.finish(function);
            Ok(function)
        }
        Callee::Method { class, name, descriptor } => {
            let method = world.method(program, *class, name, descriptor)?;
            let own = parameters(descriptor);
            let receiver = (!method.is_static()).then_some(JType::Reference);
            let types: Vec<JType> = receiver.into_iter().chain(own).collect();
            let result = Signature::parse(descriptor).and_then(|parsed| parsed.result().result());
            let function = declare(world, program, name, &types, result);
            let mut writer = Writer::new(world, program, function);
            let arguments = widened(&mut writer, &types, 0);
            if !method.is_static()
                && let Some(receiver) = arguments.first()
            {
                writer.check_null(*receiver);
            }
            let given = writer.invoke(method, descriptor, &arguments);
            writer.give(given);
            writer.finish(function);
            Ok(function)
        }
        Callee::StaticField { class, name } => {
            let missing = || LoadError::NotFound(name.clone());
            let field = world.declared_field(*class, name).ok_or_else(missing)?;
            let function = declare(world, program, name, &[], Some(field.ty.value()));
            let mut writer = Writer::new(world, program, function);
            writer.initialise(*class);
            let place = writer.place(field.place.offset());
            let value = writer.load_field(field.ty, place, 0);
            writer.give(Some(value));
            writer.finish(function);
            Ok(function)
        }
        Callee::Field { class, name } => {
            let missing = || LoadError::NotFound(name.clone());
            let field = world.declared_field(*class, name).ok_or_else(missing)?;
            let types = [JType::Reference];
            let function = declare(world, program, name, &types, Some(field.ty.value()));
            let mut writer = Writer::new(world, program, function);
            let object = writer.parameter(0);
            writer.check_null(object);
            let value = writer.load_field(field.ty, object, field.place.offset());
            writer.give(Some(value));
            writer.finish(function);
            Ok(function)
        }
        Callee::SetField { class, name } => {
            let missing = || LoadError::NotFound(name.clone());
            let field = world.declared_field(*class, name).ok_or_else(missing)?;
            let types = [JType::Reference, field.ty];
            let function = declare(world, program, name, &types, None);
            let mut writer = Writer::new(world, program, function);
            let object = writer.parameter(0);
            writer.check_null(object);
            let (given, kept) = (handed(field.ty), field.ty.storage());
            let mut value = writer.parameter(1);
            if given != kept {
                // A truth value takes a byte.
                value = writer.convert(ConvertOp::ZExt, given, kept, value);
            }
            writer.store(kept, object, field.place.offset(), value);
            writer.give(None);
            writer.finish(function);
            Ok(function)
        }
        Callee::Class(object) => {
            let function = declare(world, program, "class", &[], Some(Type::Ptr));
            let mut writer = Writer::new(world, program, function);
            let mirror = class_object(&mut writer, *object)?;
            writer.give(Some(mirror));
            writer.finish(function);
            Ok(function)
        }
        Callee::Reflected { class, lookup, name, takes } => {
            let function = declare(world, program, lookup, &[], Some(Type::Ptr));
            let mut writer = Writer::new(world, program, function);
            let found = look_up(&mut writer, *class, lookup, name.as_deref(), takes)?;
            writer.give(Some(found));
            writer.finish(function);
            Ok(function)
        }
        Callee::Text => text(world, program),
        Callee::WideText => wide_text(world, program),
        Callee::Boxed(ty) => {
            let (Some(class), Some(letter)) = (ty.wrapper(), ty.letter()) else {
                return Err(LoadError::NotFound("void".to_owned()));
            };
            let function = declare(world, program, "valueOf", &[*ty], Some(Type::Ptr));
            let mut writer = Writer::new(world, program, function);
            let arguments = widened(&mut writer, &[*ty], 0);
            let descriptor = format!("({letter})L{class};");
            let value = writer.call_method(class, "valueOf", &descriptor, &arguments)?;
            writer.give(Some(value));
            writer.finish(function);
            Ok(function)
        }
    }
}

/// A `Class` object.
fn class_object(writer: &mut Writer<'_>, object: ClassObject) -> Result<Operand, LoadError> {
    match object {
        ClassObject::Of(class) => Ok(writer.mirror(class)),
        ClassObject::Primitive(wrapper) => {
            let missing = || LoadError::NotFound("TYPE".to_owned());
            let field = writer.world.declared_field(wrapper, "TYPE").ok_or_else(missing)?;
            writer.initialise(wrapper);
            let place = writer.place(field.place.offset());
            Ok(writer.load_field(field.ty, place, 0))
        }
    }
}

/// Asks a class for one of its members by a method of `Class`.
fn look_up(
    writer: &mut Writer<'_>,
    class: ClassId,
    lookup: &str,
    name: Option<&str>,
    takes: &[ClassObject],
) -> Result<Operand, LoadError> {
    let mut arguments = vec![writer.mirror(class)];
    if let Some(name) = name {
        arguments.push(writer.string(name)?);
    }
    let descriptor = super::lookup_descriptor(lookup);
    if descriptor.contains('[') {
        let mut elements = Vec::new();
        for taken in takes {
            elements.push(class_object(writer, *taken)?);
        }
        let classes = writer.world.class(writer.program, "[Ljava/lang/Class;")?;
        arguments.push(writer.array(classes, &elements));
    }
    writer.call_method("java/lang/Class", lookup, descriptor, &arguments)
}

/// A string whose characters are the bytes of an array that nobody else has.
fn text(world: &mut World, program: &mut Program) -> Result<FuncId, LoadError> {
    let class = world.class(program, "java/lang/String")?;
    let field = |name: &str| {
        let missing = || LoadError::NotFound(name.to_owned());
        world.declared_field(class, name).ok_or_else(missing)
    };
    let (value, coder) = (field("value")?, field("coder")?);
    let function = declare(world, program, "text", &[JType::Reference], Some(Type::Ptr));
    let mut writer = Writer::new(world, program, function);
    let bytes = writer.parameter(0);
    writer.check_null(bytes);
    let object = writer.new_object(class);
    writer.store(Type::Ptr, object, value.place.offset(), bytes);
    let latin1 = Operand::Constant(Constant::Bits(0));
    writer.store(Type::I8, object, coder.place.offset(), latin1);
    give_literal(writer, function, object);
    Ok(function)
}

/// A string that the library makes of an array of characters: it keeps them in one byte each where that is enough.
fn wide_text(world: &mut World, program: &mut Program) -> Result<FuncId, LoadError> {
    let function = declare(world, program, "text", &[JType::Reference], Some(Type::Ptr));
    let mut writer = Writer::new(world, program, function);
    let characters = writer.parameter(0);
    writer.check_null(characters);
    let object = writer.construct("java/lang/String", "([C)V", &[characters])?;
    give_literal(writer, function, object);
    Ok(function)
}

/// Ends a function that gives a string as a literal.
fn give_literal(mut writer: Writer<'_>, function: FuncId, string: Operand) {
    let given = match writer.world.synthetic(LITERAL) {
        Some(literal) => {
            let callee = program::Callee::Direct(literal);
            writer.call(callee, &[(Type::Ptr, string)], Some(Type::Ptr))
        }
        None => Some(string),
    };
    writer.give(given);
    writer.finish(function);
}

pub(super) fn parameters(descriptor: &str) -> Vec<JType> {
    let parsed = Signature::parse(descriptor);
    parsed.map(|parsed| parsed.parameters().map(|(ty, _)| ty).collect()).unwrap_or_default()
}

fn simple(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The type that a scenario passes: just as wide as the values of the type are.
fn handed(ty: JType) -> Type {
    match ty {
        JType::Boolean => Type::BOOL,
        JType::Byte => Type::I8,
        JType::Char | JType::Short => Type::I16,
        _ => ty.value(),
    }
}

pub(super) fn declare(
    world: &mut World,
    program: &mut Program,
    name: &str,
    parameters: &[JType],
    result: Option<Type>,
) -> FuncId {
    let types: Vec<Type> = parameters.iter().map(|ty| handed(*ty)).collect();
    // Several functions do the same for different types of the source.
    let name = format!("ferret/Api.{}:{name}", program.functions.len());
    world.declare(program, name, &types, result, Role::Built)
}

/// The parameters from one on, as wide as registers are.
pub(super) fn widened(writer: &mut Writer<'_>, types: &[JType], first: usize) -> Vec<Operand> {
    let mut operands = Vec::with_capacity(types.len());
    for (index, ty) in types.iter().enumerate() {
        let value = writer.parameter(first + index);
        let op = match ty {
            JType::Boolean | JType::Char => ConvertOp::ZExt,
            JType::Byte | JType::Short => ConvertOp::SExt,
            _ => {
                operands.push(value);
                continue;
            }
        };
        operands.push(writer.convert(op, handed(*ty), Type::I32, value));
    }
    operands
}
