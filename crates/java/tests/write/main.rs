//! Tests of Java classes as text: what is written for scripts, and that compilers and JUnit take it.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;
#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
#[path = "../referees/mod.rs"]
mod referees;
mod script;
mod scripts;
mod sweep;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use bytecode::world::{Settings, World};
use expect_test::{ExpectFile, expect_file};
use java::write::{Junit, Known, Unit, Written, name_tests};

use script::Script;

/// The classes under test, compiled.
fn classes() -> &'static PathBuf {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    CLASSES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/write/java");
        let mut sources = Vec::new();
        for entry in fs::read_dir(folder.join("acme")).expect("sources") {
            let path = entry.expect("a source").path();
            let name = path.strip_prefix(&folder).expect("a file in it");
            let text = fs::read_to_string(&path).expect("a source");
            sources.push((name.to_string_lossy().into_owned(), text));
        }
        let sources: Vec<(&str, &str)> =
            sources.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
        compiled::compile("written", &sources, &[])
    })
}

/// Reads a script and hands it on with what it is about.
fn read<T>(
    (class, script): (&str, &str),
    junit: Junit,
    then: impl FnOnce(&Unit<'_>, Vec<java::write::JavaTest>) -> T,
) -> T {
    let settings = Settings { jdk: compiled::jdk(), class_path: vec![classes().clone()] };
    let (mut world, mut program) = World::new(settings).expect("a world");
    let script = Script::read(&mut world, &mut program, script);
    let known = Known::new(&world, &program, &script.api, "acme");
    let class = class.to_owned();
    let unit =
        Unit { class, program: &program, api: &script.api, classes: &known, style: junit.into() };
    then(&unit, script.tests)
}

/// What is written for a script.
fn written(script: (&str, &str), junit: Junit) -> Written {
    read(script, junit, |unit, tests| java::write::write(unit, &tests))
}

/// Compares what is written, and why tests are left out.
fn check(script: (&str, &str), junit: Junit, expected: &ExpectFile) {
    let written = written(script, junit);
    let mut shown = written.text.clone();
    for left in &written.left_out {
        shown += &format!("// {}: {}\n", left.test, left.reason);
    }
    expected.assert_eq(&shown);
}

#[test]
fn values_stand_where_they_are_used() {
    check(scripts::TRIANGLE, Junit::Five, &expect_file!["expected/TriangleTest.java"]);
}

#[test]
fn objects_get_names_and_their_state_is_looked_at() {
    check(scripts::STACK, Junit::Five, &expect_file!["expected/StackTest.java"]);
}

#[test]
fn a_call_can_mean_only_one_method() {
    check(scripts::OVERLOADS, Junit::Five, &expect_file!["expected/OverloadsTest.java"]);
}

#[test]
fn every_primitive_shows_its_type() {
    check(scripts::VALUES, Junit::Five, &expect_file!["expected/ValuesTest.java"]);
}

#[test]
fn junit_4_compares_floats_and_boxes_in_its_own_way() {
    check(scripts::VALUES, Junit::Four, &expect_file!["expected/ValuesTest4.java"]);
}

#[test]
fn arrays_are_made_with_what_they_hold() {
    check(scripts::ROWS, Junit::Five, &expect_file!["expected/RowsTest.java"]);
}

#[test]
fn checked_exceptions_are_declared_and_deprecation_is_suppressed() {
    check(scripts::SOURCE, Junit::Five, &expect_file!["expected/SourceTest.java"]);
}

#[test]
fn only_one_class_bears_a_simple_name() {
    check(scripts::LIST, Junit::Five, &expect_file!["expected/ListTest.java"]);
}

#[test]
fn names_tell_what_comes_out_and_why() {
    let mut shown = String::new();
    for script in scripts::ALL {
        read(script, Junit::Five, |unit, mut tests| {
            let given: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
            name_tests(unit, &mut tests);
            for (given, test) in given.iter().zip(&tests) {
                shown += &format!("{given}: {}\n", test.name);
            }
        });
    }
    expect_file!["expected/names.txt"].assert_eq(&shown);
}

/// Writes tests into a folder and compiles them without a warning.
fn compile(root: &Path, all: &[Written], class_path: &[PathBuf]) {
    let _ = fs::remove_dir_all(root);
    let mut files = Vec::new();
    for written in all.iter().filter(|written| !written.text.is_empty()) {
        let file = root.join("sources").join(&written.path);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(&file, &written.text).expect("a file");
        files.push(file);
    }
    let output = Command::new(compiled::jdk().home.join("bin/javac"))
        .args([
            "-Xlint:all",
            "-Werror",
            "-proc:none",
            "-Xmaxerrs",
            "10000",
            "-Xmaxwarns",
            "10000",
            "-d",
        ])
        .arg(root.join("classes"))
        .arg("-cp")
        .arg(std::env::join_paths(class_path).expect("a class path"))
        .args(files)
        .output()
        .expect("javac starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Compiles everything without a warning and runs it.
fn compiles_and_passes(junit: Junit, folder: &str) {
    let launcher = referees::jar("junit-platform-console-standalone");
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
    let all: Vec<Written> = scripts::ALL.into_iter().map(|script| written(script, junit)).collect();
    let count: usize = all.iter().map(|written| written.tests.len()).sum();
    compile(&root, &all, &[launcher.clone(), classes().clone()]);
    let (tests, home) = (root.join("classes"), compiled::jdk().home);
    let output = Command::new(home.join("bin/java"))
        .arg("-jar")
        .arg(&launcher)
        .args(["execute", "--disable-banner", "--disable-ansi-colors", "--details=tree"])
        .arg("-cp")
        .arg(std::env::join_paths([&tests, classes()]).expect("a class path"))
        .arg("--scan-class-path")
        .arg(&tests)
        .output()
        .expect("java starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains(&format!("{count} tests successful")), "{said}");
}

#[test]
fn tests_for_junit_5_compile_without_warnings_and_pass() {
    compiles_and_passes(Junit::Five, "written-5");
}

#[test]
fn tests_for_junit_4_compile_without_warnings_and_pass() {
    compiles_and_passes(Junit::Four, "written-4");
}

/// Classes for which the catalogue does not know what compilers know.
const UNCLEAR: [&str; 2] = [
    // A type variable has two bounds, and what was chosen for it is within the first.
    "ClosingFutureTest",
    // One type variable takes the types of several arguments together.
    "AdamsFieldStepInterpolatorTest",
];

#[test]
fn random_tests_of_library_classes_compile_without_warnings() {
    let launcher = referees::jar("junit-platform-console-standalone");
    let jars = libraries::jars().expect("the libraries");
    let full = std::env::var_os("FERRET_FULL").is_some();
    let mut all = Vec::new();
    for name in libraries::NAMES {
        let jar = libraries::jar(&jars, name).expect("a library");
        // A class or two of each, or some hundreds.
        let every = if full { 5 } else { 150 };
        all.extend(sweep::written(jar, &jars, every, 3, Junit::Five));
    }
    all.retain(|written| !UNCLEAR.iter().any(|class| written.class.ends_with(class)));
    assert!(all.iter().any(|written| !written.tests.is_empty()));
    let mut path = jars.clone();
    path.push(launcher);
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("swept");
    compile(&root, &all, &path);
}
