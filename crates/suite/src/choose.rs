//! Choosing assertions: few that notice as many mutants as all of them would.
//!
//! EvoSuite chooses assertions in this way (G. Fraser, A. Zeller, *Mutation-driven generation of unit tests and oracles*,
//! 2012), test by test. Here a test always keeps the assertion that notices most, so that each test says what it is
//! about; further ones have to notice a mutant that no assertion chosen before does.

use crate::kill::Kill;
use mutation::MutantId;
use std::collections::{BTreeMap, BTreeSet};

/// What a test could assert, and what that would notice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// How many facts there are. Of two that notice the same the first is taken.
    pub facts: usize,
    /// The facts that say little, and are taken only if they notice what no other does.
    pub vague: BTreeSet<usize>,
    /// Whether it says something without any assertion, as a test does that expects an exception.
    pub is_telling: bool,
    /// How it notices each mutant that it notices.
    pub kills: BTreeMap<MutantId, Kill>,
}

/// Assertions that one test has at most.
const MOST: usize = 8;

/// The facts that each test asserts, in the order of the facts.
pub fn choose(tests: &[Candidate]) -> Vec<Vec<usize>> {
    let mut noticed: BTreeSet<MutantId> = BTreeSet::new();
    for test in tests {
        let ended = test.kills.iter().filter(|(_, kill)| **kill == Kill::Ending);
        noticed.extend(ended.map(|(mutant, _)| *mutant));
    }
    let mut chosen = Vec::with_capacity(tests.len());
    for test in tests {
        let by_fact = by_fact(test);
        let mut own: Vec<usize> = Vec::new();
        // What the test notices itself counts for its first assertion, whoever else notices it.
        if !test.is_telling
            && let Some(first) = best(test, &by_fact, &BTreeSet::new())
        {
            noticed.extend(by_fact[first].iter().copied());
            own.push(first);
        }
        while own.len() < MOST
            && let Some(next) = best(test, &by_fact, &noticed)
            && by_fact[next].iter().any(|mutant| !noticed.contains(mutant))
        {
            noticed.extend(by_fact[next].iter().copied());
            own.push(next);
        }
        own.sort_unstable();
        chosen.push(own);
    }
    chosen
}

/// The mutants that each fact notices.
fn by_fact(test: &Candidate) -> Vec<BTreeSet<MutantId>> {
    let mut by_fact = vec![BTreeSet::new(); test.facts];
    for (mutant, kill) in &test.kills {
        let Kill::Facts(facts) = kill else { continue };
        for fact in facts {
            by_fact[*fact].insert(*mutant);
        }
    }
    by_fact
}

/// The fact that notices most beyond what is noticed; of those one that is not vague, and of those the first.
fn best(
    test: &Candidate,
    by_fact: &[BTreeSet<MutantId>],
    noticed: &BTreeSet<MutantId>,
) -> Option<usize> {
    let worth = |fact: &usize| {
        let new = by_fact[*fact].difference(noticed).count();
        (new, !test.vague.contains(fact), std::cmp::Reverse(*fact))
    };
    (0..test.facts).max_by_key(worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(facts: usize, kills: &[(u32, &[usize])]) -> Candidate {
        let kills = kills.iter().map(|(mutant, facts)| {
            let kill = match facts.is_empty() {
                true => Kill::Ending,
                false => Kill::Facts(facts.to_vec()),
            };
            (MutantId(*mutant), kill)
        });
        Candidate { facts, kills: kills.collect(), ..Candidate::default() }
    }

    #[test]
    fn assertions_that_notice_nothing_more_are_left_out() {
        let tests = [test(3, &[(1, &[0, 1]), (2, &[1]), (3, &[1, 2])])];
        assert_eq!(choose(&tests), [[1]]);
    }

    #[test]
    fn every_test_keeps_one_assertion_and_further_ones_have_to_notice_something_new() {
        let tests = [
            test(2, &[(1, &[0]), (2, &[1])]),
            test(2, &[(1, &[0]), (2, &[1])]),
            test(1, &[]),
            test(0, &[]),
        ];
        assert_eq!(choose(&tests), [vec![0, 1], vec![0], vec![0], vec![]]);
    }

    #[test]
    fn what_ends_a_test_needs_no_assertion() {
        let tests = [test(2, &[(1, &[]), (2, &[1])]), test(2, &[(1, &[0]), (2, &[1])])];
        assert_eq!(choose(&tests), [vec![1], vec![0]]);
    }

    #[test]
    fn a_test_that_expects_an_exception_asserts_its_message_only_where_that_notices_something() {
        let telling = |kills: &[(u32, &[usize])]| Candidate { is_telling: true, ..test(1, kills) };
        let tests = [telling(&[(1, &[])]), telling(&[(2, &[0])]), telling(&[(2, &[0])])];
        assert_eq!(choose(&tests), [vec![], vec![0], vec![]]);
    }

    #[test]
    fn a_vague_assertion_gives_way_to_one_that_says_more() {
        let mut vague = test(2, &[(1, &[0, 1])]);
        vague.vague.insert(0);
        assert_eq!(choose(&[vague]), [[1]]);
    }
}
