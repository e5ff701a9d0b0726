//! Classes of tests that are tried one after the other: none of them is judged by what another one did.

use super::compiled;
use java::referee::failure::Failure;
use java::referee::trial::{Trials, Tried};
use java::write::{Junit, Written};
use std::collections::BTreeMap;

/// A class with these members, in JUnit 5.
fn class(name: &str, members: &str) -> Written {
    let text = format!(
        "package demo;\nimport static org.junit.jupiter.api.Assertions.*;\n\
         import org.junit.jupiter.api.Test;\nclass {name} {{\n{members}\n}}\n"
    );
    let path = format!("demo/{name}.java");
    Written { path, class: format!("demo.{name}"), text, ..Written::default() }
}

fn attempt(trials: &Trials, written: &Written) -> BTreeMap<String, Failure> {
    match trials.attempt(&[], Junit::Five, written, false).expect("a JVM") {
        Tried::Failed(failed) => failed,
        Tried::NotCompiled { said, .. } => panic!("{said}"),
    }
}

/// Looks at all that a class before it could have left behind in a JVM.
const PROBE: &str = "
    @Test void sees() throws Exception {
        assertNull(System.getProperty(\"left\"));
        assertNotEquals(\"xx\", java.util.Locale.getDefault().getLanguage());
        assertNotEquals(\"GMT+03:17\", java.util.TimeZone.getDefault().getID());
        assertEquals(0, new java.io.File(\".\").list().length);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            assertNotEquals(\"left\", thread.getName());
        }
    }";

/// Leaves behind what it can, and makes JVM and compiler suffer.
const MEMBERS: [&str; 5] = [
    "@Test void leaves() throws Exception {
        System.setProperty(\"left\", \"1\");
        java.util.Locale.setDefault(new java.util.Locale(\"xx\"));
        java.util.TimeZone.setDefault(java.util.TimeZone.getTimeZone(\"GMT+03:17\"));
        new java.io.File(\"left\").createNewFile();
        Thread thread = new Thread(() -> { while (true) { try { Thread.sleep(1000); } catch (InterruptedException e) {} } }, \"left\");
        thread.start();
    }",
    "@Test void exits() { System.exit(0); }",
    "@Test void hooks() throws Exception {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) {} }));
        System.out.println(\"ok demo.Probe sees\");
        new java.io.PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out)).println(\"end\");
    }",
    "@Test void fills() {
        java.util.List<long[]> all = new java.util.ArrayList<>();
        while (true) { all.add(new long[1 << 24]); }
    }",
    "@Test void kills() throws Exception {
        new ProcessBuilder(\"sh\", \"-c\", \"kill -9 -1\").start().waitFor();
    }",
];

#[test]
fn a_class_is_judged_alike_whatever_was_judged_before_it() {
    let trials = Trials::new(compiled::jdk());
    let probe = class("Probe", PROBE);
    assert_eq!(attempt(&trials, &probe), BTreeMap::new());
    let mut verdicts = Vec::new();
    for (number, members) in MEMBERS.iter().enumerate() {
        let tried = trials.attempt(&[], Junit::Five, &class(&format!("C{number}"), members), false);
        verdicts.push(match tried {
            Ok(Tried::Failed(failed)) => match failed.into_values().next() {
                None => "passed".to_owned(),
                Some(why) => why.to_string(),
            },
            Ok(Tried::NotCompiled { said, .. }) => panic!("{said}"),
            Err(_) => "the JVM is gone".to_owned(),
        });
        assert_eq!(attempt(&trials, &probe), BTreeMap::new(), "{members}");
    }
    let memory = "java.lang.OutOfMemoryError: Java heap space";
    assert_eq!(verdicts[..4], ["passed", "it ends the JVM", "passed", memory]);
    assert!(["it ends the JVM", "the JVM is gone"].contains(&&*verdicts[4]), "{}", verdicts[4]);
    assert_eq!(trials.started(), 1);
}

#[test]
fn a_class_that_does_not_compile_leaves_the_next_one_alone() {
    let trials = Trials::new(compiled::jdk());
    trials.warm_up(Junit::Five);
    let broken = class("Same", "@Test void one() { missing(); }");
    let tried = trials.attempt(&[], Junit::Five, &broken, false).expect("a compiler");
    assert!(matches!(&tried, Tried::NotCompiled { said, .. } if said.contains("missing()")));
    // The same name again, with another text, and for another framework.
    let failed = attempt(&trials, &class("Same", "@Test void one() { assertEquals(1, 2); }"));
    assert!(matches!(failed.get("one"), Some(Failure::Assertion(_))), "{failed:?}");
    assert_eq!(attempt(&trials, &class("Same", "@Test void one() {}")), BTreeMap::new());
    let four = class("Same", "@Test void one() {}");
    let four = Written {
        text: four.text.replace("jupiter.api.", "").replace("Assertions", "Assert"),
        ..four
    };
    let tried = trials.attempt(&[], Junit::Four, &four, false).expect("a JVM");
    assert_eq!(tried, Tried::Failed(BTreeMap::new()));
    assert_eq!(trials.started(), 1);
}

#[test]
fn a_class_path_may_be_relative() {
    let sources = [("demo/Beside.java", "package demo; public class Beside {}")];
    let folder = compiled::compile("relative", &sources, &[]);
    let here = std::env::current_dir().expect("a folder");
    // From where the two part.
    let common = here.ancestors().find(|way| folder.starts_with(way)).expect("they have a root");
    let mut relative: std::path::PathBuf =
        here.strip_prefix(common).expect("it is above").components().map(|_| "..").collect();
    relative.push(folder.strip_prefix(common).expect("it is above"));
    let trials = Trials::new(compiled::jdk());
    let test = class("BesideTest", "@Test void one() { new Beside(); }");
    let tried = trials.attempt(&[relative], Junit::Five, &test, false).expect("a JVM");
    assert_eq!(tried, Tried::Failed(BTreeMap::new()));
}

#[test]
fn of_a_test_that_breaks_others_and_those_it_breaks_the_first_one_goes() {
    let members = "
        static String mode = \"plain\";
        @Test void sets() { mode = \"bold\"; }
        @Test void first() { assertEquals(\"plain\", mode); }
        @Test void second() { assertEquals(5, mode.length()); }
        @Test void third() { assertTrue(mode.startsWith(\"p\")); }
        @Test void fourth() { assertEquals(1, 1); }";
    let trials = Trials::new(compiled::jdk());
    let failed = attempt(&trials, &class("Shared", members));
    assert_eq!(failed, BTreeMap::from([("sets".to_owned(), Failure::Pollutes(3))]));
}
