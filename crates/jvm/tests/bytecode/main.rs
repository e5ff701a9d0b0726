//! Bytecode does in the machine what it does in a JVM: every arithmetic operation on values at the edges of
//! its range, every function of `StrictMath`, and random programs.
//!
//! A few random programs are compared in every run of the tests, hundreds with `FERRET_FULL`; `FERRET_SEED`
//! names the first.

#[path = "../differential/corpus.rs"]
#[expect(dead_code, reason = "the corpus has a test of its own")]
mod corpus;
mod generate;
#[path = "../differential/native.rs"]
mod native;
mod nulls;
mod numerics;
#[path = "../differential/ours.rs"]
#[expect(dead_code, reason = "the corpus has a test of its own")]
mod ours;
mod shapes;
mod strict;
mod subroutines;
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use classfile::jdk::Jdk;
use corpus::Case;
use ours::Ours;
use std::fs;
use std::path::{Path, PathBuf};
use trace::Mode;

/// Compiles programs, has the JVM run them, and compares what they print in each domain. A class file takes
/// the place of one that was compiled.
fn compare(
    name: &str,
    programs: &[(String, String)],
    arguments: &[&str],
    replaced: Option<(&str, Vec<u8>)>,
) {
    let jdk: Jdk = tools::jdks().remove(0);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("bytecode-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for sources");
    let mut cases = Vec::new();
    for (name, text) in programs {
        let source = folder.join(format!("{name}.java"));
        fs::write(&source, text).expect("a source file");
        cases.push(Case {
            name: name.clone(),
            source,
            feature: String::new(),
            arguments: arguments.iter().map(ToString::to_string).collect(),
            input: None,
            alone: false,
        });
    }
    let driver = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential/java/RunAll.java");
    let mut sources: Vec<PathBuf> = cases.iter().map(|case| case.source.clone()).collect();
    sources.push(driver);
    let classes = folder.join("classes");
    tools::compile(&jdk, &sources, &classes);
    if let Some((class, bytes)) = replaced {
        fs::write(classes.join(format!("{class}.class")), bytes).expect("a class file");
    }
    let expected = native::run(&jdk, &cases, &classes);
    let mut wrong = String::new();
    for (mode, symbolic) in [(Mode::Concrete, false), (Mode::Graded, false), (Mode::Concolic, true)]
    {
        let mut ours = Ours::new(&jdk, &classes, &cases[0], symbolic);
        for case in &cases {
            let wanted = &expected[&case.name];
            match ours.run(case, mode) {
                Ok(run) if run == *wanted => {}
                Ok(run) => {
                    let difference = first_difference(&wanted.output, &run.output);
                    wrong += &format!("{mode:?} {}: {difference}\n{}", case.name, run.error);
                }
                Err(reason) => wrong += &format!("{mode:?} {}: {reason}\n", case.name),
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
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
    "the rest differs".to_owned()
}

#[test]
fn arithmetic_at_the_edges_is_the_jvms() {
    compare("numerics", &[("Numerics".to_owned(), numerics::program())], &[], None);
}

#[test]
fn strict_mathematics_is_the_jvms_to_the_last_bit() {
    let count = if std::env::var_os("FERRET_FULL").is_some() { 50_000 } else { 200 };
    compare("strict", &[("Strict".to_owned(), strict::program(count))], &[], None);
}

#[test]
fn what_was_null_is_named_as_the_jvm_names_it() {
    compare("nulls", &[("Nulls".to_owned(), nulls::PROGRAM.to_owned())], &[], None);
}

#[test]
fn subroutines_come_back_to_where_they_were_called() {
    let program = ("Subroutines".to_owned(), subroutines::PROGRAM.to_owned());
    compare("subroutines", &[program], &[], Some(("Old", subroutines::class_file())));
}

#[test]
fn random_programs_print_what_they_print_in_the_jvm() {
    let count = if std::env::var_os("FERRET_FULL").is_some() { 300 } else { 8 };
    let first = std::env::var("FERRET_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let programs: Vec<(String, String)> = (first..first + count)
        .map(|seed| (format!("Random{seed}"), generate::program(seed, &format!("Random{seed}"))))
        .collect();
    compare("random", &programs, &["7", "-3", "100"], None);
}
