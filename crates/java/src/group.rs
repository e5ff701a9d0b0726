//! Which classes are tested together: each top-level class with the classes inside it.

use crate::target::Target;
use classfile::archive::{Archive, JdkImage};
use classfile::jdk::Jdk;
use language::Error;
use language::pattern::{fits, similar};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// A top-level class with the classes inside it, by internal names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The class.
    pub name: String,
    /// The class and those inside it.
    pub members: Vec<String>,
    /// Whether it is one of the JDK's own.
    pub of_jdk: bool,
}

/// The classes of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Those to test.
    pub groups: Vec<Group>,
    /// The names of all classes that lie beside them.
    pub others: Vec<String>,
    /// The directory or jar that they are in, unless they are the JDK's.
    pub archive: Option<PathBuf>,
}

impl Groups {
    /// The classes of a target, which `named` is how the user wrote it. If some are chosen, only those.
    ///
    /// # Errors
    ///
    /// When a class that is asked for is not there, or an archive cannot be read.
    pub fn find(chosen: &[String], jdk: &Jdk, target: &Target, named: &str) -> Result<Self, Error> {
        let Some(archive) = archive_of(jdk, target) else {
            let class = target.class.as_ref().and_then(|class| of_jdk(jdk, class).transpose());
            let group = class.transpose()?.ok_or_else(|| {
                Error::new(format!("there is no class `{named}` on the class path"))
                    .help("name a directory or a jar, or give --classpath")
            })?;
            return Ok(Self { groups: vec![group], others: Vec::new(), archive: None });
        };
        let names = Archive::open(&archive, jdk.release)
            .and_then(|archive| archive.class_names())
            .map_err(Error::new)?;
        let mut wanted: Vec<String> = chosen.iter().map(|name| name.replace('/', ".")).collect();
        // A class that is the target is meant by its whole name; others may be meant by its end or by a pattern.
        let own = match (&target.archive, &target.class) {
            (None, Some(class)) => Some(class.replace('/', ".")),
            _ => None,
        };
        wanted.extend(own.clone());
        let means = |name: &str, unit: &str| match own.as_deref() == Some(name) {
            true => top_level(name) == unit,
            false => fits(top_level(name), unit),
        };
        let mut groups = by_top_level(&names);
        let units: Vec<String> = groups.keys().map(|top| top.replace('/', ".")).collect();
        for name in &wanted {
            if !units.iter().any(|unit| means(name, unit)) {
                let units: Vec<&str> = units.iter().map(String::as_str).collect();
                let near = similar(top_level(name), &units);
                let error =
                    Error::new(format!("there is no class `{name}` in {}", archive.display()));
                return Err(match near.is_empty() {
                    true => error,
                    false => error.help(format!("did you mean {}?", near.join(", "))),
                });
            }
        }
        if !wanted.is_empty() {
            groups.retain(|top, _| {
                let unit = top.replace('/', ".");
                wanted.iter().any(|name| means(name, &unit))
            });
        }
        let group =
            |(top, members): (&str, _)| Group { name: top.to_owned(), members, of_jdk: false };
        let groups = groups.into_iter().map(group).collect();
        Ok(Self { groups, others: names, archive: Some(archive) })
    }

    /// The classes of the JDK among those to test: they are counted, which the JDK's usually are not.
    pub fn measured(&self) -> Vec<String> {
        let own = self.groups.iter().filter(|group| group.of_jdk);
        own.flat_map(|group| group.members.iter().cloned()).collect()
    }

    /// The class files of each group, in the order of its members.
    ///
    /// # Errors
    ///
    /// When an archive cannot be read.
    pub fn files(&self, jdk: &Jdk) -> Result<Vec<Vec<Vec<u8>>>, Error> {
        let archive = self.archive.as_deref().map(|path| Archive::open(path, jdk.release));
        let archive = archive.transpose().map_err(Error::new)?;
        let image = JdkImage::open(jdk).map_err(Error::new)?;
        let mut all = Vec::new();
        for group in &self.groups {
            let mut files = Vec::new();
            for member in &group.members {
                let file = match &archive {
                    Some(archive) => {
                        archive.read(&format!("{member}.class")).map_err(Error::new)?
                    }
                    None => image.class(member).map(|(bytes, _)| bytes),
                };
                files.push(file.unwrap_or_default());
            }
            all.push(files);
        }
        Ok(all)
    }
}

/// The top-level class that a class is inside of: tests are made for the whole of it.
fn top_level(name: &str) -> &str {
    match name.find('$') {
        Some(at) if at > 0 => &name[..at],
        _ => name,
    }
}

/// The directory or jar that a target's classes are in.
fn archive_of(jdk: &Jdk, target: &Target) -> Option<PathBuf> {
    if let Some(path) = &target.archive {
        return Some(path.clone());
    }
    let file = format!("{}.class", target.class.as_ref()?);
    let has = |path: &&PathBuf| {
        let archive = Archive::open(path, jdk.release);
        archive.is_ok_and(|archive| archive.read(&file).is_ok_and(|found| found.is_some()))
    };
    target.class_path.iter().find(has).cloned()
}

/// Classes by the top-level class that they are inside of.
fn by_top_level(names: &[String]) -> BTreeMap<&str, Vec<String>> {
    let mut groups: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for name in names {
        let simple = name.rsplit('/').next().unwrap_or(name);
        if matches!(simple, "module-info" | "package-info") {
            continue;
        }
        let package = name.len() - simple.len();
        let top = simple.find('$').filter(|at| *at > 0).map_or(name.len(), |at| package + at);
        groups.entry(&name[..top]).or_default().push(name.clone());
    }
    groups
}

/// A class of the JDK, if it has such a one.
fn of_jdk(jdk: &Jdk, class: &str) -> Result<Option<Group>, Error> {
    let image = JdkImage::open(jdk).map_err(Error::new)?;
    let Some((_, module)) = image.class(class) else { return Ok(None) };
    let inside = format!("{class}$");
    let mut members = image.class_names(&module);
    members.retain(|name| name == class || name.starts_with(&inside));
    Ok(Some(Group { name: class.to_owned(), members, of_jdk: true }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_belong_to_the_top_level_class_they_are_inside_of() {
        let names = ["a/B", "a/B$C", "a/B$C$1", "a/$D", "package-info", "a/package-info", "E"];
        let names = names.map(str::to_owned);
        let groups = by_top_level(&names);
        let shown: Vec<String> =
            groups.iter().map(|(top, members)| format!("{top}: {}", members.join(" "))).collect();
        assert_eq!(shown, ["E: E", "a/$D: a/$D", "a/B: a/B a/B$C a/B$C$1"]);
    }
}
