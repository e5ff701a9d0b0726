//! Stack traces: which calls were open when a throwable was made.

use super::values::{NULL, number};
use super::{Answer, Jvm, Table};
use bytecode::world::{MethodKey, Role, World};
use classfile::descriptor::JType;
use machine::{Stop, Value};
use program::{FuncId, Point, Program};

pub(super) const TABLE: Table = &[
    ("java/lang/Throwable.fillInStackTrace(I)Ljava/lang/Throwable;", fill_in),
    (
        "java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Throwable;)V",
        init_elements_old,
    ),
    (
        "java/lang/StackTraceElement.initStackTraceElements([Ljava/lang/StackTraceElement;Ljava/lang/Object;I)V",
        init_elements,
    ),
    ("java/lang/StackTraceElement.isHashedInJavaBase(Ljava/lang/Module;)Z", super::one),
    ("java/lang/Thread.getStackTrace0()Ljava/lang/Object;", super::null),
];

const THROWABLE: &str = "java/lang/Throwable";
const ELEMENT: &str = "java/lang/StackTraceElement";

/// How many calls a trace keeps.
const DEEPEST: usize = 1024;

/// Keeps the open calls in a `long[]`: the function in the upper half, the line in the lower.
fn fill_in(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let throwable = jvm.object(arguments, 0)?;
    let trace = jvm.open_calls(Some(throwable))?;
    jvm.shared.note_thrown(throwable.bits as u64, &trace);
    let array = jvm.new_array("[J", trace.len())?;
    for (index, &(function, line)) in trace.iter().enumerate() {
        let packed = u64::from(function.0) << 32 | u64::from(line);
        let value = Value::new(program::Type::I64, packed.into());
        jvm.store(array.bits as u64 + 8 * index as u64, JType::Long, value)?;
    }
    jvm.put(throwable, THROWABLE, "backtrace", array)?;
    jvm.put(throwable, THROWABLE, "depth", number(trace.len() as i32))?;
    // The trace that is shown is made from it when it is asked for.
    let unassigned = jvm.get(NULL, THROWABLE, "UNASSIGNED_STACK")?;
    jvm.put(throwable, THROWABLE, "stackTrace", unassigned)?;
    Ok(Some(throwable))
}

fn init_elements_old(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let elements = jvm.object(arguments, 0)?;
    let throwable = jvm.object(arguments, 1)?;
    let backtrace = Value::pointer(jvm.get_known(throwable, THROWABLE, "backtrace")?);
    fill_elements(jvm, elements, backtrace)
}

fn init_elements(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let elements = jvm.object(arguments, 0)?;
    let backtrace = jvm.reference(arguments, 1)?;
    fill_elements(jvm, elements, backtrace)
}

fn fill_elements(jvm: &mut Jvm<'_>, elements: Value, backtrace: Value) -> Answer {
    if backtrace.bits == 0 {
        return Ok(None);
    }
    let count = jvm.length(elements)?.min(jvm.length(backtrace)?);
    for index in 0..count {
        let packed = jvm.load(backtrace.bits as u64 + 8 * index as u64, JType::Long)?.bits as u64;
        let element = jvm.element(elements, index)?;
        jvm.fill_element(element, FuncId((packed >> 32) as u32), packed as u32)?;
    }
    Ok(None)
}

impl Jvm<'_> {
    /// The open calls of methods, innermost first, with their lines. Of a new throwable, the calls that
    /// make it are left out.
    pub(super) fn open_calls(
        &mut self,
        throwable: Option<Value>,
    ) -> Result<Vec<(FuncId, u32)>, Stop> {
        let stack = self.context.stack();
        let class = match throwable {
            Some(throwable) => Some(self.context.class_of(throwable)?),
            None => None,
        };
        let mut trace = Vec::new();
        let mut making = class.is_some();
        for point in stack.iter().rev() {
            let (shown, maker) = {
                let world = self.shared.world();
                let key = shown(&world, point.function);
                let maker = key.is_some_and(|key| {
                    let info = world.info(key.class);
                    let method = info.methods.get(key.index as usize);
                    let name = method.map_or("", |method| &*method.name);
                    name == "fillInStackTrace"
                        || (name == "<init>"
                            && class.is_some_and(|class| self.context.is_subtype(class, key.class)))
                });
                (key.is_some(), maker)
            };
            making &= maker || !shown;
            if shown && !making {
                trace.push((point.function, line_at(self.context.program(), *point)));
            }
            if trace.len() == DEEPEST {
                break;
            }
        }
        Ok(trace)
    }

    /// A throwable, its causes and where they come from, without running any code of the library.
    pub(crate) fn describe(&mut self, throwable: Value) -> Result<String, Stop> {
        let mut text = String::new();
        let mut next = throwable;
        for _ in 0..8 {
            let class = self.context.class_of(next)?;
            text.push_str(&self.external_name(class));
            let message = Value::pointer(self.get_known(next, THROWABLE, "detailMessage")?);
            if message.bits != 0 {
                text.push_str(": ");
                text.push_str(&self.text(message)?);
            }
            text.push('\n');
            let backtrace = Value::pointer(self.get_known(next, THROWABLE, "backtrace")?);
            let count = if backtrace.bits == 0 { 0 } else { self.length(backtrace)? };
            for index in 0..count.min(64) {
                let at = backtrace.bits as u64 + 8 * index as u64;
                let packed = self.load(at, JType::Long)?.bits as u64;
                let function = FuncId((packed >> 32) as u32);
                let name = &self.context.program().functions[function].name;
                text.push_str(&format!("\tat {name}:{}\n", packed as u32));
            }
            let cause = Value::pointer(self.get_known(next, THROWABLE, "cause")?);
            if cause.bits == 0 || cause.bits == next.bits {
                break;
            }
            text.push_str("Caused by: ");
            next = cause;
        }
        Ok(text)
    }

    /// Fills in an element of a stack trace.
    pub(super) fn fill_element(
        &mut self,
        element: Value,
        function: FuncId,
        line: u32,
    ) -> Result<(), Stop> {
        let Some(key) = self.shared.world().function_method(function) else { return Ok(()) };
        let class = self.external_name(key.class);
        let (method, file, module, user, native) = {
            let world = self.shared.world();
            let info = world.info(key.class);
            let method = info.methods.get(key.index as usize);
            (
                method.map_or_else(String::new, |method| method.name.to_string()),
                info.source_file.clone(),
                info.origin.module.clone(),
                info.origin.user,
                method.is_some_and(bytecode::world::MethodInfo::is_native),
            )
        };
        let mirror = self.mirror(key.class)?;
        let class = self.literal(&class)?;
        let method = self.literal(&method)?;
        self.put(element, ELEMENT, "declaringClassObject", mirror)?;
        self.put(element, ELEMENT, "declaringClass", class)?;
        self.put(element, ELEMENT, "methodName", method)?;
        if let Some(file) = file {
            let file = self.literal(&file)?;
            self.put(element, ELEMENT, "fileName", file)?;
        }
        let line = match (native, line) {
            (true, _) => -2,
            (false, 0) => -1,
            (false, line) => line as i32,
        };
        self.put(element, ELEMENT, "lineNumber", number(line))?;
        if user {
            let loader = self.literal("app")?;
            self.put(element, ELEMENT, "classLoaderName", loader)?;
        } else if let Some(module) = module {
            let version = self.shared.world().jdk().version.clone();
            let module = self.literal(&module)?;
            let version = self.literal(&version)?;
            self.put(element, ELEMENT, "moduleName", module)?;
            self.put(element, ELEMENT, "moduleVersion", version)?;
        }
        Ok(())
    }
}

/// The method that a function is, if stack traces show it: what was made for lambdas and call sites is
/// not shown.
fn shown(world: &World, function: FuncId) -> Option<MethodKey> {
    let Role::Method(key) = world.role(function) else { return None };
    (!world.is_hidden(key.class)).then_some(key)
}

/// The line of an instruction, or of the nearest one before it in its block that has one; zero if none has.
pub(super) fn line_at(program: &Program, point: Point) -> u32 {
    let function = &program.functions[point.function];
    if function.blocks.is_empty() {
        return 0;
    }
    let block = &function.blocks[point.block];
    let index = point.index as usize;
    let own = block.instructions.get(index).map_or(block.terminator.span, |located| located.span);
    let before = || block.instructions.iter().take(index).rev().find_map(|located| located.span);
    own.or_else(before).map_or(0, |span| span.line)
}
