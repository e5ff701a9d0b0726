//! Tests as Java: one JUnit class for each class under test, nothing of ours needed to run them.

mod body;
mod checks;
mod closing;
mod context;
mod dates;
mod expression;
mod file;
mod findings;
mod input;
mod keyed;
mod known;
mod literal;
mod looks;
mod mention;
mod method;
mod mock;
mod names;
mod order;
mod overload;
mod plan;
mod printed;
mod repeated;
mod rows;
mod shared;
mod spoken;
mod stub;
mod style;
mod table;
mod test;
mod testng;
mod types;
mod variables;
mod wrap;

use program::{FuncId, Program};
use suite::Beginning;

use crate::api::Api;
pub use closing::{closer, resources};
pub use file::{package_of, usual_place};
pub use findings::{Closing, FindingTest, write_findings};
pub use known::Known;
pub use names::{name_tests, plain_names};
pub use style::{Junit, Layout, MOCKITO, Mocks, Style};
pub use test::{Ending, Expected, JavaCheck, JavaTest, Subject};

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

    /// What the `close` of a class declares to throw that somebody must catch; none if objects of it cannot be closed.
    fn closing(&self, _class: &str) -> Option<Vec<String>> {
        None
    }

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
    /// How to write them.
    pub style: Style,
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
    /// The methods that these are.
    pub methods: Vec<WrittenMethod>,
    /// Tests that could not be written, and why.
    pub left_out: Vec<LeftOut>,
}

/// A method of a file of tests.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrittenMethod {
    /// Its name, behind that of the nested class that it is in: `addsTwo`, `AddTests.returnsTwo`.
    pub name: String,
    /// The tests that it is, one for each row where it has parameters.
    pub tests: Vec<String>,
    /// Whether it has parameters.
    pub parameterised: bool,
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

/// Makes a file of tests: leaves out those that another one says all of, puts those of one method together, and gives
/// them their names.
pub fn finish(unit: &Unit<'_>, tests: &mut Vec<JavaTest>) -> Written {
    finish_beside(unit, tests, &Beginning::default())
}

/// Makes a file of tests as [`finish`] does; those that were there before and come out as they did keep their names.
pub fn finish_beside(unit: &Unit<'_>, tests: &mut Vec<JavaTest>, beginning: &Beginning) -> Written {
    repeated::drop_pointless(unit, tests);
    repeated::drop_repeated(unit, tests);
    order::by_method(unit, tests);
    name_tests(unit, tests);
    names::keep(unit, tests, beginning);
    write(unit, tests)
}

/// Writes tests of a class, in the order in which they are given.
pub fn write(unit: &Unit<'_>, tests: &[JavaTest]) -> Written {
    file::file(unit, tests, &file::Sheet::tests())
}
