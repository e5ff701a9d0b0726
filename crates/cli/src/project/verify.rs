//! `ferret verify`: runs the tests that were written, without making any.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Arg, Args};
use generate::Stop;
use language::{BrokenKind, Unready, Verified};
use project::earlier::{Earlier, latest};
use project::regenerate;
use project::{Outcome, Payload, Task};
use report::Test;
use report::junit_xml::{Case, End, Suite};

use super::conduct::{ledger_path, read};
use super::incremental::{told, verb};
use super::{Opened, ProjectOptions};
use crate::failure::Failure;
use crate::size::counted;

/// What to verify.
#[derive(Args)]
#[command(
    args_override_self = true,
    mut_args(only_own),
    after_help = "\
The ledger says which tests there are; edited files are run as they are. Each failing test is listed
with its line, what was expected and what came, or the compiler's message. Nothing is generated or
changed. Other options of `ferret test` are accepted, since they may be in ferret.toml, and have no
effect. --junit-xml writes the run for a build server.

Examples:
  ferret verify && echo nothing changed
  ferret test --update                   replaces tests that fail because the code changed

Exit status: 0 all pass; 1 a test fails or does not compile; 2 bad usage or input, or there are no tests."
)]
pub struct VerifyOptions {
    #[command(flatten)]
    project: ProjectOptions,
}

/// The options of a project that say something about running its tests; all others are accepted, and not listed.
const OWN: [&str; 15] = [
    "folder",
    "include",
    "exclude",
    "build",
    "tests",
    "ledger",
    "framework",
    "quiet",
    "native",
    "no_native",
    "trust",
    "jdk",
    "changed",
    "since",
    "junit_xml",
];

fn only_own(arg: Arg) -> Arg {
    let is_own = OWN.contains(&arg.get_id().as_str()) || arg.get_id() == "jobs";
    arg.hide(!is_own)
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
    let mut suites = Vec::new();
    for ((task, _), result) in units.iter().zip(results) {
        let result = result.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let (Some(result), Some(record)) = (&result, known.get(&*task.name)) {
            suites.push(suite(task, &record.payload, result));
        }
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
    options.making.formats.write_runs(&suites)?;
    Ok(ExitCode::from(u8::from(broken > 0)))
}

/// The run of a unit's tests: those that the ledger knows, and those that fail beside them.
fn suite(task: &Task, payload: &Payload, result: &Result<Verified, Unready>) -> Suite {
    let case = |name: &str, place, end| Case { name: name.to_owned(), place, end };
    let mut suite = Suite { name: task.name.clone(), cases: Vec::new() };
    let verified = match result {
        Ok(verified) => verified,
        Err(unready) => {
            let end = End::Broken(format!("cannot be verified: {}", unready.text));
            suite.cases.push(case(&task.name, None, end));
            return suite;
        }
    };
    let broken = verified.broken.iter().map(|broken| {
        let end = match broken.kind {
            BrokenKind::Changed => End::Failed(broken.text.clone()),
            BrokenKind::NotCompiled => End::Broken(broken.text.clone()),
        };
        let name = if broken.test.is_empty() { &broken.file } else { &broken.test };
        case(name, Some((broken.file.clone(), broken.line)), end)
    });
    suite.cases.extend(broken);
    if let Outcome::Tested(unit) = &payload.outcome {
        let is_broken = |test: &Test| suite.cases.iter().any(|case| case.name == test.name);
        let others: Vec<&Test> = unit.tests.iter().filter(|test| !is_broken(test)).collect();
        let end = || verified.not_run.clone().map_or(End::Passed, End::Skipped);
        suite.cases.extend(others.into_iter().map(|test| case(&test.name, None, end())));
    }
    suite
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
