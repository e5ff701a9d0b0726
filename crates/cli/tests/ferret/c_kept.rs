//! Tests of C that are written are kept: they compile and pass where they are tried.

use super::{Directory, ferret, told};
use std::path::{Path, PathBuf};

fn subject(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c").join(name)
}

/// What `ferret c` says of a unit of ours, which has a folder for its tests.
fn said_of(unit: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept").join(unit);
    let _ = std::fs::remove_dir_all(&folder);
    let mut command = ferret();
    command.arg("c").arg(subject(unit)).args([
        "--executions",
        "1000",
        "--jobs",
        "1",
        "--mutation",
        "0%",
    ]);
    told(command.arg("--out").arg(folder))
}

#[track_caller]
fn loses_no_test(unit: &str) {
    let said = said_of(unit);
    assert!(said.contains("\ntests: ") && !said.contains("left out"), "{said}");
    assert!(!said.contains("=> "), "{said}");
}

#[test]
fn tests_that_look_at_output_are_kept() {
    loses_no_test("permissions.c");
}

#[test]
fn tests_that_read_from_streams_are_kept() {
    loses_no_test("lines.c");
}

#[test]
fn functions_declared_with_constants_of_all_kinds_get_stand_ins_that_compile() {
    loses_no_test("stand_ins.c");
}

#[test]
fn numbers_that_come_from_addresses_are_not_asserted() {
    loses_no_test("addresses.c");
}

/// The functions that a file of tests begins with, each with its text; what stands around them is left out.
fn functions(text: &str) -> Vec<&str> {
    text.split("\n\n")
        .filter(|part| part.starts_with("static void ") && part.contains("CHECK("))
        .collect()
}

#[test]
fn a_function_that_is_added_changes_no_test_of_the_others() {
    let directory = Directory::new("c-kept-stable");
    let source = std::fs::read_to_string(subject("date.c")).expect("the subject");
    let tests = |source: &str| {
        directory.write("date.c", source);
        let said = directory.told("test --executions 1500 --jobs 1");
        assert!(!said.contains("=> "), "{said}");
        let folder = directory.path.join("ferret-tests");
        let found = std::fs::read_dir(&folder).expect("tests").flatten().next().expect("a folder");
        std::fs::read_to_string(found.path().join("test_date.c")).expect("tests")
    };
    let before = tests(&source);
    let added = "\nint weeks(int days)\n{\n    if (days < 0)\n        return -1;\n    return days / 7;\n}\n";
    let after = tests(&(source.clone() + added));
    let is_new = |test: &&str| test.starts_with("static void weeks_");
    let (new, old): (Vec<&str>, Vec<&str>) = functions(&after).into_iter().partition(is_new);
    assert!(new.len() >= 2, "{after}");
    assert_eq!(functions(&before), old);
}

#[test]
fn neither_the_language_nor_the_folders_of_a_user_show_in_the_files() {
    let directory = Directory::new("c-kept-elsewhere");
    directory.write("date.c", std::fs::read(subject("date.c")).expect("the subject"));
    let folder = directory.path.join("a folder for scratch");
    std::fs::create_dir_all(&folder).expect("a folder");
    let limits = ["--executions", "800", "--jobs", "1", "--out"];
    told(directory.ferret(["c", "date.c"]).args(limits).arg("here"));
    let mut command = directory.ferret(["c", "date.c"]);
    command.env("TMPDIR", &folder).env("LANG", "de_DE.UTF-8").env("LC_ALL", "de_DE.UTF-8");
    told(command.args(limits).arg("there"));
    let mut command = ferret();
    command.current_dir(&folder).args(["c", "../date.c"]).args(limits);
    told(command.arg("../elsewhere"));
    for name in ["test_date.c", "Makefile", "tests.cmake"] {
        let here = directory.read(&format!("here/{name}"));
        assert_eq!(here, directory.read(&format!("there/{name}")));
        assert_eq!(here, directory.read(&format!("elsewhere/{name}")));
    }
}
