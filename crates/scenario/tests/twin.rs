//! Twins: what two alike arguments of a call are made of.

use expect_test::expect;
use fastrand::Rng;
use program::Program;
use scenario::make::{Limits, Maker, Pool, twin};
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

#[test]
fn an_argument_is_made_as_the_other_is_with_what_was_done_to_it_and_at_times_one_input_changed() {
    let program = program();
    let maker = Maker::new(&program, program.functions.ids(), Pool::default(), Limits::default());
    let first = "let room: i32 = 5\ncall a = @stack_new(room)\nlet v: i32 = 3\ncall @stack_push(a, v)\n\
                 let other: i32 = 9\ncall b = @stack_new(other)\ncall @stack_equal(a, b)\n";
    let mut text = String::new();
    for seed in [1, 2, 3, 4] {
        let mut scenario = parse(first, &program).unwrap_or_else(|error| panic!("{error}"));
        assert!(twin(&maker, &mut Rng::with_seed(seed), &mut scenario));
        let printed = print(&scenario, &program);
        parse(&printed, &program).unwrap_or_else(|error| panic!("{error}"));
        text += &format!("; seed {seed}\n{printed}");
    }
    expect![[r#"
        ; seed 1
        let room: i32 = 5
        call a = @stack_new(room)
        let v: i32 = 3
        call @stack_push(a, v)
        let other: i32 = 9
        call b = @stack_new(other)
        let other_2: i32 = 9
        call b_2 = @stack_new(other_2)
        call @stack_equal(b_2, b)
        ; seed 2
        let room: i32 = 5
        call a = @stack_new(room)
        let v: i32 = 3
        call @stack_push(a, v)
        let other: i32 = 9
        call b = @stack_new(other)
        let room_2: i32 = 5
        call a_2 = @stack_new(room_2)
        let v_2: i32 = 3
        call @stack_push(a_2, v_2)
        call @stack_equal(a, a_2)
        ; seed 3
        let room: i32 = 5
        call a = @stack_new(room)
        let v: i32 = 3
        call @stack_push(a, v)
        let other: i32 = 9
        call b = @stack_new(other)
        let other_2: i32 = 11
        call b_2 = @stack_new(other_2)
        call @stack_equal(b_2, b)
        ; seed 4
        let room: i32 = 5
        call a = @stack_new(room)
        let v: i32 = 3
        call @stack_push(a, v)
        let other: i32 = 9
        call b = @stack_new(other)
        let room_2: i32 = 5
        call a_2 = @stack_new(room_2)
        let v_2: i32 = 3
        call @stack_push(a_2, v_2)
        call @stack_equal(a, a_2)
    "#]]
    .assert_eq(&text);
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
