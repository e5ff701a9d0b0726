//! A function in, its mutants out.

use expect_test::{Expect, expect};
use mutation::{Rules, mutants};
use program::Callee;

struct All;

impl Rules for All {
    fn may_leave_out(&self, callee: Callee) -> bool {
        !matches!(callee, Callee::Direct(function) if function.0 == 0)
    }

    fn name(&self, callee: Callee) -> String {
        format!("{callee:?}")
    }
}

fn check(body: &str, expected: Expect) {
    let text = format!(
        "file \"f.c\"\ndeclare @kept(%x: i32)\ndeclare @told(%x: i32) -> i32\nfunc @f{body}"
    );
    let program = program::text::parse(&text).unwrap_or_else(|error| panic!("{error}"));
    let functions = program.functions.ids();
    let found = mutants(&program, functions, &All);
    let line = |mutant: &mutation::Mutant| {
        let at = mutant.span;
        format!("{}:{} {}: {}\n", at.line, at.column, mutant.operator.name(), mutant.text)
    };
    expected.assert_eq(&found.values().map(line).collect::<String>());
}

#[test]
fn comparisons_are_moved_negated_and_removed() {
    check(
        "(%a: i32, %b: i32) -> i32 {
entry:
  br slt i32 %a, %b ? less : more  !0:3:5-6
less:
  ret 1  !0:4:5-6
more:
  ret 0  !0:5:5-6
}",
        expect![[r#"
            3:5 conditionals-boundary: replaced `<` by `<=`
            3:5 negate-conditionals: replaced `<` by `>=`
            3:5 remove-conditionals: replaced a condition by true
            3:5 remove-conditionals: replaced a condition by false
            4:5 returns: replaced the result by 0
            5:5 returns: replaced the result by 1
        "#]],
    );
}

#[test]
fn arithmetic_constants_and_negations_are_exchanged() {
    check(
        "(%a: i32, %x: f64) -> i32 {
entry:
  %s = add.checked i32 %a, 3  !0:1:1-2
  %t = xor i32 %s, %a  !0:2:1-2
  %u = neg i32 %t  !0:3:1-2
  %y = fmul f64 %x, 2.5  !0:4:1-2
  %v = copy i32 -1  !0:5:1-2
  ret %u
}",
        expect![[r#"
            1:1 math: replaced `+` by `-`
            1:1 constants: replaced `3` by `4`
            2:1 math: replaced `^` by `&`
            3:1 invert-negatives: removed `-`
            4:1 math: replaced `*` by `/`
            4:1 constants: replaced `2.5` by `3.5`
            5:1 constants: replaced `-1` by `0`
        "#]],
    );
}

#[test]
fn calls_and_stores_are_left_out_unless_they_must_stay() {
    check(
        "(%p: ptr, %a: i32) -> ptr {
entry:
  call void @kept(i32 7)  !0:1:1-2
  call i32 @told(i32 %a)  !0:2:1-2
  %r = call i32 @told(i32 %a)  !0:3:1-2
  store i32 0, %p  !0:4:1-2
  ret %p  !0:5:1-2
}",
        expect![[r#"
            1:1 constants: replaced `7` by `8`
            2:1 void-calls: removed the call of `Direct(FuncId(1))`
            3:1 value-calls: removed the call of `Direct(FuncId(1))`
            4:1 constants: replaced `0` by `1`
            4:1 remove-stores: removed an assignment
            5:1 returns: replaced the result by null
        "#]],
    );
}

#[test]
fn cases_are_taken_for_the_default_and_selects_are_mutated_as_branches_are() {
    check(
        "(%a: i32) -> i32 {
entry:
  %s = select uge i32 %a, 5 ? i32 1 : 2  !0:1:1-2
  switch i32 %a { 4294967295 -> one, 2 -> two, default -> two }  !0:2:1-2
one:
  ret %s  !0:3:1-2
two:
  ret %a
}",
        expect![[r#"
            1:1 conditionals-boundary: replaced `>=` by `>`
            1:1 negate-conditionals: replaced `>=` by `<`
            1:1 remove-conditionals: replaced a condition by true
            1:1 remove-conditionals: replaced a condition by false
            2:1 remove-switch: removed `case -1`
            3:1 returns: replaced the result by 0
            3:1 returns: replaced the result by 1
        "#]],
    );
}
