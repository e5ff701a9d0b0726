//! Programs print in the machine what they print in a real JVM, and end with the same status.
//!
//! A sample is compared in every run of the tests; with `FERRET_FULL` the whole corpus on each JDK that lies
//! beside the one that is found. `FERRET_ONLY` names one program, or several by how their names begin.
#![expect(clippy::print_stdout, reason = "the table of a long test is worth reading")]

mod corpus;
mod native;
mod ours;
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use classfile::jdk::Jdk;
use corpus::Case;
use native::Run;
use ours::{Ours, Table};
use std::path::{Path, PathBuf};
use trace::Mode;

/// In the short run, one program of so many, and those that are always compared: what is native has no other test.
const SAMPLE: usize = 6;
const ALWAYS: [&str; 1] = ["NativeBoundaries"];

fn chosen(jdk: &Jdk) -> Vec<Case> {
    let mut cases = corpus::cases(jdk.release);
    if let Ok(only) = std::env::var("FERRET_ONLY") {
        cases.retain(|case| case.name.starts_with(&only));
    } else if !is_full() {
        let sampled = cases
            .into_iter()
            .enumerate()
            .filter(|(number, case)| number % SAMPLE == 0 || ALWAYS.contains(&case.name.as_str()));
        cases = sampled.map(|(_, case)| case).collect();
    }
    cases
}

fn is_full() -> bool {
    std::env::var_os("FERRET_FULL").is_some()
}

/// Compiles the programs and has the JVM run them.
fn referee(jdk: &Jdk, cases: &[Case], name: &str) -> (PathBuf, Vec<(Case, Run)>) {
    let folder = format!("differential-{name}-{}", jdk.release);
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let _ = std::fs::remove_dir_all(&classes);
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/java/RunAll.java");
    let mut sources: Vec<PathBuf> = cases.iter().map(|case| case.source.clone()).collect();
    sources.push(driver);
    tools::compile(jdk, &sources, &classes);
    let mut runs = native::run(jdk, cases, &classes);
    let expected = cases.iter().map(|case| {
        let run = runs.remove(&case.name).expect("every program was run");
        (case.clone(), run)
    });
    (classes, expected.collect())
}

#[test]
fn programs_print_what_they_print_in_the_jvm() {
    let mut jdks = tools::jdks();
    if !is_full() {
        jdks.truncate(1);
    }
    let mut wrong = String::new();
    for jdk in &jdks {
        let cases = chosen(jdk);
        let (classes, expected) = referee(jdk, &cases, "runs");
        let Some(first) = cases.first() else { continue };
        for (mode, symbolic) in
            [(Mode::Concrete, false), (Mode::Graded, false), (Mode::Concolic, true)]
        {
            let mut ours = Ours::new(jdk, &classes, first, symbolic);
            let mut table = Table::default();
            for (case, expected) in &expected {
                let compared = ours.run(case, mode).and_then(|run| compare(expected, &run));
                table.add(&case.feature, compared.is_ok());
                if let Err(reason) = compared {
                    wrong += &format!("{mode:?} {} (JDK {}): {reason}\n", case.name, jdk.release);
                }
            }
            println!("JDK {}, {mode:?}\n{}", jdk.release, table.text());
            for native in ours.unmodelled() {
                println!("no model: {native}");
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Standard output and status are the same; standard error is so far as it names exceptions and places in the
/// program's own code.
fn compare(expected: &Run, run: &Run) -> Result<(), String> {
    if expected.output != run.output {
        return Err(first_difference(&expected.output, &run.output));
    }
    if expected.status != run.status {
        return Err(format!("status {} instead of {}", run.status, expected.status));
    }
    let (wanted, told) = (outline(&expected.error), outline(&run.error));
    if wanted != told {
        return Err(first_difference(&wanted, &told));
    }
    Ok(())
}

/// The lines of standard error without those that depend on how `main` was called.
fn outline(error: &str) -> String {
    let is_library = |line: &str| {
        let place = line.trim_start().strip_prefix("at ").unwrap_or_default();
        ["java.", "jdk.", "sun.", "RunAll."].iter().any(|package| place.starts_with(package))
            || line.trim_start().starts_with("... ")
    };
    error.lines().filter(|line| !is_library(line)).map(|line| format!("{line}\n")).collect()
}

fn first_difference(expected: &str, told: &str) -> String {
    let mut ours = told.lines();
    for (number, line) in expected.lines().enumerate() {
        let other = ours.next();
        if other != Some(line) {
            let other = other.unwrap_or("nothing");
            return format!("line {}: `{other}` instead of `{line}`", number + 1);
        }
    }
    format!("`{}` behind the end", ours.next().unwrap_or("a line break"))
}
