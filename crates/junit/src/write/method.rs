//! Methods of a class with tests: each is a test, or several that differ by values only.

use super::body::Body;
use super::table::Table;
use super::types::{Suppressed, suppressed};
use super::{JavaTest, Junit, literal, mention};
use std::collections::BTreeSet;
use std::fmt::Write;

impl Junit {
    /// The annotation of tests, by its internal name.
    fn annotation(self) -> &'static str {
        match self {
            Junit::Five => "org/junit/jupiter/api/Test",
            Junit::Four => "org/junit/Test",
            Junit::Testng => "org/testng/annotations/Test",
        }
    }

    /// The annotation of tests that are not run, by its internal name.
    fn disabling(self) -> &'static str {
        match self {
            Junit::Five => "org/junit/jupiter/api/Disabled",
            Junit::Four => "org/junit/Ignore",
            Junit::Testng => "org/testng/annotations/Ignore",
        }
    }

    /// What has to stand before classes and methods.
    pub(super) fn visibility(self) -> &'static str {
        match self {
            Junit::Five => "",
            Junit::Four | Junit::Testng => "public ",
        }
    }
}

/// A method with tests.
pub(super) struct Method<'t> {
    /// The tests that it is: one for each row of its table, if it has one.
    pub tests: Vec<&'t JavaTest>,
    /// Its name.
    pub name: String,
    /// Its statements.
    pub lines: Vec<String>,
    /// What is imported for it beside classes: static methods by their full names.
    pub imports: BTreeSet<String>,
    /// Warnings that it gives cause for.
    pub suppressed: Suppressed,
    /// What it declares to throw.
    pub throws: Option<&'static str>,
    /// What its parameters stand for.
    pub table: Option<Table>,
    /// Why it is not run, if it is not.
    pub disabled: Option<String>,
}

impl<'t> Method<'t> {
    /// A method that is one test.
    pub(super) fn new(test: &'t JavaTest, body: Body<'_>) -> Self {
        let assertions = body.context.unit.style.junit.assertions();
        let asserts = body.assertions.iter().map(|name| format!("{assertions}.{name}"));
        Self {
            tests: vec![test],
            name: test.name.clone(),
            imports: asserts.chain(body.mocking.iter().map(|name| (*name).to_owned())).collect(),
            lines: body.lines,
            suppressed: body.suppressed,
            throws: body.throws,
            table: None,
            disabled: None,
        }
    }

    /// Its text, at the depth of a member of a class.
    pub(super) fn text(&self, junit: Junit) -> String {
        let mut text = String::from("\n");
        match &self.table {
            Some(table) => text += &table.annotations(),
            None => {
                let _ = writeln!(text, "    @{}", mention::class(junit.annotation()));
            }
        }
        if let Some(reason) = &self.disabled {
            let reason = literal::string(&reason.encode_utf16().collect::<Vec<_>>());
            let _ = writeln!(text, "    @{}({reason})", mention::class(junit.disabling()));
        }
        if let Some(suppressed) = suppressed(&self.suppressed) {
            let _ = writeln!(text, "    {suppressed}");
        }
        let throws = self.throws.map(throwing).unwrap_or_default();
        let takes = self.table.as_ref().map(Table::parameters).unwrap_or_default();
        let _ = writeln!(text, "    {}void {}({takes}){throws} {{", junit.visibility(), self.name);
        for line in &self.lines {
            let _ = writeln!(text, "        {line}");
        }
        text += "    }\n";
        text
    }
}

/// What stands behind a method that may throw.
pub(super) fn throwing(class: &str) -> String {
    format!(" throws {}", mention::class(&format!("java/lang/{class}")))
}
