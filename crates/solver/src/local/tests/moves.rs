//! Which moves are tried, in which order.

use expect_test::expect;
use term::{BinaryOp, CompareOp, Sort};

use super::super::aim::Aim;
use super::super::{avm, family};
use super::{Script, bound, show};

#[test]
fn steps_double_while_they_help_and_are_halved_behind_the_summit() {
    let mut script = Script::default();
    let x = script.int("x", 0);
    let goal = script.number(20);
    script.compare(CompareOp::Eq, x, goal);
    expect![[r#"
        - x=-1
        + x=1
        + x=3
        + x=7
        + x=15
        - x=31
        + x=23
        - x=27
        + x=19
        - x=21
        - x=17
        - x=18
        + x=20"#]]
    .assert_eq(&script.trace(|landscape| {
        avm::alternate(landscape);
    }));
}

#[test]
fn variables_of_unfulfilled_conjuncts_are_moved_alone_as_long_as_that_helps() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 0), script.int("y", 0));
    let goal = script.number(2);
    script.compare(CompareOp::Sle, x, goal);
    script.compare(CompareOp::Sge, y, goal);
    expect![[r#"
        - y=-1
        + y=1
        + y=3"#]]
    .assert_eq(&script.trace(|landscape| {
        avm::alternate(landscape);
    }));
}

#[test]
fn values_outside_the_known_bounds_are_not_evaluated() {
    let mut script = Script::default();
    let x = script.int("x", 5);
    let goal = script.number(9);
    script.compare(CompareOp::Ugt, x, goal);
    bound(&mut script, x, (5, 11));
    expect![[r#"
        + x=6
        + x=8
        + x=10"#]]
    .assert_eq(&script.trace(|landscape| {
        avm::alternate(landscape);
    }));
}

#[test]
fn floats_move_along_their_patterns_and_then_by_decimals() {
    let mut script = Script::default();
    let x = script.variable("x", Sort::F32, 1.0f32.to_bits().into());
    let goal = script.pool.f32(1.25);
    script.compare(CompareOp::FOge, x, goal);
    let trace = script.trace(|landscape| {
        avm::alternate(landscape);
    });
    let lines: Vec<&str> = trace.lines().collect();
    expect![[r#"
        - x=0.99999994
        + x=1.0000001
        + x=1.0000004
        + x=1.0000008
        ...
        + x=1.2499999
        + x=1.4999999"#]]
    .assert_eq(&format!("{}\n...\n{}", lines[..4].join("\n"), lines[lines.len() - 2..].join("\n")));
}

#[test]
fn bits_are_flipped_where_there_are_masks() {
    let mut script = Script::default();
    let x = script.variable("x", Sort::Bits(8), 4);
    let mask = script.pool.bits(8, 0x50);
    let masked = script.pool.binary(BinaryOp::And, x, mask);
    script.compare(CompareOp::Eq, masked, mask);
    expect![[r#"
        - x=3
        - x=5
        - x=6
        - x=0
        - x=12
        + x=20
        - x=52
        + x=84"#]]
    .assert_eq(&script.trace(|landscape| {
        avm::alternate(landscape);
    }));
}

#[test]
fn a_plan_carries_the_wanted_value_down_to_each_variable() {
    let mut script = Script::default();
    let (x, y) = (script.int("x", 1), script.int("y", 10));
    let three = script.number(3);
    let product = script.pool.binary(BinaryOp::Mul, x, three);
    let sum = script.pool.binary(BinaryOp::Sub, product, y);
    let goal = script.number(20);
    script.compare(CompareOp::Eq, sum, goal);
    let plans = |script: &Script| {
        script.trace(|landscape| {
            let pool = landscape.pool;
            landscape.log = Aim::default()
                .plans(landscape, 0)
                .iter()
                .map(|changes| show(pool, changes))
                .collect();
        })
    };
    expect![[r#"
        y=-17
        x=10
        x=11
        x=9"#]]
    .assert_eq(&plans(&script));
}

#[test]
fn inserting_and_removing_shift_the_rest_and_change_the_length() {
    let mut script = Script::default();
    let (_, s) = script.text("s", 4, "ac");
    for (&element, byte) in s.iter().zip(*b"aacc") {
        let byte = script.pool.bits(8, byte.into());
        script.compare(CompareOp::Eq, element, byte);
    }
    expect!["+ s[0]=97 s[1]=97 s[2]=99 s[3]=0 s.length=3"].assert_eq(&script.trace(|landscape| {
        let families = family::families(landscape);
        family::shift(landscape, &families);
    }));
}
