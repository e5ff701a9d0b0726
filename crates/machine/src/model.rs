//! Models: functions of the world outside the program, written in Rust.
//!
//! A model sees one object-safe [`Context`], whatever domain the run is in: values with their terms and
//! grades, memory, a way to call back into the program and to add a clause to the path condition.

use program::{FuncId, Type};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::distance::Distance;
use term::{Pool, TermId};
use trace::{Limit, Mode, TrapKind};

/// Why a run does not go on where it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Stop {
    /// The program did what it must not do.
    Trap(TrapKind),
    /// A managed object was thrown; handlers are looked for.
    Throw {
        /// Its address.
        object: u64,
    },
    /// The program ended itself.
    Exit(i32),
    /// A limit was reached.
    Limit(Limit),
}

/// A value as a model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Its type.
    pub ty: Type,
    /// Its bits.
    pub bits: u128,
    /// Its term, if it depends on inputs.
    pub term: Option<TermId>,
    /// How far a boolean was from being the other one, where that is known.
    pub grade: Option<Distance>,
}

impl Value {
    /// A bare value.
    pub fn new(ty: Type, bits: u128) -> Self {
        Self { ty, bits: bits & ty.mask(), term: None, grade: None }
    }
}

/// What the program was given to run in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Environment {
    /// Arguments of the whole program, its name first.
    pub arguments: Vec<Vec<u8>>,
    /// What it reads from standard input.
    pub standard_input: Vec<u8>,
    /// Files it may open, by path.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// What a model may do.
pub trait Context {
    /// In which domain the run is.
    fn mode(&self) -> Mode;

    /// Reads a value from memory.
    fn load(&mut self, address: u64, ty: Type) -> Result<Value, Stop>;

    /// Writes a value to memory.
    fn store(&mut self, address: u64, value: Value) -> Result<(), Stop>;

    /// Makes an object on the heap.
    fn allocate(&mut self, size: Value, zeroed: bool) -> Result<Value, Stop>;

    /// Ends the life of an object on the heap; null is fine.
    fn free(&mut self, address: u64) -> Result<(), Stop>;

    /// The size of the object that an address lies in, if it lies in one.
    fn object_size(&self, address: u64) -> Option<u32>;

    /// Copies bytes with all they carry; the ranges may overlap.
    fn copy(&mut self, to: u64, from: u64, len: u64) -> Result<(), Stop>;

    /// The pool of terms, in a concolic run.
    fn pool(&mut self) -> Option<&mut Pool>;

    /// Adds a clause to the path condition; it must hold in this run.
    fn assume(&mut self, clause: TermId);

    /// The bits of a value that has to be concrete: in a concolic run it is fixed by a clause.
    fn concrete(&mut self, value: Value) -> u128;

    /// Calls a function of the program.
    fn call(&mut self, function: FuncId, arguments: &[Value]) -> Result<Option<Value>, Stop>;

    /// What the program was given to run in.
    fn environment(&self) -> &Environment;
}

/// A function written in Rust.
pub trait Model: Send + Sync {
    /// Does what the function does.
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<Option<Value>, Stop>;
}

impl<F> Model for F
where
    F: Fn(&mut dyn Context, &[Value]) -> Result<Option<Value>, Stop> + Send + Sync,
{
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        self(context, arguments)
    }
}

/// Models by the names of the functions they stand for.
#[derive(Clone, Default)]
pub struct Models {
    by_name: BTreeMap<String, Arc<dyn Model>>,
}

impl Models {
    /// No models.
    pub fn none() -> Self {
        Self::default()
    }

    /// What any program may call: `abort`, `exit`, `malloc`, `calloc`, `free`.
    pub fn standard() -> Self {
        let mut models = Self::default();
        models.add("abort", |_: &mut dyn Context, _: &[Value]| Err(Stop::Trap(TrapKind::Abort)));
        models.add("exit", |context: &mut dyn Context, arguments: &[Value]| {
            let code = context.concrete(argument(arguments, 0)?);
            Err(Stop::Exit(code as i32))
        });
        models.add("malloc", |context: &mut dyn Context, arguments: &[Value]| {
            context.allocate(argument(arguments, 0)?, false).map(Some)
        });
        models.add("calloc", |context: &mut dyn Context, arguments: &[Value]| {
            let (count, size) = (argument(arguments, 0)?, argument(arguments, 1)?);
            let total = context.concrete(count).checked_mul(context.concrete(size));
            let total = total.and_then(|total| u64::try_from(total).ok()).unwrap_or(u64::MAX);
            context.allocate(Value::new(Type::I64, total.into()), true).map(Some)
        });
        models.add("free", |context: &mut dyn Context, arguments: &[Value]| {
            let address = context.concrete(argument(arguments, 0)?);
            context.free(address as u64).map(|()| None)
        });
        models
    }

    /// Adds a model; a later one of the same name replaces an earlier one.
    pub fn add(&mut self, name: impl Into<String>, model: impl Model + 'static) {
        self.by_name.insert(name.into(), Arc::new(model));
    }

    /// The model for a function.
    pub fn get(&self, name: &str) -> Option<&Arc<dyn Model>> {
        self.by_name.get(name)
    }
}

/// An argument by its place; a call with too few of them is a bad call.
pub fn argument(arguments: &[Value], index: usize) -> Result<Value, Stop> {
    arguments.get(index).copied().ok_or(Stop::Trap(TrapKind::BadCall))
}
