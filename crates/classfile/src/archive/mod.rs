//! Where class files come from: directories, jars, and the image of the JDK.

mod compression;
mod image;
mod jar;

use std::fs;
use std::path::{Path, PathBuf};

pub use image::JdkImage;
pub use jar::Jar;

use crate::error::LoadError;

/// A part of the class path.
#[derive(Debug)]
pub enum Archive {
    /// A directory, with packages as directories below it.
    Directory(PathBuf),
    /// A jar.
    Jar(Jar),
}

impl Archive {
    /// Opens a directory or a jar; of a jar for several releases, the classes for the given one count.
    pub fn open(path: &Path, release: u32) -> Result<Self, LoadError> {
        if path.is_dir() {
            return Ok(Archive::Directory(path.to_owned()));
        }
        Jar::open(path, release).map(Archive::Jar)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        match self {
            Archive::Directory(path) => path,
            Archive::Jar(jar) => jar.path(),
        }
    }

    /// The file of a name, such as `demo/Main.class`; `None` if there is none.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, LoadError> {
        match self {
            Archive::Directory(root) => {
                let Some(path) = inside(root, name) else { return Ok(None) };
                if !path.is_file() {
                    return Ok(None);
                }
                fs::read(&path).map(Some).map_err(|error| unreadable(&path, error))
            }
            Archive::Jar(jar) => jar.read(name),
        }
    }

    /// The internal names of all its classes, sorted.
    pub fn class_names(&self) -> Result<Vec<String>, LoadError> {
        let mut names = match self {
            Archive::Directory(root) => {
                let mut names = Vec::new();
                walk(root, "", &mut names)?;
                names
            }
            Archive::Jar(jar) => jar.class_names(),
        };
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// The path of a name below a directory; none for names that would lead out of it.
fn inside(root: &Path, name: &str) -> Option<PathBuf> {
    let mut path = root.to_owned();
    for part in name.split('/') {
        if part.is_empty() || part == "." || part == ".." || part.contains(['\\', '\0']) {
            return None;
        }
        path.push(part);
    }
    Some(path)
}

/// Collects the classes below a directory. Links to directories are not followed, so that it ends.
fn walk(directory: &Path, package: &str, names: &mut Vec<String>) -> Result<(), LoadError> {
    let failed = |error| unreadable(directory, error);
    for entry in fs::read_dir(directory).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.file_type().map_err(failed)?.is_dir() {
            walk(&entry.path(), &format!("{package}{name}/"), names)?;
        } else if let Some(class) = class_name(&name) {
            names.push(format!("{package}{class}"));
        }
    }
    Ok(())
}

/// The class of a file's name; descriptions of modules and packages are no classes to run.
fn class_name(file: &str) -> Option<&str> {
    let class = file.strip_suffix(".class")?;
    let simple = class.rsplit('/').next()?;
    (!matches!(simple, "module-info" | "package-info" | "")).then_some(class)
}

/// An error of the file system, as an error that names the file.
fn unreadable(path: &Path, error: impl std::fmt::Display) -> LoadError {
    LoadError::Unreadable { file: path.display().to_string(), reason: error.to_string() }
}
