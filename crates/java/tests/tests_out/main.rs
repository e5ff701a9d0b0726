//! Tests that are written for our own classes compile without a warning, pass under JUnit in random order, and cover
//! what was printed: JaCoCo's counters are ours, class by class.
//!
//! Some classes of `subjects/java/units` are tried in every run of the tests, all of them with `FERRET_FULL`.

mod checked;
#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;
mod environment;
mod explored;
mod findings;
#[path = "../../../classfile/tests/libraries/mod.rs"]
mod libraries;
mod library;
mod oracles;
#[path = "../referees/mod.rs"]
mod referees;
mod shapes;
mod texts;

use generate::{Auto, Budget, Settings};
use jacoco::Lines;
use java::project::{Finding, Product, Project};
use java::referee::trial::{self, Tried};
use java::referee::{Case, Referee, Verdict};
use java::write::{self, Junit, Known, Style, Written};
use jvm::run::{Launch, Prepared, prepare_library};
use machine::{Captured, Config};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Classes that are tried in every run of the tests.
const SAMPLE: [&str; 17] = [
    "Bounded",
    "Calendar",
    "Choices",
    "Export",
    "Lock",
    "Milestones",
    "Mirror",
    "Nameless",
    "Orders",
    "Pipeline",
    "Poller",
    "Report",
    "Rule",
    "Scripts",
    "Settings",
    "Shapes",
    "Turnstile",
];

/// The compiled classes of the subjects, and their names.
fn subjects() -> &'static (PathBuf, Vec<String>) {
    static COMPILED: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../subjects/java/units");
        let mut names = Vec::new();
        let mut sources = Vec::new();
        for entry in std::fs::read_dir(folder).expect("the subjects") {
            let path = entry.expect("a file").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read_to_string(&path).expect("a source");
            sources.push((format!("units/{name}.java"), text));
            names.push(name);
        }
        names.sort();
        let given: Vec<(&str, &str)> =
            sources.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        (compiled::compile("tests-out", &given, &[]), names)
    })
}

fn library() -> Prepared {
    let launch = Launch::new(compiled::jdk(), vec![subjects().0.clone()], "");
    let silent = Arc::new(Captured::default());
    prepare_library(&launch, Config::default(), silent).expect("the library comes up")
}

/// A class with the classes inside it.
fn project(library: &Prepared, name: &str) -> Project {
    let folder = subjects().0.join("units");
    let mut classes: Vec<String> = std::fs::read_dir(folder)
        .expect("the classes")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|file| file.strip_suffix(".class").map(str::to_owned))
        .filter(|class| class == name || class.starts_with(&format!("{name}$")))
        .map(|class| format!("units/{class}"))
        .collect();
    classes.sort();
    let others: Vec<String> = subjects().1.iter().map(|name| format!("units/{name}")).collect();
    Project::new(library, &format!("units/{name}"), classes, &others).expect("a project")
}

fn settings(jobs: usize) -> Settings {
    Settings { budget: Budget::executions(1_500), jobs, ..Settings::default() }
}

/// A class and what so many executions make for it.
fn made(name: &str, executions: u64) -> (Project, Product) {
    let project = project(&library(), name);
    let settings = Settings { budget: Budget::executions(executions), ..settings(2) };
    let product = project.produce(&Auto::default(), &settings, &mut |_| {});
    (project, product.expect("tests can be made"))
}

fn written(project: &Project, product: &mut Product, style: impl Into<Style>) -> Written {
    written_in(project, product, style.into(), "units")
}

fn written_in(project: &Project, product: &mut Product, style: Style, package: &str) -> Written {
    project.with_world(|world| {
        let known = Known::new(world, &project.program, &project.api, package);
        write::finish(&project.writing(&known, style), &mut product.tests)
    })
}

fn chosen() -> Vec<String> {
    let all = std::env::var_os("FERRET_FULL").is_some();
    let only = std::env::var("FERRET_ONLY").ok();
    let names = subjects().1.iter().filter(|name| match &only {
        Some(only) => only == *name,
        None => all || SAMPLE.contains(&name.as_str()),
    });
    names.cloned().collect()
}

#[test]
fn written_tests_compile_pass_and_cover_what_jacoco_counts() {
    let referee = Referee {
        jdk: compiled::jdk(),
        junit: referees::jar("junit-platform-console-standalone"),
        agent: Some(referees::jar("org.jacoco.agent")),
        reporter: Some(referees::jar("org.jacoco.cli")),
    };
    let library = library();
    let class_path = [subjects().0.clone()];
    for name in chosen() {
        let project = project(&library, &name);
        let product = project.produce(&Auto::default(), &settings(2), &mut |_| {});
        let mut product = product.expect("tests can be made");
        let mut file = written(&project, &mut product, Junit::Five);
        if name == "Fickle" {
            // What relies on the clock is left out, and that is what the class is there for.
            product.tests.retain(|test| file.left_out.iter().all(|left| left.test != test.name));
            project.measure(&mut product).expect("tests can be measured");
            file = written(&project, &mut product, Junit::Five);
        }
        assert_eq!(file.left_out, [], "{name}");
        let four = written(&project, &mut product, Junit::Four);
        let tried = trial::attempt(&referee.jdk, &class_path, Junit::Four, &four, true);
        assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{name}\n{}", four.text);
        let case = Case {
            sources: &[(file.path.clone(), file.text.clone())],
            class_path: &class_path,
            counted: &project.classes,
            options: &[],
            seeds: &[1, 2],
            limits: (Duration::from_secs(120), Duration::from_secs(120)),
        };
        let verdict = referee.judge(&case).expect("the tools can be started");
        let Verdict::Run(judged) = verdict else { panic!("{name}: {verdict:?}\n{}", file.text) };
        assert_eq!(judged.warnings, "", "{name}\n{}", file.text);
        assert_eq!(judged.failed, [].into(), "{name}\n{}", file.text);
        assert_eq!(judged.passed.len(), product.tests.len(), "{name}");
        for (class, counters) in &judged.counters {
            assert_eq!(&product.counters[class], counters, "{class}\n{}", file.text);
        }
        assert_eq!(lines_of(&project, &product), judged.lines, "{name}\n{}", file.text);
    }
}

/// What is counted in the lines of a class and of those inside it, by source file.
fn lines_of(project: &Project, product: &Product) -> BTreeMap<String, Lines> {
    let mut files = BTreeMap::<String, Lines>::new();
    for (class, lines) in &product.reached.counted {
        let file = format!("units/{}", project.source_file(class).expect("a source file"));
        let known = files.entry(file).or_default();
        lines.iter().for_each(|(line, own)| *known.entry(*line).or_default() += *own);
    }
    files
}

#[test]
fn the_same_seed_gives_the_same_text_for_any_number_of_threads() {
    let library = library();
    let text = |jobs: usize| {
        let project = project(&library, "Bounded");
        let product = project.produce(&Auto::default(), &settings(jobs), &mut |_| {});
        written(&project, &mut product.expect("tests can be made"), Junit::Five).text
    };
    assert_eq!(text(1), text(2));
}

#[test]
fn texts_of_all_scripts_and_answers_of_generic_methods_reach_every_branch() {
    let library = library();
    for name in ["Scripts", "Settings"] {
        let project = project(&library, name);
        let settings = Settings { budget: Budget::executions(4_000), ..settings(2) };
        let product = project.produce(&Auto::default(), &settings, &mut |_| {});
        let mut product = product.expect("tests can be made");
        let file = written(&project, &mut product, Junit::Five);
        let tried =
            trial::attempt(&compiled::jdk(), &[subjects().0.clone()], Junit::Five, &file, true);
        assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
        let branches = product.counters[&format!("units/{name}")].branches;
        assert_eq!(branches.covered, branches.total, "{}", file.text);
    }
}

#[test]
fn what_a_class_inherits_brings_its_objects_into_states_that_nothing_of_its_own_does() {
    let (project, mut product) = made("Milestones", 6_000);
    let counters = &product.counters["units/Milestones"];
    assert_eq!((counters.branches.covered, counters.branches.total), (8, 8));
    let text = written(&project, &mut product, Junit::Five).text;
    assert!(text.contains("milestones.add(\""), "{text}");
}

#[test]
fn stubs_give_what_their_types_promise() {
    let (project, mut product) = made("Orders", 4_000);
    let counters = &product.counters["units/Orders"];
    assert_eq!((counters.branches.covered, counters.branches.total), (14, 14));
    let text = written(&project, &mut product, Junit::Five).text;
    assert!(text.contains("Optional.of(order)"), "{text}");
    // One class stands in for the repository in all tests.
    assert_eq!(text.matches("new Orders.Repository() {").count(), 1, "{text}");
}

#[test]
fn other_classes_make_what_a_class_cannot_be_made_or_called_without() {
    let (project, mut product) = made("Turnstile", 4_000);
    let branches = product.counters["units/Turnstile"].branches;
    let text = written(&project, &mut product, Junit::Five).text;
    assert_eq!((branches.covered, branches.total), (8, 8), "{text}");
    assert!(text.contains("Gate.of(") && text.contains(".sell("), "{text}");
}

#[test]
fn what_an_interface_gives_is_called_by_the_method_that_it_leaves_open() {
    let (project, mut product) = made("Rule", 1_500);
    let branches = product.counters["units/Rule"].branches;
    assert_eq!((branches.covered, branches.total), (14, 14));
    let text = written(&project, &mut product, Junit::Five).text;
    assert!(text.contains(".allows("), "{text}");
}

#[test]
fn lambdas_are_tested_whoever_calls_them() {
    let (project, mut product) = made("Choices", 4_000);
    let covered = |class: &str| {
        let branches = product.counters[class].branches;
        (branches.covered, branches.total)
    };
    assert_eq!(covered("units/Choices"), (8, 8));
    assert_eq!(covered("units/Choices$1"), (4, 4));
    let text = written(&project, &mut product, Junit::Five).text;
    assert!(text.contains(".compare(\"") && text.contains(".test("), "{text}");
}

#[test]
fn a_class_that_no_test_can_name_is_called_by_what_it_implements() {
    let (_, product) = made("Mirror", 6_000);
    let branches = product.counters["units/Mirror$View"].branches;
    assert_eq!((branches.covered, branches.total), (6, 6));
    // What texts and builders of the library throw is no finding about a class that has the same interface.
    let found = product.findings.iter().filter(|finding| finding.line.is_none());
    assert_eq!(found.map(|finding| &finding.method).collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn what_every_enumeration_throws_is_no_finding() {
    let (_, product) = made("Machine", 3_000);
    let thrown = &product.exceptions;
    assert!(thrown.iter().any(|(method, _)| method.contains("valueOf")), "{thrown:?}");
    assert!(product.findings.is_empty(), "{:?}", product.findings);
}

#[test]
fn code_that_ends_the_jvm_is_tested_as_far_as_it_does_not() {
    let library = library();
    let project = project(&library, "Quitter");
    let product = project.produce(&Auto::default(), &settings(2), &mut |_| {});
    let mut product = product.expect("tests can be made");
    let file = written(&project, &mut product, Junit::Five);
    let tried = trial::attempt(&compiled::jdk(), &[subjects().0.clone()], Junit::Five, &file, true);
    assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
    let counters = &product.counters["units/Quitter"];
    assert_eq!((counters.branches.covered, counters.branches.total), (3, 4), "{}", file.text);
}

/// Where a finding is.
fn at(found: &Finding) -> String {
    found.line.as_ref().map_or_else(String::new, |(file, line)| format!(" ({file}:{line})"))
}

#[test]
fn broken_promises_and_exceptions_that_nobody_declares_are_found() {
    let library = library();
    let found = |name: &str| {
        let project = project(&library, name);
        let product = project.produce(&Auto::default(), &settings(2), &mut |_| {});
        let product = product.expect("tests can be made");
        let findings = product.findings.iter();
        let mut text: String = findings
            .map(|found| format!("{} {}{}\n", found.method, found.what, at(found)))
            .collect();
        for (method, parameters) in &product.nulls {
            text += &format!("{method} needs {parameters:?}\n");
        }
        text
    };
    let careless = found("Careless");
    for expected in [
        "Careless.share throws ArithmeticException (Careless.java:14)",
        "Careless.equals throws ClassCastException (Careless.java:27)",
        "Careless.equals is not false for null (Careless.java:27)",
        "Careless.equals is not symmetric (Careless.java:27)",
        "Careless.equals is true for objects with different hash codes (Careless.java:27)",
        "Careless.compareTo is not antisymmetric (Careless.java:32)",
        "Careless.compareTo says that an object differs from itself (Careless.java:32)",
    ] {
        assert!(careless.lines().any(|line| line == expected), "{expected}\n{careless}");
    }
    let money = found("Money");
    let keeps = |line: &str| line.contains(" throws ") || line.contains("needs");
    assert!(money.lines().all(keeps), "{money}");
    assert!(careless.contains(" needs {"), "{careless}");
}
