//! Branch distances, computed by hand.

mod common;
use common::{Subject, distances_of, recording};
use expect_test::{Expect, expect};
use machine::{Config, Models};
use program::{CompareOp, OutcomeId, Type};
use trace::{Event, Mode, Operands};

fn check(program: &str, scenario: &str, expected: Expect) {
    expected.assert_eq(&distances_of(program, scenario));
}

#[test]
fn a_flag_carries_the_distance_that_set_it_through_memory_and_calls() {
    let program = "
global @flag: 4 align 4
func @near(%x: i32) -> i1 {
entry:
  %r = eq i32 %x, 50
  ret %r
}
func @f(%x: i32) -> i32 {
entry:
  %b = call i1 @near(i32 %x)
  %i = zext i1 %b to i32
  store i32 %i, @flag
  %p = alloc stack 8 align 8
  memcopy %p, @flag, 4
  %j = load i32 %p
  br ne i32 %j, 0 ? one : two
one:
  ret 1
two:
  %k = trunc i32 %j to i8
  br eq i8 %k, 1 ? one : three
three:
  %n = xor i32 %j, 1
  br sgt i32 %n, 0 ? four : one
four:
  switch i32 %j { 0 -> one, 1 -> one, default -> one }
}";
    // 42 is 8 away from 50, however the flag is asked.
    check(
        program,
        "call @f(42)",
        expect![[r#"
            sites
              function  place        site    outcome  taken  nearest
              @f        block entry  branch  true         0        9
                                             false        1        0
                        block two    branch  true         0        9
                                             false        1        0
                        block three  branch  true         1        0
                                             false        0        9
                        block four   switch  case 0       1        0
                                             case 1       0        9
                                             default      0        1
              4 of 9 outcomes taken, 0 other sites not reached
        "#]],
    );
}

#[test]
fn a_composite_condition_adds_up_what_has_to_change() {
    let program = "
func @f(%x: i32, %y: i32) -> i32 {
entry:
  %a = slt i32 %x, 10
  %b = sgt i32 %y, 100
  %both = and i1 %a, %b
  br %both ? one : two
one:
  ret 1
two:
  %either = or i1 %a, %b
  br %either ? one : three
three:
  %lazy = select %a ? i1 %b : false
  br %lazy ? one : four
four:
  %or = select %a ? i1 true : %b
  br %or ? one : five
five:
  ret 5
}";
    // x < 10 is missed by 6, y > 100 by 71. Both: 77. Either: 6. `a && b` as a select that did not look
    // at b: 6 to look at it and 71 to make it true. `a || b`: 6 or 71.
    check(
        program,
        "call @f(15, 30)",
        expect![[r#"
            sites
              function  place        site    outcome  taken  nearest
              @f        block entry  branch  true         0       77
                                             false        1        0
                        block two    branch  true         0        6
                                             false        1        0
                        block three  select  true         0        6
                                             false        1        0
                        block three  branch  true         0       77
                                             false        1        0
                        block four   select  true         0        6
                                             false        1        0
                        block four   branch  true         0        6
                                             false        1        0
              6 of 12 outcomes taken, 0 other sites not reached
        "#]],
    );
    // Both hold: x < 10 breaks at a change of 7, y > 100 at 100.
    check(
        program,
        "call @f(3, 200)",
        expect![[r#"
            sites
              function  place        site    outcome  taken  nearest
              @f        block entry  branch  true         1        0
                                             false        0        7
              1 of 2 outcomes taken, 5 other sites not reached
        "#]],
    );
}

#[test]
fn a_switch_is_as_far_from_each_case_as_the_values_are() {
    let program = "
func @f(%x: i32) -> i32 {
entry:
  switch i32 %x { 10 -> one, -5 -> two, 100 -> one, default -> two }
one:
  ret 1
two:
  ret 2
}";
    check(
        program,
        "call @f(12)",
        expect![[r#"
            sites
              function  place        site    outcome   taken  nearest
              @f        block entry  switch  case 10       0        3
                                             case -5       0       18
                                             case 100      0       89
                                             default       1        0
              1 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
    check(
        program,
        "call @f(-5)",
        expect![[r#"
            sites
              function  place        site    outcome   taken  nearest
              @f        block entry  switch  case 10       0       16
                                             case -5       1        0
                                             case 100      0      106
                                             default       0        1
              1 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
    check(
        program,
        "call @f(12)\ncall @f(90)",
        expect![[r#"
            sites
              function  place        site    outcome   taken  nearest
              @f        block entry  switch  case 10       0        3
                                             case -5       0       18
                                             case 100      0       11
                                             default       2        0
              1 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
}

#[test]
fn checked_arithmetic_knows_how_far_overflow_is() {
    let program = "
func @f(%x: i32, %y: i32) -> i32 {
entry:
  %s = add.checked i32 %x, %y
  %m = mul.checked i32 %x, %y
  %d = sdiv.checked i32 %x, %y
  %l = shl.checked i32 %x, %y
  ret %s
}";
    // The sum 1000007 leaves 2146483640 to the greatest number, and one more overflows; the product
    // 7000000 leaves 2140483647; a division overflows at the least number by -1 only, which is
    // 2148483648 and 8 away; a shift by 32 is 25 more.
    check(
        program,
        "call @f(1000000, 7)",
        expect![[r#"
            sites
              function  place        site            outcome  taken     nearest
              @f        block entry  overflow check  passed       0           -
                                                     failed       0  2146483641
                        block entry  overflow check  passed       0           -
                                                     failed       0  2140483648
                        block entry  division check  passed       0           -
                                                     failed       0           8
                        block entry  overflow check  passed       0           -
                                                     failed       0  2148483656
                        block entry  overflow check  passed       0           -
                                                     failed       0          25
              0 of 10 outcomes taken, 0 other sites not reached
        "#]],
    );
    // The sum is 1 too large.
    check(
        program,
        "call @f(2147483647, 1)",
        expect![[r#"
            sites
              function  place        site            outcome  taken  nearest
              @f        block entry  overflow check  passed       0        1
                                                     failed       1        0
              1 of 2 outcomes taken, 0 other sites not reached
        "#]],
    );
}

#[test]
fn a_failed_check_is_as_far_from_passing_as_its_test() {
    let program = "
func @f(%i: i32) -> i32 {
entry:
  check bounds ult i32 %i, 10
  check assertion ne i32 %i, 5
  ret 1
}";
    check(
        program,
        "call @f(17)",
        expect![[r#"
            sites
              function  place        site          outcome  taken  nearest
              @f        block entry  bounds check  passed       0        8
                                                   failed       1        0
              1 of 2 outcomes taken, 1 other site not reached
        "#]],
    );
    check(
        program,
        "call @f(5)",
        expect![[r#"
            sites
              function  place        site          outcome  taken  nearest
              @f        block entry  bounds check  passed       1        0
                                                   failed       0        5
                        block entry  assertion     passed       0        1
                                                   failed       1        0
              2 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
    check(
        program,
        "call @f(2)",
        expect![[r#"
            sites
              function  place        site          outcome  taken  nearest
              @f        block entry  bounds check  passed       1        0
                                                   failed       0        8
                        block entry  assertion     passed       1        0
                                                   failed       0        4
              2 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
}

#[test]
fn the_least_distance_over_all_visits_is_kept() {
    let program = "
func @f(%n: i32) -> i32 {
  var %i: i32
entry:
  jump loop(%i = 0)
loop:
  %sq = mul i32 %i, %i
  br eq i32 %sq, 50 ? found : next
next:
  %i = add i32 %i, 1
  br slt i32 %i, %n ? loop : done
found:
  ret 1
done:
  ret 0
}";
    // 49 comes nearest, if it is reached; 36 otherwise.
    check(
        program,
        "call @f(20)",
        expect![[r#"
            sites
              function  place       site    outcome  taken  nearest
              @f        block loop  branch  true         0        2
                                            false       20        0
                        block next  branch  true        19        0
                                            false        1        0
              3 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
    check(
        program,
        "call @f(7)",
        expect![[r#"
            sites
              function  place       site    outcome  taken  nearest
              @f        block loop  branch  true         0       15
                                            false        7        0
                        block next  branch  true         6        0
                                            false        1        0
              3 of 4 outcomes taken, 0 other sites not reached
        "#]],
    );
}

/// The distance of one fused compare-and-branch, of the same comparison into a register, and of a select.
fn three_ways(op: CompareOp, ty: &str, a: u128, b: u128, right: &str) -> [u128; 3] {
    let program = format!(
        "
func @f(%a: {ty}, %b: {ty}) -> i32 {{
entry:
  br {op} {ty} %a, {right} ? one : one
one:
  %c = {op} {ty} %a, {right}
  br %c ? two : two
two:
  %s = select {op} {ty} %a, {right} ? i32 1 : 2
  ret %s
}}"
    );
    let mut subject = Subject::with(&program, recording(), Models::none());
    let function = subject.program.function_named("f").expect("it is there");
    let scenario = scenario::Scenario::of_call(&subject.program, function, &[a, b]);
    subject.run_scenario(scenario, Mode::Graded);
    let mut distances = subject.trace.events.iter().filter_map(|event| match event {
        Event::Branch { distance, .. } => distance.map(|distance| distance.to_f64() as u128),
        _ => None,
    });
    [(); 3].map(|()| distances.next().expect("three events"))
}

#[test]
fn a_comparison_is_as_far_whichever_way_it_is_written() {
    let ops = [
        CompareOp::Eq,
        CompareOp::Ne,
        CompareOp::Ult,
        CompareOp::Ule,
        CompareOp::Ugt,
        CompareOp::Uge,
        CompareOp::Slt,
        CompareOp::Sle,
        CompareOp::Sgt,
        CompareOp::Sge,
    ];
    let mut rng = fastrand::Rng::with_seed(7);
    for (ty, bits) in [("i8", 8u32), ("i32", 32), ("i64", 64), ("i13", 13)] {
        let mask = u128::MAX >> (128 - bits);
        for op in ops {
            for round in 0..6 {
                let near = rng.u128(..) & mask;
                let a = near;
                let b =
                    if round % 2 == 0 { rng.u128(..) } else { near.wrapping_add(rng.u128(..5)) };
                let b = b & mask;
                let signed = ((b << (128 - bits)) as i128) >> (128 - bits);
                let right = if round < 3 { "%b".to_owned() } else { signed.to_string() };
                let [fused, flag, select] = three_ways(op, ty, a, b, &right);
                assert_eq!(fused, flag, "{op} {ty} {a} {b} ({right})");
                assert_eq!(fused, select, "{op} {ty} {a} {b} ({right})");
                // The definition, by hand.
                let signed_a = ((a << (128 - bits)) as i128) >> (128 - bits);
                let gap = if matches!(
                    op,
                    CompareOp::Slt | CompareOp::Sle | CompareOp::Sgt | CompareOp::Sge
                ) {
                    signed_a.abs_diff(signed)
                } else if matches!(op, CompareOp::Eq | CompareOp::Ne) {
                    let gap = a.wrapping_sub(b) & mask;
                    gap.min(gap.wrapping_neg() & mask)
                } else {
                    a.abs_diff(b)
                };
                let less = match op {
                    CompareOp::Slt | CompareOp::Sle | CompareOp::Sgt | CompareOp::Sge => {
                        signed_a < signed
                    }
                    _ => a < b,
                };
                let expected =
                    match op {
                        CompareOp::Eq | CompareOp::Ne => gap + 1,
                        CompareOp::Ult | CompareOp::Uge | CompareOp::Slt | CompareOp::Sge => {
                            if less { gap } else { gap + 1 }
                        }
                        _ => {
                            if less || gap == 0 {
                                gap + 1
                            } else {
                                gap
                            }
                        }
                    };
                let exact = (expected as f64) as u128;
                assert_eq!(fused, exact, "{op} {ty} {a} {b} ({right})");
            }
        }
    }
}

#[test]
fn without_overflow_traps_there_is_no_distance_to_overflow() {
    let program = "
func @f(%x: i32) -> i32 {
entry:
  %s = add.checked i32 %x, 5
  ret %s
}";
    for record_events in [false, true] {
        let config = Config { trap_overflow: false, record_events, ..Config::default() };
        let mut subject = Subject::with(program, config, Models::none());
        subject.run("call @f(1)", Mode::Graded);
        assert!(subject.trace.tally.touched().is_empty());
    }
}

#[test]
fn a_flag_that_control_flow_sets_is_as_far_as_the_branch_that_chose_it() {
    let program = "
global @bytes: 4 align 4 = i8 [55, 57, 90, 10]
func @all_digits(%limit: i8) -> i32 {
  var %i: i64
  var %result: i32
entry:
  jump head(%i = 0)
head:
  br slt i64 %i, 4 ? look : yes
look:
  %at = address @bytes + %i
  %byte = load i8 %at
  br sle i8 %byte, %limit ? more : no
more:
  %i = add i64 %i, 1
  jump head
no:
  jump end(%result = 0)
yes:
  jump end(%result = 1)
end:
  ret %result
}
func @f(%limit: i8) {
entry:
  %r = call i32 @all_digits(i8 %limit)
  br ne i32 %r, 0 ? one : two
one:
  ret
two:
  ret
}";
    // The first byte fails by 5, the third by 30 after two that passed, or by one.
    for (limit, expected) in [
        (50, expect!["6"]),
        (60, expect!["0.4946236559139785"]),
        (89, expect!["0.4166666666666667"]),
    ] {
        let distances = distances_of(program, &format!("call @f({limit})"));
        let line = distances.lines().find(|line| line.contains("@f ")).unwrap_or_default();
        let nearest = line.split_whitespace().last().unwrap_or_default();
        expected.assert_eq(nearest);
    }
}

#[test]
fn what_a_branch_compared_at_its_nearest_is_noted() {
    let program = "
func @f(%x: i32, %y: f64) -> i32 {
  var %i: i32
entry:
  jump head(%i = 0)
head:
  br slt i32 %i, 3 ? look : floats
look:
  %p = mul i32 %i, %x
  %n = add i32 %i, 1
  br eq i32 %p, 1000 ? found : head(%i = %n)
floats:
  br folt f64 %y, 2.5 ? found : end
found:
  ret 1
end:
  ret 0
}";
    let mut subject = Subject::new(program);
    subject.run("call @f(499, 7.5)", Mode::Graded);
    let operands = |outcome: u32| subject.trace.tally.operands(OutcomeId(outcome));
    // The loop has gone both ways.
    assert_eq!((operands(0), operands(1)), (None, None));
    assert_eq!(operands(2), Some(Operands { ty: Type::I32, sides: [998, 1000] }));
    let sides = [7.5_f64.to_bits(), 2.5_f64.to_bits()];
    assert_eq!(operands(4), Some(Operands { ty: Type::F64, sides }));
}
