//! Broken texts: an error or a module, never a panic, never a hang.

use llvm::ll;

use crate::snippets::ALL;

/// Reads everything there is to read in a text, if it is a module at all; with `again`, also what is
/// written of it.
fn survive(text: &str, again: bool) -> bool {
    let Ok(module) = ll::parse(text) else { return false };
    // Every number of an error is within the text.
    if let Err(error) = module.metadata.check() {
        assert!(error.line >= 1 && error.column >= 1);
    }
    if again {
        let printed = ll::print(&module);
        let result = ll::parse(&printed);
        assert!(result.is_ok(), "what was accepted is written wrongly: {result:?}\n{printed}");
    }
    true
}

#[test]
fn every_text_cut_short_is_survived() {
    for (_, text) in ALL {
        for end in (0..text.len()).step_by(43) {
            survive(&text[..end], true);
        }
    }
}

#[test]
fn a_text_cut_in_a_body_is_an_error_at_its_end() {
    let (_, text) = ALL[0];
    let start = text.find("switch i64").expect("a switch");
    let error = ll::parse(&text[..start + 12]).expect_err("an error");
    assert_eq!(error.line as usize, text[..start].lines().count());
}

#[test]
fn random_changes_are_survived() {
    // The long run takes other seeds, not only more rounds.
    let seeds = if std::env::var_os("FERRET_FULL").is_some() { 100 } else { 1 };
    (0..seeds).for_each(|seed| random_changes(seed, 2400));
}

fn random_changes(seed: u64, rounds: u32) {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut accepted = 0;
    for round in 0..rounds {
        let (_, text) = ALL[round as usize % ALL.len()];
        accepted += u32::from(survive(&mutate(text, &mut rng), round % 8 == 0));
    }
    // Were nearly all refused, or all accepted, the changes would show nothing.
    assert!((rounds / 20..rounds).contains(&accepted), "{accepted} of {rounds}");
}

/// The text with some changes: characters, words or lines dropped, doubled, swapped or set.
fn mutate(text: &str, rng: &mut fastrand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..rng.usize(1..4) {
        let (at, other) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match rng.u8(..9) {
            0 => drop(lines.remove(at)),
            1 => lines.swap(at, other),
            2 => {
                let line = lines[other].clone();
                lines.insert(at, line);
            }
            3 => {
                let length = rng.usize(..=lines[at].len());
                if lines[at].is_char_boundary(length) {
                    lines[at].truncate(length);
                }
            }
            4..6 => change_byte(&mut lines[at], rng),
            _ => change_word(&mut lines, at, other, rng),
        }
    }
    lines.join("\n")
}

/// Inserts, drops or replaces a character; the snippets are ASCII but for what was put in before.
fn change_byte(line: &mut String, rng: &mut fastrand::Rng) {
    const BYTES: &[u8] = b"\"\\%@!#$,()[]{}<>=*|:;.-0129abcxi \t\n\0";
    if !line.is_empty() && line.is_ascii() {
        let at = rng.usize(..line.len());
        let byte = BYTES[rng.usize(..BYTES.len())] as char;
        match rng.u8(..3) {
            0 => line.insert(at, byte),
            1 => drop(line.remove(at)),
            _ => line.replace_range(at..=at, &byte.to_string()),
        }
    }
}

/// Replaces a word by one of another line or by one that is likely to hurt.
fn change_word(lines: &mut [String], at: usize, other: usize, rng: &mut fastrand::Rng) {
    const HURTFUL: &[&str] = &[
        "i0",
        "i128",
        "i99999999",
        "-170141183460469231731687303715884105729",
        "0x",
        "0xK1",
        "!{",
        "[18446744073709551615 x i8]",
        "4294967295",
        "!4294967295",
        "%4294967295",
        "ptr",
        "void",
        "label",
        "metadata",
        "zeroinitializer",
        "undef",
        "\"",
        "é",
        "}",
        "#99999999999",
        "...",
    ];
    let pick = |line: &str, rng: &mut fastrand::Rng| {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        let index = rng.usize(..words.len());
        (words, index)
    };
    let word = if rng.bool() {
        let (words, index) = pick(&lines[other], rng);
        words[index].clone()
    } else {
        HURTFUL[rng.usize(..HURTFUL.len())].to_owned()
    };
    let (mut words, index) = pick(&lines[at], rng);
    words[index] = word;
    lines[at] = words.join(" ");
}
