//! `ferret c FILE.c` as a user meets it: the table, the files, what is never overwritten, and mistakes.

use super::{Directory, ferret, told};
use expect_test::expect;
use std::process::Command;

const SOURCE: &str =
    "int sign(int n)\n{\n    if (n > 0)\n        return 1;\n    return n < 0 ? -1 : 0;\n}\n";

fn make(directory: &Directory, more: &[&str]) -> String {
    let mut command = ferret();
    command.current_dir(&directory.path).args(["c", "sign.c", "--executions", "300"]).args(more);
    let said = told(&mut command);
    // Times differ from run to run.
    let timeless = |line: &str| match line.rsplit_once("  ") {
        Some((rest, last)) if last.trim().ends_with('s') && last.contains('.') => rest.to_owned(),
        _ => line.to_owned(),
    };
    said.lines().map(|line| timeless(line).trim_end().to_owned() + "\n").collect()
}

fn prepared(name: &str) -> Directory {
    let directory = Directory::new(name);
    std::fs::write(directory.path.join("sign.c"), SOURCE).expect("a file can be written");
    directory
}

#[test]
fn a_table_tells_what_is_covered_and_make_runs_the_tests() {
    let directory = prepared("c-tests-table");
    expect![[r#"
        function    regions   branches  decisions  conditions      MC/DC  tests    time
        sign            7/7        4/4        4/4         4/4        0/0      3
        tests: 3 in test_sign.c
    "#]]
    .assert_eq(&make(&directory, &[]));
    let folder = directory.path.join("ferret-tests");
    let output = Command::new("make").arg("-C").arg(&folder).output().expect("make starts");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.starts_with("ok ")).count(), 3, "{shown}");
}

#[test]
fn what_somebody_edited_or_wrote_is_never_overwritten() {
    let directory = prepared("c-tests-edited");
    make(&directory, &[]);
    let tests = directory.path.join("ferret-tests/test_sign.c");
    let written = std::fs::read_to_string(&tests).expect("the tests are there");
    make(&directory, &[]);
    let again = std::fs::read_to_string(&tests).expect("the tests are there");
    assert_eq!(written, again, "the same seed, the same bytes");
    for own in [written.replace("CHECK(", "CHECK( "), "int mine;\n".to_owned()] {
        std::fs::write(&tests, &own).expect("a file can be written");
        let said = make(&directory, &[]);
        assert!(said.contains("`test_sign.c` was not written"), "{said}");
        let kept = std::fs::read_to_string(&tests).expect("the tests are there");
        assert_eq!(kept, own);
    }
}

#[test]
fn mistakes_are_told_with_what_would_do() {
    let directory = prepared("c-tests-mistakes");
    std::fs::write(directory.path.join("taken"), "").expect("a file can be written");
    let mut said = String::new();
    for mistake in [
        &["--function", "signum"][..],
        &["--criterion", "everything"],
        &["--out", "taken"],
        &["--budget", "soon"],
    ] {
        said += &format!("$ {}\n{}", mistake.join(" "), make(&directory, mistake));
    }
    expect![[r#"
        $ --function signum
        ! error: there is no function `signum` to test
        !   = help: there are sign
        => 2
        $ --criterion everything
        ! error: invalid value 'everything' for '--criterion <NAME>': `everything` is no criterion; there are statement, branch, decision, condition, condition-decision and mcdc
        !
        ! For more information, try '--help'.
        => 2
        $ --out taken
        ! error: cannot write to `taken`: File exists (os error 17)
        => 2
        $ --budget soon
        ! error: invalid value 'soon' for '--budget <TIME>': a time is needed, such as 500ms, 10s or 2m
        !
        ! For more information, try '--help'.
        => 2
    "#]].assert_eq(&said);
}
