//! How far texts are from being equal, from beginning with each other, and from holding each other.
//!
//! Distances are sums over all characters, so that every character that comes nearer shows; behind the end of a
//! text there are zeros.

/// How many places a text is sought at.
const MOST_PLACES: usize = 1024;

/// The sum of the differences, character by character.
pub(super) fn difference(a: &[u16], b: &[u16]) -> u64 {
    let at = |text: &[u16], index: usize| text.get(index).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|index| u64::from(at(a, index).abs_diff(at(b, index)))).sum()
}

/// How far a text is from having another at a place; it may run out before.
pub(super) fn at_place(text: &[u16], wanted: &[u16], place: usize) -> u64 {
    let rest = text.get(place..).unwrap_or_default();
    difference(&rest[..rest.len().min(wanted.len())], wanted)
}

/// How far a text is from ending with another.
pub(super) fn at_end(text: &[u16], wanted: &[u16]) -> u64 {
    let reversed = |text: &[u16]| text.iter().rev().copied().collect::<Vec<u16>>();
    at_place(&reversed(text), &reversed(wanted), 0)
}

/// How far a text is from holding another, at the place from `start` on where it is nearest.
pub(super) fn nearest(text: &[u16], wanted: &[u16], start: usize) -> u64 {
    let last = text.len().saturating_sub(wanted.len()).max(start);
    let places = (start..=last).take(MOST_PLACES);
    places.map(|place| at_place(text, wanted, place)).min().unwrap_or(0)
}

/// The text as comparisons see it that do not look at case.
pub(super) fn folded(text: &[u16]) -> Vec<u16> {
    let fold = |unit: &u16| {
        let Some(char) = char::from_u32((*unit).into()) else { return *unit };
        let mut lower = char.to_uppercase().flat_map(char::to_lowercase);
        let first = lower.next().unwrap_or(char);
        u16::try_from(u32::from(first)).unwrap_or(*unit)
    };
    text.iter().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u16> {
        text.encode_utf16().collect()
    }

    #[test]
    fn every_character_counts() {
        let difference = |a: &str, b: &str| difference(&units(a), &units(b));
        assert_eq!(difference("abc", "abc"), 0);
        assert_eq!(difference("abc", "abe"), 2);
        assert_eq!(difference("xbc", "abd"), 24);
        assert_eq!(difference("ab", "abc"), 99);
    }

    #[test]
    fn a_text_is_sought_at_the_place_where_it_is_nearest() {
        let nearest = |a: &str, b: &str, start| nearest(&units(a), &units(b), start);
        assert_eq!(nearest("xxabdxx", "abc", 0), 1);
        assert_eq!(nearest("abdxxabe", "abc", 1), 2);
        assert_eq!(nearest("", "\u{3}", 0), 3);
        assert_eq!(nearest("a", "ab", 7), 97 + 98);
        assert_eq!(at_end(&units("name.jpf"), &units(".gif")), 3 + 7);
        assert_eq!(at_end(&units("f"), &units("if")), 105);
        assert_eq!(folded(&units("ÄbC")), units("äbc"));
    }
}
