//! Runs of tests as JUnit's XML, which build servers show.

use crate::xml::Xml;
use crate::{LeftOut, Unit};

/// The tests of a unit, as they ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// The unit.
    pub name: String,
    /// Its tests.
    pub cases: Vec<Case>,
}

/// A test, as it ran.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Its name.
    pub name: String,
    /// The file it is in, and the line that failed, where they are known.
    pub place: Option<(String, Option<u32>)>,
    /// How it ended.
    pub end: End,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It passes.
    Passed,
    /// The code does something else than it says.
    Failed(String),
    /// It could not be run: it does not compile.
    Broken(String),
    /// It was not run.
    Skipped(String),
}

impl Suite {
    /// The tests of a unit that were just made: those that are kept passed, the others are told as skipped.
    pub fn of(unit: &Unit) -> Self {
        let test = |name: &str, end| Case { name: name.to_owned(), place: None, end };
        let kept = unit.tests.iter().map(|kept| test(&kept.name, End::Passed));
        let left = |left: &LeftOut| test(&left.test, End::Skipped(left.text.clone()));
        let cases = kept.chain(unit.left_out.iter().map(left)).collect();
        Self { name: unit.name.clone(), cases }
    }

    fn count(&self, is: fn(&End) -> bool) -> usize {
        self.cases.iter().filter(|case| is(&case.end)).count()
    }
}

/// The counts of some suites, as attributes want them: tests, failures, errors, skipped.
fn counts(suites: &[Suite]) -> [String; 4] {
    let all = |is: fn(&End) -> bool| suites.iter().map(|suite| suite.count(is)).sum::<usize>();
    let counts = [
        all(|_| true),
        all(|end| matches!(end, End::Failed(_))),
        all(|end| matches!(end, End::Broken(_))),
        all(|end| matches!(end, End::Skipped(_))),
    ];
    counts.map(|count| count.to_string())
}

/// Runs of tests.
pub fn print(suites: &[Suite]) -> String {
    let mut xml = Xml::new(None);
    let [tests, failures, errors, skipped] = counts(suites);
    xml.begin(
        "testsuites",
        &[
            ("name", "Ferret"),
            ("tests", &tests),
            ("failures", &failures),
            ("errors", &errors),
            ("skipped", &skipped),
        ],
    );
    for suite in suites {
        let [tests, failures, errors, skipped] = counts(std::slice::from_ref(suite));
        xml.begin(
            "testsuite",
            &[
                ("name", &suite.name),
                ("tests", &tests),
                ("failures", &failures),
                ("errors", &errors),
                ("skipped", &skipped),
            ],
        );
        suite.cases.iter().for_each(|own| case(&mut xml, &suite.name, own));
        xml.end();
    }
    xml.finish()
}

fn case(xml: &mut Xml, unit: &str, case: &Case) {
    let mut attributes = vec![("name", case.name.as_str()), ("classname", unit)];
    let line = case.place.as_ref().and_then(|(_, line)| *line).map(|line| line.to_string());
    if let Some((file, _)) = &case.place {
        attributes.push(("file", file));
    }
    attributes.extend(line.as_deref().map(|line| ("line", line)));
    let (name, kind, text) = match &case.end {
        End::Passed => return xml.empty("testcase", &attributes),
        End::Skipped(text) => {
            xml.begin("testcase", &attributes);
            xml.empty("skipped", &[("message", text)]);
            return xml.end();
        }
        End::Failed(text) => ("failure", "changed", text),
        End::Broken(text) => ("error", "not-compiled", text),
    };
    xml.begin("testcase", &attributes);
    let message = text.lines().next().unwrap_or_default();
    xml.text(name, &[("message", message), ("type", kind)], text);
    xml.end();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use expect_test::expect;

    #[test]
    fn kept_tests_pass_and_others_are_skipped_with_the_reason() {
        let suite = Suite::of(&sample::program().units[0]);
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="Ferret" tests="3" failures="0" errors="0" skipped="1">
              <testsuite name="a.c" tests="3" failures="0" errors="0" skipped="1">
                <testcase name="f_1" classname="a.c"/>
                <testcase name="f_2" classname="a.c"/>
                <testcase name="f_3" classname="a.c">
                  <skipped message="it does not pass natively: a.c:3: r == 1"/>
                </testcase>
              </testsuite>
            </testsuites>
        "#]]
        .assert_eq(&print(&[suite]));
    }

    #[test]
    fn a_changed_test_is_a_failure_and_one_that_does_not_compile_an_error() {
        let case = |name: &str, place, end| Case { name: name.to_owned(), place, end };
        let place = Some(("test_a.c".to_owned(), Some(7)));
        let cases = vec![
            case("f_1", None, End::Passed),
            case("f_2", place, End::Failed("expected 1, was 2\nat test_a.c:7".to_owned())),
            case("f_3", None, End::Broken("no member <x>".to_owned())),
        ];
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="Ferret" tests="3" failures="1" errors="1" skipped="0">
              <testsuite name="a.c" tests="3" failures="1" errors="1" skipped="0">
                <testcase name="f_1" classname="a.c"/>
                <testcase name="f_2" classname="a.c" file="test_a.c" line="7">
                  <failure message="expected 1, was 2" type="changed">expected 1, was 2&#10;at test_a.c:7</failure>
                </testcase>
                <testcase name="f_3" classname="a.c">
                  <error message="no member &lt;x&gt;" type="not-compiled">no member &lt;x&gt;</error>
                </testcase>
              </testsuite>
            </testsuites>
        "#]].assert_eq(&print(&[Suite { name: "a.c".to_owned(), cases }]));
    }
}
