//! Programs that grow while they run: code that is loaded when it is called, classes and globals that are
//! added, and limits that are thrown.

mod common;
use common::{ALL, MODES, Subject, parse, recording};
use expect_test::expect;
use machine::{Config, Context, Grader, Loaded, Loader, Machine, Models, Stop, Value};
use program::{ClassId, FuncId, Function, Global, Id, IdVec, Program, Type};
use scenario::Scenario;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use term::distance::Distance;
use trace::print::Options;
use trace::{Limit, Mode, Runner, Trace};

/// Hands out the bodies of a whole program, and everything else in it the first time it is asked.
struct Shelf {
    whole: Arc<Program>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Loader for Shelf {
    fn load(&mut self, program: &mut Program, function: FuncId) -> Loaded {
        let name = &self.whole.functions[function].name;
        self.asked.lock().unwrap().push(name.clone());
        fill_up(program, &self.whole);
        match name.as_str() {
            "twice" => Loaded::Model(Arc::new(|context: &mut dyn Context, arguments: &[Value]| {
                Ok(Some(context.binary(program::BinaryOp::Add, arguments[0], arguments[0])))
            })),
            "nowhere" => Loaded::Missing("nobody wrote it".to_owned()),
            _ => {
                program.functions[function] = self.whole.functions[function].clone();
                Loaded::Body
            }
        }
    }

    fn on_limit(&mut self, program: &mut Program, limit: Limit) -> Option<FuncId> {
        fill_up(program, &self.whole);
        self.whole.function_named(match limit {
            Limit::Depth => "too_deep",
            Limit::Memory => "too_much",
            Limit::Steps => "never",
        })
    }
}

/// Appends what a program lacks of the whole, functions without their bodies.
fn fill_up(program: &mut Program, whole: &Program) {
    append(&mut program.files, &whole.files);
    append(&mut program.selectors, &whole.selectors);
    append(&mut program.classes, &whole.classes);
    append(&mut program.globals, &whole.globals);
    for function in whole.functions.values().skip(program.functions.len()) {
        program.functions.push(declaration(function));
    }
}

fn append<I: Id, T: Clone>(items: &mut IdVec<I, T>, all: &IdVec<I, T>) {
    for item in all.values().skip(items.len()) {
        items.push(item.clone());
    }
}

/// A function without its body.
fn declaration(function: &Function) -> Function {
    Function {
        name: function.name.clone(),
        linkage: function.linkage,
        params: function.params,
        variadic: function.variadic,
        result: function.result,
        registers: function.registers.values().take(function.params as usize).cloned().collect(),
        ..Function::default()
    }
}

/// The beginning of a program: only the first function is there, without its body.
fn beginning(whole: &Program) -> Program {
    let mut program = Program::default();
    program.functions.push(declaration(&whole.functions[FuncId(0)]));
    program
}

/// A machine that starts from the beginning of a program and loads the rest, and what it asks for.
fn growing(text: &str, config: Config) -> (Subject, Arc<Mutex<Vec<String>>>) {
    let whole = parse(text);
    let asked = Arc::new(Mutex::new(Vec::new()));
    let loader = Box::new(Shelf { whole: Arc::clone(&whole), asked: Arc::clone(&asked) });
    let machine =
        Machine::with_loader(beginning(&whole), config, Models::standard(), loader).unwrap();
    let (trace, scenario) = (Trace::default(), Scenario::default());
    (Subject { program: whole, machine, trace, scenario }, asked)
}

const SHAPES: &str = r#"
func @main(%n: i32) -> i32 {
entry:
  br sgt i32 %n, 9 ? big : small
big:
  %a = call i32 @rare(i32 %n)
  ret %a
small:
  %b = call i32 @common(i32 %n)
  ret %b
}
interface Shape
class Square implements Shape { size 8 field side: i32 at 0 method area = @Square.area init @Square.init }
class Cube extends Square { size 8 method area = @Cube.area }
class E { size 8 }
global @made: 4 align 4 = i32 [40]
global @pointer: 8 align 8 = ptr [@made]
func @Square.init() {
entry:
  count 0
  %p = load ptr @pointer
  %m = load i32 %p
  %m = add i32 %m, 2
  store i32 %m, %p
  ret
}
func @Square.area(%this: ptr) -> i32 {
entry:
  count 0
  %s = load.trusted i32 %this
  %a = mul i32 %s, %s
  ret %a
}
func @Cube.area(%this: ptr) -> i32 {
entry:
  count 0
  %a = call i32 @Square.area(ptr %this)
  %six = mul i32 %a, 6
  ret %six
}
func @common(%n: i32) -> i32 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  init Square
  %o = call ptr @make(i32 %n)
  %is = instanceof %o, Shape
  check assertion %is
  %r = callvirt i32 area(ptr %o)
  %t = call i32 @twice(i32 %r)
  %m = load i32 @made
  %t = add i32 %t, %m
  ret %t
caught:
  ret -1
}
func @make(%n: i32) -> ptr {
entry:
  switch i32 %n { 0 -> none, 1 -> cube, default -> square }
none:
  %e = new E
  throw %e
cube:
  %c = new Cube
  store.trusted i32 3, %c
  ret %c
square:
  %s = new Square
  store.trusted i32 %n, %s
  ret %s
}
func @rare(%n: i32) -> i32 {
entry:
  check assertion slt i32 %n, 20
  %r = call i32 @nowhere(i32 %n)
  ret %r
}
declare @twice(%n: i32) -> i32
declare @nowhere(%n: i32) -> i32
"#;

const CALLS: [&str; 6] = [
    "call @main(0)",
    "call @main(1)",
    "call @main(5)",
    "call @main(10)",
    "call @main(1)",
    "call @main(25)",
];

#[test]
fn a_function_is_loaded_when_it_is_first_called_and_only_then() {
    let (mut subject, asked) = growing(SHAPES, recording());
    let mut text = String::new();
    for call in CALLS {
        subject.run(call, Mode::Concrete);
        let loaded = std::mem::take(&mut *asked.lock().unwrap()).join(" ");
        writeln!(text, "{call}: {} [{loaded}]", subject.summary()).unwrap();
    }
    let nowhere = subject.program.function_named("nowhere").unwrap();
    writeln!(text, "{:?}", subject.machine.missing(nowhere)).unwrap();
    expect![[r#"
        call @main(0): returned -1 [main common Square.init make]
        call @main(1): returned 150 [Cube.area Square.area twice]
        call @main(5): returned 92 []
        call @main(10): trapped: function without a body or a model: @nowhere at block entry in @rare; %r = call i32 @nowhere(i32 %n); called at block big in @main [rare nowhere]
        call @main(1): returned 150 []
        call @main(25): trapped: assertion failed at block entry in @rare; check assertion slt i32 %n, 20; called at block big in @main []
        Some("nobody wrote it")
    "#]].assert_eq(&text);
}

#[test]
fn a_run_is_the_same_whether_its_functions_were_there_before_it_or_came_in_it() {
    for mode in MODES {
        for call in CALLS {
            let input = format!("let n: i32 = {}\ncall @main(n)", &call[11..call.len() - 1]);
            let (mut fresh, _) = growing(SHAPES, recording());
            fresh.run(&input, mode);
            let first = (fresh.text(ALL), format!("{:?}", fresh.trace));
            fresh.run(&input, mode);
            assert_eq!(
                (fresh.text(ALL), format!("{:?}", fresh.trace)),
                first,
                "{mode:?} {call}: again"
            );
            let mut models = Models::standard();
            models.add("twice", |context: &mut dyn Context, arguments: &[Value]| {
                Ok(Some(context.binary(program::BinaryOp::Add, arguments[0], arguments[0])))
            });
            let mut ready = Subject::with(SHAPES, recording(), models);
            ready.run(&input, mode);
            let options = Options { counts: false, ..ALL };
            assert_eq!(ready.text(options), fresh.text(options), "{mode:?} {call}: all there");
        }
    }
}

#[test]
fn counters_and_sites_of_what_came_later_are_counted_in_the_run_that_loaded_it() {
    let (mut subject, _) = growing(SHAPES, recording());
    subject.run("call @main(1)", Mode::Graded);
    let first = (subject.sites(), subject.trace.counters.values().to_vec());
    expect![[r#"
        sites
          function  place        site       outcome  taken  nearest
          @main     block entry  branch     true         0        9
                                            false        1        0
          @common   block entry  assertion  passed       1        0
                                            failed       0        1
          @make     block entry  switch     case 0       0        2
                                            case 1       1        0
                                            default      0        1
          3 of 7 outcomes taken, 0 other sites not reached
        [1, 1, 1]
    "#]]
    .assert_eq(&format!("{}{:?}\n", first.0, first.1));
    subject.run("call @main(5)", Mode::Graded);
    subject.run("call @main(1)", Mode::Graded);
    assert_eq!((subject.sites(), subject.trace.counters.values().to_vec()), first);
}

#[test]
fn what_a_run_adds_to_the_base_state_is_there_in_the_next_as_it_was() {
    let (mut subject, _) = growing(SHAPES, recording());
    for _ in 0..3 {
        // 2 * 25 + 42: the initialiser runs in each run, on a global that starts from 40.
        subject.run("call @main(5)", Mode::Concrete);
        assert_eq!(subject.summary(), "returned 92");
    }
    subject.machine.rebase();
    subject.run("call @main(5)", Mode::Concrete);
    assert_eq!(subject.summary(), "returned 92", "the class stays initialised");
    subject.run("call @main(1)", Mode::Concrete);
    assert_eq!(subject.summary(), "returned 150");
}

#[test]
fn a_machine_grows_between_runs_too() {
    let (mut subject, asked) = growing(SHAPES, recording());
    let whole = Arc::clone(&subject.program);
    subject.run("call @main(0)", Mode::Concrete);
    subject.machine.grow(|program| fill_up(program, &whole)).unwrap();
    let rare = whole.function_named("rare").unwrap();
    assert_eq!(subject.machine.sites().of_function(rare).count(), 0);
    assert!(subject.machine.load(rare));
    assert_eq!(subject.machine.sites().of_function(rare).count(), 1);
    assert!(!subject.machine.load(whole.function_named("nowhere").unwrap()));
    subject.run("call @rare(30)", Mode::Concrete);
    assert!(subject.summary().starts_with("trapped: assertion failed"), "{}", subject.summary());
    assert_eq!(asked.lock().unwrap().join(" "), "main common Square.init make rare nowhere");
}

#[test]
fn a_body_that_is_not_well_formed_is_not_run() {
    struct Broken;
    impl Loader for Broken {
        fn load(&mut self, program: &mut Program, function: FuncId) -> Loaded {
            let body = parse("func @main(%n: i32) -> i32 {\nentry:\n  ret %n\n}");
            program.functions[function] = body.functions[FuncId(0)].clone();
            program.functions[function].result = Some(Type::Int(99));
            Loaded::Body
        }
    }
    let whole = parse(SHAPES);
    let models = Models::none();
    let mut machine =
        Machine::with_loader(beginning(&whole), recording(), models, Box::new(Broken)).unwrap();
    assert!(!machine.load(FuncId(0)));
    assert!(machine.missing(FuncId(0)).unwrap().contains("there is no type i99"));
}

#[test]
fn a_model_adds_classes_and_calls_what_it_added() {
    let mut models = Models::standard();
    models.add("twice", |context: &mut dyn Context, arguments: &[Value]| {
        // Each call adds a class, a global and a function of its own.
        let mut made = None;
        context.grow(&mut |program| {
            let number = program.classes.len();
            let text = format!(
                "class K{number} {{ size 8 }}\nglobal @g{number}: 4 align 4 = i32 [7]\n\
                 func @f{number}(%n: i32) -> i32 {{\nentry:\n  br eq i32 %n, 5 ? five : other\n\
                 five:\n  ret 500\nother:\n  ret %n\n}}"
            );
            let small = parse(&text);
            let class = program.classes.push(small.classes[ClassId(0)].clone());
            let global: Global = small.globals[program::GlobalId(0)].clone();
            let global = program.globals.push(global);
            let function = program.functions.push(small.functions[FuncId(0)].clone());
            made = Some((class, global, function));
        })?;
        let (class, global, function) = made.expect("it has grown");
        let object = context.new_object(class)?;
        assert_eq!(context.class_of(object)?, class);
        assert_eq!(context.class_state(class), 0);
        context.initialise(class)?;
        assert_eq!(context.class_state(class), 1);
        let at = Value::pointer(context.global(global));
        let seven = context.load(at, Type::I32)?;
        assert_eq!(seven.bits, 7);
        context.store(at, arguments[0])?;
        let result = context.call(function, &arguments[..1])?;
        let caller = context.stack().last().map(|point| point.function);
        let name = caller.map(|caller| context.program().functions[caller].name.clone());
        assert_eq!(name.as_deref(), Some("caller"));
        Ok(result)
    });
    let text = "declare @twice(%n: i32) -> i32
func @caller(%n: i32) -> i32 {
entry:
  %a = call i32 @twice(i32 %n)
  %b = call i32 @twice(i32 %a)
  %c = add i32 %a, %b
  ret %c
}";
    struct Nothing;
    impl Loader for Nothing {
        fn load(&mut self, _: &mut Program, _: FuncId) -> Loaded {
            Loaded::Missing(String::new())
        }
    }
    let program = parse(text);
    for mode in MODES {
        let loader = Box::new(Nothing);
        let models = models.clone();
        let machine =
            Machine::with_loader(Arc::clone(&program), recording(), models, loader).unwrap();
        let (trace, scenario) = (Trace::default(), Scenario::default());
        let mut subject = Subject { program: Arc::clone(&program), machine, trace, scenario };
        for _ in 0..3 {
            subject.run("let n: i32 = 5\ncall @caller(n)", mode);
            assert_eq!(subject.summary(), "returned 1000");
            subject.run("let n: i32 = 4\ncall @caller(n)", mode);
            assert_eq!(subject.summary(), "returned 8");
        }
        assert_eq!(subject.machine.program().classes.len(), 12);
    }
}

const LIMITS: &str = r#"
func @main(%which: i32) -> i32 {
  handlers h0 { catch Deep %e -> deep, catch Much %e -> much }
entry: handlers h0
  switch i32 %which { 0 -> recursion, 1 -> list, 2 -> array, 3 -> models, 4 -> allocate, default -> rest }
recursion: handlers h0
  %r = call i32 @down(i32 0)
  ret %r
list: handlers h0
  %l = call ptr @chain()
  ret 1
array: handlers h0
  %a = newarray "int[]" 2000000000
  ret 2
models: handlers h0
  %m = call i32 @back(i32 0)
  ret %m
allocate: handlers h0
  %x = call ptr @malloc(i64 1000000000)
  ret 3
rest: handlers h0
  %y = call i32 @uncaught(i32 0)
  ret %y
deep:
  %d = load.trusted i32 %e
  ret %d
much:
  %f = load.trusted i32 %e
  ret %f
}
class Deep { size 8 field code: i32 at 0 }
class Much { size 8 field code: i32 at 0 }
class Node { size 16 field next: ptr at 0 }
class "int[]" array i32
func @down(%n: i32) -> i32 {
entry:
  %m = add i32 %n, 1
  %r = call i32 @down(i32 %m)
  ret %r
}
func @uncaught(%n: i32) -> i32 {
entry:
  jump entry
}
func @chain() -> ptr {
entry:
  %last = copy ptr null
  jump more
more:
  %n = new Node
  store.trusted ptr %last, %n
  %last = copy ptr %n
  jump more
}
declare @back(%n: i32) -> i32
declare @malloc(%n: i64) -> ptr
func @again(%n: i32) -> i32 {
entry:
  %m = add i32 %n, 1
  %r = call i32 @back(i32 %m)
  ret %r
}
func @too_deep() {
entry:
  call void @helper(i32 20)
  %e = new Deep
  store.trusted i32 -7, %e
  throw %e
}
func @helper(%n: i32) {
entry:
  br eq i32 %n, 0 ? done : more
more:
  %m = sub i32 %n, 1
  call void @helper(i32 %m)
  ret
done:
  ret
}
func @too_much() {
entry:
  %e = new Much
  store.trusted i32 -8, %e
  throw %e
}
"#;

#[test]
fn limits_are_thrown_where_a_loader_says_how() {
    let config =
        Config { max_depth: 500, memory: 8 << 20, max_steps: 3_000_000, ..Config::default() };
    let mut models = Models::standard();
    models.add("back", |context: &mut dyn Context, arguments: &[Value]| {
        let again = context.program().function_named("again").expect("it was filled up");
        context.call(again, arguments)
    });
    let whole = parse(LIMITS);
    let asked = Arc::default();
    let loader = Box::new(Shelf { whole: Arc::clone(&whole), asked });
    let machine = Machine::with_loader(beginning(&whole), config, models, loader).unwrap();
    let (trace, scenario) = (Trace::default(), Scenario::default());
    let mut subject = Subject { program: whole, machine, trace, scenario };
    let expected = expect![[r#"
        0: returned -7
        1: returned -8
        2: returned -8
        3: returned -7
        4: returned -8
        5: stopped: step budget used up
        0: returned -7
        1: returned -8
    "#]];
    for mode in MODES {
        let mut text = String::new();
        for which in (0..6).chain(0..2) {
            subject.run(&format!("call @main({which})"), mode);
            writeln!(text, "{which}: {}", subject.summary()).unwrap();
        }
        expected.assert_eq(&text);
    }
}

#[test]
fn who_throws_at_a_limit_may_not_reach_it_again() {
    struct Greedy;
    impl Loader for Greedy {
        fn load(&mut self, _: &mut Program, _: FuncId) -> Loaded {
            Loaded::Missing(String::new())
        }
        fn on_limit(&mut self, program: &mut Program, _: Limit) -> Option<FuncId> {
            program.function_named("down")
        }
    }
    let program = parse("func @down() {\nentry:\n  call void @down()\n  ret\n}");
    let config = Config { max_depth: 300, ..Config::default() };
    let models = Models::none();
    let mut machine =
        Machine::with_loader(Arc::clone(&program), config, models, Box::new(Greedy)).unwrap();
    let scenario = scenario::text::parse("call @down()", &program).unwrap();
    let mut trace = Trace::default();
    machine.run(&scenario, Mode::Concrete, &mut trace).unwrap();
    assert_eq!(trace.outcome, trace::Outcome::Exhausted(Limit::Depth));
}

#[test]
fn a_thousand_nested_calls_from_models_end_at_the_limit_on_a_small_stack() {
    let run = || {
        let mut models = Models::none();
        models.add("back", |context: &mut dyn Context, arguments: &[Value]| {
            let again = context.program().function_named("again").ok_or(Stop::Exit(1))?;
            context.call(again, arguments)
        });
        let text = "declare @back(%n: i32) -> i32
func @again(%n: i32) -> i32 {
entry:
  %r = call i32 @back(i32 %n)
  ret %r
}";
        let mut subject = Subject::with(text, Config::default(), models);
        for mode in MODES {
            subject.run("call @again(1)", mode);
            assert!(subject.summary().contains("call depth"), "{}", subject.summary());
        }
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(run).unwrap();
    thread.join().unwrap();
}

#[test]
fn the_result_of_a_function_with_a_grader_is_graded_behind_its_body() {
    struct Strict;
    impl Grader for Strict {
        fn grade(
            &self,
            _: &mut dyn Context,
            arguments: &[Value],
            result: Value,
        ) -> Result<Value, Stop> {
            let far = Distance::of_u64(100 * arguments[0].bits as u64);
            Ok(Value { grade: Some(far), ..result })
        }
    }
    struct Graders;
    impl Loader for Graders {
        fn load(&mut self, _: &mut Program, _: FuncId) -> Loaded {
            Loaded::Missing(String::new())
        }
        fn grader(&mut self, program: &Program, function: FuncId) -> Option<Arc<dyn Grader>> {
            (program.functions[function].name == "zero")
                .then(|| Arc::new(Strict) as Arc<dyn Grader>)
        }
    }
    let program = parse(
        "func @zero(%n: i32) -> i32 {
entry:
  br sgt i32 %n, 0 ? again : done
again:
  %n = sub i32 %n, 1
  %z = call i32 @zero(i32 %n)
  ret %z
done:
  ret 0
}
func @main(%n: i32) -> i32 {
entry:
  %z = call i32 @zero(i32 %n)
  br ne i32 %z, 0 ? yes : no
yes:
  ret 1
no:
  ret 2
}",
    );
    let models = Models::none();
    let mut machine =
        Machine::with_loader(Arc::clone(&program), recording(), models, Box::new(Graders)).unwrap();
    let mut trace = Trace::default();
    // More calls inside each other than are graded: results and steps are the same nevertheless.
    for n in [3, 100] {
        let scenario = scenario::text::parse(&format!("call @main({n})"), &program).unwrap();
        let mut steps = Vec::new();
        for mode in MODES {
            machine.run(&scenario, mode, &mut trace).unwrap();
            assert_eq!(trace.outcome, trace::Outcome::Returned);
            steps.push(trace.steps);
            if mode == Mode::Graded {
                let last = trace.events.iter().rev().find_map(|event| match event {
                    trace::Event::Branch { distance, .. } => Some(*distance),
                    _ => None,
                });
                assert_eq!(last, Some(Some(Distance::of_u64(100 * n))));
            }
        }
        assert!(steps.iter().all(|other| *other == steps[0]), "{steps:?}");
    }
}
