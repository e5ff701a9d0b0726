//! Sequences of calls: whatever is inserted, deleted and joined, what comes out fits the program.

use expect_test::expect;
use fastrand::Rng;
use program::analysis::Constants;
use program::{FuncId, Program};
use scenario::make::{Limits, Maker, Pool, sequence};
use scenario::text::{parse, print};
use scenario::{Scenario, Statement};

const PROGRAM: &str = "
global @mode: 4 align 4
func @stack_new(%room: i32) -> ptr {
entry:
  ret null
}
func @stack_push(%s: ptr, %v: i32) {
entry:
  ret
}
func @stack_join(%s: ptr, %t: ptr) -> i32 {
entry:
  %other = load i32 @mode
  ret 0
}
func @sum(%v: ptr, %n: i32) -> i32 {
entry:
  ret 0
}
func @roll(%n: i32) -> i32 {
entry:
  ret 0
}
type int = int 32
type void = void
type int.ptr = pointer to int
type stack = opaque stack
type stack.ptr = pointer to stack
api function @stack_new(room: int) -> stack.ptr
api function @stack_push(s: stack.ptr, v: int) -> void
api function @stack_join(s: stack.ptr, t: stack.ptr) -> int
api function @sum(v: int.ptr, n: int) -> int
api function @roll(n: int) -> int
api global @mode: int
";

fn program() -> Program {
    let program = program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(program::verify::verify(&program), Ok(()));
    program
}

fn maker(program: &Program) -> Maker<'_> {
    let functions: Vec<FuncId> = program.functions.ids().collect();
    let pool = Pool::new(&Constants::of(program, functions.iter().copied()));
    Maker::new(program, functions, pool, Limits::default())
}

fn scenario(program: &Program, text: &str) -> Scenario {
    parse(text, program).unwrap_or_else(|error| panic!("{error:?}"))
}

/// A scenario that does not fit has no text that is read as the same.
fn assert_fits(program: &Program, scenario: &Scenario) {
    let text = print(scenario, program);
    let read = parse(&text, program).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
    assert_eq!(read, *scenario, "{text}");
}

/// The statement of the `index`th call.
fn call(scenario: &Scenario, index: usize) -> usize {
    let all = scenario.statements.iter().enumerate();
    let mut calls = all.filter(|(_, it)| matches!(it, Statement::Call { .. }));
    calls.nth(index).unwrap_or_else(|| panic!("no call {index}")).0
}

const TWO_STACKS: &str = "
let room: i32 = 1
call s = @stack_new(room)
let v: i32 = 5
call @stack_push(s, v)
let room_2: i32 = 2
call t = @stack_new(room_2)
call result = @stack_join(s, t)
";

#[test]
fn what_a_deleted_call_made_is_replaced_by_something_that_fits() {
    let program = program();
    let mut joined = scenario(&program, TWO_STACKS);
    let at = call(&joined, 2);
    sequence::delete(&maker(&program), &mut Rng::with_seed(0), &mut joined, at);
    expect![[r#"
        let room: i32 = 1
        call s = @stack_new(room)
        let v: i32 = 5
        call @stack_push(s, v)
        call result = @stack_join(s, s)
    "#]]
    .assert_eq(&print(&joined, &program));
}

#[test]
fn who_needs_what_nothing_replaces_goes_with_it() {
    let program = program();
    let mut joined = scenario(&program, TWO_STACKS);
    let at = call(&joined, 0);
    sequence::delete(&maker(&program), &mut Rng::with_seed(0), &mut joined, at);
    // The push had no other stack before it; the join had.
    expect![[r#"
        let room_2: i32 = 2
        call t = @stack_new(room_2)
        call result = @stack_join(t, t)
    "#]]
    .assert_eq(&print(&joined, &program));
}

#[test]
fn a_tail_brings_what_it_needs() {
    let program = program();
    let head = scenario(&program, "let n: i32 = 3\ncall result = @roll(n)\n");
    let tail = scenario(&program, TWO_STACKS);
    let until = head.statements.len();
    let from = call(&tail, 2) + 1;
    let maker = maker(&program);
    let joined = sequence::join(&maker, &mut Rng::with_seed(1), (&head, until), (&tail, from));
    assert_fits(&program, &joined);
    expect![[r#"
        let n: i32 = 3
        call result = @roll(n)
        let room: i32 = 1
        call s = @stack_new(room)
        let room_2: i32 = 2
        call t = @stack_new(room_2)
        call result_2 = @stack_join(s, t)
    "#]]
    .assert_eq(&print(&joined, &program));
}

#[test]
fn a_tail_may_work_on_what_the_head_made() {
    let program = program();
    let head = scenario(&program, TWO_STACKS);
    let tail = scenario(
        &program,
        "let room: i32 = 9\ncall u = @stack_new(room)\nlet v: i32 = 7\ncall @stack_push(u, v)\n",
    );
    let (until, from) = (call(&head, 0) + 1, call(&tail, 0) + 1);
    let maker = maker(&program);
    let texts = (0..20).map(|seed| {
        let random = &mut Rng::with_seed(seed);
        print(&sequence::join(&maker, random, (&head, until), (&tail, from)), &program)
    });
    let mut texts: Vec<String> = texts.collect();
    texts.sort();
    texts.dedup();
    expect![[r#"
        let room: i32 = 1
        call s = @stack_new(room)
        let room_2: i32 = 9
        call u = @stack_new(room_2)
        let v: i32 = 7
        call @stack_push(u, v)

        let room: i32 = 1
        call s = @stack_new(room)
        let v: i32 = 7
        call @stack_push(s, v)
    "#]]
    .assert_eq(&texts.join("\n"));
}

#[test]
fn whatever_is_done_to_sequences_they_fit_the_program() {
    let program = program();
    let maker = maker(&program);
    let functions: Vec<FuncId> = program.functions.ids().collect();
    let globals: Vec<_> = program.globals.ids().collect();
    let random = &mut Rng::with_seed(8);
    let mut all: Vec<Scenario> = vec![Scenario::default(); 8];
    for _ in 0..1_500 {
        let place = random.usize(..all.len());
        let mut scenario = all[place].clone();
        let gaps = sequence::gaps(&scenario);
        let at = gaps[random.usize(..gaps.len())];
        let calls = sequence::length(&scenario);
        match random.u8(..4) {
            0 if calls < 12 => {
                let function = functions[random.usize(..functions.len())];
                sequence::insert(&maker, random, &mut scenario, (function, &globals), at);
            }
            1 if calls < 12 => {
                sequence::insert_on(&maker, random, &mut scenario, &globals, at);
            }
            2 if calls > 0 => {
                let at = call(&scenario, random.usize(..calls));
                sequence::delete(&maker, random, &mut scenario, at);
            }
            _ => {
                let other = &all[random.usize(..all.len())];
                let gaps = sequence::gaps(other);
                let from = gaps[random.usize(..gaps.len())];
                scenario = sequence::join(&maker, random, (&scenario, at), (other, from));
                if sequence::length(&scenario) > 12 {
                    let gaps = sequence::gaps(&scenario);
                    sequence::cut(&mut scenario, gaps[6]);
                }
            }
        }
        assert_fits(&program, &scenario);
        all[place] = scenario;
    }
    assert!(all.iter().any(|scenario| sequence::length(scenario) > 3), "they have grown");
}

#[test]
fn expansion_gives_every_use_of_a_number_one_of_its_own() {
    let program = program();
    let mut shared = scenario(
        &program,
        "let x: i32 = 4\nlet v: i32[2] = [1, 2]\ncall a = @sum(v, x)\ncall b = @roll(x)\ncall c = @sum(v, x)\n",
    );
    shared.expand();
    assert_fits(&program, &shared);
    expect![[r#"
        let x: i32 = 4
        let v: i32[2] = [1, 2]
        call a = @sum(v, x)
        let x_2: i32 = 4
        call b = @roll(x_2)
        let x_3: i32 = 4
        call c = @sum(v, x_3)
    "#]]
    .assert_eq(&print(&shared, &program));
    let again = shared.clone();
    shared.expand();
    assert_eq!(shared, again, "nothing is left to be expanded");
}

#[test]
fn a_text_may_be_made_of_another_one_of_the_same_scenario() {
    let text = "
class Object
class Text extends Object
class \"char[]\" array i8
func @text(%letters: ptr) -> ptr {
entry:
  ret %letters
}
func @ask(%name: ptr, %argument: ptr) {
entry:
  ret
}
type void = void
type char = char 8
type letters = managed \"char[]\" of char
type text = class Text
api function @text(letters: letters) -> text
api function @ask(name: text, argument: text) -> void
";
    let program = program::text::parse(text).unwrap_or_else(|error| panic!("{error}"));
    let maker = maker(&program);
    let ask = program.function_named("ask").expect("it is there");
    let mut random = Rng::with_seed(1);
    // Texts with one letter more than the other, before or behind it.
    let echoes = (0..2_000).filter(|_| {
        let made = maker.scenario(&mut random, ask, &[]);
        assert_fits(&program, &made);
        let texts = made.statements.iter().filter_map(|statement| match statement {
            Statement::Array { array, .. } => Some(&array.elements[..array.length as usize]),
            _ => None,
        });
        let texts: Vec<&[u128]> = texts.collect();
        let is_more = |more: &[u128], text: &[u128]| {
            text.len() > 1
                && more.len() == text.len() + 1
                && (more.starts_with(text) || more.ends_with(text))
        };
        texts.iter().any(|more| texts.iter().any(|text| is_more(more, text)))
    });
    let count = echoes.count();
    assert!(count > 40, "{count} of 2,000");
}

const SHELVES: &str = "
class Shelf
func @Shelf.new() -> ptr {
entry:
  ret null
}
func @Shelf.put(%shelf: ptr, %weight: i32) {
entry:
  ret
}
func @Shelf.get(%shelf: ptr, %index: i32) -> i32 {
entry:
  ret 0
}
type int = int 32
type void = void
type Shelf = class Shelf
api function @Shelf.new() -> Shelf
api function @Shelf.put(shelf: Shelf, weight: int) -> void
api function @Shelf.get(shelf: Shelf, index: int) -> int
api fits Shelf Shelf
api receiver @Shelf.put
api receiver @Shelf.get
";

#[test]
fn a_method_is_called_on_an_object_that_is_there_and_its_numbers_are_mostly_small() {
    let program = program::text::parse(SHELVES).unwrap_or_else(|error| panic!("{error}"));
    let maker = maker(&program);
    let named = |name| program.function_named(name).expect("a function");
    let start = "let weight: i32 = 30\ncall shelf = @Shelf.new()\ncall @Shelf.put(shelf, weight)\n";
    let mut small = 0;
    for seed in 0..40 {
        let mut longer = scenario(&program, start);
        let random = &mut Rng::with_seed(seed);
        assert!(sequence::call_on(&maker, random, &mut longer, named("Shelf.get")));
        assert_fits(&program, &longer);
        let text = print(&longer, &program);
        assert!(text.starts_with(start) && text.contains("@Shelf.get(shelf, "), "{text}");
        let is_small = |number: &&&str| text.contains(&format!("index: i32 = {number} of"));
        small += u32::from(["0", "1"].iter().any(|number| is_small(&number)));
    }
    assert!((16..36).contains(&small), "{small}");
    let mut none = scenario(&program, "let weight: i32 = 30\n");
    let random = &mut Rng::with_seed(0);
    assert!(!sequence::call_on(&maker, random, &mut none, named("Shelf.get")));
    let mut new = scenario(&program, start);
    assert!(!sequence::call_on(&maker, random, &mut new, named("Shelf.new")));
}
