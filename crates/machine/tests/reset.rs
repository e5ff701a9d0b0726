//! Every run starts from the same state, whatever ran before it.

mod common;
use common::{MODES, Subject, recording};
use machine::{Config, Models};
use scenario::Scenario;
use trace::print::Options;
use trace::{Mode, Runner, Trace};

const PROGRAM: &str = "
class Box { size 8 field value: i32 at 0 init @Box.init }
class \"int[]\" array i32
global @count: 4 align 4 = i32 [5]
global @table: 64 align 8 = i8 [1, 2, 3]
global @kept: 8 align 8
declare @malloc(%n: i64) -> ptr
func @Box.init() {
entry:
  %c = load i32 @count
  %c = add i32 %c, 100
  store i32 %c, @count
  ret
}
func @bump(%by: i32) -> i32 {
entry:
  %c = load i32 @count
  %c = add.checked i32 %c, %by
  store i32 %c, @count
  br sgt i32 %c, 100 ? big : small
big:
  ret 1
small:
  ret %c
}
func @write(%i: i64, %v: i8) -> i8 {
entry:
  %p = address @table + %i
  store i8 %v, %p
  %r = load i8 @table + 2
  br eq i8 %r, 9 ? one : two
one:
  ret %r
two:
  ret 2
}
func @read(%i: i64) -> i8 {
entry:
  %p = address @table + %i
  %r = load i8 %p
  ret %r
}
func @box(%v: i32) -> i32 {
entry:
  init Box
  %b = new Box
  store.trusted i32 %v, %b
  store ptr %b, @kept
  %c = load i32 @count
  ret %c
}
func @heap(%n: i64, %v: i32) -> i32 {
entry:
  %p = call ptr @malloc(i64 %n)
  store i32 %v, %p
  %x = load i32 %p
  br slt i32 %x, 50 ? one : two
one:
  ret 1
two:
  %q = load i8 %p + 9
  ret 2
}
func @flags(%x: i32) -> i32 {
entry:
  %b = slt i32 %x, 7
  %i = zext i1 %b to i32
  store i32 %i, @count
  %j = load i32 @count
  br ne i32 %j, 0 ? one : two
one:
  ret 1
two:
  ret 2
}
func @deep(%n: i32) -> i32 {
  var %w: i128
entry:
  %s = alloc stack 24 align 8
  store i32 %n, %s
  br sle i32 %n, 0 ? done : more
more:
  %m = sub i32 %n, 1
  %r = call i32 @deep(i32 %m)
  %v = load i32 %s
  %r = add.checked i32 %r, %v
  ret %r
done:
  ret 0
}
func @wild(%p: ptr) -> i32 {
entry:
  %s = alloc stack 8 align 8
  %v = load i32 %p
  ret %v
}
func @array(%a: ptr, %i: i32) -> i32 {
entry:
  %n = arraylength %a
  check bounds ult i32 %i, %n
  %w = zext i32 %i to i64
  %p = address %a + %w * 4
  %v = load.trusted i32 %p
  store.trusted i32 77, %p
  %u = load.trusted i32 %a
  br eq i32 %u, 77 ? one : two
one:
  ret 1
two:
  ret %v
}";

const SCENARIOS: [&str; 16] = [
    "let x: i32 = 3\ncall @bump(x)",
    "let x: i32 = 2147483647\ncall @bump(x)",
    "let x: i32 = 60\ncall @bump(x)\ncall @bump(x)\ncall @bump(x)",
    "let i: i64 = 2\nlet v: i8 = 9\ncall @write(i, v)\ncall @read(2)",
    "let i: i64 = 64\nlet v: i8 = 9\ncall @write(i, v)",
    "call @read(2)",
    "let i: i64 = 5\ncall @read(i)",
    "let x: i32 = 3\ncall @box(x)\ncall @box(x)",
    "let n: i64 = 16\nlet v: i32 = 3\ncall @heap(n, v)",
    "let n: i64 = 16\nlet v: i32 = 99\ncall @heap(n, v)",
    "let n: i64 = 2\nlet v: i32 = 3\ncall @heap(n, v)",
    "let x: i32 = 3\ncall @flags(x)\ncall @bump(x)",
    "let n: i32 = 30\ncall @deep(n)",
    "call @deep(5000)",
    "let p: ptr = null\ncall @wild(p)",
    "let a = new \"int[]\" [1, 2] capacity 4\nlet i: i32 = 1\ncall @array(a, i)\ncall @array(a, 0)",
];

fn everything(machine: &machine::Machine, scenario: &Scenario, trace: &Trace) -> String {
    let options = Options { events: true, counts: true, distances: true, path: true };
    let view = trace::print::View {
        program: machine.program(),
        sites: machine.sites(),
        scenario,
        pool: machine.pool(),
    };
    let text = trace::print::render(trace, view, options);
    format!("{text}{:?}{:?}{:?}", trace.counters.values(), trace.outcome, trace.statement)
}

fn config() -> Config {
    Config { max_depth: 50, ..recording() }
}

fn fresh() -> Subject {
    Subject::with(PROGRAM, config(), Models::standard())
}

#[test]
fn no_run_leaves_a_trace_in_the_next() {
    let mut fresh_ones = Vec::new();
    for text in SCENARIOS {
        for mode in MODES {
            let mut subject = fresh();
            subject.run(text, mode);
            let expected = everything(&subject.machine, &subject.scenario, &subject.trace);
            fresh_ones.push((subject.scenario.clone(), mode, expected));
        }
    }
    // One machine and one trace see every pair, in each pair of domains.
    let mut used = fresh();
    let mut trace = Trace::default();
    for (before, before_mode, _) in &fresh_ones {
        for (after, mode, expected) in &fresh_ones {
            used.machine.run(before, *before_mode, &mut trace).expect("it fits");
            used.machine.run(after, *mode, &mut trace).expect("it fits");
            let found = everything(&used.machine, after, &trace);
            assert_eq!(found, *expected, "{mode:?} after {before_mode:?} of {before:?}");
        }
    }
}

#[test]
fn a_rebased_state_is_what_every_run_starts_from() {
    let mut subject = fresh();
    let run = |subject: &mut Subject, text: &str, mode: Mode| {
        subject.run(text, mode);
        subject.summary()
    };
    for mode in MODES {
        assert_eq!(run(&mut subject, "call @bump(0)", mode), "returned 5");
    }
    for (round, mode) in MODES.into_iter().enumerate() {
        // A symbolic write becomes what it was in that run.
        run(&mut subject, "let i: i64 = 2\nlet v: i8 = 9\ncall @write(i, v)\ncall @bump(1)", mode);
        subject.machine.rebase();
        for mode in MODES {
            let expected = format!("returned {}", 6 + round);
            assert_eq!(run(&mut subject, "call @bump(0)", mode), expected);
            assert_eq!(run(&mut subject, "call @read(2)", mode), "returned 9");
            run(&mut subject, "let i: i64 = 2\ncall @write(i, 7)", mode);
            assert_eq!(run(&mut subject, "call @read(2)", mode), "returned 9");
        }
    }
}

#[test]
fn probes_and_code_made_anew_do_not_change_a_run() {
    let mut subject = fresh();
    let before: Vec<String> = SCENARIOS
        .iter()
        .map(|text| {
            subject.run(text, Mode::Graded);
            everything(&subject.machine, &subject.scenario, &subject.trace)
        })
        .collect();
    subject.machine.set_probes(&[]);
    for (text, before) in SCENARIOS.iter().zip(before).rev() {
        subject.run(text, Mode::Graded);
        assert_eq!(everything(&subject.machine, &subject.scenario, &subject.trace), before);
    }
}

#[test]
fn a_million_calls_keep_memory_flat() {
    let program = "
declare @malloc(%n: i64) -> ptr
declare @free(%p: ptr)
func @work(%i: i32, ...) -> i32 {
entry:
  %p = alloc stack 40 align 8
  %q = call ptr @malloc(i64 100)
  store i32 %i, %p
  store i32 %i, %q
  %v = load i32 %p
  call void @free(ptr %q)
  ret %v
}
func @main(%n: i32) -> i32 {
  var %i: i32
  var %s: i32
entry:
  jump loop(%i = 0, %s = 0)
loop:
  br slt i32 %i, %n ? body : done
body:
  %r = call i32 @work(i32 %i, i64 1)
  %s = xor i32 %s, %r
  %i = add i32 %i, 1
  jump loop
done:
  ret %s
}";
    let config = Config { quarantine: 64, ..Config::default() };
    let mut subject = Subject::with(program, config, Models::standard());
    for (mode, calls) in
        [(Mode::Concrete, 1_000_000), (Mode::Graded, 30_000), (Mode::Concolic, 30_000)]
    {
        subject.run(&format!("call @main({})", calls / 100), mode);
        let few = subject.machine.memory_use();
        subject.run(&format!("call @main({calls})"), mode);
        let many = subject.machine.memory_use();
        assert_eq!(few, many, "{mode:?}: what is in use does not grow with the calls");
    }
}
