//! Loads that take what was never written for zeros, and runs in which every load does.

mod common;
use common::oracle::paths;
use common::{MODES, Subject, outcomes, recording};
use expect_test::expect;
use machine::{Config, Models};

const PROGRAM: &str = "
func @fresh(%written: i1) -> i32 {
entry:
  %p = alloc stack 4 align 4
  br %written ? write : read
write:
  store i8 7, %p + 1
  jump read
read:
  %v = load.zeros i32 %p
  ret %v
}
func @twice() -> i32 {
entry:
  %p = alloc stack 4 align 4
  %v = load.zeros i32 %p
  %w = load i32 %p
  ret %w
}
func @outside(%n: i32) -> i32 {
entry:
  %p = alloc stack 4 align 4
  %v = load.zeros i32 %p + 4
  ret %v
}
func @dead() -> i16 {
entry:
  %p = alloc heap 4 align 4
  free %p
  %v = load.zeros i16 %p
  ret %v
}
func @at(%i: i64) -> i8 {
entry:
  %p = alloc stack 4 align 1
  store i8 5, %p + 2
  %q = address %p + %i * 1
  %v = load.zeros i8 %q
  br eq i8 %v, 0 ? zero : other
zero:
  ret 0
other:
  %w = load i8 %q
  ret %w
}
func @flag(%set: i1) -> i32 {
  var %x: i32
  var %written: i1
entry:
  %x = copy i32 0
  %written = copy i1 0
  br %set ? write : read
write:
  %x = copy i32 7
  %written = copy i1 1
  jump read
read:
  check initialised %written
  ret %x
}";

#[test]
fn only_that_nobody_wrote_there_is_no_failure() {
    let scenarios =
        ["call @fresh(0)", "call @fresh(1)", "call @twice()", "call @outside(1)", "call @dead()"];
    expect![[r#"
        call @fresh(0): returned 0
        call @fresh(1): returned 1792
        call @twice(): trapped: read of uninitialised memory at block entry in @twice; %w = load i32 %p
        call @outside(1): trapped: access out of bounds at block entry in @outside; %v = load.zeros i32 %p + 4
        call @dead(): trapped: use after free at block entry in @dead; %v = load.zeros i16 %p
    "#]].assert_eq(&outcomes(PROGRAM, &recording(), &scenarios));
}

#[test]
fn a_symbolic_place_reads_what_was_written_there_or_zero() {
    let others: Vec<u128> = (0..6).chain([u64::MAX.into()]).collect();
    let three = paths(PROGRAM, "let i: i64 = 2\ncall @at(i)", &others);
    // Written, not written, outside.
    assert_eq!(three, 3);
}

#[test]
fn variables_obey_the_switch_as_memory_does() {
    let lax = Config { trap_uninitialised: false, ..recording() };
    for (config, ends) in [
        (recording(), ["trapped: read of uninitialised memory", "returned 7"]),
        (lax, ["returned 0", "returned 7"]),
    ] {
        let mut subject = Subject::with(PROGRAM, config, Models::standard());
        for (set, end) in ends.iter().enumerate() {
            for mode in MODES {
                subject.run(&format!("call @flag({set})"), mode);
                assert!(subject.summary().starts_with(end), "{}", subject.summary());
            }
        }
    }
}

#[test]
fn where_it_is_asked_for_the_scenario_says_what_was_never_written() {
    let asking = Config { ask_uninitialised: true, ..recording() };
    let mut subject = Subject::with(PROGRAM, asking, Models::standard());
    for mode in MODES {
        // What is read as zeros is not asked for; what is read then is, and stays what it is.
        for (given, end) in [("[]", "returned 0"), ("[1, 2]", "returned 513")] {
            let answers = format!("let u: i8 = stream \"uninitialised\" {given}");
            subject.run(&format!("{answers}\ncall @twice()"), mode);
            assert_eq!(subject.summary(), end, "{mode:?} {given}");
        }
        subject.run("call @outside(1)", mode);
        assert!(subject.summary().starts_with("trapped: access out of bounds"));
        // Of a variable without an address nothing is asked.
        subject.run("call @flag(0)", mode);
        assert_eq!(subject.summary(), "returned 0");
    }
}
