//! Shapes that tests can have: nested classes, tables of values, mocks, resources that are closed.

use super::{compiled, made, referees, subjects, written};
use generate::{Auto, Budget, Settings};
use java::project::{Product, Project};
use java::referee::trial::{self, Tried};
use java::referee::{Case, Judged, Referee, Verdict};
use java::write::{Junit, Layout, Mocks, Style, Written};
use jvm::run::{Launch, prepare_library};
use machine::{Captured, Config};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What a real JUnit says of a file of tests.
fn judged(file: &Written, more: &[PathBuf]) -> Judged {
    let junit = referees::jar("junit-platform-console-standalone");
    let referee = Referee { jdk: compiled::jdk(), junit, agent: None, reporter: None };
    let mut class_path = vec![subjects().0.clone()];
    class_path.extend_from_slice(more);
    let case = Case {
        sources: &[(file.path.clone(), file.text.clone())],
        class_path: &class_path,
        counted: &[],
        options: &[],
        seeds: &[1],
        limits: (Duration::from_secs(120), Duration::from_secs(120)),
    };
    match referee.judge(&case).expect("the tools can be started") {
        Verdict::Run(judged) => judged,
        verdict => panic!("{verdict:?}\n{}", file.text),
    }
}

/// Checks that tests pass with the stand-ins for JUnit and with JUnit, without a warning, and that each is run.
fn passes(file: &Written, product: &Product, more: &[PathBuf]) {
    let mut class_path = vec![subjects().0.clone()];
    class_path.extend_from_slice(more);
    let tried = trial::attempt(&compiled::jdk(), &class_path, Junit::Five, file, true);
    assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
    let judged = judged(file, more);
    assert_eq!((judged.warnings.as_str(), &judged.failed), ("", &[].into()), "{}", file.text);
    assert_eq!(judged.passed.len(), product.tests.len(), "{}", file.text);
}

fn styled(made: &mut (Project, Product), style: Style) -> Written {
    written(&made.0, &mut made.1, style)
}

#[test]
fn tests_that_differ_by_values_only_become_one_with_a_row_for_each() {
    let mut made = made("Grades", 3_000);
    let plain = styled(&mut made, Style::default());
    assert!(!plain.text.contains("ParameterizedTest"), "{}", plain.text);
    let file = styled(&mut made, Style { parameterised: true, ..Style::default() });
    passes(&file, &made.1, &[]);
    // Each row is one of the tests that there are otherwise.
    assert_eq!(file.tests, plain.tests);
    let rows: usize = file.methods.iter().map(|method| method.tests.len()).sum();
    assert_eq!(rows, file.tests.len());
    for shown in [
        "@ParameterizedTest(name = \"grade({0}) = {1}\")",
        "void gradeReturnsExpectedValue(int points, String expected) {",
        "assertEquals(expected, Grades.isVowel(letter));",
        "        \"e, true\",\n",
        "@MethodSource(\"rankReturnsExpectedValueRows\")",
        "            Arguments.of(\"it's first\", 1),\n",
        // What gives a number cannot be in one table with what gives null.
        "assertNull(Grades.rank(\"abc\"));",
    ] {
        assert!(file.text.contains(shown), "no {shown} in\n{}", file.text);
    }
    let nested = Style { parameterised: true, layout: Layout::Nested, ..Style::default() };
    let file = styled(&mut made, nested);
    passes(&file, &made.1, &[]);
    assert!(file.text.contains("        void returnsExpectedValue(int points, String expected) {"));
}

#[test]
fn a_row_that_does_not_hold_is_told_apart_from_the_others() {
    let mut made = made("Grades", 3_000);
    let style = Style { parameterised: true, ..Style::default() };
    let mut file = styled(&mut made, style);
    file.text = file.text.replace("\"e, true\"", "\"e, false\"");
    let class_path = [subjects().0.clone()];
    let tried = trial::attempt(&compiled::jdk(), &class_path, Junit::Five, &file, false);
    let Tried::Failed(failed) = tried.expect("a JVM") else { panic!("{}", file.text) };
    assert_eq!(failed.len(), 1, "{failed:?}");
    let name = failed.keys().next().expect("one");
    assert!(name.starts_with("isVowel") && name.contains("LetterE"), "{name}");
}

#[test]
fn nested_classes_have_the_tests_of_one_method_each() {
    let mut made = made("Bounded", 1_500);
    let flat = styled(&mut made, Style::default());
    let file = styled(&mut made, Style { layout: Layout::Nested, ..Style::default() });
    passes(&file, &made.1, &[]);
    assert_eq!(file.tests, flat.tests);
    assert!(file.text.contains("    @Nested\n    class PopTests {\n"), "{}", file.text);
    assert!(file.text.contains("        void throws"), "{}", file.text);
    // The flat file has the tests of a method beside each other too.
    let about_push: Vec<usize> =
        (0..flat.tests.len()).filter(|index| flat.tests[*index].starts_with("push")).collect();
    assert!(about_push.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{:?}", flat.tests);
}

#[test]
fn mockito_stands_in_for_interfaces_and_gives_the_same_answers() {
    let jars: Vec<PathBuf> =
        ["mockito-core", "byte-buddy-1", "byte-buddy-agent", "objenesis"].map(referees::jar).into();
    for name in ["Orders", "Poller", "Transfers"] {
        let mut made = made(name, 1_500);
        let file = styled(&mut made, Style { mocks: Mocks::Mockito, ..Style::default() });
        passes(&file, &made.1, &jars);
        assert!(file.text.contains("= mock("), "{}", file.text);
        // What a test looks at is added to a list, which a mock does not do.
        let mut classes = file.text.split("@Test").filter(|test| test.contains("@Override"));
        assert!(classes.all(|test| test.contains("list.add(")), "{}", file.text);
        if name == "Transfers" {
            let by_key = file.text.lines().filter(|line| line.contains("when(store.find("));
            let keys: Vec<&str> =
                by_key.map(|line| line.split("find(").nth(1).unwrap_or("")).collect();
            assert!(keys.iter().any(|key| key.starts_with("anyInt()")), "{}", file.text);
            assert!(keys.iter().any(|key| key.starts_with(char::is_numeric)), "{}", file.text);
        }
    }
}

#[test]
fn a_stub_gives_different_objects_for_different_arguments() {
    let mut made = made("Transfers", 2_000);
    let branches = made.1.counters["units/Transfers"].branches;
    assert_eq!((branches.covered, branches.total), (14, 14));
    let file = styled(&mut made, Style::default());
    passes(&file, &made.1, &[]);
    for shown in ["return number == ", ".equals(text) ? ", "assertTrue(transfers.move("] {
        assert!(file.text.contains(shown), "no {shown} in\n{}", file.text);
    }
    // One object for both arguments needs no choice.
    assert!(!file.text.contains("? account : account;"), "{}", file.text);
}

#[test]
fn what_a_test_opens_it_closes() {
    let mut made = made("Ledger", 1_500);
    let file = styled(&mut made, Style::default());
    passes(&file, &made.1, &[]);
    assert!(file.text.contains("try (Ledger ledger = new Ledger(\""), "{}", file.text);
    // Where a test closes it by itself, nobody does it again.
    let closing = file.text.split("@Test").filter(|test| test.contains("ledger.close();"));
    assert!(closing.clone().count() > 0 && closing.clone().all(|test| !test.contains("try (")));
    let open = styled(&mut made, Style { closes: false, ..Style::default() });
    assert!(!open.text.contains("try ("), "{}", open.text);
}

#[test]
fn executors_are_shut_down() {
    let mut made = made("Dispatcher", 1_500);
    let branches = made.1.counters["units/Dispatcher"].branches;
    assert_eq!((branches.covered, branches.total), (6, 6));
    let file = styled(&mut made, Style::default());
    passes(&file, &made.1, &[]);
    let opened = file.text.matches("Executors.newSingleThreadExecutor();").count();
    let ended = file.text.matches("} finally {\n            service.shutdownNow();").count();
    assert!(opened > 0 && opened == ended, "{}", file.text);
}

#[test]
fn numbers_go_by_the_names_that_the_class_has_for_them() {
    let mut made = made("Grades", 3_000);
    let file = styled(&mut made, Style::default());
    assert!(file.text.contains("Grades.grade(Grades.FULL_MARKS)"), "{}", file.text);
    assert!(!file.text.contains("(60)"), "{}", file.text);
}

/// Compiles `Orders` for Java 8.
fn orders_for_8(name: &str) -> PathBuf {
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/units/Orders.java");
    let source = std::fs::read_to_string(source).expect("a subject");
    compiled::compile(name, &[("units/Orders.java", &source)], &["--release", "8"])
}

/// The tests of `Orders` as compiled into a folder; they compile for Java 8.
fn tests_for_8(name: &str, classes: &Path) -> String {
    let launch = Launch::new(compiled::jdk(), vec![classes.to_path_buf()], "");
    let silent = Arc::new(Captured::default());
    let library =
        prepare_library(&launch, Config::default(), silent).expect("the library comes up");
    let own = ["Orders", "Orders$Order", "Orders$Repository"].map(|name| format!("units/{name}"));
    let project = Project::new(&library, "units/Orders", own.to_vec(), &[]).expect("a project");
    let settings = Settings { budget: Budget::executions(2_000), ..super::settings(2) };
    let product = project.produce(&Auto::default(), &settings, &mut |_| {});
    let mut product = product.expect("tests can be made");
    let file = written(&project, &mut product, Style::default());
    let junit = referees::jar("junit-platform-console-standalone");
    let path = std::env::join_paths([classes, &junit]).expect("a class path");
    let path = path.to_str().expect("a path in Unicode");
    let tests = [(file.path.as_str(), file.text.as_str())];
    compiled::compile(&format!("{name}-tests"), &tests, &["--release", "8", "-cp", path]);
    file.text
}

#[test]
fn tests_of_classes_for_java_8_compile_for_java_8() {
    let text = tests_for_8("for-8", &orders_for_8("for-8"));
    assert!(text.contains("Collections."), "{text}");
}

#[test]
fn classes_older_than_java_8_are_tested_with_the_library_of_java_8() {
    let classes = orders_for_8("for-7");
    for entry in std::fs::read_dir(classes.join("units")).expect("a folder of classes") {
        let path = entry.expect("a class file").path();
        let mut bytes = std::fs::read(&path).expect("a class file");
        // Javac no longer compiles for Java 7, whose class files have version 51.
        bytes[7] = 51;
        std::fs::write(&path, bytes).expect("a class file");
    }
    let text = tests_for_8("for-7", &classes);
    assert!(text.contains("Collections."), "{text}");
}

#[test]
fn classes_members_and_dates_are_arguments_like_others() {
    let mut made = made("Inspector", 4_000);
    let file = styled(&mut made, Style::default());
    passes(&file, &made.1, &[]);
    for text in [
        "int.class",
        "(Long.class)",
        "String.class.getMethod(\"length\")",
        "Inspector.class.getField(\"size\")",
        ".getConstructor(",
        "new GregorianCalendar(",
    ] {
        assert!(file.text.contains(text), "{text} in\n{}", file.text);
    }
}

#[test]
fn a_stub_implements_once_what_several_types_leave_open() {
    let mut made = made("Chapter", 1_500);
    assert_eq!(program::verify::verify(&made.0.program), Ok(()));
    let file = styled(&mut made, Style::default());
    passes(&file, &made.1, &[]);
    assert!(file.text.contains("new Chapter("), "{}", file.text);
}
