//! The repository's files, as the checks want to see them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::documents::Tree;
use crate::finding::Finding;
use crate::invariants;
use crate::manifests::Manifest;
use crate::sources::Crate;

/// A text file.
pub struct TextFile {
    /// Its path from the root, with `/` between the parts.
    pub path: String,
    /// What it holds.
    pub text: String,
}

/// All text files that people write here, in the order of their paths.
pub struct Repository {
    files: Vec<TextFile>,
    /// Every path from the root, folders and files of other kinds included.
    paths: Vec<String>,
}

/// A check of one file: its path and text in, findings out.
type Check = fn(&str, &str) -> Vec<Finding>;

impl Repository {
    /// Reads the repository that this crate stands in.
    pub fn read() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut paths = Vec::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(root.join(&folder)).expect("a readable folder") {
                let entry = entry.expect("a readable entry");
                let path = folder.join(entry.file_name());
                let path_text = path.to_str().expect("a path in Unicode").replace('\\', "/");
                if is_foreign(&path_text) {
                    continue;
                }
                paths.push(path_text);
                if entry.file_type().expect("a kind of entry").is_dir() {
                    folders.push(path);
                }
            }
        }
        paths.sort();
        let files: Vec<TextFile> = paths
            .iter()
            .filter(|path| is_text(path))
            .filter_map(|path| {
                let text = fs::read_to_string(root.join(path)).ok()?;
                Some(TextFile { path: path.clone(), text })
            })
            .collect();
        assert!(
            files.iter().any(|file| file.path == "Cargo.toml"),
            "the root is not the workspace's"
        );
        Self { files, paths }
    }

    /// Fails if the check finds something in a Rust file.
    #[track_caller]
    pub fn check_rust(&self, check: Check) {
        let rust = self.files.iter().filter(|file| file.path.ends_with(".rs"));
        crate::none(rust.flat_map(|file| check(&file.path, &file.text)).collect());
    }

    /// Fails if the check finds something in any text file.
    #[track_caller]
    pub fn check_text(&self, check: Check) {
        crate::none(self.files.iter().flat_map(|file| check(&file.path, &file.text)).collect());
    }

    /// The documents: Markdown at the root and in `docs`.
    pub fn documents(&self) -> impl Iterator<Item = &TextFile> {
        self.files.iter().filter(|file| {
            file.path.ends_with(".md")
                && (file.path.starts_with("docs/") || !file.path.contains('/'))
        })
    }

    /// All that a document may name.
    pub fn tree(&self) -> Tree {
        let markdown = self.files.iter().filter(|file| file.path.ends_with(".md"));
        Tree::new(
            self.paths.clone(),
            markdown.map(|file| (file.path.clone(), file.text.clone())).collect(),
        )
    }

    /// The paths and texts of the Rust files in the `src` of all crates.
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|file| {
            let (room, rest) = file.path.strip_prefix("crates/")?.split_once('/')?;
            let is_source = !room.is_empty() && rest.starts_with("src/") && rest.ends_with(".rs");
            is_source.then_some((&*file.path, &*file.text))
        })
    }

    /// The code of all crates, without tests.
    pub fn crates(&self) -> Result<Vec<Crate>, Finding> {
        let files: BTreeMap<&str, &str> = self.sources().collect();
        let names: BTreeSet<&str> =
            files.keys().filter_map(|path| path.split('/').nth(1)).collect();
        names.into_iter().map(|name| Crate::read(name, &files)).collect()
    }

    /// The names of all tests.
    pub fn tests(&self) -> BTreeSet<String> {
        let rust = self.files.iter().filter(|file| file.path.ends_with(".rs"));
        rust.flat_map(|file| invariants::tests(&file.text)).map(str::to_owned).collect()
    }

    /// The workspace's manifest.
    pub fn manifest(&self) -> Manifest {
        let file = self.files.iter().find(|file| file.path == "Cargo.toml").expect("a workspace");
        Manifest::parse(&file.path, &file.text)
    }

    /// The manifests of the crates.
    pub fn rooms(&self) -> Vec<Manifest> {
        self.files
            .iter()
            .filter(|file| file.path.starts_with("crates/") && file.path.ends_with("/Cargo.toml"))
            .map(|file| Manifest::parse(&file.path, &file.text))
            .collect()
    }
}

/// Whether a path is none of ours: built, or the version control's.
fn is_foreign(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some(".git" | "target"))
}

/// Whether people write this file as text. What a lock file or a licence says is not ours to choose.
fn is_text(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let kind = name.rsplit_once('.').map_or("", |(_, kind)| kind);
    matches!(kind, "rs" | "md" | "toml" | "fir" | "c" | "h" | "java" | "sh" | "yml")
        || name == "Makefile"
        || path.starts_with("scripts/")
        || path.starts_with(".ci/")
}
