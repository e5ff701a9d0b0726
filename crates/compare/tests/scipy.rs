//! Our statistics against SciPy's, on the samples that `fixtures/reference.py` made.

use compare::statistics::mann_whitney::as_scipy;
use compare::statistics::wilcoxon::signed_rank_normal;
use compare::statistics::{Alternative, Zeros, a12, deviation, mean, median, signed_rank};
use serde_json::Value;

const ALTERNATIVES: [(&str, Alternative); 3] = [
    ("two-sided", Alternative::TwoSided),
    ("less", Alternative::Less),
    ("greater", Alternative::Greater),
];

fn cases(kind: &str) -> Vec<Value> {
    let all: Value = serde_json::from_str(include_str!("fixtures/scipy.json")).expect("JSON");
    all[kind].as_array().expect("cases").clone()
}

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().expect("numbers").iter().map(number).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

#[track_caller]
fn near(ours: Option<f64>, theirs: &Value, case: &Value) {
    let (ours, theirs) = (ours.expect("an answer"), number(theirs));
    let scale = theirs.abs().max(1e-9);
    assert!((ours - theirs).abs() <= 1e-11 * scale, "{ours} instead of {theirs} for {case}");
}

#[test]
fn effect_sizes_and_the_mann_whitney_test_are_those_of_scipy() {
    let cases = cases("two_samples");
    assert_eq!(cases.len(), 99);
    for case in &cases {
        let (first, second) = (numbers(&case["first"]), numbers(&case["second"]));
        near(a12(&first, &second), &case["a12"], case);
        for (name, alternative) in ALTERNATIVES {
            let test = as_scipy(&first, &second, alternative).expect("samples");
            near(Some(test.u), &case["u"], case);
            near(Some(test.p), &case["p"][name], case);
        }
    }
}

#[test]
fn the_signed_rank_test_is_that_of_scipy() {
    let cases = cases("differences");
    assert!(cases.len() > 65);
    for case in &cases {
        let values = numbers(&case["values"]);
        for (zeros, method) in [("wilcox", Zeros::Dropped), ("pratt", Zeros::Ranked)] {
            for (name, alternative) in ALTERNATIVES {
                let theirs = &case["p"][format!("{zeros} {name}")];
                let test = signed_rank(&values, alternative, method).expect("differences");
                near(Some(test.p), &theirs[0], case);
                if method == Zeros::Dropped {
                    near(Some(test.positive), &case["positive"], case);
                }
                let normal = signed_rank_normal(&values, alternative, method);
                near(normal.map(|test| test.p), &theirs[1], case);
            }
        }
    }
}

#[test]
fn summaries_are_those_of_numpy() {
    for case in &cases("summaries") {
        let values = numbers(&case["values"]);
        near(mean(&values), &case["mean"], case);
        near(median(&values), &case["median"], case);
        near(deviation(&values), &case["deviation"], case);
    }
}
