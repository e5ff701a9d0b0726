//! Stubs in the machine: classes whose methods give what the one who makes an object of them says.

use super::trampoline::{declare, parameters, widened};
use bytecode::world::{Made, MadeField, MadeMethod, MethodKey, Role, World};
use bytecode::writer::{Writer, ZERO, compare, int};
use classfile::descriptor::{JType, Signature};
use classfile::error::LoadError;
use classfile::flags;
use program::{BinaryOp, ClassId, CompareOp, Constant, FuncId, Operand, Program, Type};

/// A stub to be made.
pub struct Plan {
    /// What it implements or extends.
    pub class: ClassId,
    /// The descriptor of the constructor above it; none above an interface.
    pub constructor: Option<String>,
    /// What it implements.
    pub methods: Vec<Answering>,
    /// Whether a lambda will do: otherwise it is written as a class without a name.
    pub functional: bool,
}

/// A method of a stub.
pub struct Answering {
    /// The methods that it overrides, which a compiler takes for one.
    pub overrides: Vec<MethodKey>,
    /// What it gives.
    pub answer: Answer,
    /// The argument that it may give something else for, where it does.
    pub key: Option<Key>,
}

/// The argument of a stub's method that tells two answers apart: one value of it has an answer of its own, unless that is
/// null. So a value that nobody asks for changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Key {
    /// Which of the method's parameters it is.
    pub parameter: usize,
    /// What kind of value it is.
    pub ty: JType,
}

/// What a method of a stub gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Nothing, zero or null.
    Nothing,
    /// A reference.
    Value,
    /// The elements of an array one after the other, and the last one again and again.
    Elements(JType),
    /// Nothing, but what it is handed is added to a list, which all such methods of a stub share.
    Recorded,
}

/// Where a stub keeps what a method gives.
#[derive(Clone, Copy)]
struct Kept {
    answer: u32,
    /// How often it was asked.
    asked: u32,
    /// The value of the argument that has an answer of its own, and that answer.
    keyed: Option<(Key, u32, u32)>,
}

/// Makes the class of a stub, and a function that makes an object of it: what its constructor takes comes first,
/// then for each method that has one an answer, and where it has a key that and the answer for it. The class
/// belongs to a `host`.
pub fn make(
    world: &mut World,
    program: &mut Program,
    host: ClassId,
    plan: &Plan,
) -> Result<FuncId, LoadError> {
    let info = world.info(plan.class);
    let (name, is_interface) = (info.name.to_string(), info.is_interface());
    let hidden = world.hidden_name(&format!("{}$$Stub", world.info(host).name));
    let (mut fields, mut methods, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let mut list = None;
    for (number, method) in plan.methods.iter().enumerate() {
        let Some(first) = method.overrides.first() else { continue };
        let known = world.method_info(*first).clone();
        let bad = || LoadError::NotFound(format!("{name}.{}", known.name));
        let signature = Signature::parse(&known.descriptor).ok_or_else(bad)?;
        let types: Vec<Type> =
            World::types(signature, false).into_iter().map(JType::value).collect();
        let full = format!("{hidden}.{}{}", known.name, known.descriptor);
        let result = signature.result();
        let function = world.declare(program, full, &types, result.result(), Role::Built);
        // Where type variables stand for different types there is one function anyway.
        for key in &method.overrides {
            let own = world.method_info(*key);
            let is_again =
                |made: &MadeMethod| made.name == *own.name && made.descriptor == *own.descriptor;
            // A type may declare again what one above it leaves open too.
            if methods.iter().any(is_again) {
                continue;
            }
            methods.push(MadeMethod {
                name: own.name.to_string(),
                descriptor: own.descriptor.to_string(),
                flags: flags::PUBLIC,
                function,
                selector: own.selector,
            });
        }
        let takes: Vec<JType> = signature.parameters().map(|(ty, _)| ty).collect();
        let is_again = method.answer == Answer::Recorded && list.is_some();
        let first = list.filter(|_| is_again).unwrap_or(fields.len());
        if method.answer == Answer::Recorded {
            list = Some(first);
        }
        if method.answer != Answer::Nothing && !is_again {
            let mut field = |name: &str, ty: JType| {
                let descriptor = match ty.letter() {
                    Some(letter) => letter.to_string(),
                    None => "Ljava/lang/Object;".to_owned(),
                };
                fields.push(MadeField { name: format!("{name}{number}"), descriptor, ty });
            };
            field("answer", JType::Reference);
            field("asked", JType::Int);
            if let Some(key) = method.key {
                field("key", key.ty);
                field("special", JType::Reference);
            }
        }
        bodies.push((function, result, method, first, (takes, is_again)));
    }
    let made = Made {
        name: hidden,
        host,
        superclass: (!is_interface).then_some(plan.class),
        interfaces: if is_interface { vec![plan.class] } else { Vec::new() },
        fields,
        methods,
        initializer: None,
        anonymous: !plan.functional,
    };
    let class = world.make(program, made);
    let places: Vec<u32> =
        world.info(class).fields.iter().map(|field| field.place.offset()).collect();
    let taken = plan.constructor.as_deref().map(parameters).unwrap_or_default();
    let mut types = taken.clone();
    // Where what the function is given beyond what the constructor takes is kept.
    let mut told: Vec<u32> = Vec::new();
    for (function, result, method, first, (takes, is_again)) in bodies {
        let kept = (method.answer != Answer::Nothing).then(|| Kept {
            answer: places[first],
            asked: places[first + 1],
            keyed: method.key.map(|key| (key, places[first + 2], places[first + 3])),
        });
        if let Some(kept) = kept.filter(|_| !is_again) {
            types.push(JType::Reference);
            told.push(kept.answer);
            if let Some((key, place, special)) = kept.keyed {
                types.extend([key.ty, JType::Reference]);
                told.extend([place, special]);
            }
        }
        let writer = Writer::new(world, program, function);
        match kept.filter(|_| method.answer == Answer::Recorded) {
            Some(kept) => record(writer, function, &takes, kept)?,
            None => body(writer, function, result, method.answer, kept)?,
        }
    }
    let simple = name.rsplit(['/', '$']).next().unwrap_or(&name);
    let function = declare(world, program, &format!("stub {simple}"), &types, Some(Type::Ptr));
    let mut writer = Writer::new(world, program, function);
    let mut arguments = widened(&mut writer, &types, 0);
    let given = arguments.split_off(taken.len());
    writer.initialise(plan.class);
    let object = writer.bare_object(class);
    for ((place, value), ty) in told.iter().zip(given).zip(&types[taken.len()..]) {
        writer.store(ty.value(), object, *place, value);
    }
    if let Some(descriptor) = &plan.constructor {
        let constructor = writer.world.method(writer.program, plan.class, "<init>", descriptor)?;
        let arguments: Vec<Operand> = std::iter::once(object).chain(arguments).collect();
        writer.invoke(constructor, descriptor, &arguments);
    }
    writer.give(Some(object));
    writer.finish(function);
    Ok(function)
}

/// The body of a stub's method.
fn body(
    mut writer: Writer<'_>,
    function: FuncId,
    result: JType,
    answer: Answer,
    kept: Option<Kept>,
) -> Result<(), LoadError> {
    let this = writer.parameter(0);
    let nothing = result.result().map(|ty| match ty {
        Type::F32 | Type::F64 => Operand::Constant(Constant::Bits(0)),
        _ => ZERO,
    });
    match (answer, kept) {
        (Answer::Value, Some(kept)) => {
            if let Some((key, place, special_place)) = kept.keyed {
                let usual = writer.block("usual");
                let own = writer.load(Type::Ptr, this, special_place);
                writer.branch(compare(CompareOp::Eq, Type::Ptr, own, ZERO), usual);
                let wanted = writer.load(key.ty.value(), this, place);
                let given = writer.parameter(1 + key.parameter);
                let is_other = match key.ty {
                    JType::Reference => {
                        let descriptor = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
                        let both = [wanted, given];
                        let equal =
                            writer.call_method("java/util/Objects", "equals", descriptor, &both)?;
                        compare(CompareOp::Eq, Type::I32, equal, ZERO)
                    }
                    ty => compare(CompareOp::Ne, ty.value(), wanted, given),
                };
                writer.branch(is_other, usual);
                writer.give(Some(own));
                writer.go_to(usual);
            }
            let value = writer.load(Type::Ptr, this, kept.answer);
            writer.give(Some(value));
        }
        (Answer::Elements(ty), Some(kept)) => {
            let (none, next) = (writer.block("none"), writer.block("next"));
            let array = writer.load(Type::Ptr, this, kept.answer);
            writer.branch(compare(CompareOp::Eq, Type::Ptr, array, ZERO), none);
            let length = writer.array_length(array);
            let asked = writer.load(Type::I32, this, kept.asked);
            writer.branch(compare(CompareOp::Ult, Type::I32, asked, length), next);
            writer.branch(compare(CompareOp::Eq, Type::I32, length, ZERO), none);
            let last = writer.binary(BinaryOp::Sub, Type::I32, length, int(1));
            let value = element(&mut writer, ty, array, last);
            writer.give(Some(value));
            writer.go_to(next);
            let more = writer.binary(BinaryOp::Add, Type::I32, asked, int(1));
            writer.store(Type::I32, this, kept.asked, more);
            let value = element(&mut writer, ty, array, asked);
            writer.give(Some(value));
            writer.go_to(none);
            writer.give(nothing);
        }
        _ => writer.give(nothing),
    }
    writer.finish(function);
    Ok(())
}

/// The body of a stub's method that adds what it is handed to a list, if there is one.
fn record(
    mut writer: Writer<'_>,
    function: FuncId,
    takes: &[JType],
    kept: Kept,
) -> Result<(), LoadError> {
    let none = writer.block("none");
    let list = writer.load(Type::Ptr, writer.parameter(0), kept.answer);
    writer.branch(compare(CompareOp::Eq, Type::Ptr, list, ZERO), none);
    for (index, ty) in takes.iter().enumerate() {
        let mut given = writer.parameter(1 + index);
        if let (Some(wrapper), Some(letter)) = (ty.wrapper(), ty.letter()) {
            let descriptor = format!("({letter})L{wrapper};");
            given = writer.call_method(wrapper, "valueOf", &descriptor, &[given])?;
        }
        writer.call_method(
            "java/util/ArrayList",
            "add",
            "(Ljava/lang/Object;)Z",
            &[list, given],
        )?;
    }
    writer.give(None);
    writer.go_to(none);
    writer.give(None);
    writer.finish(function);
    Ok(())
}

fn element(writer: &mut Writer<'_>, ty: JType, array: Operand, index: Operand) -> Operand {
    let value = writer.element(ty, array, index);
    match ty {
        // An input is a whole byte.
        JType::Boolean => writer.binary(BinaryOp::And, Type::I32, value, int(1)),
        _ => value,
    }
}
