//! Making tests, whatever the language: one report, printed as a table or as JSON.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use generate::Stop;
use language::{Language, Recipe, test_all};
use report::{LeftOutKind, NoteKind, Report, Unit};

use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::html;
use crate::making::MakingOptions;

/// Makes tests for all units of a target, and prints what came of it. The roots of `sources` are looked into first when a page shows
/// the code under test.
pub fn test(
    options: &MakingOptions,
    language: &dyn Language,
    out: &Path,
    sources: &[PathBuf],
    stop: &Stop,
) -> Result<ExitCode, Failure> {
    let settings = options.settings(stop);
    let technique = options.technique()?;
    let mut watch = options.watch();
    let recipe = Recipe::new(&*technique, &settings);
    let report = test_all(language, recipe, out, &mut watch)?;
    let place = out.display().to_string();
    let text = match (options.json, options.verbose) {
        (true, _) => report::json::print(&report),
        (_, true) => fit(&report::terminal::print(&report, &place), width()),
        _ => fit(&report::terminal::short(&report, &place, width()), width()),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    let usual = ["src/main/java", "src", "."].map(PathBuf::from);
    let roots: Vec<PathBuf> = sources.iter().cloned().chain(usual).collect();
    options.formats.write(&report, Path::new("."), &roots)?;
    if let Some(folder) = &options.formats.html {
        html::write(folder, &report, &roots, &|_| vec![out.to_owned()])?;
    }
    watch.end()?;
    Ok(if compiles(&report) { ExitCode::SUCCESS } else { ExitCode::from(NOT_COMPILED) })
}

/// Exit status when tests were left out because they do not compile.
const NOT_COMPILED: u8 = 1;

/// Whether every test that was written compiles.
pub fn compiles(report: &Report) -> bool {
    report.units.iter().all(all_compile)
}

/// Whether every test of a unit compiles.
pub fn all_compile(unit: &Unit) -> bool {
    unit.left_out.iter().all(|left| left.kind != LeftOutKind::NotCompiled)
        && unit.notes.iter().all(|note| note.kind != NoteKind::NotCompiled)
}
