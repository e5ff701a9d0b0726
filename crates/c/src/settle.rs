//! From a suite in memory to files whose tests compile and pass.

use crate::culprits::{self, Said};
use crate::death::{allocated_by, died, lost_at};
use crate::fault::Fault;
use crate::judge::{self, Case, Deaths, LEAK, Verdict};
use crate::output::{Output, Written};
use crate::part::{Native, Part};
use crate::produce::{Cause, Product};
use crate::result;
use crate::write::{Framework, LeftOut};
use host::Scratch;
use language::{Corpus, Error, Folder, KeptTest, Settle, Settled};
use program::{FileId, FuncId};
use report::{LeftOutKind, Note, NoteKind, TestFileKind};
use std::path::{Path, PathBuf};
use suite::Test;

/// A suite that is not written yet.
pub(crate) struct Suite<'p> {
    part: &'p Part,
    product: Product,
    notes: Vec<Note>,
    /// Scenarios of the last run that did not fit any more.
    dropped: u32,
}

/// Files of some tests that are compiled at most to find those that do not compile.
const MOST_COMPILED: usize = 40;

/// A file that is judged.
#[derive(Clone, Copy)]
struct Judged<'n> {
    kind: TestFileKind,
    /// Its name, without ending.
    name: &'n str,
    /// The source that it includes.
    file: FileId,
    /// Whether its tests are run.
    runs: bool,
}

/// What came of a file, and its text.
struct Tried {
    verdict: Verdict,
    text: String,
}

/// Where to go for a `main` that takes arguments and is not covered: texts in a list grow one character at a time, each
/// length being a scenario of another shape, where a program's arguments have a size from the start.
fn about_main(part: &Part, product: &Product) -> Option<Note> {
    let project = part.project();
    let functions = &project.program.functions;
    let is_main = |function: &&FuncId| functions[**function].source_name() == "main";
    let main = *part.functions.iter().find(is_main)?;
    let branches = product.coverage.row(project.goals.unit_of(main)?).branches;
    let is_open = functions[main].params > 0 && branches.covered < branches.total;
    let text = "`main` takes arguments, which `ferret program` searches better than this";
    is_open.then(|| Note::new(NoteKind::NoCleanRun, text))
}

impl<'p> Suite<'p> {
    /// A suite of what was produced.
    pub fn new(part: &'p Part, product: Product, stopped: bool, dropped: u32) -> Self {
        let note = "interrupted; tests found so far are kept";
        let mut notes = part.program.beside.notes.clone();
        notes.extend(stopped.then(|| Note::new(NoteKind::Stopped, note)));
        notes.extend(about_main(part, &product));
        Self { part, product, notes, dropped }
    }

    /// What the next run can begin with.
    fn corpus(&self) -> Corpus {
        let Product { tests, findings, next, .. } = &self.product;
        let program = &self.part.project().program;
        let is_there = |name: &str| tests.iter().any(|test| test.name == name);
        let kept = next.tests.iter().filter(|origin| is_there(&origin.name));
        let kept = kept.map(|origin| KeptTest {
            name: origin.name.clone(),
            plain: origin.plain.clone(),
            asserted: origin.asserted.clone(),
            scenario: scenario::text::print(&origin.scenario, program),
        });
        let mut corpus = Corpus { tests: kept.collect(), others: Vec::new() };
        let findings = findings.iter().map(|finding| &finding.scenario);
        findings.chain(&next.reserve).for_each(|scenario| corpus.add(scenario, program));
        corpus
    }

    /// What the tests are written from.
    fn output(&self) -> Output<'p> {
        let Part { program, options, .. } = self.part;
        Output {
            sources: &program.sources,
            project: &program.project,
            framework: options.framework,
            sections: program.beside.objects.is_some(),
        }
    }

    /// Compiles all that was written, and runs the tests natively if that does no harm; those that do not compile or
    /// do not pass are taken out.
    fn judge(&mut self, folder: &Folder, written: Written) -> Result<Written, Error> {
        let runs = self.may_run();
        let mut removed = false;
        for (name, file) in &written.tests {
            let judged = Judged { kind: TestFileKind::Tests, name, file: *file, runs };
            removed |= self.judge_file(folder, &judged)?;
        }
        removed |= !self.product.findings.is_empty();
        self.settle_findings(runs)?;
        if !removed {
            return Ok(written);
        }
        // A file may be left without any test.
        for (name, _) in written.tests.iter().chain(&written.findings) {
            folder.forget(&format!("{name}.c"));
        }
        self.output().write_all(folder, &self.product)
    }

    /// Runs the findings natively, if that does no harm, and keeps those that die of what the machine saw.
    fn settle_findings(&mut self, runs: bool) -> Result<(), Error> {
        let project = self.part.project();
        let files: Vec<FileId> = project.by_file(&self.product.findings).into_keys().collect();
        let mut deaths = Deaths::new();
        for file in files {
            let judged = Judged { kind: TestFileKind::Findings, name: "findings", file, runs };
            deaths.extend(self.deaths(&judged)?);
        }
        let deaths = runs.then_some(&deaths);
        let refuted = project.settle_findings(&mut self.product, deaths).map_err(Error::new)?;
        if refuted > 0 {
            let text = match refuted {
                1 => "1 finding could not be confirmed natively and is not listed".to_owned(),
                _ => {
                    format!("{refuted} findings could not be confirmed natively and are not listed")
                }
            };
            self.notes.push(Note::new(NoteKind::NotConfirmed, text));
        }
        Ok(())
    }

    /// Compiles the findings of a file, and runs them if that is wanted; what does not compile is left out.
    fn deaths(&mut self, judged: &Judged<'_>) -> Result<Deaths, Error> {
        loop {
            let names = self.names_in(judged);
            if names.is_empty() {
                return Ok(Deaths::new());
            }
            let scratch = Scratch::new().map_err(Error::new)?;
            let tried = self.write_apart(judged, &names, &scratch).and_then(|path| {
                let text = std::fs::read_to_string(&path)?;
                let clang = &self.part.program.clang;
                let died = self.on_case(judged, &path, &names, |case| match judged.runs {
                    true => judge::deaths(clang, case),
                    false => Ok(match judge::compile(clang, case)? {
                        Verdict::Run(_) => Ok(Deaths::new()),
                        Verdict::NotCompiled(said) => Err(said),
                    }),
                })?;
                Ok((died, text))
            });
            match tried.map_err(Error::new)? {
                (Ok(deaths), _) => return Ok(deaths),
                (Err(said), text) => {
                    for (test, said) in self.at_fault(judged, &names, (said, text))? {
                        self.leave_out(judged.kind, &test, &said);
                    }
                }
            }
        }
    }

    /// Whether tests may be run natively; a note says why not.
    fn may_run(&mut self) -> bool {
        let project = self.part.project();
        match self.part.options.native {
            Native::Always | Native::Confined => return true,
            Native::Never => return false,
            Native::IfHarmless => {}
        }
        let (own, linked) = (project.own_functions(), project.linked_functions());
        let reaching = judge::reaching_out(&project.program, &own, &linked, &project.stubs);
        if !reaching.is_empty() {
            let text = format!(
                "not run natively, because the code calls {}; --native runs them",
                list(&reaching)
            );
            self.notes.push(Note::new(NoteKind::NotRun, text));
        }
        reaching.is_empty()
    }

    /// Compiles one file and runs its tests; tells whether some were taken out.
    fn judge_file(&mut self, folder: &Folder, judged: &Judged<'_>) -> Result<bool, Error> {
        let written = folder.path().join(format!("{}.c", judged.name));
        // What runs tests by name is the plain frame.
        let mut as_written = self.output().framework == Framework::Plain;
        let mut removed = false;
        loop {
            let names = self.names_in(judged);
            if names.is_empty() {
                return Ok(removed);
            }
            let tried = match as_written {
                true => self.try_file(judged, &written, &names),
                false => self.try_tests(judged, &names),
            };
            let said = match tried {
                Ok(Tried { verdict: Verdict::Run(failed), .. }) => {
                    let mut again = false;
                    for (test, said) in &failed {
                        again |= self.lets_leak(test, said);
                    }
                    removed |= !failed.is_empty();
                    if again {
                        as_written = false;
                        continue;
                    }
                    failed.iter().for_each(|(test, said)| self.take_out(test, said));
                    return Ok(removed);
                }
                Ok(Tried { verdict: Verdict::NotCompiled(said), text }) => (said, text),
                Err(error) => {
                    let text = format!("`{}` could not be compiled or run: {error}", judged.name);
                    self.notes.push(Note::new(NoteKind::NotRun, text));
                    return Ok(removed);
                }
            };
            for (test, said) in self.at_fault(judged, &names, said)? {
                self.leave_out(judged.kind, &test, &said);
            }
            (as_written, removed) = (false, true);
        }
    }

    /// The tests that keep a file from compiling: those that errors lie in, or those that halving finds, or all.
    fn at_fault(
        &self,
        judged: &Judged<'_>,
        names: &[String],
        (said, text): (String, String),
    ) -> Result<Said, Error> {
        let by_lines = culprits::by_lines(&text, &format!("{}.c", judged.name), &said);
        if !by_lines.is_empty() {
            return Ok(by_lines);
        }
        let compiled = Judged { runs: false, ..*judged };
        let found = culprits::by_halves(names, MOST_COMPILED, |part| {
            Ok(match self.try_tests(&compiled, part)?.verdict {
                Verdict::NotCompiled(said) => Some(said),
                Verdict::Run(_) => None,
            })
        });
        let found = found.map_err(|error: std::io::Error| Error::new(error))?;
        if !found.is_empty() {
            return Ok(found);
        }
        let first = culprits::first_error(&said);
        Ok(names.iter().map(|name| (name.clone(), first.clone())).collect())
    }

    /// The names of the tests that are in a file.
    fn names_in(&self, judged: &Judged<'_>) -> Vec<String> {
        let project = self.part.project();
        let own = self.listed(judged.kind).iter();
        let own = own.filter(|test| project.file_of(test.function) == Some(judged.file));
        own.map(|test| test.name.clone()).collect()
    }

    fn listed(&self, kind: TestFileKind) -> &[Test] {
        match kind {
            TestFileKind::Findings => &self.product.findings,
            _ => &self.product.tests,
        }
    }

    /// Tries some tests in a file of their own.
    fn try_tests(&self, judged: &Judged<'_>, names: &[String]) -> std::io::Result<Tried> {
        let scratch = Scratch::new()?;
        let path = self.write_apart(judged, names, &scratch)?;
        self.try_file(judged, &path, names)
    }

    /// Writes some tests to a file of their own.
    fn write_apart(
        &self,
        judged: &Judged<'_>,
        names: &[String],
        scratch: &Scratch,
    ) -> std::io::Result<PathBuf> {
        let output = Output { framework: Framework::Plain, ..self.output() };
        let tests = self.listed(judged.kind).iter().filter(|test| names.contains(&test.name));
        let tests: Vec<Test> = tests.cloned().collect();
        let include = output.path_of(judged.file).display().to_string();
        let path = scratch.path().join(format!("{}.c", judged.name));
        std::fs::write(&path, output.text(judged.kind, &include, &tests, &self.product))?;
        Ok(path)
    }

    /// Tries a file.
    fn try_file(
        &self,
        judged: &Judged<'_>,
        path: &Path,
        names: &[String],
    ) -> std::io::Result<Tried> {
        let clang = &self.part.program.clang;
        let verdict = self.on_case(judged, path, names, |case| match judged.runs {
            true => judge::judge(clang, case),
            false => judge::compile(clang, case),
        })?;
        Ok(Tried { verdict, text: std::fs::read_to_string(path)? })
    }

    /// Hands a file to a judge, with all that it is compiled and linked with.
    fn on_case<T>(
        &self,
        judged: &Judged<'_>,
        path: &Path,
        names: &[String],
        judge: impl FnOnce(&Case<'_>) -> std::io::Result<T>,
    ) -> std::io::Result<T> {
        let output = self.output();
        let own = output.source_of(judged.file);
        let others = output.sources.iter().enumerate().filter(|(index, _)| *index != own);
        let linked = others.map(|(index, other)| (other, format!("main_of_source_{index}")));
        let Some(source) = output.sources.get(own) else {
            return Err(std::io::Error::other("no source belongs to it"));
        };
        let objects = self.part.program.beside.objects.as_deref();
        let (linked, tests) = (linked.collect(), names.to_vec());
        judge(&Case { file: path, source, linked, objects, tests })
    }

    /// Leaves out a test or a finding that does not compile.
    fn leave_out(&mut self, kind: TestFileKind, name: &str, said: &str) {
        let product = &mut self.product;
        let listed = match kind {
            TestFileKind::Findings => &mut product.findings,
            _ => &mut product.tests,
        };
        let Some(place) = listed.iter().position(|test| test.name == name) else { return };
        let test = listed.remove(place);
        product.left_out.push(LeftOut {
            test: test.name,
            function: test.function,
            kind: LeftOutKind::NotCompiled,
            reason: format!("it does not compile: {said}"),
        });
    }

    /// Lets a test lose memory that loses some and is fine otherwise, the first time. Where it is the code that loses it, that
    /// is a finding as well.
    fn lets_leak(&mut self, name: &str, said: &str) -> bool {
        let product = &mut self.product;
        if !said.starts_with(LEAK) || product.said.contains_key(name) {
            return false;
        }
        let Some(test) = product.tests.iter().find(|test| test.name == name) else { return false };
        let (place, stack) = (lost_at(said), allocated_by(said, name));
        let fault = Fault { cause: "memory is lost".to_owned(), place, stack };
        if self.part.project().loses_memory(test) {
            let finding = Test { name: format!("{name}_loses_memory"), ..test.clone() };
            product.said.insert(finding.name.clone(), fault.clone());
            product.causes.insert(finding.name.clone(), Cause::lost());
            product.findings.push(finding);
        }
        product.said.insert(name.to_owned(), fault);
        true
    }

    /// Takes a test out of the suite that did not pass natively: a finding, if a sanitizer spoke.
    fn take_out(&mut self, name: &str, said: &str) {
        let product = &mut self.product;
        let Some(place) = product.tests.iter().position(|test| test.name == name) else { return };
        let mut test = product.tests.remove(place);
        match died(said, name) {
            Some(complaint) => {
                test.name = format!("{name}_dies");
                product.said.insert(test.name.clone(), complaint);
                product.findings.push(test);
            }
            None => {
                let first = said.lines().map(str::trim).find(|line| !line.is_empty());
                let first = first
                    .map(|line| line.trim_start_matches("# "))
                    .unwrap_or("it crashed without a message");
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
    fn settle(mut self: Box<Self>, out: &Path) -> Result<Settled, Error> {
        let folder = Folder::open(out)?;
        let written = self.output().write_all(&folder, &self.product)?;
        let written = self.judge(&folder, written)?;
        let project = self.part.project();
        project.measure(&mut self.product).map_err(Error::new)?;
        project.approach(&mut self.product).map_err(Error::new)?;
        project.count_killed(&mut self.product).map_err(Error::new)?;
        let (corpus, dropped) = (self.corpus(), self.dropped);
        let unit = result::unit(self.part, &self.product, written.files, self.notes);
        Ok(Settled { unit, corpus, dropped })
    }
}

fn list(names: &[String]) -> String {
    let shown: Vec<String> = names.iter().take(4).map(|name| format!("`{name}`")).collect();
    let more =
        if names.len() > 4 { format!(" and {} more", names.len() - 4) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}
