//! What is compared: counts and test vectors by their place in the source.

use std::collections::{BTreeMap, BTreeSet};

/// A function, a file, and line, column, end line, end column in it. A function of one file goes by its
/// plain name.
pub type Place = (String, String, [u64; 4]);

/// The counts or vectors of all goals at a place, sorted: the same macro may be expanded there twice.
pub type Table<T> = BTreeMap<Place, Vec<T>>;

/// What is known about a decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    /// By condition in the order of llvm-cov: whether an independence pair was seen.
    pub covered: Vec<bool>,
}

/// The test vectors that were executed for the decisions at a line and column: states of the conditions
/// in the order of their places, then the outcome.
pub type Vectors = BTreeMap<[u64; 4], Vec<BTreeSet<String>>>;

/// Everything that is counted in a run.
#[derive(Default, Debug)]
pub struct Tables {
    /// Executions of each region.
    pub regions: Table<u64>,
    /// Executions of each gap between regions.
    pub gaps: Table<u64>,
    /// How often each condition was true and false.
    pub branches: Table<[u64; 2]>,
    /// Decisions and their covered conditions.
    pub decisions: Table<Decision>,
    /// Test vectors.
    pub vectors: Vectors,
}

impl Tables {
    /// How many entries there are: regions and gaps, branches, decisions and test vectors.
    pub fn entries(&self) -> [usize; 3] {
        let vectors: usize = self.vectors.values().flatten().map(BTreeSet::len).sum();
        [
            count(&self.regions) + count(&self.gaps),
            count(&self.branches),
            count(&self.decisions) + vectors,
        ]
    }

    /// Leaves out the decisions and their test vectors, which only the events of a run tell.
    pub fn forget_decisions(&mut self) {
        self.decisions.clear();
        self.vectors.clear();
    }

    /// Sorts the entries of each place.
    pub fn sort(&mut self) {
        self.regions.values_mut().for_each(|list| list.sort_unstable());
        self.gaps.values_mut().for_each(|list| list.sort_unstable());
        self.branches.values_mut().for_each(|list| list.sort_unstable());
        self.decisions.values_mut().for_each(|list| list.sort_unstable());
        self.vectors.values_mut().for_each(|list| list.sort_unstable());
    }

    /// Where two tables differ, one line each.
    pub fn differences(&self, expected: &Self) -> String {
        differences("region", &self.regions, &expected.regions)
            + &differences("gap", &self.gaps, &expected.gaps)
            + &differences("branch", &self.branches, &expected.branches)
            + &differences("decision", &self.decisions, &expected.decisions)
            + &differences("vectors", &self.vectors, &expected.vectors)
    }
}

fn count<T>(table: &Table<T>) -> usize {
    table.values().map(Vec::len).sum()
}

fn differences<K: Ord + std::fmt::Debug, T: PartialEq + std::fmt::Debug>(
    what: &str,
    ours: &BTreeMap<K, T>,
    expected: &BTreeMap<K, T>,
) -> String {
    let places: BTreeSet<&K> = ours.keys().chain(expected.keys()).collect();
    let mut text = String::new();
    for place in places {
        let (ours, expected) = (ours.get(place), expected.get(place));
        if ours != expected {
            text += &format!("{what} {place:?}: {ours:?} in place of {expected:?}\n");
        }
    }
    text
}
