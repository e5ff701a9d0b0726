//! Numbers and states in words and symbols: nothing is told by colour alone.

use crate::{Share, Verdict};

/// A count with its noun: `1 test`, `2 classes`.
pub fn counted(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {}", plural(noun)),
    }
}

/// Many of a noun.
pub fn plural(noun: &str) -> String {
    if noun.ends_with('s') || noun.ends_with('h') {
        return format!("{noun}es");
    }
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None => format!("{noun}s"),
    }
}

/// A share in percent, rounded down so that only all of them are 100 %.
pub fn percent(share: Share) -> Option<u32> {
    let hundred = u64::from(share.covered) * 100;
    u32::try_from(hundred.checked_div(u64::from(share.total))?).ok()
}

/// The symbol of what is known about a goal.
pub fn symbol(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Covered => "✓",
        Verdict::Infeasible => "∅",
        Verdict::Bounded(_) => "⋯",
        Verdict::Dies => "†",
        Verdict::TakenOut => "−",
        Verdict::Survives(_) | Verdict::NotTried | Verdict::Open => "✗",
    }
}

/// What is known about a goal, in a few words.
pub fn state(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Covered => "covered",
        Verdict::Infeasible => "proven infeasible",
        Verdict::Bounded(_) => "not reached within bounds",
        Verdict::Dies => "reached only by runs that crash",
        Verdict::TakenOut => "reached only by a test that was left out",
        Verdict::Survives(_) => "mutant survives",
        Verdict::NotTried => "mutant not tried",
        Verdict::Open => "open",
    }
}

/// Line numbers as ranges: `3–7, 9`.
pub fn ranges(numbers: &[u32]) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if number == *last + 1 => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_are_counted_and_only_all_is_a_hundred_percent() {
        assert_eq!(counted(1, "class"), "1 class");
        assert_eq!(counted(2, "class"), "2 classes");
        assert_eq!(counted(2, "branch"), "2 branches");
        assert_eq!(counted(0, "query"), "0 queries");
        assert_eq!(percent(Share { covered: 999, total: 1000 }), Some(99));
        assert_eq!(percent(Share { covered: 4, total: 4 }), Some(100));
        assert_eq!(percent(Share::default()), None);
    }

    #[test]
    fn lines_in_a_row_are_one_range() {
        assert_eq!(ranges(&[3, 4, 5, 9, 11, 12]), [(3, 5), (9, 9), (11, 12)]);
    }
}
