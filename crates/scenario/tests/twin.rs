//! Twins: what two alike arguments of a call are made of.

use expect_test::expect;
use fastrand::Rng;
use program::Program;
use scenario::VarId;
use scenario::make::{Limits, Maker, Pool, double, twin};
use scenario::text::{parse, print};

const PROGRAM: &str = "
func @stack_new(%room: i32) -> ptr {
entry:
  ret null
}
func @stack_push(%s: ptr, %v: i32) {
entry:
  ret
}
func @stack_equal(%s: ptr, %t: ptr) -> i32 {
entry:
  ret 0
}
func @single(%s: ptr) {
entry:
  ret
}
";

fn program() -> Program {
    program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"))
}

/// What is before the last call in a scenario and what becomes of it for some seeds.
fn twins(first: &str, call: &str, seeds: &[u64]) -> String {
    let program = program();
    let maker = Maker::new(&program, program.functions.ids(), Pool::default(), Limits::default());
    let mut text = String::new();
    for seed in seeds {
        let all = format!("{first}{call}");
        let mut scenario = parse(&all, &program).unwrap_or_else(|error| panic!("{error}"));
        assert!(twin(&maker, &mut Rng::with_seed(*seed), &mut scenario));
        let printed = print(&scenario, &program);
        let parsed = parse(&printed, &program).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed, scenario);
        let new = printed.strip_prefix(first).expect("what was there stays");
        text += &format!("; seed {seed}\n{new}");
    }
    text
}

#[test]
fn an_argument_is_made_as_the_other_is_with_what_was_done_to_it_and_at_times_one_input_changed() {
    let first = "let room: i32 = 5\ncall a = @stack_new(room)\nlet v: i32 = 3\ncall @stack_push(a, v)\n\
                 let other: i32 = 9\ncall b = @stack_new(other)\n";
    expect![[r#"
        ; seed 1
        let other_2: i32 = 9
        call b_2 = @stack_new(other_2)
        call @stack_equal(b_2, b)
        ; seed 2
        let room_2: i32 = 5
        call a_2 = @stack_new(room_2)
        let v_2: i32 = 3
        call @stack_push(a_2, v_2)
        call @stack_equal(a, a_2)
        ; seed 3
        let other_2: i32 = 11
        call b_2 = @stack_new(other_2)
        call @stack_equal(b_2, b)
    "#]]
    .assert_eq(&twins(first, "call @stack_equal(a, b)\n", &[1, 2, 3]));
}

#[test]
fn what_was_put_into_an_object_is_made_again_too() {
    let program = program();
    let text = "let v: i32 = 3\nlet a = object 16\nset a + 4: i32 = v\ncall @single(a)\n";
    let mut scenario = parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
    let (copies, twin) = double(&mut scenario, VarId(1), 3).expect("it is short");
    assert_eq!((copies, scenario.name(twin)), (3..6, "a_2"));
    scenario.renumber();
    expect![[r#"
        let v: i32 = 3
        let a = object 16
        set a + 4: i32 = v
        let v_2: i32 = 3
        let a_2 = object 16
        set a_2 + 4: i32 = v_2
        call @single(a)
    "#]]
    .assert_eq(&print(&scenario, &program));
}

#[test]
fn a_call_without_two_arguments_of_a_kind_has_no_twins() {
    let program = program();
    let maker = Maker::new(&program, program.functions.ids(), Pool::default(), Limits::default());
    let text = "let room: i32 = 5\ncall a = @stack_new(room)\ncall @single(a)\n";
    let mut scenario = parse(text, &program).unwrap_or_else(|error| panic!("{error}"));
    assert!(!twin(&maker, &mut Rng::with_seed(1), &mut scenario));
    assert_eq!(print(&scenario, &program), text);
}
