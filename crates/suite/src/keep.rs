//! Tests that were there before a run: which of their names and assertions stay as they were.

use coverage::GoalId;
use program::{ClassId, FuncId, GlobalId, Id, Program};
use scenario::Scenario;
use std::collections::BTreeSet;

/// A test that was there before.
#[derive(Clone, Debug, PartialEq)]
pub struct Before {
    /// Its name.
    pub name: String,
    /// The name that it would have had without the tests beside it: it tells how the test came out.
    pub plain: String,
    /// What it asserted, as [`spelled`] tells it.
    pub asserted: Vec<u64>,
    /// What it does.
    pub scenario: Scenario,
}

/// What making tests begins with.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Beginning {
    /// Tests that were there before, in their order. Those that still contribute stay as they were.
    pub tests: Vec<Before>,
    /// Further scenarios to start from.
    pub others: Vec<Scenario>,
    /// Goals that need not be searched for.
    pub aside: BTreeSet<GoalId>,
}

impl Beginning {
    /// All scenarios, those of tests first.
    pub fn scenarios(&self) -> Vec<Scenario> {
        let tests = self.tests.iter().map(|test| &test.scenario);
        tests.chain(&self.others).cloned().collect()
    }

    /// The test that did the same before.
    pub fn test(&self, scenario: &Scenario) -> Option<&Before> {
        self.tests.iter().find(|test| test.scenario == *scenario)
    }

    /// The places of what a test asserted before among the facts of today; nothing if one of them no longer holds, or if
    /// the test is new.
    pub fn pinned(&self, scenario: &Scenario, facts: &[u64]) -> Option<Vec<usize>> {
        let asserted = &self.test(scenario)?.asserted;
        let mut places = Vec::with_capacity(asserted.len());
        for fact in asserted {
            places.push(facts.iter().position(|own| own == fact)?);
        }
        places.sort_unstable();
        Some(places)
    }
}

/// Names for tests that have fresh ones: a test that was there before and comes out as it did keeps its name, and no other
/// test takes it. `plain` are the names that the tests would have alone.
pub fn keep_names(fresh: &[String], plain: &[String], before: &[Option<&Before>]) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // Two tests may come of one; the first keeps its name.
    let kept: Vec<Option<&String>> = before
        .iter()
        .zip(plain)
        .map(|(before, plain)| before.filter(|own| own.plain == *plain).map(|own| &own.name))
        .map(|name| name.filter(|name| taken.insert((*name).clone())))
        .collect();
    let mut names = Vec::with_capacity(fresh.len());
    for (fresh, kept) in fresh.iter().zip(kept) {
        if let Some(kept) = kept {
            names.push(kept.clone());
            continue;
        }
        let mut name = fresh.clone();
        for number in 2.. {
            if taken.insert(name.clone()) {
                break;
            }
            name = format!("{fresh}_{number}");
        }
        names.push(name);
    }
    names
}

/// A number that stands for what the debug form of an assertion says: ids are spelled by their names, so that it is the same
/// in another version of the program.
pub fn spelled(program: &Program, debug: &str) -> u64 {
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    let mut add = |text: &str| {
        for byte in text.bytes() {
            sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    let mut rest = debug;
    while let Some((before, after)) = rest.split_once("Id(") {
        let (number, behind) = after.split_once(')').unwrap_or((after, ""));
        let index: Option<usize> = number.parse().ok();
        let kind = before.rsplit(|letter: char| !letter.is_alphanumeric()).next();
        let name = index.and_then(|index| match kind {
            Some("Func") => program.functions.get(FuncId::new(index)).map(|own| own.name.as_str()),
            Some("Global") => {
                program.globals.get(GlobalId::new(index)).map(|own| own.name.as_str())
            }
            Some("Class") => program.classes.get(ClassId::new(index)).map(|own| own.name.as_str()),
            _ => None,
        });
        add(before);
        add(name.unwrap_or(number));
        rest = behind;
    }
    add(rest);
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn before(name: &str, plain: &str) -> Before {
        let (name, plain) = (name.to_owned(), plain.to_owned());
        Before { name, plain, asserted: Vec::new(), scenario: Scenario::default() }
    }

    #[test]
    fn a_test_that_comes_out_as_before_keeps_its_name_and_others_avoid_it() {
        let old = [before("f_returns_1", "f_returns_1"), before("f_returns_2", "f_returns_2")];
        let fresh = ["f_returns_1_when_x_is_5", "f_returns_1", "f_returns_3"].map(str::to_owned);
        let plain = ["f_returns_1", "f_returns_1", "f_returns_3"].map(str::to_owned);
        let known = [Some(&old[0]), None, Some(&old[1])];
        let names = keep_names(&fresh, &plain, &known);
        assert_eq!(names, ["f_returns_1", "f_returns_1_2", "f_returns_3"]);
    }

    #[test]
    fn of_two_tests_that_come_of_one_the_first_keeps_its_name() {
        let old = before("f_returns_1", "f_returns_1");
        let fresh = ["f_returns_1_when_x_is_5", "f_returns_1"].map(str::to_owned);
        let plain = ["f_returns_1", "f_returns_1"].map(str::to_owned);
        let names = keep_names(&fresh, &plain, &[Some(&old), Some(&old)]);
        assert_eq!(names, ["f_returns_1", "f_returns_1_2"]);
    }

    #[test]
    fn what_was_asserted_is_pinned_only_if_all_of_it_still_holds() {
        let test = Before { asserted: vec![7, 5], ..before("a", "a") };
        let beginning = Beginning { tests: vec![test], ..Beginning::default() };
        let scenario = Scenario::default();
        assert_eq!(beginning.pinned(&scenario, &[5, 6, 7]), Some(vec![0, 2]));
        assert_eq!(beginning.pinned(&scenario, &[5, 6]), None);
        let mut other = Scenario::default();
        other.declare("x");
        assert_eq!(beginning.pinned(&other, &[5, 7]), None);
    }

    #[test]
    fn ids_are_spelled_by_the_names_they_have_in_their_program() {
        let program = |names: [&str; 2]| {
            let mut program = Program::default();
            for name in names {
                let function =
                    program::Function { name: name.to_owned(), ..program::Function::default() };
                program.functions.push(function);
            }
            program
        };
        let (one, other) = (program(["f", "g"]), program(["g", "f"]));
        assert_eq!(spelled(&one, "Call(FuncId(0), 3)"), spelled(&other, "Call(FuncId(1), 3)"));
        assert_ne!(spelled(&one, "Call(FuncId(0), 3)"), spelled(&other, "Call(FuncId(0), 3)"));
    }
}
