//! `ferret explain`: what is known about a line and its branches, from results that were kept.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use language::pattern::{Choice, fits, similar};
use report::locate::file_path;
use report::{Report, Source, Unit};

use crate::failure::Failure;
use crate::fit::{fit, width};
use crate::html;
use crate::kept::{KeptOptions, function};

/// Which line to explain.
#[derive(Args)]
#[command(after_help = "\
Prints which tests reach the line and take its branches. For a branch that no test takes: what is
known about it, and how close the best test came. For a line that no test reaches: the branch above
it that keeps tests away. Nothing is run.

Examples:
  ferret explain src/parser.c:120
  ferret explain src/main/java/com/acme/Iban.java:42
  ferret explain com.acme.Iban:42
  ferret explain prime.c:7 result.json

Exit status: 0; 2 bad usage or input.")]
pub struct ExplainOptions {
    /// A file or a class, and a line: FILE.c:12, FILE.java:12, CLASS:12
    #[arg(value_name = "PLACE")]
    place: String,
    #[command(flatten)]
    kept: KeptOptions,
}

/// Tells what is known about a line.
pub fn explain(options: &ExplainOptions) -> Result<ExitCode, Failure> {
    let (name, line) = parse(&options.place)?;
    let kept = options.kept.read(&Choice::default())?;
    let sources = named(name, &kept.report);
    if sources.is_empty() {
        let failure = Failure::new(format!("no result is about `{name}`"));
        return Err(failure.help(advice(name, &kept.report)));
    }
    let roots = kept.roots();
    let mut text = String::new();
    for (unit, source) in sources {
        let path = file_path(&kept.report.vocabulary, unit, &source.file);
        let code = html::source(&roots, &path);
        text += &report::explain::line(unit, source, line, code.as_deref()).unwrap_or_default();
    }
    if text.is_empty() {
        return Err(Failure::new(format!("there is no code in line {line} of `{name}`")));
    }
    let _ = std::io::stdout().write_all(fit(&text, width()).as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// The sources that a name means: by their name or that of their unit, else by the longest end of a path.
fn named<'r>(name: &str, report: &'r Report) -> Vec<(&'r Unit, &'r Source)> {
    let units = report.units.iter();
    let all: Vec<(&Unit, &Source)> =
        units.flat_map(|unit| unit.sources.iter().map(move |source| (unit, source))).collect();
    let plain =
        |(unit, source): &&(&Unit, &Source)| fits(name, &unit.name) || fits(name, &source.file);
    let found: Vec<_> = all.iter().filter(plain).copied().collect();
    if !found.is_empty() {
        return found;
    }
    // `src/main/java/acme/Iban.java`, `./prime.c` and absolute paths end in what a report has.
    let given = Path::new(name);
    let shared = |(unit, source): &(&Unit, &Source)| {
        let path = file_path(&report.vocabulary, unit, &source.file);
        let path = Path::new(&path);
        let is_end =
            given.ends_with(path) || path.ends_with(given.strip_prefix(".").unwrap_or(given));
        is_end.then(|| path.components().count())
    };
    let longest = all.iter().filter_map(shared).max();
    all.iter().filter(|own| longest.is_some() && shared(own) == longest).copied().collect()
}

/// What to write instead of a name that no result is about.
fn advice(name: &str, report: &Report) -> String {
    if let Some((unit, line)) = function(name, &report.units) {
        return match line {
            Some(line) => format!("it is a function of {unit}: `ferret explain {unit}:{line}`"),
            None => format!("it is a function of {unit}: name a line of that"),
        };
    }
    let names: Vec<&str> = report.units.iter().map(|unit| unit.name.as_str()).collect();
    match (similar(name, &names).as_slice(), names.first()) {
        ([near, ..], _) => format!("did you mean `{near}`?"),
        (_, Some(first)) => format!("name a file or a class that was tested, such as `{first}`"),
        _ => "no file and no class was tested yet: run `ferret test` first".to_owned(),
    }
}

/// The name and the line of a place; a column behind it says nothing more.
fn parse(place: &str) -> Result<(&str, u32), Failure> {
    let mut parts = place.split(':');
    let (name, line) = (parts.next().unwrap_or_default(), parts.next());
    let line = line.and_then(|line| line.parse().ok());
    line.map(|line| (name, line)).ok_or_else(|| {
        Failure::new(format!("`{place}` names no line"))
            .help("write FILE.c:12, FILE.java:12 or CLASS:12")
    })
}
