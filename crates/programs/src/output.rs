//! The folder that a corpus is written to, whatever language the program is in.

use crate::script::REPLAY;
use language::{Error, Folder};
use std::fs;
use std::path::Path;

/// The folder of inputs that are kept, and that of those that crash the program.
pub const CORPUS: &str = "corpus";
/// The folder of inputs that crash the program.
pub const CRASHES: &str = "crashes";

/// Lines of a list that notes show.
pub const SHOWN: usize = 4;

/// Takes away the inputs of an earlier run; those of others are not touched.
pub fn clear(folder: &Folder) -> Result<(), Error> {
    let ours = Folder::is_ours(&folder.path().join(REPLAY));
    for name in [CORPUS, CRASHES] {
        let path = folder.path().join(name);
        if !path.exists() {
            continue;
        }
        if !ours {
            let text = format!("`{}` is there and was not written by Ferret", path.display());
            return Err(Error::new(text).help("name another folder with --out"));
        }
        let failed = |error| Error::new(format!("cannot replace `{}`: {error}", path.display()));
        let entries = fs::read_dir(&path).map_err(failed)?;
        for entry in entries.flatten() {
            let own = entry.file_name().to_string_lossy().into_owned();
            if own.starts_with("test-") || own.starts_with("crash-") {
                fs::remove_dir_all(entry.path()).map_err(failed)?;
            }
        }
    }
    Ok(())
}

/// The names of some inputs in a sentence.
pub fn listed(names: &[String], one: &str, several: &str) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    match names.len() {
        1 => format!("{shown} {one}"),
        count if count > SHOWN => format!("{shown} and {} more {several}", count - SHOWN),
        _ => format!("{shown} {several}"),
    }
}

/// Lets a script be started.
pub fn make_executable(path: &Path) -> Result<(), Error> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path, permissions)
        .map_err(|error| Error::new(format!("cannot write `{}`: {error}", path.display())))
}
