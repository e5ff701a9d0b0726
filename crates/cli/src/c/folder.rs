//! The folder that tests go to: which files there are, what builds them, and what is never overwritten.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use c::clang::Source;
use c::produce::{Product, Project};
use c::write::{Build, Framework, SourceFile, TestFile, is_ours, marked_script};
use program::FileId;
use suite::Test;

use crate::failure::Failure;

/// The folder that tests go to.
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
}

impl Folder {
    /// Opens a folder, and makes it if it is not there.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            Failure::new(format!("cannot write to `{}`: {error}", path.display()))
        };
        std::fs::create_dir_all(path).map_err(failed)?;
        Ok(Self { path: std::fs::canonicalize(path).map_err(failed)? })
    }

    /// Takes away a file that Ferret wrote and that is as it was written.
    pub fn forget(&self, name: &str) {
        let path = self.path.join(name);
        if std::fs::read_to_string(&path).is_ok_and(|old| is_ours(&old)) {
            let _ = std::fs::remove_file(&path);
        }
    }

    /// Writes a file, unless there is one that Ferret did not write or that was edited; tells whether it
    /// did.
    fn write(&self, name: &str, text: &str) -> Result<bool, Failure> {
        let path = self.path.join(name);
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => return Ok(true),
            Ok(old) if !is_ours(&old) => return Ok(false),
            _ => {}
        }
        std::fs::write(&path, text)
            .map_err(|error| Failure::new(format!("cannot write `{}`: {error}", path.display())))?;
        Ok(true)
    }
}

/// What was written.
#[derive(Default)]
pub struct Output {
    /// Files of tests, without ending, with the source that each belongs to.
    pub files: Vec<(String, FileId)>,
    /// Files of findings.
    pub findings: Vec<(String, FileId)>,
    /// Files that are not Ferret's to overwrite.
    pub kept: Vec<String>,
}

/// What tests are written from.
#[derive(Clone, Copy)]
pub struct Work<'w> {
    /// The sources as they are compiled.
    pub sources: &'w [Source],
    /// The program made of them.
    pub project: &'w Project,
    /// What runs the tests.
    pub framework: Framework,
}

impl Work<'_> {
    /// Writes the tests of all files, and what builds them.
    pub fn write_all(&self, folder: &Folder, product: &Product) -> Result<Output, Failure> {
        let mut output = Output::default();
        let sources = self.source_files(folder);
        let mut build = Build { sources, framework: self.framework, ..Build::default() };
        for (tests, prefix) in [(&product.tests, "test"), (&product.findings, "findings")] {
            for (file, tests) in self.project.by_file(tests) {
                let source = self.source_of(file);
                let stem = match build.sources.get(source) {
                    Some(source) => source.name.clone(),
                    None => stem_of(Path::new(&self.project.program.files[file])),
                };
                let name = format!("{prefix}_{stem}");
                let include = relative(&folder.path, &self.path_of(file)).display().to_string();
                let tests: Vec<Test> = tests.into_iter().cloned().collect();
                let text = match prefix {
                    "test" => self.project.write(&include, &tests, self.framework).text,
                    _ => self.project.write_findings(&include, &tests, &product.said).text,
                };
                if text.is_empty() {
                    continue;
                }
                if folder.write(&format!("{name}.c"), &text)? {
                    let (list, built) = match prefix {
                        "test" => (&mut output.files, &mut build.tests),
                        _ => (&mut output.findings, &mut build.findings),
                    };
                    built.push(TestFile { name: name.clone(), source });
                    list.push((name, file));
                } else {
                    output.kept.push(format!("{name}.c"));
                }
            }
        }
        for (name, text) in [("Makefile", build.makefile()), ("tests.cmake", build.cmake())] {
            if !folder.write(name, &marked_script(&text))? {
                output.kept.push(name.to_owned());
            }
        }
        Ok(output)
    }

    /// The place in the list of the source that a file of the program is.
    pub fn source_of(&self, file: FileId) -> usize {
        let path = self.path_of(file);
        self.sources.iter().position(|source| on_disk(source) == path).unwrap_or(0)
    }

    /// The source on disk that a file of the program is.
    pub fn path_of(&self, file: FileId) -> PathBuf {
        let name = Path::new(&self.project.program.files[file]);
        let alike = |source: &&Source| {
            let path = on_disk(source);
            path.ends_with(name) || std::fs::canonicalize(name).is_ok_and(|name| name == path)
        };
        let base = |source: &&Source| source.file.file_name() == name.file_name();
        let found = self.sources.iter().find(alike).or_else(|| self.sources.iter().find(base));
        match found {
            Some(source) => on_disk(source),
            None => std::fs::canonicalize(name).unwrap_or_else(|_| name.to_owned()),
        }
    }

    /// The sources as seen from the folder of the tests; no two have one name.
    fn source_files(&self, folder: &Folder) -> Vec<SourceFile> {
        let mut taken = BTreeSet::new();
        let mut files = Vec::new();
        for source in self.sources {
            let path = on_disk(source);
            let mut name = stem_of(&path);
            if let Some(parent) = path.parent().filter(|_| taken.contains(&name)) {
                name = format!("{}_{name}", stem_of(parent));
            }
            while !taken.insert(name.clone()) {
                name.push('_');
            }
            files.push(SourceFile {
                name,
                path: relative(&folder.path, &path).display().to_string(),
                flags: flags(folder, source),
            });
        }
        files
    }
}

/// A source as it lies on the disk.
pub fn on_disk(source: &Source) -> PathBuf {
    let path = source.directory.as_deref().unwrap_or(Path::new("")).join(&source.file);
    std::fs::canonicalize(&path).unwrap_or(path)
}

/// The name of a file without its ending, as an identifier has it.
fn stem_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    stem.chars().map(|letter| if fits(letter) { letter } else { '_' }).collect()
}

/// The way from a folder to a file.
fn relative(from: &Path, to: &Path) -> PathBuf {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n(Component::ParentDir, from.len() - common);
    up.chain(to[common..].iter().copied()).collect()
}

/// The flags of a source, with paths as seen from the folder of the tests.
fn flags(folder: &Folder, source: &Source) -> Vec<String> {
    let base = source.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    let here = |path: &str| -> String {
        match std::fs::canonicalize(base.join(path)) {
            Ok(path) => relative(&folder.path, &path).display().to_string(),
            Err(_) => path.to_owned(),
        }
    };
    let mut flags = Vec::new();
    let mut previous = "";
    for flag in &source.flags {
        flags.push(match (flag.strip_prefix("-I"), previous) {
            (_, "-include" | "-I" | "-isystem") => here(flag),
            (Some(path), _) if !path.is_empty() => format!("-I{}", here(path)),
            _ => flag.clone(),
        });
        previous = flag;
    }
    flags
}
