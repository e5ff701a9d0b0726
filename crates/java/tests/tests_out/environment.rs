//! What a test finds around it: it relies on nothing of that, and brings along the standard input that it needs.

use super::{compiled, library, project, settings, subjects, written};
use generate::Auto;
use java::project::Product;
use java::referee::failure::Failure;
use java::referee::trial::{self, Tried};
use java::write::{Junit, Written};

fn made(name: &str) -> (Product, Written) {
    let project = project(&library(), name);
    let product = project.produce(&Auto::default(), &settings(2), &mut |_| {});
    let mut product = product.expect("tests can be made");
    let file = written(&project, &mut product, Junit::Five);
    let tried = trial::attempt(&compiled::jdk(), &[subjects().0.clone()], Junit::Five, &file, true);
    assert_eq!(tried.expect("a JVM"), Tried::Failed([].into()), "{}", file.text);
    (product, file)
}

#[test]
fn what_depends_on_clock_identity_chance_language_environment_or_threads_is_not_asserted() {
    let (product, file) = made("Fickle");
    for fickle in
        ["now", "identity", "first", "firstOfSet", "dice", "upper", "atHome", "started", "signed"]
    {
        let asserted = format!(", fickle.{fickle}())");
        let (holds, fails) =
            (format!("True(fickle.{fickle}())"), format!("False(fickle.{fickle}())"));
        for text in [asserted, holds, fails] {
            assert!(!file.text.contains(&text), "{text}\n{}", file.text);
        }
    }
    // The way that it takes is another one elsewhere.
    assert!(!file.text.contains("fickle.greeting()"), "{}", file.text);
    for lasting in ["assertEquals(1, fickle.joined())", "assertEquals(1, fickle.getAsked())"] {
        assert!(file.text.contains(lasting), "{lasting}\n{}", file.text);
    }
    assert!(product.flaky.assertions >= 5, "{:?}", product.flaky);
    assert!(product.flaky.scenarios >= 1, "{:?}", product.flaky);
}

#[test]
fn standard_input_that_a_test_relies_on_is_given_by_it_and_taken_back() {
    let (product, file) = made("Prompt");
    let branches = product.counters["units/Prompt"].branches;
    assert_eq!(branches.covered, branches.total, "{}", file.text);
    let given = file.text.matches("System.setIn(new ByteArrayInputStream(").count();
    let restored =
        file.text.matches("} finally {\n            System.setIn(in);\n        }").count();
    // Some tests ask twice.
    let asked = file.text.split("@Test").filter(|test| test.contains(".ask()")).count();
    assert!(given >= 3, "{}", file.text);
    assert_eq!((given, given), (restored, asked), "{}", file.text);
}

#[test]
fn a_test_that_fails_right_after_one_other_is_found_where_state_is_kept() {
    // Whatever else runs between the two takes back what the first one did.
    let others: String = (0..30)
        .map(|number| format!("@Test void other{number}() {{ dirty = false; }}\n"))
        .collect();
    let text = format!(
        "package pairs;\nimport org.junit.jupiter.api.Test;\nclass PairsTest {{\n\
         static boolean dirty;\n{others}\
         @Test void first() {{ dirty = true; }}\n\
         @Test void second() {{ if (dirty) {{ throw new IllegalStateException(); }} }}\n}}\n"
    );
    let file = Written {
        path: "pairs/PairsTest.java".to_owned(),
        class: "pairs.PairsTest".to_owned(),
        text,
        ..Written::default()
    };
    let attempt = |stateful| {
        let tried = trial::attempt(&compiled::jdk(), &[], Junit::Five, &file, stateful);
        tried.expect("a JVM")
    };
    assert_eq!(attempt(false), Tried::Failed([].into()));
    let thrown = "java.lang.IllegalStateException";
    let why = Failure::thrown(thrown, thrown);
    assert_eq!(attempt(true), Tried::Failed([("second".to_owned(), why)].into()));
}
