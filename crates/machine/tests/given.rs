//! The bytes of arguments, standard input and files are inputs of concolic runs.

mod common;
use common::oracle::exact_with;
use common::{MODES, Subject, recording};
use expect_test::expect;
use machine::{Context, Given, Models, Stop, Value};
use program::Type;
use trace::print::Options;
use trace::{Mode, Source};

/// `byte(kind, index)`: a byte of the first argument, of standard input or of the file `x`, or -1 behind
/// its end.
fn models() -> Models {
    let mut models = Models::none();
    models.add("byte", |context: &mut dyn Context, arguments: &[Value]| {
        let [kind, index] = [0, 1].map(|number| context.concrete(arguments[number]) as usize);
        let given = match kind {
            0 => Given::Argument(1),
            1 => Given::StandardInput,
            _ => Given::File("x"),
        };
        let environment = context.environment();
        let bytes = environment.bytes(given).ok_or(Stop::Exit(1))?;
        Ok(Some(match (bytes.get(index), environment.terms(given).get(index)) {
            (None, _) => Value::new(Type::I8, u128::MAX),
            (Some(&byte), None) => Value::new(Type::I8, byte.into()),
            (Some(&byte), Some(&term)) => {
                Value { term: Some(term), ..Value::new(Type::I8, byte.into()) }
            }
        }))
    });
    models
}

const PROGRAM: &str = "
declare @byte(%kind: i32, %index: i32) -> i8
func @f() -> i8 {
entry:
  %a = call i8 @byte(i32 0, i32 1)
  %b = call i8 @byte(i32 1, i32 0)
  br ult i8 %a, %b ? less : more
less:
  %c = call i8 @byte(i32 2, i32 2)
  br eq i8 %c, 10 ? one : more
more:
  %d = call i8 @byte(i32 1, i32 9)
  ret %d
one:
  ret 1
}";

#[test]
fn every_byte_but_the_name_of_the_program_is_an_input() {
    let mut subject = Subject::with(PROGRAM, recording(), models());
    let scenario = "argv \"prog\" \"-v\"\nstdin \"zb\"\nfile \"x\" \"12\\n\"\ncall @f()";
    for mode in MODES {
        subject.run(scenario, mode);
        assert_eq!(subject.summary(), "returned 1", "{mode:?}");
    }
    expect![[r#"
        returned 1
        6 steps

        inputs
          argv[1][0] = '-'
          argv[1][1] = 'v'
          stdin[0] = 'z'
          stdin[1] = 'b'
          x[0] = '1'
          x[1] = '2'
          x[2] = 10

        path condition
          1  argv[1][0] != 0         input
          2  argv[1][1] != 0         input
          3  argv[1][1] <u stdin[0]  branch true at block entry in @f
          4  x[2] == 10              branch true at block less in @f
    "#]]
    .assert_eq(&subject.text(Options { path: true, ..Options::default() }));
    let first = subject.trace.inputs[1].source;
    assert_eq!(first, Source::Byte { statement: 0, argument: 1, index: 1 });
}

#[test]
fn conditions_on_bytes_are_exact() {
    let program = "
declare @byte(%kind: i32, %index: i32) -> i8
func @f() -> i8 {
entry:
  %a = call i8 @byte(i32 1, i32 0)
  %b = call i8 @byte(i32 1, i32 1)
  br ult i8 %a, %b ? less : more
less:
  %s = add i8 %a, %b
  br slt i8 %s, 10 ? one : more
more:
  ret 2
one:
  ret 1
}";
    let scenario = "stdin \"ab\"\ncall @f()";
    let report = exact_with(program, scenario, &[], recording(), models());
    assert_eq!((report.paths, report.narrowed), (3, 0));
}

#[test]
fn bytes_far_behind_the_beginning_are_no_inputs() {
    let mut subject = Subject::with(PROGRAM, recording(), models());
    let long = "a".repeat(10_000);
    subject.run(&format!("argv \"prog\" \"-v\"\nstdin \"{long}\"\ncall @f()"), Mode::Concolic);
    assert_eq!(subject.trace.inputs.len(), 2 + 4096);
    assert_eq!(subject.summary(), "returned 'a'");
}
