//! Path conditions and notes as a reader sees them, checked by hand.

mod common;
use common::{Subject, path_of, recording};
use expect_test::{Expect, expect};
use machine::{Config, Models};
use trace::print::Options;
use trace::{Mode, Note, Runner};

fn check(program: &str, scenario: &str, expected: Expect) {
    expected.assert_eq(&path_of(program, scenario));
}

#[test]
fn arithmetic_becomes_terms_over_the_inputs() {
    let program = "
func @f(%a: i32, %b: i32) -> i32 {
entry:
  %s = add i32 %a, %b
  %d = mul i32 %s, 3
  br sgt i32 %d, 20 ? one : two
one:
  %x = xor i32 %d, %a
  ret %x
two:
  ret 2
}";
    check(
        program,
        "let a: i32 = 3\nlet b: i32 = 5\ncall @f(a, b)",
        expect![[r#"
        returned 27
          result = a ^ (a + b) * 3
        5 steps

        inputs
          a = 3
          b = 5

        path condition
          1  (a + b) * 3 >= 21  branch true at block entry in @f
    "#]],
    );
}

#[test]
fn a_literal_of_the_scenario_is_no_input() {
    let program = "
func @f(%a: i32, %b: i32) -> i32 {
entry:
  br slt i32 %a, %b ? one : two
one:
  ret 1
two:
  br slt i32 %b, 10 ? one : three
three:
  ret 3
}";
    check(
        program,
        "let a: i32 = 3\ncall @f(a, 5)",
        expect![[r#"
        returned 1
        2 steps

        inputs
          a = 3

        path condition
          1  a < 5  branch true at block entry in @f
    "#]],
    );
}

#[test]
fn what_is_known_already_is_not_said_again() {
    let program = "
func @f(%a: i32) -> i32 {
  var %i: i32
entry:
  jump loop(%i = 0)
loop:
  %i = add i32 %i, 1
  br slt i32 %a, 7 ? next : done
next:
  %q = sdiv.checked i32 100, %a
  %x = xor i32 %a, %a
  br eq i32 %x, 0 ? again : done
again:
  br slt i32 %i, 3 ? loop : done
done:
  ret %i
}";
    check(
        program,
        "let a: i32 = 3\ncall @f(a)",
        expect![[r#"
        returned 3
        21 steps

        inputs
          a = 3

        path condition
          1  a < 7   branch true at block loop in @f
          2  a != 0  division check passed at block next in @f
    "#]],
    );
}

#[test]
fn divisions_and_overflows_are_clauses_before_what_follows_them() {
    let program = "
func @f(%a: i32, %b: i32) -> i32 {
entry:
  %q = sdiv.checked i32 %a, %b
  %s = add.checked i32 %q, %b
  %m = mul.checked i32 %s, 3
  %l = shl.checked i32 1, %b
  br eq i32 %m, 21 ? one : two
one:
  ret 1
two:
  ret 2
}";
    check(
        program,
        "let a: i32 = 12\nlet b: i32 = 3\ncall @f(a, b)",
        expect![[r#"
        returned 1
        6 steps

        inputs
          a = 12
          b = 3

        path condition
          1  b != 0                                            division check passed at block entry in @f
          2  b != -1 || a != -2147483648                       overflow check passed at block entry in @f
          3  !((b ^ b + a / b) & (b + a / b ^ a / b))[31:31]   overflow check passed at block entry in @f
          4  sext64((b + a / b) * 3) == sext64(b + a / b) * 3  overflow check passed at block entry in @f
          5  b <u 32                                           overflow check passed at block entry in @f
          6  (b + a / b) * 3 == 21                             branch true at block entry in @f
    "#]],
    );
}

#[test]
fn bytes_of_a_word_are_its_slices_and_come_together_again() {
    let program = "
func @f(%a: i32, %b: i8) -> i32 {
entry:
  %p = alloc stack 8 align 8
  store i32 %a, %p
  %x = load i8 %p + 1
  br eq i8 %x, 0 ? next : one
next:
  store i8 %b, %p + 2
  %w = load i32 %p
  br sgt i32 %w, 1000 ? one : two
two:
  %h = load i16 %p
  %s = alloc stack 8 align 8
  memcopy %s, %p, 4
  %y = load i32 %s
  %same = eq i32 %y, %w
  br %same ? three : one
one:
  ret 1
three:
  ret 3
}";
    check(
        program,
        "let a: i32 = 77\nlet b: i8 = 0\ncall @f(a, b)",
        expect![[r#"
        returned 3
        14 steps

        inputs
          a = 77
          b = 0

        path condition
          1  a[15:8] == 0                                 branch true at block entry in @f
          2  concat(a[31:24], concat(b, a[15:0])) < 1001  branch false at block next in @f
    "#]],
    );
}

#[test]
fn a_symbolic_index_selects_from_an_array() {
    let program = "
global @table: 4 align 1 readonly = i8 [5, 3, 9, 5]
func @f(%i: i64, %j: i64) -> i8 {
entry:
  %p = address @table + %i
  %v = load i8 %p
  br eq i8 %v, 9 ? one : two
one:
  ret 1
two:
  %o = alloc stack 4 align 4 zeroed
  %q = address %o + %j
  store i8 %v, %q
  %w = load i8 %o + 1
  br eq i8 %w, 0 ? three : one
three:
  ret 3
}";
    check(
        program,
        "let i: i64 = 1\nlet j: i64 = 2\ncall @f(i, j)",
        expect![[r#"
        returned 3
        9 steps

        inputs
          i = 1
          j = 2

        path condition
          1  i <=u 3                                       access inside its object at block entry in @f
          2  "\x05\x03\t\x05"[i[1:0]] != 9                 branch false at block entry in @f
          3  j <=u 3                                       access inside its object at block two in @f
          4  ""{j[1:0]: "\x05\x03\t\x05"[i[1:0]]}[1] == 0  branch true at block two in @f
    "#]],
    );
    check(
        program,
        "let i: i64 = 4\nlet j: i64 = 2\ncall @f(i, j)",
        expect![[r#"
        trapped: access out of bounds at block entry in @f
            %v = load i8 %p
        2 steps

        inputs
          i = 4
          j = 2

        path condition
          1  i >u 3  access outside its object at block entry in @f
    "#]],
    );
    check(
        program,
        "let i: i64 = -1\nlet j: i64 = 2\ncall @f(i, j)",
        expect![[r#"
        trapped: access out of bounds at block entry in @f
            %v = load i8 %p
        2 steps

        inputs
          i = -1
          j = 2

        path condition
          1  i >u 3  access outside its object at block entry in @f
    "#]],
    );
}

#[test]
fn the_size_of_an_allocation_stays_a_term() {
    let program = "
func @f(%n: i64, %i: i64) -> i8 {
entry:
  %size = mul i64 %n, 4
  %p = alloc heap %size align 4 zeroed
  store i32 7, %p + 4
  %q = address %p + %i * 4
  %v = load i8 %q
  free %p
  %w = load i8 %p
  ret %v
}";
    check(
        program,
        "let n: i64 = 3\nlet i: i64 = 1\ncall @f(n, i)",
        expect![[r#"
        trapped: use after free at block entry in @f
            %w = load i8 %p
        7 steps

        inputs
          n = 3
          i = 1

        path condition
          1  n * 4 <=u 1073741824               access inside its object at block entry in @f
          2  n * 4 - 4 >=u 4 && n * 4 >=u 4     access inside its object at block entry in @f
          3  n * 4 - 1 >=u i * 4 && n * 4 != 0  access inside its object at block entry in @f
    "#]],
    );
}

#[test]
fn a_sized_input_has_a_length_and_all_of_its_elements() {
    let program = "
func @f(%p: ptr, %i: i64) -> i32 {
entry:
  %q = address %p + %i * 4
  %v = load i32 %q
  br eq i32 %v, 7 ? one : two
one:
  ret 1
two:
  ret 2
}";
    check(
        program,
        "let buf: i32[4] = [1, 7 | 9, 10]\nlet i: i64 = 0\ncall @f(buf, i)",
        expect![[r#"
            returned 2
              buf = [1, 7]
            4 steps

            inputs
              buf.length = 2
              buf[0] = 1
              buf[1] = 7
              buf[2] = 9
              buf[3] = 10
              i = 0
              p& = 0x300000000

            path condition
              1  buf.length <=u 4  input
              2  p& != 0           access inside its object at block entry in @f
              3  zext64(buf.length) * 4 >=u 4 && zext64(buf.length) * 4 - 4 >=u i * 4  access inside its object at block entry in @f
              4  let t1 = ""{0: buf[0][7:0]}{1: buf[0][15:8]}{2: buf[0][23:16]}{3: buf[0][31:24]}{4: buf[1][7:0]}{5: buf[1][15:8]}{6: buf[1][23:16]}{7: buf[1][31:24]}{8: buf[2][7:0]}{9: buf[2][15:8]}{10: buf[2][23:16]}{11: buf[2][31:24]}{12: buf[3][7:0]}{13: buf[3][15:8]}{14: buf[3][23:16]}{15: buf[3][31:24]}
            concat(t1[(i * 4)[31:0] + 3], concat(t1[(i * 4)[31:0] + 2], concat(t1[(i * 4)[31:0] + 1], t1[(i * 4)[31:0]]))) != 7  branch false at block entry in @f
        "#]],
    );
}

#[test]
fn an_index_into_a_large_object_is_fixed_and_said_so_once() {
    let program = "
global @large: 5000 align 8
func @f(%i: i64) -> i8 {
entry:
  %p = address @large + %i
  %v = load i8 %p
  store i8 3, %p
  %w = load i8 %p
  ret %w
}";
    check(
        program,
        "let i: i64 = 70\ncall @f(i)",
        expect![[r#"
        returned 3
        5 steps

        inputs
          i = 70

        path condition
          1  i <=u 4999  access inside its object at block entry in @f
          2  i == 70     value fixed at block entry in @f

        notes
          symbolic index into a large object fixed to its value at block entry in @f
    "#]],
    );
}

#[test]
fn sizes_callees_and_addresses_that_must_be_known_are_fixed() {
    let program = "
global @table: 16 align 8 readonly = ptr [@one, @one]
func @one() -> i32 {
entry:
  ret 1
}
func @f(%n: i64, %g: i64) -> i32 {
entry:
  %f = bitcast i64 %g to ptr
  %p = alloc stack 16 align 8 zeroed
  %q = alloc stack 16 align 8 zeroed
  memcopy %p, %q, %n
  memset %p, 1, %n
  %r = call i32 %f()
  ret %r
}";
    check(
        program,
        "let n: i64 = 3\nlet g: i64 = 0x100000000\ncall @f(n, g)",
        expect![[r#"
            returned 1
            8 steps

            inputs
              n = 3
              g = 4294967296

            path condition
              1  n == 3           value fixed at block entry in @f
              2  g == 4294967296  value fixed at block entry in @f

            notes
              symbolic size fixed to its value at block entry in @f
              symbolic call target fixed to its value at block entry in @f
        "#]],
    );
}

#[test]
fn floats_keep_their_terms_through_memory() {
    let program = "
func @f(%x: f64, %y: f32) -> f64 {
entry:
  %p = alloc stack 16 align 8
  store f64 %x, %p
  store f32 %y, %p + 8
  %a = load f64 %p
  %b = load f32 %p + 8
  %c = ftof f32 %b to f64
  %s = fadd f64 %a, %c
  br fogt f64 %s, 1.5 ? one : two
one:
  %high = load i32 %p + 4
  br sgt i32 %high, 0 ? three : two
two:
  ret 0.0
three:
  ret %s
}";
    check(
        program,
        "let x: f64 = 1.25\nlet y: f32 = 2.5\ncall @f(x, y)",
        expect![[r#"
        returned 3.75
          result = x + ftof64(y)
        11 steps

        inputs
          x = 1.25
          y = 2.5

        path condition
          1  x + ftof64(y) > 1.5         branch true at block entry in @f
          2  bitcast_i64(x)[63:32] >= 1  branch true at block one in @f
    "#]],
    );
}

#[test]
fn a_spent_term_budget_is_told_and_the_run_goes_on() {
    let program = "
func @f(%a: i32) -> i32 {
  var %i: i32
  var %s: i32
entry:
  jump loop(%i = 0, %s = %a)
loop:
  %t = mul i32 %s, %s
  %s = add i32 %t, %i
  %i = add i32 %i, 1
  br slt i32 %i, 30000 ? loop : done
done:
  br eq i32 %s, 7 ? one : two
one:
  ret 1
two:
  ret 2
}";
    let config = Config { term_budget: 1000, max_steps: 1 << 20, ..Config::default() };
    let mut subject = Subject::with(program, config, Models::none());
    for _ in 0..2 {
        let trace = subject.run("let a: i32 = 3\ncall @f(a)", Mode::Concolic);
        assert_eq!(trace.notes, [Note::TermBudget]);
        assert!(trace.path.is_empty());
        assert!(subject.machine.pool().len() < 1100, "no more terms are made");
        assert_eq!(subject.summary(), "returned 2");
    }
    subject.run("let a: i32 = 3\ncall @f(a)", Mode::Concrete);
    assert_eq!(subject.summary(), "returned 2");
}

#[test]
fn inputs_of_one_name_are_told_apart() {
    let program = "
func @f(%a: i32, %b: i32) -> i32 {
entry:
  br slt i32 %a, %b ? one : two
one:
  ret 1
two:
  ret 2
}";
    let mut subject = Subject::with(program, recording(), Models::none());
    let function = subject.program.function_named("f").expect("it is there");
    let mut scenario = scenario::Scenario::of_call(&subject.program, function, &[1, 2]);
    scenario.variables[1] = "a".to_owned();
    subject.run_scenario(scenario, Mode::Concolic);
    let options = Options { path: true, ..Options::default() };
    expect![[r#"
        returned 1
        2 steps

        inputs
          a = 1
          a' = 2

        path condition
          1  a < a'  branch true at block entry in @f
    "#]]
    .assert_eq(&subject.text(options));
}

#[test]
fn branches_that_no_input_decides_are_clauses_where_that_is_asked_for() {
    let program = "
func @f(%a: i32) -> i32 {
entry:
  %n = add i32 0, 2
  br eq i32 %n, 2 ? one : two
one:
  br sgt i32 %a, 3 ? two : two
two:
  br sgt i32 %a, 3 ? three : three
three:
  ret %n
}";
    let clauses = |record_concrete: bool| {
        let config = Config { record_concrete, ..Config::default() };
        let mut subject = Subject::with(program, config, Models::standard());
        subject.run("let a: i32 = 5\ncall @f(a)", Mode::Concolic);
        let fixed =
            |clause: &trace::Clause| subject.machine.pool().as_constant(clause.term) == Some(1);
        let path = subject.trace.path.iter();
        path.map(|clause| if fixed(clause) { '-' } else { '?' }).collect::<String>()
    };
    // The last branch asks what is known already.
    assert_eq!(clauses(false), "?");
    assert_eq!(clauses(true), "-?-");
}
