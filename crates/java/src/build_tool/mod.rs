//! What the build of a project says: where its classes are compiled to, and what they need.

mod gradle;
mod maven;

use crate::write::Junit;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use thiserror::Error;

/// How long a build tool may take: it may have to fetch what it works with.
const PATIENCE: Duration = Duration::from_secs(600);

/// A project, as its build tool sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The tool.
    pub tool: Tool,
    /// Its modules with classes.
    pub modules: Vec<Module>,
}

/// A build tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Maven.
    Maven,
    /// Gradle.
    Gradle,
}

/// A module of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Where its classes are.
    pub classes: PathBuf,
    /// What they need: directories and jars.
    pub class_path: Vec<PathBuf>,
    /// The framework that it has tests with, if it has one.
    pub junit: Option<Junit>,
    /// The root of its test sources, if the build names one.
    pub tests: Option<PathBuf>,
}

/// Why a build says nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BuildError {
    /// There is no project.
    #[error("there is no pom.xml or build.gradle here, so the classes are unknown")]
    NoProject,
    /// The tool cannot be started.
    #[error("this is a {tool} project, but `{command}` cannot be started: {reason}")]
    NoTool {
        /// The tool.
        tool: Tool,
        /// What was to be started.
        command: String,
        /// Why that is not possible.
        reason: String,
    },
    /// The tool does not answer.
    #[error("{tool} does not say what the class path is: {said}")]
    Refused {
        /// The tool.
        tool: Tool,
        /// What it says instead.
        said: String,
    },
    /// There are no classes.
    #[error("the {tool} project is not compiled yet: there are no classes in {}", folder.display())]
    NotCompiled {
        /// The tool.
        tool: Tool,
        /// Where they should be.
        folder: PathBuf,
    },
    /// There is no module with Java in it.
    #[error("the {0} project has no Java classes")]
    NoJava(Tool),
}

impl std::fmt::Display for Tool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Tool::Maven => "Maven",
            Tool::Gradle => "Gradle",
        })
    }
}

impl Tool {
    /// What compiles a project.
    pub fn compiles(self) -> &'static str {
        match self {
            Tool::Maven => "mvn compile",
            Tool::Gradle => "gradle classes",
        }
    }
}

/// Asks the build tool of the project in a folder.
///
/// # Errors
///
/// When there is no project, its tool does not answer, or it is not compiled.
pub fn ask(folder: &Path) -> Result<Build, BuildError> {
    let has = |name: &&str| folder.join(name).is_file();
    let gradle = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];
    let (tool, modules) = if has(&"pom.xml") {
        (Tool::Maven, maven::modules(folder)?)
    } else if gradle.iter().any(has) {
        (Tool::Gradle, gradle::modules(folder)?)
    } else {
        return Err(BuildError::NoProject);
    };
    let first = modules.first().ok_or(BuildError::NoJava(tool))?.classes.clone();
    let compiled: Vec<Module> =
        modules.into_iter().filter(|module| has_classes(&module.classes)).collect();
    match compiled.is_empty() {
        true => Err(BuildError::NotCompiled { tool, folder: first }),
        false => Ok(Build { tool, modules: compiled }),
    }
}

/// The tool that a project brings along, or that of the host.
fn command(folder: &Path, wrapper: &str, host: &str) -> PathBuf {
    let own = folder.join(wrapper);
    if own.is_file() { own } else { PathBuf::from(host) }
}

fn no_tool(tool: Tool, command: &Path, error: &io::Error) -> BuildError {
    BuildError::NoTool { tool, command: command.display().to_string(), reason: error.to_string() }
}

/// The framework that a class path has.
fn junit(class_path: &[PathBuf]) -> Option<Junit> {
    let has = |start: &str| {
        class_path.iter().filter_map(|path| path.file_name()?.to_str()).any(|file| {
            file.strip_prefix(start).is_some_and(|rest| {
                rest.starts_with(|first: char| first.is_ascii_digit()) && rest.ends_with(".jar")
            })
        })
    };
    match () {
        () if has("junit-jupiter-api-") => Some(Junit::Five),
        () if has("junit-") => Some(Junit::Four),
        () => has("testng-").then_some(Junit::Testng),
    }
}

/// Whether there is a class somewhere below a folder.
fn has_classes(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => has_classes(&path),
            _ => path.extension().is_some_and(|extension| extension == "class"),
        }
    })
}
