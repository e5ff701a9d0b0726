//! `ferret program` on compiled Java: a corpus that is replayed on the JVM, exceptions, markers of SV-COMP, and mistakes.

use super::Directory;
use std::path::Path;
use std::process::{Command, Output};

/// A directory with our Java programs, compiled.
fn with(test: &str) -> Directory {
    let directory = Directory::new(test);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/programs/java");
    let mut javac = Command::new("javac");
    javac.args(["-d", "classes", "demo/Count.java", "demo/Verified.java"]);
    for file in
        ["demo/Count.java", "demo/Verified.java", "org/sosy_lab/sv_benchmarks/Verifier.java"]
    {
        directory.write(file, std::fs::read_to_string(root.join(file)).expect("a subject"));
    }
    let output = javac.current_dir(&directory.path).output().expect("a JDK on the path");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory
}

/// What is printed as JSON of the only unit.
fn unit(directory: &Directory, line: &str) -> serde_json::Value {
    let text = directory.told(&format!("program {line} --jobs 2 --json"));
    let json: String = text.lines().filter(|line| !line.starts_with("! ")).collect();
    let report: serde_json::Value =
        serde_json::from_str(&json).unwrap_or_else(|_| panic!("{text}"));
    super::matches_schema(&json);
    report["units"][0].clone()
}

fn shell(directory: &Directory, line: &str) -> Output {
    Command::new("sh").args(["-c", line]).current_dir(&directory.path).output().expect("a shell")
}

/// What the replay of the corpus says of each test, where it succeeds.
fn replayed(directory: &Directory) -> Vec<String> {
    let output = shell(directory, "ferret-program/replay.sh");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    said.lines().filter(|line| line.contains(": status ")).map(str::to_owned).collect()
}

#[test]
fn arguments_input_and_files_of_a_java_program_are_found_and_replayed() {
    let directory = with("java-program-count");
    let line = "--class demo.Count classes --args 2x5 --stdin 8 --file f:6 --executions 400";
    let unit = unit(&directory, line);
    let replayed = replayed(&directory);
    assert_eq!(replayed.len(), unit["tests"].as_array().expect("tests").len());
    assert!(replayed.iter().any(|line| line.ends_with("status 2")), "an unknown option");
    let count = unit["sources"].as_array().expect("sources").iter();
    let count = count.filter(|source| source["file"] == "demo/Count.java");
    let missed: Vec<u64> = count
        .flat_map(|source| source["lines"].as_array().expect("lines"))
        .filter(|line| line["instructions"]["covered"] == 0)
        .filter_map(|line| line["number"].as_u64())
        .collect();
    // Nobody calls the constructor, and JaCoCo does not see a line that `System.exit` ends.
    assert_eq!(missed, [9, 18]);
    let thrown = directory.read("ferret-program/crashes/crash-001/stack");
    assert!(thrown.contains("at ") && thrown.contains("demo/Count.java"), "{thrown}");
}

#[test]
fn inputs_that_a_java_program_asks_for_are_found_and_answered_on_the_jvm() {
    let directory = with("java-program-verified");
    let unit = unit(&directory, "--class demo.Verified classes --executions 400");
    assert_eq!(unit["notes"].as_array().map(Vec::len), Some(1), "{}", unit["notes"]);
    let finding = &unit["findings"][0];
    assert_eq!(finding["kind"], "failed-assertion", "{}", unit["findings"]);
    let answers = directory.read("ferret-program/crashes/crash-001/answers");
    assert!(answers.starts_with("-1 0xe7 nondetInt\n-1 0x67 nondetString\n"), "{answers}");
    replayed(&directory);
    let crash = shell(&directory, "ferret-program/replay.sh ferret-program/crashes/crash-001");
    assert!(String::from_utf8_lossy(&crash.stderr).contains("AssertionError"), "{crash:?}");
}

#[test]
fn what_is_no_java_program_is_refused() {
    let directory = with("java-program-mistakes");
    let said = directory.told("program classes --stdin 4");
    assert!(said.contains("nothing says which class of `classes` is run"), "{said}");
    let said = directory.told("program --class demo.Count classes --env HOME:4");
    assert!(said.contains("a Java program has no environment variables"), "{said}");
    let said = directory.told("program --class demo.Nobody classes");
    assert!(said.contains("javac cannot compile a call of `demo.Nobody.main`"), "{said}");
}
