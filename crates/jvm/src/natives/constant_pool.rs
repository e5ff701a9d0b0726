//! The constant pool as annotations read it.

use super::class_shape::{class_at, text_at};
use super::values::{int, long};
use super::{Answer, Jvm, Table};
use machine::{Stop, Value};
use program::{ClassId, Type};
use ristretto_classfile::ConstantPool;
use std::sync::Arc;

pub(super) const TABLE: Table = &[
    ("java/lang/Class.getConstantPool()Ljdk/internal/reflect/ConstantPool;", get_constant_pool),
    ("jdk/internal/reflect/ConstantPool.getSize0(Ljava/lang/Object;)I", get_size),
    ("jdk/internal/reflect/ConstantPool.getTagAt0(Ljava/lang/Object;I)B", get_tag),
    (
        "jdk/internal/reflect/ConstantPool.getClassAt0(Ljava/lang/Object;I)Ljava/lang/Class;",
        get_class,
    ),
    (
        "jdk/internal/reflect/ConstantPool.getClassAtIfLoaded0(Ljava/lang/Object;I)Ljava/lang/Class;",
        get_class,
    ),
    ("jdk/internal/reflect/ConstantPool.getIntAt0(Ljava/lang/Object;I)I", get_int),
    ("jdk/internal/reflect/ConstantPool.getLongAt0(Ljava/lang/Object;I)J", get_long),
    ("jdk/internal/reflect/ConstantPool.getFloatAt0(Ljava/lang/Object;I)F", get_float),
    ("jdk/internal/reflect/ConstantPool.getDoubleAt0(Ljava/lang/Object;I)D", get_double),
    (
        "jdk/internal/reflect/ConstantPool.getStringAt0(Ljava/lang/Object;I)Ljava/lang/String;",
        get_string,
    ),
    (
        "jdk/internal/reflect/ConstantPool.getUTF8At0(Ljava/lang/Object;I)Ljava/lang/String;",
        get_utf8,
    ),
];

const POOL: &str = "jdk/internal/reflect/ConstantPool";

/// The pool object holds the mirror of its class.
fn get_constant_pool(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let mirror = jvm.object(arguments, 0)?;
    let class = jvm.class(POOL)?;
    let pool = jvm.context.new_object(class)?;
    jvm.put(pool, POOL, "constantPoolOop", mirror)?;
    Ok(Some(pool))
}

fn get_size(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let class = jvm.class_argument(arguments, 1)?;
    int(jvm.pool(class)?.len() as i32 + 1)
}

fn get_tag(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    int(pool.get(index).map_or(0, |constant| constant.tag().into()))
}

fn get_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    match class_at(&pool, index) {
        Some(name) => {
            let class = jvm.class(&name)?;
            jvm.mirror(class).map(Some)
        }
        None => Err(wrong(jvm)),
    }
}

fn get_int(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    pool.try_get_integer(index).map_or_else(|_| Err(wrong(jvm)), |value| int(*value))
}

fn get_long(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    pool.try_get_long(index).map_or_else(|_| Err(wrong(jvm)), |value| long(*value))
}

fn get_float(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    let value = pool.try_get_float(index).map_err(|_| wrong(jvm))?;
    Ok(Some(Value::new(Type::F32, value.to_bits().into())))
}

fn get_double(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    let value = pool.try_get_double(index).map_err(|_| wrong(jvm))?;
    Ok(Some(Value::new(Type::F64, value.to_bits().into())))
}

fn get_string(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    let text = pool.try_get_string(index).map_err(|_| wrong(jvm))?;
    let units = text.to_utf16().unwrap_or_default();
    jvm.interned(&units, None).map(Some)
}

fn get_utf8(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let (_, pool, index) = place(jvm, arguments)?;
    match pool.try_get_utf8(index) {
        Ok(text) => {
            let units = text.to_utf16().unwrap_or_default();
            jvm.interned(&units, None).map(Some)
        }
        Err(_) => {
            let text = text_at(&pool, index).unwrap_or_default();
            jvm.literal(&text).map(Some)
        }
    }
}

type Pool = Arc<ConstantPool<'static>>;

/// The class, its pool and the index that a call is about.
fn place(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<(ClassId, Pool, u16), Stop> {
    let class = jvm.class_argument(arguments, 1)?;
    let index = jvm.int(arguments, 2)?;
    let pool = jvm.pool(class)?;
    match u16::try_from(index) {
        Ok(index) if pool.get(index).is_some() => Ok((class, pool, index)),
        _ => Err(jvm.throw(
            "java/lang/IllegalArgumentException",
            Some("Constant pool index out of bounds"),
        )),
    }
}

fn wrong(jvm: &mut Jvm<'_>) -> Stop {
    jvm.throw("java/lang/IllegalArgumentException", Some("Wrong type at constant pool index"))
}
