//! Methods that are left out as a whole.

use super::Method;
use super::matcher::Matcher;
use crate::body::Operand;
use crate::class::Context;
use crate::opcode as op;
use classfile::flags;

/// Whether nothing of a method is counted.
pub(super) fn is_left_out(context: &Context<'_>, method: &Method<'_>) -> bool {
    context.flags & flags::SYNTHETIC != 0
        || method.flags & flags::BRIDGE != 0
        || is_of_every_enum(context, method)
        || is_empty_private_constructor(context, method)
        || is_empty_constructor_of_enum(context, method)
        || is_of_every_record(context, method)
        || context.annotations.iter().chain(method.annotations).any(|name| is_generated(name))
        || is_synthetic(context, method)
}

/// A method that a compiler made and that is no lambda.
fn is_synthetic(context: &Context<'_>, method: &Method<'_>) -> bool {
    let is_function = method.name.starts_with("lambda$")
        || (context.scala && method.name.starts_with("$anonfun$"));
    // The methods of Kotlin have rules of their own.
    method.flags & flags::SYNTHETIC != 0 && !is_function && !context.kotlin
}

/// An annotation with `Generated` in its simple name.
fn is_generated(descriptor: &str) -> bool {
    let simple = descriptor.rsplit(['/', '$']).next().unwrap_or_default();
    simple.contains("Generated")
}

const ENUM: &str = "java/lang/Enum";

/// `values` and `valueOf`.
fn is_of_every_enum(context: &Context<'_>, method: &Method<'_>) -> bool {
    let name = &context.name;
    context.superclass == ENUM
        && match method.name {
            "values" => method.descriptor == format!("()[L{name};"),
            "valueOf" => method.descriptor == format!("(Ljava/lang/String;)L{name};"),
            _ => false,
        }
}

/// The constructor of a class that nobody is to make an instance of.
fn is_empty_private_constructor(context: &Context<'_>, method: &Method<'_>) -> bool {
    method.flags & flags::PRIVATE != 0
        && (method.name, method.descriptor) == ("<init>", "()V")
        && Matcher::at_this(method.body)
            .next_is_member(op::INVOKESPECIAL, &context.superclass, "<init>", "()V")
            .next_is(op::RETURN)
            .matches()
}

fn is_empty_constructor_of_enum(context: &Context<'_>, method: &Method<'_>) -> bool {
    const DESCRIPTOR: &str = "(Ljava/lang/String;I)V";
    context.superclass == ENUM
        && (method.name, method.descriptor) == ("<init>", DESCRIPTOR)
        && Matcher::at_this(method.body)
            .next_is(op::ALOAD)
            .next_is(op::ILOAD)
            .next_is_member(op::INVOKESPECIAL, ENUM, "<init>", DESCRIPTOR)
            .next_is(op::RETURN)
            .matches()
}

/// What a record has without its author having written it.
fn is_of_every_record(context: &Context<'_>, method: &Method<'_>) -> bool {
    if context.superclass != "java/lang/Record" {
        return false;
    }
    let mut matcher = Matcher::at_this(method.body);
    let computed = |matcher: &mut Matcher<'_>, name: &str, end: u8| {
        matcher.next_is(op::INVOKEDYNAMIC);
        let is_of_records = matcher.op().is_some_and(|op| match &op.operand {
            Operand::CallSite(bootstrap, called) => {
                called == name && context.is_of_records(*bootstrap)
            }
            _ => false,
        });
        is_of_records && matcher.next_is(end).matches()
    };
    match (method.name, method.descriptor) {
        ("toString", "()Ljava/lang/String;") if computed(&mut matcher, "toString", op::ARETURN) => {
            return true;
        }
        ("hashCode", "()I") if computed(&mut matcher, "hashCode", op::IRETURN) => return true,
        ("equals", "(Ljava/lang/Object;)Z") => {
            return computed(matcher.next_is(op::ALOAD), "equals", op::IRETURN);
        }
        _ => {}
    }
    method.descriptor.starts_with("()") && reads_its_field(method)
}

/// The accessor of a component.
fn reads_its_field(method: &Method<'_>) -> bool {
    let mut matcher = Matcher::at_this(method.body);
    matcher.next_is(op::GETFIELD);
    let own = matcher.op().is_some_and(
        |op| matches!(&op.operand, Operand::Member([_, name, _]) if name == method.name),
    );
    own && matcher.next().op().is_some_and(|op| (op::IRETURN..=op::ARETURN).contains(&op.code))
}
