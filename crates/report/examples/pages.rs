//! Pages of a report that `--json` printed: `cargo run --package report --example pages REPORT.json DIR COPIES [SOURCES TESTS]`.
//!
//! With more copies than one, its units are repeated, to see how a browser copes with thousands of them.

use report::html::{Texts, pages};
use report::{Report, json};
use std::error::Error;
use std::path::{Path, PathBuf};

/// Sources and tests on disk.
struct Files {
    sources: PathBuf,
    tests: PathBuf,
}

impl Texts for Files {
    fn source(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.sources.join(path)).ok()
    }

    fn test(&self, _: &str, path: &str) -> Option<String> {
        std::fs::read_to_string(self.tests.join(path)).ok()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [report, folder, copies, rest @ ..] = arguments.as_slice() else {
        return Err("REPORT.json DIR COPIES [SOURCES TESTS]".into());
    };
    let mut report = json::parse(&std::fs::read_to_string(report)?)?;
    let copies: usize = copies.parse()?;
    if copies > 1 {
        report = repeated(&report, copies);
    }
    let below = |at: usize| rest.get(at).map(PathBuf::from).unwrap_or_default();
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder.join("units"))?;
    for page in pages(&report, &Files { sources: below(0), tests: below(1) }) {
        std::fs::write(folder.join(page.path), page.text)?;
    }
    Ok(())
}

/// The report with its units so many times, forty to a package.
fn repeated(report: &Report, copies: usize) -> Report {
    let mut units = Vec::new();
    for copy in 0..copies {
        for unit in &report.units {
            let mut unit = unit.clone();
            let name = unit.name.rsplit(['.', '/']).next().unwrap_or("Unit").to_owned();
            let package = units.len() / 40;
            unit.name = match report.vocabulary.language.as_str() {
                "Java" => format!("org.example.p{package}.{name}{copy}"),
                _ => format!("src/p{package}/{name}{copy}.c"),
            };
            // The overview is what matters; thousands of sources would fill the disk.
            unit.sources.clear();
            unit.goals.clear();
            unit.tests.truncate(3);
            unit.mutation.iter_mut().for_each(|mutation| mutation.survivors.truncate(1));
            // Not all bars should look alike.
            let covered = &mut unit.coverage.branch;
            covered.covered = covered.covered.saturating_sub((copy % 7) as u32);
            units.push(unit);
        }
    }
    Report { units, ..report.clone() }
}
