//! Texts in words that can stand in the name of a test.

use std::collections::BTreeSet;
use suite::words::mark;

/// The longest text that stands in a name as it is.
const LONGEST_TEXT: usize = 20;

/// The longest words of a text that stand in a name, signs among them.
const LONGEST_WORDS: usize = 24;

/// The longest word that stands for the text it is in.
const LONGEST_WORD: usize = 16;

/// A text in words, if all of it can be said in a few: `empty`, `blank`, `abc`, `1_dot_0`.
pub(super) fn whole(units: &[u16]) -> Option<String> {
    let text = String::from_utf16(units).ok()?;
    match text.chars().count() {
        0 => return Some("empty".to_owned()),
        _ if text.trim().is_empty() => return Some("blank".to_owned()),
        1..=LONGEST_TEXT => {}
        _ => return None,
    }
    let pieces: Option<Vec<&str>> = pieces(&text).map(spoken).collect();
    let said = pieces?.into_iter().filter(|piece| !piece.is_empty()).collect::<Vec<_>>().join("_");
    (said.len() <= LONGEST_WORDS).then_some(said)
}

/// What a text is like that is too long to be said: `starts_with_option`, `ends_with_dot`, `contains_comma`; each with
/// a word for the kind of thing it says.
pub(super) fn traits(units: &[u16]) -> Vec<(&'static str, String)> {
    let text = String::from_utf16_lossy(units);
    let mut found = Vec::new();
    if let Some(first) = pieces(&text).next().and_then(shortened) {
        found.push(("start", format!("starts_with_{first}")));
    }
    if let Some(last) = pieces(&text).last().and_then(shortened) {
        found.push(("end", format!("ends_with_{last}")));
    }
    let mut seen = BTreeSet::new();
    let inner = pieces(&text).skip(1).filter(|piece| name_of(piece).is_some());
    let signs = inner.filter_map(shortened).filter(|sign| seen.insert(sign.to_string()));
    for (kind, sign) in ["sign", "other sign", "third sign"].into_iter().zip(signs) {
        found.push((kind, format!("contains_{sign}")));
    }
    found
}

/// A text that comes out of something, in words: all of it, or its first word.
pub(super) fn outcome(units: &[u16]) -> String {
    whole(units).unwrap_or_else(|| {
        let text = String::from_utf16_lossy(units);
        let mut words = words(&text);
        match words.find(|word| word.len() <= LONGEST_WORD) {
            Some(word) => format!("text_with_{word}"),
            None => "text".to_owned(),
        }
    })
}

/// The words of a text, of the name of a class that without its package.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut end = 0;
    pieces(text).filter(move |piece| {
        end += piece.len();
        let mut next = text[end..].chars();
        let goes_on = next.next() == Some('.') && next.next().is_some_and(char::is_alphabetic);
        let is_package = goes_on && piece.starts_with(|first: char| first.is_ascii_lowercase());
        piece.starts_with(is_word) && !is_package
    })
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
}

/// Words, and the signs between them one by one.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match is_word(first) {
            true => rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece)
    })
}

/// A word or sign as it is said; nothing for a space, none for what has no name.
fn spoken(piece: &str) -> Option<&str> {
    match piece {
        " " => Some(""),
        _ if piece.starts_with(is_word) => Some(piece),
        _ => name_of(piece),
    }
}

fn name_of(sign: &str) -> Option<&'static str> {
    let sign = sign.chars().next()?;
    mark(sign).filter(|_| sign.is_ascii_punctuation())
}

/// A word or sign as it is said, cut where it is long; none for what has no name.
fn shortened(piece: &str) -> Option<&str> {
    let word = spoken(piece).filter(|word| !word.is_empty())?;
    Some(word.get(..LONGEST_WORD).unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn short_texts_are_said_as_they_are() {
        let said = |given: &str| whole(&units(given));
        let given = ["", " ", "abc", "a b", ",", "1.0", "-1", "{}", "\u{1}", "\u{3b1}"];
        let words = given.map(|given| said(given).unwrap_or_else(|| "?".to_owned()));
        let expected =
            ["empty", "blank", "abc", "a_b", "comma", "1_dot_0", "dash_1", "?", "?", "?"];
        assert_eq!(words, expected);
        assert_eq!(whole(&[0xd800]), None);
    }

    #[test]
    fn long_texts_are_told_apart_by_how_they_begin_and_end() {
        let text = "[ Option a :: a :: class java.lang.String ].";
        assert_eq!(
            traits(&units(text)),
            [
                ("start", "starts_with_opening_bracket".to_owned()),
                ("end", "ends_with_dot".to_owned()),
                ("sign", "contains_colon".to_owned()),
                ("other sign", "contains_dot".to_owned()),
                ("third sign", "contains_closing_bracket".to_owned()),
            ]
        );
        assert_eq!(outcome(&units(text)), "text_with_Option");
        assert_eq!(
            outcome(&units("[<org.example.events.StartEvent()>, 1.5]")),
            "text_with_StartEvent"
        );
        assert_eq!(outcome(&units("((((((((((((")), "text");
        assert_eq!(traits(&units("\u{1}")), []);
    }
}
