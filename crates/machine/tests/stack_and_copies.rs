//! Copies through a register leave unwritten what was never written; objects on the stack end at a mark.

mod common;
use common::oracle::exact;
use common::{MODES, Subject, outcomes, recording};
use expect_test::expect;
use machine::{Config, Models};

const PROGRAM: &str = "
func @copied(%n: i32) -> i32 {
entry:
  %a = alloc stack 8 align 4
  %b = alloc heap 8 align 4
  store i16 5, %a
  %v = load.copied i32 %a
  store.copied i32 %v, %b + 4
  switch i32 %n { 0 -> low, 1 -> high, default -> all }
low:
  %w = load i16 %b + 4
  %x = zext i16 %w to i32
  ret %x
high:
  %y = load i16 %b + 6
  %z = zext i16 %y to i32
  ret %z
all:
  store i16 1, %b + 6
  %u = load i32 %b + 4
  ret %u
}
func @nested(%n: i32) -> i32 {
entry:
  %a = alloc stack 4 align 4
  %b = alloc stack 4 align 4
  br eq i32 %n, 0 ? fill : go
fill:
  store i32 9, %a
  jump go
go:
  %v = load.copied i32 %a
  br eq i32 %n, 0 ? end : again
again:
  %m = sub i32 %n, 1
  %r = call i32 @nested(i32 %m)
  store i32 %r, %a
  jump end
end:
  store.copied i32 %v, %b
  %w = load i32 %b
  ret %w
}
func @place(%i: i64) -> i8 {
entry:
  %a = alloc stack 4 align 1
  %b = alloc stack 4 align 1
  store i8 5, %a + 2
  %p = address %a + %i * 1
  %q = address %b + %i * 1
  %v = load.copied i8 %p
  store.copied i8 %v, %q
  %w = load i8 %q
  ret %w
}
func @loop(%n: i32) -> i32 {
  var %i: i32
entry:
  %kept = alloc stack 4 align 4
  store i32 7, %kept
  jump head(%i = 0)
head:
  br slt i32 %i, %n ? body : end
body:
  %mark = stacksave
  %a = alloc stack 100000 align 16
  store i32 %i, %a + 99996
  stackrestore %mark
  %next = add i32 %i, 1
  jump head(%i = %next)
end:
  %v = load i32 %kept
  ret %v
}
func @gone() -> i32 {
entry:
  %mark = stacksave
  %a = alloc stack 4 align 4
  store i32 7, %a
  stackrestore %mark
  %v = load i32 %a
  ret %v
}
func @calls() -> i32 {
entry:
  %a = alloc stack 4 align 4
  store i32 7, %a
  call void @clears(ptr null)
  %v = load i32 %a
  ret %v
}
func @clears(%mark: ptr) {
entry:
  %b = alloc stack 4 align 4
  stackrestore %mark
  ret
}";

#[test]
fn what_was_never_written_stays_so_where_it_is_copied() {
    let scenarios = ["call @copied(0)", "call @copied(1)", "call @copied(2)", "call @nested(0)"];
    expect![[r#"
        call @copied(0): returned 5
        call @copied(1): trapped: read of uninitialised memory at block high in @copied; %y = load i16 %b + 6
        call @copied(2): returned 65541
        call @nested(0): returned 9
    "#]].assert_eq(&outcomes(PROGRAM, &recording(), &scenarios));
}

#[test]
fn each_open_call_has_copies_of_its_own() {
    // The inner call has a value to copy, the outer one none.
    expect![[r#"
        call @nested(1): trapped: read of uninitialised memory at block end in @nested; %w = load i32 %b
    "#]].assert_eq(&outcomes(PROGRAM, &recording(), &["call @nested(1)"]));
}

#[test]
fn a_symbolic_place_is_copied_with_what_is_known_of_it() {
    let others: Vec<u128> = (0..6).chain([u64::MAX.into()]).collect();
    let report = exact(PROGRAM, "let i: i64 = 2\ncall @place(i)", &others);
    // Written, not written, outside; the place of a copy that was not written is fixed.
    assert_eq!((report.paths, report.narrowed), (3, 1));
    expect![[r#"
        call @place(2): returned 5
        call @place(1): trapped: read of uninitialised memory at block entry in @place; %w = load i8 %q
    "#]].assert_eq(&outcomes(PROGRAM, &recording(), &["call @place(2)", "call @place(1)"]));
}

#[test]
fn a_loop_that_ends_its_objects_needs_room_for_one() {
    let config = Config { memory: 2 << 20, quarantine: 1 << 18, ..recording() };
    let mut subject = Subject::with(PROGRAM, config, Models::standard());
    for mode in MODES {
        subject.run("call @loop(1000)", mode);
        assert_eq!(subject.summary().trim(), "returned 7");
    }
}

#[test]
fn objects_end_at_the_mark_but_never_those_of_the_caller() {
    expect![[r#"
        call @gone(): trapped: use after free at block entry in @gone; %v = load i32 %a
        call @calls(): returned 7
    "#]]
    .assert_eq(&outcomes(PROGRAM, &recording(), &["call @gone()", "call @calls()"]));
}
