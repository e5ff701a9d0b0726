//! A corpus as fuzzers have it: a folder with a file for each input.

use c::program::{Given, Product, Whole};
use language::Error;
use std::fs;
use std::path::Path;

/// Writes the main input of each test to a file: standard input, or else the first file, or what a harness is handed, or
/// the arguments with a zero behind each.
pub fn write(folder: &Path, whole: &Whole, product: &Product) -> Result<(), Error> {
    let failed = |error| Error::new(format!("cannot write to `{}`: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)?;
    for kept in &product.kept {
        let bytes = bytes(whole, &kept.given);
        fs::write(folder.join(&kept.name), bytes).map_err(failed)?;
    }
    Ok(())
}

fn bytes(whole: &Whole, given: &Given) -> Vec<u8> {
    let inputs = whole.inputs();
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
