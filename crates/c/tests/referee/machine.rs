//! Our side: programs compiled, and run in the machine.

use super::counted::{self, Counted};
use super::room::{Ending, Room};
use super::tables::Tables;
use c::clang::{Clang, Compiled, Source};
use c::environment::Environment;
use c::libc::{Captured, Library};
use c::run;
use llvm::lower::Lowered;
use machine::{Config, Machine};
use program::Program;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use trace::{Mode, Outcome, Runner, Trace};

struct Toolchain {
    clang: Clang,
    library: Library,
}

static TOOLCHAIN: LazyLock<Toolchain> = LazyLock::new(|| {
    let clang = Clang::find(None).unwrap_or_else(|error| panic!("{error}"));
    let library = Library::load(&clang, None).unwrap_or_else(|error| panic!("{error}"));
    Toolchain { clang, library }
});

/// Compiles a file.
pub fn compile(
    file: PathBuf,
    directory: Option<PathBuf>,
    flags: &[&str],
) -> Result<Compiled, String> {
    let mut flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    flags.push("-w".to_owned());
    let source = Source { file, directory, flags };
    TOOLCHAIN.clang.compile(&source).map_err(|error| error.to_string())
}

/// Compiles a file and links it with the library.
pub fn lower(file: PathBuf, directory: Option<PathBuf>, flags: &[&str]) -> Result<Lowered, String> {
    let compiled = compile(file, directory, flags)?;
    run::link(&[compiled], &TOOLCHAIN.library).map_err(|error| error.to_string())
}

/// Compiles `a.c` of a room.
pub fn lower_in(room: &Room, flags: &[&str]) -> Result<Lowered, String> {
    lower("a.c".into(), Some(room.0.clone()), flags)
}

/// A run that is over.
pub struct Ran {
    pub machine: Machine,
    pub trace: Trace,
    pub output: String,
}

impl Ran {
    /// What it printed and its code, if it ended itself.
    pub fn ending(&self) -> Option<Ending> {
        let Outcome::Exited(code) = self.trace.outcome else { return None };
        Some(Ending { output: self.output.clone(), code })
    }

    /// Its counts by place in the source; test vectors if its events were recorded.
    pub fn tables(&self, lowered: &Lowered) -> Tables {
        counted::tables(&self.counted(lowered))
    }

    /// The branches whose sites were not found, or count something else than clang's counters.
    pub fn misplaced(&self, lowered: &Lowered, left_open: bool) -> String {
        counted::misplaced(&self.counted(lowered), left_open)
    }

    fn counted<'r>(&'r self, lowered: &'r Lowered) -> Counted<'r> {
        Counted::new(lowered, self.machine.sites(), &self.trace)
    }
}

/// Runs a program from its start.
pub fn run(program: &Arc<Program>, mode: Mode, config: Config) -> Ran {
    let environment =
        Environment { arguments: vec![b"program".to_vec()], ..Environment::default() };
    let captured = Arc::new(Captured::default());
    let sink = Arc::clone(&captured);
    let (mut machine, scenario) =
        run::prepare(Arc::clone(program), &environment, config, sink).expect("the program fits");
    let mut trace = Trace::default();
    machine.run(&scenario, mode, &mut trace).expect("the scenario fits");
    let output = String::from_utf8_lossy(&captured.take().0).into_owned();
    Ran { machine, trace, output }
}
