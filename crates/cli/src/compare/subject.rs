//! Subjects as they are written on the command line: C files or single functions of them, Java classes and whole
//! programs.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

use c::target::{Choice as Functions, Files, Options};
use clap::Parser;
use coverage::{Criteria, GoalId};
use generate::{Generated, Progress};
use language::{Found, Language, Prepared, Recipe, Shelf};

use crate::c::compile::{self, CompileOptions};
use crate::compare::classes;
use crate::compare::variant::first_line;
use crate::failure::Failure;
use crate::program::ProgramOptions;

/// Functions or a class that are tested together.
pub struct Subject {
    /// The unit, with its name and a number that changes with its code.
    pub unit: Found,
    /// Where it is taken from when it is needed.
    shelf: Arc<Shelf>,
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
    fn prepared(&self) -> Result<Arc<dyn Prepared>, String> {
        self.shelf.get(&self.unit).map_err(|unready| unready.text)
    }

    /// The goals that count, in the order of the functions.
    pub fn goals(&self, criteria: Criteria) -> Vec<GoalId> {
        self.prepared().map_or_else(|_| Vec::new(), |prepared| prepared.wanted(criteria))
    }

    /// A goal in words.
    pub fn describe(&self, goal: GoalId) -> String {
        self.prepared().map_or_else(|reason| reason, |prepared| prepared.describe(goal))
    }

    /// Lets a technique make scenarios for it.
    pub fn generate(
        &self,
        recipe: Recipe<'_>,
        tick: &mut dyn FnMut(&Progress),
    ) -> Result<Generated, String> {
        self.prepared()?.generate(recipe, tick).map_err(|error| error.to_string())
    }
}

/// The words of `ferret program`.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct ProgramLine {
    #[command(flatten)]
    options: ProgramOptions,
}

/// Reads what is written as `[NAME=]WORDS`, the words being those of `ferret program`.
fn program(text: &str) -> Result<Subject, Failure> {
    let bad = |reason: String| Failure::new(format!("`{text}` is no program: {reason}"));
    let (name, line) = match text.split_once('=') {
        Some((name, line)) if !name.is_empty() && !name.contains([' ', '-', '/', '.']) => {
            (Some(name), line)
        }
        _ => (None, text),
    };
    let words = programs::words(line.as_bytes());
    let words = words.ok_or_else(|| bad("a quote is open".to_owned()))?;
    let words = words.iter().map(|word| String::from_utf8_lossy(word).into_owned());
    let line = ProgramLine::try_parse_from(words).map_err(|error| bad(first_line(&error)))?;
    let target = line.options.target()?;
    let mut units = target.find()?;
    let mut unit = units.pop().ok_or_else(|| bad("there is nothing to run".to_owned()))?;
    unit.name = name.map_or(unit.name, str::to_owned);
    Ok(Subject { unit, shelf: Arc::new(Shelf::new(target)) })
}

/// Reads what is written as `FILE.c`, `FILE.c:FUNCTION`, `DIR`, `FILE.jar` or one of these with `:CLASS`, and whole
/// programs.
pub fn subjects(
    (written, programs): (&[String], &[String]),
    choice: Choice,
    options: &CompileOptions,
    class_path: Option<&OsString>,
) -> Result<Vec<Subject>, Failure> {
    let (java, c): (Vec<&String>, Vec<&String>) =
        written.iter().partition(|text| classes::is_java(text));
    let mut targets = c_targets(&c, choice, options)?;
    targets.extend(classes::targets(&java, class_path)?);
    let mut subjects = Vec::new();
    // Static functions of headers may come twice.
    let mut names = BTreeSet::new();
    for target in targets {
        let units = target.find()?;
        let shelf = Arc::new(Shelf::new(target));
        let new = units.into_iter().filter(|unit| names.insert(unit.name.clone()));
        subjects.extend(new.map(|unit| Subject { unit, shelf: Arc::clone(&shelf) }));
    }
    for text in programs {
        let subject = program(text)?;
        if !names.insert(subject.unit.name.clone()) {
            let text = format!("two subjects are called `{}`", subject.unit.name);
            return Err(Failure::new(text).help("write NAME=WORDS to give one another name"));
        }
        subjects.push(subject);
    }
    match subjects.is_empty() {
        true => Err(Failure::new("there is nothing to compare: no function was chosen")),
        false => Ok(subjects),
    }
}

/// Compiles what is written as `FILE.c` or `FILE.c:FUNCTION`, each file once.
fn c_targets(
    written: &[&String],
    choice: Choice,
    options: &CompileOptions,
) -> Result<Vec<Box<dyn Language>>, Failure> {
    if written.is_empty() {
        return Ok(Vec::new());
    }
    let clang = options.clang()?;
    let mut programs: BTreeMap<&str, Files> = BTreeMap::new();
    let mut targets: Vec<Box<dyn Language>> = Vec::new();
    for text in written {
        let (file, function) = split(text);
        if !programs.contains_key(file) {
            let sources = options.sources(&[PathBuf::from(file)])?;
            let compiled = compile::compile(&clang, &sources)?;
            let program = compile::target(clang.clone(), sources, compiled, Options::default())?;
            programs.insert(file, program);
        }
        let functions = match function {
            Some(function) => Functions::Named(vec![function.to_owned()]),
            None if choice.each_function => Functions::Each { complexity: choice.complexity },
            None => Functions::All,
        };
        let name = if function.is_some() { text.as_str() } else { file };
        targets.push(Box::new(programs[file].choosing(functions, name)));
    }
    Ok(targets)
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
}
