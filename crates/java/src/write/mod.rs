//! Tests as Java: one JUnit class for each class under test, nothing of ours needed to run them.

mod body;
mod checks;
mod context;
mod expression;
mod file;
mod findings;
mod input;
mod known;
mod literal;
mod mention;
mod names;
mod overload;
mod plan;
mod repeated;
mod shared;
mod spoken;
mod stub;
mod test;
mod types;
mod variables;
mod wrap;

use program::{FuncId, Program};

use crate::api::Api;
pub use file::package_of;
pub use findings::{Closing, FindingTest, write_findings};
pub use known::Known;
pub use names::name_tests;
pub use test::{Ending, Expected, JavaCheck, JavaTest, Subject};

/// The JUnit that tests are written for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Junit {
    /// JUnit 5, also called Jupiter.
    #[default]
    Five,
    /// JUnit 4, from 4.13 on.
    Four,
}

impl std::str::FromStr for Junit {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        match name {
            "5" => Ok(Self::Five),
            "4" => Ok(Self::Four),
            _ => Err(format!("`{name}` is no JUnit that is written for; there are 5 and 4")),
        }
    }
}

/// What has to be known of classes for names to mean what they should where they are written.
///
/// Classes are given by their internal names.
pub trait Classes {
    /// Whether there is a class of that name.
    fn exists(&self, class: &str) -> bool;

    /// The release of Java that a class is compiled for: tests of it use no later one's methods.
    fn release(&self, _class: &str) -> u16 {
        8
    }

    /// Whether a test can name a class.
    fn is_accessible(&self, _class: &str) -> bool {
        true
    }

    /// Whether somebody has looked at a class, so that nothing else must have its name.
    fn is_in_use(&self, _class: &str) -> bool {
        false
    }

    /// Whether it is a class, and no interface.
    fn is_class(&self, _class: &str) -> bool {
        true
    }

    /// Whether what is of one class or array may stand where another is asked for; both are descriptors,
    /// `Ljava/lang/String;` or `[I`.
    fn fits(&self, given: &str, wanted: &str) -> bool;

    /// How many type parameters a class has, with those of a class around it whose objects its own belong to.
    fn type_parameters(&self, class: &str) -> usize;

    /// What else might be meant where a constructor or method is called by its name on something of a class: the
    /// others of that name that the class has or inherits and a test can see.
    fn overloads(&self, function: FuncId, on: &str) -> Vec<Overload>;

    /// Whether a test can call a method on what a compiler sees as something of a class: what overrides the method there
    /// may be out of reach.
    fn is_callable_on(&self, _function: FuncId, _on: &str) -> bool {
        true
    }

    /// Whether the last parameter of a constructor or method takes any number of arguments.
    fn is_variadic(&self, _function: FuncId) -> bool {
        false
    }

    /// The exceptions that a constructor or method declares and that somebody must catch.
    fn declares(&self, function: FuncId) -> Vec<String>;

    /// The descriptor of what a method gives, whatever its type variables stand for.
    fn erased_result(&self, _function: FuncId) -> Option<String> {
        None
    }

    /// Whether the class file declares for a field just the type that the catalogue has for it.
    fn is_as_declared(&self, _field: FuncId) -> bool {
        true
    }

    /// Kinds of warnings that compilers give where a function is used on something of a class, such as
    /// `deprecation`.
    fn warnings(&self, _function: FuncId, _on: Option<&str>) -> Vec<&'static str> {
        Vec::new()
    }

    /// Kinds of warnings that compilers give where a class is named.
    fn class_warnings(&self, _class: &str) -> Vec<&'static str> {
        Vec::new()
    }
}

/// A constructor or method by the side of another one of the same name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Overload {
    /// The descriptors of its parameters, what it is called on not among them.
    pub parameters: Vec<String>,
    /// Whether its last parameter takes any number of arguments.
    pub variadic: bool,
}

/// A class under test.
pub struct Unit<'a> {
    /// Its internal name; the tests are placed in its package.
    pub class: String,
    /// The program that the tests were found on.
    pub program: &'a Program,
    /// What is written for the types and functions of the catalogue.
    pub api: &'a Api,
    /// The classes there are.
    pub classes: &'a dyn Classes,
    /// The JUnit to write for.
    pub junit: Junit,
}

/// A file of tests, and what could not be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Where the file lies below the folder of test sources: `com/acme/IbanTest.java`.
    pub path: String,
    /// The binary name of the class in it: `com.acme.IbanTest`.
    pub class: String,
    /// The text; empty when there is no test.
    pub text: String,
    /// The names of the tests in it.
    pub tests: Vec<String>,
    /// Tests that could not be written, and why.
    pub left_out: Vec<LeftOut>,
}

/// A test that is not in the file, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub test: String,
    /// Why: one of few reasons, so that they can be counted.
    pub reason: String,
}

/// Why a test cannot be written in Java.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
struct Inexpressible(String);

/// The statements of a scenario, each on a line, with simple names of classes; `None` if it cannot be written.
pub fn statements(unit: &Unit<'_>, scenario: &scenario::Scenario) -> Option<Vec<String>> {
    let context = context::Context::new(unit);
    let (name, scenario, checks) = (String::new(), scenario.clone(), Vec::new());
    let test = JavaTest { name, scenario, ending: Ending::Returns, checks };
    let body = body::body(&context, &test).ok()?;
    let lines = body.lines.iter().filter(|line| !line.is_empty());
    let lines = lines.map(|line| mention::simple(&repeated::plain(line)));
    // A class without a name takes several lines of its own.
    let joined = |line: String| line.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    Some(lines.map(joined).collect())
}

/// Leaves out tests that another one says all of.
pub fn drop_repeated(unit: &Unit<'_>, tests: &mut Vec<JavaTest>) {
    repeated::drop_repeated(unit, tests);
}

/// Writes tests of a class, in the order in which they are given.
pub fn write(unit: &Unit<'_>, tests: &[JavaTest]) -> Written {
    file::file(unit, tests, &file::Sheet::tests())
}
