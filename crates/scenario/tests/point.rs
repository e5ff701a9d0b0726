//! Letting pointers point elsewhere: null, something of their own, or what another points at.

use expect_test::{Expect, expect};
use fastrand::Rng;
use scenario::make::{Limits, Maker, Pool, Slot, Target, point};
use scenario::text::{parse, print};
use scenario::{Scenario, VarId};

const PROGRAM: &str = r#"
global @first: 8 align 8
func @walk(%head: ptr, %other: ptr) -> i32 {
entry:
  ret 0
}
func @text(%s: ptr, %n: i32) -> i32 {
entry:
  ret 0
}
func @each(%f: ptr) -> i32 {
entry:
  ret 0
}
func @one(%x: i32) -> i32 {
entry:
  ret 1
}
func @two(%x: i32) -> i32 {
entry:
  ret 2
}
func @stack_new(%room: i32) -> ptr {
entry:
  ret null
}
func @stack_push(%s: ptr, %v: i32) {
entry:
  ret
}
func @norm(%p.0: i64, %p.1: ptr) -> i32 {
entry:
  ret 0
}
func @hold(%h: ptr) {
entry:
  ret
}
func @bare(%p: ptr) {
entry:
  ret
}
type int = int 32
type void = void
type char = char 8
type char.ptr = pointer to char
type node.ptr = pointer to node
type pair = struct pair size 16 { left: node.ptr at 0, right: node.ptr at 8 }
type node = struct node size 24 { value: int at 0, both: pair at 8 }
type count = struct count size 8 { n: int at 0 }
type visit = function(int) -> int
type visit.ptr = pointer to visit
type stack = opaque stack
type stack.ptr = pointer to stack
type holder = struct holder size 8 { held: stack.ptr at 0 }
type holder.ptr = pointer to holder
api function @walk(head: node.ptr, other: node.ptr) -> int
api function @text(s: char.ptr, n: int) -> int
api function @each(f: visit.ptr) -> int
api function @one(x: int) -> int
api function @two(x: int) -> int
api function @stack_new(room: int) -> stack.ptr
api function @stack_push(s: stack.ptr, v: int) -> void
api function @hold(h: holder.ptr) -> void
api function @norm(c: count, last: node.ptr) -> int
api passing @norm(parts 0, value)
api global @first: node.ptr
"#;

fn pointed(text: &str, changes: &[(Slot, Target)], seed: u64) -> Option<String> {
    let program = program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    let mut scenario: Scenario = parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
    let before = scenario.clone();
    let functions = ["stack_new", "stack_push", "walk"];
    let functions = functions.map(|name| program.function_named(name).expect("it is there"));
    let maker = Maker::new(&program, functions, Pool::default(), Limits::default());
    let done = point(&maker, &mut Rng::with_seed(seed), &mut scenario, changes);
    if !done {
        assert_eq!(scenario, before, "what cannot be done is not begun");
        return None;
    }
    let printed = print(&scenario, &program);
    assert_eq!(parse(&printed, &program).as_ref(), Ok(&scenario), "{printed}");
    Some(printed)
}

fn check(text: &str, changes: &[(Slot, Target)], expected: Expect) {
    expected.assert_eq(&pointed(text, changes, 3).unwrap_or_else(|| "it cannot be\n".to_owned()));
}

fn argument(statement: usize, argument: u32) -> Slot {
    Slot::Argument { statement, argument }
}

fn field(variable: u32, offset: u32) -> Slot {
    Slot::Field { variable: VarId(variable), offset }
}

const LIST: &str = "
let a = object 24 open of node
let x: i32 = 4 of int32
set a: i32 = x
let b = object 24 open of node
set a + 8: ptr = b
call @walk(a, b)
call @walk(b, a)
";

#[test]
fn what_a_call_makes_is_made_before_it_is_put_into_a_field() {
    check(
        "let h = object 8 open of holder\ncall @hold(h)\n",
        &[(field(0, 0), Target::Fresh)],
        expect![[r#"
            let h = object 8 open of holder
            let room: i32 = -1094056116 of int32
            call result = @stack_new(room)
            set h: ptr = result
            call @hold(h)
        "#]],
    );
}

#[test]
fn an_argument_becomes_null() {
    check(
        LIST,
        &[(argument(5, 0), Target::Null)],
        expect![[r#"
        let a = object 24 open of node
        let x: i32 = 4 of int32
        set a: i32 = x
        let b = object 24 open of node
        set a + 8: ptr = b
        let head: ptr = null of "node.ptr"
        call @walk(head, b)
        call @walk(b, a)
    "#]],
    );
}

#[test]
fn what_nobody_points_at_any_more_goes() {
    let text = "let s: i8[3] = \"ab\\0\" text of char\nlet n: i32 = 1 of int32\ncall @text(s, n)";
    check(
        text,
        &[(argument(2, 0), Target::Null)],
        expect![[r#"
        let n: i32 = 1 of int32
        let s: ptr = null of "char.ptr"
        call @text(s, n)
    "#]],
    );
}

#[test]
fn a_field_that_is_set_becomes_null_by_not_being_set() {
    check(
        LIST,
        &[(argument(4, 0), Target::Null)],
        expect![[r#"
        let a = object 24 open of node
        let x: i32 = 4 of int32
        set a: i32 = x
        let b = object 24 open of node
        call @walk(a, b)
        call @walk(b, a)
    "#]],
    );
}

#[test]
fn two_pointers_come_to_share_what_they_point_at() {
    check(
        LIST,
        &[(argument(5, 1), Target::Alias(VarId(0))), (argument(6, 0), Target::Alias(VarId(0)))],
        expect![[r#"
            let a = object 24 open of node
            let x: i32 = 4 of int32
            set a: i32 = x
            let b = object 24 open of node
            set a + 8: ptr = b
            call @walk(a, a)
            call @walk(a, a)
        "#]],
    );
}

#[test]
fn two_pointers_come_to_share_something_new() {
    check(
        LIST,
        &[(argument(4, 0), Target::Fresh), (argument(5, 1), Target::Same(0))],
        expect![[r#"
            let a = object 24 open of node
            let x: i32 = 4 of int32
            set a: i32 = x
            let b = object 24 open of node
            let a_both_left = object 24 open of node
            let a_both_left_value: i32 = -1094056116 of int32
            set a_both_left: i32 = a_both_left_value
            set a + 8: ptr = a_both_left
            call @walk(a, a_both_left)
            call @walk(b, a)
        "#]],
    );
    check(
        LIST,
        &[(argument(5, 0), Target::Same(0))],
        expect![[r#"
        it cannot be
    "#]],
    );
}

#[test]
fn a_field_comes_to_point_somewhere() {
    check(
        LIST,
        &[(field(2, 16), Target::Alias(VarId(0)))],
        expect![[r#"
        let a = object 24 open of node
        let x: i32 = 4 of int32
        set a: i32 = x
        let b = object 24 open of node
        set a + 8: ptr = b
        set b + 16: ptr = a
        call @walk(a, b)
        call @walk(b, a)
    "#]],
    );
    check(
        LIST,
        &[(field(0, 16), Target::Fresh), (field(2, 8), Target::Fresh)],
        expect![[r#"
            let a = object 24 open of node
            let x: i32 = 4 of int32
            set a: i32 = x
            let b = object 24 open of node
            set a + 8: ptr = b
            let a_both_right = object 24 open of node
            let a_both_right_value: i32 = -1094056116 of int32
            set a_both_right: i32 = a_both_right_value
            set a + 16: ptr = a_both_right
            let b_both_left = object 24 open of node
            let b_both_left_value: i32 = 12 of int32
            set b_both_left: i32 = b_both_left_value
            set b + 8: ptr = b_both_left
            call @walk(a, b)
            call @walk(b, a)
        "#]],
    );
}

#[test]
fn something_fresh_has_the_type_of_its_pointer() {
    let null = "let s: ptr = null of \"char.ptr\"\nlet n: i32 = 1 of int32\ncall @text(s, n)";
    check(
        null,
        &[(argument(2, 0), Target::Fresh)],
        expect![[r#"
        let n: i32 = 1 of int32
        let s: i8[2] = "5\0" text of char
        call @text(s, n)
    "#]],
    );
    check(
        "call @bare(0)",
        &[(argument(0, 0), Target::Fresh)],
        expect![[r#"
        let p: i8[15] = ['L', 11, -2, 10, 21, -128, 2, 1, -7, 5, 11, -6, 14, 16, -2] open
        call @bare(p)
    "#]],
    );
    let global = "set @first: ptr = 0\ncall @bare(0)";
    check(
        global,
        &[(argument(0, 0), Target::Fresh)],
        expect![[r#"
            let first = object 24 open of node
            let first_value: i32 = -1094056116 of int32
            set first: i32 = first_value
            set @first: ptr = first
            call @bare(null)
        "#]],
    );
    let record = "let c = object 8 of count\ncall @norm(c at 0, 0)";
    check(
        record,
        &[(argument(1, 1), Target::Fresh)],
        expect![[r#"
            let c = object 8 of count
            let last = object 24 open of node
            let last_value: i32 = -1094056116 of int32
            set last: i32 = last_value
            call @norm(c at 0, last)
        "#]],
    );
}

#[test]
fn what_is_opaque_is_made_by_those_who_know_how() {
    let text =
        "let s: ptr = null of \"stack.ptr\"\nlet v: i32 = 1 of int32\ncall @stack_push(s, v)";
    check(
        text,
        &[(argument(2, 0), Target::Fresh)],
        expect![[r#"
        let v: i32 = 1 of int32
        let room: i32 = -1094056116 of int32
        call result = @stack_new(room)
        call @stack_push(result, v)
    "#]],
    );
}

#[test]
fn a_function_becomes_another_one() {
    for seed in 0..4 {
        let pointed = |text| pointed(text, &[(argument(0, 0), Target::Fresh)], seed);
        assert_eq!(
            pointed("call @each(@one)"),
            pointed("call @each(@two)").map(|text| text.replace("one", "two"))
        );
    }
    check(
        "call @each(@one)",
        &[(argument(0, 0), Target::Fresh)],
        expect![[r#"
        call @each(@two)
    "#]],
    );
}

#[test]
fn what_cannot_be_is_left_as_it_is() {
    // Made too late, of another type, no pointer, no such statement.
    let late =
        "let a = object 24 of node\ncall @walk(a, a)\nlet b = object 24 of node\ncall @walk(b, a)";
    assert_eq!(pointed(late, &[(argument(1, 0), Target::Alias(VarId(1)))], 1), None);
    let other = "let a = object 24 of node\nlet n: i32 = 1\nlet s: i8[1] = [0] of char\ncall @walk(a, a)\ncall @text(s, n)";
    assert_eq!(pointed(other, &[(argument(4, 0), Target::Alias(VarId(0)))], 1), None);
    assert_eq!(pointed(other, &[(argument(4, 7), Target::Fresh)], 1), None);
    assert_eq!(pointed(other, &[(field(0, 4), Target::Fresh)], 1), None);
    assert_eq!(pointed(other, &[(argument(9, 0), Target::Null)], 1), None);
}

#[test]
fn many_changes_at_once_leave_scenarios_that_fit() {
    let mut random = Rng::with_seed(11);
    let mut done = 0;
    for seed in 0..2000 {
        let count = random.usize(1..4);
        let changes: Vec<(Slot, Target)> = (0..count)
            .map(|_| {
                let slot = match random.u8(..4) {
                    0 => argument(4, 0),
                    1 => argument(5 + random.usize(..2), random.u32(..2)),
                    _ => field(random.u32(..3), 8 * random.u32(1..3)),
                };
                let target = match random.u8(..4) {
                    0 => Target::Null,
                    3 => Target::Same(random.usize(..2)),
                    1 => Target::Alias(VarId(2 * random.u32(..2))),
                    _ => Target::Fresh,
                };
                (slot, target)
            })
            .collect();
        done += usize::from(pointed(LIST, &changes, seed).is_some());
    }
    assert!(done > 500, "{done}");
}
