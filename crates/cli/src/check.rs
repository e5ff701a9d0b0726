//! `ferret check`: parse and verify files.

use program::{Program, SiteTable};

use crate::Report;
use crate::failure::Failure;
use crate::load;
use crate::options::CheckOptions;

/// Checks all files and tells about all that are not well-formed.
pub fn check(options: &CheckOptions) -> Result<Report, Failure> {
    let mut text = String::new();
    let mut failures = String::new();
    for path in &options.files {
        match load::program(path) {
            Ok((program, source)) => {
                text += &format!("{}: ok, {}\n", source.name, summary(&program));
            }
            Err(failure) => failures += &failure.to_string(),
        }
    }
    if failures.is_empty() {
        return Ok(Report { text, notes: String::new(), well: true });
    }
    Err(Failure::rendered(failures))
}

fn summary(program: &Program) -> String {
    let counted = |count: usize, one: &str, many: &str| {
        (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
    };
    let with_body = program.functions.values().filter(|function| function.has_body()).count();
    let blocks = program.functions.values().map(|function| function.blocks.len()).sum();
    let parts = [
        counted(with_body, "function", "functions"),
        counted(program.functions.len() - with_body, "declaration", "declarations"),
        counted(program.globals.len(), "global", "globals"),
        counted(program.classes.len(), "class", "classes"),
        counted(blocks, "block", "blocks"),
        counted(SiteTable::new(program).len(), "site", "sites"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "empty".into() } else { parts.join(", ") }
}
