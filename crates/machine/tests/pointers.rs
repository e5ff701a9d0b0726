//! Addresses that a scenario passes are inputs: they can be null, and they can be the same.

mod common;
use common::oracle::paths;
use common::{MODES, Subject, path_of};
use expect_test::{Expect, expect};
use trace::{Mode, Source};

fn check(program: &str, scenario: &str, expected: Expect) {
    let mut subject = Subject::new(program);
    subject.run(scenario, Mode::Concrete);
    let concrete = subject.summary();
    for mode in MODES {
        subject.run(scenario, mode);
        assert_eq!(subject.summary(), concrete, "{mode:?}");
    }
    expected.assert_eq(&path_of(program, scenario));
}

const COMPARE: &str = "
func @f(%p: ptr, %q: ptr) -> i32 {
entry:
  br eq ptr %p, null ? none : some
none:
  ret 0
some:
  %same = eq ptr %p, %q
  br %same ? one : two
one:
  ret 1
two:
  ret 2
}";

#[test]
fn a_comparison_with_null_or_another_address_is_a_clause() {
    check(
        COMPARE,
        "let a: i32[1] = [1]\nlet b: i32[1] = [1]\ncall @f(a, b)",
        expect![[r#"
        returned 2
          a = [1]
          b = [1]
        4 steps

        inputs
          a.length = 1
          a[0] = 1
          b.length = 1
          b[0] = 1
          p& = 0x300000000
          q& = 0x400000000

        path condition
          1  a.length <=u 1  input
          2  b.length <=u 1  input
          3  p& != 0         branch false at block entry in @f
          4  p& != q&        branch false at block some in @f
    "#]],
    );
    check(
        COMPARE,
        "let a = object 4\ncall @f(a, a)",
        expect![[r#"
        returned 1
          a = bytes 00 00 00 00
          a = bytes 00 00 00 00
        4 steps

        inputs
          p& = 0x300000000
          q& = 0x300000000

        path condition
          1  p& != 0   branch false at block entry in @f
          2  p& == q&  branch true at block some in @f
    "#]],
    );
}

#[test]
fn null_is_an_address_like_any_other() {
    check(
        COMPARE,
        "call @f(0, 0)",
        expect![[r#"
        returned 0
        2 steps

        inputs
          p& = null
          q& = null

        path condition
          1  p& == 0  branch true at block entry in @f
    "#]],
    );
    check(
        COMPARE,
        "let p: ptr = null\ncall @f(p, p)",
        expect![[r#"
        returned 0
        2 steps

        inputs
          p& = null
          q& = null

        path condition
          1  p& == 0  branch true at block entry in @f
    "#]],
    );
}

const LIST: &str = "
func @sum(%list: ptr, %i: i64) -> i32 {
entry:
  %at = address %list + 8
  %first = load i32 %at
  %next = load ptr %list
  %item = address %next + %i * 4 + 8
  %second = load i32 %item
  %third = load i32 %next + 8
  %s = add i32 %first, %second
  %s = add i32 %s, %third
  br ult ptr %list, %next ? one : two
one:
  ret %s
two:
  %n = bitcast ptr %list to i64
  %m = and i64 %n, 7
  br eq i64 %m, 1 ? one : three
three:
  ret %s
}";

#[test]
fn the_first_access_through_an_address_shows_that_it_is_not_null() {
    check(
        LIST,
        "let a = object 16\nlet b = object 16\nset a: ptr = b\nlet i: i64 = 0\ncall @sum(a, i)",
        expect![[r#"
            returned 0
              a = bytes 00 00 00 00 04 00 00 00 00 00 00 00 00 00 00 00
            10 steps

            inputs
              a+0& = 0x400000000
              i = 0
              list& = 0x300000000

            path condition
              1  list& != 0        access inside its object at block entry in @sum
              2  a+0& != 0         access inside its object at block entry in @sum
              3  i * 4 + 8 <=u 12  access inside its object at block entry in @sum
        "#]],
    );
}

#[test]
fn an_access_through_null_is_a_clause_too() {
    let scenarios = [
        "call @sum(0, 0)",
        "let a = object 16\nset a: ptr = 0\ncall @sum(a, 0)",
        "let a = object 16\nset a: ptr = 0\nlet i: i64 = 0\ncall @sum(a, i)",
    ];
    let mut subject = Subject::new(LIST);
    let mut text = String::from("path conditions\n");
    for scenario in scenarios {
        for mode in MODES {
            subject.run(scenario, mode);
            assert!(subject.summary().starts_with("trapped: null pointer used"), "{mode:?}");
        }
        text += &trace::print::path(&subject.trace, subject.view());
    }
    expect![[r#"
        path conditions
          1  list& == 0  access outside its object at block entry in @sum
          1  list& != 0  access inside its object at block entry in @sum
          2  a+0& == 0   access outside its object at block entry in @sum
          1  list& != 0  access inside its object at block entry in @sum
          2  a+0& == 0   access outside its object at block entry in @sum
    "#]]
    .assert_eq(&text);
}

#[test]
fn an_address_survives_memory_and_copies_byte_by_byte() {
    let program = "
func @f(%p: ptr, %i: i64) -> i32 {
  var %n: i64
entry:
  %a = alloc stack 8 align 8
  %b = alloc stack 8 align 8
  %c = alloc stack 32 align 8 zeroed
  store ptr %p, %a
  jump loop(%n = 0)
loop:
  %from = address %a + %n
  %byte = load i8 %from
  %to = address %b + %n
  store i8 %byte, %to
  %n = add i64 %n, 1
  br ult i64 %n, 8 ? loop : done
done:
  memcopy %c, %b, 8
  %low = load i8 %b
  br eq i8 %low, 7 ? one : next
next:
  %index = address %c + %i
  store i8 1, %index
  %read = load ptr %b
  br eq ptr %read, null ? one : two
one:
  ret 1
two:
  ret 2
}";
    check(
        program,
        "let a: i8[1] = [1]\nlet i: i64 = 20\ncall @f(a, i)",
        expect![[r#"
        returned 2
          a = [1]
        62 steps

        inputs
          a.length = 1
          a[0] = 1
          i = 20
          p& = 0x300000000

        path condition
          1  a.length <=u 1  input
          2  i <=u 31        access inside its object at block next in @f
          3  p& != 0         branch false at block next in @f
    "#]],
    );
}

#[test]
fn a_pointer_in_an_object_that_nothing_sets_is_an_input() {
    let program = "
type int32 = int 32
type Node.ptr = pointer to Node
type Pair = struct Pair size 16 { left: Node.ptr at 0, right: Node.ptr at 8 }
type Node = struct Node size 24 { value: int32 at 0, both: Pair at 8 }
func @f(%n: ptr) -> i32 {
entry:
  %l = load ptr %n + 8
  br eq ptr %l, null ? none : some
none:
  %r = load ptr %n + 16
  br eq ptr %r, null ? some : two
some:
  ret 1
two:
  ret 2
}";
    check(
        program,
        "let m = object 24 of Node\nlet n = object 24 of Node\nset n + 16: ptr = m\ncall @f(n)",
        expect![[r#"
            returned 2
              n = bytes 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00
            5 steps

            inputs
              m+8& = null
              m+16& = null
              n+8& = null
              n+16& = 0x300000000
              n& = 0x400000000

            path condition
              1  n& != 0     access inside its object at block entry in @f
              2  n+8& == 0   branch true at block entry in @f
              3  n+16& != 0  branch false at block none in @f
        "#]],
    );
    let mut subject = Subject::new(program);
    subject.run("let n = object 48 of 2 Node\ncall @f(n)", Mode::Concolic);
    let fields: Vec<Source> = subject.trace.inputs.iter().map(|input| input.source).collect();
    expect![[r#"
        [
            Field {
                variable: VarId(
                    0,
                ),
                offset: 8,
            },
            Field {
                variable: VarId(
                    0,
                ),
                offset: 16,
            },
            Field {
                variable: VarId(
                    0,
                ),
                offset: 32,
            },
            Field {
                variable: VarId(
                    0,
                ),
                offset: 40,
            },
            Pointer {
                statement: 1,
                argument: 0,
            },
        ]
    "#]]
    .assert_debug_eq(&fields);
}

#[test]
fn where_things_lie_is_told_in_every_concolic_run() {
    let mut subject = Subject::new(COMPARE);
    let scenario = "let a: i32[1] = [1]\nlet b = object 12\ncall @f(b, a)";
    subject.run(scenario, Mode::Concrete);
    assert!(subject.trace.places.is_empty());
    subject.run(scenario, Mode::Concolic);
    let of = |index: usize| {
        let place = subject.trace.places[index];
        (subject.scenario.name(place.variable), place.address, place.size)
    };
    let handed: Vec<u128> = subject.trace.inputs.iter().rev().map(|input| input.bits).collect();
    assert_eq!(handed[..2], [u128::from(of(0).1), u128::from(of(1).1)]);
    assert_eq!([of(0), of(1)].map(|(name, _, size)| (name, size)), [("a", 4), ("b", 12)]);
}

#[test]
fn whether_an_object_is_of_a_class_depends_on_whether_there_is_one() {
    let program = "
class A { size 8 }
class B { size 8 }
func @f(%o: ptr) -> i32 {
entry:
  %is = instanceof %o, A
  br %is ? one : next
next:
  %may = maycast %o, A
  br %may ? two : three
one:
  ret 1
two:
  ret 2
three:
  ret 3
}";
    check(
        program,
        "let a = new A\ncall @f(a)",
        expect![[r#"
        returned 1
          a = A {}
        3 steps

        inputs
          o& = 0x300000000

        path condition
          1  o& != 0  branch true at block entry in @f
    "#]],
    );
    check(
        program,
        "let b = new B\ncall @f(b)",
        expect![[r#"
        returned 3
          b = B {}
        5 steps

        inputs
          o& = 0x300000000

        path condition
          1  o& != 0  branch false at block next in @f
    "#]],
    );
    check(
        program,
        "call @f(0)",
        expect![[r#"
            returned 2
            5 steps

            inputs
              o& = null

            path condition
              1  o& == 0  branch false at block entry in @f
        "#]],
    );
}

#[test]
fn other_inputs_behind_an_address_stay_exact() {
    let program = "
func @f(%p: ptr, %q: ptr, %i: i8) -> i32 {
entry:
  %w = and i8 %i, 3
  %j = zext i8 %w to i64
  %x = address %p + %j
  %a = load i8 %x
  %b = load i8 %q + 1
  br eq ptr %p, %q ? same : other
same:
  br ult i8 %a, %b ? one : two
other:
  store i8 %i, %q
  %c = load i8 %x
  br eq i8 %a, %c ? one : two
one:
  ret 1
two:
  ret 2
}";
    for arguments in ["a, a, i", "a, b, i", "b, a, i"] {
        let scenario = format!(
            "let a = object 4\nlet b = object 4\nlet y: i8 = 3\nset a + 1: i8 = y\nlet i: i8 = 1\n\
             set b + 2: i8 = 9\ncall @f({arguments})"
        );
        let expected = if arguments == "a, a, i" { 2 } else { 1 };
        assert_eq!(paths(program, &scenario, &[]), expected, "{arguments}");
    }
}
