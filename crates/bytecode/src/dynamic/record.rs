//! `ObjectMethods`: `equals`, `hashCode` and `toString` of records.

use classfile::descriptor::JType;
use classfile::error::LoadError;
use program::{BinaryOp, CompareOp, FuncId, Operand, Program, Test, Type};
use ristretto_classfile::ReferenceKind;
use ristretto_classfile::attributes::Attribute;

use super::concat::append;
use super::site::{Site, class_named, text_at};
use crate::world::{Member, World};
use crate::writer::{Writer, ZERO, compare, int};

/// A component: its name, its field's type, descriptor and offset.
struct Component {
    name: String,
    ty: JType,
    descriptor: String,
    offset: u32,
}

/// `bootstrap`: the call site's name says which method it is.
pub(super) fn bootstrap(
    world: &mut World,
    program: &mut Program,
    site: &Site,
    function: FuncId,
) -> Result<(), LoadError> {
    let class = site.class_name(world, 0)?;
    let names = String::from_utf16_lossy(&site.string(world, 1)?);
    let mut components = Vec::new();
    for (index, name) in names.split(';').filter(|name| !name.is_empty()).enumerate() {
        let getter = site.handle(world, index + 2)?;
        if getter.kind != ReferenceKind::GetField {
            return Err(site.bad(world));
        }
        let owner = class_named(world, program, site, &getter.class)?;
        let field = world.field(program, owner, &getter.name, &getter.descriptor)?;
        let (ty, offset) = (field.ty, field.place.offset());
        components.push(Component {
            name: name.to_owned(),
            ty,
            descriptor: getter.descriptor,
            offset,
        });
    }
    let mut writer = Writer::new(world, program, function);
    match site.name.as_str() {
        "equals" => equals(&mut writer, site, &class, &components)?,
        "hashCode" => hash_code(&mut writer, &components)?,
        "toString" => to_string(&mut writer, site, &class, &components)?,
        _ => return Err(site.bad(writer.world)),
    }
    writer.finish(function);
    Ok(())
}

fn equals(
    writer: &mut Writer<'_>,
    site: &Site,
    class: &str,
    components: &[Component],
) -> Result<(), LoadError> {
    let class = class_named(writer.world, writer.program, site, class)?;
    let (this, other) = (writer.parameter(0), writer.parameter(1));
    let (yes, no) = (writer.block("equal"), writer.block("different"));
    writer.branch(compare(CompareOp::Eq, Type::Ptr, this, other), yes);
    let fits = writer.instance_of(other, class);
    let is_not = writer.binary(BinaryOp::Xor, Type::BOOL, fits, int(1));
    writer.branch(Test::Value(is_not), no);
    for component in components {
        let sides =
            [this, other].map(|object| writer.load_field(component.ty, object, component.offset));
        let differs = differs(writer, component.ty, sides)?;
        writer.branch(differs, no);
    }
    writer.give(Some(int(1)));
    writer.go_to(yes);
    writer.give(Some(int(1)));
    writer.go_to(no);
    writer.give(Some(ZERO));
    Ok(())
}

/// Whether two values of a component differ: floats as their wrappers compare them, so that a NaN is
/// itself and the zeros are two.
fn differs(writer: &mut Writer<'_>, ty: JType, sides: [Operand; 2]) -> Result<Test, LoadError> {
    let [left, right] = sides;
    Ok(match ty {
        JType::Reference => {
            let types = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
            let same = writer.call_method("java/util/Objects", "equals", types, &sides)?;
            compare(CompareOp::Eq, Type::I32, same, ZERO)
        }
        JType::Float | JType::Double => {
            let (wrapper, letter) = (ty.wrapper().unwrap_or_default(), ty.letter().unwrap_or('F'));
            let types = format!("({letter}{letter})I");
            let order = writer.call_method(wrapper, "compare", &types, &sides)?;
            compare(CompareOp::Ne, Type::I32, order, ZERO)
        }
        _ => compare(CompareOp::Ne, ty.value(), left, right),
    })
}

fn hash_code(writer: &mut Writer<'_>, components: &[Component]) -> Result<(), LoadError> {
    let this = writer.parameter(0);
    let mut result = ZERO;
    for component in components {
        let value = writer.load_field(component.ty, this, component.offset);
        let hash = match (component.ty.wrapper(), component.ty.letter()) {
            (Some(wrapper), Some(letter)) => {
                writer.call_method(wrapper, "hashCode", &format!("({letter})I"), &[value])?
            }
            _ => writer.call_method(
                "java/util/Objects",
                "hashCode",
                "(Ljava/lang/Object;)I",
                &[value],
            )?,
        };
        let scaled = writer.binary(BinaryOp::Mul, Type::I32, result, int(31));
        result = writer.binary(BinaryOp::Add, Type::I32, scaled, hash);
    }
    writer.give(Some(result));
    Ok(())
}

fn to_string(
    writer: &mut Writer<'_>,
    site: &Site,
    class: &str,
    components: &[Component],
) -> Result<(), LoadError> {
    const STRING: &str = "Ljava/lang/String;";
    let this = writer.parameter(0);
    let builder = writer.construct("java/lang/StringBuilder", "()V", &[])?;
    let mut before = format!("{}[", simple_name(writer, site, class)?);
    for component in components {
        before.push_str(&component.name);
        before.push('=');
        let text = writer.string(&before)?;
        append(writer, builder, JType::Reference, STRING, text)?;
        let value = writer.load_field(component.ty, this, component.offset);
        append(writer, builder, component.ty, &component.descriptor, value)?;
        before = ", ".to_owned();
    }
    let end = match components {
        [] => format!("{before}]"),
        _ => "]".to_owned(),
    };
    let text = writer.string(&end)?;
    append(writer, builder, JType::Reference, STRING, text)?;
    let types = "()Ljava/lang/String;";
    let made = writer.call_method("java/lang/StringBuilder", "toString", types, &[builder])?;
    writer.give(Some(made));
    Ok(())
}

/// The name of a class as its source has it.
fn simple_name(writer: &mut Writer<'_>, site: &Site, class: &str) -> Result<String, LoadError> {
    let id = class_named(writer.world, writer.program, site, class)?;
    let inner = writer.world.attribute(id, Member::Class, "InnerClasses")?;
    if let Some(Attribute::InnerClasses { classes, .. }) = inner {
        let pool = writer.world.pool(id)?;
        for inner in classes {
            let name = pool.try_get_class(inner.class_info_index);
            if name.is_ok_and(|name| name.to_str_lossy() == class) && inner.name_index != 0 {
                return text_at(&pool, inner.name_index).ok_or_else(|| site.bad(writer.world));
            }
        }
    }
    Ok(class.rsplit('/').next().unwrap_or(class).to_owned())
}
