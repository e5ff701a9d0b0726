//! Tests are compiled, run under JUnit with JaCoCo's agent, and what became of them is told.

#[path = "../../../classfile/tests/compiled/mod.rs"]
mod compiled;
#[path = "../referees/mod.rs"]
mod referees;
mod trials;

use java::referee::{Case, Judged, Referee, Verdict};
use std::path::PathBuf;
use std::time::Duration;

const CALCULATOR: &str = "package demo;
public class Calculator {
    public static int sign(int x) {
        if (x < 0) {
            return -1;
        }
        return x == 0 ? 0 : 1;
    }
}
";

fn referee() -> Referee {
    Referee {
        jdk: compiled::jdk(),
        junit: referees::jar("junit-platform-console-standalone"),
        agent: Some(referees::jar("org.jacoco.agent")),
        reporter: Some(referees::jar("org.jacoco.cli")),
    }
}

fn judge(class_path: &[PathBuf], test: &str, seconds: u64) -> Verdict {
    let sources = [("demo/CalculatorTest.java".to_owned(), test.to_owned())];
    let counted = ["demo/Calculator".to_owned()];
    let limit = Duration::from_secs(seconds);
    let case = Case {
        sources: &sources,
        class_path,
        counted: &counted,
        options: &[],
        seeds: &[1, 2],
        limits: (Duration::from_secs(120), limit),
    };
    referee().judge(&case).expect("the tools can be started")
}

fn test(body: &str) -> String {
    format!(
        "package demo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import org.junit.jupiter.api.Test;
class CalculatorTest {{
    @Test
    void negative() {{
        assertEquals(-1, Calculator.sign(-5));
    }}
{body}
}}
"
    )
}

#[test]
fn tests_that_pass_and_fail_are_told_with_what_they_executed() {
    let sources = [("demo/Calculator.java", CALCULATOR)];
    let class_path = [compiled::compile("referee-judged", &sources, &[])];
    let wrong = "    @Test\n    void zero() {\n        assertEquals(7, Calculator.sign(0));\n    }";
    let verdict = judge(&class_path, &test(wrong), 120);
    let Verdict::Run(Judged { passed, failed, warnings, counters, lines }) = verdict else {
        panic!("{verdict:?}");
    };
    assert_eq!(passed, ["demo.CalculatorTest.negative"]);
    assert_eq!(failed.keys().collect::<Vec<_>>(), ["demo.CalculatorTest.zero"]);
    let said = &failed["demo.CalculatorTest.zero"];
    assert!(said.contains("expected: <7> but was: <0>"), "{said}");
    assert_eq!(warnings, "");
    let counters = &counters["demo/Calculator"];
    let reached =
        lines["demo/Calculator.java"].values().filter(|line| line.instructions.covered > 0);
    assert_eq!(reached.count(), 3);
    assert_eq!((counters.branches.covered, counters.branches.total), (3, 4));
    // The constructor is on the line of the class, and nobody calls it.
    assert_eq!((counters.lines.covered, counters.lines.total), (3, 4));
    assert_eq!((counters.methods.covered, counters.methods.total), (1, 2));
}

#[test]
fn tests_that_do_not_compile_and_tests_that_do_not_end_are_no_tests() {
    let sources = [("demo/Calculator.java", CALCULATOR)];
    let class_path = [compiled::compile("referee-refused", &sources, &[])];
    let unknown = "    @Test\n    void none() {\n        Calculator.nothing();\n    }";
    let verdict = judge(&class_path, &test(unknown), 120);
    assert!(
        matches!(&verdict, Verdict::NotCompiled(said) if said.contains("cannot find symbol")),
        "{verdict:?}"
    );
    let endless =
        "    @Test\n    void endless() {\n        while (Calculator.sign(1) > 0) {}\n    }";
    assert_eq!(judge(&class_path, &test(endless), 4), Verdict::TimedOut);
}
