//! What is printed when a project was tested, and the status that it ends with.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use generate::Stop;
use project::{Outcome, Site};
use report::terminal::{Module, overview};
use report::{Coverage, Report, Unit};

use super::conduct::Known;
use super::{FOUND, INTERRUPTED, Opened, ProjectOptions, UNDER, incremental};
use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::html;
use crate::size::counted;
use crate::testing;

/// Prints the result, and gives the status.
pub fn tell(
    options: &ProjectOptions,
    opened: &Opened,
    known: &Known<'_>,
    stop: &Stop,
) -> Result<ExitCode, Failure> {
    let site = &opened.site;
    let report = whole(options, site, known, stop)?;
    let text = match (options.making.json, options.json_lines) {
        (true, _) => report::json::print(&report),
        (_, true) => String::new(),
        _ => {
            let mut text = overview(&report, &modules(opened, known), width());
            if options.making.verbose {
                text += &report::terminal::details(&report);
            }
            text += &told_changes(opened, known);
            fit(&(text + &told_tests(&report, opened)), width())
        }
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    options.making.formats.write(&report, &opened.layout.root, &opened.roots())?;
    if let Some(folder) = &options.making.formats.html {
        html::write(folder, &report, &opened.roots(), &|unit| tests_of(site, unit))?;
    }
    let (code, why) = status(options, opened, &report, known, stop);
    if let Some(why) = why {
        let _ = writeln!(std::io::stderr(), "{why}");
    }
    Ok(ExitCode::from(code))
}

/// Modules whose folders are named; of more only the number is told.
const NAMED: usize = 5;

/// How many tests there are, and where.
fn told_tests(report: &Report, Opened { layout, site, .. }: &Opened) -> String {
    let tests: usize = report.units.iter().map(|unit| unit.tests.len()).sum();
    let mut places: Vec<String> =
        (0..layout.modules.len()).map(|module| site.shown_tests(module, &layout.root)).collect();
    places.dedup();
    match (tests, places.len()) {
        (0, _) => "no tests\n".to_owned(),
        (_, 1..=NAMED) => format!("tests: {tests} in {}\n", places.join(", ")),
        (_, more) => format!("tests: {tests} in {more} folders, one for each module\n"),
    }
}

/// Where the tests of a unit are.
fn tests_of(site: &Site, unit: &str) -> Vec<PathBuf> {
    let tasks = site.tasks.iter().filter(|task| task.found.name == unit);
    tasks.map(|task| site.tests_of(task)).collect()
}

/// The report over all units.
fn whole(
    options: &ProjectOptions,
    site: &Site,
    known: &Known<'_>,
    stop: &Stop,
) -> Result<Report, Failure> {
    let technique = options.making.technique()?;
    let settings = options.making.settings(stop);
    let recipe = language::Recipe::new(&*technique, &settings);
    let words = site.modules().next().map(|(_, words, _)| words);
    let words = words.ok_or_else(|| Failure::new("the project has no modules"))?;
    let mut report = Report::new(words, language::settings(recipe));
    for payload in known.results.values() {
        match &payload.outcome {
            Outcome::Tested(unit) => report.units.push((**unit).clone()),
            Outcome::Skipped(skipped) => report.skipped.push(skipped.clone()),
            // It stands among those that failed.
            Outcome::Failed(_) => {}
        }
    }
    for (index, reason) in &known.failed {
        report.skipped.push(report::Skipped {
            unit: site.tasks[*index].name.clone(),
            kind: report::SkippedKind::Failed,
            text: reason.clone(),
        });
    }
    Ok(report)
}

/// What there is to say about changed tests and changed lines.
fn told_changes(opened: &Opened, known: &Known<'_>) -> String {
    let mut text = incremental::told_pending(opened, known);
    if let Some(focus) = &opened.focus {
        text += &incremental::in_lines(focus, opened, known).to_string();
    }
    text
}

fn modules<'k>(opened: &Opened, known: &'k Known<'_>) -> Vec<Module<'k>> {
    let Opened { layout, site, chosen, .. } = opened;
    let mut modules: Vec<Module<'k>> = layout
        .modules
        .iter()
        .map(|module| Module {
            name: module.name.clone(),
            units: Vec::new(),
            skipped: Vec::new(),
            failed: Vec::new(),
            waiting: 0,
        })
        .collect();
    for index in chosen {
        let task = &site.tasks[*index];
        let module = &mut modules[task.module];
        match (known.results.get(index).map(|payload| &payload.outcome), known.failed.get(index)) {
            (Some(Outcome::Tested(unit)), _) => module.units.push(unit),
            (Some(Outcome::Skipped(skipped)), _) => module.skipped.push(skipped),
            (None | Some(Outcome::Failed(_)), Some(reason)) => {
                module.failed.push((task.name.clone(), reason.clone()));
            }
            (None | Some(Outcome::Failed(_)), None) => module.waiting += 1,
        }
    }
    modules
}

/// The status of the process, and why it is not 0.
fn status(
    options: &ProjectOptions,
    opened: &Opened,
    report: &Report,
    known: &Known<'_>,
    stop: &Stop,
) -> (u8, Option<String>) {
    if stop.is_pulled() && known.results.len() + known.failed.len() < opened.chosen.len() {
        return (INTERRUPTED, Some("interrupted; the same command continues from here".to_owned()));
    }
    if !known.failed.is_empty() {
        return (1, Some(format!("{} failed", counted(known.failed.len(), "unit"))));
    }
    let broken = report.units.iter().filter(|unit| !testing::all_compile(unit));
    let broken: Vec<&str> = broken.map(|unit| unit.name.as_str()).collect();
    if let [first, others @ ..] = broken.as_slice() {
        let units = match others.len() {
            0 => (*first).to_owned(),
            count => format!("{first} and {}", counted(count, "other unit")),
        };
        let why = "were left out because they do not compile; `ferret show UNIT` lists them";
        return (1, Some(format!("tests of {units} {why}")));
    }
    if !known.pending.is_empty() {
        let why = "tests fail because the code changed; --update replaces them";
        return (1, Some(why.to_owned()));
    }
    let mut covered = Coverage::default();
    report.units.iter().for_each(|unit: &Unit| covered += unit.coverage);
    let (mut have, mut all) = (covered.branch.covered, covered.branch.total);
    let mut what = "branches";
    if let Some(focus) = &opened.focus {
        let seen = incremental::in_lines(focus, opened, known);
        (have, all) = (seen.covered, seen.goals);
        what = "goals in changed lines";
    }
    if let Some(share) = options.fail_under
        && f64::from(have) < share * f64::from(all)
    {
        let (have, want) = (100.0 * f64::from(have) / f64::from(all), 100.0 * share);
        let why = format!("{have:.1} % of the {what} are covered, less than {want} %");
        return (UNDER, Some(why));
    }
    let findings = report.units.iter().flat_map(|unit| &unit.findings);
    let count = findings.filter(|finding| finding.kind.is_reportable()).count();
    if options.fail_on.is_some() && count > 0 {
        return (FOUND, Some(counted(count, "finding")));
    }
    (0, None)
}
