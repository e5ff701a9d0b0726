//! What a call may look at and turn on: globals that are read, constants that are compared with.

use expect_test::expect;
use program::analysis::reads::reachable;
use program::analysis::{BitSet, CallGraph, Constants, Reads};
use program::{FuncId, Program};
use std::collections::BTreeMap;

const PROGRAM: &str = r#"
global @limit: 4 align 4
global @last: 4 align 4
global @hidden: 4 align 4
global @stop: 5 align 1 readonly = bytes "stop"
global @go: 3 align 1 readonly = bytes "go"
global @words: 16 align 8 readonly = { 0: @stop, 8: @go }
global @blob: 4 align 1 readonly = bytes "\01\02"
global @written: 5 align 1 = bytes "text"
declare @outside(%p: ptr) -> i32
func @main(%n: i32, %x: f64) -> i32 {
entry:
  %l = load i32 @limit
  %s = mul i32 %n, 12
  store i32 %s, @last
  %h = folt f64 %x, 2.5
  br slt i32 %n, -3 ? low : high
low:
  %r = call i32 @helper(i32 %n)
  ret %r
high:
  %o = call i32 @library(i32 %n)
  ret %o
}
func @helper(%c: i32) -> i32 {
entry:
  %p = load ptr @words
  %q = load i8 @written
  %b = load i8 @blob
  switch i32 %c { 65 -> one, 4000000000 -> one, default -> two }
one:
  ret 1
two:
  ret 2
}
func @library(%c: i32) -> i32 {
entry:
  %v = load i32 @hidden
  %r = add i32 %v, 999
  ret %r
}
"#;

fn program() -> Program {
    program::text::parse(PROGRAM).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_call_reads_what_its_callees_read_but_not_what_is_only_written() {
    let program = program();
    let (reads, calls) = (Reads::new(&program), CallGraph::new(&program));
    let names = |inside: &[u32]| {
        let mut set = BitSet::new(program.functions.len());
        inside.iter().for_each(|function| {
            set.insert(*function as usize);
        });
        let main = program.function_named("main").unwrap_or(FuncId(0));
        let globals = reads.of_functions(&reachable(&calls, &BTreeMap::new(), main, &set));
        let names: Vec<&str> = globals.iter().map(|id| &*program.globals[*id].name).collect();
        names.join(" ")
    };
    assert_eq!(names(&[]), "limit");
    assert_eq!(names(&[1, 2]), "limit words blob written");
    assert_eq!(names(&[1, 2, 3]), "limit hidden words blob written");
}

#[test]
fn what_a_function_hands_to_others_is_reached_like_what_it_calls() {
    let program = program();
    let calls = CallGraph::new(&program);
    let mut inside = BitSet::new(program.functions.len());
    (0..3).for_each(|function| {
        inside.insert(function);
    });
    let reached = |handed: &[(u32, u32)]| {
        let handed = handed.iter().map(|(by, what)| (FuncId(*by), vec![FuncId(*what)])).collect();
        reachable(&calls, &handed, FuncId(2), &inside)
    };
    assert_eq!(reached(&[]), [FuncId(2)]);
    assert_eq!(reached(&[(2, 1), (1, 3)]), [FuncId(2), FuncId(1)]);
}

#[test]
fn constants_are_what_code_compares_and_computes_with() {
    let program = program();
    let constants = Constants::of(&program, [FuncId(1), FuncId(2)]);
    let texts: Vec<String> =
        constants.texts.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
    let floats: Vec<f64> = constants.floats.iter().map(|bits| f64::from_bits(*bits)).collect();
    expect![[r#"
        [-294967296, -3, 12, 65, 4000000000, 4294967293]
        [2.5]
        ["go", "stop"]
    "#]]
    .assert_eq(&format!("{:?}\n{floats:?}\n{texts:?}\n", constants.integers));
}
