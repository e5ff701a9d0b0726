//! Makes tests for the functions of a C file and prints them with what they cover.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use c::target::{Files, Options};
use generate::{Auto, Budget, Settings};
use language::{Recipe, Silent, test_all};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("usage: c_file FILE.c")?;
    let files = Files::open(&[file.into()], None, Options::default())?;
    let settings = Settings { budget: Budget::executions(5_000), ..Settings::default() };
    let technique = Auto::default();
    let recipe = Recipe::new(&technique, &settings);
    let out = std::env::temp_dir().join("ferret-example-c");
    let report = test_all(&files, recipe, &out, &mut Silent)?;
    for unit in &report.units {
        let tests = unit.files.iter().filter(|file| file.kind == report::TestFileKind::Tests);
        for file in tests {
            println!("{}", std::fs::read_to_string(out.join(&file.path))?);
        }
        for member in &unit.members {
            println!("{}: {} branches", member.name, member.coverage.branch);
        }
    }
    Ok(())
}
