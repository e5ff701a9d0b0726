//! Subjects as they are written on the command line: C files or single functions of them, and Java classes.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use c::produce::Project;
use c::units::source_name;
use coverage::{Criteria, GoalId, Goals, UnitId};
use generate::{Generated, Progress, Settings, Technique};
use program::FuncId;
use scenario::make::{Limits, Maker, Pool};

use crate::c::compile::{self, CompileOptions};
use crate::c::verdicts::place;
use crate::compare::classes::{self, Class};
use crate::failure::Failure;
use crate::verdicts::{place_in_class, wish};

/// Functions that are tested together.
pub struct Subject {
    /// What reports call it.
    pub name: String,
    /// The code.
    pub tested: Tested,
    /// A number that changes with the code.
    pub code: u64,
}

/// What is tested.
pub enum Tested {
    /// Functions of a C program.
    C {
        /// The program that they belong to.
        project: Arc<Project>,
        /// The functions.
        functions: Vec<FuncId>,
    },
    /// A Java class.
    Java(Class),
}

/// Which functions of files without a function's name become subjects.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Each function is a subject of its own.
    pub each_function: bool,
    /// It must be more complex than this, by McCabe's measure.
    pub complexity: usize,
}

impl Subject {
    /// The goals that count, in the order of the functions.
    pub fn goals(&self, criteria: Criteria) -> Vec<GoalId> {
        let of_units = |goals: &Goals, units: &mut dyn Iterator<Item = UnitId>| {
            let all = units.flat_map(|unit| goals.of_unit(unit));
            all.filter(|goal| criteria.wants(&goals.goals[*goal])).collect()
        };
        match &self.tested {
            Tested::C { project, functions } => {
                let goals = &project.goals;
                let mut units = functions.iter().filter_map(|function| goals.unit_of(*function));
                of_units(goals, &mut units)
            }
            Tested::Java(class) => match class.project() {
                Ok(project) => of_units(&project.goals, &mut project.goals.units.ids()),
                Err(_) => Vec::new(),
            },
        }
    }

    /// A goal in words.
    pub fn describe(&self, goal: GoalId) -> String {
        match &self.tested {
            Tested::C { project, .. } => {
                let name = &project.goals.units[project.goals.goals[goal].unit].name;
                let (place, wish) = (place(project, goal), wish(&project.goals, goal));
                format!("{place} {name}: {wish}")
            }
            Tested::Java(class) => match class.project() {
                Ok(project) => {
                    let wish = wish(&project.goals, goal);
                    let goal = &project.goals.goals[goal];
                    let place = goal.span.map(|span| place_in_class(&project.program, span));
                    let name = &project.goals.units[goal.unit].name;
                    format!("{} {name}: {wish}", place.unwrap_or_default())
                }
                Err(reason) => reason,
            },
        }
    }

    /// Lets a technique make scenarios for it.
    pub fn generate(
        &self,
        technique: &dyn Technique,
        settings: &Settings,
        tick: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, String> {
        let generated = match &self.tested {
            Tested::C { project, functions } => {
                project.generate(functions.clone(), technique, settings, tick)
            }
            Tested::Java(class) => class.project()?.generate(technique, settings, tick),
        };
        generated.map_err(|error| error.to_string())
    }
}

/// Reads what is written as `FILE.c`, `FILE.c:FUNCTION`, `DIR`, `FILE.jar` or one of these with `:CLASS`.
pub fn subjects(
    written: &[String],
    choice: Choice,
    options: &CompileOptions,
    class_path: Option<&OsString>,
) -> Result<Vec<Subject>, Failure> {
    let (java, c): (Vec<&String>, Vec<&String>) =
        written.iter().partition(|text| classes::is_java(text));
    let mut subjects = c_subjects(&c, choice, options)?;
    subjects.extend(classes::subjects(&java, class_path)?);
    match subjects.is_empty() {
        true => Err(Failure::new("there is nothing to compare: no function was chosen")),
        false => Ok(subjects),
    }
}

/// Compiles what is written as `FILE.c` or `FILE.c:FUNCTION`, each file once.
fn c_subjects(
    written: &[&String],
    choice: Choice,
    options: &CompileOptions,
) -> Result<Vec<Subject>, Failure> {
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let clang = options.clang()?;
    let mut projects: BTreeMap<&str, (Arc<Project>, u64)> = BTreeMap::new();
    let mut subjects: Vec<Subject> = Vec::new();
    for text in written {
        let (file, function) = split(text);
        if !projects.contains_key(file) {
            let sources = options.sources(&[PathBuf::from(file)])?;
            let compiled = compile::compile(&clang, &sources)?;
            let lowered = compile::link_typed(&clang, &sources, compiled)?;
            let project = Project::new(lowered, &sources);
            let code = fingerprint(program::text::print(&project.program).as_bytes());
            projects.insert(file, (Arc::new(project), code));
        }
        let (project, code) = &projects[file];
        let subject = |name: String, functions: Vec<FuncId>| Subject {
            name,
            tested: Tested::C { project: Arc::clone(project), functions },
            code: *code,
        };
        match function {
            Some(function) => {
                let functions = project.functions(&[function.to_owned()]);
                let functions = functions.map_err(|name| no_function(project, file, &name))?;
                subjects.push(subject((*text).clone(), functions));
            }
            None if choice.each_function => {
                for function in testable(project, choice.complexity) {
                    let name = source_name(&project.program, function);
                    subjects.push(subject(format!("{file}:{name}"), vec![function]));
                }
            }
            None => {
                let functions = project.functions(&[]).unwrap_or_default();
                subjects.push(subject((*text).clone(), functions));
            }
        }
    }
    // Static functions of headers may come twice.
    let mut names = std::collections::BTreeSet::new();
    subjects.retain(|subject| names.insert(subject.name.clone()));
    Ok(subjects)
}

/// The file and perhaps the function.
fn split(text: &str) -> (&str, Option<&str>) {
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    match text.rsplit_once(':') {
        Some((file, name)) if !file.is_empty() && is_name(name) => (file, Some(name)),
        _ => (text, None),
    }
}

fn no_function(project: &Project, file: &str, name: &str) -> Failure {
    let known = project.goals.units.values().map(|unit| unit.name.as_str());
    let known: Vec<&str> = known.take(12).collect();
    Failure::new(format!("there is no function `{name}` in `{file}`"))
        .help(format!("there are {}", known.join(", ")))
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

/// FNV-1a: it has to tell versions of a file apart, and nobody wants to deceive it.
pub(super) fn fingerprint(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_the_last_colon_is_a_function_if_it_is_a_name() {
        assert_eq!(split("a.c"), ("a.c", None));
        assert_eq!(split("src/a.c:parse_2"), ("src/a.c", Some("parse_2")));
        assert_eq!(split("odd:name.c"), ("odd:name.c", None));
        assert_eq!(split("a.c:"), ("a.c:", None));
    }

    #[test]
    fn fingerprints_are_those_of_fnv() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
