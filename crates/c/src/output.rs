//! The files that tests of C go to: which there are, and what builds them.

use crate::clang::Source;
use crate::produce::findings::is_listed;
use crate::produce::{Product, Project};
use crate::write::{Build, Framework, SourceFile, TestFile, marked_script};
use language::{Error, Folder, relative};
use program::FileId;
use report::TestFileKind;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use suite::Test;

/// What was written.
#[derive(Default)]
pub struct Written {
    /// Files of tests, without ending, with the source that each belongs to.
    pub tests: Vec<(String, FileId)>,
    /// Files of findings, in the same way.
    pub findings: Vec<(String, FileId)>,
    /// All files, those included that are not Ferret's to overwrite.
    pub files: Vec<report::TestFile>,
}

/// What tests are written from.
#[derive(Clone, Copy)]
pub struct Output<'o> {
    /// The sources as they are compiled.
    pub sources: &'o [Source],
    /// The program made of them.
    pub project: &'o Project,
    /// What runs the tests.
    pub framework: Framework,
    /// Whether the linker drops what tests do not get to.
    pub sections: bool,
}

impl Output<'_> {
    /// Writes the tests of all files, and what builds them.
    pub fn write_all(&self, folder: &Folder, product: &Product) -> Result<Written, Error> {
        let mut output = Written::default();
        let sources = self.source_files(folder);
        let mut build = Build { sources, framework: self.framework, ..Build::default() };
        build.threads = self.project.has_threads();
        build.sections = self.sections;
        for kind in [TestFileKind::Tests, TestFileKind::Findings] {
            self.write_kind(kind, folder, product, &mut build, &mut output)?;
        }
        for (name, text) in [("Makefile", build.makefile()), ("tests.cmake", build.cmake())] {
            let written = folder.write(name, &marked_script(&text))?;
            let (path, kind) = (name.to_owned(), TestFileKind::Build);
            output.files.push(report::TestFile { path, kind, written });
        }
        Ok(output)
    }

    fn write_kind(
        &self,
        kind: TestFileKind,
        folder: &Folder,
        product: &Product,
        build: &mut Build,
        output: &mut Written,
    ) -> Result<(), Error> {
        let are_tests = kind == TestFileKind::Tests;
        let tests = match are_tests {
            true => product.tests.clone(),
            false => {
                product.findings.iter().filter(|test| is_listed(product, test)).cloned().collect()
            }
        };
        for (file, tests) in self.project.by_file(&tests) {
            let source = self.source_of(file);
            let stem = match build.sources.get(source) {
                Some(source) => source.name.clone(),
                None => stem_of(Path::new(&self.project.program.files[file])),
            };
            let prefix = if are_tests { "test" } else { "findings" };
            let mut name = format!("{prefix}_{stem}");
            let path = format!("{name}.c");
            if are_tests && folder.is_foreign(&path) {
                // What a person edited stays as it is, and new tests go beside it.
                if std::fs::read_to_string(folder.path().join(&path)).is_ok_and(is_frame) {
                    build.tests.push(TestFile { name: name.clone(), source });
                }
                output.files.push(report::TestFile { path, kind, written: false });
                name.push_str("_ferret");
            }
            let include = relative(folder.path(), &self.path_of(file)).display().to_string();
            let tests: Vec<Test> = tests.into_iter().cloned().collect();
            let text = self.text(kind, &include, &tests, product);
            if text.is_empty() {
                continue;
            }
            let path = format!("{name}.c");
            let written = folder.write(&path, &text)?;
            output.files.push(report::TestFile { path, kind, written });
            if written {
                let built = if are_tests { &mut build.tests } else { &mut build.findings };
                built.push(TestFile { name: name.clone(), source });
                let listed = if are_tests { &mut output.tests } else { &mut output.findings };
                listed.push((name, file));
            }
        }
        Ok(())
    }

    /// The text of a file of tests or findings, by the path that it includes its source by.
    pub fn text(
        &self,
        kind: TestFileKind,
        include: &str,
        tests: &[Test],
        product: &Product,
    ) -> String {
        match kind {
            TestFileKind::Findings => self.project.write_findings(include, tests, product).text,
            _ => self.project.write_of(include, tests, self.framework, product).text,
        }
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
                path: relative(folder.path(), &path).display().to_string(),
                flags: flags(folder, source),
            });
        }
        files
    }
}

/// Whether a text that a person edited still has the frame that runs tests.
fn is_frame(text: String) -> bool {
    text.contains("ferret_tests[]")
}

/// A source as it lies on the disk.
fn on_disk(source: &Source) -> PathBuf {
    let path = source.directory.as_deref().unwrap_or(Path::new("")).join(&source.file);
    std::fs::canonicalize(&path).unwrap_or(path)
}

/// The name of a file without its ending, as an identifier has it.
fn stem_of(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    stem.chars().map(|letter| if fits(letter) { letter } else { '_' }).collect()
}

/// The flags of a source, with paths as seen from the folder of the tests.
fn flags(folder: &Folder, source: &Source) -> Vec<String> {
    let base = source.directory.clone().unwrap_or_else(|| PathBuf::from("."));
    let here = |path: &str| -> String {
        match std::fs::canonicalize(base.join(path)) {
            Ok(path) => relative(folder.path(), &path).display().to_string(),
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
