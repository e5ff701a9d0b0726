//! Makes JUnit tests for a compiled class and prints them with what they cover.
#![allow(clippy::print_stdout, reason = "an example shows its result")]

use generate::{Auto, Budget, Settings};
use java::classes::{Classes, Options};
use language::{Recipe, Silent, test_all};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let target = std::env::args().nth(1).ok_or("usage: java_class FILE.class")?;
    let classes = Classes::of(&target, &[], Options::default())?;
    let settings = Settings { budget: Budget::executions(5_000), ..Settings::default() };
    let technique = Auto::default();
    let recipe = Recipe::new(&technique, &settings);
    let out = std::env::temp_dir().join("ferret-example-java");
    let report = test_all(&classes, recipe, &out, &mut Silent)?;
    for unit in &report.units {
        for file in &unit.files {
            println!("{}", std::fs::read_to_string(out.join(&file.path))?);
        }
        println!("{}: {} branches", unit.name, unit.coverage.branch);
    }
    Ok(())
}
