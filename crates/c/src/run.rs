//! From C files to a whole program in the machine: compile, link with the library, run, explain.

use crate::characters::Characters;
use crate::clang::{Clang, Compiled, Source};
use crate::environment::{Environment, START};
use crate::libc::{self, FOLDER, Library, Output};
use crate::markers;
use crate::typed::{WITNESS, add_types};
use llvm::archive::{Archive, undefined};
use llvm::error::LowerError;
use llvm::ll::ast::Module;
use llvm::lower::{Conventions, Input, Lowered, lower, read};
use llvm::thread::thread;
use machine::{Config, Machine};
use program::{Point, Program, Span};
use report::{Frame, Place};
use std::collections::BTreeSet;
use std::sync::Arc;
use trace::{RunError, Trap, TrapKind};

/// Where files of others lie: their functions and variables are not under test.
const FOREIGN: [&str; 2] = ["/usr/", FOLDER];

/// Lowers what clang made of files, without the library.
///
/// # Errors
///
/// When clang's output cannot be read, or does not fit together.
pub fn lower_alone(compiled: &[Compiled]) -> Result<Lowered, LowerError> {
    lower_all(&read_all(compiled)?, compiled)
}

/// Lowers what clang made of a program's files, together with the files of the library that it needs.
///
/// # Errors
///
/// When clang's output cannot be read, or does not fit together.
pub fn link(compiled: &[Compiled], library: &Library) -> Result<Lowered, LowerError> {
    let mut modules = read_all(compiled)?;
    Archive::new(&library.modules).complete(&mut modules, START)?;
    let mut lowered = lower_all(&modules, compiled)?;
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

fn read_all(compiled: &[Compiled]) -> Result<Vec<Module<'_>>, LowerError> {
    compiled.iter().map(|file| read(&file.file.display().to_string(), &file.ir)).collect()
}

/// Lowers modules, of which the first are those that clang made of `compiled`.
fn lower_all(modules: &[Module<'_>], compiled: &[Compiled]) -> Result<Lowered, LowerError> {
    let inputs: Vec<Input<'_, '_>> = modules
        .iter()
        .enumerate()
        .map(|(index, module)| match compiled.get(index) {
            Some(file) => Input { module, mapping: &file.mapping, dropped: &file.dropped },
            None => Input { module, mapping: "", dropped: &[] },
        })
        .collect();
    lower(&inputs, &Conventions { witness: WITNESS, foreign: &FOREIGN })
}

/// The same for files that are to be tested: what they only declare has its type, too. `compiled` is what
/// clang made of the `sources`, and then of files that these are linked with.
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
    let modules = read_all(&compiled)?;
    let archive = Archive::new(&library.modules);
    let models = libc::models(Arc::new(libc::Captured::default()));
    let mut missing = undefined(&modules);
    missing.retain(|name| !archive.defines(name) && models.get(name).is_none());
    let marking = markers::compiled(clang, &mut missing);
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
    compiled.extend(marking);
    link(&compiled, library)
}

/// What of a program is not supported, a sentence for each with its place.
pub fn unsupported(lowered: &Lowered) -> Vec<String> {
    let one = |known: &llvm::lower::UnsupportedFunction| {
        let place = known.span.map(|span| {
            let file = &lowered.program.files[span.file];
            format!("{file}:{}:{}: ", span.line, span.column)
        });
        let place = place.unwrap_or_default();
        format!("{place}not supported in `{}`: {}", known.function, known.reason)
    };
    lowered.unsupported.iter().map(one).collect()
}

/// A machine for a linked program, and the scenario that runs it as a whole.
///
/// # Errors
///
/// When the program does not fit into the machine, or has no `main`.
pub fn prepare(
    program: Arc<Program>,
    environment: &Environment,
    config: Config,
    output: Arc<dyn Output>,
) -> Result<(Machine, scenario::Scenario), RunError> {
    let has_main = program
        .function_named("main")
        .is_some_and(|function| program.functions[function].has_body());
    let scenario = environment.scenario(&program).filter(|_| has_main);
    let scenario = scenario.ok_or_else(|| RunError::NoBody("main".to_owned()))?;
    Ok((Machine::new(program, config, libc::models(output))?, scenario))
}

/// An open call as a person reads it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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

impl StackFrame {
    /// Where it is in the program's own files; what the library consists of is nobody's to look at.
    pub(crate) fn place(&self) -> Option<Place> {
        let file = self.file.clone().filter(|_| !self.library)?;
        let (line, column) = self.position.unzip();
        Some(Place { file, line, column })
    }

    /// The same as the report has it.
    pub(crate) fn told(&self) -> Frame {
        Frame { function: self.function.clone(), place: self.place(), library: self.library }
    }
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
    frames.filter(|frame| frame.function != START).collect()
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
    StackFrame {
        function: function.source_name().to_owned(),
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
