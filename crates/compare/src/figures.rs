//! What is computed of the results: means, effect sizes and their tests, per subject and over all.

use crate::record::{Axis, Ledger, Measurement};
use crate::statistics::{Alternative, SignedRank, a12, deviation, mann_whitney, mean, symmetry};
use campaign::Plan;
use std::collections::BTreeSet;

/// A difference that happens by chance less often than this is called significant.
pub const SIGNIFICANT: f64 = 0.05;

/// What is asked of the results.
#[derive(Clone, Debug, PartialEq)]
pub struct Questions {
    /// What progress is measured along.
    pub axis: Axis,
    /// Where on the axis one looks, in order; the last is where variants are compared.
    pub at: Vec<f64>,
    /// The share of the goals to be reached; by default the least that a variant reaches in the end.
    pub target: Option<f64>,
    /// The place in the plan of the variant that the others are compared with.
    pub baseline: usize,
}

/// All figures of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Figures {
    /// What was asked.
    pub questions: Questions,
    /// The variants.
    pub variants: Vec<String>,
    /// The subjects, in the order of the plan.
    pub subjects: Vec<Subject>,
    /// For each variant, all subjects together; nothing if it has no results.
    pub all: Vec<Option<Overall>>,
}

/// The figures of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Its name.
    pub name: String,
    /// How many goals it has.
    pub goals: u32,
    /// How many of them are to be reached.
    pub target: f64,
    /// What each variant did; nothing if it has no results.
    pub rows: Vec<Option<Row>>,
}

/// What a variant did on a subject. Numbers are means over the seeds.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// How many results there are.
    pub runs: usize,
    /// Goals covered at the places that were asked for.
    pub covered: Vec<f64>,
    /// The standard deviation of the last of them, if there is more than one run.
    pub deviation: Option<f64>,
    /// Where on the axis the mean coverage reached the target.
    pub target_at: Option<f64>,
    /// Executions.
    pub executions: f64,
    /// Questions that the solver answered by a solution.
    pub solved: f64,
    /// Questions that have no solution.
    pub unsatisfiable: f64,
    /// Questions that stayed open.
    pub unknown: f64,
    /// Executions for candidates that a strategy of exploration chose.
    pub chosen: f64,
    /// Time.
    pub seconds: f64,
    /// The mean coverage: it is so much from there on.
    pub curve: Vec<(f64, f64)>,
    /// How it compares with the baseline, unless it is the baseline or that has no results.
    pub versus: Option<Versus>,
}

/// How a variant compares with the baseline on a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Versus {
    /// How likely it covers more goals: Â12.
    pub effect: f64,
    /// How likely chance makes such a difference: Mann–Whitney, two-sided.
    pub p: f64,
    /// Goals that some of its runs covered and none of the baseline's.
    pub only: Vec<u32>,
    /// Goals that some of the baseline's runs covered and none of its.
    pub only_baseline: Vec<u32>,
}

/// What a variant did on all subjects: sums of the means.
#[derive(Clone, Debug, PartialEq)]
pub struct Overall {
    /// How many subjects have results.
    pub subjects: usize,
    /// How many goals these have.
    pub goals: u32,
    /// Goals covered at the places that were asked for.
    pub covered: Vec<f64>,
    /// What it took to reach the target on every subject; nothing if it did not.
    pub target_at: Option<f64>,
    /// Executions.
    pub executions: f64,
    /// Questions that the solver answered by a solution.
    pub solved: f64,
    /// Questions that have no solution.
    pub unsatisfiable: f64,
    /// Questions that stayed open.
    pub unknown: f64,
    /// Executions for candidates that a strategy of exploration chose.
    pub chosen: f64,
    /// Time.
    pub seconds: f64,
    /// The mean coverage, when every subject has been worked on so far.
    pub curve: Vec<(f64, f64)>,
    /// How it compares with the baseline, unless it is that.
    pub versus: Option<OverallVersus>,
}

/// How a variant compares with the baseline over all subjects.
#[derive(Clone, Debug, PartialEq)]
pub struct OverallVersus {
    /// The mean of the subjects' Â12.
    pub effect: f64,
    /// Whether these lie around 0.5; nothing if there is no difference on any subject.
    pub symmetry: Option<SignedRank>,
    /// Subjects where it covers more goals.
    pub better: Tendency,
    /// Subjects where it covers fewer.
    pub worse: Tendency,
    /// Goals that only it covered.
    pub only: usize,
    /// Goals that only the baseline covered.
    pub only_baseline: usize,
}

/// How many subjects lean to one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tendency {
    /// All of them.
    pub subjects: usize,
    /// Those whose difference is significant.
    pub significant: usize,
}

impl Figures {
    /// Computes the figures of what the ledger has of a plan.
    pub fn new(plan: &Plan, ledger: &Ledger, questions: Questions) -> Self {
        let subject = |index: usize| Subject::new(plan, index, ledger, &questions);
        let subjects: Vec<Subject> = (0..plan.subjects.len()).map(subject).collect();
        let overall = |variant: usize| Overall::new(&subjects, variant, &questions);
        Self {
            variants: plan.variants.iter().map(|variant| variant.name.clone()).collect(),
            all: (0..plan.variants.len()).map(overall).collect(),
            subjects,
            questions,
        }
    }
}

impl Subject {
    fn new(plan: &Plan, subject: usize, ledger: &Ledger, questions: &Questions) -> Self {
        let results = |variant: usize| -> Vec<&Measurement> {
            let seeds = plan.seeds.clone();
            let cells = seeds.map(|seed| plan.cell(subject, variant, seed));
            cells.filter_map(|cell| Some(&ledger.get(&cell.identity)?.payload)).collect()
        };
        let results: Vec<Vec<&Measurement>> = (0..plan.variants.len()).map(results).collect();
        let goals = results.iter().flatten().map(|result| result.goals).max().unwrap_or(0);
        let row = |results: &Vec<&Measurement>| {
            (!results.is_empty()).then(|| Row::new(results, questions))
        };
        let mut rows: Vec<Option<Row>> = results.iter().map(row).collect();
        let last = |row: &Row| row.curve.last().map_or(0.0, |(_, covered)| *covered);
        let least = rows.iter().flatten().map(last).min_by(f64::total_cmp).unwrap_or(0.0);
        let target = questions.target.map_or(least, |share| share * f64::from(goals));
        let baseline = &results[questions.baseline];
        for (variant, row) in rows.iter_mut().enumerate() {
            let Some(row) = row else { continue };
            // Means are sums of fractions: what is missing by rounding alone is not missing.
            let reached = row.curve.iter().find(|(_, covered)| *covered >= target - 1e-9);
            row.target_at = reached.map(|(at, _)| *at);
            if variant != questions.baseline && !baseline.is_empty() {
                row.versus = Versus::new(&results[variant], baseline, questions);
            }
        }
        Self { name: plan.subjects[subject].name.clone(), goals, target, rows }
    }
}

impl Row {
    fn new(results: &[&Measurement], questions: &Questions) -> Self {
        let axis = questions.axis;
        let average = |of: &dyn Fn(&Measurement) -> f64| {
            let values: Vec<f64> = results.iter().map(|result| of(result)).collect();
            mean(&values).unwrap_or(0.0)
        };
        let at = |at: &f64| average(&|result| result.covered_by(axis, *at) as f64);
        Self {
            runs: results.len(),
            covered: questions.at.iter().map(at).collect(),
            deviation: deviation(&finals(results, questions)),
            target_at: None,
            executions: average(&|result| result.executions as f64),
            solved: average(&|result| result.solved as f64),
            unsatisfiable: average(&|result| result.unsatisfiable as f64),
            unknown: average(&|result| result.unknown as f64),
            chosen: average(&|result| result.chosen as f64),
            seconds: average(&|result| result.seconds),
            curve: mean_curve(results, axis),
            versus: None,
        }
    }
}

/// The goals covered in each run at the last place that was asked for.
fn finals(results: &[&Measurement], questions: &Questions) -> Vec<f64> {
    let last = questions.at.last().copied().unwrap_or(f64::INFINITY);
    results.iter().map(|result| result.covered_by(questions.axis, last) as f64).collect()
}

/// The mean of the coverage of all runs, wherever one of them covers a goal.
fn mean_curve(results: &[&Measurement], axis: Axis) -> Vec<(f64, f64)> {
    let mut steps: Vec<f64> = results.iter().flat_map(|result| result.steps(axis)).collect();
    steps.sort_by(f64::total_cmp);
    let height = 1.0 / results.len() as f64;
    let mut curve = vec![(0.0, 0.0)];
    let mut covered = 0;
    for group in steps.chunk_by(|a, b| a == b) {
        covered += group.len();
        curve.push((group[0], covered as f64 * height));
    }
    curve
}

impl Versus {
    fn new(
        results: &[&Measurement],
        baseline: &[&Measurement],
        questions: &Questions,
    ) -> Option<Self> {
        let (own, other) = (finals(results, questions), finals(baseline, questions));
        let union = |results: &[&Measurement]| -> BTreeSet<u32> {
            results.iter().flat_map(|result| result.covered()).collect()
        };
        let (mine, theirs) = (union(results), union(baseline));
        Some(Self {
            effect: a12(&own, &other)?,
            p: mann_whitney(&own, &other, Alternative::TwoSided)?.p,
            only: mine.difference(&theirs).copied().collect(),
            only_baseline: theirs.difference(&mine).copied().collect(),
        })
    }
}

impl Overall {
    fn new(subjects: &[Subject], variant: usize, questions: &Questions) -> Option<Self> {
        let rows: Vec<(&Subject, &Row)> = subjects
            .iter()
            .filter_map(|subject| Some((subject, subject.rows[variant].as_ref()?)))
            .collect();
        if rows.is_empty() {
            return None;
        }
        let sum = |of: &dyn Fn(&Row) -> f64| rows.iter().map(|(_, row)| of(row)).sum::<f64>();
        let covered = |place: usize| sum(&|row| row.covered[place]);
        let versus = (variant != questions.baseline).then(|| OverallVersus::new(&rows)).flatten();
        Some(Self {
            subjects: rows.len(),
            goals: rows.iter().map(|(subject, _)| subject.goals).sum(),
            covered: (0..questions.at.len()).map(covered).collect(),
            target_at: rows.iter().map(|(_, row)| row.target_at).sum(),
            executions: sum(&|row| row.executions),
            solved: sum(&|row| row.solved),
            unsatisfiable: sum(&|row| row.unsatisfiable),
            unknown: sum(&|row| row.unknown),
            chosen: sum(&|row| row.chosen),
            seconds: sum(&|row| row.seconds),
            curve: sum_of_curves(rows.iter().map(|(_, row)| row.curve.as_slice())),
            versus,
        })
    }
}

/// The sum of curves, each of which stays as it is between its points.
fn sum_of_curves<'c>(curves: impl Iterator<Item = &'c [(f64, f64)]>) -> Vec<(f64, f64)> {
    let rises = |curve: &'c [(f64, f64)]| {
        let before = std::iter::once(0.0).chain(curve.iter().map(|(_, value)| *value));
        curve.iter().zip(before).map(|((at, value), before)| (*at, value - before))
    };
    let mut steps: Vec<(f64, f64)> = curves.flat_map(rises).collect();
    steps.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut curve, mut value) = (Vec::new(), 0.0);
    for group in steps.chunk_by(|a, b| a.0 == b.0) {
        value += group.iter().map(|(_, rise)| rise).sum::<f64>();
        curve.push((group[0].0, value));
    }
    curve
}

impl OverallVersus {
    fn new(rows: &[(&Subject, &Row)]) -> Option<Self> {
        let all: Vec<&Versus> = rows.iter().filter_map(|(_, row)| row.versus.as_ref()).collect();
        let effects: Vec<f64> = all.iter().map(|versus| versus.effect).collect();
        let leaning = |side: fn(f64) -> bool| {
            let leaning: Vec<&&Versus> = all.iter().filter(|versus| side(versus.effect)).collect();
            let significant = leaning.iter().filter(|versus| versus.p < SIGNIFICANT).count();
            Tendency { subjects: leaning.len(), significant }
        };
        Some(Self {
            effect: mean(&effects)?,
            symmetry: symmetry(&effects),
            better: leaning(|effect| effect > 0.5),
            worse: leaning(|effect| effect < 0.5),
            only: all.iter().map(|versus| versus.only.len()).sum(),
            only_baseline: all.iter().map(|versus| versus.only_baseline.len()).sum(),
        })
    }
}
