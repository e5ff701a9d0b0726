//! Tests of a class and what else was found.

use super::{Accepted, Finding, Nulls, Rerun};
use crate::referee::failure::Failure;
use crate::write::JavaTest;
use ::coverage::Coverage;
use generate::mutant_search::Verdict;
use generate::{Budget, Generated};
use jacoco::{Counters, Lines};
use language::Reached;
use mutation::{Mutant, MutantId};
use program::IdVec;
use std::collections::{BTreeMap, BTreeSet};
use suite::Beginning;
use suite::tries::{Chances, Score};

/// Tests and what else was found.
pub struct Product {
    /// The tests.
    pub tests: Vec<JavaTest>,
    /// Whether these close what they open.
    pub closes: bool,
    /// What they cover.
    pub coverage: Coverage,
    /// What they reach, one by one, and what JaCoCo will say of the lines of each class.
    pub reached: Reached<BTreeMap<String, Lines>>,
    /// What JaCoCo will say of them, by the internal name of the class.
    pub counters: BTreeMap<String, Counters>,
    /// What came of the search.
    pub generated: Generated,
    /// Scenarios that end otherwise or cover something else in another environment, and assertions that do not hold there.
    pub flaky: report::Flaky,
    /// Which exceptions were seen, by the method that was called: an open set, so there is no share of it.
    pub exceptions: BTreeSet<(String, String)>,
    /// Those that tests show.
    pub tested: BTreeSet<(String, String)>,
    /// How many runs ended the JVM, by the method that was called: no test can survive that.
    pub exits: BTreeMap<String, u64>,
    /// What looks like a mistake.
    pub findings: Vec<Finding>,
    /// Calls that return though they are handed what documentation often forbids.
    pub accepted: Vec<Accepted>,
    /// Parameters that must not be null, by the method.
    pub nulls: Nulls,
    /// What became of the tests that were there already; what they cover counts.
    pub rerun: Rerun,
    /// The mutants of the classes under test, if some were made.
    pub mutants: IdVec<MutantId, Mutant>,
    /// Which of them the tests may kill, and what is known of that.
    pub chances: Chances,
    /// What the tests notice of them.
    pub score: Score,
    /// What is known of those that runs came by.
    pub verdicts: BTreeMap<MutantId, Verdict>,
    /// What the work was limited by.
    pub budget: Budget,
    /// What making them began with.
    pub beginning: Beginning,
}

impl Product {
    /// Takes away what did not pass on the JVM, and gives it back by name with the reason. A test whose assertions do
    /// not hold there, because they depend on the clock or on other tests, first goes on without them.
    pub fn mend(&mut self, failed: &BTreeMap<String, Failure>) -> Vec<(String, Failure)> {
        let mut left_out = Vec::new();
        self.tests.retain_mut(|test| match failed.get(&test.name) {
            None => true,
            Some(Failure::Assertion(_)) if test.asserts() => {
                test.assert_nothing();
                true
            }
            Some(why) => {
                left_out.push((test.name.clone(), why.clone()));
                false
            }
        });
        left_out
    }
}
