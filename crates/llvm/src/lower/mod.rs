//! Modules of LLVM IR become one program, with its coverage goals.
//!
//! What becomes of C and of clang's ways with it:
//!
//! - Local variables that hold one scalar and whose address goes nowhere are registers. Where such a
//!   variable may be read before it is written, a second register tells whether it was, and a check
//!   looks at it.
//! - Aggregates in registers are split into their scalars; a result of several scalars is written
//!   through a hidden first parameter.
//! - `long double` is computed as a double. In memory it keeps its 16 bytes, of which the first eight
//!   hold the double; numbers beyond a double's range or precision are rounded, and a program that
//!   looks at the bytes of a `long double` sees others.
//! - Arguments beyond the parameters are all in memory, never in registers. clang passes an `__int128`
//!   there as two halves, so one that does not begin at a multiple of 16 bytes is misread.
//! - There is one thread: atomic operations are plain ones, thread-local variables are globals.
//! - Objects of `alloca` and variable-length arrays live until their function returns.
//! - A local structure in which bit-fields are written begins as zeros, since clang reads the bytes around
//!   a bit-field to write it. Memory from `malloc` does not: there such a write before any other traps.
//! - Blocks have numbers as addresses, and a computed `goto` is a switch over them.
//! - A function with inline assembly, `setjmp`, or a type the machine does not have traps when it is
//!   called; it is named in [`Lowered::unsupported`], and the rest of the program works.

mod api;
mod assigned;
mod body;
mod constant;
mod debug;
mod decisions;
mod facts;
mod float;
mod globals;
mod goals;
mod handed;
mod layout;
mod libm;
mod link;
mod operands;
mod passing;
mod roles;
mod signature;

pub use goals::{
    BranchGoal, BranchPlace, Choice, CounterSource, DecisionGoal, FunctionGoals, Goals,
    MarkedRegion, RegionGoal,
};

use crate::error::LowerError;
use crate::ll;
use crate::ll::ast::{
    Body as LlBody, ConstantKind, DebugRecordKind, Definition, Function as LlFunction,
    InstructionKind, Module, Operand as LlOperand,
};
use crate::mapping::{self, DroppedDecision, FunctionMapping, Region};
use constant::Constants;
use debug::{Files, Places};
use decisions::Decisions;
use facts::Source;
use layout::Layout;
use link::{Links, Origin, Target};
use program::{
    Block, FuncId, Function, IdVec, Linkage, Located, Program, Register, Span, Terminator,
};
use rustc_hash::FxHashMap;
use signature::Signature;
use std::cell::RefCell;

/// A module to be lowered.
#[derive(Clone, Copy)]
pub struct Input<'m, 'a> {
    /// The module.
    pub module: &'m Module<'a>,
    /// The text of its coverage mapping; may be empty.
    pub mapping: &'m str,
    /// What clang left out of MC/DC.
    pub dropped: &'m [DroppedDecision],
}

/// What the caller tells by names.
#[derive(Clone, Copy, Default, Debug)]
pub struct Conventions<'c> {
    /// How names of pointers begin that are there for their type only, which is that of what a file declares
    /// under the rest of the name; empty if there are none.
    pub witness: &'c str,
    /// How names of files begin that are not the user's: the catalogue leaves out what they define.
    pub foreign: &'c [&'c str],
}

impl Conventions<'_> {
    /// What a pointer that is there for its type tells the type of.
    fn witnessed<'n>(&self, name: &'n str) -> Option<&'n str> {
        name.strip_prefix(self.witness).filter(|_| !self.witness.is_empty())
    }
}

/// A program and what is known about it beside its code.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The program, verified.
    pub program: Program,
    /// Its coverage goals.
    pub goals: Goals,
    /// Functions that trap when they are called, and why.
    pub unsupported: Vec<UnsupportedFunction>,
}

/// A function that could not be lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsupportedFunction {
    /// Its name in the program.
    pub function: String,
    /// What is not supported.
    pub reason: String,
    /// The place in the source, if it is known.
    pub span: Option<Span>,
}

/// Reads the text of a module.
///
/// # Errors
///
/// When it is not LLVM IR; the message names the `file` that it was made from.
pub fn read<'a>(file: &str, text: &'a str) -> Result<Module<'a>, LowerError> {
    ll::parse(text)
        .map_err(|error| LowerError::Module { file: file.to_owned(), error: error.to_string() })
}

/// Links modules and lowers them to one program.
///
/// # Errors
///
/// When the modules are for another machine, define the same name twice, or hold a variable that
/// cannot be laid out; when a coverage mapping cannot be read.
pub fn lower(
    inputs: &[Input<'_, '_>],
    conventions: &Conventions<'_>,
) -> Result<Lowered, LowerError> {
    let modules: Vec<&Module<'_>> = inputs.iter().map(|input| input.module).collect();
    for module in &modules {
        if !module.triple.is_empty() && !module.triple.starts_with(layout::TRIPLE_PREFIX) {
            return Err(LowerError::Target {
                file: module.source_filename.to_string(),
                target: module.triple.to_string(),
            });
        }
    }
    let links = link::link(&modules, conventions)?;
    let layouts: Vec<Layout<'_, '_>> = modules.iter().map(|module| Layout::new(module)).collect();
    let files = RefCell::new(Files::default());
    let home = modules.iter().find_map(|module| debug::compilation_directory(module));
    let home = home.unwrap_or_default();
    let places: Vec<Places<'_, '_>> =
        modules.iter().map(|module| Places::new(module, &files, &home)).collect();
    let mappings = inputs.iter().map(Mapping::new).collect::<Result<Vec<_>, _>>()?;

    let mut lowered = Lowered::default();
    for (name, origin) in links.globals.values() {
        let (module, layout) = (modules[origin.module], &layouts[origin.module]);
        let mut global = globals::lower(module, layout, &links, name, *origin)?;
        global.home = links.home(&modules, *origin).map(str::to_owned);
        lowered.program.globals.push(global);
    }
    let mut refused: IdVec<FuncId, Option<String>> = IdVec::new();
    let mut signatures = IdVec::new();
    for (_, origin) in links.functions.values() {
        let signature = match function_of(modules[origin.module], *origin) {
            Some(function) => Signature::of(&layouts[origin.module], function),
            None => Ok(Signature::default()),
        };
        refused.push(signature.as_ref().err().cloned());
        signatures.push(signature.unwrap_or_default());
    }
    for (id, (name, origin)) in links.functions.iter() {
        let module = modules[origin.module];
        let (layout, links) = (&layouts[origin.module], &links);
        let unit = body::Unit {
            module,
            layout,
            constants: Constants { module, layout, links, index: origin.module },
            links,
            places: &places[origin.module],
            signatures: &signatures,
        };
        let mapping = &mappings[origin.module];
        let mut function =
            lowered.function(&unit, id, name, *origin, mapping, refused[id].as_deref());
        function.home = links.home(&modules, *origin).map(str::to_owned);
        lowered.program.functions.push(function);
    }
    for input in inputs {
        lowered.goals.dropped.extend_from_slice(input.dropped);
    }
    lowered.program.catalogue = catalogue(&modules, &layouts, &places, &links, conventions);
    drop(places);
    lowered.program.files = files.into_inner().into_names();
    program::verify::verify(&lowered.program).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        LowerError::Verify { problems: lines.join("\n") }
    })?;
    Ok(lowered)
}

impl Lowered {
    /// Lowers a function, or says why it cannot be.
    fn function(
        &mut self,
        unit: &body::Unit<'_, '_>,
        id: FuncId,
        name: &str,
        origin: Origin,
        mapping: &Mapping<'_, '_>,
        refused: Option<&str>,
    ) -> Function {
        let module = unit.module;
        let linkage = if link::is_local(module, &module.symbols[origin.symbol]) {
            Linkage::Private
        } else {
            Linkage::Public
        };
        let signature = &unit.signatures[id];
        let Some(source) = function_of(module, origin) else {
            return bare(name, linkage, signature, false);
        };
        let place = source.subprogram.and_then(|node| {
            let file = unit.places.file_of_scope(node)?;
            let line = unit.places.node(node)?.integer("line")?;
            Some(debug::point(file, u32::try_from(line).ok()?, 1))
        });
        let mut unsupported = |reason: String, span: Option<Span>| {
            self.unsupported.push(UnsupportedFunction { function: name.to_owned(), reason, span });
            let mut function = bare(name, linkage, signature, true);
            function.span = place;
            function
        };
        let (blocks, locals) = match &source.body {
            LlBody::Declared => return bare(name, linkage, signature, false),
            LlBody::Unsupported { reason, .. } => return unsupported(reason.clone(), place),
            LlBody::Defined { blocks, locals, .. } => (blocks, locals),
        };
        if let Some(reason) = refused {
            return unsupported(reason.to_owned(), place);
        }
        let body = Source { module, function: source, blocks, locals };
        let profile = profile(body);
        let regions = profile.as_ref().and_then(|profile| mapping.of(&profile.name));
        let span = |region: &Region| {
            regions.and_then(|(_, files)| mapping.span(unit.places, files, region))
        };
        let decisions =
            regions.map(|(function, _)| Decisions::new(function, span)).unwrap_or_default();
        let counters = profile.as_ref().map_or(0, |profile| profile.counters);
        let lowered = body::lower(unit, body, name.to_owned(), linkage, &decisions, counters);
        let (mut function, marks, body) = match lowered {
            Ok((function, marks)) => (function, marks, Some(body)),
            Err(error) => {
                let mut function = unsupported(error.reason, error.span.or(place));
                // They are goals anyway.
                function.decisions = decisions.decisions.clone();
                (function, body::Marks::default(), None)
            }
        };
        function.span = place;
        if let Some((known, _)) = regions {
            function.span = known.regions.first().and_then(span).or(place);
            let goals =
                goals::of_function(id, &mut function, body, &marks, known, &decisions, &span);
            self.goals.functions.push(goals);
        }
        function
    }
}

/// The function that a name comes from; intrinsics that stand for a library function are declared.
fn function_of<'m, 'a>(module: &'m Module<'a>, origin: Origin) -> Option<&'m LlFunction<'a>> {
    match module.symbols[origin.symbol].definition {
        Definition::Function(function) => Some(&module.functions[function]),
        _ => None,
    }
}

/// A function of which there is nothing but its parameters, or a body that traps.
fn bare(name: &str, linkage: Linkage, signature: &Signature, traps: bool) -> Function {
    let mut function = Function {
        name: name.to_owned(),
        linkage,
        params: signature.params.len() as u32,
        variadic: signature.variadic,
        result: signature.result,
        ..Function::default()
    };
    for (index, ty) in signature.params.iter().enumerate() {
        function.registers.push(Register { name: format!("arg{index}"), ty: *ty });
    }
    if traps {
        function.blocks.push(Block {
            label: "unsupported".to_owned(),
            handlers: None,
            instructions: Vec::new(),
            terminator: Located::nowhere(Terminator::Unreachable),
        });
    }
    function
}

/// More counters than any function has; who claims to have more is not believed.
const MAX_COUNTERS: u32 = 1 << 20;

/// What the profile calls a function, and how many counters it has.
struct Profile {
    name: String,
    counters: u32,
}

fn profile(source: Source<'_, '_>) -> Option<Profile> {
    let module = source.module;
    let constant = |operand: LlOperand| match operand {
        LlOperand::Constant(id) => Some(&module.constants[id].kind),
        _ => None,
    };
    let instructions = source.blocks.values().flat_map(|block| &block.instructions);
    for instruction in instructions {
        let InstructionKind::Call(call) = &instruction.kind else { continue };
        if !operands::callee_name(module, &call.callee)
            .is_some_and(|name| name.starts_with("llvm.instrprof.increment"))
        {
            continue;
        }
        let ConstantKind::Symbol(symbol) = constant(call.arguments.first()?.value)? else {
            return None;
        };
        let ConstantKind::Integer(counters) = constant(call.arguments.get(2)?.value)? else {
            return None;
        };
        let Definition::Global(global) = module.symbols[*symbol].definition else { return None };
        let name = bytes_of(module, module.globals[global].initializer?)?;
        return Some(Profile {
            name: String::from_utf8_lossy(name).into_owned(),
            counters: u32::try_from(*counters).ok().filter(|count| *count <= MAX_COUNTERS)?,
        });
    }
    None
}

fn bytes_of<'m>(module: &'m Module<'_>, id: ll::ast::ConstantId) -> Option<&'m [u8]> {
    match &module.constants[id].kind {
        ConstantKind::Bytes(bytes) => Some(bytes),
        ConstantKind::Struct(fields) => bytes_of(module, *fields.last()?),
        _ => None,
    }
}

/// The coverage mapping of a module with the names of its files.
struct Mapping<'m, 'a> {
    module: &'m Module<'a>,
    functions: Vec<FunctionMapping>,
    by_name: FxHashMap<String, usize>,
    names: Vec<String>,
    /// By function: its files, as places in the list of names.
    files: Vec<Vec<usize>>,
}

impl<'m, 'a> Mapping<'m, 'a> {
    fn new(input: &Input<'m, 'a>) -> Result<Self, LowerError> {
        let module = input.module;
        let functions = mapping::parse(input.mapping).map_err(|error| LowerError::Mapping {
            file: module.source_filename.to_string(),
            error,
        })?;
        let content = |name: &str| {
            let Definition::Global(global) = module.symbols[module.symbol(name)?].definition else {
                return None;
            };
            bytes_of(module, module.globals[global].initializer?)
        };
        let names =
            content("__llvm_coverage_mapping").and_then(mapping::files::names).unwrap_or_default();
        let mut files = Vec::new();
        for global in module.globals.values() {
            if module.symbols[global.symbol].name.starts_with("__covrec_") {
                let record = global.initializer.and_then(|id| bytes_of(module, id));
                files.push(record.and_then(mapping::files::of_record).unwrap_or_default());
            }
        }
        // The records stand in the order of the text; without that, all is taken to be one file.
        if files.len() != functions.len() {
            files = vec![Vec::new(); functions.len()];
        }
        let by_name = functions
            .iter()
            .enumerate()
            .map(|(index, function)| (function.name.clone(), index))
            .collect();
        Ok(Self { module, functions, by_name, names, files })
    }

    fn of(&self, name: &str) -> Option<(&FunctionMapping, &[usize])> {
        let index = *self.by_name.get(name)?;
        Some((&self.functions[index], &self.files[index]))
    }

    fn span(&self, places: &Places<'_, '_>, files: &[usize], region: &Region) -> Option<Span> {
        let name = files.get(region.file as usize).and_then(|index| self.names.get(*index));
        let name = name.map_or(&*self.module.source_filename, String::as_str);
        let directory = self.names.first().map_or("", String::as_str);
        let file = places.named(name, directory);
        let range = region.range;
        Some(Span {
            file,
            line: range.line,
            column: range.column,
            end_line: range.end_line,
            end_column: range.end_column,
        })
    }
}

/// Lists the functions and variables of the user's files.
fn catalogue(
    modules: &[&Module<'_>],
    layouts: &[Layout<'_, '_>],
    places: &[Places<'_, '_>],
    links: &Links,
    conventions: &Conventions<'_>,
) -> program::Catalogue {
    let mut collector = api::Collector::default();
    for (index, module) in modules.iter().enumerate() {
        let mut types = collector.module(&places[index]);
        for (id, (_, origin)) in links.functions.iter().filter(|(_, known)| known.1.module == index)
        {
            let Some(function) = function_of(module, *origin) else { continue };
            let LlBody::Defined { debug, .. } = &function.body else { continue };
            let Some(subprogram) = function.subprogram else { continue };
            if !places[index].is_users(subprogram, conventions) {
                continue;
            }
            let mut names = vec![None; function.parameters.len()];
            for record in debug.iter().filter(|record| record.kind == DebugRecordKind::Declare) {
                let Some(variable) = record.variable.and_then(|id| places[index].node(id)) else {
                    continue;
                };
                let number = variable.integer("arg").unwrap_or(0);
                if let Some(number) = usize::try_from(number).ok().and_then(|n| n.checked_sub(1)) {
                    if names.len() <= number {
                        names.resize(number.min(255) + 1, None);
                    }
                    if let Some(slot) = names.get_mut(number) {
                        *slot = variable.string("name").map(str::to_owned);
                    }
                }
            }
            types.function(id, subprogram, &names, |callable, catalogue| {
                passing::of(&layouts[index], function, callable, catalogue)
            });
        }
        for (id, (_, origin)) in links.globals.iter().filter(|(_, known)| known.1.module == index) {
            let Definition::Global(global) = module.symbols[origin.symbol].definition else {
                continue;
            };
            let global = &module.globals[global];
            if global.is_constant {
                continue;
            }
            let Some(node) = global.debug.first() else { continue };
            let variable = places[index].node(*node).and_then(|node| node.node("var"));
            if variable.is_some_and(|variable| places[index].is_users(variable, conventions)) {
                types.global(id, *node);
            }
        }
        // What is only declared, where a pointer tells its type.
        for pointer in module.globals.values() {
            let Some(name) = conventions.witnessed(&module.symbols[pointer.symbol].name) else {
                continue;
            };
            let Some(symbol) = module.symbol(name) else { continue };
            let Some(node) = pointer.debug.first() else { continue };
            match links.targets[index][symbol] {
                Target::Function(id) => {
                    let (_, origin) = &links.functions[id];
                    let Some(function) = function_of(module, Origin { module: index, symbol })
                    else {
                        continue;
                    };
                    if function_of(modules[origin.module], *origin)
                        .is_some_and(|known| matches!(known.body, LlBody::Declared))
                    {
                        types.declared_function(id, *node, |callable, catalogue| {
                            passing::of(&layouts[index], function, callable, catalogue)
                        });
                    }
                }
                Target::Global(id, 0) => {
                    types.declared_global(id, *node);
                }
                Target::Global(..) | Target::Nothing => {}
            }
        }
    }
    collector.into_catalogue()
}
