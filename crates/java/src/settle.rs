//! From a suite in memory to a file of tests that compile and pass each time on the real JVM.

use crate::part::{Native, Part};
use crate::project::Product;
use crate::project::spelled;
use crate::referee::failure::Failure;
use crate::referee::trial::Tried;
use crate::result;
use crate::show;
use crate::symbols::Symbols;
use crate::write::{self, JavaTest, Known, Style, Written};
use ::coverage::Criteria;
use jvm::natives::Outside;
use language::{Corpus, Error, Folder, KeptTest, Settle, Settled};
use report::{LeftOut, LeftOutKind, Note, NoteKind, TestFile, TestFileKind};
use std::path::Path;

/// How often a class of tests is tried: each time without those that did not pass.
const TRIALS: usize = 6;

/// A suite that is not written yet.
pub(crate) struct Suite<'p> {
    part: &'p Part,
    product: Product,
    criteria: Criteria,
    left_out: Vec<LeftOut>,
    note: Option<Note>,
    /// How the tests are written by now.
    style: Style,
    /// Scenarios of the last run that did not fit any more.
    dropped: u32,
}

impl<'p> Suite<'p> {
    /// A suite of what was produced.
    pub fn new(part: &'p Part, product: Product, criteria: Criteria, dropped: u32) -> Self {
        let style = part.style;
        Self { part, product, criteria, left_out: Vec::new(), note: None, style, dropped }
    }

    fn note(&mut self, kind: NoteKind, text: impl Into<String>) {
        self.note = Some(Note::new(kind, text));
    }

    fn leave_out(&mut self, test: String, kind: LeftOutKind, text: String) {
        self.left_out.push(LeftOut { test, member: None, kind, text, missing_class: None });
    }

    /// The text of the tests as they are by now.
    fn text(&mut self) -> Written {
        let project = &self.part.project;
        let Product { tests, beginning, .. } = &mut self.product;
        let package = write::package_of(&project.class);
        project.with_world(|world| {
            let known = Known::new(world, &project.program, &project.api, &package);
            write::finish_beside(&project.writing(&known, self.style), tests, beginning)
        })
    }

    /// What the next run can begin with.
    fn corpus(&self) -> Corpus {
        let (project, product) = (&self.part.project, &self.product);
        let package = write::package_of(&project.class);
        let plain = project.with_world(|world| {
            let known = Known::new(world, &project.program, &project.api, &package);
            write::plain_names(&project.writing(&known, self.style), &product.tests)
        });
        let program = &project.program;
        let symbols = Symbols::new(project);
        let kept = |(test, plain): (&JavaTest, String)| KeptTest {
            name: test.name.clone(),
            plain,
            asserted: spelled(program, &test.ending, &test.checks),
            scenario: symbols.lasting(&scenario::text::print(&test.scenario, program)),
        };
        let tests = product.tests.iter().zip(plain).map(kept).collect();
        let mut corpus = Corpus { tests, others: Vec::new() };
        product.findings.iter().for_each(|finding| corpus.add(&finding.scenario, program));
        for kept in &product.generated.kept {
            if kept.goals.iter().any(|goal| !product.coverage.is_covered(*goal)) {
                corpus.add(&kept.scenario, program);
            }
        }
        for text in &mut corpus.others {
            *text = symbols.lasting(text);
        }
        corpus
    }

    /// Takes away the tests that go further out of their process than they may.
    fn stay_inside(&mut self, limit: Outside) -> Result<(), Error> {
        let outside = self.part.project.stay_inside(&mut self.product, limit);
        let outside = outside.map_err(Error::new)?;
        if outside > 0 {
            let text = format!(
                "left out what asks for files, hosts or other processes: {outside} of the tests; \
                 --native tries them on the JVM too"
            );
            self.note(NoteKind::ReachesOutside, text);
        }
        Ok(())
    }

    /// Whether there are tests of the usual name that are not ours, or that somebody edited.
    fn is_taken(&self, out: &Path) -> bool {
        let usual = write::usual_place(&self.part.project.class);
        ["java", "kt", "groovy", "scala"].iter().any(|ending| {
            let text = std::fs::read_to_string(out.join(format!("{usual}.{ending}")));
            text.is_ok_and(|text| !suite::mark::is_ours(&text))
        })
    }

    /// Writes the tests, and tries them on the real JVM until all that are left pass.
    fn try_all(&mut self) -> Written {
        let Part { project, trials, class_path, options, .. } = self.part;
        let (junit, keeps_state) = (self.style.junit, project.keeps_state());
        for _ in 0..TRIALS {
            let mut written = self.text();
            if !written.left_out.is_empty() {
                let left_out = std::mem::take(&mut written.left_out);
                let gone = |name: &String| left_out.iter().any(|left| left.test == *name);
                self.product.tests.retain(|test| !gone(&test.name));
                for left in left_out {
                    self.leave_out(left.test, LeftOutKind::NotExpressible, left.reason);
                }
                continue;
            }
            if options.native == Native::Never || written.text.is_empty() {
                return written;
            }
            match trials.attempt(class_path, junit, &written, keeps_state) {
                Ok(Tried::Failed(failed)) if failed.is_empty() => return written,
                // What cannot be closed stays open.
                Ok(Tried::Failed(failed))
                    if self.style.closes
                        && written.text.contains(" try (")
                        && failed.values().any(|why| matches!(why, Failure::Threw(_))) =>
                {
                    self.style.closes = false;
                    self.product.closes = false;
                }
                Ok(Tried::Failed(failed)) => {
                    for (test, why) in self.product.mend(&failed) {
                        self.left_out.push(not_passed(test, &why));
                    }
                }
                // Tables of values are not worth a test.
                Ok(Tried::NotCompiled { .. })
                    if written.methods.iter().any(|method| method.parameterised) =>
                {
                    self.style.parameterised = false;
                }
                // A mistake in one test is no reason to lose the others.
                Ok(Tried::NotCompiled { tests, .. }) if !tests.is_empty() => {
                    self.product.tests.retain(|test| !tests.contains_key(&test.name));
                    for (test, said) in tests {
                        let text = format!("it does not compile (a defect of Ferret): {said}");
                        self.leave_out(test, LeftOutKind::NotCompiled, text);
                    }
                }
                Ok(Tried::NotCompiled { said, .. }) => {
                    let first = said.lines().find(|line| line.contains("error")).unwrap_or("");
                    let first = first.trim();
                    let text = format!("the tests do not compile (a defect of Ferret): {first}");
                    self.note(NoteKind::NotCompiled, text);
                    self.product.tests.clear();
                    return Written::default();
                }
                Err(error) => {
                    let text = format!("the tests could not be tried on the JVM: {error}");
                    self.note(NoteKind::NotRun, text);
                    return written;
                }
            }
        }
        // What does not settle is not worth keeping.
        self.note(NoteKind::NotSettled, "no test passes every time");
        self.product.tests.clear();
        Written::default()
    }
}

impl Settle for Suite<'_> {
    fn settle(mut self: Box<Self>, out: &Path) -> Result<Settled, Error> {
        if let Some(limit) = self.part.options.native.limit() {
            self.stay_inside(limit)?;
        }
        self.style.beside = self.is_taken(out);
        let written = self.try_all();
        if written.text.is_empty() && self.left_out.is_empty() && self.note.is_none() {
            let text = fruitless(&self.product);
            self.note(NoteKind::NoCleanRun, text);
        }
        let (shown, unseen) =
            show::show(self.part, &mut self.product.findings, &self.product.accepted)?;
        self.part.project.measure(&mut self.product).map_err(Error::new)?;
        self.part.project.approach(&mut self.product).map_err(Error::new)?;
        self.part.project.count_killed(&mut self.product).map_err(Error::new)?;
        let mut files = Vec::new();
        if !written.text.is_empty() {
            let kept = Folder::open(out)?.write(&written.path, &written.text)?;
            files.push(TestFile { path: written.path, kind: TestFileKind::Tests, written: kept });
        }
        if !shown.text.is_empty() {
            let kept = Folder::open(out)?.write(&shown.path, &shown.text)?;
            files.push(TestFile { path: shown.path, kind: TestFileKind::Findings, written: kept });
        }
        let corpus = self.corpus();
        let Self { part, product, criteria, left_out, note, dropped, .. } = *self;
        let unit = result::unit(part, &product, criteria);
        let mut notes: Vec<Note> = note.into_iter().collect();
        if unseen > 0 {
            let text =
                format!("findings dropped because the JVM does not reproduce them: {unseen}");
            notes.push(Note::new(NoteKind::NotConfirmed, text));
        }
        let unit = report::Unit { files, left_out, notes, ..unit };
        Ok(Settled { unit, corpus, dropped })
    }
}

/// Why there are no tests at all.
fn fruitless(product: &Product) -> String {
    let ends = product.generated.statistics.ends.values();
    let (clean, limits) =
        ends.fold((0, 0), |(clean, limits), end| (clean + end.clean, limits + end.limits));
    match (clean, limits) {
        (0, 0) => "nothing could be run".to_owned(),
        (0, limits) => format!("every run hit a limit ({limits} runs)"),
        _ => "no run that finished covered anything".to_owned(),
    }
}

/// A test that does not pass on the JVM.
fn not_passed(test: String, why: &Failure) -> LeftOut {
    let text = format!("it does not pass on the JVM: {why}");
    let missing_class = why.missing_class().map(str::to_owned);
    LeftOut { test, member: None, kind: LeftOutKind::NotPassed, text, missing_class }
}
