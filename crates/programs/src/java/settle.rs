//! From inputs of a Java program in memory to a corpus on the disk.

use super::native::Native;
use super::options::JavaOptions;
use super::product::{Crash, Product};
use super::program::JavaProgram;
use super::script::{self, ANSWERING};
use crate::corpus::{self, STACK, STATUS};
use crate::fuzz;
use crate::output::{CORPUS, CRASHES, SHOWN, clear, listed, make_executable};
use crate::script::{COVERAGE, REPLAY};
use language::{Error, Folder, Settle, Settled};
use report::{LeftOut, LeftOutKind, Note, NoteKind, TestFile, TestFileKind};
use std::path::Path;
use suite::mark::{marked, marked_script};

/// Inputs that are not written yet.
pub struct Suite<'p> {
    program: &'p JavaProgram,
    options: &'p JavaOptions,
    product: Product,
    left_out: Vec<LeftOut>,
    notes: Vec<Note>,
    /// What crashes do on the JVM, in their order.
    natively: Vec<String>,
}

impl<'p> Suite<'p> {
    /// A suite of what a search found.
    pub fn new(
        (program, options): (&'p JavaProgram, &'p JavaOptions),
        product: Product,
        stopped: bool,
    ) -> Self {
        let mut notes = Vec::new();
        if stopped {
            let note = "interrupted by Ctrl-C; tests found so far are kept";
            notes.push(Note::new(NoteKind::Stopped, note));
        }
        let natively = vec![String::new(); product.crashes.len()];
        Self { program, options, product, left_out: Vec::new(), notes, natively }
    }

    fn note(&mut self, kind: NoteKind, text: String) {
        self.notes.push(Note::new(kind, text));
    }

    /// Replays all inputs on the JVM. Those that do not end there, or end otherwise, are taken out: what they cover is not
    /// what the search saw.
    fn replay(&mut self) -> std::io::Result<()> {
        let program = self.program;
        let mut native = Native::new(program)?;
        for one in std::mem::take(&mut self.product.kept) {
            let ended = native.run(program, &one.given, &one.answers)?;
            let why = match ended.status {
                _ if ended.timed_out => "it does not end on the JVM".to_owned(),
                Some(status) if status == one.status => {
                    self.product.kept.push(one);
                    continue;
                }
                Some(status) => {
                    format!("it ends with status {status} on the JVM, not with {}", one.status)
                }
                None => "a signal ends it on the JVM".to_owned(),
            };
            self.left_out.push(LeftOut {
                test: one.name,
                member: Some("main".to_owned()),
                kind: LeftOutKind::NotPassed,
                text: why,
                missing_class: None,
            });
        }
        let mut silent = Vec::new();
        for (crash, natively) in self.product.crashes.iter().zip(&mut self.natively) {
            let ended = native.run(program, &crash.given, &crash.answers)?;
            let said = ended.err.text();
            let thrown = said.lines().find(|line| line.starts_with("Exception in thread"));
            *natively = match thrown {
                Some(line) if line.contains(&crash.thrown) => line.to_owned(),
                _ => {
                    silent.push(crash.name.clone());
                    match ended.status {
                        Some(status) => format!("it ends with status {status}"),
                        None => "it does not end".to_owned(),
                    }
                }
            };
        }
        if !silent.is_empty() {
            let text = format!("on the JVM {} otherwise", listed(&silent, "ends", "end"));
            self.note(NoteKind::NotConfirmed, text);
        }
        program.measure(&mut self.product).map_err(std::io::Error::other)
    }

    /// Tells what else ended runs.
    fn tell_stoppers(&mut self) {
        let unmodelled = std::mem::take(&mut self.product.unmodelled);
        for native in unmodelled.iter().take(SHOWN) {
            self.note(NoteKind::NoCleanRun, format!("no model of the native method {native}"));
        }
        let (limited, all) = self.product.limited;
        if limited > 0 {
            let text = format!(
                "{limited} of {all} runs hit the step, memory or depth limit, or broke an assumption"
            );
            self.note(NoteKind::NoCleanRun, text);
        }
    }

    fn write(&self, folder: &Folder) -> Result<Vec<TestFile>, Error> {
        let Self { program, options, .. } = *self;
        let inputs = program.inputs();
        let mut files = Vec::new();
        for kept in &self.product.kept {
            let own = folder.path().join(CORPUS).join(&kept.name);
            let status = [(STATUS, format!("{}\n", kept.status))];
            corpus::write(&own, inputs, (&kept.given, &kept.answers), &status)?;
        }
        for (crash, natively) in self.product.crashes.iter().zip(&self.natively) {
            let own = folder.path().join(CRASHES).join(&crash.name);
            let more = [(STACK, stack(crash, natively))];
            corpus::write(&own, inputs, (&crash.given, &crash.answers), &more)?;
        }
        let own = |path: &str, kind| TestFile { path: path.to_owned(), kind, written: true };
        if !self.product.kept.is_empty() {
            files.push(own(CORPUS, TestFileKind::Tests));
        }
        if !self.product.crashes.is_empty() {
            files.push(own(CRASHES, TestFileKind::Findings));
        }
        let mut texts = vec![
            (REPLAY.to_owned(), marked_script(&script::replay(program))),
            (COVERAGE.to_owned(), marked_script(&script::coverage(program))),
        ];
        if program.asks {
            let answering = super::entry::answering().into_iter();
            texts.extend(
                answering.map(|(path, text)| (format!("{ANSWERING}/{path}"), marked(text))),
            );
        }
        for (name, text) in texts {
            let written = folder.write(&name, &text)?;
            if written && name.ends_with(".sh") {
                make_executable(&folder.path().join(&name))?;
            }
            files.push(TestFile { path: name, kind: TestFileKind::Build, written });
        }
        if let Some(path) = &options.fuzz_corpus {
            let kept = self.product.kept.iter();
            fuzz::write(path, inputs, kept.map(|kept| (&*kept.name, &kept.given)))?;
        }
        Ok(files)
    }
}

impl Settle for Suite<'_> {
    fn settle(mut self: Box<Self>, out: &Path) -> Result<Settled, Error> {
        let folder = Folder::open(out)?;
        clear(&folder)?;
        if !self.options.never_native
            && let Err(error) = self.replay()
        {
            let text = format!("the inputs were not replayed on the JVM: {error}");
            self.note(NoteKind::NotRun, text);
        }
        self.tell_stoppers();
        let files = self.write(&folder)?;
        let told = (std::mem::take(&mut self.left_out), std::mem::take(&mut self.notes));
        let unit = self.program.unit(&self.product, files, told);
        Ok(Settled { unit, corpus: language::Corpus::default(), dropped: 0 })
    }
}

/// What an uncaught exception is, in lines.
fn stack(crash: &Crash, natively: &str) -> String {
    let mut text = format!("{}\n", crash.thrown);
    for frame in &crash.stack.frames {
        text += &format!("  at {frame}\n");
    }
    if !natively.is_empty() {
        text += &format!("on the JVM: {natively}\n");
    }
    text + &format!("replay: ./replay.sh {CRASHES}/{}\n", crash.name)
}
