//! Where the units of a project are tested: what a campaign does with each of them.

use crate::earlier::Earlier;
use crate::regenerate::{Saved, changed, clean_up};
use crate::site::{Outcome, Payload, Site, Written};
use campaign::{Cell, Laboratory, NoResult};
use generate::{Progress, Settings, Stop, Technique};
use language::{Corpus, Error, Focus, Recipe, Settled, Unready, Watcher, test};
use report::Skipped;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Who is told how the work goes, by several threads at a time.
pub trait Observer: Sync {
    /// Work on a unit begins.
    fn begun(&self, task: usize, name: &str);
    /// The search of a unit has come so far.
    fn progress(&self, task: usize, progress: &Progress);
    /// The search of a unit is over, and its tests are tried.
    fn settling(&self, task: usize);
}

/// A project at work: the subjects of a plan are units of it.
pub struct Workshop<'w> {
    /// The project.
    pub site: &'w Site,
    /// The units that the subjects are, by their places in the project.
    pub chosen: &'w [usize],
    /// How long the search for each of them may take, in the same order; as long as the settings say if there is none.
    pub slices: &'w [Duration],
    /// How tests are made.
    pub settings: &'w Settings,
    /// By which technique; each unit has one of its own.
    pub technique: &'w (dyn Fn() -> Box<dyn Technique> + Sync),
    /// What earlier runs left for units, by their places in the project.
    pub earlier: &'w BTreeMap<usize, Earlier>,
    /// The lines that tests are made for, if not for all: only for units that have tests already, since others would be left
    /// with few.
    pub focus: Option<&'w Focus>,
    /// Whether tests that fail because the code changed are kept on the disk as they are.
    pub keeps_changed: bool,
    /// Who is told.
    pub observer: &'w dyn Observer,
    /// What ends all work.
    pub stop: &'w Stop,
}

impl Laboratory<Payload> for Workshop<'_> {
    fn run(&self, cell: &Cell) -> Result<Payload, NoResult> {
        let index = self.chosen[cell.subject];
        let task = &self.site.tasks[index];
        self.observer.begun(index, &task.name);
        let started = Instant::now();
        let mut settings = self.settings.clone();
        if let Some(slice) = self.slices.get(cell.subject) {
            settings.budget.time = Some(*slice);
        }
        let technique = (self.technique)();
        let earlier = self.earlier.get(&index);
        let corpus = earlier.map(|earlier| &earlier.corpus).filter(|corpus| !corpus.is_empty());
        let focus = self.focus.filter(|_| corpus.is_some());
        let focus = focus.map(|focus| focus.of(&task.found.sources));
        let recipe =
            Recipe { technique: &*technique, settings: &settings, corpus, focus: focus.as_ref() };
        let mut watcher = Watching { observer: self.observer, task: index };
        let out = self.site.tests_of(task);
        let held = earlier.filter(|earlier| self.keeps_changed && earlier.is_outdated);
        let changed = held.map(|earlier| changed(self.site, task, earlier)).unwrap_or_default();
        let saved = earlier.map(|earlier| Saved::new(&out, earlier));
        let tested = test(self.site.language_of(task), &task.found, recipe, &out, &mut watcher)
            .map_err(|error| NoResult::Failed(error.message))?;
        let failed = |error: Error| NoResult::Failed(error.message);
        // What was stopped is not what the whole of it would have given.
        if self.is_stopped() {
            saved.map(|saved| saved.put_back(&out, &[])).transpose().map_err(failed)?;
            return Err(NoResult::Stopped);
        }
        let mut files = Vec::new();
        let (mut found, mut unfit) = (Corpus::default(), 0);
        let outcome = match tested {
            Ok(Settled { mut unit, corpus, dropped }) => {
                unit.tell_from(self.site.root());
                (found, unfit) = (corpus, dropped);
                for file in unit.files.iter().filter(|file| file.written) {
                    if let Ok(text) = std::fs::read_to_string(out.join(&file.path)) {
                        files.push(Written { path: file.path.clone(), text });
                    }
                }
                Outcome::Tested(Box::new(unit))
            }
            Err(Unready { kind, text }) => {
                Outcome::Skipped(Skipped { unit: task.found.name.clone(), kind, text })
            }
        };
        match (saved, earlier) {
            (Some(saved), _) if !changed.is_empty() => saved.put_back(&out, &files),
            (_, Some(earlier)) => clean_up(&out, earlier, &files),
            _ => Ok(()),
        }
        .map_err(failed)?;
        let seconds = started.elapsed().as_secs_f64();
        Ok(Payload { outcome, seconds, files, corpus: found, dropped: unfit, changed })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_pulled()
    }
}

/// Hands on what happens to one unit.
struct Watching<'w> {
    observer: &'w dyn Observer,
    task: usize,
}

impl Watcher for Watching<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.observer.progress(self.task, progress);
    }

    fn searched(&mut self) {
        self.observer.settling(self.task);
    }
}
