//! Java classes as subjects.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;

use classfile::jdk::Jdk;
use java::classes::{Classes, Options};
use java::target::Target;
use language::Language;

use crate::failure::Failure;

/// The place of the JDK's own classes.
const JDK: &str = "jdk";

/// Whether a subject is written as Java's: a jar or a directory, perhaps with a class.
pub fn is_java(text: &str) -> bool {
    let is = |place: &str| place == JDK || place.ends_with(".jar") || Path::new(place).is_dir();
    is(text) || text.rsplit_once(':').is_some_and(|(place, _)| is(place))
}

/// Finds classes that are written as `PLACE` or `PLACE:CLASS`.
pub fn targets(
    written: &[&String],
    class_path: Option<&OsString>,
) -> Result<Vec<Box<dyn Language>>, Failure> {
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let jdk = Jdk::find(None).map_err(Failure::new)?;
    let given: Vec<_> =
        class_path.map_or_else(Vec::new, |paths| std::env::split_paths(paths).collect());
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for text in written {
        match text.rsplit_once(':') {
            Some((place, class)) if !Path::new(text.as_str()).exists() => {
                places.entry(place).or_default().push(class.to_owned());
            }
            _ => {
                places.entry(text).or_default();
            }
        }
    }
    // Each class of the JDK is counted in a library of its own.
    let own = places.remove(JDK).unwrap_or_default().into_iter();
    let own = own.map(|class| (class, Vec::new()));
    let places = places.into_iter().map(|(place, classes)| (place.to_owned(), classes)).chain(own);
    let mut targets: Vec<Box<dyn Language>> = Vec::new();
    for (place, classes) in places {
        let target = Target::find(&place, &given, &jdk).map_err(Failure::new)?;
        let named = vec![(target, place)];
        targets.push(Box::new(Classes::open(jdk.clone(), named, &classes, Options::default())?));
    }
    Ok(targets)
}
