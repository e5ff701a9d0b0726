//! Java classes as subjects.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use java::archive::{Archive, JdkImage};
use java::jdk::Jdk;
use java::project::Project;
use java::run::{Captured, Launch, Prepared, prepare_library};
use java::target::Target;
use machine::Config;

use crate::compare::subject::{Subject, Tested, fingerprint};
use crate::failure::Failure;
use crate::java::produce::{Group, groups, measured};

/// A class that is made ready when it is first needed: all of them at once would need too much memory.
pub struct Class {
    shelf: Arc<Shelf>,
    group: Group,
    number: usize,
}

/// What the classes of one place share.
struct Shelf {
    library: Mutex<Prepared>,
    others: Vec<String>,
    /// The classes that were needed last, by number.
    ready: Mutex<Vec<(usize, Arc<Project>)>>,
}

/// Classes that are kept ready: each thread works on one, and the next comes soon.
const READY: usize = 4;

impl Class {
    /// The class, ready to be tested.
    pub fn project(&self) -> Result<Arc<Project>, String> {
        let mut ready = self.shelf.ready.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, project)) = ready.iter().find(|(number, _)| *number == self.number) {
            return Ok(Arc::clone(project));
        }
        let library = self.shelf.library.lock().unwrap_or_else(PoisonError::into_inner);
        let Group { name, members, .. } = &self.group;
        let project = Project::new(&library, name, members.clone(), &self.shelf.others)
            .map_err(|error| error.to_string())?;
        let project = Arc::new(project);
        if ready.len() >= READY {
            ready.remove(0);
        }
        ready.push((self.number, Arc::clone(&project)));
        Ok(project)
    }
}

/// The place of the JDK's own classes.
const JDK: &str = "jdk";

/// Whether a subject is written as Java's: a jar or a directory, perhaps with a class.
pub fn is_java(text: &str) -> bool {
    let is = |place: &str| place == JDK || place.ends_with(".jar") || Path::new(place).is_dir();
    is(text) || text.rsplit_once(':').is_some_and(|(place, _)| is(place))
}

/// Finds classes that are written as `PLACE` or `PLACE:CLASS`.
pub fn subjects(
    written: &[&String],
    class_path: Option<&OsString>,
) -> Result<Vec<Subject>, Failure> {
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
    let mut subjects = Vec::new();
    // Each class of the JDK is counted in a library of its own.
    let own = places.remove(JDK).unwrap_or_default().into_iter();
    let own = own.map(|class| (class, Vec::new()));
    let places = places.into_iter().map(|(place, classes)| (place.to_owned(), classes)).chain(own);
    for (place, classes) in places {
        let target = Target::find(&place, &given, &jdk).map_err(Failure::new)?;
        let (groups, others) = groups(&classes, &jdk, &target, &place)?;
        let mut launch = Launch::new(jdk.clone(), target.class_path.clone(), "");
        launch.measured = measured(&groups);
        let silent = Arc::new(Captured::default());
        let library = prepare_library(&launch, Config::default(), silent).map_err(Failure::new)?;
        let image = JdkImage::open(&jdk).map_err(Failure::new)?;
        let archive = match launch.measured.is_empty() {
            true => Some(Archive::open(Path::new(&place), jdk.release).map_err(Failure::new)?),
            false => None,
        };
        let ready = Mutex::new(Vec::new());
        let shelf = Arc::new(Shelf { library: Mutex::new(library), others, ready });
        for group in groups {
            let mut bytes = Vec::new();
            for member in &group.members {
                let file = match &archive {
                    Some(archive) => {
                        archive.read(&format!("{member}.class")).map_err(Failure::new)?
                    }
                    None => image.class(member).map(|(bytes, _)| bytes),
                };
                bytes.extend(file.unwrap_or_default());
            }
            let name = group.name.replace('/', ".");
            let number = subjects.len();
            let tested = Tested::Java(Class { shelf: Arc::clone(&shelf), group, number });
            subjects.push(Subject { name, tested, code: fingerprint(&bytes) });
        }
    }
    Ok(subjects)
}
