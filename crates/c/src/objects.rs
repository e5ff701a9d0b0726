//! Objects of the files that tests are linked with, compiled once for all tests of a project.
//!
//! Each function and variable has a section of its own, so that the linker drops those that a test does not get to, and
//! with them what they need and nobody has.

use crate::clang::{Clang, Source, run};
use host::Scratch;
use language::fingerprint;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What gives each function and variable a section of its own.
pub const SECTIONS: [&str; 2] = ["-ffunction-sections", "-fdata-sections"];

/// What makes a linker drop sections that nothing refers to. Of a function that a test stands in for, and that a linked file
/// defines beside others, the test's definition counts: it comes first.
pub const DROP_SECTIONS: &str = "-Wl,--gc-sections,--allow-multiple-definition";

/// A list of all variables would keep the sections of all that they point at.
const NO_LIST_OF_GLOBALS: [&str; 2] = ["-mllvm", "-asan-globals=0"];

/// An object, or what the compiler said.
type Made = Result<PathBuf, String>;

/// Objects by the identity of their source and whether they have sanitizers; each is made by the first who asks for it.
type Shelf = BTreeMap<(String, bool), Arc<OnceLock<Made>>>;

/// Objects that were made so far, in a folder of their own.
pub struct Objects {
    scratch: Scratch,
    made: Mutex<Shelf>,
}

impl Objects {
    /// None yet.
    ///
    /// # Errors
    ///
    /// When there can be no folder for them.
    pub fn new() -> std::io::Result<Self> {
        Ok(Self { scratch: Scratch::new()?, made: Mutex::default() })
    }

    /// The object of a source, without or with sanitizers. Its `main` has another name.
    pub fn of(&self, clang: &Clang, source: &Source, sanitizers: &[&str]) -> Made {
        let name = identity(source);
        let place = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(made.entry((name.clone(), !sanitizers.is_empty())).or_default())
        };
        place.get_or_init(|| self.make(clang, source, sanitizers, &name)).clone()
    }

    fn make(&self, clang: &Clang, source: &Source, sanitizers: &[&str], name: &str) -> Made {
        let (mut file, mut more) = (format!("{name}.o"), &[][..]);
        if !sanitizers.is_empty() {
            (file, more) = (format!("{name}_checked.o"), &NO_LIST_OF_GLOBALS[..]);
        }
        let object = self.scratch.path().join(file);
        let mut command = clang.call(Some(self.scratch.path()));
        command.args(["-g", "-O0", "-w"]).args(sanitizers).args(more).args(SECTIONS);
        command.args(&source.flags).arg(format!("-Dmain=main_of_{name}")).arg("-c");
        command.arg(&source.file).arg("-o").arg(&object);
        command.arg("-fno-color-diagnostics");
        if let Some(directory) = &source.directory {
            command.current_dir(directory);
        }
        match run(&command) {
            Ok(ended) if ended.succeeded() => Ok(object),
            Ok(ended) => Err(ended.err.text().into_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// A word that is another one for each way to compile a file.
fn identity(source: &Source) -> String {
    let folder = source.directory.as_deref().map(|folder| folder.display().to_string());
    let words = [folder.unwrap_or_default(), source.file.display().to_string()];
    let text = words.iter().chain(&source.flags).fold(String::new(), |all, one| all + "\0" + one);
    format!("{:016x}", fingerprint(text.as_bytes()))
}
