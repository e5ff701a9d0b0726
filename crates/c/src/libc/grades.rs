//! How far a comparison of texts or blocks is from another result, for graded runs.
//!
//! The comparison itself is made in C, where every condition on an input is met; the first difference
//! decides it and says nothing about the rest. A search needs the rest as well: these primitives add to
//! the result how far the two are apart, as a sum over all of their characters.

use machine::{Context, Models, Stop, Value, argument};
use program::Type;
use term::distance::Distance;
use trace::Mode;

/// The ways to compare, as in the library's header.
const TEXT: u128 = 1;
const ANY_CASE: u128 = 2;
const ONE_OF: u128 = 4;

/// How many characters are looked at.
const MOST: u64 = 4096;
/// How many places a longer text is sought at.
const MOST_PLACES: usize = 1024;

/// Adds the primitives.
pub(super) fn add(models: &mut Models) {
    models.add("__ferret_compared", |context: &mut dyn Context, arguments: &[Value]| {
        let order = argument(arguments, 0)?;
        if context.mode() != Mode::Graded || order.bits == 0 {
            return Ok(Some(order));
        }
        let count = argument(arguments, 3)?.bits as u64;
        let how = argument(arguments, 4)?.bits;
        let a = characters(context, argument(arguments, 1)?, count, how);
        let b = characters(context, argument(arguments, 2)?, count, how);
        compared(context, [&a, &b]);
        Ok(Some(Value { grade: Some(grade(difference(&a, &b))), ..order }))
    });
    models.add("__ferret_not_found", |context: &mut dyn Context, arguments: &[Value]| {
        let null = Value::pointer(0);
        if context.mode() != Mode::Graded {
            return Ok(Some(null));
        }
        let (count, length) =
            (argument(arguments, 1)?.bits as u64, argument(arguments, 3)?.bits as u64);
        let how = argument(arguments, 4)?.bits;
        let text = characters(context, argument(arguments, 0)?, count, how);
        let wanted = characters(context, argument(arguments, 2)?, length, how & !TEXT);
        if how & ONE_OF == 0 {
            compared(context, [&text, &wanted]);
        }
        Ok(nearest(&text, &wanted, how)
            .map_or(Some(null), |distance| Some(Value { grade: Some(grade(distance)), ..null })))
    });
}

/// Notes texts that differ.
fn compared(context: &mut dyn Context, texts: [&[u8]; 2]) {
    for text in texts {
        let units: Vec<u16> = text.iter().map(|byte| u16::from(*byte)).collect();
        context.compared(&units);
    }
}

/// A result that is not zero is never at distance zero from it.
fn grade(difference: u64) -> Distance {
    Distance::of_u64(difference.max(1))
}

/// The characters of a text up to its end, or of a block; those that cannot be read end it, for the
/// comparison did not have to read them.
fn characters(context: &mut dyn Context, start: Value, count: u64, how: u128) -> Vec<u8> {
    let mut characters = Vec::new();
    for offset in 0..count.min(MOST) {
        let at = Value::pointer((start.bits as u64).wrapping_add(offset));
        let Ok(character) = load(context, at) else { break };
        if character == 0 && how & TEXT != 0 {
            break;
        }
        let folded = if how & ANY_CASE != 0 { character.to_ascii_lowercase() } else { character };
        characters.push(folded);
    }
    characters
}

fn load(context: &mut dyn Context, at: Value) -> Result<u8, Stop> {
    context.load(at, Type::I8).map(|value| value.bits as u8)
}

/// The sum of the differences, character by character; behind the end of a text there are zeros.
fn difference(a: &[u8], b: &[u8]) -> u64 {
    let at = |text: &[u8], index: usize| text.get(index).copied().unwrap_or(0);
    (0..a.len().max(b.len())).map(|index| u64::from(at(a, index).abs_diff(at(b, index)))).sum()
}

/// How far a text is from having what was wanted, at the place where it is nearest; nothing is known of
/// a text without places.
fn nearest(text: &[u8], wanted: &[u8], how: u128) -> Option<u64> {
    if how & ONE_OF != 0 {
        let pairs = text.iter().flat_map(|c| wanted.iter().map(move |w| c.abs_diff(*w)));
        return pairs.min().map(u64::from);
    }
    let places = (0..text.len().max(1)).take(MOST_PLACES);
    places
        .map(|start| {
            let rest = text.get(start..).unwrap_or_default();
            difference(&rest[..rest.len().min(wanted.len())], wanted)
        })
        .min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_a_sum_over_all_characters() {
        assert_eq!(difference(b"abc", b"abc"), 0);
        assert_eq!(difference(b"abc", b"abe"), 2);
        assert_eq!(difference(b"xbc", b"abd"), 24);
        assert_eq!(difference(b"ab", b"abc"), u64::from(b'c'));
        assert_eq!(difference(b"", b"\x02\x03"), 5);
    }

    #[test]
    fn what_is_sought_is_nearest_at_its_best_place() {
        assert_eq!(nearest(b"xxabdxx", b"abc", 0), Some(1));
        assert_eq!(nearest(b"az", b"c", 0), Some(2));
        assert_eq!(nearest(b"az", b"mx", ONE_OF), Some(2));
        assert_eq!(nearest(b"", b"\x03", 0), Some(3));
        assert_eq!(nearest(b"", b"ab", ONE_OF), None);
    }
}
