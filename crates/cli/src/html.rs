//! `--html DIR`: the pages of a report, written into a folder.

use std::fs;
use std::path::{Path, PathBuf};

use report::Report;
use report::html::{Texts, is_ours, pages};

use crate::failure::Failure;

/// Sources and tests on disk.
struct Files<'f> {
    /// Where sources may be.
    roots: &'f [PathBuf],
    /// Where the tests of a unit may be.
    tests: &'f dyn Fn(&str) -> Vec<PathBuf>,
}

impl Texts for Files<'_> {
    fn source(&self, path: &str) -> Option<String> {
        source(self.roots, path)
    }

    fn test(&self, unit: &str, path: &str) -> Option<String> {
        source(&(self.tests)(unit), path)
    }
}

/// The text of the first file with a path below one of the folders, also one that is not all UTF-8.
pub fn source(folders: &[PathBuf], path: &str) -> Option<String> {
    let found = folders.iter().map(|folder| folder.join(path)).find(|file| file.is_file());
    let bytes = fs::read(found?).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes the pages of a report. Sources are looked for in `roots`; `tests` gives the folders that the tests of a unit may be in.
pub fn write(
    folder: &Path,
    report: &Report,
    roots: &[PathBuf],
    tests: &dyn Fn(&str) -> Vec<PathBuf>,
) -> Result<(), Failure> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| Failure::new(format!("cannot write `{path}`: {error}"))
    };
    let index = folder.join("index.html");
    if fs::read_to_string(&index).is_ok_and(|old| !is_ours(&old)) {
        let message = format!("`{}` is not a page of Ferret's", index.display());
        return Err(Failure::new(message).help("give `--html` a folder of its own"));
    }
    let units = folder.join("units");
    forget(&units);
    fs::create_dir_all(&units).map_err(failed(&units))?;
    for page in pages(report, &Files { roots, tests }) {
        let path = folder.join(&page.path);
        fs::write(&path, &page.text).map_err(failed(&path))?;
    }
    Ok(())
}

/// Takes away the pages of an earlier report: its units may be others.
fn forget(units: &Path) {
    for entry in fs::read_dir(units).into_iter().flatten().flatten() {
        let path = entry.path();
        if fs::read_to_string(&path).is_ok_and(|old| is_ours(&old)) {
            let _ = fs::remove_file(path);
        }
    }
}
