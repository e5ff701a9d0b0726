//! Where the units of a project are tested: what a campaign does with each of them.

use crate::site::{Outcome, Payload, Site, Task, Written};
use campaign::{Cell, Laboratory, NoResult};
use generate::{Progress, Settings, Stop, Technique};
use language::{Error, Folder, Recipe, Unready, Watcher, test};
use report::Skipped;
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
        let recipe = Recipe { technique: &*technique, settings: &settings };
        let mut watcher = Watching { observer: self.observer, task: index };
        let out = self.site.tests_of(task);
        let tested = test(self.site.language_of(task), &task.found, recipe, &out, &mut watcher)
            .map_err(|error| NoResult::Failed(error.message))?;
        // What was stopped is not what the whole of it would have given.
        if self.is_stopped() {
            return Err(NoResult::Stopped);
        }
        let mut files = Vec::new();
        let outcome = match tested {
            Ok(unit) => {
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
        Ok(Payload { outcome, seconds: started.elapsed().as_secs_f64(), files })
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_pulled()
    }
}

/// Writes the files of a result that was found elsewhere, where they are missing; what is there is left as it is.
///
/// # Errors
///
/// When a file cannot be written.
pub fn restore(site: &Site, task: &Task, payload: &Payload) -> Result<(), Error> {
    let out = site.tests_of(task);
    for Written { path, text } in &payload.files {
        if !out.join(path).exists() {
            Folder::open(&out)?.write(path, text)?;
        }
    }
    Ok(())
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
