//! Making and changing scenarios: what comes out fits the program, and the same numbers give the same.

use expect_test::{Expect, expect};
use fastrand::Rng;
use program::analysis::Constants;
use program::{FuncId, Program, Type};
use scenario::make::{DynamicConstants, Limits, Maker, Odds, Pool, change, grow, twin};
use scenario::text::{parse, print};
use scenario::{Scenario, Statement, VarId};
use std::sync::Arc;

const PROGRAM: &str = r#"
global @mode: 4 align 4
global @fixed: 4 align 4 readonly
global @word: 6 align 1 readonly = bytes "start"
func @triangle(%a: i32, %b: i32, %c: i32) -> i32 {
entry:
  %x = eq i32 %a, 77
  ret 0
}
func @sum(%v: ptr, %n: i32) -> i32 {
entry:
  ret 0
}
func @parse(%text: ptr, %paint: i32) -> i32 {
entry:
  %first = load i8 @word
  %other = load i32 @mode
  ret 0
}
func @walk(%head: ptr) -> i32 {
entry:
  ret 0
}
func @norm(%p.0: f64, %p.1: f64) -> f64 {
entry:
  ret 0.0
}
func @grid(%m: ptr, %raw: ptr) -> i32 {
entry:
  ret 0
}
func @each(%f: ptr) -> i32 {
entry:
  ret 0
}
func @stack_new(%room: i32) -> ptr {
entry:
  ret null
}
func @stack_push(%s: ptr, %v: i32) {
entry:
  ret
}
func @bare(%n: i16, %p: ptr) {
entry:
  ret
}
type int = int 32
type char = char 8
type double = f64
type void = void
type color = enum color uint 32 { RED = 10, GREEN = 20, BLUE = 30 }
type int.ptr = pointer to int
type char.ptr = pointer to char
type node = struct node size 32 { value: int at 0, low: int at 4 bits 0:3, high: int at 4 bits 3:5, tag: tag at 8, kind: kind at 12, next: node.ptr at 16, name: name at 24 }
type tag = union tag size 4 { whole: int at 0, part: char at 0 }
type kind = alias kind of color
type name = array 8 of char
type node.ptr = pointer to node
type point = struct point size 16 { x: double at 0, y: double at 8 }
type row = array 3 of int
type row.ptr = pointer to row
type void.ptr = pointer to void
type visit = function(int, int, int) -> int
type visit.ptr = pointer to visit
type stack = opaque stack
type stack.ptr = pointer to stack
api function @triangle(a: int, b: int, c: int) -> int
api function @sum(v: int.ptr, n: int) -> int
api function @parse(text: char.ptr, paint: color) -> int
api function @walk(head: node.ptr) -> int
api function @norm(p: point) -> double
api passing @norm(parts 0 8)
api function @grid(m: row.ptr, raw: void.ptr) -> int
api function @each(f: visit.ptr) -> int
api function @stack_new(room: int) -> stack.ptr
api function @stack_push(s: stack.ptr, v: int) -> void
api global @mode: color
api global @fixed: int
"#;

fn program() -> Program {
    let program = program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program::verify::verify(&program), Ok(()));
    program
}

fn maker(program: &Program) -> Maker<'_> {
    let functions: Vec<FuncId> = program.functions.ids().collect();
    let pool = Pool::new(&Constants::of(program, functions.iter().copied()));
    Maker::new(program, functions, pool, Limits::default())
}

fn named(program: &Program, name: &str) -> FuncId {
    program.function_named(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// Scenarios for a function by the first seeds.
fn check(function: &str, seeds: std::ops::Range<u64>, expect: Expect) {
    let program = program();
    let maker = maker(&program);
    let function = named(&program, function);
    let globals: Vec<_> = program.globals.ids().collect();
    let mut text = String::new();
    for seed in seeds {
        let scenario = maker.scenario(&mut Rng::with_seed(seed), function, &globals);
        text += &format!("; seed {seed}\n{}", print(&scenario, &program));
    }
    expect.assert_eq(&text);
}

#[test]
fn numbers_come_from_the_constants_of_the_code_and_from_everywhere() {
    check(
        "triangle",
        0..4,
        expect![[r#"
        ; seed 0
        let a: i32 = 76 of int32
        let b: i32 = 76 of int32
        let c: i32 = -1758115870 of int32
        call result = @triangle(a, b, c)
        ; seed 1
        let a: i32 = 23 of int32
        let b: i32 = 76 of int32
        let c: i32 = 78 of int32
        call result = @triangle(a, b, c)
        ; seed 2
        let mode: i32 = 30 of color
        set @mode: i32 = mode
        let a: i32 = 78 of int32
        let b: i32 = 76 of int32
        let c: i32 = -4 of int32
        call result = @triangle(a, b, c)
        ; seed 3
        let a: i32 = -1094056116 of int32
        let b: i32 = 78 of int32
        let c: i32 = 76 of int32
        call result = @triangle(a, b, c)
    "#]],
    );
}

#[test]
fn pointers_to_numbers_are_arrays_of_open_length() {
    check(
        "sum",
        0..5,
        expect![[r#"
        ; seed 0
        let v: ptr = null of "int32.ptr"
        let n: i32 = -3 of int32
        call result = @sum(v, n)
        ; seed 1
        let v: i32[1] = [78] open of int32
        let n: i32 = 55602 of int32
        call result = @sum(v, n)
        ; seed 2
        let mode: i32 = 30 of color
        set @mode: i32 = mode
        let v: ptr = null of "int32.ptr"
        let n: i32 = -8 of int32
        call result = @sum(v, n)
        ; seed 3
        let v: i32[2] = [-2, 77] open of int32
        let n: i32 = 7 of int32
        call result = @sum(v, n)
        ; seed 4
        let v: i32[14] = [9, 23, 22, 78, 76, 6, 78, 76, 20, 13, -3, 37000156, 76, -1] open of int32
        let n: i32 = 10255 of int32
        call result = @sum(v, n)
    "#]],
    );
}

#[test]
fn texts_enumerators_and_globals_are_what_a_person_would_try() {
    check(
        "parse",
        0..5,
        expect![[r#"
        ; seed 0
        let text: ptr = null of "char.ptr"
        let paint: i32 = 10 of color
        call result = @parse(text, paint)
        ; seed 1
        let text: i8[6] = "start\0" text of char
        let paint: i32 = 30 of color
        call result = @parse(text, paint)
        ; seed 2
        let mode: i32 = 30 of color
        set @mode: i32 = mode
        let text: ptr = null of "char.ptr"
        let paint: i32 = 20 of color
        call result = @parse(text, paint)
        ; seed 3
        let text: i8[7] = "frmafz\0" text of char
        let paint: i32 = 30 of color
        call result = @parse(text, paint)
        ; seed 4
        let text: i8[2] = "5\0" text of char
        let paint: i32 = 30 of color
        call result = @parse(text, paint)
    "#]],
    );
}

#[test]
fn records_are_filled_field_by_field_down_to_a_depth() {
    check(
        "walk",
        0..3,
        expect![[r#"
            ; seed 0
            let head: ptr = null of "node.ptr"
            call result = @walk(head)
            ; seed 1
            let head = object 32 open of node
            let head_value: i32 = 78 of int32
            set head: i32 = head_value
            let head_low: i32 = 2 of int32
            set head + 4: i32 bits 0:3 = head_low
            let head_high: i32 = -1 of int32
            set head + 4: i32 bits 3:5 = head_high
            let head_tag_part: i8 = 'A' of char
            set head + 8: i8 = head_tag_part
            let head_kind: i32 = 20 of kind
            set head + 12: i32 = head_kind
            let head_next = object 32 open of node
            let head_next_value: i32 = 76 of int32
            set head_next: i32 = head_next_value
            let head_next_low: i32 = -2 of int32
            set head_next + 4: i32 bits 0:3 = head_next_low
            let head_next_high: i32 = 13 of int32
            set head_next + 4: i32 bits 3:5 = head_next_high
            let head_next_tag_part: i8 = 't' of char
            set head_next + 8: i8 = head_next_tag_part
            let head_next_kind: i32 = 20 of kind
            set head_next + 12: i32 = head_next_kind
            set head_next + 16: ptr = head
            let head_next_name_0: i8 = 't' of char
            set head_next + 24: i8 = head_next_name_0
            let head_next_name_1: i8 = 'M' of char
            set head_next + 25: i8 = head_next_name_1
            let head_next_name_2: i8 = 'b' of char
            set head_next + 26: i8 = head_next_name_2
            set head + 16: ptr = head_next
            let head_name_0: i8 = 's' of char
            set head + 24: i8 = head_name_0
            call result = @walk(head)
            ; seed 2
            let mode: i32 = 30 of color
            set @mode: i32 = mode
            let head: ptr = null of "node.ptr"
            call result = @walk(head)
        "#]],
    );
}

#[test]
fn records_by_value_are_objects_in_parts() {
    check(
        "norm",
        0..2,
        expect![[r#"
        ; seed 0
        let p = object 16 of point
        let p_x: f64 = 77.0 of f64
        set p: f64 = p_x
        let p_y: f64 = 77.0 of f64
        set p + 8: f64 = p_y
        call result = @norm(p at 0, p at 8)
        ; seed 1
        let p = object 16 of point
        let p_x: f64 = 90.0 of f64
        set p: f64 = p_x
        let p_y: f64 = 77.0 of f64
        set p + 8: f64 = p_y
        call result = @norm(p at 0, p at 8)
    "#]],
    );
}

#[test]
fn rows_stay_whole_and_pointers_to_anything_are_bytes() {
    check(
        "grid",
        0..3,
        expect![[r#"
            ; seed 0
            let m: ptr = null of "int32.array.ptr"
            let raw: i8[6] = [-30, -6, -3, -127, 'L', 'M'] open
            call result = @grid(m, raw)
            ; seed 1
            let m: i32[6] = [78, 55602, -4097, 142178338, -1, 19] open of "int32.array"
            let raw: i8[3] = ['M', 'L', 31] open
            call result = @grid(m, raw)
            ; seed 2
            let mode: i32 = 30 of color
            set @mode: i32 = mode
            let m: ptr = null of "int32.array.ptr"
            let raw: i8[7] = [-4, 'M', 'M', 'M', 'L', 19, 21] open
            call result = @grid(m, raw)
        "#]],
    );
}

#[test]
fn pointers_to_functions_are_functions_of_that_type() {
    check(
        "each",
        0..2,
        expect![[r#"
        ; seed 0
        call result = @each(@triangle)
        ; seed 1
        call result = @each(@triangle)
    "#]],
    );
}

#[test]
fn what_has_no_inside_comes_from_the_functions_that_give_it() {
    check(
        "stack_push",
        0..3,
        expect![[r#"
            ; seed 0
            let s: ptr = null of "stack.ptr"
            let v: i32 = -3 of int32
            call @stack_push(s, v)
            ; seed 1
            let room: i32 = 78 of int32
            call result = @stack_new(room)
            let v: i32 = 18 of int32
            call @stack_push(result, v)
            ; seed 2
            let mode: i32 = 30 of color
            set @mode: i32 = mode
            let s: ptr = null of "stack.ptr"
            let v: i32 = -8 of int32
            call @stack_push(s, v)
        "#]],
    );
}

#[test]
fn a_function_that_the_catalogue_does_not_know_gets_values_by_type() {
    check(
        "bare",
        0..3,
        expect![[r#"
        ; seed 0
        let n: i16 = 76
        let p: ptr = null
        call @bare(n, p)
        ; seed 1
        let n: i16 = 23
        let p: i8[2] = ['N', 18] open
        call @bare(n, p)
        ; seed 2
        let mode: i32 = 30 of color
        set @mode: i32 = mode
        let n: i16 = 78
        let p: ptr = null
        call @bare(n, p)
    "#]],
    );
}

#[test]
fn the_first_scenario_of_a_chain_of_operators_can_be_followed() {
    let program = program();
    let maker = maker(&program);
    let mut random = Rng::with_seed(5);
    let mut scenario = maker.scenario(&mut random, named(&program, "stack_push"), &[]);
    let mut text = print(&scenario, &program);
    assert!(change::insert_call(&maker, &mut random, &mut scenario, &[]));
    text += &format!("; a call more\n{}", print(&scenario, &program));
    assert!(change::duplicate_call(&maker, &mut random, &mut scenario));
    text += &format!("; one of them twice\n{}", print(&scenario, &program));
    assert!(change::input(&maker, &mut random, &mut scenario));
    text += &format!("; another value\n{}", print(&scenario, &program));
    assert!(change::answer(&maker, &mut random, &mut scenario, "malloc.fails", Type::BOOL, 1));
    text += &format!("; answers\n{}", print(&scenario, &program));
    while change::delete_call(&mut random, &mut scenario) {}
    text += &format!("; only what is needed\n{}", print(&scenario, &program));
    expect![[r#"
        let room: i32 = 18 of int32
        call result = @stack_new(room)
        let v: i32 = 1229443513 of int32
        call @stack_push(result, v)
        ; a call more
        let room: i32 = 18 of int32
        call result = @stack_new(room)
        let v: i32 = 1229443513 of int32
        let v_2: i32 = 78 of int32
        call @stack_push(result, v_2)
        call @stack_push(result, v)
        ; one of them twice
        let room: i32 = 18 of int32
        call result = @stack_new(room)
        call result_2 = @stack_new(room)
        let v: i32 = 1229443513 of int32
        let v_2: i32 = 78 of int32
        call @stack_push(result, v_2)
        call @stack_push(result, v)
        ; another value
        let room: i32 = 76 of int32
        call result = @stack_new(room)
        call result_2 = @stack_new(room)
        let v: i32 = 1229443513 of int32
        let v_2: i32 = 78 of int32
        call @stack_push(result, v_2)
        call @stack_push(result, v)
        ; answers
        let malloc_fails: i1 = stream "malloc.fails" [true, false]
        let room: i32 = 76 of int32
        call result = @stack_new(room)
        call result_2 = @stack_new(room)
        let v: i32 = 1229443513 of int32
        let v_2: i32 = 78 of int32
        call @stack_push(result, v_2)
        call @stack_push(result, v)
        ; only what is needed
        let malloc_fails: i1 = stream "malloc.fails" [true, false]
        let room: i32 = 76 of int32
        call result = @stack_new(room)
        let v: i32 = 1229443513 of int32
        call @stack_push(result, v)
    "#]]
    .assert_eq(&text);
}

#[test]
fn what_reaches_no_call_is_dropped_with_the_writes_that_fill_it() {
    let program = program();
    let text = r#"
        let a: i32 = 1
        let unused: i32 = 2
        let lost = object 32
        set lost: i32 = unused
        let head = object 32
        let tail = object 32
        set tail: i32 = a
        set head + 16: ptr = tail
        let mode: i32 = 10
        set @mode: i32 = mode
        let r: i32 = stream "rand" [3]
        call @stack_new(a)
        call n = @walk(head)
        let late: i32 = 5
    "#;
    let mut scenario = parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
    scenario.prune();
    assert_valid(&scenario, &program);
    expect![[r#"
        let a: i32 = 1
        let head = object 32
        let tail = object 32
        set tail: i32 = a
        set head + 16: ptr = tail
        let mode: i32 = 10
        set @mode: i32 = mode
        let r: i32 = stream "rand" [3]
        call @stack_new(a)
        call n = @walk(head)
    "#]]
    .assert_eq(&print(&scenario, &program));
}

/// A scenario that its own text gives back has no variable before it is made, no type that does not fit and
/// no write outside of its object: the parser checks all that.
fn assert_valid(scenario: &Scenario, program: &Program) {
    let text = print(scenario, program);
    match parse(&text, program) {
        Ok(parsed) => assert_eq!(&parsed, scenario, "{text}"),
        Err(error) => panic!("{}", error.render("made", &text)),
    }
}

#[test]
fn whatever_operators_do_in_whatever_order_the_scenario_is_valid() {
    let program = program();
    let maker = maker(&program);
    let globals: Vec<_> = program.globals.ids().collect();
    for seed in 0..80 {
        let mut random = Rng::with_seed(seed);
        let function = FuncId(random.u32(..program.functions.len() as u32));
        let mut scenario = maker.scenario(&mut random, function, &globals);
        assert_valid(&scenario, &program);
        for _ in 0..30 {
            match random.u8(..9) {
                8 => drop(twin(&maker, &mut random, &mut scenario)),
                0 => change::inputs(&maker, &mut random, &mut scenario),
                1 => drop(change::argument(&maker, &mut random, &mut scenario)),
                2 => drop(change::insert_call(&maker, &mut random, &mut scenario, &globals)),
                3 => drop(change::delete_call(&mut random, &mut scenario)),
                4 => drop(change::duplicate_call(&maker, &mut random, &mut scenario)),
                5 => {
                    let variable = VarId(random.u32(..scenario.variables.len().max(1) as u32));
                    let end = random.u64(..200);
                    grow(&maker, &mut random, &mut scenario, variable, end);
                }
                _ => drop(change::input(&maker, &mut random, &mut scenario)),
            }
            assert_valid(&scenario, &program);
        }
    }
}

#[test]
fn the_same_numbers_make_the_same_scenario() {
    let program = program();
    let maker = maker(&program);
    for seed in 0..100 {
        let make = || {
            let mut random = Rng::with_seed(seed);
            let mut scenario = maker.scenario(&mut random, named(&program, "walk"), &[]);
            change::argument(&maker, &mut random, &mut scenario);
            change::input(&maker, &mut random, &mut scenario);
            scenario
        };
        assert_eq!(make(), make());
    }
}

#[test]
fn an_array_grows_only_if_its_length_is_open_and_up_to_the_limit() {
    let program = program();
    let maker = maker(&program);
    let grown = |text: &str, end: u64| {
        let mut scenario = parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
        let mut random = Rng::with_seed(1);
        let grown = grow(&maker, &mut random, &mut scenario, VarId(0), end);
        assert_eq!(
            grown,
            print(&scenario, &program) != print(&parse(text, &program).unwrap(), &program)
        );
        print(&scenario, &program)
    };
    let mut text = String::new();
    for (made, end) in [
        ("let v: i32[1] = [1] open of int32", 12),
        ("let v: i32[3] = [1, 2, 3] open of int32.array", 13),
        ("let v: i32[1] = [1] of int32", 12),
        ("let v: i8[3] = \"ab\\0\" text of char", 5),
        ("let v = object 16 open of point", 40),
        ("let v = object 16 of point", 40),
        ("let v: i32[1] = [1] open of int32", 5000),
    ] {
        text += &grown(made, end);
    }
    expect![[r#"
        let v: i32[4] = [1, 2097153, 78, 18] open of int32
        let v: i32[6] = [1, 2, 3, 2097153, 78, 18] open of "int32.array"
        let v: i32[1] = [1] of int32
        let v: i8[8] = "ab\0\0\0\0\0\0" open of char
        let v = object 64 open of 4 point
        let v = object 16 of point
        let v: i32[1] = [1] open of int32
    "#]]
    .assert_eq(&text);
}

#[test]
fn a_parameter_whose_passing_is_not_known_is_a_reason_to_make_nothing() {
    let text = "
func @f(%p.0: i64, %p.1: i64) {
entry:
  ret
}
func @g(%p: i32) {
entry:
  ret
}
type int = int 32
type void = void
type pair = struct pair size 16 { a: int at 0, b: int at 8 }
api function @f(p: pair) -> void
api function @g(p: pair) -> void";
    let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let maker = maker(&program);
    let reasons: Vec<String> =
        program.functions.ids().filter_map(|function| maker.why_not(function)).collect();
    expect![[r#"
        it is not known how its 1 parameters become 2 values
        it is not known how its parameter `p` is passed
    "#]]
    .assert_eq(&(reasons.join("\n") + "\n"));
}

/// The first value of each of many scenarios for `triangle`.
fn first_numbers(pool: Pool) -> Vec<i32> {
    let program = program();
    let maker = maker(&program).with_pool(pool);
    let function = named(&program, "triangle");
    let mut random = Rng::with_seed(11);
    let first = |_| {
        let scenario = maker.scenario(&mut random, function, &[]);
        let number = scenario.statements.iter().find_map(|statement| match statement {
            Statement::Value { bits, .. } => Some(*bits as i32),
            _ => None,
        });
        number.expect("a number")
    };
    (0..2_000).map(first).collect()
}

#[test]
fn values_come_from_both_pools_as_the_odds_say_and_else_up_to_the_largest() {
    let odds = Odds { pool: Some(0.5), dynamic: 0.5, largest: Some(2048) };
    let program = program();
    let functions: Vec<FuncId> = program.functions.ids().collect();
    let constants = Pool::new(&Constants::of(&program, functions)).with_odds(odds);
    let mut dynamic = DynamicConstants::default();
    dynamic.number(Type::I32, 31_337);
    let share = |numbers: &[i32], is: &dyn Fn(i32) -> bool| {
        numbers.iter().filter(|number| is(**number)).count() as f64 / numbers.len() as f64
    };
    let is_met = |number: i32| number == 31_337;
    let both = first_numbers(constants.with_dynamic(Arc::new(dynamic.clone())));
    assert!((0.2..0.3).contains(&share(&both, &is_met)));
    let alone = first_numbers(constants.without_constants().with_dynamic(Arc::new(dynamic)));
    assert!((0.45..0.55).contains(&share(&alone, &is_met)));
    // Where there is nothing to pick, values are as usual.
    let none = first_numbers(Pool::default().with_odds(odds));
    assert_eq!(share(&none, &is_met), 0.0);
    assert!(share(&none, &|number| (-8..=24).contains(&number)) > 0.6);
    // Beyond the largest there are the ends of the type and powers of two only.
    let large = |number: i32| number.unsigned_abs() > 2048;
    assert!(share(&none, &large) < 0.15);
    assert!(share(&first_numbers(Pool::default()), &large) > 0.2);
}
