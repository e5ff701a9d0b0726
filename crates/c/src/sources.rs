//! The files of a C project, each a unit of its own. What a unit calls of other files is linked with it; only what no file
//! of the project defines is a stub.

use crate::clang::{Clang, ClangError, Source};
use crate::companions::{Companions, Shelf};
use crate::judge::is_harmless;
use crate::libc::{self, Captured, Library};
use crate::objects::Objects;
use crate::part::{Beside, Native};
use crate::target::{Choice, Files, Options};
use language::{Error, Found, Language, Prepared, Unready, Verified, fingerprint};
use llvm::outline::Outline;
use report::{Note, NoteKind, SkippedKind, Vocabulary};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// C files that are tested one by one.
pub struct Sources {
    clang: Clang,
    library: Library,
    sources: Vec<Source>,
    /// Names of units are relative to it.
    root: PathBuf,
    options: Options,
    /// The files, compiled when they are first needed.
    shelf: OnceLock<Shelf>,
    /// The objects that tests are linked with.
    objects: Arc<Objects>,
    /// The functions that the library defines.
    library_names: BTreeSet<String>,
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
        let objects = Arc::new(Objects::new().map_err(Error::new)?);
        let (root, shelf) = (root.to_owned(), OnceLock::new());
        let models = libc::models(Arc::new(Captured::default()));
        let modules = library.modules.iter().map(|(_, text)| Outline::of(text));
        let mut library_names: BTreeSet<String> = BTreeSet::new();
        for module in modules {
            library_names.extend(module.public().map(str::to_owned));
            let modelled = module.names().filter(|name| models.get(name).is_some());
            library_names.extend(modelled.map(str::to_owned));
        }
        Ok(Self { clang, library, sources, root, options, shelf, objects, library_names })
    }

    fn shelf(&self) -> &Shelf {
        self.shelf.get_or_init(|| {
            let jobs = std::thread::available_parallelism().map_or(1, usize::from);
            Shelf::new(self.clang.compile_each(&self.sources, jobs))
        })
    }

    fn companions(&self, unit: usize) -> Companions {
        let reaches_out = |name: &str| {
            self.options.native != Native::Always
                && !is_harmless(name)
                && self.library_names.contains(name)
        };
        self.shelf().companions(unit, &self.sources, &reaches_out)
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

    /// A unit with the files that it is linked with; alone, if that cannot be.
    fn files(&self, unit: usize) -> Result<Files, Unready> {
        let companions = self.companions(unit);
        let beside = self.beside(unit, &companions);
        let alone = Beside { notes: beside.notes.clone(), ..Beside::default() };
        if companions.files.is_empty() {
            return self.link(unit, alone).map_err(not_prepared);
        }
        let refused = match self.link(unit, beside) {
            Err(error) => error.message,
            Ok(files) => match files.links() {
                Ok(Ok(())) => return Ok(files),
                Ok(Err(said)) => said,
                Err(error) => error.to_string(),
            },
        };
        let telling =
            |line: &&str| ["error", "multiple", "undefined"].iter().any(|word| line.contains(word));
        let first = refused.lines().find(telling).or_else(|| refused.lines().next());
        let text = format!(
            "functions of other files are stubs, because the files cannot be linked: {}",
            first.unwrap_or_default().trim()
        );
        let mut alone = alone;
        alone.notes.push(Note::new(NoteKind::NotLinked, text));
        self.link(unit, alone).map_err(not_prepared)
    }

    fn link(&self, unit: usize, beside: Beside) -> Result<Files, Error> {
        let compiled = self.shelf().compiled(unit);
        let compiled = compiled.map_err(|error| Error::new(first_error(error)))?.clone();
        let own = (vec![self.sources[unit].clone()], vec![compiled]);
        let (clang, options) = (self.clang.clone(), self.options.clone());
        let linked = Files::link_beside(clang, own, beside, &self.library, options);
        linked.map(|(files, _)| files)
    }

    fn beside(&self, unit: usize, companions: &Companions) -> Beside {
        let shelf = self.shelf();
        let Companions { files, clashing, outside } = companions;
        let note = |names: &BTreeSet<String>, why: &str| {
            let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
            let more = names.len() - shown.len();
            let more = if more > 0 { format!(" and {more} more") } else { String::new() };
            let text = format!("{}{more}: stubs, because {why}", shown.join(", "));
            (!names.is_empty()).then(|| Note::new(NoteKind::NotLinked, text))
        };
        let clashing = note(clashing, "their files redefine names of this one");
        let outside = note(outside, "they reach outside the process; --native links them");
        Beside {
            sources: files.keys().map(|place| self.sources[*place].clone()).collect(),
            compiled: files
                .iter()
                .filter_map(|(place, need)| shelf.excerpt(*place, need))
                .collect(),
            names: shelf.names(unit),
            objects: (!files.is_empty()).then(|| Arc::clone(&self.objects)),
            notes: clashing.into_iter().chain(outside).collect(),
        }
    }
}

impl Language for Sources {
    fn vocabulary(&self) -> Vocabulary {
        crate::target::vocabulary()
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let found = |(number, source): (usize, &Source)| {
            // What does not compile has no result, but its own text says when to try again.
            let (own, included) = self.clang.fingerprint(source).unwrap_or_else(|| {
                (fingerprint(&std::fs::read(path_of(source)).unwrap_or_default()), Vec::new())
            });
            let name = self.name(source);
            let mut sources = vec![PathBuf::from(&name)];
            sources.extend(included.iter().map(|file| self.below_root(source, file)));
            sources.dedup();
            let shelf = self.shelf();
            let companions = self.companions(number);
            // Headers are a part of what the compiler sees, and so is what is linked.
            let reached = match companions.files.is_empty() {
                true => own,
                false => fingerprint(format!("{own} {}", shelf.code(&companions)).as_bytes()),
            };
            Found { number, name, code: own, reached, sources }
        };
        Ok(self.sources.iter().enumerate().map(found).collect())
    }

    fn prepare(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        if unit.number >= self.sources.len() {
            return Err(not_prepared(Error::new(format!("there is no unit {}", unit.number))));
        }
        let files = self.files(unit.number)?.choosing(Choice::All, unit.name.clone());
        let prepared = files.prepare(&Found { number: 0, ..unit.clone() })?;
        if prepared.goals().goals.is_empty() {
            let text = "nothing to cover";
            return Err(Unready::new(SkippedKind::NothingToCover, text));
        }
        Ok(prepared)
    }

    fn verify(&self, unit: &Found, out: &Path, files: &[String]) -> Result<Verified, Unready> {
        if unit.number >= self.sources.len() {
            let text = format!("there is no unit {}", unit.number);
            return Err(Unready::new(SkippedKind::NotPrepared, text));
        }
        self.files(unit.number)?.verify(unit, out, files)
    }
}

fn not_prepared(error: Error) -> Unready {
    Unready::new(SkippedKind::NotPrepared, error.message)
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
