//! The message of a `NullPointerException` that the virtual machine threw.

use super::values::NULL;
use super::{Answer, Jvm, Table};
use bytecode::lower::null_message;
use classfile::descriptor::JType;
use machine::Value;
use program::FuncId;

pub(super) const TABLE: Table = &[(
    "java/lang/NullPointerException.getExtendedNPEMessage()Ljava/lang/String;",
    extended_message,
)];

/// What could not be done and what was null, from the bytecode of the innermost call of its trace.
fn extended_message(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let exception = jvm.object(arguments, 0)?;
    let at = jvm.get_known(exception, "java/lang/NullPointerException", "$at")? as u16;
    let trace = Value::pointer(jvm.get_known(exception, "java/lang/Throwable", "backtrace")?);
    if at == 0 || trace.bits == 0 || jvm.length(trace)? == 0 {
        return Ok(Some(NULL));
    }
    let innermost = jvm.load(trace.bits as u64, JType::Long)?.bits as u64;
    let function = FuncId((innermost >> 32) as u32);
    let message = {
        let mut world = jvm.shared.world();
        let method = world.function_method(function);
        method.and_then(|method| null_message(&mut world, method, at - 1))
    };
    Ok(Some(jvm.new_string_or_null(message.as_deref())?))
}
