//! `ferret test` on code that changes: regeneration, `ferret verify`, `--changed` and `--since`.

use crate::projects::{compile, ferret_in, files, folder};
use crate::told;
use std::path::Path;
use std::process::Command;

const GRADE: &str = "int grade(int points) {
    if (points >= 90) return 1;
    if (points >= 50) return 2;
    return 5;
}
";

const FEE: &str = "int fee(int age) {
    if (age < 6) return 0;
    return age >= 65 ? 4 : 9;
}
";

const LAMP: &str = "package demo;
public class Lamp {
    private int level;
    public void dim(int by) {
        if (by > level) {
            throw new IllegalArgumentException(\"too dark\");
        }
        level -= by;
    }
    public void turnUp() { level++; }
    public boolean isOn() { return level > 0; }
}
";

const ROOM: &str = "package demo;
public class Room {
    public static int lamps(int width) { return width < 100 ? 1 : Wall.lamps(width); }
}
";

const WALL: &str = "package demo;
public class Wall {
    public static int lamps(int width) { return width < 200 ? 2 : 3; }
}
";

const TEST: &str = "test --executions 600 --jobs 1";

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file can be written");
}

fn read(folder: &Path, name: &str) -> String {
    let path = folder.join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The tests of a C file, each with its text.
fn tests_of(text: &str) -> Vec<(String, String)> {
    let parts = text.split("\nstatic void ").skip(1);
    let tests = parts.filter_map(|part| {
        let (name, rest) = part.split_once("(void)\n")?;
        let body = rest.split("\n}\n").next()?;
        Some((name.to_owned(), body.to_owned())).filter(|(_, body)| body.contains("CHECK("))
    });
    tests.collect()
}

#[test]
fn a_changed_c_file_keeps_the_tests_that_still_hold_and_gets_the_ones_it_lacks() {
    let folder = folder("regenerated", &[("grade.c", GRADE)]);
    told(&mut ferret_in(&folder, TEST));
    let before = tests_of(&read(&folder, "ferret-tests/grade/test_grade.c"));
    assert!(before.len() >= 3, "{before:?}");
    let more = GRADE.replace("    return 5;", "    if (points == -77) return 8;\n    return 5;");
    write(&folder, "grade.c", &more);
    let said = told(&mut ferret_in(&folder, TEST));
    assert!(said.contains("6/6 branches"), "{said}");
    let after = tests_of(&read(&folder, "ferret-tests/grade/test_grade.c"));
    let kept: Vec<_> = after.iter().filter(|test| before.contains(test)).cloned().collect();
    assert_eq!(kept, before, "every old test is there as it was, in its order: {after:?}");
    assert!(
        after.iter().any(|(_, body)| body.contains("-77") && body.contains("== 8")),
        "{after:?}"
    );
}

#[test]
fn tests_that_fail_because_the_code_changed_are_listed_and_replaced_by_update_only() {
    let folder = folder("update", &[("grade.c", GRADE), ("fee.c", FEE)]);
    told(&mut ferret_in(&folder, TEST));
    let before = files(&folder.join("ferret-tests"));
    assert!(told(&mut ferret_in(&folder, "verify")).contains("all pass"), "nothing has changed");
    write(&folder, "grade.c", &GRADE.replace("return 2", "return 3"));
    let said = told(&mut ferret_in(&folder, "verify"));
    assert!(said.contains("grade.c: 2 of 5 tests fail\n"), "{said}");
    assert!(said.contains("`result == 2` no longer holds\n"), "{said}");
    let line = said
        .lines()
        .find(|line| line.contains("ferret-tests/grade/test_grade.c:"))
        .unwrap_or_default();
    let number = line.split(':').nth(1).and_then(|rest| rest.split(' ').next());
    let number: usize = number.and_then(|text| text.parse().ok()).expect("a line is named");
    let text = read(&folder, "ferret-tests/grade/test_grade.c");
    assert!(text.lines().nth(number - 1).is_some_and(|line| line.contains("== 2")), "{line}");
    assert!(said.ends_with("=> 1\n"), "{said}");
    assert_eq!(files(&folder.join("ferret-tests")), before, "verify changes nothing");

    let said = told(&mut ferret_in(&folder, TEST));
    assert!(said.contains("grade.c: 2 tests fail because the code changed\n"), "{said}");
    assert!(said.ends_with("--update replaces them\n=> 1\n"), "{said}");
    assert_eq!(files(&folder.join("ferret-tests")), before, "they are left as they are");

    let said = told(&mut ferret_in(&folder, &format!("{TEST} --update")));
    assert!(!said.contains("[1/") && !said.contains("=>"), "no search is needed again: {said}");
    let text = read(&folder, "ferret-tests/grade/test_grade.c");
    assert!(text.contains("== 3)") && !text.contains("== 2)"), "{text}");
    assert!(told(&mut ferret_in(&folder, "verify")).contains("all pass"), "{text}");
    let said = told(&mut ferret_in(&folder, TEST));
    assert!(!said.contains("changed"), "nothing is left to be told: {said}");
}

#[test]
fn an_edited_c_file_stays_and_new_tests_go_beside_it() {
    let folder = folder("edited", &[("grade.c", GRADE)]);
    told(&mut ferret_in(&folder, TEST));
    let path = "ferret-tests/grade/test_grade.c";
    let edited = format!("/* mine */\n{}", read(&folder, path));
    write(&folder, path, &edited);
    write(&folder, "grade.c", &GRADE.replace("90", "80"));
    told(&mut ferret_in(&folder, TEST));
    assert_eq!(read(&folder, path), edited);
    let beside = read(&folder, "ferret-tests/grade/test_grade_ferret.c");
    assert!(beside.contains("grade_returns_1"), "{beside}");
}

#[test]
fn only_units_that_changed_are_tested_with_changed() {
    let folder = folder("changed", &[("grade.c", GRADE), ("fee.c", FEE)]);
    told(&mut ferret_in(&folder, TEST));
    // Another budget would be another result, but nothing has changed.
    let said = told(&mut ferret_in(&folder, "test --executions 500 --changed"));
    assert!(said.contains("0 of 2 units") && !said.contains("[1/"), "{said}");
    write(&folder, "fee.c", &FEE.replace("65", "70"));
    let said = told(&mut ferret_in(&folder, "test --executions 500 --changed --update"));
    assert!(said.contains("fee.c:") && !said.contains("grade.c:"), "{said}");
}

#[test]
fn what_a_class_calls_changed_too() {
    let folder =
        folder("reached", &[("Lamp.java", LAMP), ("Room.java", ROOM), ("Wall.java", WALL)]);
    compile(&folder, &["Lamp.java", "Room.java", "Wall.java"]);
    told(&mut ferret_in(&folder, "test classes --executions 200 --no-native"));
    write(&folder, "Wall.java", &WALL.replace("200", "300"));
    compile(&folder, &["Lamp.java", "Room.java", "Wall.java"]);
    let said = told(&mut ferret_in(&folder, "test classes --dry-run --changed --quiet"));
    let units: Vec<&str> = said.lines().filter_map(|line| line.split(" -> ").next()).collect();
    assert_eq!(units, ["demo.Room", "demo.Wall"]);
}

#[test]
fn a_changed_class_keeps_its_tests_and_says_which_fail_on_the_jvm() {
    let folder = folder("regenerated_java", &[("Lamp.java", LAMP)]);
    compile(&folder, &["Lamp.java"]);
    let test = "test classes --executions 400 --jobs 1 --tests src";
    told(&mut ferret_in(&folder, test));
    let before = read(&folder, "src/demo/LampTest.java");
    let own = |text: &str| -> Vec<String> {
        let methods = text.split("    @Test\n").skip(1);
        let methods = methods.map(|part| part.split("\n    }\n").next().unwrap_or(part).to_owned());
        methods.filter(|method| !method.contains("twice")).collect()
    };
    // A new method changes no test of the others.
    let more = "public int twice(int by) { return by > 7 ? 14 : 2 * by; }\n}";
    write(&folder, "Lamp.java", &format!("{}{more}\n", LAMP.trim_end().trim_end_matches('}')));
    compile(&folder, &["Lamp.java"]);
    told(&mut ferret_in(&folder, test));
    let after = read(&folder, "src/demo/LampTest.java");
    assert_eq!(own(&after), own(&before), "{after}");
    assert!(after.contains("twice"), "{after}");
    // Another behaviour is told by the JVM.
    write(&folder, "Lamp.java", &LAMP.replace("level > 0", "level >= 0"));
    compile(&folder, &["Lamp.java"]);
    let said = told(&mut ferret_in(&folder, "verify classes --tests src"));
    assert!(said.contains("cannot find symbol"), "`twice` is gone: {said}");
    let said = told(&mut ferret_in(&folder, test));
    assert!(!said.contains("=>"), "tests that do not compile are replaced: {said}");
    write(&folder, "Lamp.java", LAMP);
    compile(&folder, &["Lamp.java"]);
    let said = told(&mut ferret_in(&folder, "verify classes --tests src"));
    assert!(said.contains("demo/LampTest.java:") && said.ends_with("=> 1\n"), "{said}");
}

/// Runs git in a folder.
fn git(folder: &Path, words: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(folder).args(["-c", "user.name=a", "-c", "user.email=a@b.c"]).args(words);
    assert!(command.output().expect("git starts").status.success(), "{words:?}");
}

#[test]
fn only_goals_in_changed_lines_count_since_a_revision() {
    let hard = "int hard(int x) {\n    if (x * x == -1) return 1;\n    return 0;\n}\n";
    let folder = folder("since", &[("grade.c", GRADE), ("fee.c", FEE), ("hard.c", hard)]);
    write(&folder, ".gitignore", ".ferret\nferret-tests\n");
    let said = told(&mut ferret_in(&folder, "test --since HEAD"));
    // The folder of the test is inside of another repository.
    assert!(said.contains("=> 2") || said.contains("0 of 3 units"), "{said}");
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "first"]);
    let said = told(&mut ferret_in(&folder, "test --since nowhere"));
    assert!(said.contains("there is no revision `nowhere`") && said.ends_with("=> 2\n"), "{said}");
    told(&mut ferret_in(&folder, TEST));
    let more = hard.replace("    return 0;", "    if (x > 9) return 2;\n    return 0;");
    write(&folder, "hard.c", &more);
    let said = told(&mut ferret_in(&folder, &format!("{TEST} --since HEAD --fail-under 100%")));
    assert!(said.contains("1 of 3 units") && !said.contains("fee.c"), "{said}");
    // The branch that cannot be taken is not in a changed line.
    assert!(said.contains("changed lines: 2 of 2 goals covered"), "{said}");
    assert!(!said.contains("=>"), "{said}");
    let text = read(&folder, "ferret-tests/hard/test_hard.c");
    assert!(text.contains("hard(0) == 0") || text.contains("== 0)"), "old tests stay: {text}");
    // Without changed lines there is nothing to do.
    git(&folder, &["commit", "-q", "-a", "-m", "second"]);
    let said = told(&mut ferret_in(&folder, &format!("{TEST} --since HEAD")));
    assert!(said.contains("0 of 3 units"), "{said}");
}

#[test]
fn the_ledger_keeps_the_scenarios_of_tests() {
    let folder = folder("kept", &[("grade.c", GRADE)]);
    told(&mut ferret_in(&folder, TEST));
    let ledger = read(&folder, ".ferret/ledger.jsonl");
    assert!(ledger.contains("\"scenario\":\"let points: i32"), "{ledger}");
}
