//! Services that lowered code asks for: strings and mirrors that it names, and the messages of the virtual
//! machine's own exceptions.

use super::values::boolean;
use super::{Answer, Jvm, Table};
use machine::{Value, argument};
use program::ClassId;

pub(super) const TABLE: Table = &[
    ("ferret/Runtime.string", string),
    ("ferret/Runtime.mirror", mirror),
    ("ferret/Runtime.failed", failed),
    ("ferret/Runtime.storable", storable),
    ("ferret/Runtime.index_message", index_message),
    ("ferret/Runtime.size_message", size_message),
    ("ferret/Runtime.cast_message", cast_message),
    ("ferret/Runtime.store_message", store_message),
];

fn string(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let slot = jvm.int(arguments, 0)? as u32;
    let units = jvm.shared.world().string_at(slot);
    match units {
        Some(units) => jvm.interned(&units, None).map(Some),
        None => Err(jvm.internal("a string of no content")),
    }
}

fn mirror(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.int(arguments, 0)? as u32;
    jvm.mirror(ClassId(class)).map(Some)
}

/// The next use of a class whose initialiser failed runs it again, to throw again.
fn failed(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.int(arguments, 0)? as u32;
    jvm.context.set_class_state(ClassId(class), 0)?;
    Ok(None)
}

/// Whether a reference may be put into an array.
fn storable(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let array = jvm.reference(arguments, 0)?;
    let value = jvm.reference(arguments, 1)?;
    if value.bits == 0 {
        return boolean(true);
    }
    let class = jvm.context.class_of(array)?;
    let component = jvm.shared.world().info(class).component().map(str::to_owned);
    let wanted = jvm.class_of_descriptor(component.as_deref().unwrap_or("Ljava/lang/Object;"))?;
    let given = jvm.context.class_of(value)?;
    boolean(jvm.context.is_subtype(given, wanted))
}

fn index_message(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let index = argument(arguments, 0)?.bits as u32 as i32;
    let length = argument(arguments, 1)?.bits as u32 as i32;
    jvm.new_string(&format!("Index {index} out of bounds for length {length}")).map(Some)
}

fn size_message(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let size = argument(arguments, 0)?.bits as u32 as i32;
    jvm.new_string(&size.to_string()).map(Some)
}

fn store_message(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = Value::pointer(argument(arguments, 0)?.bits as u64);
    let class = jvm.context.class_of(object)?;
    let name = jvm.external_name(class);
    jvm.new_string(&name).map(Some)
}

/// As the JVM says it: which class, which other, and where both are from.
fn cast_message(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = Value::pointer(argument(arguments, 0)?.bits as u64);
    let wanted = ClassId(argument(arguments, 1)?.bits as u32);
    let class = jvm.context.class_of(object)?;
    let (from, to) = (jvm.external_name(class), jvm.external_name(wanted));
    let (home, other) = (home(jvm, class)?, home(jvm, wanted)?);
    let where_from = if home == other {
        format!("{from} and {to} are in {home}")
    } else {
        format!("{from} is in {home}; {to} is in {other}")
    };
    let message = format!("class {from} cannot be cast to class {to} ({where_from})");
    jvm.new_string(&message).map(Some)
}

/// The module and the loader of a class, in the words of the JVM.
fn home(jvm: &mut Jvm<'_>, class: ClassId) -> Result<String, machine::Stop> {
    let innermost = jvm.innermost(class)?;
    let world = jvm.shared.world();
    let origin = &world.info(innermost).origin;
    Ok(match &origin.module {
        Some(module) if !origin.user => format!("module {module} of loader 'bootstrap'"),
        None if !origin.user => "module java.base of loader 'bootstrap'".to_owned(),
        _ => "unnamed module of loader 'app'".to_owned(),
    })
}
