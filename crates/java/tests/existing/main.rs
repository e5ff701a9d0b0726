//! Tests that are there already are run in the machine, and what they show is not shown again.

#[path = "../compiled/mod.rs"]
mod compiled;

use expect_test::expect;
use generate::{Budget, Random, Settings};
use java::project::{Product, Project};
use java::run::{Captured, Launch, prepare_library};
use java::write::{self, Junit, Known};
use machine::Config;
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

fn product() -> (Project, Product) {
    let annotations = ["BeforeAll", "BeforeEach", "Test", "Disabled"].map(|name| {
        let text = format!(
            "package org.junit.jupiter.api;\n\
             @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)\n\
             public @interface {name} {{}}\n"
        );
        (format!("org/junit/jupiter/api/{name}.java"), text)
    });
    let mut sources = vec![("a/Sign.java", SIGN), ("a/SignTest.java", TESTS)];
    sources.extend(annotations.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    let folder = compiled::compile("existing", &sources, &[]);
    let launch = Launch::new(compiled::jdk(), vec![folder], "");
    let silent = Arc::new(Captured::default());
    let library = prepare_library(&launch, Config::default(), silent).expect("a library");
    let classes = vec!["a/Sign".to_owned()];
    let tests = ["a/OtherTest", "a/SignTest"].map(str::to_owned);
    let project = Project::beside(&library, "a/Sign", classes.clone(), &classes, &tests);
    let project = project.expect("a project");
    let settings = Settings { budget: Budget::executions(500), ..Settings::default() };
    let product = project.produce(&Random, &settings, &mut |_| ()).expect("tests");
    (project, product)
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
