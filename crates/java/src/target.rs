//! What a person names on a command line (a class file, a jar, a directory, a class), as a class path and a class.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use classfile::archive::Jar;
use classfile::error::LoadError;
use classfile::jdk::Jdk;
use classfile::outline::name_in;

/// A class path and what on it is meant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Target {
    /// Directories and jars, in the order in which classes are looked for.
    pub class_path: Vec<PathBuf>,
    /// The class, by its internal name; of a jar its `Main-Class`. None for a directory or a jar without one.
    pub class: Option<String>,
    /// The directory or jar that was named, if one was.
    pub archive: Option<PathBuf>,
}

/// Why there is nothing to be had by a name.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum TargetError {
    /// The file is not there or is broken.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// A class file that does not lie where its package says.
    #[error("{} holds class {class}, so it should lie in a directory {package}", file.display())]
    Misplaced {
        /// The file.
        file: PathBuf,
        /// The class in it, with dots.
        class: String,
        /// The directory that its package asks for.
        package: String,
    },
    /// Source code.
    #[error("{} is source code: compile it with javac, and name the class file", .0.display())]
    Source(PathBuf),
}

impl Target {
    /// Finds out what is named: by default, classes are looked for where it lies.
    pub fn find(named: &str, class_path: &[PathBuf], jdk: &Jdk) -> Result<Self, TargetError> {
        let path = Path::new(named);
        let mut all = Vec::new();
        let mut target = match path.extension().and_then(|extension| extension.to_str()) {
            Some("java") if path.exists() => return Err(TargetError::Source(path.to_owned())),
            Some("class") => {
                let (root, class) = class_file(path)?;
                all.push(root);
                Self { class_path: Vec::new(), class: Some(class), archive: None }
            }
            Some("jar") => {
                let jar = Jar::open(path, jdk.release)?;
                all.push(path.to_owned());
                let class = jar.attribute("Main-Class").map(|class| class.trim().replace('.', "/"));
                Self { class_path: Vec::new(), class, archive: Some(path.to_owned()) }
            }
            _ if path.is_dir() => {
                all.push(path.to_owned());
                Self { class_path: Vec::new(), class: None, archive: Some(path.to_owned()) }
            }
            _ => {
                if class_path.is_empty() {
                    all.push(PathBuf::from("."));
                }
                let class = Some(named.replace('.', "/"));
                Self { class_path: Vec::new(), class, archive: None }
            }
        };
        all.extend(class_path.iter().cloned());
        target.class_path = all;
        Ok(target)
    }
}

/// The root that a class file's package lies below, and its class.
fn class_file(path: &Path) -> Result<(PathBuf, String), TargetError> {
    let file = path.display().to_string();
    let bytes = fs::read(path)
        .map_err(|error| LoadError::Unreadable { file: file.clone(), reason: error.to_string() })?;
    let class = name_in(&bytes, &file)?;
    // `./demo/Main.class` and `Main.class` inside `demo` both lie right.
    let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let inner = PathBuf::from(format!("{class}.class"));
    if !whole.ends_with(&inner) {
        let dotted = class.replace('/', ".");
        let package = match class.rsplit_once('/') {
            Some((package, simple)) => format!("{package} and be called {simple}.class"),
            None => format!("and be called {class}.class"),
        };
        return Err(TargetError::Misplaced { file: path.to_owned(), class: dotted, package });
    }
    let depth = inner.components().count();
    let root = whole.ancestors().nth(depth).map_or_else(|| PathBuf::from("."), Path::to_owned);
    Ok((root, class))
}
