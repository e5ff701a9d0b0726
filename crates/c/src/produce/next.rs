//! What the next run for the same code can begin with.

use super::Project;
use scenario::Scenario;
use suite::assemble::{self, Test};
use suite::keep::{keep_names, spelled};
use suite::{Before, Beginning, Check};

/// What the next run can begin with.
#[derive(Default)]
pub struct Next {
    /// Each test by its name, as it was before calls that tear down were added.
    pub tests: Vec<Before>,
    /// Scenarios that are no tests and cover what no test does.
    pub reserve: Vec<Scenario>,
}

impl Project {
    /// Gives tests that were there before their names back; also gives the name that each test would have alone.
    pub(super) fn keep_names(&self, beginning: &Beginning, tests: &mut [Test]) -> Vec<String> {
        let alone = |test: &Test| assemble::plain_name(&self.program, test);
        let plain: Vec<String> = tests.iter().map(alone).collect();
        let fresh: Vec<String> = tests.iter().map(|test| test.name.clone()).collect();
        let before: Vec<Option<&Before>> =
            tests.iter().map(|test| beginning.test(&test.scenario)).collect();
        for (test, name) in tests.iter_mut().zip(keep_names(&fresh, &plain, &before)) {
            test.name = name;
        }
        plain
    }

    /// The tests as the next run can begin with them.
    pub(super) fn origins(&self, tests: &[Test], plain: Vec<String>) -> Vec<Before> {
        let origin = |(test, plain): (&Test, String)| Before {
            name: test.name.clone(),
            plain,
            asserted: test.checks.iter().map(|check| self.spelled(check)).collect(),
            scenario: test.scenario.clone(),
        };
        tests.iter().zip(plain).map(origin).collect()
    }

    /// What a check says, as a number that is the same in other versions of the program.
    pub(super) fn spelled(&self, check: &Check) -> u64 {
        let Check { statement, target, path, expected, .. } = check;
        spelled(&self.program, &format!("{:?}", (statement, target, path, expected)))
    }
}
