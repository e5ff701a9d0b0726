//! From C files to a whole program in the machine: compile, link with the library, run, explain.

use crate::characters::Characters;
use crate::clang::{Clang, Compiled, Source};
use crate::error::LowerError;
use crate::files::World;
use crate::libc::{self, FOLDER, Library, Output};
use crate::ll::ast::{Body, Definition, Module};
use crate::ll::{self};
use crate::lower::{Input, Lowered, lower};
use crate::thread::thread;
use crate::typed::add_types;
use machine::{Config, Machine};
use program::{Point, Program, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use trace::{RunError, Trap, TrapKind};

/// Lowers what clang made of a program's files, together with the files of the library that it needs.
///
/// # Errors
///
/// When clang's output cannot be read, or does not fit together.
pub fn link(compiled: &[Compiled], library: &Library) -> Result<Lowered, LowerError> {
    let mut modules = Vec::new();
    for file in compiled {
        modules.push(read(&file.file.display().to_string(), &file.ir)?);
    }
    let own = modules.len();
    // As with an archive: a file is taken if it defines what is missing so far.
    let index = definitions(library);
    let mut taken = BTreeSet::new();
    let mut wanted = undefined(&modules);
    wanted.insert("__ferret_start".to_owned());
    loop {
        let files: BTreeSet<usize> = wanted
            .iter()
            .filter_map(|name| index.get(name.as_str()).copied())
            .filter(|file| !taken.contains(file))
            .collect();
        if files.is_empty() {
            break;
        }
        for file in files {
            let (name, text) = &library.modules[file];
            modules.push(read(name, text)?);
            taken.insert(file);
        }
        wanted = undefined(&modules);
    }
    let inputs: Vec<Input<'_, '_>> = modules
        .iter()
        .enumerate()
        .map(|(index, module)| match compiled.get(index).filter(|_| index < own) {
            Some(file) => Input { module, mapping: &file.mapping, dropped: &file.dropped },
            None => Input { module, mapping: "", dropped: &[] },
        })
        .collect();
    let mut lowered = lower(&inputs)?;
    let characters = Characters::of(&lowered.program);
    for id in lowered.program.functions.ids() {
        let function = &mut lowered.program.functions[id];
        thread(function);
        if let Some(characters) = &characters {
            characters.rewrite(function);
        }
    }
    Ok(lowered)
}

fn read<'a>(name: &str, text: &'a str) -> Result<Module<'a>, LowerError> {
    ll::parse(text)
        .map_err(|error| LowerError::Module { file: name.to_owned(), error: error.to_string() })
}

/// The same for files that are to be tested: what they only declare has its type, too. `compiled` is what
/// clang made of the `sources`.
///
/// # Errors
///
/// When clang's output cannot be read, or does not fit together.
pub fn link_typed(
    clang: &Clang,
    sources: &[Source],
    mut compiled: Vec<Compiled>,
    library: &Library,
) -> Result<Lowered, LowerError> {
    let mut modules = Vec::new();
    for file in &compiled {
        modules.push(read(&file.file.display().to_string(), &file.ir)?);
    }
    let index = definitions(library);
    let models = libc::models(Arc::new(libc::Captured::default()));
    let mut missing = undefined(&modules);
    missing.retain(|name| !index.contains_key(name.as_str()) && models.get(name).is_none());
    // The first file that declares a name tells its type.
    let mut wanted: Vec<BTreeSet<String>> = Vec::new();
    for module in &modules {
        let declared = module.symbols.values().map(|symbol| &*symbol.name);
        let here: BTreeSet<String> = declared.filter_map(|name| missing.take(name)).collect();
        wanted.push(here);
    }
    drop(modules);
    for ((source, compiled), names) in sources.iter().zip(&mut compiled).zip(&wanted) {
        add_types(clang, source, compiled, names);
    }
    link(&compiled, library)
}

/// Which file of the library defines a name.
fn definitions(library: &Library) -> BTreeMap<&str, usize> {
    let mut index = BTreeMap::new();
    for (file, (_, text)) in library.modules.iter().enumerate() {
        for line in text.lines() {
            let name = if line.starts_with("define ") && !line.starts_with("define internal ") {
                line.split_once('@').and_then(|(_, rest)| rest.split_once('('))
            } else if line.contains(" = external ") || line.contains(" = internal ") {
                None
            } else {
                line.strip_prefix('@').and_then(|rest| rest.split_once(" = "))
            };
            if let Some((name, _)) = name {
                index.insert(name, file);
            }
        }
    }
    index
}

/// What modules refer to and none of them defines.
fn undefined(modules: &[Module<'_>]) -> BTreeSet<String> {
    let mut defined = BTreeSet::new();
    let mut missing = BTreeSet::new();
    for module in modules {
        for symbol in module.symbols.values() {
            let is_defined = match symbol.definition {
                Definition::Global(global) => module.globals[global].initializer.is_some(),
                Definition::Function(function) => {
                    !matches!(module.functions[function].body, Body::Declared)
                }
                Definition::Alias(_) => true,
            };
            let set = if is_defined { &mut defined } else { &mut missing };
            set.insert(symbol.name.trim_start_matches('\u{1}').to_owned());
        }
    }
    &missing - &defined
}

/// A machine for a linked program, and the scenario that runs it as a whole.
///
/// # Errors
///
/// When the program does not fit into the machine, or has no `main`.
pub fn prepare(
    program: Arc<Program>,
    world: &World,
    config: Config,
    output: Arc<dyn Output>,
) -> Result<(Machine, scenario::Scenario), RunError> {
    let has_main = program
        .function_named("main")
        .is_some_and(|function| program.functions[function].has_body());
    let scenario = world.scenario(&program).filter(|_| has_main);
    let scenario = scenario.ok_or_else(|| RunError::NoBody("main".to_owned()))?;
    Ok((Machine::new(program, config, libc::models(output))?, scenario))
}

/// An open call as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// The function.
    pub function: String,
    /// The file, if it is known.
    pub file: Option<String>,
    /// The line and column in it.
    pub position: Option<(u32, u32)>,
    /// Whether it belongs to the library and not to the program.
    pub library: bool,
}

impl std::fmt::Display for StackFrame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (&self.file, self.position) {
            (Some(file), Some((line, column))) => {
                write!(f, "{file}:{line}:{column} in {}", self.function)
            }
            (Some(file), None) => write!(f, "{file} in {}", self.function),
            _ => write!(f, "in {}", self.function),
        }
    }
}

/// The calls that were open when a program trapped, innermost first; the library's own start is left
/// out.
pub fn stack(program: &Program, trap: &Trap) -> Vec<StackFrame> {
    open_calls(program, &trap.stack)
}

/// The same for calls that were open at another end of a run ([`trace::Trace::stack`]).
pub fn open_calls(program: &Program, stack: &[Point]) -> Vec<StackFrame> {
    let frames = stack.iter().rev().map(|point| frame(program, *point));
    frames.filter(|frame| frame.function != "__ferret_start").collect()
}

/// What a trap is about, in words.
pub fn reason(program: &Program, kind: TrapKind) -> String {
    match kind {
        TrapKind::NoModel(function) => {
            format!(
                "call of `{}`, which has no body and no model",
                program.functions[function].name
            )
        }
        kind => kind.to_string(),
    }
}

fn frame(program: &Program, point: Point) -> StackFrame {
    let function = &program.functions[point.function];
    let span = span_at(program, point);
    let file = span.or(function.span).map(|span| program.files[span.file].clone());
    // A static function's name in the program has its file before a colon, which the place tells anyway.
    let name = function.name.rsplit(':').next().unwrap_or(&function.name);
    StackFrame {
        function: name.to_owned(),
        library: file.as_deref().is_some_and(is_library_file),
        file,
        position: span.map(|span| (span.line, span.column)),
    }
}

/// The place of an instruction, or of the nearest one before it in its block that has a place.
fn span_at(program: &Program, point: Point) -> Option<Span> {
    let block = &program.functions[point.function].blocks[point.block];
    let index = point.index as usize;
    let own = block.instructions.get(index).map_or(block.terminator.span, |located| located.span);
    let before = || block.instructions.iter().take(index).rev().find_map(|located| located.span);
    own.or_else(before)
}

/// Whether a file in source locations is one of the library's.
pub fn is_library_file(name: &str) -> bool {
    name.starts_with(FOLDER)
}
