//! Which classes of a project a class can reach: itself, what it names, what that names, and so on.

use classfile::archive::Archive;
use classfile::jdk::Jdk;
use classfile::skeleton::Skeleton;
use language::{Error, fingerprint};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The classes of a project, those inside a top-level class together with it.
#[derive(Debug, Default)]
pub(crate) struct Reach {
    classes: BTreeMap<String, Known>,
}

/// A top-level class with those inside it.
#[derive(Debug, Default)]
struct Known {
    /// Numbers that change with the class files, in the order of their names.
    codes: Vec<u64>,
    /// The top-level classes that they name.
    named: BTreeSet<String>,
    /// The source files that they were compiled from.
    sources: BTreeSet<PathBuf>,
}

impl Reach {
    /// Reads the classes of some directories, and of the directory or jar that is under test. Jars beside it are libraries.
    ///
    /// # Errors
    ///
    /// When one of them cannot be read.
    pub fn read(jdk: &Jdk, own: &Path, class_path: &[PathBuf]) -> Result<Self, Error> {
        let mut reach = Self::default();
        let folders = class_path.iter().map(PathBuf::as_path).filter(|path| path.is_dir());
        let mut seen = BTreeSet::new();
        for entry in std::iter::once(own).chain(folders) {
            if !seen.insert(entry) {
                continue;
            }
            let archive = Archive::open(entry, jdk.release).map_err(Error::new)?;
            let mut names = archive.class_names().map_err(Error::new)?;
            names.sort();
            for name in names {
                let file = archive.read(&format!("{name}.class")).map_err(Error::new)?;
                file.into_iter().for_each(|bytes| reach.add(&name, bytes));
            }
        }
        Ok(reach)
    }

    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        let known = self.classes.entry(top_level(name).to_owned()).or_default();
        known.codes.push(fingerprint(&bytes));
        // What cannot be read names nobody.
        let Ok(class) = Skeleton::read(bytes.into()) else { return };
        known.named.extend(class.named_classes().iter().map(|name| top_level(name).to_owned()));
        let source = class.attribute(&class.attributes, "SourceFile").and_then(|index| {
            let index = u16::from_be_bytes(*index.first_chunk()?);
            class.text(index)
        });
        let folder = Path::new(name).parent().unwrap_or(Path::new(""));
        known.sources.extend(source.map(|file| folder.join(&*file)));
    }

    /// A number that changes with any class that a top-level class can reach.
    pub fn code(&self, class: &str) -> u64 {
        let mut reached = BTreeSet::new();
        let mut open = vec![class];
        while let Some(name) = open.pop() {
            let Some((name, known)) = self.classes.get_key_value(name) else { continue };
            if reached.insert(name) {
                open.extend(known.named.iter().map(String::as_str));
            }
        }
        let mut bytes = Vec::new();
        for name in reached {
            bytes.extend_from_slice(name.as_bytes());
            for code in &self.classes[name].codes {
                bytes.extend_from_slice(&code.to_le_bytes());
            }
        }
        fingerprint(&bytes)
    }

    /// The source files of a top-level class, below a root of sources.
    pub fn sources(&self, class: &str) -> Vec<PathBuf> {
        let known = self.classes.get(class);
        known.into_iter().flat_map(|known| known.sources.iter().cloned()).collect()
    }
}

/// The top-level class that a class is inside of.
fn top_level(name: &str) -> &str {
    let simple = name.rfind('/').map_or(0, |at| at + 1);
    match name[simple..].find('$') {
        Some(at) if at > 0 => &name[..simple + at],
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reach(codes: [u64; 3]) -> Reach {
        let known = |code, named: &[&str]| Known {
            codes: vec![code],
            named: named.iter().map(|name| (*name).to_owned()).collect(),
            sources: BTreeSet::new(),
        };
        let [a, b, c] = codes;
        let classes = [("A", known(a, &["B"])), ("B", known(b, &["A"])), ("C", known(c, &["B"]))];
        Reach { classes: classes.map(|(name, known)| (name.to_owned(), known)).into() }
    }

    #[test]
    fn a_class_changes_with_all_that_it_reaches_and_with_nothing_else() {
        let (before, after) = (reach([1, 2, 3]), reach([9, 2, 3]));
        assert_ne!(before.code("A"), after.code("A"));
        assert_ne!(before.code("B"), after.code("B"));
        assert_ne!(before.code("C"), after.code("C"));
        let other = reach([1, 2, 9]);
        assert_eq!(before.code("A"), other.code("A"));
        assert_eq!(before.code("B"), other.code("B"));
        assert_ne!(before.code("C"), other.code("C"));
    }

    #[test]
    fn classes_inside_belong_to_the_one_around_them() {
        assert_eq!(["a/B$C$1", "a/$D", "E"].map(top_level), ["a/B", "a/$D", "E"]);
    }
}
