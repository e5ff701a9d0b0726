//! Managed objects: exceptions on their way to a handler, class initialisation, dispatch.

mod common;
use common::{ALL, MODES, Subject, outcomes, recording, traced};
use expect_test::expect;
use machine::{Config, Models};
use trace::print::Options;
use trace::{Mode, Runner, Trace};

const EXCEPTIONS: &str = "
interface Tag
class Throwable { size 8 field code: i32 at 0 }
class A extends Throwable { size 8 }
class B extends A { size 8 }
class C extends Throwable implements Tag { size 8 }
class D { size 8 }

func @throw(%which: i32) -> i32 {
entry:
  switch i32 %which { 1 -> a, 2 -> b, 3 -> c, 4 -> d, 5 -> none, default -> fine }
a:
  %x = new A
  throw %x
b:
  %x = new B
  throw %x
c:
  %x = new C
  throw %x
d:
  %x = new D
  throw %x
none:
  throw null
fine:
  ret 0
}
func @pass(%which: i32) -> i32 {
entry:
  %r = call i32 @throw(i32 %which)
  ret %r
}
; Handlers are tried in order: B before A.
func @ordered(%which: i32) -> i32 {
  handlers h0 { catch B %e -> b, catch A %e -> a, catch Tag %e -> tag }
entry: handlers h0
  %r = call i32 @pass(i32 %which)
  ret %r
b:
  ret 20
a:
  ret 10
tag:
  ret 30
}
; A comes first and takes B too.
func @shadowed(%which: i32) -> i32 {
  handlers h0 { catch A %e -> a, catch B %e -> b, catch any %e -> rest }
entry: handlers h0
  %r = call i32 @pass(i32 %which)
  ret %r
b:
  ret 20
a:
  ret 10
rest:
  ret 99
}
; What the handler throws again is not caught by the same table.
func @again(%which: i32) -> i32 {
  handlers h0 { catch any %e -> rethrow }
  handlers h1 { catch C %e -> c }
entry: handlers h0
  %r = call i32 @pass(i32 %which)
  ret %r
rethrow: handlers h1
  throw %e
c:
  ret 33
}
func @outer(%which: i32) -> i32 {
  handlers h0 { catch B %e -> b }
entry: handlers h0
  %r = call i32 @again(i32 %which)
  ret %r
b:
  ret 22
}
; Only the block of the call is covered.
func @uncovered(%which: i32) -> i32 {
  handlers h0 { catch any %e -> rest }
entry: handlers h0
  %x = copy i32 %which
  jump next
next:
  %r = call i32 @throw(i32 %x)
  ret %r
rest:
  ret 99
}
func @fail(%x: i32) {
entry:
  %r = call i32 @pass(i32 %x)
  ret
}
; The function that a failed check calls throws, or wrongly returns.
func @checked(%which: i32) -> i32 {
  handlers h0 { catch A %e -> a }
entry: handlers h0
  check assertion eq i32 %which, 7 else call @fail(i32 %which)
  ret 7
a:
  ret 10
}";

#[test]
fn an_exception_finds_the_first_handler_that_fits_in_the_nearest_call() {
    let mut scenarios = Vec::new();
    for function in ["pass", "ordered", "shadowed", "again", "outer", "uncovered", "checked"] {
        for which in 0..=5 {
            scenarios.push(format!("call @{function}({which})"));
        }
    }
    scenarios.push("call @checked(7)".to_owned());
    let scenarios: Vec<&str> = scenarios.iter().map(String::as_str).collect();
    let recorded = outcomes(EXCEPTIONS, &recording(), &scenarios);
    assert_eq!(recorded, outcomes(EXCEPTIONS, &Config::default(), &scenarios));
    expect![[r#"
        call @pass(0): returned 0
        call @pass(1): threw A
        call @pass(2): threw B
        call @pass(3): threw C
        call @pass(4): threw D
        call @pass(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass
        call @ordered(0): returned 0
        call @ordered(1): returned 10
        call @ordered(2): returned 20
        call @ordered(3): returned 30
        call @ordered(4): threw D
        call @ordered(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass; called at block entry in @ordered
        call @shadowed(0): returned 0
        call @shadowed(1): returned 10
        call @shadowed(2): returned 10
        call @shadowed(3): returned 99
        call @shadowed(4): returned 99
        call @shadowed(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass; called at block entry in @shadowed
        call @again(0): returned 0
        call @again(1): threw A
        call @again(2): threw B
        call @again(3): returned 33
        call @again(4): threw D
        call @again(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass; called at block entry in @again
        call @outer(0): returned 0
        call @outer(1): threw A
        call @outer(2): returned 22
        call @outer(3): returned 33
        call @outer(4): threw D
        call @outer(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass; called at block entry in @again; called at block entry in @outer
        call @uncovered(0): returned 0
        call @uncovered(1): threw A
        call @uncovered(2): threw B
        call @uncovered(3): threw C
        call @uncovered(4): threw D
        call @uncovered(5): trapped: null pointer used at block none in @throw; throw null; called at block next in @uncovered
        call @checked(0): trapped: unreachable code reached at block entry in @checked; check assertion eq i32 %which, 7 else call @fail(i32 %which)
        call @checked(1): returned 10
        call @checked(2): returned 10
        call @checked(3): threw C
        call @checked(4): threw D
        call @checked(5): trapped: null pointer used at block none in @throw; throw null; called at block entry in @pass; called at block entry in @fail; called at block entry in @checked
        call @checked(7): returned 7
    "#]].assert_eq(&recorded);
}

#[test]
fn calls_that_an_exception_leaves_are_told_of_and_their_objects_end() {
    let program = "
class E { size 8 }
global @kept: 8 align 8
func @inner() {
entry:
  %p = alloc stack 8 align 8 zeroed
  store ptr %p, @kept
  %e = new E
  throw %e
}
func @middle() {
entry:
  call void @inner()
  ret
}
func @outer() -> i64 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  call void @middle()
  ret 0
caught:
  %p = load ptr @kept
  %v = load i64 %p
  ret %v
}";
    let text = traced(program, "call @outer()", Mode::Concrete, ALL);
    expect![[r#"
        trapped: use after free at block caught in @outer
            %v = load i64 %p
        8 steps

        events
          enter @outer
            enter @middle
              enter @inner
              leave @inner
            leave @middle

        path condition
          true
    "#]]
    .assert_eq(&text);
}

const CLASSES: &str = "
global @log: 8 align 8
interface Shape {
  method area = @Shape.area
  method name = @Shape.name
}
interface Round implements Shape
class Object { method hash = @Object.hash }
class Base extends Object { size 8 field side: i32 at 0 method area = @Base.area init @Base.init }
class Square extends Base implements Shape { size 8 }
class Circle extends Object implements Round { size 8 method name = @Circle.name init @Circle.init }
class \"Square[]\" array ptr extends Object

func @note(%digit: i64) {
entry:
  %old = load i64 @log
  %new = mul i64 %old, 10
  %new = add i64 %new, %digit
  store i64 %new, @log
  ret
}
func @Base.init() {
entry:
  call void @note(i64 1)
  init Base
  init Circle
  ret
}
func @Circle.init() {
entry:
  init Base
  call void @note(i64 2)
  ret
}
func @Shape.area(%this: ptr) -> i32 {
entry:
  ret 100
}
func @Shape.name(%this: ptr) -> i32 {
entry:
  ret 101
}
func @Base.area(%this: ptr) -> i32 {
entry:
  %s = load.trusted i32 %this
  ret %s
}
func @Circle.name(%this: ptr) -> i32 {
entry:
  ret 303
}
func @Object.hash(%this: ptr) -> i32 {
entry:
  %c = classof %this
  ret %c
}
func @area(%o: ptr) -> i32 {
entry:
  %r = callvirt i32 area(ptr %o)
  ret %r
}
func @name(%o: ptr) -> i32 {
entry:
  %r = callvirt i32 name(ptr %o)
  ret %r
}
func @hash(%o: ptr) -> i32 {
entry:
  %r = callvirt i32 hash(ptr %o)
  ret %r
}
func @initialise() -> i64 {
entry:
  init Base
  init Circle
  init Base
  init Object
  %r = load i64 @log
  ret %r
}
func @log_now() -> i64 {
entry:
  %r = load i64 @log
  ret %r
}
func @is_shape(%o: ptr) -> i1 {
entry:
  %r = instanceof %o, Shape
  ret %r
}
func @length(%o: ptr) -> i32 {
entry:
  %r = arraylength %o
  ret %r
}
func @make(%n: i32) -> i32 {
entry:
  %a = newarray \"Square[]\" %n
  %r = arraylength %a
  ret %r
}
func @stack() -> i32 {
entry:
  %p = alloc stack 8 align 8 zeroed
  %r = call i32 @area(ptr %p)
  ret %r
}";

#[test]
fn a_virtual_call_takes_superclasses_before_interface_defaults() {
    let scenarios = [
        "let o = new Square\nset o.side = 7\ncall @area(o)",
        "let o = new Circle\ncall @area(o)",
        "let o = new Square\ncall @name(o)",
        "let o = new Circle\ncall @name(o)",
        "let o = new Circle\ncall @hash(o)",
        "let o = new \"Square[]\" []\ncall @hash(o)",
        "let o = new Object\ncall @area(o)",
        "call @area(null)",
        "call @stack()",
        "let o = new Square\ncall @is_shape(o)",
        "let o = new Circle\ncall @is_shape(o)",
        "let o = new Base\ncall @is_shape(o)",
        "call @is_shape(null)",
        "let o = new Base\ncall @length(o)",
        "call @length(null)",
        "call @make(5)",
        "call @make(0)",
        "call @make(-1)",
    ];
    expect![[r#"
        call @area(o): returned 7
        call @area(o): returned 100
        call @name(o): returned 101
        call @name(o): returned 303
        call @hash(o): returned 5
        call @hash(o): returned 6
        call @area(o): trapped: virtual method not found at block entry in @area; %r = callvirt i32 area(ptr %o)
        call @area(null): trapped: null pointer used at block entry in @area; %r = callvirt i32 area(ptr %o)
        call @stack(): trapped: access to an invalid address at block entry in @area; %r = callvirt i32 area(ptr %o); called at block entry in @stack
        call @is_shape(o): returned true
        call @is_shape(o): returned true
        call @is_shape(o): returned false
        call @is_shape(null): returned false
        call @length(o): trapped: access to an invalid address at block entry in @length; %r = arraylength %o
        call @length(null): trapped: null pointer used at block entry in @length; %r = arraylength %o
        call @make(5): returned 5
        call @make(0): returned 0
        call @make(-1): trapped: negative size at block entry in @make; %a = newarray "Square[]" %n
    "#]].assert_eq(&outcomes(CLASSES, &recording(), &scenarios));
}

#[test]
fn the_most_special_interface_default_wins_in_whatever_order_they_are_named() {
    let program = |order: &str| {
        format!(
            "
interface Top {{ method id = @Top.id }}
interface Left implements Top
interface Right implements Top {{ method id = @Right.id }}
interface Low implements Left, Right
class Parent implements Top
class Child extends Parent implements {order}
func @Top.id(%this: ptr) -> i32 {{
entry:
  ret 1
}}
func @Right.id(%this: ptr) -> i32 {{
entry:
  ret 2
}}
func @id(%o: ptr) -> i32 {{
entry:
  %r = callvirt i32 id(ptr %o)
  ret %r
}}"
        )
    };
    for order in ["Top, Right", "Right, Top", "Left, Right", "Low", "Top, Low"] {
        let scenarios = ["let o = new Child\ncall @id(o)", "let o = new Parent\ncall @id(o)"];
        let found = outcomes(&program(order), &recording(), &scenarios);
        assert_eq!(found, "call @id(o): returned 2\ncall @id(o): returned 1\n", "{order}");
    }
}

#[test]
fn a_class_is_initialised_once_and_anew_in_every_run() {
    let scenarios = [
        "call @initialise()",
        "call @initialise()\ncall @initialise()",
        "call @log_now()",
        "call @initialise()",
    ];
    expect![[r#"
        call @initialise(): returned 12
        call @initialise(): returned
        call @log_now(): returned 0
        call @initialise(): returned 12
    "#]]
    .assert_eq(&outcomes(CLASSES, &recording(), &scenarios));
}

#[test]
fn after_a_rebase_a_class_stays_initialised() {
    let mut subject = Subject::with(CLASSES, Config::default(), Models::none());
    subject.run("call @initialise()", Mode::Concrete);
    subject.machine.rebase();
    for mode in MODES {
        subject.run("call @log_now()", mode);
        assert_eq!(subject.summary(), "returned 12");
        subject.run("call @initialise()", mode);
        assert_eq!(subject.summary(), "returned 12", "initialisers do not run again");
    }
}

#[test]
fn a_symbolic_reference_is_fixed_when_its_class_or_length_is_asked_for() {
    let program = "
class A { size 8 }
class B { size 8 }
class \"A[]\" array ptr
func @f(%array: ptr, %i: i8) -> i8 {
entry:
  %w = and i8 %i, 1
  %j = zext i8 %w to i64
  %x = address %array + %j * 8
  %o = load.trusted ptr %x
  %is = instanceof %o, A
  br %is ? one : two
one:
  ret 1
two:
  ret 2
}";
    let scenario = "
let a = new A
let b = new B
let m = object 16
set m: ptr = a
set m + 8: ptr = b
let i: i8 = 1
call @f(m, i)";
    let report = common::oracle::exact(program, scenario, &[]);
    assert_eq!((report.paths, report.narrowed), (2, 0));
}

#[test]
fn an_uncaught_exception_ends_the_scenario_where_it_is() {
    let mut subject = Subject::with(EXCEPTIONS, recording(), Models::none());
    let mut trace = Trace::default();
    let text = "call @throw(0)\ncall @throw(2)\ncall @throw(1)";
    let scenario = scenario::text::parse(text, &subject.program).expect("it parses");
    for mode in MODES {
        subject.machine.run(&scenario, mode, &mut trace).expect("it fits");
        assert_eq!(trace.statement, 1);
        assert_eq!(trace.observations.len(), 1);
    }
    subject.run_scenario(scenario, Mode::Concrete);
    expect![[r#"
        threw B
          during statement 2: call @throw(2)
        call @throw(0)
          result = 0
        5 steps
    "#]]
    .assert_eq(&subject.text(Options::default()));
}

#[test]
fn a_cast_lets_null_through_and_an_array_takes_what_it_is_made_for() {
    let program = r#"
interface Tag
class A { size 8 }
class B extends A implements Tag { size 8 }
class "A[]" array ptr of A
class "B[]" array ptr of B implements "A[]", "Tag[]"
class "Tag[]" array ptr of Tag
class "int[]" array i32
class "ptr[]" array ptr
func @make(%which: i32) -> ptr {
entry:
  switch i32 %which { 0 -> none, 1 -> a, 2 -> b, 3 -> as, 4 -> bs, 5 -> ints, default -> loose }
none:
  ret null
a:
  %o = new A
  ret %o
b:
  %o = new B
  ret %o
as:
  %o = newarray "A[]" 1
  ret %o
bs:
  %o = newarray "B[]" 1
  ret %o
ints:
  %o = newarray "int[]" 1
  ret %o
loose:
  %o = newarray "ptr[]" 1
  ret %o
}
func @casts(%which: i32) -> i32 {
entry:
  %o = call ptr @make(i32 %which)
  %a = maycast %o, A
  %t = maycast %o, Tag
  %as = maycast %o, "A[]"
  %ts = maycast %o, "Tag[]"
  %r = call i32 @digits(i1 %a, i1 %t, i1 %as, i1 %ts)
  ret %r
}
func @digits(%a: i1, %b: i1, %c: i1, %d: i1) -> i32 {
entry:
  %r = zext i1 %a to i32
  %r = mul i32 %r, 10
  %x = zext i1 %b to i32
  %r = add i32 %r, %x
  %r = mul i32 %r, 10
  %x = zext i1 %c to i32
  %r = add i32 %r, %x
  %r = mul i32 %r, 10
  %x = zext i1 %d to i32
  %r = add i32 %r, %x
  ret %r
}
func @stores(%array: i32) -> i32 {
entry:
  %o = call ptr @make(i32 %array)
  %a = new A
  %b = new B
  %r = maystore %o, null
  %s = maystore %o, %a
  %t = maystore %o, %b
  %u = maystore %o, %o
  %v = call i32 @digits(i1 %r, i1 %s, i1 %t, i1 %u)
  ret %v
}"#;
    let calls = (0..=4).map(|which| format!("call @casts({which})"));
    let calls = calls.chain((2..=6).chain([0]).map(|which| format!("call @stores({which})")));
    let calls: Vec<String> = calls.collect();
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    expect![[r#"
        call @casts(0): returned 1111
        call @casts(1): returned 1000
        call @casts(2): returned 1100
        call @casts(3): returned 10
        call @casts(4): returned 11
        call @stores(2): returned 1111
        call @stores(3): returned 1110
        call @stores(4): returned 1010
        call @stores(5): returned 1111
        call @stores(6): returned 1111
        call @stores(0): trapped: null pointer used at block entry in @stores; %r = maystore %o, null
    "#]].assert_eq(&outcomes(program, &recording(), &calls));
}

#[test]
fn checks_of_arrays_and_references_count_the_same_with_and_without_shortcuts() {
    let program = r#"
class E { size 8 }
class Box { size 16 field value: i32 at 0 field array: ptr at 8 }
class "int[]" array i32
class "byte[]" array i8
func @none() {
entry:
  %e = new E
  throw %e
}
func @outside(%index: i32, %length: i32) {
entry:
  %e = new E
  store.trusted i32 %index, %e
  store.trusted i32 %length, %e + 4
  throw %e
}
func @sum(%box: ptr, %from: i32, %to: i32) -> i32 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  %s = copy i32 0
  jump head
head:
  br slt i32 %from, %to ? body : done
body: handlers h0
  check null ne ptr %box, null else call @none()
  %a = load.trusted ptr %box + 8
  check null ne ptr %a, null else call @none()
  %length = arraylength %a
  check bounds ult i32 %from, %length else call @outside(i32 %from, i32 %length)
  %wide = zext i32 %from to i64
  %place = address %a + %wide * 4
  %x = load.trusted i32 %place
  %s = add i32 %s, %x
  %length = arraylength %a
  check bounds ult i32 %from, %length else call @outside(i32 %from, i32 %length)
  %wide = zext i32 %from to i64
  %place = address %a + %wide * 4
  store.trusted i32 %s, %place
  %s = add i32 %s, %length
  %from = add i32 %from, 1
  jump head
done:
  ret %s
caught:
  %i = load.trusted i32 %e
  %n = load.trusted i32 %e + 4
  %r = mul i32 %i, 100
  %r = add i32 %r, %n
  ret %r
}
; The address goes where the array was, and the length where the index is must not be taken together.
func @close(%n: i32, %i: i32) -> i32 {
  handlers h0 { catch E %e -> caught }
entry: handlers h0
  %a = newarray "byte[]" %n
  %b = copy ptr %a
  %length = arraylength %a
  check bounds ult i32 %i, %length else call @outside(i32 %i, i32 %length)
  %wide = zext i32 %i to i64
  %a = address %a + %wide
  store.trusted i8 7, %a
  %length = arraylength %b
  check bounds ult i32 %length, %length else call @outside(i32 %length, i32 %length)
  ret 0
caught:
  %x = load.trusted i32 %e
  ret %x
}"#;
    let mut scenarios = vec![
        "let b: ptr = null\ncall @sum(b, 0, 1)".to_owned(),
        "let b = new Box\ncall @sum(b, 0, 1)".to_owned(),
        "call @close(3, 2)".to_owned(),
        "call @close(3, 3)".to_owned(),
    ];
    for (from, to) in [(0, 0), (0, 3), (1, 3), (2, 9), (-1, 2), (3, 4)] {
        scenarios.push(format!(
            "let a = new \"int[]\" [3, 4, 5] capacity 3\nlet b = new Box\nset b.array = a\n\
             let i: i32 = {from}\ncall @sum(b, i, {to})"
        ));
    }
    for mode in MODES {
        let seen = [Config::default(), recording()].map(|config| {
            let mut subject = Subject::with(program, config, Models::standard());
            let mut text = String::new();
            for scenario in &scenarios {
                subject.run(scenario, mode);
                text += &subject.text(Options { path: true, ..Options::default() });
                text += &subject.sites();
            }
            text
        });
        assert_eq!(seen[0], seen[1], "{mode:?}");
    }
}
