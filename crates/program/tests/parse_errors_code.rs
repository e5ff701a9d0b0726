//! What the parser says about mistakes in instructions: message, place, and advice for likely slips.

use expect_test::{Expect, expect};
use program::text::parse;

fn check(source: &str, expected: Expect) {
    let shown = match parse(source) {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.render("f.fir", source),
    };
    expected.assert_eq(&shown);
}

#[test]
fn an_unknown_instruction_is_met_with_the_nearest_one() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %x = ad i32 %a, 1
  ret 0
}
"#,
        expect![[r#"
            error: there is no instruction `ad`
             --> f.fir:3:8
              |
            3 |   %x = ad i32 %a, 1
              |        ^^
              = help: did you mean `add`?
        "#]],
    );
}

#[test]
fn an_unknown_instruction_without_a_result() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  stor i32 1, %p
  ret 0
}
"#,
        expect![[r#"
            error: there is no instruction `stor`
             --> f.fir:3:3
              |
            3 |   stor i32 1, %p
              |   ^^^^
              = help: did you mean `store`?
        "#]],
    );
}

#[test]
fn a_result_that_goes_nowhere() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  add i32 %a, 1
  ret 0
}
"#,
        expect![[r#"
            error: the result of `add` goes nowhere
             --> f.fir:3:3
              |
            3 |   add i32 %a, 1
              |   ^^^
              = help: write `%x = add …`
        "#]],
    );
}

#[test]
fn a_result_that_does_not_exist() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = store i32 1, %p
  ret 0
}
"#,
        expect![[r#"
            error: `store` gives no result
             --> f.fir:3:8
              |
            3 |   %y = store i32 1, %p
              |        ^^^^^
        "#]],
    );
}

#[test]
fn a_register_that_never_gets_a_value() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %sum = add i32 %a, 1
  store i32 %sun, %p
  ret 0
}
"#,
        expect![[r#"
            error: register `%sun` never gets a value
             --> f.fir:4:13
              |
            4 |   store i32 %sun, %p
              |             ^^^^
              = help: did you mean `%sum`?
        "#]],
    );
}

#[test]
fn a_function_that_does_not_exist() {
    check(
        r#"declare @print(%s: ptr)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  call void @prnt(ptr %p)
  ret 0
}
"#,
        expect![[r#"
            error: function or global `@prnt` is not defined
             --> f.fir:4:13
              |
            4 |   call void @prnt(ptr %p)
              |             ^^^^^
              = help: did you mean `@print`?
        "#]],
    );
}

#[test]
fn a_global_where_a_function_is_needed() {
    check(
        r#"global @g: 4 align 4
func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  call void @g()
  ret 0
}
"#,
        expect![[r#"
            error: `@g` is a global, not a function
             --> f.fir:4:13
              |
            4 |   call void @g()
              |             ^^
        "#]],
    );
}

#[test]
fn a_class_that_does_not_exist() {
    check(
        r#"class Shape
func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %o = new Shap
  ret 0
}
"#,
        expect![[r#"
            error: class `Shap` is not defined
             --> f.fir:4:12
              |
            4 |   %o = new Shap
              |            ^^^^
              = help: did you mean `Shape`?
        "#]],
    );
}

#[test]
fn a_register_of_another_type() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i32 %a, %b
  ret 0
}
"#,
        expect![[r#"
            error: `%b` is i64, but i32 is needed here
             --> f.fir:3:20
              |
            3 |   %y = add i32 %a, %b
              |                    ^^
        "#]],
    );
}

#[test]
fn a_register_cannot_change_its_type() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = copy i32 %a
  %y = copy i64 %b
  ret 0
}
"#,
        expect![[r#"
            error: `%y` is i32 and cannot hold this result, which is i64
             --> f.fir:4:3
              |
            4 |   %y = copy i64 %b
              |   ^^
              = help: a register has one type; use another register
        "#]],
    );
}

#[test]
fn a_constant_that_does_not_fit() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  store i8 256, %p
  ret 0
}
"#,
        expect![[r#"
            error: 256 does not fit into i8
             --> f.fir:3:12
              |
            3 |   store i8 256, %p
              |            ^^^
              = help: it holds -128 to 255
        "#]],
    );
}

#[test]
fn a_negative_constant_that_does_not_fit() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  store i8 -129, %p
  ret 0
}
"#,
        expect![[r#"
            error: -129 does not fit into i8
             --> f.fir:3:13
              |
            3 |   store i8 -129, %p
              |             ^^^
              = help: it holds -128 to 255
        "#]],
    );
}

#[test]
fn a_float_where_an_integer_is_needed() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i32 %a, 1.5
  ret 0
}
"#,
        expect![[r#"
            error: `1.5` is not a value of type i32
             --> f.fir:3:20
              |
            3 |   %y = add i32 %a, 1.5
              |                    ^^^
              = help: it is a float; did you mean type `f64`?
        "#]],
    );
}

#[test]
fn an_integer_operation_on_floats() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add f64 %x, %x
  ret 0
}
"#,
        expect![[r#"
            error: `add` does not work on f64
             --> f.fir:3:12
              |
            3 |   %y = add f64 %x, %x
              |            ^^^
              = help: the operation on f64 is called `fadd`
        "#]],
    );
}

#[test]
fn a_float_operation_on_integers() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = fsub i32 %a, %a
  ret 0
}
"#,
        expect![[r#"
            error: `fsub` does not work on i32
             --> f.fir:3:13
              |
            3 |   %y = fsub i32 %a, %a
              |             ^^^
              = help: the operation on i32 is called `sub`
        "#]],
    );
}

#[test]
fn an_address_where_an_integer_is_needed() {
    check(
        r#"global @g: 4 align 4
func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i64 %b, @g
  ret 0
}
"#,
        expect![[r#"
            error: `@g` is an address (ptr), but i64 is needed here
             --> f.fir:4:20
              |
            4 |   %y = add i64 %b, @g
              |                    ^^
        "#]],
    );
}

#[test]
fn null_is_not_an_integer() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i32 %a, null
  ret 0
}
"#,
        expect![[r#"
            error: `null` is not a value of type i32
             --> f.fir:3:20
              |
            3 |   %y = add i32 %a, null
              |                    ^^^^
        "#]],
    );
}

#[test]
fn a_register_without_its_sign() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i32 a, 1
  ret 0
}
"#,
        expect![[r#"
            error: expected an integer or a register, of type i32, found `a`
             --> f.fir:3:16
              |
            3 |   %y = add i32 a, 1
              |                ^
              = help: a register is written `%a`
        "#]],
    );
}

#[test]
fn two_instructions_on_a_line() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  count 0 count 1
  ret 0
}
"#,
        expect![[r#"
            error: expected the end of the line, found `count`
             --> f.fir:3:11
              |
            3 |   count 0 count 1
              |           ^^^^^
        "#]],
    );
}

#[test]
fn a_missing_comma() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  %y = add i32 %a 1
  ret 0
}
"#,
        expect![[r#"
            error: expected `,`, found `1`
             --> f.fir:3:19
              |
            3 |   %y = add i32 %a 1
              |                   ^
        "#]],
    );
}

#[test]
fn a_check_of_an_unknown_kind() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  check bound ult i32 %a, 3
  ret 0
}
"#,
        expect![[r#"
            error: expected what is checked, found `bound`
             --> f.fir:3:9
              |
            3 |   check bound ult i32 %a, 3
              |         ^^^^^
              = help: did you mean `bounds`?
        "#]],
    );
}

#[test]
fn an_argument_without_its_type() {
    check(
        r#"declare @g(%a: i32)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64) -> i32 {
entry:
  call void @g(%a)
  ret 0
}
"#,
        expect![[r#"
            error: expected the type of the argument, found `%a`
             --> f.fir:4:16
              |
            4 |   call void @g(%a)
              |                ^^
              = help: write it in front, as in `i32 %a`
        "#]],
    );
}
