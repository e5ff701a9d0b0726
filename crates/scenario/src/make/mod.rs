//! Making inputs: scenarios for a function from what the catalogue says that it takes.
//!
//! A [`Maker`] knows a program, the functions that a scenario may call and the constants that values are
//! drawn from. [`Maker::scenario`] makes a scenario anew; [`change`](mod@change) holds the operators that
//! make one from another, as free functions. What they make is always valid: a variable is made before
//! it is used and has the type that is wanted there. All choices come from the random numbers handed in,
//! so the same numbers make the same scenario.

mod answers;
mod build;
pub mod change;
pub mod doubts;
mod draw;
mod dynamic;
mod exchange;
mod grow;
mod managed;
mod padded;
mod point;
mod pool;
mod replay;
pub mod sequence;
mod twin;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fastrand::Rng;
use program::catalogue::{ApiCallable, ApiItem, ApiPassing, ApiType, ApiTypeId};
use program::{FuncId, Function, GlobalId, Program, Type};

use crate::{Scenario, Statement};
pub use answers::write_down;
use build::Builder;
pub use doubts::{Doubts, is_length};
pub use dynamic::DynamicConstants;
pub use exchange::{Exchange, exchange};
pub use grow::grow;
pub use point::{Slot, Target, point};
pub use pool::{Odds, Pool};
pub use replay::{Given, Step, replay};
pub use twin::{double, twin};

/// How far making goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Pointers behind pointers.
    pub depth: u32,
    /// Elements of an array that is made; growing may go beyond.
    pub elements: u32,
    /// Characters of a text that is made up, where one of the code may be longer; without, not many, and no text is
    /// longer than an array.
    pub text: Option<u32>,
    /// Whether a scenario is a run of a whole program: its inputs are parameters alone, and no variables of the program;
    /// arrays of known length are always there, and those of characters hold texts with zeros behind them.
    pub whole: bool,
    /// Bytes that an array or object may grow to.
    pub bytes: u32,
    /// Calls of a scenario.
    pub calls: u32,
    /// Fields of one record that are filled.
    pub fields: u32,
    /// Whether the inside of records that functions create may be made up at all.
    pub fabricated: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 4,
            elements: 16,
            text: None,
            whole: false,
            bytes: 4096,
            calls: 8,
            fields: 24,
            fabricated: true,
        }
    }
}

impl Limits {
    /// How long a text is that is made up, and one from elsewhere.
    fn text_lengths(self) -> (usize, usize) {
        match self.text {
            Some(text) => (text as usize, 4 * text as usize),
            None => (8, self.elements as usize),
        }
    }

    /// How long a text becomes by characters and by texts that are inserted.
    fn grown_lengths(self) -> (usize, usize) {
        match self.text {
            Some(text) => (2 * text as usize, 4 * text as usize),
            None => (self.elements as usize, 4 * self.elements as usize),
        }
    }
}

/// Makes and changes scenarios of one program. A clone costs little.
#[derive(Clone, Debug)]
pub struct Maker<'p> {
    program: &'p Program,
    pool: Pool,
    limits: Limits,
    index: Arc<Index<'p>>,
    by_hand: bool,
    /// Functions that things are rather made by.
    preferred: Arc<[FuncId]>,
}

/// What the catalogue says, by what is looked for.
#[derive(Debug, Default)]
struct Index<'p> {
    /// The functions that scenarios may call on the way, ascending.
    functions: Vec<FuncId>,
    callables: BTreeMap<FuncId, &'p ApiCallable>,
    passings: BTreeMap<FuncId, &'p ApiPassing>,
    /// Those of `functions` that give a pointer to what has a name, by that name.
    producers: BTreeMap<RecordName<'p>, Vec<FuncId>>,
    /// Those of them that do not take such a pointer themselves.
    creators: BTreeMap<RecordName<'p>, Vec<FuncId>>,
    /// Those of `functions` that take a pointer to what has a name, by that name.
    consumers: BTreeMap<RecordName<'p>, Vec<FuncId>>,
    /// Variables of the program that may be set.
    globals: BTreeMap<GlobalId, ApiTypeId>,
    /// References to managed objects, and who makes and takes them.
    managed: managed::Index,
    /// Whether the code lies in several files, so that what one keeps to itself cannot be named in tests of another.
    several_files: bool,
}

/// What records, and types whose inside is not known, are told apart by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RecordName<'p> {
    /// The type's own name or, where it has none, another name of it.
    name: &'p str,
    /// Whether it is the other name of a constant.
    constant: bool,
}

impl<'p> Maker<'p> {
    /// A maker whose scenarios call `functions`, on the way to the one that they are for, and draw from
    /// `pool`.
    pub fn new(
        program: &'p Program,
        functions: impl IntoIterator<Item = FuncId>,
        pool: Pool,
        limits: Limits,
    ) -> Self {
        let mut index = Index {
            functions: functions.into_iter().collect(),
            several_files: in_several_files(program),
            ..Index::default()
        };
        index.functions.sort_unstable();
        index.functions.dedup();
        for item in &program.catalogue.items {
            match item {
                ApiItem::Function(callable) => {
                    index.callables.entry(callable.function).or_insert(callable);
                }
                ApiItem::Passing(passing) => {
                    index.passings.entry(passing.function).or_insert(passing);
                }
                ApiItem::Global { global, ty } => {
                    let writable =
                        program.globals.get(*global).is_some_and(|global| !global.read_only);
                    if writable {
                        index.globals.insert(*global, *ty);
                    }
                }
                _ => {}
            }
        }
        let mut maker = Self {
            program,
            pool,
            limits,
            index: Arc::default(),
            by_hand: false,
            preferred: Arc::default(),
        };
        let (mut producers, mut consumers) = (BTreeMap::new(), BTreeMap::new());
        let mut creators = BTreeMap::new();
        for &function in &index.functions {
            let Some(callable) = index.callables.get(&function) else { continue };
            if why_not(program, &index, function).is_some() {
                continue;
            }
            if let Some(name) = maker.target_name(callable.result) {
                let producers: &mut Vec<FuncId> = producers.entry(name).or_default();
                producers.push(function);
                let takes = |ty: ApiTypeId| maker.target_name(ty) == Some(name);
                if !callable.params.iter().any(|(_, ty)| takes(*ty)) {
                    let creators: &mut Vec<FuncId> = creators.entry(name).or_default();
                    creators.push(function);
                }
            }
            for (_, ty) in &callable.params {
                if let Some(name) = maker.target_name(*ty) {
                    let consumers: &mut Vec<FuncId> = consumers.entry(name).or_default();
                    if consumers.last() != Some(&function) {
                        consumers.push(function);
                    }
                }
            }
        }
        let managed = managed::Index::new(program, &index.functions, &index.callables);
        maker.index = Arc::new(Index { producers, creators, consumers, managed, ..index });
        maker
    }

    /// The same maker with other values to draw from.
    #[must_use]
    pub fn with_pool(&self, pool: Pool) -> Self {
        Self { pool, ..self.clone() }
    }

    /// The same maker, which rather makes things by these functions than by others that give the same type.
    #[must_use]
    pub fn preferring(&self, preferred: Vec<FuncId>) -> Self {
        Self { preferred: preferred.into(), ..self.clone() }
    }

    /// What values are drawn from.
    pub fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The same maker with other limits.
    #[must_use]
    pub fn with_limits(&self, limits: Limits) -> Self {
        Self { limits, ..self.clone() }
    }

    /// The same maker, which also makes up the inside of records that functions create, if it may: for what these
    /// functions do not get to.
    #[must_use]
    pub fn by_hand(&self) -> Self {
        Self { by_hand: self.limits.fabricated, ..self.clone() }
    }

    /// Whether a scenario makes up a record that a function creates. Its inside may be one that it never
    /// has, so what goes wrong with it tells nothing.
    pub fn makes_up(&self, scenario: &Scenario) -> bool {
        scenario.statements.iter().any(|statement| match statement {
            Statement::Object { object, .. } => {
                let name = object.of.and_then(|ty| self.name_of(ty));
                name.is_some_and(|name| self.index.creators.contains_key(&name))
            }
            _ => false,
        })
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Why no scenario can be made for a function; `None` if one can.
    pub fn why_not(&self, function: FuncId) -> Option<String> {
        why_not(self.program, &self.index, function)
    }

    /// Whether there is more to change in scenarios of a function than numbers: pointers, or state that
    /// other calls and globals have a say in.
    pub fn has_structure(&self, function: FuncId) -> bool {
        self.program.functions.get(function).is_some_and(|callee| {
            let mut types = callee.parameter_types();
            types.any(|ty| ty == Type::Ptr) || self.index.passings.contains_key(&function)
        })
    }

    /// A scenario that calls a function, with what it takes and what it reads. Of the `globals` that may be
    /// set, some are.
    pub fn scenario(&self, random: &mut Rng, function: FuncId, globals: &[GlobalId]) -> Scenario {
        let mut builder = Builder::new(self, random, Scenario::default());
        builder.globals(globals);
        builder.call(function);
        builder.finish()
    }

    /// A scenario that calls a function, with what it takes, and sets each of the `globals`: as much as
    /// possible is an input.
    pub fn whole(&self, random: &mut Rng, function: FuncId, globals: &[GlobalId]) -> Scenario {
        let mut builder = Builder::new(self, random, Scenario::default());
        builder.all_globals(globals);
        builder.call(function);
        builder.finish()
    }

    /// The name of what a pointer type points at, for records and types whose inside is not known.
    fn target_name(&self, pointer: ApiTypeId) -> Option<RecordName<'p>> {
        let target = self.program.catalogue.pointee(pointer)?;
        self.name_of(target)
    }

    fn name_of(&self, ty: ApiTypeId) -> Option<RecordName<'p>> {
        // The name that the source uses most: a record without one may have an alias.
        let catalogue = &self.program.catalogue;
        match catalogue.shape(ty)? {
            ApiType::Record { name, .. } | ApiType::Opaque(name) if !name.is_empty() => {
                Some(RecordName { name, constant: false })
            }
            ApiType::Record { .. } | ApiType::Opaque(_) => {
                let (named, constant) = match catalogue.types.get(ty)? {
                    ApiType::Const(of) => (catalogue.types.get(*of)?, true),
                    named => (named, false),
                };
                match named {
                    ApiType::Alias { name, .. } => Some(RecordName { name, constant }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The functions that a pointer to a function of that type may point at: those of the same
    /// parameters and result.
    fn functions_like(&self, ty: &ApiType) -> Vec<FuncId> {
        let ApiType::Function { params, result, .. } = ty else { return Vec::new() };
        let catalogue = &self.program.catalogue;
        let named = |function: FuncId| {
            !self.index.several_files || self.program.functions[function].home.is_none()
        };
        let fits = |callable: &&&ApiCallable| {
            named(callable.function)
                && callable.params.len() == params.len()
                && catalogue.alike(callable.result, *result)
                && callable.params.iter().zip(params).all(|((_, a), b)| catalogue.alike(*a, *b))
        };
        self.index.callables.values().filter(fits).map(|callable| callable.function).collect()
    }
}

/// Whether the functions that the catalogue lists lie in several files. What is declared in headers belongs to the
/// file that includes them.
pub fn in_several_files(program: &Program) -> bool {
    let mut files = BTreeSet::new();
    for item in &program.catalogue.items {
        let ApiItem::Function(callable) = item else { continue };
        let function = &program.functions[callable.function];
        let Some(span) = function.span.filter(|_| function.has_body()) else { continue };
        let file = program.files[span.file].as_str();
        let file = function.home.as_deref().unwrap_or(file);
        files.insert(file.rsplit('/').next().unwrap_or(file));
    }
    files.len() > 1
}

fn why_not(program: &Program, index: &Index<'_>, function: FuncId) -> Option<String> {
    let callee: &Function = program.functions.get(function)?;
    let callable = index.callables.get(&function)?;
    if index.passings.contains_key(&function) {
        return None;
    }
    let (listed, taken) = (callable.params.len(), callee.params as usize);
    if listed != taken {
        return Some(format!("it is not known how its {listed} parameters become {taken} values"));
    }
    let odd = callable.params.iter().zip(callee.parameter_types()).find(|((_, ty), taken)| {
        let fits = match program.catalogue.shape(*ty) {
            Some(ApiType::Bool) => taken.is_int(),
            Some(ApiType::Array { .. } | ApiType::Managed { .. }) => *taken == Type::Ptr,
            _ => match program.catalogue.scalar(*ty) {
                Some(scalar) => scalar.is_float() == taken.is_float(),
                None => false,
            },
        };
        !fits
    });
    odd.map(|((name, _), _)| format!("it is not known how its parameter `{name}` is passed"))
}
