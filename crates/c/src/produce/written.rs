//! Which file the text of a test goes to, what it can name there, and the text itself.

use super::{Product, Project, library_calls};
use crate::write::{self, Framework, LeftOut, Written};
use program::{FileId, FuncId, Function, Global};
use report::LeftOutKind;
use scenario::{Argument, Scenario, Statement};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use suite::Test;

impl Project {
    /// Whether a test has a text in C.
    pub(super) fn is_written(&self, test: &Test) -> bool {
        let one = std::slice::from_ref(test);
        !write::write(&self.unit(""), one, Framework::default()).tests.is_empty()
    }

    /// Takes out the tests that have no text, so that what is printed is what the files cover.
    pub(super) fn drop_inexpressible(&self, product: &mut Product) {
        for tests in [&mut product.tests, &mut product.findings] {
            for test in std::mem::take(tests) {
                match self.stranger(&test) {
                    None => tests.push(test),
                    Some(name) => product.left_out.push(LeftOut {
                        test: test.name,
                        function: test.function,
                        kind: LeftOutKind::NotExpressible,
                        reason: format!("`{name}` is static in another file"),
                    }),
                }
            }
            let unit = self.unit("");
            let written = write::write(&unit, tests, Framework::default());
            tests.retain(|test| written.tests.contains(&test.name));
            product.left_out.extend(written.left_out);
        }
        self.drop_repeated(&mut product.tests);
    }

    /// Drops tests whose text, but for the name, another one has: their scenarios differ in what no text shows.
    fn drop_repeated(&self, tests: &mut Vec<Test>) {
        let unit = self.unit("");
        let mut seen = BTreeSet::new();
        tests.retain(|test| seen.insert((write::text(&unit, test), format!("{:?}", test.outcome))));
    }

    /// Whether the file of a test can name a function of the program's.
    pub(super) fn is_named(&self, test: &Test, function: FuncId) -> bool {
        let home = self.program.functions[function].home.as_deref();
        let file = self.file_of(test.function).map(|file| &self.program.files[file]);
        (self.goals.unit_of(function).is_some() || self.lent.linked.contains(&function))
            && home.is_none_or(|home| file.is_some_and(|file| file.ends_with(home)))
    }

    /// Whether tests know a name of the program's, which a file keeps to itself if it is its home.
    pub(super) fn is_known(&self, home: Option<&str>, name: &str) -> bool {
        let Some(names) = &self.lent.names else { return true };
        match home {
            None => names.contains(name),
            Some(home) => self.sources.iter().any(|file| self.program.files[*file].ends_with(home)),
        }
    }

    /// What a test uses and its file cannot name, since another one keeps it to itself.
    pub(super) fn stranger(&self, test: &Test) -> Option<&str> {
        if self.sources.len() < 2 {
            return None;
        }
        let file = &self.program.files[self.file_of(test.function)?];
        let foreign =
            |home: &Option<String>| home.as_deref().is_some_and(|home| !file.ends_with(home));
        let functions = named(&test.scenario).into_iter();
        let function = functions.map(|id| &self.program.functions[id]);
        let function =
            function.filter(|function| foreign(&function.home)).map(Function::source_name);
        let globals = test.scenario.statements.iter().filter_map(|statement| match statement {
            Statement::Set { place: scenario::Place::Global(global, _), .. }
            | Statement::Set { value: Argument::Global(global), .. } => Some(*global),
            _ => None,
        });
        let checked = test.checks.iter().filter_map(|check| match check.target {
            suite::Target::Global(global) => Some(global),
            _ => None,
        });
        let globals = globals.chain(checked).map(|id| &self.program.globals[id]);
        let global = globals.filter(|global| foreign(&global.home)).map(Global::source_name);
        function.chain(global).next()
    }

    /// The source file that a function belongs to: one of a header belongs to a file that includes it.
    pub fn file_of(&self, function: FuncId) -> Option<FileId> {
        let own = self.program.functions[function].span?.file;
        if self.sources.is_empty() || self.sources.contains(&own) {
            return Some(own);
        }
        let home = self.program.functions[function].home.as_deref();
        let includes =
            |file: &&FileId| home.is_some_and(|home| self.program.files[**file].ends_with(home));
        self.sources.iter().find(includes).or(self.sources.first()).copied()
    }

    /// The tests of each source file.
    pub fn by_file<'t>(&self, tests: &'t [Test]) -> BTreeMap<FileId, Vec<&'t Test>> {
        let mut files: BTreeMap<FileId, Vec<&Test>> = BTreeMap::new();
        for test in tests {
            if let Some(file) = self.file_of(test.function) {
                files.entry(file).or_default().push(test);
            }
        }
        files
    }

    /// A source file, by the path that a test file includes it by.
    pub(super) fn unit(&self, include: &str) -> write::Unit<'_> {
        let calls = library_calls(&self.program, &self.goals);
        let mut unit = write::Unit::new(&self.program, include, self.stubs.clone(), calls);
        unit.macros = self.macros.clone();
        unit.deprecated = self.deprecated;
        unit.configured = self.configured;
        unit.constants = Arc::clone(&self.constants);
        unit
    }

    /// The functions of other files that tests of one file name.
    pub(super) fn foreign(&self, tests: &[Test]) -> Vec<FuncId> {
        let mut found = BTreeSet::new();
        for test in tests {
            let own = self.file_of(test.function);
            let others = named(&test.scenario).into_iter().filter(|function| {
                self.lent.linked.contains(function)
                    || self.goals.unit_of(*function).is_some() && self.file_of(*function) != own
            });
            found.extend(others);
        }
        found.into_iter().collect()
    }

    /// Writes tests of one source file, which a test file includes by that path.
    pub fn write(&self, include: &str, tests: &[Test], framework: Framework) -> Written {
        let mut unit = self.unit(include);
        unit.foreign = self.foreign(tests);
        write::write(&unit, tests, framework)
    }

    /// Writes tests of one source file that a product has.
    pub fn write_of(
        &self,
        include: &str,
        tests: &[Test],
        framework: Framework,
        product: &Product,
    ) -> Written {
        let mut unit = self.unit(include);
        unit.foreign = self.foreign(tests);
        let names = tests.iter().map(|test| test.name.clone());
        unit.leaking = names.filter(|name| product.said.contains_key(name)).collect();
        write::write(&unit, tests, framework)
    }

    /// Writes findings of one source file.
    pub fn write_findings(&self, include: &str, findings: &[Test], product: &Product) -> Written {
        let mut unit = self.unit(include);
        unit.foreign = self.foreign(findings);
        let said = findings.iter().map(|test| (test.name.clone(), product.explanation(test)));
        write::findings(&unit, findings, &said.collect())
    }
}

/// The functions that a scenario names.
pub(super) fn named(scenario: &Scenario) -> Vec<FuncId> {
    let function = |argument: &Argument| match argument {
        Argument::Function(function) => Some(*function),
        _ => None,
    };
    let mut found = Vec::new();
    for statement in &scenario.statements {
        match statement {
            Statement::Call { function: called, arguments, .. } => {
                found.push(*called);
                found.extend(arguments.iter().filter_map(function));
            }
            Statement::Set { value, .. } => found.extend(function(value)),
            _ => {}
        }
    }
    found
}
