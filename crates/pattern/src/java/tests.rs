//! What is read, what is not, and that texts which are made match.

use super::flags::{CASE_INSENSITIVE, COMMENTS, DOTALL, LITERAL, MULTILINE};
use crate::Pattern;
use fastrand::Rng;

fn units(text: &str) -> Vec<u16> {
    text.encode_utf16().collect()
}

fn pattern(expression: &str, flags: u32) -> Pattern {
    Pattern::java(&units(expression), flags).unwrap_or_else(|error| panic!("{expression}: {error}"))
}

/// What a JDK says of these is in `crates/jvm/tests/grades`.
const EXPRESSIONS: &[(&str, u32)] = &[
    (r"^(https?|ftp)://([a-z0-9-]+\.)+[a-z]{2,6}(:\d{1,5})?(/\S*)?$", 0),
    (r"(?<level>INFO|WARN)\s+\[(?<thread>[\w-]{1,12})\]:\s*(?<text>.*)", 0),
    (r"[a-z&&[^aeiou]]{3}", 0),
    (r"[a-z&&[def]x]+", 0),
    (r"[]a-]+[^]]", 0),
    (r"[\w&&[^\d_]]+", 0),
    (r"\Qa.b\E+c", 0),
    (r"(\w)(\d)\2\1", 0),
    (r"(?<q>['\x22])\w*\k<q>", 0),
    (r"(?=.*\d)(?=.*[a-z])\w{4,8}", 0),
    (r"a(?!b)\w", 0),
    (r"\w+(?<=ing)", 0),
    (r"(?i)hello|(?-i:X)y", 0),
    ("a b # a comment\n c", COMMENTS),
    ("a.b", LITERAL),
    ("straße", CASE_INSENSITIVE),
    ("a.b", DOTALL),
    ("^a$\n^b$", MULTILINE),
    (r"\p{Alpha}\p{javaLowerCase}\P{L}\p{IsGreek}\p{Lu}", 0),
    (r"\x41\u0042\0103\cA\t", 0),
    (r"a++b*+c?+d{2,3}+e+?", 0),
    (r"\h\R\v\H", 0),
    (r"(a|(b|(c|d)))+", 0),
    ("", 0),
    ("|a", 0),
];

#[test]
fn texts_that_are_made_match_and_those_that_are_spoiled_do_not() {
    for &(expression, flags) in EXPRESSIONS {
        let pattern = pattern(expression, flags);
        let mut random = Rng::with_seed(7);
        let texts = pattern.samples(&mut random, 6);
        assert!(!texts.is_empty(), "{expression}");
        for text in &texts {
            assert!(pattern.matches(text), "{expression}");
            let distance = pattern.distance(text, crate::Extent::Whole);
            assert!(distance.is_none_or(|distance| distance == 0), "{expression} {text:?}");
        }
        if let Some(spoiled) = pattern.near_miss(&mut random, &texts[0]) {
            assert!(!pattern.matches(&spoiled), "{expression}");
            let distance = pattern.distance(&spoiled, crate::Extent::Whole);
            assert!(distance.is_none_or(|distance| distance > 0), "{expression} {spoiled:?}");
        }
    }
}

#[test]
fn texts_of_several_seeds_visit_all_alternatives_and_bounds() {
    let pattern = pattern("(?:red|green|blue){2,4}[x]?", 0);
    let mut all: Vec<String> = Vec::new();
    for seed in 0..8 {
        let texts = pattern.samples(&mut Rng::with_seed(seed), 4);
        all.extend(texts.iter().map(|text| String::from_utf16(text).expect("a text")));
    }
    for part in ["red", "green", "blue"] {
        assert!(all.iter().any(|text| text.contains(part)), "{part}: {all:?}");
    }
    let rounds =
        |text: &String| ["red", "green", "blue"].iter().map(|it| text.matches(it).count()).sum();
    let mut seen: Vec<usize> = all.iter().map(rounds).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, [2, 3, 4]);
    assert!(
        all.iter().any(|text| text.ends_with('x')) && !all.iter().all(|text| text.ends_with('x'))
    );
    let again = pattern.samples(&mut Rng::with_seed(3), 4);
    assert_eq!(again, pattern.samples(&mut Rng::with_seed(3), 4));
}

#[test]
fn what_cannot_be_read_is_an_error_value() {
    let told = |expression: &str| {
        Pattern::java(&units(expression), 0)
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default()
    };
    assert_eq!(told("(a"), "not a regular expression: a group is not closed");
    assert_eq!(told("a)"), "not a regular expression: a group is closed that is not open");
    assert_eq!(told("*a"), "not a regular expression: nothing is repeated");
    assert_eq!(told("a{x}"), "not a regular expression: a repetition has no numbers");
    assert_eq!(told("[a"), "not a regular expression: a class is not closed");
    assert_eq!(told("[z-a]"), "not a regular expression: a range ends before it begins");
    assert_eq!(told("a\\"), "not a regular expression: a backslash at the end");
    assert_eq!(told(r"\p{IsKlingon}"), r"`\p{IsKlingon}` is not supported in regular expressions");
    assert_eq!(
        told(&"(".repeat(10_000)),
        "`more than 100 groups inside one another` is not supported in regular expressions"
    );
}

#[test]
fn no_text_makes_the_parser_panic() {
    const SIGNS: &[u8] = br"()[]{}|*+?\^$.,-&:<>=!abQEpPkxuc019 #";
    let mut random = Rng::with_seed(11);
    for _ in 0..20_000 {
        let text: Vec<u16> = (0..random.usize(..14))
            .map(|_| u16::from(SIGNS[random.usize(..SIGNS.len())]))
            .collect();
        let flags = random.u32(..512);
        let Ok(pattern) = Pattern::java(&text, flags) else { continue };
        for sample in pattern.samples(&mut random, 2) {
            assert!(
                pattern.distance(&sample, crate::Extent::Anywhere).is_none_or(|far| far == 0),
                "{text:?} {flags} {sample:?}"
            );
        }
        pattern.nearest(&[97, 98], crate::Extent::Whole);
    }
}
