//! From a suite in memory to files whose tests compile and pass.

use crate::judge::{self, Case, Verdict};
use crate::output::{Output, Written};
use crate::part::{Native, Part};
use crate::produce::Product;
use crate::result;
use crate::write::{Framework, LeftOut};
use host::Scratch;
use language::{Error, Folder, Settle};
use program::FileId;
use report::{LeftOutKind, Note, NoteKind};
use std::path::Path;
use suite::Test;

/// A suite that is not written yet.
pub(crate) struct Suite<'p> {
    part: &'p Part,
    product: Product,
    notes: Vec<Note>,
}

impl<'p> Suite<'p> {
    /// A suite of what was produced.
    pub fn new(part: &'p Part, product: Product, stopped: bool) -> Self {
        let note = "the search was ended by Ctrl-C before its time";
        let notes = stopped.then(|| Note::new(NoteKind::Stopped, note));
        Self { part, product, notes: notes.into_iter().collect() }
    }

    /// What the tests are written from.
    fn output(&self) -> Output<'p> {
        let Part { program, options, .. } = self.part;
        Output {
            sources: &program.sources,
            project: &program.project,
            framework: options.framework,
        }
    }

    /// Runs all written tests natively, if that does no harm; those that do not pass are taken out.
    fn judge(&mut self, folder: &Folder, written: Written) -> Result<Written, Error> {
        let output = self.output();
        let project = output.project;
        let native = self.part.options.native;
        if native == Native::Never {
            return Ok(written);
        }
        let linked = output.sources.len() > 1;
        let reaching =
            judge::reaching_out(&project.program, &project.goals, &project.stubs, linked);
        if !reaching.is_empty() && native != Native::Always {
            let text = format!(
                "not run natively, because the code calls {}; --native runs them",
                list(&reaching)
            );
            self.notes.push(Note::new(NoteKind::NotRun, text));
            return Ok(written);
        }
        let mut removed = false;
        for (name, file) in &written.tests {
            removed |= self.judge_file(folder, name, *file)?;
        }
        if !removed {
            return Ok(written);
        }
        // A file may be left without any test.
        for (name, _) in &written.tests {
            folder.forget(&format!("{name}.c"));
        }
        output.write_all(folder, &self.product)
    }

    /// Runs the tests of one file; tells whether some were taken out.
    fn judge_file(&mut self, folder: &Folder, name: &str, file: FileId) -> Result<bool, Error> {
        let output = self.output();
        let own = self.product.tests.iter();
        let own = own.filter(|test| output.project.file_of(test.function) == Some(file));
        let own: Vec<Test> = own.cloned().collect();
        let tests = own.iter().map(|test| test.name.clone()).collect();
        let scratch = Scratch::new().map_err(Error::new)?;
        let path = match output.framework {
            Framework::Plain => folder.path().join(format!("{name}.c")),
            // What runs tests by name is the plain frame.
            Framework::Cmocka => {
                let include = output.path_of(file).display().to_string();
                let text = output.project.write(&include, &own, Framework::Plain).text;
                let path = scratch.path().join(format!("{name}.c"));
                std::fs::write(&path, text).map_err(Error::new)?;
                path
            }
        };
        let source = output.source_of(file);
        let others = output.sources.iter().enumerate().filter(|(index, _)| *index != source);
        let linked = others.map(|(index, other)| (other, format!("main_of_source_{index}")));
        let Some(source) = output.sources.get(source) else { return Ok(false) };
        let case = Case { file: &path, source, linked: linked.collect(), tests };
        let verdict = judge::judge(&self.part.program.clang, &case);
        match verdict {
            Ok(Verdict::Run(failed)) => {
                for (test, said) in &failed {
                    self.take_out(test, said);
                }
                return Ok(!failed.is_empty());
            }
            Ok(Verdict::NotCompiled(said)) => {
                let first = said.lines().find(|line| line.contains("error")).unwrap_or("").trim();
                self.notes.push(Note::new(
                    NoteKind::NotCompiled,
                    format!("`{name}.c` does not compile, which is a mistake of Ferret's: {first}"),
                ));
            }
            Err(error) => self.notes.push(Note::new(
                NoteKind::NotRun,
                format!("`{name}` could not be run natively: {error}"),
            )),
        }
        Ok(false)
    }

    /// Takes a test out of the suite that did not pass natively: a finding, if a sanitizer spoke.
    fn take_out(&mut self, name: &str, said: &str) {
        let product = &mut self.product;
        let Some(place) = product.tests.iter().position(|test| test.name == name) else { return };
        let mut test = product.tests.remove(place);
        match judge::complaint(said) {
            Some(complaint) => {
                test.name = format!("{name}_dies");
                product.said.insert(test.name.clone(), complaint);
                product.findings.push(test);
            }
            None => {
                let first = said.lines().map(str::trim).find(|line| !line.is_empty());
                let first = first
                    .map(|line| line.trim_start_matches("# "))
                    .unwrap_or("it died without a word");
                let line = first.rsplit('/').next().unwrap_or(first);
                product.left_out.push(LeftOut {
                    test: test.name,
                    function: test.function,
                    kind: LeftOutKind::NotPassed,
                    reason: format!("it does not pass natively: {line}"),
                });
            }
        }
    }
}

impl Settle for Suite<'_> {
    fn settle(mut self: Box<Self>, out: &Path) -> Result<report::Unit, Error> {
        let folder = Folder::open(out)?;
        let written = self.output().write_all(&folder, &self.product)?;
        let written = self.judge(&folder, written)?;
        self.part.project().measure(&mut self.product).map_err(Error::new)?;
        Ok(result::unit(self.part, &self.product, written.files, self.notes))
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    let more =
        if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
