//! `invokedynamic` and computed constants: what the usual bootstrap methods would link is written as IR.
//!
//! A call site becomes a function that is called directly. It is declared when the code around it is
//! lowered, and written when it is first called.

mod concat;
mod constants;
mod convert;
mod general;
mod lambda;
mod record;
mod serial;
mod site;
mod switch;

use classfile::descriptor::{JType, Signature, field_type};
use classfile::error::LoadError;
use program::{ClassId, FuncId, Program, Type};

use crate::world::{Role, World};
use site::Site;

/// Writes the function of a call site.
type Linker = fn(&mut World, &mut Program, &Site, FuncId) -> Result<(), LoadError>;

/// The bootstrap methods that are known: class, name, and what links their call sites.
const LINKERS: &[(&str, &str, Linker)] = &[
    ("java/lang/invoke/LambdaMetafactory", "altMetafactory", lambda::alternative),
    ("java/lang/invoke/LambdaMetafactory", "metafactory", lambda::plain),
    ("java/lang/invoke/StringConcatFactory", "makeConcat", concat::plain),
    ("java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", concat::with_constants),
    ("java/lang/runtime/ObjectMethods", "bootstrap", record::bootstrap),
    ("java/lang/runtime/SwitchBootstraps", "enumSwitch", switch::enums),
    ("java/lang/runtime/SwitchBootstraps", "typeSwitch", switch::types),
];

/// The function of a call site, by its index in the constant pool of the class whose code has it. Its
/// parameters and its result are those of the call.
pub fn call_site(
    world: &mut World,
    program: &mut Program,
    class: ClassId,
    index: u16,
) -> Result<FuncId, LoadError> {
    let name = format!("{}.<call-site {index}>", world.info(class).name);
    if let Some(function) = world.synthetic(&name) {
        return Ok(function);
    }
    let site = Site::read(world, class, index)?;
    let signature = Signature::parse(&site.descriptor).ok_or_else(|| site.bad(world))?;
    let types: Vec<Type> = World::types(signature, true).into_iter().map(JType::value).collect();
    let role = Role::CallSite { class, index };
    Ok(world.declare(program, name, &types, signature.result().result(), role))
}

/// The function that gives a constant that has to be computed: a method handle, a method type, or one
/// with a bootstrap method.
pub fn constant(
    world: &mut World,
    program: &mut Program,
    class: ClassId,
    index: u16,
) -> Result<FuncId, LoadError> {
    let name = format!("{}.<constant {index}>", world.info(class).name);
    if let Some(function) = world.synthetic(&name) {
        return Ok(function);
    }
    let descriptor = constants::descriptor(world, class, index)?;
    let ty = field_type(&descriptor).ok_or_else(|| site::bad(world, class))?;
    Ok(world.declare(program, name, &[], ty.result(), Role::Constant { class, index }))
}

/// Writes the function of a call site or of a constant.
pub fn body(world: &mut World, program: &mut Program, function: FuncId) -> Result<(), LoadError> {
    match world.role(function) {
        Role::CallSite { class, index } => {
            let site = Site::read(world, class, index)?;
            let known = LINKERS.iter().find(|(class, name, _)| {
                *class == site.bootstrap.class && *name == site.bootstrap.name
            });
            let linker = known.map_or(general::call_site as Linker, |(_, _, linker)| *linker);
            linker(world, program, &site, function)
        }
        Role::Constant { class, index } => constants::build(world, program, class, index, function),
        _ => Ok(()),
    }
}
