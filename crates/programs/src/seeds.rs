//! Inputs that are there already: a corpus of Ferret's, or a folder of files as fuzzers have it.

use crate::corpus::{ARGUMENTS, DATA, FILES, INPUT, VARIABLES, inside};
use crate::words::split;
use c::program::{Given, Inputs};
use language::Error;
use std::fs;
use std::path::Path;

/// The inputs in a folder, in the order of their names. A file by itself is standard input or, where the program has none,
/// the first of its files, or what a harness is handed; a folder is an input of several parts, as Ferret writes them.
///
/// # Errors
///
/// When the folder cannot be read, or holds no input.
pub fn read(folder: &Path, inputs: &Inputs) -> Result<Vec<Given>, Error> {
    let failed = |error| Error::new(format!("cannot read `{}`: {error}", folder.display()));
    let inner = folder.join("corpus");
    let folder = if inner.is_dir() { &inner } else { folder };
    let entries = fs::read_dir(folder).map_err(failed)?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let mut seeds = Vec::new();
    for path in paths {
        let found = match path.is_dir() {
            true => parts(&path, inputs),
            false => fs::read(&path).map(|bytes| alone(bytes, inputs)),
        };
        seeds.push(found.map_err(|error| {
            Error::new(format!("cannot read the input `{}`: {error}", path.display()))
        })?);
    }
    if seeds.is_empty() {
        return Err(Error::new(format!("there is no input in `{}`", folder.display()))
            .help("--corpus names a folder of inputs: files, or folders as Ferret writes them"));
    }
    Ok(seeds)
}

/// An input of one file.
fn alone(bytes: Vec<u8>, inputs: &Inputs) -> Given {
    let mut given = Given::default();
    if inputs.input.is_some() {
        given.input = Some(bytes);
    } else if inputs.data.is_some() || inputs.files.is_empty() {
        given.data = Some(bytes);
    } else {
        given.files = vec![bytes];
    }
    given
}

/// An input of several files.
fn parts(folder: &Path, inputs: &Inputs) -> std::io::Result<Given> {
    let bytes = |name: &str| match fs::read(folder.join(name)) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    };
    let words = |name: &str| {
        let text = bytes(name)?.unwrap_or_default();
        split(&text).ok_or_else(|| std::io::Error::other(format!("`{name}` has an open quote")))
    };
    let set = words(VARIABLES)?;
    let value = |name: &str| {
        let value = |word: &Vec<u8>| {
            let value = word.strip_prefix(name.as_bytes())?.strip_prefix(b"=")?;
            Some(value.to_vec())
        };
        set.iter().find_map(value)
    };
    let mut files = Vec::new();
    for (path, _) in &inputs.files {
        files.push(bytes(&format!("{FILES}/{}", inside(path)))?.unwrap_or_default());
    }
    Ok(Given {
        arguments: words(ARGUMENTS)?,
        input: bytes(INPUT)?,
        files,
        variables: inputs.variables.iter().map(|(name, _)| value(name)).collect(),
        data: bytes(DATA)?,
    })
}
