//! `jdk.internal.misc.Unsafe`: where fields and elements lie, objects without constructors, memory.

use super::unsafe_access::{address, bytes};
use super::values::{boolean, int, long};
use super::{Answer, Jvm, Table, nothing};
use bytecode::world::Place;
use machine::{Stop, Value, argument};
use program::{ConvertOp, Type};

pub(super) const TABLE: Table = &[
    (
        "jdk/internal/misc/Unsafe.objectFieldOffset0(Ljava/lang/reflect/Field;)J",
        object_field_offset,
    ),
    (
        "jdk/internal/misc/Unsafe.objectFieldOffset1(Ljava/lang/Class;Ljava/lang/String;)J",
        object_field_offset_by_name,
    ),
    (
        "jdk/internal/misc/Unsafe.staticFieldOffset0(Ljava/lang/reflect/Field;)J",
        static_field_offset,
    ),
    (
        "jdk/internal/misc/Unsafe.staticFieldBase0(Ljava/lang/reflect/Field;)Ljava/lang/Object;",
        static_field_base,
    ),
    ("jdk/internal/misc/Unsafe.arrayBaseOffset0(Ljava/lang/Class;)I", super::zero),
    ("jdk/internal/misc/Unsafe.arrayIndexScale0(Ljava/lang/Class;)I", array_index_scale),
    ("jdk/internal/misc/Unsafe.shouldBeInitialized0(Ljava/lang/Class;)Z", should_be_initialized),
    ("jdk/internal/misc/Unsafe.ensureClassInitialized0(Ljava/lang/Class;)V", ensure_initialized),
    (
        "jdk/internal/misc/Unsafe.allocateInstance(Ljava/lang/Class;)Ljava/lang/Object;",
        allocate_instance,
    ),
    ("jdk/internal/misc/Unsafe.throwException(Ljava/lang/Throwable;)V", throw_exception),
    ("jdk/internal/misc/Unsafe.allocateMemory0(J)J", allocate_memory),
    ("jdk/internal/misc/Unsafe.reallocateMemory0(JJ)J", reallocate_memory),
    ("jdk/internal/misc/Unsafe.freeMemory0(J)V", free_memory),
    ("jdk/internal/misc/Unsafe.setMemory0(Ljava/lang/Object;JJB)V", set_memory),
    ("jdk/internal/misc/Unsafe.copyMemory0(Ljava/lang/Object;JLjava/lang/Object;JJ)V", copy_memory),
    (
        "jdk/internal/misc/Unsafe.copySwapMemory0(Ljava/lang/Object;JLjava/lang/Object;JJJ)V",
        copy_swap_memory,
    ),
    ("jdk/internal/misc/Unsafe.writebackPreSync0()V", nothing),
    ("jdk/internal/misc/Unsafe.writebackPostSync0()V", nothing),
    ("jdk/internal/misc/Unsafe.writeback0(J)V", nothing),
    ("jdk/internal/misc/Unsafe.getLoadAverage0([DI)I", |_, _| int(-1)),
];

const FIELD: &str = "java/lang/reflect/Field";

fn object_field_offset(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (place, _) = field_place(jvm, arguments)?;
    long(place.offset().into())
}

fn object_field_offset_by_name(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    let name = jvm.text_of(arguments, 2)?;
    let place = {
        let world = jvm.shared.world();
        let fields = &world.info(class).fields;
        fields.iter().find(|field| *field.name == *name).map(|field| field.place)
    };
    match place {
        Some(place) => long(place.offset().into()),
        None => Err(jvm.internal(&name)),
    }
}

/// Offsets of static fields are counted from the mirror that `staticFieldBase` gives.
fn static_field_offset(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (place, mirror) = field_place(jvm, arguments)?;
    let at = jvm.statics() + u64::from(place.offset());
    long(at.wrapping_sub(mirror.bits as u64) as i64)
}

fn static_field_base(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, mirror) = field_place(jvm, arguments)?;
    Ok(Some(mirror))
}

/// The place of the field of a `Field` object, and the mirror of its class.
fn field_place(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<(Place, Value), Stop> {
    let field = jvm.object(arguments, 1)?;
    let mirror = Value::pointer(jvm.get_known(field, FIELD, "clazz")?);
    let index = jvm.get_known(field, FIELD, "slot")? as usize;
    let class = jvm.mirrored(mirror)?;
    let place = jvm.shared.world().info(class).fields.get(index).map(|field| field.place);
    match place {
        Some(place) => Ok((place, mirror)),
        None => Err(jvm.internal("a field object of no field")),
    }
}

fn array_index_scale(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    let element = jvm.context.program().classes[class].element;
    int(element.map_or(0, |element| element.bytes() as i32))
}

fn should_be_initialized(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    let needed = jvm.shared.world().info(class).initializes;
    boolean(needed && jvm.context.class_state(class) == 0)
}

fn ensure_initialized(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    jvm.initialize(class)?;
    Ok(None)
}

fn allocate_instance(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    let (refused, name) = {
        let world = jvm.shared.world();
        let info = world.info(class);
        let refused = info.flags & classfile::flags::ABSTRACT != 0
            || info.kind != bytecode::world::ClassKind::Ordinary
            || &*info.name == "java/lang/Class";
        (refused, info.name.replace('/', "."))
    };
    if refused {
        return Err(jvm.throw("java/lang/InstantiationException", Some(&name)));
    }
    jvm.initialize(class)?;
    jvm.context.new_object(class).map(Some)
}

fn throw_exception(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let thrown = jvm.object(arguments, 1)?;
    Err(Stop::Throw { object: thrown.bits as u64 })
}

fn allocate_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let memory = jvm.context.allocate(argument(arguments, 1)?, true)?;
    Ok(Some(Value::new(Type::I64, memory.bits)))
}

fn reallocate_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let old = jvm.long(arguments, 1)? as u64;
    let size = jvm.long(arguments, 2)? as u64;
    let memory = jvm.context.allocate(bytes(size), true)?;
    if old != 0 {
        let kept = jvm.context.object_size(old).map_or(0, |size| size.bits as u64);
        jvm.context.copy(memory, Value::pointer(old), bytes(kept.min(size)))?;
        jvm.context.free(Value::pointer(old))?;
    }
    Ok(Some(Value::new(Type::I64, memory.bits)))
}

fn free_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let memory = jvm.long(arguments, 1)? as u64;
    jvm.context.free(Value::pointer(memory))?;
    Ok(None)
}

fn set_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let at = address(jvm, arguments, 1)?;
    let byte = jvm.context.convert(ConvertOp::Trunc, Type::I8, argument(arguments, 4)?);
    jvm.context.fill(Value::pointer(at), byte, argument(arguments, 3)?)?;
    Ok(None)
}

fn copy_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let from = address(jvm, arguments, 1)?;
    let to = address(jvm, arguments, 3)?;
    jvm.context.copy(Value::pointer(to), Value::pointer(from), argument(arguments, 5)?)?;
    Ok(None)
}

/// Copies elements with their bytes in reverse order; the ranges may overlap.
fn copy_swap_memory(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let from = address(jvm, arguments, 1)?;
    let to = address(jvm, arguments, 3)?;
    let count = jvm.long(arguments, 5)? as u64;
    let size = jvm.long(arguments, 6)?.max(1) as u64;
    let mut values = Vec::new();
    for offset in 0..count {
        values.push(jvm.context.load(Value::pointer(from + offset), Type::I8)?);
    }
    for (offset, value) in values.into_iter().enumerate() {
        let offset = offset as u64;
        let swapped = offset / size * size + (size - 1 - offset % size);
        jvm.context.store(Value::pointer(to + swapped), value)?;
    }
    Ok(None)
}
