//! What is computed of the results goal by goal: how often it is covered, at what price, and whether pairs of runs with
//! the same seed differ.

use crate::record::{Axis, Ledger, Measurement};
use crate::statistics::wilcoxon::signed_rank_normal;
use crate::statistics::{Alternative, Zeros, mean};
use campaign::Plan;
use std::collections::BTreeMap;

/// A goal of a subject, and what each variant did with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The subject's place in the plan.
    pub subject: usize,
    /// Its number among the subject's goals.
    pub goal: u32,
    /// What each variant did.
    pub rows: Vec<Attempts>,
}

/// What a variant did with a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempts {
    /// How many results there are.
    pub runs: usize,
    /// In how many of them the goal is covered.
    pub covered: usize,
    /// What it took those, on average.
    pub effort: Option<f64>,
    /// How it compares with the baseline, unless it is the baseline or no seed made both cover the goal.
    pub paired: Option<Paired>,
}

/// How a variant compares with the baseline where both covered a goal with the same seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// How many seeds did.
    pub pairs: usize,
    /// How likely chance makes it so much cheaper: the one-sided Wilcoxon signed-rank test with continuity correction.
    /// One if there is no difference.
    pub cheaper: f64,
    /// How likely chance makes it so much dearer.
    pub dearer: f64,
}

/// The figures of every goal that some run covered, in order.
pub fn goals(plan: &Plan, ledger: &Ledger, axis: Axis, baseline: usize) -> Vec<Goal> {
    let subjects = 0..plan.subjects.len();
    subjects.flat_map(|subject| of_subject(plan, ledger, axis, baseline, subject)).collect()
}

/// By seed: what it took to cover the goal.
type Efforts = BTreeMap<u64, f64>;

fn of_subject(
    plan: &Plan,
    ledger: &Ledger,
    axis: Axis,
    baseline: usize,
    subject: usize,
) -> Vec<Goal> {
    let variants = plan.variants.len();
    let mut runs = vec![0; variants];
    let mut efforts: BTreeMap<u32, Vec<Efforts>> = BTreeMap::new();
    for (variant, runs) in runs.iter_mut().enumerate() {
        for seed in plan.seeds.clone() {
            let cell = plan.cell(subject, variant, seed);
            let Some(record) = ledger.get(&cell.identity) else { continue };
            *runs += 1;
            for (goal, effort) in first_efforts(&record.payload, axis) {
                let goal = efforts.entry(goal).or_insert_with(|| vec![Efforts::new(); variants]);
                goal[variant].insert(seed, effort);
            }
        }
    }
    let row = |variant: usize, efforts: &[Efforts]| {
        let own: Vec<f64> = efforts[variant].values().copied().collect();
        let paired = || paired(&efforts[variant], &efforts[baseline]);
        Attempts {
            runs: runs[variant],
            covered: own.len(),
            effort: mean(&own),
            paired: (variant != baseline).then(paired).flatten(),
        }
    };
    let goal = |(goal, efforts): (u32, Vec<Efforts>)| {
        let rows = (0..variants).map(|variant| row(variant, &efforts)).collect();
        Goal { subject, goal, rows }
    };
    efforts.into_iter().map(goal).collect()
}

fn first_efforts(result: &Measurement, axis: Axis) -> BTreeMap<u32, f64> {
    let mut first = BTreeMap::new();
    for reached in &result.reached {
        first.entry(reached.goal).or_insert_with(|| reached.along(axis));
    }
    first
}

fn paired(own: &Efforts, baseline: &Efforts) -> Option<Paired> {
    let differences: Vec<f64> =
        own.iter().filter_map(|(seed, effort)| Some(effort - baseline.get(seed)?)).collect();
    let p = |alternative: Alternative| {
        let test = signed_rank_normal(&differences, alternative, Zeros::Dropped);
        test.map_or(1.0, |test| test.p)
    };
    (!differences.is_empty()).then(|| Paired {
        pairs: differences.len(),
        cheaper: p(Alternative::Less),
        dearer: p(Alternative::Greater),
    })
}
