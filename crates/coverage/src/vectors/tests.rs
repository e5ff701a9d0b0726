//! Rules for pairs, on decisions small enough to list every evaluation.

use super::*;
use program::Condition;

fn vector(text: &str) -> Vector {
    let value = |letter: char| match letter {
        'T' => Some(true),
        'F' => Some(false),
        _ => None,
    };
    let (conditions, outcome) = text.split_once('=').expect("a vector");
    Vector { conditions: conditions.chars().map(value).collect(), outcome: outcome == "T" }
}

/// A decision by where each condition leads if it is true and if it is false.
fn decision(ways: &[(Option<u32>, Option<u32>)]) -> Decision {
    let condition = |&(if_true, if_false): &_| Condition { span: None, if_true, if_false };
    Decision { span: None, conditions: ways.iter().map(condition).collect() }
}

/// `(A && B) || C`
fn and_or() -> Decision {
    decision(&[(Some(1), Some(2)), (None, Some(2)), (None, None)])
}

/// `(A || B) && (C || D)`
fn or_and_or() -> Decision {
    decision(&[(Some(2), Some(1)), (Some(2), None), (None, Some(3)), (None, None)])
}

fn shown(rule: PairRule, shape: &Decision, a: &str, b: &str) -> Vec<u32> {
    let (a, b) = (vector(a), vector(b));
    let all = 0..shape.conditions.len() as u32;
    all.filter(|condition| rule.shows(shape, *condition, &a, &b)).collect()
}

#[test]
fn conditions_that_were_not_evaluated_match_anything_but_strictly() {
    let pair = ("TT-=T", "F-F=F");
    assert_eq!(shown(PairRule::UniqueCause, &and_or(), pair.0, pair.1), [0]);
    assert_eq!(shown(PairRule::Strict, &and_or(), pair.0, pair.1), []);
    assert_eq!(shown(PairRule::Strict, &and_or(), "F-T=T", "F-F=F"), [2]);
}

#[test]
fn a_pair_shows_nothing_when_two_conditions_differ_or_the_outcome_does_not() {
    let shown = |a: &str, b: &str| shown(PairRule::UniqueCause, &and_or(), a, b);
    assert_eq!(shown("TT-=T", "TFF=F"), [1]);
    assert_eq!(shown("TT-=T", "F-T=T"), []);
    assert_eq!(shown("TFT=T", "F-F=F"), []);
}

#[test]
fn masked_conditions_may_differ() {
    // C decides in both; A differs too, but whatever A is, B lets the evaluation come to C.
    let pair = ("T-T-=T", "FTFF=F");
    assert_eq!(shown(PairRule::Masking, &or_and_or(), pair.0, pair.1), [2]);
    assert_eq!(shown(PairRule::UniqueCause, &or_and_or(), pair.0, pair.1), []);
    // A decides in neither: C alone makes it true.
    assert_eq!(shown(PairRule::Masking, &and_or(), "TFT=T", "F-F=F"), [2]);
}

#[test]
fn masking_allows_every_pair_that_unique_cause_does() {
    for shape in [and_or(), or_and_or()] {
        let all = evaluations(&shape, 100).expect("few");
        for a in &all {
            for b in &all {
                for condition in 0..shape.conditions.len() as u32 {
                    let shows = |rule: PairRule| rule.shows(&shape, condition, a, b);
                    assert!(!shows(PairRule::Strict) || shows(PairRule::UniqueCause));
                    assert!(!shows(PairRule::UniqueCause) || shows(PairRule::Masking), "{a} {b}");
                    assert_eq!(
                        shows(PairRule::Masking),
                        PairRule::Masking.shows(&shape, condition, b, a)
                    );
                }
            }
        }
    }
}

#[test]
fn the_evaluations_of_a_decision_are_the_paths_through_it() {
    let list = |shape: &Decision| {
        let all = evaluations(shape, 100).expect("few");
        all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(list(&and_or()), "F-F=F F-T=T TFF=F TFT=T TT-=T");
    assert_eq!(list(&or_and_or()), "FF--=F FTFF=F FTFT=T FTT-=T T-FF=F T-FT=T T-T-=T");
    assert_eq!(evaluations(&or_and_or(), 6), None);
}

/// The conditions that a rule can show at all, and the fewest evaluations that show them all.
fn fewest(rule: PairRule, shape: &Decision) -> (Vec<u32>, usize) {
    let all = evaluations(shape, 100).expect("few");
    let shown = |set: u32| {
        let chosen: Vec<&Vector> =
            (0..all.len()).filter(|bit| set >> bit & 1 == 1).map(|bit| &all[bit]).collect();
        let shown = |condition: &u32| {
            let pairs = chosen.iter().flat_map(|a| chosen.iter().map(move |b| (a, b)));
            pairs.into_iter().any(|(a, b)| rule.shows(shape, *condition, a, b))
        };
        (0..shape.conditions.len() as u32).filter(shown).collect::<Vec<u32>>()
    };
    let most = shown(u32::MAX);
    let sets = 0..1u32 << all.len();
    let least = sets.filter(|&set| shown(set) == most).map(u32::count_ones).min();
    (most, least.unwrap_or(0) as usize)
}

#[test]
fn three_conditions_need_at_least_four_evaluations() {
    assert_eq!(fewest(PairRule::UniqueCause, &and_or()), (vec![0, 1, 2], 4));
    assert_eq!(fewest(PairRule::Masking, &and_or()), (vec![0, 1, 2], 4));
    // Whoever asks for all other conditions to be evaluated alike never sees the first two.
    assert_eq!(fewest(PairRule::Strict, &and_or()), (vec![2], 2));
}

#[test]
fn masking_can_do_with_fewer_evaluations_than_unique_cause() {
    assert_eq!(fewest(PairRule::UniqueCause, &or_and_or()), (vec![0, 1, 2, 3], 5));
    assert_eq!(fewest(PairRule::Masking, &or_and_or()), (vec![0, 1, 2, 3], 4));
}

#[test]
fn a_vector_is_printed_by_condition() {
    assert_eq!(vector("TF-=F").to_string(), "TF-=F");
}

#[test]
fn every_rule_is_read_by_its_name() {
    for rule in PairRule::all() {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    let error = "loose".parse::<PairRule>().expect_err("no rule").to_string();
    assert_eq!(error, "`loose` is no rule for pairs; there are unique-cause, strict and masking");
}
