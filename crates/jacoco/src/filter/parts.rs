//! Small pieces that compilers add: leaving a monitor, asking for assertions, wrapping what a pattern threw.

use super::matcher::Matcher;
use super::{Found, Method};
use crate::body::Body;
use crate::class::Context;
use crate::opcode as op;

/// The handler that leaves the monitor of a `synchronized` block.
pub(super) fn synchronized(body: &Body<'_>, found: &mut Found) {
    let all = body.handlers.iter().filter(|handler| handler.class.is_none());
    for handler in all.filter(|handler| handler.start != handler.target) {
        let start = body.label(handler.target);
        let mut ecj = Matcher::at(body, Some(start));
        ecj.next_is(op::ALOAD).next_is(op::MONITOREXIT).next_is(op::ATHROW);
        let mut javac = Matcher::at(body, Some(start));
        javac.next_is_local(op::ASTORE, "thrown").next_is(op::ALOAD).next_is(op::MONITOREXIT);
        javac.next_is_local(op::ALOAD, "thrown").next_is(op::ATHROW);
        if let Some(end) = ecj.cursor.or(javac.cursor) {
            found.ignore(body, start, end);
        }
    }
}

/// Whether assertions are on: what the class's initialiser finds out, and the branch that asks.
pub(super) fn assertions(context: &Context<'_>, method: &Method<'_>, found: &mut Found) {
    const FIELD: &str = "$assertionsDisabled";
    let body = method.body;
    for start in 0..body.nodes.len() {
        if method.name == "<clinit>" {
            let mut set = Matcher::at(body, Some(start));
            let asked = "desiredAssertionStatus";
            set.next_is_member(op::INVOKEVIRTUAL, "java/lang/Class", asked, "()Z");
            set.next_is(op::IFNE).next_is(op::ICONST_1).next_is(op::GOTO).next_is(op::ICONST_0);
            set.next_is_member(op::PUTSTATIC, &context.name, FIELD, "Z");
            if let Some(end) = set.cursor {
                found.ignore(body, start, end);
            }
        }
        let mut get = Matcher::at(body, Some(start));
        get.next_is_member(op::GETSTATIC, &context.name, FIELD, "Z").next_is(op::IFNE);
        if let Some(branch) = get.cursor {
            found.ignore(body, branch, branch);
        }
    }
}

/// The handler that wraps what an accessor of a record threw while a pattern was matched.
pub(super) fn record_patterns(body: &Body<'_>, found: &mut Found) {
    const WRAPPER: &str = "java/lang/MatchException";
    // One matcher for all of them: they are expected to use the same local.
    let mut matcher = Matcher::at(body, None);
    for handler in &body.handlers {
        if handler.class.as_deref() != Some("java/lang/Throwable") {
            continue;
        }
        let start = body.label(handler.target);
        matcher.go(Some(start));
        matcher.next_is_local(op::ASTORE, "cause");
        matcher.next_is_class(op::NEW, WRAPPER).next_is(op::DUP).next_is_local(op::ALOAD, "cause");
        let (owner, result) = ("java/lang/Throwable", "()Ljava/lang/String;");
        matcher.next_is_member(op::INVOKEVIRTUAL, owner, "toString", result);
        matcher.next_is_local(op::ALOAD, "cause");
        let descriptor = "(Ljava/lang/String;Ljava/lang/Throwable;)V";
        matcher.next_is_member(op::INVOKESPECIAL, WRAPPER, "<init>", descriptor);
        matcher.next_is(op::ATHROW);
        if let Some(end) = matcher.cursor {
            found.ignore(body, start, end);
        }
    }
}
