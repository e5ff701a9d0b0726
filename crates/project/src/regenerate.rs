//! Files of tests that are there already: which of them fail by now, and what is done with them.

use crate::earlier::Earlier;
use crate::site::{Payload, Site, Task, Written};
use language::{Broken, BrokenKind, Error, Folder, Unready, Verified};
use std::path::Path;

/// Runs the tests that an earlier run wrote for a unit.
///
/// # Errors
///
/// Why they cannot be tried.
pub fn verify(site: &Site, task: &Task, earlier: &Earlier) -> Result<Verified, Unready> {
    let out = site.tests_of(task);
    site.language_of(task).verify(&task.found, &out, &earlier.tests)
}

/// The tests of a unit that fail because its code changed. Those that do not compile any more are no longer needed.
pub(crate) fn changed(site: &Site, task: &Task, earlier: &Earlier) -> Vec<Broken> {
    let out = site.tests_of(task);
    // What a person edited is theirs to repair.
    let tests = earlier.tests.iter().filter(|file| Folder::is_ours(&out.join(file)));
    let earlier = Earlier { tests: tests.cloned().collect(), ..Earlier::default() };
    if earlier.tests.is_empty() {
        return Vec::new();
    }
    let verified = verify(site, task, &earlier).unwrap_or_default();
    let mut broken = verified.broken;
    broken.retain(|broken| broken.kind == BrokenKind::Changed);
    broken
}

/// Files as they are, to be put back.
pub(crate) struct Saved {
    files: Vec<(String, Option<String>)>,
}

impl Saved {
    /// Keeps the files of an earlier run.
    pub fn new(out: &Path, earlier: &Earlier) -> Self {
        let read = |file: &String| (file.clone(), std::fs::read_to_string(out.join(file)).ok());
        Self { files: earlier.files.iter().map(read).collect() }
    }

    /// Puts them back in the place of what was written since.
    pub fn put_back(self, out: &Path, written: &[Written]) -> Result<(), Error> {
        let folder = Folder::open(out)?;
        for file in written {
            folder.forget(&file.path);
        }
        for (path, text) in self.files {
            if let Some(text) = text {
                folder.write(&path, &text)?;
            }
        }
        Ok(())
    }
}

/// Takes away files of an earlier run that a unit needs no more.
pub(crate) fn clean_up(out: &Path, earlier: &Earlier, written: &[Written]) -> Result<(), Error> {
    let is_gone = |path: &&String| !written.iter().any(|file| file.path == **path);
    for path in earlier.files.iter().filter(is_gone) {
        Folder::open(out)?.forget(path);
    }
    Ok(())
}

/// Whether a result has tests that are held back, since those on the disk fail because the code changed.
pub fn is_pending(site: &Site, task: &Task, payload: &Payload) -> bool {
    let out = site.tests_of(task);
    let differs = |file: &Written| {
        std::fs::read_to_string(out.join(&file.path)).is_ok_and(|text| text != file.text)
    };
    !payload.changed.is_empty() && payload.files.iter().any(differs)
}

/// Writes the files of a result where they are missing or are Ferret's own of another run; what a person edited stays.
///
/// # Errors
///
/// When a file cannot be written.
pub fn restore(site: &Site, task: &Task, payload: &Payload) -> Result<(), Error> {
    let out = site.tests_of(task);
    for Written { path, text } in &payload.files {
        Folder::open(&out)?.write(path, text)?;
    }
    Ok(())
}
