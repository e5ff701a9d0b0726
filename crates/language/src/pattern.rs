//! Choosing units by name: patterns with stars, simple names, and what was probably meant.

/// Which units are tested.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Only units that one of these fits, if there are any.
    pub include: Vec<String>,
    /// No unit that one of these fits.
    pub exclude: Vec<String>,
}

impl Choice {
    /// Whether a unit is tested.
    pub fn takes(&self, unit: &str) -> bool {
        let fits = |pattern: &String| fits(pattern, unit);
        (self.include.is_empty() || self.include.iter().any(fits)) && !self.exclude.iter().any(fits)
    }

    /// The first pattern that should choose something and chooses nothing.
    pub fn fruitless<'c>(&'c self, units: &[&str]) -> Option<&'c str> {
        let chooses = |pattern: &&String| units.iter().any(|unit| fits(pattern, unit));
        self.include.iter().find(|pattern| !chooses(pattern)).map(String::as_str)
    }
}

/// Whether a pattern fits the name of a unit: the whole of it, its end behind a `.` or `/`, or with `*` for any
/// characters and `?` for one.
pub fn fits(pattern: &str, unit: &str) -> bool {
    if matches(pattern.as_bytes(), unit.as_bytes()) {
        return true;
    }
    let ends = unit.match_indices(['.', '/']).map(|(at, _)| &unit[at + 1..]);
    let mut ends = ends.filter(|end| !end.is_empty());
    ends.any(|end| matches(pattern.as_bytes(), end.as_bytes()))
}

/// Matches in time that is linear in both, but for the product of stars: a star remembers where it began.
fn matches(pattern: &[u8], text: &[u8]) -> bool {
    let (mut at, mut seen) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while seen < text.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, seen));
                at += 1;
            }
            Some(own) if *own == b'?' || *own == text[seen] => {
                at += 1;
                seen += 1;
            }
            _ => {
                let Some((begin, taken)) = star else { return false };
                star = Some((begin, taken + 1));
                at = begin + 1;
                seen = taken + 1;
            }
        }
    }
    pattern[at..].iter().all(|own| *own == b'*')
}

/// The units whose names are nearest to one that is not there, at most three.
pub fn similar<'u>(wanted: &str, units: &[&'u str]) -> Vec<&'u str> {
    let wanted = wanted.trim_matches('*').to_lowercase();
    let simple = |unit: &str| {
        let unit = unit.strip_suffix(".c").unwrap_or(unit);
        unit.rsplit(['.', '/']).next().unwrap_or(unit).to_lowercase()
    };
    let last = simple(&wanted);
    let mut near: Vec<(usize, &str)> = units
        .iter()
        .map(|unit| (distance(last.as_bytes(), simple(unit).as_bytes()), *unit))
        .filter(|(far, _)| *far <= last.len().div_ceil(3))
        .collect();
    near.sort();
    near.into_iter().take(3).map(|(_, unit)| unit).collect()
}

/// The edit distance of Levenshtein.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, own) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other) in b.iter().enumerate() {
            let change = diagonal + usize::from(own != other);
            diagonal = row[column + 1];
            row[column + 1] = change.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_fits_whole_names_simple_names_and_stars() {
        assert!(fits("com.acme.Order", "com.acme.Order"));
        assert!(fits("Order", "com.acme.Order"));
        assert!(fits("acme.*", "com.acme.Order"));
        assert!(fits("com.*", "com.acme.Order"));
        assert!(fits("*Service", "com.acme.OrderService"));
        assert!(fits("util.c", "src/lib/util.c"));
        assert!(fits("O?der", "com.acme.Order"));
        assert!(!fits("rder", "com.acme.Order"));
        assert!(!fits("Order", "com.acme.OrderService"));
        assert!(!fits("*x*y*z", "aaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
    }

    #[test]
    fn what_is_excluded_is_not_tested_even_if_it_is_included() {
        let choice = Choice { include: vec!["a.*".into()], exclude: vec!["*.gen.*".into()] };
        let taken: Vec<&str> =
            ["a.B", "a.gen.C", "x.D"].into_iter().filter(|unit| choice.takes(unit)).collect();
        assert_eq!(taken, ["a.B"]);
        assert_eq!(choice.fruitless(&["x.D"]), Some("a.*"));
        assert_eq!(choice.fruitless(&["a.B"]), None);
    }

    #[test]
    fn a_name_that_is_not_there_brings_those_that_are_near() {
        let units = ["com.acme.OrderService", "com.acme.Iban", "com.acme.OrdersService"];
        let expected = ["com.acme.OrderService", "com.acme.OrdersService"];
        assert_eq!(similar("OrdreService", &units), expected);
        assert_eq!(similar("triangel", &["src/triangle.c", "src/list.c"]), ["src/triangle.c"]);
        assert_eq!(similar("Nothing", &units), <[&str; 0]>::default());
    }
}
