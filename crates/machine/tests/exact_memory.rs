//! Path conditions over memory, checked against every input: widths, symbolic indices, sizes, arrays.

mod common;
use common::oracle::{exact, exact_with, paths, sound};
use common::recording;
use machine::{Config, Models};

const TWO: &str = "let a: i8 = 3\nlet b: i8 = 5\ncall @f(a, b)";
const ONE: &str = "let a: i8 = 3\ncall @f(a)";

#[test]
fn stores_and_loads_of_different_widths_overlap_exactly() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 16 align 8 zeroed
  %w = sext i8 %a to i32
  store i32 %w, %p
  store i8 %b, %p + 1
  %x = load i16 %p
  store i16 %x, %p + 3
  %y = load i64 %p
  %z = load i8 %p + 4
  %s = lshr i64 %y, 5
  %t = trunc i64 %s to i16
  br sgt i16 %t, 200 ? one : next
next:
  %u = load i16 %p + 2
  br ult i16 %u, 77 ? one : third
third:
  br eq i8 %z, %b ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn odd_widths_and_booleans_go_through_memory() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 64 align 8
  %less = slt i8 %a, %b
  store i1 %less, %p
  %w = sext i8 %a to i24
  store i24 %w, %p + 4
  %h = sext i8 %b to i128
  store i128 %h, %p + 16
  %flag = load i1 %p
  %byte = load i8 %p
  br %flag ? one : next
next:
  %v = load i24 %p + 4
  br sgt i24 %v, 100 ? one : third
third:
  %q = load i128 %p + 16
  br slt i128 %q, -100 ? one : fourth
fourth:
  %r = load i64 %p + 24
  br eq i64 %r, 0 ? two : one
one:
  ret %byte
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 5);
}

#[test]
fn a_symbolic_index_reads_a_table_and_stays_inside_or_traps() {
    let program = "
global @table: 10 align 1 readonly = i8 [5, 3, 9, 5, 0, -1, 7, 7, 7, 2]
func @f(%a: i8) -> i8 {
entry:
  %i = sext i8 %a to i64
  %p = address @table + %i
  %v = load i8 %p
  br eq i8 %v, 7 ? one : next
next:
  br sgt i8 %v, 4 ? two : three
one:
  ret 1
two:
  ret 2
three:
  ret 3
}";
    assert_eq!(paths(program, ONE, &[]), 4);
}

#[test]
fn a_symbolic_index_of_wide_elements() {
    let program = "
global @table: 40 align 4 readonly = i32 [2, 3, 5, 11, 17, 23, 31, 41, 47, 59]
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %i = sext i8 %a to i64
  %p = address @table + %i * 4 + 4
  %v = load i32 %p
  %w = sext i8 %b to i32
  br slt i32 %v, %w ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn a_byte_index_of_a_wide_load_overlaps_elements() {
    let program = "
global @table: 12 align 4 readonly = i32 [513, -3, 70000]
func @f(%a: i8) -> i8 {
entry:
  %i = sext i8 %a to i64
  %p = address @table + %i
  %v = load i32 %p
  br slt i32 %v, 600 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, ONE, &[]), 3);
}

#[test]
fn a_symbolic_write_is_seen_by_later_reads() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 8 align 8 zeroed
  %i = zext i8 %a to i64
  %j = zext i8 %b to i64
  %x = address %p + %i
  store i8 42, %x
  %y = address %p + %j
  %v = load i8 %y
  br eq i8 %v, 42 ? same : other
same:
  %w = load i8 %p + 3
  br eq i8 %w, 42 ? one : two
other:
  store i8 9, %p + 3
  %v = load i8 %y
  br eq i8 %v, 9 ? one : two
one:
  ret 1
two:
  %z = load i64 %p
  br eq i64 %z, 42 ? one : three
three:
  ret 3
}";
    assert_eq!(paths(program, TWO, &[]), 7);
}

#[test]
fn a_wide_symbolic_write_overlaps_what_is_there() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc heap 8 align 8 zeroed
  store i32 -1, %p + 2
  %i = zext i8 %a to i64
  %x = address %p + %i
  %w = sext i8 %b to i32
  store i32 %w, %x
  %v = load i16 %p + 3
  free %p
  br eq i16 %v, -1 ? one : next
next:
  br slt i16 %v, 0 ? two : three
one:
  ret 1
two:
  ret 2
three:
  ret 3
}";
    assert_eq!(paths(program, TWO, &[]), 4);
}

#[test]
fn copies_and_fills_of_symbolic_contents() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 8 align 8 zeroed
  %q = alloc stack 8 align 8 zeroed
  %low = and i8 %a, 7
  %i = zext i8 %low to i64
  %x = address %p + %i
  store i8 %b, %x
  memcopy %q, %p, 6
  %q1 = address %q + 1
  memcopy %q1, %q, 5
  memset %p, %b, 2
  %v = load i8 %q + 3
  br eq i8 %v, 50 ? one : next
next:
  %w = load i16 %p + 1
  br ugt i16 %w, 300 ? one : two
one:
  %u = load i8 %q + 6
  br eq i8 %u, 0 ? three : four
two:
  ret 2
three:
  ret 3
four:
  ret 4
}";
    assert_eq!(paths(program, TWO, &[]), 3);
}

#[test]
fn a_symbolic_index_into_uninitialised_memory_knows_what_was_written() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 8 align 8
  store i32 7, %p
  %i = zext i8 %a to i64
  %j = zext i8 %b to i64
  %x = address %p + %i
  store i8 1, %x
  %y = address %p + %j
  %v = load i8 %y
  %w = load i8 %p + 5
  ret %v
}";
    // Both indices inside and one of them 5; or a trap: at the store, at the load (outside or
    // uninitialised), at the last load.
    assert_eq!(paths(program, TWO, &[]), 5);
}

#[test]
fn a_symbolic_length_of_a_copy_is_fixed_by_a_clause() {
    let program = "
func @f(%a: i8) -> i8 {
entry:
  %p = alloc stack 8 align 8 zeroed
  %q = alloc stack 8 align 8 zeroed
  %n = zext i8 %a to i64
  memcopy %q, %p, %n
  memset %p, 1, %n
  ret 1
}";
    let report = exact(program, ONE, &[]);
    assert_eq!((report.paths, report.narrowed), (2, 2));
}

#[test]
fn the_index_into_a_large_object_is_fixed_by_a_clause() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 200 align 8 zeroed
  %i = sext i8 %a to i64
  %x = address %p + %i
  store i8 5, %x
  %v = load i8 %p + 2
  br eq i8 %v, 5 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let config = Config { array_limit: 100, ..recording() };
    let report = exact_with(program, TWO, &[], config, Models::standard());
    assert_eq!((report.paths, report.narrowed), (3, 1));
}

#[test]
fn a_pointer_chosen_by_an_input_is_dereferenced_where_it_points() {
    let program = "
global @x: 4 align 4 = i32 [10]
global @y: 4 align 4 = i32 [20]
global @table: 24 align 8 readonly = { 0: @x, 8: @y }
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %i = zext i8 %a to i64
  %p = address @table + %i * 8
  %g = load ptr %p
  %w = sext i8 %b to i32
  store i32 %w, %g
  %v = load i32 @y
  br eq i32 %v, 20 ? one : two
one:
  ret 1
two:
  ret 2
}";
    // Which object is meant is no event, but a clause: a condition speaks of one of them.
    let report = sound(program, TWO, &[]);
    assert_eq!((report.paths, report.narrowed), (4, 1));
}

#[test]
fn a_symbolic_pointer_is_compared_and_measured() {
    let program = "
global @x: 100 align 4
func @f(%a: i8) -> i8 {
entry:
  %i = sext i8 %a to i64
  %p = address @x + %i
  br ult ptr %p, @x + 50 ? one : next
next:
  %n = bitcast ptr %p to i64
  %m = bitcast ptr @x to i64
  %d = sub i64 %n, %m
  br slt i64 %d, 70 ? two : three
one:
  ret 1
two:
  ret 2
three:
  ret 3
}";
    assert_eq!(paths(program, ONE, &[]), 3);
}

#[test]
fn an_access_below_an_object_flips_into_it() {
    let program = "
func @f(%a: i8) -> i8 {
entry:
  %o = alloc stack 8 align 8 zeroed
  %p = alloc stack 8 align 8 zeroed
  %i = sext i8 %a to i64
  %x = address %p + %i
  %v = load i8 %x
  ret %v
}";
    assert_eq!(paths(program, ONE, &[]), 2);
    assert_eq!(paths(program, "let a: i8 = -3\ncall @f(a)", &[]), 2);
}

#[test]
fn floats_go_through_memory() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
entry:
  %p = alloc stack 16 align 8 zeroed
  %x = stof i8 %a to f64
  store f64 %x, %p
  %y = stof i8 %b to f32
  store f32 %y, %p + 8
  %u = load f64 %p
  br folt f64 %u, 4.5 ? one : next
next:
  %h = load i32 %p + 4
  br slt i32 %h, 0x40490000 ? one : third
third:
  %v = load f32 %p + 8
  br foeq f32 %v, 2.0 ? one : fourth
fourth:
  store i32 0, %p
  %w = load f64 %p
  br fogt f64 %w, 99.0 ? one : two
one:
  ret 1
two:
  ret 2
}";
    assert_eq!(paths(program, TWO, &[]), 5);
}

#[test]
fn a_scenario_writes_between_calls_over_what_a_call_left() {
    let program = "
func @put(%p: ptr, %i: i8) {
entry:
  %low = and i8 %i, 3
  %w = zext i8 %low to i64
  %x = address %p + %w
  store i8 9, %x
  ret
}
func @get(%p: ptr) -> i8 {
entry:
  %v = load i8 %p + 1
  br eq i8 %v, 9 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let scenario = "
let buf = object 4
let i: i8 = 1
let b: i8 = 5
call @put(buf, i)
set buf + 1: i8 = b
call @get(buf)
call @put(buf, i)
call @get(buf)";
    assert_eq!(paths(program, scenario, &[]), 3);
}

#[test]
fn a_zeroed_object_knows_nothing_of_the_one_whose_bytes_it_took() {
    let program = "
func @f(%a: i8) -> i8 {
entry:
  %p = alloc heap 16 align 8
  store i8 %a, %p
  free %p
  %q = alloc heap 16 align 8 zeroed
  %v = load i8 %q
  br eq i8 %v, 9 ? one : two
one:
  ret 1
two:
  ret %v
}";
    let report = exact(program, "let a: i8 = 3\ncall @f(a)", &[]);
    assert_eq!((report.paths, report.narrowed), (1, 0));
}

#[test]
fn a_freed_object_and_its_successor_do_not_mix() {
    let program = "
func @f(%a: i8, %b: i8) -> i8 {
  var %n: i32
entry:
  jump loop(%n = 0)
loop:
  %p = alloc heap 8 align 8 zeroed
  %low = and i8 %a, 7
  %i = zext i8 %low to i64
  %x = address %p + %i
  store i8 %b, %x
  %v = load i8 %p + 1
  free %p
  %n = add i32 %n, 1
  br slt i32 %n, 600 ? loop : done
done:
  br eq i8 %v, 9 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let config = Config { quarantine: 0, ..recording() };
    let report =
        exact_with(program, "let a: i8 = 3\ncall @f(a, 9)", &[], config, Models::standard());
    assert_eq!((report.paths, report.narrowed), (2, 0));
}
