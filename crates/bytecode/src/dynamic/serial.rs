//! Lambdas that can be serialised: `writeReplace`, which tells how to make them again.

use classfile::descriptor::field_type;
use classfile::error::LoadError;
use program::{FuncId, Operand};

use super::lambda::Lambda;
use super::site::Site;
use crate::writer::{Writer, int};

const SERIALIZED: &str = "java/lang/invoke/SerializedLambda";

/// Gives the lambda as a `SerializedLambda`.
pub(super) fn write_replace(
    mut writer: Writer<'_>,
    site: &Site,
    lambda: &Lambda,
    function: FuncId,
) -> Result<(), LoadError> {
    let this = writer.parameter(0);
    let mut captured = Vec::new();
    for (text, &offset) in lambda.captured.iter().zip(&lambda.offsets) {
        let ty = field_type(text).ok_or_else(|| site.bad(writer.world))?;
        let value = writer.load(ty.value(), this, offset);
        captured.push(writer.adapt(value, text, "Ljava/lang/Object;")?);
    }
    let objects = writer.world.array_of(writer.program, "Ljava/lang/Object;")?;
    let captured = writer.array(objects, &captured);
    let class = writer.mirror(site.class);
    let mut arguments: Vec<Operand> = vec![class];
    for text in [&lambda.interface, &lambda.name, &lambda.erased] {
        arguments.push(writer.string(text)?);
    }
    arguments.push(int(lambda.target.kind.kind().into()));
    let target = &lambda.target;
    for text in [&target.class, &target.name, &target.descriptor, &lambda.exact] {
        arguments.push(writer.string(text)?);
    }
    arguments.push(captured);
    let string = "Ljava/lang/String;";
    let descriptor =
        format!("(Ljava/lang/Class;{}I{}[Ljava/lang/Object;)V", string.repeat(3), string.repeat(4));
    let made = writer.construct(SERIALIZED, &descriptor, &arguments)?;
    writer.give(Some(made));
    writer.finish(function);
    Ok(())
}
