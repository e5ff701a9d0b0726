//! The files of a C project, each a unit of its own: functions of other files are stubs.

use crate::clang::{Clang, ClangError, Compiled, Source};
use crate::libc::Library;
use crate::target::{Choice, Files, Options};
use language::{Error, Found, Language, Prepared, Unready, Verified, fingerprint};
use report::{SkippedKind, Vocabulary};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// C files that are tested one by one.
pub struct Sources {
    clang: Clang,
    library: Library,
    sources: Vec<Source>,
    /// Names of units are relative to it.
    root: PathBuf,
    options: Options,
}

impl Sources {
    /// Finds clang and the library, which is kept compiled in a folder if there is one.
    ///
    /// # Errors
    ///
    /// When there is no clang of the right version.
    pub fn open(
        root: &Path,
        sources: Vec<Source>,
        cache: Option<&Path>,
        options: Options,
    ) -> Result<Self, Error> {
        let clang = Clang::find(None).map_err(Error::new)?;
        let library = Library::load(&clang, cache).map_err(Error::new)?;
        Ok(Self { clang, library, sources, root: root.to_owned(), options })
    }

    fn name(&self, source: &Source) -> String {
        let whole = path_of(source);
        let whole = std::fs::canonicalize(&whole).unwrap_or(whole);
        whole.strip_prefix(&self.root).unwrap_or(&whole).display().to_string()
    }

    /// A file that a source includes, seen from the root.
    fn below_root(&self, source: &Source, file: &Path) -> PathBuf {
        let whole = source.directory.as_deref().unwrap_or(Path::new("")).join(file);
        let whole = std::fs::canonicalize(&whole).unwrap_or(whole);
        whole.strip_prefix(&self.root).unwrap_or(&whole).to_owned()
    }

    fn files(&self, source: &Source) -> Result<Files, Unready> {
        let unready = |text: String| Unready::new(SkippedKind::NotPrepared, text);
        let compiled = self.clang.compile(source).map_err(|error| unready(first_error(&error)))?;
        let (clang, sources) = (self.clang.clone(), vec![source.clone()]);
        let compiled: Vec<Compiled> = vec![compiled];
        let files = Files::link(clang, sources, compiled, &self.library, self.options.clone());
        files.map(|(files, _)| files).map_err(|error| unready(error.message))
    }
}

impl Language for Sources {
    fn vocabulary(&self) -> Vocabulary {
        crate::target::vocabulary()
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let found = |(number, source): (usize, &Source)| {
            // What does not compile has no result, but its own text says when to try again.
            let (code, included) = self.clang.fingerprint(source).unwrap_or_else(|| {
                (fingerprint(&std::fs::read(path_of(source)).unwrap_or_default()), Vec::new())
            });
            let name = self.name(source);
            let mut sources = vec![PathBuf::from(&name)];
            sources.extend(included.iter().map(|file| self.below_root(source, file)));
            sources.dedup();
            // Functions of other files are stubs, and headers are a part of what the compiler sees.
            Found { number, name, code, reached: code, sources }
        };
        Ok(self.sources.iter().enumerate().map(found).collect())
    }

    fn prepare(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        let source = self.sources.get(unit.number).ok_or_else(|| {
            Unready::new(SkippedKind::NotPrepared, format!("there is no unit {}", unit.number))
        })?;
        let files = self.files(source)?.choosing(Choice::All, unit.name.clone());
        let prepared = files.prepare(&Found { number: 0, ..unit.clone() })?;
        if prepared.goals().goals.is_empty() {
            let text = "there is nothing to cover in it";
            return Err(Unready::new(SkippedKind::NothingToCover, text));
        }
        Ok(prepared)
    }

    fn verify(&self, unit: &Found, out: &Path, files: &[String]) -> Result<Verified, Unready> {
        let source = self.sources.get(unit.number).ok_or_else(|| {
            Unready::new(SkippedKind::NotPrepared, format!("there is no unit {}", unit.number))
        })?;
        self.files(source)?.verify(unit, out, files)
    }
}

fn path_of(source: &Source) -> PathBuf {
    source.directory.as_deref().unwrap_or(Path::new("")).join(&source.file)
}

/// The first thing that a compiler minds, in one line.
fn first_error(error: &ClangError) -> String {
    let text = error.to_string();
    let first = text.lines().find(|line| line.contains("error: "));
    format!("it does not compile: {}", first.unwrap_or_else(|| text.lines().next().unwrap_or("")))
}
