//! The lines of a class and of those inside it, counted as JaCoCo counts them.

use crate::project::{Product, Project};
use coverage::{GoalKind, UnitId};
use jacoco::{Counters, LineCounters, Lines, MethodCounters, Tally};
use language::{Known, Listing, Reached};
use report::{Branch, Class, Function, Line, Share, Source, Verdict};
use std::collections::{BTreeMap, BTreeSet};

/// The source files of the classes under test, each with its lines; nearly always there is one.
pub(crate) fn sources(project: &Project, product: &Product, known: &Known<'_>) -> Vec<Source> {
    let counted = Counted {
        known,
        units: project.classes.iter().flat_map(|class| project.units_of(class)).collect(),
        tests: product.tests.iter().map(|test| test.name.as_str()).collect(),
        reached: &product.reached,
        counters: &product.counters,
        source_file: &|class| project.source_file(class),
    };
    counted.sources()
}

/// What JaCoCo counts of some classes.
pub struct Counted<'c> {
    /// What is known about their goals.
    pub known: &'c Known<'c>,
    /// Their methods.
    pub units: Vec<UnitId>,
    /// The names of the tests.
    pub tests: Vec<&'c str>,
    /// What the tests reach, and the lines of each class.
    pub reached: &'c Reached<BTreeMap<String, Lines>>,
    /// The counters of each class, by its internal name.
    pub counters: &'c BTreeMap<String, Counters>,
    /// The source file of a class, without its folders.
    pub source_file: &'c dyn Fn(&str) -> Option<String>,
}

impl Counted<'_> {
    /// Their source files, each with its lines.
    pub fn sources(&self) -> Vec<Source> {
        let Self { known, units, tests, reached, counters, source_file } = self;
        let listing = Listing {
            known,
            units,
            tests: tests.clone(),
            reached,
            count: &|_| None,
            used: &|_, _| None,
        };
        let mut branches = listing.branches();
        let mut decisions = listing.decisions();
        let tests = reaching(known, &listing);
        let mut files = BTreeMap::<String, (Source, Lines)>::new();
        for (name, counters) in *counters {
            let Some(file) = source_file(name) else { continue };
            let (source, lines) = files.entry(file.clone()).or_default();
            source.file = file;
            let own = reached.counted.get(name).into_iter().flatten();
            own.for_each(|(line, counters)| *lines.entry(*line).or_default() += *counters);
            source.classes.push(Class { name: name.clone(), lines: share(counters.lines) });
            source.functions.extend(methods(name, counters));
        }
        let finished = files.into_iter().map(|(file, (mut source, lines))| {
            let line = |(number, counters): (u16, LineCounters)| {
                let key = (file.clone(), u32::from(number));
                let mut own = branches.remove(&key).unwrap_or_default();
                agree(&mut own, counters.branches);
                Line {
                    number: key.1,
                    count: None,
                    instructions: Some(share(counters.instructions)),
                    branches: own,
                    tests: tests.get(&key).into_iter().flatten().copied().collect(),
                }
            };
            source.lines = lines.into_iter().map(line).collect();
            source.decisions = decisions.remove(&file).unwrap_or_default();
            source
        });
        finished.collect()
    }
}

/// The tests that reach each line, by file and number.
fn reaching<C>(
    known: &Known<'_>,
    listing: &Listing<'_, C>,
) -> BTreeMap<(String, u32), BTreeSet<u32>> {
    let mut tests = BTreeMap::<_, BTreeSet<u32>>::new();
    let goals = &known.goals.goals;
    for (goal, reaching) in listing.reaching() {
        let (GoalKind::Region(_), Some(span)) = (goals[goal].kind, goals[goal].span) else {
            continue;
        };
        let place = (known.place)(span);
        tests.entry((place.file, span.line)).or_default().extend(reaching);
    }
    tests
}

/// Adds the branches that JaCoCo counts though nothing can aim at them, as those of a method that was never loaded.
fn agree(branches: &mut Vec<Branch>, counted: Tally) {
    let missing = (counted.total as usize).saturating_sub(branches.len());
    let covered = branches.iter().filter(|branch| branch.covered).count();
    let mut unseen = (counted.covered as usize).saturating_sub(covered);
    for _ in 0..missing {
        let covered = unseen > 0;
        unseen = unseen.saturating_sub(1);
        branches.push(Branch {
            goal: None,
            outcome: "taken".to_owned(),
            branch: branches.len() as u32,
            column: None,
            end: None,
            count: None,
            covered,
            verdict: if covered { Verdict::Covered } else { Verdict::Open },
            nearest: None,
            asked: None,
        });
    }
}

fn methods(class: &str, counters: &Counters) -> impl Iterator<Item = Function> {
    let method = |method: &MethodCounters| Function {
        name: method.method.0.clone(),
        class: Some(class.to_owned()),
        descriptor: Some(method.method.1.clone()),
        line: method.line.map(u32::from),
        count: None,
        lines: share(method.lines),
        branches: share(method.branches),
        regions: None,
        instructions: Some(share(method.instructions)),
        complexity: Some(share(method.complexity)),
    };
    counters.by_method.iter().map(method)
}

fn share(tally: Tally) -> Share {
    Share { covered: tally.covered, total: tally.total }
}
