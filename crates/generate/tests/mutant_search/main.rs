//! A function in, what becomes of its mutants out.

mod stage;

use expect_test::{Expect, expect};
use generate::mutant_search::Verdict;
use generate::{Budget, Ground, MutantsFound, kill_mutants};
use stage::Ir;

fn ir(text: &str) -> Ir {
    Ir::new(program::text::parse(text).unwrap_or_else(|error| panic!("{error}")))
}

fn found(ir: &Ir, executions: u64) -> MutantsFound {
    found_by(ir, executions, 1)
}

fn found_by(ir: &Ir, executions: u64, jobs: usize) -> MutantsFound {
    let (units, skipped) = ir.subject().units(Default::default());
    assert!(skipped.is_empty(), "{skipped:?}");
    let mut random = fastrand::Rng::with_seed(1);
    let start =
        |unit: &generate::Unit<'_>| unit.maker.scenario(&mut random, unit.function, &unit.globals);
    let starts = units.iter().map(start).collect();
    let ground = Ground { units: &units, goals: &ir.goals, mutants: &ir.mutants };
    let budget = Budget::executions(executions);
    let mut stages: Vec<_> = (0..jobs).map(|_| ir.stage()).collect();
    let stages = stages.iter_mut().map(|stage| stage as _).collect();
    kill_mutants(stages, ground, starts, &budget, 1).expect("scenarios fit the program")
}

fn check(text: &str, expected: Expect) {
    let ir = ir(&format!("file \"f.c\"\n{text}"));
    let found = found(&ir, 20_000);
    let mut said = String::new();
    for (id, mutant) in ir.mutants.iter() {
        let verdict = match found.verdicts.get(&id) {
            Some(Verdict::Killed) => "killed".to_owned(),
            Some(Verdict::Survived(grade)) => format!("{grade:?}").to_lowercase(),
            Some(Verdict::Equivalent) => "equivalent".to_owned(),
            Some(Verdict::Bounded(bounds)) => format!("equivalent within {bounds}"),
            None => "not reached".to_owned(),
        };
        said +=
            &format!("{}:{} {}: {verdict}\n", mutant.span.line, mutant.span.column, mutant.text);
    }
    expected.assert_eq(&said);
}

#[test]
fn the_solver_finds_the_few_inputs_on_which_a_mistake_shows() {
    check(
        "func @f(%a: i32, %b: i32) -> i32 {
entry:
  %s = xor i32 %a, 123456789  !0:1:1-2
  br ugt i32 %s, %b ? more : less  !0:2:1-2
more:
  ret 1
less:
  ret 0
}",
        expect![[r#"
            1:1 replaced `^` by `&`: killed
            1:1 replaced `^` by `|`: killed
            1:1 replaced `123456789` by `123456790`: killed
            2:1 replaced `>` by `>=`: killed
            2:1 replaced `>` by `<=`: killed
            2:1 replaced a condition by true: killed
            2:1 replaced a condition by false: killed
            2:1 replaced `>` by `!=`: killed
        "#]],
    );
}

#[test]
fn what_no_input_tells_apart_is_proven_equivalent() {
    check(
        "func @f(%a: i32) -> i32 {
entry:
  %m = and i32 %a, 7
  br slt i32 %m, 8 ? more : less  !0:1:1-2
more:
  ret %m
less:
  ret 9
}",
        expect![[r#"
            1:1 replaced `<` by `<=`: equivalent
            1:1 replaced `8` by `7`: killed
            1:1 replaced `<` by `>=`: killed
            1:1 replaced a condition by true: equivalent
            1:1 replaced a condition by false: killed
            1:1 replaced `<` by `!=`: equivalent
        "#]],
    );
}

#[test]
fn grades_tell_how_far_a_mistake_gets_that_nobody_sees() {
    check(
        "func @f(%a: i32) -> i32 {
entry:
  %unused = add i32 %a, 3  !0:1:1-2
  br slt i32 %a, 10 ? low : high  !0:2:1-2
low:
  ret 5
high:
  ret 5
}",
        expect![[r#"
            1:1 replaced `+` by `-`: infected
            1:1 replaced `3` by `4`: infected
            2:1 replaced `<` by `<=`: propagated
            2:1 replaced `10` by `9`: propagated
            2:1 replaced `<` by `>=`: propagated
            2:1 replaced a condition by true: propagated
            2:1 replaced a condition by false: propagated
            2:1 replaced `<` by `!=`: propagated
        "#]],
    );
}

#[test]
fn where_shapes_of_inputs_are_a_bound_equivalence_is_within_it() {
    check(
        "func @f(%p: ptr) -> i32 {
entry:
  %b = load i8 %p
  %m = and i8 %b, 7
  br slt i8 %m, 8 ? more : less  !0:1:1-2
more:
  ret 1
less:
  ret 9
}
type byte = int 8
type whole = int 32
type byte.ptr = pointer to byte
api function @f(p: byte.ptr) -> whole",
        expect![[r#"
            1:1 replaced `<` by `<=`: equivalent within shapes of inputs
            1:1 replaced `8` by `7`: killed
            1:1 replaced `<` by `>=`: killed
            1:1 replaced a condition by true: equivalent within shapes of inputs
            1:1 replaced a condition by false: killed
            1:1 replaced `<` by `!=`: equivalent within shapes of inputs
        "#]],
    );
}

#[test]
fn a_hunt_ends_when_nothing_is_left_to_kill() {
    let ir = ir("file \"f.c\"
func @f(%a: i32) -> i32 {
entry:
  %m = and i32 %a, 7
  br slt i32 %m, 8 ? more : less  !0:1:1-2
more:
  ret %m  !0:2:1-2
less:
  ret 9
}");
    let found = found(&ir, 1_000_000);
    assert!(found.runs < 10_000, "{} runs", found.runs);
}

#[test]
fn a_hunt_gives_the_same_for_any_number_of_threads() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../subjects/ir/triangle.fir"
    ));
    let ir = ir(&text.expect("the sample is there"));
    for executions in [100, 1_000, 5_000] {
        let alone = found_by(&ir, executions, 1);
        assert!(alone.runs <= executions, "{} runs of {executions}", alone.runs);
        for jobs in [2, 5] {
            let together = found_by(&ir, executions, jobs);
            assert_eq!(alone.drafts, together.drafts);
            assert_eq!(alone.verdicts, together.verdicts);
            assert_eq!(alone.runs, together.runs);
        }
    }
}

#[test]
fn what_a_function_writes_to_a_global_another_one_that_reads_it_tells() {
    check(
        "global @mode: 4 align 4
func @choose(%n: i32) {
entry:
  store i32 %n, @mode  !0:1:1-2
  ret
}
func @chosen() -> i32 {
entry:
  %mode = load i32 @mode  !0:2:1-2
  ret %mode
}
type int = int 32
type void = void
api function @choose(n: int) -> void
api function @chosen() -> int",
        expect![[r#"
            1:1 removed an assignment: killed
        "#]],
    );
}

#[test]
fn where_runs_take_long_fewer_of_them_are_made() {
    let mut ir = ir("file \"f.c\"
func @sum(%n: i32) -> i32 {
entry:
  %i = copy i32 0
  %s = copy i32 %n
  jump round
round:
  %s = xor i32 %s, %i  !0:1:1-2
  %i = add i32 %i, 1  !0:2:1-2
  br ult i32 %i, 100000 ? round : done  !0:3:1-2
done:
  %f = and i32 %s, 3  !0:4:1-2
  ret %f
}");
    ir.max_steps = 1_000_000;
    let found = found(&ir, 300);
    assert!(found.runs < 200 && found.steps < 30_000_000, "{} {}", found.runs, found.steps);
}
