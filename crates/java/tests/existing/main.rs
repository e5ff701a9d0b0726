//! Tests that are there already are run in the machine, and what they show is not shown again.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;

use expect_test::expect;
use generate::{Budget, Random, Settings};
use java::project::{Product, Project};
use java::write::{self, Junit, Known};
use jvm::run::{Launch, prepare_library};
use machine::{Captured, Config};
use std::fmt::Write;
use std::sync::Arc;

const SIGN: &str = "package a; public class Sign {
    public static int of(int number) {
        if (number < 0) return -1;
        return number == 0 ? 0 : 1;
    }
}";

/// A class of tests as JUnit's, and the annotations that it needs.
const TESTS: &str = "package a; import org.junit.jupiter.api.*;
class SignTest {
    static int classes; int tests;
    @BeforeAll static void begin() { classes++; }
    @BeforeEach void start() { tests++; }
    @Test void negative() { if (classes != 1 || tests != 1 || Sign.of(-5) != -1) throw new AssertionError(); }
    @Test void wrong() { if (Sign.of(0) != 1) throw new AssertionError(); }
    @Disabled @Test void disabled() { Sign.of(1); }
    void helper() { Sign.of(1); }
}
class OtherTest { @Test void about() { throw new IllegalStateException(); } }";

/// A class that keeps what it is to itself: only calls lead to the last line.
const SAFE: &str = "package a; public class Safe {
    private final String word; private int wrong; private boolean open;
    public Safe(String word) { this.word = word; }
    public boolean enter(String said) {
        if (wrong >= 3) throw new IllegalStateException();
        if (!said.equals(word)) { wrong++; return false; }
        return open = true;
    }
    public Integer take(int[] coins, Object key) {
        if (!open || coins.length != 2) return null;
        return coins[0] == 20 && coins[1] == 22 && key.equals(7) ? 42 : 0;
    }
}";

/// Tests that use the class by a helper of their own, with a library's call in between.
const SAFE_TESTS: &str = "package a; import org.junit.jupiter.api.*;
class SafeTest {
    Safe safe;
    static boolean open(Safe safe, String word) { return safe.enter(word); }
    @BeforeEach void start() { safe = new Safe(\"Sesam\"); }
    @Test void closed() { java.util.Objects.requireNonNull(safe).enter(\"Raps\"); safe.take(new int[0], null); }
    @Test void opens() {
        if (!open(safe, \"Sesam\")) throw new AssertionError();
        if (safe.take(new int[] {20, 22}, 7) != 42) throw new AssertionError();
    }
    @Test void locks() {
        for (int i = 0; i < 3; i++) safe.enter(\"Raps\");
        try { safe.enter(\"Sesam\"); throw new AssertionError(); } catch (IllegalStateException expected) { }
        try { safe.enter(null); } catch (RuntimeException expected) { }
    }
}";

fn product() -> (Project, Product) {
    let settings = Settings { budget: Budget::executions(500), ..Settings::default() };
    let project = project("existing", ("Sign", SIGN), ("SignTest", TESTS), &["a/OtherTest"]);
    let product = project.produce(&Random, &settings, &mut |_| ()).expect("tests");
    (project, product)
}

/// A class, and one with tests of it, and more of those.
fn project(folder: &str, subject: (&str, &str), tests: (&str, &str), more: &[&str]) -> Project {
    let annotations = ["BeforeAll", "BeforeEach", "Test", "Disabled"].map(|name| {
        let text = format!(
            "package org.junit.jupiter.api;\n\
             @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n\
             public @interface {name} {{}}\n"
        );
        (format!("org/junit/jupiter/api/{name}.java"), text)
    });
    let paths = [subject.0, tests.0].map(|name| format!("a/{name}.java"));
    let mut sources = vec![(paths[0].as_str(), subject.1), (paths[1].as_str(), tests.1)];
    sources.extend(annotations.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let folder = compiled::compile(folder, &sources, &[]);
    let launch = Launch::new(compiled::jdk(), vec![folder], "");
    let silent = Arc::new(Captured::default());
    let library = prepare_library(&launch, Config::default(), silent).expect("a library");
    let class = format!("a/{}", subject.0);
    let mut tests = vec![format!("a/{}", tests.0)];
    tests.extend(more.iter().map(|name| (*name).to_owned()));
    tests.sort();
    let classes = vec![class.clone()];
    let project = Project::beside(&library, &class, classes.clone(), &classes, &tests);
    project.expect("a project")
}

#[test]
fn what_passing_tests_cover_gets_no_other_test_and_counts() {
    let (project, mut product) = product();
    let mut text = String::new();
    for test in &product.rerun.passed {
        let _ = writeln!(text, "passed {}", test.name);
    }
    for (test, why) in &product.rerun.failed {
        let _ = writeln!(text, "failed {}: {why}", test.name);
    }
    let written = project.with_world(|world| {
        let known = Known::new(world, &project.program, &project.api, "a");
        let unit = project.writing(&known, Junit::Five);
        write::name_tests(&unit, &mut product.tests);
        write::write(&unit, &product.tests)
    });
    let counters = &product.counters["a/Sign"];
    let (covered, total) = (counters.branches.covered, counters.branches.total);
    let _ = writeln!(text, "{covered} of {total} branches, {}", written.path);
    let lines = written.text.lines().map(str::trim);
    for line in lines.filter(|line| line.contains("Sign.of(")) {
        let _ = writeln!(text, "{line}");
    }
    expect![[r#"
        passed a.SignTest.negative
        failed a.SignTest.wrong: java.lang.AssertionError
        4 of 4 branches, a/SignFerretTest.java
        assertEquals(1, Sign.of(1));
        assertEquals(0, Sign.of(0));
    "#]]
    .assert_eq(&text);
}

/// The calls of the tests that come out when as many executions are made as there are scenarios to start from, so that
/// nothing else is tried.
fn replayed(project: &Project, executions: u64) -> (Product, String) {
    let settings = Settings { budget: Budget::executions(executions), ..Settings::default() };
    let mut product = project.produce(&Random, &settings, &mut |_| ()).expect("tests");
    let written = project.with_world(|world| {
        let known = Known::new(world, &project.program, &project.api, "a");
        let unit = project.writing(&known, Junit::Five);
        write::name_tests(&unit, &mut product.tests);
        write::write(&unit, &product.tests)
    });
    let lines = written.text.lines().map(str::trim);
    let calls = lines.filter(|line| line.contains("afe") && line.ends_with(';'));
    let calls: Vec<&str> = calls.filter(|line| !line.contains("package")).collect();
    (product, calls.join("\n") + "\n")
}

#[test]
fn what_tests_do_is_done_by_scenarios_of_the_same_calls() {
    let project = project("replayed", ("Safe", SAFE), ("SafeTest", SAFE_TESTS), &[]);
    let project = project.using(java::existing::Use::Start);
    let (product, text) = replayed(&project, 5);
    assert_eq!((product.rerun.passed.len(), product.rerun.seeds), (3, 5));
    assert!(!product.rerun.counts);
    expect![[r#"
        Safe safe = new Safe("abc");
        safe.enter("def");
        safe.enter("def");
        safe.enter("def");
        assertThrows(IllegalStateException.class, () -> safe.enter("abc"));
        Safe safe = new Safe("abc");
        safe.enter("abc");
        assertEquals(42, safe.take(new int[] {20, 22}, 7));
        Safe safe = new Safe("abc");
        assertNull(safe.take(new int[0], null));
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_tests_do_is_no_start_where_they_only_count() {
    let project = project("counted", ("Safe", SAFE), ("SafeTest", SAFE_TESTS), &[]);
    let project = project.using(java::existing::Use::Covered);
    let (product, _) = replayed(&project, 5);
    assert_eq!((product.rerun.passed.len(), product.rerun.seeds), (3, 0));
    assert!(product.rerun.counts);
}
