//! Failing checks and exceptions as goals: which are found, and that each has a test.

use super::{compiled, library, project, settings, subjects, written};
use coverage::{Criteria, Criterion, GoalKind};
use expect_test::{Expect, expect};
use generate::{Auto, Budget, Dse, Search, Settings, Technique};
use java::project::{Product, Project};
use java::referee::trial::{self, Tried};
use java::write::Junit;

/// A class whose tests a technique makes for some criteria.
fn made(
    name: &str,
    criteria: &str,
    technique: &dyn Technique,
    executions: u64,
) -> (Project, Product) {
    let criteria: Criteria = criteria.parse().expect("criteria");
    let project = project(&library(), name).aiming_at(criteria).expect("the classes are read");
    let settings = Settings { criteria, budget: Budget::executions(executions), ..settings(2) };
    let product = project.produce(technique, &settings, &mut |_| {}).expect("tests can be made");
    (project, product)
}

/// The checks of a class, and whether tests make them fail.
fn checks(project: &Project, product: &Product) -> String {
    let mut text = String::new();
    for (id, goal) in project.goals.goals.iter() {
        let GoalKind::Check(number) = goal.kind else { continue };
        let unit = &project.goals.units[goal.unit];
        let kind = unit.checks[number as usize].kind;
        let fails = if product.coverage.is_covered(id) { "fails" } else { "never fails" };
        let line = goal.span.map_or(0, |span| span.line);
        text += &format!("{}:{line} {kind:?} {fails}\n", unit.name);
    }
    text
}

fn judge(project: &Project, product: &mut Product) -> String {
    let file = written(project, product, Junit::Five);
    assert_eq!(file.left_out, []);
    let tried = trial::attempt(&compiled::jdk(), &[subjects().0.clone()], Junit::Five, &file, true);
    assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
    file.text
}

/// The tests of a text that expect an exception, each in a line.
fn throwing(text: &str, expected: Expect) {
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("assertThrows"));
    expected.assert_eq(&lines.map(|line| format!("{line}\n")).collect::<String>());
}

#[test]
fn exploration_makes_every_check_fail_that_can() {
    let (project, mut product) = made("Guards", "check", &Dse::default(), 3_000);
    expect![[r#"
        divide:9 Division fails
        pick:15 Null fails
        pick:15 Bounds fails
        make:19 Size fails
        text:23 Cast fails
        caught:28 Division fails
        climb:38 Null fails
        climb:40 Bounds fails
        climb:42 Bounds never fails
        round:57 Null never fails
        round:57 Bounds never fails
    "#]]
    .assert_eq(&checks(&project, &product));
    throwing(
        &judge(&project, &mut product),
        expect![[r#"
            assertThrows(ArithmeticException.class, () -> guards.divide(1001, 7777));
            assertThrows(NullPointerException.class, () -> guards.pick(null, 1));
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> guards.pick(new int[0], 1));
            assertThrows(NegativeArraySizeException.class, () -> guards.make(-41));
            assertThrows(ClassCastException.class, () -> guards.text(value));
            assertThrows(NullPointerException.class, () -> guards.climb(null));
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> guards.climb("xxxxx"));
            assertThrows(IllegalStateException.class, () -> guards.refuse(0));
            assertThrows(IllegalArgumentException.class, () -> guards.refuse(-1));
        "#]],
    );
}

#[test]
fn search_is_led_to_checks_by_their_distances() {
    let technique = Search { evaluations: 2_000, ..Search::default() };
    let (project, product) = made("Guards", "check", &technique, 8_000);
    let text = checks(&project, &product);
    assert!(text.contains("divide:9 Division fails\n"), "{text}");
}

#[test]
fn every_exception_that_was_seen_has_a_test() {
    let (project, mut product) = made("Guards", "exception", &Auto::default(), 6_000);
    assert_eq!(product.exceptions, product.tested);
    let seen = product.exceptions.iter();
    let text: String = seen.map(|(method, class)| format!("{method} {class}\n")).collect();
    expect![[r#"
        Guards.climb java/lang/ArrayIndexOutOfBoundsException
        Guards.climb java/lang/NullPointerException
        Guards.divide java/lang/ArithmeticException
        Guards.make java/lang/NegativeArraySizeException
        Guards.pick java/lang/ArrayIndexOutOfBoundsException
        Guards.pick java/lang/NullPointerException
        Guards.refuse java/lang/IllegalArgumentException
        Guards.refuse java/lang/IllegalStateException
        Guards.text java/lang/ClassCastException
    "#]]
    .assert_eq(&text);
    throwing(
        &judge(&project, &mut product),
        expect![[r#"
            assertThrows(ArithmeticException.class, () -> guards.divide(1001, 7777));
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> guards.pick(new int[0], 1));
            assertThrows(NullPointerException.class, () -> guards.pick(null, 1));
            assertThrows(NegativeArraySizeException.class, () -> guards.make(2147483623));
            assertThrows(ClassCastException.class, () -> guards.text(guards));
            assertThrows(ArrayIndexOutOfBoundsException.class, () -> guards.climb("xxxxx"));
            assertThrows(NullPointerException.class, () -> guards.climb(null));
            assertThrows(IllegalArgumentException.class, () -> guards.refuse(-1));
            assertThrows(IllegalStateException.class, () -> guards.refuse(0));
        "#]],
    );
}

#[test]
fn checks_are_no_goals_unless_they_are_asked_for() {
    let (project, product) = made("Guards", "branch", &Auto::default(), 200);
    assert_eq!(checks(&project, &product), "");
    assert_eq!(product.coverage.open(Criterion::Check).count(), 0);
}
