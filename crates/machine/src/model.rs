//! Models: functions from outside the program, written in Rust.
//!
//! A model sees one object-safe [`Context`], whatever domain the run is in: values with their terms and
//! grades, memory, a way to call back into the program and to add a clause to the path condition.

use crate::streams::Streams;
use program::{
    BinaryOp, ClassId, CompareOp, ConvertOp, FuncId, GlobalId, Point, Program, RegId, SelectorId,
    Type,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use term::distance::Distance;
use term::{Pool, TermId};
use trace::{Handed, Limit, Mode, TrapKind, Wanted};

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

/// What a model throws to leave the calls that another one made: no object lies there, and no handler catches it.
pub const LEAVING: u64 = u64::MAX;

/// What a model throws to go back to a place that was marked; no handler catches it.
pub const JUMPING: u64 = u64::MAX - 1;

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

    /// The -1 of a search that found nothing, and how far the nearest was from being found.
    pub fn not_found(ty: Type, distance: Distance) -> Self {
        Self { grade: Some(crate::domain::not_found(distance)), ..Self::new(ty, u128::MAX) }
    }

    /// A bare address.
    pub fn pointer(address: u64) -> Self {
        Self::new(Type::Ptr, address.into())
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
    /// The answers to what it asks.
    pub(crate) streams: Streams,
    /// The variables of bytes that are inputs, in a concolic run.
    pub(crate) variables: Variables,
}

/// A piece of what the program was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given<'a> {
    /// An argument of the whole program, its name being number 0.
    Argument(usize),
    /// Standard input.
    StandardInput,
    /// A file, by its path.
    File(&'a str),
}

/// The variables of bytes, each from the first byte on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Variables {
    pub arguments: Vec<Vec<TermId>>,
    pub standard_input: Vec<TermId>,
    pub files: BTreeMap<String, Vec<TermId>>,
}

impl Environment {
    /// The bytes of a piece, if it was given.
    pub fn bytes(&self, given: Given<'_>) -> Option<&[u8]> {
        match given {
            Given::Argument(index) => self.arguments.get(index).map(Vec::as_slice),
            Given::StandardInput => Some(&self.standard_input),
            Given::File(path) => self.files.get(path).map(Vec::as_slice),
        }
    }

    /// The terms of its bytes in a concolic run, from the first one on; bytes behind them are no inputs.
    pub fn terms(&self, given: Given<'_>) -> &[TermId] {
        let found = match given {
            Given::Argument(index) => self.variables.arguments.get(index),
            Given::StandardInput => Some(&self.variables.standard_input),
            Given::File(path) => self.variables.files.get(path),
        };
        found.map_or(&[], Vec::as_slice)
    }
}

/// What a model may do. Values keep their terms and grades on every way through it, so that a model is
/// written once for all domains.
pub trait Context {
    /// In which domain the run is.
    fn mode(&self) -> Mode;

    /// The program that is run.
    fn program(&self) -> &Program;

    /// What the program was given to run in.
    fn environment(&self) -> &Environment;

    /// Asks the scenario for something that only the environment knows, such as a random number: the
    /// first question of a name gets the first value of the stream of that name, and so on. Beyond them
    /// the default comes and the trace notes what was asked.
    fn ask(&mut self, name: &str, ty: Type, default: Value) -> Value;

    /// Whether the scenario has an answer to the next question of that name.
    fn has_answer(&self, name: &str) -> bool;

    /// Notes that the program looked for something that the scenario could have given and did not.
    fn want(&mut self, wanted: Wanted);

    /// Whether everything that can be seen is to be noted.
    fn observes(&self) -> bool;

    /// Notes a call of a function that the scenario answers for, if everything is noted; of many calls the first.
    fn called(&mut self, function: FuncId, arguments: Vec<Handed>);

    /// Notes a text that is compared with another one, in a graded run.
    fn compared(&mut self, text: &[u16]);

    /// Notes a text that is judged, in a graded or concolic run. Unless many are known already, others are asked for that
    /// would be judged otherwise.
    fn judged(&mut self, text: &[u16], others: &mut dyn FnMut() -> Vec<Vec<u16>>);

    /// Reads a value from memory.
    fn load(&mut self, pointer: Value, ty: Type) -> Result<Value, Stop>;

    /// Reads bytes as they are, without what they carry.
    fn bytes(&mut self, pointer: u64, len: u64) -> Result<Vec<u8>, Stop>;

    /// Writes a value to memory.
    fn store(&mut self, pointer: Value, value: Value) -> Result<(), Stop>;

    /// Copies bytes with all they carry; the ranges may overlap. Symbolic ranges are fixed by clauses.
    fn copy(&mut self, to: Value, from: Value, len: Value) -> Result<(), Stop>;

    /// Sets bytes to one value. A symbolic range is fixed by clauses.
    fn fill(&mut self, to: Value, byte: Value, len: Value) -> Result<(), Stop>;

    /// Makes an object on the heap; a symbolic size stays symbolic.
    fn allocate(&mut self, size: Value, zeroed: bool) -> Result<Value, Stop>;

    /// Ends the life of an object on the heap; null is fine.
    fn free(&mut self, pointer: Value) -> Result<(), Stop>;

    /// The size of the object that an address lies in, if it lies in one.
    fn object_size(&mut self, pointer: u64) -> Option<Value>;

    /// Whether an address is that of a block of the heap that could be freed.
    fn is_block(&mut self, pointer: u64) -> bool;

    /// Makes an object of a class, all zeros; no constructor is run. To throw one, a model ends with
    /// [`Stop::Throw`].
    fn new_object(&mut self, class: ClassId) -> Result<Value, Stop>;

    /// Makes an array of an array class, all zeros; the length is an `i32`.
    fn new_array(&mut self, class: ClassId, length: Value) -> Result<Value, Stop>;

    /// How many elements an array has: an `i32`.
    fn array_length(&mut self, array: Value) -> Result<Value, Stop>;

    /// The class of a managed object.
    fn class_of(&mut self, object: Value) -> Result<ClassId, Stop>;

    /// Whether a class is the other or below it.
    fn is_subtype(&self, class: ClassId, of: ClassId) -> bool;

    /// The method that a virtual call of a selector comes to in a class.
    fn method(&mut self, class: ClassId, selector: SelectorId) -> Option<FuncId>;

    /// What is noted of a class's initialisation: 0 until it is begun. Other numbers than 1 are the
    /// models' own.
    fn class_state(&self, class: ClassId) -> u8;

    /// Notes something else of a class's initialisation.
    fn set_class_state(&mut self, class: ClassId, state: u8) -> Result<(), Stop>;

    /// Runs the initialiser of a class unless that was begun before.
    fn initialise(&mut self, class: ClassId) -> Result<(), Stop>;

    /// Lets the program grow: classes, functions, globals and the rest may be added, and functions without
    /// a body may get one. What is there must not change.
    fn grow(&mut self, change: &mut dyn FnMut(&mut Program)) -> Result<(), Stop>;

    /// The open calls, innermost last, each by the place it is at.
    fn stack(&self) -> Vec<Point>;

    /// The address of a global; null if there is no such global.
    fn global(&self, global: GlobalId) -> u64;

    /// An operation on two values of one type, without any check.
    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value;

    /// A comparison of two values of one type.
    fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value;

    /// A change of type.
    fn convert(&mut self, op: ConvertOp, to: Type, a: Value) -> Value;

    /// Which way a boolean goes; if it depends on inputs, that becomes a clause of the path condition.
    fn decide(&mut self, test: Value) -> bool;

    /// The bits of a value that has to be concrete: in a concolic run it is fixed by a clause.
    fn concrete(&mut self, value: Value) -> u128;

    /// The pool of terms, in a concolic run.
    fn pool(&mut self) -> Option<&mut Pool>;

    /// Adds a clause to the path condition; it must hold in this run.
    fn assume(&mut self, clause: TermId);

    /// Marks the call of this model as a place that the run can go back to, as long as its caller is open; gives the
    /// number of the place.
    fn mark(&mut self) -> u64;

    /// Goes back to a place: the call that marked it returns once more, with another result. Gives what the model has to
    /// end with.
    fn jump(&mut self, place: u64, result: Value) -> Stop;

    /// Calls a function of the program. What is thrown in it may be caught; any other stop has to be
    /// handed on.
    fn call(&mut self, function: FuncId, arguments: &[Value]) -> Result<Option<Value>, Stop>;
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

/// Says how far the result of a function with a body was from another one, where the body alone does not tell: a
/// loop that ends at the first difference says nothing of the others.
pub trait Grader: Send + Sync {
    /// In a graded run, behind the body: its result with a grade.
    fn grade(
        &self,
        context: &mut dyn Context,
        arguments: &[Value],
        result: Value,
    ) -> Result<Value, Stop>;

    /// Whether it offers texts in the place of those that the function judges. Then it is asked in concolic runs as
    /// well, where grades mean nothing.
    fn offers(&self) -> bool {
        false
    }

    /// Behind the body, where that threw something.
    fn thrown(&self, _: &mut dyn Context, _: &[Value]) -> Result<(), Stop> {
        Ok(())
    }
}

/// Says how far a switch was from each of its cases, where their numbers do not tell: those of hashes say nothing
/// of what was hashed.
pub trait CaseGrader: Send + Sync {
    /// The register that holds what is switched on in truth.
    fn subject(&self) -> RegId;

    /// In a graded run, at the switch: how far its subject is from each case, in the order of the cases. Where it
    /// is not known, the numbers count.
    fn grade(
        &self,
        context: &mut dyn Context,
        subject: Value,
    ) -> Result<Vec<Option<Distance>>, Stop>;
}

/// Hears of the calls that code makes.
pub trait Listener: Send {
    /// A call begins. Gives whether this is one to hear the end of; until then nothing else is told.
    fn begins(
        &mut self,
        context: &mut dyn Context,
        caller: Option<FuncId>,
        function: FuncId,
        arguments: &[Value],
    ) -> bool;

    /// The call is over, with its result unless something was thrown; that of a function without a result means nothing.
    fn ends(&mut self, result: Option<Value>);
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
            let code = context.concrete(integer(arguments, 0)?);
            Err(Stop::Exit(code as i32))
        });
        models.add("malloc", |context: &mut dyn Context, arguments: &[Value]| {
            context.allocate(integer(arguments, 0)?, false).map(Some)
        });
        models.add("calloc", |context: &mut dyn Context, arguments: &[Value]| {
            let mut wide = |index: usize| {
                let factor = integer(arguments, index)?;
                Ok(match factor.ty {
                    Type::I128 => Value::new(Type::I128, context.concrete(factor)),
                    _ => context.convert(ConvertOp::ZExt, Type::I128, factor),
                })
            };
            // The exact product, so that one that is too large stays too large.
            let (count, size) = (wide(0)?, wide(1)?);
            let exact = context.binary(BinaryOp::Mul, count, size);
            let most = Value::new(Type::I128, u64::MAX.into());
            let fits = context.compare(CompareOp::Ule, exact, most);
            if !context.decide(fits) {
                return Err(Stop::Limit(Limit::Memory));
            }
            let bytes = context.convert(ConvertOp::Trunc, Type::I64, exact);
            context.allocate(bytes, true).map(Some)
        });
        models.add("free", |context: &mut dyn Context, arguments: &[Value]| {
            context.free(integer(arguments, 0)?).map(|()| None)
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

/// An argument that is an integer or an address; a float is a bad call.
fn integer(arguments: &[Value], index: usize) -> Result<Value, Stop> {
    let value = argument(arguments, index)?;
    if value.ty.is_float() { Err(Stop::Trap(TrapKind::BadCall)) } else { Ok(value) }
}
