//! Streams: what models ask of the environment is answered by the scenario, and is an input.

mod common;
use common::oracle::exact_with;
use common::{MODES, Subject, recording};
use expect_test::expect;
use machine::{Context, Models, Value};
use program::Type;
use trace::Mode;
use trace::print::Options;

const PROGRAM: &str = "
declare @number() -> i32
func @sum() -> i32 {
  var %s: i32
entry:
  %a = call i32 @number()
  br sgt i32 %a, 100 ? large : small
large:
  ret -1
small:
  %b = call i32 @number()
  %c = call i32 @number()
  %s = add i32 %a, %b
  %s = add i32 %s, %c
  ret %s
}
func @many() {
  var %i: i32
entry:
  jump loop(%i = 0)
loop:
  %n = call i32 @number()
  %i = add i32 %i, 1
  br ult i32 %i, 1000 ? loop : done
done:
  ret
}";

fn models(ty: Type) -> Models {
    let mut models = Models::none();
    models.add("number", move |context: &mut dyn Context, _: &[Value]| {
        Ok(Some(context.ask("number", ty, Value::new(ty, 7))))
    });
    models
}

#[test]
fn each_question_takes_the_next_value_and_then_the_default() {
    let mut subject = Subject::with(PROGRAM, recording(), models(Type::I32));
    for mode in MODES {
        for (given, sum) in
            [("[]", 21), ("[1]", 15), ("[1, 2, 3]", 6), ("[1, 2, 3, 4]", 6), ("[101]", -1)]
        {
            subject.run(&format!("let n: i32 = stream \"number\" {given}\ncall @sum()"), mode);
            assert_eq!(subject.summary(), format!("returned {sum}"), "{mode:?} {given}");
        }
        // Answers are those of the run, and a stream of another name answers nothing.
        subject.run("let n: i32 = stream \"other\" [1]\ncall @sum()", mode);
        assert_eq!(subject.summary(), "returned 21");
    }
}

#[test]
fn each_value_is_an_input_and_what_is_asked_beyond_is_noted() {
    let mut subject = Subject::with(PROGRAM, recording(), models(Type::I32));
    subject.run("let n: i32 = stream \"number\" [5, 6]\ncall @sum()", Mode::Concolic);
    expect![[r#"
        returned 18
          result = n[0] + n[1] + 7
        55 steps

        inputs
          n[0] = 5
          n[1] = 6

        asked beyond the streams
          number[2…]: i32 = 7

        path condition
          1  n[0] < 101  branch false at block entry in @sum
    "#]]
    .assert_eq(&subject.text(Options { path: true, ..Options::default() }));
}

#[test]
fn conditions_on_answers_are_exact() {
    let scenario = "let n: i8 = stream \"number\" [5]\ncall @f()";
    let program = "
declare @number() -> i8
func @f() -> i8 {
entry:
  %a = call i8 @number()
  br sgt i8 %a, 100 ? large : small
large:
  ret -1
small:
  %r = mul i8 %a, 3
  ret %r
}";
    let report = exact_with(program, scenario, &[], recording(), models(Type::I8));
    assert_eq!(report.paths, 2);
}

#[test]
fn answers_of_another_width_are_extended_or_cut() {
    for (scenario, sum) in [
        ("let n: i8 = stream \"number\" [-1, 1, 1]", "returned -1"),
        ("let n: i64 = stream \"number\" [0x100000001, 1, 1]", "returned 3"),
        ("let n: f64 = stream \"number\" [1, 1, 1]", "returned 21"),
    ] {
        let mut subject = Subject::with(PROGRAM, recording(), models(Type::I32));
        for mode in MODES {
            subject.run(&format!("{scenario}\ncall @sum()"), mode);
            assert_eq!(subject.summary(), sum, "{scenario}");
        }
    }
}

#[test]
fn a_loop_of_questions_leaves_few_notes() {
    let mut subject = Subject::with(PROGRAM, recording(), models(Type::I32));
    subject.run("let n: i32 = stream \"number\" [1, 2]\ncall @many()", Mode::Concrete);
    let asked = &subject.trace.asked;
    assert_eq!((asked.len(), asked[0].index, asked[63].index), (64, 2, 65));
    subject.run("call @many()", Mode::Concrete);
    assert_eq!(subject.trace.asked[0].index, 0);
}
