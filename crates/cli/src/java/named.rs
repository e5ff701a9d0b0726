//! What may be wrong with the target that a user names: told before anything is searched for.

use std::path::Path;

use classfile::archive::Archive;
use classfile::jdk::Jdk;
use java::target::Target;

use crate::failure::Failure;
use crate::missing::missing;

/// Refuses source code of C, and a path that leads nowhere.
pub fn check(named: &str) -> Result<(), Failure> {
    let path = Path::new(named);
    if path.extension().is_some_and(|ending| ending == "c" || ending == "h") && path.is_file() {
        let failure = Failure::new(format!("`{named}` is C"));
        return Err(failure.help(format!("`ferret c {named}` generates tests for it")));
    }
    // A class may be named with slashes, too; then nothing need lie there.
    let is_path =
        path.parent().is_some_and(|parent| !parent.as_os_str().is_empty() && parent.is_dir());
    let is_class = path.with_extension("class").exists() || path.extension().is_some();
    match is_path && !is_class && !path.exists() {
        true => Err(missing("folder", path)),
        false => Ok(()),
    }
}

/// Refuses a folder or a jar without class files.
pub fn has_classes(named: &str, target: &Target, jdk: &Jdk) -> Result<(), Failure> {
    let Some(path) = &target.archive else { return Ok(()) };
    let names = Archive::open(path, jdk.release).and_then(|archive| archive.class_names());
    // What cannot be read is told with its reason later.
    if names.map_or(true, |names| !names.is_empty()) {
        return Ok(());
    }
    let failure = Failure::new(format!("there are no class files in {named}"));
    Err(failure.help(match path.is_dir() {
        true => format!("compile the sources: javac -g -d classes $(find {named} -name '*.java')"),
        false => "name the jar with the compiled classes, not that of the sources".to_owned(),
    }))
}
