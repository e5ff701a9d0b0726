//! Choosing assertions: few that notice as many mutants as all of them would.
//!
//! EvoSuite chooses assertions in this way (G. Fraser, A. Zeller, *Mutation-driven generation of unit tests and oracles*,
//! 2012), test by test. Here each test says what it is about: it keeps an assertion on what the call gave, or else the
//! one that notices most. Further ones have to notice a mutant that no other assertion of the suite does.

use crate::kill::{Kill, Kills};
use mutation::MutantId;
use std::collections::BTreeSet;

/// What a test could assert, and what that would notice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// The facts, each a number. Of two that notice the same the first is taken.
    pub facts: Vec<u64>,
    /// The places of the facts that say little, and are taken only if they notice what no other does.
    pub vague: BTreeSet<usize>,
    /// The places of those about what the call gave.
    pub about_result: BTreeSet<usize>,
    /// Whether it says something without any assertion, as a test does that expects an exception.
    pub is_telling: bool,
    /// The places of those that it asserts and no others, if that is settled: those of a test that was there before.
    pub pinned: Option<Vec<usize>>,
    /// How it notices each mutant that it notices.
    pub kills: Kills,
}

/// Assertions that one test has at most.
const MOST: usize = 8;

/// The facts that each test asserts, by their places, in order.
pub fn choose(tests: &[Candidate]) -> Vec<Vec<usize>> {
    let by_fact: Vec<Vec<BTreeSet<MutantId>>> = tests.iter().map(by_fact).collect();
    let first: Vec<Option<usize>> =
        tests.iter().zip(&by_fact).map(|(test, by_fact)| first(test, by_fact)).collect();
    let mut noticed: BTreeSet<MutantId> = BTreeSet::new();
    for test in tests {
        let ended = test.kills.iter().filter(|(_, kill)| **kill == Kill::Ending);
        noticed.extend(ended.map(|(mutant, _)| *mutant));
    }
    // What is asserted in any case needs no further assertion.
    for ((test, first), by_fact) in tests.iter().zip(&first).zip(&by_fact) {
        let settled = test.pinned.iter().flatten().chain(first);
        noticed.extend(settled.flat_map(|fact| by_fact[*fact].iter().copied()));
    }
    let mut chosen = Vec::with_capacity(tests.len());
    for (index, test) in tests.iter().enumerate() {
        if let Some(pinned) = &test.pinned {
            chosen.push(pinned.clone());
            continue;
        }
        let by_fact = &by_fact[index];
        let mut own: Vec<usize> = first[index].into_iter().collect();
        while own.len() < MOST
            && let Some(next) = best(test, by_fact, &noticed, 0..test.facts.len())
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

/// The assertion that a test has in any case: one on what the call gave that is not vague, or else the one that notices
/// most, whoever else notices it.
fn first(test: &Candidate, by_fact: &[BTreeSet<MutantId>]) -> Option<usize> {
    if test.is_telling || test.pinned.is_some() {
        return None;
    }
    let none = BTreeSet::new();
    let about = test.about_result.difference(&test.vague).copied();
    best(test, by_fact, &none, about).or_else(|| best(test, by_fact, &none, 0..test.facts.len()))
}

/// The mutants that each fact notices.
fn by_fact(test: &Candidate) -> Vec<BTreeSet<MutantId>> {
    let notices = |fact: &u64| {
        let gone = |kill: &Kill| matches!(kill, Kill::Facts(gone) if gone.contains(fact));
        let noticed = test.kills.iter().filter(|(_, kill)| gone(kill));
        noticed.map(|(mutant, _)| *mutant).collect()
    };
    test.facts.iter().map(notices).collect()
}

/// The fact among some that notices most beyond what is noticed; of those one that is not vague, and of those the first.
fn best(
    test: &Candidate,
    by_fact: &[BTreeSet<MutantId>],
    noticed: &BTreeSet<MutantId>,
    among: impl Iterator<Item = usize>,
) -> Option<usize> {
    let worth = |fact: &usize| {
        let new = by_fact[*fact].difference(noticed).count();
        (new, !test.vague.contains(fact), std::cmp::Reverse(*fact))
    };
    among.max_by_key(worth)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(facts: u64, kills: &[(u32, &[u64])]) -> Candidate {
        let kills = kills.iter().map(|(mutant, facts)| {
            let kill = match facts.is_empty() {
                true => Kill::Ending,
                false => Kill::Facts(facts.iter().copied().collect()),
            };
            (MutantId(*mutant), kill)
        });
        Candidate { facts: (0..facts).collect(), kills: kills.collect(), ..Candidate::default() }
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
    fn a_test_whose_assertions_are_settled_gets_no_others_and_what_they_notice_is_noticed() {
        let settled = Candidate { pinned: Some(vec![1]), ..test(2, &[(1, &[0]), (2, &[1])]) };
        let other = test(2, &[(1, &[0]), (2, &[1])]);
        assert_eq!(choose(&[settled, other]), [vec![1], vec![0]]);
    }

    #[test]
    fn what_the_call_gave_is_asserted_first_and_then_what_notices_more() {
        let about_result = BTreeSet::from([0]);
        let size = Candidate { about_result, ..test(2, &[(1, &[1]), (2, &[1])]) };
        assert_eq!(choose(&[size]), [[0, 1]]);
    }

    #[test]
    fn of_several_facts_about_the_result_the_one_is_asserted_that_notices_most() {
        let about_result = BTreeSet::from([0, 1]);
        let mut parts = Candidate { about_result, ..test(3, &[(1, &[1, 2]), (2, &[2])]) };
        assert_eq!(choose(std::slice::from_ref(&parts)), [[1, 2]]);
        parts.vague.insert(1);
        assert_eq!(choose(&[parts]), [[0, 2]]);
    }

    #[test]
    fn a_vague_result_gives_way_to_what_notices_more() {
        let about_result = BTreeSet::from([0]);
        let mut vague = Candidate { about_result, ..test(2, &[(1, &[0, 1]), (2, &[1])]) };
        vague.vague.insert(0);
        assert_eq!(choose(&[vague]), [[1]]);
    }

    #[test]
    fn what_the_first_assertion_of_a_later_test_notices_is_not_asserted_before() {
        let tests = [test(2, &[(1, &[0]), (2, &[0]), (3, &[1])]), test(1, &[(3, &[0])])];
        assert_eq!(choose(&tests), [vec![0], vec![0]]);
    }

    #[test]
    fn what_ends_a_test_needs_no_assertion() {
        let tests = [test(2, &[(1, &[]), (2, &[1])]), test(2, &[(1, &[0]), (2, &[1])])];
        assert_eq!(choose(&tests), [vec![1], vec![0]]);
    }

    #[test]
    fn a_test_that_expects_an_exception_asserts_its_message_only_where_that_notices_something() {
        let telling = |kills: &[(u32, &[u64])]| Candidate { is_telling: true, ..test(1, kills) };
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
