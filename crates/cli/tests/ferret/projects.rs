//! `ferret test` and what belongs to it: whole projects.

use crate::c_tests::timeless;
use crate::{ferret, told};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own with some files.
pub fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("projects").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("folders can be made");
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("it is below the folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    folder
}

/// Two C files with a few branches.
const SIGN: &str = "int sign(int x) { if (x > 0) return 1; if (x < 0) return -1; return 0; }\n";
const CLAMP: &str = "int clamp(int x) { if (x > 100) return 100; return x < 0 ? 0 : x; }\n";

fn two_files(name: &str) -> PathBuf {
    folder(name, &[("src/sign.c", SIGN), ("clamp.c", CLAMP)])
}

pub fn ferret_in(folder: &Path, words: &str) -> Command {
    let mut command = ferret();
    command.current_dir(folder).args(words.split_whitespace());
    command
}

/// All files below a folder but for the ledgers, with their texts.
pub fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true if entry.file_name() != ".ferret" => found.extend(files(&path)),
            true => {}
            false => {
                found.insert(path.clone(), std::fs::read_to_string(&path).expect("text"));
            }
        }
    }
    found
}

#[test]
fn without_a_command_the_project_is_tested_and_nothing_is_done_twice() {
    let folder = two_files("without_a_command");
    let first = told(&mut ferret_in(&folder, "--executions 400 --jobs 1"));
    let times = |text: &str| {
        let text = timeless(text);
        let lines =
            text.lines().map(|line| line.split(" tests, ").next().unwrap_or(line).to_owned());
        lines.collect::<Vec<_>>().join("\n")
    };
    expect_test::expect![[r#"
        module             units        lines     branches    mutants  tests  findings     time
        without_a_command      2    2/2 100 %    8/8 100 %      28/31      6         0

        mutants: 28 of 31 killed (90 %), 3 survive (1 proven equivalent)
        tests: 6 in ferret-tests
        ! folder of C files, 2 units; tests go to ferret-tests
        ! [1/2] clamp.c: 4/4 branches, 3
        ! [2/2] src/sign.c: 4/4 branches, 3
    "#]]
    .assert_eq(&(times(&first) + "\n"));
    let tests = files(&folder.join("ferret-tests"));
    assert!(tests.contains_key(&folder.join("ferret-tests/src/sign/test_sign.c")), "{tests:?}");
    let again = told(&mut ferret_in(&folder, "test --executions 400 --jobs 1"));
    assert!(!again.contains("[1/2]"), "{again}");
    assert_eq!(files(&folder.join("ferret-tests")), tests);
    // Only what has changed is tested again.
    std::fs::write(folder.join("clamp.c"), CLAMP.replace("100", "50")).expect("written");
    let changed = told(&mut ferret_in(&folder, "test --executions 400 --jobs 1"));
    assert!(changed.contains("clamp.c:") && !changed.contains("sign.c:"), "{changed}");
}

#[test]
fn tests_and_examples_of_a_c_project_get_no_tests_unless_they_are_asked_for() {
    let files = [("src/sign.c", SIGN), ("tests/check.c", CLAMP), ("doc/Examples/use.c", CLAMP)];
    let folder = folder("supporting", &files);
    let said = told(&mut ferret_in(&folder, "test --dry-run"));
    expect_test::expect![[r#"
        src/sign.c -> ferret-tests/src/sign
        ! folder of C files, 1 of 3 units; tests go to ferret-tests
        ! left out: 2 units in folders of tests, examples or benchmarks; --include '*' tests all
    "#]]
    .assert_eq(&said);
    let asked = told(&mut ferret_in(&folder, "test --dry-run --quiet --include tests/*"));
    assert_eq!(asked, "tests/check.c -> ferret-tests/tests/check\n");
}

#[test]
fn a_dry_run_lists_units_and_touches_nothing() {
    let folder = two_files("a_dry_run");
    let before = files(&folder);
    let said = told(&mut ferret_in(&folder, "test --dry-run --exclude src/*"));
    assert_eq!(
        said,
        "clamp.c -> ferret-tests/clamp\n! folder of C files, 1 of 2 units; tests go to ferret-tests\n"
    );
    assert_eq!(files(&folder), before);
    assert!(!folder.join(".ferret").exists());
}

#[test]
fn a_pattern_that_fits_nothing_brings_a_suggestion() {
    let folder = two_files("a_pattern");
    let said = told(&mut ferret_in(&folder, "test --include sgin"));
    let expected = "! error: no unit matches `sgin`\n!   = help: did you mean src/sign.c?\n=> 2\n";
    assert_eq!(said, expected);
}

#[test]
fn shards_and_one_machine_give_the_same_tests() {
    let alone = two_files("one_machine");
    told(&mut ferret_in(&alone, "test --executions 400 --quiet"));
    let shared = two_files("shards");
    told(&mut ferret_in(&shared, "plan --executions 400"));
    for shard in ["1/2", "2/2"] {
        told(&mut ferret_in(&shared, &format!("work --executions 400 --quiet --shard {shard}")));
    }
    let said = told(&mut ferret_in(
        &shared,
        "merge .ferret/shard-1-of-2.jsonl .ferret/shard-2-of-2.jsonl",
    ));
    assert_eq!(said, "2 results of 2 ledgers, 2 of them new, in .ferret/ledger.jsonl\n");
    // What shards wrote may be on their own disks; the ledger has it.
    std::fs::remove_dir_all(shared.join("ferret-tests")).expect("the shards wrote tests");
    let told = told(&mut ferret_in(&shared, "test --executions 400"));
    assert!(!told.contains("[1/"), "{told}");
    let below = |folder: &Path| -> BTreeMap<PathBuf, String> {
        let all = files(&folder.join("ferret-tests")).into_iter();
        all.map(|(path, text)| (path.strip_prefix(folder).expect("below").to_owned(), text))
            .collect()
    };
    assert_eq!(below(&shared), below(&alone));
}

#[test]
fn the_file_of_a_project_gives_defaults_that_the_command_line_beats() {
    let folder = two_files("defaults");
    std::fs::write(folder.join("ferret.toml"), "seed = 3\nexclude = [\"clamp*\"]\n")
        .expect("written");
    let said = told(&mut ferret_in(&folder, "config --seed 4"));
    let line = |name: &str| {
        let found = said.lines().find(|line| line.split(' ').next() == Some(name));
        found.unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(line("seed"), "seed 4 command line");
    assert_eq!(line("exclude"), "exclude clamp* ferret.toml");
    assert_eq!(line("technique"), "technique auto default");
    assert!(said.starts_with("Set:\nexclude ") && said.contains("\n\nInput:\n"), "{said}");
    let said = told(&mut ferret_in(&folder, "test --dry-run --quiet"));
    assert_eq!(said, "src/sign.c -> ferret-tests/src/sign\n");
    // What `ferret init` writes must not keep anybody from counting executions.
    std::fs::write(folder.join("ferret.toml"), "total-budget = \"10m\"\n").expect("written");
    let said = told(&mut ferret_in(&folder, "test --dry-run --quiet --executions 9"));
    assert!(said.contains("src/sign.c -> ") && !said.contains("=> "), "{said}");
    std::fs::write(folder.join("ferret.toml"), "sede = 3\n").expect("written");
    let said = told(&mut ferret_in(&folder, "test"));
    assert!(said.contains("there is no option `sede`") && said.contains("`seed`"), "{said}");
}

#[test]
fn continuous_integration_reads_the_status() {
    let hard = "int hard(int x) { if (x * x == -1) return 1; return 0; }\n";
    let folder = folder("status", &[("hard.c", hard)]);
    let said = told(&mut ferret_in(&folder, "test --executions 200 --quiet --fail-under 90%"));
    assert!(
        said.ends_with("! 50.0 % of the branches are covered, less than 90 %\n=> 3\n"),
        "{said}"
    );
    let said = told(&mut ferret_in(&folder, "test --executions 200 --quiet --fail-under 50%"));
    assert!(!said.contains("=>"), "{said}");
}

#[test]
fn a_ledger_that_was_cut_off_goes_on_behind_its_last_whole_line() {
    let folder = two_files("cut_off");
    told(&mut ferret_in(&folder, "test --executions 400 --quiet"));
    let tests = files(&folder.join("ferret-tests"));
    let ledger = folder.join(".ferret/ledger.jsonl");
    let text = std::fs::read(&ledger).expect("the ledger is there");
    std::fs::write(&ledger, &text[..text.len() - 10]).expect("written");
    let said = told(&mut ferret_in(&folder, "test --executions 400"));
    assert!(said.contains("[2/2]") && !said.contains("[1/2]"), "{said}");
    assert_eq!(files(&folder.join("ferret-tests")), tests);
}

#[test]
fn a_folder_without_code_is_told_with_what_to_do() {
    let folder = folder("nothing", &[("notes.txt", "")]);
    let said = told(&mut ferret_in(&folder, ""));
    assert!(said.contains("there is no Java or C project in"), "{said}");
    assert!(said.contains("= help: name the folder of a project"), "{said}");
    assert!(said.ends_with("=> 2\n"), "{said}");
}

#[test]
fn a_project_that_is_not_configured_is_told_what_configures_it() {
    let source = ("a.c", "#include \"config.h\"\nint one(void) { return ONE; }\n");
    for (file, expected) in [
        ("configure", "`./configure && make`"),
        ("configure.ac", "`autoreconf --install && ./configure && make`"),
        ("meson.build", "`meson setup build && ninja -C build`"),
    ] {
        let folder = folder("unconfigured", &[source, (file, "")]);
        let said = told(&mut ferret_in(&folder, ""));
        assert!(said.contains(expected) && said.ends_with("=> 2\n"), "{said}");
    }
}

#[test]
fn a_project_is_configured_where_that_is_wanted() {
    let configure = "#!/bin/sh\necho '#define ONE 1' > config.h\n\
                     printf 'a.o: a.c\\n\\tcc -I. -c a.c\\n' > Makefile\n";
    let source = "#include \"config.h\"\nint one(int n) { return n > ONE ? ONE : n; }\n";
    let folder = folder("configured_by_ferret", &[("a.c", source), ("configure", configure)]);
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.join("configure"), mode).expect("permissions can be set");
    let said = told(&mut ferret_in(&folder, "--build --executions 200"));
    assert!(said.contains("2/2"), "{said}");
}

#[test]
fn init_writes_a_file_once() {
    let folder = two_files("init");
    assert_eq!(told(&mut ferret_in(&folder, "init")), "wrote ./ferret.toml\n");
    let said = told(&mut ferret_in(&folder, "init"));
    assert!(said.contains("there is a `./ferret.toml` already"), "{said}");
    assert!(told(&mut ferret_in(&folder, "config")).contains("total-budget"));
}

#[test]
fn a_file_of_another_language_is_told_as_such() {
    let folder = folder("another_language", &[("a.cpp", "#include <vector>\n")]);
    let said = told(&mut ferret_in(&folder, "c a.cpp"));
    let expected = "! error: `a.cpp` is C++, and Ferret reads C and Java\n!   = help: name files that end in .c\n=> 2\n";
    assert_eq!(said, expected);
}

/// Compiles Java sources in a folder into `classes`.
pub fn compile(folder: &Path, sources: &[&str]) {
    let mut javac = Command::new("javac");
    javac.current_dir(folder).args(["-g", "-d", "classes"]).args(sources);
    assert!(javac.status().expect("javac starts").success());
}

#[test]
fn classes_are_chosen_by_simple_names_and_patterns_and_mistakes_bring_suggestions() {
    let order = "package shop; public class Order { public int twice(int x) { return x > 9 ? 0 : 2 * x; } }";
    let animal =
        "package zoo; public class Animal { public boolean old(int age) { return age > 9; } }";
    let folder = folder("chosen", &[("Order.java", order), ("Animal.java", animal)]);
    compile(&folder, &["Order.java", "Animal.java"]);
    let classes = |words: &str| {
        let line = format!("java classes --executions 50 --no-native --mutation 0% {words}");
        told(&mut ferret_in(&folder, &line))
    };
    let said = classes("--class Order");
    assert!(said.contains("shop.Order") && !said.contains("zoo.Animal"), "{said}");
    let said = classes("--class zoo.*");
    assert!(said.contains("zoo.Animal") && !said.contains("shop.Order"), "{said}");
    let said = classes("--class Ordre");
    assert!(
        said.contains("there is no class `Ordre`") && said.contains("did you mean shop.Order?"),
        "{said}"
    );
    let said = classes("--class Order --method twcie");
    assert!(
        said.contains("there is no method `twcie`") && said.contains("did you mean twice?"),
        "{said}"
    );
    assert!(said.ends_with("=> 2\n"), "{said}");
}

#[test]
fn modules_of_maven_that_need_each_other_are_tested_without_being_installed() {
    let module = |name: &str, needs: &str| {
        format!(
            "<project><modelVersion>4.0.0</modelVersion><parent><groupId>acme</groupId>\
             <artifactId>all</artifactId><version>1</version></parent>\
             <artifactId>{name}</artifactId><dependencies>{needs}</dependencies></project>"
        )
    };
    let parent = "<project><modelVersion>4.0.0</modelVersion><groupId>acme</groupId><artifactId>all</artifactId>\
                  <version>1</version><packaging>pom</packaging><modules><module>core</module><module>shop</module>\
                  </modules><properties><maven.compiler.source>17</maven.compiler.source><maven.compiler.target>17\
                  </maven.compiler.target><project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>\
                  </properties></project>";
    let needs = "<dependency><groupId>acme</groupId><artifactId>core</artifactId><version>1</version></dependency>";
    let money = "package acme; public class Money { public static int tax(int cents) { return cents > 100 ? 7 : 0; } }";
    let order = "package acme; public class Order { public int total(int cents) { return cents + Money.tax(cents); } }";
    let folder = folder(
        "maven_modules",
        &[
            ("pom.xml", parent),
            ("core/pom.xml", &module("core", "")),
            ("shop/pom.xml", &module("shop", needs)),
            ("core/src/main/java/acme/Money.java", money),
            ("shop/src/main/java/acme/Order.java", order),
        ],
    );
    let said = told(&mut ferret_in(&folder, "test"));
    assert!(
        said.contains("is not compiled yet") && said.contains("`mvn compile`, or let Ferret"),
        "{said}"
    );
    let said = told(&mut ferret_in(&folder, "test --build --executions 300 --no-native"));
    assert!(said.contains("core/acme.Money: 2/2 branches"), "{said}");
    assert!(folder.join("core/src/test/java/acme/MoneyTest.java").exists(), "{said}");
    assert!(folder.join("shop/src/test/java/acme/OrderTest.java").exists(), "{said}");
}

#[test]
fn tests_of_gradle_projects_go_to_their_own_test_folders() {
    let builds = "subprojects { apply plugin: 'java'; sourceCompatibility = 8 }\n\
                  project(':core') { sourceSets { test { java { srcDirs = ['src/checks/java'] } } } }\n\
                  project(':lib:core') { dependencies { compile project(':core') } }\n";
    let money = "package acme; public class Money { public static int tax(int c) { return c > 9 ? 7 : 0; } }\n";
    let order =
        "package acme; public class Order { public int sum(int c) { return c + Money.tax(c); } }\n";
    let folder = folder(
        "gradle",
        &[
            ("settings.gradle", "include 'core', 'lib:core'\n"),
            ("build.gradle", builds),
            ("core/src/main/java/acme/Money.java", money),
            ("lib/core/src/main/java/acme/Order.java", order),
        ],
    );
    let gradle = Command::new("gradle").arg("--version").output();
    // Where there is no Gradle, there is nothing to try.
    let Ok(gradle) = gradle else { return };
    // `compile` dependencies are gone from Gradle 7.
    if !String::from_utf8_lossy(&gradle.stdout).contains("Gradle 4.") {
        let text = builds.replace("compile project", "implementation project");
        std::fs::write(folder.join("build.gradle"), text).expect("written");
    }
    let said = told(&mut ferret_in(&folder, "test --build --executions 50 --jobs 1 --no-native"));
    for line in [
        "! Gradle project, 2 units",
        "!   core: 1 unit; tests go to core/src/checks/java",
        "!   lib/core: 1 unit; tests go to lib/core/src/test/java",
        "! [1/2] core/acme.Money: 2/2 branches",
        "! [2/2] lib/core/acme.Order: 0/0 branches",
    ] {
        assert!(said.lines().any(|own| own.starts_with(line)), "{line}: {said}");
    }
    for test in
        ["core/src/checks/java/acme/MoneyTest.java", "lib/core/src/test/java/acme/OrderTest.java"]
    {
        assert!(folder.join(test).exists(), "{test}: {said}");
    }
}
