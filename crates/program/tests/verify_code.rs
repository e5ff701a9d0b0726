//! What the verifier says about ill-formed instructions.

use expect_test::{Expect, expect};
use program::text::parse;
use program::verify::verify;

fn check(source: &str, expected: Expect) {
    let program = parse(source).unwrap_or_else(|error| panic!("{}", error.render("f", source)));
    let shown = match verify(&program) {
        Ok(()) => "well-formed".to_owned(),
        Err(problems) => problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    expected.assert_eq(&shown);
}

#[test]
fn an_integer_operation_needs_an_integer() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = add ptr %p, %p
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `%y = add ptr %p, %p`: `add` does not work on ptr"],
    );
}

#[test]
fn only_whole_bytes_can_be_swapped() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = byteswap i12 1
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = byteswap i12 1`: i12 has no whole number of bytes to swap"
        ],
    );
}

#[test]
fn an_operation_that_cannot_overflow_cannot_be_checked() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = and.checked i32 %a, 1
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = and.checked i32 %a, 1`: `and` cannot be checked: it never overflows"
        ],
    );
}

#[test]
fn a_float_comparison_needs_floats() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = foeq i32 %a, 1
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `%y = foeq i32 %a, 1`: `foeq` does not compare i32"],
    );
}

#[test]
fn an_integer_comparison_needs_integers() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  check assertion slt f64 %x, 1.0
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `check assertion slt f64 %x, 1.0`: `slt` does not compare f64"
        ],
    );
}

#[test]
fn a_truncation_narrows() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = trunc i32 %a to i64
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = trunc i32 %a to i64`: `trunc` does not lead from i32 to i64"
        ],
    );
}

#[test]
fn an_extension_widens() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = zext i32 %a to i32
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = zext i32 %a to i32`: `zext` does not lead from i32 to i32"
        ],
    );
}

#[test]
fn an_extension_is_of_integers() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = sext i32 %a to f64
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = sext i32 %a to f64`: `sext` does not lead from i32 to f64"
        ],
    );
}

#[test]
fn a_bit_cast_keeps_the_width() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = bitcast f64 %x to i32
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = bitcast f64 %x to i32`: `bitcast` does not lead from f64 to i32"
        ],
    );
}

#[test]
fn a_float_conversion_starts_from_a_float() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = ftos i32 %a to i64
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = ftos i32 %a to i64`: `ftos` does not lead from i32 to i64"
        ],
    );
}

#[test]
fn a_conversion_to_float_ends_in_one() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = stof i32 %a to i64
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = stof i32 %a to i64`: `stof` does not lead from i32 to i64"
        ],
    );
}

#[test]
fn a_conversion_between_floats_changes_the_width() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = ftof f64 %x to f64
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = ftof f64 %x to f64`: `ftof` does not lead from f64 to f64"
        ],
    );
}

#[test]
fn a_fused_multiply_add_is_of_floats() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = fma i32 %a, %a, %a
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = fma i32 %a, %a, %a`: `fma` does not work on i32"
        ],
    );
}

#[test]
fn an_alignment_is_a_power_of_two() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = alloc heap 8 align 3
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = alloc heap 8 align 3`: the alignment 3 is not a power of two"
        ],
    );
}

#[test]
fn only_a_variadic_function_has_more_arguments() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = varargs
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `%y = varargs`: the function is not variadic"],
    );
}

#[test]
fn an_interface_has_no_instances() {
    check(
        r#"interface I
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = new I
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `%y = new I`: `I` is an interface and has no instances"
        ],
    );
}

#[test]
fn an_array_is_not_made_by_new() {
    check(
        r#"class "int[]" array i32
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = new "int[]"
  ret 0
}
"#,
        expect![[
            r#"function `@f`, block `entry`, `%y = new "int[]"`: `int[]` is an array class: its objects are made by `newarray`"#
        ]],
    );
}

#[test]
fn an_array_is_of_an_array_class() {
    check(
        r#"class C
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = newarray C 3
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `%y = newarray C 3`: `C` is not an array class"],
    );
}

#[test]
fn a_call_passes_all_arguments() {
    check(
        r#"declare @g(%a: i32, %b: i32)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  call void @g(i32 1)
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `call void @g(i32 1)`: `@g` takes 2 arguments, not 1"
        ],
    );
}

#[test]
fn a_call_passes_no_more_arguments() {
    check(
        r#"declare @g(%a: i32)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  call void @g(i32 1, i32 2)
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `call void @g(i32 1, i32 2)`: `@g` takes 1 argument, not 2"
        ],
    );
}

#[test]
fn a_variadic_call_passes_the_parameters_at_least() {
    check(
        r#"declare @g(%a: i32, %b: i32, ...)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  call void @g(i32 1)
  call void @g(i32 1, i32 2, f64 3.0)
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `call void @g(i32 1)`: `@g` takes at least 2 arguments, not 1"
        ],
    );
}

#[test]
fn arguments_have_the_types_of_the_parameters() {
    check(
        r#"declare @g(%a: i32, %b: ptr)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  call void @g(i32 1, i64 2)
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `call void @g(i32 1, i64 2)`: argument 2 is i64, but `@g` takes ptr"
        ],
    );
}

#[test]
fn a_call_names_the_result_of_its_callee() {
    check(
        r#"declare @g() -> i64
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  %y = call i32 @g()
  call void @g()
  ret 0
}
"#,
        expect![[r#"
            function `@f`, block `entry`, `%y = call i32 @g()`: the call's result is i32, but `@g` gives i64
            function `@f`, block `entry`, `call void @g()`: the call's result is void, but `@g` gives i64"#]],
    );
}

#[test]
fn a_virtual_call_has_a_receiver() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  callvirt void m()
  callvirt void m(i32 1)
  ret 0
}
"#,
        expect![[r#"
            function `@f`, block `entry`, `callvirt void m()`: the first argument of a virtual call must be a ptr: the receiver
            function `@f`, block `entry`, `callvirt void m(i32 1)`: the first argument of a virtual call must be a ptr: the receiver"#]],
    );
}

#[test]
fn a_virtual_call_fits_the_methods_of_its_selector() {
    check(
        r#"class C { method m = @m }
declare @m(%this: ptr, %a: i32) -> i32
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  callvirt void m(ptr %p, i64 1)
  ret 0
}
"#,
        expect![[r#"
            function `@f`, block `entry`, `callvirt void m(ptr %p, i64 1)`: argument 2 is i64, but `@m` takes i32
            function `@f`, block `entry`, `callvirt void m(ptr %p, i64 1)`: the call's result is void, but `@m` gives i32"#]],
    );
}

#[test]
fn a_failed_check_passes_what_its_function_takes() {
    check(
        r#"declare @fail(%a: i32)
func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  check null ne ptr %p, null else call @fail(ptr %p)
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `check null ne ptr %p, null else call @fail(ptr %p)`: argument 1 is ptr, but `@fail` takes i32"
        ],
    );
}

#[test]
fn a_condition_exists() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  condition d0.c0 %t
  ret 0
}
"#,
        expect![
            "function `@f`, block `entry`, `condition d0.c0 %t`: condition d0.c0 does not exist"
        ],
    );
}

#[test]
fn a_condition_lies_in_its_decision() {
    check(
        r#"func @f(%t: i1) {
  decision d0 { c0 ? end : end }
entry:
  br d0.c1 %t ? entry : entry
}
"#,
        expect![
            "function `@f`, block `entry`, `br d0.c1 %t ? entry : entry`: condition d0.c1 does not exist"
        ],
    );
}

#[test]
fn a_decision_exists() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  decide d2 %t
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `decide d2 %t`: decision d2 does not exist"],
    );
}

#[test]
fn a_location_lies_in_a_file() {
    check(
        r#"func @f(%a: i32, %b: i64, %p: ptr, %x: f64, %t: i1) -> i32 {
entry:
  count 0 !7:1:1-2
  ret 0
}
"#,
        expect!["function `@f`, block `entry`, `count 0`: source file ?7 does not exist"],
    );
}

#[test]
fn cases_are_distinct() {
    check(
        r#"func @f(%a: i32) {
entry:
  switch i32 %a { 1 -> entry, -1 -> entry, 0xffffffff -> entry, default -> entry }
}
"#,
        expect![
            "function `@f`, block `entry`, `switch i32 %a { 1 -> entry, -1 -> entry, -1 -> entry, default -> entry }`: there are two cases -1"
        ],
    );
}

#[test]
fn a_register_is_moved_to_once_on_an_edge() {
    check(
        r#"func @f(%a: i32) {
entry:
  jump entry(%a = 1, %a = 2)
}
"#,
        expect![
            "function `@f`, block `entry`, `jump entry(%a = 1, %a = 2)`: `%a` is assigned twice on one edge"
        ],
    );
}
