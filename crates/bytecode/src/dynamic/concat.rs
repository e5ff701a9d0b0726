//! `StringConcatFactory`: strings put together from a recipe.

use classfile::descriptor::{JType, Signature};
use classfile::error::LoadError;
use program::FuncId;
use ristretto_classfile::Constant;

use super::site::Site;
use crate::world::World;
use crate::writer::Writer;

const BUILDER: &str = "java/lang/StringBuilder";
/// In a recipe, the place of the next argument.
const ARGUMENT: u16 = 1;
/// In a recipe, the place of the next constant.
const CONSTANT: u16 = 2;

/// `makeConcatWithConstants`: the first static argument is the recipe.
pub(super) fn with_constants(
    world: &mut World,
    program: &mut program::Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let recipe = site.string(world, 0)?;
    build(Writer::new(world, program, function), site, &recipe, function)
}

/// `makeConcat`: the arguments, one after the other.
pub(super) fn plain(
    world: &mut World,
    program: &mut program::Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let count = Signature::parse(&site.descriptor).map_or(0, |types| types.parameters().count());
    build(Writer::new(world, program, function), site, &vec![ARGUMENT; count], function)
}

/// Appends everything to a `StringBuilder`.
fn build(
    mut writer: Writer<'_>,
    site: &Site,
    recipe: &[u16],
    function: FuncId,
) -> Result<(), LoadError> {
    let signature = Signature::parse(&site.descriptor).ok_or_else(|| site.bad(writer.world))?;
    let builder = writer.construct(BUILDER, "()V", &[])?;
    let mut arguments = signature.parameters().enumerate();
    let mut constants = 1..;
    let mut text: Vec<u16> = Vec::new();
    for &unit in recipe {
        if unit == CONSTANT {
            let index = constants.next().unwrap_or_default();
            text.extend(constant_text(site, writer.world, index)?);
            continue;
        }
        if unit != ARGUMENT {
            text.push(unit);
            continue;
        }
        append_text(&mut writer, builder, &mut text)?;
        let (index, (ty, descriptor)) = arguments.next().ok_or_else(|| site.bad(writer.world))?;
        let argument = writer.parameter(index);
        append(&mut writer, builder, ty, descriptor, argument)?;
    }
    append_text(&mut writer, builder, &mut text)?;
    let made = writer.call_method(BUILDER, "toString", "()Ljava/lang/String;", &[builder])?;
    writer.give(Some(made));
    writer.finish(function);
    Ok(())
}

/// Appends the text that has gathered.
fn append_text(
    writer: &mut Writer<'_>,
    builder: program::Operand,
    text: &mut Vec<u16>,
) -> Result<(), LoadError> {
    if text.is_empty() {
        return Ok(());
    }
    let string = writer.string_of(text)?;
    text.clear();
    append(writer, builder, JType::Reference, "Ljava/lang/String;", string)
}

/// Appends a value as `String.valueOf` writes it.
pub(super) fn append(
    writer: &mut Writer<'_>,
    builder: program::Operand,
    ty: JType,
    descriptor: &str,
    value: program::Operand,
) -> Result<(), LoadError> {
    let parameter = match ty {
        JType::Byte | JType::Short => "I",
        JType::Reference if descriptor == "Ljava/lang/String;" => descriptor,
        JType::Reference => "Ljava/lang/Object;",
        _ => descriptor,
    };
    let types = format!("({parameter})L{BUILDER};");
    writer.call_method(BUILDER, "append", &types, &[builder, value])?;
    Ok(())
}

/// A constant of a recipe as text: those that are no text by themselves do not occur in practice.
fn constant_text(site: &Site, world: &World, index: usize) -> Result<Vec<u16>, LoadError> {
    let text = match site.argument(world, index)? {
        Constant::String(_) => return site.string(world, index),
        Constant::Integer(value) => value.to_string(),
        Constant::Long(value) => value.to_string(),
        _ => return Err(site.bad(world)),
    };
    Ok(text.encode_utf16().collect())
}
