//! Runs: outcome, observed values, events, path conditions, distances.

use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::{Directory, ferret, told, told_line, told_with_input};

fn check(line: &str, expect: Expect) {
    expect.assert_eq(&told_line(line));
}

#[test]
fn a_run_tells_its_result_and_steps() {
    check(
        "run subjects/ir/triangle.fir --args 3 4 5",
        expect![[r#"
        returned 1
        16 steps
    "#]],
    );
    check(
        "run subjects/ir/triangle.fir --function classify --args 2 2 3",
        expect![[r#"
        returned 2
        15 steps
    "#]],
    );
    check(
        "run subjects/ir/triangle.fir --function @classify --args 7 7 7",
        expect![[r#"
        returned 3
        14 steps
    "#]],
    );
    check(
        "run subjects/ir/gcd.fir --args 54 24",
        expect![[r#"
        returned 6
        15 steps
    "#]],
    );
    check(
        "run subjects/ir/search.fir --function find --args 23",
        expect![[r#"
        returned 5
        36 steps
    "#]],
    );
    check(
        "run subjects/ir/search.fir --function first_multiple --args 10 7",
        expect![[r#"
        returned 6
        146 steps
    "#]],
    );
}

#[test]
fn main_is_the_default_function() {
    check(
        "run subjects/ir/c_like.fir --args 5 7 0",
        expect![[r#"
        returned 1012
        76 steps
    "#]],
    );
    check(
        "run subjects/ir/java_like.fir --args 1 2",
        expect![[r#"
        returned 113
        46 steps
    "#]],
    );
}

#[test]
fn negative_values_need_no_equals_sign() {
    check(
        "run subjects/ir/c_like.fir --args -5 7 0x3",
        expect![[r#"
        returned 999
        76 steps
    "#]],
    );
    check(
        "run subjects/ir/c_like.fir -a -0x5 7 -3 --function main",
        expect![[r#"
        returned 1005
        76 steps
    "#]],
    );
}

#[test]
fn a_trace_shows_events_and_counts() {
    check(
        "run subjects/ir/triangle.fir --args 2 2 3 --trace",
        expect![[r#"
            returned 2
            15 steps

            events
              enter @classify
                triangle.c:3:9   br d0.c0 sle i32 %a, 0 ? none : b_positive     false
                triangle.c:3:19  br d0.c1 sle i32 %b, 0 ? none : c_positive     false
                triangle.c:3:29  br d0.c2 sle i32 %c, 0 ? none : sides          false
                triangle.c:5:9   %rest = sub.checked i32 %c, %b                 overflow check passed
                triangle.c:5:9   br d1.c0 sge i32 %rest, %a ? none : sides_2    false
                triangle.c:5:23  %rest = sub.checked i32 %a, %c                 overflow check passed
                triangle.c:5:23  br d1.c1 sge i32 %rest, %b ? none : sides_3    false
                triangle.c:5:37  %rest = sub.checked i32 %b, %a                 overflow check passed
                triangle.c:5:37  br d1.c2 sge i32 %rest, %c ? none : equal      false
                triangle.c:7:9   br d2.c0 eq i32 %a, %b ? equal_2 : two_equal   true
                triangle.c:7:19  br d2.c1 eq i32 %b, %c ? equilateral : two_e…  false
                triangle.c:9:9   br d3.c0 eq i32 %a, %b ? isosceles : two_equ…  true
              leave @classify

            sites
              function   place            site    outcome  taken
              @classify  triangle.c:3:9   branch  true         0
                                                  false        1
                         triangle.c:3:19  branch  true         0
                                                  false        1
                         triangle.c:3:29  branch  true         0
                                                  false        1
                         triangle.c:5:9   branch  true         0
                                                  false        1
                         triangle.c:5:23  branch  true         0
                                                  false        1
                         triangle.c:5:37  branch  true         0
                                                  false        1
                         triangle.c:7:9   branch  true         1
                                                  false        0
                         triangle.c:7:19  branch  true         0
                                                  false        1
                         triangle.c:9:9   branch  true         1
                                                  false        0
              9 of 18 outcomes taken, 2 other sites not reached
        "#]],
    );
}

#[test]
fn calls_are_indented_and_exceptions_leave_them() {
    check(
        "run subjects/ir/java_like.fir --args 0 3 --trace",
        expect![[r#"
            returned -1
            23 steps

            events
              enter @main
                block entry      switch i32 %kind { 0 -> square, 1 -> half, d…  case 0
                enter @side
                  enter @sum
                    block entry  check null ne ptr %array, null else call @th…  null check passed
                    block loop   check bounds ult i32 %i, %length else call @…  bounds check failed
                    enter @throw_bounds
                    leave @throw_bounds
                  leave @sum
                leave @side
                block caught     %result = select %is_bounds ? i32 -1 : %code   true
              leave @main

            sites
              function  place         site          outcome  taken
              @sum      block entry   null check    passed       1
                                                    failed       0
                        block loop    bounds check  passed       0
                                                    failed       1
              @main     block entry   switch        case 0       1
                                                    case 1       0
                                                    default      0
                        block caught  select        true         1
                                                    false        0
              4 of 9 outcomes taken, 2 other sites not reached
        "#]],
    );
}

#[test]
fn a_symbolic_run_prints_the_path_condition() {
    check(
        "run subjects/ir/triangle.fir --args 3 4 5 --symbolic",
        expect![[r#"
        returned 1
        16 steps

        inputs
          a = 3
          b = 4
          c = 5

        path condition
           1  a >= 1                           branch false at triangle.c:3:9 in @classify
           2  b >= 1                           branch false at triangle.c:3:19 in @classify
           3  c >= 1                           branch false at triangle.c:3:29 in @classify
           4  !((b ^ c) & (c ^ c - b))[31:31]  overflow check passed at triangle.c:5:9 in @classify
           5  c - b < a                        branch false at triangle.c:5:9 in @classify
           6  !((a ^ c) & (a ^ a - c))[31:31]  overflow check passed at triangle.c:5:23 in @classify
           7  a - c < b                        branch false at triangle.c:5:23 in @classify
           8  !((b ^ b - a) & (a ^ b))[31:31]  overflow check passed at triangle.c:5:37 in @classify
           9  b - a < c                        branch false at triangle.c:5:37 in @classify
          10  a != b                           branch false at triangle.c:7:9 in @classify
          11  b != c                           branch false at triangle.c:9:19 in @classify
          12  a != c                           branch false at triangle.c:9:29 in @classify
    "#]],
    );
    check(
        "run subjects/ir/c_like.fir --args -5 7 0 --symbolic",
        expect![[r#"
        returned 2
          result = a + b - c
        75 steps

        inputs
          a = -5
          b = 7
          c = 0

        path condition
          1  !(c & -c)[31:31]                                  overflow check passed at block entry in @withdraw
          2  !((a ^ a + b) & (b ^ a + b))[31:31]               overflow check passed at block work in @main
          3  !((a + b ^ a + b - c) & (-c ^ a + b - c))[31:31]  overflow check passed at block work in @main
          4  a < 1                                             branch false at block work in @main
          5  c == 0                                            branch false at block c_set in @main
    "#]],
    );
}

#[test]
fn a_graded_run_prints_distances() {
    check(
        "run subjects/ir/triangle.fir --args 3 4 5 --grades",
        expect![[r#"
            returned 1
            16 steps

            sites
              function   place            site            outcome  taken     nearest
              @classify  triangle.c:3:9   branch          true         0           3
                                                          false        1           0
                         triangle.c:3:19  branch          true         0           4
                                                          false        1           0
                         triangle.c:3:29  branch          true         0           5
                                                          false        1           0
                         triangle.c:5:9   overflow check  passed       0           -
                                                          failed       0  2147483647
                         triangle.c:5:9   branch          true         0           2
                                                          false        1           0
                         triangle.c:5:23  overflow check  passed       0           -
                                                          failed       0  2147483647
                         triangle.c:5:23  branch          true         0           6
                                                          false        1           0
                         triangle.c:5:37  overflow check  passed       0           -
                                                          failed       0  2147483647
                         triangle.c:5:37  branch          true         0           4
                                                          false        1           0
                         triangle.c:7:9   branch          true         0           2
                                                          false        1           0
                         triangle.c:9:9   branch          true         0           2
                                                          false        1           0
                         triangle.c:9:19  branch          true         0           2
                                                          false        1           0
                         triangle.c:9:29  branch          true         0           3
                                                          false        1           0
              10 of 26 outcomes taken, 1 other site not reached
        "#]],
    );
}

#[test]
fn grades_and_symbols_go_together() {
    check(
        "run subjects/ir/gcd.fir --args 4 2 --grades --symbolic",
        expect![[r#"
            returned 2
              result = b
            10 steps

            inputs
              a = 4
              b = 2

            path condition
              1  b != 0       branch true at block loop in @gcd
              2  a %u b == 0  branch false at block loop in @gcd

            distances
              function  place       site            outcome  taken  nearest
              @gcd      block loop  branch          true         1        0
                                                    false        1        0
                        block step  division check  passed       0        -
                                                    failed       0        3
              2 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
}

const POINTERS: &str = "
func @sum(%p: ptr, %n: i32) -> i32 {
  var %i: i32
  var %total: i32
entry:
  jump loop(%i = 0, %total = 0)
loop:
  br slt i32 %i, %n ? body : done
body:
  %wide = sext i32 %i to i64
  %q = address %p + %wide * 4
  %v = load i32 %q
  %next = add.checked i32 %total, %v
  store i32 0, %q
  %following = add i32 %i, 1
  jump loop(%i = %following, %total = %next)
done:
  ret %total
}
func @first(%s: ptr) -> i8 {
entry:
  %c = load i8 %s
  ret %c
}
func @half(%x: f64) -> f64 {
entry:
  %h = fmul f64 %x, 0.5
  ret %h
}
func @forever() {
entry:
  jump entry
}
func @deep(%n: i32) -> i32 {
entry:
  %r = call i32 @deep(i32 %n)
  ret %r
}
";

#[test]
fn arrays_stand_behind_pointers_and_are_observed() {
    let directory = Directory::new("pointers");
    directory.write("p.fir", POINTERS);
    let run = |arguments: &[&str]| {
        told(&mut directory.ferret(["run", "p.fir", "-f"].iter().chain(arguments)))
    };
    expect![[r#"
        returned 33
          p = [0, 0, 0]
        35 steps
    "#]]
    .assert_eq(&run(&["sum", "--args", "[1, 2, 30]", "3"]));
    expect![[r#"
        returned 'a'
          s = "abc\0"
        2 steps
    "#]]
    .assert_eq(&run(&["first", "--args", "\"abc\""]));
    expect![[r#"
        returned 'x'
          s = "x"
        2 steps
    "#]]
    .assert_eq(&run(&["first", "--args", "['x']"]));
    expect![[r#"
        returned -inf
        2 steps
    "#]]
    .assert_eq(&run(&["half", "--args", "-inf"]));
    expect![[r#"
        returned -0.25
        2 steps
    "#]]
    .assert_eq(&run(&["half", "--args", "-.5"]));
    expect![[r#"
        returned 3
          result = p[0] + p[1]
          p = [0, 0]
        25 steps

        inputs
          p.length = 2
          p[0] = 1
          p[1] = 2
          n = 2
          p& = 0x300000000

        path condition
          1  p.length <=u 2                                         input
          2  n > 0                                                  branch true at block loop in @sum
          3  p& != 0                                                access inside its object at block body in @sum
          4  zext64(p.length) * 4 >=u 4                             access inside its object at block body in @sum
          5  n > 1                                                  branch true at block loop in @sum
          6  zext64(p.length) * 4 - 4 >=u 4 && zext64(p.length) * 4 >=u 4  access inside its object at block body in @sum
          7  !((p[0] ^ p[0] + p[1]) & (p[1] ^ p[0] + p[1]))[31:31]  overflow check passed at block body in @sum
          8  n <= 2                                                 branch false at block loop in @sum
    "#]].assert_eq(&run(&["sum", "--args", "[1, 2]", "2", "--symbolic"]));
}

#[test]
fn a_program_that_fails_ends_with_status_1() {
    let directory = Directory::new("failing");
    directory.write("p.fir", POINTERS);
    let run = |arguments: &[&str]| {
        told(&mut directory.ferret(["run", "p.fir", "-f"].iter().chain(arguments)))
    };
    expect![[r#"
        trapped: access out of bounds at block body in @sum
            %v = load i32 %q
        27 steps
        => 1
    "#]]
    .assert_eq(&run(&["sum", "--args", "[1, 2]", "3"]));
    expect![[r#"
        trapped: null pointer used at block body in @sum
            %v = load i32 %q
        7 steps
        => 1
    "#]]
    .assert_eq(&run(&["sum", "--args", "null", "3"]));
    expect![[r#"
        trapped: result out of range at block body in @sum
            %next = add.checked i32 %total, %v
        18 steps
        => 1
    "#]]
    .assert_eq(&run(&["sum", "--args", "[2147483647, 1]", "2"]));
    expect![[r#"
        stopped: step budget used up
        1001 steps
        => 1
    "#]]
    .assert_eq(&run(&["forever", "--max-steps", "1_000"]));
    expect![[r#"
        stopped: call depth (stack overflow) used up
        10000 steps
        => 1
    "#]]
    .assert_eq(&run(&["deep", "--args", "1"]));
}

#[test]
fn a_scenario_is_carried_out_statement_by_statement() {
    let directory = Directory::new("scenario");
    directory.write("p.fir", POINTERS);
    directory.write(
        "s.scn",
        "let p: i32[4] = [1, 2]\ncall a = @sum(p, 2)\nset p: i32 = 5\ncall b = @sum(p, 3)\ncall @half(3)\n",
    );
    expect![[r#"
        trapped: access out of bounds at block body in @sum
            %v = load i32 %q
          during statement 4: call b = @sum(p, 3)
        call a = @sum(p, 2)
          a = 3
          p = [0, 0]
        52 steps
        => 1
    "#]]
    .assert_eq(&directory.told("run p.fir --scenario s.scn"));
    directory.write("bad.scn", "let p: i32[1] = [1]\ncall @sum(p, 1)\ncall @sum(p, 2)\n");
    expect![[r#"
        trapped: access out of bounds at block body in @sum
            %v = load i32 %q
          during statement 3: call @sum(p, 2)
        call @sum(p, 1)
          result = 1
          p = [0]
        32 steps
        => 1
    "#]]
    .assert_eq(&directory.told("run p.fir --scenario bad.scn"));
}

#[test]
fn a_scenario_makes_managed_objects_and_arrays() {
    let directory = Directory::new("managed");
    directory.write(
        "j.scn",
        r#"
        let side: i32 = 6
        let o = new Half
        set o.side = side
        call a = @Half.area(o)
        let m = new "int[]" [1, 2, 30] capacity 5
        set m + 4: i32 = a
        call s = @sum(m, 0)
        call @sum(m, 9)
        "#,
    );
    let mut command = ferret();
    command.args(["run", "subjects/ir/java_like.fir", "--symbolic", "--scenario"]);
    expect![[r#"
        threw OutOfBounds
          during statement 8: call @sum(m, 9)
        call a = @Half.area(o)
          a = 18 = side * side / 2
          o = Half { side: 6 }
        call s = @sum(m, 0)
          s = 49 = m[2] + (m[0] + side * side / 2)
          m = [1, 18, 30]
        51 steps

        inputs
          side = 6
          this& = 0x500000000
          m.length = 3
          m[0] = 1
          m[1] = 2
          m[2] = 30
          m[3] = 0
          m[4] = 0
          array& = 0x600000000
          array&' = 0x600000000

        path condition
           1  m.length <=u 5  input
           2  array& != 0     null check passed at block entry in @sum
           3  m.length != 0   bounds check passed at block loop in @sum
           4  m.length > 1    branch true at block loop in @sum
           5  m.length >u 1   bounds check passed at block loop in @sum
           6  m.length > 2    branch true at block loop in @sum
           7  m.length >u 2   bounds check passed at block loop in @sum
           8  m.length <= 3   branch false at block loop in @sum
           9  array&' != 0    null check passed at block entry in @sum
          10  m.length <=u 9  bounds check failed at block loop in @sum
        => 1
    "#]]
    .assert_eq(&told(command.arg(directory.path.join("j.scn"))));
}

#[test]
fn a_program_may_come_from_standard_input() {
    let mut command = ferret();
    command.args(["run", "-", "-f", "half", "-a", "3"]);
    expect![[r#"
        returned 1.5
        2 steps
    "#]]
    .assert_eq(&told_with_input(&mut command, POINTERS));
}

#[test]
fn the_same_command_gives_the_same_bytes() {
    let line = "run subjects/ir/java_like.fir --args 1 2 --trace --symbolic --grades";
    assert_eq!(told_line(line), told_line(line));
}

#[test]
fn a_reader_that_goes_away_is_no_mistake() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = ferret();
    command.args(["run", "subjects/ir/triangle.fir", "--args", "3", "4", "5", "--trace"]);
    let child = command.stdout(writer).stderr(Stdio::piped()).spawn().expect("the binary starts");
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}
