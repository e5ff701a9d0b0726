//! C programs as a whole: what they are given is made of sized inputs, and what is kept of the search is a corpus.
//!
//! A run begins with a function of our own ([`entry`]) whose parameters are all that the program is given: how many
//! arguments there are, the bytes of each, standard input and how long it is, files, variables of the environment. It
//! hands them to the library and calls `main`. So techniques, which know functions and their inputs, need not know of
//! programs.

mod aims;
mod entry;
mod given;
mod markers;
mod product;
mod stage;

pub use crate::markers::source as markers_source;
pub use aims::Aims;
pub use entry::{Bytes, Inputs, Layout, Slot, Start, name_of};
pub use given::Given;
pub use markers::Answer;
pub use product::{Beginning, Crash, Kept, Product, Stopper};

use crate::Uninitialised;
use crate::clang::{Clang, Compiled, Source};
use crate::libc::{self, Library};
use crate::produce::{Dropped, Project};
use crate::run;
use entry::ENTRY;
use generate::{Settings, Subject};
use language::{Error, fingerprint};
use machine::{Config, Context, Machine, Models, Value, argument};
use program::FuncId;
use std::collections::BTreeMap;
use std::sync::Arc;
use trace::RunError;

/// Steps that one run may take unless another number is asked for.
pub const MAX_STEPS: u64 = 2_000_000;
/// Bytes that one run may take.
const MEMORY: u64 = 256 << 20;
/// Terms that one run may make: what needs more is followed without.
const TERMS: usize = 1_000_000;

/// How runs of a program treat what C leaves open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Semantics {
    /// Whether signed overflow wraps around and does not trap.
    pub wraps: bool,
    /// What a read of memory gives that was never written.
    pub uninitialised: Uninitialised,
}

/// A program that is run as a whole.
pub struct Whole {
    /// The compiler.
    pub clang: Clang,
    /// Its files.
    pub sources: Vec<Source>,
    /// The program with its goals.
    pub project: Project,
    /// What it is called.
    pub name: String,
    /// A number that changes with its code.
    pub code: u64,
    /// What is not supported of it, each with its place.
    pub unsupported: Vec<String>,
    /// Where a run of the program starts.
    pub start: Start,
    pub(crate) layout: Layout,
    semantics: Semantics,
}

impl Whole {
    /// Links compiled files with the library and a way in that takes these inputs.
    ///
    /// # Errors
    ///
    /// When they do not fit together, or have neither `main` nor `LLVMFuzzerTestOneInput`.
    pub fn link(
        clang: Clang,
        sources: Vec<Source>,
        compiled: Vec<Compiled>,
        library: &Library,
        (name, inputs, semantics): (String, Inputs, Semantics),
    ) -> Result<Self, Error> {
        let start = Start::of(&compiled).ok_or_else(|| {
            Error::new("the program has no `main`, and no `LLVMFuzzerTestOneInput` either")
                .help("name all files of the program; `ferret c` generates tests for functions")
        })?;
        let inputs = inputs.for_start(start)?;
        let (ir, mut all) = (entry::compile(&clang, &name, &inputs, start)?, compiled);
        all.push(Compiled { file: entry::FILE.into(), ir, ..Compiled::default() });
        let mut lowered = run::link(&all, library).map_err(Error::new)?;
        let unsupported = run::unsupported(&lowered);
        let layout = Layout::declare(&mut lowered.program, inputs);
        let layout = layout.ok_or_else(|| Error::new(format!("`{ENTRY}` was not compiled")))?;
        let project = Project::whole(lowered, &sources);
        let code = fingerprint(program::text::print(&project.program).as_bytes());
        Ok(Self { clang, sources, project, name, code, unsupported, start, layout, semantics })
    }

    /// What the program is given.
    pub fn inputs(&self) -> &Inputs {
        &self.layout.inputs
    }

    /// The functions with goals.
    pub fn functions(&self) -> Vec<FuncId> {
        self.project.goals.units.values().map(|unit| unit.function).collect()
    }

    /// The function of the program that a run starts with, as its tests name it.
    pub(crate) fn main(&self) -> FuncId {
        let program = &self.project.program;
        program.function_named(self.start.function()).unwrap_or(self.layout.function)
    }

    fn config(&self, settings: &Settings, all_branches: bool) -> Config {
        self.semantics.uninitialised.configure(Config {
            max_steps: settings.max_steps.unwrap_or(MAX_STEPS),
            memory: MEMORY,
            observe_memory: false,
            term_budget: TERMS,
            trap_overflow: !self.semantics.wraps,
            record_decisions: settings.criteria.needs_decisions(),
            record_concrete: all_branches,
            ..Config::default()
        })
    }

    /// The library as whole programs have it: the environment answers as a quiet machine does, since a test natively
    /// cannot make it answer otherwise.
    fn models(&self, output: Arc<dyn libc::Output>, answers: Arc<markers::Answers>) -> Models {
        let mut models = libc::models(output);
        models.add("__ferret_ask", |_: &mut dyn Context, arguments: &[Value]| {
            argument(arguments, 1).map(Some)
        });
        models.add("__ferret_want", |_: &mut dyn Context, _: &[Value]| Ok(None));
        markers::add(&mut models, answers);
        models
    }

    fn machine(&self, config: Config, models: Models) -> Result<Machine, RunError> {
        Machine::new(Arc::clone(&self.project.program), config, models)
    }

    /// What techniques work on; paths hold all branches if a technique wants them.
    fn subject(&self, settings: &Settings, all_branches: bool) -> Subject<'_> {
        let (config, entry) = (self.config(settings, all_branches), self.layout.function);
        Subject {
            program: &self.project.program,
            goals: Arc::clone(&self.project.goals),
            functions: vec![entry],
            calls: Some(vec![entry]),
            handed: BTreeMap::from([(entry, self.functions())]),
            texts: Vec::new(),
            runner: Box::new(move || {
                let models = self.models(Arc::new(Dropped), Arc::default());
                Ok(Box::new(self.machine(config.clone(), models)?))
            }),
        }
    }
}
