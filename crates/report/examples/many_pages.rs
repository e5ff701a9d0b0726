//! Pages of a report whose units are repeated, to see how a browser copes with thousands of them:
//! `cargo run --package report --example many_pages REPORT.json DIR COPIES`.

use report::html::{Texts, pages};
use report::{Report, json};
use std::error::Error;
use std::path::Path;

/// Only the overview and the lists matter here.
struct NoTexts;

impl Texts for NoTexts {
    fn source(&self, _: &str) -> Option<String> {
        None
    }

    fn test(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [report, folder, copies] = arguments.as_slice() else {
        return Err("REPORT.json DIR COPIES".into());
    };
    let report = repeated(&json::parse(&std::fs::read_to_string(report)?)?, copies.parse()?);
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder.join("units"))?;
    for page in pages(&report, &NoTexts) {
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
            // Not all bars should look alike.
            let covered = &mut unit.coverage.branch;
            covered.covered = covered.covered.saturating_sub((copy % 7) as u32);
            units.push(unit);
        }
    }
    Report { units, ..report.clone() }
}
