//! `ferret report`: results that were kept, in any format, without running anything.

use std::io::Write;
use std::process::ExitCode;

use clap::Args;
use language::pattern::Choice;
use report::terminal::overview;

use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::formats::FormatOptions;
use crate::html;
use crate::kept::KeptOptions;

/// What to report, and how.
#[derive(Args)]
#[command(after_help = "\
Nothing is run: all figures were measured when the tests were generated. If a unit was tested
several times, its latest result counts. Sources are looked up in the folder of the project.

Examples:
  ferret report                               the table, from .ferret/ledger.jsonl
  ferret report --lcov coverage.info && genhtml --branch-coverage -o pages coverage.info
  ferret report --jacoco-xml jacoco.xml --sarif findings.sarif
  ferret report result.json --markdown summary.md
  ferret report --html pages                  pages for a browser; pages/index.html is the overview

Exit status: 0; 2 bad usage or input.")]
pub struct ReportOptions {
    #[command(flatten)]
    kept: KeptOptions,
    /// Report only units that fit this pattern: a name, the end of one, or with * and ?; repeatable
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,
    /// Report no unit that fits this pattern; repeatable
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
    /// Print the result as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    formats: FormatOptions,
}

/// Tells what was kept.
pub fn report(options: &ReportOptions) -> Result<ExitCode, Failure> {
    let choice = Choice { include: options.include.clone(), exclude: options.exclude.clone() };
    let kept = options.kept.read(&choice)?;
    let text = match options.json {
        true => report::json::print(&kept.report),
        false => fit(&overview(&kept.report, &kept.modules(), width()), width()),
    };
    let _ = std::io::stdout().write_all(text.as_bytes());
    options.formats.write(&kept.report, &kept.folder, &kept.roots())?;
    if let Some(folder) = &options.formats.html {
        let roots = kept.roots();
        html::write(folder, &kept.report, &roots, &|unit| kept.tests_of(&roots, unit))?;
    }
    Ok(ExitCode::SUCCESS)
}
