//! Calls of method handles and variable handles, each with the descriptor of its own call.

use super::values::{NULL, number};
use super::{Answer, Jvm, JvmState};
use bytecode::world::World;
use classfile::descriptor::{JType, Signature};
use machine::{Context, Model, Stop, Value};
use program::{FuncId, SelectorId};
use std::sync::Arc;

const HANDLE: &str = "java/lang/invoke/MethodHandle";
const VARIABLE: &str = "java/lang/invoke/VarHandle";
const FORM: &str = "java/lang/invoke/VarForm";

/// The ways to use a variable handle, in the order in which the JDK numbers them.
const ACCESS_MODES: [&str; 31] = [
    "get",
    "set",
    "getVolatile",
    "setVolatile",
    "getAcquire",
    "setRelease",
    "getOpaque",
    "setOpaque",
    "compareAndSet",
    "compareAndExchange",
    "compareAndExchangeAcquire",
    "compareAndExchangeRelease",
    "weakCompareAndSetPlain",
    "weakCompareAndSet",
    "weakCompareAndSetAcquire",
    "weakCompareAndSetRelease",
    "getAndSet",
    "getAndSetAcquire",
    "getAndSetRelease",
    "getAndAdd",
    "getAndAddAcquire",
    "getAndAddRelease",
    "getAndBitwiseOr",
    "getAndBitwiseOrRelease",
    "getAndBitwiseOrAcquire",
    "getAndBitwiseAnd",
    "getAndBitwiseAndRelease",
    "getAndBitwiseAndAcquire",
    "getAndBitwiseXor",
    "getAndBitwiseXorRelease",
    "getAndBitwiseXorAcquire",
];

/// What a call of a signature-polymorphic method does.
#[derive(Clone, Copy)]
enum PolymorphicCall {
    InvokeExact,
    Invoke,
    InvokeBasic,
    /// The last argument is the member to call.
    Link,
    /// A variable handle in one of its modes.
    Access(usize),
}

/// A call with one descriptor.
struct Call {
    shared: Arc<JvmState>,
    kind: PolymorphicCall,
    descriptor: String,
    /// The place of the `MethodType` of the descriptor.
    slot: u32,
}

/// The model of a signature-polymorphic method, named with the descriptor of the call.
pub(super) fn model(
    shared: &Arc<JvmState>,
    world: &mut World,
    name: &str,
) -> Option<Arc<dyn Model>> {
    let (method, descriptor) = name.split_once(':')?;
    let (class, method) = method.rsplit_once('.')?;
    let kind = match (class, method) {
        (HANDLE, "invokeExact") => PolymorphicCall::InvokeExact,
        (HANDLE, "invoke") => PolymorphicCall::Invoke,
        (HANDLE, "invokeBasic") => PolymorphicCall::InvokeBasic,
        (HANDLE, method) if method.starts_with("linkTo") => PolymorphicCall::Link,
        (VARIABLE, method) => {
            PolymorphicCall::Access(ACCESS_MODES.iter().position(|mode| *mode == method)?)
        }
        _ => return None,
    };
    let slot = world.slot(8).ok()?;
    let (shared, descriptor) = (Arc::clone(shared), descriptor.to_owned());
    Some(Arc::new(Call { shared, kind, descriptor, slot }))
}

impl Model for Call {
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Answer {
        let jvm = &mut Jvm { context, shared: &self.shared };
        let result = match self.kind {
            PolymorphicCall::Link => link(jvm, arguments)?,
            PolymorphicCall::InvokeBasic => {
                jvm.object(arguments, 0)?;
                invoke_basic(jvm, arguments)?
            }
            PolymorphicCall::InvokeExact => {
                let handle = jvm.object(arguments, 0)?;
                let ty = self.method_type(jvm, false)?;
                if jvm.get_known(handle, HANDLE, "type")? != ty.bits as u64 {
                    jvm.call_static(
                        "java/lang/invoke/Invokers",
                        "checkExactType(Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)V",
                        &[handle, ty],
                    )?;
                }
                invoke_basic(jvm, arguments)?
            }
            PolymorphicCall::Invoke => {
                let handle = jvm.object(arguments, 0)?;
                let ty = self.method_type(jvm, false)?;
                let mut arguments = arguments.to_vec();
                arguments[0] = as_type(jvm, handle, ty)?;
                invoke_basic(jvm, &arguments)?
            }
            PolymorphicCall::Access(mode) => self.access(jvm, mode, arguments)?,
        };
        Ok(Some(result))
    }
}

impl Call {
    /// The `MethodType` of the call; for variable handles, with the handle as the first parameter.
    fn method_type(&self, jvm: &mut Jvm<'_>, with_handle: bool) -> Result<Value, Stop> {
        let kept = jvm.slot(self.slot)?;
        if kept.bits != 0 {
            return Ok(kept);
        }
        let descriptor = match self.descriptor.strip_prefix('(') {
            Some(rest) if with_handle => format!("(L{VARIABLE};{rest}"),
            _ => self.descriptor.clone(),
        };
        let parameters = jvm.parameter_mirrors(&descriptor)?;
        let result = Signature::parse(&descriptor).map_or("V", Signature::result_descriptor);
        let result = jvm.mirror_of(result)?;
        let ty = jvm.call_static(
            "java/lang/invoke/MethodHandleNatives",
            "findMethodHandleType(Ljava/lang/Class;[Ljava/lang/Class;)Ljava/lang/invoke/MethodType;",
            &[result, parameters],
        )?;
        jvm.set_slot(self.slot, ty)?;
        Ok(ty)
    }

    /// Uses a variable handle: straight through the method of its form where the types are alike, otherwise
    /// through a method handle that converts.
    fn access(&self, jvm: &mut Jvm<'_>, mode: usize, arguments: &[Value]) -> Result<Value, Stop> {
        let handle = jvm.object(arguments, 0)?;
        let form = Value::pointer(jvm.get_known(handle, VARIABLE, "vform")?);
        let table = Value::pointer(jvm.get_known(form, FORM, "memberName_table")?);
        if table.bits != 0 {
            let mut member = jvm.element(table, mode)?;
            if member.bits == 0 {
                member = jvm.call_virtual(
                    FORM,
                    "getMemberName(I)Ljava/lang/invoke/MemberName;",
                    &[form, number(mode as i32)],
                )?;
            }
            let (function, _) = jvm.member_target(member)?;
            if self.fits(jvm, function) {
                return jvm.call(function, arguments);
            }
        }
        let ty = self.method_type(jvm, true)?;
        let getter = jvm.call_virtual(
            VARIABLE,
            "getMethodHandle(I)Ljava/lang/invoke/MethodHandle;",
            &[handle, number(mode as i32)],
        )?;
        let getter = as_type(jvm, getter, ty)?;
        let direct =
            jvm.call_virtual(VARIABLE, "asDirect()Ljava/lang/invoke/VarHandle;", &[handle])?;
        let mut all = vec![getter, direct];
        all.extend_from_slice(arguments.get(1..).unwrap_or_default());
        invoke_basic(jvm, &all)
    }

    /// Whether a method takes and gives what the call passes and wants, references being alike.
    fn fits(&self, jvm: &Jvm<'_>, function: FuncId) -> bool {
        let world = jvm.shared.world();
        let Some(key) = world.function_method(function) else { return false };
        let Some(method) = world.info(key.class).methods.get(key.index as usize) else {
            return false;
        };
        let (Some(own), Some(other)) =
            (Signature::parse(&self.descriptor), Signature::parse(&method.descriptor))
        else {
            return false;
        };
        let result_fits = own.result() == JType::Void || own.result() == other.result();
        let types =
            |signature: Signature<'_>| signature.parameters().map(|(ty, _)| ty).collect::<Vec<_>>();
        result_fits && types(other).get(1..) == Some(&types(own))
    }
}

fn as_type(jvm: &mut Jvm<'_>, handle: Value, ty: Value) -> Result<Value, Stop> {
    if jvm.get_known(handle, HANDLE, "type")? == ty.bits as u64 {
        return Ok(handle);
    }
    jvm.call_virtual(
        HANDLE,
        "asType(Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/MethodHandle;",
        &[handle, ty],
    )
}

/// Calls the code of a handle's form with the handle itself as the first argument.
fn invoke_basic(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Value, Stop> {
    let handle = machine::argument(arguments, 0)?;
    let form = Value::pointer(jvm.get_known(handle, HANDLE, "form")?);
    let entry = jvm.get_known(form, "java/lang/invoke/LambdaForm", "vmentry")?;
    let (function, _) = jvm.member_target(Value::pointer(entry))?;
    let class = jvm.shared.world().function_method(function).map(|key| key.class);
    if let Some(class) = class {
        jvm.initialize(class)?;
    }
    jvm.call(function, arguments)
}

/// Calls the member that is the last argument with the others.
fn link(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Result<Value, Stop> {
    let Some((member, rest)) = arguments.split_last() else { return Ok(NULL) };
    let (function, selector) = jvm.member_target(*member)?;
    let function = match selector {
        Some(selector) => found(jvm, rest, function, selector)?,
        None => function,
    };
    jvm.call(function, rest)
}

fn found(
    jvm: &mut Jvm<'_>,
    arguments: &[Value],
    function: FuncId,
    selector: SelectorId,
) -> Result<FuncId, Stop> {
    let receiver = jvm.object(arguments, 0)?;
    let class = jvm.context.class_of(receiver)?;
    match jvm.context.method(class, selector) {
        Some(found) => Ok(found),
        None => {
            let name = jvm.context.program().functions[function].name.clone();
            Err(jvm.throw("java/lang/AbstractMethodError", Some(&name)))
        }
    }
}
