//! `ferret show`: all that is known about a unit, from results that were kept.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use language::pattern::Choice;

use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::kept::KeptOptions;

/// Which unit to show.
#[derive(Args)]
#[command(after_help = "\
Nothing is run: all figures were measured when the tests were generated.

Examples:
  ferret show com.acme.Iban
  ferret show parser.c path/to/project
  ferret show prime.c result.json

Exit status: 0; 2 bad usage or input.")]
pub struct ShowOptions {
    /// The unit: its name, the end of it, or a pattern with * and ?
    #[arg(value_name = "UNIT")]
    unit: String,
    #[command(flatten)]
    kept: KeptOptions,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
}

/// Tells all about a unit, or about several that fit.
pub fn show(options: &ShowOptions) -> Result<ExitCode, Failure> {
    let choice = Choice { include: vec![options.unit.clone()], exclude: Vec::new() };
    let report = options.kept.read(&choice)?.report;
    let text = match (options.json, report.units.is_empty()) {
        (true, _) => report::json::print(&report),
        (_, true) => report::terminal::print(&report, ""),
        _ => fit(report::terminal::details(&report).trim_start(), width()),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    Ok(ExitCode::SUCCESS)
}
