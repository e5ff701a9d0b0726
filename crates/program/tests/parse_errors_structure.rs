//! What the parser says about mistakes in definitions, blocks and terminators.

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
fn a_label_that_does_not_exist() {
    check(
        r#"func @f() {
entry:
  jump lop
loop:
  ret
}
"#,
        expect![[r#"
            error: block `lop` is not defined
             --> f.fir:3:8
              |
            3 |   jump lop
              |        ^^^
              = help: did you mean `loop`?
        "#]],
    );
}

#[test]
fn a_type_that_does_not_exist() {
    check(
        r#"func @f(%a: i65) {
entry:
  ret
}
"#,
        expect![[r#"
            error: there is no type `i65`
             --> f.fir:1:13
              |
            1 | func @f(%a: i65) {
              |             ^^^
              = help: integers have 1 to 64 or 128 bits
        "#]],
    );
}

#[test]
fn a_type_of_c() {
    check(
        r#"func @f(%a: int) {
entry:
  ret
}
"#,
        expect![[r#"
            error: expected a type like `i32`, `f64` or `ptr`, found `int`
             --> f.fir:1:13
              |
            1 | func @f(%a: int) {
              |             ^^^
              = help: C's `int` is `i32`
        "#]],
    );
}

#[test]
fn a_block_without_an_end() {
    check(
        r#"func @f() {
entry:
  count 0
next:
  ret
}
"#,
        expect![[r#"
            error: block `entry` does not say where to go on
             --> f.fir:4:1
              |
            4 | next:
              | ^^^^
              = help: its last line must be `jump`, `br`, `switch`, `ret`, `throw` or `unreachable`
        "#]],
    );
}

#[test]
fn two_blocks_of_one_name() {
    check(
        r#"func @f() {
entry:
  jump entry
entry:
  ret
}
"#,
        expect![[r#"
            error: there are two blocks `entry`
             --> f.fir:4:1
              |
            4 | entry:
              | ^^^^^
        "#]],
    );
}

#[test]
fn instructions_before_the_first_label() {
    check(
        r#"func @f() {
  count 0
  ret
}
"#,
        expect![[r#"
            error: expected a label like `entry:`, found `count`
             --> f.fir:2:3
              |
            2 |   count 0
              |   ^^^^^
              = help: a block begins with its label, and ends with the first `jump`, `br`, `switch`, `ret`, `throw` or `unreachable`
        "#]],
    );
}

#[test]
fn a_declaration_after_the_first_label() {
    check(
        r#"func @f() {
entry:
  var %i: i32
  ret
}
"#,
        expect![[r#"
            error: `var` lines stand before the first label
             --> f.fir:3:3
              |
            3 |   var %i: i32
              |   ^^^
        "#]],
    );
}

#[test]
fn a_result_is_missing() {
    check(
        r#"func @f() -> i32 {
entry:
  ret
}
"#,
        expect![[r#"
            error: `ret` needs a value of type i32
             --> f.fir:3:3
              |
            3 |   ret
              |   ^^^
        "#]],
    );
}

#[test]
fn a_result_too_many() {
    check(
        r#"func @f() {
entry:
  ret 1
}
"#,
        expect![[r#"
            error: `@f` gives no result
             --> f.fir:3:7
              |
            3 |   ret 1
              |       ^
              = help: write its type behind the parameters: `-> i32`
        "#]],
    );
}

#[test]
fn the_type_of_a_moves_target_is_unknown() {
    check(
        r#"func @f() {
entry:
  jump loop(%i = 0)
loop:
  jump loop(%i = 1)
}
"#,
        expect![[r#"
            error: the type of `%i` is not known here
             --> f.fir:3:13
              |
            3 |   jump loop(%i = 0)
              |             ^^
              = help: declare it at the top of the function, as in `var %i: i32`
        "#]],
    );
}

#[test]
fn a_switch_without_a_default() {
    check(
        r#"func @f(%a: i32) {
entry:
  switch i32 %a { 1 -> entry }
}
"#,
        expect![[r#"
            error: this switch has no `default`
             --> f.fir:3:17
              |
            3 |   switch i32 %a { 1 -> entry }
              |                 ^
              = help: if no other value is possible, let it lead to a block that is `unreachable`
        "#]],
    );
}

#[test]
fn a_function_without_blocks() {
    check(
        r#"func @f() {
}
"#,
        expect![[r#"
            error: function `@f` has no blocks
             --> f.fir:1:11
              |
            1 | func @f() {
              |           ^
              = help: a function without a body is written `declare`, without braces
        "#]],
    );
}

#[test]
fn a_declaration_with_a_body() {
    check(
        r#"declare @f() {
entry:
  ret
}
"#,
        expect![[r#"
            error: a `declare` has no body
             --> f.fir:1:14
              |
            1 | declare @f() {
              |              ^
              = help: a function with a body begins with `func`
        "#]],
    );
}

#[test]
fn two_functions_of_one_name() {
    check(
        r#"declare @f()
global @f: 4 align 4
"#,
        expect![[r#"
            error: `@f` is defined twice
             --> f.fir:2:8
              |
            2 | global @f: 4 align 4
              |        ^^
        "#]],
    );
}

#[test]
fn two_parameters_of_one_name() {
    check(
        r#"declare @f(%a: i32, %a: i32)
"#,
        expect![[r#"
            error: `%a` is defined twice
             --> f.fir:1:21
              |
            1 | declare @f(%a: i32, %a: i32)
              |                     ^^
        "#]],
    );
}

#[test]
fn a_string_without_an_end() {
    check(
        r#"file "triangle.c
declare @f()
"#,
        expect![[r#"
            error: this string has no end
             --> f.fir:1:6
              |
            1 | file "triangle.c
              |      ^^^^^^^^^^^
              = help: write `\n` for a line feed inside a string
        "#]],
    );
}

#[test]
fn an_unknown_escape() {
    check(
        r#"global @g: 4 align 1 = bytes "\x41"
"#,
        expect![[r#"
            error: unknown escape in a string
             --> f.fir:1:31
              |
            1 | global @g: 4 align 1 = bytes "\x41"
              |                               ^
              = help: known are `\n`, `\t`, `\r`, `\\`, `\"` and two hex digits as in `\00`
        "#]],
    );
}

#[test]
fn a_comment_of_another_language() {
    check(
        r#"declare @f() // nothing
"#,
        expect![[r#"
            error: `/` does not belong here
             --> f.fir:1:14
              |
            1 | declare @f() // nothing
              |              ^
              = help: a comment begins with `;`
        "#]],
    );
}

#[test]
fn an_unknown_definition() {
    check(
        r#"function @f() {
}
"#,
        expect![[r#"
            error: expected a definition, found `function`
             --> f.fir:1:1
              |
            1 | function @f() {
              | ^^^^^^^^
              = help: a function begins with `func`
        "#]],
    );
}

#[test]
fn a_malformed_location() {
    check(
        r#"declare @f() !0:3
"#,
        expect![[r#"
            error: this is not a source location
             --> f.fir:1:14
              |
            1 | declare @f() !0:3
              |              ^^^^
              = help: write file:line:column-column or file:line:column-line:column, as in `!0:3:7-13`
        "#]],
    );
}

#[test]
fn a_comparison_that_does_not_exist() {
    check(
        r#"func @f(%a: i32) {
entry:
  br lt i32 %a, 1 ? entry : entry
}
"#,
        expect![[r#"
            error: expected a comparison like `slt i32 %a, %b`, or a boolean, found `lt`
             --> f.fir:3:6
              |
            3 |   br lt i32 %a, 1 ? entry : entry
              |      ^^
              = help: did you mean `slt`?
        "#]],
    );
}

#[test]
fn decisions_are_numbered_in_order() {
    check(
        r#"func @f() {
  decision d1 { }
entry:
  ret
}
"#,
        expect![[r#"
            error: decisions are numbered in order: `d0` comes next
             --> f.fir:2:12
              |
            2 |   decision d1 { }
              |            ^^
        "#]],
    );
}

#[test]
fn a_value_larger_than_its_global() {
    check(
        r#"global @g: 6 align 4 = i32 [1, 2]
"#,
        expect![[r#"
            error: the value is larger than its global of 6 bytes
             --> f.fir:1:24
              |
            1 | global @g: 6 align 4 = i32 [1, 2]
              |                        ^^^
        "#]],
    );
}

#[test]
fn a_catalogue_type_that_does_not_exist() {
    check(
        r#"declare @f()
type int = int 32
api function @f() -> imt
"#,
        expect![[r#"
            error: type `imt` is not defined
             --> f.fir:3:22
              |
            3 | api function @f() -> imt
              |                      ^^^
              = help: did you mean `int`?
        "#]],
    );
}

#[test]
fn a_text_that_ends_too_early() {
    check(
        r#"func @f() {
entry:
  ret
"#,
        expect![[r#"
            error: expected `}` or another block, but the text ends here
             --> f.fir:4:1
              |
            4 |
              | ^
        "#]],
    );
}

#[test]
fn a_column_is_counted_in_characters() {
    check(
        r#"global @"größe": 4 align 4 = wörter
"#,
        expect![[r#"
            error: `ö` does not belong here
             --> f.fir:1:31
              |
            1 | global @"größe": 4 align 4 = wörter
              |                               ^
              = help: names beyond ASCII letters, digits, `_`, `$` and `.` are quoted
        "#]],
    );
}
