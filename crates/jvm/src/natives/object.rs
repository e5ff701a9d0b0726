//! `java.lang.Object`: identity, copies, and waiting, which nobody can end.

use super::values::int;
use super::{Answer, Jvm, Table, nothing};
use classfile::descriptor::JType;
use machine::{Stop, Value};

pub(super) const TABLE: Table = &[
    ("java/lang/Object.hashCode()I", hash_code),
    ("java/lang/Object.getClass()Ljava/lang/Class;", get_class),
    ("java/lang/Object.clone()Ljava/lang/Object;", clone),
    ("java/lang/Object.notify()V", nothing),
    ("java/lang/Object.notifyAll()V", nothing),
    ("java/lang/Object.wait(J)V", wait),
    ("java/lang/Object.wait0(J)V", wait),
    ("java/lang/System.identityHashCode(Ljava/lang/Object;)I", hash_code),
];

/// A number that is different for different objects of one run and the same in every run with the same environment:
/// made from the address, and stirred so that the low bits differ, which hash tables use.
fn hash_code(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let address = jvm.reference(arguments, 0)?.bits as u64;
    if address == 0 {
        return int(0);
    }
    let stirred =
        ((address >> 32) ^ jvm.shared.environment.identity).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    int((stirred >> 33) as i32 & 0x7fff_ffff)
}

fn get_class(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    let class = jvm.context.class_of(object)?;
    jvm.mirror(class).map(Some)
}

fn clone(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let object = jvm.object(arguments, 0)?;
    let class = jvm.context.class_of(object)?;
    let element = jvm.context.program().classes[class].element;
    let (copy, size) = match element {
        Some(element) => {
            let length = jvm.context.array_length(object)?;
            let count = jvm.context.concrete(length) as u64;
            (jvm.context.new_array(class, length)?, count * u64::from(element.bytes()))
        }
        None => {
            let cloneable = jvm.class("java/lang/Cloneable")?;
            if !jvm.context.is_subtype(class, cloneable) {
                return Err(refuse(jvm, class));
            }
            let size = jvm.context.program().classes[class].size;
            (jvm.context.new_object(class)?, u64::from(size))
        }
    };
    jvm.context.copy(copy, object, super::values::wide(size as i64))?;
    Ok(Some(copy))
}

fn refuse(jvm: &mut Jvm<'_>, class: program::ClassId) -> Stop {
    let name = jvm.shared.world().info(class).name.replace('/', ".");
    jvm.throw("java/lang/CloneNotSupportedException", Some(&name))
}

/// With a limit, the time passes; without one, nobody is there to wake the thread up.
fn wait(jvm: &mut Jvm<'_>, arguments: &[Value]) -> Answer {
    let millis = jvm.long(arguments, 1)?;
    if jvm.take_interrupt()? {
        return Err(jvm.throw("java/lang/InterruptedException", None));
    }
    if jvm.let_others_run()? {
        return Ok(None);
    }
    if millis > 0 {
        jvm.sleep(millis.saturating_mul(1_000_000))?;
        return Ok(None);
    }
    Err(jvm.blocked("Object.wait()"))
}

impl Jvm<'_> {
    /// Boxes a value as `valueOf` of its wrapper does; references stay as they are.
    pub(super) fn boxed(&mut self, ty: JType, value: Value) -> Result<Value, Stop> {
        let (class, signature) = match ty {
            JType::Boolean => ("java/lang/Boolean", "valueOf(Z)Ljava/lang/Boolean;"),
            JType::Byte => ("java/lang/Byte", "valueOf(B)Ljava/lang/Byte;"),
            JType::Char => ("java/lang/Character", "valueOf(C)Ljava/lang/Character;"),
            JType::Short => ("java/lang/Short", "valueOf(S)Ljava/lang/Short;"),
            JType::Int => ("java/lang/Integer", "valueOf(I)Ljava/lang/Integer;"),
            JType::Long => ("java/lang/Long", "valueOf(J)Ljava/lang/Long;"),
            JType::Float => ("java/lang/Float", "valueOf(F)Ljava/lang/Float;"),
            JType::Double => ("java/lang/Double", "valueOf(D)Ljava/lang/Double;"),
            JType::Reference => return Ok(value),
            JType::Void => return Ok(Value::pointer(0)),
        };
        self.call_static(class, signature, &[value])
    }

    /// The primitive value in a wrapper, and its type; `None` if it is no wrapper.
    pub(crate) fn unboxed(&mut self, object: Value) -> Result<Option<(JType, Value)>, Stop> {
        if object.bits == 0 {
            return Ok(None);
        }
        let class = self.context.class_of(object)?;
        let wrapped = JType::wrapped_by(&self.shared.world().info(class).name);
        let Some(ty) = wrapped else { return Ok(None) };
        let Some(class) = ty.wrapper() else { return Ok(None) };
        if ty == JType::Void {
            return Ok(None);
        }
        let value = self.get(object, class, "value")?;
        Ok(Some((ty, value)))
    }
}
