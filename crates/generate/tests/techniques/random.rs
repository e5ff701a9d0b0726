//! `random` on small programs: what it covers and finds within so many executions.

use super::common::{executions, parse, random, sample, text};
use coverage::Criterion;
use expect_test::{Expect, expect};
use generate::{Budget, Settings};
use scenario::Statement;
use std::time::Duration;

fn check(program: &str, budget: u64, expect: Expect) {
    let program = parse(program);
    expect.assert_eq(&text(&program, &random(&program, &executions(budget))));
}

#[test]
fn all_branches_of_the_triangle_are_covered_within_twenty_thousand_executions() {
    let program = sample("triangle.fir");
    let generated = random(&program, &executions(20_000));
    let open: Vec<_> = generated.coverage.open(Criterion::Branch).collect();
    // What is equal to its neighbours is equilateral already: one way of the last test is infeasible.
    expect![[r#"
        [] after 1044
    "#]]
    .assert_eq(&format!("{open:?} after {}\n", generated.statistics.executions));
}

#[test]
fn samples_are_covered_as_far_as_this() {
    let mut table = String::new();
    for (name, budget) in [("gcd.fir", 5_000), ("search.fir", 20_000), ("c_like.fir", 20_000)] {
        let program = sample(name);
        let generated = random(&program, &executions(budget));
        for (id, unit) in generated.coverage.goals().units.iter() {
            let row = generated.coverage.row(id);
            table += &format!("{name} {}: {} branches\n", unit.name, row.branches);
        }
        table += &format!(
            "{name}: {} kept, {} findings, {} refused\n",
            generated.kept.len(),
            generated.findings.len(),
            generated.statistics.refused
        );
    }
    expect![[r#"
        gcd.fir gcd: 2/2 branches
        gcd.fir: 1 kept, 0 findings, 0 refused
        search.fir find: 6/6 branches
        search.fir first_multiple: 6/6 branches
        search.fir: 4 kept, 2 findings, 0 refused
        c_like.fir deposit: 0/0 branches
        c_like.fir withdraw: 0/0 branches
        c_like.fir apply: 0/0 branches
        c_like.fir main: 8/8 branches
        c_like.fir: 5 kept, 9 findings, 0 refused
    "#]]
    .assert_eq(&table);
}

#[test]
fn the_result_is_the_same_for_any_number_of_threads_and_every_time() {
    for name in ["triangle.fir", "search.fir", "c_like.fir"] {
        let program = sample(name);
        let run = |jobs: usize| {
            let settings = Settings { jobs, ..executions(6_000) };
            let generated = random(&program, &settings);
            (text(&program, &generated), generated.statistics.by_function)
        };
        let alone = run(1);
        assert_eq!(alone, run(1), "{name}");
        assert_eq!(alone, run(2), "{name}");
        assert_eq!(alone, run(3), "{name}");
    }
}

#[test]
fn another_seed_makes_other_scenarios() {
    let program = sample("triangle.fir");
    let with_seed = |seed| {
        let settings = Settings { seed, ..executions(2_000) };
        text(&program, &random(&program, &settings))
    };
    assert_ne!(with_seed(0), with_seed(1));
}

#[test]
fn a_scenario_kept_is_that_of_the_execution_it_names() {
    let program = sample("search.fir");
    let whole = random(&program, &executions(6_000)).kept;
    assert!(whole.len() > 2 && whole[0].execution >= 1);
    for (index, kept) in whole.iter().enumerate() {
        let until = random(&program, &executions(kept.execution)).kept;
        assert_eq!(until, whole[..=index]);
        let before = random(&program, &executions(kept.execution - 1)).kept;
        assert_eq!(before, whole[..index]);
    }
}

/// A branch that is never taken the other way.
const ENDLESS: &str = "
func @never(%n: i32) -> i32 {
entry:
  %zero = and i32 %n, 0
  br eq i32 %zero, 0 ? yes : no
yes:
  ret 1
no:
  ret 0
}";

#[test]
fn the_budget_is_kept_to_the_last_execution() {
    let program = parse(ENDLESS);
    for budget in [1, 63, 64, 65, 1000, 30_001] {
        let generated = random(&program, &executions(budget));
        assert_eq!(generated.statistics.executions, budget);
    }
}

#[test]
fn time_ends_the_work_too() {
    let program = parse(ENDLESS);
    let budget = Budget::time(Duration::from_millis(20));
    let settings = Settings { budget, ..Settings::default() };
    let generated = random(&program, &settings);
    assert_eq!(generated.coverage.open(Criterion::Branch).count(), 1);
}

#[test]
fn work_ends_when_all_is_covered() {
    let program = parse(
        "
func @sign(%n: i32) -> i32 {
entry:
  br slt i32 %n, 0 ? yes : no
yes:
  ret 1
no:
  ret 0
}",
    );
    let generated = random(&program, &executions(1_000_000));
    assert!(generated.statistics.executions < 1_000, "{}", generated.statistics.executions);
    assert_eq!(generated.kept.len(), 2);
}

/// Reads as many elements as it is told to.
const SUM: &str = "
func @sum(%v: ptr, %n: i32) -> i32 {
  var %s: i32
  var %i: i32
entry:
  br ugt i32 %n, 200 ? many : loop(%s = 0, %i = 0)
loop:
  br ult i32 %i, %n ? body : done
body:
  %wide = zext i32 %i to i64
  %at = address %v + %wide * 4 + 0
  %x = load i32 %at
  %s = add i32 %s, %x
  %i = add i32 %i, 1
  jump loop(%s = %s, %i = %i)
done:
  br eq i32 %i, 100 ? hundred : other
hundred:
  ret 100
other:
  ret %s
many:
  ret -1
}
type int = int 32
type int.ptr = pointer to int
api function @sum(v: int.ptr, n: int) -> int";

#[test]
fn an_array_grows_before_an_access_beyond_it_is_called_wrong() {
    let program = parse(SUM);
    let generated = random(&program, &executions(40_000));
    let mut seen = format!("{} open\n", generated.coverage.open(Criterion::Branch).count());
    for kept in &generated.kept {
        for statement in &kept.scenario.statements {
            if let Statement::Array { array, .. } = statement {
                seen += &format!("{} elements\n", array.length);
            }
        }
    }
    for finding in &generated.findings {
        seen += &format!("{}\n", finding.trap.kind);
    }
    expect![[r#"
        0 open
        8 elements
        8 elements
        1 elements
        128 elements
        null pointer used
    "#]]
    .assert_eq(&seen);
}

#[test]
fn findings_are_told_apart_by_kind_and_place_and_the_smallest_is_kept() {
    check(
        "
func @bad(%p: ptr, %n: i32) -> i32 {
entry:
  %v = load i32 %p
  br sgt i32 %n, 1000 ? divide : add
divide:
  %q = sdiv.checked i32 %v, 0
  ret %q
add:
  %s = add.checked i32 %v, %n
  ret %s
}
type int = int 32
type int.ptr = pointer to int
api function @bad(p: int.ptr, n: int) -> int",
        20_000,
        expect![[r#"
            bad: 1/2 branches
            ; covers 1 3
            let p: i32[11] = [942875, 2147483647, 14, 0, 0, 4, -8, 0, 12, -8, 999] open of int32
            let n: i32 = 1000 of int32
            call result = @bad(p, n)
            ; null pointer used
            let p: ptr = null of "int32.ptr"
            let n: i32 = 0 of int32
            call result = @bad(p, n)
            ; result out of range
            let p: i32[1] = [2147483647] open of int32
            let n: i32 = 1 of int32
            call result = @bad(p, n)
            ; division by zero
            let p: i32[1] = [0] open of int32
            let n: i32 = 1001 of int32
            call result = @bad(p, n)
        "#]],
    );
}

#[test]
fn what_has_no_inside_is_worked_on_by_sequences_of_calls() {
    check(
        r#"
func @stack_new() -> ptr {
entry:
  %s = call ptr @calloc(i64 1, i64 40)
  ret %s
}
func @stack_push(%s: ptr, %v: i32) -> i32 {
entry:
  check null ne ptr %s, null
  %n = load i32 %s
  br uge i32 %n, 4 ? full : room
full:
  ret 0
room:
  %wide = zext i32 %n to i64
  %at = address %s + %wide * 4 + 4
  store i32 %v, %at
  %more = add i32 %n, 1
  store i32 %more, %s
  ret 1
}
func @stack_top(%s: ptr) -> i32 {
entry:
  check null ne ptr %s, null
  %n = load i32 %s
  br eq i32 %n, 0 ? empty : some
empty:
  ret -1
some:
  br eq i32 %n, 3 ? three : other
three:
  ret 3
other:
  ret %n
}
declare @calloc(%n: i64, %size: i64) -> ptr
type int = int 32
type stack = opaque stack
type stack.ptr = pointer to stack
api function @stack_new() -> stack.ptr
api function @stack_push(s: stack.ptr, v: int) -> int
api function @stack_top(s: stack.ptr) -> int"#,
        20_000,
        expect![[r#"
            stack_new: 0/0 branches
            stack_push: 2/2 branches
            stack_top: 4/4 branches
            ; covers 1 3
            call result = @stack_new()
            let v: i32 = 942875 of int32
            call result_2 = @stack_push(result, v)
            ; covers 4 8
            call result = @stack_new()
            call result_2 = @stack_top(result)
            ; covers 5 7 10
            call result = @stack_new()
            let v: i32 = 54 of int32
            call result_3 = @stack_new()
            call result_5 = @stack_top(result_3)
            call result_2 = @stack_push(result_3, v)
            let v_2: i32 = 5 of int32
            call result_6 = @stack_push(result, v_2)
            call result_8 = @stack_top(result_3)
            call result_4 = @stack_push(result_3, v)
            ; covers 6 9
            call result = @stack_new()
            let v_2: i32 = 234 of int32
            call result_3 = @stack_push(result, v_2)
            call result_4 = @stack_new()
            let v: i32 = 234 of int32
            let v_3: i32 = 3 of int32
            call result_6 = @stack_push(result, v_3)
            let v_4: i32 = 3 of int32
            call result_7 = @stack_push(result, v_4)
            call result_8 = @stack_top(result_4)
            call result_9 = @stack_top(result)
            call result_2 = @stack_push(result_4, v)
            ; covers 0 2
            call result = @stack_new()
            let v_2: i32 = 3 of int32
            call result_4 = @stack_push(result, v_2)
            let v_3: i32 = 3 of int32
            call result_3 = @stack_push(result, v_3)
            call result_5 = @stack_push(result, v_3)
            call result_6 = @stack_push(result, v_3)
            let v: i32 = 0 of int32
            call result_2 = @stack_push(result, v)
            ; null pointer used
            let s: ptr = null of "stack.ptr"
            let v: i32 = 0 of int32
            call result = @stack_push(s, v)
            ; null pointer used
            let s: ptr = null of "stack.ptr"
            call result = @stack_top(s)
        "#]],
    );
}

#[test]
fn functions_without_code_are_stubs_that_answer_from_streams() {
    check(
        r#"
declare @sensor(%port: i32) -> i32
declare @config(%p: ptr) -> i32
declare @open(%name: ptr) -> ptr
func @poll(%port: i32) -> i32 {
entry:
  %mode = alloc stack 4 align 4
  %ok = call i32 @config(ptr %mode)
  br ne i32 %ok, 0 ? configured : failed
configured:
  %m = load i32 %mode
  br eq i32 %m, 7 ? seven : other
seven:
  %f = call ptr @open(ptr null)
  br eq ptr %f, null ? closed : opened
closed:
  ret 1
opened:
  ret 2
other:
  %a = call i32 @sensor(i32 %port)
  %b = call i32 @sensor(i32 %port)
  br sgt i32 %a, %b ? falling : rising
falling:
  ret 3
rising:
  ret 4
failed:
  ret 5
}
type int = int 32
type int.ptr = pointer to int
type file = opaque file
type file.ptr = pointer to file
api function @sensor(port: int) -> int
api function @config(mode: int.ptr) -> int
api function @open(name: int.const) -> file.ptr
api readonly int.const
type int.const = pointer to int
api function @poll(port: int) -> int"#,
        40_000,
        expect![[r#"
            poll: 8/8 branches
            ; covers 1 12
            let port: i32 = 5 of int32
            call result = @poll(port)
            ; covers 0 3 7 11
            let config: i32 = stream "config" [6]
            let config_mode: i32 = stream "config.mode" [24]
            let port: i32 = 8 of int32
            call result = @poll(port)
            ; covers 6 10
            let sensor: i32 = stream "sensor" [7, 5]
            let config: i32 = stream "config" [-5]
            let config_mode: i32 = stream "config.mode" [-2147483647]
            let port: i32 = 1 of int32
            call result = @poll(port)
            ; covers 2 4 8
            let config: i32 = stream "config" [8]
            let config_mode: i32 = stream "config.mode" [7]
            let port: i32 = 0 of int32
            call result = @poll(port)
            ; covers 5 9
            let open: i1 = stream "open" [true]
            let sensor: i32 = stream "sensor" [21, 1]
            let config: i32 = stream "config" [7, 7]
            let config_mode: i32 = stream "config.mode" [7, 1742904049, 7, 7, 7]
            let port: i32 = -46924097 of int32
            call result = @poll(port)
        "#]],
    );
}
