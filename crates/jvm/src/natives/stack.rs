//! `StackWalker`: the open calls as a stream, all of them at once.

use super::values::{NULL, number};
use super::{Answer, Jvm, Table};
use machine::{Stop, Value};
use program::FuncId;

pub(super) const TABLE: Table = &[
    ("java/lang/StackWalker.walk(Ljava/util/function/Function;)Ljava/lang/Object;", walk),
    ("java/lang/StackWalker.forEach(Ljava/util/function/Consumer;)V", for_each),
    ("java/lang/StackWalker.getCallerClass()Ljava/lang/Class;", caller_class),
];

const FRAME: &str = "java/lang/StackFrameInfo";

fn walk(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let function = jvm.object(arguments, 1)?;
    let frames = jvm.frames(arguments)?;
    let stream =
        jvm.call_virtual("java/util/Collection", "stream()Ljava/util/stream/Stream;", &[frames])?;
    let apply = "apply(Ljava/lang/Object;)Ljava/lang/Object;";
    jvm.call_virtual("java/util/function/Function", apply, &[function, stream]).map(Some)
}

fn for_each(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let action = jvm.object(arguments, 1)?;
    let frames = jvm.frames(arguments)?;
    let each = "forEach(Ljava/util/function/Consumer;)V";
    jvm.call_virtual("java/lang/Iterable", each, &[frames, action])?;
    Ok(None)
}

fn caller_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let walker = jvm.object(arguments, 0)?;
    if jvm.get_known(walker, "java/lang/StackWalker", "retainClassRef")? == 0 {
        let message = "This stack walker does not have RETAIN_CLASS_REFERENCE access";
        return Err(jvm.throw("java/lang/UnsupportedOperationException", Some(message)));
    }
    match jvm.caller(1) {
        Some(class) => jvm.mirror(class).map(Some),
        None => Err(jvm.throw("java/lang/IllegalCallerException", Some("no caller frame"))),
    }
}

impl Jvm<'_> {
    /// The frames of the open calls, innermost first, as an `ArrayList`; calls of reflection are left out
    /// as `StackWalker` does.
    fn frames(&mut self, arguments: &[Value]) -> Result<Value, Stop> {
        let walker = self.object(arguments, 0)?;
        let list = self.construct("java/util/ArrayList", "<init>()V", &[])?;
        for (function, line) in self.open_calls(None)? {
            let class = self.shared.world().function_method(function).map(|key| key.class);
            let reflection = class.is_some_and(|class| {
                let world = self.shared.world();
                let name = &world.info(class).name;
                name.starts_with("jdk/internal/reflect/") || &**name == "java/lang/reflect/Method"
            });
            if !reflection {
                let frame = self.frame(walker, function, line)?;
                let add = "add(Ljava/lang/Object;)Z";
                self.call_virtual("java/util/ArrayList", add, &[list, frame])?;
            }
        }
        Ok(list)
    }

    /// The frame of a call.
    fn frame(&mut self, walker: Value, function: FuncId, line: u32) -> Result<Value, Stop> {
        let frame = self.construct(FRAME, "<init>(Ljava/lang/StackWalker;)V", &[walker])?;
        let element = self.allocate("java/lang/StackTraceElement")?;
        self.fill_element(element, function, line)?;
        self.call_virtual("java/lang/StackTraceElement", "computeFormat()V", &[element])?;
        self.put(frame, FRAME, "ste", element)?;
        self.put(frame, FRAME, "bci", number(0))?;
        let member = self.method_member(function)?;
        if self.find_spot(FRAME, "memberName")?.is_some() {
            self.put(frame, FRAME, "memberName", member)?;
        } else {
            // Later releases keep the resolved method, and name and type beside it.
            let resolved = self.get(member, "java/lang/invoke/MemberName", "method")?;
            let name = self.get(member, "java/lang/invoke/MemberName", "name")?;
            let ty = self.get(member, "java/lang/invoke/MemberName", "type")?;
            self.put(frame, FRAME, "classOrMemberName", resolved)?;
            self.put(frame, FRAME, "name", name)?;
            self.put(frame, FRAME, "type", ty)?;
        }
        Ok(frame)
    }

    /// A resolved member name of a method's function.
    fn method_member(&mut self, function: FuncId) -> Result<Value, Stop> {
        let member = self.allocate("java/lang/invoke/MemberName")?;
        let key = self.shared.world().function_method(function);
        let Some(key) = key else { return Ok(NULL) };
        let info = self.shared.world().info(key.class).methods.get(key.index as usize).cloned();
        if let Some(info) = info {
            self.settle_plain(member, key.class, &info)?;
            let name = self.literal(&info.name)?;
            let ty = self.literal(&info.descriptor)?;
            self.put(member, "java/lang/invoke/MemberName", "name", name)?;
            self.put(member, "java/lang/invoke/MemberName", "type", ty)?;
        }
        Ok(member)
    }
}
