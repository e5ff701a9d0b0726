//! Constants that are computed once: method handles, method types, and those with a bootstrap method.

use classfile::descriptor::{Signature, class_of, field_type, of_class};
use classfile::error::LoadError;
use program::ClassId;
use program::{CompareOp, FuncId, Operand, Program, Type};
use ristretto_classfile::{Constant, ReferenceKind};

use super::general;
use super::lambda::invoke;
use super::site::{Handle, Site, bad, class_named, handle_at, text_at};
use crate::world::{Place, World};
use crate::writer::{Writer, ZERO, compare, int};

const NATIVES: &str = "java/lang/invoke/MethodHandleNatives";

/// The type of a constant at an index of a constant pool.
pub(super) fn descriptor(
    world: &mut World,
    class: ClassId,
    index: u16,
) -> Result<String, LoadError> {
    let pool = world.pool(class)?;
    match pool.get(index) {
        Some(Constant::MethodHandle { .. }) => Ok("Ljava/lang/invoke/MethodHandle;".to_owned()),
        Some(Constant::MethodType(_)) => Ok("Ljava/lang/invoke/MethodType;".to_owned()),
        Some(Constant::Dynamic { .. }) => Ok(Site::read(world, class, index)?.descriptor),
        _ => Err(bad(world, class)),
    }
}

/// Writes the function that gives a constant: it computes it the first time and keeps it.
pub(super) fn build(
    world: &mut World,
    program: &mut Program,
    class: ClassId,
    index: u16,
    function: FuncId,
) -> Result<(), LoadError> {
    let descriptor = descriptor(world, class, index)?;
    let ty = field_type(&descriptor).ok_or_else(|| bad(world, class))?.value();
    let (kept, known) = (world.slot(8)?, world.slot(1)?);
    let mut writer = Writer::new(world, program, function);
    let (kept, known) = (writer.place(kept), writer.place(known));
    let have = writer.block("have");
    let flag = writer.load(Type::I8, known, 0);
    writer.branch(compare(CompareOp::Ne, Type::I8, flag, ZERO), have);
    let value = compute(&mut writer, class, index)?;
    writer.store(ty, kept, 0, value);
    writer.store(Type::I8, known, 0, int(1));
    writer.give(Some(value));
    writer.go_to(have);
    let value = writer.load(ty, kept, 0);
    writer.give(Some(value));
    writer.finish(function);
    Ok(())
}

/// The value of a constant.
fn compute(writer: &mut Writer<'_>, class: ClassId, index: u16) -> Result<Operand, LoadError> {
    let pool = writer.world.pool(class)?;
    match pool.get(index) {
        Some(Constant::MethodType(text)) => {
            let text = text_at(&pool, *text).ok_or_else(|| bad(writer.world, class))?;
            method_type(writer, &text)
                .and_then(|value| value.ok_or_else(|| bad(writer.world, class)))
        }
        Some(Constant::MethodHandle { .. }) => {
            let handle = handle_at(&pool, index).ok_or_else(|| bad(writer.world, class))?;
            method_handle(writer, class, &handle)
        }
        Some(Constant::Dynamic { .. }) => {
            let site = Site::read(writer.world, class, index)?;
            bootstrapped(writer, &site)
        }
        _ => Err(bad(writer.world, class)),
    }
}

/// A constant by one of `ConstantBootstraps`, or by whatever its bootstrap method does.
fn bootstrapped(writer: &mut Writer<'_>, site: &Site) -> Result<Operand, LoadError> {
    if site.bootstrap.class != "java/lang/invoke/ConstantBootstraps" {
        return general::constant(writer, site);
    }
    match site.bootstrap.name.as_str() {
        "nullConstant" => Ok(ZERO),
        "primitiveClass" => {
            let class = writer.world.described(writer.program, &site.name)?;
            Ok(writer.mirror(class))
        }
        "enumConstant" => {
            let class = class_of(&site.descriptor).ok_or_else(|| site.bad(writer.world))?;
            static_field(writer, site, class)
        }
        "getStaticFinal" => {
            let class = match site.arguments.len() {
                0 => class_of(&site.descriptor).ok_or_else(|| site.bad(writer.world))?.to_owned(),
                _ => site.class_name(writer.world, 0)?,
            };
            static_field(writer, site, &class)
        }
        "invoke" => {
            let target = site.handle(writer.world, 0)?;
            let Some(wanted) = parameters(&target) else { return general::constant(writer, site) };
            let arguments = general::static_arguments(writer, site, 1, &wanted, &target)?;
            let (value, ty) = invoke(writer, site, &target, &arguments)?;
            writer.adapt(value.unwrap_or(ZERO), &ty, &site.descriptor)
        }
        _ => general::constant(writer, site),
    }
}

/// The types that a handle of a method takes; `None` for handles of fields.
fn parameters(target: &Handle) -> Option<Vec<String>> {
    let signature = Signature::parse(&target.descriptor)?;
    let receiver = match target.kind {
        ReferenceKind::InvokeStatic | ReferenceKind::NewInvokeSpecial => None,
        ReferenceKind::InvokeVirtual | ReferenceKind::InvokeInterface => {
            Some(of_class(&target.class))
        }
        _ => return None,
    };
    let declared = signature.parameters().map(|(_, text)| text.to_owned());
    Some(receiver.into_iter().chain(declared).collect())
}

/// The static field that a constant is named after.
fn static_field(writer: &mut Writer<'_>, site: &Site, class: &str) -> Result<Operand, LoadError> {
    let class = class_named(writer.world, writer.program, site, class)?;
    let field = writer.world.field(writer.program, class, &site.name, &site.descriptor)?;
    let Place::Static { offset } = field.place else { return Err(site.bad(writer.world)) };
    writer.initialise(field.class);
    let place = writer.place(offset);
    Ok(writer.load_field(field.ty, place, 0))
}

/// A `MethodType`, from its descriptor; `None` if that is none.
pub(super) fn method_type(
    writer: &mut Writer<'_>,
    descriptor: &str,
) -> Result<Option<Operand>, LoadError> {
    let Some(signature) = Signature::parse(descriptor) else { return Ok(None) };
    let mut mirrors = Vec::new();
    for (_, text) in signature.parameters() {
        let class = writer.world.described(writer.program, text)?;
        mirrors.push(writer.mirror(class));
    }
    let result = writer.world.described(writer.program, signature.result_descriptor())?;
    let result = writer.mirror(result);
    let classes = writer.world.array_of(writer.program, "Ljava/lang/Class;")?;
    let parameters = writer.array(classes, &mirrors);
    let types = "(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;";
    writer.call_method(NATIVES, "findMethodHandleType", types, &[result, parameters]).map(Some)
}

/// A `MethodHandle`, as the library makes it for a class.
pub(super) fn method_handle(
    writer: &mut Writer<'_>,
    class: ClassId,
    handle: &Handle,
) -> Result<Operand, LoadError> {
    let caller = writer.mirror(class);
    let owner = writer.world.class(writer.program, &handle.class)?;
    let owner = writer.mirror(owner);
    let name = writer.string(&handle.name)?;
    let ty = match method_type(writer, &handle.descriptor)? {
        Some(ty) => ty,
        None => {
            let class = writer.world.described(writer.program, &handle.descriptor)?;
            writer.mirror(class)
        }
    };
    let kind = int(handle.kind.kind().into());
    let types = "(Ljava/lang/Class;ILjava/lang/Class;Ljava/lang/String;Ljava/lang/Object;)\
                 Ljava/lang/invoke/MethodHandle;";
    let arguments = [caller, kind, owner, name, ty];
    writer.call_method(NATIVES, "linkMethodHandleConstant", types, &arguments)
}
