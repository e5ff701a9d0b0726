//! What a ledger keeps of a unit's tests, so that the next run can begin with it.

use program::Program;
use scenario::{Scenario, text};
use serde::{Deserialize, Serialize};
use suite::{Before, Beginning};

/// The scenarios that were found for a unit, as text: they can be read again for another version of its code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Corpus {
    /// The tests, in their order.
    pub tests: Vec<KeptTest>,
    /// Scenarios that are no tests and worth starting from: those of findings, and those that cover what no test does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

/// A test of a corpus.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptTest {
    /// Its name.
    pub name: String,
    /// The name that it would have alone.
    pub plain: String,
    /// What it asserts, as [`suite::keep::spelled`] tells it.
    pub asserted: Vec<u64>,
    /// What it does.
    pub scenario: String,
}

impl Corpus {
    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.others.is_empty()
    }

    /// Adds a scenario that is no test.
    pub fn add(&mut self, scenario: &Scenario, program: &Program) {
        let text = text::print(scenario, program);
        if !self.others.contains(&text) {
            self.others.push(text);
        }
    }

    /// What fits a program, and how many scenarios do not.
    pub fn read(&self, program: &Program) -> (Beginning, u32) {
        let mut beginning = Beginning::default();
        for test in &self.tests {
            let Ok(scenario) = text::parse(&test.scenario, program) else { continue };
            let KeptTest { name, plain, asserted, .. } = test.clone();
            beginning.tests.push(Before { name, plain, asserted, scenario });
        }
        let others = self.others.iter().filter_map(|text| text::parse(text, program).ok());
        beginning.others.extend(others);
        let kept = beginning.tests.len() + beginning.others.len();
        let dropped = self.tests.len() + self.others.len() - kept;
        (beginning, dropped as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = "func @f(%x: i32) -> i32 {\nbb0:\n  ret %x\n}\n";

    #[test]
    fn scenarios_that_do_not_fit_the_program_are_dropped_and_counted() {
        let program = program::text::parse(PROGRAM).expect("the program is well-formed");
        let test = |name: &str, scenario: &str| KeptTest {
            name: name.to_owned(),
            scenario: scenario.to_owned(),
            ..KeptTest::default()
        };
        let corpus = Corpus {
            tests: vec![
                test("one", "let x: i32 = 1\ncall r = @f(x)\n"),
                test("gone", "call @g()\n"),
                test("other", "let x: i64 = 1\ncall r = @f(x)\n"),
            ],
            others: vec!["let x: i32 = 2\ncall r = @f(x)\n".to_owned()],
        };
        let (beginning, dropped) = corpus.read(&program);
        assert_eq!(dropped, 2);
        assert_eq!(beginning.tests.len(), 1);
        assert_eq!(beginning.tests[0].name, "one");
        let again = text::print(&beginning.others[0], &program);
        assert_eq!(again, corpus.others[0]);
    }
}
