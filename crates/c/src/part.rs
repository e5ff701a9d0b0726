//! Functions of a linked program that are tested together, and how.

use crate::Uninitialised;
use crate::clang::{Clang, Compiled, Source};
use crate::objects::Objects;
use crate::produce::Project;
use crate::write::Framework;
use coverage::{Criteria, GoalId};
use generate::Settings;
use program::FuncId;
use report::Note;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How tests of C are made, beside what is the same for all languages.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What runs the tests.
    pub framework: Framework,
    /// When the written tests are run natively.
    pub native: Native,
    /// What a read gives of what was never written.
    pub uninitialised: Uninitialised,
    /// Whether no test may set the inside of records that functions create.
    pub no_fabricated: bool,
}

/// When the written tests are run natively.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Native {
    /// Where the code calls nothing that reaches out of its process.
    #[default]
    IfHarmless,
    /// Whatever the code calls, since they are confined; functions of other files that reach out of the process are
    /// stubs as ever.
    Confined,
    /// Whatever the code calls.
    Always,
    /// Not at all.
    Never,
}

/// The compiled and linked program, and what it was made from.
pub(crate) struct Linked {
    pub clang: Clang,
    /// The files under test, then those that they are linked with.
    pub sources: Vec<Source>,
    pub project: Project,
    pub code: u64,
    pub beside: Beside,
}

/// Files that the code under test is linked with, and that are not under test themselves.
#[derive(Default)]
pub(crate) struct Beside {
    pub sources: Vec<Source>,
    /// What is needed of them.
    pub compiled: Vec<Compiled>,
    /// The names that the file under test refers to or defines.
    pub names: BTreeSet<String>,
    /// Their objects; none if there are no such files.
    pub objects: Option<Arc<Objects>>,
    /// What is to be said of them.
    pub notes: Vec<Note>,
}

/// Functions that are tested together.
pub(crate) struct Part {
    pub program: Arc<Linked>,
    pub options: Options,
    pub name: String,
    pub functions: Vec<FuncId>,
}

impl Part {
    pub fn project(&self) -> &Project {
        &self.program.project
    }

    /// The settings, with the limits that the options ask for.
    pub fn limited(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        settings.limits.fabricated = !self.options.no_fabricated;
        settings
    }
}

/// The goals of functions that some criteria ask for.
pub(crate) fn wanted(project: &Project, functions: &[FuncId], criteria: Criteria) -> Vec<GoalId> {
    let goals = &project.goals;
    let units = functions.iter().filter_map(|function| goals.unit_of(*function));
    let all = units.flat_map(|unit| goals.of_unit(unit));
    all.filter(|goal| criteria.wants(&goals.goals[*goal])).collect()
}
