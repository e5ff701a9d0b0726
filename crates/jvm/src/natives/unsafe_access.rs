//! `jdk.internal.misc.Unsafe`: reading, writing, comparing and setting.

use super::values::{boolean, wide};
use super::{Answer, Body, Jvm, Table, nothing};
use classfile::descriptor::JType;
use machine::{Stop, Value, argument};
use program::{BinaryOp, CompareOp, Type};

/// A body that reads a value of a type.
macro_rules! getter {
    ($ty:ident) => {
        (|jvm, arguments| get(jvm, arguments, JType::$ty)) as Body
    };
}

/// A body that writes a value of a type.
macro_rules! putter {
    ($ty:ident) => {
        (|jvm, arguments| put(jvm, arguments, JType::$ty)) as Body
    };
}

pub(super) const TABLE: Table = &[
    ("jdk/internal/misc/Unsafe.getBoolean(Ljava/lang/Object;J)Z", getter!(Boolean)),
    ("jdk/internal/misc/Unsafe.getByte(Ljava/lang/Object;J)B", getter!(Byte)),
    ("jdk/internal/misc/Unsafe.getChar(Ljava/lang/Object;J)C", getter!(Char)),
    ("jdk/internal/misc/Unsafe.getShort(Ljava/lang/Object;J)S", getter!(Short)),
    ("jdk/internal/misc/Unsafe.getInt(Ljava/lang/Object;J)I", getter!(Int)),
    ("jdk/internal/misc/Unsafe.getLong(Ljava/lang/Object;J)J", getter!(Long)),
    ("jdk/internal/misc/Unsafe.getFloat(Ljava/lang/Object;J)F", getter!(Float)),
    ("jdk/internal/misc/Unsafe.getDouble(Ljava/lang/Object;J)D", getter!(Double)),
    (
        "jdk/internal/misc/Unsafe.getReference(Ljava/lang/Object;J)Ljava/lang/Object;",
        getter!(Reference),
    ),
    ("jdk/internal/misc/Unsafe.getBooleanVolatile(Ljava/lang/Object;J)Z", getter!(Boolean)),
    ("jdk/internal/misc/Unsafe.getByteVolatile(Ljava/lang/Object;J)B", getter!(Byte)),
    ("jdk/internal/misc/Unsafe.getCharVolatile(Ljava/lang/Object;J)C", getter!(Char)),
    ("jdk/internal/misc/Unsafe.getShortVolatile(Ljava/lang/Object;J)S", getter!(Short)),
    ("jdk/internal/misc/Unsafe.getIntVolatile(Ljava/lang/Object;J)I", getter!(Int)),
    ("jdk/internal/misc/Unsafe.getLongVolatile(Ljava/lang/Object;J)J", getter!(Long)),
    ("jdk/internal/misc/Unsafe.getFloatVolatile(Ljava/lang/Object;J)F", getter!(Float)),
    ("jdk/internal/misc/Unsafe.getDoubleVolatile(Ljava/lang/Object;J)D", getter!(Double)),
    (
        "jdk/internal/misc/Unsafe.getReferenceVolatile(Ljava/lang/Object;J)Ljava/lang/Object;",
        getter!(Reference),
    ),
    (
        "jdk/internal/misc/Unsafe.getReferenceAcquire(Ljava/lang/Object;J)Ljava/lang/Object;",
        getter!(Reference),
    ),
    ("jdk/internal/misc/Unsafe.getIntAcquire(Ljava/lang/Object;J)I", getter!(Int)),
    ("jdk/internal/misc/Unsafe.putBoolean(Ljava/lang/Object;JZ)V", putter!(Boolean)),
    ("jdk/internal/misc/Unsafe.putByte(Ljava/lang/Object;JB)V", putter!(Byte)),
    ("jdk/internal/misc/Unsafe.putChar(Ljava/lang/Object;JC)V", putter!(Char)),
    ("jdk/internal/misc/Unsafe.putShort(Ljava/lang/Object;JS)V", putter!(Short)),
    ("jdk/internal/misc/Unsafe.putInt(Ljava/lang/Object;JI)V", putter!(Int)),
    ("jdk/internal/misc/Unsafe.putLong(Ljava/lang/Object;JJ)V", putter!(Long)),
    ("jdk/internal/misc/Unsafe.putFloat(Ljava/lang/Object;JF)V", putter!(Float)),
    ("jdk/internal/misc/Unsafe.putDouble(Ljava/lang/Object;JD)V", putter!(Double)),
    (
        "jdk/internal/misc/Unsafe.putReference(Ljava/lang/Object;JLjava/lang/Object;)V",
        putter!(Reference),
    ),
    ("jdk/internal/misc/Unsafe.putBooleanVolatile(Ljava/lang/Object;JZ)V", putter!(Boolean)),
    ("jdk/internal/misc/Unsafe.putByteVolatile(Ljava/lang/Object;JB)V", putter!(Byte)),
    ("jdk/internal/misc/Unsafe.putCharVolatile(Ljava/lang/Object;JC)V", putter!(Char)),
    ("jdk/internal/misc/Unsafe.putShortVolatile(Ljava/lang/Object;JS)V", putter!(Short)),
    ("jdk/internal/misc/Unsafe.putIntVolatile(Ljava/lang/Object;JI)V", putter!(Int)),
    ("jdk/internal/misc/Unsafe.putLongVolatile(Ljava/lang/Object;JJ)V", putter!(Long)),
    ("jdk/internal/misc/Unsafe.putFloatVolatile(Ljava/lang/Object;JF)V", putter!(Float)),
    ("jdk/internal/misc/Unsafe.putDoubleVolatile(Ljava/lang/Object;JD)V", putter!(Double)),
    (
        "jdk/internal/misc/Unsafe.putReferenceVolatile(Ljava/lang/Object;JLjava/lang/Object;)V",
        putter!(Reference),
    ),
    (
        "jdk/internal/misc/Unsafe.putReferenceRelease(Ljava/lang/Object;JLjava/lang/Object;)V",
        putter!(Reference),
    ),
    ("jdk/internal/misc/Unsafe.putIntRelease(Ljava/lang/Object;JI)V", putter!(Int)),
    ("jdk/internal/misc/Unsafe.compareAndSetInt(Ljava/lang/Object;JII)Z", |jvm, arguments| {
        compare_and_set(jvm, arguments, JType::Int)
    }),
    ("jdk/internal/misc/Unsafe.compareAndSetLong(Ljava/lang/Object;JJJ)Z", |jvm, arguments| {
        compare_and_set(jvm, arguments, JType::Long)
    }),
    (
        "jdk/internal/misc/Unsafe.compareAndSetReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Z",
        |jvm, arguments| compare_and_set(jvm, arguments, JType::Reference),
    ),
    ("jdk/internal/misc/Unsafe.compareAndExchangeInt(Ljava/lang/Object;JII)I", |jvm, arguments| {
        compare_and_exchange(jvm, arguments, JType::Int)
    }),
    (
        "jdk/internal/misc/Unsafe.compareAndExchangeLong(Ljava/lang/Object;JJJ)J",
        |jvm, arguments| compare_and_exchange(jvm, arguments, JType::Long),
    ),
    (
        "jdk/internal/misc/Unsafe.compareAndExchangeReference(Ljava/lang/Object;JLjava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        |jvm, arguments| compare_and_exchange(jvm, arguments, JType::Reference),
    ),
    ("jdk/internal/misc/Unsafe.compareAndSetByte(Ljava/lang/Object;JBB)Z", |jvm, arguments| {
        compare_and_set(jvm, arguments, JType::Byte)
    }),
    ("jdk/internal/misc/Unsafe.compareAndSetShort(Ljava/lang/Object;JSS)Z", |jvm, arguments| {
        compare_and_set(jvm, arguments, JType::Short)
    }),
    (
        "jdk/internal/misc/Unsafe.compareAndExchangeByte(Ljava/lang/Object;JBB)B",
        |jvm, arguments| compare_and_exchange(jvm, arguments, JType::Byte),
    ),
    (
        "jdk/internal/misc/Unsafe.compareAndExchangeShort(Ljava/lang/Object;JSS)S",
        |jvm, arguments| compare_and_exchange(jvm, arguments, JType::Short),
    ),
    ("jdk/internal/misc/Unsafe.getAndAddInt(Ljava/lang/Object;JI)I", |jvm, arguments| {
        get_and_add(jvm, arguments, JType::Int)
    }),
    ("jdk/internal/misc/Unsafe.getAndAddLong(Ljava/lang/Object;JJ)J", |jvm, arguments| {
        get_and_add(jvm, arguments, JType::Long)
    }),
    ("jdk/internal/misc/Unsafe.loadFence()V", nothing),
    ("jdk/internal/misc/Unsafe.storeFence()V", nothing),
    ("jdk/internal/misc/Unsafe.fullFence()V", nothing),
];

/// The address that an object and an offset make; without an object, the offset is the address.
pub(super) fn address(jvm: &mut Jvm<'_>, arguments: &[Value], first: usize) -> Result<u64, Stop> {
    let base = argument(arguments, first)?;
    let offset = argument(arguments, first + 1)?;
    let base = jvm.context.concrete(base) as u64;
    let offset = jvm.context.concrete(offset) as u64;
    Ok(base.wrapping_add(offset))
}

fn get(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Answer {
    let at = address(jvm, arguments, 1)?;
    jvm.load(at, ty).map(Some)
}

fn put(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Answer {
    let at = address(jvm, arguments, 1)?;
    jvm.store(at, ty, argument(arguments, 3)?)?;
    Ok(None)
}

/// Writes the new value if the old one is what was expected; a comparison of inputs becomes a clause.
fn exchange(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Result<(Value, bool), Stop> {
    let at = address(jvm, arguments, 1)?;
    let old = jvm.load(at, ty)?;
    let (expected, new) = (argument(arguments, 3)?, argument(arguments, 4)?);
    let test = jvm.context.compare(CompareOp::Eq, old, expected);
    let same = jvm.context.decide(test);
    if same {
        jvm.store(at, ty, new)?;
    }
    Ok((old, same))
}

fn compare_and_set(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Answer {
    boolean(exchange(jvm, arguments, ty)?.1)
}

fn compare_and_exchange(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Answer {
    Ok(Some(exchange(jvm, arguments, ty)?.0))
}

/// Adds without a loop: nobody comes between.
fn get_and_add(jvm: &mut Jvm<'_>, arguments: &[Value], ty: JType) -> Answer {
    let at = address(jvm, arguments, 1)?;
    let old = jvm.load(at, ty)?;
    let sum = jvm.context.binary(BinaryOp::Add, old, argument(arguments, 3)?);
    jvm.store(at, ty, sum)?;
    Ok(Some(old))
}

/// A number of bytes as models take it.
pub(super) fn bytes(count: u64) -> Value {
    debug_assert_eq!(wide(0).ty, Type::I64);
    wide(count as i64)
}
