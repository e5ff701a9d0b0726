//! What is computed of searches that each have one goal: how often they succeed, and at what price (paper Baars et
//! al., V-C).
//!
//! A search that fails has spent all it was allowed, and counts so. Goals that no search of any variant ever
//! covered tell nothing of their differences and are left out.

use crate::record::Ledger;
use crate::statistics::wilcoxon::signed_rank_normal;
use crate::statistics::{Alternative, Zeros, mean};
use campaign::Plan;
use std::collections::{BTreeMap, BTreeSet};

/// The searches of all subjects.
#[derive(Clone, Debug, PartialEq)]
pub struct Searches {
    /// By subject, those with searches.
    pub subjects: Vec<Subject>,
    /// Over the goals of all of them, by variant.
    pub all: Vec<Option<Row>>,
    /// The mean of the subjects' shares of the baseline's evaluations, each counting the same, by variant.
    pub mean_share: Vec<Option<f64>>,
}

/// The searches of one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Its place in the plan.
    pub subject: usize,
    /// Goals that some search covered.
    pub goals: usize,
    /// By variant.
    pub rows: Vec<Option<Row>>,
    /// Goals whose success rates differ between variants, each with these.
    pub different: Vec<(u32, Vec<Option<f64>>)>,
}

/// What the searches of a variant came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Goals that it covered with some seed.
    pub covered: usize,
    /// The share of its searches that succeeded.
    pub success: f64,
    /// Evaluations of a search, on average.
    pub evaluations: f64,
    /// How it compares with the baseline, unless it is the baseline.
    pub versus: Option<Versus>,
}

/// How a variant compares with the baseline, by pairs of searches for the same goal with the same seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Versus {
    /// How many pairs there are.
    pub pairs: usize,
    /// Its evaluations as a share of the baseline's.
    pub share: f64,
    /// How likely chance makes it so much cheaper: the one-sided Wilcoxon signed-rank test with continuity correction.
    pub cheaper: f64,
    /// How likely chance makes it so much dearer.
    pub dearer: f64,
    /// Goals on which alone it is significantly cheaper, and on which dearer.
    pub goals: (usize, usize),
}

/// Below which a difference on a single goal is said to be significant, as in the paper.
pub const SIGNIFICANT: f64 = 0.01;

/// By goal (with its subject) and seed: evaluations, and whether the goal was covered.
type Found = BTreeMap<(usize, u32, u64), (u64, bool)>;

impl Searches {
    /// The searches of a plan; none if there are none.
    pub fn new(plan: &Plan, ledger: &Ledger, baseline: usize) -> Option<Self> {
        let by_variant: Vec<Found> =
            (0..plan.variants.len()).map(|variant| found(plan, ledger, variant)).collect();
        let covered = by_variant.iter().flatten().filter(|(_, (_, covered))| *covered);
        let countable: BTreeSet<(usize, u32)> =
            covered.map(|((subject, goal, _), _)| (*subject, *goal)).collect();
        let places: BTreeSet<usize> = by_variant.iter().flatten().map(|(key, _)| key.0).collect();
        if places.is_empty() {
            return None;
        }
        let rows = |subject: Option<usize>| -> Vec<Option<Row>> {
            let narrow = |found: &Found| -> Found {
                let inside = found.iter().filter(|((at, goal, _), _)| {
                    subject.is_none_or(|subject| subject == *at)
                        && countable.contains(&(*at, *goal))
                });
                inside.map(|(key, value)| (*key, *value)).collect()
            };
            let narrowed: Vec<Found> = by_variant.iter().map(narrow).collect();
            let row = |(variant, own): (usize, &Found)| {
                row(own, (variant != baseline).then(|| &narrowed[baseline]))
            };
            narrowed.iter().enumerate().map(row).collect()
        };
        let subject = |subject: usize| {
            let goals: Vec<u32> =
                countable.iter().filter(|key| key.0 == subject).map(|key| key.1).collect();
            let rates = |goal: u32| -> Vec<Option<f64>> {
                by_variant.iter().map(|found| rate(found, subject, goal)).collect()
            };
            let different = goals.iter().map(|goal| (*goal, rates(*goal)));
            let different = different.filter(|(_, rates)| {
                let known: Vec<f64> = rates.iter().flatten().copied().collect();
                known.iter().any(|rate| *rate != known[0])
            });
            let different = different.collect();
            Subject { subject, goals: goals.len(), rows: rows(Some(subject)), different }
        };
        let subjects: Vec<Subject> = places.into_iter().map(subject).collect();
        let mean_share = |variant: usize| {
            let shares = subjects
                .iter()
                .filter_map(|subject| Some(subject.rows[variant].as_ref()?.versus.as_ref()?.share));
            mean(&shares.collect::<Vec<f64>>())
        };
        let mean_share = (0..plan.variants.len()).map(mean_share).collect();
        Some(Self { subjects, all: rows(None), mean_share })
    }
}

fn found(plan: &Plan, ledger: &Ledger, variant: usize) -> Found {
    let mut found = Found::new();
    for subject in 0..plan.subjects.len() {
        for seed in plan.seeds.clone() {
            let cell = plan.cell(subject, variant, seed);
            let Some(record) = ledger.get(&cell.identity) else { continue };
            for search in &record.payload.searches {
                let key = (subject, search.goal, seed);
                found.insert(key, (search.evaluations, search.covered));
            }
        }
    }
    found
}

/// The share of the searches for a goal that succeeded.
fn rate(found: &Found, subject: usize, goal: u32) -> Option<f64> {
    let runs = found.range((subject, goal, 0)..=(subject, goal, u64::MAX));
    let runs: Vec<f64> = runs.map(|(_, (_, covered))| f64::from(u8::from(*covered))).collect();
    mean(&runs)
}

fn row(own: &Found, baseline: Option<&Found>) -> Option<Row> {
    let evaluations: Vec<f64> = own.values().map(|(spent, _)| *spent as f64).collect();
    let successes: Vec<f64> =
        own.values().map(|(_, covered)| f64::from(u8::from(*covered))).collect();
    let covered: BTreeSet<(usize, u32)> =
        own.iter().filter(|(_, (_, covered))| *covered).map(|(key, _)| (key.0, key.1)).collect();
    Some(Row {
        covered: covered.len(),
        success: mean(&successes)?,
        evaluations: mean(&evaluations)?,
        versus: baseline.and_then(|baseline| versus(own, baseline)),
    })
}

fn versus(own: &Found, baseline: &Found) -> Option<Versus> {
    let mut sums = (0.0, 0.0);
    let mut differences: BTreeMap<(usize, u32), Vec<f64>> = BTreeMap::new();
    for (key, (spent, _)) in own {
        let Some((base, _)) = baseline.get(key) else { continue };
        let (spent, base) = (*spent as f64, *base as f64);
        sums = (sums.0 + spent, sums.1 + base);
        differences.entry((key.0, key.1)).or_default().push(spent - base);
    }
    let all: Vec<f64> = differences.values().flatten().copied().collect();
    let goals = |alternative: Alternative| {
        differences.values().filter(|of_goal| p(of_goal, alternative) < SIGNIFICANT).count()
    };
    (!all.is_empty()).then(|| Versus {
        pairs: all.len(),
        share: sums.0 / sums.1,
        cheaper: p(&all, Alternative::Less),
        dearer: p(&all, Alternative::Greater),
        goals: (goals(Alternative::Less), goals(Alternative::Greater)),
    })
}

fn p(differences: &[f64], alternative: Alternative) -> f64 {
    signed_rank_normal(differences, alternative, Zeros::Dropped).map_or(1.0, |test| test.p)
}
