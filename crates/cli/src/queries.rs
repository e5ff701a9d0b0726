//! `--queries DIR`: every question to the solver, each as a script of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use solver::Recorder;

use crate::failure::Failure;

/// A folder that questions go to, in the order in which they are asked.
#[derive(Clone)]
pub struct Queries(Arc<Mutex<Folder>>);

struct Folder {
    path: PathBuf,
    asked: u64,
    /// Why the last one could not be written; none is tried after it.
    failed: Option<io::Error>,
}

impl Queries {
    /// Makes the folder, which must have no scripts yet.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let cannot = |error: io::Error| {
            Failure::new(format!("cannot keep queries in `{}`: {error}", path.display()))
        };
        fs::create_dir_all(path).map_err(cannot)?;
        for entry in fs::read_dir(path).map_err(cannot)? {
            if entry.map_err(cannot)?.path().extension().is_some_and(|ending| ending == "smt2") {
                let message = format!("there are queries in `{}` already", path.display());
                return Err(Failure::new(message).help("remove them, or name another folder"));
            }
        }
        let folder = Folder { path: path.to_owned(), asked: 0, failed: None };
        Ok(Self(Arc::new(Mutex::new(folder))))
    }

    /// Who writes them. What SMT-LIB has no words for is left out.
    pub fn recorder(&self) -> Recorder {
        let own = self.clone();
        Recorder::new(move |script| {
            let mut folder = own.0.lock().unwrap_or_else(PoisonError::into_inner);
            folder.asked += 1;
            if let (Ok(script), None) = (script, &folder.failed) {
                let name = folder.path.join(format!("{:06}.smt2", folder.asked));
                folder.failed = fs::write(name, script).err();
            }
        })
    }

    /// What went wrong, if anything did.
    pub fn end(&self) -> Result<(), Failure> {
        let mut folder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(error) = folder.failed.take() else { return Ok(()) };
        Err(Failure::new(format!(
            "query {} cannot be kept in `{}`: {error}",
            folder.asked,
            folder.path.display()
        )))
    }
}
