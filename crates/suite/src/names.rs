//! Names of tests: the function and how it came out, and what sets a test apart from its neighbours.

use std::collections::BTreeMap;

/// What a name is made from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    /// The function under test.
    pub function: String,
    /// How it came out, as a verb: `returns_3`, `writes_count_3`, `exits_with_1`, `dies_of_null`.
    pub outcome: String,
    /// Inputs with their values in words, the most telling first: `("n", "4")`, told as `when_n_is_4`.
    ///
    /// A value that begins with one of [`VERBS`] is told without `is`: `("text", "ends_with_dot")` as
    /// `when_text_ends_with_dot`. One that begins with one of [`PREPOSITIONS`] is told by itself: `("call", "after_open")`
    /// as `after_open`. What follows a `#` in the name of an input tells it apart from others and is not told.
    pub inputs: Vec<(String, String)>,
}

/// How values begin that say of their input what it does.
pub const VERBS: [&str; 4] = ["starts_", "ends_", "contains_", "has_"];

/// How values begin that are told without their input.
pub const PREPOSITIONS: [&str; 4] = ["after_", "by_", "for_", "with_"];

/// Longest name before what it is told apart by is left out.
const LONGEST: usize = 80;

/// Conditions that one name tells at most.
const MOST_CONDITIONS: usize = 2;

/// A name for each test, all different: function and outcome; where that is not enough, the inputs that
/// differ within the group; where these are many, for each test those that set it apart; where that is not enough either,
/// a number from the second one on.
///
/// Tests of other functions and outcomes have no part in it, so that a name does not change because of them.
pub fn names(subjects: &[Subject]) -> Vec<String> {
    let mut names: Vec<String> = subjects.iter().map(plain).collect();
    for group in groups(&names) {
        let inputs = distinguishing(subjects, &group);
        for &test in &group {
            let inputs = match inputs.len() > MOST_CONDITIONS {
                true => setting_apart(subjects, &group, test),
                false => inputs.clone(),
            };
            let told = subjects[test].inputs.iter().filter(|(name, _)| inputs.contains(name));
            let is_phrase = |value: &str| begins_with(value, &PREPOSITIONS);
            let (phrases, told): (Vec<_>, Vec<_>) = told.partition(|(_, value)| is_phrase(value));
            for (_, phrase) in phrases {
                names[test] = format!("{}_{}", names[test], identifier(phrase));
            }
            let told: Vec<String> =
                told.into_iter().map(|(name, value)| clause(name, value)).collect();
            if !told.is_empty() {
                names[test] = format!("{}_when_{}", names[test], told.join("_and_"));
            }
        }
    }
    for group in groups(&names) {
        for (index, &test) in group.iter().enumerate().skip(1) {
            names[test] = format!("{}_{}", names[test], index + 1);
        }
    }
    names
}

/// What is said of an input: `n_is_4`.
fn clause(name: &str, value: &str) -> String {
    let name = identifier(name.split('#').next().unwrap_or(name));
    match begins_with(value, &VERBS) {
        true => format!("{name}_{}", identifier(value)),
        false => format!("{name}_is_{}", identifier(value)),
    }
}

fn begins_with(value: &str, beginnings: &[&str]) -> bool {
    beginnings.iter().any(|beginning| value.starts_with(beginning))
}

fn plain(subject: &Subject) -> String {
    let name = format!("{}_{}", identifier(&subject.function), identifier(&subject.outcome));
    name.trim_end_matches('_').to_owned()
}

/// Tests of one name, where there are several.
fn groups(names: &[String]) -> Vec<Vec<usize>> {
    let mut by_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (test, name) in names.iter().enumerate() {
        by_name.entry(name).or_default().push(test);
    }
    by_name.into_values().filter(|group| group.len() > 1).collect()
}

/// The fewest inputs, in order, that tell the tests of a group apart; as many as help if none suffice.
fn distinguishing(subjects: &[Subject], group: &[usize]) -> Vec<String> {
    let mut chosen: Vec<String> = Vec::new();
    let mut kinds = 1;
    let mut length = 0;
    while kinds < group.len() {
        let names = group.iter().flat_map(|test| subjects[*test].inputs.iter());
        let mut names: Vec<&String> = names.map(|(name, _)| name).collect();
        let mut seen = std::collections::BTreeSet::new();
        names.retain(|name| seen.insert(*name) && !chosen.contains(name));
        // The first of the inputs that tell most apart.
        let best = names.into_iter().rev().max_by_key(|name| {
            let mut tried = chosen.clone();
            tried.push((*name).clone());
            kinds_of(subjects, group, &tried)
        });
        let Some(best) = best else { break };
        chosen.push(best.clone());
        let now = kinds_of(subjects, group, &chosen);
        length += best.len() + longest_value(subjects, group, best) + 8;
        if now == kinds || length > LONGEST {
            chosen.pop();
            break;
        }
        kinds = now;
    }
    chosen
}

/// The fewest inputs, in order, that set one test of a group apart from most others; at most so many as a name tells.
fn setting_apart(subjects: &[Subject], group: &[usize], test: usize) -> Vec<String> {
    let own = &subjects[test].inputs;
    let alike = |inputs: &[&(String, String)]| {
        let has =
            |other: &&usize| inputs.iter().all(|input| subjects[**other].inputs.contains(input));
        group.iter().filter(has).count()
    };
    let one = own.iter().map(|input| vec![input]);
    let two = own
        .iter()
        .enumerate()
        .flat_map(|(index, first)| own[index + 1..].iter().map(move |second| vec![first, second]));
    let best = one.chain(two).min_by_key(|inputs| alike(inputs));
    best.into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

/// The length of the longest value that an input has in a group.
fn longest_value(subjects: &[Subject], group: &[usize], input: &str) -> usize {
    let inputs = group.iter().flat_map(|test| &subjects[*test].inputs);
    inputs.filter(|(name, _)| name == input).map(|(_, value)| value.len()).max().unwrap_or(0)
}

/// Into how many kinds these inputs sort the tests of a group.
fn kinds_of(subjects: &[Subject], group: &[usize], inputs: &[String]) -> usize {
    let values = |test: &usize| -> Vec<Option<&String>> {
        let of = |name: &String| {
            let mut known = subjects[*test].inputs.iter();
            known.find(|(known, _)| known == name).map(|(_, value)| value)
        };
        inputs.iter().map(of).collect()
    };
    let kinds: std::collections::BTreeSet<_> = group.iter().map(values).collect();
    kinds.len()
}

/// Only what may stand in an identifier.
fn identifier(text: &str) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => name.push(letter),
            _ if name.ends_with('_') || name.is_empty() => {}
            _ => name.push('_'),
        }
    }
    name.trim_end_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject(outcome: &str, inputs: &[(&str, &str)]) -> Subject {
        let inputs = inputs.iter().map(|(name, value)| ((*name).into(), (*value).into()));
        Subject { function: "prime".into(), outcome: outcome.into(), inputs: inputs.collect() }
    }

    #[test]
    fn the_outcome_is_enough_where_it_differs() {
        let given =
            [subject("returns_true", &[("n", "7")]), subject("returns_false", &[("n", "4")])];
        assert_eq!(names(&given), ["prime_returns_true", "prime_returns_false"]);
    }

    #[test]
    fn equal_outcomes_are_told_apart_by_the_input_that_differs() {
        let given = [
            subject("returns_false", &[("base", "2"), ("n", "4")]),
            subject("returns_false", &[("base", "2"), ("n", "minus_1")]),
        ];
        let expected = ["prime_returns_false_when_n_is_4", "prime_returns_false_when_n_is_minus_1"];
        assert_eq!(names(&given), expected);
    }

    #[test]
    fn two_inputs_are_named_where_one_does_not_tell_all_apart() {
        let given = [
            subject("returns_0", &[("a", "1"), ("b", "1")]),
            subject("returns_0", &[("a", "1"), ("b", "2")]),
            subject("returns_0", &[("a", "2"), ("b", "1")]),
        ];
        let expected = [
            "prime_returns_0_when_a_is_1_and_b_is_1",
            "prime_returns_0_when_a_is_1_and_b_is_2",
            "prime_returns_0_when_a_is_2_and_b_is_1",
        ];
        assert_eq!(names(&given), expected);
    }

    #[test]
    fn a_name_tells_two_conditions_at_most_those_that_set_the_test_apart() {
        let given = [
            subject("returns_0", &[("a", "1"), ("b", "1"), ("c", "1")]),
            subject("returns_0", &[("a", "1"), ("b", "1"), ("c", "2")]),
            subject("returns_0", &[("a", "1"), ("b", "2"), ("c", "1")]),
            subject("returns_0", &[("a", "2"), ("b", "2"), ("c", "1")]),
        ];
        let expected = [
            "prime_returns_0_when_b_is_1_and_c_is_1",
            "prime_returns_0_when_c_is_2",
            "prime_returns_0_when_a_is_1_and_b_is_2",
            "prime_returns_0_when_a_is_2",
        ];
        assert_eq!(names(&given), expected);
    }

    #[test]
    fn verbs_and_prepositions_are_told_as_they_are() {
        let given = [
            subject("returns_0", &[("call", "after_open"), ("n", "1")]),
            subject("returns_0", &[("call", "after_close"), ("n", "1")]),
            subject("returns_0", &[("call", "after_close"), ("n", "2")]),
            subject("returns_0", &[("call", "after_close"), ("n#end", "ends_with_7")]),
        ];
        let expected = [
            "prime_returns_0_after_open_when_n_is_1",
            "prime_returns_0_after_close_when_n_is_1",
            "prime_returns_0_after_close_when_n_is_2",
            "prime_returns_0_after_close",
        ];
        assert_eq!(names(&given), expected);
        let given = [
            subject("returns_1", &[("n", "1"), ("n#end", "ends_with_5")]),
            subject("returns_1", &[("n", "1"), ("n#end", "ends_with_7")]),
        ];
        let expected = ["prime_returns_1_when_n_ends_with_5", "prime_returns_1_when_n_ends_with_7"];
        assert_eq!(names(&given), expected);
    }

    #[test]
    fn what_nothing_tells_apart_is_numbered_from_the_second_on() {
        let given = [subject("returns_0", &[]), subject("returns_0", &[]), subject("dies", &[])];
        assert_eq!(names(&given), ["prime_returns_0", "prime_returns_0_2", "prime_dies"]);
    }

    #[test]
    fn a_test_of_another_outcome_changes_no_name() {
        let mut given = vec![
            subject("returns_0", &[("n", "4")]),
            subject("returns_0", &[("n", "6")]),
            subject("returns_1", &[("n", "7")]),
        ];
        let before = names(&given);
        given.insert(0, subject("returns_2", &[("n", "4")]));
        assert_eq!(names(&given)[1..], before);
    }
}
