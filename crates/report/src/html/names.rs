//! What the files of units are called, and which group a unit is in.

use crate::{Unit, Vocabulary};
use std::collections::BTreeSet;

/// Longest name of a file, without its ending.
const LONGEST: usize = 120;

/// A path for each unit, below the folder of the report: different ones also where case makes no difference.
pub fn paths(units: &[Unit]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut path = |unit: &Unit| {
        let plain = plain(&unit.name);
        let mut name = plain.clone();
        let mut number = 2;
        while !taken.insert(name.to_lowercase()) {
            name = format!("{plain}-{number}");
            number += 1;
        }
        format!("units/{name}.html")
    };
    units.iter().map(&mut path).collect()
}

fn plain(name: &str) -> String {
    let safe = |char: char| match char {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' | '.' => char,
        _ => '-',
    };
    let name: String = name.chars().map(safe).take(LONGEST).collect();
    let name = name.trim_start_matches(['.', '-']);
    if name.is_empty() { "unit".to_owned() } else { name.to_owned() }
}

/// The package or folder of a unit, and its name there.
pub fn split<'n>(words: &Vocabulary, name: &'n str) -> (&'n str, &'n str) {
    let at = match words.language.as_str() {
        "Java" => name.rfind('.'),
        _ => name.rfind('/'),
    };
    at.map_or(("", name), |at| (&name[..at], &name[at + 1..]))
}

/// What a group is called that has no name.
pub fn group(words: &Vocabulary, name: &str) -> String {
    match (name, words.language.as_str()) {
        ("", "Java") => "(default package)".to_owned(),
        ("", _) => "(top folder)".to_owned(),
        (name, _) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn files_differ_where_names_do_not() {
        let unit = sample::program().units.remove(0);
        let named = |name: &str| Unit { name: name.to_owned(), ..unit.clone() };
        let units = ["src/a b.c", "src/a-b.c", "SRC/a b.c", "../..", "é"].map(named);
        assert_eq!(
            paths(&units),
            [
                "units/src-a-b.c.html",
                "units/src-a-b.c-2.html",
                "units/SRC-a-b.c-3.html",
                "units/unit.html",
                "units/unit-2.html"
            ]
        );
    }

    #[test]
    fn a_class_is_in_its_package_and_a_file_in_its_folder() {
        let java = sample::classes().vocabulary;
        assert_eq!(split(&java, "acme.bank.Iban"), ("acme.bank", "Iban"));
        assert_eq!(split(&java, "Iban"), ("", "Iban"));
        let c = sample::program().vocabulary;
        assert_eq!(split(&c, "src/a.c"), ("src", "a.c"));
    }
}
