//! Tests of C that are written are kept: they compile and pass where they are tried.

use super::{ferret, told};
use std::path::{Path, PathBuf};

/// What `ferret c` says of a unit of ours, which has a folder for its tests.
fn said_of(unit: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("kept").join(unit);
    let _ = std::fs::remove_dir_all(&folder);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/c").join(unit);
    let mut command = ferret();
    command.arg("c").arg(source).args(["--executions", "1000", "--jobs", "1", "--mutation", "0%"]);
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
