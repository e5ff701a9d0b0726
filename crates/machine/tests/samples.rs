//! The sample programs do what their comments promise, in every domain.

mod common;
use common::{MODES, Subject, outcomes, recording};
use expect_test::{Expect, expect};
use machine::Models;
use trace::Mode;

fn sample(name: &str) -> String {
    let path = format!("{}/../../subjects/ir/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn check(name: &str, calls: &[&str], expected: Expect) {
    expected.assert_eq(&outcomes(&sample(name), &recording(), calls));
}

#[test]
fn the_c_like_sample() {
    check(
        "c_like.fir",
        &[
            "call @main(5, 7, 0)",
            "call @main(-5, 7, 0)",
            "call @main(-5, 7, 3)",
            "call @apply(2, null, 0)",
        ],
        expect![[r#"
            call @main(5, 7, 0): returned 1012
            call @main(-5, 7, 0): returned 2
            call @main(-5, 7, 3): returned 999
            call @apply(2, null, 0): trapped: access out of bounds at block entry in @apply; check bounds ult i32 %which, 2
        "#]],
    );
}

#[test]
fn the_java_like_sample() {
    check(
        "java_like.fir",
        &["call @main(0, 0)", "call @main(1, 2)", "call @main(0, 3)", "call @main(7, 1)"],
        expect![[r#"
            call @main(0, 0): returned 244
            call @main(1, 2): returned 113
            call @main(0, 3): returned -1
            call @main(7, 1): returned -2
        "#]],
    );
}

#[test]
fn the_others() {
    check(
        "gcd.fir",
        &["call @gcd(48, 36)", "call @gcd(17, 5)", "call @gcd(0, 9)", "call @gcd(0, 0)"],
        expect![[r#"
            call @gcd(48, 36): returned 12
            call @gcd(17, 5): returned 1
            call @gcd(0, 9): returned 9
            call @gcd(0, 0): returned 0
        "#]],
    );
    check(
        "search.fir",
        &["call @find(23)", "call @find(2)", "call @find(24)", "call @first_multiple(10, 7)"],
        expect![[r#"
            call @find(23): returned 5
            call @find(2): returned 0
            call @find(24): returned -1
            call @first_multiple(10, 7): returned 6
        "#]],
    );
    check(
        "triangle.fir",
        &[
            "call @classify(3, 4, 5)",
            "call @classify(2, 2, 3)",
            "call @classify(7, 7, 7)",
            "call @classify(1, 2, 3)",
        ],
        expect![[r#"
            call @classify(3, 4, 5): returned 1
            call @classify(2, 2, 3): returned 2
            call @classify(7, 7, 7): returned 3
            call @classify(1, 2, 3): returned 0
        "#]],
    );
}

#[test]
fn every_sample_is_here() {
    let folder = format!("{}/../../subjects/ir", env!("CARGO_MANIFEST_DIR"));
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the samples are there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".fir"))
        .collect();
    names.sort();
    assert_eq!(names, ["c_like.fir", "gcd.fir", "java_like.fir", "search.fir", "triangle.fir"]);
}

#[test]
fn flipping_the_last_clause_of_the_triangle_leads_elsewhere() {
    // Sides up to 4 are enough to see every answer.
    let program = sample("triangle.fir");
    let mut subject = Subject::with(&program, recording(), Models::none());
    let mut answers = std::collections::BTreeSet::new();
    for mode in MODES {
        for (a, b, c) in [(3, 4, 2), (2, 2, 3), (1, 1, 1), (1, 2, 4), (0, 1, 1)] {
            subject.run(
                &format!(
                    "let a: i32 = {a}\nlet b: i32 = {b}\nlet c: i32 = {c}\ncall @classify(a, b, c)"
                ),
                mode,
            );
            answers.insert(subject.summary());
        }
    }
    assert_eq!(answers.len(), 4);
    let values: Vec<u128> = (0..6).chain([u128::from(u32::MAX)]).collect();
    let scenario = "let a: i32 = 3\nlet b: i32 = 4\nlet c: i32 = 5\ncall @classify(a, b, c)";
    assert!(common::oracle::paths(&program, scenario, &values) > 10);
    subject.run(scenario, Mode::Concolic);
    assert!(!subject.trace.path.is_empty());
}
