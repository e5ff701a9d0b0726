//! A corpus as fuzzers have it: a folder with a file for each input.

use c::program::{Given, Inputs};
use language::Error;
use std::fs;
use std::path::Path;

/// Writes the main input of each test to a file: standard input, or else the first file, or what a harness is handed, or
/// the arguments with a zero behind each.
pub fn write<'k>(
    folder: &Path,
    inputs: &Inputs,
    kept: impl Iterator<Item = (&'k str, &'k Given)>,
) -> Result<(), Error> {
    let failed = |error| Error::new(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for (name, given) in kept {
        fs::write(folder.join(name), bytes(inputs, given)).map_err(failed)?;
    }
    Ok(())
}

fn bytes(inputs: &Inputs, given: &Given) -> Vec<u8> {
    if inputs.input.is_some() {
        return given.input.clone().unwrap_or_default();
    }
    if inputs.data.is_some() {
        return given.data.clone().unwrap_or_default();
    }
    match given.files.first() {
        Some(file) => file.clone(),
        None => given.arguments.iter().flat_map(|one| one.iter().copied().chain([0])).collect(),
    }
}
