//! What the JDK's library leaves to the virtual machine, written in Rust: its native methods, and the
//! methods of its own that would reach for a host that is not there.
//!
//! One file holds one area, and in it a table of names and bodies. All state lies in the machine's memory,
//! so that it goes back to the start with everything else.

mod array;
mod class;
mod class_shape;
mod constant_pool;
mod deflate;
mod file_system;
mod files;
mod given;
mod grades;
mod invoke;
mod io;
mod jvm;
mod loader;
mod management;
mod math;
mod members;
mod mirror;
mod misc;
mod module;
mod network;
mod nio_channels;
mod nio_paths;
mod null;
mod object;
mod observe;
mod outside;
mod polymorphic;
mod program;
mod reference;
mod reflect;
mod runtime;
mod seen;
mod services;
mod stack;
mod strict;
mod strings;
mod system;
mod thread;
mod throwable;
mod unsafe_access;
mod unsafe_memory;
mod values;
mod zip;

pub use given::Asked;
pub use jvm::{Jvm, JvmState, Slots, TestRun};
pub use outside::Outside;
pub(crate) use program::main_method;
pub use seen::{Gives, Known, Look, Part, Question, Questions, Seen, Step};
pub use strings::LITERAL;

use ::program::{BlockId, Function, Program};
use bytecode::natives::Natives;
use bytecode::world::World;
use machine::{CaseGrader, Context, Grader, Model, Stop, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a body gives back.
pub type Answer = Result<Option<Value>, Stop>;

/// The body of a native method.
pub type Body = fn(&mut Jvm<'_>, &[Value]) -> Answer;

/// Names and bodies of one area.
pub type Table = &'static [(&'static str, Body)];

const TABLES: &[Table] = &[
    array::TABLE,
    class::TABLE,
    class_shape::TABLE,
    constant_pool::TABLE,
    deflate::TABLE,
    file_system::TABLE,
    given::TABLE,
    invoke::TABLE,
    io::TABLE,
    loader::TABLE,
    management::TABLE,
    math::TABLE,
    members::TABLE,
    misc::TABLE,
    module::TABLE,
    network::TABLE,
    nio_channels::TABLE,
    nio_paths::TABLE,
    null::TABLE,
    object::TABLE,
    observe::TABLE,
    reference::TABLE,
    reflect::TABLE,
    runtime::TABLE,
    services::TABLE,
    stack::TABLE,
    strings::TABLE,
    system::TABLE,
    thread::TABLE,
    throwable::TABLE,
    unsafe_access::TABLE,
    unsafe_memory::TABLE,
    zip::TABLE,
];

/// All native methods by the names of their functions.
pub struct Registry {
    bodies: FxHashMap<&'static str, Body>,
    shared: Arc<JvmState>,
}

impl Registry {
    /// The natives over what they share, and the functions that runs begin with.
    pub fn new(shared: Arc<JvmState>, entries: Table) -> Self {
        let tables = TABLES.iter().chain([&entries]);
        let bodies = tables.flat_map(|table| table.iter().copied()).collect();
        Self { bodies, shared }
    }
}

impl Natives for Registry {
    fn model(&self, world: &mut World, name: &str, polymorphic: bool) -> Option<Arc<dyn Model>> {
        if polymorphic {
            return polymorphic::model(&self.shared, world, name);
        }
        let body = match self.bodies.get(name) {
            Some(body) => *body,
            // Natives that tie fields and methods to C code: there is none.
            None if name.ends_with(".registerNatives()V") || name.ends_with(".initIDs()V") => {
                nothing
            }
            None => return None,
        };
        Some(Arc::new(Native { shared: Arc::clone(&self.shared), body }))
    }

    fn grader(&self, name: &str) -> Option<Arc<dyn Grader>> {
        grades::grader(&self.shared, name)
    }

    fn case_grader(
        &self,
        world: &World,
        program: &Program,
        function: &Function,
        block: BlockId,
    ) -> Option<Arc<dyn CaseGrader>> {
        grades::cases::grader(&self.shared, world, program, function, block)
    }
}

/// A body with what it works on.
struct Native {
    shared: Arc<JvmState>,
    body: Body,
}

impl Model for Native {
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Answer {
        (self.body)(&mut Jvm { context, shared: &self.shared }, arguments)
    }
}

/// The body of a native that has nothing to do.
fn nothing(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    Ok(None)
}

/// The body of a native that is always false, or always zero.
fn zero(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    values::int(0)
}

/// The body of a native that is always true, or always one.
fn one(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    values::int(1)
}

/// The body of a native that always gives the long zero.
fn zero_long(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    values::long(0)
}

/// The body of a native that always gives null.
fn null(_: &mut Jvm<'_>, _: &[Value]) -> Answer {
    Ok(Some(Value::pointer(0)))
}
