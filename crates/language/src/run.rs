//! The whole way from a target to finished tests.

use crate::convert::settings;
use crate::{Error, Found, Language, Recipe, Settled, Unready};
use generate::Progress;
use report::{Report, Settings, Skipped, SkippedKind, Unit};
use std::path::Path;
use std::time::Instant;

/// Who watches the work.
pub trait Watcher {
    /// Work on a unit begins: its name, which one it is, the first being 0, and of how many.
    fn begun(&mut self, _unit: &str, _number: usize, _units: usize) {}

    /// The search has come so far.
    fn progress(&mut self, progress: &Progress);

    /// The search of a unit is over; its tests are tried next.
    fn searched(&mut self) {}

    /// A unit is finished, one of so many.
    fn finished(&mut self, _unit: &Unit, _settings: &Settings, _units: usize) {}
}

/// Nobody watches.
pub struct Silent;

impl Watcher for Silent {
    fn progress(&mut self, _: &Progress) {}
}

/// Makes finished tests for one unit; why not, where it cannot be tested.
///
/// # Errors
///
/// When the folder cannot be written.
pub fn test(
    language: &dyn Language,
    unit: &Found,
    recipe: Recipe<'_>,
    out: &Path,
    watcher: &mut dyn Watcher,
) -> Result<Result<Settled, Unready>, Error> {
    let started = Instant::now();
    let prepared = match language.prepare(unit) {
        Ok(prepared) => prepared,
        Err(unready) => return Ok(Err(unready)),
    };
    let produced = prepared.produce(recipe, &mut |progress| watcher.progress(progress))?;
    watcher.searched();
    let mut settled = produced.settle(out)?;
    settled.unit.vocabulary = Some(language.vocabulary());
    settled.unit.settings = Some(settings(recipe));
    settled.unit.effort.seconds = started.elapsed().as_secs_f64();
    Ok(Ok(settled))
}

/// Makes finished tests for all units of a target.
///
/// # Errors
///
/// When the target cannot be read or the folder cannot be written.
pub fn test_all(
    language: &dyn Language,
    recipe: Recipe<'_>,
    out: &Path,
    watcher: &mut dyn Watcher,
) -> Result<Report, Error> {
    let units = language.find()?;
    let mut report = Report::new(language.vocabulary(), settings(recipe));
    for (number, unit) in units.iter().enumerate() {
        watcher.begun(&unit.name, number, units.len());
        let result = match recipe.settings.budget.is_stopped() {
            true => Err(Unready::new(SkippedKind::Stopped, "interrupted")),
            false => test(language, unit, recipe, out, watcher)?,
        };
        match result {
            Ok(Settled { unit: done, .. }) => {
                watcher.finished(&done, &report.settings, units.len());
                report.units.push(done);
            }
            Err(Unready { kind, text }) => {
                report.skipped.push(Skipped { unit: unit.name.clone(), kind, text });
            }
        }
    }
    Ok(report)
}
