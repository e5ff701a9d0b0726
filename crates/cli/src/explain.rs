//! `ferret explain`: what is known about a line and its branches, from results that were kept.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use language::pattern::{Choice, fits};

use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::kept::KeptOptions;

/// Which line to explain.
#[derive(Args)]
#[command(after_help = "\
Tells which tests reach a line and take its branches; of a branch that none takes, what is known about it and how near the
best test came; of a line that none reaches, which branch above it stands in the way. Nothing is run.

Examples:
  ferret explain src/parser.c:120
  ferret explain com.acme.Iban:42
  ferret explain prime.c:7 result.json

Exit status: 0; 2 bad usage or input.")]
pub struct ExplainOptions {
    /// A file or a class, and a line: FILE.c:12, CLASS:12
    #[arg(value_name = "PLACE")]
    place: String,
    #[command(flatten)]
    kept: KeptOptions,
}

/// Tells what is known about a line.
pub fn explain(options: &ExplainOptions) -> Result<ExitCode, Failure> {
    let (name, line) = parse(&options.place)?;
    let report = options.kept.read(&Choice::default())?.report;
    let (mut text, mut is_known) = (String::new(), false);
    for unit in &report.units {
        for source in &unit.sources {
            if fits(name, &unit.name) || fits(name, &source.file) {
                is_known = true;
                text += &report::explain::line(unit, source, line).unwrap_or_default();
            }
        }
    }
    if text.is_empty() {
        return Err(match is_known {
            true => Failure::new(format!("there is no code in line {line} of `{name}`")),
            false => Failure::new(format!("no result is about `{name}`"))
                .help("name a source file or a class as `ferret report` has them"),
        });
    }
    let _ = std::io::stdout().write_all(fit(&text, width()).as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The name and the line of a place; a column behind it says nothing more.
fn parse(place: &str) -> Result<(&str, u32), Failure> {
    let mut parts = place.split(':');
    let (name, line) = (parts.next().unwrap_or_default(), parts.next());
    let line = line.and_then(|line| line.parse().ok());
    line.map(|line| (name, line)).ok_or_else(|| {
        Failure::new(format!("`{place}` names no line")).help("write FILE.c:12 or CLASS:12")
    })
}
