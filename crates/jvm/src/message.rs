//! The message and the cause of a throwable that a run ended with.

use crate::run::Prepared;
use bytecode::world::{Place, World};
use machine::Machine;
use program::ClassId;
use std::sync::PoisonError;
use trace::{Outcome, Trace};

/// Characters of a message that are looked at.
const LONGEST: u32 = 512;

impl Prepared {
    /// What `getMessage` of the throwable says that the last run ended with; none where that is not simply what it was
    /// made with. Within, none where there is no message.
    pub fn message(&self, trace: &Trace) -> Option<Option<Vec<u16>>> {
        let Outcome::Threw { class, object } = trace.outcome else { return None };
        let world = self.world();
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let throwable = world.known_class("java/lang/Throwable")?;
        let text = field(&self.machine, &world, throwable, "detailMessage", object, 8)?;
        // That of a null that was met words a message only where it was made without one.
        let is_null = &*world.info(class).name == "java/lang/NullPointerException";
        if !(is_null && text != 0)
            && overrides(&world, class, throwable, ("getMessage", "()Ljava/lang/String;"))
        {
            return None;
        }
        Some(match text {
            0 => None,
            text => Some(units(&self.machine, &world, text)?),
        })
    }

    /// The internal name of the class of the cause of what a run ended with; none if it has no cause, or if its class has a
    /// `getCause` of its own.
    pub fn cause(&self, trace: &Trace) -> Option<String> {
        let Outcome::Threw { class, object } = trace.outcome else { return None };
        let world = self.world();
        let world = world.lock().unwrap_or_else(PoisonError::into_inner);
        let throwable = world.known_class("java/lang/Throwable")?;
        if overrides(&world, class, throwable, ("getCause", "()Ljava/lang/Throwable;")) {
            return None;
        }
        // One that was not told of a cause refers to itself.
        let cause = field(&self.machine, &world, throwable, "cause", object, 8)?;
        let class = (cause != 0 && cause != object).then(|| self.machine.peek_class(cause))??;
        Some(world.info(class).name.to_string())
    }
}

/// Whether a class, or one above it below `Throwable`, declares a method.
fn overrides(
    world: &World,
    class: ClassId,
    throwable: ClassId,
    (name, descriptor): (&str, &str),
) -> bool {
    let mut next = Some(class);
    while let Some(class) = next.filter(|class| *class != throwable) {
        if world.declared(class, name, descriptor).is_some() {
            return true;
        }
        next = world.info(class).superclass;
    }
    false
}

/// What a field of an object holds.
fn field(
    machine: &Machine,
    world: &World,
    class: ClassId,
    name: &str,
    object: u64,
    bytes: u32,
) -> Option<u64> {
    let Place::Instance { offset } = world.declared_field(class, name)?.place else { return None };
    machine.peek(object + u64::from(offset), bytes).map(|bits| bits as u64)
}

/// The characters of a string.
fn units(machine: &Machine, world: &World, string: u64) -> Option<Vec<u16>> {
    let class = world.known_class("java/lang/String")?;
    let value = field(machine, world, class, "value", string, 8)?;
    let wide = field(machine, world, class, "coder", string, 1)? != 0;
    let size = if wide { 2 } else { 1 };
    let length = machine.peek_length(value)? / size;
    if length > LONGEST {
        return None;
    }
    let unit = |index: u32| machine.peek(value + u64::from(index * size), size);
    (0..length).map(|index| unit(index).map(|bits| bits as u16)).collect()
}
