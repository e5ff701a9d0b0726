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

#[test]
fn merging_in_any_order_and_again_gives_every_result_once() {
    let scratch = Scratch::new().expect("a folder");
    let path = |name: &str| scratch.path().join(name);
    let all = lines_of(&plan(2));
    let lines: Vec<&str> = all.split_inclusive('\n').collect();
    let sources = [path("a"), path("b")];
    // Two lines are in both, and the second source was cut off while it was written.
    std::fs::write(&sources[0], lines[..5].concat()).expect("a file");
    std::fs::write(&sources[1], lines[3..].concat() + "\n{\"subject\":").expect("a file");
    let target = path("all");
    let merged = campaign::merge(&target, &sources, &|_| false).expect("both are ledgers");
    assert_eq!((merged.results, merged.new), (lines.len(), lines.len()));
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), all);
    let again = campaign::merge(&target, &[sources[1].clone(), target.clone()], &|_| false);
    let again = again.expect("they still are");
    assert_eq!((again.results, again.new), (lines.len(), 0));
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), all);
    assert_eq!(Ledger::<Product>::read(&target).expect("a ledger").len(), lines.len());
}

#[test]
fn merging_continues_behind_the_last_whole_line_and_names_a_bad_one() {
    let scratch = Scratch::new().expect("a folder");
    let path = |name: &str| scratch.path().join(name);
    let all = lines_of(&plan(1));
    let (target, source, bad) = (path("all"), path("source"), path("bad"));
    std::fs::write(&target, &all[..all.len() - 5]).expect("a file");
    std::fs::write(&source, &all).expect("a file");
    std::fs::write(&bad, "\n{\"subject\": 1}\n").expect("a file");
    let error =
        campaign::merge(&target, &[source, bad.clone()], &|_| false).expect_err("a bad line");
    let expected = format!("`{}`: line 2 is no result", bad.display());
    assert!(error.to_string().starts_with(&expected), "{error}");
    assert_eq!(std::fs::read_to_string(&target).expect("a file"), all);
    let missing =
        campaign::merge(&target, &[path("nowhere")], &|_| false).expect_err("no such file");
    assert!(missing.to_string().contains("nowhere"), "{missing}");
}

#[test]
fn merging_prefers_a_good_result_to_a_failed_one_in_any_order() {
    let scratch = Scratch::new().expect("a folder");
    let path = |name: &str| scratch.path().join(name);
    let line = |product: u64| {
        format!(
            "{{\"subject\":\"a\",\"variant\":\"once\",\"seed\":0,\"settings\":{{}},\"product\":{product}}}\n"
        )
    };
    // A product of 91 or 92 stands for a failure here.
    let has_failed = |line: &[u8]| String::from_utf8_lossy(line).contains(":9");
    for (name, product) in [("failed", 91), ("failed too", 92), ("good", 3), ("good too", 4)] {
        std::fs::write(path(name), line(product)).expect("a file");
    }
    std::fs::write(path("retried"), line(91) + &line(3)).expect("a file");
    let mut number = 0;
    let mut merged = |names: &[&str]| {
        number += 1;
        let target = path(&format!("target {number}"));
        let counts = names.iter().map(|name| {
            let merged = campaign::merge(&target, &[path(name)], &has_failed).expect("a ledger");
            (merged.results, merged.new)
        });
        let counts: Vec<_> = counts.collect();
        let ledger = Ledger::<Product>::read(&target).expect("a ledger");
        let products: Vec<_> = ledger.records().map(|record| record.payload.product).collect();
        (products, counts)
    };
    assert_eq!(merged(&["failed", "good"]), (vec![3], vec![(1, 1), (1, 1)]));
    assert_eq!(merged(&["good", "failed"]), (vec![3], vec![(1, 1), (1, 0)]));
    assert_eq!(merged(&["good", "good too"]), (vec![3], vec![(1, 1), (1, 0)]));
    assert_eq!(merged(&["failed", "failed too"]), (vec![91], vec![(1, 1), (1, 0)]));
    assert_eq!(merged(&["retried", "failed", "good too"]).0, [3]);
    assert_eq!(merged(&["retried"]).1, [(1, 1)]);
}
