//! Path conditions over values, checked against every input: arithmetic, checks, branches, calls.

mod common;
use common::oracle::{exact, paths};

const TWO: &str = "let a: i8 = 3\nlet b: i8 = 5\ncall @f(a, b)";
const ONE: &str = "let a: i8 = 3\ncall @f(a)";

#[test]
fn branches_on_sums_and_products() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %s = add i8 %a, %b
  br sgt i8 %s, 100 ? high : low
high:
  %p = mul i8 %a, %b
  br ult i8 %p, 17 ? one : two
low:
  %d = sub i8 %a, %b
  %x = xor i8 %d, %a
  br eq i8 %x, 9 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 4);
}

#[test]
fn every_comparison_of_registers_and_constants() {
    for op in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
        for right in ["%b", "0", "-16", "15", "-1", "9"] {
            let program = format!(
                "
func @f(%a: i5, %b: i5) -> i8 {{
entry:
  br {op} i5 %a, {right} ? one : next
next:
  br {op} i5 {right}, %a ? one : two
one:
  ret 1
two:
  ret 2
}}"
            );
            let scenario = "let a: i5 = 3\nlet b: i5 = 5\ncall @f(a, b)";
            let found = paths(&program, scenario, &[]);
            assert!((1..=3).contains(&found), "{op} {right}: {found}");
        }
    }
}

#[test]
fn wide_comparisons_with_constants_at_the_edges() {
    for ty in ["i32", "i64"] {
        for op in ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"] {
            for constant in ["0", "-1", "2147483647", "-2147483648", "100"] {
                let program = format!(
                    "
func @f(%a: i8) -> i8 {{
entry:
  %w = sext i8 %a to {ty}
  br {op} {ty} %w, {constant} ? one : next
next:
  br {op} {ty} {constant}, %w ? one : two
one:
  ret 1
two:
  ret 2
}}"
                );
                paths(&program, ONE, &[]);
            }
        }
    }
}

#[test]
fn checked_arithmetic_splits_at_overflow() {
    for op in ["add", "sub", "mul", "sdiv", "srem", "shl", "lshr", "ashr"] {
        let program = format!(
            "
func @f(%a: i8, %b: i8) -> i8 {{
entry:
  %r = {op}.checked i8 %a, %b
  ret %r
}}"
        );
        let expected = if op.starts_with("sdiv") || op.starts_with("srem") { 3 } else { 2 };
        assert_eq!(paths(&program, TWO, &[]), expected, "{op}");
    }
}

#[test]
fn checked_arithmetic_of_32_and_64_bits_splits_at_overflow() {
    for ty in ["i32", "i64"] {
        let great = if ty == "i32" { "2147483600" } else { "9223372036854775760" };
        for (op, right) in
            [("add", "%w"), ("add", "100"), ("sub", "%w"), ("sub", "-100"), ("mul", "%w")]
        {
            let program = format!(
                "
func @f(%a: i8) -> {ty} {{
entry:
  %w = sext i8 %a to {ty}
  %r = add {ty} %w, {great}
  %r = {op}.checked {ty} %r, {right}
  ret %r
}}"
            );
            assert!(paths(&program, ONE, &[]) >= 1, "{op}");
        }
    }
}

#[test]
fn division_splits_at_zero() {
    for op in ["udiv", "urem", "sdiv", "srem"] {
        let program = format!(
            "
func @f(%a: i8, %b: i8) -> i8 {{
entry:
  %r = {op} i8 %a, %b
  br eq i8 %r, 3 ? one : two
one:
  ret 1
two:
  ret 2
}}"
        );
        assert_eq!(paths(&program, TWO, &[]), 3, "{op}");
    }
}

#[test]
fn conversions_and_shifts() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %w = sext i8 %a to i32
  %z = zext i8 %b to i32
  %s = shl i32 %w, 3
  %t = lshr i32 %s, 2
  %u = ashr i32 %s, 1
  %h = trunc i32 %t to i12
  %k = zext i12 %h to i128
  %m = mul i128 %k, 1000000000000000000000
  %n = lshr i128 %m, 64
  %o = trunc i128 %n to i32
  br ugt i32 %o, 70000 ? one : next
next:
  br slt i32 %u, %z ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn a_switch_has_a_path_for_each_case_and_the_default() {
    let program = "
func @f(%a: i8) -> i8 {
entry:
  switch i8 %a { 7 -> one, -3 -> two, 0 -> one, default -> three }
one:
  ret 1
two:
  ret 2
three:
  %w = sext i8 %a to i128
  switch i128 %w { -1 -> one, 100 -> two, default -> four }
four:
  ret 4
}";
    assert_eq!(paths(program, ONE, &[]), 6);
}

#[test]
fn a_select_is_a_fork() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %m = select slt i8 %a, %b ? i8 %a : %b
  %n = select ult i8 %m, 10 ? i8 1 : %a
  br eq i8 %n, 1 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 5);
}

#[test]
fn booleans_that_travel_through_logic_and_calls() {
    let program = "
func @both(%x: i1, %y: i1) -> i1 {
entry:
  %z = and i1 %x, %y
  %n = not i1 %z
  %r = xor i1 %n, true
  ret %r
}
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %x = slt i8 %a, 10
  %y = sgt i8 %b, 20
  %z = call i1 @both(i1 %x, i1 %y)
  %i = zext i1 %z to i32
  br ne i32 %i, 0 ? one : two
one:
  ret 1
two:
  %o = or i1 %x, %y
  br %o ? one : three
three:
  ret 3
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn loops_unroll_into_one_path_for_each_count() {
    let program = "
func @f(%a: i8) -> i8 {
  var %i: i8
  var %sum: i8
entry:
  jump loop(%i = 0, %sum = 0)
loop:
  br slt i8 %i, %a ? body : done
body:
  %next = add i8 %i, 1
  %sum2 = add i8 %sum, %i
  br eq i8 %next, 12 ? done : loop(%i = %next, %sum = %sum2)
done:
  ret %sum
}";
    // None, one to eleven times, and the exit at twelve.
    assert_eq!(paths(program, ONE, &[]), 13);
}

#[test]
fn explicit_checks_that_trap_or_throw() {
    let program = "
class E { size 8 }
func @fail(%x: i8) {
entry:
  br eq i8 %x, 50 ? a : b
a:
  %e = new E
  throw %e
b:
  unreachable
}
func @f(%a: i8, %b: i8) -> i8 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  check assertion ne i8 %a, 5
  check bounds ult i8 %b, 50 else call @fail(i8 %b)
  ret 1
caught:
  br sgt i8 %a, 0 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 5);
}

#[test]
fn floats_branch_as_floats() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %x = stof i8 %a to f64
  %y = stof i8 %b to f64
  %q = fdiv f64 %x, %y
  br folt f64 %q, 0.5 ? one : next
next:
  %r = ftos f64 %q to i32
  br eq i32 %r, 3 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn an_indirect_call_fixes_its_target_and_is_never_wider_than_its_path() {
    let program = "
global @table: 16 align 8 readonly = ptr [@one, @two]
func @one() -> i8 {
entry:
  ret 1
}
func @two() -> i8 {
entry:
  ret 2
}
func @f(%a: i8) -> i8 {
entry:
  %i = and i8 %a, 1
  %w = zext i8 %i to i64
  %p = address @table + %w * 8
  %g = load ptr %p
  %r = call i8 %g()
  ret %r
}";
    let report = exact(program, ONE, &[]);
    assert_eq!((report.paths, report.narrowed), (2, 0));
}
