//! Jars, also those that hold classes for several releases.

use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustc_hash::FxHashMap;
use zip::ZipArchive;

use super::{class_name, unreadable};
use crate::error::LoadError;

/// Files in a jar that are larger than this are refused: no class file comes near it, and a small jar
/// may claim to hold any amount.
const LARGEST: u64 = 1 << 28;

/// A jar.
#[derive(Debug)]
pub struct Jar {
    path: PathBuf,
    archive: Mutex<ZipArchive<Cursor<Vec<u8>>>>,
    /// Where in the archive each file is, the one for the newest release that counts.
    entries: FxHashMap<String, usize>,
    manifest: Vec<(String, String)>,
}

impl Jar {
    /// Opens a jar for a release of the JDK.
    pub fn open(path: &Path, release: u32) -> Result<Self, LoadError> {
        let bytes = fs::read(path).map_err(|error| unreadable(path, error))?;
        let archive = ZipArchive::new(Cursor::new(bytes));
        let archive = archive.map_err(|error| unreadable(path, error))?;
        let mut jar = Self {
            path: path.to_owned(),
            archive: Mutex::new(archive),
            entries: FxHashMap::default(),
            manifest: Vec::new(),
        };
        let names: Vec<(usize, String)> = {
            let archive = jar.archive.lock().unwrap_or_else(PoisonError::into_inner);
            // A name that cannot be read is no class's.
            let names = archive.file_names().flatten();
            let found = names.filter_map(|name| {
                let index = archive.index_for_name(&name)?;
                Some((index, name.into_owned()))
            });
            found.collect()
        };
        for (index, name) in &names {
            if !name.ends_with('/') {
                jar.entries.insert(name.clone(), *index);
            }
        }
        if let Some(bytes) = jar.read("META-INF/MANIFEST.MF")? {
            jar.manifest = manifest(&String::from_utf8_lossy(&bytes));
        }
        if jar.attribute("Multi-Release").is_some_and(|value| value.eq_ignore_ascii_case("true")) {
            jar.prefer(&names, release);
        }
        Ok(jar)
    }

    /// Puts the files for newer releases in the places of those they replace.
    fn prefer(&mut self, names: &[(usize, String)], release: u32) {
        let mut versions: FxHashMap<&str, (u32, usize)> = FxHashMap::default();
        for (index, name) in names {
            let Some((version, plain)) = versioned(name) else { continue };
            let newest = versions.get(plain).map_or(8, |&(newest, _)| newest);
            if version > newest && version <= release && !plain.is_empty() {
                versions.insert(plain, (version, *index));
            }
        }
        for (plain, (_, index)) in versions {
            self.entries.insert(plain.to_owned(), index);
        }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// An attribute of the main section of its manifest.
    pub fn attribute(&self, key: &str) -> Option<&str> {
        let found = self.manifest.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| value.as_str())
    }

    /// The jars and directories that its manifest adds to the class path.
    pub fn class_path(&self) -> Vec<PathBuf> {
        let beside = self.path.parent().unwrap_or(Path::new(""));
        let listed = self.attribute("Class-Path").unwrap_or_default();
        listed.split_whitespace().map(|entry| beside.join(entry)).collect()
    }

    /// The file of a name.
    pub fn read(&self, name: &str) -> Result<Option<Vec<u8>>, LoadError> {
        let Some(&index) = self.entries.get(name) else { return Ok(None) };
        let failed = |reason: String| LoadError::Unreadable {
            file: format!("{}!/{name}", self.path.display()),
            reason,
        };
        let mut archive = self.archive.lock().unwrap_or_else(PoisonError::into_inner);
        let file = archive.by_index(index).map_err(|error| failed(error.to_string()))?;
        let mut bytes = Vec::new();
        file.take(LARGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| failed(error.to_string()))?;
        if bytes.len() as u64 > LARGEST {
            return Err(failed("it is too large".to_owned()));
        }
        Ok(Some(bytes))
    }

    /// The internal names of its classes, in no order.
    pub(super) fn class_names(&self) -> Vec<String> {
        let plain = self.entries.keys().filter(|name| !name.starts_with("META-INF/"));
        plain.filter_map(|name| class_name(name)).map(str::to_owned).collect()
    }
}

/// The release that a file in a jar is for, and the name it has for that release.
fn versioned(name: &str) -> Option<(u32, &str)> {
    let (version, plain) = name.strip_prefix("META-INF/versions/")?.split_once('/')?;
    Some((version.parse().ok()?, plain))
}

/// The main section of a manifest: a line that begins with a space goes on with the one before.
fn manifest(text: &str) -> Vec<(String, String)> {
    let mut attributes: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        if line.is_empty() {
            break;
        }
        if let Some(rest) = line.strip_prefix(' ') {
            if let Some((_, value)) = attributes.last_mut() {
                value.push_str(rest);
            }
        } else if let Some((key, value)) = line.split_once(':') {
            let value = value.strip_prefix(' ').unwrap_or(value);
            attributes.push((key.to_owned(), value.to_owned()));
        }
    }
    attributes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_of_a_manifest_are_joined() {
        let text = "Main-Class: demo.Lo\r\n ngName\r\nMulti-Release: true\r\n\r\nName: other\r\n";
        let expected = [("Main-Class", "demo.LongName"), ("Multi-Release", "true")];
        let expected = expected.map(|(key, value)| (key.to_owned(), value.to_owned()));
        assert_eq!(manifest(text), expected);
    }

    #[test]
    fn a_file_for_a_release_says_so_in_its_name() {
        assert_eq!(versioned("META-INF/versions/11/a/B.class"), Some((11, "a/B.class")));
        assert_eq!(versioned("META-INF/versions/x/a/B.class"), None);
        assert_eq!(versioned("a/B.class"), None);
    }
}
