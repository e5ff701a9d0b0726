//! Path conditions over sizes and lengths, checked against every input.

mod common;
use common::oracle::paths;

const TWO: &str = "let a: i8 = 3\nlet b: i8 = 5\ncall @f(a, b)";
const ONE: &str = "let a: i8 = 3\ncall @f(a)";
const SIZED: &str = "let buf: i8[3] = [1, 2]\nlet i: i8 = 0\ncall @f(buf, i)";

#[test]
fn a_symbolic_size_is_compared_against_not_fixed() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %n = zext i8 %a to i64
  %p = alloc heap %n align 8 zeroed
  %i = zext i8 %b to i64
  %x = address %p + %i
  store i8 5, %x
  %v = load i8 %p + 2
  br eq i8 %v, 5 ? one : two
one:
  ret 1
two:
  ret 2
}";
    // The store is outside; the load is outside; the two sides of the branch.
    assert_eq!(paths(program, TWO, &[]), 4);
}

#[test]
fn a_negative_size_ends_in_the_memory_limit() {
    let program = "
func @f(%a: i8) -> i8 {
entry:
  %n = sext i8 %a to i64
  %p = alloc heap %n align 8 zeroed
  ret 1
}";
    assert_eq!(paths(program, ONE, &[]), 2);
}

#[test]
fn copies_and_fills_respect_a_symbolic_size() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %n = zext i8 %a to i64
  %p = alloc heap %n align 8 zeroed
  memset %p, %b, 6
  %q = alloc stack 8 align 8 zeroed
  memcopy %q, %p, 4
  %v = load i16 %q + 3
  br eq i16 %v, 9 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn a_sized_input_can_change_its_length_and_every_element() {
    let program = "
func @f(%p: ptr, %i: i8) -> i8 {
entry:
  %w = sext i8 %i to i64
  %x = address %p + %w
  %v = load i8 %x
  br eq i8 %v, 7 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, SIZED, &[0, 7, 9]), 3);
}

#[test]
fn a_string_is_walked_to_its_end_or_beyond() {
    let program = "
func @f(%p: ptr, %i: i8) -> i8 {
  var %n: i64
entry:
  jump loop(%n = 0)
loop:
  %x = address %p + %n
  %v = load i8 %x
  %n = add i64 %n, 1
  br eq i8 %v, 0 ? done : loop
done:
  %m = trunc i64 %n to i8
  br eq i8 %m, %i ? one : two
one:
  ret 1
two:
  ret 2
}";
    // No zero in a length of 0 to 3: four traps; a zero at 0, 1, 2: two ways each.
    assert_eq!(paths(program, SIZED, &[0, 7]), 10);
}

#[test]
fn a_sized_input_of_wide_elements_is_written_through_a_symbolic_index() {
    let program = "
func @f(%p: ptr, %i: i8) -> i8 {
entry:
  %w = zext i8 %i to i64
  %x = address %p + %w * 2
  %v = load i16 %x
  %v = add i16 %v, 1
  store i16 %v, %x
  %y = load i16 %p
  br eq i16 %y, 8 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let scenario = "let buf: i16[3] = [1, 2]\nlet i: i8 = 0\ncall @f(buf, i)";
    assert_eq!(paths(program, scenario, &[7, 8, 300]), 3);
}

#[test]
fn a_managed_array_keeps_its_symbolic_length() {
    let program = "
class \"byte[]\" array i8
class E { size 8 }
func @fail() {
entry:
  %e = new E
  throw %e
}
func @f(%p: ptr, %i: i8) -> i8 {
entry:
  %n = arraylength %p
  %j = sext i8 %i to i32
  check bounds ult i32 %j, %n else call @fail()
  %w = zext i32 %j to i64
  %x = address %p + %w
  %v = load.trusted i8 %x
  br eq i8 %v, 7 ? one : two
one:
  store.trusted i8 9, %x
  %u = load.trusted i8 %p
  br eq i8 %u, 9 ? three : two
two:
  ret 2
three:
  ret 3
}";
    let scenario = "let m = new \"byte[]\" [1, 2] capacity 4\nlet i: i8 = 0\ncall @f(m, i)";
    assert_eq!(paths(program, scenario, &[0, 7, 9]), 4);
}

#[test]
fn a_new_array_of_symbolic_length() {
    let program = "
class \"int[]\" array i32
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %n = sext i8 %a to i32
  %m = newarray \"int[]\" %n
  %k = arraylength %m
  %j = sext i8 %b to i32
  check bounds ult i32 %j, %k
  %w = zext i32 %j to i64
  %x = address %m + %w * 4
  store.trusted i32 %k, %x
  %v = load.trusted i32 %m
  br eq i32 %v, 0 ? one : two
one:
  ret 1
two:
  ret 2
}";
    // A negative length, an index outside, element 0 untouched or not.
    assert_eq!(paths(program, TWO, &[]), 4);
}
