//! Stubs: functions that have neither a body nor a model answer from the scenario's streams.
//!
//! The result of a function `f` is asked as `f`; a pointer result is null or, if the answer is not zero, a
//! new object of the size that the catalogue says, whose numbers are asked as `f.result`, field by field for a
//! record as `f.result.field`. A `void *` result of a function that takes a number, or two, points at as many bytes as
//! that says, or their product, as of `malloc` and `calloc`. What it writes through a parameter `p` of a pointer type is asked as `f.p` and
//! `f.p.field`, and written only if there is an answer. Of a function that the catalogue does not list,
//! parameters are called `arg0`, `arg1` and so on, and what they point at is asked for where nobody has written
//! it yet, as the number that fits there. A function after whose calls the program never goes on ends it. So a
//! test can define the function: it gives and writes what the lists of the test hold, then zeros and nothing. Where
//! everything is observed, what it is handed is noted ([`recorded`]).

pub mod recorded;

use machine::{Context, Model, Models, Stop, Value};
use program::catalogue::{ApiCallable, ApiItem, ApiPass, ApiPassing, ApiType, ApiTypeId};
use program::{
    BinaryOp, Callee, Catalogue, CompareOp, ConvertOp, FuncId, Function, IdVec, Instruction,
    Linkage, Program, Register, Terminator, Type,
};
use recorded::Shown;
use scenario::make::in_several_files;
use std::collections::{BTreeMap, BTreeSet};

/// The size of what a pointer result points at when nobody knows it.
const UNKNOWN_SIZE: u32 = 256;

/// The most bytes that a caller may ask a stub for; for more it gets null.
pub const MOST_BYTES: u64 = 1 << 20;

/// At most so many fields of one record are asked for.
const MOST_FIELDS: usize = 16;

/// So many numbers are asked for where a result points at numbers.
pub const RESULT_ELEMENTS: u32 = 8;

/// The status of a program that a stub ends.
pub const STATUS: i32 = 1;

/// The functions that have neither a body nor a model.
pub fn unknown(program: &Program, models: &Models) -> Vec<FuncId> {
    let missing = program
        .functions
        .iter()
        .filter(|(_, function)| !function.has_body() && models.get(&function.name).is_none());
    missing.map(|(id, _)| id).collect()
}

/// The functions after whose calls the program never goes on, as compilers know it from their declarations.
pub fn never_return(program: &Program) -> BTreeSet<FuncId> {
    let (mut last, mut others) = (BTreeSet::new(), BTreeSet::new());
    for block in program.functions.values().flat_map(|function| function.blocks.values()) {
        let ends = matches!(block.terminator.node, Terminator::Unreachable);
        let count = block.instructions.len();
        for (index, instruction) in block.instructions.iter().enumerate() {
            if let Instruction::Call { callee: Callee::Direct(callee), .. } = instruction.node {
                let calls = if ends && index + 1 == count { &mut last } else { &mut others };
                calls.insert(callee);
            }
        }
    }
    &last - &others
}

/// Adds a stub for every function that has neither a body nor a model, and gives their names.
pub fn add(program: &Program, models: &mut Models) -> Vec<String> {
    let known = Known::new(program);
    let ends = never_return(program);
    let mut names = Vec::new();
    for id in unknown(program, models) {
        let function = &program.functions[id];
        let Asked { size, sized, mut fills, mut writes } = known.asked(id);
        let (name, result) = (function.name.clone(), function.result);
        // Whole questions, since a stub asks them in every run.
        for write in fills.iter_mut().chain(&mut writes) {
            write.question.insert_str(0, &name);
        }
        names.push(name.clone());
        let shown = known.shown(id);
        let ends = ends.contains(&id);
        let stub = Stub { function: id, name, result, size, sized, fills, writes, shown, ends };
        models.add(function.name.clone(), stub);
    }
    names
}

/// What the catalogue tells about functions, by function.
pub struct Known<'p> {
    program: &'p Program,
    callables: BTreeMap<FuncId, &'p ApiCallable>,
    passings: BTreeMap<FuncId, &'p ApiPassing>,
    read_only: BTreeSet<ApiTypeId>,
}

/// What a stub asks for beside its result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// The size of what a pointer result points at.
    pub size: u32,
    /// The arguments that say it instead, as their product.
    pub sized: Vec<usize>,
    /// What is in it.
    pub fills: Vec<Write>,
    /// What it writes through its parameters.
    pub writes: Vec<Write>,
}

impl<'p> Known<'p> {
    /// Reads the catalogue.
    pub fn new(program: &'p Program) -> Self {
        let catalogue = &program.catalogue;
        let mut known = Self {
            program,
            callables: BTreeMap::new(),
            passings: BTreeMap::new(),
            read_only: BTreeSet::new(),
        };
        for item in &catalogue.items {
            match item {
                ApiItem::Function(callable) => {
                    known.callables.insert(callable.function, callable);
                }
                ApiItem::Passing(passing) => {
                    known.passings.insert(passing.function, passing);
                }
                ApiItem::ReadOnly(pointer) => {
                    known.read_only.insert(catalogue.resolve(*pointer));
                }
                _ => {}
            }
        }
        known
    }

    /// Whether what is written lies behind a parameter that points at something constant.
    fn is_constant(&self, callable: &ApiCallable, write: &Write) -> bool {
        let constant = |ty: ApiTypeId| self.read_only.contains(&self.program.catalogue.resolve(ty));
        callable.params.get(write.argument).is_some_and(|(_, ty)| constant(*ty))
    }

    /// What is noted of each parameter when a stub is called.
    pub fn shown(&self, id: FuncId) -> Vec<Shown> {
        let function = &self.program.functions[id];
        match self.callables.get(&id) {
            Some(callable) => {
                recorded::shown(&self.program.catalogue, callable, self.passings.get(&id).copied())
            }
            None => recorded::bare(function),
        }
    }

    /// What a stub for a function asks for.
    pub fn asked(&self, id: FuncId) -> Asked {
        let catalogue = &self.program.catalogue;
        let function = &self.program.functions[id];
        let callable = self.callables.get(&id).copied();
        let target = callable.and_then(|callable| catalogue.pointee(callable.result));
        let size = target.and_then(|target| catalogue.size_of(target)).filter(|size| *size > 0);
        let size = size.unwrap_or(UNKNOWN_SIZE);
        match callable {
            Some(callable) if !is_fabricated(function) => {
                let (size, fills) = match target {
                    Some(target) => fills(catalogue, target, size),
                    None => (size, Vec::new()),
                };
                let passing = self.passings.get(&id).copied();
                let writes = writes(catalogue, callable, passing, &self.read_only);
                Asked { size, sized: sized(catalogue, function, callable), fills, writes }
            }
            _ => {
                let mut writes = guesses(function);
                writes
                    .retain(|write| !callable.is_some_and(|known| self.is_constant(known, write)));
                Asked { size, writes, ..Asked::default() }
            }
        }
    }
}

/// Declares a function for every type of function that pointers point at and that no listed function has, so
/// that there is one to pass. Gives them; [`add`] makes stubs of them.
pub fn declare(program: &mut Program) -> Vec<FuncId> {
    let mut declared = Vec::new();
    let several_files = in_several_files(program);
    for id in program.catalogue.types.ids().collect::<Vec<_>>() {
        let catalogue = &program.catalogue;
        let ApiType::Function { params, result, variadic } = &catalogue.types[id] else {
            continue;
        };
        let known = catalogue.items.iter().any(|item| match item {
            ApiItem::Function(callable)
                if several_files && program.functions[callable.function].home.is_some() =>
            {
                false
            }
            ApiItem::Function(callable) => {
                let taken: Vec<_> = callable.params.iter().map(|(_, ty)| *ty).collect();
                catalogue.alike(callable.result, *result)
                    && taken.len() == params.len()
                    && taken.iter().zip(params).all(|(a, b)| catalogue.alike(*a, *b))
            }
            _ => false,
        });
        // Records by value would be passed in ways that only a front-end knows.
        let types: Option<Vec<Type>> =
            params.iter().map(|ty| in_register(catalogue, *ty)).collect();
        let gives = match catalogue.shape(*result) {
            Some(ApiType::Void) => Some(None),
            _ => in_register(catalogue, *result).map(Some),
        };
        let (false, Some(types), Some(gives)) = (known, types, gives) else { continue };
        let mut name = format!("stub_{}", word_for(catalogue, id).unwrap_or("callback"));
        while program.function_named(&name).is_some() {
            name.push('_');
        }
        let registers: IdVec<_, Register> = types
            .iter()
            .enumerate()
            .map(|(index, ty)| Register { name: fabricated(index), ty: *ty })
            .collect();
        let params =
            params.iter().enumerate().map(|(index, ty)| (fabricated(index), *ty)).collect();
        let (result, variadic) = (*result, *variadic);
        let function = program.functions.push(Function {
            name,
            linkage: Linkage::Private,
            params: types.len() as u32,
            result: gives,
            registers,
            variadic,
            ..Function::default()
        });
        program.catalogue.items.push(ApiItem::Function(ApiCallable { function, params, result }));
        declared.push(function);
    }
    declared
}

/// What a parameter of a function that [`declare`] made up is called.
fn fabricated(index: usize) -> String {
    format!("arg{index}")
}

/// Whether a function without code is one that [`declare`] made up: others can be defined elsewhere.
pub fn is_fabricated(function: &Function) -> bool {
    function.linkage == Linkage::Private
}

/// What the source calls a type of functions, or what points at one: another name of it, a field, a
/// parameter.
fn word_for(catalogue: &Catalogue, id: ApiTypeId) -> Option<&str> {
    let means = |ty: ApiTypeId| {
        catalogue.resolve(ty) == id
            || catalogue.pointee(ty).is_some_and(|to| catalogue.resolve(to) == id)
    };
    let name = |name: &'_ str| !name.is_empty() && !name.contains(' ');
    let aliases = catalogue.types.iter().filter_map(|(ty, shape)| match shape {
        ApiType::Alias { name, .. } if means(ty) => Some(name.as_str()),
        _ => None,
    });
    let fields = catalogue.types.values().filter_map(|shape| match shape {
        ApiType::Record { fields, .. } => {
            fields.iter().find(|field| means(field.ty)).map(|field| field.name.as_str())
        }
        _ => None,
    });
    let params = catalogue.items.iter().filter_map(|item| match item {
        ApiItem::Function(callable) => {
            callable.params.iter().find(|(_, ty)| means(*ty)).map(|(name, _)| name.as_str())
        }
        _ => None,
    });
    aliases.chain(fields).chain(params).find(|word| name(word))
}

fn in_register(catalogue: &Catalogue, ty: ApiTypeId) -> Option<Type> {
    match catalogue.shape(ty)? {
        ApiType::Bool => Some(Type::BOOL),
        _ => catalogue.scalar(ty),
    }
}

/// The arguments that say how many bytes a caller asks for: the one or two whole numbers that a function takes which
/// gives a `void *`.
fn sized(catalogue: &Catalogue, function: &Function, callable: &ApiCallable) -> Vec<usize> {
    let gives = catalogue.pointee(callable.result).and_then(|target| catalogue.shape(target));
    if gives != Some(&ApiType::Void) || callable.params.len() != function.params as usize {
        return Vec::new();
    }
    let numbers = callable.params.iter().enumerate().filter(|(_, (_, ty))| {
        matches!(catalogue.shape(*ty), Some(ApiType::Int { bits: 32 | 64, .. }))
    });
    let numbers: Vec<usize> = numbers.map(|(index, _)| index).collect();
    if numbers.len() <= 2 { numbers } else { Vec::new() }
}

struct Stub {
    function: FuncId,
    name: String,
    result: Option<Type>,
    /// The size of what a pointer result points at.
    size: u32,
    /// The arguments that say it instead.
    sized: Vec<usize>,
    fills: Vec<Write>,
    writes: Vec<Write>,
    /// What is noted of its calls.
    shown: Vec<Shown>,
    /// Whether the program ends with it.
    ends: bool,
}

/// Something that a stub may write through a parameter, or into what its result points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The parameter's place.
    pub argument: usize,
    /// Where behind the pointer.
    pub offset: u32,
    /// Its type; what fits there if that is not known.
    pub ty: Option<Type>,
    /// The field of the record that it is.
    pub field: Option<String>,
    /// How it is asked for, behind the function's name.
    pub question: String,
}

/// The size of what a pointer result points at, and what is in it.
fn fills(catalogue: &Catalogue, target: ApiTypeId, size: u32) -> (u32, Vec<Write>) {
    if let Some(fields) = numbers(catalogue, target) {
        let fill = |(name, offset, ty): (&str, u32, Type)| Write {
            argument: 0,
            offset,
            ty: Some(ty),
            field: Some(name.to_owned()),
            question: format!(".result.{name}"),
        };
        return (size, fields.into_iter().map(fill).collect());
    }
    let Some(ty) = catalogue.scalar(target).filter(|ty| *ty != Type::Ptr) else {
        return (size, Vec::new());
    };
    let bytes = ty.bytes();
    let fill = |index| Write {
        argument: 0,
        offset: index * bytes,
        ty: Some(ty),
        field: None,
        question: ".result".to_owned(),
    };
    // One more stays zero, so that texts have an end.
    (bytes * (RESULT_ELEMENTS + 1), (0..RESULT_ELEMENTS).map(fill).collect())
}

/// The fields of a record that hold numbers: names, offsets and types.
fn numbers(catalogue: &Catalogue, ty: ApiTypeId) -> Option<Vec<(&str, u32, Type)>> {
    let Some(ApiType::Record { fields, union: false, .. }) = catalogue.shape(ty) else {
        return None;
    };
    let number = |field: &'_ program::catalogue::ApiField| {
        let ty = catalogue.scalar(field.ty).filter(|ty| *ty != Type::Ptr)?;
        Some((field.offset, ty))
    };
    let plain = fields.iter().filter(|field| field.bits.is_none() && !field.name.is_empty());
    let found = plain.filter_map(|field| {
        let (offset, ty) = number(field)?;
        Some((field.name.as_str(), offset, ty))
    });
    Some(found.take(MOST_FIELDS).collect())
}

/// What a function may write of which only the types in the machine are known.
fn guesses(function: &Function) -> Vec<Write> {
    let pointers = function.parameter_types().enumerate().filter(|(_, ty)| *ty == Type::Ptr);
    pointers
        .map(|(argument, _)| Write {
            argument,
            offset: 0,
            ty: None,
            field: None,
            question: format!(".arg{argument}"),
        })
        .collect()
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
        let mut write = |offset: u32, ty: Type, field: Option<&str>, question: String| {
            let field = field.map(str::to_owned);
            found.push(Write { argument: this, offset, ty: Some(ty), field, question });
        };
        match numbers(catalogue, target) {
            Some(fields) => {
                for (field, offset, ty) in fields {
                    write(offset, ty, Some(field), name_of(&["", name, field]));
                }
            }
            None => {
                if let Some(ty) = catalogue.scalar(target).filter(|ty| *ty != Type::Ptr) {
                    write(0, ty, None, name_of(&["", name]));
                }
            }
        }
    }
    found
}

/// The type of a number that fills the object that a pointer points at the beginning of.
fn fitting(context: &mut dyn Context, pointer: Value) -> Option<Type> {
    let size = context.object_size(pointer.bits as u64)?.bits;
    Some(match size {
        0 => return None,
        4 => Type::I32,
        2 => Type::I16,
        _ if size.is_multiple_of(8) => Type::I64,
        _ => Type::I8,
    })
}

impl Stub {
    /// How many bytes a result points at; none if a caller asks for too many.
    fn size(&self, context: &mut dyn Context, arguments: &[Value]) -> Option<Value> {
        let given = self.sized.iter().filter_map(|index| arguments.get(*index).copied());
        let mut size = None;
        for number in given {
            let number = match number.ty.bits() {
                64 => number,
                _ => context.convert(ConvertOp::SExt, Type::I64, number),
            };
            size = Some(match size {
                Some(size) => context.binary(BinaryOp::Mul, size, number),
                None => number,
            });
        }
        let Some(size) = size else { return Some(Value::new(Type::I64, self.size.into())) };
        let most = Value::new(Type::I64, MOST_BYTES.into());
        let fits = context.compare(CompareOp::Ule, size, most);
        context.decide(fits).then_some(size)
    }

    /// Something new for a result to point at.
    fn give(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<Value, Stop> {
        let Some(size) = self.size(context, arguments) else { return Ok(Value::pointer(0)) };
        let object = context.allocate(size, true)?;
        for Write { offset, ty, question, .. } in &self.fills {
            let ty = ty.unwrap_or(Type::I8);
            let answer = context.ask(question, ty, Value::new(ty, 0));
            let at = Value::new(Type::Ptr, (*offset).into());
            let at = context.binary(BinaryOp::Add, object, at);
            context.store(at, answer)?;
        }
        Ok(object)
    }
}

impl Model for Stub {
    fn call(&self, context: &mut dyn Context, arguments: &[Value]) -> Result<Option<Value>, Stop> {
        if context.observes() {
            let handed = self.shown.iter().map(|shown| shown.handed(context, arguments)).collect();
            context.called(self.function, handed);
        }
        for write in &self.writes {
            let Some(&pointer) = arguments.get(write.argument) else { continue };
            if pointer.bits == 0 || pointer.ty != Type::Ptr {
                continue;
            }
            let at = Value::new(Type::Ptr, write.offset.into());
            let at = context.binary(BinaryOp::Add, pointer, at);
            let Some(ty) = write.ty.or_else(|| fitting(context, pointer)) else { continue };
            let question = &write.question;
            let answered = context.has_answer(question);
            if answered || write.ty.is_some() || context.load(at, ty).is_err() {
                let answer = context.ask(question, ty, Value::new(ty, 0));
                if answered {
                    // What cannot be written, such as a literal, is left alone: a stub does nothing wrong.
                    let _ = context.store(at, answer);
                }
            }
        }
        if self.ends {
            return Err(Stop::Exit(STATUS));
        }
        Ok(match self.result {
            None => None,
            Some(Type::Ptr) => {
                let answer = context.ask(&self.name, Type::BOOL, Value::new(Type::BOOL, 0));
                match context.decide(answer) {
                    true => Some(self.give(context, arguments)?),
                    false => Some(Value::pointer(0)),
                }
            }
            Some(ty) => Some(context.ask(&self.name, ty, Value::new(ty, 0))),
        })
    }
}
