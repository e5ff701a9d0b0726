//! What a run does that it must not do, and where.

use report::{Place, Stack};
use std::fmt;

/// What went wrong in a run, and the place in the source, where one is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub cause: String,
    /// Where.
    pub place: Option<Place>,
    /// The calls that were open.
    pub stack: Stack,
}

/// Reads `file:line:column` as sanitizers write it, where the numbers may be missing.
pub(crate) fn parse_place(text: &str) -> Place {
    let (first, last) = numbered(text);
    let (file, before) = last.map_or((first, None), |_| numbered(first));
    let (line, column) = if before.is_some() { (before, last) } else { (last, None) };
    Place { file: file.to_owned(), line, column }
}

/// A text, and the number that stands behind its last colon.
fn numbered(text: &str) -> (&str, Option<u32>) {
    let split = text.rsplit_once(':').and_then(|(before, number)| {
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        Some((before, number.parse().ok().filter(|_| digits)?))
    });
    split.map_or((text, None), |(before, number)| (before, Some(number)))
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{} at {place}", self.cause),
            None => f.write_str(&self.cause),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_read_as_exactly_as_it_is_told_and_written_the_same() {
        let place = |text| {
            let place = parse_place(text);
            assert_eq!(place.to_string(), text);
            (place.file, place.line, place.column)
        };
        assert_eq!(place("a.c:3:7"), ("a.c".to_owned(), Some(3), Some(7)));
        assert_eq!(place("a.c:3"), ("a.c".to_owned(), Some(3), None));
        assert_eq!(place("a:b.c:3:7"), ("a:b.c".to_owned(), Some(3), Some(7)));
        assert_eq!(place("tests+0x12)"), ("tests+0x12)".to_owned(), None, None));
    }

    #[test]
    fn a_fault_is_told_with_its_place_if_it_has_one() {
        let mut fault = Fault { cause: "division by zero".to_owned(), ..Fault::default() };
        assert_eq!(fault.to_string(), "division by zero");
        fault.place = Some(parse_place("a.c:3:7"));
        assert_eq!(fault.to_string(), "division by zero at a.c:3:7");
    }
}
