//! `ferret c FILE.c` as a user meets it: the table, the files, what is never overwritten, and mistakes.

use super::{Directory, ferret, text, told};
use expect_test::expect;
use std::process::{Command, Stdio};

const SOURCE: &str =
    "int sign(int n)\n{\n    if (n > 0)\n        return 1;\n    return n < 0 ? -1 : 0;\n}\n";

fn make(directory: &Directory, more: &[&str]) -> String {
    let mut command = ferret();
    command.current_dir(&directory.path).args(["c", "sign.c", "--verbose"]);
    command.args(["--executions", "300"]).args(more);
    timeless(&told(&mut command))
}

/// A text without times, which differ from run to run.
pub fn timeless(text: &str) -> String {
    let timeless = |line: &str| match line.rsplit_once("  ") {
        Some((rest, last)) if last.trim().ends_with('s') && last.contains('.') => rest.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(|line| timeless(line).trim_end().to_owned() + "\n").collect()
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
        function    regions   branches  decisions  conditions      MC/DC    mutants  tests    time
        sign            7/7        4/4        4/4         4/4        0/0      13/14      3

        mutants: 13 of 14 killed (92 %), 1 survives
          sign.c:5:12 sign: replaced `<` by `!=`: reached, not seen to infect
        tests: 3 in ferret-tests/test_sign.c
    "#]]
    .assert_eq(&make(&directory, &[]));
    let folder = directory.path.join("ferret-tests");
    let output = Command::new("make").arg("-C").arg(&folder).output().expect("make starts");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{shown}");
    assert_eq!(shown.lines().filter(|line| line.starts_with("ok ")).count(), 3, "{shown}");
}

#[test]
fn a_main_with_arguments_that_is_not_covered_is_better_searched_as_a_program() {
    let directory = Directory::new("c-tests-main");
    let check =
        "    if (strlen(words[1]) != 32)\n        return 2;\n    return words[1][31] == 'x';\n";
    let source = "#include <string.h>\n\nint main(int count, char **words)\n{\n    if (count != 2)\n        return 1;\n";
    directory.write("words.c", format!("{source}{check}}}\n"));
    let said = directory.told("c words.c --executions 100 --no-native");
    assert!(
        said.contains("note: `main` takes arguments, which `ferret program` searches"),
        "{said}"
    );
    let said = directory.told("program words.c --args 1x32 --executions 300 --no-native");
    assert!(said.contains("4/4 100 %"), "{said}");
}

#[test]
fn written_tests_notice_mistakes_that_are_made_in_the_source_afterwards() {
    let directory = Directory::new("c-tests-mutants");
    let source = "struct box { int size; };\n\n\
                  int plus(int a, int b)\n{\n    return a + b;\n}\n\n\
                  void resize(struct box *box, int size)\n{\n    box->size = size;\n}\n\n\
                  int is_adult(int age)\n{\n    return age >= 18;\n}\n";
    directory.write("sign.c", source);
    make(&directory, &[]);
    let passes = || {
        let folder = directory.path.join("ferret-tests");
        let output = Command::new("make").arg("-B").arg("-C").arg(&folder).output();
        output.expect("make starts").status.success()
    };
    assert!(passes(), "the tests pass on the code that they were made for");
    for (right, wrong) in
        [("a + b", "a - b"), ("box->size = size;", ""), (">= 18", "> 18"), ("a + b", "0")]
    {
        directory.write("sign.c", source.replace(right, wrong));
        assert!(!passes(), "`{wrong}` in place of `{right}` is not noticed");
    }
}

#[test]
fn a_referee_that_mutates_the_source_sees_most_mistakes_noticed() {
    let directory = Directory::new("c-tests-referee");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let said = Command::new(root.join("scripts/mutants"))
        .args(["--executions", "3000", "--sample", "24", "subjects/c/tokens.c"])
        .env("FERRET", env!("CARGO_BIN_EXE_ferret"))
        .env("CARGO_TARGET_DIR", &directory.path)
        .current_dir(&root)
        .output()
        .expect("python3 starts");
    let shown = String::from_utf8_lossy(&said.stdout) + String::from_utf8_lossy(&said.stderr);
    let number = |before: &str| -> usize {
        let words: Vec<&str> = shown.split_whitespace().collect();
        let place = words.iter().position(|word| *word == before).unwrap_or(0);
        words.get(place.wrapping_sub(1)).and_then(|word| word.parse().ok()).unwrap_or(0)
    };
    let (mutants, killed) = (number("mutants"), number("killed"));
    assert_eq!(mutants, 24, "{shown}");
    assert!(killed * 100 >= mutants * 75, "{shown}");
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
        let beside = directory.path.join("ferret-tests/test_sign_ferret.c");
        let beside = std::fs::read_to_string(beside).expect("new tests are beside the edited ones");
        assert_eq!(beside, written, "they are the same tests");
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
        &["--criterion", "branch,check"],
        &["--criterion", "exception"],
        &["--out", "taken"],
        &["--budget", "soon"],
    ] {
        said += &format!("$ {}\n{}", mistake.join(" "), make(&directory, mistake));
    }
    expect![[r#"
        $ --function signum
        ! error: there is no function `signum` in `sign.c`
        !   = help: there are sign
        => 2
        $ --criterion everything
        ! error: invalid value 'everything' for '--criterion <NAME,…>': `everything` is no criterion; there are statement, branch, decision, condition, condition-decision, mcdc, check, exception and mutation
        !
        ! For more information, try '--help'.
        => 2
        $ --criterion branch,check
        ! error: `--criterion check` is for Java: in C a check that fails ends the program, and no test survives that
        !   = help: runs that end so are looked for whatever the criterion, and told as findings
        => 2
        $ --criterion exception
        ! error: `--criterion exception` is for Java: in C a check that fails ends the program, and no test survives that
        !   = help: runs that end so are looked for whatever the criterion, and told as findings
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

/// Runs a command in a folder; what it prints, if it succeeds.
fn succeed(folder: &std::path::Path, program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {arguments:?}: {errors}{shown}");
    shown
}

/// A program of two files, of which the one calls into the other.
fn two_files(name: &str) -> Directory {
    let directory = Directory::new(name);
    let (half, whole) = (
        "int half(int n)\n{\n    return n % 2 == 0 ? n / 2 : -1;\n}\n",
        "int half(int n);\n\nint whole(int n)\n{\n    if (half(n) < 0)\n        return 0;\n    return 2 * half(n);\n}\n\nint main(void)\n{\n    return whole(4);\n}\n",
    );
    for (file, text) in [("half.c", half), ("whole.c", whole)] {
        std::fs::write(directory.path.join(file), text).expect("a file can be written");
    }
    directory
}

#[test]
fn a_test_of_one_file_is_linked_with_the_others_by_make_and_by_cmake() {
    let directory = two_files("c-tests-linked");
    let arguments = ["c", "half.c", "whole.c", "--executions", "400"];
    let said = told(ferret().current_dir(&directory.path).args(arguments));
    assert!(said.contains("in ferret-tests/test_half.c, ferret-tests/test_whole.c"), "{said}");
    assert!(!said.contains("note:"), "{said}");
    let folder = directory.path.join("ferret-tests");
    let shown = succeed(&folder, "make", &[]);
    assert!(shown.contains("ok 1 - ") && !shown.contains("not ok"), "{shown}");
    let project = "cmake_minimum_required(VERSION 3.13)\nproject(halves C)\ninclude(ferret-tests/tests.cmake)\n";
    std::fs::write(directory.path.join("CMakeLists.txt"), project).expect("a file can be written");
    succeed(&directory.path, "cmake", &["-B", "build", "."]);
    succeed(&directory.path, "cmake", &["--build", "build"]);
    let shown = succeed(&directory.path.join("build"), "ctest", &[]);
    assert!(shown.contains("100% tests passed, 0 tests failed out of 2"), "{shown}");
}

#[test]
fn cmocka_runs_the_same_tests() {
    let directory = prepared("c-tests-cmocka");
    let said = make(&directory, &["--framework", "cmocka"]);
    assert!(said.contains("tests: 3 in ferret-tests/test_sign.c"), "{said}");
    let folder = directory.path.join("ferret-tests");
    succeed(&folder, "make", &["test_sign"]);
    let output = Command::new("./test_sign").current_dir(&folder).output().expect("it starts");
    let shown = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{shown}");
    assert!(shown.contains("3 test(s)"), "{shown}");
}

#[test]
fn findings_die_when_they_are_made() {
    let directory = Directory::new("c-tests-findings");
    let source = "int rate(int sum, int count)\n{\n    if (count < 0)\n        return -1;\n    return sum / count;\n}\n";
    std::fs::write(directory.path.join("rate.c"), source).expect("a file can be written");
    let arguments = ["c", "rate.c", "--executions", "2000"];
    let said = told(ferret().current_dir(&directory.path).args(arguments));
    assert!(said.contains("rate_dies_of_division_by_zero"), "{said}");
    let shown = succeed(&directory.path.join("ferret-tests"), "make", &["CC=clang-19", "findings"]);
    assert!(shown.contains("ok 1 - rate_dies_of"), "{shown}");
}

#[test]
fn a_function_without_a_test_is_listed_with_the_reason() {
    let directory = Directory::new("c-tests-reasons");
    let source = "struct door;\nint is_open(const struct door *door);\nint *state(struct door *door);\n\n\
                  static int helper(int n)\n{\n    return n + 1;\n}\n\nint two(void)\n{\n    return helper(1);\n}\n\n\
                  void open_it(struct door *door)\n{\n    *(int *)door = 1;\n}\n";
    std::fs::write(directory.path.join("door.c"), source).expect("a file can be written");
    let technique = ["--technique", "random"];
    let arguments = ["c", "door.c", "--executions", "300", "--function", "open_it"];
    let arguments = [&arguments[..], &technique].concat();
    let said = told(ferret().current_dir(&directory.path).args(arguments));
    assert!(
        said.contains(
            "  open_it: needs a `door`, which nothing here creates: all 300 runs trapped"
        ),
        "{said}"
    );
}

#[test]
fn a_run_that_takes_more_than_max_steps_is_given_up() {
    let directory = Directory::new("c-tests-steps");
    let source = "int sum(int n)\n{\n    int s = 0;\n    for (int i = 0; i < 100; i++)\n        \
                  s += i % 7;\n    return s > n;\n}\n";
    std::fs::write(directory.path.join("sum.c"), source).expect("a file can be written");
    let branches = |more: &[&str]| {
        let mut command = ferret();
        command.current_dir(&directory.path).args(["c", "sum.c", "-v", "--executions", "20"]);
        command.args(more);
        let said = told(&mut command);
        let row = said.lines().find(|line| line.starts_with("sum")).unwrap_or_default();
        row.split_whitespace().nth(2).unwrap_or_default().to_owned()
    };
    assert_eq!(branches(&[]), "2/2");
    assert_eq!(branches(&["--max-steps", "300"]), "0/2");
}

#[test]
fn a_function_that_is_not_supported_is_no_finding() {
    let directory = Directory::new("c-tests-unsupported");
    let source = "#include <ucontext.h>\n\nstatic ucontext_t there;\n\nint guarded(int a, int b)\n{\n    \
                  if (getcontext(&there) != 0)\n        return -1;\n    return a > 0 && b > 0;\n}\n\n\
                  int outer(int a)\n{\n    return a > 3 ? guarded(a, 1) : 0;\n}\n";
    std::fs::write(directory.path.join("jump.c"), source).expect("a file can be written");
    let arguments = ["c", "jump.c", "--executions", "300", "--verbose"];
    let said = told(ferret().current_dir(&directory.path).args(arguments));
    assert!(!said.contains("findings"), "{said}");
    assert!(
        said.contains("  guarded: no input can be built: it is not supported: `getcontext`"),
        "{said}"
    );
}

#[test]
fn what_depends_on_memory_that_was_never_written_is_not_asserted() {
    let directory = Directory::new("c-tests-unset");
    let source = "int maybe(int a)\n{\n    int x[2];\n\n    if (a > 3)\n        x[0] = 1;\n    return x[0] + a;\n}\n";
    std::fs::write(directory.path.join("unset.c"), source).expect("a file can be written");
    let test = |how: &str| {
        let arguments = ["c", "unset.c", "--executions", "300", "--uninitialised", how];
        let said = told(ferret().current_dir(&directory.path).args(arguments));
        (said, directory.read("ferret-tests/test_unset.c"))
    };
    let row = |said: &str| {
        said.lines().find(|line| line.starts_with("unset.c")).unwrap_or_default().to_owned()
    };
    let (said, _) = test("trap");
    assert!(row(&said).contains("1/2"), "{said}");
    let (said, text) = test("symbolic");
    assert!(row(&said).contains("2/2"), "{said}");
    let assertions = text.lines().filter(|line| line.trim().starts_with("CHECK(")).count();
    let calls = text.lines().filter(|line| line.contains("maybe(") && line.ends_with(");")).count();
    assert_eq!((calls, assertions), (2, 1), "{text}");
}

#[test]
fn of_modules_with_opaque_types_only_what_no_calls_bring_about_stays_open() {
    let directory = Directory::new("c-tests-guarded");
    let mut open = String::new();
    for module in ["bounded_stack", "sorted_list", "turnstile"] {
        let mut command = ferret();
        command.args(["c", &format!("subjects/c/guarded/{module}.c"), "--technique", "tardis"]);
        command
            .args(["--verbose", "--executions", "6000", "--seed", "1"])
            .arg("--out")
            .arg(&directory.path);
        let said = told(&mut command);
        let lines = said.lines().filter(|line| line.ends_with(": open"));
        open.extend(lines.map(|line| line.trim_start().to_owned() + "\n"));
    }
    expect![[r#"
        subjects/c/guarded/bounded_stack.c:54:9 stack_top_kind: true: open
        subjects/c/guarded/sorted_list.c:54:16 list_kind: false: open
        subjects/c/guarded/sorted_list.c:60:9 list_kind: true: open
        subjects/c/guarded/turnstile.c:47:9 turnstile_day: true: open
    "#]]
    .assert_eq(&open);
}

#[test]
fn the_inside_of_what_functions_create_is_fabricated_in_tests_that_are_named_or_in_none() {
    let directory = Directory::new("c-tests-made-up");
    let run = |more: &[&str]| {
        let mut command = ferret();
        command.args([
            "c",
            "subjects/c/guarded/turnstile.c",
            "--technique",
            "suite",
            "--no-native",
        ]);
        command.args(["--verbose", "--executions", "2000", "--seed", "1"]).args(more);
        let said = told(command.arg("--out").arg(&directory.path));
        let is_told = |line: &&str| line.contains("private fields") || line.ends_with(": open");
        said.lines().filter(is_told).map(|line| line.trim_start().to_owned() + "\n").collect()
    };
    let (by_hand, by_calls): (String, String) = (run(&[]), run(&["--no-fabricated"]));
    expect![[r#"
        subjects/c/guarded/turnstile.c:53:33 turnstile_day: true: open
        note: these tests set private fields directly: turnstile_coin_returns, turnstile_push_returns_1, turnstile_push_returns_0_when_t_is_given_and_force_is_uint_max, turnstile_push_returns_minus_1, turnstile_day_returns_minus_1, turnstile_day_returns_2, turnstile_day_returns_3; --no-fabricated prevents it
    "#]].assert_eq(&by_hand);
    expect![[r#"
        subjects/c/guarded/turnstile.c:23:9 turnstile_coin: true: open
        subjects/c/guarded/turnstile.c:40:5 turnstile_push: true: open
        subjects/c/guarded/turnstile.c:47:9 turnstile_day: true: open
        subjects/c/guarded/turnstile.c:51:16 turnstile_day: true: open
        subjects/c/guarded/turnstile.c:53:33 turnstile_day: true: open
    "#]]
    .assert_eq(&by_calls);
}

#[test]
fn questions_to_the_solver_are_kept_and_can_be_asked_again() {
    let directory = prepared("c-tests-queries");
    let line = ["--technique", "dse", "--jobs", "1", "--no-native", "--queries", "asked"];
    make(&directory, &line);
    expect![[r#"
        (set-logic QF_ABVFP)
        (declare-const n (_ BitVec 32))
        (assert (bvslt n #x00000001))
        (assert (not (bvslt n #x00000000)))
        (set-info :seed ((n #xfffffffb)))
        (check-sat)
    "#]]
    .assert_eq(&directory.read("asked/000001.smt2"));
    expect![[r#"
        sat
        ; answered by local search: 40 steps, 4 evaluations, 0 conflicts
    "#]]
    .assert_eq(&directory.told("solve --explain asked/000001.smt2"));
    expect![[r"
        ! error: there are queries in `asked` already
        !   = help: remove them, or name another folder
        => 2
    "]]
    .assert_eq(&make(&directory, &line));
}

#[test]
fn without_verbose_the_table_is_short_and_the_solver_is_not_told_of() {
    let directory = prepared("c-tests-short");
    directory.write("sign.c", SOURCE.replace("n > 0", "n > 0 && n * 0 == 0"));
    let said = directory.told("c sign.c --technique dse --executions 300 --no-native");
    expect![[r#"
        program         lines     branches  tests  findings     time
        sign.c      5/5 100 %    5/6  83 %      3         0

        not covered (branch): 1
             1  infeasible: sign.c:3:18 false
        tests: 3 in ferret-tests/test_sign.c
    "#]]
    .assert_eq(&timeless(&said));
}

/// A loop that goes round as often as its input says; nobody gets to the last branch.
const ENDLESS: &str = "int steps(unsigned long n)\n{\n    int steps = 0;\n    while (n > 1) {\n        \
    n = n % 2 ? 3 * n + 1 : n / 2;\n        steps++;\n    }\n    if (steps == 100000)\n        return 0;\n    \
    return steps;\n}\n";

#[test]
fn what_was_found_before_ctrl_c_is_kept() {
    let directory = Directory::new("c-tests-interrupted");
    directory.write("steps.c", ENDLESS);
    let arguments = ["c", "steps.c", "--technique", "dse", "--executions", "1000000000000"];
    let mut command = directory.ferret(arguments);
    command.args(["--queries", "asked", "--no-native"]);
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // Once so many questions were asked, it is at work.
    let asked = |many: usize| {
        let files = std::fs::read_dir(directory.path.join("asked"));
        files.is_ok_and(|files| files.count() >= many)
    };
    while !asked(30) {
        assert!(child.try_wait().expect("it can be asked").is_none(), "it ended by itself");
        std::thread::yield_now();
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill starts").success());
    let said = text(&child.wait_with_output().expect("the binary ends"));
    assert!(said.contains("note: interrupted; tests found so far are kept\n"), "{said}");
    assert!(said.contains(" in ferret-tests/test_steps.c\n"), "{said}");
    assert!(directory.read("ferret-tests/test_steps.c").contains("steps("));
}

#[test]
fn the_json_is_a_report_that_matches_the_schema_and_says_what_the_table_says() {
    let directory = prepared("c-tests-json");
    let mut command = ferret();
    command.current_dir(&directory.path).args(["c", "sign.c", "--executions", "300", "--json"]);
    let json = told(&mut command);
    crate::matches_schema(&json);
    let report = report::json::parse(&json).expect("a report");
    assert_eq!((report.settings.seed, report.settings.executions), (0, Some(300)));
    let [unit] = report.units.as_slice() else { panic!("one program") };
    assert_eq!(unit.coverage.branch, report::Share { covered: 4, total: 4 });
    assert_eq!(unit.tests.len(), 3);
    let places = unit.goals.iter().filter_map(|goal| goal.place.as_ref());
    let places: Vec<String> = places.map(ToString::to_string).collect();
    assert_eq!(places, ["sign.c:3:9", "sign.c:3:9", "sign.c:5:12", "sign.c:5:12"]);
    for goal in &unit.goals {
        let covering = unit.tests.iter().filter(|test| test.covers.contains(&goal.id));
        assert!(covering.count() > 0, "{goal:?} is covered by no test");
    }
    let files: Vec<&str> = unit.files.iter().map(|file| file.path.as_str()).collect();
    assert_eq!(files, ["test_sign.c", "Makefile", "tests.cmake"]);
}

/// A project that forbids a function which tests of `fill` need.
const FORBIDDING: &str = "#include <string.h>\n#pragma GCC poison memcmp\n\nint sign(int n)\n{\n    return n < 0 ? -1 : 1;\n}\n\n\
    void fill(int to[3], int n)\n{\n    to[0] = to[1] = to[2] = n;\n}\n";

#[test]
fn a_test_that_does_not_compile_is_left_out_alone_and_the_exit_status_says_so() {
    for more in [&[][..], &["--no-native"]] {
        let directory = Directory::new("c-tests-forbidding");
        directory.write("sign.c", FORBIDDING);
        let said = make(&directory, more);
        expect![[r#"
            function    regions   branches  decisions  conditions      MC/DC    mutants  tests    time
            sign            4/4        2/2        2/2         2/2        0/0        8/8      3
            fill            0/1        0/0        0/0         0/0        0/0        0/3      0
            all             4/5        2/2        2/2         2/2        0/0       8/11      3

            not covered (branch): 0 proven infeasible, 0 not reached within bounds, 1 reached but not tested, 0 open
              sign.c:10:1 fill: entry: reached, but its test was dropped

            mutants: 8 of 11 killed (72 %), 0 survive, 3 not reached by any test

            not tested directly: 1
              fill: its test was left out: it does not compile: attempt to use a poisoned identifier

            tests left out: 1
              fill_sets_to_to_1_1_1: it does not compile: attempt to use a poisoned identifier
            tests: 3 in ferret-tests/test_sign.c
            => 1
        "#]]
        .assert_eq(&said);
        assert!(!directory.read("ferret-tests/test_sign.c").contains("fill("));
    }
}

#[test]
fn a_macro_of_the_source_with_the_name_of_a_library_function_does_not_reach_what_runs_the_tests() {
    let directory = Directory::new("c-tests-macros");
    let source = "#include <stdlib.h>\n\nstatic long broken(const char *name)\n{\n    \
                  return name[0];\n}\n\n#define getenv(name) broken(name)\n\n\
                  int has_home(int strict)\n{\n    return strict && getenv(\"HOME\") != 0;\n}\n";
    directory.write("sign.c", source);
    let table = make(&directory, &[]);
    assert!(!table.contains("natively"), "{table}");
    let tests = directory.read("ferret-tests/test_sign.c");
    assert!(tests.contains("has_home(1)"), "{table}{tests}");
}

#[test]
fn a_macro_of_the_source_with_the_name_of_a_field_does_not_reach_the_tests() {
    let directory = Directory::new("c-tests-field-macros");
    directory.write(
        "sign.c",
        "struct note { int comment; int flag; };\n\nint judge(const struct note *note)\n{\n    \
         return note->comment > 3 && note->flag;\n}\n\n#define comment 1\n\n\
         int state(void)\n{\n    return comment;\n}\n",
    );
    let table = make(&directory, &[]);
    assert!(
        !table.contains("compile") && table.contains("judge           3/3        4/4"),
        "{table}"
    );
}

#[test]
fn a_callback_that_takes_a_list_of_arguments_has_a_stub() {
    let directory = Directory::new("c-tests-argument-lists");
    directory.write(
        "sign.c",
        "#include <stdarg.h>\n\nstruct log { int (*handler)(const char *format, va_list list); };\n\n\
         static int call(struct log *log, const char *format, ...)\n{\n    va_list list;\n    \
         int result;\n\n    va_start(list, format);\n    result = log->handler(format, list);\n    \
         va_end(list);\n    return result;\n}\n\nint report(struct log *log, int code)\n{\n    \
         if (!log->handler)\n        return -1;\n    return call(log, \"%d\", code) > 0;\n}\n",
    );
    let table = make(&directory, &[]);
    assert!(table.contains("report          4/4        2/2"), "{table}");
    let tests = directory.read("ferret-tests/test_sign.c");
    assert!(tests.contains("(const char *argument_0, __builtin_va_list argument_1)"), "{tests}");
}

#[test]
fn nothing_is_searched_that_no_test_could_answer() {
    let directory = Directory::new("c-tests-unanswered");
    directory.write(
        "sign.c",
        "#include <stdio.h>\n\nint save(FILE *to, int number)\n{\n    \
         if (fprintf(to, \"%d\", number) < 0)\n        return -1;\n    return number > 5;\n}\n",
    );
    let table = make(&directory, &[]);
    assert!(!table.contains("cannot be given"), "{table}");
    assert!(table.contains("sign.c:5:9 save: true: open"), "{table}");
}

#[test]
fn tests_of_several_files_never_name_what_another_file_keeps_to_itself() {
    let directory = Directory::new("c-tests-static");
    directory.write("a.c", "static int helper(int x) { return x > 3 ? 9 : 1; }\nint twice(int x) { return 2 * helper(x); }\n");
    directory.write("b.c", "int apply(int (*f)(int), int x) { return f(x) > 3 ? 1 : 0; }\n");
    let said = told(&mut directory.ferret(["c", "a.c", "b.c", "--executions", "400"]));
    assert!(!said.contains("left out") && !said.contains("=> "), "{said}");
    let tests = directory.read("ferret-tests/test_b.c");
    assert!(tests.contains("apply(twice, ") && !tests.contains("helper"), "{tests}");
}
