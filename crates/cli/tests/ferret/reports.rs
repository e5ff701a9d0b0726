//! Results that were kept: `ferret report` and `ferret show` tell them again, and `ferret verify` writes its run down.

use expect_test::expect;

use crate::projects::{ferret_in, folder};
use crate::{Directory, matches_schema, told};
use serde_json::Value;
use std::path::{Path, PathBuf};

const SIGN: &str = "int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }\n";
const CLAMP: &str = "int clamp(int x) { if (x > 100) return 100; return x < 0 ? 0 : x; }\n";

/// A project of two C files that was tested, and what was printed and written then.
fn tested(name: &str) -> (PathBuf, String) {
    let folder = folder(name, &[("src/sign.c", SIGN), ("clamp.c", CLAMP)]);
    let words = "--executions 400 --jobs 1 --quiet --lcov a.info --cobertura a.xml --jacoco-xml a.jacoco.xml \
                 --llvm-json a.json --junit-xml a.junit.xml --sarif a.sarif --markdown a.md";
    let said = told(&mut ferret_in(&folder, words));
    (folder, said)
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).expect("the file was written")
}

#[test]
fn a_report_from_the_ledger_is_what_was_told_and_written_before() {
    let (folder, said) = tested("reported");
    let words = "report --lcov b.info --cobertura b.xml --jacoco-xml b.jacoco.xml --llvm-json b.json \
                 --junit-xml b.junit.xml --sarif b.sarif --markdown b.md";
    // Where tests were written is known to the one who wrote them alone.
    let (figures, tests) = said.trim_end().rsplit_once('\n').expect("several lines");
    assert!(tests.starts_with("tests: ") && tests.ends_with(" in ferret-tests"), "{said}");
    assert_eq!(told(&mut ferret_in(&folder, words)).trim_end(), figures);
    for ending in ["info", "xml", "jacoco.xml", "json", "junit.xml", "sarif", "md"] {
        let [before, now] = ["a", "b"].map(|name| read(&folder, &format!("{name}.{ending}")));
        assert_eq!(now, before, "{ending}");
    }
    let lcov = read(&folder, "b.info");
    assert!(lcov.contains("SF:src/sign.c\n") && lcov.contains("SF:clamp.c\n"), "{lcov}");
    let json = told(&mut ferret_in(&folder, "report --json --include sign.c"));
    matches_schema(&json);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["units"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["settings"]["executions"], 400);
    assert_eq!(json["settings"]["technique"], "auto");
}

#[test]
fn of_several_results_of_a_unit_the_last_command_counts() {
    let (folder, _) = tested("reported_twice");
    told(&mut ferret_in(
        &folder,
        "--executions 1 --mutation 0% --jobs 1 --quiet --include clamp.c",
    ));
    let json = told(&mut ferret_in(&folder, "report --json"));
    let json: Value = serde_json::from_str(&json).expect("JSON");
    let of = |name: &str| {
        let units = json["units"].as_array().expect("units");
        let unit = units.iter().find(|unit| unit["name"] == name).expect("the unit");
        unit["settings"]["executions"].as_u64()
    };
    assert_eq!((of("clamp.c"), of("src/sign.c")), (Some(1), Some(400)));
}

#[test]
fn a_unit_is_shown_from_the_ledger_or_from_the_json_of_a_run() {
    let (folder, _) = tested("shown");
    let said = told(&mut ferret_in(&folder, "show sign.c"));
    assert!(said.starts_with("function ") && said.contains("\nsign "), "{said}");
    assert!(!said.contains("clamp"), "{said}");
    let json = told(&mut ferret_in(&folder, "report --json"));
    std::fs::write(folder.join("kept.json"), json).expect("a file");
    assert_eq!(told(&mut ferret_in(&folder, "show sign.c kept.json")), said);
    let said = told(&mut ferret_in(&folder, "show sing.c"));
    assert_eq!(
        said,
        "! error: no result fits `sing.c`\n!   = help: did you mean src/sign.c?\n=> 2\n"
    );
}

#[test]
fn a_line_is_explained_by_its_tests_and_by_how_near_they_came() {
    let far = "int far(int x)\n{\n    if (x > 0 && x * 7 == 123457)\n        return 1;\n    return 0;\n}\n";
    let folder = folder("explained", &[("far.c", far)]);
    told(&mut ferret_in(&folder, "--technique random --executions 50 --jobs 1 --quiet"));
    let said = told(&mut ferret_in(&folder, "explain far.c:3"));
    assert!(said.starts_with("far.c:3 in far: partly covered, executed "), "{said}");
    assert!(said.contains("  3:9 `x > 0` true: taken by far_"), "{said}");
    let open = "  3:18 `x * 7 == 123457` true: open\n      the closest test, far_";
    assert!(said.contains(open) && said.contains(": 123451 away\n"), "{said}");
    let absolute = format!("explain {}:3", folder.join("far.c").display());
    for words in ["explain ./far.c:3", &absolute] {
        assert_eq!(told(&mut ferret_in(&folder, words)), said, "{words}");
    }
    let said = told(&mut ferret_in(&folder, "explain far.c:4"));
    assert!(said.starts_with("far.c:4 in far: not reached by any test\n"), "{said}");
    assert!(
        said.contains("evaluate and never take:\n  3:18 `x * 7 == 123457` true: open\n"),
        "{said}"
    );
    let said = told(&mut ferret_in(&folder, "explain far.c:2000"));
    assert_eq!(said, "! error: there is no code in line 2000 of `far.c`\n=> 2\n");
    let said = ["far.c", "fax.c:1", "far:3", "nothing.c:3"]
        .map(|place| told(&mut ferret_in(&folder, &format!("explain {place}"))));
    expect![[r#"
        ! error: `far.c` names no line
        !   = help: write FILE.c:12, FILE.java:12 or CLASS:12
        => 2
        ! error: no result is about `fax.c`
        !   = help: did you mean `far.c`?
        => 2
        ! error: no result is about `far`
        !   = help: it is a function of far.c: `ferret explain far.c:2`
        => 2
        ! error: no result is about `nothing.c`
        !   = help: name a file or a class that was tested, such as `far.c`
        => 2
    "#]]
    .assert_eq(&said.concat());
    let said = told(&mut ferret_in(&folder, "show far"));
    assert!(said.ends_with("  = help: it is a function of `far.c`: name that\n=> 2\n"), "{said}");
}

#[test]
fn without_a_ledger_there_is_nothing_to_report() {
    let folder = folder("unreported", &[("clamp.c", CLAMP)]);
    let said = told(&mut ferret_in(&folder, "report"));
    assert!(
        said.contains("error: there are no results yet: there is no `./.ferret/ledger.jsonl`"),
        "{said}"
    );
    assert!(said.ends_with("=> 2\n"), "{said}");
}

#[test]
fn a_verification_is_written_as_a_run_of_tests() {
    let (folder, _) = tested("verified_run");
    let said = told(&mut ferret_in(&folder, "verify --quiet --junit-xml run.xml"));
    assert!(said.contains("all pass"), "{said}");
    let run = read(&folder, "run.xml");
    assert!(run.contains("failures=\"0\" errors=\"0\" skipped=\"0\""), "{run}");
    assert!(run.contains("<testcase name=") && run.contains("classname=\"clamp.c\""), "{run}");
    std::fs::write(folder.join("clamp.c"), CLAMP.replace("return 100", "return 99"))
        .expect("a file");
    let said = told(&mut ferret_in(&folder, "verify --quiet --junit-xml run.xml"));
    assert!(said.ends_with("=> 1\n"), "{said}");
    let run = read(&folder, "run.xml");
    assert!(run.contains("<failure message=") && run.contains("type=\"changed\""), "{run}");
    assert!(run.contains("<testsuite name=\"src/sign.c\" tests=\"3\" failures=\"0\""), "{run}");
}

#[test]
fn lines_of_json_are_records_of_units() {
    let folder = folder("json_lines", &[("src/sign.c", SIGN), ("clamp.c", CLAMP)]);
    let output = ferret_in(&folder, "--executions 400 --jobs 1 --json-lines").output();
    let output = String::from_utf8(output.expect("the binary starts").stdout).expect("UTF-8");
    let lines: Vec<Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    let ledger = read(&folder, ".ferret/ledger.jsonl");
    let kept: Vec<Value> =
        ledger.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert_eq!(lines, kept);
    let name = |line: &Value| line["outcome"]["tested"]["name"].clone();
    let mut names: Vec<String> = lines.iter().map(|line| name(line).to_string()).collect();
    names.sort();
    assert_eq!(names, ["\"clamp.c\"", "\"src/sign.c\""]);
}

#[test]
fn a_branch_is_explained_by_what_the_solver_answered_for_it() {
    let directory = Directory::new("reports-solver");
    let gate =
        "int gate(int a)\n{\n    if (a > 10 && a < 5)\n        return 1;\n    return 0;\n}\n";
    directory.write("gate.c", gate);
    let line =
        "c gate.c --technique dse --executions 50 --mutation 0% --no-native --json --out out";
    let words: Vec<&str> = line.split(' ').collect();
    let report = told(&mut directory.ferret(&words));
    directory.write("gate.json", report);
    let said = told(&mut directory.ferret(["explain", "gate.c:3", "gate.json"]));
    let open = "3:19 `a < 5` true: infeasible\n      the closest test, gate_";
    assert!(said.contains(open), "{said}");
    let tried = "\n      symbolic execution: tried ";
    assert!(said.contains(tried) && said.contains(": 0 solved, "), "{said}");
}
