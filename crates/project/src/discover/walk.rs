//! Files below a folder, without what versions control and builds keep there.

use std::path::{Path, PathBuf};

/// How deep folders are looked into.
const DEPTH: usize = 24;

/// Files with an ending below a folder, relative to it and in order; hidden folders and our own are left out.
pub fn files(root: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    visit(root, Path::new(""), ending, DEPTH, &mut found);
    found.sort();
    found
}

fn visit(root: &Path, inner: &Path, ending: &str, depth: usize, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(root.join(inner)) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let path = inner.join(&name);
        // A link to a folder may lead in a circle.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => {
                let hidden = name.as_encoded_bytes().starts_with(b".") || name == "ferret-tests";
                if !hidden && depth > 0 {
                    visit(root, &path, ending, depth - 1, found);
                }
            }
            Ok(_) if path.extension().is_some_and(|own| own == ending) => found.push(path),
            _ => {}
        }
    }
}
