//! Any other bootstrap method: it is called as the JVM calls it, and what it gives is used.

use classfile::descriptor::{Signature, class_of};
use classfile::error::LoadError;
use classfile::flags;
use program::{CompareOp, FuncId, Operand, Program, Type};
use ristretto_classfile::{Constant, ReferenceKind};

use super::constants::{method_handle, method_type};
use super::lambda::invoke;
use super::site::{Handle, Site, class_named, handle_at, text_at};
use crate::world::{Place, World};
use crate::writer::{Writer, ZERO, compare};

const LOOKUP: &str = "java/lang/invoke/MethodHandles$Lookup";
const CALL_SITE: &str = "java/lang/invoke/CallSite";
const METHOD_HANDLE: &str = "java/lang/invoke/MethodHandle";

/// A call site: the first call gets the `CallSite` from the bootstrap method, and every call goes to its
/// target.
pub(super) fn call_site(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let slot = world.slot(8)?;
    let mut writer = Writer::new(world, program, function);
    let place = writer.place(slot);
    let linked = writer.block("linked");
    let kept = writer.load(Type::Ptr, place, 0);
    writer.branch(compare(CompareOp::Ne, Type::Ptr, kept, ZERO), linked);
    let ty = method_type(&mut writer, &site.descriptor)?;
    let ty = ty.ok_or_else(|| site.bad(writer.world))?;
    let (made, from) = bootstrap(&mut writer, site, ty)?;
    let made = writer.adapt(made, &from, &format!("L{CALL_SITE};"))?;
    writer.check_null(made);
    writer.store(Type::Ptr, place, 0, made);
    writer.end(program::Terminator::Jump(program::Edge::to(linked)));

    writer.go_to(linked);
    let kept = writer.load(Type::Ptr, place, 0);
    let types = format!("()L{METHOD_HANDLE};");
    let target = writer.call_method(CALL_SITE, "getTarget", &types, &[kept])?;
    writer.check_null(target);
    let count = Signature::parse(&site.descriptor).map_or(0, |types| types.parameters().count());
    let mut arguments = vec![target];
    arguments.extend((0..count).map(|index| writer.parameter(index)));
    let class = writer.world.class(writer.program, METHOD_HANDLE)?;
    let method = writer.world.method(writer.program, class, "invokeExact", &site.descriptor)?;
    let result = writer.invoke(method, &site.descriptor, &arguments);
    writer.give(result);
    writer.finish(function);
    Ok(())
}

/// A constant: whatever the bootstrap method gives, as the constant's type.
pub(super) fn constant(writer: &mut Writer<'_>, site: &Site) -> Result<Operand, LoadError> {
    let class = writer.world.described(writer.program, &site.descriptor)?;
    let class = writer.mirror(class);
    let (value, from) = bootstrap(writer, site, class)?;
    writer.adapt(value, &from, &site.descriptor)
}

/// Calls the bootstrap method with the look-up of the class, the name, the type and the arguments.
fn bootstrap(
    writer: &mut Writer<'_>,
    site: &Site,
    ty: Operand,
) -> Result<(Operand, String), LoadError> {
    let target = &site.bootstrap;
    let signature = Signature::parse(&target.descriptor);
    let fits = target.kind == ReferenceKind::InvokeStatic;
    let Some(signature) = signature.filter(|_| fits) else {
        return Err(LoadError::Incompatible(format!(
            "the bootstrap method {}.{}{} is not supported",
            target.class, target.name, target.descriptor
        )));
    };
    let wanted: Vec<String> = signature.parameters().map(|(_, text)| text.to_owned()).collect();
    let lookup = lookup(writer, site)?;
    let name = writer.string(&site.name)?;
    let mut arguments = vec![lookup, name, ty];
    let rest = wanted.get(3..).unwrap_or_default();
    arguments.extend(static_arguments(writer, site, 0, rest, target)?);
    let (value, from) = invoke(writer, site, target, &arguments)?;
    Ok((value.unwrap_or(ZERO), from))
}

/// The look-up object that may do what a class may do.
fn lookup(writer: &mut Writer<'_>, site: &Site) -> Result<Operand, LoadError> {
    let class = writer.world.class(writer.program, LOOKUP)?;
    let descriptor = format!("L{LOOKUP};");
    let field = writer.world.field(writer.program, class, "IMPL_LOOKUP", &descriptor)?;
    let Place::Static { offset } = field.place else { return Err(site.bad(writer.world)) };
    writer.initialise(class);
    let place = writer.place(offset);
    let trusted = writer.load(Type::Ptr, place, 0);
    let mirror = writer.mirror(site.class);
    writer.call_method(
        LOOKUP,
        "in",
        &format!("(Ljava/lang/Class;){descriptor}"),
        &[trusted, mirror],
    )
}

/// The static arguments from one on, converted to the types that are wanted; a method with a variable
/// number of arguments gets the rest in an array.
pub(super) fn static_arguments(
    writer: &mut Writer<'_>,
    site: &Site,
    from: usize,
    wanted: &[String],
    target: &Handle,
) -> Result<Vec<Operand>, LoadError> {
    let mut given = Vec::new();
    for &index in site.arguments.get(from..).unwrap_or_default() {
        given.push(value(writer, site, index)?);
    }
    let class = class_named(writer.world, writer.program, site, &target.class)?;
    let method = writer.world.method(writer.program, class, &target.name, &target.descriptor)?;
    let variable = method.flags & flags::VARARGS != 0;
    let array = wanted.last().and_then(|last| class_of(last)).filter(|last| last.starts_with('['));
    let array = array.filter(|_| variable);
    let fixed = if array.is_some() { wanted.len() - 1 } else { wanted.len() };
    if given.len() < fixed || (array.is_none() && given.len() > fixed) {
        return Err(site.bad(writer.world));
    }
    let rest = given.split_off(fixed);
    let mut arguments = Vec::new();
    for ((value, from), to) in given.into_iter().zip(wanted) {
        arguments.push(writer.adapt(value, &from, to)?);
    }
    if let Some(array) = array {
        let class = writer.world.class(writer.program, array)?;
        let component = array[1..].to_owned();
        let mut elements = Vec::new();
        for (value, from) in rest {
            elements.push(writer.adapt(value, &from, &component)?);
        }
        arguments.push(writer.array(class, &elements));
    }
    Ok(arguments)
}

/// A constant of the pool as a value, and its descriptor.
fn value(writer: &mut Writer<'_>, site: &Site, index: u16) -> Result<(Operand, String), LoadError> {
    let bits = |bits: u128| Operand::Constant(program::Constant::Bits(bits));
    let bad = |writer: &Writer<'_>| site.bad(writer.world);
    Ok(match site.pool.get(index) {
        Some(Constant::Integer(value)) => (crate::writer::int(*value), "I".to_owned()),
        Some(Constant::Long(value)) => (bits(u128::from(*value as u64)), "J".to_owned()),
        Some(Constant::Float(value)) => (bits(u128::from(value.to_bits())), "F".to_owned()),
        Some(Constant::Double(value)) => (bits(u128::from(value.to_bits())), "D".to_owned()),
        Some(Constant::String(text)) => {
            let text = site.pool.try_get_utf8(*text).ok().and_then(|text| text.to_utf16().ok());
            let text = text.ok_or_else(|| bad(writer))?;
            (writer.string_of(&text)?, "Ljava/lang/String;".to_owned())
        }
        Some(Constant::Class(text)) => {
            let name = text_at(&site.pool, *text).ok_or_else(|| bad(writer))?;
            let class = class_named(writer.world, writer.program, site, &name)?;
            (writer.mirror(class), "Ljava/lang/Class;".to_owned())
        }
        Some(Constant::MethodHandle { .. }) => {
            let handle = handle_at(&site.pool, index).ok_or_else(|| bad(writer))?;
            (method_handle(writer, site.class, &handle)?, format!("L{METHOD_HANDLE};"))
        }
        Some(Constant::MethodType(text)) => {
            let text = text_at(&site.pool, *text).ok_or_else(|| bad(writer))?;
            let made = method_type(writer, &text)?.ok_or_else(|| bad(writer))?;
            (made, "Ljava/lang/invoke/MethodType;".to_owned())
        }
        Some(Constant::Dynamic { .. }) => {
            let inner = super::constant(writer.world, writer.program, site.class, index)?;
            let descriptor = super::constants::descriptor(writer.world, site.class, index)?;
            let ty = classfile::descriptor::field_type(&descriptor).ok_or_else(|| bad(writer))?;
            let made = writer.call(program::Callee::Direct(inner), &[], ty.result());
            (made.unwrap_or(ZERO), descriptor)
        }
        _ => return Err(bad(writer)),
    })
}
