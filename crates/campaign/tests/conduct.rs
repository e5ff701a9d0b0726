//! How plans are carried out: cells that fail or are stopped, and work that goes on.

mod common;

use campaign::{Cell, Identity, Laboratory, Ledger, LedgerError, NoResult, conduct};
use common::{Multiplier, Page, Product, carry_out, lines_of, plan};
use expect_test::expect;
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn work_goes_on_where_it_was_broken_off() {
    let whole = lines_of(&plan(3));
    let expected: Ledger<Product> = Ledger::parse(whole.as_bytes()).expect("results").0;
    // Wherever the writing ends, also in the middle of a line.
    for end in (0..=whole.len()).step_by(17).chain([whole.len()]) {
        let page = Page::default();
        let (ledger, length) = Ledger::parse(&whole.as_bytes()[..end]).expect("results");
        let lines = whole[..end].matches('\n').count();
        assert_eq!(ledger.len(), lines);
        let (mut ledger, laboratory) = (ledger.writing_to(page.clone()), Multiplier::default());
        assert!(carry_out(&plan(3), &mut ledger, &laboratory, 1).is_empty());
        assert_eq!(laboratory.cells.into_inner(), 12 - lines);
        assert_eq!(format!("{}{}", &whole[..length], page.text()), whole);
        assert!(ledger.records().eq(expected.records()));
    }
}

#[test]
fn a_result_under_other_settings_is_another_one() {
    let mut ledger = Ledger::default();
    let laboratory = Multiplier::default();
    let mut other = plan(2);
    carry_out(&other, &mut ledger, &laboratory, 1);
    other.settings.insert("most".to_owned(), "200".to_owned());
    carry_out(&other, &mut ledger, &laboratory, 1);
    other.subjects[0].settings.insert("code".to_owned(), "changed".to_owned());
    carry_out(&other, &mut ledger, &laboratory, 1);
    // Eight cells, then all eight again, then the four of the subject that changed.
    assert_eq!(laboratory.cells.load(Ordering::Relaxed), 20);
    assert_eq!(ledger.len(), 20);
}

#[test]
fn the_number_of_threads_does_not_show_in_the_results() {
    let results = |jobs: usize| {
        let mut ledger = Ledger::default();
        carry_out(&plan(5), &mut ledger, &Multiplier::default(), jobs);
        ledger
    };
    let alone = results(1);
    for jobs in [2, 3, 16, 100] {
        assert!(results(jobs).records().eq(alone.records()), "{jobs}");
    }
}

/// Fails with the second seed, and panics with the third.
struct Failing;

impl Laboratory<Product> for Failing {
    fn run(&self, cell: &Cell) -> Result<Product, NoResult> {
        match cell.identity.seed {
            1 => Err(NoResult::Failed("no clang".to_owned())),
            // Not by the macro, which would print.
            2 => std::panic::resume_unwind(Box::new("impossible")),
            _ => Ok(Product { product: 0 }),
        }
    }
}

fn name(identity: &Identity) -> String {
    format!("{} {} {}", identity.subject, identity.variant, identity.seed)
}

#[test]
fn a_cell_that_fails_costs_no_other() {
    let (mut ledger, mut told) = (Ledger::default(), 0);
    let missing = conduct(&plan(4), &mut ledger, &Failing, 2, &mut |progress| {
        told += 1;
        assert_eq!((progress.over, progress.all), (told, 16));
    });
    let missing = missing.expect("results are kept");
    assert_eq!((ledger.len(), missing.failed.len(), missing.not_run.len()), (8, 8, 0));
    let text: Vec<String> = missing.failed[..2]
        .iter()
        .map(|failed| format!("{}: {}", name(&failed.identity), failed.reason))
        .collect();
    expect![[r#"
        three once 1: no clang
        three once 2: internal error: impossible"#]]
    .assert_eq(&text.join("\n"));
}

/// Is stopped during the sixth cell, and so has no whole result of it.
#[derive(Default)]
struct Interrupted {
    begun: AtomicUsize,
}

impl Laboratory<Product> for Interrupted {
    fn run(&self, _: &Cell) -> Result<Product, NoResult> {
        match self.begun.fetch_add(1, Ordering::Relaxed) {
            0..=4 => Ok(Product { product: 0 }),
            _ => Err(NoResult::Stopped),
        }
    }

    fn is_stopped(&self) -> bool {
        self.begun.load(Ordering::Relaxed) > 5
    }
}

#[test]
fn after_a_stop_no_cell_begins_and_what_is_missing_was_not_run() {
    let (mut ledger, mut told) = (Ledger::default(), 0);
    let laboratory = Interrupted::default();
    let missing = conduct(&plan(2), &mut ledger, &laboratory, 1, &mut |_| told += 1);
    let missing = missing.expect("results are kept");
    assert_eq!((laboratory.begun.into_inner(), told, ledger.len()), (6, 5, 5));
    assert_eq!(missing.failed, []);
    let names: Vec<String> = missing.not_run.iter().map(name).collect();
    assert_eq!(names, ["two twice 1", "three once 1", "three twice 1"]);
    // The next time they are.
    let laboratory = Multiplier::default();
    assert!(carry_out(&plan(2), &mut ledger, &laboratory, 1).is_empty());
    assert_eq!(laboratory.cells.into_inner(), 3);
}

#[test]
fn many_threads_stop_with_what_is_under_way() {
    let laboratory = Interrupted::default();
    let mut ledger = Ledger::default();
    let missing = carry_out(&plan(100), &mut ledger, &laboratory, 4);
    // Each of the four had one under way at most when the first was stopped.
    assert!(laboratory.begun.into_inner() <= 9);
    assert_eq!((ledger.len(), missing.not_run.len()), (5, 395));
}

/// A disk that has room for two lines.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += 1;
        if self.0 > 2 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(bytes.len()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn work_ends_when_a_result_cannot_be_kept() {
    let laboratory = Multiplier::default();
    let mut ledger = Ledger::default().writing_to(Full(0));
    let ended = conduct(&plan(100), &mut ledger, &laboratory, 2, &mut |_| ());
    assert!(matches!(ended, Err(LedgerError::File(_))), "{ended:?}");
    assert_eq!(ledger.len(), 2);
    // Three were passed; two more at most were under way.
    assert!(laboratory.cells.into_inner() <= 5);
}
