//! The state at the beginning of a call: symbols in a concolic run, and their values in any run.

mod common;

use common::Subject;
use expect_test::{Expect, expect};
use program::catalogue::{ApiItem, ApiKept, Holds};
use program::{FuncId, Id};
use std::fmt::Write;
use std::sync::Arc;
use term::print::infix;
use trace::{Mode, Runner, Symbol, Watch};

/// Cells in a row, and a box with an array; the last function is the one that is watched.
const CELLS: &str = r#"
class Object
class Cell extends Object {
  size 16
  field value: i32 at 0
  field next: ptr at 8
  method weight = @Cell.weight
}
class Heavy extends Cell {
  size 16
  method weight = @Heavy.weight
}
class Box extends Object {
  size 16
  field items: ptr at 0
  field first: ptr at 8
}
class "int[]" array i32 extends Object

func @Cell.weight(%this: ptr) -> i32 {
entry:
  ret 1
}

func @Heavy.weight(%this: ptr) -> i32 {
entry:
  ret 2
}

func @cell(%value: i32, %next: ptr) -> ptr {
entry:
  %cell = new Cell
  %more = add i32 %value, 1
  store.trusted i32 %more, %cell
  store.trusted ptr %next, %cell + 8
  ret %cell
}

func @heavy(%value: i32) -> ptr {
entry:
  %cell = new Heavy
  store.trusted i32 %value, %cell
  ret %cell
}

func @box(%length: i32, %first: ptr) -> ptr {
entry:
  %box = new Box
  %items = newarray "int[]" %length
  store.trusted ptr %items, %box
  store.trusted ptr %first, %box + 8
  ret %box
}

func @none() {
entry:
  unreachable
}

func @look(%box: ptr, %cell: ptr, %limit: i32) -> i32 {
entry:
  check null ne ptr %box, null else call @none()
  %items = load.trusted ptr %box
  check null ne ptr %items, null else call @none()
  %length = arraylength %items
  br slt i32 2, %length ? element : small
element:
  check bounds ult i32 1, %length else call @none()
  %second = load.trusted i32 %items + 4
  br sgt i32 %second, %limit ? small : first
first:
  %first = load.trusted ptr %box + 8
  br eq ptr %first, %cell ? same : other
same:
  br eq ptr %first, null ? small : inside
inside:
  %value = load.trusted i32 %first
  br sgt i32 %value, %limit ? next : weigh
weigh:
  %weight = callvirt i32 weight(ptr %first)
  ret %weight
next:
  %next = load.trusted ptr %first + 8
  %is_heavy = instanceof %next, Heavy
  br %is_heavy ? small : other
small:
  ret 1
other:
  ret 0
}
"#;

/// The symbols of the last call, the path condition over them, and what else was in it.
fn check(scenario: &str, expect: Expect) {
    expect.assert_eq(&told(&watched(scenario)));
}

fn told(subject: &Subject) -> String {
    let (trace, pool) = (&subject.trace, subject.machine.pool());
    let entry = trace.entry.as_ref().expect("the function was called");
    let mut text = String::new();
    for entered in &entry.symbols {
        let is = match entered.bound {
            Some(bound) => infix(pool, bound).to_string(),
            None if entered.symbol.is_identity() => continue,
            None => entered.bits.to_string(),
        };
        let _ = writeln!(text, "{} = {is}", entered.symbol.name);
    }
    let (first, last) = entry.clauses;
    for clause in &trace.path[first..last.min(trace.path.len())] {
        let _ = writeln!(text, "{}", infix(pool, clause.term));
    }
    text
}

/// A run in which the last call has symbols.
fn watched(scenario: &str) -> Subject {
    let mut subject = Subject::new(CELLS);
    let function = look(&subject);
    subject.machine.set_watch(Some(Watch { function, symbols: None, globals: Arc::default() }));
    subject.run(scenario, Mode::Concolic);
    subject
}

fn look(subject: &Subject) -> FuncId {
    let found = subject.program.functions.iter().find(|(_, function)| function.name == "look");
    found.map_or(FuncId::new(0), |(id, _)| id)
}

#[test]
fn a_path_condition_is_about_what_the_call_is_given_and_reaches() {
    check(
        "let v: i32 = 5\nlet n: i32 = 3\nlet l: i32 = 0\ncall c = @cell(v, null)\n\
         call b = @box(n, c)\ncall @look(b, c, l)",
        expect![[r#"
            box = box&
            cell = cell&
            limit = l
            box.first = first&
            cell.value = v + 1
            cell.next = next&
            box.items.length = n
            box.items[0] = 0
            box.items[1] = 0
            box.items[2] = 0
            box != 0
            box.items != 0
            box.items.length >= 3
            box.items.length >=u 2
            limit >= box.items[1]
            box.first == cell
            box.first != 0
            limit < cell.value
            !cell.next instanceof Heavy
        "#]],
    );
}

#[test]
fn classes_of_objects_are_symbols_where_something_depends_on_them() {
    check(
        "let l: i32 = 9\ncall h = @heavy(7)\ncall b = @box(4, h)\ncall @look(b, h, l)",
        expect![[r#"
            box = box&
            cell = cell&
            limit = l
            box.first = first&
            cell.value = 7
            box.items.length = 4
            box.items[0] = 0
            box.items[1] = 0
            box.items[2] = 0
            box.items[3] = 0
            box != 0
            box.items != 0
            box.items.length >= 3
            box.items.length >=u 2
            limit >= box.items[1]
            box.first == cell
            box.first != 0
            limit >= cell.value
            box.first.class == 2
        "#]],
    );
    check(
        "let l: i32 = 0\ncall h = @heavy(7)\ncall c = @cell(7, h)\ncall b = @box(4, c)\n\
         call @look(b, c, l)",
        expect![[r#"
            box = box&
            cell = cell&
            limit = l
            box.first = first&
            cell.value = 8
            cell.next = next&
            box.items.length = 4
            box.items[0] = 0
            box.items[1] = 0
            box.items[2] = 0
            box.items[3] = 0
            cell.next.value = 7
            box != 0
            box.items != 0
            box.items.length >= 3
            box.items.length >=u 2
            limit >= box.items[1]
            box.first == cell
            box.first != 0
            limit < cell.value
            cell.next instanceof Heavy
        "#]],
    );
}

#[test]
fn symbols_have_values_in_every_run_or_none_where_there_is_no_such_thing() {
    let subject = watched(
        "let l: i32 = 0\ncall h = @heavy(7)\ncall c = @cell(7, h)\ncall b = @box(4, c)\n\
         call @look(b, c, l)",
    );
    let entry = subject.trace.entry.expect("the function was called");
    let symbols: Arc<[Symbol]> =
        entry.symbols.iter().map(|entered| entered.symbol.clone()).collect();
    let mut subject = Subject::new(CELLS);
    let function = look(&subject);
    subject.machine.set_watch(Some(Watch {
        function,
        symbols: Some(Arc::clone(&symbols)),
        globals: Arc::default(),
    }));
    for mode in common::MODES {
        subject.run(
            "call c = @cell(1, null)\ncall b = @box(1, null)\ncall @look(b, c, 3)\n\
             call @look(b, null, 4)",
            mode,
        );
        let mut text = String::new();
        for (statement, values) in &subject.trace.entered {
            let _ = writeln!(text, "statement {statement}");
            for (symbol, value) in symbols.iter().zip(values) {
                let is = match value {
                    Some(0) if symbol.is_identity() => "no".to_owned(),
                    Some(_) if symbol.is_identity() => "yes".to_owned(),
                    Some(bits) => bits.to_string(),
                    None => "nothing".to_owned(),
                };
                let _ = writeln!(text, "  {}: {is}", symbol.name);
            }
        }
        expect![[r#"
            statement 2
              box: yes
              cell: yes
              limit: 3
              box.items: yes
              box.first: no
              cell.value: 2
              cell.next: no
              box.items.length: 1
              box.items[0]: 0
              box.items[1]: nothing
              box.items[2]: nothing
              box.items[3]: nothing
              cell.next.value: nothing
              cell.next.next: nothing
              cell.next instanceof Heavy: no
            statement 3
              box: yes
              cell: no
              limit: 4
              box.items: yes
              box.first: no
              cell.value: nothing
              cell.next: nothing
              box.items.length: 1
              box.items[0]: 0
              box.items[1]: nothing
              box.items[2]: nothing
              box.items[3]: nothing
              cell.next.value: nothing
              cell.next.next: nothing
              cell.next instanceof Heavy: nothing
        "#]]
        .assert_eq(&text);
    }
}

/// A counter that calls add to, and a mark that they leave alone.
const COUNTED: &str = "
global @count: 4 align 4
global @last: 16 align 8

func @add(%more: i32) {
entry:
  %count = load i32 @count
  %sum = add i32 %count, %more
  store i32 %sum, @count
  ret
}

func @look() -> i32 {
entry:
  %count = load i32 @count
  br sgt i32 %count, 100 ? many : few
many:
  %mark = load i32 @last + 8
  br eq i32 %mark, %count ? few : marked
marked:
  ret 1
few:
  ret 0
}
type int = int 32
type mark = struct mark size 16 { first: int at 0, second: int at 8 }
api global @count: int
api global @last: mark
";

#[test]
fn globals_are_symbols_where_they_are_watched() {
    let mut subject = Subject::new(COUNTED);
    let function = look(&subject);
    let typed = subject.program.catalogue.items.iter().filter_map(|item| match item {
        ApiItem::Global { global, ty } => Some(ApiKept {
            global: *global,
            offset: 0,
            holds: Holds::Typed(*ty),
            name: subject.program.globals[*global].name.clone(),
        }),
        _ => None,
    });
    let globals = typed.collect();
    subject.machine.set_watch(Some(Watch { function, symbols: None, globals }));
    subject.run("let n: i32 = 70\ncall @add(n)\ncall @add(n)\ncall @look()", Mode::Concolic);
    expect![[r#"
        count = n * 2
        last.first = 0
        last.second = 0
        count >= 101
        count != last.second
    "#]]
    .assert_eq(&told(&subject));
}

/// A page of variables that nobody can name from outside, of which the code knows one and the catalogue another.
const PAGE: &str = "
global @page: 16 align 8

func @add(%more: i32) {
entry:
  %total = load i32 @page + 8
  %sum = add i32 %total, %more
  store i32 %sum, @page + 8
  ret
}

func @look() -> i32 {
entry:
  %total = load i32 @page + 8
  br eq i32 %total, 42 ? found : lost
found:
  ret 1
lost:
  ret 0
}
api kept @page + 8 Counter.total = i32
";

#[test]
fn a_variable_that_no_test_can_name_is_a_symbol() {
    let mut subject = Subject::new(PAGE);
    let function = look(&subject);
    let kept = subject.program.catalogue.items.iter().filter_map(|item| match item {
        ApiItem::Kept(kept) => Some(kept.clone()),
        _ => None,
    });
    let globals = kept.collect();
    subject.machine.set_watch(Some(Watch { function, symbols: None, globals }));
    subject.run("let n: i32 = 7\ncall @add(n)\ncall @add(n)\ncall @look()", Mode::Concolic);
    expect![[r#"
        Counter.total = n * 2
        Counter.total != 42
    "#]]
    .assert_eq(&told(&subject));
}

/// A value that is a number, a short text or a pointer to another, by its kind; and one behind an address without a type.
const VARIANT: &str = "
func @number(%n: i64) -> ptr {
entry:
  %value = call ptr @malloc(i64 24)
  store i32 1, %value
  store i64 %n, %value + 8
  store i32 5, %value + 16
  ret %value
}

func @link(%other: ptr) -> ptr {
entry:
  %value = call ptr @malloc(i64 24)
  store i32 2, %value
  store ptr %other, %value + 8
  store i32 6, %value + 16
  ret %value
}

declare @malloc(%size: i64) -> ptr

func @look(%value: ptr, %any: ptr) -> i32 {
entry:
  %kind = load i32 %value
  br eq i32 %kind, 2 ? linked : plain
linked:
  %other = load ptr %value + 8
  %low = load i16 %other + 8
  br eq i16 %low, 77 ? found : lost
plain:
  %low2 = load i16 %value + 8
  br eq i16 %low2, 77 ? found : more
more:
  %wide = load i64 %any + 8
  br eq i64 %wide, 99 ? found : lost
found:
  ret 1
lost:
  ret 0
}
type int = int 32
type long = int 64
type short = int 16
type void = void
type any = pointer to void
type link = pointer to variant
type inner = union inner size 16 { small: short at 0, number: long at 0, next: link at 0 }
type variant = struct variant size 24 { kind: int at 0, is: inner at 8, after: int at 16 }
api function @look(value: link, any: any) -> int
";

#[test]
fn a_union_is_what_lies_in_it_and_what_has_no_type_is_named_by_its_place() {
    let mut subject = Subject::new(VARIANT);
    let function = look(&subject);
    let mut run = |scenario: &str| {
        let globals = Arc::default();
        subject.machine.set_watch(Some(Watch { function, symbols: None, globals }));
        subject.run(scenario, Mode::Concolic);
        told(&subject)
    };
    expect![[r#"
        value = value&
        any = any&
        value->kind = 1
        value->is.number = n
        value->after = 5
        any@0 = 1
        any@8 = n[31:0]
        any@12 = n[63:32]
        any@16 = 5
        value != 0
        value->kind != 2
        value->is.number[15:0] != 77
        any != 0
        concat(any@12, any@8) != 99
    "#]]
    .assert_eq(&run(
        "let n: i64 = 300\ncall a = @number(n)\ncall b = @number(n)\ncall @look(a, b)",
    ));
    expect![[r#"
        value = value&
        any = any&
        value->kind = 2
        value->is.next = other&
        value->after = 6
        value->is.next->kind = 1
        value->is.next->is.number = n
        value->is.next->after = 5
        value != 0
        value->kind == 2
        value->is.next != 0
        value->is.next->is.number[15:0] != 77
    "#]]
    .assert_eq(&run("let n: i64 = 300\ncall a = @number(n)\ncall b = @link(a)\ncall @look(b, b)"));
}
