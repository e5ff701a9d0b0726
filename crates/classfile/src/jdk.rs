//! The JDK whose library is run: where it is and which release it is of.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A JDK on disk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jdk {
    /// Its directory.
    pub home: PathBuf,
    /// Its feature release: 17, 21, 25.
    pub release: u32,
    /// Its version in full: `17.0.15`.
    pub version: String,
    /// Who made it, as its `release` file says.
    pub vendor: String,
}

/// Why there is no JDK to work with.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum JdkError {
    /// Nobody said where one is, and none is on the way.
    #[error(
        "no JDK is found: name one with --jdk, set JAVA_HOME, or put `java` on the PATH \
         (Debian: openjdk-17-jdk-headless)"
    )]
    Nowhere,
    /// What was named is not there.
    #[error("there is no folder {}", .0.display())]
    NoFolder(PathBuf),
    /// What was named is not one.
    #[error("{} is not a JDK of release 17 or later: it has no {missing}", home.display())]
    NotOne {
        /// The directory.
        home: PathBuf,
        /// What a JDK has and this has not.
        missing: &'static str,
    },
    /// Its `release` file does not say which release it is.
    #[error("{}: {reason}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

impl Jdk {
    /// The JDK in a directory; without one, that of `JAVA_HOME`, or of the `java` on the `PATH`.
    pub fn find(named: Option<&Path>) -> Result<Self, JdkError> {
        if let Some(home) = named {
            return Self::at(home);
        }
        if let Some(home) = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home));
        }
        let path = env::var_os("PATH").unwrap_or_default();
        let home = on_path(&path).ok_or(JdkError::Nowhere)?;
        Self::at(&home)
    }

    /// The JDK in a directory.
    pub fn at(home: &Path) -> Result<Self, JdkError> {
        if !home.is_dir() {
            return Err(JdkError::NoFolder(home.to_owned()));
        }
        let image = home.join("lib").join("modules");
        if !image.is_file() {
            return Err(JdkError::NotOne { home: home.to_owned(), missing: "lib/modules" });
        }
        let file = home.join("release");
        let unreadable = |reason: String| JdkError::Unreadable { file: file.clone(), reason };
        let text = fs::read_to_string(&file).map_err(|error| unreadable(error.to_string()))?;
        let version = value(&text, "JAVA_VERSION")
            .ok_or_else(|| unreadable("it has no JAVA_VERSION".to_owned()))?;
        let release = feature(&version)
            .ok_or_else(|| unreadable(format!("JAVA_VERSION is `{version}`, which is none")))?;
        let vendor = value(&text, "IMPLEMENTOR").unwrap_or_default();
        Ok(Self { home: home.to_owned(), release, version, vendor })
    }

    /// The file that holds its classes.
    pub fn image(&self) -> PathBuf {
        self.home.join("lib").join("modules")
    }
}

/// The directory of the JDK whose `java` comes first on a path, with symbolic links followed.
fn on_path(path: &OsStr) -> Option<PathBuf> {
    env::split_paths(path)
        .map(|directory| directory.join(format!("java{}", env::consts::EXE_SUFFIX)))
        .filter_map(|java| fs::canonicalize(java).ok())
        .find_map(|java| Some(java.parent()?.parent()?.to_owned()))
}

/// The value of a key in a `release` file.
fn value(text: &str, key: &str) -> Option<String> {
    let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='))?;
    Some(line.trim().trim_matches('"').to_owned())
}

/// The feature release of a version: 17 for `17.0.15`, and for `25-ea` 25.
fn feature(version: &str) -> Option<u32> {
    let digits = version.split(|c: char| !c.is_ascii_digit()).next()?;
    digits.parse().ok().filter(|release| *release >= 9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_file_is_read() {
        let text = "IMPLEMENTOR=\"Someone\"\nJAVA_VERSION=\"17.0.15\"\n";
        assert_eq!(value(text, "JAVA_VERSION").as_deref(), Some("17.0.15"));
        assert_eq!(value(text, "IMPLEMENTOR").as_deref(), Some("Someone"));
        assert_eq!(value(text, "MODULES"), None);
    }

    #[test]
    fn releases_before_modules_are_none() {
        let features = ["17.0.15", "25", "25-ea", "1.8.0_402", "x"].map(feature);
        assert_eq!(features, [Some(17), Some(25), Some(25), None, None]);
    }

    #[test]
    fn a_directory_that_is_no_jdk_is_named() {
        let told = |home: &str| Jdk::at(Path::new(home)).unwrap_err().to_string();
        assert_eq!(told("nowhere/at/all"), "there is no folder nowhere/at/all");
        assert_eq!(told("src"), "src is not a JDK of release 17 or later: it has no lib/modules");
    }

    #[test]
    fn the_jdk_of_this_machine_is_found() {
        let jdk = Jdk::find(None).expect("a JDK is needed for these tests");
        assert!(jdk.release >= 17, "{jdk:?}");
        assert!(jdk.image().is_file());
    }
}
