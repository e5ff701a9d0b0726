//! The code of a crate: the files that its modules name, without tests.

use std::collections::BTreeMap;

use proc_macro2::Delimiter;

use crate::finding::Finding;
use crate::tokens::{Token, Tree, production};

/// A crate's code.
pub struct Crate {
    /// Its name.
    pub name: String,
    /// The files, the root first.
    pub files: Vec<Source>,
}

/// A file of a crate's code.
pub struct Source {
    /// The path from the root of the repository.
    pub path: String,
    /// The module that it is, from the root of the crate.
    pub module: Vec<String>,
    /// What it says.
    pub tokens: Vec<Token>,
}

impl Crate {
    /// Follows the modules from `src/lib.rs` or `src/main.rs`, given all files by their paths.
    pub fn read(name: &str, files: &BTreeMap<&str, &str>) -> Result<Self, Finding> {
        let source = format!("crates/{name}/src");
        let roots = ["lib.rs", "main.rs"].map(|file| format!("{source}/{file}"));
        let mut crate_ = Self { name: name.to_owned(), files: Vec::new() };
        let mut open: Vec<(String, Vec<String>)> = roots
            .into_iter()
            .filter(|root| files.contains_key(&**root))
            .map(|root| (root, Vec::new()))
            .collect();
        while let Some((path, module)) = open.pop() {
            let tokens = production(&path, files[&*path])?;
            let mut children = Vec::new();
            declared(&tokens, &mut Vec::new(), &mut children);
            for child in children.into_iter().rev() {
                let folder = folder(&path);
                let place = format!("{folder}/{}", child.join("/"));
                let paths = [format!("{place}.rs"), format!("{place}/mod.rs")];
                if let Some(path) = paths.into_iter().find(|path| files.contains_key(&**path)) {
                    let module = module.iter().cloned().chain(child).collect();
                    open.push((path, module));
                }
            }
            crate_.files.push(Source { path, module, tokens });
        }
        Ok(crate_)
    }
}

/// The folder in which the modules that a file declares have their files.
fn folder(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match file {
        "lib.rs" | "main.rs" | "mod.rs" => folder,
        _ => path.strip_suffix(".rs").unwrap_or(path),
    }
}

/// The modules that are in files of their own, with the modules inside the file that they are in.
fn declared(tokens: &[Token], inside: &mut Vec<String>, modules: &mut Vec<Vec<String>>) {
    for at in 0..tokens.len().saturating_sub(2) {
        let [keyword, name, body] = &tokens[at..at + 3] else { continue };
        let (true, Some(name)) = (keyword.is_word("mod"), name.word()) else { continue };
        inside.push(name.to_owned());
        match &body.tree {
            Tree::Mark(';') => modules.push(inside.clone()),
            Tree::Group(Delimiter::Brace, body) => declared(body, inside, modules),
            _ => {}
        }
        inside.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_modules_are_found_and_those_of_tests_are_not() {
        let files = BTreeMap::from([
            (
                "crates/a/src/lib.rs",
                "mod x; pub(crate) mod y; #[cfg(test)] mod tests; mod z { mod w; }",
            ),
            ("crates/a/src/x.rs", "mod deep;"),
            ("crates/a/src/x/deep.rs", ""),
            ("crates/a/src/y/mod.rs", "mod deep;"),
            ("crates/a/src/y/deep.rs", ""),
            ("crates/a/src/z/w.rs", ""),
            ("crates/a/src/tests.rs", ""),
            ("crates/a/src/forgotten.rs", ""),
        ]);
        let read = Crate::read("a", &files).expect("Rust");
        let modules: Vec<String> = read.files.iter().map(|file| file.module.join("::")).collect();
        assert_eq!(modules, ["", "x", "x::deep", "y", "y::deep", "z::w"]);
        let paths: Vec<&str> = read.files.iter().map(|file| &*file.path).collect();
        assert_eq!(paths[4..], ["crates/a/src/y/deep.rs", "crates/a/src/z/w.rs"]);
    }
}
