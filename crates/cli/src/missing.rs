//! A file or a folder that is not there, and what lies beside it under a similar name.

use std::path::Path;

use language::pattern::similar;

use crate::failure::Failure;

/// Something that is not there, and what lies beside it under a similar name.
pub fn missing(what: &str, path: &Path) -> Failure {
    let failure = Failure::new(format!("there is no {what} `{}`", path.display()));
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let entries = std::fs::read_dir(parent.unwrap_or(Path::new("."))).into_iter().flatten();
    let names = entries.flatten().filter(|entry| (what == "folder") == entry.path().is_dir());
    let mut names: Vec<String> =
        names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let near = similar(&wanted.unwrap_or_default(), &names).first().map(|name| match parent {
        Some(parent) => format!("did you mean `{}`?", parent.join(name).display()),
        None => format!("did you mean `{name}`?"),
    });
    failure.maybe_help(near)
}
