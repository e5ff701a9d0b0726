//! Source files as other tools list them: each once, whichever units count something in it.

use crate::locate::{Locate, file_path};
use crate::{Branch, Function, Line, Source, Unit, Vocabulary};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The source files of some units by their paths. What several units count in one file, as functions of a header are, is
/// added up.
pub fn files(words: &Vocabulary, units: &[&Unit], locate: Locate<'_>) -> BTreeMap<String, Source> {
    let mut files = BTreeMap::new();
    for unit in units {
        for source in &unit.sources {
            let path = locate(&file_path(words, unit, &source.file));
            match files.entry(path) {
                Entry::Vacant(free) => {
                    free.insert(source.clone());
                }
                Entry::Occupied(mut known) => add(known.get_mut(), source),
            }
        }
    }
    files
}

/// Adds what another unit counts in the same file.
fn add(known: &mut Source, other: &Source) {
    let mut lines: BTreeMap<u32, Line> =
        known.lines.drain(..).map(|line| (line.number, line)).collect();
    for line in &other.lines {
        match lines.entry(line.number) {
            Entry::Vacant(free) => {
                free.insert(line.clone());
            }
            Entry::Occupied(mut known) => add_line(known.get_mut(), line),
        }
    }
    known.lines = lines.into_values().collect();
    for function in &other.functions {
        match known.functions.iter_mut().find(|own| is_same(own, function)) {
            Some(own) => add_function(own, function),
            None => known.functions.push(function.clone()),
        }
    }
    known.classes.extend(other.classes.iter().cloned());
    known.decisions.extend(other.decisions.iter().cloned());
}

fn is_same(own: &Function, other: &Function) -> bool {
    let key = |function: &Function| {
        (function.class.clone(), function.name.clone(), function.descriptor.clone(), function.line)
    };
    key(own) == key(other)
}

fn add_function(own: &mut Function, other: &Function) {
    own.count = sum(own.count, other.count);
    // What is covered of each is not known apart, so the better one stands for both.
    if other.branches.covered + other.lines.covered > own.branches.covered + own.lines.covered {
        let count = own.count;
        *own = Function { count, ..other.clone() };
    }
}

/// Adds a line that two units count: a function of a header, or two classes in one file.
fn add_line(own: &mut Line, other: &Line) {
    own.count = sum(own.count, other.count);
    if let (Some(own), Some(other)) = (&mut own.instructions, other.instructions) {
        *own += other;
    }
    let is_same = |a: &Branch, b: &Branch| {
        a.column.is_some() && (a.column, a.branch, &a.outcome) == (b.column, b.branch, &b.outcome)
    };
    for branch in &other.branches {
        match own.branches.iter_mut().find(|known| is_same(known, branch)) {
            Some(known) => {
                known.count = sum(known.count, branch.count);
                if branch.covered && !known.covered {
                    (known.covered, known.verdict) = (true, branch.verdict.clone());
                }
            }
            None => own.branches.push(branch.clone()),
        }
    }
}

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn a_file_of_two_units_is_there_once_with_the_sums() {
        let report = sample::program();
        let unit = &report.units[0];
        let files = files(&report.vocabulary, &[unit, unit], &str::to_owned);
        assert_eq!(files.keys().collect::<Vec<_>>(), ["a.c"]);
        let (once, twice) = (&unit.sources[0], &files["a.c"]);
        let counts = |source: &Source| -> Vec<(u32, u64)> {
            source.lines.iter().map(|line| (line.number, line.count.unwrap_or(0))).collect()
        };
        let doubled: Vec<(u32, u64)> =
            counts(once).into_iter().map(|(line, count)| (line, 2 * count)).collect();
        assert_eq!(counts(twice), doubled);
        assert_eq!(twice.branch_share(), once.branch_share());
        assert_eq!(twice.functions.len(), once.functions.len());
    }
}
