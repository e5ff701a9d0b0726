//! Bad usage and bad input: one clear message, status 2.

use std::path::Path;

use expect_test::{Expect, expect};

use crate::{Directory, ferret, told, told_line};

const TWO: &str = "\
declare @puts(%s: ptr) -> i32
func @classify(%a: i32, %b: i8, %p: ptr) -> i32 {
entry:
  ret 0
}
func @nothing() {
entry:
  ret
}
";

/// What the words of a command line give in a directory with a few files.
fn check(name: &str, arguments: &[&str], expect: Expect) {
    let directory = Directory::new(&format!("mistakes_{name}"));
    directory.write("two.fir", TWO);
    directory.write("declared.fir", "declare @puts(%s: ptr) -> i32\n");
    directory
        .write("slip.fir", "func @f(%a: i32) -> i32 {\nentry:\n  %x = ad i32 %a, 1\n  ret %x\n}\n");
    directory.write("wrong.fir", "func @f() -> i32 {\n  var %x: i32\nentry:\n  ret %x\n}\n");
    directory.write("binary.fir", b"func \xff\xfe");
    directory.write("bodyless.scn", "call @puts(null)\n");
    directory.write("slip.scn", "let a: i32 = 1\ncall r = @clasify(a, 'x', null)\n");
    directory.write("types.scn", "let a: i64 = 1\ncall @classify(a, 'x', null)\n");
    expect.assert_eq(&told(&mut directory.ferret(arguments)));
}

#[test]
fn files_that_cannot_be_read() {
    check(
        "missing",
        &["run", "missing.fir"],
        expect![[r#"
        ! error: there is no file `missing.fir`
        => 2
    "#]],
    );
    check(
        "directory",
        &["run", "."],
        expect![[r#"
        ! error: `.` is a directory, a file is needed
        => 2
    "#]],
    );
    check(
        "binary",
        &["run", "binary.fir"],
        expect![[r#"
        ! error: binary.fir:1:6: byte 0xff is not UTF-8 text
        !   = help: a program is a text file; is this the right one?
        => 2
    "#]],
    );
    check(
        "no_scenario",
        &["run", "two.fir", "--scenario", "missing.scn"],
        expect![[r#"
        ! error: there is no file `missing.scn`
        => 2
    "#]],
    );
}

#[test]
fn programs_that_are_not_well_formed() {
    check(
        "slip",
        &["run", "slip.fir"],
        expect![[r#"
        ! error: there is no instruction `ad`
        !  --> slip.fir:3:8
        !   |
        ! 3 |   %x = ad i32 %a, 1
        !   |        ^^
        !   = help: did you mean `add`?
        => 2
    "#]],
    );
    check(
        "wrong",
        &["run", "wrong.fir"],
        expect![[r#"
            ! error: wrong.fir: function `@f`, block `entry`, `ret %x`: `%x` may have no value here
            => 2
        "#]],
    );
    check(
        "wrong_cfg",
        &["cfg", "wrong.fir"],
        expect![[r#"
            ! error: wrong.fir: function `@f`, block `entry`, `ret %x`: `%x` may have no value here
            => 2
        "#]],
    );
}

#[test]
fn of_many_problems_the_first_are_told() {
    let directory = Directory::new("mistakes_many");
    let function =
        |n: u32| format!("func @f{n}() -> i32 {{\n  var %x: i32\nentry:\n  ret %x\n}}\n");
    directory.write("many.fir", (0..25).map(function).collect::<String>());
    let told = directory.told("check many.fir");
    let errors = told.lines().filter(|line| line.starts_with("! error: many.fir: ")).count();
    assert_eq!(errors, 20, "{told}");
    assert!(told.ends_with("! … 5 more problems\n=> 2\n"), "{told}");
}

#[test]
fn functions_that_are_not_there() {
    check(
        "near",
        &["run", "two.fir", "--function", "clasify"],
        expect![[r#"
        ! error: there is no function `clasify` in two.fir
        !   = help: did you mean `classify`?
        => 2
    "#]],
    );
    check(
        "far",
        &["run", "two.fir", "--function", "frobnicate"],
        expect![[r#"
        ! error: there is no function `frobnicate` in two.fir
        !   = help: there are: classify, nothing
        => 2
    "#]],
    );
    check(
        "several",
        &["run", "two.fir"],
        expect![[r#"
        ! error: two.fir has several functions and none is `main`
        !   = help: choose one with --function; there are: classify, nothing
        => 2
    "#]],
    );
    check(
        "none",
        &["run", "declared.fir"],
        expect![[r#"
        ! error: declared.fir has no function with a body
        => 2
    "#]],
    );
    check(
        "bodyless",
        &["run", "two.fir", "-f", "puts"],
        expect![[r#"
        ! error: `puts` has no body to run
        !   = help: there are: classify, nothing
        => 2
    "#]],
    );
    check(
        "cfg_near",
        &["cfg", "two.fir", "-f", "nothin"],
        expect![[r#"
        ! error: there is no function `nothin` in two.fir
        !   = help: did you mean `nothing`?
        => 2
    "#]],
    );
    check(
        "cfg_bodyless",
        &["cfg", "two.fir", "-f", "puts"],
        expect![[r#"
        ! error: `puts` has no body to draw
        => 2
    "#]],
    );
}

#[test]
fn arguments_that_do_not_fit() {
    let classify = |name: &str, values: &[&str], expect: Expect| {
        let command = ["run", "two.fir", "-f", "classify", "--args"];
        check(name, &[&command[..], values].concat(), expect);
    };
    classify(
        "few",
        &["1", "2"],
        expect![[r#"
        ! error: `classify` takes 3 arguments, 2 given
        !   = help: it is `classify(a: i32, b: i8, p: ptr)`: give a value for each by --args
        => 2
    "#]],
    );
    classify(
        "many",
        &["1", "2", "null", "4"],
        expect![[r#"
        ! error: `classify` takes 3 arguments, 4 given
        !   = help: it is `classify(a: i32, b: i8, p: ptr)`: give a value for each by --args
        => 2
    "#]],
    );
    check(
        "no_params",
        &["run", "two.fir", "-f", "nothing", "-a", "1"],
        expect![[r#"
        ! error: `nothing` takes 0 arguments, 1 given
        !   = help: it is `nothing()`: leave --args out
        => 2
    "#]],
    );
    classify(
        "float",
        &["1.5", "2", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): `1.5` is not an integer, i32 is needed
        !   |
        !   | 1.5
        !   | ^^^
        => 2
    "#]],
    );
    classify(
        "range",
        &["1", "256", "null"],
        expect![[r#"
        ! error: argument 2 of `classify` (b: i8): 256 does not fit into i8
        !   |
        !   | 256
        !   | ^^^
        !   = help: i8 holds -128 to 255
        => 2
    "#]],
    );
    classify(
        "range_negative",
        &["-2147483649", "1", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): -2147483649 does not fit into i32
        !   |
        !   | -2147483649
        !   | ^^^^^^^^^^^
        !   = help: i32 holds -2147483648 to 4294967295
        => 2
    "#]],
    );
    classify(
        "word",
        &["one", "2", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): `one` is not a value of type i32
        !   |
        !   | one
        !   | ^^^
        => 2
    "#]],
    );
    classify(
        "bare_text",
        &["1", "2", "text"],
        expect![[r#"
        ! error: argument 3 of `classify` (p: ptr): `text` is not a value of type ptr
        !   |
        !   | text
        !   | ^^^^
        !   = help: a ptr takes null, an array like '[1,2,3]' or a text like '"abc"'
        => 2
    "#]],
    );
    classify(
        "array",
        &["[1]", "2", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): an array is given, i32 is needed
        !   |
        !   | [1]
        !   | ^
        => 2
    "#]],
    );
    classify(
        "open_array",
        &["1", "2", "[1, 2"],
        expect![[r#"
            ! error: argument 3 of `classify` (p: ptr): `,` or `]` is missing
            !   |
            !   | [1, 2
            !   |      ^
            => 2
        "#]],
    );
    classify(
        "mixed_array",
        &["1", "2", "[1, 2.5]"],
        expect![[r#"
            ! error: argument 3 of `classify` (p: ptr): `2.5` is not an integer, i32 is needed
            !   |
            !   | [1, 2.5]
            !   |     ^^^
            !   = help: elements are of the first one's kind; write for example 'f64[1,2.5]' for another
            => 2
        "#]],
    );
    classify(
        "empty",
        &["", "2", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): a value of type i32 is needed here, not the end of the text
        !   |
        !   |
        !   | ^
        => 2
    "#]],
    );
    classify(
        "two_in_one",
        &["1 2", "2", "null"],
        expect![[r#"
        ! error: argument 1 of `classify` (a: i32): the end of the value is needed here, not `2`
        !   |
        !   | 1 2
        !   |   ^
        => 2
    "#]],
    );
}

#[test]
fn scenarios_that_do_not_fit() {
    check(
        "scenario_slip",
        &["run", "two.fir", "--scenario", "slip.scn"],
        expect![[r#"
        ! error: there is no function `@clasify`
        !  --> slip.scn:2:10
        !   |
        ! 2 | call r = @clasify(a, 'x', null)
        !   |          ^^^^^^^^
        !   = help: did you mean `@classify`?
        => 2
    "#]],
    );
    check(
        "scenario_types",
        &["run", "two.fir", "--scenario", "types.scn"],
        expect![[r#"
        ! error: `a` is i64, i32 is needed
        !  --> types.scn:2:16
        !   |
        ! 2 | call @classify(a, 'x', null)
        !   |                ^
        => 2
    "#]],
    );
}

#[test]
fn a_scenario_that_calls_what_has_no_body() {
    let arguments = ["run", "two.fir", "--scenario", "bodyless.scn"];
    check(
        "scenario_bodyless",
        &arguments,
        expect![[r#"
        ! error: bodyless.scn: `puts` has no body to run
        => 2
    "#]],
    );
}

#[test]
fn options_that_do_not_fit() {
    check(
        "unknown",
        &["run", "two.fir", "--traces"],
        expect![[r#"
        ! error: `ferret run` has no option `--traces`
        !   = help: did you mean `--trace`?
        => 2
    "#]],
    );
    check(
        "both",
        &["run", "two.fir", "--scenario", "slip.scn", "--args", "1"],
        expect![[r#"
        ! error: the argument '--scenario <FILE>' cannot be used with '--args [<VALUE>...]'
        !
        ! Usage: ferret run --scenario <FILE> <FILE.fir>
        !
        ! For more information, try '--help'.
        => 2
    "#]],
    );
    check(
        "both_names",
        &["run", "two.fir", "-s", "slip.scn", "-f", "classify"],
        expect![[r#"
        ! error: the argument '--scenario <FILE>' cannot be used with '--function <NAME>'
        !
        ! Usage: ferret run --scenario <FILE> <FILE.fir>
        !
        ! For more information, try '--help'.
        => 2
    "#]],
    );
    check(
        "memory",
        &["run", "two.fir", "--memory", "lots"],
        expect![[r#"
        ! error: invalid value 'lots' for '--memory <SIZE>': a size is needed, such as 4096, 64K, 16M or 1G
        !
        ! For more information, try '--help'.
        => 2
    "#]],
    );
    check(
        "steps",
        &["run", "two.fir", "--max-steps", "-1"],
        expect![[r#"
            ! error: invalid value '-1' for '--max-steps <N>': a whole number is needed, such as 1000000 or 1_000_000
            !
            ! For more information, try '--help'.
            => 2
        "#]],
    );
    check(
        "no_file",
        &["run"],
        expect![[r#"
        ! error: the following required arguments were not provided:
        !   <FILE.fir>
        !
        ! Usage: ferret run <FILE.fir>
        !
        ! For more information, try '--help'.
        => 2
    "#]],
    );
    check(
        "command",
        &["walk", "two.fir"],
        expect![[r#"
            ! error: unrecognized subcommand 'walk'
            !
            ! Usage: ferret [OPTIONS] [COMMAND]
            !
            ! For more information, try '--help'.
            => 2
        "#]],
    );
}

#[test]
fn a_program_whose_globals_need_more_memory_than_allowed() {
    let directory = Directory::new("mistakes_globals");
    directory.write("g.fir", "global @big: 100000 align 8\nfunc @f() {\nentry:\n  ret\n}\n");
    expect![[r#"
        ! error: the program's globals do not fit into the memory limit of 65536 bytes
        => 2
    "#]]
    .assert_eq(&directory.told("run g.fir --memory 64K"));
}

#[test]
fn help_and_version_are_no_mistakes() {
    for line in ["--help", "test -h", "run --help", "cfg -h", "check -h", "fmt -h", "--version"] {
        let output = ferret().args(line.split(' ')).output().expect("the binary starts");
        assert_eq!(output.status.code(), Some(0), "{line}");
        assert!(output.stderr.is_empty(), "{line}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("ferret"), "{line}");
    }
    let unknown = told_line("tset");
    assert!(unknown.contains("'test'") && unknown.ends_with("=> 2\n"), "{unknown}");
}

#[test]
fn output_that_cannot_be_written_is_told() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let mut command = ferret();
    command.args(["check", "subjects/ir/gcd.fir"]).stdout(full);
    let output = command
        .stderr(std::process::Stdio::piped())
        .spawn()
        .and_then(std::process::Child::wait_with_output);
    expect![[r#"
        ! error: cannot write to standard output: No space left on device (os error 28)
        => 2
    "#]]
    .assert_eq(&crate::text(&output.expect("the binary ends")));
}

#[test]
fn an_option_of_another_command_is_told_so() {
    let lines = [
        "c a.c --verison",
        "test --criterion branch --totl-budget 1m",
        "java --total-budget 1m",
        "report --fail-under 80%",
        "c a.c --frobnicate=3",
    ];
    expect![[r#"
        ! error: `ferret c` has no option `--verison`
        !   = help: did you mean `ferret --version`?
        => 2
        ! error: `ferret test` has no option `--totl-budget`
        !   = help: did you mean `--total-budget`?
        => 2
        ! error: `ferret java` has no option `--total-budget`
        !   = help: `--total-budget` belongs to `ferret test`; here use `--budget`
        => 2
        ! error: `ferret report` has no option `--fail-under`
        !   = help: it belongs to `ferret test`
        => 2
        ! error: `ferret c` has no option `--frobnicate`
        !   = help: `ferret c --help` shows all options
        => 2
    "#]]
    .assert_eq(&lines.map(told_line).concat());
}

#[test]
fn what_is_named_is_there_and_of_the_language() {
    let directory = Directory::new("mistakes_named");
    directory.write("price.c", "int twice(int n) { return 2 * n; }\n");
    directory.write("empty.c", "int counter;\n");
    directory.write("Main.java", "class Main {}\n");
    std::fs::create_dir_all(directory.path.join("target/classes")).expect("a folder");
    let lines = [
        "c prise.c",
        "c .",
        "c Main.java",
        "c empty.c",
        "java target/clases",
        "java price.c",
        "java target",
        "java target/classes --jdk nowhere",
    ];
    expect![[r#"
        ! error: there is no file `prise.c`
        !   = help: did you mean `price.c`?
        => 2
        ! error: `.` is a folder, a C file is needed
        !   = help: `ferret test .` generates tests for a whole folder
        => 2
        ! error: `Main.java` is Java
        !   = help: `ferret java` generates tests for compiled classes
        => 2
        ! error: there is no function in empty.c
        => 2
        ! error: there is no folder `target/clases`
        !   = help: did you mean `target/classes`?
        => 2
        ! error: `price.c` is C
        !   = help: `ferret c price.c` generates tests for it
        => 2
        ! error: there are no class files in target
        !   = help: compile the sources: javac -g -d classes $(find target -name '*.java')
        => 2
        ! error: there is no folder nowhere
        => 2
    "#]]
    .assert_eq(&lines.map(|line| directory.told(line)).concat());
}

#[test]
fn processor_time_is_that_of_one_thread() {
    check(
        "cpu_time",
        &["c", "a.c", "--budget", "1s", "--cpu-time", "--jobs", "2"],
        expect![[r#"
            ! error: the argument '--cpu-time' cannot be used with '--jobs <N>'
            !
            ! Usage: ferret c --budget <TIME> --cpu-time <FILE.c>... [-- <ARGUMENT>...]
            !
            ! For more information, try '--help'.
            => 2
        "#]],
    );
}
