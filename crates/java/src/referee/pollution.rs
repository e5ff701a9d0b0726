//! Which tests leave state behind that makes others fail.
//!
//! A test that sets a static default lets all tests fail that rely on it and run later. Without this it would be the only
//! one to stay: those that fail are the ones that go.

use std::collections::{BTreeMap, BTreeSet};

/// How tests ended in one order, in which static fields began anew.
pub type Order<'t> = Vec<(&'t str, bool)>;

/// So many others have to fail behind a test for it to be the one that goes.
const VICTIMS: usize = 2;

/// Tests behind which at least two others fail, and never pass, and the tests whose failures this explains wholly. A test
/// that fails in every order is nobody's victim.
pub fn polluters<'t>(orders: &[Order<'t>]) -> BTreeMap<&'t str, BTreeSet<&'t str>> {
    let passes =
        |test: &str| orders.iter().flatten().any(|(name, passed)| *name == test && *passed);
    // Each failure that another test may explain, with the tests before it.
    let mut failures: Vec<(&str, BTreeSet<&str>)> = Vec::new();
    let mut innocent: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for order in orders {
        let mut before = BTreeSet::new();
        for (test, passed) in order {
            if *passed {
                innocent.entry(test).or_default().extend(&before);
            } else if passes(test) {
                failures.push((test, before.clone()));
            }
            before.insert(*test);
        }
    }
    for (test, before) in &mut failures {
        let innocent = innocent.get(test);
        before.retain(|other| innocent.is_none_or(|innocent| !innocent.contains(other)));
    }
    let mut found: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut open: Vec<&(&str, BTreeSet<&str>)> = failures.iter().collect();
    loop {
        let mut explained: BTreeMap<&str, (BTreeSet<&str>, usize)> = BTreeMap::new();
        for (test, suspects) in open.iter().copied() {
            for suspect in suspects {
                let (victims, count) = explained.entry(suspect).or_default();
                victims.insert(test);
                *count += 1;
            }
        }
        let best =
            explained.into_iter().rev().max_by_key(|(_, (victims, count))| (victims.len(), *count));
        let Some((polluter, (victims, _))) =
            best.filter(|(_, (victims, _))| victims.len() >= VICTIMS)
        else {
            break;
        };
        open.retain(|(_, suspects)| !suspects.contains(polluter));
        found.insert(polluter, victims);
    }
    let unexplained: BTreeSet<&str> = open.iter().map(|(test, _)| *test).collect();
    for victims in found.values_mut() {
        victims.retain(|test| !unexplained.contains(test));
    }
    found.retain(|_, victims| victims.len() >= VICTIMS);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs orders of tests of which those in capitals break those in `victims`.
    fn runs<'t>(orders: &[&'t str], victims: &str) -> Vec<Order<'t>> {
        let run = |order: &&'t str| {
            let mut broken = false;
            let mut ended = Vec::new();
            for test in order.split(' ') {
                ended.push((test, !(broken && victims.contains(test))));
                broken |= test.chars().all(char::is_uppercase);
            }
            ended
        };
        orders.iter().map(run).collect()
    }

    #[test]
    fn a_test_behind_which_others_never_pass_is_to_blame() {
        let runs = runs(&["a b X c d", "X d c b a", "d c b a X", "c X a d b"], "a b c");
        let victims = BTreeSet::from(["a", "b", "c"]);
        assert_eq!(polluters(&runs), BTreeMap::from([("X", victims)]));
    }

    #[test]
    fn several_tests_may_be_to_blame() {
        let orders = [
            "a b X c Y d",
            "Y d c b a X",
            "d c X b a Y",
            "c a b d X Y",
            "X Y a b c d",
            "b Y a X c d",
        ];
        let runs = runs(&orders, "a b c d");
        assert_eq!(polluters(&runs).into_keys().collect::<Vec<_>>(), ["X", "Y"]);
    }

    #[test]
    fn a_test_that_always_fails_or_fails_alone_is_its_own_fault() {
        let fails = |order: &[(&'static str, bool)]| order.to_vec();
        let runs = [fails(&[("a", false), ("b", true)]), fails(&[("b", true), ("a", false)])];
        assert_eq!(polluters(&runs), BTreeMap::new());
        let runs = [fails(&[("a", true), ("b", false)]), fails(&[("b", true), ("a", true)])];
        assert_eq!(polluters(&runs), BTreeMap::new());
    }
}
