//! From inputs in memory to a corpus on the disk whose coverage llvm-cov confirms.

use crate::corpus::{self, STACK, STATUS};
use crate::native::{Build, Native};
use crate::options::Options;
use crate::output::{CORPUS, CRASHES, SHOWN, clear, listed, make_executable};
use crate::script;
use crate::{answers, fuzz, test_comp};
use c::death::complaint;
use c::program::{Crash, Product, Whole};
use language::{Corpus, Error, Folder, Settle, Settled};
use report::{LeftOut, LeftOutKind, Note, NoteKind, Share, TestFile, TestFileKind};
use std::path::Path;
use suite::mark::{marked, marked_script};

/// Inputs that are not written yet.
pub struct Suite<'p> {
    whole: &'p Whole,
    options: &'p Options,
    product: Product,
    left_out: Vec<LeftOut>,
    notes: Vec<Note>,
    /// Regions and branches as llvm-cov counts them.
    counted: Option<[Share; 2]>,
    /// What crashes do natively, in their order.
    natively: Vec<String>,
}

impl<'p> Suite<'p> {
    /// A suite of what a search found.
    pub fn new(
        (whole, options): (&'p Whole, &'p Options),
        product: Product,
        stopped: bool,
    ) -> Self {
        let mut notes = Vec::new();
        if stopped {
            let note = "interrupted; tests found so far are kept";
            notes.push(Note::new(NoteKind::Stopped, note));
        }
        let natively = vec![String::new(); product.crashes.len()];
        Self { whole, options, product, left_out: Vec::new(), notes, counted: None, natively }
    }

    /// Replays all inputs natively. Those that do not end there are taken out.
    fn replay(&mut self) -> std::io::Result<()> {
        let Self { whole, options, .. } = *self;
        let mut native = match Native::build(whole, Build::Coverage, &options.link)? {
            Ok(native) => native,
            Err(said) => {
                let first =
                    said.lines().find(|line| line.contains("error") || line.contains("undefined"));
                let first = first.or(said.lines().next()).unwrap_or("it says nothing").trim();
                let text = format!(
                    "the program was not built natively: {first}; --link-arg names libraries"
                );
                self.notes.push(Note::new(NoteKind::NotRun, text));
                return Ok(());
            }
        };
        let mut differing = Vec::new();
        let kept = std::mem::take(&mut self.product.kept);
        for one in kept {
            let ended = native.run(whole, &one.given, &one.answers)?;
            let why = match ended.status {
                _ if ended.timed_out => "it does not end natively",
                None => "it crashes natively",
                Some(status) => {
                    if status != one.status {
                        differing.push(one.name.clone());
                    }
                    self.product.kept.push(one);
                    continue;
                }
            };
            self.left_out.push(LeftOut {
                test: one.name,
                member: Some(whole.start.function().to_owned()),
                kind: LeftOutKind::NotPassed,
                text: why.to_owned(),
                missing_class: None,
            });
        }
        if !differing.is_empty() {
            let text =
                format!("natively {} with another status", listed(&differing, "ends", "end"));
            self.notes.push(Note::new(NoteKind::NotConfirmed, text));
        }
        whole.measure(&mut self.product).map_err(std::io::Error::other)?;
        match native.counted(whole) {
            Ok(counted) => self.counted = Some(counted),
            Err(said) => {
                let said = said.lines().next().unwrap_or_default().to_owned();
                let text = format!("llvm-cov did not confirm the coverage: {said}");
                self.notes.push(Note::new(NoteKind::NotRun, text));
            }
        }
        if !self.product.crashes.is_empty() {
            self.replay_crashes()?;
        }
        Ok(())
    }

    /// Replays crashes with sanitizers, and notes what they say.
    fn replay_crashes(&mut self) -> std::io::Result<()> {
        let Self { whole, options, .. } = *self;
        let Ok(mut native) = Native::build(whole, Build::Sanitized, &options.link)? else {
            return Ok(());
        };
        let mut silent = Vec::new();
        for (crash, natively) in self.product.crashes.iter().zip(&mut self.natively) {
            let ended = native.run(whole, &crash.given, &crash.answers)?;
            let said = ended.err.text();
            *natively = match (complaint(&said), ended.status) {
                (Some(fault), _) => fault.to_string(),
                _ if ended.timed_out => "it does not end".to_owned(),
                (None, None) => "it is ended by a signal".to_owned(),
                (None, Some(status)) => {
                    silent.push(crash.name.clone());
                    format!("it ends with status {status}")
                }
            };
        }
        if !silent.is_empty() {
            let text = format!("natively {} like any other run", listed(&silent, "ends", "end"));
            self.notes.push(Note::new(NoteKind::NotConfirmed, text));
        }
        Ok(())
    }

    /// Tells which of the lines that were asked for are reached: of each run of lines with the same answer once.
    fn tell_aims(&mut self) {
        let lines = self.whole.reached(&self.product, &self.options.beginning.aims);
        let mut parts: Vec<(String, u32, u32, Option<String>)> = Vec::new();
        for (file, line, test) in lines {
            match parts.last_mut() {
                Some((of, _, last, by)) if *of == file && *last + 1 == line && *by == test => {
                    *last = line;
                }
                _ => parts.push((file, line, line, test)),
            }
        }
        for (file, first, last, test) in parts {
            let place = match first == last {
                true => format!("{file}:{first}"),
                false => format!("{file}:{first}-{last}"),
            };
            let text = match test {
                Some(test) => format!("target {place}: reached by {test}"),
                None => format!("target {place}: not reached"),
            };
            self.notes.push(Note::new(NoteKind::Target, text));
        }
    }

    /// Tells what else ended runs.
    fn tell_stoppers(&mut self) {
        for stopper in self.product.stoppers.iter().take(SHOWN) {
            let text = match stopper.place.is_empty() {
                true => format!("runs end at a {}", stopper.what),
                false => format!("runs end {}: {}", stopper.place, stopper.what),
            };
            self.notes.push(Note::new(NoteKind::NoCleanRun, text));
        }
        if self.product.stoppers.len() > SHOWN {
            let text =
                format!("runs end at {} more such places", self.product.stoppers.len() - SHOWN);
            self.notes.push(Note::new(NoteKind::NoCleanRun, text));
        }
        let (limited, all) = self.product.limited;
        if limited > 0 {
            let text = format!(
                "{limited} of {all} runs hit the step, memory or depth limit, or broke an assumption"
            );
            self.notes.push(Note::new(NoteKind::NoCleanRun, text));
        }
    }

    fn write(&self, folder: &Folder) -> Result<Vec<TestFile>, Error> {
        let Self { whole, options, .. } = *self;
        let inputs = whole.inputs();
        clear(folder)?;
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
        let replay = script::replay(whole, folder.path(), &options.link);
        for (name, text) in [
            (script::REPLAY, marked_script(&replay)),
            (script::COVERAGE, marked_script(&script::coverage(whole))),
            (script::ANSWERS, marked(&answers::source(whole.start))),
        ] {
            let written = folder.write(name, &text)?;
            files.push(TestFile { path: name.to_owned(), kind: TestFileKind::Build, written });
            if written && name.ends_with(".sh") {
                make_executable(&folder.path().join(name))?;
            }
        }
        if let Some(path) = &options.test_comp {
            test_comp::write(path, whole, &self.product)?;
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
            let text = format!("the inputs were not replayed natively: {error}");
            self.notes.push(Note::new(NoteKind::NotRun, text));
        }
        self.tell_aims();
        self.tell_stoppers();
        let files = self.write(&folder)?;
        let told = (std::mem::take(&mut self.left_out), std::mem::take(&mut self.notes));
        let mut unit = self.whole.unit(&self.product, files, told);
        if let Some([regions, branches]) = self.counted {
            let seen = (unit.coverage.statement, unit.coverage.branch);
            if seen != (regions, branches) {
                let text = format!(
                    "llvm-cov counts {} of {} branches in the replayed corpus, the search {} of {}",
                    branches.covered, branches.total, seen.1.covered, seen.1.total
                );
                unit.notes.push(Note::new(NoteKind::NotConfirmed, text));
                (unit.coverage.statement, unit.coverage.branch) = (regions, branches);
            }
        }
        Ok(Settled { unit, corpus: Corpus::default(), dropped: 0 })
    }
}

/// What a crash does, in lines.
fn stack(crash: &Crash, natively: &str) -> String {
    let mut text = format!("{}\n", crash.what);
    for frame in &crash.stack {
        text += &format!("  at {frame}\n");
    }
    if !natively.is_empty() {
        text += &format!("natively: {natively}\n");
    }
    text + &format!("replay: ./replay.sh --sanitize {CRASHES}/{}\n", crash.name)
}
