//! The folder that tests go to: what is never overwritten there.

use crate::Error;
use std::path::{Component, Path, PathBuf};
use suite::mark::is_ours;

/// The folder that tests go to.
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// Opens a folder, and makes it if it is not there.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn open(path: &Path) -> Result<Self, Error> {
        let failed = |error: std::io::Error| {
            Error::new(format!("cannot write to `{}`: {error}", path.display()))
        };
        std::fs::create_dir_all(path).map_err(failed)?;
        Ok(Self { path: std::fs::canonicalize(path).map_err(failed)? })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a file is there, was written by Ferret and is as it was written.
    pub fn is_ours(path: &Path) -> bool {
        std::fs::read_to_string(path).is_ok_and(|text| is_ours(&text))
    }

    /// Whether a file is there that Ferret did not write or that was edited.
    pub fn is_foreign(&self, name: &str) -> bool {
        let path = self.path.join(name);
        path.exists() && !Self::is_ours(&path)
    }

    /// Takes away a file that Ferret wrote and that is as it was written.
    pub fn forget(&self, name: &str) {
        let path = self.path.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| is_ours(&old)) {
            let _ = std::fs::remove_file(&path);
        }
    }

    /// Writes a file, unless there is one that Ferret did not write or that was edited; tells whether it did.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> Result<bool, Error> {
        let path = self.path.join(name);
        let failed = |error: std::io::Error| {
            Error::new(format!("cannot write `{}`: {error}", path.display()))
        };
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => return Ok(true),
            Ok(old) if !is_ours(&old) => return Ok(false),
            _ => {}
        }
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(failed)?;
        }
        // What is killed meanwhile leaves the old file or the new one, and no half of it.
        let name = path.file_name().unwrap_or_default().display();
        let unfinished = path.with_file_name(format!(".{name}.unfinished"));
        let written = std::fs::write(&unfinished, text);
        written.and_then(|()| std::fs::rename(&unfinished, &path)).map_err(|error| {
            let _ = std::fs::remove_file(&unfinished);
            failed(error)
        })?;
        Ok(true)
    }
}

/// The way from a folder to a file.
pub fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(Component::ParentDir, from.len() - common);
    up.chain(to[common..].iter().copied()).collect()
}
