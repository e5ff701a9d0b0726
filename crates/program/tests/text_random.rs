//! Random programs survive printing and parsing; random damage is reported, never a panic.

mod generator;

use fastrand::Rng;
use generator::Generator;
use program::text::{parse, print};
use program::verify::verify;

const SAMPLES: [&str; 6] = [
    include_str!("text_kitchen.fir"),
    include_str!("../../../subjects/ir/c_like.fir"),
    include_str!("../../../subjects/ir/gcd.fir"),
    include_str!("../../../subjects/ir/java_like.fir"),
    include_str!("../../../subjects/ir/search.fir"),
    include_str!("../../../subjects/ir/triangle.fir"),
];

#[test]
fn a_random_program_is_the_same_after_printing_and_parsing() {
    let mut generator = Generator::typed(1);
    for round in 0..600 {
        let program = generator.program();
        let text = print(&program);
        let parsed = parse(&text).unwrap_or_else(|error| {
            panic!("round {round}\n{}\n{text}", error.render("random", &text))
        });
        assert_eq!(parsed, program, "round {round}\n{text}");
        assert_eq!(print(&parsed), text);
    }
}

#[test]
fn no_program_value_makes_the_verifier_or_the_printer_panic() {
    let mut generator = Generator::wild(2);
    for _ in 0..600 {
        let program = generator.program();
        assert!(!print(&program).is_empty());
        let _ = verify(&program);
    }
}

#[test]
fn damaged_text_is_an_error_or_a_program_that_prints_back() {
    let mut random = Rng::with_seed(3);
    for source in SAMPLES {
        for _ in 0..120 {
            let damaged = damage(&mut random, source);
            match parse(&damaged) {
                Ok(program) => {
                    let _ = verify(&program);
                    assert_eq!(parse(&print(&program)), Ok(program), "{damaged}");
                }
                Err(error) => {
                    let shown = error.render("damaged", &damaged);
                    assert!(shown.contains('^') && error.column > 0, "{shown}");
                }
            }
        }
    }
}

/// Characters that mean something to the lexer.
const MARKS: &[u8] = b"{}()[]%@\"!:,=+-*?\n;.0a\\";

/// A text with a few bytes or words replaced, removed, doubled or swapped.
fn damage(random: &mut Rng, source: &str) -> String {
    let mut text = source.to_owned();
    for _ in 0..random.u32(1..4) {
        if random.bool() {
            let mut bytes = text.into_bytes();
            let at = random.usize(..bytes.len());
            match random.u32(..4) {
                0 => bytes[at] = random.u8(..),
                1 => bytes[at] = MARKS[random.usize(..MARKS.len())],
                2 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
            text = String::from_utf8_lossy(&bytes).into_owned();
        } else {
            let mut words: Vec<&str> = text.split_inclusive([' ', '\n', ',', '(']).collect();
            let (a, b) = (random.usize(..words.len()), random.usize(..words.len()));
            match random.u32(..4) {
                0 => words.swap(a, b),
                1 => words[a] = words[b],
                2 => drop(words.remove(a)),
                _ => words.insert(a, words[b]),
            }
            text = words.concat();
        }
        if text.is_empty() {
            text.push('\n');
        }
    }
    text
}
