//! Calls of public methods with random arguments give in the machine what they give in a real JVM.
//!
//! A script of calls is made up from a fixed seed by reflection; the JVM makes them twice, and those whose result
//! is not the same both times are left out. Then the machine makes them, by the same driver. A sample of the JDK's
//! own packages is compared in every run of the tests; with `FERRET_FULL` thousands of calls, of ten libraries
//! too, which Maven fetches. `FERRET_ONLY` names one subject.
#![expect(clippy::print_stdout, reason = "the table of a long test is worth reading")]

#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
mod machine_side;
mod script;
#[path = "../../../classfile/tests/tools/mod.rs"]
mod tools;

use machine_side::{Answer, MachineSide};
use script::Script;
use std::path::{Path, PathBuf};

/// What is called: a name for the table, and where its classes are.
struct Subject {
    name: &'static str,
    sources: Vec<String>,
}

fn packages() -> Vec<Subject> {
    let subject = |name, packages: &[&str]| Subject {
        name,
        sources: packages.iter().map(|package| format!("package:{package}")).collect(),
    };
    vec![
        subject("java.util", &["java.util", "java.util.regex"]),
        subject(
            "java.time",
            &[
                "java.time",
                "java.time.format",
                "java.time.temporal",
                "java.time.chrono",
                "java.time.zone",
            ],
        ),
        subject("java.text", &["java.text"]),
        subject("java.math", &["java.math"]),
    ]
}

/// How the calls of a subject went.
#[derive(Default)]
struct Row {
    tried: u32,
    agreed: u32,
    disagreed: u32,
    not_modelled: u32,
}

#[test]
fn random_calls_give_what_they_give_in_the_jvm() {
    let is_full = std::env::var_os("FERRET_FULL").is_some();
    let only = std::env::var("FERRET_ONLY").ok();
    let jdk = tools::jdks().remove(0);
    let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join("calls");
    let classes = room.join("classes");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/calls/java");
    let drivers = ["Calls", "Functions", "MakeCalls", "Reader", "Show", "Values"];
    let drivers = drivers.map(|name| sources.join(format!("{name}.java")));
    tools::compile(&jdk, &drivers, &classes);
    let mut class_path = vec![classes];
    let mut subjects = packages();
    if is_full {
        let jars = libraries::jars().expect("Maven fetches the libraries");
        for name in libraries::NAMES {
            let jar = libraries::jar(&jars, name).expect("the library was fetched");
            subjects.push(Subject { name, sources: vec![format!("jar:{}", jar.display())] });
        }
        class_path.extend(jars);
    }
    let calls = if is_full { 500 } else { 60 };
    let mut table = format!(
        "{:<16}{:>8}{:>8}{:>11}{:>14}{:>9}\n",
        "subject", "tried", "agreed", "disagreed", "not modelled", "agreed"
    );
    let (mut all, mut wrong) = (Row::default(), String::new());
    let mut machine = MachineSide::new(&jdk, &class_path);
    for subject in &subjects {
        if only.as_deref().is_some_and(|only| subject.name != only) {
            continue;
        }
        let script = Script::make(&jdk, &class_path, &room, subject.name, calls, &subject.sources);
        let row = compare(&script, &mut machine, &mut wrong);
        table += &line(subject.name, &row);
        all.tried += row.tried;
        all.agreed += row.agreed;
        all.disagreed += row.disagreed;
        all.not_modelled += row.not_modelled;
    }
    table += &line("all", &all);
    println!("JDK {}\n{table}\n{wrong}", jdk.version);
    write(&room.join("table.txt"), &table);
    write(&room.join("wrong.txt"), &wrong);
    assert!(all.agreed * 100 >= all.tried * 97, "\n{table}\n{wrong}");
}

fn write(path: &PathBuf, text: &str) {
    std::fs::write(path, text).expect("a file for the table");
}

fn compare(script: &Script, machine: &mut MachineSide, wrong: &mut String) -> Row {
    let mut row = Row::default();
    for (call, answer) in script.calls.iter().zip(machine.answers(script)) {
        row.tried += 1;
        let told = match answer {
            Answer::Result(result) if result == call.expected => {
                row.agreed += 1;
                continue;
            }
            Answer::Result(result) if result.contains("java.lang.UnsatisfiedLinkError") => {
                row.not_modelled += 1;
                result
            }
            Answer::Result(result) => {
                row.disagreed += 1;
                result
            }
            Answer::Stopped(reason) => {
                row.not_modelled += 1;
                format!("stopped: {reason}")
            }
        };
        *wrong += &format!("{}\n  jvm     {}\n  machine {told}\n", call.line, call.expected);
    }
    row
}

fn line(name: &str, row: &Row) -> String {
    let percent = f64::from(row.agreed) * 100.0 / f64::from(row.tried.max(1));
    format!(
        "{name:<16}{:>8}{:>8}{:>11}{:>14}{percent:>7.1} %\n",
        row.tried, row.agreed, row.disagreed, row.not_modelled
    )
}
