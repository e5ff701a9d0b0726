//! `SwitchBootstraps`: which label of a pattern or enum switch fits first.

use classfile::descriptor::{Signature, class_of, of_class};
use classfile::error::LoadError;
use program::{
    BinaryOp, BlockId, CompareOp, Edge, FuncId, Operand, Program, Terminator, Test, Type,
};
use ristretto_classfile::Constant;

use super::general;
use super::site::{Site, class_named};
use crate::world::{Place, World};
use crate::writer::{Writer, ZERO, compare, int};

/// What a label asks for.
enum Label {
    /// An instance of a class.
    Class(String),
    /// An equal string.
    Text(Vec<u16>),
    /// An `Integer` or a `Character` of that value.
    Number(i32),
    /// A constant of an enum.
    Enum { class: String, name: String },
    /// What is switched on, whatever it is: a primitive of just that type.
    Any,
}

/// `typeSwitch`: classes, strings, numbers and constants of enums.
pub(super) fn types(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let signature = Signature::parse(&site.descriptor).ok_or_else(|| site.bad(world))?;
    let target = signature.parameters().next().map(|(_, text)| text.to_owned());
    let target = target.ok_or_else(|| site.bad(world))?;
    let mut labels = Vec::new();
    for index in 0..site.arguments.len() {
        let Some(label) = type_label(world, site, index, &target)? else {
            return general::call_site(world, program, site, function);
        };
        labels.push(label);
    }
    build(Writer::new(world, program, function), site, &labels, function)
}

/// A label of `typeSwitch`, if it is one of the usual: for the others the library links the call site itself.
fn type_label(
    world: &mut World,
    site: &Site,
    index: usize,
    target: &str,
) -> Result<Option<Label>, LoadError> {
    let label = match site.argument(world, index)? {
        Constant::Dynamic { .. } => return computed_label(world, site, index, target),
        _ if class_of(target).is_none() => return Ok(None),
        Constant::Class(_) => Label::Class(site.class_name(world, index)?),
        Constant::String(_) => Label::Text(site.string(world, index)?),
        Constant::Integer(value) => Label::Number(*value),
        _ => return Ok(None),
    };
    Ok(Some(label))
}

/// `enumSwitch`: names of constants of one enum, and classes.
pub(super) fn enums(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let signature = Signature::parse(&site.descriptor).ok_or_else(|| site.bad(world))?;
    let target = signature.parameters().next().and_then(|(_, text)| class_of(text));
    let target = target.ok_or_else(|| site.bad(world))?;
    let mut labels = Vec::new();
    for index in 0..site.arguments.len() {
        labels.push(match site.argument(world, index)? {
            Constant::Class(_) => Label::Class(site.class_name(world, index)?),
            Constant::String(_) => {
                let name = String::from_utf16_lossy(&site.string(world, index)?);
                Label::Enum { class: target.to_owned(), name }
            }
            _ => return Err(site.bad(world)),
        });
    }
    build(Writer::new(world, program, function), site, &labels, function)
}

/// A label that is computed: a primitive type, or a constant of an enum, which compilers write as
/// `EnumDesc.of(ClassDesc.of("a.Color"), "RED")`, each call a constant of its own.
fn computed_label(
    world: &mut World,
    site: &Site,
    index: usize,
    target: &str,
) -> Result<Option<Label>, LoadError> {
    let outer = Site::read(world, site.class, site.arguments[index])?;
    if outer.bootstrap.name == "primitiveClass" {
        return Ok((outer.name == target).then_some(Label::Any));
    }
    let Ok(of) = outer.handle(world, 0) else { return Ok(None) };
    if of.class != "java/lang/Enum$EnumDesc" || outer.arguments.len() != 3 {
        return Ok(None);
    }
    let inner = Site::read(world, site.class, outer.arguments[1])?;
    let class = String::from_utf16_lossy(&inner.string(world, 1)?).replace('.', "/");
    let name = String::from_utf16_lossy(&outer.string(world, 2)?);
    Ok(Some(Label::Enum { class, name }))
}

/// Tries the labels from the given one on: the number of the first that fits, their number if none does,
/// -1 for null.
fn build(
    mut writer: Writer<'_>,
    site: &Site,
    labels: &[Label],
    function: FuncId,
) -> Result<(), LoadError> {
    let (target, restart) = (writer.parameter(0), writer.parameter(1));
    let count = labels.len() as i32;
    let (null, none) = (writer.block("null"), writer.block("none"));
    let is_object = ["(L", "(["].iter().any(|start| site.descriptor.starts_with(start));
    if is_object {
        writer.branch(compare(CompareOp::Eq, Type::Ptr, target, ZERO), null);
    }
    let tries: Vec<BlockId> = labels.iter().map(|_| writer.block("label")).collect();
    let cases = tries.iter().enumerate().map(|(index, &block)| (index as u128, Edge::to(block)));
    let (cases, default) = (cases.collect(), Edge::to(none));
    writer.end(Terminator::Switch { ty: Type::I32, value: restart, cases, default });
    for (index, label) in labels.iter().enumerate() {
        writer.go_to(tries[index]);
        let found = writer.block("found");
        try_label(&mut writer, site, target, label, found)?;
        let next = tries.get(index + 1).copied().unwrap_or(none);
        writer.end(Terminator::Jump(Edge::to(next)));
        writer.go_to(found);
        writer.give(Some(int(index as i32)));
    }
    writer.go_to(null);
    writer.give(Some(int(-1)));
    writer.go_to(none);
    writer.give(Some(int(count)));
    writer.finish(function);
    Ok(())
}

/// Branches away if a label fits; otherwise the block at hand goes on.
fn try_label(
    writer: &mut Writer<'_>,
    site: &Site,
    target: Operand,
    label: &Label,
    found: BlockId,
) -> Result<(), LoadError> {
    match label {
        Label::Any => writer.branch(Test::Value(int(1)), found),
        Label::Class(name) => {
            let class = class_named(writer.world, writer.program, site, name)?;
            let fits = writer.instance_of(target, class);
            writer.branch(Test::Value(fits), found);
        }
        Label::Text(units) => {
            let text = writer.string_of(units)?;
            let types = "(Ljava/lang/Object;)Z";
            let same = writer.call_method("java/lang/String", "equals", types, &[text, target])?;
            writer.branch(compare(CompareOp::Ne, Type::I32, same, ZERO), found);
        }
        Label::Number(number) => {
            for (wrapper, method, types) in [
                ("java/lang/Integer", "intValue", "()I"),
                ("java/lang/Character", "charValue", "()C"),
            ] {
                let class = writer.world.class(writer.program, wrapper)?;
                let after = skip_unless(writer, target, class);
                let value = writer.call_method(wrapper, method, types, &[target])?;
                writer.branch(compare(CompareOp::Eq, Type::I32, value, int(*number)), found);
                writer.end(Terminator::Jump(Edge::to(after)));
                writer.go_to(after);
            }
        }
        Label::Enum { class, name } => {
            let class = class_named(writer.world, writer.program, site, class)?;
            let descriptor = of_class(&writer.world.info(class).name);
            let field = writer.world.field(writer.program, class, name, &descriptor);
            // A constant that is gone fits nothing.
            let Ok(field) = field else { return Ok(()) };
            let Place::Static { offset } = field.place else { return Ok(()) };
            let after = skip_unless(writer, target, class);
            writer.initialise(field.class);
            let place = writer.place(offset);
            let constant = writer.load(Type::Ptr, place, 0);
            writer.branch(compare(CompareOp::Eq, Type::Ptr, target, constant), found);
            writer.end(Terminator::Jump(Edge::to(after)));
            writer.go_to(after);
        }
    }
    Ok(())
}

/// Goes on only if an object is of a class; gives the block for all others.
fn skip_unless(writer: &mut Writer<'_>, target: Operand, class: program::ClassId) -> BlockId {
    let after = writer.block("after");
    let fits = writer.instance_of(target, class);
    let is_not = writer.binary(BinaryOp::Xor, Type::BOOL, fits, int(1));
    writer.branch(Test::Value(is_not), after);
    after
}
