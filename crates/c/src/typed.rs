//! The types of what files only declare.
//!
//! Debug metadata tells the types of what a file defines, and nothing about a variable or function that
//! it only declares. So clang reads such a file once more, through an overlay that adds a line for each
//! of them behind its end: a pointer to it, whose type metadata does tell. Nothing before the end moves.

use crate::clang::{Clang, Compiled, Source};
use host::Scratch;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

/// What the names of the added pointers begin with.
pub(crate) const WITNESS: &str = "ferret_type_of_";

/// How often names are given up that the end of the file does not know.
const ATTEMPTS: u32 = 3;

/// Compiles a file again so that what is declared under these names has a type. A file that does not allow
/// that stays as it is.
pub(crate) fn add_types(
    clang: &Clang,
    source: &Source,
    compiled: &mut Compiled,
    names: &BTreeSet<String>,
) {
    let mut names: Vec<&str> =
        names.iter().map(String::as_str).filter(|name| is_word(name)).collect();
    for _ in 0..ATTEMPTS {
        if names.is_empty() {
            return;
        }
        match attempt(clang, source, &names) {
            Some(Ok(ir)) => {
                compiled.ir = ir;
                return;
            }
            Some(Err(unknown)) if !unknown.is_empty() => {
                names = names
                    .into_iter()
                    .enumerate()
                    .filter(|(index, _)| !unknown.contains(index))
                    .map(|(_, name)| name)
                    .collect();
            }
            _ => return,
        }
    }
}

/// The text of the module, or the places of the names that are not known at the end of the file; none if
/// something else is wrong.
fn attempt(clang: &Clang, source: &Source, names: &[&str]) -> Option<Result<String, Vec<usize>>> {
    let here = std::env::current_dir().ok()?;
    let directory = here.join(source.directory.as_deref().unwrap_or(Path::new("")));
    let file = directory.join(&source.file);
    let mut text = std::fs::read(&file).ok()?;
    text.push(b'\n');
    let first = text.iter().filter(|byte| **byte == b'\n').count() + 1;
    text.extend_from_slice(witnesses(names).as_bytes());
    let scratch = Scratch::new().ok()?;
    let longer = scratch.path().join("longer.c");
    std::fs::write(&longer, text).ok()?;
    let overlay = scratch.path().join("overlay.json");
    let content = serde_json::json!({
        "version": 0,
        "use-external-names": false,
        "roots": [{ "type": "file", "name": file, "external-contents": longer }],
    });
    std::fs::write(&overlay, content.to_string()).ok()?;
    let mut again = source.clone();
    again.flags.push("-ferror-limit=0".to_owned());
    again.flags.push(format!("-ivfsoverlay{}", overlay.display()));
    match clang.compile(&again) {
        Ok(compiled) => Some(Ok(compiled.ir)),
        Err(crate::clang::ClangError::Diagnosed { diagnostics, .. }) => {
            Some(Err(complaints(&diagnostics, first, names.len())))
        }
        Err(_) => None,
    }
}

/// One line for each name.
fn witnesses(names: &[&str]) -> String {
    let mut text = String::new();
    for name in names {
        let _ = writeln!(
            text,
            "static __typeof__({name}) *const {WITNESS}{name} __attribute__((used));"
        );
    }
    text
}

/// Which of the added lines clang complains about; they begin with line `first`.
fn complaints(diagnostics: &str, first: usize, count: usize) -> Vec<usize> {
    let mut found = Vec::new();
    for line in diagnostics.lines() {
        let Some((place, _)) = line.split_once(": error: ") else { continue };
        let mut parts = place.rsplitn(3, ':');
        let number = parts.nth(1).and_then(|number| number.parse::<usize>().ok());
        let index = number.and_then(|number| number.checked_sub(first));
        found.extend(index.filter(|index| *index < count));
    }
    found
}

fn is_word(name: &str) -> bool {
    let letter = |char: char| char.is_ascii_alphanumeric() || char == '_';
    name.chars().all(letter) && !name.starts_with(|char: char| char.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn complaints_are_told_by_their_lines() {
        let said = "a.c:7:3: error: use of undeclared identifier 'x'\n  7 | x\n\
                    b/a.c:9:3: error: incomplete\na.c:2:1: error: other\na.c:8:1: warning: w\n";
        assert_eq!(complaints(said, 7, 3), [0, 2]);
    }
}
