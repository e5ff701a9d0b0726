//! Texts in words that can stand in the name of a test.

/// The longest text that stands in a name as it is.
const LONGEST_TEXT: usize = 12;

/// The longest text that stands in a name by its words.
const LONGEST_WORDS: usize = 20;

/// What signs are called.
const SIGNS: [(char, &str); 31] = [
    ('!', "exclamation_mark"),
    ('"', "quote"),
    ('#', "hash"),
    ('$', "dollar"),
    ('%', "percent"),
    ('&', "ampersand"),
    ('\'', "apostrophe"),
    ('(', "opening_parenthesis"),
    (')', "closing_parenthesis"),
    ('*', "star"),
    ('+', "plus"),
    (',', "comma"),
    ('-', "dash"),
    ('.', "dot"),
    ('/', "slash"),
    (':', "colon"),
    (';', "semicolon"),
    ('<', "less_sign"),
    ('=', "equals_sign"),
    ('>', "greater_sign"),
    ('?', "question_mark"),
    ('@', "at_sign"),
    ('[', "opening_bracket"),
    ('\\', "backslash"),
    (']', "closing_bracket"),
    ('^', "caret"),
    ('_', "underscore"),
    ('`', "backtick"),
    ('{', "opening_brace"),
    ('|', "bar"),
    ('}', "closing_brace"),
];

/// A text in words: as it is if it is a short one of letters and digits, or the words in it, or how long it is.
pub(super) fn text(units: &[u16]) -> Option<String> {
    let text = String::from_utf16(units).ok()?;
    let is_word = |letter: char| letter.is_ascii_alphanumeric();
    let words: Vec<&str> = text.split(|letter| !is_word(letter)).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let mut letters = text.chars();
    Some(match (text.chars().count(), letters.next()) {
        (0, _) => "empty".to_owned(),
        _ if text.trim().is_empty() => "blank".to_owned(),
        (1..=LONGEST_TEXT, _) if text.chars().all(|letter| is_word(letter) || letter == ' ') => {
            words.join("_")
        }
        (1, Some(sign)) => {
            let known = SIGNS.iter().find(|(known, _)| *known == sign);
            known.map_or("text_of_1_character", |(_, name)| name).to_owned()
        }
        (1..=LONGEST_WORDS, _) if !words.is_empty() => format!("text_{}", words.join("_")),
        (length, _) => format!("text_of_{length}_characters"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_words() {
        let spoken = |given: &str| text(&given.encode_utf16().collect::<Vec<u16>>());
        let given = ["", " ", "abc", "a b", ",", "\u{1}", "<null>", "(0.0, 1.0)", "--", "\u{3b1}"];
        let words = given.map(|given| spoken(given).expect("a text"));
        assert_eq!(
            words,
            [
                "empty",
                "blank",
                "abc",
                "a_b",
                "comma",
                "text_of_1_character",
                "text_null",
                "text_0_0_1_0",
                "text_of_2_characters",
                "text_of_1_character"
            ]
        );
        assert_eq!(text(&[0xd800]), None);
    }
}
