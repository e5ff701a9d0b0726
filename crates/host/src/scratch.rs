//! Scratch folders, which are gone when they are no longer needed.

use crate::family;
use crate::privileges::{is_root, stranger};
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A folder of our own that ends with this value.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// An empty folder, which a program without privileges may read.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn new() -> io::Result<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let process = std::process::id();
        // A process that was killed may have left its folder behind under the same number.
        for _ in 0..1000 {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("ferret-{process}-{number}"));
            match fs::create_dir(&path) {
                Ok(()) => {
                    fs::set_permissions(&path, Permissions::from_mode(0o755))?;
                    return Ok(Self { path });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Removes the folders that a process left behind which was killed.
    pub(crate) fn clear_after(process: u32) {
        for (path, _) in left().filter(|(_, own)| *own == process) {
            let _ = fs::remove_dir_all(path);
        }
    }

    /// Removes all folders of this process, which is about to end.
    pub fn clear_own() {
        Self::clear_after(std::process::id());
    }

    /// Removes the folders that processes left behind which are no longer there. Those of the last hour may belong to a
    /// process that we do not see, in another container.
    pub fn clear_old() {
        const HOUR: Duration = Duration::from_secs(3600);
        let is_old = |path: &Path| {
            let age = fs::metadata(path).and_then(|found| found.modified()).map(|at| at.elapsed());
            age.is_ok_and(|age| age.is_ok_and(|age| age > HOUR))
        };
        for (path, process) in left() {
            if !family::is_there(process) && is_old(&path) {
                let _ = fs::remove_dir_all(path);
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A folder inside that a program without privileges may write to.
    ///
    /// # Errors
    ///
    /// When it cannot be made.
    pub fn open_folder(&self, name: &str) -> io::Result<PathBuf> {
        let folder = self.path.join(name);
        fs::create_dir_all(&folder)?;
        if is_root() {
            std::os::unix::fs::chown(&folder, Some(stranger()), Some(stranger()))?;
        }
        Ok(folder)
    }

    /// A copy of a file or a folder that a program without privileges may read; the thing itself if there are no
    /// privileges to give up, or anybody may read it. `number` tells copies of one name apart.
    ///
    /// # Errors
    ///
    /// When it cannot be copied.
    pub fn readable(&self, path: &Path, number: usize) -> io::Result<PathBuf> {
        if !is_root() || !path.exists() {
            return Ok(path.to_owned());
        }
        let whole = fs::canonicalize(path)?;
        if is_open(&whole) {
            return Ok(whole);
        }
        let name = path.file_name().unwrap_or_default();
        let copy = self.path.join("class-path").join(number.to_string()).join(name);
        copy_all(path, &copy)?;
        Ok(copy)
    }
}

/// The scratch folders that are there, and the processes that made them.
fn left() -> impl Iterator<Item = (PathBuf, u32)> {
    let entries = fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten();
    entries.filter_map(|entry| {
        let name = entry.file_name();
        let (process, number) = name.to_str()?.strip_prefix("ferret-")?.split_once('-')?;
        number.parse::<u32>().ok()?;
        Some((entry.path(), process.parse().ok()?))
    })
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, which empties its temporary directory.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Whether anybody may read a file, or look into a folder, and come there.
fn is_open(path: &Path) -> bool {
    let allows = |path: &Path, wanted: u32| {
        fs::metadata(path).is_ok_and(|found| found.permissions().mode() & wanted == wanted)
    };
    let own = if path.is_dir() { 0o005 } else { 0o004 };
    allows(path, own) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
}

/// Copies a file, or a folder without what links to other folders, which may lead back.
fn copy_all(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        fs::create_dir_all(to.parent().unwrap_or(to))?;
        fs::copy(from, to)?;
        return fs::set_permissions(to, Permissions::from_mode(0o644));
    }
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let path = entry.path();
        if !(path.is_symlink() && path.is_dir()) {
            copy_all(&path, &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_copied_without_links_that_lead_back() {
        let scratch = Scratch::new().unwrap();
        let (from, to) = (scratch.path().join("from"), scratch.path().join("to"));
        fs::create_dir_all(from.join("inside")).unwrap();
        fs::write(from.join("inside/a.class"), "a").unwrap();
        std::os::unix::fs::symlink(&from, from.join("inside/back")).unwrap();
        copy_all(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(to.join("inside/a.class")).unwrap(), "a");
        assert!(!to.join("inside/back").exists());
    }

    #[test]
    fn what_one_folder_on_the_way_hides_is_not_open() {
        let scratch = Scratch::new().unwrap();
        let folder = scratch.path().join("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("a.jar"), "a").unwrap();
        let set =
            |path: &Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
        set(&folder.join("a.jar"), 0o644);
        set(&folder, 0o711);
        assert!(is_open(&folder.join("a.jar")) && !is_open(&folder));
        set(&folder, 0o700);
        assert!(!is_open(&folder.join("a.jar")));
    }

    #[test]
    fn a_folder_is_empty_and_gone_when_it_is_dropped() {
        let (one, other) = (Scratch::new().unwrap(), Scratch::new().unwrap());
        assert_ne!(one.path(), other.path());
        let path = one.path().to_owned();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        fs::write(path.join("file"), "text").unwrap();
        drop(one);
        assert!(!path.exists());
    }
}
