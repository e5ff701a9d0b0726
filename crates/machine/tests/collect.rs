//! Managed objects that nobody can reach any more are ended, and nothing else changes.

mod common;
use common::{MODES, Subject};
use machine::{Config, Context, Models, Value};
use trace::{Limit, Mode, Outcome};

const PROGRAM: &str = r#"
class Node { size 16 field next: ptr at 0 field value: i64 at 8 }
class "Node[]" array ptr of Node
class "long[]" array i64
class E { size 16 field cause: ptr at 0 }
global @list: 8 align 8
declare @nested(%n: i32, %node: ptr) -> i64

; Makes that many nodes that nobody keeps.
func @waste(%n: i32) {
entry:
  %i = copy i32 0
  jump head
head:
  br slt i32 %i, %n ? body : done
body:
  %node = new Node
  store.trusted ptr %node, %node
  %a = newarray "long[]" 3
  %i = add i32 %i, 1
  jump head
done:
  ret
}
func @node(%value: i64, %next: ptr) -> ptr {
entry:
  %node = new Node
  store.trusted ptr %next, %node
  store.trusted i64 %value, %node + 8
  ret %node
}
; The sum of a list.
func @sum(%list: ptr) -> i64 {
entry:
  %s = copy i64 0
  jump head
head:
  br eq ptr %list, null ? done : body
body:
  %v = load.trusted i64 %list + 8
  %s = add i64 %s, %v
  %list = load.trusted ptr %list
  jump head
done:
  ret %s
}
func @registers(%n: i32) -> i64 {
entry:
  %a = call ptr @node(i64 1, ptr null)
  call void @waste(i32 %n)
  %b = call ptr @node(i64 2, ptr %a)
  call void @waste(i32 %n)
  %c = call ptr @node(i64 4, ptr %b)
  call void @waste(i32 %n)
  %s = call i64 @sum(ptr %c)
  ret %s
}
func @globals(%n: i32) -> i64 {
entry:
  %a = call ptr @node(i64 10, ptr null)
  store ptr %a, @list
  call void @waste(i32 %n)
  %a = load ptr @list
  %b = call ptr @node(i64 20, ptr %a)
  %as = newarray "Node[]" 3
  store.trusted ptr %b, %as + 16
  store ptr %as, @list
  %a = copy ptr null
  %b = copy ptr null
  %as = copy ptr null
  call void @waste(i32 %n)
  %as = load ptr @list
  %b = load.trusted ptr %as + 16
  %s = call i64 @sum(ptr %b)
  ret %s
}
func @thrown(%n: i32) -> i64 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  call void @throw(i32 %n)
  ret 0
caught:
  call void @waste(i32 %n)
  %c = load.trusted ptr %e
  %s = call i64 @sum(ptr %c)
  ret %s
}
func @throw(%n: i32) {
entry:
  %c = call ptr @node(i64 100, ptr null)
  %e = new E
  store.trusted ptr %c, %e
  call void @waste(i32 %n)
  throw %e
}
; A model that holds what it was given, what it made and what it was told, over calls that collect.
func @models(%n: i32) -> i64 {
entry:
  %node = call ptr @node(i64 1000, ptr null)
  %r = call i64 @nested(i32 %n, ptr %node)
  ret %r
}
func @give(%n: i32) -> ptr {
entry:
  %node = call ptr @node(i64 3000, ptr null)
  ret %node
}
; Everything lives, and it is too much.
func @hoard() -> i64 {
entry:
  %last = copy ptr null
  jump more
more:
  %last = call ptr @node(i64 1, ptr %last)
  jump more
}
; Where an object lies after so many others.
func @address(%n: i32) -> ptr {
entry:
  call void @waste(i32 %n)
  %node = new Node
  ret %node
}
"#;

fn subject() -> Subject {
    let mut models = Models::standard();
    models.add("nested", |context: &mut dyn Context, arguments: &[Value]| {
        let find =
            |context: &dyn Context, name: &str| context.program().function_named(name).unwrap();
        let node = context.program().class_named("Node").unwrap();
        let waste = find(context, "waste");
        let made = context.new_object(node)?;
        let eight = Value::new(program::Type::I64, 8);
        let value_at = |context: &mut dyn Context, object: Value| {
            context.binary(
                program::BinaryOp::Add,
                Value { ty: program::Type::I64, ..object },
                eight,
            )
        };
        let at = value_at(context, made);
        context
            .store(Value { ty: program::Type::Ptr, ..at }, Value::new(program::Type::I64, 2000))?;
        let give = find(context, "give");
        let told = context.call(give, &arguments[..1])?.unwrap();
        context.call(waste, &arguments[..1])?;
        // The list of all three, made from what the model alone remembers.
        context.store(told, made)?;
        context.store(made, arguments[1])?;
        context.call(waste, &arguments[..1])?;
        let sum = find(context, "sum");
        context.call(sum, &[told])
    });
    let config = Config { collect_after: 10_000, memory: 1 << 20, ..Config::default() };
    Subject::with(PROGRAM, config, models)
}

#[test]
fn a_run_may_make_more_than_memory_holds() {
    let mut subject = subject();
    for mode in MODES {
        subject.run("call @waste(100000)", mode);
        assert_eq!(subject.summary(), "returned");
        assert!(subject.machine.memory_use().bytes < 500_000);
    }
}

#[test]
fn what_is_still_reachable_lives_on() {
    let mut subject = subject();
    for mode in MODES {
        for n in [0, 10, 1000] {
            let cases = [("registers", 7), ("globals", 30), ("thrown", 100), ("models", 6000)];
            for (function, expected) in cases {
                subject.run(&format!("call @{function}({n})"), mode);
                assert_eq!(subject.summary(), format!("returned {expected}"), "{mode:?} {n}");
            }
        }
    }
}

#[test]
fn what_a_scenario_has_in_its_hands_lives_on() {
    let mut subject = subject();
    let scenario = "let a = new Node\ncall b = @node(5, a)\ncall @waste(5000)\n\
                    call c = @node(6, b)\ncall @waste(5000)\ncall @sum(c)";
    for mode in MODES {
        subject.run(scenario, mode);
        let result = subject.seen().into_iter().rev().find_map(|seen| match seen {
            trace::Observed::Result { bits, .. } => Some(bits),
            _ => None,
        });
        assert_eq!(result, Some(11));
    }
}

#[test]
fn memory_ends_when_everything_lives() {
    let mut subject = subject();
    for mode in MODES {
        subject.run("call @hoard()", mode);
        assert_eq!(subject.trace.outcome, Outcome::Exhausted(Limit::Memory));
    }
}

#[test]
fn an_object_lies_where_it_did_whatever_ran_before() {
    let mut address = subject();
    let mut find = |before: &[&str], mode: Mode| {
        for scenario in before {
            address.run(scenario, mode);
        }
        address.run("call @address(20000)", mode);
        address.summary()
    };
    let expected = find(&[], Mode::Concrete);
    for mode in MODES {
        assert_eq!(find(&["call @hoard()"], mode), expected);
        assert_eq!(find(&["call @globals(3000)", "call @models(77)"], mode), expected);
    }
}
