//! C as a language of Ferret's: files that are compiled and linked, and the parts of them that are tested together.

use crate::clang::{Clang, Compiled, Source};
use crate::judge;
use crate::libc::Library;
use crate::part::{Beside, Linked, Part, wanted};
pub use crate::part::{Native, Options};
use crate::produce::Project;
use crate::run;
use crate::settle::Suite;
use crate::verify;
use ::coverage::{Criteria, GoalId, Goals};
use generate::{Generated, Progress};
use language::{
    Error, Found, Language, Prepared, Recipe, Settle, Unready, Verified, fingerprint, wish,
};
use program::FuncId;
use report::Vocabulary;
use scenario::make::{Limits, Maker, Pool};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which functions are tested, and which of them together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// All functions are one unit.
    All,
    /// The functions of these names are one unit.
    Named(Vec<String>),
    /// Each function that inputs can be made for is a unit of its own, if its cyclomatic complexity is greater.
    Each {
        /// Than this.
        complexity: usize,
    },
}

/// C files that make one program.
#[derive(Clone)]
pub struct Files {
    program: Arc<Linked>,
    options: Options,
    choice: Choice,
    /// What the unit is called, if it is one.
    name: String,
}

impl Files {
    /// Finds clang, compiles files and links them with the library, which is kept compiled in a folder if there is one.
    ///
    /// # Errors
    ///
    /// When there is no clang of the right version, or it finds a mistake in a file.
    pub fn open(
        files: &[PathBuf],
        cache: Option<PathBuf>,
        options: Options,
    ) -> Result<Self, Error> {
        let clang = Clang::find(None).map_err(Error::new)?;
        let source = |file: &PathBuf| Source { file: file.clone(), ..Source::default() };
        let sources: Vec<Source> = files.iter().map(source).collect();
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let compiled = clang.compile_all(&sources, jobs).map_err(Error::new)?;
        let library = Library::load(&clang, cache.as_deref()).map_err(Error::new)?;
        Self::link(clang, sources, compiled, &library, options).map(|(files, _)| files)
    }

    /// Links compiled files with the library. Also gives what of them is not supported, each with its place.
    ///
    /// # Errors
    ///
    /// When they do not fit together.
    pub fn link(
        clang: Clang,
        sources: Vec<Source>,
        compiled: Vec<Compiled>,
        library: &Library,
        options: Options,
    ) -> Result<(Self, Vec<String>), Error> {
        Self::link_beside(clang, (sources, compiled), Beside::default(), library, options)
    }

    /// The same with further files, which are linked with the first and not tested.
    pub(crate) fn link_beside(
        clang: Clang,
        (mut sources, mut compiled): (Vec<Source>, Vec<Compiled>),
        mut beside: Beside,
        library: &Library,
        options: Options,
    ) -> Result<(Self, Vec<String>), Error> {
        compiled.append(&mut beside.compiled);
        let lowered = run::link_typed(&clang, &sources, compiled, library).map_err(Error::new)?;
        let unsupported = run::unsupported(&lowered);
        let mut project = match beside.sources.is_empty() {
            true => Project::new(lowered, &sources),
            false => Project::beside(lowered, &sources, &beside.names),
        };
        project.uninitialised = options.uninitialised;
        let code = fingerprint(program::text::print(&project.program).as_bytes());
        let names: Vec<String> =
            sources.iter().map(|source| source.file.display().to_string()).collect();
        sources.append(&mut beside.sources);
        let program = Arc::new(Linked { clang, sources, project, code, beside });
        let files = Self { program, options, choice: Choice::All, name: names.join(" ") };
        Ok((files, unsupported))
    }

    /// Whether the files can be linked natively; what the linker says if not.
    pub(crate) fn links(&self) -> std::io::Result<Result<(), String>> {
        let Linked { clang, sources, beside, .. } = &*self.program;
        match (&beside.objects, sources.split_first()) {
            (Some(objects), Some((own, others))) => judge::links(clang, own, others, objects),
            _ => Ok(Ok(())),
        }
    }

    /// What the program is called: its files.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same program with another choice of functions. A unit of several functions has the name that is given.
    #[must_use]
    pub fn choosing(&self, choice: Choice, name: impl Into<String>) -> Self {
        Self { choice, name: name.into(), ..self.clone() }
    }

    /// Whether there is no function with code in the files.
    pub fn is_empty(&self) -> bool {
        self.program.project.goals.units.is_empty()
    }

    fn functions(&self) -> Result<Vec<(String, Vec<FuncId>)>, Error> {
        let project = &self.program.project;
        let known = || project.goals.units.values().map(|unit| unit.name.as_str()).take(12);
        let named = match &self.choice {
            Choice::Each { complexity } => {
                let alone = |function: FuncId| {
                    let name = project.program.functions[function].source_name();
                    (format!("{}:{name}", self.name), vec![function])
                };
                return Ok(testable(project, *complexity).into_iter().map(alone).collect());
            }
            Choice::All => &[][..],
            Choice::Named(names) => names,
        };
        let functions = project.functions(named).map_err(|name| {
            let known: Vec<&str> = known().collect();
            let sources = self.program.sources.iter();
            let files: Vec<String> =
                sources.map(|source| format!("`{}`", source.file.display())).collect();
            Error::new(format!("there is no function `{name}` in {}", files.join(", ")))
                .help(format!("there are {}", known.join(", ")))
        })?;
        Ok(vec![(self.name.clone(), functions)])
    }
}

impl Language for Files {
    fn vocabulary(&self) -> Vocabulary {
        vocabulary()
    }

    fn find(&self) -> Result<Vec<Found>, Error> {
        let found = self.functions()?.into_iter().enumerate();
        let code = self.program.code;
        let sources: Vec<PathBuf> =
            self.program.sources.iter().map(|source| source.file.clone()).collect();
        let found = found.map(|(number, (name, _))| Found {
            number,
            name,
            code,
            reached: code,
            sources: sources.clone(),
        });
        Ok(found.collect())
    }

    fn prepare(&self, unit: &Found) -> Result<Arc<dyn Prepared>, Unready> {
        let unready = |text: String| Unready::new(report::SkippedKind::NotPrepared, text);
        let mut units = self.functions().map_err(|error| unready(error.message))?;
        if unit.number >= units.len() {
            return Err(unready(format!("there is no unit {}", unit.number)));
        }
        let (name, functions) = units.swap_remove(unit.number);
        let (program, options) = (Arc::clone(&self.program), self.options.clone());
        Ok(Arc::new(Part { program, options, name, functions }))
    }

    fn verify(&self, _: &Found, out: &Path, files: &[String]) -> Result<Verified, Unready> {
        verify::verify(&self.program, &self.options, out, files)
            .map_err(|error| Unready::new(report::SkippedKind::NotPrepared, error.message))
    }
}

/// The words of C.
pub(crate) fn vocabulary() -> Vocabulary {
    Vocabulary {
        language: "C".to_owned(),
        unit: "program".to_owned(),
        member: "function".to_owned(),
        statements: "regions".to_owned(),
        by_member: true,
    }
}

impl Prepared for Part {
    fn goals(&self) -> &Arc<Goals> {
        &self.project().goals
    }

    fn wanted(&self, criteria: Criteria) -> Vec<GoalId> {
        wanted(self.project(), &self.functions, criteria)
    }

    fn describe(&self, goal: GoalId) -> String {
        let project = self.project();
        let known = &project.goals.goals[goal];
        let place = known.span.map(|span| project.place(span).to_string()).unwrap_or_default();
        let name = &project.goals.units[known.unit].name;
        format!("{place} {name}: {}", wish(&project.goals, goal))
    }

    fn generate(
        &self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, Error> {
        let settings = self.limited(recipe.settings);
        let functions = self.functions.clone();
        let generated = self.project().generate(functions, recipe.technique, &settings, progress);
        generated.map_err(Error::new)
    }

    fn produce<'p>(
        &'p self,
        recipe: Recipe<'_>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Box<dyn Settle + 'p>, Error> {
        let settings = self.limited(recipe.settings);
        let functions = self.functions.clone();
        let project = self.project();
        let read = recipe.corpus.map(|corpus| corpus.read(&project.program));
        let (mut beginning, dropped) = read.unwrap_or_default();
        // Where most tests are lost, others have to be found for the rest of the code too.
        let focus = recipe.focus.filter(|_| beginning.tests.len() as u32 > dropped);
        beginning.aside = language::aside(&project.goals, focus, &|span| project.place(span));
        let product =
            project.produce_from(functions, recipe.technique, &settings, beginning, progress);
        let stopped = settings.budget.is_stopped();
        Ok(Box::new(Suite::new(self, product.map_err(Error::new)?, stopped, dropped)))
    }
}

/// The functions that scenarios can be made for and that are complex enough: each condition and each case is a way
/// to branch.
fn testable(project: &Project, complexity: usize) -> Vec<FuncId> {
    let units = project.goals.units.values();
    let own: Vec<FuncId> = units.map(|unit| unit.function).collect();
    let maker = Maker::new(&project.program, own, Pool::default(), Limits::default());
    let units = project.goals.units.values().filter(|unit| unit.branches.len() + 1 > complexity);
    units.map(|unit| unit.function).filter(|unit| maker.why_not(*unit).is_none()).collect()
}
