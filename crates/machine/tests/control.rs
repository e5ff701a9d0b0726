//! Moves, switches, selects, variable arguments, and the events that tell of decisions.

mod common;
use common::{ALL, MODES, Subject, outcomes, recording, traced};
use expect_test::expect;
use machine::{Config, Models};
use program::{BlockId, RegId, Type};
use std::sync::Arc;
use term::distance::{Clause, CompiledPaths, Distance, Fork, Way};
use term::{BinaryOp, CompareOp, Compiled, Fitness, Pool, Sort};
use trace::{Known, Mode, Probe, Runner};

#[test]
fn moves_on_an_edge_happen_at_once() {
    let program = "
func @rotate(%n: i32) -> i64 {
  var %i: i32
  var %a: i64
  var %b: i64
  var %c: i64
  var %w: i128
  var %v: i128
entry:
  jump loop(%i = 0, %a = 1, %b = 2, %c = 3, %w = 4, %v = 18446744073709551616)
loop:
  br slt i32 %i, %n ? body : done
body:
  %i = add i32 %i, 1
  jump loop(%a = %b, %b = %c, %c = %a, %w = %v, %v = %w)
done:
  %x = mul i64 %a, 100
  %y = mul i64 %b, 10
  %s = add i64 %x, %y
  %s = add i64 %s, %c
  %h = lshr i128 %w, 64
  %t = trunc i128 %h to i64
  %t = mul i64 %t, 1000
  %s = add i64 %s, %t
  ret %s
}
func @branch_moves(%n: i32) -> i32 {
  var %x: i32
  var %y: i32
entry:
  jump next(%x = 1, %y = 2)
next:
  br eq i32 %n, 0 ? done(%x = %y, %y = %x) : done(%x = %x, %y = 9)
done:
  %r = mul i32 %x, 10
  %r = add i32 %r, %y
  ret %r
}
func @switch_moves(%n: i32) -> i32 {
  var %x: i32
  var %y: i32
entry:
  jump next(%x = 1, %y = 2)
next:
  switch i32 %n { 0 -> done(%x = %y, %y = %x), 1 -> done(%y = 7), default -> done(%x = %n) }
done:
  %r = mul i32 %x, 10
  %r = add i32 %r, %y
  ret %r
}";
    let scenarios = [
        "call @rotate(0)",
        "call @rotate(1)",
        "call @rotate(2)",
        "call @branch_moves(0)",
        "call @branch_moves(1)",
        "call @switch_moves(0)",
        "call @switch_moves(1)",
        "call @switch_moves(5)",
    ];
    expect![[r#"
        call @rotate(0): returned 123
        call @rotate(1): returned 1231
        call @rotate(2): returned 312
        call @branch_moves(0): returned 21
        call @branch_moves(1): returned 19
        call @switch_moves(0): returned 21
        call @switch_moves(1): returned 17
        call @switch_moves(5): returned 52
    "#]]
    .assert_eq(&outcomes(program, &recording(), &scenarios));
}

#[test]
fn a_switch_of_any_width_takes_its_case_or_the_default() {
    let program = "
func @narrow(%n: i3) -> i32 {
entry:
  switch i3 %n { -1 -> a, 2 -> b, default -> c }
a:
  ret 1
b:
  ret 2
c:
  ret 3
}
func @long(%n: i64) -> i32 {
entry:
  switch i64 %n { -9223372036854775808 -> a, 4294967296 -> b, default -> c }
a:
  ret 1
b:
  ret 2
c:
  ret 3
}
func @huge(%n: i128) -> i32 {
entry:
  switch i128 %n { 18446744073709551616 -> a, -1 -> b, default -> c }
a:
  ret 1
b:
  ret 2
c:
  ret 3
}
func @empty(%n: i32) -> i32 {
entry:
  switch i32 %n { default -> c }
c:
  ret 3
}";
    let scenarios = [
        "call @narrow(-1)",
        "call @narrow(2)",
        "call @narrow(3)",
        "call @long(-9223372036854775808)",
        "call @long(4294967296)",
        "call @long(0)",
        "call @huge(18446744073709551616)",
        "call @huge(-1)",
        "call @huge(0)",
        "call @empty(0)",
    ];
    expect![[r#"
        call @narrow(-1): returned 1
        call @narrow(2): returned 2
        call @narrow(3): returned 3
        call @long(-9223372036854775808): returned 1
        call @long(4294967296): returned 2
        call @long(0): returned 3
        call @huge(18446744073709551616): returned 1
        call @huge(-1): returned 2
        call @huge(0): returned 3
        call @empty(0): returned 3
    "#]]
    .assert_eq(&outcomes(program, &recording(), &scenarios));
}

#[test]
fn arguments_beyond_the_parameters_lie_in_slots_and_end_with_the_call() {
    let program = "
global @kept: 8 align 8
func @sum(%count: i32, ...) -> i64 {
entry:
  %p = varargs
  store ptr %p, @kept
  %a = load i32 %p
  %b = load i128 %p + 8
  %c = load f64 %p + 24
  %d = load i8 %p + 32
  %x = sext i32 %a to i64
  %y = trunc i128 %b to i64
  %z = ftos f64 %c to i64
  %w = zext i8 %d to i64
  %s = add i64 %x, %y
  %s = add i64 %s, %z
  %s = add i64 %s, %w
  ret %s
}
func @call(%a: i32, %b: i128, %c: f64, %d: i8) -> i64 {
entry:
  %r = call i64 @sum(i32 4, i32 %a, i128 %b, f64 %c, i8 %d)
  ret %r
}
func @indirect(%f: ptr, %a: i32) -> i64 {
entry:
  %r = call i64 %f(i32 4, i32 %a, i128 20, f64 300.0, i8 1)
  ret %r
}
func @none() -> i64 {
entry:
  %r = call i64 @sum(i32 0)
  ret %r
}
func @too_late() -> i64 {
entry:
  %r = call i64 @call(i32 1, i128 2, f64 3.0, i8 4)
  %p = load ptr @kept
  %v = load i64 %p
  ret %v
}";
    let scenarios = [
        "call @call(1, 20, 300.0, 7)",
        "call @indirect(@sum, 5)",
        "call @none()",
        "call @too_late()",
    ];
    expect![[r#"
        call @call(1, 20, 300.0, 7): returned 328
        call @indirect(@sum, 5): returned 326
        call @none(): trapped: null pointer used at block entry in @sum; %a = load i32 %p; called at block entry in @none
        call @too_late(): trapped: use after free at block entry in @too_late; %v = load i64 %p
    "#]].assert_eq(&outcomes(program, &recording(), &scenarios));
}

const RECURSIVE: &str = "
func @f(%n: i32) -> i32 {
  decision d0 { c0 ? c1 : end, c1 ? end : end }
entry:
  count 0
  br d0.c0 sgt i32 %n, 0 ? inner : no
inner:
  %m = sub i32 %n, 1
  %r = call i32 @f(i32 %m)
  %is = eq i32 %r, 0
  condition d0.c1 %is
  br %is ? yes : no
yes:
  count 2
  decide d0 true
  ret 1
no:
  decide d0 false
  ret 0
}";

#[test]
fn conditions_of_a_recursive_function_are_told_apart_by_depth() {
    let text = traced(RECURSIVE, "let n: i32 = 2\ncall @f(n)", Mode::Concolic, ALL);
    expect![[r#"
        returned 0
        23 steps

        events
          enter @f
            block entry      br d0.c0 sgt i32 %n, 0 ? inner : no  true   n >= 1
            enter @f
              block entry    br d0.c0 sgt i32 %n, 0 ? inner : no  true   n - 1 >= 1
              enter @f
                block entry  br d0.c0 sgt i32 %n, 0 ? inner : no  false  n - 2 < 1
                -            decision d0                          false
              leave @f
              -              condition d0.c1                      true
              block inner    br %is ? yes : no                    true
              -              decision d0                          true
            leave @f
            -                condition d0.c1                      false
            block inner      br %is ? yes : no                    false
            -                decision d0                          false
          leave @f

        sites
          function  place        site    outcome  taken
          @f        block entry  branch  true         2
                                         false        1
                    block inner  branch  true         1
                                         false        1
          4 of 4 outcomes taken, 0 other sites not reached

        inputs
          n = 2

        path condition
          1  n >= 1      branch true at block entry in @f
          2  n - 1 >= 1  branch true at block entry in @f
          3  n - 2 < 1   branch false at block entry in @f
    "#]]
    .assert_eq(&text);
}

#[test]
fn counters_count_in_every_domain_whether_events_are_kept_or_not() {
    for config in [Config::default(), recording()] {
        let mut subject = Subject::with(RECURSIVE, config, Models::none());
        for mode in MODES {
            subject.run("let n: i32 = 4\ncall @f(n)", mode);
            assert_eq!(subject.trace.counters.values(), [5, 0, 2]);
        }
    }
}

#[test]
fn a_select_is_told_of_like_a_branch() {
    let program = "
func @f(%a: i32) -> i32 {
  decision d0 { c0 ? end : end }
entry:
  %r = select d0.c0 slt i32 %a, 10 ? i32 1 : 2
  %w = select slt i32 %a, 10 ? i128 18446744073709551616 : -1
  %h = lshr i128 %w, 64
  %t = trunc i128 %h to i32
  %r = add i32 %r, %t
  ret %r
}";
    let text = traced(program, "let a: i32 = 3\ncall @f(a)", Mode::Concolic, ALL);
    expect![[r#"
        returned 2
        6 steps

        events
          enter @f
            block entry  %r = select d0.c0 slt i32 %a, 10 ? i32 1 : 2   true  a < 10
            block entry  %w = select slt i32 %a, 10 ? i128 0x10000000…  true  a < 10
          leave @f

        sites
          function  place        site    outcome  taken
          @f        block entry  select  true         1
                                         false        0
                    block entry  select  true         1
                                         false        0
          2 of 4 outcomes taken, 0 other sites not reached

        inputs
          a = 3

        path condition
          1  a < 10  select true at block entry in @f
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_tally_does_not_depend_on_whether_events_are_kept() {
    let program = "
func @f(%a: i32, %b: i32) -> i32 {
  var %i: i32
entry:
  jump loop(%i = 0)
loop:
  %s = add.checked i32 %i, %a
  %t = mul.checked i32 %s, %b
  %q = sdiv.checked i32 %t, 3
  %u = urem i32 %q, 7
  check bounds ult i32 %u, 7
  %v = select eq i32 %u, 3 ? i32 1 : 0
  %flag = ne i32 %v, 0
  br %flag ? skip : next
skip:
  jump next
next:
  %i = add.checked i32 %i, 1
  switch i32 %i { 5 -> skip, 9 -> done, default -> loop }
done:
  ret %i
}";
    let scenario = "let a: i32 = 3\nlet b: i32 = 5\ncall @f(a, b)";
    for mode in MODES {
        let tallies = [Config::default(), recording()].map(|config| {
            let mut subject = Subject::with(program, config, Models::none());
            subject.run(scenario, mode);
            subject.sites()
        });
        assert_eq!(tallies[0], tallies[1], "{mode:?}");
    }
}

#[test]
fn a_probe_keeps_the_least_distance_over_all_visits() {
    let program = "
func @f(%n: i32) -> i32 {
  var %i: i32
  var %w: i128
entry:
  jump loop(%i = 0, %w = 36893488147419103232)
loop:
  %i = add i32 %i, 3
  br slt i32 %i, %n ? loop : done
done:
  ret %i
}";
    let mut subject = Subject::with(program, Config::default(), Models::none());
    let mut pool = Pool::new();
    let register = |name: &str| {
        let registers = &subject.program.functions[program::FuncId(0)].registers;
        registers.iter().find(|(_, register)| register.name == name).expect("it is there").0
    };
    let (i, w) = (register("i"), register("w"));
    let mut probe = |block: u32, name: &str, register: RegId, sort: Sort, value: u128| {
        let variable = pool.variable(name, sort);
        let constant = pool.constant(sort, value);
        let condition = pool.compare(CompareOp::Eq, variable, constant);
        let way = Way { condition: Clause::Known(condition), to: 0 };
        let forks = [Fork::default(), Fork { ways: vec![way] }];
        Arc::new(Probe {
            function: program::FuncId(0),
            block: BlockId(block),
            paths: CompiledPaths::new(&pool, &forks),
            inputs: vec![(pool.var_of(variable).expect("a variable"), Known::Register(register))],
        })
    };
    let probes = vec![
        probe(1, "i", i, Sort::Bits(32), 10),
        probe(1, "w", w, Sort::Bits(128), (2 << 64) + 5),
        probe(2, "i", i, Sort::Bits(32), 10),
        probe(1, "i", i, Sort::Bits(32), 6),
    ];
    let far = |distance| Fitness::normalised(Distance::of_u64(distance));
    subject.machine.set_probes(&probes);
    // At the ends of the loop's block the register is 3, 6, 9, 12.
    subject.run("call @f(11)", Mode::Graded);
    assert_eq!(subject.trace.probes, [2, 6, 3, 0].map(far));
    subject.run("call @f(1)", Mode::Graded);
    assert_eq!(subject.trace.probes, [8, 6, 8, 4].map(far));
    subject.run("call @f(1)", Mode::Concrete);
    assert_eq!(subject.trace.probes, [Fitness::MAX; 4]);
    subject.machine.set_probes(&[]);
    subject.run("call @f(11)", Mode::Graded);
    assert!(subject.trace.probes.is_empty());
    assert_eq!(subject.summary(), "returned 12");
}

#[test]
fn a_probe_reads_memory_that_registers_lead_to() {
    let program = "
global @limit: 4 align 4 = i32 [30]
func @f(%p: ptr) -> i32 {
  var %x: i32
entry:
  %x = load i32 %p
  ret %x
}";
    let mut subject = Subject::with(program, Config::default(), Models::none());
    let mut pool = Pool::new();
    let word = Sort::Bits(32);
    let p = pool.variable("p", Sort::Bits(64));
    let global = pool.variable("@limit", Sort::Bits(64));
    let (second, limit) = (pool.variable("p[1]", word), pool.variable("limit", word));
    let four = pool.bits(64, 4);
    let address = pool.binary(BinaryOp::Add, p, four);
    let condition = pool.compare(CompareOp::Eq, second, limit);
    let way = Way { condition: Clause::Known(condition), to: 0 };
    let forks = [Fork::default(), Fork { ways: vec![way] }];
    let memory =
        |term| Known::Memory { address: Box::new(Compiled::new(&pool, &[term])), ty: Type::I32 };
    let variable = |term| pool.var_of(term).expect("a variable");
    let probe = Probe {
        function: program::FuncId(0),
        block: BlockId(0),
        paths: CompiledPaths::new(&pool, &forks),
        inputs: vec![
            (variable(p), Known::Register(RegId(0))),
            (variable(global), Known::Global(program::GlobalId(0))),
            (variable(second), memory(address)),
            (variable(limit), memory(global)),
        ],
    };
    subject.machine.set_probes(&[Arc::new(probe)]);
    subject.run("let a: i32[2] = [7, 33]\ncall @f(a)", Mode::Graded);
    assert_eq!(subject.trace.probes[0].to_f64(), 0.8);
    // What is not there is as far as anything that nobody knows.
    subject.run("let a: i32[1] = [7]\ncall @f(a)", Mode::Graded);
    assert_eq!(subject.trace.probes[0].to_f64(), 1.0);
}
