//! How results are kept in a file, and found again.

mod common;

use campaign::{Ledger, LedgerError};
use common::{Multiplier, Product, carry_out, lines_of, plan};
use expect_test::expect;
use host::Scratch;

#[test]
fn results_are_lines_that_hold_all_they_depend_on() {
    expect![[r#"
        {"subject":"two","variant":"once","seed":0,"settings":{"most":"100"},"product":0}
        {"subject":"two","variant":"twice","seed":0,"settings":{"most":"100"},"product":0}
        {"subject":"three","variant":"once","seed":0,"settings":{"most":"100"},"product":0}
        {"subject":"three","variant":"twice","seed":0,"settings":{"most":"100"},"product":0}
    "#]]
    .assert_eq(&lines_of(&plan(1)));
}

#[test]
fn a_line_that_is_no_result_is_told_by_its_number() {
    let text = "\n{\"subject\": \"a\"}\n";
    let error = Ledger::<Product>::parse(text.as_bytes()).err().expect("a bad line");
    assert!(error.to_string().starts_with("line 2 is no result: missing field"), "{error}");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn a_file_goes_on_behind_its_last_whole_line() {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().join("results.jsonl");
    let whole = lines_of(&plan(2));
    let read = || std::fs::read_to_string(&path).expect("a file");
    for end in [0, 1, 100, whole.len() - 1, whole.len()] {
        std::fs::write(&path, &whole[..end]).expect("a file");
        let mut ledger = Ledger::open(&path).expect("a ledger");
        assert_eq!(read().matches('\n').count(), ledger.len());
        carry_out(&plan(2), &mut ledger, &Multiplier::default(), 1);
        assert_eq!(read(), whole);
    }
    std::fs::remove_file(&path).expect("a file");
    let mut ledger = Ledger::open(&path).expect("a ledger");
    carry_out(&plan(2), &mut ledger, &Multiplier::default(), 1);
    assert_eq!(read(), whole);
}

#[test]
fn a_file_with_a_line_that_is_no_result_stays_as_it_is() {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().join("results.jsonl");
    std::fs::write(&path, "{}\nrest").expect("a file");
    let error = Ledger::<Product>::open(&path).err().expect("a bad line");
    assert!(matches!(error, LedgerError::BadLine { line: 1, .. }), "{error:?}");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "{}\nrest");
}

#[test]
fn one_file_has_one_writer() {
    let scratch = Scratch::new().expect("a folder");
    let path = scratch.path().join("results.jsonl");
    let first = Ledger::<Product>::open(&path).expect("a ledger");
    let error = Ledger::<Product>::open(&path).err().expect("it is in use");
    assert!(matches!(error, LedgerError::InUse), "{error:?}");
    drop(first);
    assert!(Ledger::<Product>::open(&path).is_ok());
}
