//! The folder of an input: a file for each thing that the program is given.

use crate::answers;
use crate::words::word;
use c::program::{Answer, Given, Inputs};
use language::Error;
use std::fs;
use std::path::Path;

/// The arguments, as words of the shell.
pub const ARGUMENTS: &str = "args";
/// Standard input.
pub const INPUT: &str = "stdin";
/// A folder of files.
pub const FILES: &str = "files";
/// Variables of the environment, as words of the shell.
pub const VARIABLES: &str = "env";
/// What the harness of a fuzzer is handed.
pub const DATA: &str = "data";
/// What the program asks for itself, in order.
pub const ANSWERS: &str = "answers";
/// The status that the program is expected to end with.
pub const STATUS: &str = "status";
/// What happens, and the calls that are open then.
pub const STACK: &str = "stack";

/// The path of a file below the folder of files: no way out of it.
pub fn inside(path: &str) -> String {
    let parts = path.split('/').filter(|part| !matches!(*part, "" | "." | ".."));
    parts.collect::<Vec<_>>().join("/")
}

/// Variables of the environment that are set, as words.
pub fn variables(inputs: &Inputs, given: &Given) -> Vec<Vec<u8>> {
    let set = inputs.variables.iter().zip(&given.variables);
    let set = set.filter_map(|((name, _), value)| {
        let value = value.as_ref()?;
        Some([name.as_bytes(), b"=", value].concat())
    });
    set.collect()
}

/// Writes an input to a folder of its own.
pub fn write(
    folder: &Path,
    inputs: &Inputs,
    (given, asked): (&Given, &[Answer]),
    more: &[(&str, String)],
) -> Result<(), Error> {
    let failed = |error| Error::new(format!("cannot write to `{}`: {error}", folder.display()));
    let put = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes)).map_err(failed)
    };
    let line = |words: &[Vec<u8>]| {
        let words: Vec<Vec<u8>> = words.iter().map(|bytes| word(bytes)).collect();
        [&words.join(&b' ')[..], b"\n"].concat()
    };
    put(ARGUMENTS, &line(&given.arguments))?;
    if let Some(input) = &given.input {
        put(INPUT, input)?;
    }
    for ((path, _), content) in inputs.files.iter().zip(&given.files) {
        put(&format!("{FILES}/{}", inside(path)), content)?;
    }
    if !inputs.variables.is_empty() {
        put(VARIABLES, &line(&variables(inputs, given)))?;
    }
    if let Some(data) = &given.data {
        put(DATA, data)?;
    }
    if !asked.is_empty() {
        put(ANSWERS, answers::text(asked).as_bytes())?;
    }
    more.iter().try_for_each(|(name, text)| put(name, text.as_bytes()))
}
