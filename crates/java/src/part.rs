//! A class that is ready to be tested, and how its tests are made.

use crate::existing::Use;
use crate::project::Project;
use crate::referee::trial::Trials;
use crate::write::{Mocks, Style};
use ::coverage::Criteria;
use jvm::natives::Outside;
use std::path::PathBuf;
use std::sync::Arc;

/// How tests of Java are made, beside what is the same for all languages.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Only methods of these names are tested, if there are any.
    pub methods: Vec<String>,
    /// How tests are written.
    pub style: Style,
    /// What stands in for interfaces; by default Mockito, where it is on the class path.
    pub mocks: Option<Mocks>,
    /// Directories and jars with compiled JUnit tests.
    pub existing_tests: Vec<PathBuf>,
    /// What these are good for.
    pub existing_use: Use,
    /// Roots of the sources, to compare decisions with.
    pub sources: Vec<PathBuf>,
    /// When the tests are run on the real JVM.
    pub native: Native,
    /// What is to be covered: checks are goals only where they are asked for.
    pub criteria: Criteria,
}

/// When tests are run on the real JVM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Native {
    /// Those that ask for nothing outside of their process; the others are left out.
    #[default]
    IfHarmless,
    /// Those that ask for no more outside of their process than files of their own, since they are confined.
    Confined,
    /// All of them.
    Always,
    /// None.
    Never,
}

impl Native {
    /// How far tests may go out of their process; none if that does not matter.
    pub(crate) fn limit(self) -> Option<Outside> {
        match self {
            Self::IfHarmless => Some(Outside::Nothing),
            Self::Confined => Some(Outside::Scratch),
            Self::Always | Self::Never => None,
        }
    }
}

/// A class that is ready to be tested.
pub(crate) struct Part {
    /// Its name, with dots.
    pub name: String,
    pub project: Project,
    /// What tries its tests.
    pub trials: Arc<Trials>,
    pub class_path: Vec<PathBuf>,
    pub options: Arc<Options>,
    /// How its tests are written.
    pub style: Style,
}

/// A method without the name of its package.
pub(crate) fn short(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
