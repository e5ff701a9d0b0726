//! `ferret verify`: runs the tests that were written, without making any.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use generate::Stop;
use language::{Unready, Verified};
use project::Task;
use project::earlier::{Earlier, latest};
use project::regenerate;

use super::conduct::{ledger_path, read};
use super::incremental::{counted, told, verb};
use super::{Opened, ProjectOptions};
use crate::failure::Failure;

/// What to verify.
#[derive(Args)]
#[command(
    args_override_self = true,
    after_help = "\
The ledger says which tests there are; edited files are run as they are. Each failing test is listed
with its line, what was expected and what came, or the compiler's message. Nothing is generated or
changed. Options about generating tests have no effect.

Examples:
  ferret verify && echo nothing changed
  ferret test --update                   replaces tests that fail because the code changed

Exit status: 0 all pass; 1 a test fails or does not compile; 2 bad usage or input, or there are no tests."
)]
pub struct VerifyOptions {
    #[command(flatten)]
    project: ProjectOptions,
}

/// Runs the tests of a project that were written before.
pub fn verify(options: &VerifyOptions, stop: &Stop) -> Result<ExitCode, Failure> {
    let options = &options.project;
    let opened = Opened::new(options)?;
    let path = ledger_path(options, &opened.layout);
    let none = || Failure::new("there are no tests to verify").help("run `ferret test` first");
    if !path.exists() {
        return Err(none());
    }
    let ledger = read(&path)?;
    let known = latest(&ledger);
    let tasks = opened.chosen.iter().map(|index| &opened.site.tasks[*index]);
    let units: Vec<_> = tasks
        .filter_map(|task| Some((task, Earlier::new(known.get(&*task.name)?, task))))
        .filter(|(_, earlier)| !earlier.tests.is_empty())
        .collect();
    if units.is_empty() {
        return Err(none());
    }
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Verified, Unready>>>> =
        units.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((index, (task, earlier))) = take(&next, &units) {
            let result = regenerate::verify(&opened.site, task, earlier);
            *results[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }
    };
    let workers = options.making.settings(stop).jobs.min(units.len()).max(1);
    std::thread::scope(|scope| (0..workers).for_each(|_| drop(scope.spawn(work))));
    let (mut text, mut tests, mut broken) = (String::new(), 0, 0);
    for ((task, _), result) in units.iter().zip(results) {
        let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
        match result {
            Some(Ok(verified)) => {
                tests += verified.tests;
                broken += verified.broken.len();
                text += &lines(&opened, task, &verified);
            }
            Some(Err(unready)) => {
                broken += 1;
                text += &format!("{}: cannot be verified: {}\n", task.name, unready.text);
            }
            None => {}
        }
    }
    let units = counted(units.len(), "unit");
    text += &match broken {
        0 => format!("{units}, {}: all pass\n", counted(tests, "test")),
        _ => format!("{units}, {}: {broken} {}\n", counted(tests, "test"), verb(broken)),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::from(u8::from(broken > 0)))
}

/// The next of some things, and its place.
fn take<'t, T>(next: &AtomicUsize, all: &'t [T]) -> Option<(usize, &'t T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, all.get(index)?))
}

/// What is told of a unit.
fn lines(opened: &Opened, task: &Task, verified: &Verified) -> String {
    let name = &task.name;
    let mut text = String::new();
    if let Some(why) = &verified.not_run {
        text += &format!("{name}: only compiled: {why}\n");
    }
    if verified.broken.is_empty() {
        return text;
    }
    let (count, all) = (verified.broken.len(), verified.tests);
    text += &format!("{name}: {count} of {} {}\n", counted(all, "test"), verb(count));
    verified.broken.iter().for_each(|broken| text += &told(opened, task, broken));
    text
}
