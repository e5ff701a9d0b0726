//! Stubs: functions that have neither a body nor a model answer from the scenario's streams.
//!
//! The result of a function `f` is asked as `f`; a pointer result is null or, if the answer is not zero, a
//! new object of zeros of the size that the catalogue says. What it writes through a parameter `p` of a
//! pointer type is asked as `f.p`, field by field for a record as `f.p.field`; by default everything stays
//! as it is, and what has no value yet becomes zero. Without answers a stub gives 0 and writes nothing
//! else, which is what a test that defines it would begin with.

use machine::{Context, Model, Models, Stop, Value};
use program::catalogue::{ApiCallable, ApiItem, ApiPass, ApiPassing, ApiType, ApiTypeId};
use program::{Catalogue, FuncId, Program, Type};
use std::collections::{BTreeMap, BTreeSet};

/// The size of what a pointer result points at when nobody knows it.
const UNKNOWN_SIZE: u32 = 16;

/// At most so many fields of one record are asked for.
const MOST_FIELDS: usize = 16;

/// The functions that have neither a body nor a model.
pub fn unknown(program: &Program, models: &Models) -> Vec<FuncId> {
    let missing = program
        .functions
        .iter()
        .filter(|(_, function)| !function.has_body() && models.get(&function.name).is_none());
    missing.map(|(id, _)| id).collect()
}

/// Adds a stub for every function that has neither a body nor a model, and gives their names.
pub fn add(program: &Program, models: &mut Models) -> Vec<String> {
    let catalogue = &program.catalogue;
    let mut callables: BTreeMap<FuncId, &ApiCallable> = BTreeMap::new();
    let mut passings: BTreeMap<FuncId, &ApiPassing> = BTreeMap::new();
    let mut read_only: BTreeSet<ApiTypeId> = BTreeSet::new();
    for item in &catalogue.items {
        match item {
            ApiItem::Function(callable) => {
                callables.insert(callable.function, callable);
            }
            ApiItem::Passing(passing) => {
                passings.insert(passing.function, passing);
            }
            ApiItem::ReadOnly(pointer) => {
                read_only.insert(catalogue.resolve(*pointer));
            }
            _ => {}
        }
    }
    let mut names = Vec::new();
    for id in unknown(program, models) {
        let function = &program.functions[id];
        let callable = callables.get(&id).copied();
        let target = callable.and_then(|callable| catalogue.pointee(callable.result));
        let size = target.and_then(|target| catalogue.size_of(target));
        let mut stub = Stub {
            name: function.name.clone(),
            result: function.result,
            size: size.unwrap_or(UNKNOWN_SIZE),
            writes: Vec::new(),
        };
        if let Some(callable) = callable {
            stub.writes = writes(catalogue, callable, passings.get(&id).copied(), &read_only);
        }
        names.push(function.name.clone());
        models.add(function.name.clone(), stub);
    }
    names
}

struct Stub {
    name: String,
    result: Option<Type>,
    /// The size of what a pointer result points at.
    size: u32,
    writes: Vec<Write>,
}

/// Something that a stub may write through a parameter.
struct Write {
    /// The parameter's place.
    argument: usize,
    offset: u32,
    ty: Type,
    /// How it is asked for.
    question: String,
}

/// What a function may write through its parameters: scalars, and the scalars of records.
fn writes(
    catalogue: &Catalogue,
    callable: &ApiCallable,
    passing: Option<&ApiPassing>,
    read_only: &BTreeSet<ApiTypeId>,
) -> Vec<Write> {
    let name_of = |parts: &[&str]| parts.join(".");
    let mut found = Vec::new();
    let mut argument = usize::from(passing.is_some_and(|passing| passing.hidden_result));
    for (index, (name, ty)) in callable.params.iter().enumerate() {
        let this = argument;
        argument += match passing.and_then(|passing| passing.params.get(index)) {
            Some(ApiPass::Parts(offsets)) => offsets.len(),
            _ => 1,
        };
        if read_only.contains(&catalogue.resolve(*ty)) {
            continue;
        }
        let Some(target) = catalogue.pointee(*ty) else { continue };
        let mut write = |offset: u32, ty: Type, question: String| {
            found.push(Write { argument: this, offset, ty, question });
        };
        match catalogue.shape(target) {
            Some(ApiType::Record { fields, union: false, .. }) => {
                let scalars =
                    fields.iter().filter(|field| field.bits.is_none()).filter_map(|field| {
                        let ty = catalogue.scalar(field.ty).filter(|ty| *ty != Type::Ptr)?;
                        Some((field, ty))
                    });
                for (field, ty) in scalars.take(MOST_FIELDS) {
                    write(field.offset, ty, name_of(&["", name, &field.name]));
                }
            }
            _ => {
                if let Some(ty) = catalogue.scalar(target).filter(|ty| *ty != Type::Ptr) {
                    write(0, ty, name_of(&["", name]));
                }
            }
        }
    }
    found
}

impl Model for Stub {
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        for write in &self.writes {
            let Some(&pointer) = arguments.get(write.argument) else { continue };
            if pointer.bits == 0 || pointer.ty != Type::Ptr {
                continue;
            }
            let at = context.binary(
                program::BinaryOp::Add,
                pointer,
                Value::new(Type::Ptr, write.offset.into()),
            );
            let zero = Value::new(write.ty, 0);
            let there = context.load(at, write.ty);
            let question = format!("{}{}", self.name, write.question);
            let answer = context.ask(&question, write.ty, there.clone().unwrap_or(zero));
            if there != Ok(answer) {
                // What cannot be written, such as a literal, is left alone: a stub does nothing wrong.
                let _ = context.store(at, answer);
            }
        }
        Ok(match self.result {
            None => None,
            Some(Type::Ptr) => {
                let answer = context.ask(&self.name, Type::BOOL, Value::new(Type::BOOL, 0));
                match context.decide(answer) {
                    true => Some(context.allocate(Value::new(Type::I64, self.size.into()), true)?),
                    false => Some(Value::pointer(0)),
                }
            }
            Some(ty) => Some(context.ask(&self.name, ty, Value::new(ty, 0))),
        })
    }
}
