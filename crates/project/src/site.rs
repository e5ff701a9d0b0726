//! A project that is open for work: its modules and their units.

use crate::discover::{Code, Layout, shown};
use c::sources::Sources;
use classfile::jdk::Jdk;
use java::classes::Classes;
use language::{Broken, Corpus, Error, Found, Language};
use report::{Skipped, Unit, Verdict, Vocabulary};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// How the modules of a project are tested.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How tests of Java are made; the JUnit of a module's build wins over the default, and one that is asked for over
    /// both.
    pub java: java::classes::Options,
    /// Whether the JUnit of `java` was asked for.
    pub junit_is_given: bool,
    /// The JDK; only for Java.
    pub jdk: Option<PathBuf>,
    /// How tests of C are made.
    pub c: c::target::Options,
    /// Where compiled libraries are kept.
    pub cache: Option<PathBuf>,
    /// Where tests go, instead of the place that the build has for them.
    pub tests: Option<PathBuf>,
}

/// A project that is open for work.
pub struct Site {
    root: PathBuf,
    modules: Vec<Open>,
    /// All units, module after module.
    pub tasks: Vec<Task>,
}

/// A module that is open for work.
struct Open {
    name: String,
    language: Box<dyn Language>,
    tests: PathBuf,
    /// Whether each unit has a folder of its own, because it has files beside its tests.
    apart: bool,
}

/// A unit of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The module's place in the project.
    pub module: usize,
    /// The unit.
    pub found: Found,
    /// By what it is found again in a ledger: a class of the same name may be in two modules.
    pub name: String,
}

/// What came of a unit, as a ledger keeps it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Payload {
    /// What came of it.
    pub outcome: Outcome,
    /// Seconds that it took in all.
    pub seconds: f64,
    /// The files of tests, so that they can be written again elsewhere.
    #[serde(default)]
    pub files: Vec<Written>,
    /// The scenarios that were found: the next run begins with them.
    #[serde(default)]
    pub corpus: Corpus,
    /// How many scenarios of the run before did not fit the code any more.
    #[serde(default)]
    pub dropped: u32,
    /// Tests of the run before that fail because the code changed. While there are some, and they are not to be updated,
    /// files on the disk stay as they are.
    #[serde(default)]
    pub changed: Vec<Broken>,
}

/// A file that was written for a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// Its path below the folder that the unit's tests go to.
    pub path: String,
    /// What is in it.
    pub text: String,
}

/// What came of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// It has a result.
    Tested(Box<Unit>),
    /// It cannot be tested.
    Skipped(Skipped),
    /// It ended the process that tested it, for this reason; it would do so again.
    Failed(String),
}

impl Outcome {
    /// How many goals are covered, and how many could still be.
    pub fn goals(&self) -> (u32, u32) {
        let Self::Tested(unit) = self else { return (0, 0) };
        let count =
            |is: fn(&Verdict) -> bool| unit.goals.iter().filter(|goal| is(&goal.verdict)).count();
        let covered = count(|verdict| *verdict == Verdict::Covered);
        let settled = count(|verdict| *verdict == Verdict::Infeasible);
        (covered as u32, (unit.goals.len() - covered - settled) as u32)
    }
}

impl Outcome {
    /// What a result is worth: that the unit did not fail, the goals that are covered, and then the mutants that are killed.
    pub fn worth(&self) -> (bool, u32, u32) {
        let Self::Tested(unit) = self else { return (matches!(self, Self::Skipped(_)), 0, 0) };
        let killed = unit.mutation.as_ref().map_or(0, |mutation| mutation.killed.covered);
        (true, self.goals().0, killed)
    }
}

impl Site {
    /// Opens a project.
    ///
    /// # Errors
    ///
    /// When a module cannot be read, or what its language needs is not there.
    pub fn open(layout: &Layout, options: &Options) -> Result<Self, Error> {
        let (mut modules, mut tasks) = (Vec::new(), Vec::new());
        for (index, module) in layout.modules.iter().enumerate() {
            let (language, apart): (Box<dyn Language>, bool) = match &module.code {
                Code::Java { target, junit } => {
                    let jdk = Jdk::find(options.jdk.as_deref()).map_err(Error::new)?;
                    let mut own = options.java.clone();
                    if let (false, Some(junit)) = (options.junit_is_given, junit) {
                        own.style.junit = *junit;
                    }
                    let targets = vec![(target.clone(), module.name.clone())];
                    (Box::new(Classes::open(jdk, targets, &[], own)?), false)
                }
                Code::C(sources) => {
                    let cache = options.cache.as_deref();
                    let (sources, own) = (sources.clone(), options.c.clone());
                    (Box::new(Sources::open(&layout.root, sources, cache, own)?), true)
                }
            };
            let several = layout.modules.len() > 1;
            for found in language.find()? {
                let name = match several {
                    true => format!("{}/{}", module.name, found.name),
                    false => found.name.clone(),
                };
                tasks.push(Task { module: index, found, name });
            }
            let tests = match (&options.tests, several) {
                (Some(tests), true) => tests.join(&module.name),
                (Some(tests), false) => tests.clone(),
                (None, _) => module.tests.clone(),
            };
            modules.push(Open { name: module.name.clone(), language, tests, apart });
        }
        Ok(Self { root: layout.root.clone(), modules, tasks })
    }

    /// The folder of the project.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The modules: their names, the words of their languages, and where their tests go.
    pub fn modules(&self) -> impl Iterator<Item = (&str, Vocabulary, &Path)> {
        let modules = self.modules.iter();
        modules.map(|open| (open.name.as_str(), open.language.vocabulary(), open.tests.as_path()))
    }

    /// What the units of a task's module are written in.
    pub(crate) fn language_of(&self, task: &Task) -> &dyn Language {
        &*self.modules[task.module].language
    }

    /// Where the tests of a unit go.
    pub fn tests_of(&self, task: &Task) -> PathBuf {
        let module = &self.modules[task.module];
        match module.apart {
            true => {
                let unit = Path::new(&task.found.name);
                module.tests.join(without_common(&self.root, unit).with_extension(""))
            }
            false => module.tests.clone(),
        }
    }

    /// Where the tests of a module go, as people write it.
    pub fn shown_tests(&self, module: usize, root: &Path) -> String {
        shown(&self.modules[module].tests, root)
    }
}

/// The part of a path that it does not have in common with a folder: a unit outside of the project's folder has an absolute
/// name, and its tests still go below the folder for tests.
fn without_common<'p>(folder: &Path, path: &'p Path) -> &'p Path {
    let common = folder.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let mut rest = path.components();
    rest.by_ref().take(common).for_each(drop);
    rest.as_path()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_of_units_elsewhere_go_below_the_folder_for_tests() {
        let rest = |path| without_common(Path::new("/p/app/build"), Path::new(path));
        assert_eq!(rest("src/area.c"), Path::new("src/area.c"));
        assert_eq!(rest("/p/app/shapes/area.c"), Path::new("shapes/area.c"));
        assert_eq!(rest("/q/area.c"), Path::new("q/area.c"));
    }
}
