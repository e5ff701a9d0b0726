//! How experiments are carried out, broken off and taken up again.

mod common;

use common::{Steps, carry_out, plan};
use compare::{Axis, Cell, Figures, Laboratory, Ledger, Measurement, Questions, conduct};
use expect_test::expect;
use std::sync::atomic::Ordering;

#[test]
fn results_are_lines_that_hold_all_they_depend_on() {
    let lines = carry_out(&plan(1), &mut Ledger::default(), &Steps::default(), 1);
    expect![[r#"
        {"subject":"small.c","variant":"slow","seed":0,"settings":{"executions":"100"},"goals":4,"executions":100,"solved":20,"unsatisfiable":0,"unknown":0,"seconds":1.5,"reached":[[1,0.01,0],[10,0.1,1]]}
        {"subject":"small.c","variant":"quick,depth=3","seed":0,"settings":{"executions":"100"},"goals":4,"executions":100,"solved":20,"unsatisfiable":5,"unknown":0,"seconds":0.5,"reached":[[1,0.01,0],[4,0.04,1],[7,0.07,2],[10,0.1,3]]}
    "#]]
    .assert_eq(&lines[..2].concat());
}

#[test]
fn work_goes_on_where_it_was_broken_off() {
    let whole = carry_out(&plan(3), &mut Ledger::default(), &Steps::default(), 1).concat();
    let mut expected = Ledger::default();
    carry_out(&plan(3), &mut expected, &Steps::default(), 1);
    // Wherever the writing ends, also in the middle of a line.
    for end in (0..=whole.len()).step_by(97).chain([whole.len()]) {
        let (mut ledger, length) = Ledger::parse(&whole.as_bytes()[..end]).expect("results");
        let lines = whole[..end].matches('\n').count();
        assert_eq!(ledger.len(), lines);
        let laboratory = Steps::default();
        let rest = carry_out(&plan(3), &mut ledger, &laboratory, 1).concat();
        assert_eq!(laboratory.runs.into_inner(), 12 - lines);
        assert_eq!(format!("{}{rest}", &whole[..length]), whole);
        assert_eq!(ledger, expected);
    }
}

#[test]
fn a_result_under_other_settings_is_another_one() {
    let mut ledger = Ledger::default();
    let laboratory = Steps::default();
    let mut other = plan(2);
    carry_out(&other, &mut ledger, &laboratory, 1);
    other.settings.insert("executions".to_owned(), "200".to_owned());
    carry_out(&other, &mut ledger, &laboratory, 1);
    other.subjects[0].settings.insert("code".to_owned(), "changed".to_owned());
    carry_out(&other, &mut ledger, &laboratory, 1);
    // Eight runs, then all eight again, then the four of the subject that changed.
    assert_eq!(laboratory.runs.load(Ordering::Relaxed), 20);
    assert_eq!(ledger.len(), 20);
}

#[test]
fn the_number_of_threads_does_not_show_in_the_figures() {
    let figures = |jobs: usize| {
        let mut ledger = Ledger::default();
        carry_out(&plan(5), &mut ledger, &Steps::default(), jobs);
        let questions =
            Questions { axis: Axis::Executions, at: vec![10.0, 100.0], target: None, baseline: 0 };
        Figures::new(&plan(5), &ledger, questions)
    };
    let alone = figures(1);
    for jobs in [2, 3, 16, 100] {
        assert_eq!(figures(jobs), alone);
    }
}

#[test]
fn a_line_that_is_no_result_is_told_by_its_number() {
    let text = "\n{\"subject\": \"a\"}\n";
    let error = Ledger::parse(text.as_bytes()).expect_err("a bad line");
    let cause = std::error::Error::source(&error).is_some();
    assert!(cause && error.to_string().starts_with("line 2 is no result of a comparison: "));
}

/// Fails with the second seed, and panics with the third.
struct Failing;

impl Laboratory for Failing {
    fn run(&self, cell: &Cell) -> Result<Measurement, String> {
        match cell.identity.seed {
            1 => Err("no clang".to_owned()),
            // Not by the macro, which would print.
            2 => std::panic::resume_unwind(Box::new("impossible")),
            _ => Ok(Measurement::default()),
        }
    }
}

#[test]
fn a_run_that_fails_costs_no_other() {
    let (mut ledger, mut told) = (Ledger::default(), 0);
    let missed = conduct::<()>(&plan(4), &mut ledger, &Failing, 2, &mut |done| {
        told += 1;
        assert_eq!((done.over, done.all), (told, 16));
        Ok(())
    });
    let missed = missed.expect("results are kept");
    assert_eq!((ledger.len(), missed.len()), (8, 8));
    let text: Vec<String> = missed[..2]
        .iter()
        .map(|miss| {
            format!(
                "{} {} {}: {}",
                miss.identity.subject, miss.identity.variant, miss.identity.seed, miss.reason
            )
        })
        .collect();
    expect![[r#"
        large.c:parse quick,depth=3 1: no clang
        large.c:parse quick,depth=3 2: internal error: impossible"#]]
    .assert_eq(&text.join("\n"));
}

#[test]
fn work_ends_when_a_result_cannot_be_kept() {
    let laboratory = Steps::default();
    let ended = conduct(&plan(100), &mut Ledger::default(), &laboratory, 2, &mut |done| {
        if done.over < 3 { Ok(()) } else { Err("the disk is full") }
    });
    assert_eq!(ended, Err("the disk is full"));
    // Three were told of; two more at most were under way.
    assert!(laboratory.runs.into_inner() <= 5);
}
